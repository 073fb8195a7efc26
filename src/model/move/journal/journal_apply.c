/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_apply.c - the steps of a journal's plan that move no data, on a table */
#include "model/move/journal/journal_apply.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/edit/edit.h"
#include "model/move/journal/journal_record.h"

bool journal_has_table(const struct layout *now, const struct journal_plan *plan,
                       struct err *err)
{
    const struct label *label = layout_label(now);
    struct guid id = journal_disk_id(label);
    bool is_same_kind = label->kind == plan->label &&
                        layout_limits(now)->logical == plan->logical &&
                        !label->written_for;

    if (is_same_kind && guid_equal(&id, &plan->disk_id))
        return true;
    /* parted gives a disk without boot code another one. */
    if (is_same_kind && plan->label == LABEL_MSDOS)
        return err_set(err, ERR_REFUSED,
                       _("The disk id is %1$s, and was 0x%2$08x when the move began. If "
                         "it is the same disk, write the old id: "
                         "sfdisk --disk-id DISK 0x%2$08x"),
                       label->id, (unsigned)le32_at(plan->disk_id.bytes, 0));
    return err_set(err, ERR_REFUSED, "%s",
                   _("The table on the disk is not the one that the move began with: its "
                     "kind or its disk id is another one. Restore it from the backup."));
}

/* --- where the object of a step is --- */

/* A GPT entry also has its own GUID; another one can have its number. */
static bool is_partition_of(const struct extent *extent, const struct journal_plan *plan,
                            const struct journal_step *step)
{
    struct guid unique;

    if (!extent_holds_data(extent) || extent->length != step->length)
        return false;
    return plan->label != LABEL_GPT ||
           (guid_parse(extent->uuid, &unique) && guid_equal(&unique, &step->unique));
}

/* Returns NULL if there is none. */
static const struct extent *object_of_step(const struct layout *now,
                                           const struct journal_plan *plan,
                                           const struct journal_step *step)
{
    const struct extent *extent = layout_find_number(now, step->number);

    if (!extent)
        return NULL;
    if (journal_step_is_partition(step))
        return is_partition_of(extent, plan, step) ? extent : NULL;
    if (step->object == JOURNAL_EBR)
        return extent->kind == EXTENT_LOGICAL ? layout_find(now, extent->ebr) : NULL;
    return extent->kind == EXTENT_EXTENDED ? extent : NULL;
}

enum journal_step_state journal_step_state(const struct layout *now,
                                           const struct journal_plan *plan, size_t index)
{
    const struct journal_step *step = &plan->steps[index];
    const struct extent *extent = object_of_step(now, plan, step);

    if (!extent)
        return JOURNAL_STEP_OTHER;
    uint64_t at =
        step->object == JOURNAL_CONTAINER_END ? extent_end(extent) : extent->start;
    return at == step->from ? JOURNAL_STEP_LEFT
           : at == step->to ? JOURNAL_STEP_DONE
                            : JOURNAL_STEP_OTHER;
}

/* --- EBRs --- */

/* Returns whether another step before INDEX moves the EBR of logical NUMBER. */
static bool ebr_is_moved(const struct journal_plan *plan, unsigned number, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (plan->steps[i].object == JOURNAL_EBR && plan->steps[i].number == number)
            return true;
    return false;
}

/* Returns the EBR of STEP's logical if it is elsewhere; NULL: it is not. */
static const struct extent *stray_ebr(const struct layout *now,
                                      const struct journal_step *step)
{
    const struct extent *extent = layout_find_number(now, step->number);
    const struct extent *ebr =
        step->object == JOURNAL_LOGICAL && extent && extent->kind == EXTENT_LOGICAL
            ? layout_find(now, extent->ebr)
            : NULL;

    return ebr && ebr->start != step->ebr_from && ebr->start != step->ebr_to ? ebr : NULL;
}

struct layout *journal_place_ebr(const struct layout *now, const struct extent *ebr,
                                 uint64_t lba)
{
    const struct extent *there = layout_find_lba(now, lba);

    if (!there || there->kind != EXTENT_FREE)
        return layout_ref(now);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(now);
    layout_builder_find(builder, ebr->id)->start = lba;
    journal_drop_notes(builder);
    return layout_builder_refinish(builder);
}

struct layout *journal_place_ebrs(const struct layout *now,
                                  const struct journal_plan *plan, size_t index)
{
    struct layout *placed = layout_ref(now);

    for (size_t i = 0; i < plan->step_count; i++) {
        const struct journal_step *step = &plan->steps[i];
        const struct extent *ebr = stray_ebr(placed, step);
        if (!ebr)
            continue;
        struct layout *after = journal_place_ebr(
            placed, ebr,
            ebr_is_moved(plan, step->number, index) ? step->ebr_to : step->ebr_from);
        layout_unref(placed);
        placed = after;
    }
    return placed;
}

/* --- which are done --- */

size_t journal_first_left(const struct layout *now, const struct journal_plan *plan)
{
    size_t index = 0;

    while (index + 1 < plan->step_count && plan->steps[index].action != MOVES_DATA &&
           journal_step_state(now, plan, index) == JOURNAL_STEP_DONE)
        index++;
    return index;
}

bool journal_can_begin(const struct layout *now, const struct journal_plan *plan)
{
    for (size_t i = 0; i < plan->step_count; i++)
        if (plan->steps[i].action == MOVES_DATA &&
            journal_step_state(now, plan, i) != JOURNAL_STEP_LEFT)
            return false;
    return true;
}

/* --- the change --- */

void journal_drop_notes(struct layout_builder *builder)
{
    static const enum note_id cured[] = {
        NOTE_MOVE_IN_PROGRESS,
        NOTE_GPT_PRIMARY_DAMAGED,
        NOTE_GPT_BACKUP_DAMAGED,
        NOTE_GPT_COPIES_DIFFER,
    };

    for (size_t i = 0; i < ARRAY_SIZE(cured); i++)
        layout_builder_drop_note(builder, cured[i]);
}

/* What the journal is in gets no header of its own until the end. That of another swap
 * area can be one that a power cut has left unreadable: nothing is copied from there. */
static struct content content_of_step(const struct journal_plan *plan,
                                      const struct journal_step *step,
                                      enum content_state now)
{
    struct content content = { .state = CONTENT_NONE, .zeros = ZEROS_NEW };

    bool is_spot = step->number == plan->number && !guid_is_zero(&plan->spot_type);

    if (step->action != MOVES_REMAKE || is_spot || now == CONTENT_UNREADABLE)
        return content;
    content = (struct content){ .state = CONTENT_FOUND };
    content.inside.kind = INSIDE_SWAP;
    content.inside.is_remakeable = true;
    copy_text(content.type, sizeof(content.type), "swap");
    return content;
}

/* Returns NOW, in which the object of STEP has the content that it had when the plan was
 * made. */
static struct layout *with_content_of_step(const struct layout *now,
                                           const struct journal_plan *plan,
                                           const struct journal_step *step, uint32_t id)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(now);

    journal_drop_notes(builder);
    struct extent *extent = layout_builder_find(builder, id);
    if (journal_step_is_partition(step))
        extent->content = content_of_step(plan, step, extent->content.state);
    return layout_builder_refinish(builder);
}

struct layout *journal_step_apply(const struct layout *now,
                                  const struct journal_plan *plan, size_t index,
                                  struct err *err)
{
    const struct journal_step *step = &plan->steps[index];
    const struct extent *extent = object_of_step(now, plan, step);
    struct edit edit;

    if (!journal_has_table(now, plan, err))
        return NULL;
    if (journal_step_state(now, plan, index) != JOURNAL_STEP_LEFT) {
        (void)err_set(err, ERR_REFUSED,
                      _("The table's entry of partition %1$u, or its container, is not "
                        "where the move expects it: another program has changed the "
                        "table since the move began."),
                      (unsigned)step->number);
        return NULL;
    }
    struct moves_step move = { .action = step->action,
                               .id = extent->id,
                               .is_end = step->object == JOURNAL_CONTAINER_END,
                               .from = step->from,
                               .to = step->to };
    CLEANUP(layout_unrefp)
    struct layout *known = with_content_of_step(now, plan, step, extent->id);
    if (!moves_step_edit(known, &move, &edit))
        return NULL;
    return edit_apply(known, &edit, err);
}
