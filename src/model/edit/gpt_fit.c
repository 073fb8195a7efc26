/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_fit.c - where the entries of a new GPT fit beside what is not to be overwritten */
#include "model/edit/gpt_fit.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/edit/private.h"
#include "model/table/gpt.h"

/* As many as a disk is likely to need; with fewer the place behind is better. */
#define ENTRIES_ENOUGH 16

struct fit_need {
    unsigned entries; /* that the partitions need */
    uint64_t end;     /* the entries end before this sector */
};

static void need_partition(struct fit_need *need, unsigned number, uint64_t start)
{
    if (number > need->entries)
        need->entries = number;
    if (start < need->end)
        need->end = start;
}

/* Partitions of LAYOUT are in the way even if they are deleted: their data is there. */
static struct fit_need fit_need_of(const struct layout *layout, const struct edit *edits,
                                   size_t count, const struct gpt_front *front)
{
    struct fit_need need = { .entries = 1, .end = front->limit };

    LAYOUT_EACH (extent, layout)
        if (extent_holds_data(extent))
            need_partition(&need, edits[0].kind == EDIT_CONVERT ? extent->number : 0,
                           extent->start);
    for (size_t i = 1; i < count; i++)
        if (edits[i].kind == EDIT_CREATE)
            need_partition(&need, edits[i].number ? edits[i].number : (unsigned)i,
                           edits[i].start);
    return need;
}

static uint64_t fit_sectors(const struct layout *layout, unsigned entries)
{
    uint64_t logical = layout_limits(layout)->logical;

    return num_round_up((uint64_t)entries * GPT_ENTRY_BYTES, logical) / logical;
}

static unsigned wanted_entries(const struct edit *edit)
{
    return edit->entries ? edit->entries : EDIT_GPT_ENTRIES;
}

static uint64_t wanted_lba(const struct edit *edit)
{
    return edit->entries_lba ? edit->entries_lba : 2;
}

/* Returns how many entries fit from LBA on before FRONT. */
static unsigned entries_before(const struct layout *layout, uint64_t lba,
                               const struct gpt_front *front)
{
    uint64_t each = layout_limits(layout)->logical / GPT_ENTRY_BYTES;
    uint64_t fitting = front->start > lba ? (front->start - lba) * each : 0;

    return fitting < EDIT_GPT_ENTRIES ? (unsigned)fitting : EDIT_GPT_ENTRIES;
}

bool gpt_fit_find(const struct layout *layout, const struct edit *edits, size_t count,
                  const struct gpt_front *front, struct gpt_fit *ret)
{
    const struct edit *edit = edits;

    *ret = (struct gpt_fit){ 0 };
    if (!count)
        return false;
    uint64_t lba = wanted_lba(edit);
    uint64_t sectors = fit_sectors(layout, wanted_entries(edit));
    if ((edit->kind != EDIT_NEW_TABLE && edit->kind != EDIT_CONVERT) ||
        edit->label != LABEL_GPT || front->end <= lba || lba + sectors <= front->start)
        return false;
    if (front->start < 2)
        return true;
    struct fit_need need = fit_need_of(layout, edits, count, front);
    unsigned before = entries_before(layout, lba, front);
    ret->entries = before >= need.entries ? before : 0;
    if (!edit->entries_lba && front->end + sectors <= need.end)
        ret->lba = front->end;
    return true;
}

void gpt_fit_edits(const struct layout *layout, struct edit *edits, size_t count,
                   const struct gpt_front *front)
{
    struct edit *edit = edits;
    struct gpt_fit fit;

    if (!gpt_fit_find(layout, edits, count, front, &fit) || (!fit.entries && !fit.lba))
        return;
    bool is_before = fit.entries >= ENTRIES_ENOUGH || !fit.lba;
    edit->entries = is_before ? fit.entries : edit->entries;
    edit->entries_lba = is_before ? 0 : fit.lba;
    /* Nothing new is to lie in FRONT; what is there already stays usable. */
    uint64_t end = fit_need_of(layout, edits, count, front).end;
    if (is_before && !edit->start)
        edit->start = front->end < end ? front->end : end;
}

static bool refuse_script(const struct layout *layout, const struct edit *edit,
                          const struct gpt_front *front, const struct gpt_fit *fit,
                          struct err *err)
{
    uint64_t sectors = fit_sectors(layout, wanted_entries(edit));
    uint64_t lba = wanted_lba(edit);
    CLEANUP(freep)
    char *what = xasprintf(_("Sectors %1$llu to %2$llu hold %3$s, and the entries of the "
                             "GPT would be in sectors %4$llu to %5$llu."),
                           (ull)front->start, (ull)front->end - 1,
                           front->name[0] ? front->name : _("unknown data"), (ull)lba,
                           (ull)(lba + sectors - 1));

    if (fit->entries && fit->lba)
        return err_set(
            err, ERR_REFUSED,
            _("%1$s Add the line 'table-length: %2$u' to the script, then they "
              "end before that, or 'first-lba: %3$llu', then they are behind "
              "it."),
            what, fit->entries, (ull)(fit->lba + sectors));
    if (fit->entries)
        return err_set(
            err, ERR_REFUSED,
            _("%1$s Add the line 'table-length: %2$u' to the script, then they "
              "end before that."),
            what, fit->entries);
    if (fit->lba)
        return err_set(err, ERR_REFUSED,
                       _("%1$s Add the line 'first-lba: %2$llu' to the script, then they "
                         "are behind it."),
                       what, (ull)(fit->lba + sectors));
    return err_set(err, ERR_REFUSED, _("%1$s --lose=@%2$llu gives that up."), what,
                   (ull)front->start);
}

bool gpt_fit_script(const struct layout *layout, struct edit *edits, size_t count,
                    const struct gpt_front *front, struct err *err)
{
    struct gpt_fit fit;

    /* In front of the entries lies their header, which has no other place. */
    if (!gpt_fit_find(layout, edits, count, front, &fit) || front->start < 2)
        return true;
    bool has_room =
        fit.lba && edits[0].start &&
        fit.lba + fit_sectors(layout, wanted_entries(&edits[0])) <= edits[0].start;
    if (!has_room)
        return refuse_script(layout, &edits[0], front, &fit, err);
    edits[0].entries_lba = fit.lba;
    return true;
}
