/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h - what the files of the room "write_plan" share */
#ifndef ALIDADE_MODEL_WRITE_PRIVATE_H
#define ALIDADE_MODEL_WRITE_PRIVATE_H

#include "model/base/err.h"
#include "model/disk/layout.h"
#include "model/write/plan.h"

/* A plan while it grows.  NOW is the disk with all of the plan done, so every step is
 * made from what the steps before it leave behind. */
struct write_work {
    const struct reader *disk;
    const struct layout *base;
    const struct layout *preview;
    uint64_t logical; /* bytes */
    uint64_t size;    /* sectors */
    struct write_plan plan;
    struct write_plan_view view;
    struct reader now;
};

/* WORK must not move afterwards.  The plan is the caller's: to take, or to finish. */
void write_work_init(struct write_work *work, const struct reader *disk,
                     const struct layout *base, const struct layout *preview);

/* COUNT sectors of NOW from LBA on; false (ERR_IO) naming the sector. */
bool write_read(const struct write_work *work, uint64_t lba, uint64_t count, uint8_t *ret,
                struct err *err) MUST_USE;
/* Plans COUNT sectors from LBA on to hold BYTES; those that do already are left out. */
bool write_put(struct write_work *work, enum write_what what, uint64_t lba,
               uint64_t count, const uint8_t *bytes, struct err *err) MUST_USE;
/* All that was put so far must be on the disk before what is put from here on. */
void write_flush(struct write_work *work);
/* Takes the last writes back, until COUNT are left. */
void write_undo(struct write_work *work, size_t count);

/* The extent of LAYOUT that is the same as EXTENT, which comes from the other one; NULL:
 * there is none.  Ids of free extents mean nothing. */
const struct extent *write_same(const struct layout *layout, const struct extent *extent);
/* The same for what holds data: also a logical in the one layout and a primary, or a
 * partition of a GPT, in the other. */
const struct extent *write_same_data(const struct layout *layout,
                                     const struct extent *extent);
/* True where A and B, of which one may be NULL, are partitions over the same sectors. */
bool write_is_same_range(const struct extent *a, const struct extent *b);
bool write_is_part_of(const struct extent *part, const struct extent *whole);
/* PREVIEW is BASE's table for the disk's own sector size. */
bool write_is_rescaled(const struct layout *base, const struct layout *preview);
/* PREVIEW is not BASE's table with changes, but another one in its place; partitions may
 * live on in it all the same. */
bool write_is_new_table(const struct layout *base, const struct layout *preview);
/* NOTE is in BASE but not in PREVIEW: what it tells of is to be repaired. */
bool write_is_repaired(const struct write_work *work, const char *note);
/* The same table: label, and each extent but free ones and slices, by all that a table
 * says.  Contents and ids do not count. */
bool write_is_same_layout(const struct layout *a, const struct layout *b);
/* The layout that NOW decodes to; NULL where it has no table, or none that can be read.
 */
struct layout *write_decode(const struct reader *now, const struct layout *like);

/* LAYOUT, a preview of BASE, with the id of BASE for each partition, container and EBR
 * that lies in the same place (same first sector) as one of BASE that LAYOUT no longer
 * has by id: a partition that was deleted and made anew there is still the same data.
 * layout_unref(). */
struct layout *write_follow(const struct layout *base, const struct layout *layout);
/* The same for a LAYOUT whose ids mean nothing to BASE: every extent that BASE does not
 * have in the same place gets an id that neither BASE nor any edit uses.  Notes are left
 * out.  layout_unref(). */
struct layout *write_identify(const struct layout *base, const struct layout *layout);

/* LBA 0 for a new table: boot code, where it belonged to a table and not to a file
 * system, and nothing else. */
bool write_blank_mbr(const struct write_work *work, uint8_t *ret,
                     struct err *err) MUST_USE;
/* Blanks the GPT header at byte OFFSET of the disk, where there is one: it no longer
 * counts. */
bool write_blank_header(struct write_work *work, uint64_t offset,
                        struct err *err) MUST_USE;

/* Sectors that are about to be written. */
struct write_targets {
    bool (*covers)(void *context, uint64_t start, uint64_t length);
    void *context;
};
/* Takes out of an msdos MBR what lies over TARGETS, or leads there; refused where that is
 * to live on. */
bool write_release(struct write_work *work, const struct write_targets *targets,
                   struct err *err) MUST_USE;

/* The same for a GPT: what goes is taken out of it where TARGETS lie over that.  A
 * damaged copy is made whole by that, and also where IS_NEXT_GPT: then each copy can be
 * written while the other one is whole. */
bool write_release_gpt(struct write_work *work, const struct write_targets *targets,
                       bool is_next_gpt, struct err *err) MUST_USE;

/* *RET: TARGETS lie over a partition of a GPT that goes or shrinks.  False where the GPT
 * cannot be read. */
bool write_is_gpt_covered(const struct write_work *work,
                          const struct write_targets *targets, bool *ret,
                          struct err *err) MUST_USE;

/* One for each kind of table that PREVIEW can have. */
bool write_gpt(struct write_work *work, struct err *err) MUST_USE;
bool write_msdos(struct write_work *work, struct err *err) MUST_USE;

/* Headers of swap areas whose partition moved or changed its size: those that can be
 * written while the table still is the old one, and then the others. */
bool write_swap_before(struct write_work *work, struct err *err) MUST_USE;
bool write_swap_after(struct write_work *work, struct err *err) MUST_USE;

#endif
