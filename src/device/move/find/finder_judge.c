/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finder_judge.c - compares the table of a disk with the log of a fix */
#include "device/move/find/private.h"

#include <stdlib.h>
#include <string.h>

#include "device/move/store/redo_log_read.h"
#include "model/base/mem.h"
#include "model/base/num.h"

#define AREA_BYTES_MAX (UINT64_C(64) << 20)

/* --- the page --- */

/* Reads a disk with the blocks of a journal's page where it cannot be read. */
struct paged {
    const struct reader *disk;
    struct record_page page;
    uint64_t logical;
    uint8_t *bytes; /* owned; NULL: no page is in force */
};

static const uint8_t *find_in_page(const struct paged *paged, uint64_t offset)
{
    const uint8_t *bytes = paged->bytes;

    for (size_t i = 0; bytes && i < paged->page.run_count; i++) {
        uint64_t start = paged->page.runs[i].start * paged->logical;
        uint64_t count = paged->page.runs[i].length * paged->logical;
        if (offset >= start && offset - start < count)
            return bytes + (offset - start);
        bytes += count;
    }
    return NULL;
}

static bool paged_read(void *context, uint64_t offset, void *ret, size_t count)
{
    const struct paged *paged = context;

    if (reader_read(paged->disk, offset, ret, count))
        return true;
    if (offset % paged->logical || count % paged->logical)
        return false;
    for (size_t at = 0; at < count; at += paged->logical) {
        uint8_t *to = (uint8_t *)ret + at;
        if (reader_read(paged->disk, offset + at, to, paged->logical))
            continue;
        const uint8_t *from = find_in_page(paged, offset + at);
        if (!from)
            return false;
        memcpy(to, from, paged->logical);
    }
    return true;
}

/* As fix_store_mend(), which writes. */
static void paged_begin(const struct reader *journal, uint64_t offset,
                        const struct record_head *head, struct paged *ret)
{
    const struct record_bytes *area = &head->areas[AREA_PAGE];
    size_t block = head->place.block, count = 0;
    CLEANUP(freep) uint8_t *bytes = xmalloc((size_t)area->bytes);

    if (!reader_read(journal, offset + area->offset, bytes, (size_t)area->bytes) ||
        record_page_decode(bytes, RECORD_BYTES, head, &ret->page) != RECORD_IS_VALID ||
        ret->page.sequence != head->sequence)
        return;
    for (size_t i = 0; i < ret->page.run_count; i++)
        count += ret->page.runs[i].length * (size_t)ret->logical;
    struct hash hash = hash_of(bytes + block, count);
    if (hash_equal(&hash, &ret->page.hash)) {
        memmove(bytes, bytes + block, count);
        ret->bytes = TAKE(bytes);
    }
}

/* --- the log --- */

static bool journal_is_whole(const struct reader *journal, uint64_t offset,
                             const struct record_head *head)
{
    return offset <= journal->size && head->place.bytes <= journal->size - offset;
}

/* What is read at once has to be in the journal, and to fit into memory. */
static bool has_possible_areas(const struct reader *journal, uint64_t offset,
                               const struct record_head *head)
{
    return journal_is_whole(journal, offset, head) &&
           head->areas[AREA_LOG_A].bytes <= AREA_BYTES_MAX &&
           head->areas[AREA_PAGE].bytes <= AREA_BYTES_MAX;
}

static void judge_with(const struct finder *finder, const struct reader *journal,
                       struct fix_place_found *found)
{
    const struct record_head *head = &found->head;
    struct paged paged = { .disk = &finder->reader, .logical = head->place.logical };
    struct reader disk = { paged_read, &paged, head->owner.disk_bytes };
    struct redo_log log = { 0 };

    found->is_cut = found->journal[0] && !journal_is_whole(journal, found->offset, head);
    if (!has_possible_areas(journal, found->offset, head) ||
        !redo_log_read(journal, found->offset, head, &log, ERR_IGNORED)) {
        fix_found_judge(found, NULL, NULL, "");
        return;
    }
    paged_begin(journal, found->offset, head, &paged);
    fix_found_judge(found, &log, &disk, finder->serial);
    free(paged.bytes);
    redo_log_finish(&log);
}

void finder_judge(const struct finder *finder, struct fix_place_found *found)
{
    found->has_moved = found->state == FIX_JOURNAL_MISSING;
    if (!found->has_head) {
        found->is_cut = found->has_moved && found->guard.place.path[0] &&
                        fix_journal_is_cut(found->guard.place.path);
        return;
    }
    if (!found->journal[0]) {
        judge_with(finder, &finder->reader, found);
        return;
    }
    CLEANUP(store_closep) struct store *store = store_open(found->journal, ERR_IGNORED);
    if (!store)
        return;
    struct reader journal = store_reader(store);
    judge_with(finder, &journal, found);
}

bool finder_is_of_disk(const struct finder *finder, const struct fix_place_found *found)
{
    struct fix_place_found judged = *found;
    const struct guid *transaction = fix_found_transaction(found);

    for (size_t i = finder->first; i < finder->list->count; i++) {
        const struct guid *other = fix_found_transaction(&finder->list->at[i]);
        if (other && guid_equal(other, transaction))
            return true;
    }
    finder_judge(finder, &judged);
    return judged.is_at_position || judged.is_same_drive;
}

bool finder_is_certain(const struct finder *finder)
{
    for (size_t i = finder->first; i < finder->list->count; i++)
        if (fix_found_is_certain(&finder->list->at[i]))
            return true;
    return false;
}
