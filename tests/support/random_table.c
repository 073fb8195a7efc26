/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random_table.c - small disks with the bytes of any legal table, and random edits */
#include "support/random_table.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/utf16.h"
#include "model/disk/repair.h"
#include "model/disk/types.h"
#include "model/edit/queue.h"
#include "model/table/gpt.h"
#include "model/table/mbr.h"
#include "model/table/tables.h"

static bool one_in(struct rng *rng, uint64_t n)
{
    return rng_below(rng, n) == 0;
}

static void fill_random(struct rng *rng, uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)rng_next(rng);
}

/* Often none, often a few sectors, sometimes a large one. */
static uint64_t gap(struct rng *rng)
{
    return one_in(rng, 3) ? 0 : rng_below(rng, one_in(rng, 3) ? 4000 : 70);
}

/* Partitions start and end at multiples of STEP. */
static void put_entries(struct rng *rng, struct gpt_table *table, uint64_t step)
{
    uint64_t at = table->primary.first_usable;

    for (unsigned i = 0; i < 6; i++) {
        struct gpt_entry entry = { .slot = i * 2 % 7,
                                   .first_lba = num_round_up(at + gap(rng), step) };
        entry.last_lba =
            num_round_up(entry.first_lba + 1 + rng_below(rng, 5000), step) - 1;
        entry.attributes = one_in(rng, 3) ? rng_next(rng) : 0;
        if (entry.last_lba > table->primary.last_usable ||
            entry.slot >= table->primary.entry_count || one_in(rng, 6))
            continue;
        fill_random(rng, entry.unique.bytes, sizeof(entry.unique.bytes));
        if (!guid_parse(one_in(rng, 2) ? TYPE_GPT_LINUX : TYPE_GPT_WINDOWS, &entry.type))
            abort();
        if (one_in(rng, 2) && !utf16le_of_utf8("n\xc3\xa4me", entry.name, 36))
            abort();
        if (one_in(rng, 3)) /* something behind the end of the name */
            fill_random(rng, entry.name + 40, 20);
        gpt_add(table, &entry);
        at = entry.last_lba + 1;
    }
}

/* Arrays that lie farther off, as `sgdisk -j` makes them. */
static void move_array(struct rng *rng, struct gpt_table *table)
{
    uint64_t by = 1 + rng_below(rng, 40);

    if (!one_in(rng, 4) || table->size < 1000)
        return;
    table->primary.entries_lba += by;
    table->primary.first_usable = table->backup.first_usable += by;
}

static void damage_gpt(struct rng *rng, struct sectors *disk,
                       const struct gpt_table *table)
{
    uint64_t lba = one_in(rng, 2) ? table->backup.my_lba : 1;
    uint8_t junk[32];

    fill_random(rng, junk, sizeof(junk));
    if (one_in(rng, 6))
        sectors_put_bytes(disk, lba * disk->logical + 60, junk, sizeof(junk));
    else if (one_in(rng, 12))
        sectors_put_bytes(disk, 446, (uint8_t[64]){ 0 }, 64);
    else if (one_in(rng, 12))
        sectors_put_bytes(disk, 458, junk, 2);
}

/* The same for the backup: a gap between its array and its header. */
static void move_backup_array(struct rng *rng, struct gpt_table *table)
{
    uint64_t by = 1 + rng_below(rng, 40);

    if (!one_in(rng, 3) || table->size < 1000)
        return;
    table->backup.entries_lba -= by;
    table->primary.last_usable = table->backup.last_usable -= by;
}

/* For sectors of LOGICAL bytes, which may not be the disk's. */
static void put_gpt(struct rng *rng, struct sectors *disk, uint64_t logical)
{
    static const uint32_t counts[] = { 128, 128, 128, 56, 130, 4 };
    uint64_t size = disk->size * disk->logical / logical;
    struct gpt_table table;
    struct gpt_image image;
    struct guid guid;

    if (logical == disk->logical && one_in(rng, 5))
        size -= rng_below(rng, 500);
    fill_random(rng, guid.bytes, sizeof(guid.bytes));
    if (!gpt_init(&table, logical, size, &guid,
                  counts[rng_below(rng, ARRAY_SIZE(counts))]))
        abort();
    move_array(rng, &table);
    put_entries(rng, &table, logical < disk->logical ? disk->logical / logical : 1);
    gpt_encode(&table, &image);
    if (one_in(rng, 2))
        fill_random(rng, image.front, 440);
    sectors_put_bytes(disk, 0, image.front, image.front_bytes);
    sectors_put_bytes(disk, image.back_offset, image.back, image.back_bytes);
    if (logical == disk->logical)
        damage_gpt(rng, disk, &table);
    gpt_image_finish(&image);
    gpt_finish(&table);
}

struct sectors random_gpt(struct rng *rng, struct gpt_table *ret)
{
    static const uint32_t counts[] = { 128, 128, 4, 8, 31, 56, 130, 300 };
    struct sectors disk = { .size = 1500 + rng_below(rng, 40000),
                            .logical = one_in(rng, 3) ? 4096 : 512 };
    uint64_t size = disk.size - (one_in(rng, 6) ? rng_below(rng, 400) : 0);
    struct gpt_image image;
    struct guid guid;

    fill_random(rng, guid.bytes, sizeof(guid.bytes));
    if (!gpt_init(ret, disk.logical, size, &guid,
                  counts[rng_below(rng, ARRAY_SIZE(counts))]))
        abort();
    move_array(rng, ret);
    move_backup_array(rng, ret);
    put_entries(rng, ret, 1);
    gpt_encode(ret, &image);
    sectors_put_bytes(&disk, 0, image.front, image.front_bytes);
    sectors_put_bytes(&disk, image.back_offset, image.back, image.back_bytes);
    gpt_image_finish(&image);
    return disk;
}

static struct mbr_entry random_entry(struct rng *rng, uint64_t start, uint64_t length)
{
    static const uint8_t types[] = { 0x83, 0x82, 0x07, 0x0c, 0xa5, 0xda };

    return (struct mbr_entry){ .flag = one_in(rng, 5) ? 0x80 : 0,
                               .type = types[rng_below(rng, ARRAY_SIZE(types))],
                               .start = start,
                               .length = length };
}

/* EBRs may lie between multiples of STEP. */
static void put_logicals(struct rng *rng, struct mbr_table *table, unsigned slot,
                         uint64_t step)
{
    uint64_t at = table->primary[slot].start, end = at + table->primary[slot].length;

    for (unsigned i = 0; i < 6; i++) {
        uint64_t ebr = i ? at + gap(rng) : at;
        uint64_t start = num_round_up(ebr + 1 + (one_in(rng, 3) ? 62 : gap(rng)), step);
        uint64_t length = num_round_up(1 + rng_below(rng, 4000), step);
        if (start + length > end || one_in(rng, 8))
            break;
        struct mbr_entry entry = random_entry(rng, start, length);
        mbr_add_logical(table, slot, ebr, &entry);
        at = start + length;
    }
    if (!table->link_count) { /* an empty one */
        table->links[0] =
            (struct mbr_link){ .lba = table->primary[slot].start, .slot = slot };
        table->link_count = 1;
    }
}

static void put_primaries(struct rng *rng, struct mbr_table *table, uint64_t size,
                          uint64_t step, uint64_t first)
{
    bool has_container = false;
    uint64_t at = first + gap(rng);

    for (unsigned slot = 0; slot < MBR_SLOTS; slot++) {
        bool is_container = !has_container && one_in(rng, 2);
        uint64_t start = num_round_up(at + gap(rng), step);
        uint64_t length =
            num_round_up(1 + rng_below(rng, is_container ? 20000 : 6000), step);
        if (start + length > size || one_in(rng, 5))
            continue;
        table->primary[slot] = random_entry(rng, start, length);
        at = start + length;
        if (!is_container)
            continue;
        table->primary[slot].type = one_in(rng, 2) ? 0x05 : 0x0f;
        has_container = true;
        put_logicals(rng, table, slot, step);
    }
}

/* The same for an msdos table. */
static void put_msdos(struct rng *rng, struct sectors *disk, uint64_t logical,
                      uint64_t first)
{
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    CLEANUP(freep)
    struct mbr_sector *sectors = xcalloc(MBR_SECTORS_MAX, sizeof(*sectors));

    table->signature = (uint32_t)rng_next(rng);
    uint64_t size = disk->size * disk->logical / logical;
    put_primaries(rng, table, size, logical < disk->logical ? 8 : 1, first);
    size_t count = mbr_encode(table, sectors);
    for (size_t i = 0; i < count; i++) {
        if (one_in(rng, 2)) /* no jump: not the boot sector of a file system */
            fill_random(rng, sectors[i].bytes + 3, 430);
        sectors_put_bytes(disk, sectors[i].lba * logical, sectors[i].bytes, MBR_BYTES);
    }
}

/* What is left of a GPT beside an msdos table; no partition lies over its front. */
static void put_over_gpt(struct rng *rng, struct sectors *disk, uint64_t logical)
{
    put_gpt(rng, disk, one_in(rng, 4) ? disk->logical : logical);
    put_msdos(rng, disk, logical, 48);
}

struct sectors random_table(struct rng *rng)
{
    struct sectors disk = { .size = 2000 + rng_below(rng, 58000),
                            .logical = one_in(rng, 4) ? 4096 : 512 };
    uint64_t kind = rng_below(rng, 9), logical = disk.logical;

    if (one_in(rng, 8)) {
        logical = logical == 512 ? 4096 : 512;
        disk.size = num_round_up(disk.size, 8);
    }
    if (kind < 4)
        put_gpt(rng, &disk, logical);
    else if (kind < 8 && one_in(rng, 8))
        put_over_gpt(rng, &disk, logical);
    else if (kind < 8)
        put_msdos(rng, &disk, logical, 1);
    return disk;
}

struct sectors random_chain(struct rng *rng)
{
    struct sectors disk = { .size = 40000, .logical = one_in(rng, 2) ? 4096 : 512 };

    put_msdos(rng, &disk, disk.logical == 512 ? 4096 : 512, 1);
    return disk;
}

void random_put_swap(struct sectors *disk, const struct extent *extent)
{
    uint8_t page[4096] = { 0 };

    put_le32(page, 1024, 1);
    put_le32(page, 1028, (uint32_t)(extent->length * disk->logical / 4096 - 1));
    memcpy(page + 1036, "the uuid of swap", 16);
    memcpy(page + 4086, "SWAPSPACE2", 10);
    sectors_put_bytes(disk, extent->start * disk->logical, page, sizeof(page));
}

static void fill_content(struct rng *rng, struct sectors *disk, struct extent *extent)
{
    extent->content = (struct content){ .state = CONTENT_NONE, .zeros = ZEROS_ALL };
    if (!one_in(rng, 4) || extent->length * disk->logical < 60000)
        return;
    extent->content.state = CONTENT_FOUND;
    strcpy(extent->content.type, "swap");
    extent->content.inside.kind = INSIDE_SWAP;
    extent->content.inside.is_remakeable = true;
    random_put_swap(disk, extent);
}

struct layout *random_base(struct rng *rng, struct sectors *disk)
{
    struct limits_reported said = { .size_bytes = disk->size * disk->logical,
                                    .logical = disk->logical };
    CLEANUP(layout_builder_freep) struct layout_builder *builder = NULL;
    CLEANUP(layout_unrefp) struct layout *plain = NULL;
    struct label none = { .kind = LABEL_NONE, .last_usable = disk->size - 1 };
    struct reader reader = sectors_reader(disk);
    struct limits_given given = { 0 };
    struct err err = { 0 };
    struct limits limits;

    if (!limits_settle(&said, &given, &limits, &err))
        abort();
    if (!tables_read(&reader, &limits, &plain, &err))
        return NULL;
    builder = plain ? layout_builder_from(plain) : layout_builder_new(&limits, &none);
    for (size_t i = 0; plain && i < layout_count(plain); i++) {
        const struct extent *extent = layout_at(plain, i);
        if (extent->kind == EXTENT_PARTITION || extent->kind == EXTENT_LOGICAL)
            fill_content(rng, disk, layout_builder_find(builder, extent->id));
    }
    return layout_builder_finish(builder, &err);
}

static const struct extent *random_extent(struct rng *rng, const struct layout *layout,
                                          bool is_free)
{
    for (unsigned tries = 0; tries < 20; tries++) {
        const struct extent *extent =
            layout_at(layout, rng_below(rng, layout_count(layout)));
        if (is_free ? extent->kind == EXTENT_FREE : extent->number != 0)
            return extent;
    }
    return layout_at(layout, 0);
}

static void choose_hole(struct rng *rng, const struct layout *layout, struct edit *edit)
{
    const struct extent *hole = random_extent(rng, layout, true);

    edit->start = hole->start + (one_in(rng, 2) ? 0 : rng_below(rng, hole->length));
    edit->length = extent_end(hole) - edit->start;
    if (!one_in(rng, 3))
        edit->length = 1 + rng_below(rng, edit->length);
    if (hole->parent)
        edit->extent = EXTENT_LOGICAL;
    else if (one_in(rng, 3))
        edit->extent = EXTENT_EXTENDED;
}

/* Longer or shorter, and sometimes elsewhere. */
static void choose_range(struct rng *rng, const struct layout *layout, struct edit *edit)
{
    const struct extent *old = layout_find(layout, edit->id);
    const struct extent *hole = random_extent(rng, layout, true);

    edit->start = old->start;
    edit->length = old->length + rng_below(rng, 200);
    if (one_in(rng, 2))
        edit->length = 1 + rng_below(rng, old->length);
    if (!one_in(rng, 3))
        return;
    edit->start = hole->start + rng_below(rng, hole->length);
    if (one_in(rng, 3))
        edit->start = old->start - rng_below(rng, 20);
}

static void choose_words(struct rng *rng, const struct layout *layout, struct edit *edit)
{
    bool is_gpt = layout_label(layout)->kind == LABEL_GPT;

    if (edit->kind == EDIT_TYPE || one_in(rng, 3))
        strcpy(edit->type, is_gpt ? TYPE_GPT_EFI_SYSTEM : "7");
    if (is_gpt && (edit->kind == EDIT_NAME || one_in(rng, 3)))
        strcpy(edit->name, "w\xc3\xb6rd");
    edit->is_bootable = one_in(rng, 2);
    edit->attributes = edit->kind == EDIT_ATTRIBUTES ? 1 : 0;
}

static void choose_repair(struct rng *rng, const struct layout *layout, struct edit *edit)
{
    enum repair list[REPAIR_COUNT];
    size_t count = repair_list(layout, list);

    if (!count)
        return;
    edit->kind = EDIT_REPAIR;
    edit->repair = list[rng_below(rng, count)];
}

static struct edit random_edit(struct rng *rng, const struct layout *layout)
{
    static const enum edit_kind kinds[] = {
        EDIT_CREATE, EDIT_CREATE, EDIT_CREATE, EDIT_DELETE,     EDIT_DELETE,
        EDIT_RESIZE, EDIT_RESIZE, EDIT_RESIZE, EDIT_TYPE,       EDIT_NAME,
        EDIT_BOOT,   EDIT_UUID,   EDIT_SORT,   EDIT_ATTRIBUTES, EDIT_DISK_ID,
    };
    struct edit edit = { .kind = kinds[rng_below(rng, ARRAY_SIZE(kinds))],
                         .extent = EXTENT_PARTITION,
                         .label = one_in(rng, 2) ? LABEL_GPT : LABEL_MSDOS };

    if (one_in(rng, 25) || layout_label(layout)->kind == LABEL_NONE)
        edit.kind = EDIT_NEW_TABLE;
    if (one_in(rng, 25))
        edit.kind = EDIT_CONVERT;
    if (edit.kind != EDIT_CREATE)
        edit.id = random_extent(rng, layout, false)->id;
    if (edit.kind == EDIT_CREATE)
        choose_hole(rng, layout, &edit);
    if (edit.kind == EDIT_RESIZE)
        choose_range(rng, layout, &edit);
    if (edit.kind != EDIT_NEW_TABLE)
        choose_words(rng, layout, &edit);
    if (one_in(rng, 3) || layout_read_only(layout))
        choose_repair(rng, layout, &edit);
    return edit;
}

struct layout *random_preview(struct rng *rng, struct layout *base, unsigned edits)
{
    struct guid_source seed = { { rng_next(rng), rng_next(rng), rng_next(rng), 1 } };
    CLEANUP(queue_freep) struct queue *queue = queue_new(base, seed);

    for (unsigned tries = 0; tries < 60 && queue_count(queue) < edits; tries++) {
        struct edit edit = random_edit(rng, queue_preview(queue));
        struct err err = { 0 };
        (void)!queue_push(queue, &edit, &err); /* as many as can be */
    }
    return layout_ref(queue_preview(queue));
}
