/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fields.h - fields inside a partition that contain its start, before and after a move
 *
 * FAT, exFAT and NTFS store the start in their boot sectors, BSD labels in the starts of
 * their entries. All other contents that are carried count from their own start. */
#ifndef ALIDADE_MODEL_MOVE_PLAN_FIELDS_H
#define ALIDADE_MODEL_MOVE_PLAN_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/base/reader.h"
#include "model/disk/extent.h"
#include "model/move/plan/zones.h"

enum field_kind {
    FIELD_HIDDEN_SECTORS,   /* FAT and NTFS */
    FIELD_PARTITION_OFFSET, /* exFAT */
    FIELD_BOOT_CHECKSUM,    /* exFAT: of the boot sectors */
    FIELD_BSD_START,        /* start of an entry */
    FIELD_BSD_BOUND,        /* OpenBSD: start or end of its part of the disk */
    FIELD_BSD_CHECKSUM,
};

/* A little-endian number, several times if REPEAT > 1, one after the other. */
struct move_field {
    enum field_kind kind;
    uint64_t offset; /* bytes from the start of the partition */
    unsigned width;  /* bytes: 2, 4, 6 or 8 */
    unsigned repeat;
    uint64_t before;
    uint64_t after; /* may be equal */
    /* It contains something else than the start, such as 0, or cannot contain the new
     * one: it stays as it is. */
    bool is_left;
};

#define FIELDS_MAX 32

struct fields {
    struct move_field at[FIELDS_MAX];
    size_t count;
};

/* EXTENT is moved to NEW_START. */
struct fields_move {
    const struct extent *extent;
    uint64_t ebr; /* logical partition: LBA of its EBR; else 0 */
    uint64_t new_start;
    uint64_t new_ebr;
    uint64_t logical; /* bytes of a sector of the disk */
};

/* Finds the fields of PART, which reads the partition where it is. ERR_UNREADABLE if they
 * cannot be read; ERR_REFUSED if a BSD label cannot describe the new place. */
bool fields_find(const struct fields_move *move, const struct reader *part,
                 struct fields *ret, struct err *err) MUST_USE;

/* Changes the COUNT BYTES at OFFSET of the partition, whole sectors, to what they have to
 * be after the move. False without changes if a field in them is not as it was before. */
bool fields_apply(const struct fields *fields, uint64_t offset, uint8_t *bytes,
                  size_t count) MUST_USE;

/* True if all that changes is in ZONES: only what they contain is written for the last
 * time after the move. */
bool fields_are_in_zones(const struct fields *fields, const struct zones *zones,
                         uint64_t logical);

#endif
