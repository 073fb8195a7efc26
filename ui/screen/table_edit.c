/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_edit.c - the edits of the main screen: at once, or through a form */
#include "ui/screen/table_edit.h"

#include "model/align/suggest.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/disk/partition_name.h"
#include "ui/app/ask_empty.h"
#include "ui/app/edit_say.h"
#include "ui/screen/form_row.h"
#include "ui/screen/screen.h"
#include "ui/screen/table_view.h"

static void do_delete(struct app *app)
{
    const struct extent *extent =
        edit_say_partition(app, _("There is no partition here to be deleted."));

    if (extent)
        (void)edit_say_do(app, &(struct edit){ .kind = EDIT_DELETE, .id = extent->id },
                          1); /* why not is on the message line */
}

static void do_boot(struct app *app)
{
    const struct extent *extent =
        edit_say_partition(app, _("There is no partition here to boot from."));

    if (!extent)
        return;
    struct edit edit = { .kind = EDIT_BOOT,
                         .id = extent->id,
                         .is_bootable = !extent->is_bootable };
    (void)edit_say_do(app, &edit, 1); /* as above */
}

static void do_sort(struct app *app)
{
    (void)edit_say_do(app, &(struct edit){ .kind = EDIT_SORT }, 1); /* as above */
}

static void do_convert(struct app *app)
{
    bool is_gpt = layout_label(app->layout)->kind == LABEL_GPT;
    struct edit edit = { .kind = EDIT_CONVERT,
                         .label = is_gpt ? LABEL_MSDOS : LABEL_GPT };

    (void)edit_say_do(app, &edit, 1); /* as above */
}

/* The one of LIST with the start of the Suggest column, which need not be the first. */
static const struct suggestion *suggested(const struct app *app,
                                          const struct extent *extent,
                                          const struct suggestion *list, size_t count)
{
    uint64_t best;

    for (size_t i = 0; suggest_best(app->layout, extent, &best) && i < count; i++) {
        if (list[i].start == best)
            return &list[i];
    }
    return &list[0];
}

/* The start of the Suggest column, where that costs no data. */
static void do_align(struct app *app)
{
    const struct extent *extent =
        edit_say_partition(app, _("There is no partition here to be aligned."));
    struct suggestion list[SUGGEST_MAX];
    CLEANUP(str_finish) struct str name = { 0 };

    if (!extent)
        return;
    partition_full_name(app->layout, extent, &name);
    size_t count = suggest_starts(app->layout, extent, app->grub_sectors, list);
    struct verdict verdict = judge_extent(app->layout, extent);
    CLEANUP(freep) char *reason = judge_reason(app->layout, extent, &verdict);
    if (verdict.grade == GRADE_HARMLESS)
        app_say(app, false, "%s: %s", str_text(&name), reason);
    else if (verdict.grade != GRADE_OFF)
        app_say(app, false, _("Partition %s does not start off its boundary."),
                str_text(&name));
    else if (count == 0)
        app_say(app, true, _("No other start would cure partition %s."), str_text(&name));
    else
        (void)edit_say_cure(app, extent,
                            suggested(app, extent, list, count)); /* as above */
}

/* What has a known content says so itself: the edit is refused with the reason. */
static void do_empty(struct app *app)
{
    const struct extent *extent =
        edit_say_partition(app, _("There is no partition here that could be empty."));

    if (!extent)
        return;
    if (ask_empty_applies(extent))
        ask_empty_open(app, extent, NULL);
    else
        (void)edit_say_do(app,
                          &(struct edit){ .kind = EDIT_CALL_EMPTY, .id = extent->id }, 1);
}

static void do_new(struct app *app)
{
    form_open(app, FORM_NEW);
}

static void do_resize(struct app *app)
{
    form_open(app, FORM_RESIZE);
}

static void do_start(struct app *app)
{
    form_open(app, FORM_MOVE);
}

static void do_name(struct app *app)
{
    form_open(app, FORM_NAME);
}

static void do_disk_id(struct app *app)
{
    form_open(app, FORM_DISK_ID);
}

static void do_repair(struct app *app)
{
    form_open(app, FORM_REPAIR);
}

/* What each action does; a repair may be made where nothing else may. */
static const struct row {
    enum action action;
    void (*run)(struct app *app);
    bool is_repairing;
} rows[] = {
    { ACTION_NEW, do_new, false },
    { ACTION_DELETE, do_delete, false },
    { ACTION_RESIZE, do_resize, false },
    { ACTION_MOVE, do_start, false },
    { ACTION_ALIGN, do_align, false },
    { ACTION_EMPTY, do_empty, false },
    { ACTION_TYPE, screen_types_open, false },
    { ACTION_NAME, do_name, false },
    { ACTION_BOOT, do_boot, false },
    { ACTION_SORT, do_sort, false },
    { ACTION_NEW_TABLE, screen_new_table_open, true },
    { ACTION_CONVERT, do_convert, false },
    { ACTION_DISK_ID, do_disk_id, false },
    { ACTION_REPAIR, do_repair, true },
};

static const struct row *row_of(enum action action)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        if (rows[i].action == action)
            return &rows[i];
    }
    return NULL;
}

bool table_edit_knows(enum action action)
{
    return row_of(action) != NULL;
}

void table_edit(struct app *app, enum action action)
{
    const struct row *row = row_of(action);

    if (row && edit_say_may(app, row->is_repairing))
        row->run(app);
}
