/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs_gpt.c - plans a restore of a GPT: which copy comes first */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/table/gpt.h"
#include "model/table/mbr.h"
#include "model/write/runs_private.h"

/* The valid copies of a GPT, and the position of the backup. */
struct health {
    bool has_primary;
    bool has_backup;
    uint64_t backup; /* byte offset */
    bool is_at_end;  /* found without the primary */
};

static struct health gpt_health(const struct layout *layout, const struct reader *disk)
{
    const struct label *label = layout_label(layout);
    uint64_t own = layout_limits(layout)->logical;
    uint64_t logical = label->written_for ? label->written_for : own;
    struct health health = { 0 };
    struct gpt_table table;

    if (!gpt_decode(disk, logical, disk->size / logical, &table))
        return health;
    health.has_primary = !table.primary.state;
    health.has_backup = !table.backup.state;
    health.backup = table.backup.lba * logical;
    health.is_at_end = table.backup.lba == table.size - 1 && logical == own;
    gpt_finish(&table);
    return health;
}

static bool covers_goal(void *context, uint64_t start, uint64_t length)
{
    const struct goal *goal = context;

    LAYOUT_EACH (extent, goal->layout)
        if (extent_is_gpt(extent) && extent_overlaps(extent, start, start + length))
            return true;
    return false;
}

/* True if the new backup overlaps the old one. */
static bool is_backup_covered(const struct write_work *work, struct goal *goal)
{
    LAYOUT_EACH (extent, work->base)
        if (extent->role == ROLE_GPT_BACKUP &&
            covers_goal(goal, extent->start, extent->length))
            return true;
    return false;
}

/* While one copy is written the other one must be valid and be found: first the old one,
 * then the new one.  A partly written primary still has a header, old or new, that refers
 * to its own backup. */
static bool choose_first(const struct write_work *work, struct goal *goal,
                         enum write_what *ret, struct err *err)
{
    struct health was = gpt_health(work->base, &work->now);
    struct health is = gpt_health(goal->layout, &goal->reader);
    bool is_free = layout_label(work->base)->kind != LABEL_GPT;
    bool is_in_place = was.backup == is.backup;

    if ((is_free || was.has_primary) && is.has_backup &&
        (is.is_at_end || is_in_place || !is_backup_covered(work, goal)))
        *ret = WRITE_GPT_BACKUP;
    else if ((is_free || (was.has_backup && (was.is_at_end || is_in_place))) &&
             is.has_primary)
        *ret = WRITE_GPT_PRIMARY;
    else
        return err_refuse(err, REFUSAL_WRITE_GPT_NO_ORDER,
                          _("There is no order of writing the copies of the GPT in which "
                            "one of them is always whole."));
    return true;
}

static bool is_in_goal(const struct goal *goal, uint64_t lba)
{
    for (size_t i = 0; i < goal->plan.count; i++)
        if (lba - goal->plan.writes[i].lba < goal->plan.writes[i].count)
            return true;
    return false;
}

/* Systems could still find it. */
bool goal_blank_backup(struct write_work *work, struct goal *goal, struct err *err)
{
    struct gpt_table old;

    if (layout_label(work->base)->kind != LABEL_GPT ||
        !gpt_decode(work->disk, work->logical, work->size, &old))
        return true;
    uint64_t lba = old.backup.lba;
    gpt_finish(&old);
    return covers_goal(goal, lba, 1) || is_in_goal(goal, lba) ||
           write_blank_header(work, lba * work->logical, err);
}

/* In a table for another sector size, LBA 0 contains part of its primary copy. */
static bool runs_put_sides(struct write_work *work, const struct goal *goal,
                           enum write_what first, struct err *err)
{
    if (first == WRITE_GPT_BACKUP)
        return goal_put_kind(work, goal, WRITE_GPT_BACKUP, err) &&
               goal_put_kind(work, goal, WRITE_GPT_PRIMARY, err) &&
               goal_put_mbr(work, goal, err);
    if (!goal_put_kind(work, goal, WRITE_GPT_PRIMARY, err) ||
        (layout_label(goal->layout)->written_for && !goal_put_mbr(work, goal, err)))
        return false;
    return goal_put_kind(work, goal, WRITE_GPT_BACKUP, err) &&
           goal_put_mbr(work, goal, err);
}

/* Systems accept a GPT that no MBR announces, but not its backup alone: if the goal has a
 * protective or hybrid MBR, that is written first. */
static bool restore_announcing_mbr(struct write_work *work, const struct goal *goal,
                                   struct err *err)
{
    CLEANUP(freep) struct mbr_table *mbr = xmalloc(sizeof(*mbr));

    if (!layout_note_find(work->base, NOTE_GPT_PMBR_MISSING) ||
        layout_label(goal->layout)->written_for)
        return true;
    if (!mbr_decode(&goal->reader, work->logical, mbr, err))
        return false;
    return (mbr->kind != MBR_PROTECTIVE && mbr->kind != MBR_HYBRID) ||
           goal_put_mbr(work, goal, err);
}

bool goal_put_gpt(struct write_work *work, struct goal *goal, struct err *err)
{
    struct write_targets targets = { covers_goal, goal };
    enum write_what first = WRITE_GPT_BACKUP;

    if (!write_release_gpt(work, &targets, true, err) ||
        !write_release(work, &targets, err) || !choose_first(work, goal, &first, err) ||
        !restore_announcing_mbr(work, goal, err))
        return false;
    return runs_put_sides(work, goal, first, err) && goal_blank_backup(work, goal, err) &&
           goal_put_rest(work, goal, err);
}
