/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_private.h - tables of fields, from which records are encoded and decoded */
#ifndef ALIDADE_MODEL_MOVE_JOURNAL_PRIVATE_H
#define ALIDADE_MODEL_MOVE_JOURNAL_PRIVATE_H

#include "model/base/mem.h"
#include "model/move/journal_record.h"

/* Where a guard has the index of its sector. */
#define JOURNAL_GUARD_INDEX_AT 192

enum wire_kind {
    WIRE_NUMBER, /* little-endian; in C of any size that is enough */
    WIRE_BOOL,
    WIRE_BYTES,
    WIRE_TEXT,
    WIRE_LIST,
};

/* One field: WIDTH bytes at AT of the record, and SIZE bytes at MEMBER of the struct. */
struct wire {
    enum wire_kind kind;
    uint16_t at, width;
    size_t member, size;
    const struct wire_list *list;
};

/* The items of a list, of which the struct has the number. */
struct wire_list {
    const struct wire *fields;
    size_t field_count;
    size_t max;
    size_t width, size; /* of an item in the record, and in the struct */
    size_t count_member, count_size;
};

#define WIRE_AT(kind, type, at, width, member)                                           \
    {                                                                                    \
        kind, at, width, offsetof(type, member), sizeof(((type *)0)->member), NULL       \
    }
#define WIRE_LIST_AT(type, at, member, list)                                             \
    {                                                                                    \
        WIRE_LIST, at, 0, offsetof(type, member), 0, &(list)                             \
    }

/* Writes VALUE to a record of zeros. */
void wire_encode(const struct wire *fields, size_t count, const void *value,
                 uint8_t *bytes);
/* False for lists that are too long, numbers that are no bool, and texts that could harm
 * a terminal or have no end. */
bool wire_decode(const struct wire *fields, size_t count, const uint8_t *bytes,
                 void *value) MUST_USE;

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
