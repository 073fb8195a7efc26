/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_sectors.c - an msdos table for 4096-byte sectors on a disk with 512-byte
 * ones
 *
 * LBA 0 alone decides in which sectors readers count.  Both chains of EBRs are there when
 * it is written. */
#include <string.h>

#include "model/base/mem.h"
#include "model/table/mbr.h"
#include "support/power.h"
#include "support/refused.h"
#include "support/test.h"
#include "support/write_scene.h"

/* Sectors of 512 bytes: the container, and its EBRs as they are for 4096. */
enum { CONTAINER = 8192, SECOND = 10240 };

/* 1: 2048 + 2048; 2: a container at 8192 + 8192 with LOGICALS of 800 sectors, each 8
 * sectors behind its EBR. */
static struct write_scene scene_other(unsigned logicals)
{
    struct write_scene scene = { .disk = { .size = SCENE_SIZE, .logical = 512 } };
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    CLEANUP(freep)
    struct mbr_sector *sectors = xcalloc(MBR_SECTORS_MAX, sizeof(*sectors));

    table->signature = 0x12345678;
    table->primary[0] = (struct mbr_entry){ 0x80, 0x83, 256, 256 };
    table->primary[1] = (struct mbr_entry){ 0, 0x05, 1024, 1024 };
    for (unsigned i = 0; i < logicals || !i; i++) {
        uint64_t ebr = 1024 + 256 * i;
        struct mbr_entry entry = { 0, 0x83, ebr + 1, 100 };
        mbr_add_logical(table, 1, ebr, &entry);
        table->logical_count -= !logicals;
    }
    size_t count = mbr_encode(table, sectors);
    for (size_t i = 0; i < count; i++)
        sectors_put_bytes(&scene.disk, sectors[i].lba * 4096, sectors[i].bytes, 512);
    scene_read(&scene);
    ck_assert_uint_eq(layout_label(scene.base)->written_for, 4096);
    return scene;
}

static const struct edit repair = { .kind = EDIT_REPAIR, .repair = REPAIR_SECTOR_SIZE };

TEST(lba_0_is_written_when_both_chains_are_there)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_other(2);
    struct power_totals totals = { 0 };
    struct rng rng = rng_start(0);

    scene_edit(&scene, repair, 0);
    scene_plan_as(&scene, "ebr 8193+1 ebr 10241+1 | mbr 0+1 |");
    power_cut(&rng, &scene.disk, scene.base, scene.preview, &scene.plan, true, false,
              &totals);
    ck_assert_uint_eq(totals.bad, 0);
    scene_write(&scene);
    scene_read(&scene);
    ck_assert_uint_eq(layout_label(scene.base)->written_for, 0);
    ck_assert_uint_eq(layout_find_number(scene.base, 1)->start, 2048);
    ck_assert_uint_eq(layout_find_number(scene.base, 6)->start, 10248);
}

/* What the table for 4096-byte sectors needs is not written over before it is given up.
 */
TEST(an_ebr_that_still_counts_is_not_written_over)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_other(2);
    struct layout_builder *builder;

    scene_edit(&scene, repair, 0);
    builder = scene_open(&scene);
    const struct extent *second = layout_find_number(scene.preview, 6);
    layout_builder_find(builder, second->ebr)->start = SECOND;
    scene_close(&scene, builder);
    scene_refuse(&scene, REFUSAL_WRITE_EBR_SECTORS,
                 "An EBR for 512-byte sectors would lie at sector 10240, where "
                 "the table for 4096-byte ones still needs");
}

/* The way back.  The old EBRs may have been written over since. */
static const struct {
    unsigned logicals;
    bool is_chain_lost;
    const char *order; /* NULL: refused */
} ways[] = {
    { 2, false, "mbr 0+1 | ebr 8193+1 ebr 10241+1 |" },
    { 2, true, NULL },
    { 0, false, "mbr 0+1 | ebr 8193+1 |" },
    { 0, true, "ebr 8192+2 | mbr 0+1 |" },
};

TEST_EACH(the_table_for_other_sectors_comes_back_where_its_chain_is, ways)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_other(ways[_i].logicals);
    struct reader reader = sectors_reader(&scene.disk);
    uint8_t zeros[512] = { 0 };
    struct err err = { 0 };
    size_t count;

    scene_edit(&scene, repair, 0);
    scene_plan(&scene);
    struct sector_run *runs = scene_save(&scene, &count);
    scene_write(&scene);
    if (ways[_i].is_chain_lost) {
        sectors_put(&scene.disk, CONTAINER, zeros);
        sectors_put(&scene.disk, SECOND, zeros);
    }
    scene_read(&scene);
    write_plan_finish(&scene.plan);
    bool is_made =
        write_plan_of_runs(&reader, scene.base, runs, count, &scene.plan, &err);
    ck_assert_msg(is_made == (ways[_i].order != NULL), "%s", err.text);
    if (is_made)
        scene_expect(&scene, ways[_i].order);
    else
        ck_assert_refused(&err, REFUSAL_WRITE_CHAIN_GONE);
    runs_free(runs, count);
}

TEST(the_way_back_has_a_plan_or_a_sentence)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_other(0);
    uint8_t zeros[512] = { 0 };
    size_t count;

    scene_edit(&scene, repair, 0);
    scene_plan(&scene);
    struct sector_run *runs = scene_save(&scene, &count);
    scene_write(&scene);
    sectors_put(&scene.disk, CONTAINER, zeros);
    scene_read(&scene);
    scene_fail_reads(&scene, runs, count);
    runs_free(runs, count);
}
