/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.c - creates a new table */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/num.h"
#include "model/edit/private.h"
#include "model/table/gpt.h"

/* Sets the requested usable range, if it lies between the two copies. */
static bool set_usable(struct edit_work *work, struct err *err)
{
    struct label *label = layout_builder_label(work->builder);
    uint64_t first = work->edit->start ? work->edit->start : label->first_usable;
    uint64_t end = label->last_usable + 1;

    if (work->edit->length && !num_add(first, work->edit->length, &end))
        end = UINT64_MAX;
    if (first < label->first_usable || end > label->last_usable + 1 || first >= end)
        return err_set(
            err, ERR_REFUSED,
            _("The usable range of this GPT cannot be sectors %1$llu to %2$llu: "
              "it lies within %3$llu to %4$llu."),
            (ull)first, (ull)end - 1, (ull)label->first_usable, (ull)label->last_usable);
    label->first_usable = first;
    label->last_usable = end - 1;
    return true;
}

static bool put_gpt(struct edit_work *work, struct err *err)
{
    unsigned entries = work->edit->entries ? work->edit->entries : EDIT_GPT_ENTRIES;

    if (entries > GPT_ENTRIES_MAX)
        return err_set(err, ERR_REFUSED,
                       _("A GPT of %1$u entries is more than other systems read: at most "
                         "%2$u are made."),
                       entries, GPT_ENTRIES_MAX);
    return edit_init_gpt(work, entries, err) && set_usable(work, err);
}

bool edit_new_table(struct edit_work *work, struct err *err)
{
    enum label_kind kind = work->edit->label;
    struct label *label = layout_builder_label(work->builder);

    if (!label_is_editable(kind))
        return err_set(err, ERR_REFUSED,
                       _("A new table is a gpt or an msdos one; other kinds can only be "
                         "looked at."));
    if (!edit_check_disk_idle(work->layout, err))
        return false;
    edit_remove_all(work);
    edit_remove_notes(work, "");
    if (kind == LABEL_GPT ? !put_gpt(work, err) : !edit_init_msdos(work, err))
        return false;
    return edit_parse_disk_id(work, kind, work->edit->uuid, label->id, err);
}
