/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h - functions that the planners of all table kinds share */
#ifndef ALIDADE_MODEL_WRITE_PRIVATE_H
#define ALIDADE_MODEL_WRITE_PRIVATE_H

#include "model/base/err.h"
#include "model/disk/layout.h"
#include "model/write/plan.h"

/* A plan under construction.  NOW is the disk with all writes of the plan done, so each
 * step is based on the previous ones. */
struct write_work {
    const struct reader *disk;
    const struct layout *base;
    const struct layout *preview;
    uint64_t logical; /* bytes per sector */
    uint64_t size;    /* disk size in sectors */
    struct write_plan plan;
    struct write_plan_view view;
    struct reader now;
};

/* Initializes WORK, which must not be moved afterwards.  The caller owns the plan and
 * takes or finishes it. */
void write_work_init(struct write_work *work, const struct reader *disk,
                     const struct layout *base, const struct layout *preview);

/* Reads COUNT sectors of NOW from LBA on; on failure (ERR_IO) the message names the
 * sector. */
bool write_read(const struct write_work *work, uint64_t lba, uint64_t count, uint8_t *ret,
                struct err *err) MUST_USE;
/* Plans COUNT sectors from LBA on to contain BYTES; sectors that already do are left
 * out.  In sectors of the old table only the fields of a table change. */
bool write_put(struct write_work *work, enum write_what what, uint64_t lba,
               uint64_t count, const uint8_t *bytes, struct err *err) MUST_USE;
/* The same, with all bytes: from a backup. */
bool write_put_whole(struct write_work *work, enum write_what what, uint64_t lba,
                     uint64_t count, const uint8_t *bytes, struct err *err) MUST_USE;
/* Returns how many bytes of its sector the HEADER of a GPT has. */
size_t write_header_bytes(const uint8_t *header);
/* Puts into AFTER, which is to be written as WHAT, what the sector at LBA of the old
 * table, which contains BEFORE, holds beside the fields of a table. */
void write_keep_rest(const struct write_work *work, enum write_what what, uint64_t lba,
                     const uint8_t *before, uint8_t *after);
/* Clears in SECTOR, the one at LBA of EXTENT, which is a copy of the GPT of BASE, the
 * entries that are in use.  A header has none. */
void write_drop_entries(const struct layout *base, const struct extent *extent,
                        uint64_t lba, uint8_t *sector);
/* True if EXTENT is a damaged copy of the GPT of BASE: it may have anything in the place
 * of its entries, and its repair is asked for. */
bool write_is_damaged_copy(const struct layout *base, const struct extent *extent);
/* Plans a flush: all writes so far must be durable before later ones. */
void write_flush(struct write_work *work);
/* Removes the last writes until COUNT are left. */
void write_undo(struct write_work *work, size_t count);

/* Returns the extent of LAYOUT with the id and kind of EXTENT, which is from the other
 * layout; NULL: none.  Free extents never match. */
const struct extent *write_same(const struct layout *layout, const struct extent *extent);
/* Does the same for extents that hold data: a logical partition of one layout also
 * matches a primary or GPT partition of the other. */
const struct extent *write_same_data(const struct layout *layout,
                                     const struct extent *extent);
/* True if both are not NULL and cover the same sectors. */
bool write_is_same_range(const struct extent *a, const struct extent *b);
bool write_is_part_of(const struct extent *part, const struct extent *whole);
/* True if PREVIEW is BASE's table converted to the disk's own sector size. */
bool write_is_rescaled(const struct layout *base, const struct layout *preview);
/* True if PREVIEW is a new table instead of BASE's table with changes; partitions may
 * still be kept in it. */
bool write_is_new_table(const struct layout *base, const struct layout *preview);
/* True if BASE has NOTE and PREVIEW does not, so the error is to be repaired. */
bool write_is_repaired(const struct write_work *work, enum note_id note);
/* True if both describe the same table: label, and all properties of the extents that are
 * in the table.  Free extents, slices, contents and ids are ignored. */
bool write_is_same_layout(const struct layout *a, const struct layout *b);
/* Decodes NOW with the limits of LIKE; NULL if it has no valid table. */
struct layout *write_decode(const struct reader *now, const struct layout *like);

/* Returns LAYOUT, a preview of BASE, with the ids of BASE for partitions, containers and
 * EBRs that start in the same sector as one of BASE whose id LAYOUT no longer has: a
 * partition that was deleted and created again there is still the same data.  The caller
 * must layout_unref() it. */
struct layout *write_adopt_ids(const struct layout *base, const struct layout *layout);
/* Does the same for a LAYOUT whose ids are unrelated to BASE: extents without a
 * counterpart at the same position get ids that neither BASE nor any edit uses.  Notes
 * are dropped.  The caller must layout_unref() the result. */
struct layout *write_assign_ids(const struct layout *base, const struct layout *layout);

/* Makes LBA 0 for a new table: it keeps only boot code, and only if LBA 0 contained a
 * table and not a file system's boot sector. */
bool write_blank_mbr(const struct write_work *work, uint8_t *ret,
                     struct err *err) MUST_USE;
/* Blanks the GPT header at byte OFFSET of the disk, if there is one. */
bool write_blank_header(struct write_work *work, uint64_t offset,
                        struct err *err) MUST_USE;

/* Blanks the entries of the old GPT where the preview has no GPT any more. */
bool write_blank_entries(struct write_work *work, struct err *err) MUST_USE;

/* Sectors that are going to be written. */
struct write_targets {
    bool (*covers)(void *context, uint64_t start, uint64_t length);
    void *context;
};
/* Removes entries from an msdos MBR that cover TARGETS, or whose chain does; refuses if
 * such a partition is kept. */
bool write_release(struct write_work *work, const struct write_targets *targets,
                   struct err *err) MUST_USE;

/* Does the same for a GPT: partitions covered by TARGETS are removed or shrunk.  This
 * also repairs a damaged copy, which IS_NEXT_GPT requests in any case, so that each copy
 * can be written while the other one is valid. */
bool write_release_gpt(struct write_work *work, const struct write_targets *targets,
                       bool is_next_gpt, struct err *err) MUST_USE;

/* Sets *RET to whether TARGETS cover a partition of a GPT that is removed or shrinks.
 * Returns false if the GPT cannot be read. */
bool write_is_gpt_covered(const struct write_work *work,
                          const struct write_targets *targets, bool *ret,
                          struct err *err) MUST_USE;

/* Plan the table of the preview, one function for each kind. */
bool write_gpt(struct write_work *work, struct err *err) MUST_USE;
bool write_msdos(struct write_work *work, struct err *err) MUST_USE;

/* Plan the headers of swap areas whose partition moves or is resized: those that can be
 * written while the old table is in use, then the others. */
bool write_swap_before(struct write_work *work, struct err *err) MUST_USE;
bool write_swap_after(struct write_work *work, struct err *err) MUST_USE;

#endif
