/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_rehearsal_told.c - what a rehearsal tells of libparted, and what it refuses */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/rehearse.h"
#include "support/table_image.h"
#include "support/test.h"

#define SIZE REHEARSE_SIZE

static void add_code_of_no_one(struct sparse *disk)
{
    sparse_put(disk, 1, "code behind a zero", 18);
}

static void make_hybrid(struct sparse *disk)
{
    uint8_t entry[16] = { 0, 0, 0, 0, 0x83, [9] = 0x08, [12] = 100 };

    sparse_put(disk, 446 + 16, entry, sizeof entry);
}

static void make_sloppy_protective(struct sparse *disk)
{
    sparse_put(disk, 446 + 5, "\x01\x02\x03", 3);
}

static const struct {
    void (*odd)(struct sparse *disk);
    const char *want;
} gpt_oddities[] = {
    { make_hybrid, "replace the hybrid MBR by a plain protective one" },
    { make_sloppy_protective, "write the protective MBR anew" },
};

TEST_EACH(what_libparted_would_do_to_a_gpt_beside_is_told, gpt_oddities)
{
    struct sparse disks[] = { image_new(SIZE, 512), image_new(SIZE, 512) };
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 128, 3);
    struct change change;

    image_put_gpt(&disks[0], &table);
    rehearse_create(&table);
    image_put_gpt(&disks[1], &table);
    gpt_oddities[_i].odd(&disks[0]);
    gpt_oddities[_i].odd(&disks[1]);
    change_make(&change, &disks[0], &disks[1], 512);
    rehearse_agrees(&change, gpt_oddities[_i].want);
}

TEST(an_array_that_libparted_would_move_is_told)
{
    struct sparse disks[] = { image_new(SIZE, 512), image_new(SIZE, 512) };
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 128, 3);
    struct change change;

    table.primary.entries_lba = 1000;
    table.primary.first_usable = table.backup.first_usable = 2048;
    image_put_gpt(&disks[0], &table);
    rehearse_create(&table);
    image_put_gpt(&disks[1], &table);
    change_make(&change, &disks[0], &disks[1], 512);
    rehearse_agrees(&change, "move the entries of the GPT from sector 1000 to 2:");
}

TEST(a_backup_before_the_end_of_a_grown_disk_is_no_difference)
{
    struct sparse disks[] = { image_new(SIZE, 512), image_new(SIZE, 512) };
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE - 9000, 512, 128, 3);
    CLEANUP(str_finish) struct str kept = { 0 };
    struct err err = { 0 };
    struct change change;

    image_put_gpt(&disks[0], &table);
    rehearse_create(&table);
    image_put_gpt(&disks[1], &table);
    change_make(&change, &disks[0], &disks[1], 512);
    ck_assert_msg(rehearse(&change, &kept, &err), "%s", err.text);
    change_finish(&change);
}

/* An MBR without boot code gets libparted's own, and a new signature with it. */
static const char *const msdos_wishes[] = {
    "boot code of its own",
    "another signature: deadbeef stays",
    "1 MBR entry",
    "the EBRs of 2 logical partitions",
};

TEST_EACH(what_libparted_would_do_to_an_msdos_table_beside_is_told, msdos_wishes)
{
    struct sparse disks[] = { image_new(SIZE, 512), image_new(SIZE, 512) };
    CLEANUP(freep) struct mbr_table *table = xmalloc(sizeof *table);
    struct change change;

    rehearse_start_mbr(table);
    table->primary[3] = (struct mbr_entry){ 0, 0x17, 99, 0 };
    rehearse_put_mbr(&disks[0], table, false);
    table->primary[0].type = 0x0c;
    rehearse_add_logical(table);
    rehearse_put_mbr(&disks[1], table, false);
    add_code_of_no_one(&disks[0]);
    add_code_of_no_one(&disks[1]);
    change_make(&change, &disks[0], &disks[1], 512);
    rehearse_agrees(&change, msdos_wishes[_i]);
}

/* The plan forgets the sector that matters. */
TEST(a_plan_that_is_not_the_preview_is_refused)
{
    struct sparse disks[2];
    struct change change;

    rehearse_mbr(&change, disks, rehearse_msdos_create);
    memcpy(change.plan.writes[0].after, change.plan.writes[0].before, 512);
    rehearse_refused(&change, REFUSAL_REHEARSAL_PLACE_DIFFERS,
                     "alidade gets no partition 4 at sector 36000");
}

/* PREVIEW with one thing that neither plan nor libparted has made. */
static void misremember(struct change *change, void (*spoil)(struct extent *))
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(change->preview);
    const struct extent *extent = layout_find_number(change->preview, 2);
    struct err err = { 0 };

    spoil(layout_builder_find(builder, extent->id));
    layout_unref(change->preview);
    change->preview = layout_builder_finish(builder, &err);
    ck_assert_msg(change->preview != NULL, "%s", err.text);
}

static void spoil_length(struct extent *extent)
{
    extent->length--;
}

static void spoil_number(struct extent *extent)
{
    extent->number = 9;
}

static void spoil_type(struct extent *extent)
{
    extent->type[0]++;
}

static void spoil_name(struct extent *extent)
{
    extent->name[0]++;
}

static void spoil_uuid(struct extent *extent)
{
    extent->uuid[0]++;
}

static void spoil_attributes(struct extent *extent)
{
    extent->attributes = 4;
}

static void spoil_boot(struct extent *extent)
{
    extent->is_bootable = true;
}

static const struct {
    void (*spoil)(struct extent *extent);
    enum refusal refusal;
    const char *want;
} spoilt[] = {
    { spoil_length, REFUSAL_REHEARSAL_PLACE_DIFFERS,
      "ends partition 2 at sector 4195 instead of 4194" },
    { spoil_number, REFUSAL_REHEARSAL_FIELD_DIFFERS,
      "partition 9 the number 2 instead of 9" },
    { spoil_type, REFUSAL_REHEARSAL_FIELD_DIFFERS, "partition 2 the type 0FC63DAF" },
    { spoil_name, REFUSAL_REHEARSAL_FIELD_DIFFERS,
      "partition 2 the name 'part' instead of 'qart'" },
    { spoil_uuid, REFUSAL_REHEARSAL_FIELD_DIFFERS, "partition 2 the UUID 00000002" },
    { spoil_attributes, REFUSAL_REHEARSAL_FIELD_DIFFERS,
      "partition 2 the attributes 0 instead of 4" },
    { spoil_boot, REFUSAL_REHEARSAL_FIELD_DIFFERS,
      "partition 2 the boot flag 0 instead of 1" },
};

TEST_EACH(a_difference_between_plan_and_preview_is_refused, spoilt)
{
    struct sparse disks[2];
    struct change change;

    rehearse_gpt(&change, disks, 512, rehearse_create);
    misremember(&change, spoilt[_i].spoil);
    rehearse_refused(&change, spoilt[_i].refusal, spoilt[_i].want);
}

TEST(a_partition_that_the_preview_lacks_is_refused)
{
    struct sparse disks[2];
    struct change change;

    rehearse_gpt(&change, disks, 512, rehearse_create);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(change.preview);
    layout_builder_remove(builder, layout_find_number(change.preview, 2)->id);
    layout_unref(change.preview);
    change.preview = layout_builder_refinish(builder);
    rehearse_refused(&change, REFUSAL_REHEARSAL_COUNT_DIFFERS,
                     "alidade gets 4 partitions instead of 3");
}

TEST(another_disk_id_than_the_preview_has_is_refused)
{
    struct sparse disks[2];
    struct change change;

    rehearse_gpt(&change, disks, 512, rehearse_create);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(change.preview);
    layout_builder_label(builder)->id[0]++;
    layout_unref(change.preview);
    change.preview = layout_builder_refinish(builder);
    rehearse_refused(&change, REFUSAL_RESULT_DIFFERS, "The result has the disk id ");
}

/* An Amiga's table without partitions, in one of the first 16 sectors. */
static void put_amiga(struct sparse *disk)
{
    uint8_t block[512] = "RDSK";
    uint32_t sum = 0;

    put_be32(block, 4, 64);
    put_be32(block, 4 * 4, 512);
    for (unsigned i = 6; i <= 9; i++)
        put_be32(block, 4 * i, UINT32_MAX);
    for (unsigned i = 16; i <= 18; i++)
        put_be32(block, 4 * i, 32);
    put_be32(block, 4 * 33, 15);
    put_be32(block, 4 * 35, 100);
    put_be32(block, 4 * 36, 1024);
    for (size_t at = 0; at < 256; at += 4)
        sum += be32_at(block, at);
    put_be32(block, 8, 0 - sum);
    sparse_put(disk, 10 * 512, block, sizeof block);
}

TEST(a_table_that_libparted_takes_for_another_kind_is_refused)
{
    struct sparse disks[] = { image_new(SIZE, 512), image_new(SIZE, 512) };
    CLEANUP(freep) struct mbr_table *table = xmalloc(sizeof *table);
    struct change change;

    rehearse_start_mbr(table);
    rehearse_put_mbr(&disks[0], table, true);
    rehearse_msdos_create(table);
    rehearse_put_mbr(&disks[1], table, true);
    for (size_t i = 0; i < 2; i++)
        put_amiga(&disks[i]);
    change_make(&change, &disks[0], &disks[1], 512);
    rehearse_refused(&change, REFUSAL_REHEARSAL_OTHER_KIND,
                     "of kind amiga instead of msdos");
}

static void retype(struct mbr_table *table)
{
    table->primary[1].type = 0x0b;
}

/* BASE says what the plan will make true: libparted, which keeps what is there, shows
 * that it was not so. */
TEST(a_difference_between_libparted_and_preview_is_refused)
{
    struct sparse disks[2];
    struct change change;

    rehearse_mbr(&change, disks, retype);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(change.base);
    const struct extent *extent = layout_find_number(change.base, 2);
    strcpy(layout_builder_find(builder, extent->id)->type, "b");
    layout_unref(change.base);
    change.base = layout_builder_refinish(builder);
    rehearse_refused(&change, REFUSAL_REHEARSAL_FIELD_DIFFERS,
                     "libparted gives partition 2 the type a9 instead of b:");
}

/* Two EBRs that lead to each other and name nothing. */
TEST(a_crash_of_libparted_is_a_refusal)
{
    struct sparse disks[2];
    struct change change;

    rehearse_mbr(&change, disks, rehearse_msdos_create);
    change_hold(&change, 40960);
    change_hold(&change, 42960);
    /* The disk differs from BASE; the result would be the same. */
    image_put_loop(change.before, 40960);
    rehearse_refused(&change, REFUSAL_REHEARSAL_PARTED_FAILS,
                     "libparted crashes when it makes this change");
}

/* Its first EBR one sector before the first logical: libparted wants two. */
static void start_narrow(struct mbr_table *table)
{
    struct mbr_entry logical = { 0, 0x83, 63, 20000 };

    *table = (struct mbr_table){ .kind = MBR_TABLE, .signature = 0xdeadbeef };
    table->primary[0] = (struct mbr_entry){ 0, 0x05, 62, 50000 };
    mbr_add_logical(table, 0, 62, &logical);
}

TEST(a_change_that_libparted_would_not_make_is_told)
{
    struct sparse disks[] = { image_new(SIZE, 512), image_new(SIZE, 512) };
    CLEANUP(freep) struct mbr_table *table = xmalloc(sizeof *table);
    struct change change;

    start_narrow(table);
    rehearse_put_mbr(&disks[0], table, true);
    table->primary[0].length = 60000;
    rehearse_put_mbr(&disks[1], table, true);
    change_make(&change, &disks[0], &disks[1], 512);
    rehearse_agrees(&change,
                    "would not make partition 1 so itself (libparted's own rules");
}

/* The sectors of a GPT that are zeros, and those that a repair leaves so. */
static const struct {
    uint64_t bad[2];
    uint64_t left;
} damages[] = {
    { { 1, 1 }, 0 },
    { { SIZE - 1, SIZE - 1 }, 0 },
    { { 0, 0 }, 0 },
    { { 0, SIZE - 1 }, SIZE - 1 },
};

TEST_EACH(a_repair_has_to_be_readable_alone, damages)
{
    struct sparse disks[] = { image_new(SIZE, 512), image_new(SIZE, 512) };
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 128, 3);
    struct change change;

    for (size_t i = 0; i < 2; i++)
        image_put_gpt(&disks[i], &table);
    for (size_t i = 0; i < 2; i++)
        image_put_zeros(&disks[0], damages[_i].bad[i], 1, 512);
    if (damages[_i].left)
        image_put_zeros(&disks[1], damages[_i].left, 1, 512);
    change_make(&change, &disks[0], &disks[1], 512);
    rehearse_agrees(&change, NULL);
}

TEST(damage_that_the_preview_does_not_show_is_refused)
{
    struct sparse disks[2];
    struct change change;
    size_t i = 0;

    rehearse_gpt(&change, disks, 512, rehearse_create);
    while (change.plan.writes[i].lba != 1)
        i++;
    change.plan.writes[i].after[17]++;
    rehearse_refused(&change, REFUSAL_RESULT_NOT_READ,
                     "The primary GPT at sector 1 is damaged");
}

TEST(a_table_can_be_taken_off_the_disk)
{
    struct sparse disks[] = { image_new(SIZE, 512), image_new(SIZE, 512) };
    CLEANUP(freep) struct mbr_table *table = xmalloc(sizeof *table);
    struct change change;

    rehearse_start_mbr(table);
    rehearse_put_mbr(&disks[0], table, false);
    change_make(&change, &disks[0], &disks[1], 512);
    ck_assert_int_eq(layout_label(change.preview)->kind, LABEL_NONE);
    rehearse_agrees(&change, NULL);
}
