/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_entry.c - the table's entry of the journal itself while data is moved */
#include "model/move/plan/journal_entry.h"

#include "model/base/mem.h"
#include "model/disk/types.h"
#include "model/edit/edit.h"
#include "model/move/plan/envelope.h"

/* No queue makes so many edits. */
#define JOURNAL_ENTRY_ID UINT32_MAX

/* Returns LAYOUT with another TYPE of the entry ID. */
static struct layout *with_type(const struct layout *layout, uint32_t id,
                                const char *type)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    struct extent *extent = layout_builder_find(builder, id);

    copy_text(extent->type, sizeof(extent->type), type);
    return layout_builder_refinish(builder);
}

static struct layout *without_entry(const struct layout *layout, uint32_t id)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    layout_builder_remove(builder, id);
    return layout_builder_refinish(builder);
}

/* An entry over free space; NULL if the table cannot have one there. */
static struct layout *with_new_entry(const struct layout *before,
                                     const struct journal_spot *spot,
                                     struct guid_source seed)
{
    const struct label *label = layout_label(before);
    struct edit edit = { .kind = EDIT_CREATE,
                         .id = JOURNAL_ENTRY_ID,
                         .extent = EXTENT_PARTITION,
                         .start = spot->start,
                         .length = spot->bytes / layout_limits(before)->logical,
                         .seed = seed };

    copy_text(edit.type, sizeof(edit.type), envelope_type(label->kind));
    if (label->kind == LABEL_GPT)
        copy_text(edit.name, sizeof(edit.name), "alidade journal");
    return edit_apply(before, &edit, ERR_IGNORED);
}

struct layout *journal_entry_begin(const struct layout *before,
                                   const struct journal_spot *spot, unsigned number,
                                   struct guid_source seed, struct journal_entry *ret)
{
    enum label_kind kind = layout_label(before)->kind;
    const struct extent *partition = number ? layout_find_number(before, number) : NULL;
    struct layout *after = NULL;

    *ret = (struct journal_entry){ 0 };
    if (partition) {
        *ret = (struct journal_entry){ (uint16_t)number,
                                       journal_type(kind, partition->type) };
        return with_type(before, partition->id, envelope_type(kind));
    }
    if (spot->start)
        after = with_new_entry(before, spot, seed);
    if (!after)
        return layout_ref(before);
    ret->number = (uint16_t)layout_find(after, JOURNAL_ENTRY_ID)->number;
    return after;
}

/* The new entry has the sectors of the journal; the partition that it is in has more. */
static bool is_entry_of(const struct extent *extent, const struct journal_plan *plan)
{
    uint64_t start = plan->spot.start, end = start + plan->spot.bytes / plan->logical;

    if (!envelope_has_type(plan->label, extent))
        return false;
    return guid_is_zero(&plan->spot_type)
               ? extent->start == start && extent_end(extent) == end
               : extent->start <= start && extent_end(extent) >= end;
}

struct layout *journal_entry_end(const struct layout *now,
                                 const struct journal_plan *plan)
{
    const struct extent *extent =
        plan->number ? layout_find_number(now, plan->number) : NULL;
    char type[TYPE_TEXT];

    if (!extent || !is_entry_of(extent, plan))
        return layout_ref(now);
    if (guid_is_zero(&plan->spot_type))
        return without_entry(now, extent->id);
    return with_type(now, extent->id,
                     journal_type_text(plan->label, &plan->spot_type, type));
}
