/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes_moves.c - a move that has not ended, and one that runs, for the golden tests */
#include "ui/scenes_moves.h"

#include "model/base/mem.h"
#include "support/disks.h"
#include "ui/app/app.h"
#include "ui/scenes_measure.h"

#define GIB (UINT64_C(1) << 30)

/* Until the screen was drawn. */
static const struct journal_plan *moving_plan(void)
{
    static struct journal_plan plan;

    (void)scenes_moves_status(&plan);
    return &plan;
}

void scenes_moves_open(struct app *app)
{
    CLEANUP(layout_unrefp) struct layout *legacy = disks_legacy();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(legacy);

    layout_builder_note(builder, NOTE_MOVE_IN_PROGRESS,
                        "A partition of this disk is being moved, and nothing else can "
                        "be changed meanwhile. If the move was interrupted, run: alidade "
                        "resume /dev/sda");
    scenes_open(app, layout_builder_refinish(builder));
}

struct report_fix_status scenes_moves_status(struct journal_plan *plan)
{
    *plan = (struct journal_plan){
        .logical = 512,
        .label = LABEL_MSDOS,
        .spot = { .kind = JOURNAL_TAIL, .start = 1953520065, .bytes = 2400 << 10 },
        .step_count = 3,
        .steps = { { .action = MOVES_DATA,
                     .number = 1,
                     .from = 63,
                     .to = 56,
                     .length = 204796557 },
                   { .action = MOVES_DATA,
                     .number = 2,
                     .from = 204796620,
                     .to = 204796616,
                     .length = 1707789825 },
                   { .action = MOVES_REMAKE,
                     .number = 5,
                     .from = 1912586508,
                     .to = 1912586504,
                     .length = 40933557 } },
    };
    return (struct report_fix_status){ .path = "/dev/sda",
                                       .plan = plan,
                                       .has_progress = true,
                                       .step = 1,
                                       .phase = JOURNAL_PHASE_MOVING,
                                       .bytes_done = 311 * GIB,
                                       .bytes_total = 814 * GIB,
                                       .has_guard = true };
}

/* --- one that has not ended --- */

static void find_move_with(struct app *app, bool is_back, struct lines *differences)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    struct report_fix_status status = scenes_moves_status(plan);

    status.is_back = is_back;
    scenes_moves_open(app);
    app_update(app, &(struct event){ .kind = EVENT_UNFINISHED,
                                     .status = &status,
                                     .rehearsal.differences = *differences });
}

static void find_move(struct app *app, bool is_back)
{
    find_move_with(app, is_back, &(struct lines){ 0 });
}

static void add_differences(struct lines *ret)
{
    lines_add(ret, "Changed by another program: sector 0, entry 2: 204796616+1707789829 "
                   "type e4 in the journal, 204796620+1707789825 type 83 on the disk");
    lines_add(ret, "Changed by another program: sector 0, entry 4: empty in the journal, "
                   "1953522176+2048 type 83 on the disk");
    lines_add(ret, "The table before the fix is in the backup "
                   "/root/.local/state/alidade/sda-20261120-163000.alidade");
}

static void find_foreign(struct app *app, bool is_back)
{
    struct lines differences = { 0 };

    add_differences(&differences);
    find_move_with(app, is_back, &differences);
}

static void show_resume_foreign(struct app *app)
{
    find_foreign(app, false);
}

static void show_resume_foreign_back(struct app *app)
{
    find_foreign(app, true);
    scenes_press(app, KEY_CODE_DOWN);
}

static void show_resume(struct app *app)
{
    find_move(app, false);
}

static void show_resume_back(struct app *app)
{
    find_move(app, true);
    scenes_press(app, KEY_CODE_DOWN);
}

static void show_resume_lost(struct app *app)
{
    scenes_moves_open(app);
    app_update(app, &(struct event){
                        .kind = EVENT_UNFINISHED,
                        .text = "The journal is /mnt/usb/alidade.journal on a disk with "
                                "the UUID 6ba7b810, which is not there: connect it." });
}

static void rehearse_move(struct app *app, struct event *event)
{
    struct rehearsal_report *report = &event->rehearsal;

    scenes_press_all(app, "f");
    lines_add(&report->disk, "Disk: /dev/sda");
    lines_add(&report->disk, "Model: WDC WD10EARS-00Y5B1");
    lines_add(&report->disk, "Serial number: WD-WCAV55012345");
    lines_add(&report->writes, "Journal: sectors 1953520065 to 1953524864, 2.3 MiB");
    lines_add(&report->writes, "Step 2 of 3: partition 2, 814.3 GiB, from sector "
                               "204796620 to 204796616");
    lines_add(&report->checked, "Nothing that changes is in use.");
    report->backup_path =
        xstrdup("/root/.local/state/alidade/sda-20261120-163000.alidade");
    lines_take(&event->stop, report_fix_stop_words(moving_plan(), 0, "/dev/sda", NULL));
    lines_take(&event->stop, report_fix_spot_words(moving_plan(), NULL));
    app_update(app, event);
    app_update(app, &(struct event){ .kind = EVENT_SHOWN });
    scenes_press_all(app, "ye");
}

static void show_write_move(struct app *app)
{
    struct event event = { .kind = EVENT_REHEARSED, .is_fix = true };

    find_move(app, false);
    rehearse_move(app, &event);
}

static void show_write_foreign(struct app *app)
{
    struct event event = { .kind = EVENT_REHEARSED, .is_fix = true };

    find_foreign(app, false);
    add_differences(&event.rehearsal.differences);
    lines_add(&event.rehearsal.warnings,
              "The table is written again as the journal has it, over what another "
              "program has written; what is there now is saved first.");
    rehearse_move(app, &event);
}

/* --- one that runs --- */

static struct fix_live moving_live(void)
{
    return (struct fix_live){
        .phase = FIXING_PHASE_MOVE,
        .report = { .phase = "move",
                    .step = 1,
                    .step_count = 3,
                    .number = 2,
                    .move = { .bytes_done = 311 * GIB,
                              .bytes_total = 814 * GIB,
                              .bytes_per_second = 62.3 * (1 << 20),
                              .seconds_left = 8640,
                              .frontier = 857000000,
                              .mode = MOVE_JOURNAL },
                    .seconds = 5340 },
        .plan = moving_plan(),
        .finish = "16:52",
    };
}

static void run(struct app *app, const struct fix_live *live)
{
    show_write_move(app);
    scenes_press_all(app, "s");
    scenes_press(app, KEY_CODE_ENTER);
    app_update(app, &(struct event){ .kind = EVENT_FIX, .fix = live });
}

static void show_moving(struct app *app)
{
    const struct fix_live live = moving_live();

    run(app, &live);
}

static void show_moving_scan(struct app *app)
{
    struct fix_live live = moving_live();

    live.phase = FIXING_PHASE_SCAN;
    live.report.step = 0;
    live.report.is_safe = true;
    live.report.move.mode = MOVE_NONE;
    run(app, &live);
}

static void show_moving_waits(struct app *app)
{
    struct fix_live live = moving_live();

    live.waited_ms = 12000;
    run(app, &live);
}

static void show_moving_lock(struct app *app)
{
    struct fix_live live = moving_live();

    live.phase = FIXING_PHASE_LOCK;
    live.report = (struct report_fix_live){
        .phase = "lock", .step_count = 3, .seconds = 2, .is_safe = true
    };
    run(app, &live);
}

static void show_moving_asks(struct app *app)
{
    show_moving(app);
    app_update(app, &(struct event){ .kind = EVENT_INTERRUPT });
}

static void end_move(struct app *app, enum fix_end end)
{
    struct event event = { .kind = EVENT_FIXED, .fix_end = end };

    if (end == FIX_END_STOPPED)
        event.text = "Stopped, and nothing is lost. 'alidade resume /dev/sda' goes on "
                     "from here.";
    lines_add(&event.commit.done,
              "The old table was saved: "
              "/root/.local/state/alidade/sda-20261120-163000.alidade");
    if (end == FIX_END_COMPLETE) {
        lines_add(&event.commit.done, "All steps are done; what was moved was read again "
                                      "and is right.");
        lines_add(&event.commit.done, "The journal is removed.");
    }
    app_update(app, &event);
}

static void show_moved(struct app *app)
{
    show_moving(app);
    end_move(app, FIX_END_COMPLETE);
    scenes_open(app, disks_aligned());
}

/* Its old start was measured before. */
static void show_moved_gain(struct app *app)
{
    const struct fix_live live = moving_live();

    show_moving(app);
    app->job.has_saved = app->job.saved.has_bench = true;
    app->job.saved.bench = (struct bench_result){
        .verdict = MEASURE_DIFFERENT,
        .is_drive = true,
        .worth = WORTH_YES,
        .ratio = 5.4,
        .interval = { 5.0, 5.8 },
        .confidence = 0.95,
        .pairs = 16,
        .arms[ARM_BASE].start_lba = 204796620,
        .arms[ARM_AGAINST].start_lba = 204796616,
    };
    app_update(app, &(struct event){ .kind = EVENT_FIX, .fix = &live });
    end_move(app, FIX_END_COMPLETE);
    scenes_open(app, disks_aligned());
}

static void show_moved_stopped(struct app *app)
{
    show_moving(app);
    end_move(app, FIX_END_STOPPED);
}

static const struct scene scenes[] = {
    { "moved", show_moved },
    { "moved-gain", show_moved_gain },
    { "moved-stopped", show_moved_stopped },
    { "moving", show_moving },
    { "moving-asks", show_moving_asks },
    { "moving-lock", show_moving_lock },
    { "moving-scan", show_moving_scan },
    { "moving-waits", show_moving_waits },
    { "resume", show_resume },
    { "resume-back", show_resume_back },
    { "resume-foreign", show_resume_foreign },
    { "resume-foreign-back", show_resume_foreign_back },
    { "resume-lost", show_resume_lost },
    { "write-foreign", show_write_foreign },
    { "write-move", show_write_move },
};

const struct scene *scenes_moves_at(size_t index)
{
    return index < ARRAY_SIZE(scenes) ? &scenes[index]
                                      : scenes_measure_at(index - ARRAY_SIZE(scenes));
}
