/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_words.c - the journal's place, the time and the bytes of a plan, in the wizard */
#include "ui/screen/wizard/fix_words.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/shell.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "ui/screen/wizard/plan_state.h"

const struct journal_place *fix_words_place(const struct app *app,
                                            const struct plan_rows *rows)
{
    return rows->err.text[0]
               ? NULL
               : journal_places_choose(&rows->time.places, app->wizard.place);
}

/* Which mode a move takes, and so what is written, may depend on the unknown speed. */
static char *price_moved(const struct plan_rows *rows, const struct journal_place *place)
{
    char moved[SIZE_TEXT], written[SIZE_TEXT];

    (void)moves_size(rows->layout, rows->moves.sectors, moved);
    (void)size_format(place->cost.written, SIZE_IEC, 0, written);
    return place->cost.written
               ? xasprintf(_("%1$s of data are moved, and %2$s written for that."), moved,
                           written)
               : xasprintf(_("%s of data are moved."), moved);
}

static char *price_time(const struct plan_rows *rows, const struct journal_place *place)
{
    double seconds;
    enum move_time known = moves_time_at(&rows->time, place, &seconds);
    CLEANUP(freep) char *time = moves_time_words(known, seconds);

    return xasprintf(_("That takes %s."), time);
}

char *fix_words_price(const struct app *app, const struct plan_rows *rows)
{
    const struct journal_place *place = fix_words_place(app, rows);

    if (!place)
        return NULL;
    CLEANUP(freep) char *where = journal_place_words(place);
    CLEANUP(freep) char *journal = xasprintf(_("The journal of the moves: %s."), where);
    if (!rows->moves.sectors)
        return xasprintf("%s %s", _("No data has to be moved."), journal);
    CLEANUP(freep) char *moved = price_moved(rows, place);
    CLEANUP(freep) char *time = price_time(rows, place);
    return xasprintf("%s %s %s", moved, time, journal);
}

/* Returns what a few reads have told of the speed; free(). */
static char *read_words(const struct plan_rows *rows)
{
    char rate[SIZE_TEXT];

    (void)size_format((uint64_t)rows->read, SIZE_IEC, 0, rate);
    return xasprintf(_("The drive was read at %1$s/s, at 8 places just now; its flushes "
                       "are assumed to be those of %2$s."),
                     rate, _(rows->usual->words));
}

char *fix_words_usual(const struct app *app, const struct plan_rows *rows)
{
    if (!rows->time.places.count || !rows->moves.sectors)
        return NULL;
    if (rows->read > 0)
        return read_words(rows);
    if (plan_is_in_wizard(app) && app->wizard.look.is_reading)
        return xstrdup(_("How fast this drive reads is being measured, at 8 places for 3 "
                         "s."));
    if (!rows->usual)
        return NULL;
    return xasprintf(_("This drive was not measured: the time is that of %s."),
                     _(rows->usual->words));
}

/* Adds the sizes that were given, or measured. */
static void add_sizes(const struct app *app, struct str *command)
{
    const struct limits *limits = layout_limits(app->layout);

    if (limits->logical_source == SOURCE_GIVEN)
        str_printf(command, " --sector-size=%llu", (ull)limits->logical);
    if (limits->physical_source >= SOURCE_MEASURED)
        str_printf(command, " --physical-sector=%llu", (ull)limits->physical);
    if (limits->alignment_source >= SOURCE_MEASURED)
        str_printf(command, " --alignment-offset=%llu", (ull)limits->alignment_offset);
    if (limits->grain_source >= SOURCE_MEASURED)
        str_printf(command, " --grain=%llu", (ull)limits->grain);
}

/* Adds what the person has called empty. */
static void add_empty(const struct app *app, struct str *command)
{
    LAYOUT_EACH (extent, app->layout)
        if (extent->content.zeros == ZEROS_CALLED)
            str_printf(command, " --empty=%u", extent->number);
}

/* Adds the starts by hand, or the aim. */
static void add_aim(const struct app *app, struct str *command)
{
    const struct plan *plan = plan_of(app);
    struct moves_start starts[PLAN_CHOSEN_MAX];
    size_t count = plan_starts(app, plan, starts);
    enum plan_aim aim = plan_shown_aim(app, plan);

    if (aim != PLAN_AIM_CHOSEN && aim != plan_default_aim(app))
        str_printf(command, " --to=%s",
                   moves_aim_id(aim == PLAN_AIM_MIB ? MOVES_MIB : MOVES_NUDGE));
    for (size_t i = 0; aim == PLAN_AIM_CHOSEN && i < count; i++)
        str_printf(command, " --start=%u=%llu",
                   layout_find(app->layout, starts[i].id)->number, (ull)starts[i].start);
}

/* Adds what was given up. */
static void add_lose(const struct app *app, struct str *command)
{
    bool is_disk = layout_note_find(app->layout, NOTE_DISK_AGREED);
    const char *before = " --lose=";

    if (is_disk)
        str_printf(command, "%s@disk", before);
    for (size_t i = 0; i < app->given_up.count; i++)
        str_printf(command, "%s@%llu", is_disk || i ? "," : before,
                   (ull)app->given_up.starts[i]);
}

/* Without a file the command takes the best place on the disk. */
static bool is_best_on_disk(const struct plan_rows *rows,
                            const struct journal_place *place)
{
    const struct journal_place *best = rows->time.places.at;

    while (best->offer)
        best++;
    return place == best;
}

char *fix_words_command(const struct app *app, const struct plan_rows *rows)
{
    const struct journal_place *place = fix_words_place(app, rows);

    if (!place || (!place->offer && !is_best_on_disk(rows, place)))
        return NULL;
    CLEANUP(freep) char *path = shell_path(app->info.path);
    CLEANUP(str_finish) struct str command = { 0 };

    str_add(&command, "alidade fix");
    add_sizes(app, &command);
    add_aim(app, &command);
    add_empty(app, &command);
    add_lose(app, &command);
    if (place->offer) {
        CLEANUP(freep) char *journal = shell_word(place->offer->path);
        str_printf(&command, " --journal=%s", journal);
    }
    if (app->wizard.skips_check)
        str_add(&command, " --no-check");
    str_printf(&command, " %s", path);
    return str_take(&command);
}

void fix_words_steps(const struct plan_rows *rows, struct lines *ret)
{
    struct layout *before = layout_ref(rows->layout);

    for (size_t i = 0; i < rows->moves.step_count; i++) {
        const struct moves_step *step = &rows->moves.steps[i];
        CLEANUP(freep) char *words = edit_words(before, &rows->edits[i]);
        struct layout *after = moves_step_apply(before, step);
        lines_add(ret, "%zu  %s", i + 1, words);
        layout_unref(before);
        before = after;
    }
    layout_unref(before);
}
