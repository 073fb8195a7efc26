/* SPDX-License-Identifier: GPL-3.0-or-later */
/* msdos_private.h - an msdos table as sectors, and the ways from one to another */
#ifndef ALIDADE_MODEL_WRITE_MSDOS_PRIVATE_H
#define ALIDADE_MODEL_WRITE_MSDOS_PRIVATE_H

#include "model/table/mbr.h"
#include "model/write/private.h"

struct msdos_sector {
    uint64_t lba;
    enum write_what what;
    uint8_t *bytes; /* one sector; owned */
};

/* The sectors of a table: the MBR, then the EBRs in order of their chain; a table may
 * need sectors beside them.  Zero-initialised: none. */
struct msdos_image {
    struct msdos_sector *sectors;
    size_t count;
};

/* Zeros at first, for the caller to fill. */
uint8_t *msdos_image_add(struct msdos_image *image, uint64_t lba, enum write_what what,
                         uint64_t logical);
void msdos_image_finish(struct msdos_image *image);

/* Entry SLOT of the sector. */
uint8_t *msdos_entry(uint8_t *sector, unsigned slot);
/* The data entry and the link of an EBR, as readers find them: the first used entry of
 * each kind; NULL: there is none. */
uint8_t *ebr_data(uint8_t *sector);
uint8_t *ebr_link(uint8_t *sector);

/* Type and flag of an entry.  BEFORE: the same partition in the base, NULL: a new one. */
bool msdos_put_words(const struct extent *extent, const struct extent *before,
                     uint8_t *entry, struct err *err) MUST_USE;
/* False where start (counted from the LBA BASE) and length do not fit in 32 bits each. */
bool msdos_check_range(const struct extent *extent, uint64_t base,
                       struct err *err) MUST_USE;

/* NOW holds these bytes already. */
bool msdos_is_on_disk(const struct write_work *work, const struct msdos_sector *sector);

/* Adds the EBRs of the preview of WORK; none where it has no container. */
bool msdos_chain_make(const struct write_work *work, struct msdos_image *image,
                      struct err *err) MUST_USE;
/* The preview of WORK, made from what NOW holds: entries and EBRs keep every byte that
 * nobody asked to change. */
bool msdos_image_make(const struct write_work *work, struct msdos_image *ret,
                      struct err *err) MUST_USE;
/* What NOW holds without the partitions that the preview has no more, and with those that
 * shrink already shrunk: room for what comes. */
bool msdos_image_lessened(const struct write_work *work, struct msdos_image *ret,
                          struct err *err) MUST_USE;
/* IMAGE with those of its EBRs that would be written over sectors in use in free sectors
 * of the container.  RET_RESTORE holds what those sectors held.  False where there are
 * not enough of them, without a sentence, or where one cannot be read: ERR_IO. */
bool msdos_image_spare(const struct write_work *work, const struct msdos_image *image,
                       struct msdos_image *ret, struct msdos_image *ret_restore,
                       struct err *err);

/* Plans the sectors of IMAGE in an order in which, after each flush, the chain is whole
 * and each partition is as in the base layout or as in the preview, none lost, none
 * overlapping.  False, and nothing planned, where none was found. */
bool msdos_order(struct write_work *work, const struct msdos_image *image,
                 struct err *err) MUST_USE;

/* ERR_REFUSED: there is no safe order, and which two steps have one.  Returns false. */
bool msdos_refuse_order(const struct write_work *work, struct err *err);

/* The cures of damaged entries that the preview has, each in one sector. */
bool msdos_put_cures(struct write_work *work, struct err *err) MUST_USE;

/* IMAGE in place of a table of another kind, or of none. */
bool msdos_put_over(struct write_work *work, struct msdos_image *image,
                    struct err *err) MUST_USE;
/* IMAGE in place of another msdos table: msdos_order(), if need be by way of others. */
bool msdos_put_changes(struct write_work *work, const struct msdos_image *image,
                       struct err *err) MUST_USE;

#endif
