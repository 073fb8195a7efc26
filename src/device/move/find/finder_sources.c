/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finder_sources.c - the places that the table and the hints name */
#include "device/move/find/private.h"

#include <sys/stat.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/tables.h"

enum {
    START_BYTES = 8192,     /* of most kinds of content, and of a head */
    HEAD_BYTES = 1 << 20,   /* btrfs; a journal in an entry that is off the grid */
    TAIL_BYTES = 128 << 10, /* md 0.90 and 1.0 */
};

/* --- entries --- */

static void ask_entry(struct finder *finder, const struct extent *entry, uint64_t logical,
                      bool is_thorough)
{
    uint64_t start, bytes, head = is_thorough ? HEAD_BYTES : START_BYTES;

    if (!num_mul(entry->start, logical, &start) ||
        !num_mul(entry->length, logical, &bytes) || start >= finder->reader.size)
        return;
    bytes = num_min(bytes, finder->reader.size - start);
    head = num_min(head, bytes);
    finder_look(finder, FIX_AT_ENTRY, entry, logical, start, head);
    if (!is_thorough)
        return;
    uint64_t tail = num_min(TAIL_BYTES, bytes - head);
    finder_look(finder, FIX_AT_ENTRY, entry, logical, start + bytes - tail, tail);
}

/* An old first sector can have a container that is too small for an entry. */
void finder_ask_entries(struct finder *finder, const struct layout *layout,
                        bool is_thorough)
{
    LAYOUT_EACH (extent, layout) {
        struct extent entry = *extent;
        entry.kind = extent_entry_kind(extent);
        if (extent_holds_data(&entry))
            ask_entry(finder, &entry, layout_limits(layout)->logical, is_thorough);
    }
}

void finder_ask_other_sectors(struct finder *finder)
{
    for (uint64_t logical = 512; logical <= 4096; logical *= 2) {
        struct limits_reported reported = { .size_bytes = finder->reader.size,
                                            .logical = logical };
        const struct limits_given given = { 0 };
        struct limits limits;
        struct layout *read = NULL;
        if (logical == finder->logical ||
            !limits_settle(&reported, &given, &limits, ERR_IGNORED) ||
            !tables_read(&finder->reader, &limits, &read, ERR_IGNORED) || !read)
            continue;
        CLEANUP(layout_unrefp) struct layout *layout = read;
        finder_ask_entries(finder, layout, false);
    }
}

/* --- hints --- */

static bool is_of_known_size(const struct finder *finder, uint64_t disk_bytes)
{
    return disk_bytes <= finder->reader.size;
}

/* A journal elsewhere can be that of any disk. */
static void ask_journal(struct finder *finder, const char *path)
{
    CLEANUP(store_closep) struct store *store = store_open(path, ERR_IGNORED);
    struct record_head head;

    if (!store)
        return;
    struct reader journal = store_reader(store);
    if (!finder_read_head(&journal, 0, true, NULL, &head) ||
        !is_of_known_size(finder, head.owner.disk_bytes))
        return;
    struct fix_place_found found = finder_candidate(finder, FIX_BY_HINT, path, 0, &head);
    if (finder_is_of_disk(finder, &found))
        finder_add(finder, &found);
}

bool fix_journal_fits(const char *journal, const char *path)
{
    CLEANUP(store_closep) struct store *disk = store_open(path, ERR_IGNORED);
    CLEANUP(store_closep) struct store *store = store_open(journal, ERR_IGNORED);
    struct record_head head;

    if (!disk || !store)
        return false;
    struct reader reader = store_reader(store);
    return finder_read_head(&reader, 0, true, NULL, &head) &&
           head.owner.disk_bytes == store_size_bytes(disk);
}

bool fix_journal_is_cut(const char *path)
{
    CLEANUP(store_closep) struct store *store = NULL;
    struct record_head head;
    struct stat status;

    if (stat(path, &status) || !S_ISREG(status.st_mode))
        return false;
    if (status.st_size < RECORD_BYTES)
        return true;
    store = store_open(path, ERR_IGNORED);
    if (!store)
        return false;
    struct reader journal = store_reader(store);
    return finder_read_head(&journal, 0, true, NULL, &head) &&
           journal.size < head.place.bytes;
}

void finder_ask_hints(struct finder *finder)
{
    CLEANUP(fix_hints_finish) struct fix_hints hints = fix_hints_load();

    for (size_t i = 0; i < hints.place_count; i++) {
        const struct fix_hint *hint = &hints.places[i];
        uint64_t offset;
        if (!is_of_known_size(finder, hint->disk_bytes) ||
            !num_mul(hint->start, finder->logical, &offset))
            continue;
        finder_add_at(finder, FIX_BY_HINT, offset);
        finder_look(finder, FIX_BY_HINT, NULL, finder->logical, offset, RECORD_BYTES);
    }
    for (size_t i = 0; i < hints.journals.count; i++)
        ask_journal(finder, hints.journals.at[i]);
}
