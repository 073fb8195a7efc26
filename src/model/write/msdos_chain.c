/* SPDX-License-Identifier: GPL-3.0-or-later */
/* msdos_chain.c - makes the EBR chain that a layout describes
 *
 * The chain is in the order of the partition numbers and starts in the first sector of
 * the container.  The positions of entries in a sector, and links whose target does not
 * change, are kept. */
#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/table/mbr_layout.h"
#include "model/write/msdos_private.h"

/* An EBR of the preview and its logical partition (NULL: none). */
struct node {
    const struct extent *ebr;
    const struct extent *logical;
    /* number of the logical partition, or of the previous one if there is none */
    unsigned number;
    size_t rank; /* order among nodes of the same number: 0 has the logical partition */
};

struct make {
    const struct write_work *work;
    /* no EBR of the base is kept; EBRs for another sector size are not */
    bool is_chain_new;
    const struct extent *container;
    struct node nodes[MBR_LINKS_MAX];
    size_t count;
    struct msdos_image *image;
};

/* Returns the EBR of LAYOUT at LBA; NULL: none. */
static const struct extent *chain_ebr_at(const struct layout *layout, uint64_t lba)
{
    const struct extent *extent = layout_find_lba(layout, lba);

    return extent && extent->role == ROLE_EBR ? extent : NULL;
}

/* An EBR without a logical partition stays behind its old predecessor in the chain. */
static void rank_empty(const struct make *make, const struct mbr_table *chain,
                       struct node *node)
{
    const struct write_work *work = make->work;
    size_t at = 0;

    while (at < chain->link_count && chain->links[at].lba != node->ebr->start)
        at++;
    node->rank = 1 + at;
    for (; at && at <= chain->link_count; at--) {
        const struct extent *before = chain_ebr_at(work->base, chain->links[at - 1].lba);
        const struct extent *same = before ? write_same(work->preview, before) : NULL;
        const struct extent *logical =
            same ? layout_find_logical(work->preview, same->id) : NULL;
        if (logical) {
            node->number = logical->number;
            return;
        }
    }
}

static void rank_nodes(struct make *make)
{
    CLEANUP(freep) struct mbr_table *chain = xcalloc(1, sizeof(*chain));

    if (make->is_chain_new ||
        !mbr_decode(&make->work->now, make->work->logical, chain, ERR_IGNORED))
        chain->link_count = 0;
    for (size_t i = 0; i < make->count; i++) {
        struct node *node = &make->nodes[i];
        if (node->logical)
            node->number = node->logical->number;
        else
            rank_empty(make, chain, node);
    }
}

static int by_rank(const void *a, const void *b)
{
    const struct node *x = a, *y = b;

    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* The chain begins in the container's first sector, whatever that EBR contains. */
static bool order_nodes(struct make *make, struct err *err)
{
    size_t head = 0;

    rank_nodes(make);
    qsort(make->nodes, make->count, sizeof(*make->nodes), by_rank);
    while (head < make->count && make->nodes[head].ebr->start != make->container->start)
        head++;
    if (head == make->count)
        return err_refuse(err, REFUSAL_WRITE_CHAIN_START,
                          _("The extended partition would begin without an EBR."));
    struct node first = make->nodes[head];
    memmove(make->nodes + 1, make->nodes, head * sizeof(first));
    make->nodes[0] = first;
    return true;
}

static bool chain_find_container(struct make *make, struct err *err)
{
    const struct layout *preview = make->work->preview;

    LAYOUT_EACH (extent, preview) {
        if (extent->kind != EXTENT_EXTENDED)
            continue;
        if (make->container)
            return err_refuse(err, REFUSAL_WRITE_TWO_EXTENDED,
                              _("A table with two extended partitions is not written."));
        make->container = extent;
    }
    return true;
}

static bool find_nodes(struct make *make, struct err *err)
{
    const struct layout *preview = make->work->preview;

    LAYOUT_EACH (extent, preview) {
        if (extent->role != ROLE_EBR)
            continue;
        if (make->count == MBR_LINKS_MAX)
            return err_refuse(err, REFUSAL_WRITE_CHAIN_LONG,
                              _("The chain of logical partitions would be too long."));
        make->nodes[make->count++] =
            (struct node){ .ebr = extent,
                           .logical = layout_find_logical(preview, extent->id) };
    }
    return true;
}

/* Reads the EBR at LBA if it belongs to the base; else makes an empty one. */
static bool chain_read_ebr(const struct make *make, uint64_t lba, uint8_t *sector,
                           struct err *err)
{
    if (!make->is_chain_new && chain_ebr_at(make->work->base, lba))
        return write_read(make->work, lba, 1, sector, err);
    memset(sector, 0, make->work->logical);
    put_le16(sector, MBR_AT_MAGIC, MBR_MAGIC);
    return true;
}

/* Returns entry WANTED, the first or second one, or the other of both if it has other
 * bytes than zero; NULL if both have. */
static uint8_t *blank_entry(uint8_t *sector, unsigned wanted)
{
    for (unsigned i = 0; i < 2; i++, wanted = !wanted)
        if (mbr_slot_is_blank(sector, wanted))
            return mbr_slot(sector, wanted);
    return NULL;
}

/* Copies ENTRY to NOW, where the sector has such an entry, or else to a blank one. */
static bool put_entry(uint8_t *sector, uint8_t *now, unsigned wanted,
                      const uint8_t *entry, const struct extent *ebr, struct err *err)
{
    uint8_t *place = now ? now : blank_entry(sector, wanted);

    if (!place)
        return err_refuse(
            err, REFUSAL_WRITE_EBR_ENTRIES,
            _("The first two entries of the EBR at sector %llu are in use or "
              "have other bytes than zero, which are kept: nothing more can "
              "be written there."),
            (ull)ebr->start);
    memcpy(place, entry, MBR_ENTRY_BYTES);
    return true;
}

/* Reads the old entry of a logical partition of the base; zeros for a new one. */
static bool take_data(const struct make *make, const struct extent *before,
                      uint8_t ret[MBR_ENTRY_BYTES], struct err *err)
{
    const struct extent *ebr = before ? layout_find(make->work->base, before->ebr) : NULL;
    CLEANUP(freep) uint8_t *sector = xmalloc(make->work->logical);

    memset(ret, 0, MBR_ENTRY_BYTES);
    if (!ebr)
        return true;
    if (!write_read(make->work, ebr->start, 1, sector, err))
        return false;
    const uint8_t *data = ebr_data(sector);
    if (data)
        memcpy(ret, data, MBR_ENTRY_BYTES);
    return true;
}

static bool put_data(const struct make *make, const struct node *node, uint8_t *sector,
                     struct err *err)
{
    const struct extent *extent = node->logical;
    const struct extent *before =
        extent && !make->is_chain_new ? write_same(make->work->base, extent) : NULL;
    uint8_t entry[MBR_ENTRY_BYTES];

    if (!extent && !ebr_data(sector))
        return true;
    if (!take_data(make, before, entry, err))
        return false;
    if (extent && (!msdos_check_range(extent, node->ebr->start, err) ||
                   !msdos_put_type_and_flag(extent, before, entry, err)))
        return false;
    if (extent && !write_is_same_range(extent, before))
        mbr_put_range(entry, extent->start, extent->length, node->ebr->start);
    else if (extent)
        put_le32(entry, MBR_ENTRY_AT_START, (uint32_t)(extent->start - node->ebr->start));
    return put_entry(sector, ebr_data(sector), 0, entry, node->ebr, err);
}

/* Reuses the old link entry (keeping its length) if it still leads to the same logical
 * partition. */
static bool take_link(const struct make *make, const struct node *to,
                      uint8_t ret[MBR_ENTRY_BYTES])
{
    const struct layout *base = make->work->base;
    const struct extent *ebr =
        make->is_chain_new ? NULL : chain_ebr_at(base, to->ebr->start);
    const struct extent *was = ebr ? layout_find_logical(base, ebr->id) : NULL;
    uint64_t offset = to->ebr->start - make->container->start;
    CLEANUP(freep) uint8_t *sector = xmalloc(make->work->logical);

    if (!was || !to->logical || was->id != to->logical->id)
        return false;
    LAYOUT_EACH (from, base) {
        if (from->role != ROLE_EBR ||
            !write_read(make->work, from->start, 1, sector, ERR_IGNORED))
            continue;
        const uint8_t *link = ebr_link(sector);
        if (!link || le32_at(link, MBR_ENTRY_AT_START) != offset)
            continue;
        memcpy(ret, link, MBR_ENTRY_BYTES);
        return true;
    }
    return false;
}

static bool put_link(const struct make *make, const struct node *from,
                     const struct node *to, uint8_t *sector, struct err *err)
{
    uint64_t base = make->container->start;
    uint8_t *link = ebr_link(sector);
    uint8_t entry[MBR_ENTRY_BYTES] = { 0 };

    if (!to && !link)
        return true;
    if (to && link && le32_at(link, MBR_ENTRY_AT_START) + base == to->ebr->start)
        return true;
    if (to && !take_link(make, to, entry)) {
        uint64_t end = to->logical ? extent_end(to->logical) : extent_end(to->ebr);
        entry[MBR_ENTRY_AT_TYPE] = 0x05;
        mbr_put_range(entry, to->ebr->start, end - to->ebr->start, base);
    }
    return put_entry(sector, link, 1, entry, from->ebr, err);
}

static bool make_chain(struct make *make, struct err *err)
{
    for (size_t i = 0; i < make->count; i++) {
        const struct node *node = &make->nodes[i];
        const struct node *next = i + 1 < make->count ? node + 1 : NULL;
        uint8_t *sector = msdos_image_add(make->image, node->ebr->start, WRITE_EBR,
                                          make->work->logical);
        if (!chain_read_ebr(make, node->ebr->start, sector, err) ||
            !put_data(make, node, sector, err) ||
            !put_link(make, node, next, sector, err))
            return false;
    }
    return true;
}

bool msdos_chain_make(const struct write_work *work, struct msdos_image *image,
                      struct err *err)
{
    CLEANUP(freep) struct make *make = xcalloc(1, sizeof(*make));

    make->work = work;
    make->is_chain_new = write_is_new_table(work->base, work->preview) ||
                         write_is_rescaled(work->base, work->preview);
    make->image = image;
    if (!chain_find_container(make, err))
        return false;
    return !make->container ||
           (find_nodes(make, err) && order_nodes(make, err) && make_chain(make, err));
}
