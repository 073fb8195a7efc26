/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_reading.c - who only looks at what a power cut has left of a fix writes
 * nothing, and opens nothing for writing */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "device/move/fixing/fixing.h"
#include "device/move/unfinished/unfinished_look.h"
#include "device/system/disk.h"
#include "model/base/mem.h"
#include "support/data_scene.h"
#include "support/image.h"
#include "support/power_loss.h"
#include "support/test.h"
#include "support/tree.h"

enum { SHARES = 4, ROUNDS = 12, APART = 16, IMAGES_MIN = 10000 };

struct reading {
    struct data_scene scene;
    struct power_loss_scene loss;
    struct tree tree;
    struct image disk, journal; /* JOURNAL: if it is elsewhere */
    int watch;
    unsigned long turn, images, found, rehearsed;
};

static const char *journal_path(const struct reading *reading)
{
    return reading->scene.is_elsewhere ? reading->journal.path : NULL;
}

/* --- what is seen of writing --- */

/* True if a file was written, or closed by who could have written. */
static bool is_written(struct reading *reading)
{
    char events[4096];
    bool is_any = false;

    while (read(reading->watch, events, sizeof(events)) > 0)
        is_any = true;
    return is_any;
}

static void put_image(struct reading *reading, const struct cutting *image)
{
    size_t size = reading->scene.limits.size * image->logical;
    size_t all = image->sectors * image->logical;

    image_put(&reading->disk, 0, image->bytes, size);
    if (reading->scene.is_elsewhere)
        image_put(&reading->journal, 0,
                  image->bytes + reading->scene.journal_at * image->logical, all - size);
    (void)is_written(reading);
}

/* --- looking --- */

/* As resume --status and --dry-run. */
static void look_at_fix(struct reading *reading, bool is_back)
{
    CLEANUP(fix_found_list_finish) struct fix_found_list list = { 0 };
    CLEANUP(rehearsal_report_finish) struct rehearsal_report report = { 0 };
    CLEANUP(freep) struct unfinished_look *look = xcalloc(1, sizeof(*look));
    const char *journal = journal_path(reading);
    struct err err = { 0 };

    if (!unfinished_search(&reading->tree.sys, reading->disk.path, journal,
                           reading->scene.logical, NULL, &list, &err))
        return;
    struct resume_request request = { .sys = &reading->tree.sys,
                                      .move = fix_found_choose(&list, &err),
                                      .memory = FIXING_MEMORY_MIN,
                                      .is_rollback = is_back };
    if (!request.move)
        return;
    reading->found++;
    (void)!unfinished_look(request.move, look, &err);
    struct fixing *fixing = fixing_reopen(&request, &report, &err);
    reading->rehearsed += fixing != NULL;
    fixing_free(fixing);
}

/* As list and check. */
static void look_at_disk(struct reading *reading)
{
    const struct limits_given given = { .logical = reading->scene.logical };
    CLEANUP(store_closep)
    struct store *store = store_open(reading->disk.path, ERR_IGNORED);

    ck_assert_ptr_nonnull(store);
    layout_unref(disk_read(store, &given, ERR_IGNORED));
    (void)fix_on_disk(&reading->tree.sys, reading->disk.path, reading->scene.logical,
                      NULL);
}

static const char *check_reading(void *context, struct cutting *image, bool is_end)
{
    struct reading *reading = context;

    (void)is_end;
    if (reading->turn++ % APART)
        return NULL;
    put_image(reading, image);
    reading->images++;
    look_at_disk(reading);
    look_at_fix(reading, reading->images % 2);
    return is_written(reading) ? "who looked has written" : NULL;
}

/* --- images --- */

static enum power_loss_end run_reading(void *context, struct cutting *disk, bool is_back,
                                       struct err *err)
{
    struct reading *reading = context;
    bool goes_back = false;
    enum redo_state state =
        data_scene_run(&reading->scene, disk, is_back, &goes_back, err);

    return state != REDO_ENDED ? POWER_STOPPED : goes_back ? POWER_BACK : POWER_DONE;
}

static void add_watch(struct reading *reading, const struct image *image)
{
    ck_assert_int_ge(
        inotify_add_watch(reading->watch, image->path, IN_MODIFY | IN_CLOSE_WRITE), 0);
}

static void begin_reading(struct reading *reading, unsigned round)
{
    struct data_scene *scene = &reading->scene;

    data_scene_make(scene, round);
    image_make(&reading->disk, scene->limits.size * scene->logical);
    image_make(&reading->journal, scene->disk.sectors * scene->logical);
    reading->watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    add_watch(reading, &reading->disk);
    add_watch(reading, &reading->journal);
    reading->loss = (struct power_loss_scene){ .disk = &scene->disk,
                                               .run = run_reading,
                                               .check = check_reading,
                                               .context = reading };
}

static void end_reading(struct reading *reading)
{
    (void)close(reading->watch); /* nothing was written to it */
    image_remove(&reading->disk);
    image_remove(&reading->journal);
    data_scene_finish(&reading->scene);
}

TEST_TIMES(who_only_looks_writes_nothing, SHARES)
{
    struct power_loss_totals totals = { 0 };
    CLEANUP(freep) struct reading *reading = xcalloc(1, sizeof(*reading));
    unsigned rounds = rng_rounds(ROUNDS);

    tree_init(&reading->tree);
    for (unsigned round = 0; round < rounds; round++) {
        struct power_loss_wish wish = { POWER_EXHAUSTIVE, POWER_BOTH, .cuts = 2,
                                        .limits = { 3, 2 }, .turn = round };
        begin_reading(reading, (unsigned)_i * rounds + round);
        power_loss_run(&reading->loss, &wish, &totals);
        end_reading(reading);
    }
    tree_finish(&reading->tree);
    printf("# %lu images, a fix was found on %lu, and rehearsed on %lu\n",
           reading->images, reading->found, reading->rehearsed);
    ck_assert_msg(!totals.bad, "%s", totals.first);
    ck_assert_uint_gt(reading->rehearsed, reading->images / 4);
    if (!getenv("ALIDADE_SEED") && rng_stride() == 1)
        ck_assert_uint_ge(reading->images, IMAGES_MIN / SHARES);
}

/* What has only been opened for writing, too. */
TEST_TIMES(who_writes_is_seen, 2)
{
    CLEANUP(freep) struct reading *reading = xcalloc(1, sizeof(*reading));

    begin_reading(reading, 0);
    (void)is_written(reading);
    if (_i)
        image_put(&reading->disk, 0, "x", 1);
    else
        (void)close(open(reading->disk.path, O_RDWR | O_CLOEXEC)); /* nothing is lost */
    ck_assert(is_written(reading));
    ck_assert(!is_written(reading));
    end_reading(reading);
}
