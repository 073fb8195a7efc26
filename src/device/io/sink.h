/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink.h - the write seam: performs write plans */
#ifndef ALIDADE_DEVICE_IO_SINK_H
#define ALIDADE_DEVICE_IO_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/write/plan.h"

/* Functions of the write seam; tests provide their own in memory.  Offsets and counts are
 * bytes and whole sectors.  Each function returns 0 or an errno. */
struct sink {
    int (*write)(void *context, uint64_t offset, const void *bytes, size_t count);
    int (*flush)(void *context);
    /* bypasses the page cache if the device supports that */
    int (*read_back)(void *context, uint64_t offset, void *bytes, size_t count);
    void *context;
};

/* Performs PLAN in its order.  On failure returns false (ERR_IO); the message names the
 * sector, the reason and the number of completed writes.  *RET_DONE is always set to the
 * number of writes started; 0: nothing was written. */
bool sink_write_plan(const struct sink *sink, const struct write_plan *plan,
                     size_t *ret_done, struct err *err) MUST_USE;
/* Reads all sectors of PLAN back and compares them with the result of its last write.
 * Returns false (ERR_IO) and names the first sector that differs or cannot be read. */
bool sink_verify_plan(const struct sink *sink, const struct write_plan *plan,
                      struct err *err) MUST_USE;

/* Compares COUNT sectors from LBA with EXPECTED.  If they differ, returns false with the
 * first such LBA in *RET_LBA; *RET_ERROR is an errno if reading failed, else 0. */
bool sink_compare(const struct sink *sink, uint64_t lba, uint64_t count, uint64_t logical,
                  const uint8_t *expected, uint64_t *ret_lba, int *ret_error) MUST_USE;

/* Checks that all sectors of PLAN have the content that it expects before the first
 * write. */
bool sink_compare_before(const struct sink *sink, const struct write_plan *plan,
                         uint64_t *ret_lba, int *ret_error) MUST_USE;

/* The state of the disk after a failed write. */
enum sink_state {
    SINK_UNTOUCHED, /* all sectors are as before */
    SINK_COMPLETE,  /* all sectors are as planned */
    /* an intermediate state: complete up to a flush, with any subset of the sectors up
     * to the next flush */
    SINK_BETWEEN,
    SINK_UNORDERED, /* each sector is in a planned state, but not all in the same */
    SINK_UNKNOWN,   /* a sector cannot be read or has an unexpected content */
};
enum sink_state sink_state_of(const struct sink *sink, const struct write_plan *plan);

#endif
