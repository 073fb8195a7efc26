/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finder_records.c - heads and guards among other sectors, and where they lead */
#include "device/move/find/private.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/types.h"

enum {
    PIECE_BYTES = 1 << 20,
    STEP_BYTES =
        512, /* records begin at multiples of a sector, which has at least this */
    TRIES_MAX = 64,
    VERSION = 2,
    KIND_PLAN = 1,     /* of version 1 */
    KIND_PROGRESS = 2, /* of version 1 */
    KIND_GUARD = 4,    /* of each version */
    KIND_HEAD = 7,     /* since version 2 */
    GUARD_AT_INDEX = 192,
};

/* --- the head of a journal --- */

static bool is_in_its_place(const struct record_head *head, uint64_t offset,
                            bool is_elsewhere, uint64_t at)
{
    uint64_t slot = head->sequence % 2 * head->place.block;

    return at == slot &&
           (is_elsewhere
                ? !head->place.start
                : head->place.start && head->place.start * head->place.logical == offset);
}

/* Reads the head in the slot AT bytes behind OFFSET, if it is there and newer than RET,
 * or RET is none. */
static bool read_slot(const struct reader *journal, uint64_t offset, bool is_elsewhere,
                      const struct guid *transaction, uint64_t at,
                      struct record_head *ret)
{
    uint8_t bytes[RECORD_HEAD_BYTES];
    struct record_head head = { 0 };

    if (!reader_read(journal, offset + at, bytes, sizeof(bytes)) ||
        record_head_decode(bytes, sizeof(bytes), record_disk_bytes(bytes, sizeof(bytes)),
                           &head) != RECORD_IS_VALID ||
        !is_in_its_place(&head, offset, is_elsewhere, at) ||
        (transaction && !guid_equal(transaction, &head.owner.transaction)) ||
        head.sequence <= ret->sequence)
        return false;
    *ret = head;
    return true;
}

/* Without the first one it is not known how far behind it the second one is. */
bool finder_read_head(const struct reader *journal, uint64_t offset, bool is_elsewhere,
                      const struct guid *transaction, struct record_head *ret)
{
    struct record_head head = { 0 };

    if (offset > journal->size)
        return false;
    if (read_slot(journal, offset, is_elsewhere, transaction, 0, &head))
        (void)read_slot(journal, offset, is_elsewhere, transaction, head.place.block,
                        &head);
    for (uint64_t at = RECORD_BYTES; !head.sequence && at <= RECORD_BLOCK_MAX;
         at += RECORD_BYTES)
        (void)read_slot(journal, offset, is_elsewhere, transaction, at, &head);
    if (head.sequence)
        *ret = head;
    return head.sequence;
}

/* --- candidates --- */

static struct fix_place_found new_candidate(const struct finder *finder,
                                            enum fix_source source)
{
    struct fix_place_found found = { .disk_bytes = finder->reader.size,
                                     .logical = finder->logical,
                                     .source = source };

    copy_text(found.disk, sizeof(found.disk), store_path(finder->store));
    return found;
}

static void add_head(const struct finder *finder, struct fix_place_found *found,
                     const char *journal, uint64_t offset, const struct record_head *head)
{
    found->has_head = true;
    found->head = *head;
    found->offset = offset;
    found->state =
        head->place.logical == finder->logical ? FIX_JOURNAL_FOUND : FIX_JOURNAL_SECTORS;
    if (journal)
        copy_text(found->journal, sizeof(found->journal), journal);
}

struct fix_place_found finder_candidate(const struct finder *finder,
                                        enum fix_source source, const char *journal,
                                        uint64_t offset, const struct record_head *head)
{
    struct fix_place_found found = new_candidate(finder, source);

    add_head(finder, &found, journal, offset, head);
    return found;
}

void finder_add(struct finder *finder, const struct fix_place_found *found)
{
    finder_judge(finder, fix_found_list_add(finder->list, finder->first, found));
}

void finder_add_at(struct finder *finder, enum fix_source source, uint64_t offset)
{
    struct record_head head;

    if (!finder_read_head(&finder->reader, offset, false, NULL, &head))
        return;
    struct fix_place_found found = finder_candidate(finder, source, NULL, offset, &head);
    finder_add(finder, &found);
}

/* --- guards --- */

/* Only the first ones of a fix count. */
static bool is_known_guard(struct finder *finder, const struct guid *transaction,
                           uint64_t lba)
{
    for (size_t i = finder->first; i < finder->list->count; i++) {
        struct fix_place_found *found = &finder->list->at[i];
        if (found->has_guard &&
            guid_equal(&found->guard.owner.transaction, transaction)) {
            found->guard_count += lba == found->guard_lba + found->guard_count;
            return true;
        }
    }
    return false;
}

/* Reads the head where the guard of FOUND says it is. */
static void follow_guard(const struct finder *finder, struct fix_place_found *found)
{
    const struct record_place *place = &found->guard.place;
    const struct guid *transaction = &found->guard.owner.transaction;
    uint64_t offset = place->start * place->logical;
    struct record_head head;

    if (place->start) {
        if (finder_read_head(&finder->reader, offset, false, transaction, &head))
            add_head(finder, found, NULL, offset, &head);
        return;
    }
    CLEANUP(store_closep)
    struct store *store =
        place->path[0] == '/' ? store_open(place->path, ERR_IGNORED) : NULL;
    if (!store)
        return;
    struct reader journal = store_reader(store);
    if (finder_read_head(&journal, 0, true, transaction, &head))
        add_head(finder, found, place->path, 0, &head);
}

/* Pieces that wait in a journal have the guards of their zones. */
static bool is_in_journal(const struct fix_place_found *found)
{
    const struct record_place *place = &found->guard.place;

    return place->start && found->guard_lba >= place->start &&
           found->guard_lba - place->start < place->bytes / place->logical;
}

/* Without an entry it can be a copy: only a journal that it leads to proves it. */
static void add_guard(struct finder *finder, bool is_in_entry, uint64_t offset,
                      const uint8_t *bytes, size_t count)
{
    struct fix_place_found found = new_candidate(finder, FIX_BY_GUARD);

    uint64_t lba = offset / finder->logical;

    if (record_guard_decode(bytes, count, record_disk_bytes(bytes, count),
                            &found.guard) != RECORD_IS_VALID ||
        is_known_guard(finder, &found.guard.owner.transaction, lba))
        return;
    finder->tries++;
    found.has_guard = true;
    found.guard_lba = lba;
    found.guard_count = 1;
    found.state = found.guard.place.logical == finder->logical ? FIX_JOURNAL_MISSING
                                                               : FIX_JOURNAL_SECTORS;
    if (is_in_journal(&found))
        return; /* the head in front of it leads there */
    follow_guard(finder, &found);
    if (is_in_entry || found.has_head)
        finder_add(finder, &found);
}

/* Journals that have ended contain copies of guards.  An entry in progress begins before
 * the partition where that goes up. */
static bool guard_is_in_place(const struct extent *entry, uint64_t logical,
                              uint64_t offset, const uint8_t *guard)
{
    return !entry || !strcmp(entry->type, TYPE_GPT_MOVING) ||
           !strcmp(entry->type, TYPE_MSDOS_MOVING) ||
           le64_at(guard, GUARD_AT_INDEX) == offset / logical - entry->start;
}

/* --- any record --- */

void finder_note_version_1(struct fix_found_list *list, const char *path)
{
    if (!list->version_1[0])
        copy_text(list->version_1, sizeof(list->version_1), path);
}

bool finder_is_version_1(const uint8_t *bytes, size_t count)
{
    struct frame frame = frame_get(bytes, count);

    return frame.version == 1 && frame_is_credible(bytes, count) &&
           (frame.kind == KIND_PLAN || frame.kind == KIND_PROGRESS ||
            frame.kind == KIND_GUARD);
}

static void add_newer(struct finder *finder, enum fix_source source,
                      const struct frame *frame)
{
    struct fix_place_found found = new_candidate(finder, source);

    found.state = FIX_JOURNAL_NEWER;
    memcpy(found.program, frame->program, sizeof(found.program));
    finder_add(finder, &found);
}

/* What is only a copy leads to the journal, too, if that is still there. */
static void follow_head(struct finder *finder, enum fix_source source,
                        const uint8_t *bytes, size_t count)
{
    struct record_head head;

    if (record_head_decode(bytes, count, record_disk_bytes(bytes, count), &head) ==
            RECORD_IS_VALID &&
        head.place.start) {
        finder->tries++;
        finder_add_at(finder, source, head.place.start * head.place.logical);
    }
}

static void follow(struct finder *finder, enum fix_source source,
                   const struct extent *entry, uint64_t logical, uint64_t offset,
                   const uint8_t *bytes, size_t count)
{
    struct frame frame = frame_get(bytes, count);
    bool is_guard = frame.kind == KIND_GUARD, is_head = frame.kind == KIND_HEAD;

    if (!frame_is_credible(bytes, count) || finder->tries >= TRIES_MAX ||
        (is_guard &&
         (count < STEP_BYTES || !guard_is_in_place(entry, logical, offset, bytes))))
        return;
    if (frame.version == VERSION && is_head)
        follow_head(finder, source, bytes, count);
    if (frame.version == VERSION && is_guard)
        add_guard(finder, entry, offset, bytes, count);
    if (frame.version > VERSION && (is_head || is_guard))
        add_newer(finder, source, &frame);
    if (finder_is_version_1(bytes, count) &&
        record_disk_bytes(bytes, count) == finder->reader.size)
        finder_note_version_1(finder->list, store_path(finder->store));
}

static void look_at_bytes(struct finder *finder, enum fix_source source,
                          const struct extent *entry, uint64_t logical, uint64_t offset,
                          const uint8_t *bytes, size_t count)
{
    for (size_t at = 0; at < count; at += STEP_BYTES)
        if (frame_get(bytes + at, count - at).kind)
            follow(finder, source, entry, logical, offset + at, bytes + at, count - at);
}

void finder_look(struct finder *finder, enum fix_source source,
                 const struct extent *entry, uint64_t logical, uint64_t offset,
                 uint64_t count)
{
    uint64_t size = finder->reader.size, end = offset;
    CLEANUP(freep) uint8_t *bytes = xmalloc(PIECE_BYTES);

    if (offset < size)
        end = offset + num_min(count, size - offset);
    for (size_t piece; offset < end; offset += piece) {
        piece = (size_t)num_min(end - offset, PIECE_BYTES);
        if (reader_read(&finder->reader, offset, bytes, piece)) {
            look_at_bytes(finder, source, entry, logical, offset, bytes, piece);
            continue;
        }
        /* A power failure may have left a block near the record unreadable. */
        for (size_t at = 0; at < piece; at += RECORD_BYTES) {
            size_t block = (size_t)num_min(piece - at, RECORD_BYTES);
            if (reader_read(&finder->reader, offset + at, bytes, block))
                look_at_bytes(finder, source, entry, logical, offset + at, bytes, block);
        }
    }
}
