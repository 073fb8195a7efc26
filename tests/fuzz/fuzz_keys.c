/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_keys.c - any keys and window sizes, on every screen, over several disks
 *
 * The first byte chooses the disk; each further pair of bytes is one event: 0x01 an
 * edit, 0x02 the end of the job that measures. */
#include "fuzz/fuzz.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/text.h"
#include "support/disks.h"
#include "support/measured_live.h"
#include "ui/app/app.h"
#include "ui/app/disk.h"
#include "ui/saved_tables.h"
#include "ui/screen/frame/screen.h"

enum { EVENTS_MOST = 40 };

static struct layout *(*const disks[])(void) = {
    disks_legacy,  disks_touching, disks_gpt34, disks_aligned,
    disks_openbsd, disks_4kn,      disks_raid,  disks_jumper,
};

/* Each row must be as wide as the canvas: no character may be cut or hang over. */
static void draw(const struct app *app)
{
    struct canvas *canvas = canvas_new(app->rows, app->cols, app->level);
    int row, col;

    app_draw(app, canvas);
    canvas_cursor(canvas, &row, &col);
    if (row < 0 || row >= app->rows || col < 0 || col >= app->cols)
        abort();
    for (row = 0; row < app->rows; row++) {
        int wide = 0;
        for (col = 0; col < app->cols; col++)
            wide += text_width(canvas_at(canvas, row, col)->text);
        if (wide != app->cols)
            abort();
    }
    canvas_free(canvas);
}

/* Returns LAYOUT, which passes to the function, with a note. */
static struct layout *noted(struct layout *layout, enum note_id id)
{
    struct layout *with_note = layout_with_note(layout, id, "run: alidade resume, 硬盘");

    layout_unref(layout);
    return with_note;
}

/* Partition 2 of the legacy disk is being moved. */
static struct layout *moving_disk(void)
{
    return noted(disks_legacy(), NOTE_MOVE_IN_PROGRESS);
}

static void give_layout(struct app *app, struct layout *layout)
{
    struct found_item item = { .found = { .start = 6000000, .length = 4096 } };
    const struct found_list found = { .at = &item, .count = (size_t)app->rows % 2 };
    struct event event = { .kind = EVENT_LAYOUT,
                           .layout =
                               app->rows % 6 ? layout : noted(layout, NOTE_DISK_IN_RAID),
                           .found = &found,
                           .search = { app->cols % 2, 9 },
                           .gap = { 50, 50 } };

    copy_text(event.info.path, sizeof(event.info.path), "/dev/sda");
    (void)app_update(app, &event); /* what it asks for is given or not, as it comes */
}

static void give_details(struct app *app)
{
    struct event event = { .kind = EVENT_DETAILS };

    details_add(&event.details, "path", "Path", "sysfs", "%s", "/dev/sda");
    details_add(&event.details, "model", "Model", "sysfs", "%s", "a long one, 硬盘");
    (void)app_update(app, &event);
}

static void give_disks(struct app *app)
{
    struct event event = { .kind = EVENT_DISKS, .disk_count = 2 };

    event.disks = xcalloc(2, sizeof(*event.disks));
    copy_text(event.disks[0].path, sizeof(event.disks[0].path), "/dev/sda");
    event.disks[0].size_bytes = UINT64_C(1) << 40;
    event.disks[0].layout = disks_legacy();
    copy_text(event.disks[1].path, sizeof(event.disks[1].path), "/dev/sdb");
    copy_text(event.disks[1].note, sizeof(event.disks[1].note), "It cannot be read.");
    (void)app_update(app, &event);
}

/* What a rehearsal finds, or why there is none: by the number of rows of the window. */
static void give_rehearsal(struct app *app, const struct effect *effect)
{
    static const struct owner_run loader = {
        16, 8, 16, 32, OWNER_KNOWN, "egon", "a boot loader (eGON)"
    };
    bool is_restore = effect->kind == EFFECT_REHEARSE_RESTORE;
    struct event event = { .kind = EVENT_REHEARSED };

    for (int i = 0; i < app->rows % 8; i++) {
        lines_add(&event.rehearsal.disk, "/dev/sda, 硬盘, %d", i);
        lines_add(&event.rehearsal.writes, "sectors %d to %d", i, 2 * i);
        lines_add(&event.rehearsal.warnings,
                  "A warning that is longer than any row of a small window can ever be");
    }
    event.rehearsal.backup_path = xstrdup("/home/me/.local/state/alidade/sda.alidade");
    if (app->rows % 3 == 0)
        owner_runs_add(&event.rehearsal.owned, &loader);
    if (app->rows % 3 == 0 && !effect->start_count)
        event.rehearsal.refusal = xstrdup("It is in the way.");
    event.text = app->rows % 5 ? NULL : "It is refused.";
    event.layout = is_restore ? disks_aligned() : NULL;
    (void)app_update(app, &event);
    (void)app_update(app, &(struct event){ .kind = EVENT_SHOWN });
}

/* A move that has not ended, or why it cannot go on. */
static void give_status(struct app *app)
{
    static const struct journal_plan plan = {
        .logical = 512,
        .spot = { .kind = JOURNAL_TAIL, .start = 1953520065 },
        .step_count = 2,
        .steps = { { .action = MOVES_REMAKE, .number = 5, .to = 8 },
                   { .action = MOVES_DATA,
                     .number = 2,
                     .from = 204796620,
                     .to = 204796616,
                     .length = 1707789825 } },
    };
    const struct report_fix_status status = { .path = "/dev/sda, 硬盘",
                                              .plan = &plan,
                                              .has_progress = app->rows % 2,
                                              .step = (size_t)app->cols % 2,
                                              .is_back = app->cols % 3 == 0,
                                              .bytes_done = 1,
                                              .bytes_total = 3,
                                              .has_guard = app->rows % 3 };
    struct event event = { .kind = EVENT_UNFINISHED, .status = &status };

    if (app->rows % 5 == 0)
        event = (struct event){ .kind = EVENT_UNFINISHED, .text = "It is not there." };
    (void)app_update(app, &event); /* nothing more is asked for */
}

/* Of the plan above; nothing is known of it at first. */
static void give_move(struct app *app)
{
    const struct fix_live live = {
        .phase = (enum fixing_phase)(app->rows % FIXING_PHASE_COUNT),
        .report = { .step = (size_t)app->cols % 3,
                    .step_count = 2,
                    .number = (unsigned)app->rows % 3,
                    .move = { .bytes_done = (uint64_t)app->cols,
                              .bytes_total = 300,
                              .bytes_per_second = app->rows,
                              .seconds_left = app->rows,
                              .frontier = (uint64_t)app->cols << 28,
                              .mode = (enum move_mode)(app->rows % MOVE_MODE_COUNT) } },
        .waited_ms = (uint64_t)app->cols * 50,
        .finish = "Mon 16:52",
    };

    (void)app_update(app, &(struct event){ .kind = EVENT_FIX, .fix = &live });
}

static void give_rehearsed_move(struct app *app)
{
    struct event event = { .kind = EVENT_REHEARSED, .is_fix = true };

    event.rehearsal.backup_path = xstrdup("/tmp/sda.alidade");
    event.text = app->rows % 5 ? NULL : "It is refused.";
    lines_add(&event.stop, "What a stop means, which takes more than one row");
    (void)app_update(app, &event);
    (void)app_update(app, &(struct event){ .kind = EVENT_SHOWN });
}

static struct effect end_move(struct app *app)
{
    struct event event = { .kind = EVENT_FIXED,
                           .fix_end = (enum fix_end)(app->cols % (FIX_END_FAILED + 1)) };

    event.text = app->cols % 3 ? NULL : "The disk could not be written.";
    lines_add(&event.commit.done, "All steps are done, 硬盘");
    return app_update(app, &event);
}

static struct effect give_report(struct app *app)
{
    struct event event = { .kind = EVENT_COMMITTED };

    event.commit.is_written = app->cols % 2;
    event.text = app->cols % 3 ? NULL : "The disk could not be written.";
    lines_add(&event.commit.done, "sector 0 was written");
    lines_add(&event.commit.kernel, "1: sectors 63 to 204796619");
    return app_update(app, &event);
}

/* What a job finds, any of it: by the size of the window. */
static void fill_live(struct app *app, struct measure_live *ret)
{
    unsigned odd = (unsigned)(app->rows * 7 + app->cols);
    const struct bench_starts none = { .base = 63, .against = 56 };

    if (app->job.request.is_probe)
        measured_live_probe(ret, odd % 3 ? 512u << odd % 8 : 0, odd % 5 * 512);
    else
        measured_live_bench(ret, odd % 2 ? &none : &app->job.request.starts,
                            (enum measure_verdict)(odd % MEASURE_VERDICT_COUNT));
    ret->phase = (enum measure_phase)(odd % (MEASURE_ENDED + 1));
    ret->request_seconds = odd % 4;
    ret->bench.is_read = ret->probe.is_read = odd % 7 == 0;
    ret->probe.step_bytes = odd % 6 * 4096;
    ret->bench.is_drive = ret->probe.is_drive = odd % 11 != 0;
    if (odd % 13 == 0) {
        ret->bench.arms[ARM_ALIGNED] = ret->bench.arms[ARM_BASE];
        ret->bench.arms[ARM_BASE].median_us = 1e-9;
        ret->bench.arms[ARM_BASE].high_us = 1e12;
        ret->bench.interval = (struct stats_interval){ -INFINITY, INFINITY };
    }
}

static void give_news(struct app *app)
{
    struct measure_live live;
    struct event event = { .kind = EVENT_MEASURE, .live = &live };

    fill_live(app, &live);
    (void)app_update(app, &event); /* news ask for nothing */
}

/* The job ends, or could not even begin; what is to be kept then is kept. */
static void give_result(struct app *app)
{
    struct measure_live live;
    struct saved_result saved = { .time = "2026-11-20T16:30:00Z" };
    struct event event = { .kind = EVENT_MEASURED, .live = &live };

    fill_live(app, &live);
    saved.has_bench = !app->job.request.is_probe;
    saved.has_probe = app->job.request.is_probe;
    saved.bench = live.bench;
    saved.probe = live.probe;
    event.saved = app->cols % 9 ? &saved : NULL;
    event.text = app->cols % 10 ? NULL : "/dev/sda has zones, 硬盘.";
    if (app_update(app, &event).kind == EFFECT_MEASURE_KEEP)
        (void)app_update(app, &(struct event){ .kind = EVENT_SAID, .text = "Kept." });
}

static void give_reading(struct app *app)
{
    struct event event = { .kind = EVENT_EMPTY };

    event.empty = (struct empty_live){ .done_bytes = 1,
                                       .total_bytes = 3,
                                       .is_failed = app->rows % 2,
                                       .is_at_work = app->cols % 2 };
    (void)app_update(app, &event); /* nothing more is asked for */
}

/* The tables of the legacy disk, whatever disk is open; or none. */
static void give_history(struct app *app)
{
    struct event event = { .kind = EVENT_HISTORY };

    if (app->rows % 4)
        event.history = saved_tables();
    (void)app_update(app, &event); /* nothing more is asked for */
}

static void give_look(struct app *app)
{
    static const struct owner_run gap = { 1, 62, 1, 62, OWNER_KNOWN, "gap", "a loader" };
    struct event event = { .kind = EVENT_FIX_LOOKED, .look = { .is_made = true } };

    if (app->rows % 2 && !app->given_up.count)
        owner_runs_add(&event.look.owned, &gap);
    lines_add(app->rows % 3 ? &event.look.passed : &event.look.refusals, "%s",
              "No suspended system was found.");
    if (app->rows % 2)
        checker_list_add(&event.look.content,
                         &(struct checker_result){ 1, "ext4", checker_of(INSIDE_EXT),
                                                   CHECKER_NOT_RUN, 0 });
    if (app->rows % 5 == 0)
        event.text = "That file is on the disk itself.";
    (void)app_update(app, &event); /* nothing more is asked for */
}

static void give_checked(struct app *app)
{
    struct event event = { .kind = EVENT_CHECKED,
                           .content = { .is_at_work = app->cols % 2, .number = 1 } };

    if (!event.content.is_at_work) {
        checker_list_copy(&app->content.before, &event.checked);
        for (size_t i = 0; i < event.checked.count; i++)
            event.checked.at[i].verdict =
                (enum checker_verdict)(app->cols % CHECKER_VERDICT_COUNT);
    }
    (void)app_update(app, &event); /* nothing more is asked for */
}

/* Does what an effect asks for, as the shell would; false to leave. */
static bool carry_out(struct app *app, const struct effect *effect)
{
    static const char *const nothing_there = "There is nothing to be read.";

    switch (effect->kind) {
    case EFFECT_QUIT:
        return false;
    case EFFECT_DISKS:
        give_disks(app);
        break;
    case EFFECT_OPEN:
    case EFFECT_REREAD:
    case EFFECT_SEARCH:
        give_layout(app, app->rows % 4 ? disks_touching() : moving_disk());
        break;
    case EFFECT_UNFINISHED:
        give_status(app);
        break;
    case EFFECT_RESUME:
        give_rehearsed_move(app);
        break;
    case EFFECT_FIX:
        give_move(app);
        break;
    case EFFECT_FIX_STOP:
        if (app->rows % 3 && end_move(app).kind == EFFECT_REREAD) /* else it hangs */
            give_layout(app, moving_disk());
        break;
    case EFFECT_DETAILS:
        give_details(app);
        break;
    case EFFECT_COMPLETE:
        (void)app_update(
            app, &(struct event){ .kind = EVENT_COMPLETED, .text = "/tmp/image" });
        (void)app_update(app,
                         &(struct event){ .kind = EVENT_ERROR, .text = nothing_there });
        break;
    case EFFECT_REHEARSE:
    case EFFECT_REHEARSE_RESTORE:
        give_rehearsal(app, effect);
        break;
    case EFFECT_COMMIT:
        if (give_report(app).kind == EFFECT_REREAD)
            give_layout(app, disks_touching());
        break;
    case EFFECT_NAME_BACKUP:
    case EFFECT_FIND_BACKUP:
    case EFFECT_FIND_SCRIPT:
        (void)app_update(app,
                         &(struct event){ .kind = EVENT_NAMED, .text = "/tmp/backup" });
        break;
    case EFFECT_MEASURE:
    case EFFECT_MEASURE_PAUSE:
        give_news(app);
        break;
    case EFFECT_MEASURE_STOP:
        if (app->rows % 3) /* else the drive hangs */
            give_result(app);
        break;
    case EFFECT_HISTORY:
        give_history(app);
        break;
    case EFFECT_EMPTY_READ:
        give_reading(app);
        break;
    case EFFECT_CHECK:
        give_checked(app);
        break;
    case EFFECT_FIX_LOOK:
        give_look(app);
        break;
    case EFFECT_MEASURE_USE:
        give_layout(app, disks_jumper());
        break;
    case EFFECT_LOAD_SCRIPT:
        (void)app_update(
            app, &(struct event){ .kind = EVENT_SCRIPT, .text = "label: gpt\nsize=+\n" });
        break;
    case EFFECT_BACKUP:
    case EFFECT_SAVE_SCRIPT:
    case EFFECT_MEASURE_KEEP:
        (void)app_update(app, &(struct event){ .kind = EVENT_SAID, .text = "Saved." });
        break;
    case EFFECT_ACTION: /* carried out by app_update() */
        abort();
    case EFFECT_NONE:
    case EFFECT_FIX_REHEARSE: /* as a disk that cannot be rehearsed */
    case EFFECT_REDRAW:
    case EFFECT_SUSPEND:
    case EFFECT_FORGET:
    case EFFECT_CHECK_STOP: /* as one that hangs */
        break;
    }
    return true;
}

/* From 0xF0 on a window of another size, from 0x80 on a key that is no character. */
static struct event event_of(uint8_t what, uint8_t more)
{
    if (what >= 0xF0)
        return (struct event){ .kind = EVENT_RESIZE,
                               .rows = 1 + what % 8 * 7,
                               .cols = 1 + more % 160 };
    if (what >= 0x80)
        return (struct event){ .kind = EVENT_KEY,
                               .key = KEY_CODE_BASE + (what - 0x80u) % 20,
                               .ms = CONSENT_DELAY_MS };
    if (what == 0x7F)
        return (struct event){ .kind = EVENT_INTERRUPT };
    if (what == 0x7E)
        return (struct event){ .kind = EVENT_KEY,
                               .key = 0x4E00u + more,
                               .ms = CONSENT_DELAY_MS };
    return (struct event){ .kind = EVENT_KEY, .key = what, .ms = CONSENT_DELAY_MS };
}

/* An edit that no screen has asked for, of an extent that MORE chooses. */
static void wish(struct app *app, uint8_t more)
{
    const struct extent *extent;
    struct edit edit = { .kind = more % 2 ? EDIT_DELETE : EDIT_BOOT,
                         .is_bootable = true };

    if (!app->layout)
        return;
    extent = layout_at(app->layout, more % layout_count(app->layout));
    edit.id = extent->id;
    (void)app_edit_all(app, &edit, 1); /* it may be refused, and says so */
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct app app;

    if (count == 0)
        return 0;
    (void)setlocale(LC_ALL, "C.UTF-8"); /* without it wide characters are narrow */
    app_init(&app, &screen_ui, bytes[0] & 0x80 ? LEVEL_ASCII : LEVEL_UTF8, 24, 80);
    if (bytes[0] & 0x40)
        app_skip_picker(&app);
    else
        give_disks(&app);
    give_layout(&app, disks[bytes[0] % ARRAY_SIZE(disks)]());
    for (size_t i = 1; i + 1 < count && i < 2 * EVENTS_MOST; i += 2) {
        struct event event = event_of(bytes[i], bytes[i + 1]);
        if (bytes[i] == 0x01)
            wish(&app, bytes[i + 1]);
        if (bytes[i] == 0x02 && app.job.is_at_work)
            give_result(&app);
        struct effect effect = app_update(&app, &event);
        if (!carry_out(&app, &effect))
            break;
        draw(&app);
    }
    app_finish(&app);
    return 0;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    static const char *const walks[] = {
        /* clang-format off */
        "\x40j j + + + z 0 \r j q ? 2 q i p 4 0 9 6 \r a 3 5 8 4 \r q ",
        "\x44\t j j j + + + + + + e x x x x / f r e e \r n ",
        "\x41g 2 0 4 8 \r + - v \xF3\x27\xF1\x1B\xF5\x9F\r j j \xF0\x05",
        "\x02o / t m p \t \r r R / s d \r q q ",
        "\x41\x01\x02\x01\x03u U l j k \xF4\x50\t \t d q W y e s \r q q ",
        "\x40\x01\x04\x01\x06\xF1\x28W \x81 \x88 n o \r W \t q \r O \r q O q q ",
        "\x43" "c n a m e \t x \t   \t   \r t / s w a p \r d C s ",
        "\x40" "D \x7f 1 2 \r b j b a V t / 8 2 \r t j \r j j d ",
        "\x40" "j j j j n 1 M i B \t e \t \x14 \r \r r + 1 M \r m 6 4 \r ",
        "\x46" "N \x82 \x82 \x82 \x82 \x82 8 G B   s w a p , r e s t   / \r n ",
        "\x40" "y B   \xF3\x27  \x02 j k s q B r s q B q q W q P \xF1\x33\x02 \r ",
        "\x42" "P \xF4\x50\x02 \r i P \xF5\x2F\x02 s \r B \xF2\x64\x02 ? q r s \r y ",
        "\xC5\r j k \xF4\x50~\x01~\xFF? j j j G q \x85 \x86 \x87 \x88 ",
        /* clang-format on */
    };

    if (index >= ARRAY_SIZE(walks))
        return 0;
    memcpy(buf, walks[index], strlen(walks[index]));
    return strlen(walks[index]);
}
