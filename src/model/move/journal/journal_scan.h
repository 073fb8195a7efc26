/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_scan.h - finds the journal on a disk whose table cannot be read */
#ifndef ALIDADE_MODEL_MOVE_JOURNAL_JOURNAL_SCAN_H
#define ALIDADE_MODEL_MOVE_JOURNAL_JOURNAL_SCAN_H

#include "model/base/reader.h"
#include "model/move/journal/journal_record.h"

/* Bytes that are searched at each end of the disk. */
#define JOURNAL_SCAN_BYTES (UINT64_C(128) << 20)

/* Reads the plan of a journal that begins at LBA of DISK. */
bool journal_at(const struct reader *disk, const struct journal_disk *of, uint64_t lba,
                struct journal_plan *ret) MUST_USE;
/* Reads the first plan of a journal at either end of DISK. */
bool journal_scan(const struct reader *disk, const struct journal_disk *of,
                  struct journal_plan *ret) MUST_USE;

/* Gets the bytes that were searched and all that there are, before each piece; false ends
 * the search. */
struct journal_scan_watch {
    bool (*go_on)(void *context, uint64_t done, uint64_t total);
    void *context;
};
/* Reads the first plan of a journal between these ends: this can take hours. */
bool journal_scan_rest(const struct reader *disk, const struct journal_disk *of,
                       const struct journal_scan_watch *watch,
                       struct journal_plan *ret) MUST_USE;

#endif
