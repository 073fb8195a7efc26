/* SPDX-License-Identifier: GPL-3.0-or-later */
/* area_copy.c - the bytes of the place that is measured: read twice, given back,
 * compared */
#include "device/measure/area_copy.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"

/* Of one request; what is larger may be cut on its way, and holds up a stop. */
#define PIECE (1U << 20)
#define PAGE  4096U
/* Blocks that a drive may have; see measure/probe_score.h. */
#define BLOCK_MOST (64U * 1024)
/* Pages that cannot be read any more: where there are more, mending is not for us. */
#define LOST_MOST 16

struct window_copy {
    const struct drive *drive;
    struct measure_area *windows;
    size_t window_count;
    size_t current; /* the window that is read, or that was */
    uint8_t *bytes; /* of the window, as they were read first */
    uint8_t *piece; /* what every request reads into and writes from */
    uint64_t done;  /* of the window, in this pass */
    unsigned pass;  /* 0: first reading, 1: second, 2: they are the same */
    bool is_compared;
    uint64_t written_bytes;
    bool is_taken; /* somebody else came: nothing more is written */

    uint64_t careful_end;     /* of the piece that is compared page by page */
    uint64_t lost[LOST_MOST]; /* bytes of the window: pages that cannot be read now */
    size_t lost_count;
    size_t mended; /* of these, so many */
};

/* Requests past the page cache want whole pages, or sectors that are larger. */
static void *new_pages(size_t size, uint32_t logical)
{
    void *ret = NULL;

    if (posix_memalign(&ret, logical > PAGE ? logical : PAGE, size ? size : PAGE))
        abort();
    return ret;
}

struct window_copy *window_copy_new(const struct drive *drive,
                                    const struct measure_area *windows, size_t count)
{
    struct window_copy *copy = xcalloc(1, sizeof(*copy));
    uint64_t most = 0;

    *copy = (struct window_copy){ .drive = drive, .window_count = count };
    copy->windows = xcalloc(count + 1, sizeof(*copy->windows));
    for (size_t i = 0; i < count; i++) {
        assert(windows[i].bytes && windows[i].bytes % drive->logical == 0);
        assert(windows[i].start <= drive->size_bytes &&
               windows[i].bytes <= drive->size_bytes - windows[i].start);
        copy->windows[i] = windows[i];
        most = windows[i].bytes > most ? windows[i].bytes : most;
    }
    copy->bytes = new_pages(most, drive->logical);
    copy->piece = new_pages(PIECE, drive->logical);
    return copy;
}

void window_copy_free(struct window_copy *copy)
{
    if (!copy)
        return;
    free(copy->windows);
    free(copy->bytes);
    free(copy->piece);
    free(copy);
}

static size_t piece_at(const struct window_copy *copy)
{
    uint64_t left = copy->windows[copy->current].bytes - copy->done;

    return left < PIECE ? (size_t)left : PIECE;
}

static uint64_t window_bytes(const struct window_copy *copy)
{
    return copy->windows[copy->current].bytes;
}

static int read_piece(struct window_copy *copy, size_t count)
{
    const struct drive *drive = copy->drive;
    uint64_t start = copy->windows[copy->current].start;

    return drive->read(drive->context, start + copy->done, copy->piece, count);
}

static enum measure_step leave_window(struct window_copy *copy,
                                      enum measure_reason *ret_reason)
{
    copy->current++;
    copy->pass = 0;
    copy->done = 0;
    if (copy->current < copy->window_count)
        return STEP_MORE;
    *ret_reason = REASON_READ_ERROR;
    return STEP_DONE;
}

enum measure_step window_copy_read(struct window_copy *copy,
                                   enum measure_reason *ret_reason)
{
    if (copy->current >= copy->window_count) {
        *ret_reason = copy->window_count ? REASON_READ_ERROR : REASON_NO_ROOM;
        return STEP_DONE;
    }
    assert(copy->pass < 2);
    size_t count = piece_at(copy);
    if (read_piece(copy, count))
        return leave_window(copy, ret_reason);
    if (!copy->pass) {
        memcpy(copy->bytes + copy->done, copy->piece, count);
    } else if (memcmp(copy->bytes + copy->done, copy->piece, count)) {
        *ret_reason = REASON_CHANGING;
        return STEP_DONE;
    }
    copy->done += count;
    if (copy->done < copy->windows[copy->current].bytes)
        return STEP_MORE;
    copy->done = 0;
    if (++copy->pass < 2)
        return STEP_MORE;
    *ret_reason = REASON_NONE;
    return STEP_DONE;
}

double window_copy_share(const struct window_copy *copy)
{
    if (copy->current >= copy->window_count)
        return 1;
    double part = (double)copy->done / (double)copy->windows[copy->current].bytes;
    if (copy->is_compared)
        return part;
    return copy->pass < 2 ? (copy->pass + part) / 2 : 1;
}

struct measure_area window_copy_window(const struct window_copy *copy)
{
    /* Behind the last one lies an empty one. */
    return copy->windows[copy->current];
}

/* Nothing is ever written but here: what is not inside the window ends the program. */
static void assert_inside(const struct window_copy *copy, uint64_t offset, size_t count)
{
    const struct measure_area *window = &copy->windows[copy->current];

    assert(copy->pass == 2 && count && count <= PIECE);
    assert(offset % copy->drive->logical == 0 && count % copy->drive->logical == 0);
    assert(offset >= window->start && offset - window->start <= window->bytes);
    assert(count <= window->bytes - (offset - window->start));
}

int window_copy_write(struct window_copy *copy, enum drive_write how, uint64_t offset,
                      size_t count, uint64_t *ret_ns)
{
    const struct drive *drive = copy->drive;

    assert_inside(copy, offset, count);
    copy->is_taken |= drive->watch && drive->watch(drive->context);
    if (copy->is_taken) {
        *ret_ns = 0;
        return EBUSY;
    }
    const uint8_t *from = copy->bytes + (offset - copy->windows[copy->current].start);
    memcpy(copy->piece, from, count);
    uint64_t start = drive->now_ns(drive->context);
    int error = drive->write(drive->context, how, offset, copy->piece, count);
    *ret_ns = drive->now_ns(drive->context) - start;
    /* Counted though it failed: some of it may have been written. */
    copy->written_bytes += count;
    return error;
}

/* --- afterwards --- */

static size_t page_of(const struct window_copy *copy)
{
    return copy->drive->logical > PAGE ? copy->drive->logical : PAGE;
}

/* What cannot be read as a piece is read by pages: most of them can. */
static size_t compared_at(const struct window_copy *copy)
{
    size_t piece = piece_at(copy);

    return copy->done < copy->careful_end && piece > page_of(copy) ? page_of(copy)
                                                                   : piece;
}

/* False where too many are lost. */
static bool lose(struct window_copy *copy, size_t count)
{
    if (count > page_of(copy)) {
        copy->careful_end = copy->done + count;
        return true;
    }
    if (copy->lost_count == LOST_MOST)
        return false;
    copy->lost[copy->lost_count++] = copy->done;
    copy->done += count;
    return true;
}

static bool compare_piece(struct window_copy *copy, enum measure_reason *ret_reason)
{
    size_t count = compared_at(copy);

    if (read_piece(copy, count)) {
        *ret_reason = REASON_UNREADABLE;
        return lose(copy, count);
    }
    *ret_reason = REASON_CHANGED;
    if (memcmp(copy->bytes + copy->done, copy->piece, count))
        return false;
    copy->done += count;
    return true;
}

/* Blocks that are written in part must be read first, and these cannot be: so far around
 * the page that any block it lies in is written as a whole. */
static bool mend(struct window_copy *copy, uint64_t page)
{
    const struct drive *drive = copy->drive;
    uint64_t window = copy->windows[copy->current].start, ns;
    uint64_t from = page < BLOCK_MOST ? 0 : page - BLOCK_MOST;
    uint64_t end = page + page_of(copy) + BLOCK_MOST;
    enum drive_write how = drive->is_direct ? DRIVE_DURABLE : DRIVE_CACHED;

    end = end < window_bytes(copy) ? end : window_bytes(copy);
    size_t count = (size_t)(end - from);
    return !window_copy_write(copy, how, window + from, count, &ns) &&
           !drive->read(drive->context, window + from, copy->piece, count) &&
           !memcmp(copy->bytes + from, copy->piece, count);
}

static enum measure_step mend_next(struct window_copy *copy,
                                   enum measure_reason *ret_reason)
{
    *ret_reason = REASON_UNREADABLE;
    if (copy->is_taken || !copy->written_bytes || !mend(copy, copy->lost[copy->mended]))
        return STEP_DONE;
    if (++copy->mended < copy->lost_count)
        return STEP_MORE;
    *ret_reason = REASON_MENDED;
    return STEP_DONE;
}

enum measure_step window_copy_compare(struct window_copy *copy,
                                      enum measure_reason *ret_reason)
{
    assert(copy->pass == 2);
    copy->is_compared = true;
    if (copy->done == window_bytes(copy))
        return mend_next(copy, ret_reason);
    if (!compare_piece(copy, ret_reason))
        return STEP_DONE;
    if (copy->done < window_bytes(copy) || copy->lost_count)
        return STEP_MORE;
    *ret_reason = REASON_NONE;
    return STEP_DONE;
}

int window_copy_time_read(struct window_copy *copy, uint64_t offset, size_t count,
                          uint64_t *ret_ns)
{
    const struct drive *drive = copy->drive;

    assert(count && count <= PIECE && offset <= drive->size_bytes);
    assert(count <= drive->size_bytes - offset);
    uint64_t start = drive->now_ns(drive->context);
    int error = drive->read(drive->context, offset, copy->piece, count);
    *ret_ns = drive->now_ns(drive->context) - start;
    return error;
}

enum measure_reason window_copy_failure(const struct window_copy *copy)
{
    return copy->is_taken ? REASON_TAKEN : REASON_WRITE_ERROR;
}

uint64_t window_copy_written_bytes(const struct window_copy *copy)
{
    return copy->written_bytes;
}

const void *window_copy_bytes(const struct window_copy *copy)
{
    return copy->bytes;
}
