/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_fit.c - where the entries of a new GPT fit beside what is not to be overwritten */
#include "model/edit/gpt_fit.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
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

/* Returns the sectors of the entries that EDIT makes. */
static uint64_t fit_sectors(const struct layout *layout, const struct edit *edit)
{
    return gpt_entries_sectors(edit_gpt_entries(edit), layout_limits(layout)->logical);
}

/* Returns the first run that overlaps [LBA, LBA + SECTORS); NULL: none. */
static const struct gpt_front_run *find_in_way(const struct gpt_front *front,
                                               uint64_t lba, uint64_t sectors)
{
    for (size_t i = 0; i < front->count; i++)
        if (front->runs[i].start < lba + sectors && lba < front->runs[i].end)
            return &front->runs[i];
    return NULL;
}

/* Returns how many entries fit from LBA on before RUN. */
static unsigned entries_before(const struct layout *layout, uint64_t lba,
                               const struct gpt_front_run *run)
{
    uint64_t each = layout_limits(layout)->logical / GPT_ENTRY_BYTES;
    uint64_t fitting = run->start > lba ? (run->start - lba) * each : 0;

    return fitting < EDIT_GPT_ENTRIES ? (unsigned)fitting : EDIT_GPT_ENTRIES;
}

/* Returns the first LBA behind a run where SECTORS before END are free; 0: none. */
static uint64_t fit_behind(const struct gpt_front *front, uint64_t sectors, uint64_t end)
{
    for (size_t i = 0; i < front->count; i++) {
        uint64_t lba = front->runs[i].end;
        if (lba >= 2 && lba + sectors <= end && !find_in_way(front, lba, sectors))
            return lba;
    }
    return 0;
}

static bool is_new_gpt(const struct edit *edits, size_t count)
{
    return count && edits->label == LABEL_GPT &&
           (edits->kind == EDIT_NEW_TABLE || edits->kind == EDIT_CONVERT);
}

const struct gpt_front_run *gpt_fit_find(const struct layout *layout,
                                         const struct edit *edits, size_t count,
                                         const struct gpt_front *front,
                                         struct gpt_fit *ret)
{
    *ret = (struct gpt_fit){ 0 };
    if (!is_new_gpt(edits, count))
        return NULL;
    uint64_t lba = edit_gpt_lba(edits);
    uint64_t sectors = fit_sectors(layout, edits);
    const struct gpt_front_run *run = find_in_way(front, lba, sectors);
    if (!run || find_in_way(front, 1, 1))
        return NULL;
    struct fit_need need = fit_need_of(layout, edits, count, front);
    unsigned before = entries_before(layout, lba, run);
    ret->entries = before >= need.entries ? before : 0;
    if (!edits->entries_lba)
        ret->lba = fit_behind(front, sectors, need.end);
    return run;
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
    uint64_t end = front->runs[front->count - 1].end;
    uint64_t first = fit_need_of(layout, edits, count, front).end;
    uint64_t behind = fit.lba + fit_sectors(layout, edit);
    if (!edit->start && (is_before || end > behind))
        edit->start = end < first ? end : first;
}

static bool refuse_script(const struct layout *layout, const struct edit *edit,
                          const struct gpt_front_run *run, const struct gpt_fit *fit,
                          struct err *err)
{
    uint64_t sectors = fit_sectors(layout, edit);
    uint64_t lba = edit_gpt_lba(edit);
    CLEANUP(freep)
    char *what = xasprintf(_("Sectors %1$llu to %2$llu hold %3$s, and the entries of the "
                             "GPT would be in sectors %4$llu to %5$llu."),
                           (ull)run->start, (ull)run->end - 1,
                           run->name[0] ? run->name : _("unknown data"), (ull)lba,
                           (ull)(lba + sectors - 1));

    if (fit->entries && fit->lba)
        return err_refuse(
            err, REFUSAL_GPT_ENTRIES_OVER_CONTENT,
            _("%1$s Add the line 'table-length: %2$u' to the script, then they "
              "end before that, or 'first-lba: %3$llu', then they are behind "
              "it."),
            what, fit->entries, (ull)(fit->lba + sectors));
    if (fit->entries)
        return err_refuse(
            err, REFUSAL_GPT_ENTRIES_OVER_CONTENT,
            _("%1$s Add the line 'table-length: %2$u' to the script, then they "
              "end before that."),
            what, fit->entries);
    return err_refuse(err, REFUSAL_GPT_ENTRIES_OVER_CONTENT,
                      _("%1$s Add the line 'first-lba: %2$llu' to the script, then they "
                        "are behind it."),
                      what, (ull)(fit->lba + sectors));
}

bool gpt_fit_script(const struct layout *layout, struct edit *edits, size_t count,
                    const struct gpt_front *front, struct err *err)
{
    struct gpt_fit fit;
    const struct gpt_front_run *run = gpt_fit_find(layout, edits, count, front, &fit);

    /* Where they fit nowhere else, the write refuses until that is given up. */
    if (!run || (!fit.entries && !fit.lba))
        return true;
    uint64_t sectors = fit_sectors(layout, edits);
    if (!fit.lba || fit.lba + sectors > edits->start)
        return refuse_script(layout, edits, run, &fit, err);
    edits->entries_lba = fit.lba;
    return true;
}
