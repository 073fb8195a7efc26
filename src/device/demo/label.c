/* SPDX-License-Identifier: GPL-3.0-or-later */
/* label.c - writes partition tables and contents of demo disks */
#include <assert.h>

#include "device/demo/disk.h"
#include "model/base/guid.h"
#include "model/base/mem.h"
#include "model/table/bsd.h"
#include "model/table/gpt.h"
#include "model/table/mbr.h"

enum {
    TRACK = 63, /* an EBR is one track before its logical partition */
    GPT_SLOTS = 128,
};

/* Makes a UUID (version 4 of RFC 4122) that is the same on each run and different for
 * each disk and part. */
static void make_uuid(uint8_t uuid[16], const struct demo_disk *disk, size_t part)
{
    demo_fill(uuid, 16,
              (uint64_t)(disk - demo_disk_at((enum demo_kind)0)) * 64 + part + 1);
    uuid[6] = (uint8_t)((uuid[6] & 0x0F) | 0x40);
    uuid[8] = (uint8_t)((uuid[8] & 0x3F) | 0x80);
}

/* Returns the UUID in GUID byte order: the third group is little endian (UEFI 2.10,
 * appendix A). */
static struct guid make_guid(const struct demo_disk *disk, size_t part)
{
    struct guid guid;

    make_uuid(guid.bytes, disk, part);
    uint8_t version = guid.bytes[6];
    guid.bytes[6] = guid.bytes[7];
    guid.bytes[7] = version;
    return guid;
}

static unsigned find_extended(const struct demo_disk *disk)
{
    for (size_t i = 0; i < disk->count; i++)
        if (mbr_type_is_extended(disk->parts[i].type) && disk->parts[i].number)
            return disk->parts[i].number - 1;
    return MBR_SLOTS;
}

static void fill_mbr(struct mbr_table *table, const struct demo_disk *disk)
{
    for (size_t i = 0; i < disk->count; i++) {
        const struct demo_part *part = &disk->parts[i];
        struct mbr_entry entry = { part->is_bootable ? 0x80 : 0, part->type, part->start,
                                   part->length };
        if (part->number > MBR_SLOTS)
            mbr_add_logical(table, find_extended(disk), part->start - TRACK, &entry);
        else if (part->number)
            table->primary[part->number - 1] = entry;
    }
}

static void label_put_msdos(struct demo_image *image, const struct demo_disk *disk)
{
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    CLEANUP(freep)
    struct mbr_sector *sectors = xcalloc(MBR_SECTORS_MAX, sizeof(*sectors));

    table->kind = MBR_TABLE;
    table->signature = disk->signature;
    fill_mbr(table, disk);
    size_t count = mbr_encode(table, sectors);
    if (disk->grub_sectors) {
        demo_fill_grub(sectors[0].bytes);
        demo_put_grub_core(image, disk->grub_sectors);
    }
    for (size_t i = 0; i < count; i++)
        demo_put(image, sectors[i].lba * disk->logical, sectors[i].bytes, MBR_BYTES);
}

static void add_gpt_part(struct gpt_table *table, const struct demo_disk *disk, size_t i)
{
    const struct demo_part *part = &disk->parts[i];
    struct gpt_entry entry = {
        .slot = part->number - 1,
        .first_lba = part->start,
        .last_lba = part->start + part->length - 1,
    };
    bool is_guid = guid_parse(part->guid, &entry.type);

    assert(is_guid);
    (void)is_guid;
    entry.unique = make_guid(disk, 32 + i);
    for (size_t unit = 0; part->name[unit]; unit++)
        entry.name[2 * unit] = (uint8_t)part->name[unit];
    gpt_add(table, &entry);
}

static void label_put_gpt(struct demo_image *image, const struct demo_disk *disk)
{
    struct gpt_table table;
    struct gpt_image bytes;
    struct guid guid = make_guid(disk, 0);
    bool fits = gpt_init(&table, disk->logical, disk->size, &guid, GPT_SLOTS);
    assert(fits);
    (void)fits;
    for (size_t i = 0; i < disk->count; i++)
        add_gpt_part(&table, disk, i);
    gpt_encode(&table, &bytes);
    demo_put(image, 0, bytes.front, bytes.front_bytes);
    demo_put(image, bytes.back_offset, bytes.back, bytes.back_bytes);
    gpt_image_finish(&bytes);
    gpt_finish(&table);
}

/* OpenBSD's label is in the second sector of its slice.  Its LBAs count from the start of
 * the disk, and its bounds are those of the slice. */
static void label_put_bsd(struct demo_image *image, const struct demo_disk *disk,
                          const struct demo_part *slice)
{
    struct bsd_label label = {
        .flavour = BSD_OPENBSD,
        .sector_bytes = (uint32_t)disk->logical,
        .size = disk->size,
        .bound_start = slice->start,
        .bound_end = slice->start + slice->length,
        .pack_name = "WDC WD10EARS-00Y",
        .count = BSD_ENTRIES_MAX,
    };
    uint8_t bytes[BSD_LABEL_BYTES];

    for (size_t i = 0; i < disk->count; i++) {
        const struct demo_part *part = &disk->parts[i];
        if (part->letter)
            label.entries[part->letter - 'a'] =
                (struct bsd_entry){ part->start, part->length, part->type };
    }
    bsd_encode(&label, bytes);
    demo_put(image, (slice->start + 1) * disk->logical, bytes, sizeof(bytes));
}

void demo_put_label(struct demo_image *image, const struct demo_disk *disk)
{
    enum bsd_flavour flavour;

    if (disk->is_gpt) {
        label_put_gpt(image, disk);
        return;
    }
    label_put_msdos(image, disk);
    for (size_t i = 0; i < disk->count; i++)
        if (disk->parts[i].number && bsd_flavour_of_type(disk->parts[i].type, &flavour))
            label_put_bsd(image, disk, &disk->parts[i]);
}

/* Puts data at some places only, so that the file stays sparse. */
static void label_put_data(struct demo_image *image, const struct demo_content *content)
{
    enum { CHUNK = 1 << 18, CHUNKS = 16 };
    CLEANUP(freep) uint8_t *bytes = xmalloc(CHUNK);
    uint64_t stride = content->size / CHUNKS;

    for (uint64_t i = 0; i < CHUNKS; i++) {
        demo_fill(bytes, CHUNK, i + 1);
        demo_put(image, content->offset + i * stride + stride / 2, bytes, CHUNK);
    }
}

void demo_put_contents(struct demo_image *image, const struct demo_disk *disk)
{
    for (size_t i = 0; i < disk->count; i++) {
        const struct demo_part *part = &disk->parts[i];
        struct demo_content content = {
            .fs = part->fs,
            .label = part->label,
            .logical = disk->logical,
            .start = part->start,
            .offset = part->start * disk->logical,
            .size = part->length * disk->logical,
        };
        make_uuid(content.uuid, disk, i + 1);
        demo_content_put(image, &content);
        if (part->is_filled)
            label_put_data(image, &content);
    }
}
