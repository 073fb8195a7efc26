/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guid.c - GUIDs as bytes on the disk and as text */
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
