/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data_scene_disk.c - the content of the disk of a scene: table, partitions, others */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/types.h"
#include "model/table/gpt.h"
#include "model/table/mbr_layout.h"
#include "support/data_scene.h"
#include "support/test.h"

enum { HIDDEN_AT = 28, CODE = 200, ZEROS_AT = 6 };

/* --- content --- */

static void put_data(const struct data_scene *scene, unsigned move, uint64_t index,
                     uint8_t *ret)
{
    if (scene->content) {
        memcpy(ret, scene->content->bytes + index * scene->logical, scene->logical);
        return;
    }
    if (scene->has_zeros && index >= ZEROS_AT &&
        !zones_overlap(&scene->shifts[move].zones, index, index + 1)) {
        memset(ret, 0, scene->logical);
        return;
    }
    memset(ret, (int)(1 + index * 13 + move * 101) & 0xff, scene->logical);
    put_le32(ret, 0, (uint32_t)index);
    if (!index && scene->fields[move].count)
        put_le32(ret, HIDDEN_AT, (uint32_t)scene->shifts[move].from);
}

static void put_others(struct data_scene *scene, uint8_t *sector)
{
    for (size_t lba = 0; lba < scene->disk.sectors; lba++) {
        memset(sector, 0xf0, scene->logical);
        put_le32(sector, 0, (uint32_t)lba);
        cutting_set(&scene->disk, lba, sector);
    }
}

static void put_move(struct data_scene *scene, unsigned move, uint8_t *sector)
{
    const struct shift *shift = &scene->shifts[move];
    uint64_t low = num_min(shift->from, shift->to);
    uint64_t high = num_max(shift->from, shift->to);

    memset(sector, 0, scene->logical);
    for (uint64_t lba = low; lba < high + shift->length && scene->has_zeros; lba++)
        cutting_set(&scene->disk, (size_t)lba, sector);
    /* What is in the free space can look like the partition. */
    if (shift->to + shift->zones.magic < shift->from && !scene->has_zeros &&
        !scene->content) {
        put_data(scene, move, shift->zones.magic, sector);
        cutting_set(&scene->disk, (size_t)(shift->to + shift->zones.magic), sector);
    }
    for (uint64_t at = 0; at < shift->length; at++) {
        put_data(scene, move, at, sector);
        cutting_set(&scene->disk, (size_t)(shift->from + at), sector);
    }
}

static void put_swap(struct data_scene *scene, uint8_t *sector)
{
    uint8_t page[4096] = { 0 };

    put_le32(page, 1024, 1);
    put_le32(page, 1028, (uint32_t)(scene->swap.length * scene->logical / 4096 - 1));
    memcpy(page + 1036, "the uuid of swap", 16);
    memcpy(page + 4086, "SWAPSPACE2", 10);
    for (size_t i = 0; i < sizeof(page) / scene->logical; i++) {
        memcpy(sector, page + i * scene->logical, scene->logical);
        cutting_set(&scene->disk, (size_t)scene->swap.lba + i, sector);
    }
}

/* --- tables --- */

static void put_bytes(struct cutting *disk, uint64_t offset, const uint8_t *bytes,
                      size_t count)
{
    for (size_t i = 0; i < count; i += disk->logical)
        cutting_set(disk, (size_t)(offset + i) / disk->logical, bytes + i);
}

static void add_entry(struct gpt_table *table, unsigned slot, struct shift_sectors at)
{
    struct gpt_entry entry = { .slot = slot, .first_lba = at.lba };

    entry.last_lba = at.lba + at.length - 1;
    entry.unique.bytes[0] = (uint8_t)(slot + 1);
    ck_assert(guid_parse(TYPE_GPT_LINUX, &entry.type));
    gpt_add(table, &entry);
}

static void put_gpt(struct data_scene *scene)
{
    struct gpt_table table;
    struct gpt_image image;
    const struct guid id = { { 0xd1, 0x5c } };

    ck_assert(
        gpt_init(&table, scene->logical, scene->shifts[0].disk, &id, scene->entries));
    for (unsigned i = 0; i < scene->count; i++)
        add_entry(
            &table, i,
            (struct shift_sectors){ scene->shifts[i].from, scene->shifts[i].length });
    if (scene->swap.length)
        add_entry(&table, scene->count, scene->swap);
    gpt_encode(&table, &image);
    put_bytes(&scene->disk, 0, image.front, image.front_bytes);
    put_bytes(&scene->disk, image.back_offset, image.back, image.back_bytes);
    gpt_image_finish(&image);
    gpt_finish(&table);
}

/* Other programs keep code in front of the entries. */
static void begin_msdos(const struct data_scene *scene, uint8_t *sector)
{
    memset(sector, 0, scene->logical);
    memset(sector, 0xc0, CODE);
    put_le32(sector, 440, 0x12345678);
    sector[510] = 0x55;
    sector[511] = 0xaa;
}

/* Its start is relative to BASE. */
static void put_entry(uint8_t *sector, unsigned number, uint8_t type,
                      struct shift_sectors at, uint64_t base)
{
    uint8_t *entry = sector + MBR_AT_ENTRIES + (size_t)16 * number;

    entry[MBR_ENTRY_AT_TYPE] = type;
    mbr_put_range(entry, at.lba, at.length, base);
}

static void put_logicals(struct data_scene *scene, uint8_t *sector)
{
    uint64_t container = scene->ebrs[0];

    for (unsigned i = 0; i < scene->count; i++) {
        const struct shift *shift = &scene->shifts[i];
        begin_msdos(scene, sector);
        put_entry(sector, 0, 0x83, (struct shift_sectors){ shift->from, shift->length },
                  scene->ebrs[i]);
        if (i + 1 < scene->count) {
            uint64_t next = scene->ebrs[i + 1];
            put_entry(
                sector, 1, 0x05,
                (struct shift_sectors){ next, shift[1].from + shift[1].length - next },
                container);
        }
        cutting_set(&scene->disk, (size_t)scene->ebrs[i], sector);
    }
}

static void put_msdos(struct data_scene *scene, uint8_t *sector)
{
    uint64_t container = scene->ebrs[0];
    unsigned number = 0;

    begin_msdos(scene, sector);
    if (scene->table == DATA_LOGICAL)
        put_entry(sector, number++, 0x05,
                  (struct shift_sectors){ container, scene->container_end - container },
                  0);
    for (unsigned i = 0; i < scene->count && scene->table == DATA_PRIMARY; i++)
        put_entry(
            sector, number++, 0x83,
            (struct shift_sectors){ scene->shifts[i].from, scene->shifts[i].length }, 0);
    if (scene->swap.length)
        put_entry(sector, number++, 0x82, scene->swap, 0);
    cutting_set(&scene->disk, 0, sector);
    if (scene->table == DATA_LOGICAL)
        put_logicals(scene, sector);
}

void data_scene_fill(struct data_scene *scene)
{
    CLEANUP(freep) uint8_t *sector = xmalloc(scene->logical);

    put_others(scene, sector);
    for (unsigned i = 0; i < scene->count; i++)
        put_move(scene, i, sector);
    if (scene->swap.length)
        put_swap(scene, sector);
    if (scene->table == DATA_GPT)
        put_gpt(scene);
    else
        put_msdos(scene, sector);
}
