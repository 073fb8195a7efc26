/* SPDX-License-Identifier: GPL-3.0-or-later */
/* area_copy.c - the bytes of a test area: read twice, written back, compared
 * afterwards */
#include "device/measure/area_copy.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/measure/probe_score.h"
#include "model/measure/request_errors.h"

/* Maximum of one request; a larger one may be split on its way, and delays a stop. */
#define PIECE (1U << 20)
#define PAGE  4096U
/* Largest physical sector of a drive. */
#define MAX_BLOCK PROBE_PHYSICAL_MAX
/* Maximum number of unreadable pages that are rewritten. */
#define MAX_LOST 16

struct area_copy {
    const struct drive *drive;
    struct test_area *areas;
    size_t area_count;
    size_t current; /* index of the area in use */
    uint8_t *bytes; /* of the area, as first read */
    uint8_t *piece; /* buffer of every request */
    uint64_t done;  /* bytes of the area done in this pass */
    unsigned pass;  /* 0: first reading, 1: second, 2: both are equal */
    bool is_compared;
    uint64_t written_bytes;
    struct request_errors errors;
    int write_error; /* of the last failed write or flush */
    bool is_taken;   /* another program uses the disk: nothing more is written */
    struct measure_overlap last; /* the last write */
    bool is_overlapped;          /* another program wrote during it */

    uint64_t by_page_end;    /* end of the piece that is compared page by page */
    uint64_t lost[MAX_LOST]; /* offsets in the area of unreadable pages */
    size_t lost_count;
    size_t rewritten; /* number of those that were rewritten */
};

/* O_DIRECT needs buffers aligned to pages, or to larger sectors. */
static void *new_pages(size_t size, uint32_t logical)
{
    return xaligned(logical > PAGE ? logical : PAGE, size);
}

struct area_copy *area_copy_new(const struct drive *drive, const struct test_area *areas,
                                size_t count)
{
    struct area_copy *copy = xcalloc(1, sizeof(*copy));
    uint64_t max = 0;

    *copy = (struct area_copy){ .drive = drive, .area_count = count };
    copy->areas = xcalloc(count + 1, sizeof(*copy->areas));
    for (size_t i = 0; i < count; i++) {
        assert(areas[i].bytes && areas[i].bytes % drive->logical == 0);
        assert(areas[i].start <= drive->size_bytes &&
               areas[i].bytes <= drive->size_bytes - areas[i].start);
        copy->areas[i] = areas[i];
        max = areas[i].bytes > max ? areas[i].bytes : max;
    }
    copy->bytes = new_pages(max, drive->logical);
    copy->piece = new_pages(PIECE, drive->logical);
    return copy;
}

void area_copy_free(struct area_copy *copy)
{
    if (!copy)
        return;
    free(copy->areas);
    free(copy->bytes);
    free(copy->piece);
    free(copy);
}

struct test_area area_copy_area(const struct area_copy *copy)
{
    /* The entry after the last one is empty: all were skipped. */
    return copy->areas[copy->current];
}

static size_t piece_size(const struct area_copy *copy)
{
    uint64_t left = area_copy_area(copy).bytes - copy->done;

    return left < PIECE ? (size_t)left : PIECE;
}

static int record_error(struct area_copy *copy, enum request_kind kind, int error,
                        uint64_t offset)
{
    if (!error)
        return 0;
    request_errors_add(&copy->errors, kind, error, offset);
    if (kind != REQUEST_READ)
        copy->write_error = error;
    return error;
}

static int read_at(struct area_copy *copy, uint64_t offset, size_t count)
{
    const struct drive *drive = copy->drive;

    return record_error(copy, REQUEST_READ,
                        drive->read(drive->context, offset, copy->piece, count), offset);
}

static enum measure_step skip_area(struct area_copy *copy,
                                   enum measure_reason *ret_reason)
{
    copy->current++;
    copy->pass = 0;
    copy->done = 0;
    if (copy->current < copy->area_count)
        return STEP_MORE;
    *ret_reason = REASON_READ_ERROR;
    return STEP_DONE;
}

enum measure_step area_copy_read(struct area_copy *copy, enum measure_reason *ret_reason)
{
    if (copy->current >= copy->area_count) {
        *ret_reason = copy->area_count ? REASON_READ_ERROR : REASON_NO_SPACE;
        return STEP_DONE;
    }
    assert(copy->pass < 2);
    size_t count = piece_size(copy);
    if (read_at(copy, area_copy_area(copy).start + copy->done, count))
        return skip_area(copy, ret_reason);
    if (!copy->pass) {
        memcpy(copy->bytes + copy->done, copy->piece, count);
    } else if (memcmp(copy->bytes + copy->done, copy->piece, count)) {
        *ret_reason = REASON_CHANGING;
        return STEP_DONE;
    }
    copy->done += count;
    if (copy->done < area_copy_area(copy).bytes)
        return STEP_MORE;
    copy->done = 0;
    if (++copy->pass < 2)
        return STEP_MORE;
    *ret_reason = REASON_NONE;
    return STEP_DONE;
}

double area_copy_share(const struct area_copy *copy)
{
    if (copy->current >= copy->area_count)
        return 1;
    double part = (double)copy->done / (double)area_copy_area(copy).bytes;
    if (copy->is_compared)
        return part;
    return copy->pass < 2 ? (copy->pass + part) / 2 : 1;
}

/* Aborts if a write would leave the area. */
static void assert_inside(const struct area_copy *copy, uint64_t offset, size_t count)
{
    const struct test_area *area = &copy->areas[copy->current];

    assert(copy->pass == 2 && count && count <= PIECE);
    assert(offset % copy->drive->logical == 0 && count % copy->drive->logical == 0);
    assert(offset >= area->start && offset - area->start <= area->bytes);
    assert(count <= area->bytes - (offset - area->start));
}

/* Once another program uses the disk, it counts as used. */
static bool is_taken_by(struct area_copy *copy, int found)
{
    copy->is_taken |= found != 0;
    copy->is_overlapped |= found == DRIVE_OVERLAPPED;
    return copy->is_taken;
}

/* The only function that writes to the disk. */
int area_copy_write(struct area_copy *copy, enum drive_write how, uint64_t offset,
                    size_t count, uint64_t *ret_ns)
{
    const struct drive *drive = copy->drive;

    assert_inside(copy, offset, count);
    memcpy(copy->piece, copy->bytes + (offset - area_copy_area(copy).start), count);
    *ret_ns = 0;
    if (copy->is_taken ||
        (drive->watch &&
         is_taken_by(copy, drive->watch(drive->context, offset, copy->piece, count))))
        return EBUSY;
    uint64_t start = drive->now_ns(drive->context);
    int error = record_error(
        copy, REQUEST_WRITE,
        drive->write(drive->context, how, offset, copy->piece, count), offset);
    *ret_ns = drive->now_ns(drive->context) - start;
    /* Counted even if it failed: some of it may have been written. */
    copy->written_bytes += count;
    copy->last = (struct measure_overlap){ offset, count };
    if (!error && drive->settle && is_taken_by(copy, drive->settle(drive->context)))
        return EBUSY;
    return error;
}

/* --- afterwards --- */

static size_t page_of(const struct area_copy *copy)
{
    return copy->drive->logical > PAGE ? copy->drive->logical : PAGE;
}

/* Compares page by page what could not be read as a whole: most pages can be read. */
static size_t compare_size(const struct area_copy *copy)
{
    size_t piece = piece_size(copy);

    return copy->done < copy->by_page_end && piece > page_of(copy) ? page_of(copy)
                                                                   : piece;
}

/* Lets an unreadable piece be compared again page by page; records an unreadable page.
 * Returns false if there are too many. */
static bool note_unreadable(struct area_copy *copy, size_t count)
{
    if (count > page_of(copy)) {
        copy->by_page_end = copy->done + count;
        return true;
    }
    if (copy->lost_count == MAX_LOST)
        return false;
    copy->lost[copy->lost_count++] = copy->done;
    copy->done += count;
    return true;
}

static bool compare_piece(struct area_copy *copy, enum measure_reason *ret_reason)
{
    size_t count = compare_size(copy);

    if (read_at(copy, area_copy_area(copy).start + copy->done, count)) {
        *ret_reason = REASON_UNREADABLE;
        return note_unreadable(copy, count);
    }
    *ret_reason = REASON_CHANGED;
    if (memcmp(copy->bytes + copy->done, copy->piece, count))
        return false;
    copy->done += count;
    return true;
}

/* A partly written block would have to be read first, which is impossible here: writes
 * enough around the page that each block it lies in is written as a whole. */
static bool rewrite_page(struct area_copy *copy, uint64_t page)
{
    const struct drive *drive = copy->drive;
    uint64_t area = area_copy_area(copy).start, ns;
    uint64_t from = page < MAX_BLOCK ? 0 : page - MAX_BLOCK;
    uint64_t end = page + page_of(copy) + MAX_BLOCK;
    enum drive_write how = drive->is_direct ? DRIVE_DURABLE : DRIVE_CACHED;

    end = end < area_copy_area(copy).bytes ? end : area_copy_area(copy).bytes;
    size_t count = (size_t)(end - from);
    return !area_copy_write(copy, how, area + from, count, &ns) &&
           !read_at(copy, area + from, count) &&
           !memcmp(copy->bytes + from, copy->piece, count);
}

static enum measure_step rewrite_next(struct area_copy *copy,
                                      enum measure_reason *ret_reason)
{
    *ret_reason = REASON_UNREADABLE;
    if (copy->is_taken || !copy->written_bytes ||
        !rewrite_page(copy, copy->lost[copy->rewritten]))
        return STEP_DONE;
    if (++copy->rewritten < copy->lost_count)
        return STEP_MORE;
    *ret_reason = REASON_REWRITTEN;
    return STEP_DONE;
}

enum measure_step area_copy_compare(struct area_copy *copy,
                                    enum measure_reason *ret_reason)
{
    assert(copy->pass == 2);
    copy->is_compared = true;
    if (copy->done == area_copy_area(copy).bytes)
        return rewrite_next(copy, ret_reason);
    if (!compare_piece(copy, ret_reason))
        return STEP_DONE;
    if (copy->done < area_copy_area(copy).bytes || copy->lost_count)
        return STEP_MORE;
    *ret_reason = REASON_NONE;
    return STEP_DONE;
}

int area_copy_time_read(struct area_copy *copy, uint64_t offset, size_t count,
                        uint64_t *ret_ns)
{
    const struct drive *drive = copy->drive;

    assert(count && count <= PIECE && offset <= drive->size_bytes);
    assert(count <= drive->size_bytes - offset);
    uint64_t start = drive->now_ns(drive->context);
    int error = read_at(copy, offset, count);
    *ret_ns = drive->now_ns(drive->context) - start;
    return error;
}

enum measure_reason area_copy_failure(const struct area_copy *copy)
{
    if (copy->is_overlapped)
        return REASON_OVERLAPPED;
    return copy->is_taken ? REASON_TAKEN : request_error_reason(copy->write_error);
}

int area_copy_flush(struct area_copy *copy)
{
    const struct drive *drive = copy->drive;

    return record_error(copy, REQUEST_FLUSH, drive->flush(drive->context), 0);
}

const struct request_errors *area_copy_errors(const struct area_copy *copy)
{
    return &copy->errors;
}

struct measure_overlap area_copy_overlap(const struct area_copy *copy)
{
    return copy->is_overlapped ? copy->last : (struct measure_overlap){ 0 };
}

uint64_t area_copy_written_bytes(const struct area_copy *copy)
{
    return copy->written_bytes;
}

const void *area_copy_bytes(const struct area_copy *copy)
{
    return copy->bytes;
}
