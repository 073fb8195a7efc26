/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner.c - who owns the sectors of a disk, so that none is taken for nothing */
#include "model/found/owner.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/found/owner_front.h"
#include "model/found/owner_lost.h"
#include "model/found/owner_sector.h"

#define PIECE_BYTES (UINT64_C(1) << 20)

struct owner {
    const struct reader *disk;
    const struct layout *layout;
    uint64_t logical, size;
    struct owner_front *front; /* NULL: not read yet */
    struct owner_lost lost;
    uint8_t *piece; /* PIECE_BYTES */
    const struct known_range *known;
    size_t known_count;
};

struct owner *owner_new(const struct reader *disk, const struct layout *layout)
{
    struct owner *owner = xcalloc(1, sizeof(*owner));

    *owner = (struct owner){ .disk = disk,
                             .layout = layout,
                             .logical = layout_limits(layout)->logical,
                             .size = layout_limits(layout)->size };
    return owner;
}

void owner_free(struct owner *owner)
{
    if (!owner)
        return;
    owner_front_free(owner->front);
    owner_lost_finish(&owner->lost);
    free(owner->piece);
    free(owner);
}

void owner_freep(struct owner **owner)
{
    owner_free(*owner);
}

/* Adds sectors that are all of one KIND, or of a content that has ID and NAME. */
static void owner_add_run(struct owner_runs *ret, enum owner_kind kind, uint64_t start,
                          uint64_t length, const struct owner_mark *mark)
{
    struct owner_run run = {
        .start = start, .length = length, .first = start, .whole = length, .kind = kind
    };

    if (mark) {
        run.id = mark->id;
        copy_text(run.name, sizeof(run.name), mark->name);
    }
    owner_runs_add(ret, &run);
}

void owner_set_known(struct owner *owner, const struct known_range *ranges, size_t count)
{
    owner->known = ranges;
    owner->known_count = count;
}

static bool find_known(const struct owner *owner, uint64_t lba, struct owner_run *ret)
{
    for (size_t i = 0; i < owner->known_count; i++) {
        const struct known_range *range = &owner->known[i];
        if (lba < range->start || lba - range->start >= range->length)
            continue;
        *ret = (struct owner_run){ .start = lba,
                                   .length = 1,
                                   .first = range->start,
                                   .whole = range->length,
                                   .kind = OWNER_KNOWN,
                                   .id = range->id };
        copy_text(ret->name, sizeof(ret->name), range->name);
        return true;
    }
    return false;
}

/* Adds sector LBA, which is free and not zero. */
static void owner_add_foreign(struct owner *owner, uint64_t lba, const uint8_t *sector,
                              struct owner_runs *ret)
{
    struct owner_run run;
    struct owner_mark mark;

    if (find_known(owner, lba, &run) || owner_front_find(owner->front, lba, &run))
        owner_runs_add(ret, &run);
    else if (owner_sector_find(sector, &mark))
        owner_add_run(ret, OWNER_KNOWN, lba, 1, &mark);
    else if (owner_lost_find(&owner->lost, owner->disk, owner->layout, lba, sector, &run))
        owner_runs_add(ret, &run);
    else if (owner_sector_has_super(sector, owner->logical, &mark))
        owner_add_run(ret, OWNER_KNOWN, lba, 1, &mark);
    else
        owner_add_run(ret, OWNER_UNKNOWN, lba, 1, NULL);
}

static void owner_add_piece(struct owner *owner, uint64_t start, uint64_t count,
                            struct owner_runs *ret)
{
    for (uint64_t i = 0; i < count; i++) {
        const uint8_t *sector = owner->piece + i * owner->logical;
        if (mem_is_zero(sector, owner->logical))
            owner_add_run(ret, OWNER_ZERO, start + i, 1, NULL);
        else
            owner_add_foreign(owner, start + i, sector, ret);
    }
}

/* Adds what cannot be read in one piece, sector by sector. */
static void owner_add_broken(struct owner *owner, uint64_t start, uint64_t count,
                             struct owner_runs *ret)
{
    struct owner_mark mark = { .id = "unreadable" };

    copy_text(mark.name, sizeof(mark.name), _("what cannot be read"));
    for (uint64_t i = 0; i < count; i++) {
        if (reader_read(owner->disk, (start + i) * owner->logical, owner->piece,
                        owner->logical))
            owner_add_piece(owner, start + i, 1, ret);
        else
            owner_add_run(ret, OWNER_KNOWN, start + i, 1, &mark);
    }
}

static void owner_add_free(struct owner *owner, uint64_t start, uint64_t length,
                           struct owner_runs *ret)
{
    if (!owner->front)
        owner->front = owner_front_read(owner->disk, owner->layout);
    if (!owner->piece)
        owner->piece = xmalloc(PIECE_BYTES);
    for (uint64_t done = 0; done < length;) {
        uint64_t count = num_min(length - done, PIECE_BYTES / owner->logical);
        if (reader_read(owner->disk, (start + done) * owner->logical, owner->piece,
                        count * owner->logical))
            owner_add_piece(owner, start + done, count, ret);
        else
            owner_add_broken(owner, start + done, count, ret);
        done += count;
    }
    ret->read += length;
}

/* LBA 0 is the table's also where there is none: what is kept there is boot code. */
static enum owner_kind kind_of(const struct extent *extent, uint64_t lba)
{
    if (!lba || (extent && extent->kind == EXTENT_METADATA))
        return OWNER_TABLE;
    return extent && extent->kind != EXTENT_FREE ? OWNER_PARTITION : OWNER_ZERO;
}

void owner_find(struct owner *owner, uint64_t start, uint64_t length,
                struct owner_runs *ret)
{
    uint64_t end = start < owner->size ? start + num_min(length, owner->size - start) : 0;

    while (start < end) {
        const struct extent *extent = layout_find_lba(owner->layout, start);
        enum owner_kind kind = kind_of(extent, start);
        uint64_t stop = extent ? num_min(extent_end(extent), end) : end;
        if (!start)
            stop = 1;
        if (kind == OWNER_ZERO)
            owner_add_free(owner, start, stop - start, ret);
        else
            owner_add_run(ret, kind, start, stop - start, NULL);
        start = stop;
    }
}
