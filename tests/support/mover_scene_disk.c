/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_scene_disk.c - the content of the disk of a scene: table, partitions, others */
#include <string.h>

#include "model/base/num.h"
#include "model/disk/types.h"
#include "model/table/gpt.h"
#include "model/table/mbr_layout.h"
#include "support/mover_scene.h"
#include "support/test.h"

enum { HIDDEN_AT = 28, GPT_BACK = 33 };

/* --- content --- */

static void put_data(const struct mover_scene *scene, unsigned move, uint64_t index,
                     uint8_t ret[MOVER_LOGICAL])
{
    if (scene->content) {
        memcpy(ret, scene->content->bytes + index * MOVER_LOGICAL, MOVER_LOGICAL);
        return;
    }
    if (scene->has_zeros && index / 8 % 2 &&
        !zones_overlap(&scene->shifts[move].zones, index, index + 1)) {
        memset(ret, 0, MOVER_LOGICAL);
        return;
    }
    memset(ret, (int)(1 + index * 13 + move * 101) & 0xff, MOVER_LOGICAL);
    put_le32(ret, 0, (uint32_t)index);
    if (!index && scene->fields[move].count)
        put_le32(ret, HIDDEN_AT, (uint32_t)scene->shifts[move].from);
}

static void put_foreign(uint64_t lba, uint8_t ret[MOVER_LOGICAL])
{
    memset(ret, 0xf0, MOVER_LOGICAL);
    put_le32(ret, 0, (uint32_t)lba);
}

/* --- tables --- */

static void put_bytes(struct cutting *disk, uint64_t offset, const uint8_t *bytes,
                      size_t count)
{
    for (size_t i = 0; i < count; i += MOVER_LOGICAL)
        cutting_set(disk, (size_t)(offset + i) / MOVER_LOGICAL, bytes + i);
}

static void put_gpt(struct mover_scene *scene)
{
    struct gpt_table table;
    struct gpt_image image;
    const struct guid id = { { 0xd1, 0x5c } };

    ck_assert(gpt_init(&table, MOVER_LOGICAL, scene->shifts[0].disk, &id, 128));
    for (unsigned i = 0; i < scene->count; i++) {
        struct gpt_entry entry = { .slot = i, .first_lba = scene->shifts[i].from };
        entry.last_lba = entry.first_lba + scene->shifts[i].length - 1;
        entry.unique.bytes[0] = (uint8_t)(i + 1);
        ck_assert(guid_parse(TYPE_GPT_LINUX, &entry.type));
        gpt_add(&table, &entry);
    }
    gpt_encode(&table, &image);
    put_bytes(&scene->disk, 0, image.front, image.front_bytes);
    put_bytes(&scene->disk, image.back_offset, image.back, image.back_bytes);
    gpt_image_finish(&image);
    gpt_finish(&table);
}

/* Other programs keep code in front of the entries. */
static void begin_msdos(uint8_t sector[MOVER_LOGICAL])
{
    memset(sector, 0, MOVER_LOGICAL);
    memset(sector, 0xc0, 200);
    put_le32(sector, 440, 0x12345678);
    sector[510] = 0x55;
    sector[511] = 0xaa;
}

static struct shift_sectors from_to(uint64_t lba, uint64_t end)
{
    return (struct shift_sectors){ lba, end - lba };
}

static struct shift_sectors before_move(const struct shift *shift)
{
    return (struct shift_sectors){ shift->from, shift->length };
}

/* Its start is relative to BASE. */
static void put_entry(uint8_t *sector, unsigned number, uint8_t type,
                      struct shift_sectors at, uint64_t base)
{
    uint8_t *entry = sector + MBR_AT_ENTRIES + (size_t)16 * number;

    entry[MBR_ENTRY_AT_TYPE] = type;
    mbr_put_range(entry, at.lba, at.length, base);
}

static void put_primaries(struct mover_scene *scene)
{
    uint8_t mbr[MOVER_LOGICAL];

    begin_msdos(mbr);
    for (unsigned i = 0; i < scene->count; i++)
        put_entry(mbr, i, 0x83, before_move(&scene->shifts[i]), 0);
    cutting_set(&scene->disk, 0, mbr);
}

static void put_logicals(struct mover_scene *scene)
{
    uint8_t sector[MOVER_LOGICAL];
    uint64_t container = scene->ebrs[0];

    begin_msdos(sector);
    put_entry(sector, 0, 0x05, from_to(container, scene->container_end), 0);
    cutting_set(&scene->disk, 0, sector);
    for (unsigned i = 0; i < scene->count; i++) {
        const struct shift *shift = &scene->shifts[i];
        uint64_t ebr = scene->ebrs[i];
        begin_msdos(sector);
        put_entry(sector, 0, 0x83, before_move(shift), ebr);
        if (i + 1 < scene->count) {
            uint64_t next = scene->ebrs[i + 1];
            put_entry(sector, 1, 0x05, from_to(next, shift[1].from + shift[1].length),
                      container);
        }
        cutting_set(&scene->disk, (size_t)ebr, sector);
    }
}

/* Only the EBR of a logical changes, and the length in the one before it. */
static void set_ebrs(struct mover_scene *scene, unsigned move)
{
    struct shift *shift = &scene->shifts[move];

    for (unsigned i = move ? move - 1 : 0; i <= move; i++)
        shift->tables[shift->table_count++] = (struct shift_sectors){ scene->ebrs[i], 1 };
}

void mover_scene_set_tables(struct mover_scene *scene)
{
    for (unsigned i = 0; i < scene->count; i++) {
        struct shift *shift = &scene->shifts[i];
        shift->table_count = 0;
        if (scene->table == TABLE_LOGICAL) {
            set_ebrs(scene, i);
            continue;
        }
        shift->tables[shift->table_count++] = (struct shift_sectors){ 0, 1 };
        if (scene->table == TABLE_PRIMARY)
            continue;
        shift->tables[0].length = GPT_BACK + 1;
        shift->tables[shift->table_count++] =
            (struct shift_sectors){ shift->disk - GPT_BACK, GPT_BACK };
    }
}

static void put_zeros(struct mover_scene *scene, unsigned move)
{
    const struct shift *shift = &scene->shifts[move];
    uint64_t low = shift->from < shift->to ? shift->from : shift->to;
    uint64_t high = shift->from < shift->to ? shift->to : shift->from;
    uint8_t bytes[MOVER_LOGICAL] = { 0 };

    for (uint64_t lba = low; lba < high + shift->length && scene->has_zeros; lba++)
        cutting_set(&scene->disk, (size_t)lba, bytes);
}

void mover_scene_fill(struct mover_scene *scene)
{
    uint8_t bytes[MOVER_LOGICAL];

    for (size_t lba = 0; lba < scene->disk.sectors; lba++) {
        put_foreign(lba, bytes);
        cutting_set(&scene->disk, lba, bytes);
    }
    for (unsigned i = 0; i < scene->count; i++)
        put_zeros(scene, i);
    for (unsigned i = 0; i < scene->count; i++)
        for (uint64_t at = 0; at < scene->shifts[i].length; at++) {
            put_data(scene, i, at, bytes);
            cutting_set(&scene->disk, (size_t)(scene->shifts[i].from + at), bytes);
        }
    if (scene->table == TABLE_GPT)
        put_gpt(scene);
    else if (scene->table == TABLE_PRIMARY)
        put_primaries(scene);
    else
        put_logicals(scene);
}
