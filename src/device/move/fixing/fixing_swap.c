/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_swap.c - creates the header of a swap area that a step has moved
 *
 * A power cut can leave the blocks that it is written into unreadable. They are written
 * as a whole then: a drive cannot write a part of a block that it cannot read. What else
 * is in them is not in the journal, so no plan may have more there than the swap area and
 * free space. Starts on the grid of these blocks never do. */
#include <string.h>

#include "device/move/fixing/fixing_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/move/journal/journal_apply.h"
#include "model/move/journal/journal_swap.h"
#include "model/write/swap_blocks.h"

static int write_swap(struct fixing *fixing, uint64_t lba, const uint8_t *bytes,
                      size_t count)
{
    const struct sink *table = &fixing->disk.table;
    int error = table->write(table->context, lba * fixing->limits.logical, bytes, count);

    return error ? error : table->flush(table->context);
}

static bool swap_fail(const struct journal_step *step, int error, struct err *err)
{
    return err_set(err, ERR_IO,
                   _("The header of swap partition %1$u cannot be written: %2$s."),
                   (unsigned)step->number, strerror(error));
}

/* --- its blocks --- */

/* False also for containers, which are around their logical partitions. */
static bool shares_blocks(const struct extent *extent, const struct extent *swap,
                          struct shift_sectors blocks)
{
    return extent != swap && extent->kind != EXTENT_FREE &&
           extent->kind != EXTENT_SLICE && (!swap || extent->id != swap->parent) &&
           extent_overlaps(extent, blocks.lba, blocks.lba + blocks.length);
}

/* Returns the whole blocks with the header that STEP creates. */
static struct shift_sectors blocks_of_header(const struct fixing *fixing,
                                             const struct journal_step *step)
{
    const struct shift disk = { .grid = fixing->plan.grid, .disk = fixing->limits.size };
    struct shift_sectors header = { step->to, JOURNAL_SWAP_BYTES / fixing->plan.logical };

    return shift_blocks(&disk, header);
}

/* Returns what else LAYOUT has in them; NULL: free space at most. */
static const struct extent *find_beside(const struct layout *layout,
                                        const struct journal_step *step,
                                        struct shift_sectors blocks)
{
    const struct extent *swap = layout_find_number(layout, step->number);

    LAYOUT_EACH (extent, layout)
        if (shares_blocks(extent, swap, blocks))
            return extent;
    return NULL;
}

struct shift_sectors fixing_swap_blocks(const struct fixing *fixing,
                                        const struct layout *layout, size_t index)
{
    const struct journal_step *step = &fixing->plan.steps[index];
    struct shift_sectors blocks = blocks_of_header(fixing, step);

    if (find_beside(layout, step, blocks))
        return (struct shift_sectors){ step->to,
                                       JOURNAL_SWAP_BYTES / fixing->plan.logical };
    return blocks;
}

bool fixing_check_swap(const struct fixing *fixing, const struct layout *after,
                       size_t index, struct err *err)
{
    const struct journal_step *step = &fixing->plan.steps[index];
    struct alignment grid = fixing->plan.grid;
    const struct extent *beside =
        find_beside(after, step, blocks_of_header(fixing, step));

    return !beside || swap_blocks_refuse(step->number, step->to, beside, grid,
                                         fixing->plan.logical, err);
}

/* --- the header --- */

static bool read_swap_page(struct fixing *fixing, uint64_t start, uint8_t *page,
                           struct journal_plan *ret)
{
    const struct sink *disk = &fixing->disk.blocks;

    return !disk->read_back(disk->context, start * fixing->limits.logical, page,
                            JOURNAL_SWAP_BYTES) &&
           journal_swap_keep(page, ret);
}

/* Makes the header that step->swap_uuid tells of; false: of none. */
static bool make_kept_header(const struct fixing *fixing, const struct journal_step *step,
                             uint8_t *ret)
{
    CLEANUP(freep) struct journal_plan *swap = xcalloc(1, sizeof(*swap));

    if (guid_is_zero(&step->swap_uuid))
        return false;
    swap->swap_uuid = step->swap_uuid;
    memcpy(swap->swap_name, step->swap_name, sizeof(swap->swap_name));
    journal_swap_make(swap, step->length * fixing->limits.logical, ret);
    return true;
}

/* --- blocks that cannot be read --- */

struct mending {
    struct fixing *fixing;
    uint64_t from;                      /* the old start */
    uint8_t header[JOURNAL_SWAP_BYTES]; /* at the old start, while that counts */
};

static void read_or_make(const struct mending *mending, uint64_t lba, uint8_t *ret)
{
    const struct sink *disk = &mending->fixing->disk.blocks;
    size_t logical = (size_t)mending->fixing->limits.logical;
    uint64_t at = lba - mending->from;

    if (!disk->read_back(disk->context, lba * logical, ret, logical))
        return;
    memset(ret, 0, logical);
    if (lba >= mending->from && at < JOURNAL_SWAP_BYTES / logical)
        memcpy(ret, mending->header + at * logical, logical);
}

static int mend_swap_block(const struct mending *mending, struct shift_sectors block)
{
    const struct sink *disk = &mending->fixing->disk.blocks;
    size_t logical = (size_t)mending->fixing->limits.logical;
    size_t count = (size_t)block.length * logical;
    CLEANUP(freep) uint8_t *bytes = xmalloc(count);

    if (!disk->read_back(disk->context, block.lba * logical, bytes, count))
        return 0;
    for (uint64_t i = 0; i < block.length; i++)
        read_or_make(mending, block.lba + i, bytes + i * logical);
    return write_swap(mending->fixing, block.lba, bytes, count);
}

bool fixing_mend_swap(struct fixing *fixing, const struct layout *now, size_t index,
                      struct err *err)
{
    const struct journal_step *step = &fixing->plan.steps[index];
    CLEANUP(freep) struct mending *mending = xcalloc(1, sizeof(*mending));
    struct shift_sectors blocks = fixing_swap_blocks(fixing, now, index);
    uint64_t end = blocks.lba + blocks.length, next;

    mending->fixing = fixing;
    mending->from = step->from;
    if (journal_step_state(now, &fixing->plan, index) == JOURNAL_STEP_LEFT)
        (void)make_kept_header(fixing, step, mending->header); /* else zeros */
    for (uint64_t lba = blocks.lba; lba < end; lba = next) {
        next = align_next(fixing->plan.grid, lba + 1);
        next = next < end ? next : end;
        int error = mend_swap_block(mending, (struct shift_sectors){ lba, next - lba });
        if (error)
            return swap_fail(step, error, err);
    }
    return true;
}

/* --- the header at the new start --- */

bool fixing_complete_swap(struct fixing *fixing, size_t index, struct err *err)
{
    const struct journal_step *step = &fixing->plan.steps[index];
    CLEANUP(freep) uint8_t *page = xaligned(JOURNAL_SWAP_BYTES, JOURNAL_SWAP_BYTES);
    CLEANUP(freep) struct journal_plan *swap = xcalloc(1, sizeof(*swap));

    if (read_swap_page(fixing, step->to, page, swap))
        return true;
    if (!make_kept_header(fixing, step, page)) {
        if (!read_swap_page(fixing, step->from, page, swap))
            return true;
        journal_swap_make(swap, step->length * fixing->limits.logical, page);
    }
    int error = write_swap(fixing, step->to, page, JOURNAL_SWAP_BYTES);
    return !error || swap_fail(step, error, err);
}
