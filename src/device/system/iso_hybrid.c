/* SPDX-License-Identifier: GPL-3.0-or-later */
/* iso_hybrid.c - detects isohybrid images: ISO 9660 from sector 0 on, with a bootable MBR
 *
 * isohybrid (syslinux) and xorriso write an MBR to the 32 KiB that ISO 9660 reserves for
 * the system.  Its first entry covers the image from sector 0 on; other entries, such as
 * that for EFI, refer to files inside it.  They cannot be aligned. */
#include "device/system/iso_hybrid.h"

#include <stdio.h>
#include <string.h>

#include "device/parted/foreign.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/mbr_layout.h"

enum {
    SLOTS = 4,
    SECTOR_BYTES = 512,
    /* ECMA-119, 8.4: the first volume descriptor, sector 16 of 2048 bytes. */
    DESCRIPTOR_AT = 32768,
    DESCRIPTOR_MAGIC_BYTES = 6,
};

static const uint8_t *iso_entry(const uint8_t *sector, unsigned slot)
{
    return sector + MBR_AT_ENTRIES + (size_t)slot * MBR_ENTRY_BYTES;
}

/* The type may be 0, as in Debian's images. */
static bool covers_image(const uint8_t *entry)
{
    uint8_t flag = entry[MBR_ENTRY_AT_FLAG];

    return (!flag || flag == MBR_FLAG_ACTIVE) && !le32_at(entry, MBR_ENTRY_AT_START) &&
           le32_at(entry, MBR_ENTRY_AT_LENGTH) > DESCRIPTOR_AT / SECTOR_BYTES;
}

bool iso_hybrid_is(const struct reader *disk)
{
    static const uint8_t magic[DESCRIPTOR_MAGIC_BYTES] = "\001CD001";
    uint8_t sector[SECTOR_BYTES], found[DESCRIPTOR_MAGIC_BYTES];
    bool is_covered = false;

    if (!reader_read(disk, 0, sector, sizeof(sector)) ||
        le16_at(sector, MBR_AT_MAGIC) != MBR_MAGIC)
        return false;
    for (unsigned slot = 0; slot < SLOTS; slot++)
        is_covered |= covers_image(iso_entry(sector, slot));
    return is_covered && reader_read(disk, DESCRIPTOR_AT, found, sizeof(found)) &&
           !memcmp(found, magic, sizeof(magic));
}

/* Entries that exceed the disk cannot be shown. */
static void iso_add_slice(struct layout_builder *builder, const struct extent *whole,
                          const uint8_t *entry, unsigned number)
{
    struct extent slice = { .kind = EXTENT_SLICE,
                            .parent = whole->id,
                            .number = number,
                            .start = le32_at(entry, MBR_ENTRY_AT_START),
                            .length = le32_at(entry, MBR_ENTRY_AT_LENGTH),
                            .is_bootable = entry[MBR_ENTRY_AT_FLAG] == MBR_FLAG_ACTIVE };

    if (!entry[MBR_ENTRY_AT_TYPE] || !slice.start || !slice.length ||
        extent_end(&slice) > whole->length)
        return;
    /* Fits: two digits. */
    (void)snprintf(slice.type, sizeof(slice.type), "%x", entry[MBR_ENTRY_AT_TYPE]);
    (void)layout_builder_add(builder, &slice);
}

struct layout *iso_hybrid_read(struct store *store, const struct limits *limits)
{
    struct err ignored = { 0 };
    CLEANUP(layout_unrefp) struct layout *whole = foreign_read(store, limits, &ignored);
    struct reader disk = store_reader(store);
    uint8_t sector[SECTOR_BYTES];

    if (!whole || layout_label(whole)->kind != LABEL_LOOP ||
        !reader_read(&disk, 0, sector, sizeof(sector)))
        return NULL;
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(whole);
    for (unsigned slot = 0; slot < SLOTS; slot++)
        iso_add_slice(builder, layout_at(whole, 0), iso_entry(sector, slot), slot + 1);
    layout_builder_drop_note(builder, NOTE_LABEL_READ_ONLY);
    layout_builder_note(builder, NOTE_ISO_HYBRID,
                        _("This is a bootable image: an ISO 9660 file system over the "
                          "whole disk.  The partitions in its MBR lie inside it, and "
                          "there is nothing to edit."));
    return layout_builder_finish(builder, &ignored);
}
