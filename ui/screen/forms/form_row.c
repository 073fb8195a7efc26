/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form_row.c - the table of forms, and functions that forms share */
#include "ui/screen/forms/form_row.h"

#include <stdio.h>
#include <string.h>

#include "model/align/advice.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/base/sum.h"
#include "model/disk/extent.h"
#include "model/disk/partition_name.h"
#include "model/edit/position.h"
#include "ui/app/disk.h"
#include "ui/app/trial.h"
#include "ui/screen/list/table_view.h"

static const struct form_row *const rows[FORM_COUNT] = {
    [FORM_NEW] = &form_new,         [FORM_RESIZE] = &form_resize,
    [FORM_MOVE] = &form_move,       [FORM_NAME] = &form_name,
    [FORM_DISK_ID] = &form_disk_id, [FORM_REPAIR] = &form_repair,
};

struct form *form_of(const struct app *app)
{
    return app->own[SCREEN_FORM];
}

const struct form_row *form_row_of(const struct app *app)
{
    return rows[form_of(app)->kind];
}

/* The layout that FORM leads to (layout_unref()), or NULL with the reason. */
static struct layout *form_lead(const struct app *app, const struct form *form,
                                struct form_edits *ret_edits, struct err *err)
{
    if (!form_row_of(app)->edits(app, form, ret_edits, err))
        return NULL;
    return trial_layout(app, ret_edits->at, ret_edits->count, err);
}

static bool form_is_possible(const struct app *app, const struct form *form,
                             struct err *err)
{
    struct form_edits edits;
    CLEANUP(layout_unrefp) struct layout *after = form_lead(app, form, &edits, err);

    return after != NULL;
}

static void note_wrong(const struct form *form, int index, const struct err *err,
                       struct form_attempt *attempt)
{
    attempt->is_wrong[index] = true;
    if (attempt->first_wrong < 0 || index == form->at)
        attempt->err = *err;
    if (attempt->first_wrong < 0)
        attempt->first_wrong = index;
}

/* Marks each text with which the form as it was offered is not possible. */
static void find_wrong(const struct app *app, struct form_attempt *attempt)
{
    const struct form *form = form_of(app);
    struct form offered = *form;
    struct err err = { 0 };

    for (int i = 0; i < form->count; i++)
        field_set(&offered.items[i].field, form->items[i].offered);
    if (!form_is_possible(app, &offered, &err))
        return; /* a choice or a tick is wrong */
    for (int i = 0; i < form->count; i++) {
        struct form one = offered;

        one.items[i] = form->items[i];
        err = (struct err){ 0 };
        if (!form_is_possible(app, &one, &err))
            note_wrong(form, i, &err, attempt);
    }
}

/* Where the texts are wrong together, marks the last one that would have to be another.
 */
static void find_conflict(const struct app *app, struct form_attempt *attempt)
{
    const struct form *form = form_of(app);
    const struct err together = attempt->err;

    for (int i = form->count - 1; i >= 0 && attempt->first_wrong < 0; i--) {
        struct form other = *form;
        struct err err = { 0 };

        field_set(&other.items[i].field, form->items[i].offered);
        if (form_is_possible(app, &other, &err))
            note_wrong(form, i, &together, attempt);
    }
}

struct form_attempt form_try(const struct app *app)
{
    struct form_attempt attempt = { .first_wrong = -1 };

    attempt.after = form_lead(app, form_of(app), &attempt.edits, &attempt.err);
    if (!attempt.after)
        find_wrong(app, &attempt);
    if (!attempt.after)
        find_conflict(app, &attempt);
    return attempt;
}

void form_refuse(struct app *app, int first_wrong)
{
    if (first_wrong >= 0 && first_wrong != form_of(app)->at)
        form_step(form_of(app), first_wrong - form_of(app)->at);
    struct form_attempt attempt = form_try(app);

    app_say(app, true, "%s", attempt.err.text);
}

/* False while more has to follow, or as with the bare number of a size, may follow. */
static bool form_is_complete(const struct app *app, enum form_what what, const char *text)
{
    const struct limits *limits = layout_limits(app->layout);
    uint64_t bytes = limits->size * limits->logical;
    struct sum_scale scale = { limits->logical, bytes, true, bytes, bytes };
    const char *digits = text + strspn(text, "0123456789");
    struct sum sum;

    if (what == FORM_SIZE && !*digits)
        return false;
    return sum_parse(text + (strncmp(text, "..", 2) ? 0 : 2), &scale, &sum, ERR_IGNORED);
}

/* What is not complete leaves what was told: it would be gone for one key. */
void form_tell_typed(struct app *app)
{
    struct form *form = form_of(app);
    enum form_what what = form->items[form->at].what;
    char text[256];

    form_text(form, what, text);
    if ((what != FORM_START && what != FORM_SIZE) || !*text) {
        form->told[0] = '\0';
        return;
    }
    if (!form_is_complete(app, what, text))
        return;
    struct form_attempt attempt = form_try(app);
    copy_text(form->told, sizeof(form->told), attempt.after ? "" : attempt.err.text);
    layout_unref(attempt.after);
}

void form_open(struct app *app, enum form_kind kind)
{
    struct form form = { .kind = kind };

    if (!rows[kind]->open(app, &form))
        return;
    form.items[form.at].field.is_fresh = true;
    *form_of(app) = form;
    app_push(app, SCREEN_FORM);
}

const struct extent *form_extent(const struct app *app, const struct form *form)
{
    return form->id ? layout_find(app->layout, form->id)
                    : layout_find_lba(app->layout, form->lba);
}

char *form_subject(const struct app *app)
{
    const struct extent *extent = form_extent(app, form_of(app));
    uint64_t logical = layout_limits(app->layout)->logical;
    char size[SIZE_TEXT];

    if (form_of(app)->kind == FORM_DISK_ID || form_of(app)->kind == FORM_REPAIR ||
        !extent)
        return xstrdup("");
    (void)size_format(extent->length * logical, SIZE_IEC, 0, size);
    if (extent->kind == EXTENT_FREE)
        return xasprintf(_("%1$s free from sector %2$llu"), size, (ull)extent->start);
    CLEANUP(str_finish) struct str name = { 0 };
    partition_full_name(app->layout, extent, &name);
    char word[CONTENT_NAME];
    const char *content = extent_word(extent, word);
    return xasprintf(_("Partition %1$s%2$s%3$s  %4$s"), str_text(&name),
                     *content ? "  " : "", content, size);
}

const struct extent *form_partition(const struct app *app, const struct form *form,
                                    struct err *err)
{
    const struct extent *extent = form_extent(app, form);

    if (!extent)
        (void)err_refuse(err, REFUSAL_PARTITION_GONE, "%s",
                         _("That partition is not there any more."));
    return extent;
}

bool form_can_take(const struct extent *beside, uint32_t parent)
{
    return beside && beside->kind == EXTENT_FREE && beside->role != ROLE_UNADDRESSABLE &&
           beside->parent == parent;
}

struct position_context form_context(const struct app *app, const struct extent *extent)
{
    const struct extent *next = layout_find_lba(app->layout, extent_end(extent));
    bool has_free = form_can_take(next, extent->parent);

    return (struct position_context){ .limits = layout_limits(app->layout),
                                      .label = layout_label(app->layout)->kind,
                                      .low = extent->start,
                                      .high = has_free
                                                  ? position_room_end(app->layout, next)
                                                  : extent_end(extent),
                                      .from = extent->start,
                                      .length = extent->length };
}

void form_add_beyond(const struct app *app, const struct extent *extent,
                     struct lines *ret)
{
    uint64_t low, high;

    label_usable(layout_label(app->layout), layout_limits(app->layout)->size, &low,
                 &high);
    LAYOUT_EACH (outer, app->layout) {
        if (outer->role != ROLE_UNADDRESSABLE || outer->start < high ||
            form_context(app, extent).high != high || !app_is_listed(app->layout, outer))
            continue;
        CLEANUP(freep) char *beyond = table_beyond(app, outer);
        lines_add(ret, "%s", beyond);
    }
}

void form_size_text(const struct limits *limits, uint64_t sectors, char *buf, size_t size)
{
    unsigned long long bytes = sectors * limits->logical;

    /* The longest text has 20 digits and a unit. */
    if (bytes % (1 << 30) == 0)
        (void)snprintf(buf, size, "%lluGiB", bytes >> 30);
    else if (bytes % (1 << 20) == 0)
        (void)snprintf(buf, size, "%lluMiB", bytes >> 20);
    else
        (void)snprintf(buf, size, "%llus", (unsigned long long)sectors);
}

void form_add_commands(const struct app *app, const struct form *form,
                       const struct layout *after, struct lines *ret)
{
    CLEANUP(lines_finish) struct lines first = { 0 };
    CLEANUP(lines_finish) struct lines then = { 0 };

    (void)form;
    if (!after)
        return;
    advice_for(app->layout, after, app->info.path, disk_info_is_file(&app->info), &first,
               &then);
    lines_append(ret, &first);
    if (then.count)
        lines_add(ret, "%s", _("After the write:"));
    lines_append(ret, &then);
}

uint32_t form_changed(const struct app *app, const struct form_attempt *attempt)
{
    const struct form_edits *edits = &attempt->edits;

    if (edits->count == 0)
        return form_of(app)->id;
    size_t last =
        edits->count - 1; /* the container is created before the partition inside it */
    return edits->at[last].kind == EDIT_CREATE ? trial_id(last) : edits->at[0].id;
}

void form_draw_rulers(const struct app *app, struct canvas *canvas, int row, int count,
                      const struct form_attempt *attempt)
{
    uint32_t id = form_changed(app, attempt);
    const struct extent *extent = attempt->after ? layout_find(attempt->after, id) : NULL;
    bool is_end_alone = count == 1 && form_of(app)->kind == FORM_RESIZE;
    struct app then = *app;

    then.layout = attempt->after;
    for (int i = 0; extent && i < count; i++) {
        bool is_end = i || is_end_alone;
        uint64_t lba = is_end ? extent_end(extent) : extent->start;
        table_draw_ruler(&then, canvas, row + i * FORM_RULER_ROWS, 1,
                         (struct edge){ lba, is_end, extent }, NULL);
    }
}
