/* SPDX-License-Identifier: GPL-3.0-or-later */
/* film_fix.c - the legacy disk is aligned with its data, as a film */
#include "ui/film_fix.h"

#include <check.h>
#include <stdlib.h>

#include "model/base/mem.h"
#include "model/move/plan/fix_plan.h"
#include "model/move/plan/moves.h"
#include "model/report/fix_pace.h"
#include "support/disks.h"
#include "support/fix_keys.h"
#include "ui/person.h"
#include "ui/scenes_measure.h"
#include "ui/screen/frame/screen.h"

enum {
    ROWS = 24,
    COLS = 80,
    TYPING_MS = 300,
    MOVING_MS = 260,
    SAMPLE_MS = 10000, /* of the drive's time */
    SAMPLES = 4,       /* before each frame: the rate is known then */
    SWAP = 5,          /* the partition that the journal is in */
};

/* A drive with 100 MB/s; what is moved is read once and written twice. */
#define READ_RATE UINT64_C(100000000)
#define MOVE_RATE (READ_RATE / 3)

/* A person, the program, and the disk of the one at the other. */
struct play {
    struct app app;
    struct film *film;
    struct moves moves;
    struct journal_plan plan;
    struct fix_pace pace;
    uint64_t now_ms; /* of the drive */
    const char *key; /* what is told below the screen */
    const char *caption;
};

/* What is told when a key was typed, and for how long it is shown. */
static const struct {
    const char *key, *caption;
    unsigned ms;
} acts[FIX_KEY_COUNT] = {
    [FIX_KEY_FOUND] = { "F", "What is wrong, and which tools made it so", 2800 },
    [FIX_KEY_PLAN] = { "Enter", "The plan: every start goes to a boundary", 3000 },
    [FIX_KEY_CHECKS] = { "Enter", "What was checked; nothing is written yet", 2600 },
    [FIX_KEY_QUESTION] = { "Enter", "The only question", 1600 },
    [FIX_KEY_YES] = { "yes", "The only question", 500 },
    [FIX_KEY_GO] = { "Enter", "Data and table are moved; a power cut loses nothing", 0 },
};

static void shoot(struct play *play, unsigned ms)
{
    CLEANUP(canvas_freep) struct canvas *canvas = canvas_new(ROWS, COLS, LEVEL_UTF8);

    app_draw(&play->app, canvas);
    film_add(play->film, canvas, ms, play->key, play->caption);
}

/* --- the disk --- */

static struct layout *disk_before(void)
{
    return disks_legacy_with(&(struct limits_given){ .measured = { 4096, 0, 0 } });
}

/* The plan is the one that the wizard makes. */
static void make_plan(struct play *play)
{
    CLEANUP(layout_unrefp) struct layout *layout = disk_before();
    const struct extent *swap = layout_find_number(layout, SWAP);
    struct journal_plan *plan = &play->plan;
    struct err err = { 0 };

    ck_assert_msg(moves_make(layout, &(struct moves_want){ .grub_sectors = 50 },
                             &play->moves, &err),
                  "%s", err.text);
    plan->logical = 512;
    plan->label = LABEL_MSDOS;
    plan->number = SWAP;
    plan->spot = (struct journal_spot){ .kind = JOURNAL_SWAP,
                                        .start = swap->start,
                                        .bytes = MOVE_JOURNAL_MAX };
    ck_assert(journal_plan_add(plan, layout, &play->moves));
}

/* --- what the loop answers --- */

static void answer_look(struct play *play)
{
    static const char *const passed[] = {
        "Nothing that is moved is mounted or otherwise in use, and its content is of a "
        "known kind.",
        "No suspended Linux or Windows was found on this disk.",
        "Power: from the mains, or the battery is charged.",
        "Not marked dirty: 1 (ntfs), 2 (ext4).",
        "The table and the first sectors of what is moved are saved in "
        "/root/.local/state/alidade.",
    };
    struct event event = { .kind = EVENT_FIX_LOOKED, .look = { .is_made = true } };

    event.look.usual = typical_speed_of("sata", true);
    lines_add(&event.look.boot, "%s",
              "GRUB's core image is not in what is moved: it starts as before.");
    for (size_t i = 0; i < ARRAY_SIZE(passed); i++)
        lines_add(&event.look.passed, "%s", passed[i]);
    app_update(&play->app, &event);
}

static void answer_rehearse(struct play *play)
{
    struct event event = { .kind = EVENT_REHEARSED, .is_fix = true };
    struct rehearsal_report *report = &event.rehearsal;

    lines_add(&report->disk, "%s",
              "Disk: /dev/sda  WDC WD10EARS-00Y5B1  WD-WCAV55012345");
    report->backup_path = xstrdup("/root/.local/state/alidade/sda.alidade");
    lines_take(&event.stop, report_fix_stop_words(&play->plan, 0, "/dev/sda", NULL));
    lines_take(&event.stop, report_fix_spot_words(&play->plan, NULL));
    app_update(&play->app, &event);
    app_update(&play->app, &(struct event){ .kind = EVENT_SHOWN });
}

/* The phase of LIVE goes on with RATE bytes a second until DONE of them are done, and is
 * told as the loop tells it. */
static void tell(struct play *play, struct fixing_live *live, uint64_t rate,
                 uint64_t done)
{
    uint64_t bytes = live->move.bytes_done;

    for (uint64_t left = SAMPLES; left-- > 0;) {
        uint64_t back = rate * SAMPLE_MS / 1000 * left;
        uint64_t now = done > back && done - back > bytes ? done - back : bytes;
        play->now_ms += (now - live->move.bytes_done) * 1000 / rate;
        live->move.bytes_done = now;
        fix_pace_take(&play->pace, live, play->now_ms);
    }
    const struct fix_live shown = { .phase = live->phase,
                                    .report = fix_pace_live(&play->pace, play->now_ms),
                                    .plan = &play->plan };
    app_update(&play->app, &(struct event){ .kind = EVENT_FIX, .fix = &shown });
    shoot(play, MOVING_MS);
}

static void answer_scan(struct play *play)
{
    uint64_t total = play->moves.sectors * play->plan.logical;
    struct fixing_live live = { .phase = FIXING_PHASE_SCAN,
                                .step_count = play->plan.step_count,
                                .move.bytes_total = total,
                                .ahead.bytes = 4 * total, /* the move, and the check */
                                .is_safe = true };

    tell(play, &live, READ_RATE, total / 8);
    tell(play, &live, READ_RATE, total / 2);
    tell(play, &live, READ_RATE, total / 8 * 7);
}

/* Data is moved and read again; of swap only the table changes. */
static void answer_step(struct play *play, size_t index)
{
    const struct journal_step *step = &play->plan.steps[index];
    uint64_t total = step->length * play->plan.logical;
    uint64_t parts = total / 100000000000 + 2; /* a frame for each */
    struct fixing_live live = { .phase = FIXING_PHASE_MOVE,
                                .step = index,
                                .step_count = play->plan.step_count,
                                .number = step->number,
                                .move = { .bytes_total = total, .mode = MOVE_JOURNAL } };

    if (step->action != MOVES_DATA) {
        live.phase = FIXING_PHASE_TABLE;
        live.move = (struct move_progress){ 0 };
        tell(play, &live, READ_RATE, 0);
        return;
    }
    for (uint64_t part = 0; part < parts; part++) {
        uint64_t done = total / parts * part + total / parts / 2;
        live.move.frontier = step->from + done / play->plan.logical;
        tell(play, &live, MOVE_RATE, done);
    }
    live.phase = FIXING_PHASE_CHECK;
    live.move = (struct move_progress){ .bytes_total = total };
    tell(play, &live, READ_RATE, total / 2);
}

static void answer_end(struct play *play)
{
    struct event end = { .kind = EVENT_FIXED, .fix_end = FIX_END_COMPLETE };

    lines_add(&end.commit.done, "%s",
              "The old table was saved: /root/.local/state/alidade/sda.alidade");
    lines_add(&end.commit.done, "%s",
              "All steps are done; what was moved was read again and is right.");
    lines_add(&end.commit.done, "%s", "The journal is removed.");
    end.commit.is_written = true;
    app_update(&play->app, &end);
    scenes_open(&play->app, layout_ref(play->moves.result));
}

static void answer_fix(struct play *play)
{
    fix_pace_begin(&play->pace, &play->plan, play->now_ms);
    answer_scan(play);
    for (size_t i = 0; i < play->plan.step_count; i++)
        answer_step(play, i);
    answer_end(play);
}

static void answer(struct play *play, enum effect_kind kind)
{
    if (kind == EFFECT_FIX_LOOK)
        answer_look(play);
    else if (kind == EFFECT_FIX_REHEARSE)
        answer_rehearse(play);
    else if (kind == EFFECT_FIX)
        answer_fix(play);
    else
        ck_assert_msg(kind == EFFECT_NONE, "effect %d", (int)kind);
}

/* --- the person --- */

static void type(struct play *play, char key)
{
    struct event event = { .kind = EVENT_KEY,
                           .key = key == '\r' ? KEY_CODE_ENTER : (unsigned char)key,
                           .ms = CONSENT_DELAY_MS };

    answer(play, app_update(&play->app, &event).kind);
}

/* What is typed into the field is seen as it grows. */
static void act(struct play *play, int at)
{
    const char *keys = fix_keys[at].keys;

    play->key = acts[at].key;
    play->caption = acts[at].caption;
    for (; *keys; keys++) {
        type(play, *keys);
        if (keys[1])
            shoot(play, TYPING_MS);
    }
    person_expects(&play->app, fix_keys[at].shows);
    if (acts[at].ms)
        shoot(play, acts[at].ms);
}

static void tell_all(struct play *play)
{
    play->caption = "A disk of 2010: no partition is aligned";
    shoot(play, 2800);
    for (int i = 0; i < FIX_KEY_COUNT; i++)
        act(play, i);
    play->key = NULL;
    play->caption = "All data was read again, and is right";
    shoot(play, 2600);
    play->key = "q";
    play->caption = "The same disk: all partitions are aligned";
    type(play, 'q');
    person_expects(&play->app, "all 3 aligned");
    shoot(play, 3400);
}

struct film *film_of_fix(void)
{
    struct play *play = xcalloc(1, sizeof(*play));
    struct film *film = play->film = film_new();

    app_init(&play->app, &screen_ui, LEVEL_UTF8, ROWS, COLS);
    make_plan(play);
    scenes_open(&play->app, disk_before());
    tell_all(play);
    app_finish(&play->app);
    moves_finish(&play->moves);
    free(play);
    return film;
}
