/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal.h - reads and writes the journal of moves, on a disk or in a file
 *
 * All writes are whole blocks of the journal, so that a power cut during one harms no
 * other record, and a block that cannot be read can be written again. Only
 * the functions that mention it flush: shift_steps.h has the order. */
#ifndef ALIDADE_DEVICE_MOVE_JOURNAL_JOURNAL_H
#define ALIDADE_DEVICE_MOVE_JOURNAL_JOURNAL_H

#include "device/io/sink.h"
#include "model/base/must_use.h"
#include "model/move/journal/journal_record.h"

#define JOURNAL_ANY_STEP (JOURNAL_NO_STEP - 1)

struct journal {
    const struct sink *sink;         /* of the disk, device or file with the journal */
    uint64_t offset;                 /* in SINK, bytes */
    const struct journal_plan *plan; /* borrowed */
    uint8_t *buffer, *found;         /* owned; at multiples of 4096 bytes */
    size_t bytes;                    /* of each: at least one block, the plan, and each
                                      * area but ring and hashes */
    uint64_t sequence;               /* of the newest progress record; 0: none */
    struct hash newest;              /* of that record */
    bool is_torn;                    /* the record beside it is damaged */
};

/* The hashes of a partition before it is moved, of COUNT units of BYTES each; the last
 * one can be shorter. Zero-initialised: they are not known. */
struct journal_units {
    uint64_t bytes;
    size_t count;
    struct hash *at; /* owned */
};

/* PLAN is valid, and it, SINK and its context outlive RET. Allocates all that is needed
 * later. journal_end(). */
void journal_begin(struct journal *ret, const struct sink *sink, uint64_t offset,
                   const struct journal_plan *plan);
void journal_end(struct journal *journal);

/* These functions return 0 or an errno: EIO also if what is read back differs, ENOSPC if
 * an area of the plan is too small. */

/* Removes the progress of an older journal, then writes both copies of the plan. Each is
 * durable before the next one begins, and read back. */
int journal_write_plan(struct journal *journal) MUST_USE;
/* Overwrites both copies of the plan with zeros, durably: nothing is left to resume. */
int journal_clear_plan(struct journal *journal) MUST_USE;
/* Overwrites both records of the progress with zeros, durably. */
int journal_clear_progress(struct journal *journal) MUST_USE;
/* Overwrites up to COUNT bytes of the areas with zeros, from *OFFSET in the journal on,
 * which is 0 at first, and adds them. At the end it is the size of the journal, and the
 * zeros are durable. */
int journal_clear_areas(struct journal *journal, size_t count, uint64_t *offset) MUST_USE;
/* Writes PROGRESS with the next sequence number to the slot of the older record. */
int journal_write_progress(struct journal *journal,
                           struct journal_progress *progress) MUST_USE;
/* Overwrites the record that a power cut has damaged, if there is one, with NEWEST under
 * the next sequence number. To be durable before anything else is changed: another record
 * that is written there, but not completely, could make the damaged one valid again. */
int journal_settle_progress(struct journal *journal,
                            struct journal_progress *newest) MUST_USE;
/* Writes SAVED and its SECTORS twice; they are durable and read back on success. Sets the
 * hash in SAVED. */
int journal_write_saved(struct journal *journal, struct journal_saved *saved,
                        const uint8_t *sectors) MUST_USE;
/* Writes SAVED and its SECTORS in place of the second copy of what is saved for STEP: the
 * first one stays. Durable and read back, too. */
int journal_write_saved_beside(struct journal *journal, uint16_t step,
                               struct journal_saved *saved,
                               const uint8_t *sectors) MUST_USE;
/* Afterwards: what is saved for STEP is there twice again. Writes nothing else. */
int journal_mend_saved(struct journal *journal, uint16_t step) MUST_USE;
/* Writes COUNT bytes to the border area. */
int journal_write_border(struct journal *journal, const uint8_t *bytes,
                         size_t count) MUST_USE;
/* Writes the COUNT BYTES of a batch, then its header, to slot NUMBER of the ring: what is
 * behind BYTES up to the end of a block is written too. It is fastest if BYTES are at a
 * multiple of 4096. */
int journal_write_slot(struct journal *journal, unsigned number,
                       const struct journal_slot *slot, const uint8_t *bytes,
                       size_t count) MUST_USE;
/* Overwrites the header of slot NUMBER with zeros. */
int journal_clear_slot(struct journal *journal, unsigned number) MUST_USE;
/* Writes the hashes of the partition of step STEP. */
int journal_write_hashes(struct journal *journal, uint16_t step,
                         const struct journal_units *units) MUST_USE;

/* These functions read. What cannot be read counts as RECORD_DAMAGED. RET is only written
 * on RECORD_VALID. */

/* Finds the newest record. RECORD_NONE: there is none, or only the first one, damaged:
 * nothing was done yet. RECORD_DAMAGED with ERR: both are damaged, or they contradict
 * each other. */
enum journal_state journal_read_progress(struct journal *journal,
                                         struct journal_progress *ret,
                                         struct err *err) MUST_USE;
/* Reads the first undamaged copy for step STEP, or JOURNAL_ANY_STEP, and all its sectors
 * to SECTORS, which has space for the saved area. */
enum journal_state journal_read_saved(struct journal *journal, uint16_t step,
                                      struct journal_saved *ret,
                                      uint8_t *sectors) MUST_USE;
/* Reads COUNT bytes of the border area, whose hash is HASH. */
enum journal_state journal_read_border(struct journal *journal, const struct hash *hash,
                                       uint8_t *bytes, size_t count) MUST_USE;
/* Reads the header of slot NUMBER. */
enum journal_state journal_read_slot(struct journal *journal, unsigned number,
                                     struct journal_slot *ret) MUST_USE;
/* Reads the batch that SLOT is the header of. BYTES is at a multiple of
 * 4096. */
enum journal_state journal_read_batch(struct journal *journal, unsigned number,
                                      const struct journal_slot *slot,
                                      uint8_t *bytes) MUST_USE;
/* Reads the hashes of the partition of step STEP; the caller must free() RET->at. */
enum journal_state journal_read_hashes(struct journal *journal, uint16_t step,
                                       struct journal_units *ret) MUST_USE;

#endif
