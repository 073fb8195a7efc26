/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store.c - the heads and the log of a fix's journal */
#include "device/move/store/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "device/move/store/private.h"
#include "model/base/mem.h"
#include "model/base/num.h"

enum { ALIGNED = 4096, READS_MAX = 3 };

void fix_store_begin(struct fix_store *ret, const struct sink *disk,
                     const struct sink *journal, uint64_t offset, struct alignment grid,
                     const struct record_head *head)
{
    size_t largest = 0;

    *ret = (struct fix_store){
        .disk = disk, .journal = journal, .offset = offset, .grid = grid, .head = *head
    };
    for (size_t i = 0; i < AREA_COUNT; i++)
        if (i != AREA_RING && i != AREA_HASHES)
            largest = (size_t)num_max(largest, head->areas[i].bytes);
    largest = (size_t)num_max(largest, head->place.block);
    ret->bytes = xaligned(ALIGNED, largest);
    ret->found = xaligned(ALIGNED, largest);
}

void fix_store_end(struct fix_store *store)
{
    free(store->bytes);
    free(store->found);
    *store = (struct fix_store){ 0 };
}

/* --- reads and writes --- */

/* What cannot be read counts as never written: an error that passes must not make a
 * record that is durable look like that. */
int fix_store_read(const struct sink *sink, uint64_t offset, uint8_t *bytes, size_t count)
{
    int error = 0;

    for (unsigned i = 0; i < READS_MAX; i++) {
        error = sink->read_back(sink->context, offset, bytes, count);
        if (!error)
            break;
    }
    return error;
}

int fix_store_flush(struct fix_store *store)
{
    int error = store->journal->flush(store->journal->context);

    if (!error && !store->head.place.start) /* the journal is on another disk */
        error = store->disk->flush(store->disk->context);
    return error;
}

int fix_store_write(struct fix_store *store, uint64_t at, size_t count)
{
    const struct sink *sink = store->journal;
    size_t whole = (size_t)num_round_up(count, store->head.place.block);

    memset(store->bytes + count, 0, whole - count);
    return sink->write(sink->context, store->offset + at, store->bytes, whole);
}

int fix_store_write_durably(struct fix_store *store, uint64_t at, size_t count)
{
    int error = fix_store_write(store, at, count);

    if (!error)
        error = fix_store_flush(store);
    if (!error)
        error = fix_store_read(store->journal, store->offset + at, store->found,
                               (size_t)num_round_up(count, store->head.place.block));
    return error ? error : memcmp(store->bytes, store->found, count) ? EIO : 0;
}

/* --- the log --- */

int fix_store_write_log(struct fix_store *store, const uint8_t *log, size_t count)
{
    size_t bytes = (size_t)store->head.areas[AREA_LOG_A].bytes;
    int error = 0;

    if (count > bytes)
        return ENOSPC;
    for (enum record_area copy = AREA_LOG_A; !error && copy <= AREA_LOG_B; copy++) {
        memset(store->bytes, 0, bytes);
        memcpy(store->bytes, log, count);
        store->head.log = hash_of(store->bytes, bytes);
        error = fix_store_write_durably(store, store->head.areas[copy].offset, bytes);
    }
    return error;
}

uint8_t *fix_store_read_log(struct fix_store *store)
{
    size_t bytes = (size_t)store->head.areas[AREA_LOG_A].bytes;

    for (enum record_area copy = AREA_LOG_A; copy <= AREA_LOG_B; copy++) {
        if (fix_store_read(store->journal, store->offset + store->head.areas[copy].offset,
                           store->bytes, bytes))
            continue;
        struct hash hash = hash_of(store->bytes, bytes);
        if (hash_equal(&hash, &store->head.log))
            return memcpy(xmalloc(bytes), store->bytes, bytes);
    }
    return NULL;
}

/* --- heads --- */

int fix_store_write_head(struct fix_store *store, const struct record_head *next)
{
    uint64_t block = store->head.place.block, sequence = store->head.sequence + 1;
    struct record_head head = *next;

    head.sequence = sequence;
    record_head_encode(&head, store->bytes);
    int error = fix_store_write_durably(store, sequence % 2 * block, RECORD_HEAD_BYTES);
    if (!error)
        store->head = head;
    return error;
}

/* The older one first: alone it would be in force again.  Before a fix these flushes are
 * those of its log too. */
int fix_store_clear_heads(struct fix_store *store)
{
    size_t block = store->head.place.block;
    int error = 0;

    for (uint64_t i = 1; !error && i <= 2; i++) {
        memset(store->bytes, 0, block);
        error = fix_store_write(store, (store->head.sequence + i) % 2 * block, block);
        if (!error)
            error = fix_store_flush(store);
    }
    return error;
}

enum record_state fix_store_find_head(const struct sink *journal, uint64_t offset,
                                      uint64_t disk_bytes, uint32_t block,
                                      struct record_head *ret)
{
    CLEANUP(freep) uint8_t *bytes = xaligned(ALIGNED, RECORD_BYTES);
    enum record_state found = RECORD_IS_NONE;

    /* A killed program can leave a head that is only in the cache. */
    if (journal->flush(journal->context))
        return found;
    for (unsigned slot = 0; slot < 2; slot++) {
        struct record_head head = { 0 };
        if (fix_store_read(journal, offset + slot * (uint64_t)block, bytes,
                           RECORD_BYTES) ||
            record_head_decode(bytes, RECORD_BYTES, disk_bytes, &head) !=
                RECORD_IS_VALID ||
            head.place.block != block || head.sequence % 2 != slot)
            continue;
        if (found == RECORD_IS_NONE || head.sequence > ret->sequence)
            *ret = head;
        found = RECORD_IS_VALID;
    }
    return found;
}

void fix_store_find_again(struct fix_store *store)
{
    struct record_head now = { 0 };

    if (fix_store_find_head(store->journal, store->offset, store->head.owner.disk_bytes,
                            store->head.place.block, &now) == RECORD_IS_VALID &&
        guid_equal(&now.owner.transaction, &store->head.owner.transaction))
        store->head = now;
}
