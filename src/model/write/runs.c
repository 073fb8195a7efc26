/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs.c - plans a restore of sectors from a backup in a safe order
 *
 * The disk with these sectors is decoded, and the order is found for that layout.  Ids of
 * partitions that are at the same position tell which ones are kept. */
#include <stdlib.h>
#include <string.h>

#include "model/base/frame.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/write/runs_private.h"

enum {
    SWAP_PAGE = 4096,      /* page size of most machines */
    SWAP_PAGE_MAX = 65536, /* maximum page size */
};

static bool check_runs(const struct write_work *work, const struct sector_run *runs,
                       size_t count, struct err *err)
{
    for (size_t i = 0; i < count; i++)
        if (!runs[i].count || runs[i].lba >= work->size ||
            runs[i].count > work->size - runs[i].lba)
            return err_refuse(
                err, REFUSAL_BACKUP_OF_OTHER_DISK,
                _("The backup has sectors that this disk does not have: it is "
                  "one of another disk."));
    return true;
}

static void make_goal(const struct write_work *work, const struct sector_run *runs,
                      size_t count, struct goal *ret)
{
    ret->plan = (struct write_plan){
        .logical = work->logical,
        .writes = xcalloc(count + 1, sizeof(*ret->plan.writes)),
        .count = count,
    };
    for (size_t i = 0; i < count; i++)
        ret->plan.writes[i] = (struct write){ .lba = runs[i].lba,
                                              .count = runs[i].count,
                                              .after = runs[i].bytes };
    ret->reader = write_plan_reader(&ret->view, work->disk, &ret->plan, count);
}

/* While the GPT header for the disk's own sector size exists, one for another size is
 * ignored. */
static bool is_own_header(const struct goal *goal, uint64_t lba)
{
    const struct label *label = goal->layout ? layout_label(goal->layout) : NULL;

    return label && label->kind == LABEL_GPT && label->written_for && lba == 1;
}

/* True if LBA belongs to a swap header that the goal has at the start of EXTENT (4
 * KiB). */
static bool is_swap_header(const struct goal *goal, const struct extent *extent,
                           uint64_t lba)
{
    static const char magic[] = "SWAPSPACE2";
    uint64_t logical = goal->plan.logical;
    uint64_t at = extent->start * logical + SWAP_PAGE - (sizeof(magic) - 1);
    char found[sizeof(magic) - 1];

    return (lba - extent->start) * logical < SWAP_PAGE &&
           reader_read(&goal->reader, at, found, sizeof(found)) &&
           !memcmp(found, magic, sizeof(found));
}

static bool runs_holds_data(const struct extent *extent)
{
    return extent && extent_is_partition(extent) && extent->kind != EXTENT_EXTENDED;
}

/* Classifies sectors that do not belong to the goal's table. */
static enum write_what classify_other_sector(const struct write_work *work,
                                             const struct goal *goal, uint64_t lba)
{
    const struct extent *is = layout_find_lba(work->base, lba);
    const struct extent *extent = goal->layout ? layout_find_lba(goal->layout, lba) : is;

    if (runs_holds_data(extent))
        return is_swap_header(goal, extent, lba) ? WRITE_SWAP : WRITE_INSIDE;
    if (extent && extent->role == ROLE_MBR_GAP)
        return WRITE_GAP;
    if (is && extent_is_gpt(is))
        return WRITE_GPT_GONE;
    return WRITE_FREE;
}

static enum write_what classify_sector(const struct write_work *work,
                                       const struct goal *goal, uint64_t lba)
{
    const struct extent *extent =
        goal->layout ? layout_find_lba(goal->layout, lba) : NULL;

    if (runs_holds_data(extent))
        return classify_other_sector(work, goal, lba);
    if (is_own_header(goal, lba) || (extent && extent->role == ROLE_GPT_PRIMARY))
        return WRITE_GPT_PRIMARY;
    if (extent && extent->role == ROLE_GPT_BACKUP)
        return WRITE_GPT_BACKUP;
    if (extent && extent->role == ROLE_EBR)
        return WRITE_EBR;
    return lba ? classify_other_sector(work, goal, lba) : WRITE_MBR;
}

bool goal_put_kind(struct write_work *work, const struct goal *goal, enum write_what what,
                   struct err *err)
{
    for (size_t i = 0; i < goal->plan.count; i++) {
        const struct write *run = &goal->plan.writes[i];
        for (uint64_t k = 0; k < run->count; k++)
            if (run->lba + k && classify_sector(work, goal, run->lba + k) == what &&
                !write_put_whole(work, what, run->lba + k, 1,
                                 run->after + k * work->logical, err))
                return false;
    }
    write_flush(work);
    return true;
}

bool goal_put_rest(struct write_work *work, const struct goal *goal, struct err *err)
{
    static const enum write_what rest[] = { WRITE_GAP, WRITE_GPT_GONE, WRITE_FREE,
                                            WRITE_INSIDE, WRITE_SWAP };

    for (size_t i = 0; i < ARRAY_SIZE(rest); i++)
        if (!goal_put_kind(work, goal, rest[i], err))
            return false;
    return true;
}

bool goal_put_mbr(struct write_work *work, const struct goal *goal, struct err *err)
{
    CLEANUP(freep) uint8_t *sector = xmalloc(work->logical);

    if (!reader_read(&goal->reader, 0, sector, work->logical))
        return err_set(err, ERR_IO, _("Sector %llu cannot be read."), 0ULL);
    if (!write_put_whole(work, WRITE_MBR, 0, 1, sector, err))
        return false;
    write_flush(work);
    return true;
}

static bool put_goal(struct write_work *work, struct goal *goal, struct err *err)
{
    if (goal->layout && layout_label(goal->layout)->kind == LABEL_GPT)
        return goal_put_gpt(work, goal, err);
    if (goal->layout && layout_label(goal->layout)->kind == LABEL_MSDOS)
        return goal_put_msdos(work, goal, err);
    /* An unknown table or none: the current table is replaced first. */
    return goal_put_mbr(work, goal, err) && goal_put_rest(work, goal, err);
}

/* Checks the final content of all sectors, whatever intermediate states were used. */
static bool check_goal(const struct write_work *work, const struct goal *goal,
                       struct err *err)
{
    for (size_t i = 0; i < goal->plan.count; i++) {
        const struct write *run = &goal->plan.writes[i];
        size_t bytes = run->count * work->logical;
        CLEANUP(freep) uint8_t *found = xmalloc(bytes);
        if (!write_read(work, run->lba, run->count, found, err))
            return false;
        if (memcmp(found, run->after, bytes) != 0)
            return err_refuse(
                err, REFUSAL_BACKUP_SECTORS_TWICE,
                _("The backup has the same sectors twice: it is not written."));
    }
    return true;
}

/* True if WRITE overlaps the part of EXTENT that is kept.  The header of a swap area may
 * be restored, as its content need not be kept. */
static bool overlaps_kept(const struct write_work *work, const struct goal *goal,
                          const struct extent *extent, const struct write *write)
{
    const struct extent *kept =
        goal->layout ? layout_find(goal->layout, extent->id) : NULL;
    bool is_swap = !strcmp(extent->content.type, "swap");

    if (!runs_holds_data(kept) || kept->start != extent->start)
        return false;
    uint64_t length = kept->length < extent->length ? kept->length : extent->length;
    uint64_t free = is_swap ? SWAP_PAGE_MAX / work->logical : 0;
    uint64_t start = extent->start + (free < length ? free : length);
    return write->lba < extent->start + length && start < write->lba + write->count;
}

/* True if WRITE puts back what was cleared of a fix: over zeros, and nothing else. */
static bool puts_fix_back(const struct write_work *work, const struct write *write)
{
    bool is_record = mem_is_zero(write->before, write->count * work->logical);

    for (uint64_t i = 0; i < write->count && is_record; i++) {
        const uint8_t *after = write->after + i * work->logical;
        is_record = frame_get(after, work->logical).kind &&
                    frame_is_credible(after, work->logical);
    }
    return is_record;
}

/* A backup contains sectors of the table and sectors that the change wrote; neither can
 * be inside a partition that is kept. */
static bool check_kept(const struct write_work *work, const struct goal *goal,
                       struct err *err)
{
    LAYOUT_EACH (extent, work->base)
        for (size_t k = 0; runs_holds_data(extent) && k < work->plan.count; k++)
            if (overlaps_kept(work, goal, extent, &work->plan.writes[k]) &&
                !puts_fix_back(work, &work->plan.writes[k]))
                return err_refuse(
                    err, REFUSAL_BACKUP_INSIDE_PARTITION,
                    _("The backup has sectors inside partition %u, which stays "
                      "as it is: it is damaged or forged. Nothing was "
                      "written."),
                    extent->number);
    return true;
}

static bool restore_plan(struct write_work *work, struct goal *goal, struct err *err)
{
    CLEANUP(layout_unrefp)
    struct layout *found = write_decode(&goal->reader, work->base);
    /* No order is known that leads to a damaged table. */
    bool is_whole = found && !layout_damaged_count(found);
    CLEANUP(layout_unrefp)
    struct layout *named = is_whole ? write_assign_ids(work->base, found) : NULL;

    goal->layout = named;
    work->preview = named ? named : work->base;
    return put_goal(work, goal, err) && check_goal(work, goal, err) &&
           check_kept(work, goal, err);
}

bool write_plan_of_runs(const struct reader *disk, const struct layout *base,
                        const struct sector_run *runs, size_t count,
                        struct write_plan *ret, struct err *err)
{
    struct write_work work;
    struct goal goal;

    write_work_init(&work, disk, base, base);
    if (!check_runs(&work, runs, count, err))
        return false;
    make_goal(&work, runs, count, &goal);
    bool is_good = restore_plan(&work, &goal, err);
    free(goal.plan.writes);
    if (!is_good) {
        write_plan_finish(&work.plan);
        return false;
    }
    *ret = work.plan;
    return true;
}
