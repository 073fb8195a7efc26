/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_unfinished_look.c - how far a fix has come is read from its journal */
#include "device/move/unfinished/unfinished_look.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/fix_scene.h"
#include "support/test.h"

static struct fix_scene play;
static struct fix_found_list list;
static struct unfinished_look *look;

static void setup(void)
{
    fix_scene_init(&play, LABEL_MSDOS, MOVES_MIB);
    list = (struct fix_found_list){ 0 };
    look = xcalloc(1, sizeof(*look));
}

static void teardown(void)
{
    fix_found_list_finish(&list);
    freep(&look);
    fix_scene_finish(&play);
}

/* False: there is no fix. */
static bool look_again(void)
{
    struct err err = { 0 };

    fix_found_list_finish(&list);
    ck_assert_msg(unfinished_search(&play.scene.tree.sys, play.scene.image.path, NULL, 0,
                                    NULL, &list, &err),
                  "%s", err.text);
    const struct fix_place_found *found = fix_found_choose(&list, &err);
    ck_assert_msg(found || !err.code, "%s", err.text);
    ck_assert_msg(!found || unfinished_look(found, look, &err), "%s", err.text);
    return found;
}

TEST_FIXTURE(setup, teardown);

/* As it tells by itself; a batch or piece that is being moved may not be durable. */
static void check_against(const struct fixing_live *live)
{
    ck_assert_uint_eq(look->plan.step_count, live->step_count);
    ck_assert_uint_eq(look->step, live->step);
    ck_assert(!look->is_back && !look->is_elsewhere);
    if (live->phase != FIXING_PHASE_MOVE || look->phase != JOURNAL_PHASE_MOVING)
        return;
    ck_assert_uint_eq(look->bytes_total, live->move.bytes_total);
    ck_assert_uint_le(look->bytes_done, look->bytes_total);
    ck_assert(look->has_progress && look->has_guard && !look->is_untouched);
}

TEST(each_step_tells_how_far_it_has_come)
{
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    struct fixing_live live = { 0 };
    unsigned found = 0, moving = 0;
    uint64_t most = 0;

    ck_assert_msg(fixing, "%s", play.err.text);
    ck_assert(!look_again());
    while (fixing_step(fixing) == FIXING_RUNNING) {
        fixing_look(fixing, &live);
        ck_assert_int_eq(look_again(), !live.is_safe);
        if (live.is_safe || live.step == live.step_count)
            continue;
        ck_assert(found || look->is_untouched || !look->step);
        check_against(&live);
        found++;
        moving += look->phase == JOURNAL_PHASE_MOVING;
        most = look->bytes_done > most ? look->bytes_done : most;
    }
    ck_assert_uint_gt(moving, 4);
    ck_assert_uint_gt(most, 0);
    fixing_free(fixing);
    ck_assert(!look_again());
}

TEST(what_goes_back_tells_it)
{
    fixing_free(fix_scene_interrupted(&play));
    struct fixing *fixing = fix_scene_resume(&play, true);

    ck_assert_msg(fixing, "%s", play.err.text);
    for (unsigned i = 0; i < 4; i++)
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    ck_assert(look_again());
    ck_assert(look->is_back);
    fixing_free(fixing);
}

TEST(a_program_that_has_locked_the_disk_is_at_work)
{
    fixing_free(fix_scene_interrupted(&play));
    ck_assert(look_again());
    ck_assert(!look->is_at_work);
    int fd = open(play.scene.image.path, O_RDONLY | O_CLOEXEC);
    ck_assert_int_eq(flock(fd, LOCK_EX), 0);
    ck_assert(look_again());
    ck_assert(look->is_at_work);
    (void)close(fd); /* it was only read */
}
