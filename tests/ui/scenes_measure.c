/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes_measure.c - the screens of a bench and of a probe, as the golden tests see them
 */
#include "ui/scenes_measure.h"

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/measured_live.h"
#include "ui/app/app.h"
#include "ui/scenes_history.h"

static void say(struct app *app, const struct measure_live *live)
{
    struct event event = { .kind = EVENT_MEASURE, .live = live };

    app_update(app, &event);
}

/* The job ends, and what it found is what is kept from now on. */
static void end(struct app *app, const struct measure_live *live, const char *text)
{
    struct saved_result saved = { .has_bench = !live->is_probe,
                                  .has_probe = live->is_probe,
                                  .bench = live->bench,
                                  .probe = live->probe };
    struct event event = { .kind = EVENT_MEASURED, .live = live, .text = text };

    copy_text(saved.time, sizeof(saved.time), "2026-11-20T16:30:00Z");
    event.saved = text ? NULL : &saved;
    app_update(app, &event);
}

static void start(struct app *app, const char *keys)
{
    scenes_open(app, disks_legacy());
    scenes_press_all(app, keys);
}

/* What KEYS open waits for Enter. */
static void begin(struct app *app, const char *keys)
{
    start(app, keys);
    scenes_press(app, KEY_CODE_ENTER);
}

/* A disk whose partitions leave no space: their own sectors would be written. */
static void show_ready(struct app *app)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION,
          .number = 1,
          .start = 63,
          .length = 1953525105,
          .inside = INSIDE_NTFS,
          .volume = "DATA" },
    };
    struct disks_spec spec = {
        .size = 1953525168, .label = LABEL_MSDOS, .parts = parts, .count = 1
    };

    scenes_open(app, disks_build(&spec));
    scenes_press_all(app, "B");
}

static void show_ready_free(struct app *app)
{
    start(app, "B");
}

static void show_probe_ready(struct app *app)
{
    start(app, "P");
}

static void show_running(struct app *app)
{
    struct measure_live live;

    begin(app, "B");
    measured_live_bench(&live, &app->job.request.starts, MEASURE_INCONCLUSIVE);
    live.phase = MEASURE_TIMING;
    live.share = 0.27;
    say(app, &live);
}

/* The drive does not come back from a write, and the person wants to leave. */
static void show_stopping(struct app *app)
{
    struct measure_live live;

    begin(app, "B");
    measured_live_bench(&live, &app->job.request.starts, MEASURE_INCONCLUSIVE);
    live.phase = MEASURE_TIMING;
    live.share = 0.27;
    say(app, &live);
    scenes_press_all(app, "q");
    live.request_seconds = 3.2;
    say(app, &live);
}

static void show_different(struct app *app)
{
    struct measure_live live;

    begin(app, "B");
    measured_live_bench(&live, &app->job.request.starts, MEASURE_DIFFERENT);
    end(app, &live, NULL);
}

/* An SSD with a cache that hides the difference until it is full. */
static void show_phases(struct app *app)
{
    struct measure_live live;

    begin(app, "B");
    measured_live_bench(&live, &app->job.request.starts, MEASURE_DIFFERENT);
    live.bench.first = (struct bench_phase){ 6 << 20, 1.0, { 0.99, 1.01 } };
    end(app, &live, NULL);
}

static void show_same(struct app *app)
{
    struct measure_live live;

    begin(app, "jB");
    measured_live_bench(&live, &app->job.request.starts, MEASURE_SAME);
    end(app, &live, NULL);
}

/* No platter: a cache may have taken it all. */
static void show_same_ssd(struct app *app)
{
    struct measure_live live;

    begin(app, "jB");
    measured_live_bench(&live, &app->job.request.starts, MEASURE_SAME);
    measured_live_ssd(&live.bench);
    end(app, &live, NULL);
}

static void show_unsure(struct app *app)
{
    struct measure_live live;

    begin(app, "B");
    measured_live_bench(&live, &app->job.request.starts, MEASURE_INCONCLUSIVE);
    live.bench.reason = REASON_BURSTS;
    end(app, &live, NULL);
}

/* What is believed to be off is the drive's own boundary. */
static void show_jumper(struct app *app)
{
    struct measure_live live;

    begin(app, "B");
    measured_live_bench(&live, &app->job.request.starts, MEASURE_DIFFERENT);
    measured_live_turn(&live.bench);
    end(app, &live, NULL);
}

/* The same on the main screen, which does not advise the suggested start. */
static void show_better_left(struct app *app)
{
    show_jumper(app);
    scenes_press_all(app, "q");
}

static void show_image(struct app *app)
{
    struct measure_live live;

    begin(app, "B");
    measured_live_bench(&live, &app->job.request.starts, MEASURE_DIFFERENT);
    live.bench.is_drive = false;
    end(app, &live, NULL);
}

static void show_in_use(struct app *app)
{
    CLEANUP(layout_unrefp) struct layout *idle = disks_legacy();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(idle);
    struct extent *data = layout_builder_find(builder, layout_find_number(idle, 2)->id);
    struct measure_live live;

    data->use = (struct use){ USE_MOUNT, "/mnt" };
    scenes_open(app, layout_builder_refinish(builder));
    scenes_press_all(app, "B");
    scenes_press(app, KEY_CODE_ENTER);
    measured_live_bench(&live, &app->job.request.starts, MEASURE_SAME);
    measured_live_reads(&live.bench);
    end(app, &live, NULL);
}

static void show_kept(struct app *app)
{
    show_different(app);
    scenes_press_all(app, "qB");
}

static void show_refused(struct app *app)
{
    struct measure_live live = { .bench.verdict = MEASURE_REFUSED };

    begin(app, "B");
    end(app, &live,
        "/dev/sda has zones: what is written twice in one is an error there.");
}

static void show_why_measured(struct app *app)
{
    show_different(app);
    scenes_press_all(app, "qy");
}

static void show_probe_running(struct app *app)
{
    struct measure_live live;

    begin(app, "P");
    measured_live_probe(&live, 4096, 0);
    live.phase = MEASURE_TIMING;
    live.probe.verdict = MEASURE_INCONCLUSIVE;
    live.share = 0.4;
    say(app, &live);
}

static void show_probe_found(struct app *app)
{
    struct measure_live live;

    begin(app, "P");
    measured_live_probe(&live, 4096, 0);
    live.probe.reported_physical = 4096;
    end(app, &live, NULL);
}

static void show_probe_contradiction(struct app *app)
{
    struct measure_live live;

    begin(app, "P");
    measured_live_probe(&live, 4096, 3584);
    live.probe.reported_physical = 4096;
    live.probe.is_contradiction = true;
    end(app, &live, NULL);
}

static void show_probe_none(struct app *app)
{
    struct measure_live live;

    begin(app, "P");
    measured_live_probe(&live, 0, 0);
    end(app, &live, NULL);
}

static void show_probe_reads(struct app *app)
{
    struct measure_live live = { .is_probe = true, .phase = MEASURE_ENDED };

    begin(app, "P");
    live.probe = (struct probe_result){ .is_drive = true,
                                        .is_read = true,
                                        .verdict = MEASURE_DIFFERENT,
                                        .reason = REASON_READS_ONLY,
                                        .reported_physical = 512,
                                        .step_bytes = 65536,
                                        .step_us = 112,
                                        .seconds = 4.1,
                                        .reads = 1776 };
    end(app, &live, NULL);
}

static const struct scene scenes[] = {
    { "bench-different", show_different },
    { "bench-image", show_image },
    { "bench-jumper", show_jumper },
    { "bench-kept", show_kept },
    { "bench-phases", show_phases },
    { "bench-ready", show_ready },
    { "bench-ready-free", show_ready_free },
    { "bench-reads", show_in_use },
    { "bench-refused", show_refused },
    { "bench-running", show_running },
    { "bench-same", show_same },
    { "bench-same-ssd", show_same_ssd },
    { "bench-stopping", show_stopping },
    { "bench-unsure", show_unsure },
    { "probe-contradiction", show_probe_contradiction },
    { "probe-found", show_probe_found },
    { "probe-none", show_probe_none },
    { "probe-ready", show_probe_ready },
    { "probe-reads", show_probe_reads },
    { "probe-running", show_probe_running },
    { "table-better-left", show_better_left },
    { "why-measured", show_why_measured },
};

const struct scene *scenes_measure_at(size_t index)
{
    return index < ARRAY_SIZE(scenes) ? &scenes[index]
                                      : scenes_history_at(index - ARRAY_SIZE(scenes));
}
