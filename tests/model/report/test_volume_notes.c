/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_volume_notes.c - which of the file systems that are moved are marked dirty */
#include "model/report/volume_notes.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/disks.h"
#include "support/test.h"

enum { SIZE = 1 << 20, LENGTH = 100000, STATE = 1024 + 58, SECTOR = 512 };

/* 2 is on the grid and stays, 3 has no mark that is known. */
static const struct disks_part parts[] = {
    { .kind = EXTENT_PARTITION,
      .number = 4,
      .start = 63,
      .length = LENGTH,
      .inside = INSIDE_EXT },
    { .kind = EXTENT_PARTITION,
      .number = 2,
      .start = 200000,
      .length = LENGTH,
      .inside = INSIDE_EXT },
    { .kind = EXTENT_PARTITION,
      .number = 3,
      .start = 400063,
      .length = LENGTH,
      .inside = INSIDE_LUKS },
    { .kind = EXTENT_PARTITION,
      .number = 1,
      .start = 600063,
      .length = LENGTH,
      .inside = INSIDE_EXT },
};

/* The file system at START is clean, the others are mounted. */
static bool read_states(void *context, uint64_t offset, void *buf, size_t count)
{
    uint64_t state = *(const uint64_t *)context * SECTOR + STATE;

    memset(buf, 0, count);
    if (state >= offset && state < offset + count)
        ((uint8_t *)buf)[state - offset] = 1;
    return true;
}

static void find(uint64_t clean, struct volume_notes *ret)
{
    const struct disks_spec spec = {
        .size = SIZE, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    const struct reader disk = { read_states, &clean, UINT64_C(512) * SIZE };
    const struct moves_want want = { .aim = MOVES_NUDGE };
    struct moves moves;
    struct err err = { 0 };

    ck_assert_msg(moves_make(layout, &want, &moves, &err), "%s", err.text);
    volume_notes_find(layout, &moves, &disk, ret);
    moves_finish(&moves);
}

TEST(what_is_moved_is_read_in_the_order_of_the_disk)
{
    CLEANUP(volume_notes_finish) struct volume_notes notes = { 0 };
    CLEANUP(lines_finish) struct lines lines = { 0 };

    find(63, &notes);
    ck_assert_uint_eq(notes.count, 2);
    ck_assert_uint_eq(notes.at[0].number, 4);
    ck_assert_int_eq(notes.at[0].state, VOLUME_CLEAN);
    ck_assert_ptr_null(notes.at[0].text);
    ck_assert_str_eq(notes.at[0].type, "ext4");
    ck_assert_uint_eq(notes.at[1].number, 1);
    ck_assert_int_eq(notes.at[1].state, VOLUME_DIRTY);
    volume_notes_lines(&notes, &lines);
    ck_assert_uint_eq(lines.count, 1);
    ck_assert_ptr_nonnull(strstr(lines.at[0], "Partition 1 (ext4) is marked dirty"));
    CLEANUP(freep) char *words = volume_notes_clean_words(&notes);
    ck_assert_str_eq(words, "Not marked dirty: 4 (ext4).");
}

TEST(none_is_called_clean_where_all_are_dirty)
{
    CLEANUP(volume_notes_finish) struct volume_notes notes = { 0 };
    CLEANUP(lines_finish) struct lines lines = { 0 };

    find(SIZE, &notes);
    volume_notes_lines(&notes, &lines);
    ck_assert_uint_eq(lines.count, 2);
    ck_assert_ptr_null(volume_notes_clean_words(&notes));
}

TEST(several_clean_ones_are_one_sentence)
{
    struct volume_note rows[] = { { 1, "ntfs", VOLUME_CLEAN, NULL, false },
                                  { 3, "xfs", VOLUME_UNKNOWN, NULL, true },
                                  { 2, "ext4", VOLUME_CLEAN, NULL, false } };
    const struct volume_notes notes = { rows, ARRAY_SIZE(rows) };
    CLEANUP(freep) char *words = volume_notes_clean_words(&notes);

    ck_assert_str_eq(words, "Not marked dirty: 1 (ntfs), 2 (ext4).");
    CLEANUP(lines_finish) struct lines lines = { 0 };
    volume_notes_lines(&notes, &lines);
    ck_assert_uint_eq(lines.count, 1);
    ck_assert_msg(strstr(lines.at[0], "Partition 3 (xfs)") &&
                      strstr(lines.at[0], "run no xfs_repair"),
                  "%s", lines.at[0]);
}
