/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_probe_screen.c - the probe screen: keys and events in, effects and screens out */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/measured_live.h"
#include "support/test.h"
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
    return press(app, KEY_CODE_ENTER);
}

static struct effect end(struct app *app, const struct measure_live *live)
{
    struct saved_result saved = { .time = "2026-11-20T16:30:00Z",
                                  .has_probe = true,
                                  .probe = live->probe };
    struct event event = { .kind = EVENT_MEASURED, .live = live, .saved = &saved };

    return app_update(app, &event);
}

/* P on the main screen, and the job has found PHYSICAL at OFFSET. */
static void probe(struct app *app, uint32_t physical, uint32_t offset)
{
    struct measure_live live;

    person_opens(app, disks_legacy(), 24, 80);
    ck_assert_int_eq(begin(app, 'P').kind, EFFECT_MEASURE);
    measured_live_probe(&live, physical, offset);
    (void)end(app, &live); /* it stays on the screen */
}

static bool is_on_screen(const struct app *app, const char *text)
{
    CLEANUP(freep) char *dump = person_sees(app);

    return strstr(dump, text) != NULL;
}

/* The screens that show the ? or what it means. */
static const char *const ways[] = { "", "y", "i" };

TEST_EACH(a_probe_begins_where_the_doubt_is_seen, ways)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, ways[_i]);
    enum screen_id from = app_screen(&app);
    ck_assert_int_eq(begin(&app, 'P').kind, EFFECT_MEASURE);
    ck_assert(app.job.request.is_probe);
    ck_assert_int_eq(app_screen(&app), SCREEN_PROBE);
    ck_assert_int_eq(press(&app, 'q').kind, EFFECT_MEASURE_STOP);
    ck_assert_int_eq(press(&app, 'q').kind, EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), from);
    app_finish(&app);
}

TEST(the_main_screen_offers_it_while_the_sector_is_assumed)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_expects(&app, "? = assumed; P measures it");
    app_finish(&app);
    person_opens(&app, disks_4kn(), 24, 80);
    ck_assert(!is_on_screen(&app, "P measures it"));
    app_finish(&app);
}

TEST(why_offers_it_beside_the_doubt)
{
    struct app app;

    person_opens(&app, disks_legacy(), 60, 80);
    person_types(&app, "y");
    person_expects(&app, "P finds it out by the clock.");
    app_finish(&app);
}

TEST(a_contradiction_shows_both_words)
{
    struct app app;

    probe(&app, 4096, 3584);
    person_expects(&app, "reported  512 B, from sector 0 on");
    person_expects(&app, "measured  ! 4096 B, from sector 7 on");
    person_expects(&app, "a start at 63 is right");
    app_finish(&app);
}

TEST(the_fast_place_is_the_boundary)
{
    struct app app;

    probe(&app, 4096, 3584);
    CLEANUP(freep) char *dump = person_sees(&app);
    const char *mark = strstr(dump, "← boundary");
    ck_assert_ptr_nonnull(mark);
    ck_assert_ptr_null(strstr(mark + 1, "← boundary"));
    const char *row = strstr(dump, "+7 s");
    ck_assert_ptr_nonnull(row);
    ck_assert(row < mark && !memchr(row, '\n', (size_t)(mark - row)));
    app_finish(&app);
}

/* Large blocks are drawn in larger steps, from their own boundary on. */
TEST(bars_stand_where_they_were_written)
{
    struct app app;
    struct measure_live live;

    person_opens(&app, disks_legacy(), 24, 80);
    (void)begin(&app, 'P'); /* it begins */
    measured_live_probe(&live, 65536, 8192 + 1024);
    live.probe.bar_bytes = 65536;
    live.probe.bar_step = 8192;
    live.probe.bar_first = 1024;
    (void)end(&app, &live); /* it stays on the screen */
    CLEANUP(freep) char *dump = person_sees(&app);
    const char *row = strstr(dump, "+18 s"), *mark = strstr(dump, "← boundary");
    ck_assert_ptr_nonnull(strstr(dump, "+2 s"));
    ck_assert_ptr_nonnull(row);
    ck_assert_ptr_nonnull(mark);
    ck_assert(row < mark && !memchr(row, '\n', (size_t)(mark - row)));
    app_finish(&app);
}

/* The only partition begins at 63, which is aligned where a sector begins at 7. */
TEST(what_was_found_makes_another_plan)
{
    static const struct disks_part part = { .kind = EXTENT_PARTITION,
                                            .number = 1,
                                            .start = 63,
                                            .length = 1953520002,
                                            .inside = INSIDE_NTFS };
    struct disks_spec spec = {
        .size = 1953525168, .label = LABEL_MSDOS, .parts = &part, .count = 1
    };
    struct app app;
    struct measure_live live;

    person_opens(&app, disks_build(&spec), 24, 80);
    person_types(&app, "A");
    ck_assert(is_on_screen(&app, "1 step, 931.5 GiB of data"));
    ck_assert(is_on_screen(&app, "P measures it"));
    ck_assert_int_eq(begin(&app, 'P').kind, EFFECT_MEASURE);
    measured_live_probe(&live, 4096, 3584);
    (void)end(&app, &live); /* it stays on the screen */
    ck_assert_int_eq(press(&app, KEY_CODE_ENTER).kind, EFFECT_MEASURE_USE);
    ck_assert_int_eq(app_screen(&app), SCREEN_PLAN);
    struct event event = { .kind = EVENT_LAYOUT, .layout = disks_found_out() };
    event.info = app.info;
    (void)app_update(&app, &event); /* the disk is judged by what was found */
    ck_assert(is_on_screen(&app, "> 4 KiB       nothing has to be changed"));
    ck_assert(!is_on_screen(&app, "assumed"));
    app_finish(&app);
}

/* --- from the wizard that moves data --- */

/* EFFECT looks at the plan that is shown. */
static void look(struct app *app, struct effect effect)
{
    struct event event = { .kind = EVENT_FIX_LOOKED, .look = { .is_made = true } };

    ck_assert_int_eq(effect.kind, EFFECT_FIX_LOOK);
    ck_assert_int_eq(app_update(app, &event).kind, EFFECT_NONE);
}

/* A probe from the wizard's first step finds that, or nothing. */
static void probe_in_wizard(struct app *app, uint32_t physical, uint32_t offset)
{
    struct measure_live live;

    person_opens(app, disks_legacy(), 24, 80);
    look(app, press(app, 'F'));
    person_expects(app, "P measures it: do that first.");
    ck_assert_int_eq(begin(app, 'P').kind, EFFECT_MEASURE);
    measured_live_probe(&live, physical, offset);
    ck_assert_int_eq(end(app, &live).kind, EFFECT_NONE);
}

/* The disk is read again with the limits of EFFECT, and looked at. */
static void read_again(struct app *app, enum effect_kind kind, struct effect effect)
{
    struct saved_result saved = app->job.saved;
    struct event event = { .kind = EVENT_LAYOUT,
                           .layout = disks_legacy_with(&effect.given),
                           .info = app->info,
                           .saved = &saved };

    ck_assert_int_eq(effect.kind, kind);
    look(app, app_update(app, &event));
    ck_assert_int_eq(app_screen(app), SCREEN_FIX_FOUND);
}

TEST(what_is_found_makes_the_plan_of_the_wizard_again)
{
    struct app app;

    probe_in_wizard(&app, 4096, 0);
    read_again(&app, EFFECT_MEASURE_USE, press(&app, KEY_CODE_ENTER));
    person_expects(&app, "Judged by physical sectors of 4096 bytes from sector 0 on");
    person_expects(&app, "The plan is for physical sectors of 4 KiB from sector 0 on, as "
                         "measured.");
    person_lacks(&app, "assumed");
    person_types(&app, "\n");
    person_expects(&app, "> 1 MiB       5 steps, 912 GiB of data");
    person_lacks(&app, "assumed");
    app_finish(&app);
}

/* Sector 63 is a boundary of such a drive. */
TEST(an_offset_that_is_found_makes_another_plan_of_the_wizard)
{
    struct app app;

    probe_in_wizard(&app, 4096, 3584);
    read_again(&app, EFFECT_MEASURE_USE, press(&app, KEY_CODE_ENTER));
    person_types(&app, "\n");
    person_expects(&app, "> 4 KiB       4 steps, 814.3 GiB of data");
    person_expects(&app, "1b             63      stays");
    app_finish(&app);
}

TEST(what_is_not_found_can_be_given_in_the_wizard)
{
    struct app app;

    probe_in_wizard(&app, 0, 0);
    ck_assert_int_eq(press(&app, 'q').kind, EFFECT_NONE);
    person_lacks(&app, "do that first");
    person_expects(&app, "A probe did not find them out: p gives");
    person_types(&app, "p\0254096");
    read_again(&app, EFFECT_REREAD, press(&app, KEY_CODE_ENTER));
    person_expects(&app, "The plan is for physical sectors of 4 KiB from sector 0 on, as "
                         "given.");
    person_lacks(&app, "assumed");
    app_finish(&app);
}

/* --- what is used --- */

TEST(what_was_found_is_used_over_what_was_typed)
{
    struct app app;

    probe(&app, 4096, 3584);
    app.given.physical = 512;
    app.given.has_alignment_offset = true;
    struct effect effect = press(&app, KEY_CODE_ENTER);
    ck_assert_int_eq(effect.kind, EFFECT_MEASURE_USE);
    ck_assert_uint_eq(effect.given.measured.physical, 4096);
    ck_assert_uint_eq(effect.given.measured.alignment_offset, 3584);
    ck_assert_uint_eq(effect.given.physical, 0);
    ck_assert(!effect.given.has_alignment_offset);
    ck_assert_uint_eq(app.given.measured.physical, 4096);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    app_finish(&app);
}

TEST(leaving_uses_nothing)
{
    struct app app;

    probe(&app, 4096, 3584);
    ck_assert_int_eq(press(&app, 'q').kind, EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_uint_eq(app.given.measured.physical, 0);
    app_finish(&app);
}

TEST(no_difference_is_nothing_to_be_used)
{
    struct app app;

    probe(&app, 0, 0);
    person_expects(&app, "no difference at any size");
    ck_assert(!is_on_screen(&app, "← boundary"));
    ck_assert(!is_on_screen(&app, "Enter use"));
    ck_assert_int_eq(press(&app, KEY_CODE_ENTER).kind, EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_PROBE);
    ck_assert_int_eq(press(&app, 's').kind, EFFECT_MEASURE_KEEP);
    app_finish(&app);
}

/* Reads show a grain at best, never a physical sector. */
TEST(reads_can_set_the_grain_alone)
{
    struct app app;
    struct measure_live live = { .is_probe = true };

    person_opens(&app, disks_legacy(), 24, 80);
    app.is_read_only = true;
    ck_assert_int_eq(begin(&app, 'P').kind, EFFECT_MEASURE);
    ck_assert(app.job.request.is_read_only);
    live.probe = (struct probe_result){ .is_drive = true,
                                        .is_read = true,
                                        .verdict = MEASURE_DIFFERENT,
                                        .reason = REASON_READS_ONLY,
                                        .seconds = 3,
                                        .reported_physical = 512,
                                        .step_bytes = 65536,
                                        .step_us = 112 };
    (void)end(&app, &live); /* it stays on the screen */
    person_expects(&app, "64 KiB");
    person_expects(&app, "measured  reads alone do not show it");
    ck_assert(!is_on_screen(&app, "+7 s"));
    struct effect effect = press(&app, KEY_CODE_ENTER);
    ck_assert_int_eq(effect.kind, EFFECT_MEASURE_USE);
    ck_assert_uint_eq(effect.given.measured.step, 65536);
    ck_assert_uint_eq(effect.given.measured.physical, 0);
    app_finish(&app);
}

/* Enter on "Measure" is easily pressed twice: it must not stop a job without a result. */
TEST_TIMES(enter_ends_no_job_that_has_no_result, 2)
{
    struct app app;
    struct measure_live live;
    struct event event = { .kind = EVENT_MEASURE, .live = &live };

    person_opens(&app, disks_legacy(), 24, 80);
    ck_assert_int_eq(begin(&app, _i ? 'B' : 'P').kind, EFFECT_MEASURE);
    ck_assert_int_eq(press(&app, KEY_CODE_ENTER).kind, EFFECT_NONE);
    person_expects(&app, "Nothing is known yet");
    measured_live_bench(&live, &app.job.request.starts, MEASURE_INCONCLUSIVE);
    live.is_probe = !_i;
    live.phase = MEASURE_TIMING;
    live.bench.pairs = 1;
    live.bench.interval = (struct stats_interval){ 0, INFINITY };
    (void)app_update(&app, &event); /* news ask for nothing */
    ck_assert_int_eq(press(&app, KEY_CODE_ENTER).kind, EFFECT_NONE);
    ck_assert(app.job.is_at_work && !app.job.live.is_stopping);
    (void)press(&app, 'j'); /* any key removes the sentence */
    ck_assert(!is_on_screen(&app, "use it"));
    app_finish(&app);
}

/* The maximum of writes, bytes and seconds. */
TEST(a_narrow_screen_cuts_no_figures)
{
    struct app app;
    struct measure_live live;

    person_opens(&app, disks_legacy(), 12, 40);
    ck_assert_int_eq(begin(&app, 'P').kind, EFFECT_MEASURE);
    measured_live_probe(&live, 4096, 0);
    live.probe.writes = 1500;
    live.probe.bytes_written = 14575206;
    live.probe.seconds = 10.02;
    (void)end(&app, &live); /* it stays on the screen */
    person_expects(&app, "1500 writes in 10.0 s ");
    ck_assert(!is_on_screen(&app, ".."));
    app_finish(&app);
}

/* The state needs its words more than the counts; the key that saves is named. */
TEST(a_narrow_screen_cuts_no_words)
{
    struct app app;
    struct measure_live live;
    struct event event = { .kind = EVENT_MEASURE, .live = &live };

    person_opens(&app, disks_legacy(), 12, 40);
    ck_assert_int_eq(begin(&app, 'P').kind, EFFECT_MEASURE);
    measured_live_probe(&live, 4096, 0);
    live.probe.writes = 1500;
    live.probe.verdict = MEASURE_DIFFERENT;
    for (live.phase = MEASURE_READING; live.phase < MEASURE_ENDED; live.phase++) {
        (void)app_update(&app, &event); /* news ask for nothing */
        ck_assert_msg(!is_on_screen(&app, ".."), "phase %d", (int)live.phase);
        person_expects(&app, "s keep");
    }
    app_finish(&app);
}

TEST(a_kept_probe_is_shown_and_can_be_used)
{
    struct app app;

    probe(&app, 4096, 0);
    person_types(&app, "q");
    ck_assert_int_eq(press(&app, 'P').kind, EFFECT_NONE);
    person_expects(&app, "Measured on 2026-11-20");
    ck_assert_int_eq(press(&app, KEY_CODE_ENTER).kind, EFFECT_MEASURE_USE);
    app_finish(&app);
}

/* _i: rows above the minimum. */
TEST_TIMES(every_size_shows_both_words_and_the_way_out, 32)
{
    struct app app;

    probe(&app, 4096, 3584);
    app.rows = SCREEN_MIN_ROWS + _i;
    for (app.cols = SCREEN_MIN_COLS; app.cols <= 132; app.cols += 7) {
        person_expects(&app, "512 B, from sector 0 on");
        person_expects(&app, "! 4096 B, from sector 7 on");
        person_expects(&app, "q leave");
    }
    app_finish(&app);
}
