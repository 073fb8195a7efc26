/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_edit.c - actions of the main screen that edit, at once or through a form */
#include "ui/screen/frame/screen.h"

#include "model/align/suggest.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/disk/partition_name.h"
#include "model/edit/gpt_fit.h"
#include "ui/app/apply.h"
#include "ui/app/ask_empty.h"
#include "ui/app/disk.h"
#include "ui/app/marks.h"
#include "ui/screen/forms/form_row.h"

/* A refused edit is reported on the message line. */
static struct effect apply_edit(struct app *app, struct edit edit)
{
    (void)apply_edits(app, &edit, 1);
    return effect_none;
}

struct effect table_delete(struct app *app)
{
    (void)marks_apply(app, &(struct edit){ .kind = EDIT_DELETE });
    return effect_none;
}

struct effect table_boot(struct app *app)
{
    return apply_edit(app,
                      (struct edit){ .kind = EDIT_BOOT,
                                     .id = app->selected,
                                     .is_bootable = !app_selected(app)->is_bootable });
}

struct effect table_sort(struct app *app)
{
    return apply_edit(app, (struct edit){ .kind = EDIT_SORT });
}

/* A GPT that comes back has its entries as they are on the disk. */
struct effect table_convert(struct app *app)
{
    const struct label *base = layout_label(queue_base(app->queue));
    bool is_gpt = layout_label(app->layout)->kind == LABEL_GPT;
    struct edit edit = { .kind = EDIT_CONVERT,
                         .label = is_gpt ? LABEL_MSDOS : LABEL_GPT };

    if (!is_gpt && base->kind == LABEL_GPT && !base->written_for) {
        edit.entries = base->entries;
        edit.entries_lba = base->entries_lba;
    }
    gpt_fit_edits(app->layout, &edit, 1, &app->info.front);
    return apply_edit(app, edit);
}

struct effect table_align(struct app *app)
{
    const struct extent *extent = app_selected(app);
    struct suggestion best, alone;
    CLEANUP(str_finish) struct str name = { 0 };

    partition_full_name(app->layout, extent, &name);
    struct verdict verdict = judge_extent(app->layout, extent);
    CLEANUP(freep) char *reason = judge_reason(app->layout, extent, &verdict);
    if (verdict.grade == GRADE_HARMLESS)
        app_say(app, false, "%s: %s", str_text(&name), reason);
    else if (verdict.grade != GRADE_OFF)
        app_say(app, false, _("Partition %s does not start off its boundary."),
                str_text(&name));
    else if (!suggest_best(app->layout, extent, app->context, &best))
        app_say(app, true, _("No other start would cure partition %s."), str_text(&name));
    else if (apply_has_ways(app, extent, &best, &alone))
        app_push(app, SCREEN_ALIGN);
    else
        (void)apply_suggestion(app, extent, &best);
    return effect_none;
}

struct effect table_empty(struct app *app)
{
    const struct extent *extent = app_selected(app);

    if (app_screen(app) == SCREEN_EMPTY) {
        ask_empty_accept(app);
        return effect_none;
    }
    if (!ask_empty_applies(extent))
        return apply_edit(app,
                          (struct edit){ .kind = EDIT_CALL_EMPTY, .id = extent->id });
    ask_empty_open(app, extent, NULL);
    return effect_none;
}

static struct effect open_form(struct app *app, enum form_kind kind)
{
    form_open(app, kind);
    return effect_none;
}

struct effect table_new(struct app *app)
{
    return open_form(app, FORM_NEW);
}

struct effect table_resize(struct app *app)
{
    return open_form(app, FORM_RESIZE);
}

struct effect table_move(struct app *app)
{
    return open_form(app, FORM_MOVE);
}

struct effect table_disk_id(struct app *app)
{
    return open_form(app, FORM_DISK_ID);
}

struct effect table_repair(struct app *app)
{
    form_open(app, FORM_REPAIR);
    return (struct effect){ .kind = app->search.is_wanted ? EFFECT_SEARCH : EFFECT_NONE };
}
