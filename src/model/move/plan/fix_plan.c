/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_plan.c - the steps of a fix, from a plan for the disk */
#include "model/move/plan/fix_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/num.h"

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
