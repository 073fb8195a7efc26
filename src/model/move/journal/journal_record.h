/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_record.h - encodes and decodes the records of a move's journal */
#ifndef ALIDADE_MODEL_MOVE_JOURNAL_JOURNAL_RECORD_H
#define ALIDADE_MODEL_MOVE_JOURNAL_JOURNAL_RECORD_H

#include "model/base/err.h"
#include "model/disk/types.h"
#include "model/move/journal/journal_format.h"

/* What some bytes are, read as a record. */
enum journal_state {
    RECORD_VALID,
    RECORD_NONE,    /* no record, or one of another kind: never written, or cleared */
    RECORD_OTHER,   /* undamaged, of another transaction or disk */
    RECORD_DAMAGED, /* truncated, wrong checksum, or numbers that cannot be */
    RECORD_NEWER,   /* of a version that this program does not know */
};

/* The disk that the records were found on. */
struct journal_disk {
    uint64_t sectors;
    uint64_t logical; /* bytes */
};

/* Returns the offset in the journal of copy COPY (0 or 1) of the plan, of progress slot
 * SLOT (0 or 1), and of what comes behind them. */
uint64_t journal_plan_at(uint32_t block, unsigned copy);
uint64_t journal_progress_at(uint32_t block, unsigned slot);
uint64_t journal_areas_at(uint32_t block);

/* Returns the bytes of data that a slot of PLAN's ring can contain; 0: it has no ring. */
uint64_t journal_slot_bytes(const struct journal_plan *plan);
/* Returns the smallest unit with which the hashes of BYTES fit into an area of SPACE
 * bytes; 0: none do. */
uint64_t journal_unit_bytes(uint64_t bytes, uint64_t space);

/* Returns the disk id of LABEL as plans have it; zeros if it has none. */
struct guid journal_disk_id(const struct label *label);
/* Returns an extent's TYPE as plans have it. */
struct guid journal_type(enum label_kind label, const char *type);
/* Returns such a TYPE as layouts have it, in RET. */
const char *journal_type_text(enum label_kind label, const struct guid *type,
                              char ret[TYPE_TEXT]);
/* Returns the guard for the sector with INDEX of the partition of step STEP. */
struct journal_guard journal_guard_of(const struct journal_plan *plan, uint16_t step,
                                      uint64_t index);
/* Appends the steps of MOVES, which was made for LAYOUT.  False if there is no space. */
bool journal_plan_add(struct journal_plan *plan, const struct layout *layout,
                      const struct moves *moves) MUST_USE;

/* Sets the error for a move that began with sectors of WRITTEN bytes on a disk that has
 * LOGICAL ones now. Returns false. */
bool journal_refuse_sectors(uint64_t written, uint64_t logical, struct err *err);

/* Returns the kind of the record that BYTES begin with, of any version and possibly
 * damaged. */
enum journal_record journal_record_kind(const uint8_t *bytes, size_t count);

/* These write the whole record, with its checksum. */
void journal_plan_encode(const struct journal_plan *plan,
                         uint8_t ret[JOURNAL_PLAN_BYTES]);
void journal_progress_encode(const struct journal_progress *progress,
                             uint8_t ret[JOURNAL_BYTES]);
void journal_slot_encode(const struct journal_slot *slot, uint8_t ret[JOURNAL_BYTES]);
/* RET has guard->logical bytes. */
void journal_guard_encode(const struct journal_guard *guard, uint8_t *ret);
void journal_page_encode(const struct journal_page *page, uint8_t ret[JOURNAL_BYTES]);
void journal_saved_encode(const struct journal_saved *saved, uint8_t ret[JOURNAL_BYTES]);

/* These read the record that COUNT bytes begin with.  All numbers of a valid one are
 * within the disk, the plan and the step, and contradict neither those nor each other.
 * Else RET is untouched, and ERR has the reason: ERR_REFUSED for RECORD_NEWER, with the
 * version that can read it, and for RECORD_OTHER; ERR_UNREADABLE for the others. */
enum journal_state journal_plan_decode(const uint8_t *bytes, size_t count,
                                       const struct journal_disk *disk,
                                       struct journal_plan *ret,
                                       struct err *err) MUST_USE;
enum journal_state journal_guard_decode(const uint8_t *bytes, size_t count,
                                        const struct journal_disk *disk,
                                        struct journal_guard *ret,
                                        struct err *err) MUST_USE;
/* PLAN is valid.  Records of any step that moves data, see head.step. */
enum journal_state journal_progress_decode(const uint8_t *bytes, size_t count,
                                           const struct journal_plan *plan,
                                           struct journal_progress *ret,
                                           struct err *err) MUST_USE;
enum journal_state journal_slot_decode(const uint8_t *bytes, size_t count,
                                       const struct journal_plan *plan,
                                       struct journal_slot *ret,
                                       struct err *err) MUST_USE;
enum journal_state journal_page_decode(const uint8_t *bytes, size_t count,
                                       const struct journal_plan *plan,
                                       struct journal_page *ret,
                                       struct err *err) MUST_USE;
enum journal_state journal_saved_decode(const uint8_t *bytes, size_t count,
                                        const struct journal_plan *plan,
                                        struct journal_saved *ret,
                                        struct err *err) MUST_USE;

#endif
