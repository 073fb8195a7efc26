/* SPDX-License-Identifier: GPL-3.0-or-later */
/* label.c - the table of all kinds of partition tables */
#include "model/disk/label.h"

#include <stddef.h>
#include <string.h>

/* parted: libparted's name, also displayed.  json: sfdisk's name, if it has one. */
static const struct {
    const char *parted;
    const char *json;
    uint64_t addressable; /* LBAs */
} kinds[LABEL_COUNT] = {
    [LABEL_NONE] = { "none", NULL, 0 },
    [LABEL_LOOP] = { "loop", NULL, 0 },
    /* Start and length are 32-bit fields. */
    [LABEL_MSDOS] = { "msdos", "dos", UINT64_C(1) << 32 },
    [LABEL_GPT] = { "gpt", "gpt", 0 },
    [LABEL_BSD] = { "bsd", "bsd", 0 },
    [LABEL_SUN] = { "sun", "sun", 0 },
    [LABEL_MAC] = { "mac", "mac", 0 },
    [LABEL_AMIGA] = { "amiga", "amiga", 0 },
    [LABEL_ATARI] = { "atari", "atari", 0 },
    [LABEL_DVH] = { "dvh", "sgi", 0 },
    [LABEL_PC98] = { "pc98", "pc98", 0 },
    [LABEL_OTHER] = { "", NULL, 0 },
};

const char *label_name(const struct label *label)
{
    return label->kind == LABEL_OTHER ? label->name : kinds[label->kind].parted;
}

const char *label_json_name(const struct label *label)
{
    return label->kind == LABEL_OTHER ? label->name : kinds[label->kind].json;
}

enum label_kind label_kind_of_parted(const char *name)
{
    for (size_t i = LABEL_LOOP; i < LABEL_OTHER; i++)
        if (!strcmp(kinds[i].parted, name))
            return (enum label_kind)i;
    return LABEL_OTHER;
}

uint64_t label_addressable(enum label_kind kind)
{
    return kinds[kind].addressable;
}

void label_usable(const struct label *label, uint64_t size, uint64_t *ret_low,
                  uint64_t *ret_high)
{
    bool is_known = label->last_usable >= label->first_usable && label->last_usable &&
                    label->last_usable < size;
    uint64_t max = label_addressable(label->kind);

    *ret_low = is_known ? label->first_usable : 0;
    *ret_high = is_known ? label->last_usable + 1 : size;
    if (max && *ret_high > max)
        *ret_high = max;
}

bool label_equal(const struct label *a, const struct label *b)
{
    return a->kind == b->kind && !strcmp(a->name, b->name) && !strcmp(a->id, b->id) &&
           a->first_usable == b->first_usable && a->last_usable == b->last_usable;
}

bool label_is_editable(enum label_kind kind)
{
    return kind == LABEL_GPT || kind == LABEL_MSDOS;
}
