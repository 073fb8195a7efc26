/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utf8.c - decodes, measures, sanitizes and converts UTF-8 */
#include "model/base/utf8.h"

#include <string.h>
#include <wchar.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/str.h"

#define UTF8_SURROGATE_BYTES 3

/* The bits of the first byte, the number of following bytes, and the minimum value. */
static const struct {
    unsigned char mask, lead;
    unsigned following;
    uint32_t min;
} forms[] = {
    { 0x80, 0x00, 0, 0 },
    { 0xe0, 0xc0, 1, 0x80 },
    { 0xf0, 0xe0, 2, 0x800 },
    { 0xf8, 0xf0, 3, 0x10000 },
};

static const struct {
    uint32_t first, last;
} harmful[] = {
    { 0x0000, 0x001f }, { 0x007f, 0x009f }, { 0x061c, 0x061c }, { 0x200b, 0x200f },
    { 0x2028, 0x202e }, { 0x2060, 0x206f }, { 0xd800, 0xdfff }, { 0xfeff, 0xfeff },
    { 0xfff9, 0xfffb }, { 0xfffe, 0xffff },
};

static bool utf8_is_character(uint32_t value)
{
    return value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
}

uint32_t utf8_decode(const char *text, size_t *ret_bytes)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t form = 1;

    *ret_bytes = *p ? 1 : 0;
    if (*p < 0x80)
        return *p;
    while (form < 4 && (*p & forms[form].mask) != forms[form].lead)
        form++;
    if (form == 4)
        return UTF8_BAD;
    uint32_t value = *p & (unsigned char)~forms[form].mask;
    for (unsigned i = 1; i <= forms[form].following; i++) {
        /* Also stops at the NUL, which is no continuation byte. */
        if ((p[i] & 0xc0) != 0x80)
            return UTF8_BAD;
        value = value << 6 | (p[i] & 0x3f);
    }
    if (value < forms[form].min || !utf8_is_character(value))
        return UTF8_BAD;
    *ret_bytes = forms[form].following + 1;
    return value;
}

size_t utf8_encode(uint32_t character, char ret[5])
{
    size_t form = 0;

    ret[0] = '\0';
    if (!character || !utf8_is_character(character))
        return 0;
    while (form + 1 < ARRAY_SIZE(forms) && character >= forms[form + 1].min)
        form++;
    size_t bytes = forms[form].following + 1;
    ret[bytes] = '\0';
    for (size_t i = bytes; i-- > 1; character >>= 6)
        ret[i] = (char)(0x80 | (character & 0x3f));
    ret[0] = (char)(forms[form].lead | character);
    return bytes;
}

/* True for control characters, direction marks and characters without width, which can
 * disturb a terminal. */
static bool utf8_is_harmful(uint32_t character)
{
    for (size_t i = 0; i < ARRAY_SIZE(harmful); i++)
        if (character >= harmful[i].first && character <= harmful[i].last)
            return true;
    return false;
}

int utf8_char_columns(uint32_t character)
{
    if (character < 0xa0) /* most are: there is nothing to look up */
        return 1;
    int columns = wcwidth((wchar_t)character);
    return columns < 0 ? 1 : columns;
}

size_t utf8_columns(const char *text)
{
    size_t columns = 0;
    size_t bytes;

    for (; *text; text += bytes)
        columns += (size_t)utf8_char_columns(utf8_decode(text, &bytes));
    return columns;
}

char *utf8_clean(const char *text)
{
    struct str clean = { 0 };
    size_t bytes;

    for (; *text; text += bytes) {
        uint32_t c = utf8_decode(text, &bytes);
        if (utf8_is_harmful(c) || (c == UTF8_BAD && bytes == 1))
            str_add(&clean, "?");
        else
            str_add_bytes(&clean, text, bytes);
    }
    return str_take(&clean);
}

/* Returns the lone surrogate at TEXT, encoded in three bytes like a character, as sfdisk
 * does; 0: none. */
static uint16_t utf8_surrogate(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;

    if (at[0] != 0xed || at[1] < 0xa0 || at[1] > 0xbf || at[2] < 0x80 || at[2] > 0xbf)
        return 0;
    return (uint16_t)(0xd000 | (at[1] & 0x3f) << 6 | (at[2] & 0x3f));
}

char *utf8_shown(const char *text)
{
    struct str shown = { 0 };
    size_t bytes;

    for (; *text; text += bytes) {
        uint32_t c = utf8_decode(text, &bytes);
        if (utf8_surrogate(text))
            bytes = UTF8_SURROGATE_BYTES;
        else if (!utf8_is_harmful(c) && (c != UTF8_BAD || bytes > 1)) {
            str_add_bytes(&shown, text, bytes);
            continue;
        }
        str_add(&shown, "\xef\xbf\xbd");
    }
    return str_take(&shown);
}

bool utf8_is_harmless(const char *text)
{
    size_t bytes;

    for (; *text; text += bytes) {
        uint32_t c = utf8_decode(text, &bytes);
        if (utf8_is_harmful(c) || (c == UTF8_BAD && bytes == 1))
            return false;
    }
    return true;
}

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
