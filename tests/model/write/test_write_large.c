/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_large.c - plans and backups where a sector is larger than a page */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/write/backup_file.h"
#include "model/write/whitelist.h"
#include "support/edits.h"
#include "support/sectors.h"
#include "support/test.h"

/* A disk of SIZE sectors with a new table on it; RET_DISK holds its bytes. */
static struct layout *make_disk(uint64_t size, uint64_t logical, enum label_kind kind,
                                struct sectors *ret_disk)
{
    const struct edit table = { .kind = EDIT_NEW_TABLE, .label = kind };
    CLEANUP(layout_unrefp) struct layout *blank = edits_blank(size, logical);
    CLEANUP(layout_unrefp) struct layout *made = edits_do(blank, table, 0);
    struct write_plan plan;
    struct err err = { 0 };

    *ret_disk = (struct sectors){ .size = size, .logical = logical };
    struct reader reader = sectors_reader(ret_disk);
    ck_assert_msg(write_plan_make(&reader, blank, made, &plan, &err), "%s", err.text);
    sectors_put_plan(ret_disk, &plan, 0, plan.count);
    write_plan_finish(&plan);
    return TAKE(made);
}

/* From 512 to 65536 bytes a sector. */
TEST_TIMES(a_backup_of_large_sectors_comes_back, 8)
{
    CLEANUP(sectors_finish) struct sectors disk;
    CLEANUP(layout_unrefp)
    struct layout *layout = make_disk(40960, UINT64_C(512) << _i, LABEL_MSDOS, &disk);
    struct reader reader = sectors_reader(&disk);
    struct backup_file backup = { .size = 40960, .logical = UINT64_C(512) << _i }, again;
    CLEANUP(freep) uint8_t *bytes = NULL;
    struct err err = { 0 };

    ck_assert(table_runs(&reader, layout, &backup.runs, &backup.count, &err));
    size_t count = backup_file_encode(&backup, &bytes);
    ck_assert_msg(backup_file_decode(bytes, count, &again, &err), "%s", err.text);
    backup_file_finish(&again);
    backup_file_finish(&backup);
}

/* The protective entry has 32 bits for the sectors behind LBA 0. */
static const struct {
    uint64_t size;
    uint32_t length;
} protective[] = {
    { 40960, 40959 },
    { UINT32_MAX, UINT32_MAX - 1 },
    { UINT64_C(1) << 32, UINT32_MAX },
    { UINT64_C(1) << 33, UINT32_MAX },
};

TEST_EACH(the_protective_entry_covers_what_it_can_say, protective)
{
    CLEANUP(sectors_finish) struct sectors disk;
    CLEANUP(layout_unrefp)
    struct layout *layout = make_disk(protective[_i].size, 512, LABEL_GPT, &disk);
    struct reader reader = sectors_reader(&disk);
    uint8_t entry[16];

    ck_assert_uint_eq(layout_limits(layout)->size, protective[_i].size);
    ck_assert(reader_read(&reader, 446, entry, sizeof(entry)));
    ck_assert_uint_eq(le32_at(entry, 8), 1);
    ck_assert_uint_eq(le32_at(entry, 12), protective[_i].length);
}

static void put_swap(struct sectors *disk, uint64_t lba, uint64_t length)
{
    uint8_t page[4096] = { 0 };

    put_le32(page, 1024, 1);
    put_le32(page, 1028, (uint32_t)(length * disk->logical / sizeof(page) - 1));
    memcpy(page + 1036, "the uuid of swap", 16);
    memcpy(page + 4086, "SWAPSPACE2", 10);
    sectors_put_bytes(disk, lba * disk->logical, page, sizeof(page));
}

/* Partition 1 of a GPT, which CREATE makes, is swap. */
static struct layout *write_swap(struct sectors *disk, const struct layout *empty,
                                 struct edit create)
{
    struct reader reader = sectors_reader(disk);
    struct layout *made = edits_do(empty, create, 0);
    struct write_plan plan;
    struct err err = { 0 };

    ck_assert(write_plan_make(&reader, empty, made, &plan, &err));
    sectors_put_plan(disk, &plan, 0, plan.count);
    write_plan_finish(&plan);
    put_swap(disk, create.start, create.length);
    return edits_filled(made, 1, CONTENT_FOUND, INSIDE_SWAP, 0);
}

/* Partition 1 of a GPT is swap, and goes to START. */
static void move_swap(struct sectors *disk, const struct layout *empty, uint64_t start)
{
    const struct edit create = {
        .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 128, .length = 256
    };
    const struct edit move = { .kind = EDIT_RESIZE, .start = start, .length = 256 };
    struct reader reader = sectors_reader(disk);
    CLEANUP(write_plan_finish) struct write_plan plan;
    struct err err = { 0 };

    CLEANUP(layout_unrefp) struct layout *swap = write_swap(disk, empty, create);
    CLEANUP(layout_unrefp) struct layout *after = edits_do(swap, move, 1);
    ck_assert_msg(write_plan_make(&reader, swap, after, &plan, &err), "%s", err.text);
    ck_assert_msg(whitelist_check(&reader, swap, after, &plan, &err), "%s", err.text);
    sectors_put_plan(disk, &plan, 0, plan.count);
}

TEST(swap_in_sectors_larger_than_its_page_moves)
{
    uint8_t page[4096] = { 0 };
    CLEANUP(sectors_finish) struct sectors disk;
    CLEANUP(layout_unrefp)
    struct layout *empty = make_disk(40960, 8192, LABEL_GPT, &disk);
    struct reader reader = sectors_reader(&disk);

    move_swap(&disk, empty, 1024);
    ck_assert(reader_read(&reader, UINT64_C(1024) * 8192, page, sizeof(page)));
    ck_assert_mem_eq(page + 1036, "the uuid of swap", 16);
    ck_assert_mem_eq(page + 4086, "SWAPSPACE2", 10);
}

/* The last page of a swap area has a number of 32 bits: 16 TiB with pages of 4 KiB. */
static const struct {
    uint64_t length;
    bool is_made;
} areas[] = {
    { UINT64_C(1) << 35, true },
    { (UINT64_C(1) << 35) + 7, true },
    { (UINT64_C(1) << 35) + 8, false },
};

TEST_EACH(swap_has_as_many_pages_as_its_header_can_number, areas)
{
    const struct edit create = {
        .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 2048, .length = 4096
    };
    const struct edit grow = { .kind = EDIT_RESIZE,
                               .start = 2048,
                               .length = areas[_i].length };
    CLEANUP(sectors_finish) struct sectors disk;
    CLEANUP(layout_unrefp)
    struct layout *empty = make_disk(UINT64_C(1) << 36, 512, LABEL_GPT, &disk);
    CLEANUP(layout_unrefp) struct layout *swap = write_swap(&disk, empty, create);
    CLEANUP(layout_unrefp) struct layout *after = edits_do(swap, grow, 1);
    struct reader reader = sectors_reader(&disk);
    CLEANUP(write_plan_finish) struct write_plan plan = { 0 };
    struct err err = { 0 };
    uint8_t last[4];

    ck_assert_int_eq(write_plan_make(&reader, swap, after, &plan, &err),
                     areas[_i].is_made);
    if (areas[_i].is_made) {
        ck_assert_msg(whitelist_check(&reader, swap, after, &plan, &err), "%s", err.text);
        sectors_put_plan(&disk, &plan, 0, plan.count);
        ck_assert(reader_read(&reader, 2048 * 512 + 1028, last, sizeof(last)));
        ck_assert_uint_eq(le32_at(last, 0), UINT32_MAX);
    } else {
        ck_assert_ptr_nonnull(strstr(err.text, "of 4294967297 pages cannot be made"));
    }
}
