/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_frame_law.c - laws of every scene at every width and every height */
#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/canvas_dump.h"
#include "support/rng.h"
#include "support/test.h"
#include "ui/scenes.h"
#include "ui/screen/frame/screen.h"

#define COLS_MIN 40
#define COLS_MAX 250
#define ROWS_MIN 10
#define ROWS_MAX 80

static size_t scene_count(void)
{
    size_t count = 0;

    while (scene_at(count))
        count++;
    return count;
}

static struct canvas *drawn(struct app *app, int rows, int cols)
{
    struct event event = { .kind = EVENT_RESIZE, .rows = rows, .cols = cols };
    struct canvas *canvas = canvas_new(rows, cols, LEVEL_UTF8);

    (void)app_update(app, &event); /* nothing is to be done outside */
    app_draw(app, canvas);
    return canvas;
}

/* A screen that is looked at. */
struct seen {
    const char *scene;
    const struct canvas *canvas;
    const char *dump;
};

static void law_fails(const struct seen *seen, const char *what)
{
    ck_abort_msg("%s at %dx%d: %s:\n%s", seen->scene, canvas_cols(seen->canvas),
                 canvas_rows(seen->canvas), what, seen->dump);
}

static const struct {
    const char *left;
    const char *rights[3]; /* what may be at the other end */
} frames[] = {
    { "│", { "│", "↑", "↓" } },
    { "├", { "┤", "┤", "┤" } },
    { "┌", { "┐", "┐", "┐" } },
    { "└", { "┘", "┘", "┘" } },
};

static bool is_closed(const char *left, const char *right)
{
    for (size_t i = 0; i < ARRAY_SIZE(frames); i++) {
        if (strcmp(frames[i].left, left) != 0)
            continue;
        for (size_t k = 0; k < ARRAY_SIZE(frames[i].rights); k++) {
            if (!strcmp(frames[i].rights[k], right))
                return true;
        }
        return false;
    }
    return true; /* no row of a frame */
}

static void check_frame(const struct seen *seen)
{
    const struct canvas *canvas = seen->canvas;

    for (int row = 0; row < canvas_rows(canvas); row++) {
        if (!is_closed(canvas_at(canvas, row, 0)->text,
                       canvas_at(canvas, row, canvas_cols(canvas) - 1)->text))
            law_fails(seen, "the frame is open");
    }
    if (canvas_lost(canvas))
        law_fails(seen, "something is drawn outside");
}

/* "1 change pending", "1 pending" or, where no more fits, "*1" in the last row. */
static void check_pending(const struct app *app, const struct seen *seen)
{
    size_t count = app_pending(app);
    char brief[32], words[32], sentence[32];

    if (app_screen(app) != SCREEN_TABLE || app->leaving || app->asking)
        return;
    snprintf(brief, sizeof(brief), "*%zu\n", count);
    snprintf(words, sizeof(words), "%zu pending", count);
    snprintf(sentence, sizeof(sentence), "%zu change%s pending", count,
             count == 1 ? "" : "s");
    if (!strstr(seen->dump, brief) && !strstr(seen->dump, words) &&
        !strstr(seen->dump, sentence))
        law_fails(seen, "the pending changes are not counted");
}

/* True if the frame says that there is more below: in a title or at its right side. */
static bool says_more(const struct seen *seen)
{
    return strstr(seen->dump, "↓ ─") || strstr(seen->dump, "↓\n");
}

/* True if KEY changes the screen. */
static bool changes(struct app *app, const struct seen *seen, uint32_t key)
{
    struct event event = { .kind = EVENT_KEY, .key = key };

    (void)app_update(app, &event); /* cursor keys have no effect outside */
    CLEANUP(canvas_freep)
    struct canvas *after =
        drawn(app, canvas_rows(seen->canvas), canvas_cols(seen->canvas));
    CLEANUP(freep) char *now = canvas_dump(after);
    return strcmp(seen->dump, now) != 0;
}

static void check_more(struct app *app, const struct seen *seen)
{
    struct event home = { .kind = EVENT_KEY, .key = KEY_CODE_HOME };

    if (app->asking || app->leaving || !says_more(seen))
        return;
    if (!changes(app, seen, KEY_CODE_PAGE_DOWN) && !changes(app, seen, KEY_CODE_DOWN))
        law_fails(seen, "nothing is below");
    (void)app_update(app, &home); /* the same */
}

static const struct {
    uint32_t key, back;
    const char *words[4];
} offers[] = {
    { KEY_CODE_DOWN,
      KEY_CODE_UP,
      { "↓ read on", "↓ scroll", "↓ next cure", "↓ journal" } },
    { KEY_CODE_PAGE_DOWN, KEY_CODE_PAGE_UP, { "PgDn read on", "Space read on" } },
};

static bool has_any(const char *dump, const char *const words[4])
{
    for (size_t i = 0; i < 4 && words[i]; i++) {
        if (strstr(dump, words[i]))
            return true;
    }
    return false;
}

/* A key that the foot offers for scrolling or for the next row has something to do, or
 * did it before. */
static void check_offers(struct app *app, const struct seen *seen)
{
    for (size_t i = 0; i < ARRAY_SIZE(offers); i++) {
        if (!has_any(seen->dump, offers[i].words))
            continue;
        if (!changes(app, seen, offers[i].key) && !changes(app, seen, offers[i].back))
            law_fails(seen, "a key is offered that does nothing");
    }
}

/* A bar begins at the frame; parts of it in another style would look like holes. */
static void check_bars(const struct seen *seen)
{
    for (int row = 1; row < canvas_rows(seen->canvas); row++) {
        int style = canvas_at(seen->canvas, row, 1)->style, col = 1;

        while (style & STYLE_SELECTED && col < canvas_cols(seen->canvas) &&
               canvas_at(seen->canvas, row, col)->style & STYLE_SELECTED)
            if (canvas_at(seen->canvas, row, col++)->style != style)
                law_fails(seen, "the selected row has two styles");
    }
}

static void check_laws(struct app *app, const char *scene, int rows, int cols)
{
    CLEANUP(canvas_freep) struct canvas *canvas = drawn(app, rows, cols);
    CLEANUP(freep) char *dump = canvas_dump(canvas);
    struct seen seen = { scene, canvas, dump };

    check_frame(&seen);
    check_bars(&seen);
    check_pending(app, &seen);
    check_more(app, &seen);
    check_offers(app, &seen);
}

static bool names(struct app *app, int rows, int cols, const char *disk)
{
    CLEANUP(canvas_freep) struct canvas *canvas = drawn(app, rows, cols);
    CLEANUP(freep) char *dump = canvas_dump(canvas);

    dump[strcspn(dump, "\n")] = '\0';
    return strstr(dump, disk) != NULL;
}

/* A title with a short path names the disk with a long one too. */
TEST_TIMES(a_title_keeps_the_end_of_a_long_path, scene_count())
{
    static const char path[] = "/home/somebody/images of disks/legacy-disk-2010.img";
    static const struct {
        int rows, cols;
    } sizes[] = { { 12, 40 }, { 24, 80 } };
    const struct scene *scene = scene_at((size_t)_i);
    struct app app;
    char disk[sizeof(app.info.path)];

    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    scene->prepare(&app);
    copy_text(disk, sizeof(disk), app.info.path);
    for (size_t i = 0; *disk && i < ARRAY_SIZE(sizes); i++) {
        copy_text(app.info.path, sizeof(app.info.path), disk);
        bool is_named = names(&app, sizes[i].rows, sizes[i].cols, disk);
        copy_text(app.info.path, sizeof(app.info.path), path);
        if (is_named && !names(&app, sizes[i].rows, sizes[i].cols, "0.img"))
            ck_abort_msg("%s at %dx%d", scene->name, sizes[i].cols, sizes[i].rows);
    }
    app_finish(&app);
}

/* Rows with nothing but blanks between the sides of the frame. */
static int blank_rows(const struct canvas *canvas)
{
    int count = 0;

    for (int row = 0; row < canvas_rows(canvas); row++) {
        int col = 1;
        while (col < canvas_cols(canvas) - 1 &&
               !strcmp(canvas_at(canvas, row, col)->text, " "))
            col++;
        count += col == canvas_cols(canvas) - 1;
    }
    return count;
}

/* True for screens that have too little to tell, or wait for input that is right. */
static bool is_sparse(const char *scene)
{
    static const char *const names[] = {
        "types-search",   "plain",       "fix-starts",     "form-move",
        "form-new-wrong", "form-resize", "form-shrink",    "new-table",
        "table-beyond",   "table-grown", "new-table-list", "moving",
        "moving-asks",    "moving-lock", "moving-scan",    "moving-waits",
        "form-new-lost",
    };

    for (size_t i = 0; i < ARRAY_SIZE(names); i++)
        if (!strcmp(names[i], scene))
            return true;
    return false;
}

TEST_TIMES(a_large_window_is_not_half_empty, scene_count())
{
    const struct scene *scene = scene_at((size_t)_i);
    struct app app;

    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    scene->prepare(&app);
    CLEANUP(canvas_freep) struct canvas *canvas = drawn(&app, 60, 200);
    if ((blank_rows(canvas) > 30) != is_sparse(scene->name))
        ck_abort_msg("%s: %d rows are blank", scene->name, blank_rows(canvas));
    app_finish(&app);
}

TEST_TIMES(a_scene_loses_nothing_at_any_size, scene_count())
{
    const struct scene *scene = scene_at((size_t)_i);
    struct app app;

    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    scene->prepare(&app);
    for (int cols = COLS_MIN; cols <= COLS_MAX; cols += rng_step(1))
        check_laws(&app, scene->name, 24, cols);
    for (int rows = ROWS_MIN; rows <= ROWS_MAX; rows += rng_step(1))
        check_laws(&app, scene->name, rows, 80);
    app_finish(&app);
}
