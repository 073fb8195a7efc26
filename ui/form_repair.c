/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form_repair.c - what is damaged in the table, each to be repaired or left */
#include "model/intl.h"
#include "model/mem.h"
#include "model/repair.h"
#include "ui/form_row.h"

/* TRANSLATORS: what is written anew, 40 columns at most */
static const char *const names[REPAIR_COUNT] = {
    [REPAIR_GPT_PRIMARY] = N_("primary GPT"),
    [REPAIR_GPT_BACKUP] = N_("backup GPT"),
    [REPAIR_GPT_MOVE_BACKUP] = N_("backup GPT to the end"),
    [REPAIR_PROTECTIVE_MBR] = N_("protective MBR"),
    [REPAIR_SECTOR_SIZE] = N_("sector size of the table"),
};

_Static_assert(REPAIR_COUNT <= FORM_ITEMS, "every repair has an item");

static bool edits(const struct app *app, const struct form *form, struct form_edits *ret,
                  struct err *err)
{
    (void)app, (void)err; /* a tick cannot be wrong */
    *ret = (struct form_edits){ .count = 0 };
    for (int i = 0; i < form->count; i++) {
        if (form->items[i].chosen)
            ret->at[ret->count++] =
                (struct edit){ .kind = EDIT_REPAIR,
                               .repair = (enum repair)form->items[i].value };
    }
    return true;
}

static bool open(struct app *app, struct form *form)
{
    enum repair repairs[REPAIR_COUNT];
    size_t count = repair_list(app->layout, repairs);

    for (size_t i = 0; i < count; i++)
        form_add_tick(form, repairs[i], names[repairs[i]], true);
    if (count == 0)
        app_say(app, false, "%s", _("Nothing in this table is to be repaired."));
    return count > 0;
}

static void tell_item(const struct app *app, const struct form *form,
                      const struct form_item *item, int width, struct pager *ret)
{
    enum repair repair = (enum repair)item->value;

    (void)form; /* the item says which */
    if (!repair_is_wanted(app->layout, repair))
        return;
    CLEANUP(freep) char *words = repair_words(app->layout, repair);
    pager_add_wrapped(ret, STYLE_NOTE, 0, width, words);
}

const struct form_row form_repair = {
    N_("Repair the table"), false, open, edits, tell_item, NULL, NULL
};
