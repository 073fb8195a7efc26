/* SPDX-License-Identifier: GPL-3.0-or-later */
/* swap.c - plans new headers of swap areas whose partition moves or is resized
 *
 * Only the header of a swap area outlives a reboot: fstab refers to its UUID or label.
 * Linux, include/linux/swap.h, union swap_header. */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/write/private.h"

enum {
    VERSION_AT = 1024,
    LAST_PAGE_AT = 1028,
    BAD_PAGES_AT = 1032,
    MAGIC_BYTES = 10, /* at the end of the page */
    PAGE_MIN = 4096,
    PAGE_MAX = 65536,
    PAGES_MIN = 10, /* minimum of mkswap */
};

/* The header of BEFORE, changed for AFTER. */
struct swap {
    const struct extent *before;
    const struct extent *after;
    uint64_t page;    /* page size in bytes */
    uint64_t sectors; /* sectors that contain the page */
    uint8_t header[PAGE_MAX];
    bool is_longer;
};

static bool swap_find_header(const struct write_work *work, struct swap *swap,
                             struct err *err)
{
    for (swap->page = PAGE_MIN; swap->page <= PAGE_MAX; swap->page *= 2) {
        swap->sectors = num_round_up(swap->page, work->logical) / work->logical;
        if (swap->sectors > swap->before->length ||
            !write_read(work, swap->before->start, swap->sectors, swap->header, err))
            break;
        if (!memcmp(swap->header + swap->page - MAGIC_BYTES, "SWAPSPACE2", MAGIC_BYTES))
            return true;
    }
    return err_refuse(
        err, REFUSAL_SWAP_HEADER_UNKNOWN,
        _("The swap area of partition %u cannot be made again: it has no header "
          "of the usual kind (a suspended system may lie there)."),
        swap->before->number);
}

static bool swap_make_header(const struct write_work *work, struct swap *swap,
                             struct err *err)
{
    uint64_t pages = num_scale(swap->after->length, work->logical, swap->page);
    uint32_t last = le32_at(swap->header, LAST_PAGE_AT);

    if (le32_at(swap->header, VERSION_AT) != 1 || le32_at(swap->header, BAD_PAGES_AT))
        return err_refuse(
            err, REFUSAL_SWAP_NOT_MADE,
            _("The swap area of partition %u cannot be made again: it lists bad "
              "pages, or is one of another kind of machine."),
            swap->before->number);
    if (pages < PAGES_MIN || pages - 1 > UINT32_MAX)
        return err_refuse(err, REFUSAL_SWAP_NOT_MADE,
                          ngettext("A swap area of %llu page cannot be made.",
                                   "A swap area of %llu pages cannot be made.", pages),
                          (ull)pages);
    swap->is_longer = pages - 1 > last;
    put_le32(swap->header, LAST_PAGE_AT, (uint32_t)(pages - 1));
    return true;
}

static bool swap_is_free(const struct write_work *work, uint64_t start, uint64_t length)
{
    const struct extent *extent = layout_find_lba(work->base, start);

    return extent && extent->kind == EXTENT_FREE && start + length <= extent_end(extent);
}

/* A longer area must not be announced before its partition is longer, and no header may
 * overwrite sectors that the old table uses. */
static bool is_early(const struct write_work *work, const struct swap *swap)
{
    if (swap->before->start == swap->after->start)
        return !swap->is_longer;
    return swap_is_free(work, swap->after->start, swap->sectors);
}

static bool put_swap(struct write_work *work, struct swap *swap, bool is_before,
                     struct err *err)
{
    if (!swap_find_header(work, swap, err) || !swap_make_header(work, swap, err))
        return false;
    if (is_early(work, swap) != is_before)
        return true;
    return write_put(work, WRITE_SWAP, swap->after->start, swap->sectors, swap->header,
                     err);
}

static bool put_swaps(struct write_work *work, bool is_before, struct err *err)
{
    const struct layout *preview = work->preview;
    CLEANUP(freep) struct swap *swap = xmalloc(sizeof(*swap));

    write_flush(work);
    for (size_t i = 0; i < layout_count(preview); i++) {
        swap->after = layout_at(preview, i);
        bool is_swap =
            extent_holds_data(swap->after) && content_is_swap(&swap->after->content);
        swap->before = is_swap ? write_same(work->base, swap->after) : NULL;
        if (swap->before && !write_is_same_range(swap->before, swap->after) &&
            !put_swap(work, swap, is_before, err))
            return false;
    }
    write_flush(work);
    return true;
}

bool write_swap_before(struct write_work *work, struct err *err)
{
    return put_swaps(work, true, err);
}

bool write_swap_after(struct write_work *work, struct err *err)
{
    return put_swaps(work, false, err);
}
