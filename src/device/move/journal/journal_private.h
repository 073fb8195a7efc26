/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_private.h - reads and writes blocks of the journal, for its files
 *
 * AT is the offset in the journal in bytes. All but the last one return 0 or an errno. */
#ifndef ALIDADE_DEVICE_MOVE_JOURNAL_JOURNAL_PRIVATE_H
#define ALIDADE_DEVICE_MOVE_JOURNAL_JOURNAL_PRIVATE_H

#include "device/move/journal/journal.h"

/* Reads COUNT bytes, rounded up to whole sectors. */
int journal_read_at(struct journal *journal, uint64_t at, uint8_t *bytes,
                    size_t count) MUST_USE;
/* Fills BYTES, of which COUNT are used, with zeros to the end of a block. */
int journal_write_blocks(struct journal *journal, uint64_t at, uint8_t *bytes,
                         size_t count) MUST_USE;
/* Writes COUNT bytes of the buffer, flushes, and reads them back. */
int journal_write_durably(struct journal *journal, uint64_t at, size_t count) MUST_USE;
/* Writes a record that is in the buffer. */
int journal_write_record(struct journal *journal, uint64_t at) MUST_USE;
/* Reads a record to the buffer. False: it cannot be read. */
bool journal_read_record(struct journal *journal, uint64_t at) MUST_USE;

#endif
