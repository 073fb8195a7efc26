/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write_scene.c - small disks with a table whose every byte is known, and plans for them
 */
#include "support/write_scene.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/str.h"
#include "model/base/utf16.h"
#include "model/disk/types.h"
#include "model/table/gpt.h"
#include "model/table/mbr.h"
#include "model/table/tables.h"
#include "model/write/whitelist.h"
#include "support/edits.h"
#include "support/refused.h"

enum { LOGICAL = 512 };

static void put_swap(struct sectors *disk, uint64_t start, uint64_t length)
{
    uint8_t page[4096] = { 0 };

    put_le32(page, 1024, 1);
    put_le32(page, 1028, (uint32_t)(length * LOGICAL / 4096 - 1));
    memcpy(page + 1036, "the uuid of swap", 16);
    memcpy(page + 1052, "its label", 9);
    memcpy(page + 4086, "SWAPSPACE2", 10);
    sectors_put_bytes(disk, start * LOGICAL, page, sizeof(page));
}

/* Looked at, and nothing found; but where a swap header lies. */
static void fill_content(struct layout_builder *builder, const struct extent *extent,
                         const struct reader *disk)
{
    struct extent *filled = layout_builder_find(builder, extent->id);
    char magic[10];

    filled->content = (struct content){ .state = CONTENT_NONE, .zeros = ZEROS_ALL };
    if (!reader_read(disk, extent->start * LOGICAL + 4086, magic, sizeof(magic)) ||
        memcmp(magic, "SWAPSPACE2", sizeof(magic)) != 0)
        return;
    filled->content.state = CONTENT_FOUND;
    strcpy(filled->content.type, "swap");
    filled->content.inside.kind = INSIDE_SWAP;
    filled->content.inside.is_remakeable = true;
}

static struct layout *read_layout(struct sectors *disk)
{
    struct reader reader = sectors_reader(disk);
    CLEANUP(layout_unrefp) struct layout *blank = edits_blank(disk->size, LOGICAL);
    CLEANUP(layout_unrefp) struct layout *plain = NULL;
    struct err err = { 0 };

    ck_assert_msg(tables_read(&reader, layout_limits(blank), &plain, &err), "%s",
                  err.text);
    if (!plain)
        return TAKE(blank);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);
    for (size_t i = 0; i < layout_count(plain); i++) {
        const struct extent *extent = layout_at(plain, i);
        if (extent->kind == EXTENT_PARTITION || extent->kind == EXTENT_LOGICAL)
            fill_content(builder, extent, &reader);
    }
    return layout_builder_refinish(builder);
}

void scene_read(struct write_scene *scene)
{
    layout_unref(scene->base);
    layout_unref(scene->preview);
    scene->base = read_layout(&scene->disk);
    scene->preview = layout_ref(scene->base);
}

static struct write_scene empty_scene(void)
{
    return (struct write_scene){ .disk = { .size = SCENE_SIZE, .logical = LOGICAL } };
}

static void add_logical(struct mbr_table *table, uint64_t ebr)
{
    struct mbr_entry entry = { .type = 0x83, .start = ebr + 2048, .length = 2048 };

    mbr_add_logical(table, 1, ebr, &entry);
}

struct write_scene scene_msdos(void)
{
    struct write_scene scene = empty_scene();
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    CLEANUP(freep)
    struct mbr_sector *sectors = xcalloc(MBR_SECTORS_MAX, sizeof(*sectors));

    table->signature = 0x12345678;
    table->primary[0] = (struct mbr_entry){ 0x80, 0x83, 2048, 4096 };
    table->primary[1] = (struct mbr_entry){ 0, 0x05, 8192, 20480 };
    table->primary[2] = (struct mbr_entry){ 0, 0x82, 30720, 4096 };
    for (uint64_t ebr = 8192; ebr < 20480; ebr += 4096)
        add_logical(table, ebr);
    size_t count = mbr_encode(table, sectors);
    memset(sectors[0].bytes, 0xc0, MBR_CODE_BYTES);
    memset(sectors[0].bytes + 444, 0x5a, 2);
    memset(sectors[2].bytes, 0xeb, 8);
    for (size_t i = 0; i < count; i++)
        sectors_put(&scene.disk, sectors[i].lba, sectors[i].bytes);
    put_swap(&scene.disk, 30720, 4096);
    scene_read(&scene);
    return scene;
}

static void add_entry(struct gpt_table *table, uint64_t start, uint64_t length,
                      const char *name)
{
    struct gpt_entry entry = { .slot = (unsigned)table->count,
                               .first_lba = start,
                               .last_lba = start + length - 1 };

    entry.unique.bytes[0] = (uint8_t)(1 + table->count);
    ck_assert(guid_parse(TYPE_GPT_LINUX, &entry.type));
    ck_assert(utf16le_of_utf8(name, entry.name, GPT_NAME_UNITS));
    if (!name[0])
        entry.name[70] = 0x77;
    gpt_add(table, &entry);
}

/* A byte without a meaning, and the checksum for it. */
static void mark_header(uint8_t *header)
{
    put_le32(header, 12, 128);
    header[100] = 0xbb;
    put_le32(header, 16, 0);
    put_le32(header, 16, crc32_of(header, 128));
}

struct write_scene scene_gpt(void)
{
    struct write_scene scene = empty_scene();
    const struct guid disk = { { 0xd1, 0x5c } };
    struct gpt_table table;
    struct gpt_image image;

    ck_assert(gpt_init(&table, LOGICAL, SCENE_SIZE, &disk, 128));
    add_entry(&table, 2048, 4096, "");
    add_entry(&table, 8192, 8192, "data");
    add_entry(&table, 20480, 4096, "");
    gpt_encode(&table, &image);
    memset(image.front, 0xc0, MBR_CODE_BYTES);
    mark_header(image.front + LOGICAL);
    mark_header(image.back + image.back_bytes - LOGICAL);
    sectors_put_bytes(&scene.disk, 0, image.front, image.front_bytes);
    sectors_put_bytes(&scene.disk, image.back_offset, image.back, image.back_bytes);
    put_swap(&scene.disk, 20480, 4096);
    gpt_image_finish(&image);
    gpt_finish(&table);
    scene_read(&scene);
    return scene;
}

struct write_scene scene_hybrid(void)
{
    struct write_scene scene = scene_gpt();
    uint8_t entry[16] = { [4] = 0x0c };

    put_le32(entry, 8, 8192);
    put_le32(entry, 12, 8192);
    sectors_put_bytes(&scene.disk, 446 + 16, entry, sizeof(entry));
    scene_read(&scene);
    return scene;
}

struct write_scene scene_other_sectors(void)
{
    struct write_scene scene = empty_scene();
    const struct guid disk = { { 0xd1, 0x5c } };
    struct gpt_table table;
    struct gpt_image image;

    ck_assert(gpt_init(&table, 4096, SCENE_SIZE / 8, &disk, 128));
    add_entry(&table, 256, 256, "");
    gpt_encode(&table, &image);
    sectors_put_bytes(&scene.disk, 0, image.front, image.front_bytes);
    sectors_put_bytes(&scene.disk, image.back_offset, image.back, image.back_bytes);
    gpt_image_finish(&image);
    gpt_finish(&table);
    scene_read(&scene);
    return scene;
}

struct write_scene scene_bytes(const void *bytes, size_t count)
{
    struct write_scene scene = empty_scene();

    sectors_put_bytes(&scene.disk, 0, bytes, count);
    scene_read(&scene);
    return scene;
}

void scene_edit(struct write_scene *scene, struct edit edit, unsigned number)
{
    struct layout *after = edits_do(scene->preview, edit, number);

    layout_unref(scene->preview);
    scene->preview = after;
}

struct layout_builder *scene_open(const struct write_scene *scene)
{
    return layout_builder_from(scene->preview);
}

void scene_close(struct write_scene *scene, struct layout_builder *builder)
{
    layout_unref(scene->preview);
    scene->preview = layout_builder_refinish(builder);
    ck_assert_ptr_nonnull(scene->preview);
    layout_builder_free(builder);
}

void scene_shorten(struct write_scene *scene, unsigned number)
{
    struct layout_builder *builder = scene_open(scene);
    const struct extent *extent = layout_find_number(scene->preview, number);

    layout_builder_find(builder, extent->id)->length--;
    scene_close(scene, builder);
}

void scene_plan(struct write_scene *scene)
{
    struct reader reader = sectors_reader(&scene->disk);
    struct err err = { 0 };

    write_plan_finish(&scene->plan);
    ck_assert_msg(
        write_plan_make(&reader, scene->base, scene->preview, &scene->plan, &err), "%s",
        err.text);
    ck_assert_msg(
        whitelist_check(&reader, scene->base, scene->preview, &scene->plan, &err), "%s",
        err.text);
}

void scene_refuse(struct write_scene *scene, enum refusal refusal, const char *sentence)
{
    struct reader reader = sectors_reader(&scene->disk);
    struct err err = { 0 };

    ck_assert(!write_plan_make(&reader, scene->base, scene->preview, &scene->plan, &err));
    ck_assert_refused(&err, refusal);
    ck_assert_msg(strstr(err.text, sentence) != NULL, "%s", err.text);
}

char *scene_order(const struct write_scene *scene)
{
    struct str text = { 0 };

    for (size_t i = 0; i < scene->plan.count; i++) {
        const struct write *write = &scene->plan.writes[i];
        str_printf(&text, "%s%s %llu+%llu", i ? " " : "", write_what_id(write->what),
                   (unsigned long long)write->lba, (unsigned long long)write->count);
        if (write->is_flushed)
            str_add(&text, " |");
    }
    return str_take(&text);
}

void scene_expect(const struct write_scene *scene, const char *order)
{
    CLEANUP(freep) char *found = scene_order(scene);

    ck_assert_str_eq(found, order);
}

void scene_plan_as(struct write_scene *scene, const char *order)
{
    scene_plan(scene);
    scene_expect(scene, order);
}

struct sector_run *scene_save(struct write_scene *scene, size_t *ret_count)
{
    struct reader reader = sectors_reader(&scene->disk);
    struct sector_run *runs;
    struct err err = { 0 };

    ck_assert(table_runs(&reader, scene->base, &runs, ret_count, &err));
    for (size_t i = 0; i < scene->plan.count; i++) {
        const struct write *write = &scene->plan.writes[i];
        size_t bytes = write->count * LOGICAL;
        struct sector_run run = { write->lba, write->count, xmalloc(bytes) };
        ck_assert(reader_read(&reader, run.lba * LOGICAL, run.bytes, bytes));
        runs = xrealloc(runs, *ret_count + 1, sizeof(*runs));
        runs[(*ret_count)++] = run;
    }
    return runs;
}

/* A disk of which one read fails, once. */
struct failing {
    struct reader disk;
    unsigned reads; /* so far */
    unsigned fails; /* the number of the read that does, from 0 */
};

static bool read_failing(void *context, uint64_t offset, void *buf, size_t count)
{
    struct failing *failing = context;

    return failing->reads++ != failing->fails &&
           reader_read(&failing->disk, offset, buf, count);
}

void scene_fail_reads(struct write_scene *scene, const struct sector_run *runs,
                      size_t count)
{
    struct failing failing = { .disk = sectors_reader(&scene->disk) };
    struct reader broken = { read_failing, &failing, failing.disk.size };

    do {
        struct write_plan plan = { 0 };
        struct err err = { 0 };
        failing.reads = 0;
        bool is_made = write_plan_of_runs(&broken, scene->base, runs, count, &plan, &err);
        ck_assert_msg(is_made == !err.code, "read %u: %s", failing.fails, err.text);
        write_plan_finish(&plan);
    } while (failing.fails++ < failing.reads);
    ck_assert_uint_gt(failing.fails, 5);
}

void scene_write(struct write_scene *scene)
{
    sectors_put_plan(&scene->disk, &scene->plan, 0, scene->plan.count);
}

const uint8_t *scene_sector(struct write_scene *scene, uint64_t lba, uint8_t ret[512])
{
    struct reader reader = sectors_reader(&scene->disk);

    ck_assert(reader_read(&reader, lba * LOGICAL, ret, LOGICAL));
    return ret;
}

void scene_finish(struct write_scene *scene)
{
    write_plan_finish(&scene->plan);
    layout_unref(scene->base);
    layout_unref(scene->preview);
    sectors_finish(&scene->disk);
}
