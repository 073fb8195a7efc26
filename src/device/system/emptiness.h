/* SPDX-License-Identifier: GPL-3.0-or-later */
/* emptiness.h - whether a range of a disk is all zeros: by samples, or all of it read
 *
 * A stepper: each step reads at most 1 MiB and knows no threads.  What was read as a
 * whole is dropped from the page cache, so that a large disk does not evict everything
 * else. */
#ifndef ALIDADE_DEVICE_SYSTEM_EMPTINESS_H
#define ALIDADE_DEVICE_SYSTEM_EMPTINESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/io/store.h"
#include "model/base/reader.h"
#include "model/disk/layout.h"

/* [offset, offset + size) in bytes of DISK, which must outlive the stepper. */
struct emptiness_place {
    const struct reader *disk;
    int fd;         /* what DISK reads from, for its page cache; borrowed; -1: none */
    bool has_holes; /* fd is an image file: its holes are zeros and are not read */
    uint64_t offset;
    uint64_t size;
};

/* What is known by now. */
struct emptiness_news {
    uint64_t done_bytes;
    uint64_t total_bytes;
    /* ZEROS_NOT_READ until the end, and then where it was stopped or cannot be read;
     * ZEROS_NONE as soon as a byte that is not zero was read. */
    enum content_zeros zeros;
    bool is_done;
    bool is_failed;     /* a read failed */
    uint64_t failed_at; /* ... from this byte of the disk on */
};

struct emptiness;

/* With IS_WHOLE all of PLACE is read; else its first and last MiB and 64 places between,
 * which depend on PLACE alone: the same samples each time.  A place that is hardly larger
 * than that is read whole in both cases. */
struct emptiness *emptiness_new(const struct emptiness_place *place, bool is_whole);
void emptiness_free(struct emptiness *emptiness);   /* accepts NULL */
void emptiness_freep(struct emptiness **emptiness); /* for CLEANUP */
/* False when it is done. */
bool emptiness_step(struct emptiness *emptiness);
struct emptiness_news emptiness_news(const struct emptiness *emptiness);
/* The next step is the last one, and nothing is known then. */
void emptiness_stop(struct emptiness *emptiness);

/* Where EXTENT lies, for a disk with sectors of LOGICAL bytes; FD as above, has_holes is
 * set where it is a regular file. */
struct emptiness_place emptiness_place_of(const struct reader *disk, int fd,
                                          uint64_t logical, const struct extent *extent);
/* True for what has no signature, and of which it is not known whether it is empty. */
bool emptiness_is_open(const struct extent *extent);
/* Samples EXTENT for at most a second: ZEROS_SAMPLED, ZEROS_ALL (a small one, which was
 * read whole), ZEROS_NONE, or ZEROS_NOT_READ where the time was too short or a read
 * failed. */
enum content_zeros emptiness_sample(int fd, uint64_t logical,
                                    const struct extent *extent);

/* LAYOUT as a new one, with what samples say of these COUNT extents where nothing of them
 * was read yet. */
struct layout *emptiness_sample_all(struct store *store, const struct layout *layout,
                                    const uint32_t *ids, size_t count);

/* Called while a partition is read whole; false stops it. */
struct emptiness_watch {
    bool (*tell)(void *context, const struct extent *extent,
                 const struct emptiness_news *news);
    void *context;
};

/* Finds out whether these COUNT extents of LAYOUT are empty, where that is not known:
 * samples each, then reads it whole as long as nothing was found.  A new layout with the
 * answers; what cannot be read stays unknown, which counts as data.  WATCH may be NULL.
 * NULL (ERR_STOPPED) where WATCH stopped it. */
struct layout *emptiness_settle(struct store *store, const struct layout *layout,
                                const uint32_t *ids, size_t count,
                                const struct emptiness_watch *watch,
                                struct err *err) MUST_USE;

#endif
