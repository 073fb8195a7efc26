/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_progress.c - what fix and resume show while they run, in virtual time */
#include "ui/cli/fix_progress.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/test.h"

#define MIB (UINT64_C(1) << 20)
#define GIB (UINT64_C(1) << 30)

static const struct journal_plan plan = {
    .logical = 512,
    .step_count = 3,
    .steps = { { .action = MOVES_DATA, .number = 1, .length = 2 * GIB / 512 },
               { .action = MOVES_TABLE, .number = 3, .length = 0 },
               { .action = MOVES_DATA, .number = 5, .length = 6 * GIB / 512 } },
};

/* --- the line --- */

static const struct {
    enum fixing_phase phase;
    size_t step;
    unsigned number;
    struct move_progress move;
    bool is_safe;
    uint64_t waited_ms;
    const char *want;
} lines[] = {
    { FIXING_PHASE_OPEN, 0, 0, { 0 }, true, 0, "opening the disk  unplug: yes" },
    { FIXING_PHASE_LOCK,
      0,
      0,
      { 0 },
      true,
      0,
      "waiting for another program  unplug: yes" },
    { FIXING_PHASE_SCAN,
      0,
      0,
      { MIB, 8 * GIB, 0, 0, 0, 0, 0 },
      true,
      0,
      "reading all data  0 %  unplug: yes" },
    { FIXING_PHASE_SCAN,
      0,
      0,
      { 6 * GIB, 8 * GIB, 150e6, 14.3, 0, 0, 0 },
      true,
      0,
      "reading all data  75 %  143.1 MiB/s  14 s left  "
      "unplug: yes" },
    { FIXING_PHASE_JOURNAL, 0, 1, { 0 }, false, 0, "writing the journal  unplug: no" },
    { FIXING_PHASE_MOVE,
      0,
      1,
      { 0, 2 * GIB, 0, 0, 0, 0, 0 },
      false,
      0,
      "step 1 of 3  partition 1  0 %  unplug: no" },
    { FIXING_PHASE_MOVE,
      0,
      1,
      { 880 * MIB, 2 * GIB, 74448896, 6840, 63, 0, 0 },
      false,
      0,
      "step 1 of 3  partition 1  42 %  71 MiB/s  1.9 h left  unplug: no" },
    { FIXING_PHASE_MOVE,
      0,
      1,
      { 880 * MIB, 2 * GIB, 74448896, 6840, 63, 0, 0 },
      false,
      1999,
      "step 1 of 3  partition 1  42 %  71 MiB/s  1.9 h left  unplug: no" },
    { FIXING_PHASE_MOVE,
      0,
      1,
      { 880 * MIB, 2 * GIB, 0, 0, 63, 0, 0 },
      false,
      9500,
      "step 1 of 3  partition 1  42 %  no answer for 9 s  unplug: no" },
    { FIXING_PHASE_CHECK,
      2,
      5,
      { 3 * GIB, 6 * GIB, 150e6, 21.5, 0, 0, 0 },
      false,
      0,
      "step 3 of 3  partition 5  comparing  50 %  143.1 MiB/s  22 s left  unplug: no" },
    { FIXING_PHASE_MOVE,
      0,
      1,
      { 880 * MIB, 2 * GIB, 0, 0, 63, 0, 1 },
      false,
      9500,
      "step 1 of 3  42 %  no answer for 9 s  1 retry  unplug: no" },
    { FIXING_PHASE_CHECK,
      2,
      5,
      { 3 * GIB, 6 * GIB, 150e6, 21.5, 0, 0, 12 },
      false,
      0,
      "step 3 of 3  comparing  50 %  143.1 MiB/s  22 s left  12 retries  unplug: no" },
    { FIXING_PHASE_TABLE,
      1,
      3,
      { 0 },
      false,
      0,
      "step 2 of 3  partition 3  changing the table  unplug: no" },
    { FIXING_PHASE_END, 3, 0, { 0 }, true, 0, "removing the journal  unplug: yes" },
};

TEST_EACH(the_line_tells_step_share_rate_and_time_left, lines)
{
    const struct report_fix_live live = { .step = lines[_i].step,
                                          .step_count = 3,
                                          .number = lines[_i].number,
                                          .move = lines[_i].move,
                                          .is_safe = lines[_i].is_safe };
    CLEANUP(freep)
    char *line = fix_progress_line(&live, lines[_i].phase, lines[_i].waited_ms);

    ck_assert_str_eq(line, lines[_i].want);
}

/* --- rate and time left --- */

static struct fix_progress progress;
static struct cli_options options;

static void take(enum fixing_phase phase, size_t step, uint64_t done, uint64_t total,
                 uint64_t ms)
{
    const struct fixing_live live = { .phase = phase,
                                      .step = step,
                                      .step_count = 3,
                                      .move = { .bytes_done = done,
                                                .bytes_total = total } };

    fix_progress_take(&progress, &live, ms);
}

static bool is_safe_in(enum fixing_phase phase)
{
    const struct fixing_live live = { .phase = phase, .step_count = 3, .is_safe = true };

    fix_progress_take(&progress, &live, 0);
    return fix_pace_live(&progress.pace, 0).is_safe;
}

/* The line stays until the next one: what is written next must not meet it. */
TEST(only_while_all_is_read_the_disk_is_safe_to_unplug)
{
    fix_progress_begin(&progress, &options, &plan, 0, 0);
    ck_assert(is_safe_in(FIXING_PHASE_OPEN));
    ck_assert(is_safe_in(FIXING_PHASE_SCAN));
    ck_assert(!is_safe_in(FIXING_PHASE_JOURNAL));
    ck_assert(!is_safe_in(FIXING_PHASE_TABLE));
}

TEST(what_is_safe_no_more_is_told_at_once)
{
    fix_progress_begin(&progress, &options, &plan, 0, 0);
    (void)is_safe_in(FIXING_PHASE_SCAN);
    fix_progress_show(&progress, 60000);
    ck_assert_uint_eq(progress.shown_ms, 60000);
    fix_progress_show(&progress, 60001);
    ck_assert_uint_eq(progress.shown_ms, 60000);
    (void)is_safe_in(FIXING_PHASE_JOURNAL);
    fix_progress_show(&progress, 60002);
    ck_assert_uint_eq(progress.shown_ms, 60002);
    fix_progress_show(&progress, 60003);
    ck_assert_uint_eq(progress.shown_ms, 60002);
}

TEST(time_left_is_that_of_all_steps)
{
    fix_progress_begin(&progress, &options, &plan, 0, 0);
    for (unsigned s = 0; s <= 10; s++)
        take(FIXING_PHASE_MOVE, 0, s * 100 * MIB, 2 * GIB, s * 1000);
    struct report_fix_live live = fix_pace_live(&progress.pace, 10000);
    ck_assert_double_eq_tol(live.move.bytes_per_second, 100 * (double)MIB, 1e6);
    ck_assert_double_eq_tol(live.move.seconds_left, 8 * 10.24 - 10, 0.5);
    ck_assert_double_eq(live.seconds, 10);
}

TEST(the_rate_goes_on_with_the_next_step)
{
    fix_progress_begin(&progress, &options, &plan, 0, 0);
    take(FIXING_PHASE_MOVE, 0, 0, 2 * GIB, 0);
    take(FIXING_PHASE_MOVE, 0, GIB, 2 * GIB, 10000);
    take(FIXING_PHASE_TABLE, 1, 0, 0, 20000);
    take(FIXING_PHASE_MOVE, 2, 0, 6 * GIB, 20000);
    struct report_fix_live live = fix_pace_live(&progress.pace, 20000);
    ck_assert_double_eq_tol(live.move.bytes_per_second, (double)GIB / 10, 1e6);
    ck_assert_double_eq_tol(live.move.seconds_left, 60, 1);
}

TEST(what_was_only_read_does_not_count_as_moved)
{
    fix_progress_begin(&progress, &options, &plan, 0, 0);
    take(FIXING_PHASE_SCAN, 0, 0, 8 * GIB, 0);
    take(FIXING_PHASE_SCAN, 0, 4 * GIB, 8 * GIB, 10000);
    ck_assert_double_eq_tol(fix_pace_live(&progress.pace, 10000).move.seconds_left, 10,
                            0.1);
    take(FIXING_PHASE_JOURNAL, 0, 0, 0, 20000);
    take(FIXING_PHASE_MOVE, 0, 0, 2 * GIB, 21000);
    ck_assert_double_eq(fix_pace_live(&progress.pace, 21000).move.bytes_per_second, 0);
    ck_assert_double_eq(fix_pace_live(&progress.pace, 21000).move.seconds_left, 0);
}

TEST(while_all_is_read_the_moves_are_part_of_the_time_left)
{
    struct fixing_live live = { .phase = FIXING_PHASE_SCAN,
                                .move.bytes_total = 8 * GIB,
                                .ahead = { .bytes = 32 * GIB, .seconds = 7 } };

    fix_progress_begin(&progress, &options, &plan, 0, 0);
    fix_progress_take(&progress, &live, 0);
    live.move.bytes_done = 4 * GIB;
    fix_progress_take(&progress, &live, 10000);
    ck_assert_double_eq_tol(fix_pace_live(&progress.pace, 10000).move.seconds_left,
                            10 + 80 + 7, 0.1);
}

/* Reads 0.4 GiB a second, moves 0.1. */
TEST(comparing_is_part_of_the_time_left)
{
    fix_progress_begin(&progress, &options, &plan, 0, 0);
    take(FIXING_PHASE_SCAN, 0, 0, 8 * GIB, 0);
    take(FIXING_PHASE_SCAN, 0, 4 * GIB, 8 * GIB, 10000);
    take(FIXING_PHASE_MOVE, 0, 0, 2 * GIB, 20000);
    take(FIXING_PHASE_MOVE, 0, GIB, 2 * GIB, 30000);
    ck_assert_double_eq_tol(fix_pace_live(&progress.pace, 30000).move.seconds_left,
                            10 + 60 + 8 / 0.4, 0.5);
    progress.pace.skips_check = true;
    ck_assert_double_eq_tol(fix_pace_live(&progress.pace, 30000).move.seconds_left,
                            10 + 60, 0.5);
    progress.pace.skips_check = false;
    take(FIXING_PHASE_CHECK, 0, 0, 2 * GIB, 40000);
    take(FIXING_PHASE_CHECK, 0, GIB, 2 * GIB, 50000);
    ck_assert_double_eq_tol(fix_pace_live(&progress.pace, 50000).move.seconds_left,
                            10 + 60 + 60, 0.5);
}

TEST(taking_a_move_back_counts_only_that_move)
{
    struct cli_options back = { .is_rollback = true };

    fix_progress_begin(&progress, &back, &plan, 0, 0);
    take(FIXING_PHASE_MOVE, 0, 0, GIB, 0);
    take(FIXING_PHASE_MOVE, 0, GIB / 2, GIB, 10000);
    ck_assert_double_eq_tol(fix_pace_live(&progress.pace, 10000).move.seconds_left, 10,
                            0.1);
}

/* --- the output --- */

/* Returns the file descriptor that gets what is written to FD. */
static int capture(int fd)
{
    int ends[2];

    ck_assert_int_eq(pipe2(ends, O_NONBLOCK), 0);
    ck_assert_int_eq(dup2(ends[1], fd), fd);
    return ends[0];
}

static const char *captured(int fd, char *text, size_t size)
{
    ssize_t length = read(fd, text, size - 1);

    text[length > 0 ? length : 0] = '\0';
    return text;
}

TEST(in_a_log_there_is_a_line_a_minute)
{
    int fd = capture(STDERR_FILENO);
    char text[512];

    fix_progress_begin(&progress, &options, &plan, 0, 1000);
    take(FIXING_PHASE_MOVE, 0, 0, 2 * GIB, 1000);
    for (uint64_t ms = 1000; ms < 61000; ms += 500)
        fix_progress_show(&progress, ms);
    ck_assert_str_eq(captured(fd, text, sizeof(text)), "");
    take(FIXING_PHASE_MOVE, 0, GIB, 2 * GIB, 61000);
    fix_progress_show(&progress, 61000);
    ck_assert_str_eq(captured(fd, text, sizeof(text)),
                     "step 1 of 3  50 %  17.1 MiB/s  7 min left  unplug: no\n");
    fix_progress_note(&progress, "Stopping.");
    ck_assert_str_eq(captured(fd, text, sizeof(text)), "Stopping.\n");
}

/* Before the first rate of the move. */
TEST(time_is_told_once_after_all_was_read)
{
    struct fixing_live live = { .phase = FIXING_PHASE_JOURNAL,
                                .step_count = 3,
                                .planned = MOVE_TIME_MINIMUM,
                                .planned_seconds = 28080 };
    int fd = capture(STDERR_FILENO);
    char text[512];

    fix_progress_begin(&progress, &options, &plan, 0, 0);
    fix_progress_take(&progress, &live, 1000);
    fix_progress_take(&progress, &live, 2000);
    ck_assert_str_eq(captured(fd, text, sizeof(text)),
                     "By the speed at which all was read, moving it takes at least 7.8 "
                     "h.\n");
    fix_progress_begin(&progress, &options, &plan, 0, 0);
    live.planned_seconds = 59;
    fix_progress_take(&progress, &live, 1000);
    ck_assert_str_eq(captured(fd, text, sizeof(text)), "");
}

TEST(as_json_each_step_is_told_once_and_progress_each_second)
{
    struct cli_options json = { .is_json = true };
    int standard = dup(STDOUT_FILENO), fd = capture(STDOUT_FILENO);
    char text[4096];
    unsigned steps = 0, shown = 0;

    fix_progress_begin(&progress, &json, &plan, 0, 0);
    for (uint64_t ms = 0; ms <= 2000; ms += 100) {
        take(FIXING_PHASE_MOVE, ms < 1000 ? 0 : 2, ms * MIB / 10, 2 * GIB, ms);
        fix_progress_show(&progress, ms);
    }
    take(FIXING_PHASE_END, 3, 0, 0, 2000);
    (void)captured(fd, text, sizeof(text));
    ck_assert_int_eq(dup2(standard, STDOUT_FILENO), STDOUT_FILENO);
    for (const char *at = text; (at = strstr(at, "\"event\":\"")) != NULL; at++) {
        steps += !strncmp(at, "\"event\":\"step\"", 14);
        shown += !strncmp(at, "\"event\":\"progress\"", 18);
    }
    ck_assert_uint_eq(steps, 3);
    ck_assert_uint_eq(shown, 2);
}
