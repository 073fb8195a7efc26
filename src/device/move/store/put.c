/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put.c - writes sectors of the disk while the page protects their blocks */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "device/move/store/private.h"
#include "model/base/mem.h"
#include "model/base/num.h"

/* A block of the disk, as far as it is on it: sectors [first, end). */
struct block {
    uint64_t first, end;
};

static struct block block_at(const struct fix_store *store, uint64_t lba)
{
    uint64_t grain = store->grid.grain, disk = store->head.owner.disk_bytes;
    uint64_t into = (lba + grain - store->grid.offset) % grain;
    uint64_t end = lba - num_min(into, lba) + grain;

    /* The first block can begin before the disk. */
    if (into > lba)
        end = store->grid.offset;
    return (struct block){ lba - num_min(into, lba),
                           num_min(end, disk / store->head.place.logical) };
}

/* Writes what RUN has of sectors [FIRST, END). */
static int write_part(struct fix_store *store, const struct fix_store_run *run,
                      uint64_t first, uint64_t end)
{
    uint64_t logical = store->head.place.logical;
    uint64_t start = num_max(first, run->start);
    uint64_t stop = num_min(end, run->start + run->length);

    if (start >= stop)
        return 0;
    store->stopped_at = start;
    return store->disk->write(store->disk->context, start * logical,
                              run->bytes + (start - run->start) * logical,
                              (size_t)((stop - start) * logical));
}

/* --- the page --- */

/* The blocks that the next writes touch. */
struct page {
    struct record_page record;
    size_t bytes; /* of the blocks in store->bytes, behind the block of the record */
};

static uint64_t page_end(const struct page *page)
{
    size_t count = page->record.run_count;

    return count
               ? page->record.runs[count - 1].start + page->record.runs[count - 1].length
               : 0;
}

static bool page_has_space(const struct fix_store *store, const struct page *page,
                           struct block block)
{
    uint64_t bytes = (block.end - block.first) * store->head.place.logical;
    uint64_t max = (uint64_t)store->head.page_blocks * store->head.place.block;

    return page->bytes + bytes <= max &&
           (page->record.run_count < RECORD_RUNS_MAX || page_end(page) == block.first);
}

/* Reads the block as it is. */
static int page_add(struct fix_store *store, struct page *page, struct block block)
{
    struct record_page *record = &page->record;
    uint64_t logical = store->head.place.logical, length = block.end - block.first;
    uint8_t *bytes = store->bytes + store->head.place.block + page->bytes;
    int error = fix_store_read(store->disk, block.first * logical, bytes,
                               (size_t)(length * logical));

    store->stopped_at = block.first;
    if (error)
        return error;
    if (record->run_count && page_end(page) == block.first)
        record->runs[record->run_count - 1].length += (uint32_t)length;
    else
        record->runs[record->run_count++] =
            (struct record_run){ block.first, (uint32_t)length };
    page->bytes += (size_t)(length * logical);
    return 0;
}

static int page_write(struct fix_store *store, struct page *page)
{
    size_t block = store->head.place.block;

    page->record.owner = store->head.owner;
    page->record.sequence = store->head.sequence;
    page->record.hash = hash_of(store->bytes + block, page->bytes);
    memset(store->bytes, 0, block);
    record_page_encode(&page->record, store->bytes);
    return fix_store_write_durably(store, store->head.areas[AREA_PAGE].offset,
                                   block + page->bytes);
}

/* What becomes unreadable from now on is not put back from it.  If a cut keeps it, that
 * does no harm. */
static int page_drop(struct fix_store *store)
{
    memset(store->bytes, 0, store->head.place.block);
    return fix_store_write(store, store->head.areas[AREA_PAGE].offset,
                           store->head.place.block);
}

/* Makes the page durable, then writes what RUNS have of its blocks. */
static int page_use(struct fix_store *store, struct page *page,
                    const struct fix_store_run *runs, size_t count)
{
    int error = page->record.run_count ? page_write(store, page) : 0;

    for (size_t i = 0; !error && i < page->record.run_count; i++)
        for (size_t j = 0; !error && j < count; j++)
            error = write_part(store, &runs[j], page->record.runs[i].start,
                               page->record.runs[i].start + page->record.runs[i].length);
    if (!error && page->record.run_count)
        error = fix_store_flush(store);
    if (!error && page->record.run_count)
        error = page_drop(store);
    *page = (struct page){ 0 };
    return error;
}

int fix_store_put(struct fix_store *store, const struct fix_store_run *runs, size_t count)
{
    struct page page = { 0 };
    int error = 0;

    for (size_t i = 0; !error && i < count; i++)
        for (uint64_t lba = runs[i].start;
             !error && lba < runs[i].start + runs[i].length;) {
            struct block block = block_at(store, lba);
            lba = block.end;
            /* The run before may have ended in the same block. */
            if (block.first < page_end(&page))
                continue;
            if (!page_has_space(store, &page, block))
                error = page_use(store, &page, runs, count);
            if (!error)
                error = page_add(store, &page, block);
        }
    return error ? error : page_use(store, &page, runs, count);
}

/* --- mending --- */

static int page_mend_block(struct fix_store *store, struct block block,
                           const uint8_t *bytes)
{
    uint64_t logical = store->head.place.logical;
    size_t count = (size_t)((block.end - block.first) * logical);

    store->stopped_at = block.first;
    if (!fix_store_read(store->disk, block.first * logical, store->found, count))
        return 0;
    return store->disk->write(store->disk->context, block.first * logical, bytes, count);
}

static int page_mend_run(struct fix_store *store, const struct record_run *run,
                         const uint8_t *bytes)
{
    int error = 0;

    for (uint64_t lba = run->start; !error && lba < run->start + run->length;) {
        struct block block = block_at(store, lba);
        error = page_mend_block(store, block,
                                bytes + (lba - run->start) * store->head.place.logical);
        lba = block.end;
    }
    return error;
}

/* Reads the page to store->bytes.  False: there is none for the head in force; an older
 * one is of blocks that were written durably since.  Only what it has is read: a cut can
 * have left other blocks of its area unreadable. */
static bool page_read(struct fix_store *store, struct record_page *page)
{
    uint64_t at = store->offset + store->head.areas[AREA_PAGE].offset;
    size_t block = store->head.place.block, count = 0;

    if (fix_store_read(store->journal, at, store->bytes, block) ||
        record_page_decode(store->bytes, RECORD_BYTES, &store->head, page) !=
            RECORD_IS_VALID ||
        page->sequence != store->head.sequence)
        return false;
    for (size_t i = 0; i < page->run_count; i++)
        count += (size_t)page->runs[i].length * store->head.place.logical;
    if (fix_store_read(store->journal, at + block, store->bytes + block, count))
        return false;
    struct hash hash = hash_of(store->bytes + block, count);
    return hash_equal(&hash, &page->hash);
}

int fix_store_mend(struct fix_store *store)
{
    const uint8_t *bytes = store->bytes + store->head.place.block;
    struct record_page page = { 0 };
    int error = 0;

    if (!page_read(store, &page))
        return 0;
    for (size_t i = 0; !error && i < page.run_count; i++) {
        error = page_mend_run(store, &page.runs[i], bytes);
        bytes += (size_t)page.runs[i].length * store->head.place.logical;
    }
    return error ? error : fix_store_flush(store);
}
