/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order.c - searches for a safe order to write the sectors of an msdos table
 *
 * Sectors that the table does not refer to come first, together.  The others are tried
 * one by one: after each, the disk is decoded, and every partition must be in its old or
 * new state.  The search is bounded; if it finds no order, nothing is written. */
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/disk/kept.h"
#include "model/write/msdos_private.h"

/* Maximum number of times the disk is decoded. */
#define TRIES_MAX 6000

/* The permitted states of one partition. */
struct states {
    const struct extent *before; /* NULL: new */
    const struct extent *after;  /* NULL: removed */
};

struct order {
    struct write_work *work;
    const struct msdos_image *image;
    struct states *pairs;
    size_t pair_count;
    bool *is_done; /* by index of the sector in the image */
    struct mbr_table now;
    unsigned tries;
};

static void add_states(struct order *order, const struct extent *before,
                       const struct extent *after)
{
    order->pairs = xrealloc(order->pairs, order->pair_count + 1, sizeof(*order->pairs));
    order->pairs[order->pair_count++] = (struct states){ before, after };
}

static const struct extent *order_find_same(const struct layout *layout,
                                            const struct extent *extent)
{
    return extent->kind == EXTENT_EXTENDED ? write_same(layout, extent)
                                           : write_same_data(layout, extent);
}

static void find_states(struct order *order)
{
    const struct layout *base = order->work->base, *preview = order->work->preview;

    LAYOUT_EACH (extent, base)
        if (extent_is_entry(extent))
            add_states(order, extent, order_find_same(preview, extent));
    LAYOUT_EACH (extent, preview)
        if (extent_is_entry(extent) && !order_find_same(base, extent))
            add_states(order, NULL, extent);
}

static bool entry_matches(const struct mbr_entry *entry, bool is_logical,
                          const struct extent *extent)
{
    return extent && is_logical == (extent->kind == EXTENT_LOGICAL) &&
           entry->start == extent->start && entry->length == extent->length &&
           entry->type == strtoul(extent->type, NULL, 16);
}

static bool order_overlaps(const struct mbr_entry *entry, uint64_t start, uint64_t length)
{
    return entry->start < start + length && start < entry->start + entry->length;
}

static bool mbr_entry_is_data(const struct mbr_entry *entry)
{
    return mbr_entry_is_used(entry) && !mbr_type_is_extended(entry->type);
}

/* True if a partition of the table other than BUT overlaps the range; containers are
 * ignored. */
static bool is_in_data(const struct mbr_table *table, uint64_t start, uint64_t length,
                       const struct mbr_entry *but)
{
    for (unsigned i = 0; i < MBR_SLOTS; i++)
        if (&table->primary[i] != but && mbr_entry_is_data(&table->primary[i]) &&
            order_overlaps(&table->primary[i], start, length))
            return true;
    for (size_t i = 0; i < table->logical_count; i++)
        if (&table->logicals[i].entry != but &&
            order_overlaps(&table->logicals[i].entry, start, length))
            return true;
    return false;
}

static bool mbr_entry_is_inside(const struct mbr_entry *inner,
                                const struct mbr_entry *outer)
{
    return inner->start >= outer->start &&
           inner->start + inner->length <= outer->start + outer->length;
}

/* True if primary partitions (including the container) do not overlap, logical partitions
 * do not overlap and lie inside their container, and no EBR lies in a partition. */
static bool is_without_overlap(const struct mbr_table *table)
{
    for (unsigned i = 0; i < MBR_SLOTS; i++)
        for (unsigned j = 0; j < i; j++)
            if (mbr_entry_is_used(&table->primary[i]) &&
                mbr_entry_is_used(&table->primary[j]) &&
                order_overlaps(&table->primary[i], table->primary[j].start,
                               table->primary[j].length))
                return false;
    for (size_t i = 0; i < table->logical_count; i++) {
        const struct mbr_logical *logical = &table->logicals[i];
        unsigned slot = table->links[logical->link].slot;
        if (!mbr_entry_is_inside(&logical->entry, &table->primary[slot]) ||
            is_in_data(table, logical->entry.start, logical->entry.length,
                       &logical->entry))
            return false;
    }
    for (size_t i = 0; i < table->link_count; i++)
        if (is_in_data(table, table->links[i].lba, 1, NULL))
            return false;
    return true;
}

/* Assigns the entries of a table to partitions. */
struct matching {
    const struct order *order;
    const struct mbr_entry *entries[MBR_SLOTS + MBR_LOGICALS_MAX];
    bool is_logical[MBR_SLOTS + MBR_LOGICALS_MAX];
    bool is_seen[MBR_SLOTS + MBR_LOGICALS_MAX];
    const struct states *pairs[MBR_SLOTS + MBR_LOGICALS_MAX]; /* NULL: not assigned yet */
    size_t count;
};

static void matching_add_entry(struct matching *matching, const struct mbr_entry *entry,
                               bool is_logical)
{
    matching->entries[matching->count] = entry;
    matching->is_logical[matching->count++] = is_logical;
}

static void matching_add_entries(struct matching *matching, const struct mbr_table *table)
{
    for (unsigned i = 0; i < MBR_SLOTS; i++)
        if (mbr_entry_is_used(&table->primary[i]))
            matching_add_entry(matching, &table->primary[i], false);
    for (size_t i = 0; i < table->logical_count; i++)
        matching_add_entry(matching, &table->logicals[i].entry, true);
}

/* Finds an entry for a partition.  An entry that is already assigned is used only if
 * another entry is found for its partition, so no partition loses its entry (augmenting
 * path). */
static bool match_states(struct matching *matching, const struct states *states)
{
    for (size_t i = 0; i < matching->count; i++) {
        const struct mbr_entry *entry = matching->entries[i];
        if (matching->is_seen[i] ||
            (!entry_matches(entry, matching->is_logical[i], states->before) &&
             !entry_matches(entry, matching->is_logical[i], states->after)))
            continue;
        matching->is_seen[i] = true;
        if (!matching->pairs[i] || match_states(matching, matching->pairs[i])) {
            matching->pairs[i] = states;
            return true;
        }
    }
    return false;
}

/* Assigns entries to partitions that exist in both tables (IS_NEEDED), or to the others,
 * and counts them.  Returns false if a needed one has no entry. */
static bool match_all(struct matching *matching, bool is_needed, size_t *count)
{
    const struct order *order = matching->order;

    for (size_t i = 0; i < order->pair_count; i++) {
        const struct states *states = &order->pairs[i];
        if ((states->before && states->after) != is_needed)
            continue;
        memset(matching->is_seen, 0, sizeof(matching->is_seen));
        if (match_states(matching, states))
            ++*count;
        else if (is_needed)
            return false;
    }
    return true;
}

/* True if each partition that must exist has an entry of its own, and each entry belongs
 * to a partition.  The same place can belong to two: an old and a new one. */
static bool is_every_partition_matched(const struct order *order)
{
    CLEANUP(freep) struct matching *matching = xcalloc(1, sizeof(*matching));
    size_t count = 0;

    matching->order = order;
    matching_add_entries(matching, &order->now);
    return match_all(matching, true, &count) && match_all(matching, false, &count) &&
           count == matching->count;
}

/* The entries of a bootable image overlap each other, and no edit changes them. */
static void order_drop_kept(struct order *order)
{
    const struct layout *base = order->work->base;

    LAYOUT_EACH (extent, base)
        if (kept_holds(base, extent) && extent->number - 1 < MBR_SLOTS)
            order->now.primary[extent->number - 1] = (struct mbr_entry){ 0 };
}

static bool order_decode(struct order *order)
{
    if (!mbr_decode(&order->work->now, order->work->logical, &order->now, ERR_IGNORED))
        return false;
    order_drop_kept(order);
    return true;
}

/* Checks the disk as it is after the writes so far. */
static bool is_state_good(struct order *order)
{
    order->tries++;
    return order_decode(order) && order->now.kind == MBR_TABLE && !order->now.fault &&
           is_every_partition_matched(order) && is_without_overlap(&order->now);
}

static bool is_referred_to(const struct mbr_table *table, uint64_t lba)
{
    for (size_t i = 0; i < table->link_count; i++)
        if (table->links[i].lba == lba)
            return true;
    return !lba || is_in_data(table, lba, 1, NULL);
}

static bool order_put(struct order *order, size_t index, struct err *err)
{
    const struct msdos_sector *sector = &order->image->sectors[index];

    order->is_done[index] = true;
    return write_put(order->work, sector->what, sector->lba, 1, sector->bytes, err);
}

/* Sectors that already have their bytes need no write. */
static bool skip_unchanged(struct order *order, struct err *err)
{
    struct write_work *work = order->work;
    CLEANUP(freep) uint8_t *sector = xmalloc(work->logical);

    for (size_t i = 0; i < order->image->count; i++) {
        if (!write_read(work, order->image->sectors[i].lba, 1, sector, err))
            return false;
        order->is_done[i] =
            !memcmp(sector, order->image->sectors[i].bytes, work->logical);
    }
    return true;
}

static bool put_unreferenced(struct order *order, struct err *err)
{
    for (size_t i = 0; i < order->image->count; i++)
        if (!order->is_done[i] &&
            !is_referred_to(&order->now, order->image->sectors[i].lba) &&
            !order_put(order, i, err))
            return false;
    write_flush(order->work);
    return true;
}

/* Writes sector INDEX.  Returns false and undoes it if a partition still covers the
 * sector, or if the disk would not be in a valid state. */
static bool try_put(struct order *order, size_t index)
{
    struct write_work *work = order->work;
    size_t count = work->plan.count;

    if (!order_decode(order) ||
        is_in_data(&order->now, order->image->sectors[index].lba, 1, NULL))
        return false;
    bool is_good = order_put(order, index, ERR_IGNORED);
    write_flush(work);
    if (is_good && is_state_good(order))
        return true;
    write_undo(work, count);
    order->is_done[index] = false;
    return false;
}

/* Returns the first sector from FROM on that can be written next; the count if there is
 * none. */
static size_t next_possible(struct order *order, size_t from)
{
    size_t count = order->image->count;

    while (from < count && (order->is_done[from] || !try_put(order, from)))
        from++;
    return from;
}

/* Depth-first search with backtracking. */
static bool order_search(struct order *order)
{
    CLEANUP(freep) size_t *path = xcalloc(order->image->count, sizeof(*path));
    size_t depth = 0, left = 0, from = 0;

    for (size_t i = 0; i < order->image->count; i++)
        left += !order->is_done[i];
    while (depth < left) {
        size_t index =
            order->tries < TRIES_MAX ? next_possible(order, from) : order->image->count;
        if (index < order->image->count) {
            path[depth++] = index;
            from = 0;
            continue;
        }
        if (!depth || order->tries >= TRIES_MAX)
            return false;
        from = path[--depth];
        order->is_done[from++] = false;
        write_undo(order->work, order->work->plan.count - 1);
    }
    return true;
}

static bool find_order(struct order *order, struct err *err)
{
    write_flush(order->work);
    find_states(order);
    return skip_unchanged(order, err) && is_state_good(order) &&
           put_unreferenced(order, err) && order_search(order);
}

bool msdos_order(struct write_work *work, const struct msdos_image *image,
                 struct err *err)
{
    CLEANUP(freep) struct order *order = xcalloc(1, sizeof(*order));
    size_t count = work->plan.count;

    order->work = work;
    order->image = image;
    order->is_done = xcalloc(image->count, sizeof(*order->is_done));
    bool is_found = find_order(order, err);
    free(order->is_done);
    free(order->pairs);
    if (!is_found)
        write_undo(work, count);
    return is_found;
}
