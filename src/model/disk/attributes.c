/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attributes.c - the attribute bits of a GPT partition as text, as sfdisk writes them */
#include "model/disk/attributes.h"

#include <stdio.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

/* UEFI 2.10, table 5.8: bits 3 to 47 are reserved, 48 on belong to the type. */
#define FIRST_OF_TYPE 48
#define BIT_COUNT     64

static const char *const names[] = { "RequiredPartition", "NoBlockIOProtocol",
                                     "LegacyBIOSBootable" };

static const char prefix[] = "GUID:";

static bool parse_bit(const char *word, size_t length, unsigned *ret)
{
    if (!strncmp(word, prefix, sizeof(prefix) - 1)) {
        word += sizeof(prefix) - 1;
        length -= sizeof(prefix) - 1;
    }
    if (length != 2 || word[0] < '4' || word[0] > '6' || word[1] < '0' || word[1] > '9')
        return false;
    *ret = (unsigned)(word[0] - '0') * 10 + (unsigned)(word[1] - '0');
    return *ret >= FIRST_OF_TYPE && *ret < BIT_COUNT;
}

static bool parse_attribute(const char *word, size_t length, unsigned *ret)
{
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        if (strlen(names[i]) == length && !strncmp(names[i], word, length)) {
            *ret = i;
            return true;
        }
    }
    return parse_bit(word, length, ret);
}

const char *attributes_format(uint64_t bits, char buf[ATTRIBUTES_TEXT])
{
    const char *gap = prefix;
    char *to = buf;

    /* Three names, and three characters for each of 16 numbers, fit in BUF. */
    *to = '\0';
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
        if (bits >> i & 1)
            to += sprintf(to, "%s%s", to == buf ? "" : " ", names[i]);
    if (bits >> FIRST_OF_TYPE && to != buf)
        *to++ = ' ';
    for (unsigned i = FIRST_OF_TYPE; i < BIT_COUNT; i++) {
        if (!(bits >> i & 1))
            continue;
        to += sprintf(to, "%s%u", gap, i);
        gap = ",";
    }
    return buf;
}

bool attributes_parse(const char *text, uint64_t *ret, struct err *err)
{
    static const char between[] = " \t,";
    uint64_t bits = 0;
    unsigned bit;

    for (text += strspn(text, between); *text; text += strspn(text, between)) {
        size_t length = strcspn(text, between);
        if (!parse_attribute(text, length, &bit))
            return err_set(err, ERR_USAGE,
                           _("'%.*s' is no attribute: write RequiredPartition, "
                             "NoBlockIOProtocol, LegacyBIOSBootable or a bit from 48 to "
                             "63."),
                           length < 40 ? (int)length : 40, text);
        bits |= UINT64_C(1) << bit;
        text += length;
    }
    *ret = bits;
    return true;
}
