/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form_new.c - the form for a new partition: start, size, kind, type, name */
#include <stdio.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/edit/position.h"
#include "ui/app/disk.h"
#include "ui/app/trial.h"
#include "ui/app/type_pick.h"
#include "ui/screen/forms/form_row.h"
#include "ui/screen/list/table_view.h"

enum kind { KIND_PRIMARY, KIND_EXTENDED, KIND_LOGICAL };

static const char *const kinds[] = { N_("primary"), N_("extended"), NULL };
/* Without an extended partition, one is created for the first logical partition. */
static const char *const all_kinds[] = { N_("primary"), N_("extended"), N_("logical"),
                                         NULL };

/* Where the new partition can lie, given the kind chosen in the form. */
struct place {
    enum extent_kind kind;          /* of the new partition */
    struct edit container;          /* created first, over the whole free space, ... */
    bool has_container;             /* ... if this is true */
    uint64_t start, end;            /* the default range */
    struct position_context around; /* for parsing the start */
};

static bool is_in_container(const struct extent *free)
{
    return free->parent != 0;
}

static enum extent_kind form_new_kind(const struct form *form, const struct extent *free)
{
    static const enum extent_kind made[] = {
        [KIND_PRIMARY] = EXTENT_PARTITION,
        [KIND_EXTENDED] = EXTENT_EXTENDED,
        [KIND_LOGICAL] = EXTENT_LOGICAL,
    };

    return is_in_container(free) ? EXTENT_LOGICAL : made[form_chosen(form, FORM_EXTENT)];
}

static bool refuse_small_space(struct err *err)
{
    return err_refuse(
        err, REFUSAL_FREE_SPACE_TOO_SMALL, "%s",
        _("This free space has no room for a partition: select another one."));
}

/* Sets the default range and the limits of PLACE from FREE, an extent of LAYOUT. */
static bool set_range(const struct layout *layout, const struct extent *free,
                      struct place *place, struct err *err)
{
    if (!position_default(layout, free, is_in_container(free), &place->start,
                          &place->end))
        return refuse_small_space(err);
    place->around.low = free->start;
    place->around.high = position_room_end(layout, free);
    place->around.from = place->start;
    return true;
}

/* Sets a container over the whole free space, and the range inside it. */
static bool add_container(const struct app *app, struct place *place, struct err *err)
{
    place->has_container = true;
    place->container = (struct edit){ .kind = EDIT_CREATE,
                                      .extent = EXTENT_EXTENDED,
                                      .start = place->start,
                                      .length = place->end - place->start };
    CLEANUP(layout_unrefp)
    struct layout *layout = trial_layout(app, &place->container, 1, err);
    if (!layout)
        return false;
    const struct extent *free = layout_find_lba(layout, place->end - 1);
    if (!free || !is_in_container(free))
        return refuse_small_space(err);
    return set_range(layout, free, place, err);
}

static bool find_place(const struct app *app, const struct form *form, struct place *ret,
                       struct err *err)
{
    const struct extent *free = form_extent(app, form);

    if (!free || free->kind != EXTENT_FREE)
        return err_refuse(err, REFUSAL_FREE_SPACE_GONE, "%s",
                          _("That space is not free any more: select another one."));
    *ret = (struct place){ .kind = form_new_kind(form, free),
                           .around = { .limits = layout_limits(app->layout) } };
    if (!set_range(app->layout, free, ret, err))
        return false;
    return ret->kind != EXTENT_LOGICAL || is_in_container(free) ||
           add_container(app, ret, err);
}

static struct position_context context_from(const struct place *place, uint64_t start)
{
    struct position_context context = place->around;

    context.low = context.from = start;
    return context;
}

static bool parse_range(const struct form *form, const struct place *place,
                        uint64_t *ret_start, uint64_t *ret_length, struct err *err)
{
    char start_text[256], length_text[256];
    bool is_exact;

    form_text(form, FORM_START, start_text);
    form_text(form, FORM_SIZE, length_text);
    if (!position_parse_start(start_text, &place->around, ret_start, &is_exact, err))
        return false;
    struct position_context context = context_from(place, *ret_start);
    return position_parse_size(length_text, &context, ret_length, err);
}

static bool form_new_edits(const struct app *app, const struct form *form,
                           struct form_edits *ret, struct err *err)
{
    struct edit edit = { .kind = EDIT_CREATE };
    struct place place;
    char text[256];

    if (!find_place(app, form, &place, err) ||
        !parse_range(form, &place, &edit.start, &edit.length, err))
        return false;
    edit.extent = place.kind;
    enum label_kind kind = layout_label(app->layout)->kind;
    if (edit.extent != EXTENT_EXTENDED &&
        !type_pick_parse(kind, form_text(form, FORM_TYPE, text), edit.type, err))
        return false;
    copy_text(edit.name, sizeof(edit.name), form_text(form, FORM_LABEL, text));
    ret->count = 0;
    if (place.has_container)
        ret->at[ret->count++] = place.container;
    ret->at[ret->count++] = edit;
    return true;
}

/* Writes "100%", which adapts to the start, or the default end if the two differ. */
static void proposed_size(const struct place *place, char *buf, size_t size)
{
    struct position_context context = context_from(place, place->start);
    struct err err = { 0 };
    uint64_t length;

    copy_text(buf, size, "100%");
    if (!position_parse_size(buf, &context, &length, &err) ||
        place->start + length != place->end)
        (void)snprintf(buf, size, "..%llus", (ull)place->end - 1);
}

/* Returns the selected free space of any size, else the largest of at least a
 * grain, in the usable range if there is one. */
static const struct extent *free_space(const struct app *app)
{
    const struct extent *best = app_selected(app);
    uint64_t min_length =
        layout_limits(app->layout)->grain / layout_limits(app->layout)->logical;

    if (best && best->kind == EXTENT_FREE)
        return best;
    best = NULL;
    LAYOUT_EACH (extent, app->layout) {
        bool is_usable = extent->role != ROLE_UNADDRESSABLE;
        bool was_usable = best && best->role != ROLE_UNADDRESSABLE;
        if (extent->kind == EXTENT_FREE && extent->length >= min_length &&
            (!best || is_usable > was_usable ||
             (is_usable == was_usable && extent->length >= best->length)))
            best = extent;
    }
    return best;
}

static bool form_new_open(struct app *app, struct form *form)
{
    const struct extent *free = free_space(app);
    bool is_msdos = layout_label(app->layout)->kind == LABEL_MSDOS;
    struct err err = { 0 };
    struct place place;
    char start[32], size[32];

    if (!free) {
        app_say(app, true, "%s", _("There is no free space for a new partition."));
        return false;
    }
    if (free->role == ROLE_UNADDRESSABLE) {
        CLEANUP(freep) char *beyond = table_beyond(app, free);
        app_say(app, true, "%s", beyond);
        return false;
    }
    form->lba = free->start;
    if (!find_place(app, form, &place, &err)) {
        app_say(app, true, "%s", err.text);
        return false;
    }
    (void)snprintf(start, sizeof(start), "%llu", (ull)place.start);
    form_add_text(form, FORM_START, N_("Start"), start);
    proposed_size(&place, size, sizeof(size));
    form_add_text(form, FORM_SIZE, N_("Size"), size);
    if (is_msdos && !is_in_container(free))
        form_add_choice(form, FORM_EXTENT, N_("Kind"),
                        layout_find_container(app->layout) ? kinds : all_kinds,
                        KIND_PRIMARY);
    form_add_text(form, FORM_TYPE, N_("Type"), TYPE_PICK_USUAL);
    if (!is_msdos)
        form_add_text(form, FORM_LABEL, N_("Name"), "");
    form->at = 1; /* the size: the default start is usually right */
    return true;
}

static char *size_note(const struct form *form, const struct place *place)
{
    struct err err = { 0 };
    uint64_t start, length;

    if (!parse_range(form, place, &start, &length, &err))
        return NULL; /* the error is shown below the items */
    struct position_context context = context_from(place, start);
    return position_size_words(&context, length);
}

static char *start_note(const struct form *form, const struct place *place)
{
    struct err err = { 0 };
    uint64_t start;
    char text[256];
    bool is_exact;

    form_text(form, FORM_START, text);
    if (!position_parse_start(text, &place->around, &start, &is_exact, &err))
        return NULL; /* the error is shown below the items */
    return position_start_words(&place->around, start);
}

static char *form_new_item_note(const struct app *app, const struct form *form,
                                const struct form_item *item)
{
    enum label_kind kind = layout_label(app->layout)->kind;
    struct err err = { 0 };
    struct place place;
    char text[256];

    if (!find_place(app, form, &place, &err))
        return NULL; /* the error is shown below the items */
    if (item->what == FORM_START)
        return start_note(form, &place);
    if (item->what == FORM_SIZE)
        return size_note(form, &place);
    if (item->what == FORM_TYPE && place.kind != EXTENT_EXTENDED)
        return type_pick_note(kind, form_text(form, FORM_TYPE, text));
    return NULL;
}

/* Adds a line for each content without an entry that the new partition would lie over.
 * Returns how many there are. */
static size_t add_lost_notes(const struct app *app, const struct extent *made,
                             struct lines *ret)
{
    size_t count = 0;

    for (size_t i = 0; i < app->found.count; i++) {
        const struct found_item *item = &app->found.at[i];
        uint64_t end = item->found.start + item->found.length;
        if (item->partition || item->outer ||
            !extent_overlaps(made, item->found.start, end))
            continue;
        CLEANUP(freep) char *words = found_item_words(app->layout, item);
        lines_add(ret,
                  _("At sector %1$llu begins %2$s: lost? V gives it an entry; a file "
                    "system made here destroys it."),
                  (ull)item->found.start, words);
        count++;
    }
    return count;
}

static void form_new_notes(const struct app *app, const struct form *form,
                           const struct layout *after, struct lines *ret)
{
    struct form_attempt attempt = { .first_wrong = -1 };
    struct err ignored = { 0 };

    if (!after || !form_new_edits(app, form, &attempt.edits, &ignored))
        return;
    const struct extent *made = layout_find(after, form_changed(app, &attempt));
    if (!made || !extent_holds_data(made) || !add_lost_notes(app, made, ret))
        form_add_commands(app, form, after, ret);
}

/* Adapts a start that the user has not changed: a logical partition needs space for its
 * EBR before it. */
static void form_new_follow(const struct app *app, const struct form *was,
                            struct form *form)
{
    struct err err = { 0 };
    struct place before, now;
    char text[256], start[32];

    if (!find_place(app, was, &before, &err) || !find_place(app, form, &now, &err))
        return; /* the error is shown below the items */
    (void)snprintf(start, sizeof(start), "%llu", (ull)before.start);
    if (strcmp(form_text(form, FORM_START, text), start) != 0)
        return;
    (void)snprintf(start, sizeof(start), "%llu", (ull)now.start);
    form_set_text(form, FORM_START, start);
}

const struct form_row form_new = {
    .title = N_("New partition"),
    .has_map = true,
    .open = form_new_open,
    .edits = form_new_edits,
    .item_note = form_new_item_note,
    .add_notes = form_new_notes,
    .follow = form_new_follow,
};
