/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_loop_fix.c - the loop's side of a move, on a real image and without the terminal
 */
#include "ui/loop/fix.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/demo/demo.h"
#include "device/io/clock.h"
#include "model/base/mem.h"
#include "support/refused.h"
#include "support/test.h"

/* More than any request of the image takes. */
#define MAX_MS 60000

static char folder[40];
static struct demo demo;
static struct loop_disk disk;
static struct loop_fix fix;
static struct event event;

static void setup(void)
{
    struct err err = { 0 };

    copy_text(folder, sizeof(folder), "/tmp/alidade-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(setenv("XDG_STATE_HOME", folder, 1), 0);
    CLEANUP(freep) char *path = xasprintf("%s/disk.img", folder);
    ck_assert_msg(demo_make(DEMO_INTERRUPTED, path, &demo, &err), "%s", err.text);
    disk = (struct loop_disk){ .sys = sys_of_machine() };
    copy_text(disk.info.path, sizeof(disk.info.path), path);
    fix = (struct loop_fix){ 0 };
}

static void teardown(void)
{
    CLEANUP(freep) char *command = xasprintf("rm -r %s", folder);

    loop_fix_finish(&fix);
    demo_finish(&demo);
    (void)!system(command); /* what is left is in a folder of its own */
}

TEST_FIXTURE(setup, teardown);

static void event_finish(void)
{
    checker_list_finish(&event.checked);
    rehearsal_report_finish(&event.rehearsal);
    commit_report_finish(&event.commit);
    lines_finish(&event.stop);
    event = (struct event){ 0 };
}

static void run_effect(enum effect_kind kind, bool is_rollback)
{
    const struct effect effect = { .kind = kind, .is_rollback = is_rollback };

    event_finish();
    ck_assert(loop_fix_do(&fix, &disk, NULL, &effect, &event));
}

static void rehearse(bool is_rollback)
{
    run_effect(EFFECT_RESUME, is_rollback);
    ck_assert_msg(!event.text, "%s", event.text);
    ck_assert_int_eq(event.kind, EVENT_REHEARSED);
    ck_assert(event.is_fix);
    ck_assert_uint_eq(event.stop.count, 2);
    ck_assert_ptr_null(event.rehearsal.backup_path); /* the journal has all */
}

/* Takes events until one of KIND comes. */
static void wait_for(enum event_kind kind)
{
    uint64_t end = clock_ms() + MAX_MS;

    event_finish();
    while (clock_ms() < end && event.kind != kind) {
        struct pollfd news = { .fd = job_fd(fix.session.job), .events = POLLIN };
        bool is_news =
            poll(&news, 1, loop_fix_wait(&fix, clock_ms(), false)) > 0 && news.revents;
        (void)loop_fix_take(&fix, &disk, is_news, clock_ms(), false, &event);
    }
    ck_assert_int_eq(event.kind, kind);
}

/* Both ends of the log. */
static bool log_tells(const char *words)
{
    CLEANUP(freep)
    char *command =
        xasprintf("grep -q 'disk.img: .*%s' %s/alidade/alidade.log", words, folder);
    return system(command) == 0;
}

static bool has_warning(const char *words)
{
    for (size_t i = 0; i < event.commit.warnings.count; i++)
        if (strstr(event.commit.warnings.at[i], words))
            return true;
    return false;
}

TEST(what_was_interrupted_is_found)
{
    run_effect(EFFECT_UNFINISHED, false);
    ck_assert_int_eq(event.kind, EVENT_UNFINISHED);
    ck_assert_msg(!event.text, "%s", event.text);
    ck_assert_uint_eq(event.status->step, 1);
    ck_assert_int_eq(event.status->phase, JOURNAL_PHASE_MOVING);
    ck_assert(event.status->has_guard && !event.status->is_back);
    ck_assert_ptr_null(event.status->journal);
}

TEST(an_image_without_a_move_has_none)
{
    struct err err = { 0 };
    struct demo other;
    CLEANUP(freep) char *path = xasprintf("%s/other.img", folder);

    ck_assert(demo_make(DEMO_TOUCHING, path, &other, &err));
    copy_text(disk.info.path, sizeof(disk.info.path), path);
    run_effect(EFFECT_UNFINISHED, false);
    ck_assert_ptr_null(event.status);
    ck_assert_ptr_nonnull(strstr(event.text, "no move can be completed"));
    ck_assert_refused(&fix.err, REFUSAL_NO_UNFINISHED_MOVE);
    demo_finish(&other);
}

static bool refuses(enum effect_kind kind)
{
    const struct effect effect = { .kind = kind };
    struct event answer;

    return loop_fix_refuses(&fix, &effect, &answer);
}

/* The table is another one by then: nothing is written before it is read. */
TEST(it_is_completed)
{
    rehearse(false);
    run_effect(EFFECT_FIX, false);
    ck_assert_int_eq(event.kind, EVENT_FIX);
    ck_assert_uint_eq(event.fix->plan->step_count, 3);
    wait_for(EVENT_FIXED);
    ck_assert_msg(!event.text, "%s", event.text);
    ck_assert_int_eq(event.fix_end, FIX_END_COMPLETE);
    ck_assert(event.commit.is_written);
    ck_assert_ptr_null(event.commit.backup_path);
    ck_assert(!has_warning("LILO"));
    ck_assert(log_tells("all steps are done"));
    ck_assert_ptr_nonnull(
        strstr(event.commit.done.at[event.commit.done.count - 1], "/alidade.log"));
    ck_assert_int_eq(loop_fix_wait(&fix, 0, false), -1);
    run_effect(EFFECT_UNFINISHED, false);
    ck_assert_ptr_null(event.status);
    ck_assert(refuses(EFFECT_REHEARSE) && refuses(EFFECT_COMMIT));
    ck_assert(refuses(EFFECT_MEASURE) && refuses(EFFECT_FIX_REHEARSE));
    ck_assert(!refuses(EFFECT_REREAD) && !refuses(EFFECT_RESUME));
    loop_fix_know_table(&fix);
    ck_assert(!refuses(EFFECT_REHEARSE) && !refuses(EFFECT_MEASURE));
}

/* The type of the journal's entry. */
static void retype_journal(const char *type)
{
    int fd = open(disk.info.path, O_WRONLY | O_CLOEXEC);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(pwrite(fd, type, 1, 446 + 3 * 16 + 4), 1);
    ck_assert_int_eq(close(fd), 0);
}

TEST(a_table_that_another_program_has_changed_is_written_again_on_request)
{
    const struct effect effect = { .kind = EFFECT_RESUME, .writes_table = true };
    retype_journal("\x83");
    run_effect(EFFECT_UNFINISHED, false);
    ck_assert_ptr_nonnull(event.status);
    ck_assert_uint_ge(event.rehearsal.differences.count, 1);
    ck_assert_msg(strstr(event.rehearsal.differences.at[0], "type 83 on the disk"), "%s",
                  event.rehearsal.differences.at[0]);
    run_effect(EFFECT_RESUME, false);
    ck_assert_ptr_nonnull(strstr(event.text, "--write-table"));
    event_finish();
    ck_assert(loop_fix_do(&fix, &disk, NULL, &effect, &event));
    ck_assert_msg(!event.text, "%s", event.text);
    run_effect(EFFECT_FIX, false);
    wait_for(EVENT_FIXED);
    ck_assert_int_eq(event.fix_end, FIX_END_COMPLETE);
    run_effect(EFFECT_UNFINISHED, false);
    ck_assert_ptr_null(event.status);
}

/* What a person agrees to is what was shown. */
TEST(a_table_that_changes_once_more_is_not_written_again)
{
    const struct effect effect = { .kind = EFFECT_RESUME, .writes_table = true };

    retype_journal("\x83");
    run_effect(EFFECT_UNFINISHED, false);
    event_finish();
    ck_assert(loop_fix_do(&fix, &disk, NULL, &effect, &event));
    ck_assert_msg(!event.text, "%s", event.text);
    retype_journal("\x84");
    run_effect(EFFECT_FIX, false);
    wait_for(EVENT_FIXED);
    ck_assert_refused(&fix.err, REFUSAL_TABLE_CHANGED_SINCE_SHOWN);
    ck_assert_msg(event.text && strstr(event.text, "look at it again"), "%s", event.text);
}

/* A program that moves data holds the lock. */
TEST(a_move_of_another_program_is_not_offered)
{
    int fd = open(disk.info.path, O_RDONLY | O_CLOEXEC);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(flock(fd, LOCK_EX), 0);
    run_effect(EFFECT_UNFINISHED, false);
    ck_assert_int_eq(close(fd), 0);
    ck_assert_ptr_null(event.status);
    ck_assert_refused(&fix.err, REFUSAL_MOVE_COMPLETED_ELSEWHERE);
}

/* Four bytes make the boot record one of LILO. */
TEST(what_its_boot_loader_needs_is_told_at_the_end)
{
    int fd = open(disk.info.path, O_WRONLY | O_CLOEXEC);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(pwrite(fd, "LILO", 4, 6), 4);
    ck_assert_int_eq(close(fd), 0);
    rehearse(false);
    run_effect(EFFECT_FIX, false);
    wait_for(EVENT_FIXED);
    ck_assert_int_eq(event.fix_end, FIX_END_COMPLETE);
    ck_assert(has_warning("LILO loads fixed sectors"));
}

TEST(it_is_taken_back)
{
    rehearse(true);
    run_effect(EFFECT_FIX, false);
    wait_for(EVENT_FIXED);
    ck_assert_int_eq(event.fix_end, FIX_END_TAKEN_BACK);
    ck_assert_ptr_null(event.text);
    ck_assert(log_tells("taken back"));
}

TEST(it_stops_and_goes_on)
{
    rehearse(false);
    run_effect(EFFECT_FIX, false);
    run_effect(EFFECT_FIX_STOP, false);
    wait_for(EVENT_FIXED);
    ck_assert_int_eq(event.fix_end, FIX_END_STOPPED);
    ck_assert_ptr_nonnull(strstr(event.text, "nothing is lost"));
    ck_assert(log_tells("Stopped"));
    ck_assert_int_eq(fix.left.code, ERR_STOPPED);
    rehearse(false);
    ck_assert_int_eq(fix.left.code, ERR_STOPPED);
    run_effect(EFFECT_FIX, false);
    wait_for(EVENT_FIXED);
    ck_assert_int_eq(event.fix_end, FIX_END_COMPLETE);
    ck_assert_int_eq(fix.left.code, 0);
}

/* As a lost terminal ends the program. */
TEST(an_end_of_the_program_stops_it_with_its_own_exit_code)
{
    struct err err = { 0 };

    rehearse(false);
    run_effect(EFFECT_FIX, false);
    loop_fix_end(&fix, &err);
    ck_assert_int_eq(err.code, ERR_STOPPED);
    ck_assert_ptr_nonnull(strstr(err.text, "alidade resume"));
    ck_assert(log_tells("Stopped"));
    ck_assert_ptr_null(fix.session.job);
}

static const struct {
    enum effect_kind effect;
    enum event_kind answer; /* EVENT_IDLE: it is allowed */
} touched[] = {
    { EFFECT_OPEN, EVENT_ERROR },         { EFFECT_REREAD, EVENT_ERROR },
    { EFFECT_DISKS, EVENT_ERROR },        { EFFECT_BACKUP, EVENT_ERROR },
    { EFFECT_REHEARSE, EVENT_REHEARSED }, { EFFECT_COMMIT, EVENT_COMMITTED },
    { EFFECT_EMPTY_READ, EVENT_EMPTY },   { EFFECT_CHECK, EVENT_CHECKED },
    { EFFECT_RESUME, EVENT_REHEARSED },   { EFFECT_UNFINISHED, EVENT_UNFINISHED },
    { EFFECT_MEASURE, EVENT_MEASURED },   { EFFECT_REDRAW, EVENT_IDLE },
    { EFFECT_FIX_STOP, EVENT_IDLE },
};

TEST(nothing_else_touches_the_disk_meanwhile)
{
    struct err err = { 0 };

    rehearse(false);
    for (size_t i = 0; i < ARRAY_SIZE(touched); i++) {
        const struct effect effect = { .kind = touched[i].effect };
        ck_assert(!loop_fix_refuses(&fix, &effect, &event));
    }
    run_effect(EFFECT_FIX, false);
    for (size_t i = 0; i < ARRAY_SIZE(touched); i++) {
        const struct effect effect = { .kind = touched[i].effect };
        struct event answer = { .kind = EVENT_IDLE };
        bool is_refused = loop_fix_refuses(&fix, &effect, &answer);
        ck_assert_msg(is_refused == (touched[i].answer != EVENT_IDLE), "%zu", i);
        ck_assert_int_eq(answer.kind, touched[i].answer);
        if (is_refused)
            ck_assert_ptr_nonnull(strstr(answer.text, "is being moved"));
    }
    loop_fix_end(&fix, &err);
}

TEST(what_is_forgotten_is_not_started)
{
    rehearse(false);
    loop_fix_forget(&fix);
    run_effect(EFFECT_FIX, false);
    ck_assert_int_eq(event.kind, EVENT_IDLE);
    ck_assert_ptr_null(fix.session.job);
    event_finish();
}
