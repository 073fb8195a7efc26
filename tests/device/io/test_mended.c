/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mended.c - sectors that cannot be read have the content that is known of them */
#include "device/io/mended.h"

#include <string.h>

#include "device/io/store.h"
#include "model/base/mem.h"
#include "support/sparse.h"
#include "support/test.h"

enum { SECTOR = 512, SIZE = 32 * SECTOR };

struct scene {
    struct sparse disk;
    struct reader reader;
    struct mended mended;
};

static void put_sectors(uint8_t *bytes, uint64_t lba, uint64_t count, uint8_t plus)
{
    for (uint64_t i = 0; i < count; i++)
        memset(bytes + i * SECTOR, (int)(lba + i + plus), SECTOR);
}

/* Sectors 8 to 15 cannot be read; 8 to 13 and 16 are known, with other bytes. */
static void scene_set(struct scene *scene)
{
    uint8_t bytes[SIZE];

    *scene = (struct scene){ .disk = { .size_bytes = SIZE,
                                       .broken_from = 8 * SECTOR,
                                       .broken_to = 16 * SECTOR },
                             .mended = { .logical = SECTOR } };
    put_sectors(bytes, 0, 32, 0);
    sparse_put(&scene->disk, 0, bytes, sizeof(bytes));
    scene->reader = sparse_reader(&scene->disk);
    put_sectors(bytes, 8, 6, 100);
    mended_add(&scene->mended, 8, 6, bytes);
    put_sectors(bytes, 16, 1, 100);
    mended_add(&scene->mended, 16, 1, bytes);
}

static void scene_finish(struct scene *scene)
{
    sparse_finish(&scene->disk);
    mended_finish(&scene->mended);
}

static void check_reads(const struct reader *reader)
{
    uint8_t bytes[SIZE], want[SIZE];

    put_sectors(want, 0, 32, 0);
    put_sectors(want + 8 * SECTOR, 8, 6, 100);
    for (uint64_t at = 0; at < SIZE; at += 300)
        for (size_t count = 1; count <= SIZE - at; count += 711) {
            bool is_known = at + count <= 14 * SECTOR || at >= 16 * SECTOR;
            ck_assert_int_eq(reader_read(reader, at, bytes, count), is_known);
            ck_assert(!is_known || !memcmp(bytes, want + at, count));
        }
}

TEST(what_cannot_be_read_is_mended)
{
    CLEANUP(scene_finish) struct scene scene;
    struct mended_disk disk;

    scene_set(&scene);
    struct reader reader = mended_reader(&disk, &scene.mended, &scene.reader);
    check_reads(&reader);
}

TEST(a_store_is_read_with_it)
{
    CLEANUP(scene_finish) struct scene scene;
    uint8_t bytes[SECTOR];
    uint64_t where;

    scene_set(&scene);
    CLEANUP(store_closep) struct store *store = store_of_reader("disk", &scene.reader);
    struct reader reader = store_reader(store);
    store_mend(store, &scene.mended);
    ck_assert(reader_read(&reader, 8 * SECTOR, bytes, sizeof(bytes)));
    ck_assert(!store_failed(store, &where));
    check_reads(&reader);
    ck_assert(store_failed(store, &where));
}

/* Sector 0 was overwritten with zeros; it is known to have others. */
TEST(a_first_sector_counts_as_unreadable_while_it_is_as_it_was_lost)
{
    CLEANUP(scene_finish) struct scene scene;
    struct mended_disk disk;
    uint8_t bytes[2 * SECTOR] = { 0 }, *known = bytes + SECTOR;

    scene_set(&scene);
    sparse_put(&scene.disk, 0, bytes, SECTOR);
    mended_lose(&scene.mended, bytes);
    memset(known, 77, SECTOR);
    mended_add(&scene.mended, 0, 1, known);
    struct reader reader = mended_reader(&disk, &scene.mended, &scene.reader);
    ck_assert(reader_read(&reader, 0, bytes, sizeof(bytes)));
    ck_assert(bytes[0] == 77 && bytes[SECTOR] == 1);
    /* Written again it is what it is, also where it is zeros. */
    memset(bytes, 0, sizeof(bytes));
    bytes[SECTOR - 1] = 5;
    sparse_put(&scene.disk, 0, bytes, SECTOR);
    ck_assert(reader_read(&reader, 0, bytes, 16));
    ck_assert_uint_eq(bytes[0], 0);
}
