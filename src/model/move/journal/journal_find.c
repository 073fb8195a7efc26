/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_find.c - finds the journals of moves that have not ended */
#include "model/move/journal/journal_find.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/types.h"
#include "model/move/journal/envelope.h"
#include "model/move/journal/guard_search.h"
#include "model/move/journal/journal_private.h"

enum {
    LOOK_BYTES = 4096, /* a guard or the head of a plan, with sectors of any size */
    SEARCH_BYTES = 1 << 20,
    TRIES_MAX = 64, /* plans that are read in the free space */
};

struct finding {
    const struct reader *disk;
    const struct layout *layout;
    struct journal_disk of; /* the same, as records have it */
    uint64_t searched;      /* bytes of free space */
    unsigned tries;         /* plans read in it */
    uint64_t start;         /* of the partition whose guards are searched */
    bool is_doubtful;       /* a start that should have a guard has none */
    struct journal_finds finds;
};

/* --- the list --- */

const struct guid *journal_found_transaction(const struct journal_found *found)
{
    if (found->plan)
        return &found->plan->head.transaction;
    return found->has_guard ? &found->guard.head.transaction : NULL;
}

static bool is_same_find(const struct journal_found *a, const struct journal_found *b)
{
    const struct guid *one = journal_found_transaction(a),
                      *other = journal_found_transaction(b);

    return one && other ? guid_equal(one, other)
                        : !one && !other && a->finding == b->finding;
}

/* Consumes FOUND, of which plan and guard are kept if the same transaction had none
 * before. */
static void finding_add(struct finding *finding, struct journal_found *found)
{
    struct journal_finds *finds = &finding->finds;

    for (size_t i = 0; i < finds->count; i++) {
        struct journal_found *before = &finds->at[i];
        if (!is_same_find(before, found))
            continue;
        if (found->has_guard && !before->has_guard) {
            before->has_guard = true;
            before->guard = found->guard;
            before->lba = found->lba;
        }
        if (found->plan && !before->plan) {
            before->plan = TAKE(found->plan);
            before->finding = FOUND_PLAN;
        }
        free(found->plan);
        return;
    }
    finds->at = xrealloc(finds->at, finds->count + 1, sizeof(*finds->at));
    finds->at[finds->count++] = *found;
}

void journal_finds_finish(struct journal_finds *finds)
{
    for (size_t i = 0; i < finds->count; i++)
        free(finds->at[i].plan);
    free(finds->at);
    *finds = (struct journal_finds){ 0 };
}

/* --- the plan --- */

/* Reads the plan of a journal that begins at LBA of the disk. */
static enum journal_state read_plan_at(const struct finding *finding, uint64_t lba,
                                       struct journal_found *found)
{
    struct reader_part part;
    uint64_t logical = finding->of.logical;
    struct reader journal =
        reader_of_part(&part, finding->disk, lba * logical, finding->disk->size);
    struct journal_plan *plan = xmalloc(sizeof(*plan));
    enum journal_state state =
        journal_find_plan(&journal, found->has_guard ? &found->guard : NULL, &finding->of,
                          plan, &found->err);

    if (state == RECORD_VALID && plan->spot.start == lba) {
        found->plan = plan;
        return state;
    }
    free(plan);
    if (state != RECORD_VALID)
        return state;
    (void)err_set(&found->err, ERR_UNREADABLE,
                  _("The journal of the move is a copy: it is not where its plan says."));
    return RECORD_NONE;
}

/* --- one sector --- */

static enum journal_finding finding_of(enum journal_state state)
{
    switch (state) {
    case RECORD_VALID:
        return FOUND_PLAN;
    case RECORD_OTHER:
        return FOUND_OTHER;
    case RECORD_NEWER:
        return FOUND_NEWER;
    case RECORD_NONE:
    case RECORD_DAMAGED:
        break;
    }
    return FOUND_DAMAGED;
}

static enum journal_finding find_plan_of_guard(const struct finding *finding,
                                               struct journal_found *found)
{
    uint64_t start = found->guard.spot.start;
    enum journal_state state = read_plan_at(finding, start, found);

    if (state == RECORD_NONE || state == RECORD_DAMAGED) {
        found->err = (struct err){ 0 };
        (void)err_set(&found->err, ERR_UNREADABLE,
                      _("Both copies of the plan in the journal at sector %1$llu are "
                        "destroyed: where the data of the partition was to go is not "
                        "known any more. %2$s"),
                      (ull)start, journal_damage_words());
    }
    return state == RECORD_VALID ? FOUND_PLAN : FOUND_DAMAGED;
}

static void find_guard_at(struct finding *finding, uint64_t lba, const uint8_t *bytes,
                          size_t count)
{
    struct journal_found found = { .lba = lba };
    const struct journal_spot *spot = &found.guard.spot;
    enum journal_state state =
        journal_guard_decode(bytes, count, &finding->of, &found.guard, &found.err);

    found.finding = finding_of(state);
    found.has_guard = state == RECORD_VALID;
    if (found.has_guard && !spot->start)
        found.finding = FOUND_ELSEWHERE;
    else if (found.has_guard)
        found.finding = find_plan_of_guard(finding, &found);
    finding->is_doubtful = finding->is_doubtful || !found.has_guard;
    finding_add(finding, &found);
}

static void find_plan_at(struct finding *finding, uint64_t lba)
{
    struct journal_found found = { .lba = lba };
    enum journal_state state = read_plan_at(finding, lba, &found);

    if (state == RECORD_NONE)
        return;
    found.finding = finding_of(state);
    finding_add(finding, &found);
}

/* --- records among other sectors --- */

/* Old journals contain copies of guards. */
static bool guards_its_sector(const struct finding *finding, uint64_t offset,
                              const uint8_t *guard)
{
    return le64_at(guard, JOURNAL_GUARD_INDEX_AT) ==
           offset / finding->of.logical - finding->start;
}

/* Of guards only the first: the others beside it are of the same move. */
static void search_bytes(struct finding *finding, enum journal_record kind,
                         uint64_t offset, const uint8_t *bytes, size_t count)
{
    uint64_t logical = finding->of.logical;

    for (size_t at = 0; at < count && finding->tries < TRIES_MAX; at += logical) {
        if (journal_record_kind(bytes + at, count - at) != kind ||
            (kind == JOURNAL_GUARD &&
             !guards_its_sector(finding, offset + at, bytes + at)))
            continue;
        finding->tries++;
        if (kind == JOURNAL_PLAN) {
            find_plan_at(finding, (offset + at) / logical);
            continue;
        }
        find_guard_at(finding, (offset + at) / logical, bytes + at, count - at);
        return;
    }
}

/* A power failure may have left a block near the record unreadable: then each is read by
 * itself. */
static void search_piece(struct finding *finding, enum journal_record kind,
                         uint64_t offset, size_t count, uint8_t *bytes)
{
    if (reader_read(finding->disk, offset, bytes, count)) {
        search_bytes(finding, kind, offset, bytes, count);
        return;
    }
    for (size_t at = 0; at < count; at += LOOK_BYTES) {
        size_t block = count - at < LOOK_BYTES ? count - at : LOOK_BYTES;
        if (reader_read(finding->disk, offset + at, bytes, block))
            search_bytes(finding, kind, offset + at, bytes, block);
    }
}

/* --- partitions --- */

/* In a partition that begins off the grid the journal has its guard behind the first
 * sectors, which share a block with what is before them. It can be that of the new place
 * already. */
static enum journal_record look_behind_start(struct finding *finding, uint64_t lba,
                                             const uint8_t *bytes, size_t count)
{
    uint64_t logical = finding->of.logical;

    for (size_t at = logical; at < count; at += logical)
        if (journal_record_kind(bytes + at, count - at) == JOURNAL_GUARD) {
            find_guard_at(finding, lba + at / logical, bytes + at, count - at);
            return JOURNAL_GUARD;
        }
    return JOURNAL_NOTHING;
}

/* Returns the kind of the record at the start of EXTENT, and adds what is found. */
static enum journal_record look_at_start(struct finding *finding,
                                         const struct extent *extent, bool is_marked,
                                         bool *ret_is_read)
{
    uint64_t offset = extent->start * finding->of.logical;
    uint64_t left = finding->disk->size > offset ? finding->disk->size - offset : 0;
    size_t count = left < LOOK_BYTES ? (size_t)left : LOOK_BYTES;
    uint8_t bytes[LOOK_BYTES];

    bool is_all = count && reader_read(finding->disk, offset, bytes, count);
    /* A block that a power failure left unreadable can begin within these bytes. */
    if (!is_all && count > finding->of.logical)
        count = (size_t)finding->of.logical;
    bool is_read = is_all || (count && reader_read(finding->disk, offset, bytes, count));
    enum journal_record kind =
        is_read ? journal_record_kind(bytes, count) : JOURNAL_NOTHING;
    *ret_is_read = is_all || kind != JOURNAL_NOTHING;
    if (is_all && is_marked && kind == JOURNAL_NOTHING)
        return look_behind_start(finding, extent->start, bytes, count);
    if (kind == JOURNAL_GUARD)
        find_guard_at(finding, extent->start, bytes, count);
    if (kind == JOURNAL_PLAN)
        find_plan_at(finding, extent->start);
    return kind;
}

/* Looks where EXTENT can have a signature: only that sector is a guard before the table
 * has the entry in progress, and again after that. */
static void look_for_signature(struct finding *finding, const struct extent *extent)
{
    uint64_t logical = finding->of.logical;
    struct guard_place places[GUARD_PLACES];
    size_t count = guard_places(extent->length * logical, places);
    CLEANUP(freep) uint8_t *bytes = xmalloc(GUARD_PLACE_BYTES);

    finding->start = extent->start;
    for (size_t i = 0; i < count; i++)
        search_piece(finding, JOURNAL_GUARD, extent->start * logical + places[i].at,
                     (size_t)places[i].count, bytes);
}

/* A swap area has its header again, and no guard, before its entry has its type; or that
 * is in a block that cannot be read. The plan is not far behind that. */
static void look_inside(struct finding *finding, const struct extent *extent)
{
    uint64_t size = extent->length * finding->of.logical;
    uint64_t count = size < SEARCH_BYTES ? size : SEARCH_BYTES;
    CLEANUP(freep) uint8_t *bytes = xmalloc(SEARCH_BYTES);

    search_piece(finding, JOURNAL_PLAN, extent->start * finding->of.logical,
                 (size_t)count, bytes);
}

/* An old table that was restored has the swap area with the journal at its old place: the
 * guard is not that of its start. */
static bool has_swap_type(enum label_kind kind, const struct extent *extent)
{
    return !strcmp(extent->type,
                   kind == LABEL_GPT ? TYPE_GPT_LINUX_SWAP : TYPE_MSDOS_LINUX_SWAP);
}

/* Other programs use the type of an entry in progress in msdos. */
static bool needs_record(const struct finding *finding, bool is_read)
{
    return !is_read || layout_label(finding->layout)->kind == LABEL_GPT;
}

/* An old first sector can have a container that is too small for the entry. */
static struct extent as_entry(const struct finding *finding, const struct extent *extent)
{
    struct extent entry = *extent;

    if (extent_end(extent) <= finding->of.sectors)
        entry.kind = extent_entry_kind(extent);
    return entry;
}

static void look_at_partitions(struct finding *finding, enum journal_reach reach)
{
    enum label_kind kind = layout_label(finding->layout)->kind;

    LAYOUT_EACH (extent, finding->layout) {
        const struct extent entry = as_entry(finding, extent);
        bool is_marked = envelope_has_type(kind, &entry), is_read;
        if (!is_marked && (reach == FIND_IN_PROGRESS || !extent_holds_data(&entry)))
            continue;
        if (look_at_start(finding, &entry, is_marked, &is_read) != JOURNAL_NOTHING)
            continue;
        if (!is_marked && reach != FIND_IN_PROGRESS)
            look_for_signature(finding, &entry);
        if (!is_read || (is_marked && reach != FIND_IN_PROGRESS) ||
            (reach == FIND_EVERYWHERE && has_swap_type(kind, &entry)))
            look_inside(finding, &entry);
        if (!is_marked || !needs_record(finding, is_read))
            continue;
        finding->is_doubtful = true;
        find_plan_at(finding, extent->start); /* its second copy */
    }
}

/* --- free space --- */

static void search_range(struct finding *finding, const struct extent *extent,
                         uint8_t *bytes)
{
    uint64_t logical = finding->of.logical;
    uint64_t at = extent->start * logical, end = extent_end(extent) * logical;

    end = end - at > FIND_RANGE_BYTES ? at + FIND_RANGE_BYTES : end;
    while (at < end && finding->searched < FIND_TOTAL_BYTES) {
        size_t count = end - at < SEARCH_BYTES ? (size_t)(end - at) : SEARCH_BYTES;
        finding->searched += count;
        search_piece(finding, JOURNAL_PLAN, at, count, bytes);
        at += count;
    }
}

static void search_free_space(struct finding *finding)
{
    CLEANUP(freep) uint8_t *bytes = xmalloc(SEARCH_BYTES);

    LAYOUT_EACH (extent, finding->layout)
        if (extent->kind == EXTENT_FREE)
            search_range(finding, extent, bytes);
}

struct journal_finds journal_find(const struct reader *disk, const struct layout *layout,
                                  enum journal_reach reach)
{
    const struct limits *limits = layout_limits(layout);
    struct finding finding = { .disk = disk,
                               .layout = layout,
                               .of = { limits->size, limits->logical } };

    look_at_partitions(&finding, reach);
    if (reach == FIND_EVERYWHERE || finding.is_doubtful)
        search_free_space(&finding);
    return finding.finds;
}
