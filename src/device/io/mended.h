/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mended.h - what sectors contain that a power cut has left unreadable
 *
 * Read through these, a disk is as it will be when they are written again. What can be
 * read is what is on the disk, but for a first sector that another program has
 * overwritten: it counts as unreadable as long as it has those bytes. */
#ifndef ALIDADE_DEVICE_IO_MENDED_H
#define ALIDADE_DEVICE_IO_MENDED_H

#include "model/base/reader.h"
#include "model/write/plan.h"

/* Zero-initialised: none. mended_finish(). */
struct mended {
    uint64_t logical; /* bytes per sector */
    struct sector_run *runs;
    size_t count;
    uint8_t *lost; /* owned; the first sector as it was overwritten; NULL: it was not */
};

/* Adds a copy of COUNT sectors from LBA. */
void mended_add(struct mended *mended, uint64_t lba, uint64_t count,
                const uint8_t *bytes);
/* Sets what counts as unreadable: a copy of FIRST, one sector; NULL: nothing. */
void mended_lose(struct mended *mended, const uint8_t *first);
void mended_finish(struct mended *mended); /* also for CLEANUP */

/* Returns DISK with the sectors of MENDED in place of those that cannot be read; RET,
 * MENDED and DISK must outlive it. */
struct mended_disk {
    const struct mended *mended;
    struct reader reader;
};
struct reader mended_reader(struct mended_disk *ret, const struct mended *mended,
                            const struct reader *disk);

#endif
