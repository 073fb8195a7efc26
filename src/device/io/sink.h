/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink.h - the write seam: the one place where a disk is opened for writing */
#ifndef ALIDADE_DEVICE_IO_SINK_H
#define ALIDADE_DEVICE_IO_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/write/plan.h"

/* Offsets and counts in bytes, whole sectors; in memory a test makes its own.  Each
 * returns 0 or an errno. */
struct sink {
    int (*write)(void *context, uint64_t offset, const void *bytes, size_t count);
    int (*flush)(void *context);
    /* Past the page cache where the device allows it. */
    int (*read_back)(void *context, uint64_t offset, void *bytes, size_t count);
    void *context;
};

/* Carries PLAN out in its order.  False (ERR_IO) with the sector, the reason and how many
 * writes were done before it; *RET_DONE, which is filled in both cases, is how many were
 * begun: 0, nothing was written. */
bool sink_write_plan(const struct sink *sink, const struct write_plan *plan,
                     size_t *ret_done, struct err *err) MUST_USE;
/* Reads all of it back and compares with what is there after the last write; false
 * (ERR_IO) with the first sector that differs or cannot be read. */
bool sink_verify_plan(const struct sink *sink, const struct write_plan *plan,
                      struct err *err) MUST_USE;

/* COUNT sectors from LBA are what EXPECTED says; false with the first that is not in
 * *RET_LBA, and an errno in *RET_ERROR where they cannot be read, else 0. */
bool sink_compare(const struct sink *sink, uint64_t lba, uint64_t count, uint64_t logical,
                  const uint8_t *expected, uint64_t *ret_lba, int *ret_error) MUST_USE;

/* Every sector of PLAN holds what it says lies there before the first write. */
bool sink_compare_before(const struct sink *sink, const struct write_plan *plan,
                         uint64_t *ret_lba, int *ret_error) MUST_USE;

/* What lies on the disk now, where a write failed. */
enum sink_state {
    SINK_UNTOUCHED, /* all sectors are as before */
    SINK_COMPLETE,  /* all are as they should become */
    SINK_BETWEEN,   /* a state that the plan passes through: whole up to a flush, and any
                     * of the sectors up to the next one */
    SINK_UNORDERED, /* each is as it is at some time, but not all at the same */
    SINK_UNKNOWN,   /* some cannot be read, or are none of that */
};
enum sink_state sink_state_of(const struct sink *sink, const struct write_plan *plan);

#endif
