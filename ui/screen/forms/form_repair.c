/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form_repair.c - the form that lists contents without an entry and the damage of the
 * table, with a tick for each */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/shell.h"
#include "model/disk/cure.h"
#include "model/disk/note_weight.h"
#include "model/disk/repair.h"
#include "model/edit/adopt.h"
#include "model/edit/delta.h"
#include "model/report/found.h"
#include "ui/app/apply.h"
#include "ui/screen/forms/form_row.h"

/* TRANSLATORS: a repaired part of the table, 40 columns at most */
static const char *const names[REPAIR_COUNT] = {
    [REPAIR_GPT_NUMBERS] = N_("GPT numbers"),
    [REPAIR_GPT_PRIMARY] = N_("primary GPT"),
    [REPAIR_GPT_BACKUP] = N_("backup GPT"),
    [REPAIR_GPT_TAKE_BACKUP] = N_("primary GPT, the backup counts"),
    [REPAIR_GPT_MOVE_BACKUP] = N_("backup GPT to the end"),
    [REPAIR_PROTECTIVE_MBR] = N_("protective MBR"),
    [REPAIR_SECTOR_SIZE] = N_("sector size of the table"),
    [REPAIR_DROP] = N_("drop the damaged entry"),
    [REPAIR_CUT] = N_("cut it at the end"),
    [REPAIR_END_CHAIN] = N_("end the chain"),
};

_Static_assert(REPAIR_COUNT <= FORM_ITEMS, "every repair has an item");

/* Tick values from here on are indexes into cure_list(), and into the contents that were
 * found. */
#define CURES REPAIR_COUNT
#define FOUND 100000U

enum { FOUND_ROWS = FORM_ITEMS - REPAIR_COUNT - 3 }; /* cures have what they leave */

static const char *const tables[] = { "gpt", "msdos", NULL };
static const enum label_kind table_kinds[] = { LABEL_GPT, LABEL_MSDOS };

/* Finds the cure of a tick value; false if the value is an enum repair. */
static bool find_cure(const struct app *app, unsigned value, struct entry_cure *ret)
{
    CLEANUP(freep) struct entry_cure *cures = NULL;
    size_t count = cure_list(app->layout, &cures);

    if (value < CURES || value >= FOUND || value - CURES >= count)
        return false;
    *ret = cures[value - CURES];
    return true;
}

static bool is_ticked(const struct form *form, enum repair repair)
{
    for (int i = 0; i < form->count; i++)
        if (form->items[i].value == repair && form->items[i].chosen)
            return true;
    return false;
}

/* Returns the content of a tick value; NULL if the value is another. */
static const struct found_item *find_found(const struct app *app, unsigned value)
{
    return value >= FOUND && value - FOUND < app->found.count
               ? &app->found.at[value - FOUND]
               : NULL;
}

static enum label_kind chosen_table(const struct app *app, const struct form *form)
{
    return form_find(form, FORM_TABLE) ? table_kinds[form_chosen(form, FORM_TABLE)]
                                       : layout_label(app->layout)->kind;
}

/* Adds the edits that give the chosen contents entries. */
static bool add_found_edits(const struct app *app, const struct form *form,
                            struct form_edits *ret, struct err *err)
{
    struct adopt_content at[FORM_ITEMS];
    CLEANUP(freep) struct edit *edits = NULL;
    size_t count = 0, edit_count = 0;

    for (int i = 0; i < form->count; i++) {
        const struct found_item *item = find_found(app, form->items[i].value);
        if (form->items[i].kind == ITEM_TICK && form->items[i].chosen && item)
            at[count++] = report_found_adopt(item);
    }
    if (!count)
        return true;
    if (!adopt_edits(app->layout, chosen_table(app, form), at, count, &edits, &edit_count,
                     err))
        return false;
    for (size_t i = 0; i < edit_count && ret->count < FORM_ITEMS; i++)
        ret->at[ret->count++] = edits[i];
    return true;
}

static bool form_repair_edits(const struct app *app, const struct form *form,
                              struct form_edits *ret, struct err *err)
{
    if (repair_is_choice(app->layout) && is_ticked(form, REPAIR_GPT_BACKUP) &&
        is_ticked(form, REPAIR_GPT_TAKE_BACKUP))
        return err_refuse(err, REFUSAL_REPAIR_TWO_COPIES, "%s",
                          _("Either the primary GPT counts or the backup: choose one."));
    *ret = (struct form_edits){ .count = 0 };
    for (int i = 0; i < form->count; i++) {
        unsigned value = form->items[i].value;
        struct entry_cure cure = { .repair = (enum repair)value };
        if (form->items[i].kind != ITEM_TICK || !form->items[i].chosen ||
            (!find_cure(app, value, &cure) && value >= CURES))
            continue;
        ret->at[ret->count++] =
            (struct edit){ .kind = EDIT_REPAIR, .repair = cure.repair, .id = cure.id };
    }
    return add_found_edits(app, form, ret, err);
}

/* Tells whether there is no damage, or damage without a repair. */
static void report_nothing(struct app *app)
{
    const struct note *note = note_worst(app->layout, NOTE_WEIGHT_DAMAGE);

    if (note)
        app_say(app, true, _("%s There is no repair for this."), note->text);
    else
        app_say(app, false, "%s",
                _("Nothing in this table is to be repaired, and no content without an "
                  "entry was found."));
}

/* Adds ticks that are off: the user decides which entry is lost. */
static size_t add_cure_ticks(const struct app *app, struct form *form)
{
    CLEANUP(freep) struct entry_cure *cures = NULL;
    size_t count = cure_list(app->layout, &cures), i;

    for (i = 0; i < count && form->count < FORM_ITEMS; i++)
        form_add_tick(form, CURES + (unsigned)i, names[cures[i].repair], false);
    return i;
}

/* True if a partition of the shown layout begins where ITEM begins, or lies over it. */
static bool has_partition(const struct app *app, const struct found_item *item)
{
    LAYOUT_EACH (extent, app->layout)
        if (extent_holds_data(extent) &&
            extent_overlaps(extent, item->found.start,
                            item->found.start + item->found.length))
            return true;
    return false;
}

/* Adds ticks for contents without an entry; where no table names a partition, those that
 * lie by themselves are ticked. */
static size_t add_found_ticks(const struct app *app, struct form *form)
{
    bool is_lost = found_is_wanted(app->layout);
    struct adopt_content at[FORM_ITEMS];
    size_t count = 0;

    for (size_t i = 0; i < app->found.count && count < FOUND_ROWS; i++) {
        const struct found_item *item = &app->found.at[i];
        if (item->partition || item->outer || has_partition(app, item))
            continue;
        form_add_tick(form, FOUND + (unsigned)i, N_("found: give it an entry"),
                      is_lost && item->is_chosen);
        at[count++] = report_found_adopt(item);
    }
    if (count && is_lost)
        form_add_choice(form, FORM_TABLE, N_("New table"), tables,
                        adopt_label(app->layout, at, count) == LABEL_MSDOS);
    return count;
}

/* Adds what was found, all damage, and with IS_SEARCHED how far the search is if that has
 * found nothing; returns the number of ticks. */
static size_t repair_add_items(const struct app *app, struct form *form, bool is_searched)
{
    enum repair repairs[REPAIR_COUNT];
    size_t found = add_found_ticks(app, form);
    size_t count = repair_list(app->layout, repairs);

    if (is_searched && !found)
        form_add_state(form, app->search.is_wanted
                                 ? N_("found: the search is not over yet")
                                 : N_("found: nothing without an entry"));

    for (size_t i = 0; i < count; i++) {
        bool is_copy =
            repairs[i] == REPAIR_GPT_BACKUP || repairs[i] == REPAIR_GPT_TAKE_BACKUP;
        /* Only the user can know which of two valid copies is right. */
        bool is_on = !is_copy || !repair_is_choice(app->layout);
        form_add_tick(form, repairs[i], names[repairs[i]], is_on);
    }
    return count + add_cure_ticks(app, form) + found;
}

static bool form_repair_open(struct app *app, struct form *form)
{
    size_t count = repair_add_items(app, form, app->search.is_wanted);

    if (!form->count)
        report_nothing(app);
    return count ? apply_is_allowed(app, true) : form->count;
}

/* Sets what was chosen as it was in WAS. */
static void keep_choices(const struct form *was, struct form *form)
{
    for (int i = 0; i < form->count; i++)
        for (int j = 0; j < was->count; j++) {
            bool is_same = form->items[i].kind == was->items[j].kind &&
                           form->items[i].value == was->items[j].value;
            if (is_same)
                form->items[i].chosen = was->items[j].chosen;
            if (is_same && j == was->at)
                form->at = i;
        }
}

/* While the search runs nothing that it has found is listed. */
static void form_repair_learned(const struct app *app, struct form *form)
{
    const struct form was = *form;

    if (!form_find(form, FORM_STATE))
        return;
    form->count = form->at = 0;
    (void)repair_add_items(app, form, true);
    keep_choices(&was, form);
}

/* Returns how far the search is, or what it means that nothing was found; free(). */
static char *search_note(const struct app *app)
{
    if (app->search.is_wanted)
        return xasprintf(ngettext("The disk is being searched for contents that no entry "
                                  "names: %llu place so far.",
                                  "The disk is being searched for contents that no entry "
                                  "names: %llu places so far.",
                                  (unsigned long)app->search.places),
                         (ull)app->search.places);
    return xstrdup(_("Nothing lies where tools put contents. 'alidade found --all' "
                     "searches every sector."));
}

/* Returns what was found, and how; free(). */
static char *found_note(const struct app *app, const struct found_item *item)
{
    CLEANUP(freep) char *words = found_item_words(app->layout, item);

    if (item->found.ebr)
        return xasprintf(_("At sector %1$llu: %2$s. The EBR at sector %3$llu names it."),
                         (ull)item->found.start, words, (ull)item->found.ebr);
    if (item->is_overlapping)
        return xasprintf(_("At sector %1$llu: %2$s. It overlaps another content: only "
                           "one of them can be whole."),
                         (ull)item->found.start, words);
    return xasprintf(_("At sector %1$llu: %2$s, found by its %3$s."),
                     (ull)item->found.start, words, found_how_words(item->found.how));
}

/* Returns what the repair does; NULL if it is not wanted any more. */
static char *form_repair_item_note(const struct app *app, const struct form *form,
                                   const struct form_item *item)
{
    enum repair repair = (enum repair)item->value;
    struct entry_cure cure;

    (void)form;
    if (item->kind == ITEM_STATE)
        return search_note(app);
    if (item->kind != ITEM_TICK)
        return NULL;
    if (find_found(app, item->value))
        return found_note(app, find_found(app, item->value));
    if (find_cure(app, item->value, &cure))
        return cure_words(app->layout, cure);
    if (repair >= REPAIR_COUNT || !repair_is_wanted(app->layout, repair))
        return NULL;
    return repair_words(app->layout, repair);
}

/* Adds how the layout of the backup differs from the shown one; for an entry that would
 * be dropped, how it can be kept. */
static void form_repair_item_lines(const struct app *app, const struct form_item *item,
                                   struct lines *ret)
{
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_TAKE_BACKUP };
    CLEANUP(freep) char *path = shell_path(app->info.path);
    struct entry_cure cure;
    struct err err = { 0 };

    if (find_cure(app, item->value, &cure) && cure.repair == REPAIR_DROP)
        cure_add_overlaps(app->layout, path, ret);
    if (item->value != REPAIR_GPT_TAKE_BACKUP ||
        !repair_is_wanted(app->layout, REPAIR_GPT_TAKE_BACKUP))
        return;
    CLEANUP(layout_unrefp) struct layout *taken = edit_apply(app->layout, &edit, &err);
    if (taken)
        delta_loss_lines(app->layout, taken, false, ret);
    else
        lines_add(ret, "%s", err.text);
}

const struct form_row form_repair = {
    .title = N_("Repair the table"),
    .open = form_repair_open,
    .edits = form_repair_edits,
    .item_note = form_repair_item_note,
    .add_item_lines = form_repair_item_lines,
    .learned = form_repair_learned,
};
