/* SPDX-License-Identifier: GPL-3.0-or-later */
/* msdos_private.h - sectors of msdos tables, and the order in which to write them */
#ifndef ALIDADE_MODEL_WRITE_MSDOS_PRIVATE_H
#define ALIDADE_MODEL_WRITE_MSDOS_PRIVATE_H

#include "model/table/mbr.h"
#include "model/write/private.h"

struct msdos_sector {
    uint64_t lba;
    enum write_what what;
    uint8_t *bytes; /* one sector; owned */
};

/* The sectors of a table: the MBR, then the EBRs in chain order, possibly with other
 * sectors.  Zero-initialised is empty. */
struct msdos_image {
    struct msdos_sector *sectors;
    size_t count;
};

/* Adds a sector of zeros, which the caller fills. */
uint8_t *msdos_image_add(struct msdos_image *image, uint64_t lba, enum write_what what,
                         uint64_t logical);
void msdos_image_finish(struct msdos_image *image);

/* Return the data entry and the link of an EBR as systems find them: the first used entry
 * of each kind; NULL: none. */
uint8_t *ebr_data(uint8_t *sector);
uint8_t *ebr_link(uint8_t *sector);

/* Sets type and flag of an entry.  BEFORE is the same partition in the base; NULL: a new
 * one. */
bool msdos_put_type_and_flag(const struct extent *extent, const struct extent *before,
                             uint8_t *entry, struct err *err) MUST_USE;
/* Returns false (ERR_REFUSED) if the start (relative to LBA BASE) or the length does not
 * fit in 32 bits. */
bool msdos_check_range(const struct extent *extent, uint64_t base,
                       struct err *err) MUST_USE;

/* True if NOW already contains these bytes. */
bool msdos_is_on_disk(const struct write_work *work, const struct msdos_sector *sector);

/* Adds the EBRs of the preview of WORK, if it has a container. */
bool msdos_chain_make(const struct write_work *work, struct msdos_image *image,
                      struct err *err) MUST_USE;
/* Makes the sectors of WORK's preview, based on the disk NOW: all bytes that no edit
 * concerns are kept. */
bool msdos_image_make(const struct write_work *work, struct msdos_image *ret,
                      struct err *err) MUST_USE;
/* Makes the sectors of the table on the disk NOW without the partitions that the preview
 * removes, and with those that it shrinks already shrunk, which frees sectors. */
bool msdos_image_reduced(const struct write_work *work, struct msdos_image *ret,
                         struct err *err) MUST_USE;
/* Copies IMAGE, moving EBRs that would overwrite used sectors to free sectors of the
 * container.  RET_RESTORE has the old content of those sectors.  Returns false if there
 * are not enough of them (ERR is not set), or ERR_IO if one cannot be read. */
bool msdos_image_spare(const struct write_work *work, const struct msdos_image *image,
                       struct msdos_image *ret, struct msdos_image *ret_restore,
                       struct err *err);

/* Plans the sectors of IMAGE in an order in which, after each flush, the chain is valid
 * and each partition is as in the base or as in the preview: none is lost, and none
 * overlap.  Returns false and plans nothing if no such order was found. */
bool msdos_order(struct write_work *work, const struct msdos_image *image,
                 struct err *err) MUST_USE;

/* Sets ERR_REFUSED: no safe order exists; the message proposes two steps that have one.
 * Returns false. */
bool msdos_refuse_order(const struct write_work *work, struct err *err);

/* Plans the repairs of damaged entries in the preview, each in one sector. */
bool msdos_put_cures(struct write_work *work, struct err *err) MUST_USE;

/* Plan one sector; the MBR of IMAGE, with a flush before and after it. */
bool msdos_put_sector(struct write_work *work, const struct msdos_sector *sector,
                      struct err *err) MUST_USE;
bool msdos_put_mbr(struct write_work *work, const struct msdos_image *image,
                   struct err *err) MUST_USE;
/* Plans IMAGE in place of a table of another kind or of no table. */
bool msdos_put_over(struct write_work *work, struct msdos_image *image,
                    struct err *err) MUST_USE;
/* Plans IMAGE in place of another msdos table with msdos_order(), using intermediate
 * tables if necessary. */
bool msdos_put_changes(struct write_work *work, const struct msdos_image *image,
                       struct err *err) MUST_USE;

#endif
