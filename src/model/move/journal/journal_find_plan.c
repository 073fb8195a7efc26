/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_find_plan.c - reads the plan of a journal from either of its copies */
#include <string.h>

#include "model/base/mem.h"
#include "model/move/journal/journal_find.h"
#include "model/move/journal/journal_private.h"

static bool is_plan_of(const struct journal_plan *plan, const struct journal_guard *guard)
{
    return !guard || guid_equal(&plan->head.transaction, &guard->head.transaction);
}

/* Reads the copy at OFFSET of JOURNAL. */
static enum journal_state find_copy(const struct reader *journal, uint64_t offset,
                                    const struct journal_guard *guard,
                                    const struct journal_disk *disk,
                                    struct journal_plan *ret, struct err *err)
{
    CLEANUP(freep) uint8_t *bytes = xcalloc(1, JOURNAL_PLAN_BYTES);
    CLEANUP(freep) struct journal_plan *plan = xmalloc(sizeof(*plan));

    /* What cannot be read decodes as no record. */
    if (!reader_read(journal, offset, bytes, JOURNAL_PLAN_BYTES))
        memset(bytes, 0, JOURNAL_PLAN_BYTES);
    enum journal_state state =
        journal_plan_decode(bytes, JOURNAL_PLAN_BYTES, disk, plan, err);
    if (state != RECORD_VALID)
        return state;
    if (!is_plan_of(plan, guard)) {
        (void)journal_belongs_to_plan(&guard->head, plan, err);
        return RECORD_OTHER;
    }
    *ret = *plan;
    return RECORD_VALID;
}

enum journal_state journal_find_plan(const struct reader *journal,
                                     const struct journal_guard *guard,
                                     const struct journal_disk *disk,
                                     struct journal_plan *ret, struct err *err)
{
    uint32_t block = guard ? guard->spot.block : JOURNAL_BYTES;
    enum journal_state first = find_copy(journal, 0, guard, disk, ret, err);

    /* Without a guard, the distance of the second copy is not known. */
    for (; first != RECORD_VALID && block <= JOURNAL_BLOCK_MAX; block *= 2) {
        if (find_copy(journal, journal_plan_at(block, 1), guard, disk, ret,
                      ERR_IGNORED) == RECORD_VALID)
            return RECORD_VALID;
        if (guard)
            break;
    }
    return first;
}
