/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utf16.c - little-endian UTF-16 to UTF-8 and back */
#include "model/base/utf16.h"

#include <string.h>

#include "model/base/num.h"
#include "model/base/utf8.h"

static bool is_high(uint32_t unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}

static bool is_low(uint32_t unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

/* Encodes a lone surrogate; returns its length in bytes. */
static size_t encode_surrogate(uint32_t unit, char ret[5])
{
    ret[0] = (char)0xed;
    ret[1] = (char)(0x80 | (unit >> 6 & 0x3f));
    ret[2] = (char)(0x80 | (unit & 0x3f));
    ret[3] = '\0';
    return UTF8_SURROGATE_BYTES;
}

static size_t encode(uint32_t character, char ret[5])
{
    if (is_high(character) || is_low(character))
        return encode_surrogate(character, ret);
    return utf8_encode(character, ret);
}

void utf16le_to_utf8(const uint8_t *bytes, size_t units, char *ret, size_t size)
{
    size_t used = 0;

    for (size_t i = 0; i < units; i++) {
        uint32_t character = le16_at(bytes, 2 * i);
        char utf8[5];
        if (!character)
            break;
        if (is_high(character) && i + 1 < units && is_low(le16_at(bytes, 2 * i + 2))) {
            uint32_t low = le16_at(bytes, 2 * ++i);
            character = 0x10000 + ((character - 0xd800) << 10) + (low - 0xdc00);
        }
        size_t length = encode(character, utf8);
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
        uint16_t surrogate = utf8_surrogate(text);
        if (surrogate) {
            character = surrogate;
            length = UTF8_SURROGATE_BYTES;
        }
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
