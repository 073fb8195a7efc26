/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_over.c - the log of a fix that is over */
#include "model/move/log/log_over.h"

#include "model/base/frame.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/log/log_wire.h"
#include "model/move/log/table_state.h"

enum {
    FIRST_BYTES = 4096, /* of a log: more than tells how long it is */
    LOG_BYTES_MAX = 64 << 20,
};

static bool is_left_at(const struct redo_log *log, size_t rest, const struct reader *disk)
{
    CLEANUP(table_states_freep)
    struct table_states *states = table_states_of_exits(log, rest);

    return table_position(states, disk, false) == table_states_epochs(states);
}

bool log_is_at_rest(const struct redo_log *log, const struct reader *disk)
{
    bool is_at_rest = false;

    for (size_t done = 0; done <= log->steps.count && !is_at_rest; done++)
        is_at_rest = log_is_rest(log, done) && is_left_at(log, done, disk);
    return is_at_rest;
}

uint64_t log_over_sectors(const struct reader *disk, uint32_t logical, uint64_t lba)
{
    uint64_t offset = lba * logical;
    uint8_t first[FIRST_BYTES];

    if (offset >= disk->size || disk->size - offset < sizeof(first) ||
        !reader_read(disk, offset, first, sizeof(first)) ||
        !frame_get(first, sizeof(first)).kind)
        return 0;
    size_t count = log_size(first, (size_t)num_min(disk->size - offset, LOG_BYTES_MAX));
    CLEANUP(freep) uint8_t *bytes = xmalloc(count);
    CLEANUP(redo_log_finish) struct redo_log log = { 0 };

    return count && reader_read(disk, offset, bytes, count) &&
                   log_decode(bytes, count, disk->size, logical, &log, ERR_IGNORED) &&
                   log_is_at_rest(&log, disk)
               ? (count + logical - 1) / logical
               : 0;
}
