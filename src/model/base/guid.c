/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guid.c - GUIDs as bytes and as text, and random ones */
#include "model/base/guid.h"

#include <string.h>

#include "model/base/num.h"

/* The index of the byte for each pair of digits of the text. */
static const uint8_t order[GUID_BYTES] = { 3, 2, 1,  0,  5,  4,  7,  6,
                                           8, 9, 10, 11, 12, 13, 14, 15 };

static bool is_dash_before(unsigned pair)
{
    return pair == 4 || pair == 6 || pair == 8 || pair == 10;
}

bool guid_is_zero(const struct guid *guid)
{
    return guid_equal(guid, &(struct guid){ { 0 } });
}

bool guid_equal(const struct guid *a, const struct guid *b)
{
    return memcmp(a->bytes, b->bytes, GUID_BYTES) == 0;
}

const char *guid_format(const struct guid *guid, char buf[GUID_TEXT])
{
    static const char digits[] = "0123456789ABCDEF";
    char *to = buf;

    for (unsigned i = 0; i < GUID_BYTES; i++) {
        if (is_dash_before(i))
            *to++ = '-';
        *to++ = digits[guid->bytes[order[i]] >> 4];
        *to++ = digits[guid->bytes[order[i]] & 15];
    }
    *to = '\0';
    return buf;
}

bool guid_parse(const char *text, struct guid *ret)
{
    struct guid guid = { { 0 } };

    for (unsigned i = 0; i < GUID_BYTES; i++) {
        if (is_dash_before(i) && *text++ != '-')
            return false;
        if (!num_hex_byte(text, &guid.bytes[order[i]]))
            return false;
        text += 2;
    }
    if (*text)
        return false;
    *ret = guid;
    return true;
}

struct guid guid_of_text_order(const uint8_t bytes[GUID_BYTES])
{
    struct guid guid;

    for (unsigned i = 0; i < GUID_BYTES; i++)
        guid.bytes[order[i]] = bytes[i];
    return guid;
}

void guid_to_text_order(const struct guid *guid, uint8_t ret[GUID_BYTES])
{
    for (unsigned i = 0; i < GUID_BYTES; i++)
        ret[i] = guid->bytes[order[i]];
}

static uint64_t rotate_left(uint64_t value, unsigned by)
{
    return value << by | value >> (64 - by);
}

/* xoshiro256**, public domain, David Blackman and Sebastiano Vigna. */
static uint64_t next(struct guid_source *source)
{
    uint64_t *s = source->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9, carried = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= carried;
    s[3] = rotate_left(s[3], 45);
    return result;
}

struct guid guid_source_draw(struct guid_source *source)
{
    struct guid guid;

    put_le64(guid.bytes, 0, next(source));
    put_le64(guid.bytes, 8, next(source));
    /* The version is in the third group, which is little-endian on the disk. */
    guid.bytes[7] = (uint8_t)((guid.bytes[7] & 0x0f) | 0x40);
    guid.bytes[8] = (uint8_t)((guid.bytes[8] & 0x3f) | 0x80);
    return guid;
}

uint32_t guid_source_signature(struct guid_source *source)
{
    uint32_t signature;

    do
        signature = (uint32_t)(next(source) >> 32);
    while (!signature);
    return signature;
}

struct guid_source guid_source_split(struct guid_source *source)
{
    struct guid_source other;

    for (unsigned i = 0; i < 4; i++)
        other.state[i] = next(source);
    /* xoshiro never leaves the state of all zeros. */
    other.state[0] |= 1;
    return other;
}
