/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form_resize.c - the form for another size or end */
#include "model/align/advice.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/disk/extent.h"
#include "model/edit/edit.h"
#include "model/edit/position.h"
#include "ui/app/ask_empty.h"
#include "ui/app/disk.h"
#include "ui/app/keymap.h"
#include "ui/screen/forms/form_row.h"

static bool form_resize_parse(const struct app *app, const struct form *form,
                              const struct extent *extent, uint64_t *ret, struct err *err)
{
    struct position_context context = form_context(app, extent);
    char text[256];

    return position_parse_size(form_text(form, FORM_SIZE, text), &context, ret, err);
}

static bool form_resize_edits(const struct app *app, const struct form *form,
                              struct form_edits *ret, struct err *err)
{
    const struct extent *extent = form_partition(app, form, err);
    struct edit edit = { .kind = EDIT_RESIZE };

    if (!extent || !form_resize_parse(app, form, extent, &edit.length, err))
        return false;
    edit.id = extent->id;
    edit.start = extent->start;
    ret->at[0] = edit;
    ret->count = edit.length != extent->length;
    return true;
}

static bool form_resize_open(struct app *app, struct form *form)
{
    const struct extent *extent = app_selected(app);
    char text[64];

    form->id = extent->id;
    form_size_text(layout_limits(app->layout), extent->length, text, sizeof(text));
    form_add_text(form, FORM_SIZE, N_("Size"), text);
    return true;
}

static char *form_resize_item_note(const struct app *app, const struct form *form,
                                   const struct form_item *item)
{
    struct err err = { 0 };
    const struct extent *extent = form_partition(app, form, &err);
    uint64_t length;

    (void)item;
    if (!extent || !form_resize_parse(app, form, extent, &length, &err))
        return NULL; /* the error is shown below the items */
    struct position_context context = form_context(app, extent);
    return position_size_words(&context, length);
}

/* "41943040 s = 20 GiB". */
static char *sectors_text(const struct limits *limits, uint64_t sectors)
{
    char size[SIZE_TEXT];

    return xasprintf("%llu s = %s", (ull)sectors,
                     size_format_iec(sectors * limits->logical, size));
}

static void add_max_note(const struct app *app, const struct extent *extent,
                         struct lines *ret)
{
    uint64_t end = form_context(app, extent).high;
    CLEANUP(freep)
    char *max = sectors_text(layout_limits(app->layout), end - extent->start);

    if (end > extent_end(extent))
        lines_add(ret, _("At most %s: the free space behind it taken in."), max);
    else
        lines_add(ret, "%s", _("Nothing is free behind it: it cannot grow."));
    form_add_beyond(app, extent, ret);
}

/* Adds the smallest size of a container: up to the end of its last logical partition. */
static void add_container_note(const struct app *app, const struct extent *extent,
                               struct lines *ret)
{
    uint64_t end = extent->start;

    LAYOUT_EACH (inner, app->layout)
        if (inner->parent == extent->id && inner->kind == EXTENT_LOGICAL)
            end = extent_end(inner);
    CLEANUP(freep)
    char *min = sectors_text(layout_limits(app->layout), end - extent->start);
    if (end > extent->start)
        lines_add(ret, _("At least %s: its last logical partition ends there."), min);
}

/* Returns the sectors that the content needs. */
static uint64_t min_sectors(const struct app *app, struct advice_min min)
{
    uint64_t logical = layout_limits(app->layout)->logical;

    return (min.bytes + logical - 1) / logical;
}

static void add_min_note(const struct app *app, const struct extent *extent,
                         struct lines *ret)
{
    struct advice_min min = advice_min(app->layout, extent);
    char content[CONTENT_NAME], keys[KEY_LIST];
    const char *what = extent_word(extent, content);
    CLEANUP(freep)
    char *size = sectors_text(layout_limits(app->layout), min_sectors(app, min));

    if (min.is_known && !min.bytes)
        return; /* the content needs no space */
    (void)keymap_keys(app, SCREEN_TABLE, ACTION_EMPTY, 1, keys);
    if (ask_empty_applies(extent))
        lines_add(ret,
                  _("It cannot shrink before it is known to be empty: %s on the main "
                    "screen reads it, or calls it empty."),
                  keys);
    else if (!min.can_shrink)
        lines_add(ret, _("It cannot shrink: nothing makes %s smaller."), what);
    else if (min.is_known)
        lines_add(ret, _("At least %1$s: so much is in use in %2$s."), size, what);
    else
        lines_add(ret, _("How much %s uses is not known: it cannot shrink."), what);
}

/* Adds what is possible while EXTENT is in use, whatever its content allows. */
static void add_use_note(const struct extent *extent, struct lines *ret)
{
    struct err err = { 0 };
    bool can_grow = edit_check_growth(extent, &err);

    lines_add(ret, "%s",
              can_grow ? _("It is in use: it can grow, and cannot shrink.") : err.text);
}

/* Adds the sizes that would put the end on a boundary, if it is not on one. */
static void add_end_notes(const struct app *app, const struct extent *extent,
                          struct lines *ret)
{
    struct advice_end_fix fixes[2];
    size_t count = advice_end_fixes(app->layout, extent, fixes);

    for (size_t i = 0; i < count; i++)
        lines_add(ret,
                  fixes[i].is_trim ? _("%llus trims its end to the boundary before it.")
                                   : _("%llus grows its end to the boundary behind it."),
                  (ull)fixes[i].length);
}

/* Adds the commands that shrink the content, which has to be done before the edit. */
static void add_shrink_steps(const struct app *app, const struct form *form,
                             const struct extent *extent, struct lines *ret)
{
    struct advice_min min = advice_min(app->layout, extent);
    struct err err = { 0 };
    uint64_t length;

    if (!form_resize_parse(app, form, extent, &length, &err) || length >= extent->length)
        return; /* the error is shown below the items */
    if (min.is_known && length < min_sectors(app, min))
        return; /* the content does not fit */
    advice_before_shrink(app->layout, extent, length, app->info.path,
                         disk_info_is_file(&app->info), ret);
}

static void form_resize_notes(const struct app *app, const struct form *form,
                              const struct layout *after, struct lines *ret)
{
    struct err err = { 0 };
    const struct extent *extent = form_partition(app, form, &err);

    if (!extent)
        return;
    add_max_note(app, extent, ret);
    if (extent->kind == EXTENT_EXTENDED) {
        add_container_note(app, extent, ret);
    } else if (extent_is_in_use(extent)) {
        add_use_note(extent, ret);
    } else {
        add_min_note(app, extent, ret);
        add_end_notes(app, extent, ret);
    }
    if (after)
        form_add_commands(app, form, after, ret);
    else if (!extent_is_in_use(extent))
        add_shrink_steps(app, form, extent, ret);
}

static const char *form_resize_hint(const struct app *app)
{
    return form_extent(app, form_of(app))
               ? _("+20G or -20G changes it by that much; ..40959 is its last sector.")
               : NULL;
}

const struct form_row form_resize = {
    .title = N_("Resize"),
    .has_map = true,
    .open = form_resize_open,
    .edits = form_resize_edits,
    .item_note = form_resize_item_note,
    .add_notes = form_resize_notes,
    .hint = form_resize_hint,
};
