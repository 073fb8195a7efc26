/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_cure_cut.c - entries that overlap are cut where their content allows it */
#include <string.h>

#include "model/base/mem.h"
#include "model/disk/cure.h"
#include "model/edit/edit.h"
#include "model/write/plan.h"
#include "model/write/whitelist.h"
#include "support/disks.h"
#include "support/table_image.h"
#include "support/test.h"

#define SIZE UINT64_C(8192)

struct logical {
    uint64_t ebr, start, length;
};

/* The container is entry 2. */
static const struct {
    struct mbr_entry primary[4];
    struct logical logicals[3];
    unsigned number;
    uint64_t volume;   /* of the content of partition NUMBER, in sectors */
    uint64_t end;      /* after the cut; 0: it is not possible */
    uint64_t lba;      /* of the only write */
    const char *words; /* part of the sentence */
} cuts[] = {
    /* clang-format off */
    { { { 0, 0x83, 63, 2000 }, { 0, 0x83, 1000, 1500 } }, { { 0 } }, 1, 937, 1000, 0,
      "end before sector 1000, where partition 2 begins: its content" },
    { { { 0, 0x83, 63, 2000 }, { 0, 0x83, 1000, 500 } }, { { 0 } }, 1, 100, 1000, 0,
      "overlapped by the entry of partition 2" },
    { { { 0, 0x83, 63, 2000 }, { 0, 0x83, 1000, 1500 } }, { { 0 } }, 1, 938, 0, 0,
      "reaches past sector 1000, where partition 2 begins" },
    { { { 0, 0x83, 63, 2000 }, { 0, 0x83, 1000, 1500 } }, { { 0 } }, 1, 0, 0, 0,
      "> FILE; in FILE, write the right size in the line of partition 1, and remove" },
    { { { 0, 0x83, 63, 2000 }, { 0, 0x83, 1000, 1500 } }, { { 0 } }, 2, 100, 0, 0, NULL },
    /* The damaged one is that which begins first. */
    { { { 0, 0x83, 1000, 1500 }, { 0, 0x83, 63, 2000 } }, { { 0 } }, 2, 937, 1000, 0,
      "overlaps partition 1" },
    { { { 0, 0x83, 63, 2000 }, { 0, 0x83, 63, 1500 } }, { { 0 } }, 1, 100, 0, 0, NULL },
    /* It reaches past the disk, too. */
    { { { 0, 0x83, 63, 9000 }, { 0, 0x83, 1000, 1500 } }, { { 0 } }, 1, 937, 1000, 0,
      "where partition 2 begins" },
    /* Over two others. */
    { { { 0, 0x83, 63, 5000 }, { 0, 0x83, 3000, 500 }, { 0, 0x83, 1000, 500 } },
      { { 0 } }, 1, 900, 1000, 0, "where partition 3 begins" },
    { { { 0 }, { 0, 0x05, 2048, 6000 } },
      { { 2048, 2050, 2000 }, { 2049, 3000, 500 } }, 5, 949, 2999, 2048,
      "where partition 6 begins" },
    { { { 0 }, { 0, 0x05, 2048, 6000 } },
      { { 2048, 2050, 1000 }, { 3000, 3002, 500 } }, 5, 950, 3000, 2048,
      "sector 3000, where the EBR of partition 6 lies" },
    { { { 0 }, { 0, 0x05, 2048, 6000 } },
      { { 2048, 2050, 951 }, { 3000, 3002, 500 } }, 5, 951, 0, 0,
      "lies over sector 3000, the EBR of partition 6" },
    { { { 0, 0x83, 63, 3000 }, { 0, 0x05, 2048, 6000 } }, { { 2048, 2050, 100 } },
      1, 1985, 2048, 0, "where partition 2 begins" },
    /* A primary inside the extended one. */
    { { { 0 }, { 0, 0x05, 2048, 6000 }, { 0, 0x83, 4000, 500 } },
      { { 2048, 2050, 1950 } }, 2, 0, 4000, 0,
      "all its logical partitions end before that" },
    { { { 0, 0x83, 4000, 500 }, { 0, 0x05, 2048, 6000 } }, { { 2048, 2050, 100 } },
      2, 0, 4000, 0, "where partition 1 begins" },
    { { { 0 }, { 0, 0x05, 2048, 6000 }, { 0, 0x83, 4000, 500 } },
      { { 2048, 2050, 100 }, { 5000, 5002, 100 } }, 2, 0, 0, 0,
      "reaches past sector 4000, where partition 3 begins" },
    /* clang-format on */
};

static struct sparse cut_disk(const struct mbr_entry *primary,
                              const struct logical *logicals)
{
    struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->kind = MBR_TABLE;
    table->signature = 0x12345678;
    memcpy(table->primary, primary, 4 * sizeof(*primary));
    for (size_t i = 0; i < 3 && logicals[i].length; i++)
        mbr_add_logical(table, 1, logicals[i].ebr,
                        &(struct mbr_entry){ 0, 0x83, (uint32_t)logicals[i].start,
                                             (uint32_t)logicals[i].length });
    image_put_mbr(&disk, table, 512);
    return disk;
}

/* What DISK holds, with an ext4 of VOLUME sectors in partition NUMBER; 0: unknown. */
static struct layout *read_with(struct sparse *disk, unsigned number, uint64_t volume)
{
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *read = image_read(disk, 512, &err);
    ck_assert_msg(read != NULL, "%s", err.text);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(read);
    struct extent *extent =
        layout_builder_find(builder, layout_find_entry(read, number)->id);

    if (volume) {
        extent->content = disks_content(INSIDE_EXT, NULL);
        extent->content.inside.volume = volume * 512;
        extent->content.inside.claimed = volume * 512;
    }
    return layout_builder_refinish(builder);
}

/* Returns the layout after the cut, which is the only write but for a GPT. */
static void assert_cut(struct sparse *disk, const struct layout *base,
                       struct entry_cure cure, unsigned number, uint64_t end,
                       uint64_t lba)
{
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_CUT, .id = cure.id };
    struct reader reader = sparse_reader(disk);
    struct write_plan plan = { 0 };
    struct write_plan_view view;
    struct layout *now = NULL;
    struct err err = { 0 };

    CLEANUP(layout_unrefp) struct layout *cut = edit_apply(base, &edit, &err);
    ck_assert_msg(cut != NULL, "%s", err.text);
    ck_assert_uint_eq(layout_damaged_count(cut), 0);
    ck_assert_msg(write_plan_make(&reader, base, cut, &plan, &err), "%s", err.text);
    ck_assert_msg(whitelist_check(&reader, base, cut, &plan, &err), "%s", err.text);
    if (lba != UINT64_MAX) {
        ck_assert_uint_eq(plan.count, 1);
        ck_assert_uint_eq(plan.writes[0].lba, lba);
        ck_assert_uint_eq(plan.writes[0].count, 1);
    }
    struct reader after = write_plan_reader(&view, &reader, &plan, plan.count);
    ck_assert(tables_read(&after, layout_limits(base), &now, &err) && now);
    ck_assert_uint_eq(layout_damaged_count(now), 0);
    ck_assert_uint_eq(extent_end(layout_find_number(now, number)), end);
    layout_unref(now);
    write_plan_finish(&plan);
}

static bool says(const struct lines *lines, const char *words)
{
    for (size_t i = 0; i < lines->count; i++)
        if (strstr(lines->at[i], words))
            return true;
    return false;
}

TEST_EACH(an_entry_is_cut_where_another_begins_behind_its_content, cuts)
{
    struct sparse disk = cut_disk(cuts[_i].primary, cuts[_i].logicals);
    CLEANUP(layout_unrefp)
    struct layout *base = read_with(&disk, cuts[_i].number, cuts[_i].volume);
    CLEANUP(lines_finish) struct lines lines = { 0 };
    struct entry_cure cure;
    struct err err = { 0 };

    ck_assert_uint_gt(layout_damaged_count(base), 0);
    bool is_found = cure_find(base, REPAIR_CUT, cuts[_i].number, &cure, &err);
    ck_assert_int_eq(is_found, cuts[_i].end != 0);
    cure_add_overlaps(base, "/dev/sda", &lines);
    if (is_found) {
        CLEANUP(freep) char *words = cure_words(base, cure);
        ck_assert_msg(strstr(words, cuts[_i].words) != NULL, "%s", words);
        assert_cut(&disk, base, cure, cuts[_i].number, cuts[_i].end, cuts[_i].lba);
    } else if (cuts[_i].words) {
        ck_assert(says(&lines, cuts[_i].words));
    }
    sparse_finish(&disk);
}

TEST(an_entry_of_a_gpt_is_cut_too)
{
    struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 2);
    struct entry_cure cure;
    struct err err = { 0 };

    table.entries[0].last_lba = table.entries[1].first_lba + 50;
    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    CLEANUP(layout_unrefp) struct layout *base = read_with(&disk, 1, 2048);
    ck_assert_msg(cure_find(base, REPAIR_CUT, 1, &cure, &err), "%s", err.text);
    assert_cut(&disk, base, cure, 1, 4096, UINT64_MAX);
    sparse_finish(&disk);
}

/* With its superblock at the end, an array's member is as long as its partition. */
TEST(what_has_its_superblock_behind_the_cut_is_not_cut)
{
    struct sparse disk = cut_disk(cuts[0].primary, cuts[0].logicals);
    CLEANUP(layout_unrefp) struct layout *whole = read_with(&disk, 1, 900);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(whole);
    struct entry_cure cure;
    struct err err = { 0 };

    layout_builder_find(builder, layout_find_number(whole, 1)->id)
        ->content.inside.proof_offset = UINT64_C(1900) * 512;
    CLEANUP(layout_unrefp) struct layout *base = layout_builder_refinish(builder);
    ck_assert(cure_find(whole, REPAIR_CUT, 1, &cure, &err));
    ck_assert(!cure_find(base, REPAIR_CUT, 1, &cure, &err));
    sparse_finish(&disk);
}
