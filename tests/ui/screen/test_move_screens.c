/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_move_screens.c - what a person can do about a move that has not ended, and while
 * one runs */
#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/person.h"
#include "ui/screen/frame/screen.h"

static struct app app;
static struct journal_plan plan;

static void setup(void)
{
    plan = (struct journal_plan){ .logical = 512,
                                  .label = LABEL_MSDOS,
                                  .spot = { .kind = JOURNAL_TAIL, .start = 1953520065 },
                                  .step_count = 1,
                                  .steps = { { .action = MOVES_DATA,
                                               .number = 2,
                                               .from = 204796620,
                                               .to = 204796616,
                                               .length = 1707789825 } } };
}

static void teardown(void)
{
    app_finish(&app);
}

TEST_FIXTURE(setup, teardown);

static void tell(struct event event)
{
    (void)app_update(&app, &event); /* those with an effect are sent by effect_of() */
}

static enum effect_kind effect_of(struct event event)
{
    return app_update(&app, &event).kind;
}

static enum effect_kind press(uint32_t key)
{
    return effect_of((struct event){ .kind = EVENT_KEY, .key = key, .ms = 10000 });
}

static void find(bool is_back)
{
    const struct report_fix_status status = { .path = "/dev/sda",
                                              .plan = &plan,
                                              .has_progress = true,
                                              .phase = JOURNAL_PHASE_MOVING,
                                              .is_back = is_back,
                                              .bytes_done = 1,
                                              .bytes_total = 2 };

    tell((struct event){ .kind = EVENT_UNFINISHED, .status = &status });
}

static void open_disk(void)
{
    person_opens(&app, disks_moving(), 24, 80);
    find(false);
}

static void rehearse(void)
{
    struct event event = { .kind = EVENT_REHEARSED, .is_fix = true };

    event.rehearsal.backup_path = xstrdup("/root/backup");
    lines_add(&event.stop, "Ctrl-C stops.");
    tell(event);
    tell((struct event){ .kind = EVENT_SHOWN });
}

static void start(void)
{
    open_disk();
    ck_assert_int_eq(press('f'), EFFECT_RESUME);
    rehearse();
    for (const char *key = "yes"; *key; key++)
        ck_assert_int_eq(press((unsigned char)*key), EFFECT_NONE);
    ck_assert_int_eq(press(KEY_CODE_ENTER), EFFECT_FIX);
}

/* The move of partition 2 has begun. */
static void begin(void)
{
    const struct fix_live live = { .phase = FIXING_PHASE_MOVE,
                                   .report = { .step_count = 1, .number = 2 },
                                   .plan = &plan };

    start();
    tell((struct event){ .kind = EVENT_FIX, .fix = &live });
}

TEST(the_move_is_shown_before_any_other_screen)
{
    struct event event = { .kind = EVENT_LAYOUT, .layout = disks_moving() };

    copy_text(event.info.path, sizeof(event.info.path), "/dev/sda");
    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    app_skip_picker(&app);
    ck_assert_int_eq(effect_of(event), EFFECT_UNFINISHED);
    ck_assert_int_eq(app_screen(&app), SCREEN_RESUME);
    person_lacks(&app, "Finish");
    ck_assert_int_eq(press('f'), EFFECT_NONE); /* it was not looked at yet */
    find(false);
    person_expects(&app, "Finish: move what is left");
    person_expects(&app, "Step 1 of 1: partition 2 from sector 204796620 to 204796616.");
    person_expects(&app, "Safe to unplug: yes.");
    person_lacks(&app, "alidade resume"); /* the keys are on the screen */
}

TEST(a_disk_without_a_move_opens_as_ever)
{
    person_opens(&app, disks_legacy(), 24, 80);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    person_types(&app, "A");
    ck_assert_int_eq(app_screen(&app), SCREEN_PLAN);
}

TEST(it_is_shown_once_and_again_on_request)
{
    open_disk();
    person_types(&app, "q");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    tell((struct event){
        .kind = EVENT_LAYOUT, .layout = disks_moving(), .info = app.info });
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_int_eq(press('A'), EFFECT_UNFINISHED);
    ck_assert_int_eq(app_screen(&app), SCREEN_RESUME);
}

TEST(enter_does_what_is_selected)
{
    open_disk();
    struct event enter = { .kind = EVENT_KEY, .key = KEY_CODE_ENTER };
    struct effect effect = app_update(&app, &enter);
    ck_assert_int_eq(effect.kind, EFFECT_RESUME);
    ck_assert(!effect.is_rollback);
    (void)press(KEY_CODE_DOWN);
    person_expects(&app, "Moves partition 2 back to sector 204796620.");
    effect = app_update(&app, &enter);
    ck_assert_int_eq(effect.kind, EFFECT_RESUME);
    ck_assert(effect.is_rollback);
    (void)press(KEY_CODE_DOWN);
    ck_assert_int_eq(press(KEY_CODE_ENTER), EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
}

/* Between two steps: no table changes, and so none is saved. */
TEST(what_changes_no_table_is_taken_back_too)
{
    open_disk();
    ck_assert_int_eq(press('t'), EFFECT_RESUME);
    tell((struct event){ .kind = EVENT_REHEARSED, .is_fix = true });
    ck_assert_int_eq(app_screen(&app), SCREEN_WRITE);
}

TEST(what_is_on_its_way_back_is_not_finished)
{
    person_opens(&app, disks_moving(), 24, 80);
    find(true);
    person_lacks(&app, "Finish");
    person_expects(&app, "Take back");
    ck_assert_int_eq(press(KEY_CODE_ENTER), EFFECT_RESUME);
    ck_assert(app.fix.is_rollback);
}

TEST(nothing_can_be_done_where_the_journal_is_away)
{
    person_opens(&app, disks_moving(), 24, 80);
    tell((struct event){ .kind = EVENT_UNFINISHED, .text = "The journal is away." });
    person_expects(&app, "The journal is away.");
    person_lacks(&app, "Finish");
    ck_assert_int_eq(press('f'), EFFECT_NONE);
    ck_assert_int_eq(press('t'), EFFECT_NONE);
    ck_assert_int_eq(press('R'), EFFECT_UNFINISHED);
    find(false);
    person_lacks(&app, "The journal is away.");
    person_expects(&app, "Finish");
}

TEST(nothing_is_written_to_a_disk_that_is_open_read_only)
{
    open_disk();
    app.is_read_only = true;
    ck_assert_int_eq(press('f'), EFFECT_NONE);
    person_expects(&app, "read-only");
}

TEST(only_yes_begins)
{
    open_disk();
    ck_assert_int_eq(press('t'), EFFECT_RESUME);
    rehearse();
    person_expects(&app, "Take the move back");
    person_expects(&app, "Ctrl-C stops.");
    person_types(&app, "ye");
    ck_assert_int_eq(press(KEY_CODE_ENTER), EFFECT_FORGET);
    ck_assert_int_eq(app_screen(&app), SCREEN_RESUME);
    ck_assert(!app.fix.is_at_work);
}

TEST(what_cannot_be_rehearsed_is_told_on_the_screen_of_the_move)
{
    open_disk();
    ck_assert_int_eq(press('t'), EFFECT_RESUME);
    tell((struct event){ .kind = EVENT_REHEARSED, .text = "It is complete." });
    ck_assert_int_eq(app_screen(&app), SCREEN_RESUME);
    person_expects(&app, "It is complete.");
}

static const uint32_t leaving[] = { 'q', 's', KEY_CODE_ESCAPE, KEY_CODE_F10 };

TEST_EACH(leaving_a_move_that_runs_asks_first, leaving)
{
    begin();
    ck_assert_int_eq(app_screen(&app), SCREEN_MOVING);
    ck_assert_int_eq(press(leaving[_i]), EFFECT_NONE);
    person_expects(&app, "Stop at the next safe point?");
    ck_assert_int_eq(press(leaving[_i]), EFFECT_NONE);
    person_lacks(&app, "Stop at the next safe point?");
    ck_assert_int_eq(app_screen(&app), SCREEN_MOVING);
    ck_assert(app.fix.is_at_work);
}

TEST(the_help_above_a_move_is_closed_without_a_question)
{
    begin();
    person_types(&app, "?q");
    person_lacks(&app, "Stop at the next safe point?");
    ck_assert_int_eq(app_screen(&app), SCREEN_MOVING);
}

TEST(ctrl_c_asks_and_y_stops)
{
    begin();
    ck_assert_int_eq(effect_of((struct event){ .kind = EVENT_INTERRUPT }), EFFECT_NONE);
    person_expects(&app, "Stop at the next safe point?");
    ck_assert_int_eq(press('y'), EFFECT_FIX_STOP);
    ck_assert_int_eq(effect_of((struct event){ .kind = EVENT_INTERRUPT }), EFFECT_NONE);
    person_expects(&app, "the drive is still at work");
}

TEST(before_the_first_write_a_stop_costs_nothing)
{
    start();
    (void)press('s');
    person_expects(&app, "Stop now? Nothing is begun yet.");
    ck_assert_int_eq(press('y'), EFFECT_FIX_STOP);
}

TEST(ctrl_z_does_not_suspend_a_move)
{
    start();
    ck_assert_int_eq(press('z' & 0x1f), EFFECT_NONE);
    person_expects(&app, "A move is not suspended.");
}

TEST(a_drive_that_does_not_answer_is_told_with_its_age)
{
    struct fix_live live = { .phase = FIXING_PHASE_MOVE,
                             .report = { .step_count = 1,
                                         .number = 2,
                                         .move = { .bytes_done = 1 << 20,
                                                   .bytes_total = 2 << 20,
                                                   .bytes_per_second = 1 << 20,
                                                   .seconds_left = 1 } },
                             .plan = &plan };

    start();
    tell((struct event){ .kind = EVENT_FIX, .fix = &live });
    person_expects(&app, "1 MiB of 2 MiB, 1 MiB/s");
    person_expects(&app, "Safe to unplug: no.");
    live.waited_ms = 61000;
    tell((struct event){ .kind = EVENT_FIX, .fix = &live });
    person_expects(&app, "The drive has not answered for 61 s.");
    person_lacks(&app, "MiB/s");
}

TEST(what_was_repeated_is_told_if_anything_was)
{
    struct fix_live live = { .phase = FIXING_PHASE_MOVE,
                             .report = { .step_count = 1, .number = 2 },
                             .plan = &plan };

    start();
    tell((struct event){ .kind = EVENT_FIX, .fix = &live });
    person_lacks(&app, "repeated");
    live.report.move.retries = 1;
    tell((struct event){ .kind = EVENT_FIX, .fix = &live });
    person_expects(&app, "1 request has failed, and was repeated:");
    live.report.move.retries = 3;
    tell((struct event){ .kind = EVENT_FIX, .fix = &live });
    person_expects(&app, "3 requests have failed, and were repeated:");
}

/* The table is read again, and the move is offered again. */
TEST(what_has_stopped_goes_on_from_the_main_screen)
{
    start();
    ck_assert_int_eq(effect_of((struct event){ .kind = EVENT_FIXED,
                                               .fix_end = FIX_END_STOPPED,
                                               .text = "Stopped." }),
                     EFFECT_REREAD);
    tell((struct event){
        .kind = EVENT_LAYOUT, .layout = disks_moving(), .info = app.info });
    ck_assert_int_eq(app_screen(&app), SCREEN_WRITTEN);
    person_expects(&app, "The move has stopped");
    person_expects(&app, "A on the main screen goes on with it");
    person_types(&app, "q");
    ck_assert_int_eq(press('A'), EFFECT_UNFINISHED);
}

TEST(what_has_stopped_is_told_before_it_is_offered_again)
{
    person_opens(&app, disks_legacy(), 24, 80);
    tell((struct event){ .kind = EVENT_FIXED, .fix_end = FIX_END_STOPPED });
    tell((struct event){
        .kind = EVENT_LAYOUT, .layout = disks_moving(), .info = app.info });
    person_expects(&app, "The move has stopped");
    person_types(&app, "q");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
}

TEST(the_picker_tells_a_move_from_damage)
{
    struct disk_info disk = { .path = "/dev/sda", .layout = disks_moving() };
    struct event event = { .kind = EVENT_DISKS, .disk_count = 1 };

    event.disks = xmalloc(sizeof(disk));
    event.disks[0] = disk;
    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    tell(event);
    person_expects(&app, "! moving");
    person_lacks(&app, "! damaged");
}

/* No cure is named that is not possible meanwhile. */
TEST(the_main_screen_names_the_move_instead_of_a_cure)
{
    open_disk();
    person_types(&app, "q\003"); /* the next row: what was told once goes */
    person_lacks(&app, "would cure it");
    person_expects(&app, "A move has not ended: A goes on with it, or takes it back.");
}

/* The disk does not answer after that: the table that is shown is the old one. */
TEST(what_has_failed_is_told_until_the_disk_is_read_again)
{
    person_opens(&app, disks_legacy(), 24, 80);
    ck_assert_int_eq(effect_of((struct event){ .kind = EVENT_FIXED,
                                               .fix_end = FIX_END_FAILED,
                                               .text = "It does not answer." }),
                     EFFECT_REREAD);
    person_expects(&app, "Ctrl-L draws the screen again");
    tell((struct event){ .kind = EVENT_ERROR, .text = "It cannot be read." });
    person_types(&app, "q");
    person_expects(&app, "a move is not complete");
    person_expects(&app, "A move has not ended: A goes on with it");
    person_types(&app, "d");
    person_expects(&app, "nothing else can be changed meanwhile");
    ck_assert_uint_eq(app_pending(&app), 0);
    person_types(&app, "N");
    person_expects(&app, "nothing else can be changed meanwhile");
    tell((struct event){
        .kind = EVENT_LAYOUT, .layout = disks_legacy(), .info = app.info });
    person_types(&app, "d");
    ck_assert_uint_eq(app_pending(&app), 1);
}

TEST(the_end_closes_what_was_open_above_it)
{
    begin();
    person_types(&app, "?/word");
    ck_assert_int_ne(app.asking, ASK_NOTHING);
    ck_assert_int_eq(effect_of((struct event){ .kind = EVENT_FIXED }), EFFECT_REREAD);
    ck_assert_int_eq(app_screen(&app), SCREEN_WRITTEN);
    ck_assert_int_eq(app.asking, ASK_NOTHING);
}

TEST(the_end_shows_where_the_partition_starts_now)
{
    struct event event = { .kind = EVENT_FIXED, .fix_end = FIX_END_COMPLETE };

    start();
    lines_add(&event.commit.done, "All steps are done.");
    ck_assert_int_eq(effect_of(event), EFFECT_REREAD);
    tell((struct event){
        .kind = EVENT_LAYOUT, .layout = disks_legacy(), .info = app.info });
    person_expects(&app, "The move is complete");
    person_expects(&app, "All steps are done.");
    person_expects(&app, "Where 2 starts now");
    person_lacks(&app, "goes on with it");
    person_types(&app, "q");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
}

/* --- what a bench of the old start has told --- */

static void give_bench(enum measure_verdict verdict, bool is_drive)
{
    app.job.has_saved = true;
    app.job.saved.has_bench = true;
    app.job.saved.bench = (struct bench_result){
        .verdict = verdict,
        .is_drive = is_drive,
        .worth = WORTH_YES,
        .ratio = 5.4,
        .interval = { 5.0, 5.8 },
        .confidence = 0.95,
        .pairs = 16,
        .arms[ARM_BASE].start_lba = 204796620,
        .arms[ARM_AGAINST].start_lba = 204796616,
    };
}

/* Runs the move of partition 2; then the disk is LAYOUT. */
static void run_to_end(enum fix_end end, struct layout *layout)
{
    const struct fix_live live = { .phase = FIXING_PHASE_MOVE,
                                   .report = { .step_count = 1, .number = 2 },
                                   .plan = &plan };

    tell((struct event){ .kind = EVENT_FIX, .fix = &live });
    ck_assert_int_eq(effect_of((struct event){ .kind = EVENT_FIXED, .fix_end = end }),
                     EFFECT_REREAD);
    tell((struct event){ .kind = EVENT_LAYOUT, .layout = layout, .info = app.info });
}

TEST(the_end_tells_what_is_gained_and_measures_it_again)
{
    start();
    give_bench(MEASURE_DIFFERENT, true);
    run_to_end(FIX_END_COMPLETE, disks_aligned());
    person_expects(&app, "Measured before: synced writes at the old start of partition");
    person_expects(&app, "took 5.40 times as long as at an aligned one (95 % sure: 5.00");
    person_expects(&app, "B measures how it is now.");
    ck_assert_int_eq(press('B'), EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_BENCH);
    ck_assert_uint_eq(app.job.request.starts.extent,
                      layout_find_number(app.layout, 2)->id);
    ck_assert(!app.job.request.starts.is_off);
    ck_assert_int_eq(press(KEY_CODE_ENTER), EFFECT_MEASURE);
}

/* A start by hand may be off; of an image file there is nothing to tell. */
static const struct {
    enum measure_verdict verdict;
    enum fix_end end;
    bool is_drive, is_off;
} no_gains[] = {
    { MEASURE_SAME, FIX_END_COMPLETE, true, false },
    { MEASURE_DIFFERENT, FIX_END_TAKEN_BACK, true, false },
    { MEASURE_DIFFERENT, FIX_END_STOPPED, true, false },
    { MEASURE_DIFFERENT, FIX_END_COMPLETE, false, false },
    { MEASURE_DIFFERENT, FIX_END_COMPLETE, true, true },
};

TEST_EACH(nothing_else_is_told_as_a_gain, no_gains)
{
    start();
    give_bench(no_gains[_i].verdict, no_gains[_i].is_drive);
    run_to_end(no_gains[_i].end, no_gains[_i].is_off ? disks_legacy() : disks_aligned());
    person_expects(&app, "The move");
    person_lacks(&app, "Measured before");
    person_lacks(&app, "B measures");
}

TEST(the_end_names_the_starts_of_all_that_was_moved)
{
    plan.step_count = 2;
    plan.steps[1] = (struct journal_step){ .action = MOVES_REMAKE, .number = 1 };
    begin();
    run_to_end(FIX_END_COMPLETE, disks_aligned());
    person_expects(&app, "Where 2 starts now");
    person_expects(&app, "Starts      Partition 2 starts at ");
    person_expects(&app, "          Partition 1 starts at ");
}

/* Also of a move that the wizard has begun, which was not looked at before. */
TEST(the_ruler_of_the_end_is_that_of_what_was_moved)
{
    start();
    app.fix.step = (struct journal_step){ .number = 0 };
    run_to_end(FIX_END_COMPLETE, disks_aligned());
    person_expects(&app, "Where 2 starts now");
}
