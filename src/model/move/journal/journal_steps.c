/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_steps.c - the steps in a journal's plan: from a plan for the disk, and checked
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/num.h"
#include "model/disk/types.h"
#include "model/move/journal/journal_private.h"

/* Sectors [start, end). */
struct span {
    uint64_t start, end;
};

/* --- what a step covers --- */

/* Returns the sectors of the step's object: of the container only its first EBR. */
static uint64_t step_sectors(const struct journal_step *step)
{
    if (journal_step_is_partition(step))
        return step->length;
    return step->object != JOURNAL_CONTAINER_END;
}

static struct span span_at(const struct journal_step *step, uint64_t start)
{
    return (struct span){ start, start + step_sectors(step) };
}

/* Returns its old and new sectors and all between them. */
static struct span step_span(const struct journal_step *step)
{
    struct span from = span_at(step, step->from), to = span_at(step, step->to);

    return (struct span){ from.start < to.start ? from.start : to.start,
                          from.end > to.end ? from.end : to.end };
}

static bool spans_meet(struct span a, struct span b)
{
    return journal_meets(a.start, a.end, b.start, b.end);
}

/* --- each step alone --- */

static bool is_in_usable(const struct journal_plan *plan, uint64_t start, uint64_t length)
{
    return start >= plan->first_usable &&
           journal_is_within(start, length, plan->end_usable);
}

static bool ebr_is_sound(const struct journal_plan *plan, const struct journal_step *step)
{
    if (step->object != JOURNAL_LOGICAL)
        return !step->ebr_from && !step->ebr_to;
    return is_in_usable(plan, step->ebr_from, 1) && is_in_usable(plan, step->ebr_to, 1) &&
           step->ebr_from < step->from && step->ebr_to < step->to;
}

static bool place_is_sound(const struct journal_plan *plan,
                           const struct journal_step *step)
{
    uint64_t length = step_sectors(step);

    return step->from != step->to && is_in_usable(plan, step->from, length) &&
           is_in_usable(plan, step->to, length) &&
           (step->length != 0) == journal_step_is_partition(step);
}

/* An empty partition that the journal is in may move around it. */
static bool leaves_journal(const struct journal_plan *plan,
                           const struct journal_step *step)
{
    struct span spot = { plan->spot.start, 0 };

    if (!journal_spot_on_disk(&plan->spot, plan->logical, &spot.end))
        return true;
    if (step->action == MOVES_DATA || !journal_step_is_partition(step) ||
        step->number != plan->number)
        return !spans_meet(step_span(step), spot);
    struct span from = span_at(step, step->from), to = span_at(step, step->to);
    return spot.start >= from.start && spot.start >= to.start && spot.end <= from.end &&
           spot.end <= to.end;
}

static bool step_is_sound(const struct journal_plan *plan,
                          const struct journal_step *step)
{
    bool is_gpt = plan->label == LABEL_GPT;

    return step->action <= MOVES_TABLE && step->object <= JOURNAL_EBR && step->number &&
           (step->action == MOVES_TABLE || journal_step_is_partition(step)) &&
           (!is_gpt || step->object == JOURNAL_PARTITION) &&
           guid_is_zero(&step->type) != journal_step_is_partition(step) &&
           (is_gpt || guid_is_zero(&step->unique)) && place_is_sound(plan, step) &&
           ebr_is_sound(plan, step) && leaves_journal(plan, step);
}

/* --- all of them in their order --- */

/* Returns where OTHER is when step INDEX begins. */
static struct span span_during(const struct journal_plan *plan, size_t other,
                               size_t index)
{
    const struct journal_step *step = &plan->steps[other];

    return span_at(step, other < index ? step->to : step->from);
}

/* True if at step INDEX its sectors are those of the other one, or of an EBR that stays
 * all the time. */
static bool step_meets(const struct journal_plan *plan, size_t index, size_t other)
{
    const struct journal_step *step = &plan->steps[other];
    struct span ebr = { step->ebr_from, step->ebr_from + 1 };
    bool has_ebr = step->object == JOURNAL_LOGICAL && step->ebr_from == step->ebr_to;
    struct span own = step_span(&plan->steps[index]);

    return (index != other && spans_meet(own, span_during(plan, other, index))) ||
           (has_ebr && spans_meet(own, ebr));
}

static bool is_same_object(const struct journal_step *a, const struct journal_step *b)
{
    return a->object == b->object && a->number == b->number;
}

bool journal_steps_are_sound(const struct journal_plan *plan)
{
    if (!plan->step_count)
        return false;
    for (size_t i = 0; i < plan->step_count; i++)
        if (!step_is_sound(plan, &plan->steps[i]))
            return false;
    for (size_t i = 0; i < plan->step_count; i++)
        for (size_t j = 0; j < plan->step_count; j++)
            if (step_meets(plan, i, j) ||
                (i != j && is_same_object(&plan->steps[i], &plan->steps[j])))
                return false;
    return true;
}

/* --- from a plan for the disk --- */

struct guid journal_disk_id(const struct label *label)
{
    struct guid id = { { 0 } };
    uint8_t signature[4];

    if (label->kind == LABEL_GPT && guid_parse(label->id, &id))
        return id;
    if (label->kind == LABEL_MSDOS && strlen(label->id) > 2) {
        put_le32(signature, 0, (uint32_t)strtoul(label->id, NULL, 16));
        memcpy(id.bytes, signature, sizeof(signature));
    }
    return id;
}

struct guid journal_type(enum label_kind label, const char *type)
{
    struct guid id = { { 0 } };

    if (label == LABEL_GPT) {
        (void)guid_parse(type, &id); /* layouts have no other types there */
    } else {
        id.bytes[0] = (uint8_t)strtoul(type, NULL, 16);
        /* All zeros mean no partition, but one of msdos can have type 0. */
        id.bytes[1] = !id.bytes[0];
    }
    return id;
}

const char *journal_type_text(enum label_kind label, const struct guid *type,
                              char ret[TYPE_TEXT])
{
    if (label == LABEL_GPT)
        return guid_format(type, ret);
    (void)snprintf(ret, TYPE_TEXT, "%x", type->bytes[0]); /* fits */
    return ret;
}

static enum journal_object object_of(const struct moves_step *from,
                                     const struct extent *extent)
{
    if (extent->kind == EXTENT_EXTENDED)
        return from->is_end ? JOURNAL_CONTAINER_END : JOURNAL_CONTAINER;
    if (extent->role == ROLE_EBR)
        return JOURNAL_EBR;
    return extent->kind == EXTENT_LOGICAL ? JOURNAL_LOGICAL : JOURNAL_PARTITION;
}

static uint64_t ebr_in(const struct layout *layout, const struct extent *extent)
{
    const struct extent *ebr =
        extent->kind == EXTENT_LOGICAL ? layout_find(layout, extent->ebr) : NULL;

    return ebr ? ebr->start : 0;
}

static void fill_partition(struct journal_step *step, const struct layout *layout,
                           const struct moves *moves, const struct extent *extent)
{
    const struct extent *after = layout_find(moves->result, extent->id);
    enum label_kind label = layout_label(layout)->kind;

    step->length = extent->length;
    step->type = journal_type(label, extent->type);
    step->ebr_from = ebr_in(layout, extent);
    step->ebr_to = ebr_in(moves->result, after);
    if (label == LABEL_GPT)
        (void)guid_parse(extent->uuid, &step->unique);
}

static struct journal_step step_of(const struct layout *layout, const struct moves *moves,
                                   const struct moves_step *from)
{
    const struct extent *extent = layout_find(layout, from->id);
    const struct extent *logical = layout_find_logical(layout, extent->id);
    struct journal_step step = { .action = from->action,
                                 .object = object_of(from, extent),
                                 .from = from->from,
                                 .to = from->to };

    if (step.object == JOURNAL_EBR && logical)
        extent = logical;
    step.number = (uint16_t)extent->number;
    if (journal_step_is_partition(&step))
        fill_partition(&step, layout, moves, extent);
    return step;
}

bool journal_plan_add(struct journal_plan *plan, const struct layout *layout,
                      const struct moves *moves)
{
    if (moves->step_count > JOURNAL_STEPS_MAX - plan->step_count)
        return false;
    for (size_t i = 0; i < moves->step_count; i++)
        plan->steps[plan->step_count++] = step_of(layout, moves, &moves->steps[i]);
    return true;
}
