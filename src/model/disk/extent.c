/* SPDX-License-Identifier: GPL-3.0-or-later */
/* extent.c - what kinds of extents there are, and what each holds */
#include "model/disk/extent.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/utf8.h"
#include "model/disk/layout.h"

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
           extent->kind != EXTENT_DAMAGED && extent->kind != EXTENT_KEPT;
}

bool extent_is_entry(const struct extent *extent)
{
    return extent_is_partition(extent) && extent->kind != EXTENT_SLICE;
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

bool extent_is_in_use(const struct extent *extent)
{
    return extent->use.kind != USE_NONE && extent->use.kind != USE_LVM_IDLE;
}

uint64_t extent_entry_length(const struct extent *extent)
{
    return extent->fault ? extent->claimed : extent->length;
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
        [ROLE_HYBRID] = N_("MBR"),
        [ROLE_ISO] = "iso9660",
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

/* Returns "" for an empty partition. */
static const char *unsigned_words(enum content_zeros zeros)
{
    static const char *const words[ZEROS_COUNT] = {
        [ZEROS_NOT_READ] = N_("unknown content"),
        [ZEROS_SAMPLED] = N_("unknown content that looks empty"),
        [ZEROS_NONE] = N_("data of unknown kind"),
    };

    return words[zeros] ? _(words[zeros]) : "";
}

static const char *kind_words(const struct content *content, char buf[CONTENT_NAME])
{
    switch (content->state) {
    case CONTENT_UNKNOWN:
        return _("content not read");
    case CONTENT_UNREADABLE:
        return _("unreadable content");
    case CONTENT_NONE:
        return unsigned_words(content->zeros);
    case CONTENT_FOUND:
    case CONTENT_AMBIVALENT:
        break;
    }
    return content_name(content, buf);
}

static char *volume_name(const struct extent *extent)
{
    return utf8_shown(extent->content.label[0] ? extent->content.label : extent->name);
}

static uint64_t used_of(const struct content *content)
{
    return content->state == CONTENT_FOUND ? content->inside.used : 0;
}

static char *named_words(const char *kind, const char *name, const char *size,
                         const char *used)
{
    if (!kind[0])
        return xasprintf(_("'%1$s', %2$s"), name, size);
    if (!used)
        return xasprintf(_("%1$s '%2$s', %3$s"), kind, name, size);
    /* TRANSLATORS: what a partition holds: ext4 'data', 814.3 GiB, 512 GiB used */
    return xasprintf(_("%1$s '%2$s', %3$s, %4$s used"), kind, name, size, used);
}

static char *unnamed_words(const char *kind, const char *size, const char *used)
{
    if (!kind[0])
        return xstrdup(size);
    if (!used)
        return xasprintf("%s, %s", kind, size);
    /* TRANSLATORS: what a partition holds: ext4, 814.3 GiB, 512 GiB used */
    return xasprintf(_("%1$s, %2$s, %3$s used"), kind, size, used);
}

char *extent_content_words(const struct layout *layout, const struct extent *extent)
{
    char buf[CONTENT_NAME];
    const char *kind = kind_words(&extent->content, buf);
    CLEANUP(freep) char *name = volume_name(extent);
    uint64_t bytes = extent->length * layout_limits(layout)->logical;
    uint64_t used_bytes = used_of(&extent->content);
    char size[SIZE_TEXT], room[SIZE_TEXT];
    const char *used = used_bytes ? room : NULL;

    size_format_pair(bytes, used_bytes, size, room);
    return name[0] ? named_words(kind, name, size, used)
                   : unnamed_words(kind, size, used);
}
