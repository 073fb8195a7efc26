/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_rehearsal.c - libparted makes the same change, or the change is refused */
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/disk/types.h"
#include "support/rehearse.h"
#include "support/table_image.h"
#include "support/test.h"

#define SIZE REHEARSE_SIZE

static void create_outermost(struct gpt_table *table)
{
    struct gpt_entry entry = { .slot = 127, .first_lba = 34, .last_lba = 40 };

    entry.unique.bytes[0] = 77;
    if (!guid_parse(TYPE_GPT_LINUX, &entry.type))
        abort();
    gpt_add(table, &entry);
    entry.slot = 5;
    entry.unique.bytes[0]++;
    entry.first_lba = 100001;
    entry.last_lba = table->primary.last_usable;
    gpt_add(table, &entry);
}

static void delete_one(struct gpt_table *table)
{
    table->entries[1] = table->entries[--table->count];
}

static void delete_all(struct gpt_table *table)
{
    table->count = 0;
}

static void resize(struct gpt_table *table)
{
    table->entries[2].last_lba = 99999;
    table->entries[0].last_lba -= 50;
}

/* Each comes to lie where the other was. */
static void swap_places(struct gpt_table *table)
{
    uint64_t first = table->entries[0].first_lba, last = table->entries[0].last_lba;

    table->entries[0].first_lba = table->entries[1].first_lba;
    table->entries[0].last_lba = table->entries[1].last_lba;
    table->entries[1].first_lba = first;
    table->entries[1].last_lba = last;
}

static void renumber(struct gpt_table *table)
{
    table->entries[0].slot = 2;
    table->entries[2].slot = 0;
}

static void dress(struct gpt_table *table)
{
    rehearse_set_name(&table->entries[0], "root");
    rehearse_set_name(&table->entries[1], "");
    /* 36 units, and one that needs two of them: libparted cannot. */
    rehearse_set_name(&table->entries[2], "123456789012345678901234567890123456");
    table->entries[0].attributes |= GPT_ATTRIBUTE_LEGACY_BOOT;
    table->entries[1].attributes = UINT64_C(1) << 60;
    table->entries[1].type.bytes[3]++;
    table->entries[2].unique.bytes[5]++;
}

static void name_beyond_ucs2(struct gpt_table *table)
{
    rehearse_set_name(&table->entries[0], "\xf0\x9f\x92\xbe disk");
}

static void give_another_disk_id(struct gpt_table *table)
{
    table->primary.disk_guid.bytes[7] ^= 0xff;
    table->backup.disk_guid.bytes[7] ^= 0xff;
}

static void (*const gpt_changes[])(struct gpt_table *) = {
    rehearse_create, create_outermost, delete_one,
    delete_all,      resize,           renumber,
    dress,           name_beyond_ucs2, give_another_disk_id,
    swap_places,
};

static const uint64_t logicals[] = { 512, 4096 };

TEST_TIMES(libparted_makes_the_same_of_a_gpt, 2 * (int)ARRAY_SIZE(gpt_changes))
{
    struct sparse disks[2];
    struct change change;

    rehearse_gpt(&change, disks, logicals[_i % 2], gpt_changes[_i / 2]);
    ck_assert_uint_gt(change.plan.count, 0);
    rehearse_agrees(&change, NULL);
}

static void msdos_delete(struct mbr_table *table)
{
    table->primary[0] = (struct mbr_entry){ 0 };
}

static void msdos_delete_container(struct mbr_table *table)
{
    table->primary[2] = (struct mbr_entry){ 0 };
    table->link_count = table->logical_count = 0;
}

static void msdos_resize(struct mbr_table *table)
{
    table->primary[0].length = 29937;
    table->primary[1].type = 0x0b;
    table->primary[1].start = 30001;
}

static void msdos_activate(struct mbr_table *table)
{
    table->primary[0].flag = 0;
    table->primary[1].flag = 0x80;
}

static void msdos_grow_container(struct mbr_table *table)
{
    table->primary[2].length = SIZE - 40960;
}

static void msdos_shrink_container(struct mbr_table *table)
{
    table->primary[2].length = 40000;
}

/* The second of three: numbers and links close up. */
static void msdos_delete_logical(struct mbr_table *table)
{
    table->links[1] = table->links[2];
    table->logicals[1] = table->logicals[2];
    table->logicals[1].link = 1;
    table->link_count = table->logical_count = 2;
}

static void msdos_delete_first_logical(struct mbr_table *table)
{
    for (unsigned i = 0; i < 2; i++) {
        table->logicals[i] = table->logicals[i + 1];
        table->logicals[i].link = i + 1;
    }
    table->logical_count = 2;
}

static void msdos_resize_logical(struct mbr_table *table)
{
    table->logicals[1].entry.length = 8000;
    table->logicals[0].entry.type = 0x83;
}

static void msdos_swap_primaries(struct mbr_table *table)
{
    struct mbr_entry first = table->primary[0];

    table->primary[0] = table->primary[1];
    table->primary[1] = first;
}

static void (*const mbr_changes[])(struct mbr_table *) = {
    rehearse_msdos_create,  msdos_delete,
    msdos_delete_container, msdos_resize,
    msdos_activate,         msdos_grow_container,
    msdos_shrink_container, rehearse_add_logical,
    msdos_delete_logical,   msdos_delete_first_logical,
    msdos_resize_logical,   msdos_swap_primaries,
};

TEST_EACH(libparted_makes_the_same_of_an_msdos_table, mbr_changes)
{
    struct sparse disks[2];
    CLEANUP(str_finish) struct str kept = { 0 };
    struct err err = { 0 };
    struct change change;

    rehearse_mbr(&change, disks, mbr_changes[_i]);
    ck_assert_uint_gt(change.plan.count, 0);
    /* It likes to put EBRs elsewhere. */
    ck_assert_msg(rehearse(&change, &kept, &err), "%s", err.text);
    ck_assert_msg(!str_text(&kept)[0] || strstr(str_text(&kept), "EBR"), "%s",
                  str_text(&kept));
    change_finish(&change);
}

/* A new table on whatever was there. */
TEST_TIMES(libparted_makes_the_same_new_table, 8)
{
    struct sparse before = image_new(SIZE, 512), after = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table gpt = image_gpt(SIZE, 512, 128, 3);
    CLEANUP(freep) struct mbr_table *mbr = xmalloc(sizeof *mbr);
    CLEANUP(str_finish) struct str kept = { 0 };
    bool is_gpt_before = _i & 1, is_gpt_after = _i & 2, is_blank = _i & 4;
    struct err err = { 0 };
    struct change change;

    rehearse_start_mbr(mbr);
    if (!is_blank && is_gpt_before)
        image_put_gpt(&before, &gpt);
    else if (!is_blank)
        image_put_mbr(&before, mbr, 512);
    for (size_t i = 0; i < gpt.count; i++)
        gpt.entries[i].unique.bytes[9] = 0x99;
    gpt.primary.disk_guid.bytes[9] = gpt.backup.disk_guid.bytes[9] = 0x99;
    mbr->signature = 0x99;
    if (is_gpt_after)
        image_put_gpt(&after, &gpt);
    else
        image_put_mbr(&after, mbr, 512);
    change_make(&change, &before, &after, 512);
    ck_assert_msg(rehearse(&change, &kept, &err), "%s", err.text);
    ck_assert_msg(!str_text(&kept)[0] || strstr(str_text(&kept), "boot code"), "%s",
                  str_text(&kept));
    change_finish(&change);
}
