/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store.h - the journal of a fix, on the disk that is fixed or elsewhere
 *
 * The law that keeps a fix whole at each power cut, as far as it is about writes:
 *
 *  - There is a fix if and only if there is a valid head.  A head is durable before what
 *    it tells begins, and after all that it tells of before.
 *  - A block, the unit that a power cut can leave unreadable, is written only while the
 *    page has it as it was just before, durably.  Only whole blocks of data that is moved
 *    need none: their piece is written again.
 *  - Opening is the same whatever comes then: flush, choose the head, write back the page
 *    where its blocks cannot be read.
 *
 * All writes of the journal are whole blocks of it.  Functions that write are durable
 * when they return, and what they wrote has been read back.  They return 0 or an errno:
 * EIO also if what is read back differs, ENOSPC if an area of the head is too small. */
#ifndef ALIDADE_DEVICE_MOVE_STORE_STORE_H
#define ALIDADE_DEVICE_MOVE_STORE_STORE_H

#include "device/io/sink.h"
#include "model/base/align.h"
#include "model/move/log/records.h"

struct fix_store {
    const struct sink *disk;    /* of the disk that is fixed; borrowed */
    const struct sink *journal; /* borrowed; may be DISK */
    uint64_t offset;            /* of the journal in JOURNAL, bytes */
    struct alignment grid;      /* of the disk's blocks, in sectors */
    struct record_head head;    /* in force; sequence 0: none is written yet */
    uint8_t *bytes, *found;     /* owned; at multiples of 4096 bytes */
    uint64_t stopped_at; /* LBA that could not be read or written, after an errno */
};

/* HEAD has all but its sequence; disk, journal and their contexts outlive RET.  Allocates
 * all that is needed later.  fix_store_end(). */
void fix_store_begin(struct fix_store *ret, const struct sink *disk,
                     const struct sink *journal, uint64_t offset, struct alignment grid,
                     const struct record_head *head);
void fix_store_end(struct fix_store *store);

/* Puts the newest head of the fix in force that the journal has: after an error that can
 * be one whose write had failed.  Without one that in force stays so. */
void fix_store_find_again(struct fix_store *store);

/* Returns the newest valid head of the journal at OFFSET of JOURNAL in *RET, for a disk
 * of DISK_BYTES and blocks of BLOCK bytes.  RECORD_IS_NONE: there is none, and no fix. */
enum record_state fix_store_find_head(const struct sink *journal, uint64_t offset,
                                      uint64_t disk_bytes, uint32_t block,
                                      struct record_head *ret) MUST_USE;

/* Writes both copies of the log, of COUNT bytes, and keeps its hash for the next head. */
int fix_store_write_log(struct fix_store *store, const uint8_t *log,
                        size_t count) MUST_USE;
/* Returns the log, of the size of its area, from a copy that has the hash of the head;
 * free().  NULL: neither has. */
uint8_t *fix_store_read_log(struct fix_store *store) MUST_USE;

/* Puts NEXT in force under the next sequence number. */
int fix_store_write_head(struct fix_store *store,
                         const struct record_head *next) MUST_USE;
/* Overwrites both heads with zeros: there is no fix any more. */
int fix_store_clear_heads(struct fix_store *store) MUST_USE;

/* What is written to the disk: LENGTH sectors from LBA START on. */
struct fix_store_run {
    uint64_t start, length;
    const uint8_t *bytes;
};

/* Writes COUNT RUNS, ascending and apart from each other, to the disk: the only way to
 * write there, but for whole blocks of pieces.  A block that is written in part and
 * cannot be read stops it: EIO, with STOPPED_AT. */
int fix_store_put(struct fix_store *store, const struct fix_store_run *runs,
                  size_t count) MUST_USE;
/* Writes back what the page has of blocks that cannot be read; nothing if the page was
 * not written for the head in force, or not completely. */
int fix_store_mend(struct fix_store *store) MUST_USE;

#endif
