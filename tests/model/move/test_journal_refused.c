/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_journal_refused.c - records that are newer, of another disk, or impossible */
#include "model/move/journal/journal_record.h"

#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/journal_golden.h"
#include "support/test.h"

/* Other bytes at AT, with the checksum corrected. */
static const struct {
    enum journal_record kind;
    size_t at;
    const char *bytes;
    enum journal_state want;
} changed[] = {
    /* The head. */
    { JOURNAL_PLAN, 0, "00", RECORD_NONE },
    { JOURNAL_PLAN, 16, "0200", RECORD_NONE },
    { JOURNAL_PLAN, 16, "0700", RECORD_NONE },
    { JOURNAL_PLAN, 18, "0000", RECORD_DAMAGED },
    { JOURNAL_PLAN, 18, "0200", RECORD_NEWER },
    { JOURNAL_GUARD, 18, "ffff", RECORD_NEWER },
    { JOURNAL_PLAN, 20, "31", RECORD_DAMAGED },
    { JOURNAL_PLAN, 32, "00000000000000000000000000000000", RECORD_DAMAGED },
    { JOURNAL_PLAN, 48, "01", RECORD_OTHER },
    { JOURNAL_PLAN, 56, "01", RECORD_DAMAGED },
    { JOURNAL_PLAN, 58, "01", RECORD_DAMAGED },
    { JOURNAL_PROGRESS, 32, "00", RECORD_OTHER },
    { JOURNAL_PROGRESS, 48, "01", RECORD_OTHER },
    { JOURNAL_PROGRESS, 56, "01", RECORD_DAMAGED }, /* moves no data */
    { JOURNAL_PROGRESS, 56, "03", RECORD_DAMAGED },
    { JOURNAL_SLOT, 32, "00", RECORD_OTHER },
    { JOURNAL_HASHES, 32, "00", RECORD_OTHER },
    { JOURNAL_SAVED, 32, "00", RECORD_OTHER },
    { JOURNAL_GUARD, 48, "01", RECORD_OTHER },

    /* The disk. */
    { JOURNAL_PLAN, 64, "00100000", RECORD_OTHER },
    { JOURNAL_PLAN, 68, "03", RECORD_DAMAGED }, /* gpt */
    { JOURNAL_PLAN, 68, "04", RECORD_DAMAGED },
    { JOURNAL_PLAN, 88, "00", RECORD_DAMAGED },
    { JOURNAL_PLAN, 88, "00000080", RECORD_DAMAGED },
    { JOURNAL_PLAN, 96, "01000080", RECORD_DAMAGED },
    { JOURNAL_PLAN, 104, "00", RECORD_DAMAGED },
    { JOURNAL_PLAN, 104, "09", RECORD_DAMAGED },
    { JOURNAL_PLAN, 112, "08", RECORD_DAMAGED },
    { JOURNAL_PLAN, 112, "01", RECORD_DAMAGED }, /* the journal is not on it */

    /* The journal. */
    { JOURNAL_PLAN, 69, "07", RECORD_DAMAGED },
    { JOURNAL_PLAN, 69, "05", RECORD_DAMAGED }, /* without a path */
    { JOURNAL_PLAN, 272, "ffffffffffffffff", RECORD_DAMAGED },
    { JOURNAL_PLAN, 272, "0000000000000000", RECORD_DAMAGED },
    { JOURNAL_PLAN, 280, "0000000001000000", RECORD_DAMAGED },
    { JOURNAL_PLAN, 280, "ffffffffffffffff", RECORD_DAMAGED },
    { JOURNAL_PLAN, 280, "010010", RECORD_DAMAGED },
    { JOURNAL_PLAN, 280, "007f05", RECORD_DAMAGED }, /* the ring ends behind it */
    { JOURNAL_PLAN, 288, "0000", RECORD_DAMAGED },
    { JOURNAL_PLAN, 288, "0002", RECORD_DAMAGED },
    { JOURNAL_PLAN, 288, "00002000", RECORD_DAMAGED },
    { JOURNAL_PLAN, 292, "00", RECORD_DAMAGED },
    { JOURNAL_PLAN, 292, "01", RECORD_DAMAGED },
    { JOURNAL_PLAN, 292, "05", RECORD_DAMAGED },
    { JOURNAL_PLAN, 292, "09", RECORD_DAMAGED },
    { JOURNAL_PLAN, 296, "001001", RECORD_DAMAGED }, /* over progress */
    { JOURNAL_PLAN, 296, "003001", RECORD_DAMAGED }, /* over the second copy */
    { JOURNAL_PLAN, 304, "00b0", RECORD_DAMAGED },   /* shorter than the second one */
    { JOURNAL_PLAN, 360, "000100", RECORD_DAMAGED },
    { JOURNAL_PLAN, 360, "00f0ffffffffffff", RECORD_DAMAGED },
    { JOURNAL_PLAN, 368, "00f0ffffffffffff", RECORD_DAMAGED },
    { JOURNAL_PLAN, 376, "00800500000000000010", RECORD_DAMAGED }, /* a map */
    { JOURNAL_PLAN, 392, "41", RECORD_DAMAGED },
    { JOURNAL_PLAN, 144, "1b", RECORD_DAMAGED },
    { JOURNAL_PLAN, 152, "41", RECORD_DAMAGED },
    { JOURNAL_PLAN, 684, "01", RECORD_DAMAGED },
    { JOURNAL_PLAN, 32767, "01", RECORD_DAMAGED },
    { JOURNAL_GUARD, 64, "55", RECORD_DAMAGED },
    { JOURNAL_GUARD, 192, "00000080", RECORD_DAMAGED },
    { JOURNAL_GUARD, 200, "0010", RECORD_DAMAGED },
    { JOURNAL_GUARD, 208, "ffffffffffffffff", RECORD_DAMAGED },
    { JOURNAL_GUARD, 224, "04", RECORD_DAMAGED },
    { JOURNAL_GUARD, 510, "55aa", RECORD_DAMAGED },

    /* Steps. */
    { JOURNAL_PLAN, 680, "00", RECORD_DAMAGED },
    { JOURNAL_PLAN, 680, "02", RECORD_DAMAGED }, /* the third is not zeros */
    { JOURNAL_PLAN, 680, "04", RECORD_DAMAGED }, /* the fourth is zeros */
    { JOURNAL_PLAN, 680, "81", RECORD_DAMAGED },
    { JOURNAL_PLAN, 680, "ffffffff", RECORD_DAMAGED },
    { JOURNAL_PLAN, 1024, "03", RECORD_DAMAGED },
    { JOURNAL_PLAN, 1025, "05", RECORD_DAMAGED },
    { JOURNAL_PLAN, 1025, "04", RECORD_DAMAGED }, /* an EBR has no data */
    { JOURNAL_PLAN, 1026, "00", RECORD_DAMAGED },
    { JOURNAL_PLAN, 1028, "01", RECORD_DAMAGED },
    { JOURNAL_PLAN, 1032, "00440f", RECORD_DAMAGED },           /* no distance */
    { JOURNAL_PLAN, 1032, "0000000000000000", RECORD_DAMAGED }, /* the MBR */
    { JOURNAL_PLAN, 1040, "3f420f", RECORD_DAMAGED },           /* before its EBR */
    { JOURNAL_PLAN, 1040, "ffffffffffffffff", RECORD_DAMAGED },
    { JOURNAL_PLAN, 1040, "00000070", RECORD_DAMAGED }, /* over the container's end */
    { JOURNAL_PLAN, 1048, "0000000000000000", RECORD_DAMAGED },
    { JOURNAL_PLAN, 1048, "ffffffffffffffff", RECORD_DAMAGED },
    { JOURNAL_PLAN, 1048, "00000080", RECORD_DAMAGED },
    { JOURNAL_PLAN, 1056, "7f420f", RECORD_DAMAGED },
    { JOURNAL_PLAN, 1064, "00000000", RECORD_DAMAGED },
    { JOURNAL_PLAN, 1072, "00", RECORD_DAMAGED },
    { JOURNAL_PLAN, 1088, "01", RECORD_DAMAGED },       /* no GUIDs on msdos */
    { JOURNAL_PLAN, 1176, "000010", RECORD_DAMAGED },   /* over the logical partition */
    { JOURNAL_PLAN, 1176, "b03b0f", RECORD_DAMAGED },   /* over its EBR */
    { JOURNAL_PLAN, 1288, "0100f07f", RECORD_DAMAGED }, /* over the journal */
    { JOURNAL_PLAN, 1304, "01", RECORD_DAMAGED },
    { JOURNAL_PLAN, 1328, "05", RECORD_DAMAGED },

    /* Progress. */
    { JOURNAL_PROGRESS, 64, "0000", RECORD_DAMAGED },
    { JOURNAL_PROGRESS, 64, "0100", RECORD_DAMAGED }, /* has a record before it */
    { JOURNAL_PROGRESS, 72, "04", RECORD_DAMAGED },
    { JOURNAL_PROGRESS, 73, "02", RECORD_DAMAGED },
    { JOURNAL_PROGRESS, 73, "00", RECORD_DAMAGED }, /* not from index 0 */
    { JOURNAL_PROGRESS, 74, "f1", RECORD_DAMAGED },
    { JOURNAL_PROGRESS, 74, "01", RECORD_DAMAGED }, /* the second is not zeros */
    { JOURNAL_PROGRESS, 80, "0101", RECORD_DAMAGED },
    { JOURNAL_PROGRESS, 88, "01803e", RECORD_DAMAGED },
    { JOURNAL_PROGRESS, 96, "ef", RECORD_DAMAGED },
    { JOURNAL_PROGRESS, 96, "ffffffffffffffff", RECORD_DAMAGED },
    { JOURNAL_PROGRESS, 120, "7e420f", RECORD_DAMAGED }, /* before the partition */
    { JOURNAL_PROGRESS, 120, "ffffffffffffffff", RECORD_DAMAGED },
    { JOURNAL_PROGRESS, 128, "09", RECORD_DAMAGED },
    { JOURNAL_PROGRESS, 128, "00", RECORD_DAMAGED },

    /* Slots. */
    { JOURNAL_SLOT, 65, "01", RECORD_DAMAGED },
    { JOURNAL_SLOT, 72, "01", RECORD_DAMAGED },
    { JOURNAL_SLOT, 80, "01", RECORD_DAMAGED },
    { JOURNAL_SLOT, 88, "00803e", RECORD_DAMAGED },
    { JOURNAL_SLOT, 96, "ff430f", RECORD_DAMAGED }, /* before the new place */
    { JOURNAL_SLOT, 96, "82c34d", RECORD_DAMAGED }, /* ends behind it */
    { JOURNAL_SLOT, 96, "ffffffffffffffff", RECORD_DAMAGED },
    { JOURNAL_SLOT, 104, "00", RECORD_DAMAGED },
    { JOURNAL_SLOT, 104, "89", RECORD_DAMAGED },
    { JOURNAL_SLOT, 104, "ffffffffffffffff", RECORD_DAMAGED },

    /* Hashes. */
    { JOURNAL_HASHES, 64, "000000", RECORD_DAMAGED },
    { JOURNAL_HASHES, 64, "000008", RECORD_DAMAGED },
    { JOURNAL_HASHES, 64, "000018", RECORD_DAMAGED },
    { JOURNAL_HASHES, 64, "000020", RECORD_DAMAGED }, /* that are 1000 units */
    { JOURNAL_HASHES, 72, "d107", RECORD_DAMAGED },
    { JOURNAL_HASHES, 80, "f9", RECORD_DAMAGED },
    { JOURNAL_HASHES, 80, "c007", RECORD_DAMAGED }, /* it has 16 then */
    { JOURNAL_HASHES, 80, "b808", RECORD_DAMAGED },
    { JOURNAL_HASHES, 88, "00", RECORD_DAMAGED },
    { JOURNAL_HASHES, 88, "f7", RECORD_DAMAGED },
    { JOURNAL_HASHES, 88, "f9", RECORD_DAMAGED },

    /* Saved sectors. */
    { JOURNAL_SAVED, 64, "00", RECORD_DAMAGED },
    { JOURNAL_SAVED, 64, "02", RECORD_DAMAGED },
    { JOURNAL_SAVED, 65, "00", RECORD_DAMAGED },
    { JOURNAL_SAVED, 65, "19", RECORD_DAMAGED },
    { JOURNAL_SAVED, 66, "09", RECORD_DAMAGED },
    { JOURNAL_SAVED, 67, "00", RECORD_DAMAGED },
    { JOURNAL_SAVED, 67, "29", RECORD_DAMAGED },
    { JOURNAL_SAVED, 68, "21", RECORD_DAMAGED },
    { JOURNAL_SAVED, 72, "0000", RECORD_DAMAGED },
    { JOURNAL_SAVED, 72, "8201", RECORD_DAMAGED }, /* more than the distance */
    { JOURNAL_SAVED, 80, "00", RECORD_DAMAGED },
    { JOURNAL_SAVED, 80, "f1", RECORD_DAMAGED },
    { JOURNAL_SAVED, 88, "08", RECORD_DAMAGED }, /* in no zone */
    { JOURNAL_SAVED, 136, "00", RECORD_DAMAGED },
    { JOURNAL_SAVED, 144, "0700000000000000", RECORD_DAMAGED },
    { JOURNAL_SAVED, 144, "f9", RECORD_DAMAGED },
    { JOURNAL_SAVED, 152, "ffffffffffffffff", RECORD_DAMAGED },
    { JOURNAL_SAVED, 512, "7f420f", RECORD_DAMAGED },   /* the partition itself */
    { JOURNAL_SAVED, 512, "0000f07f", RECORD_DAMAGED }, /* the journal */
    { JOURNAL_SAVED, 512, "00000080", RECORD_DAMAGED },
    { JOURNAL_SAVED, 640, "7a420f", RECORD_DAMAGED }, /* into the next one */
    { JOURNAL_SAVED, 648, "00", RECORD_DAMAGED },
    { JOURNAL_SAVED, 680, "ffffffffffffffff", RECORD_DAMAGED },
    { JOURNAL_SAVED, 680, "49", RECORD_DAMAGED }, /* more than the area has */
    { JOURNAL_SAVED, 1280, "fdffffffffffffff", RECORD_DAMAGED },
    { JOURNAL_SAVED, 1292, "01", RECORD_DAMAGED }, /* does not fit into 4 bytes */
    { JOURNAL_SAVED, 1304, "03", RECORD_DAMAGED },
    { JOURNAL_SAVED, 1305, "06", RECORD_DAMAGED },
    { JOURNAL_SAVED, 1306, "0000", RECORD_DAMAGED },
    { JOURNAL_SAVED, 1308, "02", RECORD_DAMAGED },
};

static void correct_crc(uint8_t *bytes, size_t count)
{
    put_le32(bytes, 8, 0);
    put_le32(bytes, 8, crc32_of(bytes, count));
}

TEST_EACH(numbers_that_cannot_be_are_refused, changed)
{
    uint8_t bytes[JOURNAL_PLAN_BYTES];
    size_t count = journal_golden(changed[_i].kind, bytes);
    struct err err = { 0 };
    bool is_refused =
        changed[_i].want == RECORD_NEWER || changed[_i].want == RECORD_OTHER;

    journal_golden_put(bytes, changed[_i].at, changed[_i].bytes);
    correct_crc(bytes, count);
    enum journal_state state =
        journal_golden_decode(changed[_i].kind, bytes, count, &err);
    ck_assert_msg(state == changed[_i].want, "kind %d, byte %zu, %s: %d",
                  changed[_i].kind, changed[_i].at, changed[_i].bytes, state);
    ck_assert_int_eq(err.code, is_refused ? ERR_REFUSED : ERR_UNREADABLE);
    ck_assert(err.text[0]);
}

TEST(the_version_that_reads_a_newer_record_is_named)
{
    uint8_t bytes[JOURNAL_PLAN_BYTES];
    size_t count = journal_golden(JOURNAL_PLAN, bytes);
    struct err err = { 0 };

    put_le16(bytes, 18, 7);
    memcpy(bytes + 20, "12.34.5\033[m", 10);
    put_le32(bytes, 12, 2 * JOURNAL_PLAN_BYTES); /* more than version 1 reads */
    ck_assert(journal_golden_decode(JOURNAL_PLAN, bytes, count, &err) == RECORD_NEWER);
    ck_assert_ptr_nonnull(strstr(err.text, "alidade 12.34.5"));
    ck_assert_ptr_null(strchr(err.text, '\033'));
}

TEST(other_sectors_and_another_size_are_named)
{
    uint8_t bytes[JOURNAL_PLAN_BYTES];
    size_t count = journal_golden(JOURNAL_GUARD, bytes);
    struct journal_disk large = { journal_golden_disk.sectors / 8, 4096 };
    struct journal_disk longer = { journal_golden_disk.sectors + 1, 512 };
    struct journal_guard guard;
    struct err err = { 0 }, other = { 0 };

    ck_assert(journal_guard_decode(bytes, count, &large, &guard, &err) == RECORD_OTHER);
    ck_assert_ptr_nonnull(strstr(err.text, "512 bytes; now they have 4096"));
    ck_assert(journal_guard_decode(bytes, count, &longer, &guard, &other) ==
              RECORD_OTHER);
    ck_assert_ptr_nonnull(strstr(other.text, "1099511627776"));
}

static const struct {
    size_t at;
    const char *bytes;
    enum journal_state want;
} of_table[] = {
    { 56, "ffff", RECORD_VALID },
    { 56, "0100", RECORD_DAMAGED }, /* of a move, without its zones */
    { 64, "01", RECORD_DAMAGED },
    { 65, "01", RECORD_DAMAGED },
    { 66, "01", RECORD_DAMAGED },
    { 67, "00", RECORD_DAMAGED },
    { 68, "01", RECORD_DAMAGED },
    { 69, "01", RECORD_DAMAGED },
    { 72, "01", RECORD_DAMAGED },
    { 80, "01", RECORD_DAMAGED },
    { 88, "01", RECORD_DAMAGED },
    { 640, "0000f07f", RECORD_DAMAGED }, /* the journal */
    { 648, "ffffff7f", RECORD_DAMAGED }, /* more than the area has */
};

TEST_EACH(blocks_of_a_table_are_saved_without_a_move, of_table)
{
    uint8_t bytes[JOURNAL_PLAN_BYTES] = { 0 };
    struct journal_saved saved = { .head = journal_golden_head(),
                                   .saved[0] = { 0, 8 },
                                   .saved_count = 1 };
    struct err err = { 0 };

    saved.head.step = JOURNAL_NO_STEP;
    journal_saved_encode(&saved, bytes);
    journal_golden_put(bytes, of_table[_i].at, of_table[_i].bytes);
    correct_crc(bytes, JOURNAL_BYTES);
    ck_assert_int_eq(journal_golden_decode(JOURNAL_SAVED, bytes, JOURNAL_BYTES, &err),
                     of_table[_i].want);
}
