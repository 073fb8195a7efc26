/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sector_size.c - a table is rewritten for other sectors, and back again */
#include <string.h>

#include "device/commit/rehearsal.h"
#include "model/base/mem.h"
#include "model/edit/edit.h"
#include "model/write/whitelist.h"
#include "support/table_image.h"
#include "support/test.h"

#define BYTES (UINT64_C(1) << 30)

static struct layout *read_good(struct sparse *disk, uint64_t logical)
{
    struct err err = { 0 };
    struct layout *layout = image_read(disk, logical, &err);

    ck_assert_msg(layout != NULL, "%s", err.text);
    return layout;
}

static void put_plan(struct sparse *disk, const struct write_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        sparse_put(disk, plan->writes[i].lba * plan->logical, plan->writes[i].after,
                   (size_t)(plan->writes[i].count * plan->logical));
}

static struct layout *repair(const struct layout *base)
{
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_SECTOR_SIZE };
    struct err err = { 0 };
    struct layout *preview = edit_apply(base, &edit, &err);

    ck_assert_msg(preview != NULL, "%s", err.text);
    return preview;
}

/* Everything up to the write, and that. */
static void write_repair(struct sparse *disk, const struct layout *base,
                         const struct layout *preview)
{
    struct reader reader = sparse_reader(disk);
    CLEANUP(store_closep) struct store *store = store_of_reader("memory.img", &reader);
    CLEANUP(write_plan_finish) struct write_plan plan = { 0 };
    CLEANUP(rehearsal_finish) struct rehearsal made = { 0 };
    struct err err = { 0 };

    ck_assert_msg(write_plan_make(&reader, base, preview, &plan, &err) &&
                      whitelist_check(&reader, base, preview, &plan, &err) &&
                      rehearsal_agrees(&made, store, base, preview, &plan, &err),
                  "%s", err.text);
    ck_assert_uint_gt(plan.count, 0);
    put_plan(disk, &plan);
}

/* DISK, whose table is for other sectors than LOGICAL, gets one for these. */
static void rewrite(struct sparse *disk, uint64_t logical)
{
    CLEANUP(layout_unrefp) struct layout *base = read_good(disk, logical);
    CLEANUP(layout_unrefp) struct layout *preview = repair(base);

    ck_assert_uint_ne(layout_label(base)->written_for, 0);
    write_repair(disk, base, preview);
    CLEANUP(layout_unrefp) struct layout *found = read_good(disk, logical);
    ck_assert(layout_equal(found, preview));
    ck_assert_ptr_null(layout_read_only(found));
    ck_assert_uint_eq(layout_label(found)->written_for, 0);
}

/* A container begins where its first EBR does, which may be another sector now. */
static void assert_same_place(const struct extent *old, const struct extent *new)
{
    ck_assert_uint_eq(extent_end(new), extent_end(old));
    ck_assert_uint_ge(new->start, old->start);
    ck_assert_uint_le(new->start,
                      old->start + (old->kind == EXTENT_EXTENDED ? 2 * 4096 / 512 : 0));
}

static void assert_same(const struct layout *before, const struct layout *after)
{
    for (size_t i = 0; i < layout_count(before); i++) {
        const struct extent *old = layout_at(before, i);
        const struct extent *new = layout_find_number(after, old->number);
        if (!old->number)
            continue;
        ck_assert_msg(new != NULL, "partition %u", old->number);
        assert_same_place(old, new);
        ck_assert_str_eq(new->type, old->type);
        ck_assert_str_eq(new->name, old->name);
        ck_assert_str_eq(new->uuid, old->uuid);
        ck_assert_uint_eq(new->is_bootable, old->is_bootable);
    }
    ck_assert_str_eq(layout_label(after)->id, layout_label(before)->id);
}

static void go_there_and_back(struct sparse *disk, uint64_t written)
{
    CLEANUP(layout_unrefp) struct layout *before = read_good(disk, written);

    rewrite(disk, written == 512 ? 4096 : 512);
    rewrite(disk, written);
    CLEANUP(layout_unrefp) struct layout *after = read_good(disk, written);
    assert_same(before, after);
    sparse_finish(disk);
}

static const uint64_t sizes[] = { 512, 4096 };

TEST_TIMES(a_gpt_goes_to_other_sectors_and_back, 2)
{
    uint64_t logical = sizes[_i];
    struct sparse disk = image_new(BYTES / logical, logical);
    struct gpt_table table = image_gpt(BYTES / logical, logical, 128, 3);

    for (size_t i = 0; i < table.count; i++)
        table.entries[i].last_lba = table.entries[i].first_lba + 799;
    table.entries[1].attributes = 4;
    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    go_there_and_back(&disk, logical);
}

/* BEFORE: units of 4096 bytes from an EBR to its logical. */
static void put_mbr(struct sparse *disk, uint64_t logical, bool has_chain,
                    uint64_t before)
{
    uint64_t unit = 4096 / logical;
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof *table);

    table->signature = 0xdeadbeef;
    table->primary[0] = (struct mbr_entry){ 0x80, 0x07, 8 * unit, 100 * unit };
    table->primary[1] = (struct mbr_entry){ 0, 0x83, 200 * unit, 100 * unit };
    table->primary[2] =
        (struct mbr_entry){ 0, 0x83, 1000 * unit, BYTES / logical - 1000 * unit };
    for (unsigned i = 0; has_chain && i < 3; i++) {
        struct mbr_entry entry = { 0, 0x83, (1008 + 3000 * i) * unit, 2000 * unit };
        table->primary[2].type = 0x0f;
        mbr_add_logical(table, 2, entry.start - (i ? before : 8) * unit, &entry);
    }
    image_put_mbr(disk, table, logical);
}

/* Only the end of the last one tells what it was written for; nothing does afterwards. */
TEST(an_msdos_table_goes_to_larger_sectors)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(BYTES / 512, 512);

    put_mbr(&disk, 512, false, 0);
    rewrite(&disk, 4096);
    CLEANUP(layout_unrefp) struct layout *after = read_good(&disk, 4096);
    ck_assert_uint_eq(layout_find_number(after, 2)->start, 200);
    ck_assert_uint_eq(layout_find_number(after, 3)->length, BYTES / 4096 - 1000);
    ck_assert(layout_find_number(after, 1)->is_bootable);
}

/* The chain's sectors are others each time; its partitions are the same. */
TEST_TIMES(a_chain_goes_to_other_sectors_and_back, 2)
{
    uint64_t logical = sizes[_i];
    struct sparse disk = image_new(BYTES / logical, logical);

    put_mbr(&disk, logical, true, 8);
    go_there_and_back(&disk, logical);
}

/* What follows the old EBR at once leaves no room: nothing may be lost on the way. */
TEST(a_chain_without_room_is_refused)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(BYTES / 512, 512);
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_SECTOR_SIZE };
    struct err err = { 0 };

    put_mbr(&disk, 512, true, 1);
    CLEANUP(layout_unrefp) struct layout *base = read_good(&disk, 4096);
    ck_assert_ptr_null(edit_apply(base, &edit, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_msg(strstr(err.text, "the EBR of partition 6 would have to lie in sector "
                                   "4008,") != NULL,
                  "%s", err.text);
}
