/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_swap.c - creates the header of a swap area that a step has moved */
#include <string.h>

#include "device/move/fixing_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/move/journal_swap.h"

static bool read_swap_page(struct fixing *fixing, uint64_t start, uint8_t *page,
                           struct journal_plan *ret)
{
    const struct sink *disk = &fixing->blocks;

    return !disk->read_back(disk->context, start * fixing->limits.logical, page,
                            JOURNAL_SWAP_BYTES) &&
           journal_swap_keep(page, ret);
}

static int write_swap_page(struct fixing *fixing, uint64_t start, const uint8_t *page)
{
    const struct sink *table = &fixing->table;
    int error = table->write(table->context, start * fixing->limits.logical, page,
                             JOURNAL_SWAP_BYTES);

    return error ? error : table->flush(table->context);
}

bool fixing_complete_swap(struct fixing *fixing, size_t index, struct err *err)
{
    const struct journal_step *step = &fixing->plan.steps[index];
    CLEANUP(freep) uint8_t *page = xaligned(JOURNAL_SWAP_BYTES, JOURNAL_SWAP_BYTES);
    CLEANUP(freep) struct journal_plan *swap = xcalloc(1, sizeof(*swap));

    if (read_swap_page(fixing, step->to, page, swap))
        return true;
    if (!guid_is_zero(&step->swap_uuid)) {
        swap->swap_uuid = step->swap_uuid;
        memcpy(swap->swap_name, step->swap_name, sizeof(swap->swap_name));
    } else if (!read_swap_page(fixing, step->from, page, swap)) {
        return true;
    }
    journal_swap_make(swap, step->length * fixing->limits.logical, page);
    int error = write_swap_page(fixing, step->to, page);
    return !error || err_set(err, ERR_IO,
                             _("The header of swap partition %1$u cannot be written: "
                               "%2$s."),
                             (unsigned)step->number, strerror(error));
}
