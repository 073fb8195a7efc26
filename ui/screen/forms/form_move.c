/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form_move.c - the form for another start of a partition, with its data */
#include <stdio.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/disk/extent.h"
#include "model/disk/partition_name.h"
#include "model/edit/position.h"
#include "ui/app/apply.h"
#include "ui/app/ask_empty.h"
#include "ui/app/disk.h"
#include "ui/screen/forms/form_row.h"

/* The property that is kept when the start changes. */
enum { KEEP_SIZE, KEEP_END };
static const char *const keeps[] = { N_("size"), N_("end"), NULL };

/* Returns the range of EXTENT and the free space at both sides. */
static struct position_context form_move_context(const struct app *app,
                                                 const struct extent *extent)
{
    const struct extent *before =
        extent->start ? layout_find_lba(app->layout, extent->start - 1) : NULL;
    struct position_context context = form_context(app, extent);

    if (form_can_take(before, extent->parent))
        context.low = before->start;
    return context;
}

static bool form_move_parse(const struct app *app, const struct form *form, uint64_t *ret,
                            struct err *err)
{
    const struct extent *extent = form_partition(app, form, err);
    char text[256];
    bool is_exact;

    if (!extent)
        return false;
    struct position_context context = form_move_context(app, extent);
    return position_parse_start(form_text(form, FORM_START, text), &context, ret,
                                &is_exact, err);
}

static bool form_move_edits(const struct app *app, const struct form *form,
                            struct form_edits *ret, struct err *err)
{
    const struct extent *extent = form_extent(app, form);
    struct edit edit = { .kind = EDIT_RESIZE };

    if (!form_move_parse(app, form, &edit.start, err))
        return false;
    edit.id = extent->id;
    edit.length = extent->length;
    if (apply_moves_data(extent))
        edit = (struct edit){
            .kind = EDIT_MOVE, .id = extent->id, .start = edit.start, .carries_data = true
        };
    if (form_chosen(form, FORM_KEEP) == KEEP_END) {
        if (edit.start >= extent_end(extent))
            return err_refuse(err, REFUSAL_START_AFTER_END, "%s",
                              _("The start must lie before the end."));
        edit.length = extent_end(extent) - edit.start;
    }
    ret->at[0] = edit;
    ret->count = edit.start != extent->start;
    return true;
}

static bool form_move_open(struct app *app, struct form *form)
{
    const struct extent *extent = app_selected(app);
    bool has_data = apply_moves_data(extent);
    char start[32];

    if (has_data && !apply_can_move(app, extent))
        return false;
    if (ask_empty_applies(extent)) {
        ask_empty_open(app, extent, NULL);
        return false;
    }
    form->id = extent->id;
    (void)snprintf(start, sizeof(start), "%llu", (ull)extent->start);
    form_add_text(form, FORM_START, N_("Start"), start);
    if (!has_data) /* its size is kept */
        form_add_choice(form, FORM_KEEP, N_("Keep"), keeps, KEEP_SIZE);
    return true;
}

static char *form_move_item_note(const struct app *app, const struct form *form,
                                 const struct form_item *item)
{
    struct err err = { 0 };
    uint64_t start;

    if (item->what != FORM_START || !form_move_parse(app, form, &start, &err))
        return NULL; /* the error is shown below the items */
    struct position_context context = form_move_context(app, form_extent(app, form));
    return position_start_words(&context, start);
}

static void add_data_note(const struct app *app, const struct extent *extent,
                          struct lines *ret)
{
    uint64_t bytes = extent->length * layout_limits(app->layout)->logical;
    char size[SIZE_TEXT];

    lines_add(ret, _("%s of data are moved with it, whole and compared afterwards."),
              size_format(bytes, SIZE_IEC, 0, size));
}

static void form_move_notes(const struct app *app, const struct form *form,
                            const struct layout *after, struct lines *ret)
{
    const struct extent *extent = form_extent(app, form);

    (void)after;
    if (!extent)
        return;
    struct position_context context = form_move_context(app, extent);
    lines_add(ret, _("There is room from sector %1$llu to %2$llu."), (ull)context.low,
              (ull)context.high - 1);
    form_add_beyond(app, extent, ret);
    if (apply_moves_data(extent))
        add_data_note(app, extent, ret);
    else if (extent->content.inside.kind == INSIDE_SWAP)
        lines_add(ret, "%s",
                  _("The swap area is made again there, with the same UUID and label."));
}

const struct form_row form_move = {
    .title = N_("Another start"),
    .has_map = true,
    .open = form_move_open,
    .edits = form_move_edits,
    .item_note = form_move_item_note,
    .add_notes = form_move_notes,
};
