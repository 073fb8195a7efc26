/* SPDX-License-Identifier: GPL-3.0-or-later */
/* redo_log_read.c - reads the log of a fix that was found */
#include "device/move/store/redo_log_read.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/move/log/log_wire.h"

static bool read_log_copy(const struct reader *journal, uint64_t offset,
                          const struct record_head *head, enum record_area copy,
                          uint8_t *bytes)
{
    const struct record_bytes *area = &head->areas[copy];

    if (!reader_read(journal, offset + area->offset, bytes, (size_t)area->bytes))
        return false;
    struct hash hash = hash_of(bytes, (size_t)area->bytes);
    return hash_equal(&hash, &head->log);
}

bool redo_log_read(const struct reader *journal, uint64_t offset,
                   const struct record_head *head, struct redo_log *ret, struct err *err)
{
    size_t count = (size_t)head->areas[AREA_LOG_A].bytes;
    CLEANUP(freep) uint8_t *bytes = xmalloc(count);

    for (enum record_area copy = AREA_LOG_A; copy <= AREA_LOG_B; copy++)
        if (read_log_copy(journal, offset, head, copy, bytes))
            return log_decode(bytes, log_size(bytes, count), head->owner.disk_bytes,
                              head->place.logical, ret, err);
    return err_set(err, ERR_UNREADABLE, "%s",
                   _("Both copies of the log in the journal are damaged."));
}
