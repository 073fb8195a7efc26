/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_chain.c - chains with an EBR that names no logical partition */
#include "model/base/mem.h"
#include "support/power.h"
#include "support/test.h"
#include "support/write_scene.h"

#define DELETE(n) { .kind = EDIT_DELETE }, n
#define CREATE(s, l)                                                                     \
    { .kind = EDIT_CREATE, .extent = EXTENT_LOGICAL, .start = s, .length = l }, 0

/* Steps that are each written and read again. */
static const struct {
    struct {
        struct edit edit;
        unsigned number;
    } steps[5];
    unsigned count;
} chains[] = {
    /* The first EBR is the container's: it stays without a logical. */
    { { { DELETE(5) } }, 1 },
    { { { DELETE(5) }, { { .kind = EDIT_TYPE, .type = "7" }, 5 } }, 2 },
    { { { DELETE(5) }, { DELETE(5) } }, 2 },
    { { { DELETE(7) }, { DELETE(6) }, { DELETE(5) } }, 3 },
    { { { DELETE(7) }, { DELETE(6) }, { DELETE(5) }, { CREATE(10240, 2048) } }, 4 },
    { { { DELETE(7) }, { DELETE(6) }, { DELETE(5) }, { CREATE(20480, 2048) } }, 4 },
    { { { DELETE(5) }, { CREATE(10240, 2048) } }, 2 },
    { { { DELETE(5) }, { CREATE(8194, 1000) } }, 2 },
    { { { DELETE(5) }, { CREATE(24576, 1024) } }, 2 },
    { { { DELETE(7) },
        { DELETE(6) },
        { DELETE(5) },
        { { .kind = EDIT_TYPE, .type = "7" }, 1 } },
      4 },
    { { { DELETE(7) },
        { DELETE(6) },
        { DELETE(5) },
        { { .kind = EDIT_RESIZE, .start = 8192, .length = 4096 }, 2 } },
      4 },
    { { { DELETE(7) }, { DELETE(6) }, { DELETE(5) }, { DELETE(2) } }, 4 },
};

/* The EBR of 6 or 7 that loses its logical, and the EBRs of 5 and 6 then. */
static const struct {
    uint64_t empty;
    const char *written[2];
} gaps[] = {
    { 12288, { "ebr 8192+1 |", "ebr 16384+1 |" } },
    { 16384, { "ebr 8192+1 |", "ebr 12288+1 |" } },
};

TEST_EACH(an_ebr_without_a_logical_keeps_its_place, gaps)
{
    static const uint8_t nothing[16] = { 0 };

    for (unsigned number = 5; number <= 6; number++) {
        struct write_scene scene = scene_msdos();
        struct edit edit = { .kind = EDIT_TYPE, .type = "7" };
        sectors_put_bytes(&scene.disk, gaps[_i].empty * 512 + 446, nothing,
                          sizeof(nothing));
        scene_read(&scene);
        scene_edit(&scene, edit, number);
        scene_plan(&scene);
        scene_expect(&scene, gaps[_i].written[number - 5]);
        scene_finish(&scene);
    }
}

TEST_EACH(an_ebr_without_a_logical_stays_in_the_chain, chains)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct power_totals totals = { 0 };
    struct rng rng = rng_start(0);

    for (unsigned i = 0; i < chains[_i].count; i++) {
        scene_edit(&scene, chains[_i].steps[i].edit, chains[_i].steps[i].number);
        scene_plan(&scene);
        power_cut(&rng, &scene.disk, scene.base, scene.preview, &scene.plan, true, false,
                  &totals);
        struct layout *shown = layout_ref(scene.preview);
        scene_write(&scene);
        scene_read(&scene);
        ck_assert(layout_equal(scene.base, shown));
        layout_unref(shown);
    }
    ck_assert_uint_eq(totals.bad, 0);
}

/* No edit makes such a layout; the writer refuses it all the same, since readers look for
 * the chain in the container's first sector. */
TEST_TIMES(a_container_without_an_ebr_in_its_first_sector_is_refused, 2)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(scene.base);
    struct err err = { 0 };

    for (size_t i = 0; i < layout_count(scene.base); i++) {
        const struct extent *extent = layout_at(scene.base, i);
        bool is_head = extent->role == ROLE_EBR && extent->start == 8192;
        if (is_head || (_i && extent->parent && extent->kind != EXTENT_FREE))
            layout_builder_remove(builder, extent->id);
    }
    layout_unref(scene.preview);
    scene.preview = layout_builder_finish(builder, &err);
    ck_assert_msg(scene.preview != NULL, "%s", err.text);
    scene_refuse(&scene, REFUSAL_WRITE_CHAIN_START, "would begin without an EBR");
}

/* The container begins behind the gap of the MBR, and its logicals leave no sector free.
 * When it is given the last sectors of the gap, the EBR in the middle has its temporary
 * position there. */
TEST(a_full_container_grows_into_the_gap_of_the_mbr)
{
    static const struct {
        struct edit edit;
        unsigned number;
    } steps[] = { { DELETE(1) },           { DELETE(7) },
                  { DELETE(6) },           { DELETE(5) },
                  { CREATE(8193, 4095) },  { CREATE(12289, 4095) },
                  { CREATE(16385, 12287) } };
    const struct edit grow = { .kind = EDIT_MOVE, .start = 8188 };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct power_totals totals = { 0 };
    struct rng rng = rng_start(0);

    for (size_t i = 0; i < ARRAY_SIZE(steps); i++)
        scene_edit(&scene, steps[i].edit, steps[i].number);
    scene_plan(&scene);
    scene_write(&scene);
    scene_read(&scene);
    scene_edit(&scene, grow, 2);
    scene_plan(&scene);
    power_cut(&rng, &scene.disk, scene.base, scene.preview, &scene.plan, true, false,
              &totals);
    ck_assert_uint_eq(totals.bad, 0);
}
