/* SPDX-License-Identifier: GPL-3.0-or-later */
/* redo_log_read.h - reads the log of a fix that was found */
#ifndef ALIDADE_DEVICE_MOVE_STORE_REDO_LOG_READ_H
#define ALIDADE_DEVICE_MOVE_STORE_REDO_LOG_READ_H

#include "model/base/reader.h"
#include "model/move/log/log.h"
#include "model/move/log/records.h"

/* Reads the log that HEAD names, of the journal at OFFSET bytes of JOURNAL, from a copy
 * that has its hash.  Returns false (ERR_UNREADABLE) if neither has, or it is not sound.
 * On success the caller must redo_log_finish() RET. */
bool redo_log_read(const struct reader *journal, uint64_t offset,
                   const struct record_head *head, struct redo_log *ret,
                   struct err *err) MUST_USE;

#endif
