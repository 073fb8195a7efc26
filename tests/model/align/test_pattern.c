/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pattern.c - old layouts match a pattern, random ones do not */
#include "model/align/pattern.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/disk/types.h"
#include "support/disks.h"
#include "support/rng.h"
#include "support/test.h"

static const struct {
    struct layout *(*make)(void);
    const char *id; /* NULL: none */
    uint64_t proof[PATTERN_PROOF_MAX];
} examples[] = {
    { disks_legacy, "cylinder-16065", { 63, 204796620, 1912586445, 1912586508 } },
    /* Its last partition is one sector past a cylinder. */
    { disks_touching, "head-63", { 63 } },
    { disks_openbsd, "head-63", { 63 } },
    { disks_jumper, "head-63", { 63 } },
    { disks_gpt34, "gpt-34", { 34 } },
    { disks_aligned, NULL, { 0 } },
    { disks_4kn, NULL, { 0 } },
    { disks_raid, NULL, { 0 } },
};

static void check(const struct layout *layout, const char *id, const uint64_t *proof)
{
    struct pattern pattern = { .id = "untouched" };
    bool is_found = pattern_find(layout, &pattern);
    size_t count = 0;

    ck_assert_str_eq(pattern.id, id ? id : "untouched");
    ck_assert(is_found == (id != NULL));
    while (id && count < PATTERN_PROOF_MAX && proof[count])
        count++;
    ck_assert_uint_eq(pattern.proof_count, count);
    for (size_t i = 0; i < count; i++)
        ck_assert_uint_eq(pattern.proof[i], proof[i]);
    ck_assert(!id || strlen(pattern.text) > 0);
}

TEST_EACH(example_disk_is_named_with_its_proof, examples)
{
    CLEANUP(layout_unrefp) struct layout *layout = examples[_i].make();

    check(layout, examples[_i].id, examples[_i].proof);
}

#define BIOS_BOOT "21686148-6449-6E6F-744E-656564454649"

/* A disk of 16 GiB with 1000 sectors from each start on. */
static const struct {
    enum label_kind label;
    uint64_t starts[4];
    const char *id;
    uint64_t proof[PATTERN_PROOF_MAX];
    const char *first_type; /* of the first partition; NULL: the usual */
    struct limits_reported said;
    uint64_t logical; /* 0: 512 */
} tables[] = {
    /* clang-format off */
    { LABEL_MSDOS, { 63 }, "head-63", { 63 }, NULL, { 0 }, 0 },
    { LABEL_MSDOS, { 63, 20000063 }, "head-63", { 63 }, NULL, { 0 }, 0 },
    { LABEL_MSDOS, { 63, 160650 }, "cylinder-16065", { 63, 160650 }, NULL, { 0 }, 0 },
    { LABEL_MSDOS, { 16065, 160650 }, "cylinder-16065", { 16065, 160650 }, NULL, { 0 },
      0 },
    /* A partition that a newer tool added does not contradict it. */
    { LABEL_MSDOS, { 63, 160650, 2048000 }, "cylinder-16065", { 63, 160650 }, NULL, { 0 },
      0 },
    { LABEL_MSDOS, { 16065 }, NULL, { 0 }, NULL, { 0 }, 0 },
    { LABEL_MSDOS, { 16065, 160651 }, NULL, { 0 }, NULL, { 0 }, 0 },
    { LABEL_GPT, { 34 }, "gpt-34", { 34 }, NULL, { 0 }, 0 },
    { LABEL_GPT, { 34, 10000 }, "gpt-34", { 34 }, NULL, { 0 }, 0 },
    { LABEL_GPT, { 40 }, NULL, { 0 }, NULL, { 0 }, 0 },
    { LABEL_MSDOS, { 34 }, NULL, { 0 }, NULL, { 0 }, 0 },
    /* BIOS boot at 34 is made by newer tools and harmless. */
    { LABEL_GPT, { 34, 2048 }, NULL, { 0 }, BIOS_BOOT, { 0 }, 0 },
    { LABEL_MSDOS, { 2049 }, "calamares-2049", { 2049 }, NULL, { 0 }, 0 },
    { LABEL_GPT, { 2049, 1026049 }, "calamares-2049", { 2049, 1026049 }, NULL, { 0 }, 0 },
    { LABEL_MSDOS, { 2049, 1026053 }, NULL, { 0 }, NULL, { 0 }, 0 },
    { LABEL_MSDOS, { 2049 }, NULL, { 0 }, NULL,
      { .physical = 4096, .alignment_offset = 512, .has_alignment_offset = true }, 0 },
    { LABEL_MSDOS, { 1953 }, "megabyte-1953", { 1953 }, NULL, { 0 }, 0 },
    { LABEL_MSDOS, { 1953, 1000000 }, "megabyte-1953", { 1953, 1000000 }, NULL, { 0 },
      0 },
    /* 4 MB and 32 MB. */
    { LABEL_MSDOS, { 7812, 62500 }, "megabyte-1953", { 7812, 62500 }, NULL, { 0 }, 0 },
    { LABEL_MSDOS, { 7812 }, NULL, { 0 }, NULL, { 0 }, 0 },
    { LABEL_MSDOS, { 65535 }, "bridge-65535", { 65535 }, NULL, { 0 }, 0 },
    { LABEL_GPT, { 65535, 131070 }, "bridge-65535", { 65535, 131070 }, NULL, { 0 }, 0 },
    { LABEL_GPT, { 131070 }, NULL, { 0 }, NULL, { 0 }, 0 },
    /* 63 sectors of 4096 bytes are not the track of a BIOS. */
    { LABEL_MSDOS, { 63 }, NULL, { 0 }, NULL, { 0 }, 4096 },
    /* SD cards, if the type is one of FAT or exFAT. */
    { LABEL_MSDOS, { 8192 }, "sd-card", { 8192 }, "b", { 0 }, 0 },
    { LABEL_MSDOS, { 32768 }, "sd-card", { 32768 }, "7", { 0 }, 0 },
    { LABEL_MSDOS, { 65536 }, "sd-card", { 65536 }, "c", { 0 }, 0 },
    { LABEL_MSDOS, { 8192 }, NULL, { 0 }, "83", { 0 }, 0 },
    { LABEL_MSDOS, { 8192, 32768 }, NULL, { 0 }, "b", { 0 }, 0 },
    { LABEL_MSDOS, { 16384 }, NULL, { 0 }, "b", { 0 }, 0 },
    { LABEL_GPT, { 8192 }, NULL, { 0 }, NULL, { 0 }, 0 },
    { LABEL_MSDOS, { 2048, 1050624 }, NULL, { 0 }, NULL, { 0 }, 0 },
    { LABEL_MSDOS, { 0 }, NULL, { 0 }, NULL, { 0 }, 0 },
    /* clang-format on */
};

TEST_EACH(pattern_is_named_only_if_the_starts_prove_it, tables)
{
    struct disks_part parts[4] = { 0 };
    struct disks_spec spec = { .size = 33554432,
                               .label = tables[_i].label,
                               .said = tables[_i].said,
                               .logical = tables[_i].logical,
                               .parts = parts };

    for (; spec.count < 4 && tables[_i].starts[spec.count]; spec.count++)
        parts[spec.count] = (struct disks_part){
            .kind = EXTENT_PARTITION,
            .number = (unsigned)spec.count + 1,
            .start = tables[_i].starts[spec.count],
            .length = 1000,
            .type = spec.count ? NULL : tables[_i].first_type,
        };
    /* A type that no table is read with would prove nothing. */
    if (tables[_i].first_type)
        ck_assert_ptr_nonnull(type_name(spec.label, tables[_i].first_type));
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    check(layout, tables[_i].id, tables[_i].proof);
}

/* A slice at 63 with the partitions of a BSD label. */
static const struct {
    uint64_t starts[4];
    const char *id;
} bsd_labels[] = {
    { { 63, 1060290, 5269320, 9478350 }, "bsd-cylinder-16065" },
    { { 63, 1060290 }, "bsd-cylinder-16065" },
    { { 63, 1060290, 5269321 }, "head-63" },
    { { 63 }, "head-63" },
};

TEST_EACH(rounding_of_a_bsd_label_is_named, bsd_labels)
{
    struct disks_part parts[5] = { { .kind = EXTENT_PARTITION,
                                     .number = 1,
                                     .start = 63,
                                     .length = 16771797,
                                     .type = "a6" } };
    struct disks_spec spec = { .size = 16777216, .label = LABEL_MSDOS, .parts = parts };

    for (spec.count = 1; spec.count < 5 && bsd_labels[_i].starts[spec.count - 1];
         spec.count++)
        parts[spec.count] =
            (struct disks_part){ .kind = EXTENT_SLICE,
                                 .start = bsd_labels[_i].starts[spec.count - 1],
                                 .length = 1000000,
                                 .letter = (char)('a' + spec.count - 1) };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    struct pattern pattern;
    ck_assert(pattern_find(layout, &pattern));
    ck_assert_str_eq(pattern.id, bsd_labels[_i].id);
}

/* Up to four partitions, starts on a step from one sector to 1 MiB, at any scale. */
static struct layout *random_table(struct rng *rng)
{
    static const uint64_t steps[] = { 1, 1, 2, 8, 64, 2048 };
    struct disks_part parts[4] = { 0 };
    struct disks_spec spec = {
        .size = UINT64_C(100000) << rng_below(rng, 14),
        .label = rng_below(rng, 2) ? LABEL_GPT : LABEL_MSDOS,
        .parts = parts,
    };
    uint64_t step = steps[rng_below(rng, ARRAY_SIZE(steps))], at = 34;
    uint64_t wanted = 1 + rng_below(rng, ARRAY_SIZE(parts));

    while (spec.count < wanted) {
        uint64_t start = at + rng_below(rng, spec.size >> rng_below(rng, 10));
        start = (start + step - 1) / step * step;
        uint64_t length = 1 + rng_below(rng, spec.size >> (1 + rng_below(rng, 10)));
        if (start + length > spec.size - 33)
            break;
        parts[spec.count] = (struct disks_part){
            .kind = EXTENT_PARTITION,
            .number = (unsigned)spec.count + 1,
            .start = start,
            .length = length,
        };
        spec.count++;
        at = start + length;
    }
    return disks_build(&spec);
}

TEST(random_tables_match_no_pattern)
{
    unsigned partitions = 0;

    for (unsigned round = 0; round < 1000; round++) {
        struct rng rng = rng_start(round);
        CLEANUP(layout_unrefp) struct layout *layout = random_table(&rng);
        struct pattern pattern;
        for (unsigned number = 1; number <= 4; number++)
            partitions += layout_find_number(layout, number) != NULL;
        LAW(&rng, !pattern_find(layout, &pattern));
    }
    ck_assert_uint_gt(partitions, 1000);
}
