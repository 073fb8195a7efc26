/* SPDX-License-Identifier: GPL-3.0-or-later */
/* extent.c - what kinds of extents there are, and what each holds */
#include "model/disk/extent.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

unsigned extent_diff(const struct extent *a, const struct extent *b)
{
    bool is_fault_same = a->fault == b->fault && a->claimed == b->claimed;
    bool is_id_same = a->id == b->id && a->parent == b->parent;

    return (a->start != b->start ? DIFF_START : 0u) |
           (a->length != b->length ? DIFF_LENGTH : 0u) |
           (a->number != b->number ? DIFF_NUMBER : 0u) |
           (strcmp(a->type, b->type) != 0 ? DIFF_TYPE : 0u) |
           (strcmp(a->name, b->name) != 0 ? DIFF_NAME : 0u) |
           (strcmp(a->uuid, b->uuid) != 0 ? DIFF_UUID : 0u) |
           (a->attributes != b->attributes ? DIFF_ATTRIBUTES : 0u) |
           (a->is_bootable != b->is_bootable ? DIFF_BOOT : 0u) |
           (a->kind != b->kind ? DIFF_KIND : 0u) | (a->role != b->role ? DIFF_ROLE : 0u) |
           (a->letter != b->letter ? DIFF_LETTER : 0u) |
           (is_fault_same ? 0u : DIFF_FAULT) | (is_id_same ? 0u : DIFF_ID);
}

bool extent_is_partition(const struct extent *extent)
{
    return extent->kind != EXTENT_FREE && extent->kind != EXTENT_METADATA &&
           extent->kind != EXTENT_DAMAGED;
}

enum extent_kind extent_entry_kind(const struct extent *extent)
{
    return extent->kind == EXTENT_DAMAGED ? extent->claimed_kind : extent->kind;
}

bool extent_is_damaged(const struct extent *extent)
{
    return extent->fault && extent->claimed_kind != EXTENT_METADATA;
}

bool extent_holds_data(const struct extent *extent)
{
    return extent->kind == EXTENT_PARTITION || extent->kind == EXTENT_LOGICAL;
}

/* Abbreviates libblkid's names for narrow columns. */
static const struct {
    const char *type, *word;
} short_words[] = {
    { "BitLocker", "BitL" },       { "LVM1_member", "LVM" },
    { "LVM2_member", "LVM" },      { "crypto_LUKS", "LUKS" },
    { "ddf_raid_member", "ddf" },  { "isw_raid_member", "isw" },
    { "linux_raid_member", "md" }, { "swsuspend", "swap" },
    { "zfs_member", "zfs" },
};

static const char *role_word(enum extent_role role)
{
    static const char *const words[ROLE_COUNT] = {
        /* TRANSLATORS: what an extent is; 4 to 6 columns each */
        [ROLE_MBR] = N_("MBR"),
        [ROLE_GPT_PRIMARY] = N_("GPT"),
        [ROLE_GPT_BACKUP] = N_("GPT"),
        [ROLE_EBR] = N_("EBR"),
        [ROLE_TABLE] = N_("table"),
        [ROLE_MBR_GAP] = N_("gap"),
        [ROLE_UNADDRESSABLE] = N_("beyond"),
        [ROLE_CLAIMED] = N_("damaged"),
        [ROLE_RAW] = N_("raw"),
        [ROLE_UNUSED] = N_("unused"),
    };

    return words[role] ? _(words[role]) : NULL;
}

static const char *short_word(const char *type)
{
    for (size_t i = 0; i < ARRAY_SIZE(short_words); i++)
        if (!strcmp(short_words[i].type, type))
            return short_words[i].word;
    return type;
}

const char *extent_word(const struct extent *extent, char ret[CONTENT_NAME])
{
    const char *word = role_word(extent->role);
    struct content content = extent->content;

    if (word)
        return word;
    if (extent->kind == EXTENT_FREE)
        return _("free");
    if (extent->kind == EXTENT_EXTENDED)
        return "";
    /* TRANSLATORS: the contents could not be read; 4 to 6 columns */
    if (content.state == CONTENT_UNREADABLE)
        return _("error");
    copy_text(content.type, sizeof(content.type), short_word(extent->content.type));
    copy_text(content.other, sizeof(content.other), short_word(extent->content.other));
    return content_name(&content, ret);
}
