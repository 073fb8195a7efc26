/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moving_entry.c - changes the table's entry of a partition while its data is moved */
#include "model/move/plan/moving_entry.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/disk/types.h"
#include "model/move/plan/envelope.h"
#include "model/move/plan/journal_apply.h"

/* Sectors [start, end). */
struct place {
    uint64_t start, end;
};

static struct place entry_place(const struct journal_step *step, enum moving_place at)
{
    uint64_t low = step->from < step->to ? step->from : step->to;
    uint64_t high = step->from < step->to ? step->to : step->from;

    if (at == MOVING_OLD)
        return (struct place){ step->from, step->from + step->length };
    if (at == MOVING_NEW)
        return (struct place){ step->to, step->to + step->length };
    return (struct place){ low, high + step->length };
}

/* --- the entry --- */

static bool entry_is_at(const struct extent *extent, struct place place)
{
    return extent_holds_data(extent) && extent->start == place.start &&
           extent_end(extent) == place.end;
}

/* A GPT entry also has its own GUID; another one can be at its place. */
static bool is_the_entry(const struct extent *extent, const struct journal_plan *plan,
                         const struct journal_step *step)
{
    struct guid unique;
    bool is_there = entry_is_at(extent, entry_place(step, MOVING_OLD)) ||
                    entry_is_at(extent, entry_place(step, MOVING_ENVELOPE)) ||
                    entry_is_at(extent, entry_place(step, MOVING_NEW));

    if (!is_there || plan->label != LABEL_GPT)
        return is_there;
    return guid_parse(extent->uuid, &unique) && guid_equal(&unique, &step->unique);
}

static const struct extent *find_moving(const struct layout *now,
                                        const struct journal_plan *plan,
                                        const struct journal_step *step, struct err *err)
{
    struct place place = entry_place(step, MOVING_ENVELOPE);

    LAYOUT_EACH (extent, now)
        if (is_the_entry(extent, plan, step))
            return extent;
    /* A new entry of a GPT has another GUID. */
    if (plan->label == LABEL_GPT)
        (void)err_refuse(
            err, REFUSAL_FIX_ENTRY_MISSING,
            _("The table has no entry any more for partition %u, which is being "
              "moved: restore it from the backup."),
            (unsigned)step->number);
    else
        (void)err_refuse(
            err, REFUSAL_FIX_ENTRY_MISSING,
            _("The table has no entry any more for partition %1$u, which is being "
              "moved: create it again, from sector %2$llu to %3$llu, without a "
              "file system."),
            (unsigned)step->number, (ull)place.start, (ull)place.end - 1);
    return NULL;
}

/* --- the others --- */

/* The journal can be in a partition that nothing is in, in an entry of its own, or in the
 * free space of a container: what is in that is looked at by itself. */
static bool may_contain_journal(const struct journal_plan *plan,
                                const struct extent *extent)
{
    return extent->kind == EXTENT_EXTENDED || plan->spot.kind == JOURNAL_EMPTY ||
           plan->spot.kind == JOURNAL_SWAP || envelope_has_type(plan->label, extent);
}

static struct place place_of_journal(const struct journal_plan *plan)
{
    uint64_t start = plan->spot.start;

    return (struct place){ start, start ? start + plan->spot.bytes / plan->logical : 0 };
}

static bool refuse_overlap(const struct extent *extent, struct place place,
                           struct err *err)
{
    if (extent->number)
        return err_refuse(
            err, REFUSAL_FIX_SECTORS_TAKEN,
            _("Partition %1$u takes sectors from %2$llu to %3$llu, which are "
              "needed to move data: delete it, or make it smaller."),
            extent->number, (ull)place.start, (ull)place.end - 1);
    return err_refuse(err, REFUSAL_FIX_SECTORS_TAKEN,
                      _("The partition table itself takes sectors from %1$llu to %2$llu, "
                        "which are needed to move data."),
                      (ull)place.start, (ull)place.end - 1);
}

/* A container is around its logicals; slices are inside the partition that moves. */
static bool is_foreign(const struct extent *extent, const struct extent *entry)
{
    return extent != entry && extent->kind != EXTENT_FREE &&
           extent->kind != EXTENT_SLICE && extent->id != entry->parent;
}

static bool leaves_free(const struct extent *extent, struct place place, struct err *err)
{
    return !extent_overlaps(extent, place.start, place.end) ||
           refuse_overlap(extent, place, err);
}

static bool check_foreign(const struct layout *now, const struct journal_plan *plan,
                          const struct journal_step *step, const struct extent *entry,
                          struct err *err)
{
    struct place place = entry_place(step, MOVING_ENVELOPE);
    struct place journal = place_of_journal(plan);

    LAYOUT_EACH (extent, now) {
        if (!is_foreign(extent, entry))
            continue;
        if (!leaves_free(extent, place, err) ||
            (!may_contain_journal(plan, extent) && !leaves_free(extent, journal, err)))
            return false;
    }
    return true;
}

/* --- the change --- */

static void entry_set_type(struct extent *extent, const struct journal_plan *plan,
                           const struct journal_step *step, enum moving_place at)
{
    char text[TYPE_TEXT];

    copy_text(extent->type, sizeof(extent->type),
              at == MOVING_ENVELOPE ? envelope_type(plan->label)
                                    : journal_type_text(plan->label, &step->type, text));
}

struct layout *moving_entry_set(const struct layout *now, const struct journal_plan *plan,
                                size_t index, enum moving_place at, struct err *err)
{
    const struct journal_step *step = &plan->steps[index];
    struct place place = entry_place(step, at);

    const struct extent *entry = find_moving(now, plan, step, err);
    if (!entry || !check_foreign(now, plan, step, entry, err))
        return NULL;
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(now);
    struct extent *extent = layout_builder_find(builder, entry->id);
    extent->start = place.start;
    extent->length = place.end - place.start;
    entry_set_type(extent, plan, step, at);
    /* What is written makes both copies of a GPT whole and alike. */
    journal_drop_notes(builder);
    return layout_builder_refinish(builder);
}
