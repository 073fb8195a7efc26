/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_over.c - a new msdos table whose EBRs lie where the GPT was */
#include <string.h>

#include "model/mem.h"
#include "support/power.h"
#include "support/tap.h"
#include "support/write_scene.h"

/* The backup's entries are 40927 to 40958, its header is 40959. */
static const struct {
    uint64_t start, end; /* of the container; its first sector is the EBR */
    const char *order;
} containers[] = {
    { 40000, 40900, "ebr 40000+1 | mbr 0+1 | gpt-old 1+1 | gpt-old 40959+1 |" },
    { 40926, 40960, "ebr 40926+1 | mbr 0+1 | gpt-old 1+1 | gpt-old 40959+1 |" },
    { 40927, 40960, "mbr 0+1 | gpt-old 1+1 | ebr 40927+1 | mbr 0+1 |" },
    { 40950, 40960, "mbr 0+1 | gpt-old 1+1 | ebr 40950+1 | mbr 0+1 |" },
    { 33, 2000, "mbr 0+1 | gpt-old 1+1 | ebr 33+1 | mbr 0+1 | gpt-old 40959+1 |" },
    { 1, 2000, "mbr 0+1 | gpt-old 1+1 | ebr 1+1 | mbr 0+1 | gpt-old 40959+1 |" },
    { 34, 2000, "ebr 34+1 | mbr 0+1 | gpt-old 1+1 | gpt-old 40959+1 |" },
};

START_TEST(a_gpt_where_an_ebr_goes_is_given_up_first)
{
    const struct edit table = { .kind = EDIT_NEW_TABLE, .label = LABEL_MSDOS };
    struct edit edit = { .kind = EDIT_CREATE,
                         .extent = EXTENT_EXTENDED,
                         .start = containers[_i].start,
                         .length = containers[_i].end - containers[_i].start };
    struct write_scene scene = scene_gpt();
    struct power_totals totals = { 0 };
    struct rng rng = rng_start(0);

    scene_edit(&scene, table, 0);
    scene_edit(&scene, edit, 0);
    edit.extent = EXTENT_LOGICAL;
    edit.start += 2;
    edit.length = 6;
    scene_edit(&scene, edit, 0);
    scene_plan(&scene);
    scene_expect(&scene, containers[_i].order);
    power_cut(&rng, &scene.disk, scene.base, scene.preview, &scene.plan, true, false,
              &totals);
    ck_assert_uint_eq(totals.bad, 0);
    scene_write(&scene);
    scene_read(&scene);
    ck_assert(layout_equal(scene.base, scene.preview));
    scene_finish(&scene);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("write_over");
    TCase *tcase = tcase_create("write_over");

    tcase_add_loop_test(tcase, a_gpt_where_an_ebr_goes_is_given_up_first, 0,
                        ARRAY_SIZE(containers));
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
