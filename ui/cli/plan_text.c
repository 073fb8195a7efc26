/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_text.c - the plan for a whole disk as text */
#include "ui/cli/plan_text.h"

#include "model/base/columns.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "ui/draw/text.h"

enum { COLUMN_STEP, COLUMN_WHAT, COLUMN_FROM, COLUMN_TO, COLUMN_DATA, COLUMN_COUNT };

struct plan_text {
    const struct layout *layout;
    const struct moves *moves;
    int width; /* of lines, columns */
    struct str *out;
};

static void add_plan_line(const struct plan_text *text, int indent, const char *sentence)
{
    text_add_wrapped(text->out, sentence, indent, 0, text->width);
}

/* --- the steps --- */

static unsigned number_behind_ebr(const struct layout *layout, uint32_t ebr)
{
    LAYOUT_EACH (extent, layout)
        if (extent->kind == EXTENT_LOGICAL && extent->ebr == ebr)
            return extent->number;
    return 0;
}

/* TRANSLATORS: cells of the column "What", 30 columns wide. */
static char *what_words(const struct layout *layout, const struct moves_step *step)
{
    const struct extent *extent = layout_find(layout, step->id);
    char content[CONTENT_NAME];

    if (extent->role == ROLE_EBR)
        return xasprintf(_("EBR of partition %u"), number_behind_ebr(layout, step->id));
    if (extent->kind == EXTENT_EXTENDED)
        return xasprintf(step->is_end ? _("end of container %u")
                                      : _("start of container %u"),
                         extent->number);
    return xasprintf(_("partition %1$u %2$s"), extent->number,
                     content_name(&extent->content, content));
}

static const char *data_words(const struct layout *layout, const struct moves_step *step,
                              char size[SIZE_TEXT])
{
    if (step->action == MOVES_DATA)
        return moves_size(layout, step->sectors, size);
    return step->action == MOVES_REMAKE ? _("made anew") : _("none");
}

static void add_step_rows(const struct plan_text *text, struct columns *columns)
{
    char size[SIZE_TEXT];

    for (size_t i = 0; i < text->moves->step_count; i++) {
        const struct moves_step *step = &text->moves->steps[i];
        CLEANUP(freep) char *what = what_words(text->layout, step);
        columns_row(columns);
        columns_set(columns, COLUMN_STEP, "%zu", i + 1);
        columns_set(columns, COLUMN_WHAT, "%s", what);
        columns_set(columns, COLUMN_FROM, "%llu", (ull)step->from);
        columns_set(columns, COLUMN_TO, "%llu", (ull)step->to);
        columns_set(columns, COLUMN_DATA, "%s", data_words(text->layout, step, size));
    }
}

static void add_steps(const struct plan_text *text)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(COLUMN_COUNT);

    columns_head(columns, COLUMN_STEP, true, _("Step"));
    columns_head(columns, COLUMN_WHAT, false, _("What"));
    columns_head(columns, COLUMN_FROM, true, _("From"));
    columns_head(columns, COLUMN_TO, true, _("To"));
    columns_head(columns, COLUMN_DATA, true, _("Data"));
    add_step_rows(text, columns);
    columns_write(columns, 0, text->out);
    str_add(text->out, "\n");
}

static void add_plan(const struct plan_text *text)
{
    const struct moves *moves = text->moves;
    char size[SIZE_TEXT];

    if (!moves->step_count) {
        add_plan_line(text, 0,
                      moves->left_count ? _("Nothing else has to be changed.")
                                        : _("All starts are in place: nothing has to be "
                                            "changed."));
        return;
    }
    add_steps(text);
    if (!moves->sectors) {
        add_plan_line(text, 0, _("No data has to be moved."));
        return;
    }
    CLEANUP(freep)
    char *sum =
        xasprintf(_("Data to move: %s"), moves_size(text->layout, moves->sectors, size));
    add_plan_line(text, 0, sum);
}

/* --- no plan --- */

static void add_lack(const struct plan_text *text)
{
    CLEANUP(freep) char *lack = moves_lack_words(text->layout, text->moves);
    CLEANUP(freep) char *whole = xasprintf(_("There is no such plan. %s"), lack);

    add_plan_line(text, 0, whole);
    for (size_t i = 0; i < text->moves->relief_count; i++) {
        CLEANUP(freep)
        char *words = moves_relief_words(text->layout, &text->moves->reliefs[i]);
        add_plan_line(text, 2, words);
    }
}

/* --- the whole --- */

static void add_left(const struct plan_text *text)
{
    const struct moves *moves = text->moves;

    for (size_t i = 0; i < moves->left_count; i++) {
        const struct extent *extent = layout_find(text->layout, moves->left[i].id);
        CLEANUP(freep) char *why = pin_words(text->layout, extent, moves->left[i].why);
        CLEANUP(freep)
        char *stays = xasprintf(_("Partition %u should be moved, but stays where it is:"),
                                extent->number);
        add_plan_line(text, 0, stays);
        add_plan_line(text, 2, why);
    }
    if (moves->left_count)
        str_add(text->out, "\n");
}

void plan_text(const struct report_disk *disk, const struct moves_want *want,
               const struct moves *moves, int width, struct str *ret)
{
    struct plan_text text = { disk->info->layout, moves, width, ret };
    const struct limits *limits = layout_limits(text.layout);
    CLEANUP(freep) char *path = utf8_clean(disk->info->path);
    char grid[SIZE_TEXT];

    (void)size_format_exact(want->aim == MOVES_MIB ? limits->grain : limits->physical,
                            grid);
    str_printf(ret, _("%1$s  starts on boundaries of %2$s"), path, grid);
    str_add(ret, "\n\n");
    add_left(&text);
    if (moves->is_possible)
        add_plan(&text);
    else
        add_lack(&text);
}
