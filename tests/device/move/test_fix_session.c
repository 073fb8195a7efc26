/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_session.c - a session begins nothing before all that asks is answered */
#include "device/move/session/fix_session.h"

#include <poll.h>
#include <string.h>

#include "device/move/fixing/fixing_private.h"
#include "model/base/mem.h"
#include "support/fix_scene.h"
#include "support/refused.h"
#include "support/test.h"

static struct fix_scene play;
static struct fix_session session;

static void setup(void)
{
    fix_scene_init(&play, LABEL_GPT, MOVES_NUDGE);
    session = (struct fix_session){ .sys = &play.scene.tree.sys,
                                    .path = play.scene.image.path };
}

static void teardown(void)
{
    fix_session_finish(&session);
    fix_scene_finish(&play);
}

TEST_FIXTURE(setup, teardown);

static const struct saved_result *saved;

static bool prepare(bool is_asked)
{
    const struct fix_want want = { .request = { .base = play.scene.base,
                                                .moves = &play.moves,
                                                .place = &play.time.places.at[0],
                                                .seed = { { 1, 2, 3, 4 } } },
                                   .time = &play.time,
                                   .saved = saved,
                                   .is_asked = is_asked };

    return fix_session_prepare(&session, &want, &play.report, &play.err);
}

/* As if all moves took SECONDS. */
static void take(double seconds)
{
    play.time.places.at[0].cost.seconds = seconds;
    play.time.places.at[0].cost.time = MOVE_TIME_KNOWN;
}

/* Returns the state in which it ends. */
static enum fixing_state run(void)
{
    struct fixing_live live;
    bool is_more = true;

    ck_assert_msg(fix_session_start(&session, &play.err), "%s", play.err.text);
    while (is_more) {
        struct pollfd news = { .fd = job_fd(session.job), .events = POLLIN };
        ck_assert_int_ge(poll(&news, 1, -1), 0);
        is_more = fix_session_peek(&session, &live);
    }
    ck_assert(fix_session_join(&session));
    return session.state;
}

TEST(a_journal_without_a_place_is_refused)
{
    const struct fix_want want = { .request = { .base = play.scene.base } };

    ck_assert(!fix_session_prepare(&session, &want, &play.report, &play.err));
    ck_assert_refused(&play.err, REFUSAL_FIX_NO_JOURNAL_PLACE);
    ck_assert_ptr_nonnull(strstr(play.err.text, "no place for the journal"));
}

TEST(what_is_prepared_and_begun_is_completed)
{
    ck_assert_msg(prepare(false), "%s", play.err.text);
    ck_assert_uint_eq(session.warnings.count, 0);
    ck_assert(fix_session_begin(&session, &play.err));
    ck_assert_int_eq(run(), FIXING_COMPLETE);
    ck_assert(fix_session_conclude(&session, &play.err));
    fix_scene_check(&play, true);
}

TEST(nothing_starts_that_was_not_begun)
{
    ck_assert(prepare(false));
    ck_assert(!fix_session_start(&session, &play.err));
    ck_assert_refused(&play.err, REFUSAL_FIX_NOT_BEGUN);
    ck_assert_ptr_null(session.job);
}

TEST(without_a_person_a_question_is_a_refusal)
{
    take(25 * 3600.0);
    ck_assert(!prepare(false));
    ck_assert_ptr_nonnull(strstr(play.err.text, "--slow"));
    ck_assert_ptr_null(session.fixing);
}

TEST(its_flag_answers_it)
{
    take(25 * 3600.0);
    session.answers = FIX_ANSWER(FIX_SLOW);
    ck_assert(prepare(false));
    ck_assert_uint_eq(session.warnings.count, 0);
    ck_assert(fix_session_begin(&session, &play.err));
}

TEST(a_question_is_told_and_then_needs_its_answer)
{
    take(25 * 3600.0);
    ck_assert(prepare(true));
    ck_assert_uint_eq(session.warnings.count, 1);
    ck_assert(!fix_session_begin(&session, &play.err));
    ck_assert_ptr_nonnull(strstr(play.err.text, "--slow"));
    ck_assert(!fix_session_start(&session, &play.err));
    session.answers |= fix_answers_of_yes();
    ck_assert(fix_session_begin(&session, &play.err));
}

TEST(what_was_measured_is_known)
{
    CLEANUP(freep) struct saved_result *result = xcalloc(1, sizeof(*result));

    result->has_bench = true;
    result->bench.reason = REASON_FLUSH_LIES;
    saved = result;
    ck_assert(!prepare(true));
    saved = NULL; /* the next test may run in the same process */
    ck_assert_ptr_nonnull(strstr(play.err.text, "--flush-lies"));
}

/* That is checked for space in a sparse image. */
TEST(all_that_is_written_is_known)
{
    ck_assert(prepare(false));
    ck_assert_uint_gt(session.check.write_count, 1);
    ck_assert_uint_eq(session.writes[session.check.write_count - 1].start,
                      play.time.places.at[0].start);
}

/* What the rehearsal finds in the way is asked too. */
TEST(what_would_be_overwritten_needs_its_answer)
{
    uint64_t start = play.time.places.at[0].start;

    image_put(&play.scene.image, (start + 1) * 512, "unknown", 7);
    ck_assert(prepare(false));
    ck_assert(!fix_session_begin(&session, &play.err));
    ck_assert_str_eq(play.err.text, play.report.refusal);
    session.answers = FIX_ANSWER(FIX_FREE_DATA);
    ck_assert(fix_session_begin(&session, &play.err));
}

static const struct {
    bool is_asked;
    unsigned answers;
    double want;
} limits[] = {
    { false, 0, FIX_SECONDS_MAX },
    { false, FIX_ANSWER(FIX_FLUSH_LIES), FIX_SECONDS_MAX },
    { false, FIX_ANSWER(FIX_SLOW), 0 },
    { true, 0, 0 },
};

/* The speed is known only after all was read, when a person is not asked again. */
TEST_EACH(a_time_that_was_not_agreed_to_is_limited_later_too, limits)
{
    session.answers = limits[_i].answers;
    ck_assert(prepare(limits[_i].is_asked));
    ck_assert(session.fixing->scan.max_seconds == limits[_i].want);
}

TEST(only_a_drive_is_asked_whether_its_flushes_lie)
{
    char node[SYS_PATH];

    ck_assert(!fix_session_looks_at_flush(&session));
    tree_disk(&play.scene.tree, "sda", "pci0000:00/ata1/host0/target0:0:0/0:0:0:0", "8:0",
              1 << 21);
    sys_node_of(session.sys, "sda", node);
    session.path = node;
    ck_assert(fix_session_looks_at_flush(&session));
    session.answers = FIX_ANSWER(FIX_FLUSH_LIES);
    ck_assert(!fix_session_looks_at_flush(&session));
}

/* What was found before it is looked for again. */
TEST(what_has_changed_since_is_refused_at_the_beginning)
{
    ck_assert(prepare(false));
    tree_write(&play.scene.tree, "Battery\n", "sys/class/power_supply/BAT/type");
    tree_write(&play.scene.tree, "Discharging\n", "sys/class/power_supply/BAT/status");
    tree_write(&play.scene.tree, "9\n", "sys/class/power_supply/BAT/capacity");
    ck_assert(!fix_session_begin(&session, &play.err));
    ck_assert_ptr_nonnull(strstr(play.err.text, "9%"));
}

TEST(a_resume_that_another_program_carries_out_is_refused)
{
    struct resume_request request = { .move = NULL };
    struct unfinished_look look = { .is_at_work = true };

    ck_assert(
        !fix_session_resume(&session, &request, &look, "", &play.report, &play.err));
    ck_assert_refused(&play.err, REFUSAL_FIX_AT_WORK);
    ck_assert_ptr_nonnull(strstr(play.err.text, "Another program completes the move"));
}
