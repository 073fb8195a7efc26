/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utf16.c - names in UTF-16LE to UTF-8 and back */
#include "model/utf16.h"

#include <string.h>

#include "model/mem.h"
#include "model/num.h"
#include "model/utf8.h"

/* Characters that would move the cursor or turn the line around. */
static const struct {
    uint32_t first, last;
} harmful[] = {
    { 0x0000, 0x001f }, { 0x007f, 0x009f }, { 0x061c, 0x061c }, { 0x200b, 0x200f },
    { 0x2028, 0x202e }, { 0x2060, 0x206f }, { 0xd800, 0xdfff }, { 0xfeff, 0xfeff },
    { 0xfff9, 0xfffb }, { 0xfffe, 0xffff },
};

static bool is_high(uint32_t unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}

static bool is_low(uint32_t unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

static uint32_t make_harmless(uint32_t character)
{
    for (size_t i = 0; i < ARRAY_SIZE(harmful); i++)
        if (character >= harmful[i].first && character <= harmful[i].last)
            return UTF8_BAD;
    return character;
}

/* Puts CHARACTER into RET of 4 bytes; returns how many it took. */
static size_t put_utf8(uint32_t character, char *ret)
{
    static const uint8_t leads[] = { 0x00, 0x00, 0xc0, 0xe0, 0xf0 };
    size_t length = character < 0x80      ? 1
                    : character < 0x800   ? 2
                    : character < 0x10000 ? 3
                                          : 4;

    for (size_t i = length; i-- > 1; character >>= 6)
        ret[i] = (char)(0x80 | (character & 0x3f));
    ret[0] = (char)(leads[length] | character);
    return length;
}

void utf16le_to_utf8(const uint8_t *bytes, size_t units, char *ret, size_t size)
{
    size_t used = 0;

    for (size_t i = 0; i < units; i++) {
        uint32_t character = le16_at(bytes, 2 * i);
        char utf8[4];
        if (!character)
            break;
        if (is_high(character) && i + 1 < units && is_low(le16_at(bytes, 2 * i + 2))) {
            uint32_t low = le16_at(bytes, 2 * ++i);
            character = 0x10000 + ((character - 0xd800) << 10) + (low - 0xdc00);
        }
        size_t length = put_utf8(make_harmless(character), utf8);
        if (used + length >= size)
            break;
        memcpy(ret + used, utf8, length);
        used += length;
    }
    ret[used] = '\0';
}

bool utf16le_of_utf8(const char *text, uint8_t *ret, size_t units)
{
    size_t used = 0;

    memset(ret, 0, 2 * units);
    while (*text) {
        size_t length;
        uint32_t character = utf8_decode(text, &length);
        size_t need = character < 0x10000 ? 1 : 2;
        bool is_bad = character == UTF8_BAD && length == 1;
        if (is_bad || used + need > units)
            return false;
        if (need == 2) {
            put_le16(ret, 2 * used++, (uint16_t)(0xd7c0 + (character >> 10)));
            character = 0xdc00 | (character & 0x3ff);
        }
        put_le16(ret, 2 * used++, (uint16_t)character);
        text += length;
    }
    return true;
}
