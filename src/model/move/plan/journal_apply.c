/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_apply.c - the steps of a fix that move no data, on a table */
#include "model/move/plan/journal_apply.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/edit/edit.h"

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

static uint64_t object_place(const struct extent *object, const struct journal_step *step)
{
    return step->object == JOURNAL_CONTAINER_END ? extent_end(object) : object->start;
}

bool journal_step_is_done(const struct layout *now, const struct journal_plan *plan,
                          size_t index)
{
    const struct journal_step *step = &plan->steps[index];
    const struct extent *object = object_of_step(now, plan, step);

    return object && object_place(object, step) == step->to;
}

/* --- the change --- */

void journal_drop_notes(struct layout_builder *builder)
{
    static const enum note_id cured[] = {
        NOTE_GPT_PRIMARY_DAMAGED,
        NOTE_GPT_BACKUP_DAMAGED,
        NOTE_GPT_COPIES_DIFFER,
    };

    for (size_t i = 0; i < ARRAY_SIZE(cured); i++)
        layout_builder_drop_note(builder, cured[i]);
}

/* What the journal is in gets no header of its own until the end. */
static struct content content_of_step(const struct journal_plan *plan,
                                      const struct journal_step *step)
{
    struct content content = { .state = CONTENT_NONE, .zeros = ZEROS_NEW };
    bool is_spot = step->number == plan->number && !guid_is_zero(&plan->spot_type);

    if (step->action != MOVES_REMAKE || is_spot)
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
        extent->content = content_of_step(plan, step);
    return layout_builder_refinish(builder);
}

struct layout *journal_step_apply(const struct layout *now,
                                  const struct journal_plan *plan, size_t index,
                                  struct err *err)
{
    const struct journal_step *step = &plan->steps[index];
    const struct extent *extent = object_of_step(now, plan, step);
    struct edit edit;

    if (!extent || object_place(extent, step) != step->from) {
        (void)err_refuse(
            err, REFUSAL_FIX_ENTRY_CHANGED,
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
