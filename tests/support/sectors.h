/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sectors.h - a disk of any size in memory, sector by sector: zeros, and what was written
 */
#ifndef ALIDADE_TESTS_SECTORS_H
#define ALIDADE_TESTS_SECTORS_H

#include "model/base/reader.h"
#include "model/write/plan.h"

struct sectors_one {
    uint64_t lba;
    uint8_t *bytes; /* owned */
};

/* Zero-initialised but for the first two: all zeros. */
struct sectors {
    uint64_t size; /* sectors */
    uint64_t logical;
    struct sectors_one *at; /* sorted */
    size_t count;
};

void sectors_put(struct sectors *disk, uint64_t lba, const uint8_t *bytes);
/* COUNT bytes from byte OFFSET on; sectors that they cover in part keep the rest. */
void sectors_put_bytes(struct sectors *disk, uint64_t offset, const void *bytes,
                       size_t count);
/* Each write of PLAN from FIRST on, up to LAST (exclusive). */
void sectors_put_plan(struct sectors *disk, const struct write_plan *plan, size_t first,
                      size_t last);
struct sectors sectors_copy(const struct sectors *disk);
/* The reader of all that: DISK must outlive the reader. */
struct reader sectors_reader(struct sectors *disk);
void sectors_finish(struct sectors *disk);

#endif
