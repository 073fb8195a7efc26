/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_unfinished_look.c - how far a move has come is read from its journal */
#include "device/move/unfinished/unfinished_look.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/image.h"
#include "support/journal_scene.h"
#include "support/test.h"

enum { ROUNDS = 40 };

#define DISK_MAX (UINT64_C(1) << 40)

static struct journal_scene *scene;
static struct image image;
static struct unfinished move;
static struct unfinished_look found;
static struct err err;

/* A disk that a sparse file can be as large as. */
static void open_scene(unsigned round)
{
    for (unsigned i = round;; i += ROUNDS) {
        scene = journal_scene_new(i);
        if (scene->disk.sectors * scene->disk.logical < DISK_MAX)
            break;
        freep(&scene);
    }
    image_make(&image, scene->disk.sectors * scene->disk.logical);
    move =
        (struct unfinished){ .found = { .finding = FOUND_PLAN, .plan = &scene->plan } };
    copy_text(move.path, sizeof(move.path), image.path);
    found = (struct unfinished_look){ 0 };
    err = (struct err){ 0 };
}

static void close_scene(void)
{
    image_remove(&image);
    freep(&scene);
}

/* Writes the record of KIND to byte OFFSET of the journal. */
static void put(enum journal_record kind, uint64_t offset)
{
    uint8_t bytes[JOURNAL_PLAN_BYTES];
    size_t count = journal_scene_encode(scene, kind, bytes);

    image_put(&image, scene->plan.spot.start * scene->plan.logical + offset, bytes,
              count);
}

static void put_progress(uint64_t sequence)
{
    scene->progress.sequence = sequence;
    scene->progress.previous.bytes[0] = 1;
    put(JOURNAL_PROGRESS, journal_progress_at(scene->plan.spot.block, sequence % 2));
}

/* A journal elsewhere is in the same file. */
static bool look(void)
{
    return unfinished_look(&move, scene->plan.spot.start ? NULL : image.path, &found,
                           &err);
}

TEST_TIMES(the_newest_record_tells_step_and_phase, ROUNDS)
{
    open_scene((unsigned)_i);
    uint64_t piece = scene->progress.piece;
    put_progress(5 + (unsigned)_i);
    scene->progress.piece = 0;
    put_progress(4 + (unsigned)_i);
    for (unsigned i = 0; i < 2; i++)
        put(JOURNAL_SAVED, scene->plan.saved[i].offset);
    ck_assert_msg(look(), "%s", err.text);

    const struct journal_run *run = &scene->progress.run;
    uint64_t all = run->end - run->first, done = piece * scene->saved.piece;
    ck_assert(found.has_progress && !found.is_at_work);
    ck_assert_uint_eq(found.step, scene->progress.head.step);
    ck_assert_int_eq(found.phase, scene->progress.phase);
    ck_assert_int_eq(found.is_back, run->is_back);
    ck_assert_uint_eq(found.bytes_total, all * scene->plan.logical);
    if (found.phase >= JOURNAL_PHASE_FINAL || done > all)
        done = all;
    if (found.phase < JOURNAL_PHASE_MOVING)
        done = 0;
    ck_assert_uint_eq(found.bytes_done, done * scene->plan.logical);
    close_scene();
}

/* The ring has what is newer than the progress. */
TEST_TIMES(a_batch_in_the_ring_tells_what_is_moved, ROUNDS)
{
    open_scene((unsigned)_i);
    const struct journal_step *step = &scene->plan.steps[0];
    const struct journal_run *run = &scene->progress.run;
    struct journal_slot *slot = &scene->slot;
    uint64_t all = run->end - run->first, target = run->is_back ? step->from : step->to;
    bool is_right = (step->to > step->from) != run->is_back;
    unsigned number = (unsigned)_i % scene->plan.slots;
    scene->progress.piece = 0;
    put_progress(5);
    slot->run = *run;
    slot->piece = all / 2;
    slot->to = (struct journal_range){ target + run->first + all / 4, 1 };
    put(JOURNAL_SLOT,
        scene->plan.ring.offset + scene->plan.ring.bytes / scene->plan.slots * number);
    ck_assert_msg(look(), "%s", err.text);
    uint64_t done = is_right ? all - all / 4 - 1 : all / 4;
    if (found.phase == JOURNAL_PHASE_MOVING)
        ck_assert_uint_eq(found.bytes_done, done * scene->plan.logical);
    close_scene();
}

TEST(without_a_record_nothing_was_moved)
{
    open_scene(0);
    ck_assert_msg(look(), "%s", err.text);
    ck_assert(!found.has_progress);
    ck_assert_uint_eq(found.bytes_done, 0);
    ck_assert_uint_eq(found.plan.step_count, scene->plan.step_count);
    close_scene();
}

TEST(a_program_that_has_locked_the_disk_is_at_work)
{
    open_scene(0);
    int fd = open(image.path, O_RDONLY | O_CLOEXEC);
    ck_assert_int_eq(flock(fd, LOCK_EX), 0);
    ck_assert_msg(look(), "%s", err.text);
    ck_assert(found.is_at_work);
    close(fd);
    close_scene();
}
