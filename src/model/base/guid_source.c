/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guid_source.c - random GUIDs and disk signatures from a seed */
#include "model/base/guid_source.h"

#include "model/base/num.h"

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
