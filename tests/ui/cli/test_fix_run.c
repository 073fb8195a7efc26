/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_run.c - how fix and resume end: exit code, sentence, report; what carries the
 * plan out is replaced by a row of a table */
#include "ui/cli/fix_run.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/test.h"

/* --- what carries the plan out --- */

struct fixing {
    enum fixing_state state; /* at the end */
    bool is_safe;
    struct err err;
    struct commit_report report;
    bool is_signalled; /* in its second step; then it waits until it is stopped */
    unsigned steps;
    bool is_stopped;
};

enum fixing_state fixing_step(struct fixing *fixing)
{
    fixing->steps++;
    if (fixing->is_stopped)
        return FIXING_STOPPED;
    /* To the process: this thread has all signals blocked. */
    if (fixing->is_signalled && fixing->steps == 2)
        (void)kill(getpid(), SIGTERM);
    return fixing->is_signalled || fixing->steps < 3 ? FIXING_RUNNING : fixing->state;
}

void fixing_stop(struct fixing *fixing)
{
    fixing->is_stopped = true;
}

void fixing_look(const struct fixing *fixing, struct fixing_live *ret)
{
    *ret = (struct fixing_live){ .phase = FIXING_PHASE_MOVE,
                                 .step_count = 1,
                                 .number = 1,
                                 .is_safe = fixing->is_safe };
}

void fixing_list_left(const struct fixing *fixing, struct lines *ret)
{
    (void)fixing;
    (void)ret;
}

const struct err *fixing_err(const struct fixing *fixing)
{
    return &fixing->err;
}

const struct commit_report *fixing_report(const struct fixing *fixing)
{
    return &fixing->report;
}

/* --- how it ends --- */

static const struct journal_plan plan = {
    .logical = 512, .step_count = 1, .steps = { { .action = MOVES_DATA, .number = 1 } }
};
static const struct rehearsal_report rehearsal;
static const struct lines none;
static struct cli_options options;
static struct err err;
static char printed[4096];

static struct fix_session session;

static struct fix_prepared prepared_of(struct fixing *fixing)
{
    static const struct sys sys = { "/nonexistent", "/nonexistent", "/nonexistent" };

    err = (struct err){ 0 };
    session = (struct fix_session){
        .sys = &sys, .path = "/dev/sda", .fixing = fixing, .plan = &plan
    };
    return (struct fix_prepared){ .options = &options,
                                  .session = &session,
                                  .report = { .command = "fix",
                                              .plan = &plan,
                                              .rehearsal = &rehearsal,
                                              .warnings = &none } };
}

static const char hint[] =
    "'alidade resume /dev/sda' goes on from here, or takes the move "
    "back with --rollback.";

static const struct {
    enum fixing_state state;
    bool is_safe, is_begun;
    enum err_code why;
    const char *sentence; /* of the one that carries it out */
    int code;
    const char *want; /* the end of the sentence; NULL: none */
    const char *id;
} ends[] = {
    { FIXING_COMPLETE, true, false, 0, NULL, 0, NULL, "complete" },
    { FIXING_ROLLED_BACK, true, false, 0, NULL, 0, NULL, "rolled-back" },
    { FIXING_STOPPED, false, false, 0, NULL, 5, hint, "stopped" },
    { FIXING_STOPPED, true, true, 0, NULL, 5, hint, "stopped" },
    { FIXING_STOPPED, true, false, 0, NULL, 5, "Nothing was written.", "stopped" },
    { FIXING_FAILED, true, false, ERR_REFUSED, "It is in use.", 4,
      "It is in use. Nothing was written.", "failed" },
    { FIXING_FAILED, true, false, ERR_REFUSED, "Nothing was written. Why.", 4,
      "Nothing was written. Why.", "failed" },
    { FIXING_FAILED, true, false, ERR_IO, "Sector 9 cannot be read.", 6,
      "Sector 9 cannot be read. Nothing was written.", "failed" },
    { FIXING_FAILED, false, true, ERR_IO, "Sector 9 cannot be written.", 6, hint,
      "failed" },
    { FIXING_FAILED, false, true, ERR_IO, "Run 'alidade resume'.", 6,
      "Run 'alidade resume'.", "failed" },
};

/* Runs it with a folder of its own for the log. What it prints is in RET. */
static int run_quietly(struct fix_prepared *prepared, char ret[4096])
{
    char folder[] = "/tmp/alidade-test-XXXXXX";
    int fds[2], standard = dup(STDOUT_FILENO);

    ck_assert(mkdtemp(folder) && !setenv("XDG_STATE_HOME", folder, 1));
    ck_assert_int_eq(pipe2(fds, O_NONBLOCK), 0);
    (void)fflush(stdout);
    ck_assert_int_eq(dup2(fds[1], STDOUT_FILENO), STDOUT_FILENO);
    int code = fix_run(prepared, &err);
    (void)fflush(stdout);
    ck_assert_int_eq(dup2(standard, STDOUT_FILENO), STDOUT_FILENO);
    ssize_t got = read(fds[0], ret, 4095);
    ret[got > 0 ? got : 0] = '\0';
    CLEANUP(freep) char *log = xasprintf("%s/alidade/alidade.log", folder);
    CLEANUP(freep) char *state = xasprintf("%s/alidade", folder);
    ck_assert(!unlink(log) && !rmdir(state) && !rmdir(folder));
    (void)close(fds[0]);
    (void)close(fds[1]);
    (void)close(standard);
    return code;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);

    return length >= tail && !strcmp(text + length - tail, end);
}

TEST_EACH(each_end_has_its_exit_code_and_sentence, ends)
{
    struct fixing fixing = { .state = ends[_i].state,
                             .is_safe = ends[_i].is_safe,
                             .report = { .is_begun = ends[_i].is_begun } };
    struct fix_prepared prepared = prepared_of(&fixing);

    if (ends[_i].sentence)
        (void)err_set(&fixing.err, ends[_i].why, "%s", ends[_i].sentence);
    ck_assert_int_eq(run_quietly(&prepared, printed), ends[_i].code);
    ck_assert_int_eq(err.code, ends[_i].code);
    ck_assert_msg(ends_with(err.text, ends[_i].want ? ends[_i].want : ""), "%s",
                  err.text);
    ck_assert_uint_eq(fixing.steps, 3);
}

TEST_EACH(as_json_the_last_line_is_the_end, ends)
{
    struct fixing fixing = { .state = ends[_i].state,
                             .is_safe = ends[_i].is_safe,
                             .report = { .is_begun = ends[_i].is_begun } };
    struct fix_prepared prepared = prepared_of(&fixing);

    if (ends[_i].sentence)
        (void)err_set(&fixing.err, ends[_i].why, "%s", ends[_i].sentence);
    options.is_json = true;
    (void)run_quietly(&prepared, printed);
    CLEANUP(freep)
    char *want = xasprintf("\"event\":\"end\",\"state\":\"%s\",\"exit\":%d,", ends[_i].id,
                           ends[_i].code);
    ck_assert_msg(strstr(printed, want) != NULL, "%s: %s", want, printed);
    options.is_json = false;
}

TEST(an_old_table_in_the_kernel_is_exit_code_7)
{
    struct fixing fixing = { .state = FIXING_COMPLETE,
                             .is_safe = true,
                             .report = { .is_written = true, .is_kernel_old = true } };
    struct fix_prepared prepared = prepared_of(&fixing);

    ck_assert_int_eq(run_quietly(&prepared, printed), ERR_KERNEL);
    ck_assert_msg(strstr(err.text, "the kernel still uses the old table"), "%s",
                  err.text);
}

/* The flag of the signal is never cleared, so this one comes last. */
TEST(a_signal_stops_it)
{
    struct fixing fixing = { .is_signalled = true };
    struct fix_prepared prepared = prepared_of(&fixing);

    ck_assert_int_eq(run_quietly(&prepared, printed), ERR_STOPPED);
    ck_assert(fixing.is_stopped);
}
