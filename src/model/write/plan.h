/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h - the plan of the writes that change a table, and their order */
#ifndef ALIDADE_MODEL_WRITE_PLAN_H
#define ALIDADE_MODEL_WRITE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/lines.h"
#include "model/base/reader.h"
#include "model/disk/layout.h"

enum write_what {
    WRITE_MBR,
    WRITE_EBR,
    WRITE_GPT_PRIMARY,
    WRITE_GPT_BACKUP,
    WRITE_GPT_OLD,  /* blanks an obsolete header, or entries of an obsolete copy */
    WRITE_SWAP,     /* header of a swap area that is created again */
    WRITE_GAP,      /* from a backup: the gap behind the MBR, with boot code */
    WRITE_GPT_GONE, /* from a backup: sectors of a GPT that is removed */
    WRITE_FREE,     /* from a backup: sectors that are free in the restored table */
    WRITE_INSIDE,  /* from a backup: sectors in a partition that is restored or changes */
    WRITE_CLEARED, /* head or guards of a fix that is given up */
    WRITE_WHAT_COUNT,
};

/* A write of consecutive sectors. */
struct write {
    uint64_t lba;
    uint64_t count; /* number of sectors */
    enum write_what what;
    bool is_flushed; /* all writes so far must be durable before the next one */
    uint8_t *before; /* content of the sectors before this write; owned */
    uint8_t *after;
};

/* The writes in order; the last one is flushed.  Zero-initialised: nothing to write.  A
 * sector can be written more than once (an EBR chain with a temporary position); before
 * is then the result of the previous writes. */
struct write_plan {
    uint64_t logical; /* bytes per sector */
    struct write *writes;
    size_t count;
};

/* Plans the change from BASE, which DISK contains, to PREVIEW.  Bytes that no edit
 * concerns are kept: boot code, disk signature, other MBR entries of a hybrid, reserved
 * bytes, positions of EBRs and entry arrays, unchanged names.
 *
 * Order: after any subset of the writes between two flushes, systems find the old table
 * or the new one.  GPT: first the copy that is not in use (the backup, or the damaged
 * one), then the other, then LBA 0; a new GPT is complete before LBA 0 announces it.
 * msdos: first new EBRs in sectors that the table does not refer to, then one sector at a
 * time; after each the chain is valid, and every partition is in its old or new state,
 * none lost, none overlapping.
 *
 * Returns false with ERR_REFUSED if no such order exists, if DISK does not match BASE, or
 * if bytes would change that no edit concerns; with ERR_IO if DISK cannot be read.  On
 * success the caller must write_plan_finish() RET. */
bool write_plan_make(const struct reader *disk, const struct layout *base,
                     const struct layout *preview, struct write_plan *ret,
                     struct err *err) MUST_USE;

/* Plans the same for given sectors (a backup): RUNS contain the new content.  Sectors
 * that already have it are left out, and the order is found as above. */
struct sector_run {
    uint64_t lba;
    uint64_t count;
    uint8_t *bytes; /* count sectors; who owns them depends on the use */
};
bool write_plan_of_runs(const struct reader *disk, const struct layout *base,
                        const struct sector_run *runs, size_t count,
                        struct write_plan *ret, struct err *err) MUST_USE;

void write_plan_finish(struct write_plan *plan);

/* Returns the total number of sectors that change. */
uint64_t write_plan_sectors(const struct write_plan *plan);
/* Returns a reader of DISK with the first COUNT writes done.  It reads from DISK and the
 * plan, which must outlive it. */
struct write_plan_view {
    const struct reader *disk;
    const struct write_plan *plan;
    size_t count;
};
struct reader write_plan_reader(struct write_plan_view *view, const struct reader *disk,
                                const struct write_plan *plan, size_t count);

/* Describes the writes and flushes in order: "GPT backup: sectors 1953525135 to
 * 1953525167"; translated. */
void write_plan_lines(const struct write_plan *plan, struct lines *ret);
/* Returns a stable identifier: "mbr", "ebr", "gpt-primary" ... */
const char *write_what_id(enum write_what what);

/* True if AFTER in place of BEFORE, which is the sector LBA of the table of BASE, takes
 * bytes that are no field of that table, and not zero: boot code, what lies behind a
 * header, an entry that is unused but not empty. */
bool write_takes_rest(const struct layout *base, uint64_t lba, const uint8_t *before,
                      const uint8_t *after);

/* Reads all sectors that belong to the table of LAYOUT on DISK, for a backup: LBA 0 and
 * the gap up to the first partition (at most 2048 sectors or 8 MiB), both GPT copies with
 * their arrays, each EBR.  The runs are sorted and do not overlap; the caller must
 * runs_free() them.  Fails with ERR_IO if a sector cannot be read, except in a copy that
 * is known to be damaged, whose unreadable sectors are left out. */
bool table_runs(const struct reader *disk, const struct layout *layout,
                struct sector_run **ret, size_t *ret_count, struct err *err) MUST_USE;
/* The same, without all sectors that cannot be read. */
void table_runs_readable(const struct reader *disk, const struct layout *layout,
                         struct sector_run **ret, size_t *ret_count);
void runs_free(struct sector_run *runs, size_t count); /* accepts NULL, 0 */

#endif
