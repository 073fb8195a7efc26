/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_wire.h - the redo log as bytes */
#ifndef ALIDADE_MODEL_MOVE_LOG_LOG_WIRE_H
#define ALIDADE_MODEL_MOVE_LOG_LOG_WIRE_H

#include "model/base/err.h"
#include "model/base/hash.h"
#include "model/move/log/log.h"

/* Returns LOG as bytes, *RET_COUNT of them; free().  hash_of() them is what the head of
 * the fix names the log by. */
uint8_t *log_encode(const struct redo_log *log, size_t *ret_count);

/* Returns how many of COUNT bytes, the area of a journal, a log says that it has; 0 if
 * that cannot be, or it is no log. */
size_t log_size(const uint8_t *bytes, size_t count);

/* Reads a log from COUNT bytes, which were found on a disk of DISK_BYTES with sectors of
 * LOGICAL bytes.  Succeeds only if encoding it gives the same bytes, all numbers are
 * within the disk and the log, and each patch fits where it is applied: log_replays().
 * Else RET is untouched (ERR_UNREADABLE).  On success the caller must redo_log_finish()
 * it. */
bool log_decode(const uint8_t *bytes, size_t count, uint64_t disk_bytes, uint32_t logical,
                struct redo_log *ret, struct err *err) MUST_USE;

#endif
