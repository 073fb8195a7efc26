/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner_front.c - what lies between LBA 0 and the first partition, outside the table
 *
 * Sectors that are not zero are taken for one range if at most MERGE_BYTES of zeros lie
 * between them; a loader that is recognised is a range of its own, with the length in its
 * header. */
#include "model/found/owner_front.h"

#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/boot.h"
#include "model/content/boot_area.h"
#include "model/content/grub.h"

#define MERGE_BYTES    (UINT64_C(64) << 10)
#define FRONT_BYTES    (UINT64_C(64) << 20)
#define NO_TABLE_BYTES (UINT64_C(32) << 20)
#define PIECE_BYTES    (UINT64_C(1) << 20)

struct owner_front {
    const struct layout *layout;
    uint64_t logical;
    uint64_t end;      /* the first partition; UINT64_MAX: there is none */
    uint64_t read_end; /* ranges are known up to here */
    struct owner_runs runs;
    bool is_closed; /* the last range has the length that its header says */
    /* what ranges are that no recogniser knows */
    const char *id, *name;
};

static uint64_t first_partition(const struct layout *layout)
{
    uint64_t first = UINT64_MAX;

    LAYOUT_EACH (extent, layout)
        if (extent_is_entry(extent) || extent->kind == EXTENT_DAMAGED ||
            extent->kind == EXTENT_KEPT)
            first = num_min(first, extent->start);
    return first;
}

static void front_begin(struct owner_front *front, uint64_t start, uint64_t length,
                        const char *id, const char *name)
{
    struct owner_run run = { .start = start,
                             .length = length,
                             .first = start,
                             .whole = length,
                             .kind = OWNER_KNOWN,
                             .id = id };

    copy_text(run.name, sizeof(run.name), _(name));
    front->runs.at = xrealloc(front->runs.at, front->runs.count + 1, sizeof(run));
    front->runs.at[front->runs.count++] = run;
}

static struct owner_run *last_run(const struct owner_front *front)
{
    return front->runs.count ? &front->runs.at[front->runs.count - 1] : NULL;
}

static void front_set_end(struct owner_run *run, uint64_t end)
{
    run->length = run->whole = end - run->start;
}

/* True if a loader begins in the sector at LBA, which may hold several of its units. */
static bool find_area(const struct owner_front *front, const uint8_t *sector,
                      uint64_t lba, struct boot_area *ret)
{
    for (uint64_t at = 0; at < front->logical; at += BOOT_AREA_SECTOR)
        if (boot_area_find(sector + at, lba * front->logical + at, ret))
            return true;
    return false;
}

/* Adds sector LBA, which is not zero. */
static void front_add(struct owner_front *front, const uint8_t *sector, uint64_t lba)
{
    struct owner_run *last = last_run(front);
    struct boot_area area;
    uint64_t merge = MERGE_BYTES / front->logical;

    if (last && lba < last->first + last->whole)
        return;
    if (find_area(front, sector, lba, &area)) {
        uint64_t length = num_round_up(area.bytes, front->logical) / front->logical;
        uint64_t limit = num_min(front->end, layout_limits(front->layout)->size) - lba;
        front->is_closed = area.bytes != 0;
        front_begin(front, lba, num_min(num_max(length, 1), limit), area.id, area.name);
    } else if (last && !front->is_closed && lba - (last->first + last->whole) <= merge) {
        front_set_end(last, lba + 1);
    } else {
        front->is_closed = false;
        front_begin(front, lba, 1, front->id, front->name);
    }
}

/* GRUB's own list of blocks tells where its image ends. */
static void add_grub(struct owner_front *front, const struct reader *disk)
{
    uint64_t length;

    if (front->logical != BOOT_AREA_SECTOR)
        return;
    length = inside_grub_sectors(disk, 1, num_min(front->end, NO_TABLE_BYTES / 512));
    if (!length)
        return;
    front_begin(front, 1, length, "grub", N_("GRUB's core image"));
    front->is_closed = true;
}

static void name_unknown(struct owner_front *front, const struct reader *disk)
{
    uint8_t boot[BOOT_AREA_SECTOR];
    enum boot_code code = BOOT_UNKNOWN;

    front->id = "gap";
    front->name = N_("unknown data");
    if (reader_read(disk, 0, boot, sizeof(boot)))
        code = boot_code_of(boot);
    if (code == BOOT_LILO) {
        front->id = "lilo";
        front->name = N_("data that may belong to the boot loader LILO");
    } else if (code == BOOT_SYSLINUX) {
        front->id = "syslinux";
        front->name = N_("data that may belong to the boot loader SYSLINUX");
    }
}

static bool is_table(const struct owner_front *front, uint64_t lba)
{
    const struct extent *extent = layout_find_lba(front->layout, lba);

    return !lba || (extent && extent->kind == EXTENT_METADATA);
}

/* What cannot be read is owned, and is told when it is to be written. */
static void read_sectors(struct owner_front *front, const struct reader *disk,
                         uint8_t *piece, uint64_t start, uint64_t count)
{
    bool is_whole =
        reader_read(disk, start * front->logical, piece, count * front->logical);

    for (uint64_t i = 0; i < count; i++) {
        uint8_t *sector = piece + i * front->logical;
        bool is_read = is_whole || reader_read(disk, (start + i) * front->logical, sector,
                                               front->logical);
        if (is_read && !mem_is_zero(sector, front->logical) &&
            !is_table(front, start + i))
            front_add(front, sector, start + i);
    }
}

struct owner_front *owner_front_read(const struct reader *disk,
                                     const struct layout *layout)
{
    struct owner_front *front = xcalloc(1, sizeof(*front));
    const struct limits *limits = layout_limits(layout);
    CLEANUP(freep) uint8_t *piece = xmalloc(PIECE_BYTES);
    uint64_t end = first_partition(layout);
    uint64_t max = (end == UINT64_MAX ? NO_TABLE_BYTES : FRONT_BYTES) / limits->logical;

    front->layout = layout;
    front->logical = limits->logical;
    front->end = end;
    front->read_end = num_min(num_min(end, max), limits->size);
    name_unknown(front, disk);
    add_grub(front, disk);
    for (uint64_t at = 1; at < front->read_end;) {
        uint64_t count = num_min(front->read_end - at, PIECE_BYTES / limits->logical);
        read_sectors(front, disk, piece, at, count);
        at += count;
    }
    return front;
}

void owner_front_free(struct owner_front *front)
{
    if (!front)
        return;
    owner_runs_finish(&front->runs);
    free(front);
}

bool owner_front_find(const struct owner_front *front, uint64_t lba,
                      struct owner_run *ret)
{
    bool is_in_front = front->end != UINT64_MAX;

    for (size_t i = 0; i < front->runs.count; i++) {
        *ret = front->runs.at[i];
        bool is_loader = ret->id != front->id;
        if (lba < ret->first || lba - ret->first >= ret->whole ||
            (!is_in_front && !is_loader))
            continue;
        ret->start = lba;
        ret->length = 1;
        return true;
    }
    if (lba >= front->end || !is_in_front)
        return false;
    *ret = (struct owner_run){ .start = lba,
                               .length = 1,
                               .first = lba,
                               .whole = 1,
                               .kind = OWNER_KNOWN,
                               .id = front->id };
    copy_text(ret->name, sizeof(ret->name), _(front->name));
    return true;
}
