/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interrupted.c - a disk on which the move of a partition has not ended */
#include "support/interrupted.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/frame.h"
#include "model/base/guid.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/types.h"
#include "model/move/plan/journal_place.h"
#include "support/table_image.h"

enum {
    SECTOR = 512,
    BLOCK = 4096,
    LOG = 65536,
    SIGNATURE = 7, /* of msdos */
    KIND_PLAN = 1, /* of version 1 */
};

/* A move to the right in msdos, where the old start is not aligned, and one in GPT. */
#define OF_MSDOS .label = LABEL_MSDOS, .from = 63, .to = 2048
#define OF_GPT   .label = LABEL_GPT, .from = 2049, .to = 4096

static const struct interrupted disks[] = {
    { .name = "msdos", OF_MSDOS, .is_labelled = true },
    { .name = "left",
      .label = LABEL_MSDOS,
      .from = 4096,
      .to = 2048,
      .is_labelled = true },
    { .name = "gpt", OF_GPT, .is_labelled = true },
    { .name = "not-labelled", OF_GPT },
    { .name = "own-entry", OF_GPT, .lacks_guard = true, .has_entry = true },
    { .name = "own-second",
      OF_GPT,
      .lacks_guard = true,
      .has_entry = true,
      .is_second = true },
    { .name = "no-head", OF_MSDOS, .is_labelled = true, .lacks_head = true },
    { .name = "elsewhere", OF_MSDOS, .is_labelled = true, .is_elsewhere = true },
    { .name = "newer", OF_MSDOS, .is_labelled = true, .version = 3, .program = "2.7.0" },
    { .name = "version-1",
      OF_MSDOS,
      .is_labelled = true,
      .version = 1,
      .program = "0.1.0" },
    { .name = "version-1-guard",
      OF_GPT,
      .lacks_head = true,
      .version = 1,
      .program = "0.1.0" },
    { .name = "version-1-plan",
      OF_GPT,
      .lacks_guard = true,
      .has_entry = true,
      .version = 1,
      .program = "0.1.0" },
};

const struct interrupted *interrupted_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_SIZE(disks); i++)
        if (!strcmp(disks[i].name, name))
            return &disks[i];
    abort();
}

size_t interrupted_count(void)
{
    return ARRAY_SIZE(disks);
}

const struct interrupted *interrupted_at(size_t index)
{
    return &disks[index];
}

/* --- the journal --- */

static struct record_owner interrupted_owner(void)
{
    struct record_owner owner = { .disk_bytes = (uint64_t)INTERRUPTED_SECTORS * SECTOR };

    memset(owner.transaction.bytes, 0x5a, GUID_BYTES);
    return owner;
}

static struct record_place interrupted_place(const struct interrupted *what)
{
    struct record_place place = {
        .kind = JOURNAL_TAIL, .logical = SECTOR, .block = BLOCK, .bytes = 1 << 20
    };

    if (what->is_elsewhere) {
        place.kind = JOURNAL_FILE;
        copy_text(place.uuid, sizeof(place.uuid), "6ba7b810-9dad-11d1-80b4-00c04fd430c8");
        copy_text(place.path, sizeof(place.path), "/mnt/usb/alidade.journal");
        return place;
    }
    place.start = INTERRUPTED_JOURNAL;
    return place;
}

/* Makes a record of KIND one of the version of WHAT, with a checksum that is right. */
static void set_version(const struct interrupted *what, uint16_t kind, uint8_t *bytes,
                        size_t count)
{
    struct frame frame = { .kind = kind, .version = what->version };

    if (!what->version)
        return;
    copy_text(frame.program, sizeof(frame.program), what->program);
    frame_put(&frame, bytes, count);
}

/* Version 1 has a plan there. */
static void put_head(struct sparse *disk, const struct interrupted *what)
{
    uint64_t page = 3 * BLOCK, log = 2 * BLOCK;
    struct record_head head = {
        .owner = interrupted_owner(),
        .sequence = what->is_second ? 3 : 2,
        .run = { RUN_FORWARD, 1 },
        .page_blocks = 2,
        .areas = { [AREA_LOG_A] = { log, LOG },
                   [AREA_PAGE] = { log + LOG, page },
                   [AREA_LOG_B] = { log + LOG + page, LOG } },
        .place = interrupted_place(what),
    };
    uint8_t bytes[BLOCK] = { 0 };

    record_head_encode(&head, bytes);
    set_version(what, what->version == 1 ? KIND_PLAN : frame_get(bytes, BLOCK).kind,
                bytes, RECORD_HEAD_BYTES);
    sparse_put(disk, head.place.start * SECTOR + (what->is_second ? BLOCK : 0), bytes,
               sizeof(bytes));
}

static uint64_t envelope_start(const struct interrupted *what)
{
    return what->from < what->to ? what->from : what->to;
}

static void put_guards(struct sparse *disk, const struct interrupted *what)
{
    struct record_guard guard = { .owner = interrupted_owner(),
                                  .place = interrupted_place(what) };
    uint64_t lba = what->is_labelled ? envelope_start(what) : what->from;
    uint8_t bytes[SECTOR];

    for (guard.index = 0; guard.index < BLOCK / SECTOR; guard.index++) {
        record_guard_encode(&guard, bytes);
        set_version(what, frame_get(bytes, SECTOR).kind, bytes, SECTOR);
        sparse_put(disk, (lba + guard.index) * SECTOR, bytes, SECTOR);
    }
}

/* --- the table --- */

struct entry {
    uint64_t start, length;
    bool is_in_progress;
};

/* Partition 1 and its neighbour, and perhaps the journal. */
static size_t entries_of(const struct interrupted *what, struct entry ret[3])
{
    uint64_t high = what->from > what->to ? what->from : what->to;
    uint64_t low = envelope_start(what);

    ret[0] = (struct entry){ what->from, INTERRUPTED_LENGTH, what->is_labelled };
    if (what->is_labelled) {
        ret[0].start = low;
        ret[0].length = INTERRUPTED_LENGTH + high - low;
    }
    ret[1] = (struct entry){ 131072, 8192, false };
    ret[2] = (struct entry){ INTERRUPTED_JOURNAL, 2048, true };
    return what->has_entry ? 3 : 2;
}

static void put_msdos(struct sparse *disk, const struct entry *entries, size_t count)
{
    struct mbr_table table = { .kind = MBR_TABLE, .signature = SIGNATURE };

    for (size_t i = 0; i < count; i++)
        table.primary[i] =
            (struct mbr_entry){ .type = entries[i].is_in_progress ? 0xda : 0x83,
                                .start = entries[i].start,
                                .length = entries[i].length };
    image_put_mbr(disk, &table, SECTOR);
}

static void put_gpt(struct sparse *disk, const struct entry *entries, size_t count)
{
    struct gpt_table table = image_gpt(INTERRUPTED_SECTORS, SECTOR, 128, (unsigned)count);

    for (size_t i = 0; i < count; i++) {
        table.entries[i].first_lba = entries[i].start;
        table.entries[i].last_lba = entries[i].start + entries[i].length - 1;
        if (entries[i].is_in_progress &&
            !guid_parse(TYPE_GPT_MOVING, &table.entries[i].type))
            abort();
    }
    image_put_gpt(disk, &table);
    gpt_finish(&table);
}

void interrupted_put(struct sparse *disk, const struct interrupted *what)
{
    struct entry entries[3];
    size_t count = entries_of(what, entries);

    if (what->label == LABEL_GPT)
        put_gpt(disk, entries, count);
    else
        put_msdos(disk, entries, count);
    if (!what->lacks_guard)
        put_guards(disk, what);
    if (!what->is_elsewhere && !what->lacks_head)
        put_head(disk, what);
}

struct sparse interrupted_make(const struct interrupted *what)
{
    struct sparse disk = image_new(INTERRUPTED_SECTORS, SECTOR);

    interrupted_put(&disk, what);
    return disk;
}
