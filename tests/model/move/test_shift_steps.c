/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_shift_steps.c - steps and their order, and where a recovery stops
 *
 * prop_shift.c carries them out. */
#include "model/move/shift/shift_steps.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

enum { TRACE_MAX = 200, SLOTS = 3 };

/* Towards higher LBAs by two blocks; 10 pieces at 2 blocks. */
static const struct shift base = {
    .disk = 400,
    .grid = { 0, 8 },
    .from = 64,
    .to = 80,
    .length = 160,
    .mode = MOVE_HOLE,
    .piece = 16,
    .slots = SLOTS,
    .hashes = 4,
    .zones = { .at = { { 0, 8 }, { 152, 8 } }, .count = 2, .magic = 2 },
    .tables = { { 0, 1 } },
    .table_count = 1,
    .keeps_free = true,
};

/* What the questions find; zero: all can be read, and is as this program left it. */
struct story {
    enum shift_answer look, head, check;
    enum shift_answer at_target, at_source; /* hashes */
    enum shift_answer slots[SLOTS];
    uint64_t pieces[SLOTS];
    uint64_t first_zero, zeros; /* the pieces from there on that are zeros */
};

struct trace {
    char ops[TRACE_MAX]; /* a letter for each step */
    struct shift_step end;
};

static enum shift_answer answer_of(const struct story *story, const struct shift *shift,
                                   const struct shift_step *step, uint64_t next)
{
    struct shift_run forward = shift_run_forward(shift);

    if (step->op == SHIFT_LOOK)
        return story->look;
    if (step->op == SHIFT_LOOK_HEAD)
        return story->head;
    if (step->op == SHIFT_CHECK)
        return story->check;
    if (step->op == SHIFT_LOOK_SLOT)
        return story->slots[step->number];
    if (step->op == SHIFT_LOOK_ZEROS)
        return story->zeros && step->piece == story->first_zero ? SHIFT_YES : SHIFT_NO;
    if (step->op != SHIFT_COMPARE)
        return SHIFT_YES;
    uint64_t first = shift_piece_at(shift, &forward, next).first;
    return step->at.lba == shift->from + first ? story->at_source : story->at_target;
}

static struct trace follow(const struct shift *shift, const struct shift_found *found,
                           bool is_rollback, const struct story *story)
{
    static const char letters[] = "EFlhs=czSBCRJrjWL";
    struct shifting shifting = shift_recover(shift, found, is_rollback);
    struct trace trace = { .ops = "" };
    struct shift_step step;

    for (size_t i = 0; (step = shift_next(&shifting)).op != SHIFT_END; i++) {
        ck_assert_uint_lt(i, TRACE_MAX - 1);
        trace.ops[i] = letters[step.op];
        shift_report(&shifting, answer_of(story, shift, &step, found->piece),
                     step.op == SHIFT_LOOK_SLOT    ? story->pieces[step.number]
                     : step.op == SHIFT_LOOK_ZEROS ? story->zeros
                                                   : 0);
    }
    trace.end = shift_next(&shifting);
    return trace;
}

/* Of a mode with PIECES pieces from the one that was found. */
static struct shift mode_of(enum move_mode mode)
{
    struct shift shift = base;

    shift.mode = mode;
    ck_assert(shift_is_valid(&shift));
    return shift;
}

TEST(a_move_in_hole_mode_flushes_once_for_each_piece)
{
    struct shift shift = mode_of(MOVE_HOLE);
    struct shift_found none = { 0 };
    struct story story = { 0 };
    struct trace trace = follow(&shift, &none, false, &story);

    /* Saved, guards, envelope; then groups of four pieces, of which the hashes are
     * recorded with the first. */
    ck_assert_str_eq(trace.ops, "FSFRF"
                                "WFWFWFlLRF"
                                "zrrrrRWFWFWFWF"
                                "zrrrrRWFWFWFWF"
                                "zrrRWFWF"
                                "FcRF"
                                "lLWWWFWFWFRF");
    ck_assert_int_eq(trace.end.end, SHIFT_AT_NEW);
}

/* A tool that repairs the header from its copy finds all else complete: before anything
 * but the header is replaced, the copy is, durably; and it is written last. */
TEST(copies_of_the_header_have_a_flush_of_their_own)
{
    struct shift shift = mode_of(MOVE_HOLE);
    struct shift_found none = { 0 };
    struct story story = { 0 };

    shift.zones = (struct zones){ .at = { { 0, 8 }, { 32, 8 }, { 64, 8 }, { 152, 8 } },
                                  .count = 4 };
    struct trace trace = follow(&shift, &none, false, &story);
    const char *end = strstr(trace.ops, "Fc");
    ck_assert_int_eq(strncmp(trace.ops, "FSFRFWFWWFWWFlLRF", 17), 0);
    ck_assert_ptr_nonnull(end);
    ck_assert_str_eq(end, "FcRFlLWWWWFWWFWFRF");
}

/* NTFS has its copy there, and what loads the system is behind the first sector. */
TEST(without_others_the_last_zone_is_a_copy_of_the_header)
{
    struct shift shift = mode_of(MOVE_HOLE);
    struct shift_found none = { 0 };
    struct story story = { 0 };
    struct shifting m = shift_recover(&shift, &none, false);
    uint64_t written[16];
    size_t count = 0;

    for (struct shift_step step; (step = shift_next(&m)).op != SHIFT_END;) {
        if (step.op == SHIFT_WRITE && step.write != SHIFT_WRITE_PIECE)
            written[count++] = step.at.lba;
        shift_report(&m, answer_of(&story, &shift, &step, 0), 0);
    }
    /* The magic sector, the last zone, the first one; what is left of the old place; and
     * the magic sector, both zones and the magic sector again. */
    static const uint64_t want[] = { 64, 64 + 152, 64, 64, 80, 80, 80 + 152, 80 };
    ck_assert_uint_eq(count, ARRAY_SIZE(want));
    for (size_t i = 0; i < count; i++)
        ck_assert_uint_eq(written[i], want[i]);
}

TEST(a_move_with_a_journal_flushes_once_for_each_batch)
{
    struct shift shift = mode_of(MOVE_JOURNAL);
    struct shift_found none = { 0 };
    struct story story = { 0 };
    struct trace trace = follow(&shift, &none, false, &story);

    ck_assert_str_eq(trace.ops, "FSFRF"
                                "WFWFWCCCFlLRF"
                                "zrJFWzrJFWzrJFWzrJFWzrJFW"
                                "zrJFWzrJFWzrJFWzrJFWzrJFW"
                                "FcRF"
                                "lLWWWFWFWFRF");
    ck_assert_int_eq(trace.end.end, SHIFT_AT_NEW);
}

/* What is zeros in both places is not moved: what was before it is durable, and then the
 * record that counts it. */
TEST(pieces_of_zeros_are_passed_over)
{
    struct shift hole = mode_of(MOVE_HOLE), journal = mode_of(MOVE_JOURNAL);
    struct shift_found none = { 0 };
    struct story story = { .first_zero = 4, .zeros = 5 };
    struct trace trace = follow(&hole, &none, false, &story);

    ck_assert_str_eq(trace.ops, "FSFRFWFWFWFlLRF"
                                "zrrrrRWFWFWFWF"
                                "zFRF"
                                "zrRWF"
                                "FcRFlLWWWFWFWFRF");
    trace = follow(&journal, &none, false, &story);
    ck_assert_str_eq(trace.ops, "FSFRFWFWFWCCCFlLRF"
                                "zrJFWzrJFWzrJFWzrJFW"
                                "zFRF"
                                "zrJFW"
                                "FcRFlLWWWFWFWFRF");
}

/* More than there are count as the rest. */
TEST(no_more_zeros_are_passed_over_than_there_are_pieces)
{
    struct shift shift = mode_of(MOVE_JOURNAL);
    struct shift_found none = { 0 };
    struct story story = { .first_zero = 9, .zeros = 100 };
    struct trace trace = follow(&shift, &none, false, &story);

    ck_assert_int_eq(trace.end.end, SHIFT_AT_NEW);
}

/* Slots of pieces that the record counts are obsolete, whatever is in them. */
TEST(after_a_skip_the_record_counts_and_later_slots)
{
    struct shift shift = mode_of(MOVE_JOURNAL);
    struct shift_found found = {
        .is_found = true, .phase = SHIFT_MOVING, .run = { .end = 160 }, .piece = 7
    };
    struct story story = { .slots = { SHIFT_YES, SHIFT_UNREADABLE, SHIFT_YES },
                           .pieces = { 3, 0, 2 } };
    struct trace trace = follow(&shift, &found, false, &story);

    /* Piece 7 is in slot 1, which was being written. */
    ck_assert_str_eq(trace.ops, "FsssFzrJFWzrJFWzrJFWFcRFlLWWWFWFWFRF");
    found.piece = 6;
    trace = follow(&shift, &found, false, &story);
    ck_assert_int_eq(trace.end.end, SHIFT_LOST);
}

/* --- stops --- */

static const struct {
    enum shift_answer at_target, at_source;
    bool is_rollback;
    enum shift_end end;
} holes[] = {
    { SHIFT_YES, SHIFT_NO, false, SHIFT_AT_NEW },
    { SHIFT_NO, SHIFT_YES, false, SHIFT_AT_NEW },
    { SHIFT_UNREADABLE, SHIFT_YES, false, SHIFT_AT_NEW },
    { SHIFT_UNREADABLE, SHIFT_YES, true, SHIFT_AT_OLD },
    { SHIFT_NO, SHIFT_NO, false, SHIFT_FOREIGN },
    { SHIFT_NO, SHIFT_NO, true, SHIFT_FOREIGN },
    { SHIFT_NO, SHIFT_UNREADABLE, false, SHIFT_UNREAD },
    /* What was moved goes back, and the rest is where it was. */
    { SHIFT_NO, SHIFT_UNREADABLE, true, SHIFT_AT_OLD },
};

TEST_EACH(a_piece_that_is_at_neither_place_stops_the_move, holes)
{
    struct shift shift = mode_of(MOVE_HOLE);
    struct shift_found found = {
        .is_found = true, .phase = SHIFT_MOVING, .run = { 0, 0, 160 }, .piece = 3
    };
    struct story story = { .at_target = holes[_i].at_target,
                           .at_source = holes[_i].at_source };

    found.hashes = 1;
    struct trace trace = follow(&shift, &found, holes[_i].is_rollback, &story);
    ck_assert_int_eq(trace.end.end, holes[_i].end);
    if (trace.end.end == SHIFT_FOREIGN || trace.end.end == SHIFT_UNREAD) {
        ck_assert_uint_eq(trace.end.at.lba, 64 + 96);
        ck_assert_str_eq(trace.ops, "F==");
    }
}

#define VALID SHIFT_YES
#define CLEAR SHIFT_NO
#define BAD   SHIFT_UNREADABLE

static const struct {
    enum shift_answer slots[SLOTS];
    uint64_t pieces[SLOTS];
    const char *ops; /* NULL: the move stops */
} rings[] = {
    { { CLEAR, CLEAR, CLEAR }, { 0 }, "FsssFz" },
    { { BAD, CLEAR, CLEAR }, { 0 }, "FsssFz" },
    { { CLEAR, BAD, CLEAR }, { 0 }, NULL },
    { { VALID, CLEAR, CLEAR }, { 0 }, "FsssjWFz" },
    { { VALID, BAD, CLEAR }, { 0 }, "FsssjWFz" },
    { { VALID, CLEAR, BAD }, { 0 }, NULL },
    { { VALID, VALID, VALID }, { 3, 4, 2 }, "FsssjWjWjWFz" },
    { { VALID, VALID, BAD }, { 3, 4 }, "FsssjWjWFz" },
    { { BAD, VALID, VALID }, { 0, 4, 5 }, "FsssjWjWFz" },
    { { VALID, BAD, VALID }, { 3, 0, 5 }, NULL },
    { { BAD, BAD, VALID }, { 0, 0, 5 }, NULL },
    { { BAD, BAD, BAD }, { 0 }, NULL },
    /* Of another slot; beyond the last piece. */
    { { VALID, VALID, CLEAR }, { 3, 5 }, NULL },
    { { CLEAR, VALID, CLEAR }, { 0, 10 }, NULL },
};

TEST_EACH(slots_that_contradict_each_other_stop_the_move, rings)
{
    struct shift shift = mode_of(MOVE_JOURNAL);
    struct shift_found found = { .is_found = true,
                                 .phase = SHIFT_MOVING,
                                 .run = { 0, 0, 160 } };
    struct story story = { 0 };

    memcpy(story.slots, rings[_i].slots, sizeof(story.slots));
    memcpy(story.pieces, rings[_i].pieces, sizeof(story.pieces));
    struct trace trace = follow(&shift, &found, false, &story);
    ck_assert_int_eq(trace.end.end, rings[_i].ops ? SHIFT_AT_NEW : SHIFT_LOST);
    if (rings[_i].ops)
        ck_assert_mem_eq(trace.ops, rings[_i].ops, strlen(rings[_i].ops));
    else
        ck_assert_str_eq(trace.ops, "Fsss");
}

TEST(the_damaged_slot_is_cleared_before_the_way_back)
{
    struct shift shift = mode_of(MOVE_JOURNAL);
    struct shift_found found = { .is_found = true,
                                 .phase = SHIFT_MOVING,
                                 .run = { 0, 0, 160 } };
    struct story story = { .slots = { VALID, BAD, CLEAR } };
    struct trace trace = follow(&shift, &found, true, &story);

    /* One piece back: at both borders are whole blocks. */
    ck_assert_str_eq(trace.ops, "FsssjWF"
                                "CFRF"
                                "zrJFW"
                                "FcRF"
                                "lLWWWFWFWFRF");
    ck_assert_int_eq(trace.end.end, SHIFT_AT_OLD);
}

TEST(content_that_changed_stops_the_move_before_the_table)
{
    struct shift shift = mode_of(MOVE_HOLE);
    struct shift_found found = {
        .is_found = true, .phase = SHIFT_MOVING, .run = { 0, 0, 160 }, .piece = 10
    };
    struct story story = { .check = SHIFT_NO };
    struct trace trace = follow(&shift, &found, false, &story);

    ck_assert_str_eq(trace.ops, "FFc");
    ck_assert_int_eq(trace.end.end, SHIFT_MISMATCH);
    ck_assert_uint_eq(trace.end.at.lba, 80);
    ck_assert_uint_eq(trace.end.at.length, 160);
}

/* --- what was found --- */

static const struct {
    enum shift_phase phase;
    enum shift_answer head;
    bool is_back, is_rollback;
    const char *ops;
    enum shift_end end;
} states[] = {
    /* The head is no guard: the partition may have been in use since. */
    { SHIFT_SAVED, SHIFT_NO, false, true, "FhRF", SHIFT_AT_OLD },
    { SHIFT_SAVED, SHIFT_YES, false, true, "FhlLWWWFWFWFRF", SHIFT_AT_OLD },
    { SHIFT_SAVED, SHIFT_UNREADABLE, false, true, "FhlLWWWFWFWFRF", SHIFT_AT_OLD },
    { SHIFT_FINAL, SHIFT_NO, false, false, "FhRF", SHIFT_AT_NEW },
    { SHIFT_FINAL, SHIFT_NO, false, true, "FhRF", SHIFT_AT_NEW },
    { SHIFT_FINAL, SHIFT_YES, false, false, "FhlLWWWFWFWFRF", SHIFT_AT_NEW },
    { SHIFT_FINAL, SHIFT_YES, true, false, "FhlLWWWFWFWFRF", SHIFT_AT_OLD },
    { SHIFT_FINAL, SHIFT_YES, true, true, "FhlLWWWFWFWFRF", SHIFT_AT_OLD },
    { SHIFT_COMPLETE, SHIFT_NO, false, true, "F", SHIFT_AT_NEW },
    { SHIFT_COMPLETE, SHIFT_NO, true, false, "F", SHIFT_AT_OLD },
};

TEST_EACH(the_phase_and_the_head_decide_what_is_left, states)
{
    struct shift shift = mode_of(MOVE_HOLE);
    struct shift_found found = { .is_found = true,
                                 .phase = states[_i].phase,
                                 .run = { states[_i].is_back, 0, 160 } };
    struct story story = { .head = states[_i].head };
    struct trace trace = follow(&shift, &found, states[_i].is_rollback, &story);

    ck_assert_str_eq(trace.ops, states[_i].ops);
    ck_assert_int_eq(trace.end.end, states[_i].end);
}

/* Eight sectors of the tail at the new place are in free space: each is looked at, and
 * only a guard of this move is overwritten. */
TEST(guards_in_free_space_that_is_not_saved_are_removed)
{
    struct shift shift = mode_of(MOVE_HOLE);
    struct shift_found found = { .is_found = true,
                                 .phase = SHIFT_FINAL,
                                 .run = { true, 0, 160 } };
    struct story story = { 0 };

    shift.keeps_free = false;
    struct trace trace = follow(&shift, &found, true, &story);
    ck_assert_str_eq(trace.ops, "FhlLhlWhllWhllWhllWhllWhllWhllWhlWWWFWFWFRF");
    ck_assert_uint_eq(shift_free_part_count(&shift), 8);
    ck_assert_uint_eq(shift_free_part_at(&shift, 7).lba, 239);
}

/* Returns the content of LBA in the write that begins there, of the move that was found
 * at its end. */
static enum shift_from content_at(bool is_rollback, uint64_t lba)
{
    struct shift shift = mode_of(MOVE_HOLE);
    struct shift_found found = { .is_found = true,
                                 .phase = SHIFT_FINAL,
                                 .run = { false, 0, 160 } };
    struct story story = { 0 };
    struct shifting shifting = shift_recover(&shift, &found, is_rollback);
    struct shift_step step;

    while ((step = shift_next(&shifting)).op != SHIFT_WRITE || step.at.lba != lba) {
        ck_assert_int_ne(step.op, SHIFT_END);
        shift_report(&shifting, answer_of(&story, &shift, &step, 0), 0);
    }
    ck_assert_uint_eq(step.at.length, 8);
    return shift_content(&shift, &step, lba + 7).from;
}

/* On the way back the entry in progress is to begin with a guard again. */
TEST(guards_at_the_old_place_are_removed_and_come_back)
{
    struct shift shift = mode_of(MOVE_HOLE);
    struct shift_found found = { .is_found = true,
                                 .phase = SHIFT_FINAL,
                                 .run = { false, 0, 160 } };
    struct story story = { 0 };

    ck_assert_int_eq(content_at(false, 64), SHIFT_FROM_ZERO);
    ck_assert_int_eq(content_at(true, 64), SHIFT_FROM_GUARD);
    struct trace trace = follow(&shift, &found, true, &story);
    ck_assert_int_eq(strncmp(trace.ops, "FhWFWWFlLFRF", 12), 0);
}

TEST(without_a_record_a_rollback_writes_nothing)
{
    struct shift shift = mode_of(MOVE_HOLE);
    struct shift_found none = { 0 };
    struct story story = { 0 };
    struct trace trace = follow(&shift, &none, true, &story);

    ck_assert_str_eq(trace.ops, "F");
    ck_assert_int_eq(trace.end.end, SHIFT_AT_OLD);
}

static const struct shift_found invalid_found[] = {
    { .is_found = true, .phase = SHIFT_COMPLETE + 1, .run = { 0, 0, 160 } },
    { .is_found = true, .phase = SHIFT_MOVING, .run = { 0, 0, 161 } },
    { .is_found = true, .phase = SHIFT_MOVING, .run = { 0, 16, 160 } },
    { .is_found = true, .phase = SHIFT_MOVING, .run = { 1, 16, 144 } },
    { .is_found = true, .phase = SHIFT_MOVING, .run = { 1, 161, 160 } },
    { .is_found = true, .phase = SHIFT_MOVING, .run = { 0, 0, 160 }, .piece = 11 },
    { .is_found = true, .phase = SHIFT_MOVING, .run = { 0, 0, 160 }, 9, 2 },
    { .is_found = true, .phase = SHIFT_MOVING, .run = { 0, 0, 160 }, UINT64_MAX, 2 },
};

TEST_EACH(an_invalid_record_is_refused, invalid_found)
{
    struct shift_found valid = {
        .is_found = true, .phase = SHIFT_MOVING, .run = { 0, 0, 160 }, .piece = 9
    };
    struct shift shift = mode_of(MOVE_HOLE);

    valid.hashes = 1;
    ck_assert(shift_found_is_valid(&shift, &valid));
    ck_assert(!shift_found_is_valid(&shift, &invalid_found[_i]));
    shift = mode_of(MOVE_JOURNAL);
    ck_assert(!shift_found_is_valid(&shift, &valid));
}
