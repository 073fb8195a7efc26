/* SPDX-License-Identifier: GPL-3.0-or-later */
/* zones.h - which contents can be moved, and which of their sectors are guarded meanwhile
 *
 * A half-moved partition must not be taken for its content by a system that boots or by a
 * tool that repairs. So every sector with a signature is replaced by a guard until the
 * move is complete; also of copies that a tool looks for by itself. Other copies (further
 * superblocks of ext and btrfs, the later half of those of XFS) are moved as data. */
#ifndef ALIDADE_MODEL_MOVE_PLAN_ZONES_H
#define ALIDADE_MODEL_MOVE_PLAN_ZONES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/must_use.h"
#include "model/base/reader.h"
#include "model/disk/content.h"

enum zones_refusal {
    ZONES_CARRIED,   /* it can be moved */
    ZONES_NOT_READ,  /* not read yet, or unreadable */
    ZONES_UNKNOWN,   /* no signature: empty, or data of unknown kind */
    ZONES_TWO_KINDS, /* contradicting signatures */
    ZONES_KIND,      /* another kind, or no decoder accepts its structure */
    ZONES_SWAP,      /* swap with a suspended system, bad pages, or of another version */
    ZONES_LARGER,    /* it ends beyond its partition */
    ZONES_REFUSAL_COUNT,
};

/* Returns why data with CONTENT cannot be moved. Empty partitions need not be: see
 * content_is_empty(). */
enum zones_refusal zones_refusal(const struct content *content);
/* True for ZONES_CARRIED. */
bool zones_can_carry(const struct content *content);

/* Sectors [start, start + length) from the first sector of the partition. */
struct zone {
    uint64_t start;
    uint64_t length;
};

#define ZONES_MAX 24

/* Ascending, none touches the next. */
struct zones {
    struct zone at[ZONES_MAX];
    size_t count;
    uint64_t magic; /* the sector with the signature: it is written last */
};

/* True if a sector of [FIRST, END), from the first sector of the partition, is in ZONES.
 */
bool zones_overlap(const struct zones *zones, uint64_t first, uint64_t end);
/* True if all of them are in one zone. */
bool zones_contain(const struct zones *zones, uint64_t first, uint64_t end);

/* Finds the zones of PART, whose size is a multiple of LOGICAL bytes and not 0: first and
 * last 4096 bytes, the 4096 bytes around each signature, a backup boot sector, and what
 * changes with the start. False if it cannot be carried or read. */
bool zones_find(const struct content *content, const struct reader *part,
                uint64_t logical, struct zones *ret) MUST_USE;
/* True if the zones are too few: by the copies of the header that are moved as data, a
 * tool that is run meanwhile can take the partition for a whole file system. */
bool zones_leave_copies(const struct content *content, const struct reader *part,
                        uint64_t logical);

#endif
