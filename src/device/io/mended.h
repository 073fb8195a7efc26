/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mended.h - what sectors contain that a power cut has left unreadable
 *
 * Read through these, a disk is as it will be when they are written again. What can be
 * read is what is on the disk. */
#ifndef ALIDADE_DEVICE_IO_MENDED_H
#define ALIDADE_DEVICE_IO_MENDED_H

#include "device/io/sink.h"

/* Zero-initialised: none. mended_finish(). */
struct mended {
    uint64_t logical; /* bytes per sector */
    struct sector_run *runs;
    size_t count;
};

/* Adds a copy of COUNT sectors from LBA. */
void mended_add(struct mended *mended, uint64_t lba, uint64_t count,
                const uint8_t *bytes);
void mended_finish(struct mended *mended); /* also for CLEANUP */

/* Returns DISK with the sectors of MENDED in place of those that cannot be read; RET,
 * MENDED and DISK must outlive it. */
struct mended_disk {
    const struct mended *mended;
    struct reader reader;
    struct sink sink;
};
struct reader mended_reader(struct mended_disk *ret, const struct mended *mended,
                            const struct reader *disk);
/* The same for a sink, whose writes and flushes are let through. */
struct sink mended_sink(struct mended_disk *ret, const struct mended *mended,
                        const struct sink *disk);

#endif
