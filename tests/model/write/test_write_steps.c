/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_steps.c - changes of an msdos table that need more than one step */
#include "model/base/mem.h"
#include "support/power.h"
#include "support/test.h"
#include "support/write_scene.h"

/* The plan has this order, no state on the way loses a partition, and the disk is in the
 * end what was shown. */
static void expect_safe(struct write_scene *scene, const char *order)
{
    struct power_totals totals = { 0 };
    struct rng rng = rng_start(0);

    scene_plan(scene);
    scene_expect(scene, order);
    power_cut(&rng, &scene->disk, scene->base, scene->preview, &scene->plan, true, false,
              &totals);
    ck_assert_uint_eq(totals.bad, 0);
    struct layout *shown = layout_ref(scene->preview);
    scene_write(scene);
    scene_read(scene);
    ck_assert(layout_equal(scene->base, shown));
    layout_unref(shown);
}

static void create(struct write_scene *scene, enum extent_kind kind, uint64_t start,
                   uint64_t length)
{
    struct edit edit = {
        .kind = EDIT_CREATE, .extent = kind, .start = start, .length = length
    };

    scene_edit(scene, edit, 0);
}

static void resize(struct write_scene *scene, unsigned number, uint64_t start,
                   uint64_t length)
{
    struct edit edit = { .kind = EDIT_RESIZE, .start = start, .length = length };

    scene_edit(scene, edit, number);
}

/* Partition 6 shrinks, a new EBR is placed in the sectors that become free, and its
 * own EBR links to that one. The container shrinks too: partition 3 can grow into its
 * end only in the write that shrinks the container. */
TEST(what_grows_waits_for_what_shrinks)
{
    static const struct edit sort = { .kind = EDIT_SORT };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();

    create(&scene, EXTENT_PARTITION, 28672, 1024);
    scene_edit(&scene, sort, 0);
    expect_safe(&scene, "mbr 0+1 |");
    resize(&scene, 6, 14336, 1000);
    create(&scene, EXTENT_LOGICAL, 15400, 900);
    scene_edit(&scene, sort, 0);
    resize(&scene, 2, 8192, 18432);
    resize(&scene, 3, 26624, 3072);
    expect_safe(&scene, "ebr 12288+1 | ebr 15399+1 | mbr 0+1 | ebr 12288+1 |");
}

/* Partition 7 lies between 5 and 6, and its EBR right behind 5, which grows over it.  6
 * stops linking to that EBR before 5 has its sector, though 6 is later in the chain. */
TEST(a_partition_grows_over_an_ebr_that_nothing_links_to)
{
    static const struct edit clear = { .kind = EDIT_DELETE };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();

    scene_edit(&scene, clear, 6);
    create(&scene, EXTENT_LOGICAL, 14336, 2048);
    scene_plan(&scene);
    scene_write(&scene);
    scene_read(&scene);
    scene_edit(&scene, clear, 7);
    resize(&scene, 5, 10240, 3000);
    expect_safe(&scene, "ebr 16384+1 | ebr 8192+1 |");
}

/* 1 ends where the container begins, and 3 begins where that ends. */
TEST(partitions_that_touch_do_not_overlap)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();

    resize(&scene, 1, 2048, 6144);
    resize(&scene, 2, 8192, 22528);
    expect_safe(&scene, "mbr 0+1 |");
    resize(&scene, 7, 18432, 12288);
    expect_safe(&scene, "ebr 16384+1 |");
    create(&scene, EXTENT_LOGICAL, 13000, 1335);
    expect_safe(&scene, "ebr 12999+1 | ebr 16384+1 |");
}

/* Partition 4 goes exactly where 1 was: what lies there is 1 before and 4 afterwards. */
TEST(a_partition_can_take_the_place_of_another)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();

    create(&scene, EXTENT_PARTITION, 36864, 4096);
    expect_safe(&scene, "mbr 0+1 |");
    scene_edit(&scene, (struct edit){ .kind = EDIT_DELETE }, 1);
    resize(&scene, 4, 2048, 4096);
    expect_safe(&scene, "mbr 0+1 |");
}

/* 1 goes where 4 was, and 4 into free space: that place is first one's, then the other's.
 */
TEST(partitions_can_move_up_one_behind_the_other)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();

    resize(&scene, 1, 2048, 2048);
    create(&scene, EXTENT_PARTITION, 34816, 2048);
    expect_safe(&scene, "mbr 0+1 |");
    resize(&scene, 4, 36864, 2048);
    resize(&scene, 1, 34816, 2048);
    expect_safe(&scene, "mbr 0+1 |");
}

/* A script deletes and creates what is there already: the same sectors are the same
 * partition, container and EBR. */
TEST(what_is_created_where_it_was_is_the_same)
{
    static const struct edit clear = { .kind = EDIT_DELETE };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();

    scene_edit(&scene, clear, 2);
    create(&scene, EXTENT_EXTENDED, 8192, 22000);
    create(&scene, EXTENT_LOGICAL, 10240, 2048);
    create(&scene, EXTENT_LOGICAL, 14336, 2048);
    create(&scene, EXTENT_LOGICAL, 18432, 1024);
    expect_safe(&scene, "mbr 0+1 | ebr 16384+1 |");
}

/* The container is there already: it need not go while its old logicals make way. */
TEST(a_container_stays_while_its_logicals_change)
{
    static const struct edit clear = { .kind = EDIT_DELETE };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();

    scene_edit(&scene, clear, 2);
    create(&scene, EXTENT_EXTENDED, 8192, 20480);
    create(&scene, EXTENT_LOGICAL, 8200, 1000);
    create(&scene, EXTENT_LOGICAL, 10300, 100);
    expect_safe(&scene, "ebr 8192+1 | ebr 12288+1 | ebr 16384+1 | ebr 10299+1 | "
                        "ebr 8192+1 |");
}

/* Its first EBR lies where the second one of the old container does, and its link would
 * lead elsewhere from there. */
TEST(a_container_goes_before_another_takes_its_place)
{
    static const struct edit clear = { .kind = EDIT_DELETE };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();

    scene_edit(&scene, clear, 2);
    create(&scene, EXTENT_EXTENDED, 12288, 16384);
    create(&scene, EXTENT_LOGICAL, 14400, 1000);
    create(&scene, EXTENT_LOGICAL, 18500, 1000);
    expect_safe(&scene, "mbr 0+1 | ebr 12288+1 ebr 16452+1 | mbr 0+1 |");
}

static void add_slice(struct layout **layout)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(*layout);
    struct extent slice = { .kind = EXTENT_SLICE,
                            .parent = layout_find_number(*layout, 1)->id,
                            .start = 2048,
                            .length = 1000,
                            .letter = 'a' };

    (void)layout_builder_add(builder, &slice); /* its id does not matter */
    layout_unref(*layout);
    *layout = layout_builder_refinish(builder);
}

/* The BSD label in a partition is no part of the msdos table. */
TEST(slices_do_not_hinder_other_changes)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();

    add_slice(&scene.base);
    layout_unref(scene.preview);
    scene.preview = layout_ref(scene.base);
    scene_edit(&scene, (struct edit){ .kind = EDIT_TYPE, .type = "7" }, 6);
    scene_plan_as(&scene, "ebr 12288+1 |");
}

/* The new GPT has its entries where the first EBR lies.  While that links to a partition
 * that stays, it cannot be written over. */
static const struct {
    bool is_kept;
    const char *order;
} chains[] = {
    { true, NULL },
    { false, "mbr 0+1 | gpt-backup 40959+1 | gpt-primary 1+1 gpt-primary 20+1 "
             "gpt-primary 24+1 | mbr 0+1 |" },
};

TEST_EACH(a_chain_where_a_gpt_goes_is_given_up_first, chains)
{
    static const struct edit clear = { .kind = EDIT_DELETE };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();

    for (unsigned number = 1; number < 4; number++)
        scene_edit(&scene, clear, number);
    create(&scene, EXTENT_EXTENDED, 20, 8000);
    create(&scene, EXTENT_LOGICAL, 4096, 1000);
    create(&scene, EXTENT_LOGICAL, 1000, 1000);
    if (!chains[_i].is_kept)
        create(&scene, EXTENT_LOGICAL, 25, 5);
    scene_plan(&scene);
    scene_write(&scene);
    scene_read(&scene);
    if (chains[_i].is_kept)
        scene_edit(&scene, (struct edit){ .kind = EDIT_CONVERT, .label = LABEL_GPT }, 0);
    else
        scene_edit(&scene, (struct edit){ .kind = EDIT_NEW_TABLE, .label = LABEL_GPT },
                   0);
    if (chains[_i].order)
        expect_safe(&scene, chains[_i].order);
    else
        scene_refuse(&scene, REFUSAL_WRITE_OVER_OLD_TABLE,
                     "over sectors of partition 1, or over a link of its chain");
}

/* A GPT with 1 to 3 as it is made, 4: 26624 + 2048 and 5: 32768 + 2048. */
static struct write_scene scene_of_five(void)
{
    struct write_scene scene = scene_gpt();

    create(&scene, EXTENT_PARTITION, 26624, 2048);
    create(&scene, EXTENT_PARTITION, 32768, 2048);
    scene_plan(&scene);
    scene_write(&scene);
    scene_read(&scene);
    return scene;
}

/* In the msdos table the EBR of logical 5 or 6 (NUMBER) lies where partition 4 of the GPT
 * does, which is logical 5 now. */
static const struct {
    unsigned number;
    uint64_t ebr;
    uint64_t start, length; /* of logical 5; 0: it goes */
    const char *order;      /* NULL: refused */
} movers[] = {
    { 5, 26700, 27648, 2048, NULL },
    { 6, 28671, 26624, 2047,
      "gpt-backup 40927+1 gpt-backup 40959+1 | gpt-primary 1+2 | ebr 24576+1 "
      "ebr 28671+1 | mbr 0+1 | gpt-old 1+1 | gpt-old 40959+1 | "
      "gpt-old 3+1 gpt-old 40928+1 |" },
};

TEST_EACH(a_partition_of_the_gpt_gives_way_to_an_ebr, movers)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_of_five();

    scene_edit(&scene, (struct edit){ .kind = EDIT_CONVERT, .label = LABEL_MSDOS }, 0);
    struct layout_builder *builder = scene_open(&scene);
    const struct extent *five = layout_find_number(scene.preview, 5);
    const struct extent *with = layout_find_number(scene.preview, movers[_i].number);
    layout_builder_find(builder, with->ebr)->start = movers[_i].ebr;
    layout_builder_find(builder, five->id)->start = movers[_i].start;
    layout_builder_find(builder, five->id)->length = movers[_i].length;
    if (with == five) {
        struct extent *container = layout_builder_find(builder, five->parent);
        container->length -= movers[_i].ebr - container->start;
        container->start = movers[_i].ebr;
    }
    scene_close(&scene, builder);
    if (movers[_i].order)
        expect_safe(&scene, movers[_i].order);
    else
        scene_refuse(&scene, REFUSAL_WRITE_EBR_OVER_MOVED,
                     "EBRs of the new table lie in partition 4, which moves at");
}

/* No edit lets a partition lie in the backup GPT. */
TEST(a_chain_with_an_ebr_in_the_gpt_is_refused)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_of_five();

    scene_edit(&scene, (struct edit){ .kind = EDIT_CONVERT, .label = LABEL_MSDOS }, 0);
    struct layout_builder *builder = scene_open(&scene);
    struct extent *last =
        layout_builder_find(builder, layout_find_number(scene.preview, 6)->id);
    struct extent *container = layout_builder_find(builder, last->parent);
    container->length = SCENE_SIZE - container->start;
    last->start = SCENE_SIZE - 19;
    last->length = 19;
    layout_builder_find(builder, last->ebr)->start = SCENE_SIZE - 20;
    scene_close(&scene, builder);
    scene_refuse(&scene, REFUSAL_WRITE_EBR_OVER_GPT, "EBRs where the GPT lies");
}
