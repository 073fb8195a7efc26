/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_judge.c - verdicts of the worked examples and of contents, and their words */
#include "model/align/harmless.h"
#include "model/align/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"

static const struct {
    struct layout *(*make)(void);
    unsigned number;
    enum grade grade;
    uint64_t past;
    uint64_t end_past;
    const char *word;
} worked[] = {
    { disks_legacy, 1, GRADE_OFF, 3584, 2560, "! +7 s" },
    { disks_legacy, 2, GRADE_OFF, 2048, 512, "! +4 s" },
    { disks_legacy, 5, GRADE_OFF, 2048, 2560, "! +4 s" },
    { disks_legacy, 3, GRADE_HARMLESS, 0, 0, "-" },
    { disks_touching, 1, GRADE_OFF, 3584, 1536, "! +7 s" },
    { disks_touching, 2, GRADE_OFF, 1024, 0, "! +2 s" },
    { disks_touching, 3, GRADE_OFF, 1024, 512, "! +2 s" },
    { disks_touching, 4, GRADE_HARMLESS, 0, 0, "-" },
    { disks_touching, 5, GRADE_OFF, 1024, 512, "! +2 s" },
    { disks_touching, 6, GRADE_OFF, 1536, 2560, "! +3 s" },
    { disks_gpt34, 1, GRADE_OFF, 1024, 2560, "! +2 s" },
    { disks_aligned, 1, GRADE_GRAIN, 0, 0, "ok 1M" },
    { disks_aligned, 3, GRADE_GRAIN, 0, 0, "ok 1M" },
    { disks_openbsd, 4, GRADE_OFF, 3584, 512, "! +7 s" },
    { disks_4kn, 1, GRADE_GRAIN, 0, 0, "ok 1M" },
    { disks_raid, 4, GRADE_GRAIN, 0, 0, "ok 1M" },
    /* 63 = 7 + 7 * 8: on the grid that the jumper shifts, not on the 1 MiB one. */
    { disks_jumper, 1, GRADE_PHYSICAL, 0, 1024, "ok 4K" },
};

TEST_EACH(worked_example_has_its_verdict, worked)
{
    CLEANUP(layout_unrefp) struct layout *layout = worked[_i].make();
    const struct extent *extent = layout_find_number(layout, worked[_i].number);
    struct verdict v = judge_extent(layout, extent);
    CLEANUP(freep) char *word = judge_word(layout, &v);

    ck_assert_str_eq(judge_grade_id(v.grade), judge_grade_id(worked[_i].grade));
    ck_assert_uint_eq(v.past_bytes, worked[_i].past);
    ck_assert_uint_eq(v.end_past_bytes, worked[_i].end_past);
    ck_assert_str_eq(word, worked[_i].word);
}

static const struct {
    struct layout *(*make)(void);
    unsigned judged, off, below_grain;
    bool is_assumed;
} sums[] = {
    { disks_legacy, 3, 3, 0, true },  { disks_touching, 5, 5, 0, true },
    { disks_gpt34, 1, 1, 0, true },   { disks_aligned, 3, 0, 0, true },
    { disks_openbsd, 6, 6, 0, true }, { disks_4kn, 2, 0, 0, false },
    { disks_raid, 4, 0, 0, true },    { disks_jumper, 1, 0, 1, false },
};

TEST_EACH(summary_counts_only_what_is_judged, sums)
{
    CLEANUP(layout_unrefp) struct layout *layout = sums[_i].make();
    struct judge_summary sum = judge_all(layout);

    ck_assert_uint_eq(sum.judged, sums[_i].judged);
    ck_assert_uint_eq(sum.off, sums[_i].off);
    ck_assert_uint_eq(sum.below_grain, sums[_i].below_grain);
    ck_assert(sum.is_assumed == sums[_i].is_assumed);
}

#define BIOS_BOOT "21686148-6449-6E6F-744E-656564454649"
#define MSR       "E3C9E316-0B5C-4DB8-817D-F92DF00215AE"

#define IN(what, offset, size, fs_block)                                                 \
    {                                                                                    \
        INSIDE_##what, offset, size, .block = fs_block                                   \
    }

/* One partition with a content on a disk of 1 GiB. */
static const struct {
    uint64_t logical, start, length;
    struct limits_reported said;
    struct limits_given given;
    const char *type;
    struct inside inside;
    enum grade grade;
    const char *word;
    uint64_t past, inside_past;
    bool is_end_harmful, has_small_blocks;
} ones[] = {
    /* clang-format off */
    /* Starts typed in KiB: 131072k and 131074k. */
    { 512, 262144, 8, { 0 }, { 0 }, NULL, { 0 }, GRADE_GRAIN, "ok 1M", 0, 0, 0, 0 },
    { 512, 262148, 8, { 0 }, { 0 }, NULL, { 0 }, GRADE_OFF, "! +4 s", 2048, 0, 0, 0 },
    { 512, 40, 8, { 0 }, { 0 }, NULL, { 0 }, GRADE_PHYSICAL, "ok 4K", 0, 0, 0, 0 },
    { 512, 40, 11, { 0 }, { 0 }, NULL, { 0 }, GRADE_PHYSICAL, "ok 4K", 0, 0, 0, 0 },
    /* Measured or given as 512: every sector is a boundary. */
    { 512, 63, 11, { 0 }, { .physical = 512 }, NULL, { 0 }, GRADE_PHYSICAL, "ok 512", 0,
      0, 0, 0 },
    { 512, 64, 32, { .physical = 16384 }, { 0 }, NULL, { 0 }, GRADE_PHYSICAL, "ok 16K", 0,
      0, 0, 0 },
    { 512, 2048, 8, { 0 }, { .grain = 196608 }, NULL, { 0 }, GRADE_PHYSICAL, "ok 4K", 0,
      0, 0, 0 },
    { 512, 3072, 8, { 0 }, { .grain = 196608 }, NULL, { 0 }, GRADE_GRAIN, "ok 192K", 0,
      0, 0, 0 },
    { 4096, 63, 8, { 0 }, { 0 }, NULL, { 0 }, GRADE_PHYSICAL, "ok 4K", 0, 0, 0, 0 },
    { 4096, 63, 8, { .physical = 8192 }, { 0 }, NULL, { 0 }, GRADE_OFF, "! +1 s", 4096, 0,
      0, 0 },
    /* The optimal I/O of a bridge, 65535 sectors, is refused as grain. */
    { 512, 65535, 8, { .optimal_io = 33553920 }, { 0 }, NULL, { 0 }, GRADE_OFF, "! +7 s",
      3584, 0, 0, 0 },
    { 512, 2048, 8, { .optimal_io = 33553920 }, { 0 }, NULL, { 0 }, GRADE_GRAIN, "ok 1M",
      0, 0, 0, 0 },
        { 512, 35, 8, { 0 }, { 0 }, BIOS_BOOT, { 0 }, GRADE_HARMLESS, "-", 0, 0, 0, 0 },
    { 512, 35, 8, { 0 }, { 0 }, MSR, { 0 }, GRADE_HARMLESS, "-", 0, 0, 0, 0 },
    /* The first data inside is what counts. */
    { 512, 2048, 80, { 0 }, { 0 }, NULL, { INSIDE_LUKS, .data_offset = 2056 * 512 },
      GRADE_GRAIN, "ok 1M", 0, 0, 0, 0 },
    { 512, 2048, 80, { 0 }, { 0 }, NULL, { INSIDE_LUKS, .data_offset = 2057 * 512 },
      GRADE_OFF, "! inside", 0, 512, 0, 0 },
    { 512, 63, 80, { 0 }, { 0 }, NULL, IN(FAT, 513 * 512, 4096, 512),
      GRADE_PHYSICAL, "ok 4K", 3584, 0, 0, 0 },
    { 512, 63, 80, { 0 }, { 0 }, NULL, { INSIDE_LVM, .data_offset = 192 << 10 },
      GRADE_OFF, "! +7 s", 3584, 3584, 0, 0 },
    { 512, 2048, 80, { 0 }, { 0 }, NULL, { INSIDE_LVM, .data_offset = 100 }, GRADE_OFF,
      "! inside", 0, 100, 0, 0 },
    /* Blocks under the physical sector. */
    { 512, 63, 80, { 0 }, { 0 }, NULL, IN(EXT, 0, 1024, 1024), GRADE_OFF, "! +7 s",
      3584, 0, 0, 1 },
    { 512, 63, 80, { 0 }, { 0 }, NULL, IN(FAT, 1 << 20, 512, 512), GRADE_OFF,
      "! +7 s", 3584, 0, 0, 1 },
    /* mkfs.vfat on 100 MiB: where its clusters lie is no reason to move it. */
    { 512, 2048, 80, { 0 }, { 0 }, NULL, IN(FAT, 223232, 2048, 512), GRADE_GRAIN,
      "ok 1M", 0, 0, 0, 1 },
    { 512, 63, 80, { 0 }, { 0 }, NULL, IN(FAT, 512, 2048, 512), GRADE_OFF,
      "! +7 s", 3584, 0, 0, 1 },
    { 512, 63, 80, { 0 }, { 0 }, NULL, IN(FAT, 1 << 20, 4096, 512), GRADE_OFF,
      "! +7 s", 3584, 3584, 0, 0 },
    { 512, 2048, 80, { 0 }, { 0 }, NULL, IN(EXT, 0, 1024, 1024), GRADE_GRAIN,
      "ok 1M", 0, 0, 0, 1 },
    { 512, 63, 80, { 0 }, { .physical = 512 }, NULL, IN(EXT, 0, 1024, 1024),
      GRADE_PHYSICAL, "ok 512", 0, 0, 0, 0 },
    /* LUKS2 with 4096-byte sectors does not open where its length cuts one. */
    { 512, 2048, 83, { 0 }, { 0 }, NULL, IN(LUKS, 16 << 20, 4096, 4096),
      GRADE_GRAIN, "! end +3", 0, 0, 1, 0 },
    { 512, 2048, 80, { 0 }, { 0 }, NULL, IN(LUKS, 16 << 20, 4096, 4096),
      GRADE_GRAIN, "ok 1M", 0, 0, 0, 0 },
    { 512, 2048, 83, { 0 }, { 0 }, NULL, IN(LUKS, 16 << 20, 512, 512), GRADE_GRAIN,
      "ok 1M", 0, 0, 0, 0 },
    /* clang-format on */
};

static struct layout *one(int i)
{
    const char *linux_guid = "0FC63DAF-8483-4772-8E79-3D69D8477DE4";
    struct disks_part part = { .kind = EXTENT_PARTITION,
                               .number = 1,
                               .start = ones[i].start,
                               .length = ones[i].length,
                               .type = ones[i].type ? ones[i].type : linux_guid };
    struct disks_spec spec = { .size = 2097152,
                               .logical = ones[i].logical,
                               .label = LABEL_GPT,
                               .said = ones[i].said,
                               .given = ones[i].given,
                               .parts = &part,
                               .count = 1 };
    CLEANUP(layout_unrefp) struct layout *plain = disks_build(&spec);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);
    uint32_t id = layout_find_number(plain, 1)->id;

    layout_builder_find(builder, id)->content.inside = ones[i].inside;
    return layout_builder_finish(builder, NULL);
}

TEST_EACH(partition_is_judged_with_its_content, ones)
{
    CLEANUP(layout_unrefp) struct layout *layout = one(_i);
    const struct extent *extent = layout_find_number(layout, 1);
    struct verdict v = judge_extent(layout, extent);
    CLEANUP(freep) char *word = judge_word(layout, &v);

    ck_assert_str_eq(judge_grade_id(v.grade), judge_grade_id(ones[_i].grade));
    ck_assert_str_eq(word, ones[_i].word);
    ck_assert_uint_eq(v.past_bytes, ones[_i].past);
    ck_assert_uint_eq(v.inside_past_bytes, ones[_i].inside_past);
    ck_assert(v.has_inside ==
              (ones[_i].inside.data_offset != 0 && !ones[_i].has_small_blocks));
    ck_assert(v.is_end_harmful == ones[_i].is_end_harmful);
    ck_assert(v.has_small_blocks == ones[_i].has_small_blocks);
    ck_assert_uint_eq(judge_all(layout).off,
                      ones[_i].grade == GRADE_OFF || ones[_i].is_end_harmful);
}

static const struct {
    struct layout *(*make)(void);
    unsigned number;
    const char *reason;
} reasons[] = {
    { disks_legacy, 1,
      "Starts at sector 63 = 56 + 7, 3584 bytes past a 4 KiB boundary. Its length is "
      "2560 bytes over a multiple of 4 KiB: worth a note, it costs no speed." },
    { disks_legacy, 3,
      "A container for logical partitions: only one sector of it is its own, so where "
      "it starts costs nothing." },
    { disks_aligned, 3, "Starts at sector 34605056, on a 1 MiB boundary." },
    { disks_4kn, 1, "Starts at sector 256, on a 1 MiB boundary." },
    { disks_touching, 3,
      "Starts at sector 3116610 = 3116608 + 2, 1024 bytes past a 4 KiB boundary. Its "
      "first data, 1048576 bytes in, lies 1024 bytes past a boundary too. Its length "
      "is 512 bytes over a multiple of 4 KiB: worth a note, it costs no speed." },
};

TEST_EACH(reason_carries_its_arithmetic, reasons)
{
    CLEANUP(layout_unrefp) struct layout *layout = reasons[_i].make();
    const struct extent *extent = layout_find_number(layout, reasons[_i].number);
    struct verdict v = judge_extent(layout, extent);
    CLEANUP(freep) char *reason = judge_reason(layout, extent, &v);

    ck_assert_str_eq(reason, reasons[_i].reason);
}

/* Which words each of `ones` must have in its reason. */
static const struct {
    uint64_t start, data_offset;
    enum inside_kind kind;
    uint64_t unit;
    const char *words;
} said[] = {
    /* clang-format off */
    { 63, 513 * 512, INSIDE_FAT, 4096, "But its first data, 262656 bytes in, lies on a" },
    { 2048, 2057 * 512, INSIDE_LUKS, 0, "lies 512 bytes past a boundary." },
    { 63, 0, INSIDE_FAT, 1024, "Its blocks of 1024 bytes are smaller than a physical "
                               "sector: small writes cost more wherever it starts; " },
    { 2048, 223232, INSIDE_FAT, 2048, "only a file system made again with blocks of 4 "
                                      "KiB avoids that." },
    { 40, 0, INSIDE_NONE, 0, "on a 4 KiB boundary, not on a 1 MiB one." },
    /* clang-format on */
};

TEST_EACH(reason_names_the_content, said)
{
    struct disks_part part = { .kind = EXTENT_PARTITION,
                               .number = 1,
                               .start = said[_i].start,
                               .length = 800,
                               .type = "83" };
    struct disks_spec spec = {
        .size = 2097152, .label = LABEL_MSDOS, .parts = &part, .count = 1
    };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    struct extent extent = *layout_find_number(layout, 1);

    extent.content.inside = (struct inside){
        .kind = said[_i].kind,
        .data_offset = said[_i].data_offset,
        .unit = said[_i].unit,
    };
    struct verdict v = judge_extent(layout, &extent);
    CLEANUP(freep) char *reason = judge_reason(layout, &extent, &v);
    ck_assert_msg(strstr(reason, said[_i].words) != NULL, "%s", reason);
}

TEST_EACH(each_extent_has_a_word_and_a_reason, sums)
{
    CLEANUP(layout_unrefp) struct layout *layout = sums[_i].make();

    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        struct verdict v = judge_extent(layout, extent);
        CLEANUP(freep) char *word = judge_word(layout, &v);
        CLEANUP(freep) char *reason = judge_reason(layout, extent, &v);
        ck_assert(*word && strlen(word) <= 8);
        ck_assert(*reason && reason[strlen(reason) - 1] == '.');
        ck_assert((v.harmless != HARMLESS_NO) == (v.grade == GRADE_HARMLESS));
        ck_assert((harmless_id(v.harmless) != NULL) == (v.harmless != HARMLESS_NO));
    }
}

TEST(raw_slice_is_not_judged)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_openbsd();

    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        if (extent->kind != EXTENT_SLICE)
            continue;
        struct verdict v = judge_extent(layout, extent);
        ck_assert_int_eq(v.harmless, extent->letter == 'c' ? HARMLESS_RAW : HARMLESS_NO);
        if (extent->letter != 'c')
            ck_assert_uint_eq(v.past_bytes, 3584);
    }
}

/* With the jumper set, each slice at 63 + k * 10^6 sectors is aligned. */
TEST(jumper_aligns_the_slices)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_openbsd();
    struct limits limits = *layout_limits(layout);

    limits.alignment_offset = 3584;
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(&limits, layout_label(layout));
    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->kind != EXTENT_FREE)
            layout_builder_add(builder, layout_at(layout, i));
    CLEANUP(layout_unrefp) struct layout *shifted = layout_builder_finish(builder, NULL);
    ck_assert_uint_eq(judge_all(shifted).off, 0);
    ck_assert_uint_eq(judge_all(shifted).judged, 6);
}

TEST(far_start_does_not_overflow)
{
    struct limits limits = {
        .size = UINT64_MAX, .logical = 512, .physical = 4096, .grain = 1 << 20
    };
    struct label label = { .kind = LABEL_GPT };
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(&limits, &label);
    struct extent far = {
        .kind = EXTENT_PARTITION, .number = 1, .length = 3, .start = UINT64_MAX - 3
    };

    layout_builder_add(builder, &far);
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_finish(builder, NULL);
    ck_assert_ptr_nonnull(layout);
    struct verdict v = judge_extent(layout, layout_find_number(layout, 1));
    ck_assert_int_eq(v.grade, GRADE_OFF);
    ck_assert_uint_eq(v.past_bytes, 4 * 512);
    ck_assert_uint_eq(v.end_past_bytes, 3 * 512);
}

TEST(file_system_without_a_table_is_aligned)
{
    struct disks_part whole = { .kind = EXTENT_PARTITION,
                                .number = 1,
                                .length = 2097152,
                                .type = "ext4",
                                .inside = INSIDE_EXT };
    struct disks_spec spec = {
        .size = 2097152, .label = LABEL_LOOP, .parts = &whole, .count = 1
    };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);

    ck_assert_int_eq(judge_extent(layout, layout_at(layout, 0)).grade, GRADE_GRAIN);
}
