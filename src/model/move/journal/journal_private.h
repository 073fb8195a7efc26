/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_private.h - records as tables of fields, and checks that several need */
#ifndef ALIDADE_MODEL_MOVE_JOURNAL_JOURNAL_PRIVATE_H
#define ALIDADE_MODEL_MOVE_JOURNAL_JOURNAL_PRIVATE_H

#include "model/base/mem.h"
#include "model/base/wire.h"
#include "model/move/journal/journal_record.h"

/* Where a guard has the index of its sector. */
#define JOURNAL_GUARD_INDEX_AT 192

/* One kind of record.  Its struct begins with a journal_head. */
struct journal_kind_of {
    enum journal_record kind;
    size_t size; /* of the struct */
    const struct wire *fields;
    size_t field_count;
    /* BASE: the disk or the plan.  Sets ERR and returns false if VALUE is of another
     * one. */
    bool (*belongs)(const void *value, const void *base, struct err *err);
    /* True if all numbers are possible. */
    bool (*is_sound)(const void *value, const void *base);
};

/* Writes VALUE as a record of COUNT bytes. */
void journal_encode(const struct journal_kind_of *kind, const void *value, uint8_t *bytes,
                    size_t count);
/* Reads a record of SIZE bytes from COUNT bytes, see journal_record.h. */
enum journal_state journal_decode(const struct journal_kind_of *kind, const void *base,
                                  const uint8_t *bytes, size_t count, size_t size,
                                  void *ret, struct err *err);

/* True if START + LENGTH does not overflow and is at most END. */
bool journal_is_within(uint64_t start, uint64_t length, uint64_t end);
/* True if [A, A_END) and [B, B_END) have something in common. */
bool journal_meets(uint64_t a, uint64_t a_end, uint64_t b, uint64_t b_end);
/* True if SPOT is where a journal can be on a disk of SECTORS of LOGICAL bytes. */
bool journal_spot_is_sound(const struct journal_spot *spot, uint64_t sectors,
                           uint64_t logical);
/* True if the journal is on the disk itself; *RET_END is then behind its last sector. */
bool journal_spot_on_disk(const struct journal_spot *spot, uint64_t logical,
                          uint64_t *ret_end);
/* Sets ERR and returns false if HEAD is not of DISK. */
bool journal_belongs_to_disk(const struct journal_head *head, uint64_t logical,
                             const struct journal_disk *disk, struct err *err);
/* For records with a plan as BASE, where VALUE begins with a journal_head. */
bool journal_belongs_to_plan(const void *value, const void *base, struct err *err);
/* Returns the step that moves data that HEAD belongs to; NULL: there is none. */
const struct journal_step *journal_step_of(const struct journal_plan *plan,
                                           const struct journal_head *head);
/* True if all steps are possible, one after the other. */
bool journal_steps_are_sound(const struct journal_plan *plan);

#endif
