/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h - which sectors change on the disk, to what, and in which order */
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
    WRITE_GPT_OLD,  /* a header that no longer counts is blanked */
    WRITE_SWAP,     /* the header of a swap area that is made anew */
    WRITE_GAP,      /* from a backup: behind the MBR, where boot code lies */
    WRITE_GPT_GONE, /* from a backup: over a GPT that is removed */
    WRITE_FREE,     /* from a backup: free space in the table that it brings back */
    WRITE_INSIDE,   /* from a backup: in a partition that comes back or changes */
    WRITE_WHAT_COUNT,
};

/* A run of sectors. */
struct write {
    uint64_t lba;
    uint64_t count; /* sectors */
    enum write_what what;
    bool is_flushed; /* all until here must be on the disk before the next begins */
    uint8_t *before; /* count sectors; owned */
    uint8_t *after;
};

/* In the order of writing; zero-initialised: nothing to write.  The last is flushed.  A
 * sector can be written more than once (a chain that lies elsewhere for a while): before
 * is then what the writes before left there. */
struct write_plan {
    uint64_t logical; /* bytes */
    struct write *writes;
    size_t count;
};

/* From BASE, as DISK has it now, to PREVIEW.  Bytes that no edit asked for stay as they
 * are: boot code, disk signature, foreign MBR entries of a hybrid, reserved bytes, EBRs
 * in their places, names that were not touched, entry arrays where they lie.
 *
 * Order: with any subset of the writes between two flushes done, a reader finds the old
 * table or the new one.  GPT: the copy that does not count first (the backup, or the
 * damaged one), then the other, then LBA 0; a new GPT is whole before LBA 0 announces it.
 * msdos: new EBRs into sectors that nothing refers to, then one sector after the other;
 * after each the chain is whole and every partition is as before or as after, none lost,
 * none overlapping.
 *
 * False: ERR_REFUSED where no such order exists, where DISK is not what BASE says, or
 * where bytes would change that the edits do not allow; ERR_IO where DISK cannot be read.
 * RET needs write_plan_finish() on success only. */
bool write_plan_make(const struct reader *disk, const struct layout *base,
                     const struct layout *preview, struct write_plan *ret,
                     struct err *err) MUST_USE;

/* The same for bytes that come from elsewhere (a backup): RUNS say what the sectors shall
 * hold; those that hold it already are left out, and the order is found as above. */
struct sector_run {
    uint64_t lba;
    uint64_t count;
    uint8_t *bytes; /* count sectors; owned where the holder says so */
};
bool write_plan_of_runs(const struct reader *disk, const struct layout *base,
                        const struct sector_run *runs, size_t count,
                        struct write_plan *ret, struct err *err) MUST_USE;

void write_plan_finish(struct write_plan *plan);

/* Sectors that differ, in all. */
uint64_t write_plan_sectors(const struct write_plan *plan);
/* DISK with the first COUNT writes done, as a reader: reads come from DISK and the plan,
 * which must outlive it. */
struct write_plan_view {
    const struct reader *disk;
    const struct write_plan *plan;
    size_t count;
};
struct reader write_plan_reader(struct write_plan_view *view, const struct reader *disk,
                                const struct write_plan *plan, size_t count);

/* "GPT backup: sectors 1953525135 to 1953525167", in order, with the flushes; translated.
 */
void write_plan_lines(const struct write_plan *plan, struct lines *ret);
/* Stable: "mbr", "ebr", "gpt-primary" ... */
const char *write_what_id(enum write_what what);

/* Every sector that the table of LAYOUT owns on DISK, for a backup: LBA 0 and the gap up
 * to the first partition (at most 2048 sectors, or 8 MiB, of it), both GPT copies with
 * their arrays, each EBR.  Sorted, none twice; runs_free().  ERR_IO with the sector where
 * one cannot be read and is no known damage (a damaged copy that cannot be read is left
 * out). */
bool table_runs(const struct reader *disk, const struct layout *layout,
                struct sector_run **ret, size_t *ret_count, struct err *err) MUST_USE;
void runs_free(struct sector_run *runs, size_t count); /* accepts NULL, 0 */

#endif
