/* SPDX-License-Identifier: GPL-3.0-or-later */
/* emptiness.c - tests whether a range of a disk is all zeros, by samples or completely */
#include "device/system/emptiness.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/io/clock.h"
#include "device/io/file.h"
#include "model/base/dice.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"

/* bytes of a step, and of each end in a sample */
#define PIECE         (UINT64_C(1) << 20)
#define SAMPLES       64             /* number of places between the ends */
#define SAMPLE        UINT64_C(4096) /* bytes of each place */
#define SAMPLE_MAX_MS 1000

/* size of the range before the current position that is dropped from the page cache */
#define DROPPED (8 * PIECE)

/* Smaller ranges are read completely, because the samples would be most of them. */
#define SMALL (4 * PIECE)

struct emptiness {
    struct emptiness_place place;
    bool is_whole;
    bool is_stopped;
    uint64_t next; /* complete read: next byte; samples: number of pieces read */
    struct dice dice;
    struct emptiness_news news;
    uint8_t buffer[PIECE];
};

/* Number of pieces of a sample: both ends, and the places between. */
#define PIECES (SAMPLES + 2)

/* Advises the kernel about all later reads of the descriptor.  Errors are ignored: it is
 * only a hint. */
static void emptiness_advise(const struct emptiness_place *place, int advice)
{
    if (place->fd >= 0)
        (void)posix_fadvise(place->fd, 0, 0, advice);
}

/* Drops the bytes before END from the page cache.  The kernel caches in units of up to
 * some MiB and keeps those that a range covers only partly, so each call includes the
 * last ones of the previous call again. */
static void drop_cached(const struct emptiness_place *place, uint64_t end)
{
    uint64_t count = end < DROPPED ? end : DROPPED;

    if (place->fd >= 0 && count)
        (void)posix_fadvise(place->fd, (off_t)(place->offset + end - count), (off_t)count,
                            POSIX_FADV_DONTNEED);
}

struct emptiness *emptiness_new(const struct emptiness_place *place, bool is_whole)
{
    struct emptiness *emptiness = xcalloc(1, sizeof(*emptiness));

    emptiness->place = *place;
    emptiness->is_whole = is_whole || place->size <= SMALL;
    emptiness->dice = dice_of(place->offset ^ (place->size << 1));
    emptiness->news.total_bytes =
        emptiness->is_whole ? place->size : 2 * PIECE + SAMPLES * SAMPLE;
    if (emptiness->is_whole)
        emptiness_advise(place, POSIX_FADV_SEQUENTIAL);
    return emptiness;
}

void emptiness_free(struct emptiness *emptiness)
{
    if (emptiness && emptiness->is_whole)
        emptiness_advise(&emptiness->place, POSIX_FADV_RANDOM);
    free(emptiness);
}

struct emptiness_news emptiness_news(const struct emptiness *emptiness)
{
    return emptiness->news;
}

static bool emptiness_end(struct emptiness *emptiness, enum content_zeros zeros)
{
    emptiness->news.zeros = zeros;
    emptiness->news.is_done = true;
    return false;
}

/* Reads [OFFSET, OFFSET + COUNT) of the place; returns false if the stepper is done. */
static bool emptiness_read_piece(struct emptiness *emptiness, uint64_t offset,
                                 uint64_t count)
{
    uint64_t at = emptiness->place.offset + offset;

    if (!reader_read(emptiness->place.disk, at, emptiness->buffer, (size_t)count)) {
        emptiness->news.is_failed = true;
        emptiness->news.failed_at = at;
        return emptiness_end(emptiness, ZEROS_NOT_READ);
    }
    emptiness->news.done_bytes += count;
    return mem_is_zero(emptiness->buffer, (size_t)count) ||
           emptiness_end(emptiness, ZEROS_NONE);
}

/* Returns the position of the next data of an image file from AT on. */
static uint64_t skip_hole(const struct emptiness_place *place, uint64_t at)
{
    uint64_t start = place->offset;

    return place->has_holes
               ? file_next_data(place->fd, start + at, start + place->size) - start
               : at;
}

static bool step_whole(struct emptiness *emptiness)
{
    uint64_t at = skip_hole(&emptiness->place, emptiness->next);
    uint64_t left = emptiness->place.size - at, count = left < PIECE ? left : PIECE;

    emptiness->news.done_bytes += at - emptiness->next;
    emptiness->next = at + count;
    bool goes_on = !count || emptiness_read_piece(emptiness, at, count);
    drop_cached(&emptiness->place, emptiness->next);
    if (!goes_on)
        return false;
    return emptiness->next < emptiness->place.size || emptiness_end(emptiness, ZEROS_ALL);
}

/* Reads both ends first, because most contents have data there; then a random place in
 * each of 64 equal parts, in disk order. */
static bool step_sample(struct emptiness *emptiness)
{
    uint64_t size = emptiness->place.size, index = emptiness->next++;
    uint64_t part = (size - 2 * PIECE) / SAMPLES;
    bool goes_on;

    if (index == 0) {
        goes_on = emptiness_read_piece(emptiness, 0, PIECE);
    } else if (index == 1) {
        goes_on = emptiness_read_piece(emptiness, size - PIECE, PIECE);
    } else {
        uint64_t place = dice_below(&emptiness->dice, part - SAMPLE + 1);
        uint64_t at = PIECE + (index - 2) * part + place / 512 * 512;
        goes_on = emptiness_read_piece(emptiness, at, SAMPLE);
    }
    return goes_on && (index + 1 < PIECES || emptiness_end(emptiness, ZEROS_SAMPLED));
}

bool emptiness_step(struct emptiness *emptiness)
{
    if (emptiness->news.is_done)
        return false;
    if (emptiness->is_stopped)
        return emptiness_end(emptiness, ZEROS_NOT_READ);
    return emptiness->is_whole ? step_whole(emptiness) : step_sample(emptiness);
}

void emptiness_stop(struct emptiness *emptiness)
{
    emptiness->is_stopped = true;
}

static bool is_regular_file(int fd)
{
    struct stat status;

    return fd >= 0 && !fstat(fd, &status) && S_ISREG(status.st_mode);
}

struct emptiness_place emptiness_place_of(const struct reader *disk, int fd,
                                          uint64_t logical, const struct extent *extent)
{
    struct emptiness_place place = { .disk = disk,
                                     .fd = fd,
                                     .has_holes = is_regular_file(fd) };

    /* Numbers that overflow are replaced by a position where no read succeeds. */
    if (!num_mul(extent->start, logical, &place.offset) ||
        !num_mul(extent->length, logical, &place.size) ||
        place.offset > INT64_MAX - place.size)
        place = (struct emptiness_place){ disk, -1, false, disk->size, 1 };
    return place;
}

bool emptiness_is_open(const struct extent *extent)
{
    return extent->content.state == CONTENT_NONE &&
           (extent->content.zeros == ZEROS_NOT_READ ||
            extent->content.zeros == ZEROS_SAMPLED);
}

enum content_zeros emptiness_sample(int fd, uint64_t logical, const struct extent *extent)
{
    struct reader disk = file_reader(&fd, INT64_MAX);
    struct emptiness_place place = emptiness_place_of(&disk, -1, logical, extent);
    CLEANUP(emptiness_freep) struct emptiness *emptiness = emptiness_new(&place, false);
    uint64_t limit = clock_ms() + SAMPLE_MAX_MS;

    while (emptiness_step(emptiness))
        if (clock_ms() >= limit)
            return ZEROS_NOT_READ;
    return emptiness_news(emptiness).zeros;
}

/* Returns false if WATCH stopped it. */
static bool emptiness_read_whole(const struct emptiness_place *place,
                                 const struct extent *extent,
                                 const struct emptiness_watch *watch,
                                 enum content_zeros *ret)
{
    CLEANUP(emptiness_freep) struct emptiness *emptiness = emptiness_new(place, true);
    bool is_at_work = true;

    while (is_at_work) {
        is_at_work = emptiness_step(emptiness);
        struct emptiness_news news = emptiness_news(emptiness);
        if (watch && !watch->tell(watch->context, extent, &news))
            return false;
        *ret = news.zeros;
    }
    return true;
}

static bool settle_one(struct store *store, uint64_t logical, struct extent *extent,
                       const struct emptiness_watch *watch)
{
    struct reader disk = store_reader(store);
    struct emptiness_place place =
        emptiness_place_of(&disk, store_fd(store), logical, extent);
    CLEANUP(emptiness_freep) struct emptiness *sample = emptiness_new(&place, false);

    while (emptiness_step(sample))
        ;
    extent->content.zeros = emptiness_news(sample).zeros;
    return extent->content.zeros != ZEROS_SAMPLED ||
           emptiness_read_whole(&place, extent, watch, &extent->content.zeros);
}

struct layout *emptiness_sample_all(struct store *store, const struct layout *layout,
                                    const uint32_t *ids, size_t count)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    uint64_t logical = layout_limits(layout)->logical;

    for (size_t i = 0; i < count; i++) {
        struct extent *extent = layout_builder_find(builder, ids[i]);
        if (extent->content.zeros == ZEROS_NOT_READ)
            extent->content.zeros = emptiness_sample(store_fd(store), logical, extent);
    }
    return layout_builder_refinish(builder);
}

struct layout *emptiness_settle(struct store *store, const struct layout *layout,
                                const uint32_t *ids, size_t count,
                                const struct emptiness_watch *watch, struct err *err)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    for (size_t i = 0; i < count; i++) {
        struct extent *extent = layout_builder_find(builder, ids[i]);
        if (!extent || !emptiness_is_open(extent) ||
            settle_one(store, layout_limits(layout)->logical, extent, watch))
            continue;
        (void)err_set(err, ERR_STOPPED,
                      _("Stopped: partition %u was not read to its end.  Nothing was "
                        "written."),
                      extent->number);
        return NULL;
    }
    return layout_builder_refinish(builder);
}
