/* SPDX-License-Identifier: GPL-3.0-or-later */
/* emptiness.h - tests whether a range of a disk is all zeros, by samples or completely
 *
 * A stepper: each step reads at most 1 MiB; it uses no threads.  Ranges that are read
 * completely are dropped from the page cache, so that a large disk does not evict
 * everything else. */
#ifndef ALIDADE_DEVICE_SYSTEM_EMPTINESS_H
#define ALIDADE_DEVICE_SYSTEM_EMPTINESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/io/store.h"
#include "model/base/mem.h"
#include "model/base/reader.h"
#include "model/disk/layout.h"

/* The range [offset, offset + size) of DISK in bytes; DISK must outlive the stepper. */
struct emptiness_place {
    const struct reader *disk;
    int fd; /* descriptor behind DISK, to control its page cache; borrowed; -1: none */
    bool has_holes; /* fd is an image file, whose holes are skipped as zeros */
    uint64_t offset;
    uint64_t size;
};

/* Progress and result. */
struct emptiness_news {
    uint64_t done_bytes;
    uint64_t total_bytes;
    /* ZEROS_NOT_READ until the end, and also then if it was stopped or a read failed;
     * ZEROS_NONE as soon as a byte other than zero is read. */
    enum content_zeros zeros;
    bool is_done;
    bool is_failed;     /* a read failed */
    uint64_t failed_at; /* byte offset of that read on the disk */
};

struct emptiness;

/* Tests all of PLACE if IS_WHOLE; else its first and last MiB and 64 places between,
 * which depend only on PLACE, so that samples are reproducible.  Small places are always
 * read completely. */
struct emptiness *emptiness_new(const struct emptiness_place *place, bool is_whole);
void emptiness_free(struct emptiness *emptiness); /* accepts NULL */
CLEANUP_WITH(emptiness_free, emptiness)
/* Performs a step; returns false if the stepper is done. */
bool emptiness_step(struct emptiness *emptiness);
struct emptiness_news emptiness_news(const struct emptiness *emptiness);
/* Stops the stepper: the next step is the last one, and the result is unknown. */
void emptiness_stop(struct emptiness *emptiness);

/* Returns the place of EXTENT on a disk with sectors of LOGICAL bytes; has_holes is set
 * if FD is a regular file. */
struct emptiness_place emptiness_place_of(const struct reader *disk, int fd,
                                          uint64_t logical, const struct extent *extent);
/* True if EXTENT has no signature and it is not known whether it is empty. */
bool emptiness_is_open(const struct extent *extent);
/* Samples EXTENT for at most 1 s.  Returns ZEROS_SAMPLED, ZEROS_ALL (a small extent, read
 * completely), ZEROS_NONE, or ZEROS_NOT_READ on a timeout or read error. */
enum content_zeros emptiness_sample(int fd, uint64_t logical,
                                    const struct extent *extent);

/* Returns a new layout with sample results for these COUNT extents, as far as they were
 * not read before. */
struct layout *emptiness_sample_all(struct store *store, const struct layout *layout,
                                    const uint32_t *ids, size_t count);

/* Called while a partition is read completely; returning false stops it. */
struct emptiness_watch {
    bool (*tell)(void *context, const struct extent *extent,
                 const struct emptiness_news *news);
    void *context;
};

/* Determines whether these COUNT extents of LAYOUT are empty, if that is unknown: takes
 * samples, then reads them completely if the samples are zeros.  Returns a new layout;
 * extents that cannot be read stay unknown, which counts as data.  WATCH may be NULL.
 * Returns NULL (ERR_STOPPED) if WATCH stopped it. */
struct layout *emptiness_settle(struct store *store, const struct layout *layout,
                                const uint32_t *ids, size_t count,
                                const struct emptiness_watch *watch,
                                struct err *err) MUST_USE;

#endif
