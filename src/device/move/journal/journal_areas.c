/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_areas.c - the areas of the journal: saved sectors, ring, hashes */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "device/move/journal/journal_private.h"
#include "model/base/mem.h"
#include "model/base/num.h"

/* --- what is saved --- */

/* Returns the bytes of all sectors that SAVED lists. */
static size_t journal_saved_bytes(const struct journal *journal,
                                  const struct journal_saved *saved)
{
    uint64_t sectors = 0;

    for (size_t i = 0; i < saved->saved_count; i++)
        sectors += saved->saved[i].length;
    return (size_t)(sectors * journal->plan->logical);
}

/* Puts the whole copy into the buffer; returns its size. */
static size_t fill_saved(struct journal *journal, const struct journal_saved *saved,
                         const uint8_t *sectors)
{
    size_t count = journal_saved_bytes(journal, saved), block = journal->plan->spot.block;

    memset(journal->buffer, 0, block);
    journal_saved_encode(saved, journal->buffer);
    memcpy(journal->buffer + block, sectors, count);
    return block + count;
}

static int write_saved_copy(struct journal *journal, unsigned copy,
                            struct journal_saved *saved, const uint8_t *sectors)
{
    if (journal_saved_bytes(journal, saved) + journal->plan->spot.block >
        journal->plan->saved[0].bytes)
        return ENOSPC;
    saved->hash = hash_of(sectors, journal_saved_bytes(journal, saved));
    size_t count = fill_saved(journal, saved, sectors);
    return journal_write_durably(journal, journal->plan->saved[copy].offset, count);
}

int journal_write_saved(struct journal *journal, struct journal_saved *saved,
                        const uint8_t *sectors)
{
    int error = 0;

    for (unsigned copy = 0; copy < 2 && !error; copy++)
        error = write_saved_copy(journal, copy, saved, sectors);
    return error;
}

static enum journal_state read_saved_copy(struct journal *journal, unsigned copy,
                                          uint16_t step, struct journal_saved *ret,
                                          uint8_t *sectors)
{
    uint64_t at = journal->plan->saved[copy].offset;
    struct err err = { 0 };

    if (!journal_read_record(journal, at))
        return RECORD_DAMAGED;
    enum journal_state state =
        journal_saved_decode(journal->buffer, JOURNAL_BYTES, journal->plan, ret, &err);
    if (state != RECORD_VALID)
        return state;
    size_t count = journal_saved_bytes(journal, ret);
    if (step != JOURNAL_ANY_STEP && ret->head.step != step)
        return RECORD_OTHER;
    if (journal_read_at(journal, at + journal->plan->spot.block, journal->buffer, count))
        return RECORD_DAMAGED;
    struct hash hash = hash_of(journal->buffer, count);
    if (!hash_equal(&hash, &ret->hash))
        return RECORD_DAMAGED;
    memcpy(sectors, journal->buffer, count);
    return RECORD_VALID;
}

enum journal_state journal_read_saved(struct journal *journal, uint16_t step,
                                      struct journal_saved *ret, uint8_t *sectors)
{
    CLEANUP(freep) struct journal_saved *found = xcalloc(1, sizeof(*found));
    enum journal_state state = RECORD_NONE;

    for (unsigned copy = 0; copy < 2 && state != RECORD_VALID; copy++)
        state = read_saved_copy(journal, copy, step, found, sectors);
    if (state == RECORD_VALID)
        *ret = *found;
    return state;
}

/* Returns whether COPY is of STEP, with its SECTORS. */
static bool is_copy_of(struct journal *journal, unsigned copy, uint16_t step,
                       struct journal_saved *saved, uint8_t *sectors)
{
    return read_saved_copy(journal, copy, step, saved, sectors) == RECORD_VALID;
}

int journal_write_saved_beside(struct journal *journal, uint16_t step,
                               struct journal_saved *saved, const uint8_t *sectors)
{
    CLEANUP(freep) struct journal_saved *kept = xcalloc(1, sizeof(*kept));
    CLEANUP(freep) uint8_t *bytes = xmalloc((size_t)journal->plan->saved[0].bytes);

    for (unsigned copy = 0; copy < 2; copy++)
        if (is_copy_of(journal, copy, step, kept, bytes))
            return write_saved_copy(journal, 1 - copy, saved, sectors);
    return EIO;
}

int journal_mend_saved(struct journal *journal, uint16_t step)
{
    CLEANUP(freep) struct journal_saved *kept = xcalloc(1, sizeof(*kept));
    CLEANUP(freep) uint8_t *bytes = xmalloc((size_t)journal->plan->saved[0].bytes);

    for (unsigned copy = 0; copy < 2; copy++)
        if (is_copy_of(journal, copy, JOURNAL_NO_STEP, kept, bytes) &&
            is_copy_of(journal, 1 - copy, step, kept, bytes))
            return write_saved_copy(journal, copy, kept, bytes);
    return 0;
}

int journal_write_border(struct journal *journal, const uint8_t *bytes, size_t count)
{
    if (count > journal->plan->border.bytes)
        return ENOSPC;
    memcpy(journal->buffer, bytes, count);
    return journal_write_blocks(journal, journal->plan->border.offset, journal->buffer,
                                count);
}

enum journal_state journal_read_border(struct journal *journal, const struct hash *hash,
                                       uint8_t *bytes, size_t count)
{
    if (journal_read_at(journal, journal->plan->border.offset, journal->buffer, count))
        return RECORD_DAMAGED;
    struct hash found = hash_of(journal->buffer, count);
    if (!hash_equal(&found, hash))
        return RECORD_DAMAGED;
    memcpy(bytes, journal->buffer, count);
    return RECORD_VALID;
}

/* --- the ring --- */

static uint64_t ring_slot_at(const struct journal *journal, unsigned number)
{
    const struct journal_plan *plan = journal->plan;

    return plan->ring.offset + plan->ring.bytes / plan->slots * number;
}

/* Writes whole blocks at once, or in parts where a device may not accept the place in
 * memory. */
static int write_batch_blocks(struct journal *journal, uint64_t at, const uint8_t *bytes,
                              size_t count)
{
    const struct sink *sink = journal->sink;
    size_t all = journal->plan->spot.block * (journal->bytes / journal->plan->spot.block);
    int error = 0;

    at += journal->offset;
    if ((uintptr_t)bytes % JOURNAL_BYTES == 0)
        return sink->write(sink->context, at, bytes, count);
    for (size_t done = 0, part; done < count && !error; done += part) {
        part = all < count - done ? all : count - done;
        memcpy(journal->buffer, bytes + done, part);
        error = sink->write(sink->context, at + done, journal->buffer, part);
    }
    return error;
}

int journal_write_slot(struct journal *journal, unsigned number,
                       const struct journal_slot *slot, const uint8_t *bytes,
                       size_t count)
{
    uint32_t block = journal->plan->spot.block;

    if (number >= journal->plan->slots || count > journal_slot_bytes(journal->plan))
        return ENOSPC;
    uint64_t at = ring_slot_at(journal, number);
    int error = write_batch_blocks(journal, at + block, bytes,
                                   (size_t)num_round_up(count, block));

    if (error)
        return error;
    journal_slot_encode(slot, journal->buffer);
    return journal_write_record(journal, at);
}

int journal_clear_slot(struct journal *journal, unsigned number)
{
    memset(journal->buffer, 0, JOURNAL_BYTES);
    return journal_write_record(journal, ring_slot_at(journal, number));
}

enum journal_state journal_read_slot(struct journal *journal, unsigned number,
                                     struct journal_slot *ret)
{
    struct err err = { 0 };

    if (!journal_read_record(journal, ring_slot_at(journal, number)))
        return RECORD_DAMAGED;
    return journal_slot_decode(journal->buffer, JOURNAL_BYTES, journal->plan, ret, &err);
}

enum journal_state journal_read_batch(struct journal *journal, unsigned number,
                                      const struct journal_slot *slot, uint8_t *bytes)
{
    uint64_t at = ring_slot_at(journal, number) + journal->plan->spot.block;
    size_t count = (size_t)(slot->to.length * journal->plan->logical);

    if (journal_read_at(journal, at, bytes, count))
        return RECORD_DAMAGED;
    struct hash hash = hash_of(bytes, count);
    return hash_equal(&hash, &slot->hash) ? RECORD_VALID : RECORD_DAMAGED;
}

/* --- hashes --- */

/* Pages follow each other without gaps: several are in a block. */
static size_t pages_in_block(const struct journal *journal)
{
    return journal->plan->spot.block / JOURNAL_BYTES;
}

static size_t page_count(const struct journal_units *units)
{
    return (units->count + JOURNAL_PAGE_MAX - 1) / JOURNAL_PAGE_MAX;
}

/* The part of UNITS that is in page NUMBER. */
static void fill_page(const struct journal_units *units, size_t number,
                      const struct journal_head *head, struct journal_page *ret)
{
    size_t first = number * JOURNAL_PAGE_MAX, left = units->count - first;

    *ret = (struct journal_page){
        .head = *head, .unit = units->bytes, .units = units->count, .first = first
    };
    ret->count = (uint32_t)(left < JOURNAL_PAGE_MAX ? left : JOURNAL_PAGE_MAX);
    memcpy(ret->hashes, units->at + first, ret->count * sizeof(struct hash));
}

int journal_write_hashes(struct journal *journal, uint16_t step,
                         const struct journal_units *units)
{
    CLEANUP(freep) struct journal_page *page = xcalloc(1, sizeof(*page));
    struct journal_head head = journal->plan->head;
    size_t pages = page_count(units), each = pages_in_block(journal), number = 0;
    int error = 0;

    if (pages * JOURNAL_BYTES > journal->plan->hashes.bytes)
        return ENOSPC;
    head.step = step;
    while (number < pages && !error) {
        uint64_t at = journal->plan->hashes.offset + number * JOURNAL_BYTES;
        size_t count = 0;
        for (; count < each && number < pages; count++) {
            fill_page(units, number++, &head, page);
            journal_page_encode(page, journal->buffer + count * JOURNAL_BYTES);
        }
        error = journal_write_blocks(journal, at, journal->buffer, count * JOURNAL_BYTES);
    }
    return error;
}

static enum journal_state read_page(struct journal *journal, uint16_t step, size_t number,
                                    struct journal_units *units,
                                    struct journal_page *page)
{
    struct err err = { 0 };

    if (!journal_read_record(journal,
                             journal->plan->hashes.offset + number * JOURNAL_BYTES))
        return RECORD_DAMAGED;
    enum journal_state state =
        journal_page_decode(journal->buffer, JOURNAL_BYTES, journal->plan, page, &err);
    if (state != RECORD_VALID)
        return state;
    if (page->head.step != step || page->first != number * JOURNAL_PAGE_MAX)
        return RECORD_OTHER;
    if (!number) {
        units->bytes = page->unit;
        units->count = page->units;
        units->at = xcalloc(units->count, sizeof(*units->at));
    }
    if (page->unit != units->bytes || page->units != units->count)
        return RECORD_OTHER;
    memcpy(units->at + page->first, page->hashes, page->count * sizeof(struct hash));
    return RECORD_VALID;
}

enum journal_state journal_read_hashes(struct journal *journal, uint16_t step,
                                       struct journal_units *ret)
{
    CLEANUP(freep) struct journal_page *page = xcalloc(1, sizeof(*page));
    struct journal_units units = { 0 };
    size_t number = 0;
    enum journal_state state;

    do {
        state = read_page(journal, step, number++, &units, page);
    } while (state == RECORD_VALID && number < page_count(&units));
    if (state == RECORD_VALID)
        *ret = units;
    else
        free(units.at);
    return state;
}
