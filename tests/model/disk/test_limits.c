/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_limits.c - which of the reported and given values are used */
#include "model/disk/limits.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

#define MIB  (UINT64_C(1) << 20)
#define DISK (UINT64_C(1953525168) * 512)

static const struct {
    const char *claim;
    struct limits_reported said;
    struct limits_given given;
    uint64_t logical, physical;
    enum limit_source physical_source;
    uint64_t offset, grain;
    enum limit_source grain_source;
    unsigned notes;
    const char *kind;
} rows[] = {
    /* clang-format off */
    { "an image file is 512, assumed 4096", { .size_bytes = DISK }, { 0 },
      512, 4096, SOURCE_ASSUMED, 0, MIB, SOURCE_DEFAULT, 0, "512?" },
    { "512/512 is not believed", { DISK, 512, 512, 512, 0, 0, true, 0, { 0 } }, { 0 },
      512, 4096, SOURCE_ASSUMED, 0, MIB, SOURCE_DEFAULT, 0, "512?" },
    { "512n only when given",
      { DISK, 512, 512, 512, 0, 0, true, 0, { 0 } }, { .physical = 512 },
      512, 512, SOURCE_GIVEN, 0, MIB, SOURCE_DEFAULT, 0, "512n" },
    { "512e", { DISK, 512, 4096, 4096, 0, 0, true, 0, { 0 } }, { 0 },
      512, 4096, SOURCE_REPORTED, 0, MIB, SOURCE_DEFAULT, 0, "512e" },
    { "4Kn", { DISK, 4096, 4096, 4096, 0, 0, true, 0, { 0 } }, { 0 },
      4096, 4096, SOURCE_REPORTED, 0, MIB, SOURCE_DEFAULT, 0, "4Kn" },
    { "a 4096-byte image is given", { .size_bytes = DISK }, { .logical = 4096 },
      4096, 4096, SOURCE_DEFAULT, 0, MIB, SOURCE_DEFAULT, 0, "4Kn" },
    { "the XP jumper", { DISK, 512, 4096, 4096, 0, 3584, true, 0, { 0 } }, { 0 },
      512, 4096, SOURCE_REPORTED, 3584, MIB, SOURCE_DEFAULT, 0, "512e" },
    { "an offset by hand on a drive that lies",
      { DISK, 512, 512, 512, 0, 0, true, 0, { 0 } },
      { .alignment_offset = 3584, .has_alignment_offset = true },
      512, 4096, SOURCE_ASSUMED, 3584, MIB, SOURCE_DEFAULT, 0, "512?" },
    { "the kernel's -1", { DISK, 512, 4096, 4096, 0, -1, true, 0, { 0 } }, { 0 },
      512, 4096, SOURCE_REPORTED, 0, MIB, SOURCE_DEFAULT, LIMIT_OFFSET_ABSURD, "512e" },
    { "an offset that is no multiple of L",
      { DISK, 512, 4096, 4096, 0, 100, true, 0, { 0 } },
      { 0 },
      512, 4096, SOURCE_REPORTED, 0, MIB, SOURCE_DEFAULT, LIMIT_OFFSET_ABSURD, "512e" },
    { "an offset of P", { DISK, 512, 4096, 4096, 0, 4096, true, 0, { 0 } }, { 0 },
      512, 4096, SOURCE_REPORTED, 0, MIB, SOURCE_DEFAULT, LIMIT_OFFSET_ABSURD, "512e" },
    { "a USB bridge's 33553920",
      { DISK, 512, 512, 512, 33553920, 0, true, 0, { 0 } }, { 0 },
      512, 4096, SOURCE_ASSUMED, 0, MIB, SOURCE_DEFAULT, LIMIT_OPTIMAL_ABSURD, "512?" },
    { "the same from 4096-byte sectors",
      { DISK, 4096, 4096, 0, 65535 * 4096, 0, true, 0, { 0 } },
      { 0 },
      4096, 4096, SOURCE_REPORTED, 0, MIB, SOURCE_DEFAULT, LIMIT_OPTIMAL_ABSURD, "4Kn" },
    { "md's 4294901760",
      { DISK, 512, 512, 65536, UINT64_C(4294901760), 0, true, 0, { 0 } }, { 0 },
      512, 4096, SOURCE_ASSUMED, 0, MIB, SOURCE_DEFAULT, LIMIT_OPTIMAL_ABSURD, "512?" },
    { "twice 65535 sectors",
      { DISK, 512, 0, 512, 67107840, 0, true, 0, { 0 } }, { .physical = 512 },
      512, 512, SOURCE_GIVEN, 0, MIB, SOURCE_DEFAULT, LIMIT_OPTIMAL_ABSURD, "512n" },
    { "an SD card's 4 MiB", { DISK, 512, 512, 512, 0, 0, true, 4 * MIB, { 0 } }, { 0 },
      512, 4096, SOURCE_ASSUMED, 0, 4 * MIB, SOURCE_ERASE, LIMIT_ERASE_UNIT, "512?" },
    { "before optimal I/O",
      { DISK, 512, 512, 512, 8 * MIB, 0, true, 4 * MIB, { 0 } }, { 0 },
      512, 4096, SOURCE_ASSUMED, 0, 4 * MIB, SOURCE_ERASE, LIMIT_ERASE_UNIT, "512?" },
    { "an eMMC's 512 KiB", { DISK, 512, 512, 512, 0, 0, true, MIB / 2, { 0 } }, { 0 },
      512, 4096, SOURCE_ASSUMED, 0, MIB, SOURCE_DEFAULT, 0, "512?" },
    { "1 MiB needs no note", { DISK, 512, 512, 512, 0, 0, true, MIB, { 0 } }, { 0 },
      512, 4096, SOURCE_ASSUMED, 0, MIB, SOURCE_ERASE, 0, "512?" },
    { "128 MiB is too much", { DISK, 512, 512, 512, 0, 0, true, 128 * MIB, { 0 } }, { 0 },
      512, 4096, SOURCE_ASSUMED, 0, MIB, SOURCE_DEFAULT, 0, "512?" },
    { "a grain is given",
      { DISK, 512, 512, 512, 0, 0, true, 4 * MIB, { 0 } }, { .grain = MIB },
      512, 4096, SOURCE_ASSUMED, 0, MIB, SOURCE_GIVEN, 0, "512?" },
    { "256 MiB is too much",
      { DISK, 512, 4096, 4096, 256 * MIB, 0, true, 0, { 0 } }, { 0 },
      512, 4096, SOURCE_REPORTED, 0, MIB, SOURCE_DEFAULT, LIMIT_OPTIMAL_ABSURD, "512e" },
    { "64 MiB is not", { DISK, 512, 4096, 4096, 64 * MIB, 0, true, 0, { 0 } }, { 0 },
      512, 4096, SOURCE_REPORTED, 0, 64 * MIB, SOURCE_REPORTED, 0, "512e" },
    { "a stripe of 3 MiB", { DISK, 512, 512, 524288, 3 * MIB, 0, true, 0, { 0 } }, { 0 },
      512, 4096, SOURCE_ASSUMED, 0, 3 * MIB, SOURCE_REPORTED, 0, "512?" },
    { "a stripe of 192 KiB: its first multiple above 1 MiB",
      { DISK, 512, 4096, 65536, 196608, 0, true, 0, { 0 } }, { 0 },
      512, 4096, SOURCE_REPORTED, 0, 6 * 196608, SOURCE_REPORTED, 0, "512e" },
    { "a stripe of 256 KiB divides 1 MiB",
      { DISK, 512, 4096, 65536, 262144, 0, true, 0, { 0 } },
      { 0 },
      512, 4096, SOURCE_REPORTED, 0, MIB, SOURCE_REPORTED, 0, "512e" },
    { "16 KiB physical", { DISK, 512, 16384, 16384, 0, 0, true, 0, { 0 } }, { 0 },
      512, 16384, SOURCE_REPORTED, 0, MIB, SOURCE_DEFAULT, 0, "" },
    { "a physical sector of 3000 bytes",
      { DISK, 512, 3000, 0, 0, 0, true, 0, { 0 } }, { 0 },
      512, 4096, SOURCE_ASSUMED, 0, MIB, SOURCE_DEFAULT, LIMIT_PHYSICAL_ABSURD, "512?" },
    { "a physical below the logical sector",
      { DISK, 4096, 512, 0, 0, 0, true, 0, { 0 } }, { 0 },
      4096, 4096, SOURCE_DEFAULT, 0, MIB, SOURCE_DEFAULT, LIMIT_PHYSICAL_ABSURD, "4Kn" },
    { "4 grains is a small disk", { .size_bytes = 4 * MIB }, { 0 },
      512, 4096, SOURCE_ASSUMED, 0, 4096, SOURCE_DEFAULT, 0, "512?" },
    { "4 grains and a sector is not", { .size_bytes = 4 * MIB + 512 }, { 0 },
      512, 4096, SOURCE_ASSUMED, 0, MIB, SOURCE_DEFAULT, 0, "512?" },
    { "a grain by hand", { .size_bytes = DISK }, { .grain = 65536 },
      512, 4096, SOURCE_ASSUMED, 0, 65536, SOURCE_GIVEN, 0, "512?" },
    /* clang-format on */
};

TEST_EACH(each_value_comes_from_where_the_rules_say, rows)
{
    struct limits got;
    struct err err = { 0 };

    ck_assert_msg(limits_settle(&rows[_i].said, &rows[_i].given, &got, &err), "%s: %s",
                  rows[_i].claim, err.text);
    ck_assert_msg(got.logical == rows[_i].logical, "%s", rows[_i].claim);
    ck_assert_msg(got.physical == rows[_i].physical, "%s", rows[_i].claim);
    ck_assert_msg(got.physical_source == rows[_i].physical_source, "%s", rows[_i].claim);
    ck_assert_msg(got.alignment_offset == rows[_i].offset, "%s", rows[_i].claim);
    ck_assert_msg(got.grain == rows[_i].grain, "%s: %llu", rows[_i].claim,
                  (unsigned long long)got.grain);
    ck_assert_msg(got.grain_source == rows[_i].grain_source, "%s", rows[_i].claim);
    ck_assert_msg(got.notes == rows[_i].notes, "%s: %u", rows[_i].claim, got.notes);
    ck_assert_msg(!strcmp(limits_kind(&got), rows[_i].kind), "%s", rows[_i].claim);
}

static const struct {
    struct limits_reported said;
    struct limits_given given;
    enum err_code code;
} refused[] = {
    { { .size_bytes = 0 }, { 0 }, ERR_UNREADABLE },
    { { .size_bytes = 511 }, { 0 }, ERR_UNREADABLE },
    { { .size_bytes = 4095 }, { .logical = 4096 }, ERR_UNREADABLE },
    { { .size_bytes = DISK, .logical = 520 }, { 0 }, ERR_UNREADABLE },
    { { .size_bytes = DISK }, { .logical = 520 }, ERR_USAGE },
    { { .size_bytes = DISK }, { .logical = 256 }, ERR_USAGE },
    { { .size_bytes = DISK, .logical = 512 }, { .logical = 4096 }, ERR_USAGE },
    { { .size_bytes = DISK }, { .physical = 3000 }, ERR_USAGE },
    { { .size_bytes = DISK }, { .logical = 4096, .physical = 512 }, ERR_USAGE },
    { { .size_bytes = DISK },
      { .alignment_offset = 4096, .has_alignment_offset = true },
      ERR_USAGE },
    { { .size_bytes = DISK },
      { .alignment_offset = 100, .has_alignment_offset = true },
      ERR_USAGE },
    { { .size_bytes = DISK }, { .grain = 1000 }, ERR_USAGE },
    { { .size_bytes = MIB }, { .grain = 2 * MIB }, ERR_USAGE },
};

TEST_EACH(what_cannot_be_is_refused_with_a_sentence, refused)
{
    struct limits got = { .size = 42 };
    struct err err = { 0 };

    ck_assert(!limits_settle(&refused[_i].said, &refused[_i].given, &got, &err));
    ck_assert_int_eq(err.code, refused[_i].code);
    ck_assert_int_eq(err.text[strlen(err.text) - 1], '.');
    ck_assert_uint_eq(got.size, 42);
}

/* A drive that reports 512 instead of 4096, and one that reports 4096. */
#define LIAR                                                                             \
    {                                                                                    \
        DISK, 512, 512, 512, 0, 0, true, 0,                                              \
        {                                                                                \
            0                                                                            \
        }                                                                                \
    }
#define HONEST                                                                           \
    {                                                                                    \
        DISK, 512, 4096, 4096, 0, 0, true, 0,                                            \
        {                                                                                \
            0                                                                            \
        }                                                                                \
    }

static const struct {
    const char *claim;
    struct limits_reported said;
    struct limits_given given;
    uint64_t physical;
    enum limit_source physical_source;
    uint64_t offset;
    enum limit_source offset_source;
    uint64_t grain;
    enum limit_source grain_source;
    unsigned notes;
    const char *kind;
} measured[] = {
    /* clang-format off */
    { "4096 is no guess any more", LIAR, { .measured = { .physical = 4096 } },
      4096, SOURCE_MEASURED, 0, SOURCE_MEASURED, MIB, SOURCE_DEFAULT, 0, "512e" },
    { "an image file too", { .size_bytes = DISK }, { .measured = { .physical = 4096 } },
      4096, SOURCE_MEASURED, 0, SOURCE_MEASURED, MIB, SOURCE_DEFAULT, 0, "512e" },
    { "an XP jumper that nobody admits", LIAR, { .measured = { 4096, 3584, 0 } },
      4096, SOURCE_MEASURED, 3584, SOURCE_MEASURED, MIB, SOURCE_DEFAULT, 0, "512e" },
    { "512 was measured", LIAR, { .measured = { .physical = 512 } },
      512, SOURCE_MEASURED, 0, SOURCE_MEASURED, MIB, SOURCE_DEFAULT, 0, "512n" },
    { "measured beats reported", HONEST, { .measured = { 16384, 8192, 0 } },
      16384, SOURCE_MEASURED, 8192, SOURCE_MEASURED, MIB, SOURCE_DEFAULT, 0, "" },
    { "and its offset beats the reported one",
      { DISK, 512, 4096, 4096, 0, 3584, true, 0, { 0 } },
      { .measured = { .physical = 4096 } },
      4096, SOURCE_MEASURED, 0, SOURCE_MEASURED, MIB, SOURCE_DEFAULT, 0, "512e" },
    { "given beats measured", HONEST,
      { .physical = 8192, .measured = { 16384, 8192, 0 } },
      8192, SOURCE_GIVEN, 0, SOURCE_REPORTED, MIB, SOURCE_DEFAULT, 0, "" },
    { "the same given keeps the measured offset", LIAR,
      { .physical = 4096, .measured = { 4096, 3584, 0 } },
      4096, SOURCE_GIVEN, 3584, SOURCE_MEASURED, MIB, SOURCE_DEFAULT, 0, "512e" },
    { "a given offset beats the measured one", LIAR,
      { .alignment_offset = 512, .has_alignment_offset = true,
        .measured = { 4096, 3584, 0 } },
      4096, SOURCE_MEASURED, 512, SOURCE_GIVEN, MIB, SOURCE_DEFAULT, 0, "512e" },
    { "a small disk's grain is the measured sector",
      { 4 * MIB, 512, 512, 512, 0, 0, true, 0, { 0 } },
      { .measured = { .physical = 16384 } },
      16384, SOURCE_MEASURED, 0, SOURCE_MEASURED, 16384, SOURCE_DEFAULT, 0, "" },
    { "an optimal size must suit the measured sector",
      { DISK, 512, 512, 512, 6144, 0, true, 0, { 0 } },
      { .measured = { .physical = 4096 } },
      4096, SOURCE_MEASURED, 0, SOURCE_MEASURED, MIB, SOURCE_DEFAULT,
      LIMIT_OPTIMAL_ABSURD, "512e" },

    { "no power of two", LIAR, { .measured = { .physical = 3000 } },
      4096, SOURCE_ASSUMED, 0, SOURCE_REPORTED, MIB, SOURCE_DEFAULT,
      LIMIT_MEASURED_ABSURD, "512?" },
    { "below the logical sector", { DISK, 4096, 4096, 4096, 0, 0, true, 0, { 0 } },
      { .measured = { .physical = 512 } },
      4096, SOURCE_REPORTED, 0, SOURCE_REPORTED, MIB, SOURCE_DEFAULT,
      LIMIT_MEASURED_ABSURD, "4Kn" },
    { "larger than sectors are", LIAR, { .measured = { .physical = UINT64_C(1) << 63 } },
      4096, SOURCE_ASSUMED, 0, SOURCE_REPORTED, MIB, SOURCE_DEFAULT,
      LIMIT_MEASURED_ABSURD, "512?" },
    { "an offset of a whole sector", LIAR, { .measured = { 4096, 4096, 0 } },
      4096, SOURCE_ASSUMED, 0, SOURCE_REPORTED, MIB, SOURCE_DEFAULT,
      LIMIT_MEASURED_ABSURD, "512?" },
    { "an offset inside a logical sector", LIAR, { .measured = { 4096, 100, 0 } },
      4096, SOURCE_ASSUMED, 0, SOURCE_REPORTED, MIB, SOURCE_DEFAULT,
      LIMIT_MEASURED_ABSURD, "512?" },
    { "an offset without a sector", LIAR, { .measured = { 0, 3584, 0 } },
      4096, SOURCE_ASSUMED, 0, SOURCE_REPORTED, MIB, SOURCE_DEFAULT, 0, "512?" },

    { "a small step changes nothing", LIAR, { .measured = { 0, 0, 16384 } },
      4096, SOURCE_ASSUMED, 0, SOURCE_REPORTED, MIB, SOURCE_DEFAULT, 0, "512?" },
    { "a large step is the grain", LIAR, { .measured = { 0, 0, 4 * MIB } },
      4096, SOURCE_ASSUMED, 0, SOURCE_REPORTED, 4 * MIB, SOURCE_MEASURED, 0, "512?" },
    { "a step and a stripe", { DISK, 512, 512, 512, 3 * MIB, 0, true, 0, { 0 } },
      { .measured = { 0, 0, 4 * MIB } },
      4096, SOURCE_ASSUMED, 0, SOURCE_REPORTED, 12 * MIB, SOURCE_MEASURED, 0, "512?" },
    { "a step that no stripe of that size can have",
      { DISK, 512, 512, 512, 3 * MIB, 0, true, 0, { 0 } },
      { .measured = { 0, 0, 64 * MIB } },
      4096, SOURCE_ASSUMED, 0, SOURCE_REPORTED, 3 * MIB, SOURCE_REPORTED, 0, "512?" },
    { "a step of 3000 bytes", LIAR, { .measured = { 0, 0, 3000 } },
      4096, SOURCE_ASSUMED, 0, SOURCE_REPORTED, MIB, SOURCE_DEFAULT,
      LIMIT_MEASURED_ABSURD, "512?" },
    { "a step of half the disk", { 5 * MIB, 512, 512, 512, 0, 0, true, 0, { 0 } },
      { .measured = { 0, 0, 2 * MIB } },
      4096, SOURCE_ASSUMED, 0, SOURCE_REPORTED, MIB, SOURCE_DEFAULT, 0, "512?" },
    { "a step on a small disk", { 4 * MIB, 512, 512, 512, 0, 0, true, 0, { 0 } },
      { .measured = { 0, 0, 65536 } },
      4096, SOURCE_ASSUMED, 0, SOURCE_REPORTED, 65536, SOURCE_MEASURED, 0, "512?" },
    /* clang-format on */
};

TEST_EACH(what_was_measured_counts_before_what_was_reported, measured)
{
    struct limits got;
    struct err err = { 0 };

    ck_assert_msg(limits_settle(&measured[_i].said, &measured[_i].given, &got, &err),
                  "%s: %s", measured[_i].claim, err.text);
    ck_assert_msg(got.physical == measured[_i].physical, "%s", measured[_i].claim);
    ck_assert_msg(got.physical_source == measured[_i].physical_source, "%s",
                  measured[_i].claim);
    ck_assert_msg(got.alignment_offset == measured[_i].offset, "%s", measured[_i].claim);
    ck_assert_msg(got.alignment_source == measured[_i].offset_source, "%s",
                  measured[_i].claim);
    ck_assert_msg(got.grain == measured[_i].grain, "%s", measured[_i].claim);
    ck_assert_msg(got.grain_source == measured[_i].grain_source, "%s",
                  measured[_i].claim);
    ck_assert_msg(got.notes == measured[_i].notes, "%s", measured[_i].claim);
    ck_assert_msg(!strcmp(limits_kind(&got), measured[_i].kind), "%s",
                  measured[_i].claim);
}

static struct limits jumper(void)
{
    struct limits_reported said = { DISK, 512, 4096, 4096, 0, 3584, true, 0, { 0 } };
    struct limits_given given = { 0 };
    struct limits limits;
    struct err err = { 0 };

    ck_assert(limits_settle(&said, &given, &limits, &err));
    return limits;
}

static const struct {
    struct limits_reported said;
    struct limits_given given;
    uint64_t want;
} told[] = {
    { LIAR, { 0 }, 0 },
    { { DISK, 512, 4096, 4096, 0, 3584, true, 0, { 0 } }, { 0 }, 3584 },
    { { DISK, 512, 4096, 4096, 0, 3584, true, 0, { 0 } },
      { .measured = { 4096, 0, 0 } },
      3584 },
    { { DISK, 512, 4096, 4096, 0, 3584, true, 0, { 0 } },
      { .alignment_offset = 512, .has_alignment_offset = true },
      3584 },
    { { DISK, 512, 4096, 4096, 0, 3584, true, 0, { 0 } }, { .physical = 512 }, 3584 },
    { { DISK, 512, 4096, 4096, 0, 4096, true, 0, { 0 } }, { 0 }, 0 },
    { { DISK, 512, 4096, 4096, 0, 100, true, 0, { 0 } }, { 0 }, 0 },
    { { DISK, 512, 4096, 4096, 0, -1, true, 0, { 0 } }, { 0 }, 0 },
    { { DISK, 512, 4096, 4096, 0, 3584, false, 0, { 0 } }, { 0 }, 0 },
};

/* The reported value is kept even if another one is used. */
TEST_EACH(what_the_drive_says_of_its_offset_is_not_forgotten, told)
{
    struct limits got;
    struct err err = { 0 };

    ck_assert(limits_settle(&told[_i].said, &told[_i].given, &got, &err));
    ck_assert_uint_eq(got.alignment_reported, told[_i].want);
}

TEST(grids_of_a_jumpered_drive_start_at_7)
{
    struct limits limits = jumper();
    struct alignment physical = limits_physical_grid(&limits);
    struct alignment grain = limits_grain_grid(&limits);

    ck_assert(align_contains(physical, 63));
    ck_assert(!align_contains(physical, 64));
    ck_assert_uint_eq(align_next(grain, 2048), 2055);
    ck_assert_uint_eq(grain.grain, 2048);
}

TEST(every_source_and_note_has_its_words)
{
    for (int i = 0; i < SOURCE_COUNT; i++) {
        ck_assert_ptr_nonnull(limits_source_id((enum limit_source)i));
        ck_assert_ptr_nonnull(limits_source_name((enum limit_source)i));
    }
    for (unsigned i = 0; i < LIMIT_NOTE_COUNT; i++) {
        ck_assert_ptr_nonnull(limits_note_id(i));
        ck_assert_ptr_nonnull(limits_note_text(i));
    }
}

/* An image that was truncated, or extended. */
TEST(bytes_behind_the_last_whole_sector_are_not_used)
{
    struct limits_reported said = { .size_bytes = 512 * 9 + 100 };
    struct limits_given none = { 0 }, large = { .logical = 4096 };
    struct limits limits;
    struct err err = { 0 };

    ck_assert_msg(limits_settle(&said, &none, &limits, &err), "%s", err.text);
    ck_assert_uint_eq(limits.size, 9);
    ck_assert(limits.notes & LIMIT_SIZE_CUT);
    ck_assert_msg(limits_settle(&said, &large, &limits, &err), "%s", err.text);
    ck_assert_uint_eq(limits.size, 1);
    said.size_bytes = 512 * 9;
    ck_assert(limits_settle(&said, &none, &limits, &err));
    ck_assert(!(limits.notes & LIMIT_SIZE_CUT));
}

/* The first members of the physical grid and of the grain in the device; the byte of the
 * disk where it begins. */
static const struct {
    const char *claim;
    struct limits_base base;
    struct limits_measured measured;
    uint64_t offset; /* of the disk below */
    bool is_unknown;
    uint64_t physical, grain;
} stacked[] = {
    { "a disk", { 0 }, { 0 }, 0, false, 0, 0 },
    { "partition 63", { 63 * 512, 0, false }, { 0 }, 0, false, 1, 1985 },
    { "partition 63 with the XP jumper",
      { 63 * 512, 0, false },
      { 0 },
      3584,
      false,
      0,
      1992 },
    { "partition 64", { 64 * 512, 0, false }, { 0 }, 0, false, 0, 1984 },
    { "partition 2048", { MIB, 0, false }, { 0 }, 0, false, 0, 0 },
    { "2048 with the XP jumper", { MIB, 0, false }, { 0 }, 3584, false, 7, 7 },
    { "measured on the partition itself",
      { 63 * 512, 0, false },
      { 4096, 3072, 0 },
      0,
      false,
      6,
      1990 },
    { "inside a sector", { 100, 0, false }, { 0 }, 0, true, 0, 0 },
    { "not known", { 0, 0, true }, { 0 }, 0, true, 0, 0 },
    { "extents of 4 MiB", { 63 * 512, 4 * MIB, false }, { 0 }, 0, false, 1, 1985 },
    { "chunks of 64 KiB: the grain is that of the array",
      { 65536, 65536, false },
      { 0 },
      0,
      false,
      0,
      0 },
    { "chunks of 64 KiB, off", { 63 * 512, 65536, false }, { 0 }, 0, false, 1, 2041 },
    { "chunks of 2 KiB", { MIB, 2048, false }, { 0 }, 0, true, 0, 0 },
};

TEST_EACH(boundaries_are_those_of_the_disk_below, stacked)
{
    struct limits_reported said = {
        .size_bytes = DISK,
        .logical = 512,
        .physical = 4096,
        .alignment_offset = (int64_t)stacked[_i].offset,
        .has_alignment_offset = true,
        .base = stacked[_i].base,
    };
    struct limits_given given = { .measured = stacked[_i].measured };
    struct limits got;
    struct err err = { 0 };

    ck_assert(limits_settle(&said, &given, &got, &err));
    ck_assert_msg(got.is_base_unknown == stacked[_i].is_unknown, "%s", stacked[_i].claim);
    if (got.is_base_unknown)
        return;
    uint64_t physical = align_next(limits_physical_grid(&got), 0);
    uint64_t grain = align_next(limits_grain_grid(&got), 0);
    ck_assert_msg(physical == stacked[_i].physical, "%s: %llu", stacked[_i].claim,
                  (unsigned long long)physical);
    ck_assert_msg(grain == stacked[_i].grain, "%s: %llu", stacked[_i].claim,
                  (unsigned long long)grain);
    ck_assert_uint_eq(got.alignment_offset, physical * 512);
}
