/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_loop_measure.c - a measurement in the background: start, events, stop, result */
#include "ui/loop/measure.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/fake_drive_test.h"
#include "support/test.h"
#include "support/tree.h"

#define PLACE "pci0000:00/0000:00:1f.2/ata3/host2/target2:0:0/2:0:0:0"

static struct tree tree;
static struct loop_disk disk;
static struct app *app;
static struct loop_measure *measure;
static struct event event;

/* The disk that the loop has opened. */
static void open_disk(const char *path)
{
    copy_text(disk.info.path, sizeof(disk.info.path), path);
    app->info = disk.info;
    loop_memory_open(&measure->memory, &disk.sys, disk.info.path);
}

static void setup(void)
{
    char node[SYS_PATH];

    tree_init(&tree);
    fake_init();
    CLEANUP(freep) char *state = xasprintf("%s/state", tree.root);
    ck_assert_int_eq(setenv("XDG_STATE_HOME", state, 1), 0);
    tree_disk(&tree, "sda", PLACE, "8:0", 1000);
    tree_say(&tree, "sda", "device/model", "WD10EARS");
    tree_say(&tree, "sda", "device/serial", "WCAV5");
    app = xcalloc(1, sizeof(*app));
    measure = xcalloc(1, sizeof(*measure));
    disk = (struct loop_disk){ .sys = tree.sys };
    sys_node_of(&tree.sys, "sda", node);
    open_disk(node);
    fake.result = (struct saved_result){ .has_probe = true };
    copy_text(fake.result.model, sizeof(fake.result.model), "WD10EARS");
    copy_text(fake.result.serial, sizeof(fake.result.serial), "WCAV5");
    fake.result.size_bytes = 512000;
    fake.result.probe = (struct probe_result){ .verdict = MEASURE_DIFFERENT,
                                               .physical = 4096,
                                               .offset = 3584 };
}

static void teardown(void)
{
    ck_assert(loop_measure_end(measure, -1));
    loop_measure_finish(measure);
    free(measure);
    free(app);
    fake_finish();
    tree_finish(&tree);
}

static enum event_kind act(enum effect_kind kind, bool is_paused)
{
    struct effect effect = { .kind = kind, .is_paused = is_paused };

    ck_assert(loop_measure_do(measure, &disk, app, &effect, &event));
    return event.kind;
}

/* Starts a measurement whose first step waits for the gate. */
static void start_gated(void)
{
    fake.is_gated = true;
    ck_assert_int_eq(act(EFFECT_MEASURE, false), EVENT_MEASURE);
    sem_wait(&fake.begun);
}

static void open_gate(void)
{
    fake.is_gated = false;
    sem_post(&fake.gate);
}

/* Takes an event as the loop does at time NOW. */
static void wait_for_end(uint64_t now)
{
    do {
        struct pollfd poller = { .fd = job_fd(measure->job), .events = POLLIN };
        ck_assert_int_eq(poll(&poller, 1, 30000), 1);
    } while (!loop_measure_take(measure, now, false, &event) ||
             event.kind != EVENT_MEASURED);
}

TEST_FIXTURE(setup, teardown);

TEST(events_come_from_start_to_end)
{
    app->job.request = (struct measure_request){
        .is_probe = true, .starts = { .base = 63, .against = 64, .aligned = 64 }
    };
    ck_assert_ptr_null(measure->job);
    ck_assert_int_eq(act(EFFECT_MEASURE, false), EVENT_MEASURE);
    ck_assert_ptr_nonnull(measure->job);
    ck_assert_ptr_null(event.text);
    wait_for_end(1000);
    ck_assert_str_eq(fake.path, disk.info.path);
    ck_assert(fake.request.is_probe && !fake.request.is_read_only);
    ck_assert_uint_eq(fake.request.starts.against, 64);
    ck_assert_ptr_null(measure->job);
    ck_assert_ptr_null(event.text);
    ck_assert_uint_eq(event.live->bench.pairs, 3);
    ck_assert_uint_eq(event.saved->probe.offset, 3584);
    ck_assert_int_eq(fake.opened, 1);
    ck_assert_int_eq(fake.closed, 1);
    ck_assert_int_eq(job_fd(measure->job), -1);
    ck_assert_int_eq(loop_measure_wait(measure, 1000, false), -1);
}

TEST(a_disk_that_was_opened_read_only_is_only_read)
{
    app->is_read_only = true;
    (void)act(EFFECT_MEASURE, false);
    wait_for_end(1000);
    ck_assert(fake.request.is_read_only);
}

TEST(a_failed_start_ends_with_a_sentence)
{
    fake.refusal = "No.";
    fake.reason = REASON_ZONED;
    app->job.request.is_probe = true;
    ck_assert_int_eq(act(EFFECT_MEASURE, false), EVENT_MEASURE);
    ck_assert_ptr_null(event.text);
    wait_for_end(1000);
    ck_assert_str_eq(event.text, "No.");
    ck_assert_int_eq(event.live->phase, MEASURE_ENDED);
    ck_assert_int_eq(event.live->probe.verdict, MEASURE_REFUSED);
    ck_assert_int_eq(event.live->bench.reason, REASON_ZONED);
    ck_assert(event.live->is_probe);
    ck_assert_ptr_null(measure->job);
    ck_assert_int_eq(fake.closed, 0);
}

TEST(users_of_the_disk_are_named_first)
{
    fake.word = "In use by sda1.";
    fake.reason = REASON_IN_USE;
    ck_assert_int_eq(act(EFFECT_MEASURE, false), EVENT_MEASURE);
    /* The remark comes before the end. */
    do {
        struct pollfd poller = { .fd = job_fd(measure->job), .events = POLLIN };
        ck_assert_int_eq(poll(&poller, 1, 30000), 1);
    } while (!loop_measure_take(measure, 1, false, &event) || !event.text);
    ck_assert_int_eq(event.kind, EVENT_MEASURE);
    ck_assert_str_eq(event.text, "In use by sda1.");
    while (measure->job)
        (void)!loop_measure_take(measure, 1, false, &event);
    ck_assert_int_eq(event.kind, EVENT_MEASURED);
    ck_assert_ptr_null(event.text);
}

/* With a drive in standby the keys still work, and the screen shows the time. */
TEST_TIMES(a_hanging_open_or_close_blocks_nothing, 2)
{
    bool *gated = _i ? &fake.is_closing_gated : &fake.is_opening_gated;

    *gated = true;
    ck_assert_int_eq(act(EFFECT_MEASURE, false), EVENT_MEASURE);
    sem_wait(&fake.begun);
    ck_assert(loop_measure_take(measure, 5000, false, &event));
    ck_assert_int_eq(event.kind, EVENT_MEASURE);
    double before = event.live->request_seconds;
    ck_assert(loop_measure_take(measure, 9000, false, &event));
    ck_assert(event.live->request_seconds > before);
    ck_assert_int_eq(act(EFFECT_MEASURE_STOP, false), EVENT_MEASURE);
    ck_assert(!loop_measure_end(measure, 0));
    sem_post(&fake.gate);
    wait_for_end(9999);
    ck_assert_int_eq(fake.closed, 1);
    ck_assert_int_eq(fake.opened, 1);
}

static const struct {
    bool is_slow;
    int every_ms;
} lines[] = { { false, 500 }, { true, 2000 } };

TEST_EACH(progress_events_are_rare_but_continue, lines)
{
    bool is_slow = lines[_i].is_slow;
    uint64_t now = 100000, every = (uint64_t)lines[_i].every_ms;

    start_gated();
    ck_assert_int_eq(loop_measure_wait(measure, now, is_slow), 0);
    ck_assert(loop_measure_take(measure, now, is_slow, &event));
    ck_assert_int_eq(event.kind, EVENT_MEASURE);
    ck_assert_int_eq(loop_measure_wait(measure, now + 1, is_slow), (int)every - 1);
    ck_assert(!loop_measure_take(measure, now + every - 1, is_slow, &event));
    ck_assert(event.live->request_seconds == 0);
    /* The request hangs: its age is shown. */
    atomic_store(&fake.request_ns, UINT64_C(2500000000));
    ck_assert(loop_measure_take(measure, now + every, is_slow, &event));
    ck_assert_int_eq(event.kind, EVENT_MEASURE);
    ck_assert_double_eq(event.live->request_seconds, 2.5);
    open_gate();
}

TEST(the_end_comes_at_once)
{
    start_gated();
    ck_assert(loop_measure_take(measure, 5000, true, &event));
    open_gate();
    wait_for_end(5001);
}

TEST(a_pause_stops_requests_and_is_shown)
{
    fake.steps = 1000000000;
    start_gated();
    ck_assert_int_eq(act(EFFECT_MEASURE_PAUSE, true), EVENT_MEASURE);
    ck_assert(event.live->is_paused);
    open_gate();
    ck_assert(job_rest(measure->job, -1));
    int done = fake.done;
    ck_assert(loop_measure_take(measure, 9000, false, &event));
    ck_assert(event.live->is_paused && !event.live->is_stopping);
    ck_assert_int_eq(fake.done, done);
    /* Ctrl-Z in a pause does not end it. */
    loop_measure_suspend(measure);
    loop_measure_resume(measure);
    ck_assert(job_rest(measure->job, -1));
    ck_assert_int_eq(fake.done, done);
    ck_assert_int_eq(act(EFFECT_MEASURE_PAUSE, false), EVENT_MEASURE);
    ck_assert(!event.live->is_paused);
    ck_assert_int_eq(act(EFFECT_MEASURE_STOP, false), EVENT_MEASURE);
    ck_assert(event.live->is_stopping);
    wait_for_end(9001);
    ck_assert_int_ge(fake.stops, 1);
    ck_assert_int_ge(fake.rests, 1); /* its clock has stood still */
}

TEST(effects_after_the_end_are_ignored)
{
    ck_assert_int_eq(act(EFFECT_MEASURE_PAUSE, true), EVENT_IDLE);
    ck_assert_int_eq(act(EFFECT_MEASURE_STOP, false), EVENT_IDLE);
    struct effect other = { .kind = EFFECT_DETAILS };
    ck_assert(!loop_measure_do(measure, &disk, app, &other, &event));
}

TEST(only_one_measurement_runs)
{
    start_gated();
    ck_assert_int_eq(act(EFFECT_MEASURE, false), EVENT_IDLE);
    ck_assert_int_eq(fake.opened, 1);
    open_gate();
}

static const struct {
    enum effect_kind effect;
    enum event_kind answer; /* EVENT_KEY: it may be done */
} others[] = {
    { EFFECT_OPEN, EVENT_ERROR },         { EFFECT_REREAD, EVENT_ERROR },
    { EFFECT_DISKS, EVENT_ERROR },        { EFFECT_BACKUP, EVENT_ERROR },
    { EFFECT_REHEARSE, EVENT_REHEARSED }, { EFFECT_REHEARSE_RESTORE, EVENT_REHEARSED },
    { EFFECT_COMMIT, EVENT_COMMITTED },   { EFFECT_MEASURE_USE, EVENT_ERROR },
    { EFFECT_DETAILS, EVENT_KEY },        { EFFECT_SAVE_SCRIPT, EVENT_KEY },
    { EFFECT_QUIT, EVENT_KEY },           { EFFECT_SUSPEND, EVENT_KEY },
};

TEST_EACH(other_accesses_to_the_disk_are_refused, others)
{
    struct effect effect = { .kind = others[_i].effect };

    ck_assert(!loop_measure_refuses(measure, app, &effect, &event));
    start_gated();
    bool is_refused = loop_measure_refuses(measure, app, &effect, &event);
    ck_assert(is_refused == (others[_i].answer != EVENT_KEY));
    if (is_refused) {
        ck_assert_int_eq(event.kind, others[_i].answer);
        ck_assert_ptr_nonnull(strstr(event.text, disk.info.path));
    }
    open_gate();
}

TEST(a_hanging_request_is_not_waited_for)
{
    start_gated();
    ck_assert(!loop_measure_end(measure, 0));
    ck_assert_int_eq(fake.closed, 0);
    open_gate();
    ck_assert(loop_measure_end(measure, -1));
    ck_assert_int_eq(fake.closed, 1);
    ck_assert(loop_measure_end(measure, 0));
}

TEST(a_changed_test_area_is_saved)
{
    fake.area = "as it was";
    copy_text(fake.result.path, sizeof(fake.result.path), disk.info.path);
    app->job.request.is_probe = true;
    (void)act(EFFECT_MEASURE, false);
    wait_for_end(1000);
    const char *note = measure->note;
    ck_assert_ptr_nonnull(note);
    ck_assert_ptr_nonnull(strstr(note, "state/alidade/"));
    /* The next measurement, without a change, has no such sentence. */
    fake.area = NULL;
    (void)act(EFFECT_MEASURE, false);
    wait_for_end(2000);
    ck_assert_ptr_null(measure->note);
}

/* --- results --- */

static void run_to_the_end(void)
{
    (void)act(EFFECT_MEASURE, false);
    wait_for_end(1000);
}

static const struct saved_result *known(void)
{
    return loop_memory_known(&measure->memory);
}

TEST(a_result_counts_for_the_session)
{
    ck_assert_ptr_null(known());
    run_to_the_end();
    ck_assert_uint_eq(known()->probe.physical, 4096);
    char path[SYS_PATH];
    copy_text(path, sizeof(path), disk.info.path);
    open_disk("/nowhere/disk.img");
    ck_assert_ptr_null(known());
    open_disk(path);
    ck_assert_uint_eq(known()->probe.physical, 4096);
    /* Nothing was saved. */
    loop_measure_finish(measure);
    open_disk(path);
    ck_assert_ptr_null(known());
}

TEST(another_drive_at_the_path_has_no_result)
{
    run_to_the_end();
    tree_say(&tree, "sda", "device/serial", "WCAV6");
    loop_memory_open(&measure->memory, &disk.sys, disk.info.path);
    ck_assert_ptr_null(known());
}

TEST(a_saved_result_counts_in_the_next_session)
{
    ck_assert_int_eq(act(EFFECT_MEASURE_KEEP, false), EVENT_SAID);
    run_to_the_end();
    ck_assert_int_eq(act(EFFECT_MEASURE_KEEP, false), EVENT_SAID);
    ck_assert_ptr_nonnull(strstr(event.text, "WD10EARS_WCAV5_512000.result"));
    loop_measure_finish(measure);
    loop_memory_open(&measure->memory, &disk.sys, disk.info.path);
    ck_assert_uint_eq(known()->probe.offset, 3584);
}

TEST(an_invalid_folder_is_an_error)
{
    run_to_the_end();
    tree_write(&tree, "a file in its place", "state/alidade/drives");
    ck_assert_int_eq(act(EFFECT_MEASURE_KEEP, false), EVENT_ERROR);
    ck_assert_ptr_nonnull(strstr(event.text, "state/alidade/drives"));
}

TEST(an_image_is_remembered_for_this_session)
{
    open_disk("/nowhere/disk.img");
    fake.result.serial[0] = '\0';
    run_to_the_end();
    ck_assert_int_eq(act(EFFECT_MEASURE_KEEP, false), EVENT_SAID);
    ck_assert_ptr_nonnull(strstr(event.text, "/nowhere/disk.img"));
    ck_assert_uint_eq(known()->probe.physical, 4096);
}

/* The limits for the disk at PATH without any on the command line. */
static struct limits_given given_for(const char *path)
{
    struct limits_given nothing = { .grain = 65536 };

    return loop_memory_given(&measure->memory, path, &nothing);
}

TEST(used_limits_count_at_the_next_open)
{
    struct limits_given given = { .measured = { 4096, 3584, 0 } };

    run_to_the_end();
    ck_assert_uint_eq(given_for(disk.info.path).measured.physical, 0);
    loop_measure_use(measure, &given);
    ck_assert_uint_eq(given_for(disk.info.path).measured.alignment_offset, 3584);
    ck_assert_uint_eq(given_for(disk.info.path).grain, 65536);
    ck_assert_uint_eq(given_for("/nowhere/disk.img").measured.physical, 0);
    /* It is saved for the drive as well. */
    loop_measure_finish(measure);
    loop_memory_open(&measure->memory, &disk.sys, disk.info.path);
    ck_assert_uint_eq(known()->probe.offset, 3584);
}
