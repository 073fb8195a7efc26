/* SPDX-License-Identifier: GPL-3.0-or-later */
/* first.c - writes an LBA 0 again that another program has overwritten */
#include <string.h>

#include "device/move/store/kinds.h"
#include "device/move/store/private.h"
#include "model/base/mem.h"

static bool has_signature(const uint8_t *sector)
{
    return sector[510] == 0x55 && sector[511] == 0xaa;
}

/* Reads the disk with another LBA 0. */
struct with_first {
    struct reader disk;
    const uint8_t *first;
    size_t logical;
};

static bool read_with_first(void *context, uint64_t offset, void *bytes, size_t count)
{
    const struct with_first *with = context;

    if (offset >= with->logical)
        return reader_read(&with->disk, offset, bytes, count);
    if (offset || count != with->logical)
        return false;
    memcpy(bytes, with->first, count);
    return true;
}

/* Returns whether the table would be ours with SECTOR of state J, which is LBA 0. */
static bool is_ours_with(struct redo *redo, const struct table_states *states, size_t j,
                         size_t sector)
{
    struct with_first with = { redo_reader(redo), table_states_bytes(states, j, sector),
                               redo->log->logical };
    struct reader reader = { read_with_first, &with, redo->log->disk_bytes };
    bool is_back = redo->store->head.run.direction == RUN_BACK;

    return table_position(states, &reader, is_back) != TABLE_FOREIGN;
}

static int mend_first_with(struct redo *redo, const struct table_states *states)
{
    CLEANUP(freep) uint8_t *merged = xmalloc(redo->log->logical);
    size_t sector = 0, count = table_states_sectors(states);

    while (sector < count && table_states_lba(states, sector))
        sector++;
    for (size_t j = 0; sector < count && j <= table_states_epochs(states); j++) {
        if (!table_states_counts(states, j, sector) ||
            !is_ours_with(redo, states, j, sector))
            continue;
        const struct fix_store_run first = { 0, 1, merged };
        table_merge(states, j, sector, NULL, merged);
        return fix_store_put(redo->store, &first, 1);
    }
    return 0;
}

int redo_mend_first(struct redo *redo)
{
    struct run_head run = redo->store->head.run;
    struct reader disk = redo_reader(redo);
    CLEANUP(freep) uint8_t *now = xmalloc(redo->log->logical);

    if (run.direction == RUN_DONE || !reader_read(&disk, 0, now, redo->log->logical) ||
        has_signature(now))
        return 0;
    CLEANUP(table_states_freep)
    struct table_states *states = run.direction == RUN_EXIT
                                      ? table_states_of_exits(redo->log, run.step)
                                      : table_states_of_step(redo->log, run.step);
    return mend_first_with(redo, states);
}
