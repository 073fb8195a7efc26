/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fields.c - finds the start of its partition in boot sectors, and changes fields
 *
 * Microsoft, "FAT: General Overview of On-Disk Format" 1.03, BPB_HiddSec; "exFAT file
 * system specification" 3.1.4 (PartitionOffset) and 3.4 (boot checksum). */
#include "model/move/plan/fields.h"

#include <assert.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/plan/fields_private.h"

enum {
    BOOT_BYTES = 512,
    HIDDEN_SECTORS_AT = 28,
    FAT_BPB_AT = 11, /* sizes of the volume, up to the hidden sectors */
    FAT_OLD_SIZE_AT = 22,
    FAT_BACKUP_AT = 50,
    EXFAT_PLACE_AT = 64,
    EXFAT_REGION = 12, /* sectors: 11 of boot code and data, 1 of checksums */
    EXFAT_FLAGS_AT = 106,
    EXFAT_IN_USE_AT = 112,
};

struct finding {
    const struct fields_move *move;
    const struct reader *part;
    struct fields *fields;
};

bool field_can_hold(unsigned width, uint64_t value)
{
    return width >= 8 || value >> width * 8 == 0;
}

/* Sets *RET to what a field that contains VALUE has to contain after the move. False if
 * VALUE is neither the start nor, in a logical partition, the distance from its EBR. */
static bool start_after(const struct fields_move *move, uint64_t value, uint64_t *ret)
{
    bool is_start = value == move->extent->start;

    if (!is_start && (!move->ebr || value != move->extent->start - move->ebr))
        return false;
    *ret = is_start ? move->new_start : move->new_start - move->new_ebr;
    return true;
}

static struct move_field *add_start(const struct finding *finding, enum field_kind kind,
                                    uint64_t offset, unsigned width, uint64_t value)
{
    struct move_field *field = &finding->fields->at[finding->fields->count++];

    *field = (struct move_field){ kind, offset, width, 1, value, value, false };
    field->is_left = !start_after(finding->move, value, &field->after) ||
                     !field_can_hold(width, field->after);
    if (field->is_left)
        field->after = value;
    return field;
}

static void add_hidden_sectors(const struct finding *finding, uint64_t offset,
                               const uint8_t *boot)
{
    (void)add_start(finding, FIELD_HIDDEN_SECTORS, offset + HIDDEN_SECTORS_AT, 4,
                    le32_at(boot, HIDDEN_SECTORS_AT));
}

/* True if the copy of the boot sector is in the partition. */
static bool is_copy_inside(const struct reader *part, uint64_t offset, uint64_t count)
{
    return part->size >= count && offset <= part->size - count;
}

static bool find_fat(const struct finding *finding)
{
    uint8_t boot[BOOT_BYTES], copy[BOOT_BYTES];

    if (!reader_read(finding->part, 0, boot, sizeof(boot)))
        return false;
    add_hidden_sectors(finding, 0, boot);
    uint64_t offset =
        le16_at(boot, FAT_BACKUP_AT) * finding->move->extent->content.inside.sector;
    bool is_fat32 = le16_at(boot, FAT_OLD_SIZE_AT) == 0;
    if (!is_fat32 || !offset || !is_copy_inside(finding->part, offset, sizeof(copy)))
        return true;
    if (!reader_read(finding->part, offset, copy, sizeof(copy)))
        return false;
    if (le16_at(copy, 510) == 0xAA55 &&
        !memcmp(copy + FAT_BPB_AT, boot + FAT_BPB_AT, HIDDEN_SECTORS_AT - FAT_BPB_AT))
        add_hidden_sectors(finding, offset, copy);
    return true;
}

static bool find_ntfs(const struct finding *finding)
{
    const struct inside *inside = &finding->move->extent->content.inside;
    /* The backup is in the last sector of the volume. */
    const uint64_t places[] = { 0, inside->volume - inside->sector };
    uint8_t boot[BOOT_BYTES];

    for (size_t i = 0; i < (inside->volume ? ARRAY_SIZE(places) : 1); i++) {
        if (!reader_read(finding->part, places[i], boot, sizeof(boot)))
            return false;
        if (!memcmp(boot + 3, "NTFS    ", 8))
            add_hidden_sectors(finding, places[i], boot);
    }
    return true;
}

static uint32_t exfat_checksum(const uint8_t *region, size_t count)
{
    uint32_t sum = 0;

    for (size_t i = 0; i < count; i++)
        if (i != EXFAT_FLAGS_AT && i != EXFAT_FLAGS_AT + 1 && i != EXFAT_IN_USE_AT)
            sum = (sum << 31 | sum >> 1) + region[i];
    return sum;
}

/* True if the last sector of the region consists of its checksum. */
static bool is_exfat_region(const uint8_t *region, size_t sector)
{
    size_t end = (EXFAT_REGION - 1) * sector;
    uint32_t sum = exfat_checksum(region, end);

    for (size_t at = end; at < end + sector; at += 4)
        if (le32_at(region, at) != sum)
            return false;
    return !memcmp(region + 3, "EXFAT   ", 8);
}

static void add_exfat(const struct finding *finding, uint64_t offset, uint8_t *region,
                      size_t sector)
{
    size_t end = (EXFAT_REGION - 1) * sector;
    struct move_field *start =
        add_start(finding, FIELD_PARTITION_OFFSET, offset + EXFAT_PLACE_AT, 8,
                  le64_at(region, EXFAT_PLACE_AT));
    /* 0: the specification tells all readers to ignore it. */
    bool is_changed = start->before && !start->is_left && is_exfat_region(region, sector);

    if (!is_changed) {
        start->is_left = true;
        start->after = start->before;
        return;
    }
    put_le64(region, EXFAT_PLACE_AT, start->after);
    finding->fields->at[finding->fields->count++] = (struct move_field){
        .kind = FIELD_BOOT_CHECKSUM,
        .offset = offset + end,
        .width = 4,
        .repeat = (unsigned)(sector / 4),
        .before = le32_at(region, end),
        .after = exfat_checksum(region, end),
    };
}

static bool find_exfat(const struct finding *finding)
{
    size_t sector = (size_t)finding->move->extent->content.inside.sector;
    size_t bytes = EXFAT_REGION * sector;
    CLEANUP(freep) uint8_t *region = xmalloc(bytes);

    assert(sector >= BOOT_BYTES);
    for (unsigned i = 0; i < 2; i++) { /* main and backup */
        uint64_t offset = i * bytes;
        if (!is_copy_inside(finding->part, offset, bytes))
            continue;
        if (!reader_read(finding->part, offset, region, bytes))
            return false;
        if (!memcmp(region + 3, "EXFAT   ", 8))
            add_exfat(finding, offset, region, sector);
    }
    return true;
}

bool fields_find(const struct fields_move *move, const struct reader *part,
                 struct fields *ret, struct err *err)
{
    static bool (*const finders[INSIDE_COUNT])(const struct finding *) = {
        [INSIDE_FAT] = find_fat,
        [INSIDE_NTFS] = find_ntfs,
        [INSIDE_EXFAT] = find_exfat,
    };
    struct fields fields = { .count = 0 };
    struct finding finding = { move, part, &fields };
    enum inside_kind kind = move->extent->content.inside.kind;

    if (finders[kind] && !finders[kind](&finding))
        return err_set(err, ERR_UNREADABLE,
                       _("The boot sector of partition %u cannot be read."),
                       move->extent->number);
    if (!fields_find_bsd(move, part, &fields, err))
        return false;
    *ret = fields;
    return true;
}

/* --- changing them --- */

static uint64_t value_at(const uint8_t *bytes, unsigned width)
{
    uint64_t value = 0;

    for (unsigned i = width; i > 0; i--)
        value = value << 8 | bytes[i - 1];
    return value;
}

static void put_value(uint8_t *bytes, unsigned width, uint64_t value)
{
    for (unsigned i = 0; i < width; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

/* Returns the INDEX-th number of FIELD among the COUNT BYTES at OFFSET; NULL if it lies
 * elsewhere. */
static uint8_t *number_in(const struct move_field *field, unsigned index, uint64_t offset,
                          uint8_t *bytes, size_t count)
{
    uint64_t at = field->offset + index * field->width;

    return at >= offset && at - offset < count ? bytes + (at - offset) : NULL;
}

static bool is_as_before(const struct move_field *field, uint64_t offset, uint8_t *bytes,
                         size_t count)
{
    for (unsigned i = 0; i < field->repeat; i++) {
        const uint8_t *number = number_in(field, i, offset, bytes, count);
        if (number && value_at(number, field->width) != field->before)
            return false;
    }
    return true;
}

bool fields_apply(const struct fields *fields, uint64_t offset, uint8_t *bytes,
                  size_t count)
{
    for (size_t i = 0; i < fields->count; i++)
        if (!fields->at[i].is_left && !is_as_before(&fields->at[i], offset, bytes, count))
            return false;
    for (size_t i = 0; i < fields->count; i++) {
        const struct move_field *field = &fields->at[i];
        for (unsigned k = 0; !field->is_left && k < field->repeat; k++) {
            uint8_t *number = number_in(field, k, offset, bytes, count);
            if (number)
                put_value(number, field->width, field->after);
        }
    }
    return true;
}

bool fields_are_in_zones(const struct fields *fields, const struct zones *zones,
                         uint64_t logical)
{
    for (size_t i = 0; i < fields->count; i++) {
        const struct move_field *field = &fields->at[i];
        uint64_t end = field->offset + (uint64_t)field->width * field->repeat;
        if (!field->is_left &&
            !zones_contain(zones, field->offset / logical, (end + logical - 1) / logical))
            return false;
    }
    return true;
}
