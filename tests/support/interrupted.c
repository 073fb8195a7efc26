/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interrupted.c - a disk on which the move of a partition has not ended */
#include "support/interrupted.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/types.h"
#include "support/table_image.h"

enum {
    SECTOR = 512,
    BLOCK = 4096,
    AREA = 65536, /* bytes of each area but the ring */
    AT_CRC = 8,
    AT_VERSION = 18,
    AT_PROGRAM = 20,
    SIGNATURE = 7, /* of msdos */
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
    { .name = "no-guard", OF_GPT, .is_labelled = true, .lacks_guard = true },
    { .name = "not-labelled", OF_GPT },
    { .name = "own-entry", OF_GPT, .has_entry = true },
    { .name = "own-second", OF_GPT, .has_entry = true, .lacks_plans = { true } },
    { .name = "second-copy", OF_MSDOS, .is_labelled = true, .lacks_plans = { true } },
    { .name = "no-plan", OF_MSDOS, .is_labelled = true, .lacks_plans = { true, true } },
    { .name = "elsewhere", OF_MSDOS, .is_labelled = true, .is_elsewhere = true },
    { .name = "newer", OF_MSDOS, .is_labelled = true, .is_newer = true },
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

static struct journal_head interrupted_head(const struct interrupted *what)
{
    struct journal_head head = { .disk_bytes = (uint64_t)INTERRUPTED_SECTORS * SECTOR };

    memset(head.transaction.bytes, 0x5a, GUID_BYTES);
    head.transaction.bytes[0] ^= what->other;
    return head;
}

static struct journal_spot interrupted_spot(const struct interrupted *what)
{
    struct journal_spot spot = { .kind = JOURNAL_TAIL, .bytes = 1 << 20, .block = BLOCK };

    if (what->is_elsewhere) {
        spot.kind = JOURNAL_FILE;
        copy_text(spot.uuid, sizeof(spot.uuid), "6ba7b810-9dad-11d1-80b4-00c04fd430c8");
        copy_text(spot.path, sizeof(spot.path), "/mnt/usb/alidade.journal");
        return spot;
    }
    spot.start = what->journal ? what->journal : INTERRUPTED_JOURNAL;
    return spot;
}

/* Ext2, or the GUID of Linux file systems. */
static struct guid interrupted_type(const struct interrupted *what)
{
    return journal_type(what->label, what->label == LABEL_GPT ? TYPE_GPT_LINUX : "83");
}

void interrupted_plan(const struct interrupted *what, struct journal_plan *ret)
{
    uint64_t first = journal_areas_at(BLOCK);

    *ret = (struct journal_plan){
        .head = interrupted_head(what),
        .logical = SECTOR,
        .label = what->label,
        .first_usable = what->label == LABEL_GPT ? 34 : 1,
        .end_usable = INTERRUPTED_SECTORS - 33,
        .grid = { .offset = 0, .grain = BLOCK / SECTOR },
        .spot = interrupted_spot(what),
        .slots = 2,
        .saved = { { first, AREA }, { first + AREA, AREA } },
        .border = { first + 2 * AREA, BLOCK },
        .hashes = { first + 3 * AREA, AREA },
        .ring = { first + 4 * AREA, AREA },
        .step_count = 1,
    };
    ret->steps[0] = (struct journal_step){ .action = MOVES_DATA,
                                           .number = 1,
                                           .from = what->from,
                                           .to = what->to,
                                           .length = INTERRUPTED_LENGTH,
                                           .type = interrupted_type(what) };
    if (what->label == LABEL_GPT)
        ret->steps[0].unique.bytes[0] = 1;
    else
        put_le32(ret->disk_id.bytes, 0, SIGNATURE);
}

/* Makes a record one of a later version, with a checksum that is right. */
static void interrupted_age(uint8_t *bytes, size_t count)
{
    put_le16(bytes, AT_VERSION, JOURNAL_VERSION + 1);
    memcpy(bytes + AT_PROGRAM, "2.7.0", 6);
    put_le32(bytes, AT_CRC, 0);
    put_le32(bytes, AT_CRC, ~crc32_add(UINT32_MAX, bytes, count));
}

static void put_plans(struct sparse *disk, const struct interrupted *what)
{
    CLEANUP(freep) struct journal_plan *plan = xmalloc(sizeof(*plan));
    CLEANUP(freep) uint8_t *bytes = xmalloc(JOURNAL_PLAN_BYTES);

    interrupted_plan(what, plan);
    journal_plan_encode(plan, bytes);
    if (what->is_newer)
        interrupted_age(bytes, JOURNAL_PLAN_BYTES);
    for (unsigned copy = 0; copy < 2; copy++)
        if (!what->lacks_plans[copy])
            sparse_put(disk, plan->spot.start * SECTOR + journal_plan_at(BLOCK, copy),
                       bytes, JOURNAL_PLAN_BYTES);
}

static uint64_t envelope_start(const struct interrupted *what)
{
    return what->from < what->to ? what->from : what->to;
}

static void put_guards(struct sparse *disk, const struct interrupted *what)
{
    struct journal_guard guard = { .head = interrupted_head(what),
                                   .logical = SECTOR,
                                   .spot = interrupted_spot(what) };
    uint64_t lba = what->is_labelled ? envelope_start(what) : what->from;
    uint8_t bytes[SECTOR];

    for (guard.index = 0; guard.index < BLOCK / SECTOR; guard.index++) {
        journal_guard_encode(&guard, bytes);
        if (what->is_newer)
            interrupted_age(bytes, SECTOR);
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
    ret[2] = (struct entry){ interrupted_spot(what).start, 2048, true };
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
    if (!what->is_elsewhere)
        put_plans(disk, what);
}

struct sparse interrupted_make(const struct interrupted *what)
{
    struct sparse disk = image_new(INTERRUPTED_SECTORS, SECTOR);

    interrupted_put(&disk, what);
    return disk;
}
