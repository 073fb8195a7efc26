/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disks.c - the picker: the disks of the machine, and a map of the selected one */
#include <string.h>

#include "model/align/explain.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/disk/note_weight.h"
#include "model/move/plan/moves_suggest.h"
#include "ui/app/ask_files.h"
#include "ui/app/disk.h"
#include "ui/app/foot.h"
#include "ui/app/keymap.h"
#include "ui/draw/bar.h"
#include "ui/draw/pager.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/frame/screen.h"
#include "ui/screen/list/details_more.h"
#include "ui/screen/list/disk_row.h"

#define MAP_ROWS  4 /* a divider and three rows of the bar */
#define TEXT_ROWS 4 /* a blank row and three of text */

/* Rows of the parts of the screen. */
struct areas {
    int list_row, list_rows;
    int map_row;  /* the divider; 0: it does not fit */
    int text_row; /* 0: it does not fit */
    int bottom;
    int foot_row, foot_rows;
};

static struct areas areas_of(const struct app *app)
{
    bool is_tall = app->rows >= 22;
    struct areas areas = { .list_row = 3, .foot_rows = app->rows >= 12 ? 2 : 1 };

    areas.foot_row = app->rows - areas.foot_rows - (is_tall ? 2 : 0);
    areas.bottom = areas.foot_row - 1;
    int below = is_tall ? MAP_ROWS + TEXT_ROWS : app->rows >= 12 ? MAP_ROWS : 0;
    areas.list_rows = areas.bottom - areas.list_row - below;
    if (below)
        areas.map_row = areas.list_row + areas.list_rows;
    if (is_tall)
        areas.text_row = areas.map_row + MAP_ROWS + 1;
    return areas;
}

static const struct disk_info *selected_disk(const struct app *app)
{
    return app->picker.selected < app->picker.count
               ? &app->picker.disks[app->picker.selected]
               : NULL;
}

/* Says what to do where there is nothing to choose. */
static void draw_no_disk(const struct app *app, struct canvas *canvas, int row)
{
    char image[KEY_LIST], scan[KEY_LIST];

    (void)keymap_keys(app, SCREEN_DISKS, ACTION_OPEN_IMAGE, 1, image);
    (void)keymap_keys(app, SCREEN_DISKS, ACTION_RESCAN, 1, scan);
    canvas_printf(canvas, row, DISK_ROW_COLUMN, app->cols - 6, STYLE_NORMAL,
                  _("No disk to show: %1$s opens an image file, %2$s scans again."),
                  image, scan);
}

static void disks_draw_list(const struct app *app, struct canvas *canvas,
                            const struct areas *areas)
{
    int selected = (int)app->picker.selected;
    int first = selected >= areas->list_rows ? selected - areas->list_rows + 1 : 0;

    disk_row_draw_heads(canvas, areas->list_row - 1);
    for (int i = 0; i < areas->list_rows && first + i < (int)app->picker.count; i++) {
        int row = areas->list_row + i;
        disk_row_draw(canvas, row, &app->picker.disks[first + i]);
        frame_offer_row(app, canvas, row, first + i);
        if (first + i != selected)
            continue;
        canvas_put(canvas, row, 2, 1, STYLE_NORMAL, ">");
        canvas_select_row(canvas, row, 1, app->cols - 2);
        canvas_set_cursor(canvas, row, 2);
    }
    if (!app->picker.count)
        draw_no_disk(app, canvas, areas->list_row);
}

static char *assumed_text(const struct app *app, const char *doubt)
{
    char keys[KEY_LIST];

    (void)keymap_keys(app, SCREEN_TABLE, ACTION_PROBE, 1, keys); /* returns KEYS */
    return xasprintf(_("? %1$s %2$s on the next screen measures it."), doubt, keys);
}

/* The most urgent sentence about the disk; NULL if there is none; free() */
static char *disk_text(const struct app *app, const struct disk_info *disk)
{
    const struct note *note = NULL;

    if (disk->note[0])
        return xstrdup(disk->note);
    if (disk->layout)
        note = note_worst(disk->layout, NOTE_WEIGHT_FINDING);
    if (disk->layout && !note)
        note = layout_read_only(disk->layout);
    if (note)
        return xstrdup(note->text);
    if (!disk->layout)
        return NULL;
    const struct limits *limits = layout_limits(disk->layout);
    CLEANUP(freep) char *doubt = explain_doubt(limits);
    return doubt && limits->physical_source == SOURCE_ASSUMED ? assumed_text(app, doubt)
                                                              : TAKE(doubt);
}

static void disks_draw_text(const struct app *app, struct canvas *canvas, int row,
                            int rows)
{
    const struct disk_info *disk = selected_disk(app);
    CLEANUP(freep) char *text = disk_text(app, disk);
    struct pager pager = { 0 };

    if (!text)
        return;
    /* Later lines are indented behind "? ". */
    pager_add_wrapped(&pager, STYLE_NORMAL, 0, app->cols - 6, text);
    for (int i = 1; i < pager.count; i++)
        pager.lines[i].indent = *text == '?' ? 2 : 0;
    pager_draw(&pager, canvas, row, 2, app->cols - 4, rows, 0);
    pager_finish(&pager);
}

/* No partition is selected here: a click has no meaning. */
static void disks_draw_bar(const struct app *app, struct canvas *canvas, int row,
                           const struct layout *layout)
{
    bar_draw(canvas, row, 2, app->cols - 4, layout, 0);
    for (int i = 0; i < MAP_ROWS - 1; i++)
        canvas_put_spot(canvas, row + i, 0, app->cols, SPOT_NONE, 0);
}

static void disks_draw_map(const struct app *app, struct canvas *canvas,
                           const struct areas *areas)
{
    const struct disk_info *disk = selected_disk(app);
    int row = areas->map_row;

    if (!disk) {
        canvas_divider(canvas, row, NULL, NULL);
        return;
    }
    CLEANUP(freep)
    char *model = xasprintf("%s%s%s", disk->model,
                            disk->model[0] && disk->serial[0] ? "  " : "", disk->serial);
    canvas_divider(canvas, row, disk->path, model[0] ? model : NULL);
    if (disk->layout)
        disks_draw_bar(app, canvas, row + 1, disk->layout);
    if (areas->text_row)
        disks_draw_text(app, canvas, areas->text_row, TEXT_ROWS - 1);
    else if (!disk->layout)
        disks_draw_text(app, canvas, row + 1, MAP_ROWS - 1);
}

/* Draws, where the list of disks leaves LEFT rows before END, the partitions of the
 * selected one. */
static void disks_draw_near(const struct app *app, struct canvas *canvas, int end,
                            int left)
{
    const struct disk_info *info = selected_disk(app);
    struct app disk = *app;

    if (!frame_is_tall(app) || !info || !info->layout)
        return;
    disk.layout = info->layout;
    disk.context = report_context(info->layout, (struct boot_gap){ 0 }, info, NULL);
    disk.queue = NULL; /* what was opened before may be another disk */
    disk.marks.count = 0;
    disk.job.has_saved = false;
    details_near_draw(&disk, canvas, end, left, NULL);
    moves_suggest_finish(&disk.context);
}

static void disks_draw_header(const struct app *app, struct canvas *canvas)
{
    CLEANUP(freep)
    char *left = xasprintf(_("alidade %s ─ choose a disk"), ALIDADE_VERSION);
    CLEANUP(freep)
    char *right =
        xasprintf(ngettext("%lu disk", "%lu disks", (unsigned long)app->picker.count),
                  (unsigned long)app->picker.count);
    int width = text_width(right);

    canvas_fill(canvas, 0, 0, app->cols, STYLE_HEADER, " ");
    canvas_put(canvas, 0, 1, app->cols - width - 4, STYLE_HEADER, left);
    canvas_put(canvas, 0, app->cols - width - 1, width, STYLE_HEADER, right);
}

static const struct foot_item items[] = {
    { ACTION_RUN, N_("open") },      { ACTION_OPEN_READ_ONLY, NULL },
    { ACTION_OPEN_IMAGE, NULL },     { ACTION_FIND, NULL },
    { ACTION_RESCAN, N_("rescan") }, { ACTION_HELP, N_("help") },
    { ACTION_QUIT, N_("quit") },
};

/* The last row says what it takes until something is written. */
static void draw_consent(const struct app *app, struct canvas *canvas)
{
    char bench[KEY_LIST], probe[KEY_LIST];

    (void)keymap_keys(app, SCREEN_TABLE, ACTION_BENCH, 1, bench);
    (void)keymap_keys(app, SCREEN_TABLE, ACTION_PROBE, 1, probe);
    canvas_printf(canvas, app->rows - 1, 1, app->cols - 2, STYLE_NOTE,
                  _("The disk you open is written only after you type yes, or Enter "
                    "after %1$s or %2$s."),
                  bench, probe);
}

static void disks_draw(const struct app *app, struct canvas *canvas)
{
    struct areas areas = areas_of(app);
    int foot_last = areas.foot_row + areas.foot_rows - 1;

    disks_draw_header(app, canvas);
    canvas_box(canvas, 1, areas.bottom, _("Disks"),
               app->cols >= 60 ? _("! = misaligned or damaged") : NULL);
    disks_draw_list(app, canvas, &areas);
    if (areas.map_row)
        disks_draw_map(app, canvas, &areas);
    disks_draw_near(app, canvas, areas.map_row, areas.list_rows - (int)app->picker.count);
    if (foot_last + 1 < app->rows)
        draw_consent(app, canvas);
    /* A field has the message above it. */
    if (app->asking || !foot_message(app, canvas, areas.foot_row, foot_last))
        foot_draw(app, canvas, areas.foot_row, foot_last, items, ARRAY_SIZE(items));
}

static void choose_disk(struct app *app, size_t at)
{
    app->picker.selected = at;
    app->picker.is_chosen = true;
}

static bool disk_matches(const struct disk_info *disk, const char *text)
{
    return strcasestr(disk->path, text) || strcasestr(disk->model, text) ||
           strcasestr(disk->serial, text);
}

/* Searches from the row after the selected one, around the end. */
static void disks_find_next(struct app *app)
{
    for (size_t i = 1; app->find[0] && i <= app->picker.count; i++) {
        size_t at = (app->picker.selected + i) % app->picker.count;
        if (disk_matches(&app->picker.disks[at], app->find)) {
            choose_disk(app, at);
            return;
        }
    }
    app_say(app, false, _("No disk has '%s' in its path, model or serial number."),
            app->find);
}

/* PATH has to stay valid until the next event. */
static struct effect disks_open(struct app *app, const char *path, bool is_read_only)
{
    app->is_read_only = is_read_only;
    app->is_opening = true;
    return (struct effect){ .kind = EFFECT_OPEN,
                            .path = path,
                            .is_read_only = is_read_only,
                            .given = app_given_for(app, path) };
}

static struct effect open_selected(struct app *app, bool is_read_only)
{
    const struct disk_info *disk = selected_disk(app);

    return disk ? disks_open(app, disk->path, is_read_only) : effect_none;
}

struct effect screen_disks_read_only(struct app *app)
{
    return open_selected(app, true);
}

struct effect screen_disks_image(struct app *app)
{
    const struct lines *used = &app->recent.used[RECENT_IMAGE];

    file_choices_finish(&app->choices);
    ask_files_add_used(app, RECENT_IMAGE);
    app_ask(app, ASK_PATH, _("Image file:"), used->count ? used->at[0] : "");
    return effect_none;
}

static struct effect disks_handle(struct app *app, enum action action)
{
    int at = (int)app->picker.selected;

    if (frame_move(action, (int)app->picker.count, areas_of(app).list_rows, &at))
        choose_disk(app, (size_t)at);
    else if (action == ACTION_RUN)
        return open_selected(app, false);
    else if (action == ACTION_FIND)
        app_ask(app, ASK_FIND, _("Find:"), app->find);
    else if (action == ACTION_FIND_NEXT)
        disks_find_next(app);
    else if (action == ACTION_RESCAN)
        return (struct effect){ .kind = EFFECT_DISKS };
    return effect_none;
}

static void disks_select(struct app *app, uint32_t row)
{
    choose_disk(app, row);
}

static struct effect disks_answer(struct app *app, enum ask asked, const char *text)
{
    if (asked == ASK_FIND) {
        copy_text(app->find, sizeof(app->find), text);
        disks_find_next(app);
    }
    /* Unlike TEXT, the field keeps the path until the next event. */
    return asked == ASK_PATH && *text ? disks_open(app, app->field.text, false)
                                      : effect_none;
}

const struct screen screen_disks = { .title = N_("choosing a disk"),
                                     .draw = disks_draw,
                                     .handle = disks_handle,
                                     .answer = disks_answer,
                                     .select = disks_select };
