/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner_sector.c - recognises a single sector that no table leads to */
#include "model/found/owner_sector.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/found/magic.h"
#include "model/table/mbr.h"

enum {
    ENTRIES = 446,
    ENTRY_BYTES = 16,
    SIGNATURE = 510,
};

static const uint8_t *entry_at(const uint8_t *sector, unsigned slot)
{
    return sector + ENTRIES + slot * ENTRY_BYTES;
}

static bool is_ebr_entry_used(const uint8_t *entry)
{
    return !(entry[0] & 0x7f) && entry[4] && le32_at(entry, 12);
}

/* A data entry, then a link or nothing, as all programs write it. */
static bool is_ebr(const uint8_t *sector)
{
    const uint8_t *link = entry_at(sector, 1);

    return is_ebr_entry_used(entry_at(sector, 0)) &&
           (mem_is_zero(link, ENTRY_BYTES) ||
            (is_ebr_entry_used(link) && mbr_type_is_extended(link[4]))) &&
           mem_is_zero(entry_at(sector, 2), 2 * ENTRY_BYTES);
}

/* The jump over the parameters, as FAT, NTFS and exFAT begin with. */
static bool begins_with_jump(const uint8_t *sector)
{
    return (sector[0] == 0xeb && sector[2] == 0x90) || sector[0] == 0xe9;
}

static const struct {
    const char *id, *name;
    const char *magic;
    size_t count;
} magics[] = {
    { "gpt", N_("a GPT header"), "EFI PART", 8 },
    { "journal", N_("a journal of alidade"), "ALIDADE", 8 },
    { "ldm", N_("the database of a Windows dynamic disk"), "PRIVHEAD", 8 },
    { "ldm", N_("the database of a Windows dynamic disk"), "TOCBLOCK", 8 },
    { "ldm", N_("the database of a Windows dynamic disk"), "VMDB", 4 },
    { "ldm", N_("the database of a Windows dynamic disk"), "VBLK", 4 },
};

static bool mark_set(struct owner_mark *ret, const char *id, const char *name)
{
    ret->id = id;
    copy_text(ret->name, sizeof(ret->name), name);
    return true;
}

bool owner_sector_find(const uint8_t *sector, struct owner_mark *ret)
{
    bool has_signature = le16_at(sector, SIGNATURE) == 0xAA55;

    for (size_t i = 0; i < ARRAY_SIZE(magics); i++)
        if (!memcmp(sector, magics[i].magic, magics[i].count))
            return mark_set(ret, magics[i].id, _(magics[i].name));
    if (has_signature && is_ebr(sector))
        return mark_set(ret, "ebr", _("an EBR, the link to a logical partition"));
    return has_signature && begins_with_jump(sector) &&
           mark_set(ret, "boot-sector", _("a boot sector"));
}

bool owner_sector_has_super(const uint8_t *sector, uint64_t logical,
                            struct owner_mark *ret)
{
    for (uint64_t at = 0; at < logical; at += MAGIC_SECTOR) {
        const struct magic *magic = magic_in_sector(sector + at);
        if (!magic || !magic_is_strong(magic))
            continue;
        /* TRANSLATORS: the argument is a kind of content, such as jfs */
        CLEANUP(freep)
        char *name = xasprintf(_("a superblock of %s"), magic->type);
        return mark_set(ret, "superblock", name);
    }
    return false;
}
