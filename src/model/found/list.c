/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.c - what was found on a disk: how it lies to the table and to each other */
#include "model/found/list.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/found/private.h"

enum { LIST_NOTES_MAX = 8 }; /* contents that are named one by one */

void found_list_finish(struct found_list *list)
{
    free(list->at);
    *list = (struct found_list){ 0 };
}

struct found_list found_list_copy(const struct found_list *list)
{
    struct found_list copy = *list;

    copy.at = xcalloc(list->count + 1, sizeof(*copy.at));
    if (list->count)
        memcpy(copy.at, list->at, list->count * sizeof(*copy.at));
    return copy;
}

/* --- how the contents lie --- */

static uint64_t item_end(const struct found_item *item)
{
    return item->found.start + item->found.length;
}

static bool begins_a_partition(const struct layout *layout, uint64_t start)
{
    LAYOUT_EACH (extent, layout)
        if (extent_holds_data(extent) && extent->start == start)
            return true;
    return false;
}

static void judge_partitions(const struct layout *layout, struct found_item *item)
{
    LAYOUT_EACH (extent, layout) {
        if (!extent_holds_data(extent) ||
            !extent_overlaps(extent, item->found.start, item_end(item)))
            continue;
        if (extent->start <= item->found.start && item_end(item) <= extent_end(extent))
            item->partition = extent->number;
        else
            item->is_overlapping = true;
    }
}

/* Smaller is better. */
static int how_rank(enum found_how how)
{
    static const int ranks[FOUND_HOW_COUNT] = {
        [FOUND_EBR] = 0, [FOUND_GPT_COPY] = 0, [FOUND_SUPERBLOCK] = 1, [FOUND_BACKUP] = 2
    };

    return ranks[how];
}

/* What only a backup shows holds nothing that has a superblock of its own: that is of
 * later. */
static bool holds(const struct found_item *outer, const struct found_item *item)
{
    return outer->found.volume && outer->found.start < item->found.start &&
           (item_end(item) <= item_end(outer) ||
            found_repeats(&outer->found, &item->found)) &&
           (outer->found.how != FOUND_BACKUP || item->found.how == FOUND_BACKUP);
}

/* Finds the nearest content around it. */
static void judge_outer(struct found_list *list, size_t index)
{
    struct found_item *item = &list->at[index];

    for (size_t i = 0; i < index; i++) {
        if (list->at[i].is_copy || !holds(&list->at[i], item))
            continue;
        item->outer = i + 1;
        item->is_copy = found_repeats(&list->at[i].found, &item->found);
    }
}

static bool can_get_entry(const struct layout *layout, const struct found_item *item)
{
    uint64_t max = label_addressable(layout_label(layout)->kind);
    uint64_t size = layout_limits(layout)->size;

    return !item->outer && !item->partition && !item->is_overlapping &&
           item_end(item) <= size && (!max || item_end(item) <= max);
}

/* Of two contents that overlap, the one that is known better is chosen. */
static void judge_overlap(struct found_item *a, struct found_item *b)
{
    bool is_apart = a->outer || b->outer || item_end(a) <= b->found.start;

    if (is_apart)
        return;
    a->is_overlapping = b->is_overlapping = true;
    if (how_rank(a->found.how) <= how_rank(b->found.how))
        b->is_chosen = b->is_chosen && !a->is_chosen;
    else
        a->is_chosen = a->is_chosen && !b->is_chosen;
}

/* A length that no superblock or entry tells ends where the next content begins, also if
 * that was found later, or where the partition or free run ends. */
static void cut_unknown(struct found_content *sorted, size_t count,
                        const struct layout *layout)
{
    for (size_t i = 0; i < count; i++) {
        struct found_content *found = &sorted[i];
        const struct extent *extent = layout_find_lba(layout, found->start);
        uint64_t end = extent ? extent_end(extent) : layout_limits(layout)->size;
        if (i + 1 < count)
            end = num_min(end, sorted[i + 1].start);
        if (!found->volume && !found->entry_type[0])
            found->length = num_min(found->length, end - found->start);
    }
}

struct found_places found_places_settled(const struct found_places *places,
                                         const struct layout *layout)
{
    struct found_places settled = *places;

    settled.at = xcalloc(places->count + 1, sizeof(*settled.at));
    if (places->count)
        memcpy(settled.at, places->at, places->count * sizeof(*settled.at));
    found_settle(settled.at, places->count, layout_limits(layout)->size);
    cut_unknown(settled.at, places->count, layout);
    return settled;
}

/* True if the content INDEX is that of a partition, or a copy of its superblock. */
static bool is_of_partition(const struct found_places *sorted, size_t index,
                            const struct layout *layout)
{
    const struct found_content *found = &sorted->at[index];

    for (size_t i = 0; i < index; i++)
        if (found_repeats(&sorted->at[i], found) &&
            begins_a_partition(layout, sorted->at[i].start))
            return true;
    return begins_a_partition(layout, found->start);
}

static void list_fill(const struct found_places *places, const struct layout *layout,
                      struct found_list *ret)
{
    CLEANUP(found_places_finish)
    struct found_places settled = found_places_settled(places, layout);

    ret->at = xcalloc(places->count + 1, sizeof(*ret->at));
    for (size_t i = 0; i < settled.count; i++)
        if (!is_of_partition(&settled, i, layout))
            ret->at[ret->count++] = (struct found_item){ .found = settled.at[i] };
}

void found_list_judge(const struct found_places *places, const struct layout *layout,
                      struct found_list *ret)
{
    *ret = (struct found_list){ .more = places->more, .unreadable = places->unreadable };
    list_fill(places, layout, ret);
    for (size_t i = 0; i < ret->count; i++) {
        judge_partitions(layout, &ret->at[i]);
        judge_outer(ret, i);
        ret->at[i].is_chosen = can_get_entry(layout, &ret->at[i]);
    }
    for (size_t i = 0; i < ret->count; i++)
        for (size_t k = i + 1;
             k < ret->count && ret->at[k].found.start < item_end(&ret->at[i]); k++)
            judge_overlap(&ret->at[i], &ret->at[k]);
}

char *found_item_words(const struct layout *layout, const struct found_item *item)
{
    const struct extent extent = { .kind = EXTENT_DAMAGED,
                                   .claimed_kind = EXTENT_PARTITION,
                                   .fault = FAULT_NO_ENTRY,
                                   .start = item->found.start,
                                   .length = item->found.length,
                                   .claimed = item->found.length,
                                   .content = item->content };

    return extent_content_words(layout, &extent);
}

struct layout *found_list_add(const struct found_list *list, struct layout *layout)
{
    CLEANUP(freep) struct found_content *at = xcalloc(list->count + 1, sizeof(*at));

    for (size_t i = 0; i < list->count; i++)
        at[i] = list->at[i].found;
    return found_add_each(layout, at, list->count, LAYOUT_ID_ADDED, true);
}

static void list_note_one(struct layout_builder *builder, const struct layout *layout,
                          const struct found_item *item)
{
    CLEANUP(freep) char *words = found_item_words(layout, item);

    if (item->found.ebr)
        layout_builder_note(builder, NOTE_CONTENTS_LOST,
                            _("At sector %1$llu, in free space, begins %2$s: it is lost, "
                              "or was deleted. The EBR at sector %3$llu names it, and no "
                              "other leads to that."),
                            (ull)item->found.start, words, (ull)item->found.ebr);
    else
        layout_builder_note(builder, NOTE_CONTENTS_LOST,
                            _("At sector %1$llu, in free space, begins %2$s that no "
                              "entry names: it is lost, or was deleted."),
                            (ull)item->found.start, words);
}

struct layout *found_list_note(const struct found_list *list, struct layout *layout)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    size_t more = 0, named = 0;

    for (size_t i = 0; i < list->count; i++) {
        const struct found_item *item = &list->at[i];
        if (item->partition || item->outer)
            continue;
        if (named == LIST_NOTES_MAX)
            more++;
        else
            list_note_one(builder, layout, item);
        named += named < LIST_NOTES_MAX;
    }
    if (more)
        layout_builder_note(builder, NOTE_CONTENTS_LOST,
                            ngettext("%zu more content begins in free space: 'alidade "
                                     "found' lists it.",
                                     "%zu more contents begin in free space: 'alidade "
                                     "found' lists them.",
                                     more),
                            more);
    return layout_builder_refinish(builder);
}
