/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_small.c - the main screen on small terminals: no map box, ruler or buttons */
#include "ui/screen/list/table_view.h"

#include <string.h>

#include "model/align/judge.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/text.h"
#include "model/disk/note_weight.h"
#include "ui/app/apply.h"
#include "ui/app/disk.h"
#include "ui/app/foot.h"
#include "ui/app/keymap.h"
#include "ui/draw/bar.h"
#include "ui/screen/frame/frame.h"

static char *head_summary(const struct layout *layout, struct judge_summary sum)
{
    if (layout_note_find(layout, NOTE_MOVE_IN_PROGRESS))
        return xstrdup(_("! moving"));
    if (note_has_damage(layout))
        /* TRANSLATORS: state of the partitions, at most 10 columns each */
        return xstrdup(_("! damaged"));
    if (sum.off)
        return xasprintf(_("! %1$u of %2$u"), sum.off, sum.judged);
    return sum.judged ? xasprintf(_("%u ok"), sum.judged) : xstrdup("-");
}

/* Returns "/dev/sda 931.5 GiB msdos"; free(). */
static char *head_text(const struct app *app, bool is_short)
{
    const struct limits *limits = layout_limits(app->layout);
    uint64_t bytes = limits->size * limits->logical;
    char size[SIZE_TEXT];

    return xasprintf("%s %s %s", app->info.path,
                     is_short ? size_format_short(bytes, size)
                              : size_format_iec(bytes, size),
                     label_name(layout_label(app->layout)));
}

static void small_draw_head(const struct app *app, struct canvas *canvas)
{
    CLEANUP(freep) char *right = head_summary(app->layout, judge_all(app->layout));
    int room = app->cols - 3 - text_width(right) - 2;
    CLEANUP(freep) char *whole = head_text(app, false);
    CLEANUP(freep)
    char *text = head_text(app, frame_title_min_width(app, whole) > room);
    CLEANUP(freep) char *left = frame_title(app, text, room);

    canvas_fill(canvas, 0, 0, app->cols, STYLE_HEADER, " ");
    canvas_put(canvas, 0, 1, room, STYLE_HEADER, left);
    canvas_put(canvas, 0, app->cols - 2 - text_width(right), -1, STYLE_HEADER, right);
}

/* The complete arithmetic of the edge if it fits, else its distance past the boundary. */
static char *proof_text(const struct app *app)
{
    struct edge edge = table_edge(app);
    const struct limits *limits = layout_limits(app->layout);
    uint64_t past = align_past(limits_physical_grid(limits), edge.lba);
    CLEANUP(freep) char *brief = table_pointer_brief(app, edge);
    char size[SIZE_TEXT];

    if (text_width(brief) <= app->cols - 2)
        return TAKE(brief);
    return xasprintf(_("%1$llu: %2$llu s past a %3$s boundary"), (ull)edge.lba, (ull)past,
                     size_format_iec(limits->physical, size));
}

/* Shows arithmetic and cures of a misaligned start or a chosen edge; else a sentence. */
static void small_draw_text(const struct app *app, struct canvas *canvas, int row)
{
    const struct extent *extent = layout_find(app->layout, app->shown);
    struct verdict verdict = { .grade = GRADE_HARMLESS };
    int width = app->cols - 2;

    CLEANUP(freep) char *state = table_state_text(app, width, 2);
    if (state) {
        canvas_put_wrapped(canvas, row, 1, width, 2, 0, STYLE_OFF, state);
        return;
    }
    if (extent)
        verdict = judge_extent(app->layout, extent);
    if (table_is_start_off(&verdict) || app->is_edge_set || app->shows_end) {
        CLEANUP(freep) char *proof = proof_text(app);
        CLEANUP(freep) char *cures = table_cures(app, width);

        canvas_put(canvas, row, 1, width, STYLE_NORMAL, proof);
        canvas_put(canvas, row + 1, 1, width, STYLE_NORMAL, cures);
        return;
    }
    CLEANUP(freep)
    char *sentence = extent && !extent_is_partition(extent) && !extent_is_damaged(extent)
                         ? table_first_starts(app, extent)
                         : table_sentence(app);
    canvas_put_wrapped(canvas, row, 1, width, 2, 0, STYLE_NORMAL, sentence);
}

/* Where something is off, what fixes all stands in place of an undo that has nothing to
 * take back. */
static void small_draw_keys(const struct app *app, struct canvas *canvas, int row)
{
    struct foot_item keys[] = {
        { ACTION_PRESS, NULL },      { ACTION_NEW, N_("new") },
        { ACTION_UNDO, N_("undo") }, { ACTION_WRITE, N_("write") },
        { ACTION_HELP, N_("help") }, { ACTION_QUIT, N_("quit") },
    };
    bool has_fix = apply_is_possible(app, keymap_row(app, ACTION_FIX));

    if (!app_pending(app) && has_fix && judge_all(app->layout).off)
        keys[2] = (struct foot_item){ ACTION_FIX, N_("fix all") };
    table_draw_keys(app, canvas, row, row + 1, keys, ARRAY_SIZE(keys));
}

static bool has_space_before(const struct app *app, const struct canvas *canvas, int row,
                             const char *text)
{
    int col = app->cols - 2 - text_width(text);

    return !strcmp(canvas_at(canvas, row, col - 1)->text, " ") &&
           !strcmp(canvas_at(canvas, row, col)->text, " ");
}

/* Counts the pending changes behind the keys, where they leave space; shortest form "*2".
 * */
static void small_draw_pending(const struct app *app, struct canvas *canvas, int row)
{
    /* TRANSLATORS: changes, at the end of a row of 40 columns */
    CLEANUP(freep)
    char *text = xasprintf(ngettext("%zu pending", "%zu pending", app_pending(app)),
                           app_pending(app));
    CLEANUP(freep) char *brief = xasprintf("*%zu", app_pending(app));
    const char *shown = has_space_before(app, canvas, row, text) ? text : brief;

    if (!has_space_before(app, canvas, row, shown) ||
        (shown == brief && !app_pending(app)))
        return;
    canvas_put(canvas, row, app->cols - 2 - text_width(shown), -1,
               app_pending(app) ? STYLE_CHANGED : STYLE_NOTE, shown);
}

void table_draw_small(const struct app *app, struct canvas *canvas, int max_rows,
                      const struct extent *const *rows, size_t count)
{
    int last = app->rows - 1;

    small_draw_head(app, canvas);
    bar_draw_line(canvas, 1, 1, app->cols - 3, app->layout, app->shown);
    table_draw(app, canvas, 2, max_rows, rows, count);
    small_draw_keys(app, canvas, last - 1);
    small_draw_pending(app, canvas, last);
    if (!foot_message(app, canvas, last - 3, last - 2))
        small_draw_text(app, canvas, last - 3);
}
