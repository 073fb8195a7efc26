/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attributes.c - the attribute bits of a GPT partition as text, as sfdisk writes them */
#include "model/disk/attributes.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

/* UEFI 2.10, table 5.8: bits 3 to 47 are reserved, 48 on belong to the type. */
#define FIRST_OF_TYPE 48
#define BIT_COUNT     64

static const char *const names[] = { "RequiredPartition", "NoBlockIOProtocol",
                                     "LegacyBIOSBootable" };

static const char prefix[] = "GUID:";

/* Parses a number as C does, in hex with 0x, after "GUID:" or alone. */
static bool parse_bit(const char *word, size_t length, unsigned *ret)
{
    size_t skipped = strncmp(word, prefix, sizeof(prefix) - 1) ? 0 : sizeof(prefix) - 1;
    char *end;

    if (skipped == length || !isdigit((unsigned char)word[skipped]))
        return false;
    unsigned long bit = strtoul(word + skipped, &end, 0);
    if (end != word + length || bit >= BIT_COUNT ||
        ATTRIBUTES_RESERVED & UINT64_C(1) << bit)
        return false;
    *ret = (unsigned)bit;
    return true;
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
                             "NoBlockIOProtocol, LegacyBIOSBootable or a bit of 0 to 2 "
                             "and 48 to 63."),
                           length < 40 ? (int)length : 40, text);
        bits |= UINT64_C(1) << bit;
        text += length;
    }
    *ret = bits;
    return true;
}
