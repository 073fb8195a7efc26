/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fields.c - the start of a partition in its boot sectors, before and after a move
 */
#include "model/move/plan/fields.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/inside.h"
#include "support/inside_fixture.h"
#include "support/sparse.h"
#include "support/test.h"

enum { HIDDEN = 28, EXFAT_PLACE = 64, EBR = 1000 };

#define MIB (UINT64_C(1) << 20)

/* A partition at sector 63, or in a container at EBR + 63, with one content. */
struct scene {
    struct sparse disk;
    struct reader part;
    struct extent extent;
    struct fields_move move;
    struct fields fields;
    struct err err;
};

static void scene_init(struct scene *scene, const char *name, uint64_t start)
{
    const struct fixture *fixture = fixture_named(name);
    uint8_t bytes[FIXTURE_ROOM] = { 0 };

    *scene = (struct scene){ .disk = { .size_bytes = fixture->size } };
    fixture->make(bytes);
    sparse_put(&scene->disk, fixture->base, bytes, fixture->count);
    scene->part = sparse_reader(&scene->disk);
    scene->extent = (struct extent){ .kind = EXTENT_PARTITION,
                                     .number = 1,
                                     .start = start,
                                     .length = fixture->size / 512,
                                     .type = "07",
                                     .content = { .state = CONTENT_FOUND } };
    ck_assert(inside_decode(&scene->part, fixture->type, &scene->extent.content.inside));
    scene->move =
        (struct fields_move){ .extent = &scene->extent, .new_start = 56, .logical = 512 };
}

static void scene_put32(struct scene *scene, uint64_t offset, uint32_t value)
{
    uint8_t bytes[4];

    put_le32(bytes, 0, value);
    sparse_put(&scene->disk, offset, bytes, sizeof(bytes));
}

static void scene_find(struct scene *scene)
{
    struct zones zones;

    ck_assert_msg(fields_find(&scene->move, &scene->part, &scene->fields, &scene->err),
                  "%s", scene->err.text);
    if (!zones_can_carry(&scene->extent.content))
        return;
    ck_assert(zones_find(&scene->extent.content, &scene->part, 512, &zones));
    ck_assert(fields_are_in_zones(&scene->fields, &zones, 512));
    zones.count = 1;
    zones.at[0].length = 0;
    bool is_changed = false;
    for (size_t i = 0; i < scene->fields.count; i++)
        is_changed |= !scene->fields.at[i].is_left;
    ck_assert_int_eq(fields_are_in_zones(&scene->fields, &zones, 512), !is_changed);
}

/* The COUNT bytes at OFFSET, before and after fields_apply(); free(). */
static uint8_t *scene_apply(struct scene *scene, uint64_t offset, size_t count,
                            uint8_t *ret_before)
{
    uint8_t *bytes = xmalloc(count);

    ck_assert(reader_read(&scene->part, offset, bytes, count));
    memcpy(ret_before, bytes, count);
    ck_assert(fields_apply(&scene->fields, offset, bytes, count));
    return bytes;
}

/* The test fails where bytes outside [at, at + width) differ. */
static void expect_only(const uint8_t *before, const uint8_t *after, size_t count,
                        size_t at, size_t width)
{
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(before[i] == after[i] || (i >= at && i < at + width), "byte %zu",
                      i);
}

static const struct {
    const char *content;
    uint64_t start, new_start, ebr, new_ebr;
    uint32_t before;
    uint32_t after;
    bool is_left;
} hidden[] = {
    { "fat16", 63, 56, 0, 0, 63, 56, false },
    { "ntfs", 63, 2048, 0, 0, 63, 2048, false },
    { "fat32", 63, 2048, 0, 0, 63, 2048, false },
    { "fat16", 63, 56, 0, 0, 0, 0, true },
    { "fat16", 63, 56, 0, 0, 62, 62, true },
    { "ntfs", 63, 56, 0, 0, 56, 56, true }, /* it contains the new one already */
    { "ntfs", 1063, 1056, EBR, EBR, 1063, 1056, false },
    { "ntfs", 1063, 1056, EBR, EBR, 63, 56, false }, /* as DOS counts it */
    { "ntfs", 1063, 3063, EBR, 3000, 63, 63, false },
    { "ntfs", 1063, 1056, EBR, EBR, 62, 62, true },
    { "ntfs", 63, 56, 0, 0, 0xFFFFFFC1, 0xFFFFFFC1, true },
    { "ntfs", 63, UINT64_C(1) << 32, 0, 0, 63, 63, true },
    { "ntfs", UINT64_C(0x10000003F), 56, 0, 0, 63, 63, true },
    { "ntfs", 63, UINT32_MAX, 0, 0, 63, UINT32_MAX, false },
};

TEST_EACH(hidden_sectors_follow_the_start_if_they_are_it, hidden)
{
    struct scene scene;
    uint8_t before[512];

    scene_init(&scene, hidden[_i].content, hidden[_i].start);
    scene_put32(&scene, HIDDEN, hidden[_i].before);
    scene.move.new_start = hidden[_i].new_start;
    scene.move.ebr = hidden[_i].ebr;
    scene.move.new_ebr = hidden[_i].new_ebr;
    scene_find(&scene);
    const struct move_field *field = &scene.fields.at[0];
    ck_assert_uint_eq(scene.fields.count, 1);
    ck_assert_int_eq(field->kind, FIELD_HIDDEN_SECTORS);
    ck_assert_uint_eq(field->offset, HIDDEN);
    ck_assert_uint_eq(field->before, hidden[_i].before);
    ck_assert_uint_eq(field->after, hidden[_i].after);
    ck_assert_int_eq(field->is_left, hidden[_i].is_left);
    CLEANUP(freep) uint8_t *after = scene_apply(&scene, 0, 512, before);
    expect_only(before, after, 512, HIDDEN, 4);
    ck_assert_uint_eq(le32_at(after, HIDDEN), hidden[_i].after);
    sparse_finish(&scene.disk);
}

/* The boot sector again at OFFSET. */
static void put_copy(struct scene *scene, uint64_t offset)
{
    uint8_t boot[512];

    ck_assert(reader_read(&scene->part, 0, boot, sizeof(boot)));
    sparse_put(&scene->disk, offset, boot, sizeof(boot));
}

static const struct {
    const char *content;
    uint64_t offset;
} backups[] = {
    { "fat32", 6 * 512 },
    { "ntfs", 1024 * MIB - 512 },
};

TEST_EACH(the_backup_boot_sector_is_changed_too, backups)
{
    uint64_t offset = backups[_i].offset;
    struct scene scene;
    uint8_t before[512];

    scene_init(&scene, backups[_i].content, 63);
    if (_i == 0)
        sparse_put(&scene.disk, 50, "\6\0", 2);
    scene_put32(&scene, HIDDEN, 63);
    scene_find(&scene);
    ck_assert_uint_eq(scene.fields.count, 1); /* there is no copy yet */
    put_copy(&scene, offset);
    scene_put32(&scene, offset + HIDDEN, 7);
    scene_find(&scene);
    ck_assert_uint_eq(scene.fields.count, 2);
    ck_assert(!scene.fields.at[0].is_left && scene.fields.at[1].is_left);
    scene_put32(&scene, offset + HIDDEN, 63);
    scene_find(&scene);
    ck_assert_uint_eq(scene.fields.at[1].offset, offset + HIDDEN);
    CLEANUP(freep) uint8_t *after = scene_apply(&scene, offset, 512, before);
    expect_only(before, after, 512, HIDDEN, 4);
    ck_assert_uint_eq(le32_at(after, HIDDEN), 56);
    sparse_finish(&scene.disk);
}

TEST(a_backup_of_another_volume_is_left)
{
    struct scene scene;

    scene_init(&scene, "fat32", 63);
    sparse_put(&scene.disk, 50, "\6\0", 2);
    scene_put32(&scene, HIDDEN, 63);
    put_copy(&scene, 6 * 512);
    sparse_put(&scene.disk, 6 * 512 + 13, "\1", 1); /* other clusters */
    scene_find(&scene);
    ck_assert_uint_eq(scene.fields.count, 1);
    sparse_finish(&scene.disk);
}

TEST(only_fat32_has_a_backup_boot_sector)
{
    struct scene scene;

    scene_init(&scene, "fat16", 63);
    sparse_put(&scene.disk, 50, "\6\0", 2); /* part of its label */
    put_copy(&scene, 6 * 512);
    scene_find(&scene);
    ck_assert_uint_eq(scene.fields.count, 1);
    sparse_finish(&scene.disk);
}

static const struct {
    uint64_t size;
    size_t count;
} ends[] = { { 7 * 512, 2 }, { 7 * 512 - 1, 1 }, { 512, 1 } };

TEST_EACH(a_backup_behind_the_end_of_the_partition_is_not_read, ends)
{
    struct scene scene;

    scene_init(&scene, "fat32", 63);
    sparse_put(&scene.disk, 50, "\6\0", 2);
    put_copy(&scene, 6 * 512);
    scene.part.size = ends[_i].size;
    scene_find(&scene);
    ck_assert_uint_eq(scene.fields.count, ends[_i].count);
    sparse_finish(&scene.disk);
}

/* --- exFAT --- */

static uint32_t rotated_sum(const uint8_t *bytes, size_t count)
{
    uint32_t sum = 0;

    for (size_t i = 0; i < count; i++)
        if (i != 106 && i != 107 && i != 112)
            sum = (sum & 1 ? UINT32_C(0x80000000) : 0) + (sum >> 1) + bytes[i];
    return sum;
}

/* Both regions, with PLACE as the start and a valid checksum. */
static void put_exfat(struct scene *scene, uint64_t place, size_t sector)
{
    CLEANUP(freep) uint8_t *region = xcalloc(12, sector);

    ck_assert(reader_read(&scene->part, 0, region, 512));
    put_le64(region, EXFAT_PLACE, place);
    region[108] = sector == 512 ? 9 : 12;
    memset(region + 3 * sector, 0x5A, sector);
    for (size_t at = 11 * sector; at < 12 * sector; at += 4)
        put_le32(region, at, rotated_sum(region, 11 * sector));
    sparse_put(&scene->disk, 0, region, 12 * sector);
    sparse_put(&scene->disk, 12 * sector, region, 12 * sector);
    scene->extent.content.inside.sector = sector;
}

static const size_t exfat_sectors[] = { 512, 4096 };

TEST_EACH(both_boot_regions_of_exfat_get_start_and_checksum, exfat_sectors)
{
    size_t sector = exfat_sectors[_i], count = 24 * sector;
    CLEANUP(freep) uint8_t *before = xmalloc(count);
    struct scene scene;

    scene_init(&scene, "exfat", 63);
    put_exfat(&scene, 63, sector);
    scene_find(&scene);
    ck_assert_uint_eq(scene.fields.count, 4);
    CLEANUP(freep) uint8_t *after = scene_apply(&scene, 0, count, before);
    for (size_t base = 0; base < count; base += 12 * sector) {
        ck_assert_uint_eq(le64_at(after + base, EXFAT_PLACE), 56);
        for (size_t at = 11 * sector; at < 12 * sector; at += 4)
            ck_assert_uint_eq(le32_at(after + base, at),
                              rotated_sum(after + base, 11 * sector));
        ck_assert(!memcmp(after + base + 72, before + base + 72, 11 * sector - 72));
    }
    sparse_finish(&scene.disk);
}

TEST(sectors_of_exfat_can_be_changed_one_at_a_time)
{
    CLEANUP(freep) uint8_t *before = xmalloc(24 * 512);
    struct scene scene;

    scene_init(&scene, "exfat", 63);
    put_exfat(&scene, 63, 512);
    scene_find(&scene);
    CLEANUP(freep) uint8_t *whole = scene_apply(&scene, 0, 24 * 512, before);
    for (size_t i = 0; i < 24; i++) {
        CLEANUP(freep) uint8_t *sector = scene_apply(&scene, i * 512, 512, before);
        ck_assert(!memcmp(sector, whole + i * 512, 512));
    }
    sparse_finish(&scene.disk);
}

TEST(exfat_without_a_start_is_left)
{
    struct scene scene;

    scene_init(&scene, "exfat", 63);
    put_exfat(&scene, 0, 512);
    scene_find(&scene);
    ck_assert_uint_eq(scene.fields.count, 2);
    ck_assert(scene.fields.at[0].is_left && scene.fields.at[1].is_left);
    sparse_finish(&scene.disk);
}

static const uint64_t exfat_damage[] = { 200, 11 * 512, 11 * 512 + 508 };

TEST_EACH(an_exfat_region_whose_checksum_is_wrong_is_left, exfat_damage)
{
    struct scene scene;

    scene_init(&scene, "exfat", 63);
    put_exfat(&scene, 63, 512);
    sparse_put(&scene.disk, exfat_damage[_i], "\x99", 1);
    scene_find(&scene);
    ck_assert_uint_eq(scene.fields.count, 3);
    ck_assert(scene.fields.at[0].is_left);
    ck_assert_uint_eq(scene.fields.at[0].after, 63);
    ck_assert(!scene.fields.at[1].is_left && !scene.fields.at[2].is_left);
    sparse_finish(&scene.disk);
}

TEST(state_and_use_of_an_exfat_volume_are_not_in_its_checksum)
{
    struct scene scene;

    scene_init(&scene, "exfat", 63);
    put_exfat(&scene, 63, 512);
    sparse_put(&scene.disk, 106, "\2\1", 2);
    sparse_put(&scene.disk, 112, "\x22", 1);
    scene_find(&scene);
    ck_assert_uint_eq(scene.fields.count, 4);
    sparse_finish(&scene.disk);
}

/* --- all kinds --- */

TEST_TIMES(contents_that_count_from_their_own_start_have_no_fields, fixture_count())
{
    const struct fixture *fixture = fixture_at((unsigned)_i);
    enum inside_kind kind = fixture->want.kind;
    struct scene scene;

    scene_init(&scene, fixture->name, 63);
    scene_find(&scene);
    bool has_fields = kind == INSIDE_FAT || kind == INSIDE_NTFS || kind == INSIDE_EXFAT;
    ck_assert_int_eq(scene.fields.count > 0, has_fields);
    sparse_finish(&scene.disk);
}

static const struct {
    const char *content;
    uint64_t broken;
} unreadable[] = {
    { "fat32", 0 },        { "fat32", 6 * 512 },
    { "ntfs", 0 },         { "ntfs", 1024 * MIB - 1 },
    { "exfat", 11 * 512 }, { "exfat", 23 * 512 },
};

TEST_EACH(a_boot_sector_that_cannot_be_read_is_named, unreadable)
{
    struct scene scene;

    scene_init(&scene, unreadable[_i].content, 63);
    if (scene.extent.content.inside.kind == INSIDE_FAT)
        sparse_put(&scene.disk, 50, "\6\0", 2);
    scene.disk.broken_from = unreadable[_i].broken;
    scene.disk.broken_to = unreadable[_i].broken + 1;
    ck_assert(!fields_find(&scene.move, &scene.part, &scene.fields, &scene.err));
    ck_assert_int_eq(scene.err.code, ERR_UNREADABLE);
    ck_assert_str_eq(scene.err.text, "The boot sector of partition 1 cannot be read.");
    sparse_finish(&scene.disk);
}

TEST(nothing_is_changed_where_one_field_is_not_as_before)
{
    struct fields fields = {
        .count = 2,
        .at = { { .offset = 512, .width = 4, .repeat = 1, .before = 1, .after = 2 },
                { .offset = 520,
                  .width = 2,
                  .repeat = 3,
                  .before = 0x1234,
                  .after = 0x5678 } }
    };
    uint8_t bytes[512] = { 0 }, copy[512];

    put_le32(bytes, 0, 1);
    for (size_t i = 0; i < 3; i++)
        put_le16(bytes, 8 + i * 2, 0x1234);
    memcpy(copy, bytes, sizeof(copy));
    for (size_t i = 8; i < 14; i++) {
        bytes[i] ^= 1, copy[i] ^= 1;
        ck_assert(!fields_apply(&fields, 512, bytes, sizeof(bytes)));
        ck_assert(!memcmp(bytes, copy, sizeof(copy)));
        bytes[i] ^= 1, copy[i] ^= 1;
    }
    ck_assert(fields_apply(&fields, 0, bytes, sizeof(bytes))); /* another sector */
    ck_assert(!memcmp(bytes, copy, sizeof(copy)));
    ck_assert(fields_apply(&fields, 512, bytes, sizeof(bytes)));
    ck_assert_uint_eq(le32_at(bytes, 0), 2);
    ck_assert_uint_eq(le16_at(bytes, 12), 0x5678);
    ck_assert(!fields_apply(&fields, 512, bytes, sizeof(bytes))); /* already changed */
}
