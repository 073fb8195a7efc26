/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bench_screen.c - the bench screen: keys and events in, effects and screens out */
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/measured_live.h"
#include "support/test.h"
#include "ui/app/measure_run.h"
#include "ui/person.h"
#include "ui/screen/frame/screen.h"

static struct effect press(struct app *app, uint32_t key)
{
    struct event event = { .kind = EVENT_KEY, .key = key };

    return app_update(app, &event);
}

/* Nothing begins before Enter. */
static struct effect begin(struct app *app, uint32_t key)
{
    ck_assert_int_eq(press(app, key).kind, EFFECT_NONE);
    ck_assert(!app->job.is_at_work);
    ck_assert_int_eq(measure_run_state(app), RUN_READY);
    return press(app, KEY_CODE_ENTER);
}

static void start(struct app *app)
{
    person_opens(app, disks_legacy(), 24, 80);
}

/* A running job in its first second. */
static void say(struct app *app, const struct measure_live *live)
{
    struct event event = { .kind = EVENT_MEASURE, .live = live };

    (void)app_update(app, &event); /* this event has no effect */
}

static struct effect end(struct app *app, const struct measure_live *live)
{
    struct saved_result saved = { .time = "2026-11-20T16:30:00Z",
                                  .has_bench = true,
                                  .bench = live->bench };
    struct event event = { .kind = EVENT_MEASURED, .live = live, .saved = &saved };

    return app_update(app, &event);
}

/* B, and the job has ended with VERDICT. */
static struct effect bench(struct app *app, enum measure_verdict verdict)
{
    struct measure_live live;

    ck_assert_int_eq(begin(app, 'B').kind, EFFECT_MEASURE);
    measured_live_bench(&live, &app->job.request.starts, verdict);
    return end(app, &live);
}

static bool is_on_screen(const struct app *app, const char *text)
{
    CLEANUP(freep) char *dump = person_sees(app);

    return strstr(dump, text) != NULL;
}

TEST(the_selected_partition_is_measured)
{
    struct app app;

    start(&app);
    person_types(&app, "j");
    (void)press(&app, 'B'); /* compared below */
    ck_assert_uint_eq(app.job.request.starts.base, 204796620);
    app_finish(&app);
}

/* The disk is measured, not its pending table. */
TEST(pending_edits_do_not_matter)
{
    struct app app;

    start(&app);
    person_types(&app, "d");
    ck_assert_uint_eq(app_pending(&app), 1);
    ck_assert_int_eq(begin(&app, 'B').kind, EFFECT_MEASURE);
    ck_assert_uint_eq(app.job.request.starts.base, 63);
    app_finish(&app);
}

static struct layout *disk_in_use(void)
{
    CLEANUP(layout_unrefp) struct layout *idle = disks_legacy();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(idle);

    layout_builder_find(builder, layout_find_number(idle, 2)->id)->use =
        (struct use){ USE_MOUNT, "/mnt" };
    return layout_builder_refinish(builder);
}

TEST(a_disk_in_use_is_only_read_and_says_who_uses_it)
{
    struct app app;

    person_opens(&app, disk_in_use(), 24, 80);
    ck_assert_int_eq(begin(&app, 'B').kind, EFFECT_MEASURE);
    person_expects(&app, "reads only: nothing is written");
    person_expects(&app, "/dev/sda2 is in use (/mnt)");
    app_finish(&app);
}

TEST(a_disk_opened_read_only_is_only_read)
{
    struct app app;

    start(&app);
    app.is_read_only = true;
    ck_assert_int_eq(begin(&app, 'B').kind, EFFECT_MEASURE);
    ck_assert(app.job.request.is_read_only);
    person_expects(&app, "opened read-only");
    app_finish(&app);
}

TEST(space_waits_and_goes_on)
{
    struct app app;
    struct measure_live live = { .phase = MEASURE_TIMING };

    start(&app);
    (void)begin(&app, 'B'); /* it begins */
    struct effect effect = press(&app, ' ');
    ck_assert_int_eq(effect.kind, EFFECT_MEASURE_PAUSE);
    ck_assert(effect.is_paused);
    say(&app, &live); /* an event from before the key */
    ck_assert_int_eq(measure_run_state(&app), RUN_PAUSED);
    person_expects(&app, "go on");
    effect = press(&app, ' ');
    ck_assert_int_eq(effect.kind, EFFECT_MEASURE_PAUSE);
    ck_assert(!effect.is_paused);
    ck_assert_int_eq(measure_run_state(&app), RUN_WORKING);
    app_finish(&app);
}

/* The effect of a key on a running job, and what follows its end. */
static const struct {
    uint32_t key;
    enum effect_kind after;
    enum screen_id screen;
} stops[] = {
    { 's', EFFECT_MEASURE_KEEP, SCREEN_BENCH },
    { KEY_CODE_ENTER, EFFECT_MEASURE_KEEP, SCREEN_TABLE },
    { 'q', EFFECT_NONE, SCREEN_TABLE },
    { KEY_CODE_ESCAPE, EFFECT_NONE, SCREEN_TABLE },
};

TEST_EACH(a_job_is_stopped_before_anything_else, stops)
{
    struct app app;
    struct measure_live live;

    start(&app);
    (void)begin(&app, 'B'); /* it begins */
    measured_live_bench(&live, &app.job.request.starts, MEASURE_INCONCLUSIVE);
    live.phase = MEASURE_TIMING;
    say(&app, &live);
    ck_assert_int_eq(press(&app, stops[_i].key).kind, EFFECT_MEASURE_STOP);
    ck_assert_int_eq(app_screen(&app), SCREEN_BENCH);
    ck_assert_int_eq(measure_run_state(&app), RUN_STOPPING);
    live.phase = MEASURE_COMPARING;
    say(&app, &live);
    ck_assert_int_eq(measure_run_state(&app), RUN_STOPPING);
    ck_assert_int_eq(end(&app, &live).kind, stops[_i].after);
    ck_assert_int_eq(app_screen(&app), stops[_i].screen);
    ck_assert(!app.job.is_at_work);
    app_finish(&app);
}

/* Users can leave a drive that hangs. */
TEST(a_second_q_leaves_a_job_that_does_not_stop)
{
    struct app app;
    struct measure_live live;

    start(&app);
    (void)begin(&app, 'B'); /* it begins */
    ck_assert_int_eq(press(&app, 'q').kind, EFFECT_MEASURE_STOP);
    ck_assert_int_eq(press(&app, 'q').kind, EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert(app.job.is_at_work);
    /* B shows the running job; no second one starts. */
    ck_assert_int_eq(press(&app, 'P').kind, EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_BENCH);
    ck_assert_int_eq(press(&app, 'q').kind, EFFECT_NONE);
    measured_live_bench(&live, &app.job.request.starts, MEASURE_INCONCLUSIVE);
    ck_assert_int_eq(end(&app, &live).kind, EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    app_finish(&app);
}

TEST(nothing_is_written_while_the_disk_is_measured)
{
    struct app app;

    start(&app);
    person_types(&app, "jb"); /* a change */
    (void)begin(&app, 'B');   /* it starts */
    (void)press(&app, 'q');   /* it is asked to stop */
    (void)press(&app, 'q');   /* the user does not wait for that */
    person_expects(&app, "that ends after the request under way.");
    ck_assert_int_eq(press(&app, 'W').kind, EFFECT_NONE);
    person_expects(&app, "/dev/sda is still being measured.");
    app_finish(&app);
}

static const struct {
    double seconds;
    bool is_said;
} ages[] = { { 0, false }, { 1.9, false }, { 2, true }, { 31.4, true } };

TEST_EACH(a_request_is_said_to_be_old_from_two_seconds_on, ages)
{
    struct app app;
    struct measure_live live = { .phase = MEASURE_TIMING };

    start(&app);
    (void)begin(&app, 'B'); /* it begins */
    live.request_seconds = ages[_i].seconds;
    say(&app, &live);
    ck_assert_int_eq(is_on_screen(&app, "the write under way is"), ages[_i].is_said);
    (void)press(&app, 'q'); /* it is to stop */
    say(&app, &live);
    ck_assert_int_eq(is_on_screen(&app, "stopping after the write under way ("),
                     ages[_i].is_said);
    app_finish(&app);
}

TEST(the_answer_stands_in_the_frame)
{
    struct app app;

    start(&app);
    (void)bench(&app, MEASURE_DIFFERENT); /* it stays on the screen */
    person_expects(&app, "Result: worth fixing");
    person_expects(&app, "3.00 times as long");
    person_expects(&app, "Nothing on the disk has changed.");
    app_finish(&app);
}

TEST(a_result_is_kept_once)
{
    struct app app;

    start(&app);
    (void)bench(&app, MEASURE_DIFFERENT); /* it stays on the screen */
    ck_assert_int_eq(press(&app, 's').kind, EFFECT_MEASURE_KEEP);
    ck_assert_int_eq(press(&app, KEY_CODE_ENTER).kind, EFFECT_MEASURE_KEEP);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_int_eq(press(&app, 'B').kind, EFFECT_NONE);
    person_expects(&app, "Measured on 2026-11-20");
    ck_assert_int_eq(press(&app, 's').kind, EFFECT_NONE);
    ck_assert_int_eq(begin(&app, 'r').kind, EFFECT_MEASURE);
    ck_assert(!is_on_screen(&app, "Measured on"));
    app_finish(&app);
}

/* 204796620 has another offset on the physical grid than 63. */
TEST(a_kept_result_holds_for_starts_that_lie_alike)
{
    struct app app;

    start(&app);
    (void)bench(&app, MEASURE_DIFFERENT); /* of partition 1 */
    (void)press(&app, 'q');               /* back */
    person_types(&app, "j");
    ck_assert_int_eq(begin(&app, 'B').kind, EFFECT_MEASURE);
    app_finish(&app);
}

TEST(what_is_no_drive_is_kept_nowhere)
{
    struct app app;
    struct measure_live live;

    start(&app);
    (void)begin(&app, 'B'); /* it begins */
    measured_live_bench(&live, &app.job.request.starts, MEASURE_DIFFERENT);
    live.bench.is_drive = false;
    live.bench.worth = WORTH_UNSTATED;
    (void)end(&app, &live); /* it stays on the screen */
    ck_assert(!is_on_screen(&app, "s keep"));
    ck_assert_int_eq(press(&app, 's').kind, EFFECT_NONE);
    person_expects(&app, "This is no drive");
    app_finish(&app);
}

TEST(what_could_not_begin_says_why_and_is_not_kept)
{
    struct app app;
    struct event event = { .kind = EVENT_MEASURED, .text = "/dev/sda has zones." };

    start(&app);
    (void)begin(&app, 'B'); /* it begins */
    ck_assert_int_eq(app_update(&app, &event).kind, EFFECT_NONE);
    person_expects(&app, "/dev/sda has zones.");
    person_expects(&app, "Nothing was written.");
    ck_assert(!is_on_screen(&app, "Writes per second"));
    ck_assert_int_eq(press(&app, 's').kind, EFFECT_NONE);
    ck_assert_int_eq(press(&app, KEY_CODE_ENTER).kind, EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_BENCH);
    ck_assert_int_eq(begin(&app, 'r').kind, EFFECT_MEASURE);
    ck_assert(!is_on_screen(&app, "/dev/sda has zones."));
    app_finish(&app);
}

TEST(why_says_what_was_measured_in_place_of_the_rule)
{
    struct app app;

    start(&app);
    person_types(&app, "y");
    person_expects(&app, "typically run 3-7 times");
    (void)bench(&app, MEASURE_DIFFERENT); /* from that screen too */
    (void)press(&app, 'q');               /* back to it */
    ck_assert_int_eq(app_screen(&app), SCREEN_WHY);
    person_expects(&app, "3.00 times as");
    person_expects(&app, "Worth fixing.");
    ck_assert(!is_on_screen(&app, "3-7 times"));
    app_finish(&app);
}

TEST(why_knows_a_result_without_a_difference)
{
    struct app app;

    start(&app);
    (void)bench(&app, MEASURE_SAME); /* opened from why */
    person_types(&app, "qy");
    person_expects(&app, "Not worth fixing.");
    app_finish(&app);
}

/* Writes are slower at the suggested start: the first screen does not advise it. */
TEST(the_first_screen_knows_what_is_better_left)
{
    struct app app;
    struct measure_live live;

    start(&app);
    person_expects(&app, "would cure it.");
    (void)begin(&app, 'B'); /* it begins */
    measured_live_bench(&live, &app.job.request.starts, MEASURE_DIFFERENT);
    measured_live_turn(&live.bench);
    (void)end(&app, &live); /* it stays on the screen */
    person_types(&app, "q");
    person_expects(&app, "Measured: better left as it is.");
    ck_assert(!is_on_screen(&app, "would cure it."));
    person_types(&app, "j"); /* has another offset */
    person_expects(&app, "would cure it.");
    app_finish(&app);
}

static const struct {
    enum measure_verdict verdict;
    bool is_turned;
} images[] = {
    { MEASURE_SAME, false },
    { MEASURE_DIFFERENT, false },
    { MEASURE_DIFFERENT, true },
};

/* On the screens of the result, the table and why. */
TEST_EACH(a_result_of_an_image_says_so_everywhere, images)
{
    static const char *const screens[] = { "", "q", "y" };
    struct app app;
    struct measure_live live;

    start(&app);
    (void)begin(&app, 'B'); /* it begins */
    measured_live_bench(&live, &app.job.request.starts, images[_i].verdict);
    if (images[_i].is_turned)
        measured_live_turn(&live.bench);
    live.bench.is_drive = false;
    (void)end(&app, &live); /* it stays on the screen */
    for (size_t i = 0; i < ARRAY_SIZE(screens); i++) {
        person_types(&app, screens[i]);
        CLEANUP(freep) char *dump = person_sees(&app);
        bool is_table = app_screen(&app) == SCREEN_TABLE;
        ck_assert_msg(!strcasestr(dump, "worth fixing"), "%s", dump);
        ck_assert_msg(!strstr(dump, "better left"), "%s", dump);
        ck_assert_msg(is_table || strstr(dump, "not on the drive") ||
                          strstr(dump, "not of the drive"),
                      "%s", dump);
    }
    app_finish(&app);
}

TEST(another_disk_has_its_own_results)
{
    struct app app;
    struct event event = { .kind = EVENT_LAYOUT, .layout = disks_legacy() };

    start(&app);
    (void)bench(&app, MEASURE_DIFFERENT); /* of /dev/sda */
    (void)press(&app, 'q');               /* back */
    copy_text(event.info.path, sizeof(event.info.path), "/dev/sdb");
    (void)app_update(&app, &event); /* the next disk */
    ck_assert(!app.job.has_saved);
    ck_assert_int_eq(begin(&app, 'B').kind, EFFECT_MEASURE);
    app_finish(&app);
}

/* _i: rows above the minimum. */
TEST_TIMES(every_size_shows_the_sentence_and_the_way_out, 32)
{
    struct app app;

    start(&app);
    (void)bench(&app, MEASURE_DIFFERENT); /* it stays on the screen */
    app.rows = SCREEN_MIN_ROWS + _i;
    for (app.cols = SCREEN_MIN_COLS; app.cols <= 132; app.cols += 7) {
        person_expects(&app, "worth fixing");
        person_expects(&app, "q leave");
        person_expects(&app, "Misaligned writes take");
    }
    app_finish(&app);
}
