/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_reading.c - the journal of a move, opened for reading only */
#include "device/move/journal/journal_reading.h"

#include <errno.h>

#include "model/base/mem.h"

static int refuse_write(void *context, uint64_t offset, const void *bytes, size_t count)
{
    (void)context;
    (void)offset;
    (void)bytes;
    (void)count;
    return EPERM;
}

static int refuse_flush(void *context)
{
    (void)context;
    return EPERM;
}

static int read_store(void *context, uint64_t offset, void *bytes, size_t count)
{
    struct reader reader = store_reader(context);

    return reader_read(&reader, offset, bytes, count) ? 0 : EIO;
}

void journal_reading_finish(struct journal_reading *reading)
{
    journal_end(&reading->journal);
    store_close(reading->store);
}

bool journal_reading_begin(struct journal_reading *ret, const char *path,
                           const struct journal_plan *plan, struct err *err)
{
    *ret = (struct journal_reading){ .store = store_open(path, err) };
    if (!ret->store)
        return false;
    ret->sink = (struct sink){ refuse_write, refuse_flush, read_store, ret->store };
    journal_begin(&ret->journal, &ret->sink, plan->spot.start * plan->logical, plan);
    return true;
}

enum journal_state journal_read_newest(const char *path, const struct journal_plan *plan,
                                       struct journal_progress *ret)
{
    CLEANUP(journal_reading_finish) struct journal_reading reading = { 0 };

    return journal_reading_begin(&reading, path, plan, ERR_IGNORED)
               ? journal_read_progress(&reading.journal, ret, ERR_IGNORED)
               : RECORD_DAMAGED;
}
