/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_buttons.c - the buttons below the box */
#include "ui/screen/list/table_view.h"

#include "model/align/judge.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "ui/app/apply.h"
#include "ui/app/disk.h"
#include "ui/app/fix_run.h"
#include "ui/app/keymap.h"

#define BUTTON_MIN_WIDTH 7 /* minimum width between the brackets */

/* Before them stands what is most likely done with the selected row, which changes
 * nothing on the disk: pressing Enter too early is safe. */
static const enum action buttons[] = {
    ACTION_DELETE, ACTION_RESIZE, ACTION_TYPE,    ACTION_UNDO, ACTION_WRITE,
    ACTION_FIX,    ACTION_BENCH,  ACTION_DETAILS, ACTION_HELP, ACTION_QUIT,
};
#define ROW_BUTTONS 2 /* that depend on the row */
#define SECOND_ROW  7 /* the index of the first button after those for a partition */

int table_button_count(void)
{
    return ROW_BUTTONS + ARRAY_SIZE(buttons);
}

/* True if the disk is blank: not where a table cannot be read. */
static bool lacks_table(const struct app *app)
{
    return layout_label(app->layout)->kind == LABEL_NONE &&
           !layout_note_find(app->layout, NOTE_TABLE_BROKEN) &&
           apply_is_possible(app, keymap_row(app, ACTION_NEW_TABLE));
}

/* A new table on a blank disk, a new partition in free space, why a start is off, else
 * all about the partition. */
static enum action table_likely(const struct app *app)
{
    const struct extent *extent = app_selected(app);

    if (!extent)
        return ACTION_EXPLAIN;
    bool is_free = extent->kind == EXTENT_FREE && extent->role == ROLE_NONE;
    if (is_free && lacks_table(app))
        return ACTION_NEW_TABLE;
    if (is_free && apply_is_possible(app, keymap_row(app, ACTION_NEW)))
        return ACTION_NEW;
    if (!extent_is_partition(extent) ||
        judge_extent(app->layout, extent).grade == GRADE_OFF)
        return ACTION_EXPLAIN;
    return ACTION_PARTITION;
}

/* While a move has not ended, its key stands in place of those that change the table. */
static size_t offer_move(const struct app *app, struct foot_item *keys, size_t count)
{
    static const enum action barred[] = { ACTION_NEW,  ACTION_DELETE, ACTION_RESIZE,
                                          ACTION_TYPE, ACTION_UNDO,   ACTION_FIX };

    if (!fix_run_is_unfinished(app))
        return count;
    for (size_t i = 0; i < ARRAY_SIZE(barred); i++)
        count = foot_drop(keys, count, barred[i]);
    for (size_t i = 0; i < count; i++)
        if (keys[i].action == ACTION_WRITE)
            keys[i] = (struct foot_item){ ACTION_PLAN, N_("finish, take back") };
    return count;
}

void table_draw_keys(const struct app *app, struct canvas *canvas, int row, int last_row,
                     const struct foot_item *items, size_t count)
{
    enum action likely = table_likely(app);
    struct foot_item keys[TABLE_KEYS_MAX];

    for (size_t i = 0; i < count && i < TABLE_KEYS_MAX; i++)
        keys[i] = items[i];
    count = offer_move(app, keys, count);
    keys[0].word = likely == ACTION_NEW         ? N_("new")
                   : likely == ACTION_NEW_TABLE ? N_("new table")
                   : likely == ACTION_EXPLAIN   ? N_("why")
                                                : N_("details");
    foot_draw(app, canvas, row, last_row, keys, count);
}

enum action table_button(const struct app *app, int index)
{
    enum action likely = table_likely(app);

    if (index == 0)
        return likely;
    if (index == 1)
        return likely == ACTION_NEW || likely == ACTION_NEW_TABLE ? ACTION_EXPLAIN
                                                                  : ACTION_NEW;
    index -= ROW_BUTTONS;
    return index >= 0 && index < (int)ARRAY_SIZE(buttons) ? buttons[index] : ACTION_NONE;
}

char *table_button_help(const struct app *app)
{
    const struct action_row *row =
        keymap_row(app, table_button(app, table_of(app)->menu));
    char *missing = apply_missing_need(app, row);

    return missing ? missing : xstrdup(_(row->help));
}

static int button_width(const struct app *app, int index)
{
    int own = text_width(_(keymap_row(app, table_button(app, index))->name));

    return (own < BUTTON_MIN_WIDTH ? BUTTON_MIN_WIDTH : own) + 2;
}

/* Returns the columns of the buttons [FIRST, END) in one row. */
static int buttons_width(const struct app *app, int first, int end)
{
    int width = 2;

    for (int i = first; i < end; i++)
        width += button_width(app, i) + (i > first);
    return width;
}

/* True if the buttons need two rows, and each of their groups has one. */
static bool has_row_for_each_group(const struct app *app)
{
    int count = table_button_count();

    return buttons_width(app, 0, count) > app->cols &&
           buttons_width(app, 0, SECOND_ROW) <= app->cols &&
           buttons_width(app, SECOND_ROW, count) <= app->cols;
}

/* Continues in the next row before the second group, where each has a row, or where the
 * button does not fit in this one. */
static void wrap_button(const struct app *app, int index, int *row, int *col)
{
    bool is_second = index == SECOND_ROW && has_row_for_each_group(app);

    if (is_second || (*col > 2 && *col + button_width(app, index) > app->cols)) {
        *col = 2;
        (*row)++;
    }
}

/* Returns the index of the last row of buttons, *RET_COL the column behind the last one.
 */
static int buttons_end(const struct app *app, int *ret_col)
{
    int row = 0, col = 2;

    for (int i = 0; i < table_button_count(); i++) {
        wrap_button(app, i, &row, &col);
        col += button_width(app, i) + 1;
    }
    *ret_col = col;
    return row;
}

int table_button_rows(const struct app *app)
{
    int col;

    return buttons_end(app, &col) + 1;
}

bool table_has_pending_beside(const struct app *app)
{
    CLEANUP(freep) char *text = table_pending(app);
    int col;

    (void)buttons_end(app, &col);
    return col + text_width(text) + 2 <= app->cols;
}

/* Draws the number of pending changes at the right, where it fits. */
static void table_draw_pending(const struct app *app, struct canvas *canvas, int row)
{
    CLEANUP(freep) char *text = table_pending(app);
    int width = text_width(text), style = app_pending(app) ? STYLE_CHANGED : STYLE_NOTE;

    if (table_has_pending_beside(app))
        canvas_put(canvas, row, app->cols - width - 2, width, style, text);
}

void table_draw_buttons(const struct app *app, struct canvas *canvas, int row)
{
    int col = 2;

    for (int i = 0; i < table_button_count(); i++) {
        const struct action_row *button = keymap_row(app, table_button(app, i));
        bool is_possible = apply_is_possible(app, button);
        int style = is_possible ? STYLE_NORMAL : STYLE_NOTE;
        const char *name = _(button->name);
        int width = button_width(app, i), inner = width - 2;
        int left = (inner - text_width(name)) / 2;

        wrap_button(app, i, &row, &col);
        canvas_put(canvas, row, col, width, style, is_possible ? "[" : "(");
        canvas_put(canvas, row, col + width - 1, 1, style, is_possible ? "]" : ")");
        canvas_put(canvas, row, col + 1 + left, -1, style, name);
        canvas_put_spot(canvas, row, col, width, SPOT_BUTTON, (uint32_t)i);
        if (style == STYLE_NOTE) /* no change of style between two of them */
            canvas_fill(canvas, row, col + width, 1, style, " ");
        if (i == table_of(app)->menu)
            canvas_select(canvas, row, col, width);
        col += width + 1;
    }
    table_draw_pending(app, canvas, row);
}
