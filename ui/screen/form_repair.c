/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form_repair.c - the form that lists the damage of the table, with a tick per repair */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/shell.h"
#include "model/disk/cure.h"
#include "model/disk/note_weight.h"
#include "model/disk/repair.h"
#include "model/edit/delta.h"
#include "ui/screen/form_row.h"

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

/* Tick values from here on are indexes into cure_list(). */
#define CURES REPAIR_COUNT

/* Finds the cure of a tick value; false if the value is an enum repair. */
static bool find_cure(const struct app *app, unsigned value, struct entry_cure *ret)
{
    CLEANUP(freep) struct entry_cure *cures = NULL;
    size_t count = cure_list(app->layout, &cures);

    if (value < CURES || value - CURES >= count)
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

static bool form_repair_edits(const struct app *app, const struct form *form,
                              struct form_edits *ret, struct err *err)
{
    if (repair_is_choice(app->layout) && is_ticked(form, REPAIR_GPT_BACKUP) &&
        is_ticked(form, REPAIR_GPT_TAKE_BACKUP))
        return err_set(err, ERR_REFUSED, "%s",
                       _("Either the primary GPT counts or the backup: choose one."));
    *ret = (struct form_edits){ .count = 0 };
    for (int i = 0; i < form->count; i++) {
        unsigned value = form->items[i].value;
        struct entry_cure cure = { .repair = (enum repair)value };
        if (!form->items[i].chosen || (!find_cure(app, value, &cure) && value >= CURES))
            continue;
        ret->at[ret->count++] =
            (struct edit){ .kind = EDIT_REPAIR, .repair = cure.repair, .id = cure.id };
    }
    return true;
}

/* Tells whether there is no damage, or damage without a repair. */
static void report_nothing(struct app *app)
{
    const struct note *note = note_worst(app->layout, NOTE_WEIGHT_DAMAGE);

    if (note)
        app_say(app, true, _("%s There is no repair for this."), note->text);
    else
        app_say(app, false, "%s", _("Nothing in this table is to be repaired."));
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

static bool form_repair_open(struct app *app, struct form *form)
{
    enum repair repairs[REPAIR_COUNT];
    size_t count = repair_list(app->layout, repairs);

    for (size_t i = 0; i < count; i++) {
        bool is_copy =
            repairs[i] == REPAIR_GPT_BACKUP || repairs[i] == REPAIR_GPT_TAKE_BACKUP;
        /* Only the user can know which of two valid copies is right. */
        bool is_on = !is_copy || !repair_is_choice(app->layout);
        form_add_tick(form, repairs[i], names[repairs[i]], is_on);
    }
    count += add_cure_ticks(app, form);
    if (count == 0)
        report_nothing(app);
    return count > 0;
}

/* Returns what the repair does; NULL if it is not wanted any more. */
static char *form_repair_item_note(const struct app *app, const struct form *form,
                                   const struct form_item *item)
{
    enum repair repair = (enum repair)item->value;
    struct entry_cure cure;

    (void)form;
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
};
