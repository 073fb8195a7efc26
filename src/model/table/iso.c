/* SPDX-License-Identifier: GPL-3.0-or-later */
/* iso.c - bootable images: an ISO 9660 file system from sector 0 on, with tables that
 * name parts of it
 *
 * isohybrid (syslinux) and xorriso write an MBR, and some a GPT or an Apple partition
 * map, to the 32 KiB that ISO 9660 reserves for the system.  An entry covers the image
 * from sector 0, 1, 64 or another low one on; others, such as that for EFI, refer to
 * files inside it.  They cannot be aligned, and the image is written as a whole. */
#include "model/table/iso.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/kept.h"

enum {
    BLOCK_BYTES = 2048,
    /* ECMA-119, 8.4: the first volume descriptor, sector 16 of 2048 bytes. */
    DESCRIPTOR_AT = 32768,
    LABEL_AT = 40,
    LABEL_BYTES = 32,
    SIZE_AT = 80, /* in blocks; little-endian, then big-endian */
    BLOCK_SIZE_AT = 128,
    /* Partitions of other disks begin behind, and isohybrid ends its own with a cylinder
     * of 64 heads and 32 sectors of 512 bytes. */
    MIB = 1048576,
};

static bool is_descriptor(const uint8_t *block)
{
    return !memcmp(block + 1, "CD001", 5);
}

/* Returns the length of the image in bytes; 0: there is none. */
static uint64_t read_descriptor(const struct reader *disk, struct iso *ret)
{
    uint8_t blocks[2 * BLOCK_BYTES];
    uint32_t size;

    if (!reader_read(disk, DESCRIPTOR_AT, blocks, sizeof(blocks)) || blocks[0] != 1 ||
        !is_descriptor(blocks) || !is_descriptor(blocks + BLOCK_BYTES) ||
        le16_at(blocks, BLOCK_SIZE_AT) != BLOCK_BYTES)
        return 0;
    size = le32_at(blocks, SIZE_AT);
    if (size != be32_at(blocks, SIZE_AT + 4))
        return 0;
    memcpy(ret->label, blocks + LABEL_AT, LABEL_BYTES);
    ret->label[LABEL_BYTES] = '\0';
    for (size_t end = LABEL_BYTES; end > 0 && ret->label[end - 1] == ' ';)
        ret->label[--end] = '\0';
    return (uint64_t)size * BLOCK_BYTES;
}

struct entry_range {
    uint64_t start, end;
};

/* The entries of both tables. */
struct entries {
    struct entry_range *at; /* MBR_SLOTS, and those of the GPT */
    size_t count;
};

static void iso_add_entry(struct entries *entries, uint64_t start, uint64_t end)
{
    if (end <= start)
        return;
    entries->at[entries->count].start = start;
    entries->at[entries->count++].end = end;
}

static void find_entries(struct entries *entries, const struct mbr_table *mbr,
                         const struct gpt_table *gpt)
{
    for (unsigned i = 0; i < MBR_SLOTS; i++) {
        const struct mbr_entry *entry = &mbr->primary[i];
        if (entry->type != MBR_TYPE_PROTECTIVE)
            iso_add_entry(entries, entry->start, entry->start + entry->length);
    }
    for (size_t i = 0; gpt && i < gpt->count; i++)
        if (gpt->entries[i].last_lba < UINT64_MAX)
            iso_add_entry(entries, gpt->entries[i].first_lba,
                          gpt->entries[i].last_lba + 1);
}

/* True if an entry covers the volume descriptor, as none does that begins behind it, or
 * begins in the first MiB and ends with the image of LENGTH sectors. */
static bool has_own_entry(const struct entries *entries, uint64_t logical,
                          uint64_t length)
{
    for (size_t i = 0; i < entries->count; i++) {
        uint64_t start = entries->at[i].start, end = entries->at[i].end;
        if (start <= DESCRIPTOR_AT / logical && end > DESCRIPTOR_AT / logical)
            return true;
        if (start < MIB / logical && length && end >= length &&
            end - length < MIB / logical)
            return true;
    }
    return false;
}

static bool is_any_low(const struct entries *entries, uint64_t logical)
{
    for (size_t i = 0; i < entries->count; i++)
        if (entries->at[i].start < MIB / logical)
            return true;
    return false;
}

void iso_decode(const struct reader *disk, const struct limits *limits,
                const struct mbr_table *mbr, const struct gpt_table *gpt, struct iso *ret)
{
    CLEANUP(freep)
    struct entry_range *ranges =
        xcalloc(MBR_SLOTS + (gpt ? gpt->count : 0), sizeof(*ranges));
    struct entries entries = { .at = ranges };
    uint64_t logical = limits->logical, bytes;

    *ret = (struct iso){ 0 };
    find_entries(&entries, mbr, gpt);
    if (!is_any_low(&entries, logical) || !(bytes = read_descriptor(disk, ret)))
        return;
    uint64_t length = num_round_up(bytes, logical) / logical;
    if (!has_own_entry(&entries, logical, length))
        return;
    ret->length = length;
    for (size_t i = 0; i < entries.count; i++)
        if (entries.at[i].start < length && entries.at[i].end > ret->length)
            ret->length = entries.at[i].end;
    ret->length = num_min(ret->length, limits->size);
}

uint32_t iso_enclose(struct layout_builder *builder, const struct iso *iso)
{
    struct extent kept = { .kind = EXTENT_KEPT,
                           .role = ROLE_ISO,
                           .length = iso->length,
                           .content.state = CONTENT_FOUND };

    copy_text(kept.content.type, sizeof(kept.content.type), "iso9660");
    copy_text(kept.content.label, sizeof(kept.content.label), iso->label);
    layout_builder_note(
        builder, NOTE_ISO_HYBRID,
        _("This is a bootable image: an ISO 9660 file system in sectors 0 "
          "to %llu. The partitions that its tables name there lie inside "
          "it and stay as they are; what follows can be used."),
        (ull)iso->length - 1);
    return kept_enclose(builder, &kept);
}
