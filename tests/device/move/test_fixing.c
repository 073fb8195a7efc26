/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fixing.c - a whole disk is fixed, stopped at each step, resumed and taken back */
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/commit/backup.h"
#include "device/io/text_file.h"
#include "model/base/mem.h"
#include "model/move/plan/envelope.h"
#include "model/move/plan/fix_plan.h"
#include "model/script/script.h"
#include "support/fix_scene.h"
#include "support/lazy.h"
#include "support/refused.h"
#include "support/rng.h"
#include "support/test.h"

static const struct {
    enum label_kind label;
    enum moves_aim aim;
    enum journal_kind journal;
} rows[] = {
    { LABEL_MSDOS, MOVES_NUDGE, JOURNAL_TAIL }, { LABEL_MSDOS, MOVES_MIB, JOURNAL_TAIL },
    { LABEL_MSDOS, MOVES_NUDGE, JOURNAL_SWAP }, { LABEL_MSDOS, MOVES_MIB, JOURNAL_SWAP },
    { LABEL_MSDOS, MOVES_MIB, JOURNAL_FILE },   { LABEL_GPT, MOVES_NUDGE, JOURNAL_TAIL },
    { LABEL_GPT, MOVES_MIB, JOURNAL_SWAP },     { LABEL_GPT, MOVES_MIB, JOURNAL_FILE },
};

static void check_no_journal(struct fix_scene *play)
{
    ck_assert_ptr_null(fix_scene_resume(play, false));
    ck_assert_msg(!play->err.code, "%s", play->err.text);
}

TEST_EACH(a_plan_is_carried_out_with_its_data, rows)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    struct stat status;

    fix_scene_init(&play, rows[_i].label, rows[_i].aim);
    struct fixing *fixing = fix_scene_begin(&play, rows[_i].journal);
    ck_assert_msg(fixing, "%s", play.err.text);
    ck_assert(commit_scene_is_untouched(&play.scene));
    ck_assert(lines_have(&play.report.checked, "libparted comes to the same table"));
    ck_assert_uint_eq(play.report.losses.count, 0);
    ck_assert_int_eq(fix_scene_run(&play, fixing, 0), FIXING_COMPLETE);
    fix_scene_check(&play, true);
    check_no_journal(&play);
    ck_assert(stat(play.journal, &status));
}

/* Nothing after a step is written if the power fails then; what comes before a flush and
 * is lost is the matter of prop_fix.c. */
static void cut_after(struct fix_scene *play, enum journal_kind kind, unsigned calls,
                      bool is_rollback)
{
    fix_scene_restore(play);
    struct fixing *fixing = fix_scene_begin(play, kind);
    ck_assert_msg(fixing, "%s", play->err.text);
    if (fix_scene_run(play, fixing, calls) != FIXING_RUNNING)
        return;
    fixing = fix_scene_resume(play, is_rollback);
    if (!fixing && is_rollback && play->err.code == ERR_REFUSED) {
        /* Only the journal is left. */
        is_rollback = false;
        fixing = fix_scene_resume(play, false);
    }
    if (!fixing) {
        ck_assert_msg(!play->err.code, "%s", play->err.text);
        ck_assert(commit_scene_is_untouched(&play->scene));
        fix_scene_check(play, false);
        return;
    }
    enum fixing_state state = fix_scene_run(play, fixing, 0);
    if (is_rollback && state == FIXING_FAILED && play->err.code == ERR_REFUSED) {
        /* Its start is written already. */
        fixing = fix_scene_resume(play, false);
        ck_assert_msg(fixing, "%s", play->err.text);
        is_rollback = false;
        state = fix_scene_run(play, fixing, 0);
    }
    ck_assert_msg(state == (is_rollback ? FIXING_ROLLED_BACK : FIXING_COMPLETE),
                  "%u: state %d: %s", calls, (int)state, play->err.text);
    fix_scene_check(play, !is_rollback);
    check_no_journal(play);
}

static unsigned count_calls(struct fix_scene *play, enum journal_kind kind)
{
    struct fixing *fixing = fix_scene_begin(play, kind);
    unsigned calls = 1;

    ck_assert_msg(fixing, "%s", play->err.text);
    while (fixing_step(fixing) == FIXING_RUNNING)
        calls++;
    fixing_free(fixing);
    return calls;
}

enum { CUTS = 3 };

static void cut_everywhere(int row, bool is_rollback)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, rows[row].label, rows[row].aim);
    unsigned calls = count_calls(&play, rows[row].journal);
    unsigned cuts = rng_rounds(CUTS);
    for (unsigned i = 0; i < cuts; i++)
        cut_after(&play, rows[row].journal,
                  1 + (i * calls + (unsigned)row * calls / 8) / cuts, is_rollback);
}

TEST_EACH(what_was_cut_is_completed, rows)
{
    cut_everywhere(_i, false);
}

TEST_EACH(what_was_cut_is_taken_back, rows)
{
    cut_everywhere(_i, true);
}

/* --- a first sector that another program has overwritten --- */

static const char boot[] = "boot code";

/* Begins, and leaves the fix CALLS steps after there is something to resume; false: it
 * has ended before. */
static bool cut_begun(struct fix_scene *play, enum journal_kind kind, unsigned calls)
{
    struct fixing_live live = { .is_safe = true };

    fix_scene_restore(play);
    image_put(&play->scene.image, 0, boot, sizeof(boot));
    struct fixing *fixing = fix_scene_begin(play, kind);
    ck_assert_msg(fixing, "%s", play->err.text);
    while (live.is_safe) {
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
        fixing_look(fixing, &live);
    }
    return fix_scene_run(play, fixing, calls) == FIXING_RUNNING;
}

static void check_first(struct fix_scene *play)
{
    CLEANUP(lazy_freep) uint8_t *now = commit_scene_bytes(&play->scene);

    ck_assert_mem_eq(now, boot, sizeof(boot));
}

static void overwrite_everywhere(int row, bool is_rollback)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    const uint8_t zeros[512] = { 0 };

    fix_scene_init(&play, rows[row].label, rows[row].aim);
    unsigned calls = count_calls(&play, rows[row].journal);
    unsigned cuts = rng_rounds(is_rollback ? 1 : CUTS - 1);
    for (unsigned i = 0; i < cuts; i++) {
        unsigned cut = 1 + (i * calls + (unsigned)row * calls / 8) / cuts;
        if (!cut_begun(&play, rows[row].journal, cut))
            continue;
        image_put(&play.scene.image, 0, zeros, sizeof(zeros));
        struct fixing *fixing = fix_scene_resume(&play, is_rollback);
        if (!fixing && is_rollback && play.err.code == ERR_REFUSED)
            continue;
        ck_assert_msg(fixing, "%u: %s", cut, play.err.text);
        /* Then the table has its end already, and belongs to others. */
        if (fixing_first_step(fixing) == fixing_plan(fixing)->step_count) {
            fixing_free(fixing);
            continue;
        }
        ck_assert(lines_have(&play.report.warnings, "has overwritten the first sector"));
        enum fixing_state state = fix_scene_run(&play, fixing, 0);
        bool is_refused = is_rollback && strstr(play.err.text, "a new fix");
        ck_assert_msg(state == (is_refused    ? FIXING_FAILED
                                : is_rollback ? FIXING_ROLLED_BACK
                                              : FIXING_COMPLETE),
                      "%u: state %d: %s", cut, (int)state, play.err.text);
        check_first(&play);
        fix_scene_check(&play, !is_rollback);
    }
}

TEST_EACH(a_first_sector_that_was_overwritten_is_written_again, rows)
{
    overwrite_everywhere(_i, false);
}

TEST_EACH(what_has_lost_its_first_sector_is_taken_back, rows)
{
    overwrite_everywhere(_i, true);
}

static const enum journal_kind ends[] = { JOURNAL_TAIL, JOURNAL_FILE };

/* Only the journal is left. */
TEST_EACH(what_is_complete_is_not_taken_back, ends)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_GPT, MOVES_MIB);
    unsigned calls = count_calls(&play, ends[_i]);
    fix_scene_restore(&play);
    struct fixing *fixing = fix_scene_begin(&play, ends[_i]);
    ck_assert_int_eq(fix_scene_run(&play, fixing, calls - 1), FIXING_RUNNING);
    ck_assert_ptr_null(fix_scene_resume(&play, true));
    ck_assert_refused(&play.err, REFUSAL_FIX_ALL_COMPLETE);
    ck_assert_msg(strstr(play.err.text, "without --rollback"), "%s", play.err.text);
    fixing = fix_scene_resume(&play, false);
    ck_assert_msg(fixing, "%s", play.err.text);
    ck_assert_int_eq(fix_scene_run(&play, fixing, 0), FIXING_COMPLETE);
    fix_scene_check(&play, true);
    check_no_journal(&play);
}

TEST(a_stop_before_the_journal_leaves_the_disk_as_it_was)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    struct fixing_live live;

    fix_scene_init(&play, LABEL_MSDOS, MOVES_NUDGE);
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    fixing_look(fixing, &live);
    ck_assert_int_eq(live.phase, FIXING_PHASE_SCAN);
    ck_assert(live.is_safe);
    /* All of it is read again and written, and then compared. */
    ck_assert_uint_ge(live.ahead.bytes, 3 * live.move.bytes_total);
    ck_assert_uint_le(live.ahead.bytes, 4 * live.move.bytes_total);
    fixing_stop(fixing);
    ck_assert_int_eq(fix_scene_run(&play, fixing, 0), FIXING_STOPPED);
    ck_assert(commit_scene_is_untouched(&play.scene));
}

TEST(a_stop_while_moving_is_resumed)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    struct fixing_live live = { 0 };

    fix_scene_init(&play, LABEL_MSDOS, MOVES_MIB);
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    while (live.phase != FIXING_PHASE_MOVE || live.step < 5) {
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
        fixing_look(fixing, &live);
    }
    ck_assert(!live.is_safe);
    fixing_stop(fixing);
    ck_assert_int_eq(fix_scene_run(&play, fixing, 0), FIXING_STOPPED);
    fixing = fix_scene_resume(&play, false);
    ck_assert_msg(fixing, "%s", play.err.text);
    ck_assert_uint_eq(fixing_first_step(fixing), live.step);
    ck_assert_int_eq(fix_scene_run(&play, fixing, 0), FIXING_COMPLETE);
    fix_scene_check(&play, true);
}

/* Steps until data is moved. */
static struct fixing *begin_moving(struct fix_scene *play)
{
    struct fixing *fixing = fix_scene_begin(play, JOURNAL_TAIL);
    struct fixing_live live = { 0 };

    ck_assert_msg(fixing, "%s", play->err.text);
    while (live.phase != FIXING_PHASE_MOVE) {
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
        fixing_look(fixing, &live);
    }
    return fixing;
}

/* When all is done the disk has the table of the script. */
static void check_script(struct fix_scene *play, const char *text)
{
    CLEANUP(layout_unrefp) struct layout *now = commit_scene_read(&play->scene);
    CLEANUP(freep) struct edit *edits = NULL;
    size_t count = 1;

    ck_assert_msg(script_edits(text, now, &edits, &count, &play->err), "%s",
                  play->err.text);
    ck_assert_uint_eq(count, 0);
}

static const enum label_kind labels[] = { LABEL_MSDOS, LABEL_GPT };

TEST_EACH(a_stop_keeps_the_planned_table_beside_the_backup, labels)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    CLEANUP(freep) char *text = NULL, *path = NULL;
    enum fixing_state state;

    fix_scene_init(&play, labels[_i], MOVES_MIB);
    struct fixing *fixing = begin_moving(&play);
    fixing_stop(fixing);
    while ((state = fixing_step(fixing)) == FIXING_RUNNING)
        ;
    const struct commit_report *report = fixing_report(fixing);
    ck_assert_int_eq(state, FIXING_STOPPED);
    ck_assert_ptr_nonnull(report->script_path);
    path = xasprintf("%s.sfdisk", report->backup_path);
    ck_assert_str_eq(report->script_path, path);
    ck_assert_msg(text_file_load(path, &text, &play.err), "%s", play.err.text);
    ck_assert_int_eq(text[0], '#');
    fixing_free(fixing);
    fixing = fix_scene_resume(&play, false);
    ck_assert_int_eq(fix_scene_run(&play, fixing, 0), FIXING_COMPLETE);
    check_script(&play, text);
}

/* The table is lost in the middle of the move: no step can be completed. */
TEST(an_error_keeps_the_planned_table_too)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    const uint8_t zeros[512] = { 0 };
    enum fixing_state state;

    fix_scene_init(&play, LABEL_MSDOS, MOVES_MIB);
    struct fixing *fixing = begin_moving(&play);
    image_put(&play.scene.image, 0, zeros, sizeof(zeros));
    while ((state = fixing_step(fixing)) == FIXING_RUNNING)
        ;
    ck_assert_int_eq(state, FIXING_FAILED);
    ck_assert_int_eq(fixing_err(fixing)->code, ERR_IO); /* something was written */
    ck_assert_ptr_nonnull(fixing_report(fixing)->script_path);
    fixing_free(fixing);
}

/* Without a move that has begun there is nothing to follow it. */
TEST(no_script_is_kept_of_a_fix_that_is_complete_or_has_not_begun)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_MSDOS, MOVES_NUDGE);
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    fixing_stop(fixing);
    ck_assert_int_eq(fixing_step(fixing), FIXING_STOPPED);
    ck_assert_ptr_null(fixing_report(fixing)->script_path);
    fixing_free(fixing);
    fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    while (fixing_step(fixing) == FIXING_RUNNING)
        ;
    ck_assert_ptr_nonnull(fixing_report(fixing)->backup_path);
    ck_assert_ptr_null(fixing_report(fixing)->script_path);
    fixing_free(fixing);
}

/* The backup has the old table, and what each move saves. */
TEST(the_backup_has_the_signatures)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    CLEANUP(backup_file_finish) struct backup_file backup;
    bool has_second = false;

    fix_scene_init(&play, LABEL_MSDOS, MOVES_MIB);
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    ck_assert_msg(fixing, "%s", play.err.text);
    CLEANUP(freep) char *path = xstrdup(play.report.backup_path);
    ck_assert_int_eq(fix_scene_run(&play, fixing, 0), FIXING_COMPLETE);
    ck_assert(backup_load(path, &backup, &play.err));
    for (size_t i = 0; i < backup.count; i++) {
        const struct sector_run *run = &backup.runs[i];
        ck_assert_mem_eq(run->bytes, play.scene.old + run->lba * 512,
                         (size_t)run->count * 512);
        has_second |= run->lba <= play.parts[1].start &&
                      run->lba + run->count >= play.parts[1].start + 8;
    }
    ck_assert(has_second);
}

/* Two look at the same state, and one completes the move. */
TEST(a_move_that_has_gone_on_is_not_resumed_again)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_MSDOS, MOVES_NUDGE);
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    ck_assert_int_eq(fix_scene_run(&play, fixing, 25), FIXING_RUNNING);
    struct fixing *second = fix_scene_resume(&play, false);
    ck_assert_msg(second, "%s", play.err.text);
    struct fixing *first = fix_scene_resume(&play, false);
    ck_assert_int_eq(fix_scene_run(&play, first, 0), FIXING_COMPLETE);
    ck_assert_int_eq(fix_scene_run(&play, second, 0), FIXING_FAILED);
    ck_assert_refused(&play.err, REFUSAL_FIX_GONE_ON);
    fix_scene_check(&play, true);
}

TEST(a_lock_of_another_program_is_waited_for)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    struct fixing_live live;

    fix_scene_init(&play, LABEL_MSDOS, MOVES_NUDGE);
    CLEANUP(fixing_freep) struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    ck_assert_msg(fixing, "%s", play.err.text);
    int other = open(play.scene.image.path, O_RDONLY | O_CLOEXEC);
    ck_assert_int_eq(flock(other, LOCK_EX), 0);
    ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    fixing_look(fixing, &live);
    ck_assert_int_eq(live.phase, FIXING_PHASE_LOCK);
    ck_assert(commit_scene_is_untouched(&play.scene));
    (void)close(other); /* it was only read */
    ck_assert_int_eq(fix_scene_run(&play, TAKE(fixing), 0), FIXING_COMPLETE);
    fix_scene_check(&play, true);
}

/* A swap area has nothing to lose: its new header lies in the old area. */
TEST(resume_warns_of_no_loss_in_a_swap_area)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_MSDOS, MOVES_NUDGE);
    struct fixing *fixing = fix_scene_interrupted(&play);
    ck_assert_uint_eq(fixing_first_step(fixing), 0);
    ck_assert(!lines_have(&play.report.warnings, "is lost but for the backup"));
    fixing_free(fixing);
}

static bool is_in_motion(struct fix_scene *play)
{
    CLEANUP(layout_unrefp) struct layout *now = commit_scene_read(&play->scene);

    return envelope_has_type(LABEL_MSDOS, layout_find_number(now, 1));
}

/* Another program has created a partition where this one goes. */
TEST(a_partition_in_the_way_stops_the_resume)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init(&play, LABEL_MSDOS, MOVES_NUDGE);
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    while (!is_in_motion(&play))
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    fixing_free(fixing);
    uint8_t entry[16] = { [4] = 0x83, [8] = 60, [12] = 10 };
    image_put(&play.scene.image, 446 + 48, entry, sizeof(entry));
    CLEANUP(lazy_freep) uint8_t *before = commit_scene_bytes(&play.scene);
    ck_assert_ptr_null(fix_scene_resume(&play, false));
    ck_assert_refused(&play.err, REFUSAL_FIX_TABLE_CHANGED);
    CLEANUP(lazy_freep) uint8_t *after = commit_scene_bytes(&play.scene);
    ck_assert_mem_eq(before, after, play.scene.size);
}
