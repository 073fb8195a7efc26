/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask_files.c - the files that the field for a path offers */
#include "ui/app/ask_files.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/base/utf8.h"
#include "ui/app/keymap.h"

#define ROWS_MAX  6  /* files that are shown at once */
#define ROWS_LEFT 5  /* rows of the screen that stay visible */
#define PATH_NONE 6  /* columns: fewer have no path, which the field shows */
#define PATH_MIN  20 /* columns of a path that is cut; narrower ones end with ".." */

void file_choices_finish(struct file_choices *choices)
{
    lines_finish(&choices->paths);
    lines_finish(&choices->notes);
}

static bool has_files(const struct app *app)
{
    return (app->asking == ASK_PATH || app->asking == ASK_LOAD_SCRIPT ||
            app->asking == ASK_RESTORE) &&
           app->choices.paths.count;
}

/* Returns the index of the file in the field; the number of files if it is none. */
static size_t file_index(const struct app *app)
{
    return lines_index(&app->choices.paths, app->field.text);
}

void ask_files_add_used(struct app *app, enum recent_kind kind)
{
    const struct lines *used = &app->recent.used[kind];
    struct file_choices *choices = &app->choices;

    for (size_t i = 0; i < used->count; i++) {
        if (lines_index(&choices->paths, used->at[i]) < choices->paths.count)
            continue;
        lines_add(&choices->paths, "%s", used->at[i]);
        lines_add(&choices->notes, "%s", _("used before"));
    }
}

bool ask_files_key(struct app *app, uint32_t key)
{
    size_t at = file_index(app), count = app->choices.paths.count;

    if (!has_files(app) || (key != KEY_CODE_UP && key != KEY_CODE_DOWN))
        return false;
    if (at == count)
        at = key == KEY_CODE_UP ? count - 1 : 0;
    else
        at = (at + (key == KEY_CODE_UP ? count - 1 : 1)) % count;
    field_offer(&app->field, app->choices.paths.at[at]);
    return true;
}

void ask_files_click(struct app *app, struct spot spot)
{
    if (spot.kind == SPOT_FILE && has_files(app) && spot.value < app->choices.paths.count)
        field_offer(&app->field, app->choices.paths.at[spot.value]);
}

static void draw_file(const struct app *app, struct canvas *canvas, int row, size_t index)
{
    const char *note = app->choices.notes.at[index];
    CLEANUP(freep) char *clean = utf8_clean(app->choices.paths.at[index]);
    int room = app->cols - 4 - text_width(note) - 2;
    /* Paths in one folder differ at their end. */
    CLEANUP(freep)
    char *path = room < PATH_MIN ? xstrdup(clean) : text_cut_path(clean, room);
    CLEANUP(freep)
    char *line = room < PATH_NONE ? xstrdup(note) : xasprintf("%s  %s", note, path);

    canvas_put(canvas, row, 3, app->cols - 4, STYLE_NORMAL, line);
    canvas_put_spot(canvas, row, 0, app->cols, SPOT_FILE, (uint32_t)index);
    if (index != file_index(app))
        return;
    canvas_put(canvas, row, 1, 1, STYLE_NORMAL, ">");
    canvas_select_row(canvas, row, 0, app->cols);
}

void ask_files_draw(const struct app *app, struct canvas *canvas, int bottom)
{
    size_t count = app->choices.paths.count, at = file_index(app);
    int room = bottom - ROWS_LEFT < ROWS_MAX ? bottom - ROWS_LEFT : ROWS_MAX;
    size_t rows = count < (size_t)(room > 0 ? room : 0) ? count : (size_t)room;

    if (!has_files(app) || room < 1)
        return;
    size_t first = at < count && at >= rows ? at - rows + 1 : 0;
    CLEANUP(freep)
    char *keys = keymap_spell(app, _("↑ ↓ choose one, Tab completes a path"));
    int top = bottom - (int)rows;
    for (int i = top - 1; i < bottom; i++) {
        canvas_fill(canvas, i, 0, app->cols, STYLE_NORMAL, " ");
        canvas_put_spot(canvas, i, 0, app->cols, SPOT_NONE, 0);
    }
    canvas_put(canvas, top - 1, 1, app->cols - 2, STYLE_NOTE, keys);
    for (size_t i = 0; i < rows; i++)
        draw_file(app, canvas, top + (int)i, first + i);
}
