/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_steps_faults.c - a disk that fails in one step keeps the steps before it, and
 * nothing of those behind it is written */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/commit/backup.h"
#include "device/commit/carry_steps.h"
#include "model/base/mem.h"
#include "support/faulty_sink.h"
#include "support/lazy.h"
#include "support/rng.h"
#include "support/steps_scene.h"
#include "support/test.h"

struct faults {
    struct steps_scene play;
    struct sink_disk *disk;
    struct faulty_sink faulty;
    bool is_done;
};

static void faults_init(struct faults *faults)
{
    bool is_busy;

    *faults = (struct faults){ 0 };
    steps_scene_init(&faults->play);
    steps_scene_fill(&faults->play);
    struct commit_scene *scene = &faults->play.scene;
    commit_scene_rehearse(scene);
    faults->disk = sink_disk_open(scene->image.path, false, &is_busy, &scene->err);
    ck_assert_msg(faults->disk != NULL, "%s", scene->err.text);
    faults->faulty.below = sink_disk_sink(faults->disk);
}

static void faults_run(struct faults *faults)
{
    struct commit_scene *scene = &faults->play.scene;
    struct sink sink = faulty_sink(&faults->faulty);

    faults->is_done =
        carry_steps(scene->commit, &sink, NULL, &scene->report, &scene->err);
}

static void faults_finish(struct faults *faults)
{
    sink_disk_close(faults->disk);
    steps_scene_finish(&faults->play);
}

/* The step of write INDEX, from 0 on. */
static size_t step_of(const struct commit *commit, size_t index)
{
    size_t step = 0;

    while (index >= commit->steps[step].first + commit->steps[step].count)
        step++;
    return step;
}

/* The image holds the first COUNT writes, and is as it was else. */
static void check_writes(const struct commit_scene *scene, size_t count)
{
    const struct write_plan *plan = commit_plan(scene->commit);
    CLEANUP(lazy_freep) uint8_t *now = commit_scene_bytes(scene);
    CLEANUP(freep) uint8_t *want = xmalloc(scene->size);

    memcpy(want, scene->old, scene->size);
    for (size_t i = 0; i < count; i++)
        memcpy(want + plan->writes[i].lba * plan->logical, plan->writes[i].after,
               (size_t)(plan->writes[i].count * plan->logical));
    ck_assert_int_eq(memcmp(now, want, scene->size), 0);
}

/* Each partition has one of the two tables' places; 7 its own. */
static void check_table(const struct commit_scene *scene, size_t step)
{
    const struct commit *commit = scene->commit;
    CLEANUP(layout_unrefp) struct layout *now = commit_scene_read(scene);

    LAYOUT_EACH (was, commit_before(commit, step)) {
        if (!extent_holds_data(was))
            continue;
        const struct extent *is = layout_find_number(now, was->number);
        const struct extent *then = layout_find(commit->steps[step].after, was->id);
        ck_assert_ptr_nonnull(is);
        ck_assert(is->start == was->start || is->start == then->start);
    }
    ck_assert_uint_eq(layout_find_number(now, 7)->start, 14063);
}

static void check_words(const struct faults *faults, size_t step)
{
    const struct commit_scene *scene = &faults->play.scene;
    const char *text = scene->err.text;
    CLEANUP(freep)
    char *which = xasprintf("This was step %zu of %d.", step + 1, STEPS_COUNT);
    bool is_last = step + 1 == STEPS_COUNT;

    ck_assert(!faults->is_done);
    ck_assert_int_eq(scene->report.is_begun, step > 0 && !scene->report.is_written);
    ck_assert_int_eq(scene->err.code, ERR_IO);
    ck_assert_msg(strstr(text, which) != NULL, "%s", text);
    ck_assert_msg(is_last == !strstr(text, "The steps behind it were not begun."), "%s",
                  text);
    ck_assert_msg(!strstr(text, "the old table, whole") || !step, "%s", text);
    ck_assert_msg(!strstr(text, "the new table, whole") || is_last, "%s", text);
    if (step)
        ck_assert_msg(strstr(text, "alidade restore ") != NULL, "%s", text);
    CLEANUP(freep) char *log = commit_scene_log(scene);
    CLEANUP(freep)
    char *entry = xasprintf(": failed, step %zu of %d\n", step + 1, STEPS_COUNT);
    ck_assert_msg(strstr(log, entry) != NULL, "%s", log);
}

/* What the backup holds, put back by hand, is the old image. */
static void check_way_back(const struct commit_scene *scene)
{
    CLEANUP(backup_file_finish) struct backup_file backup;
    struct err err = { 0 };

    ck_assert_msg(backup_load(scene->report.backup_path, &backup, &err), "%s", err.text);
    for (size_t i = 0; i < backup.count; i++)
        image_put(&scene->image, backup.runs[i].lba * backup.logical,
                  backup.runs[i].bytes, (size_t)(backup.runs[i].count * backup.logical));
    ck_assert(commit_scene_is_untouched(scene));
}

/* Returns false behind the last write. */
static bool try_write(unsigned fail)
{
    struct faults faults;

    faults_init(&faults);
    const struct commit_scene *scene = &faults.play.scene;
    bool has_write = fail <= commit_plan(scene->commit)->count;
    faults.faulty.fail_write = fail;
    faults_run(&faults);
    ck_assert_int_eq(faults.is_done, !has_write);
    if (has_write) {
        size_t step = step_of(scene->commit, fail - 1);
        ck_assert_uint_eq(faults.faulty.writes, fail);
        check_words(&faults, step);
        check_writes(scene, fail - 1);
        check_table(scene, step);
        check_way_back(scene);
    }
    faults_finish(&faults);
    return has_write;
}

TEST(a_write_that_fails_ends_with_its_step)
{
    unsigned fail = 1;

    while (try_write(fail))
        fail += rng_stride();
    ck_assert_uint_gt(fail, STEPS_COUNT);
}

/* The write before flush FAIL, from 0 on; returns false behind the last flush. */
static bool write_of_flush(const struct write_plan *plan, unsigned fail, size_t *ret)
{
    for (size_t i = 0; i < plan->count; i++)
        if (plan->writes[i].is_flushed && !--fail) {
            *ret = i;
            return true;
        }
    return false;
}

static bool try_flush(unsigned fail)
{
    struct faults faults;
    size_t last;

    faults_init(&faults);
    const struct commit_scene *scene = &faults.play.scene;
    bool has_flush = write_of_flush(commit_plan(scene->commit), fail, &last);
    faults.faulty.fail_flush = fail;
    faults_run(&faults);
    ck_assert_int_eq(faults.is_done, !has_flush);
    if (has_flush) {
        ck_assert_uint_eq(faults.faulty.flushes, fail);
        check_words(&faults, step_of(scene->commit, last));
        check_writes(scene, last + 1);
        check_way_back(scene);
    }
    faults_finish(&faults);
    return has_flush;
}

TEST(a_flush_that_fails_ends_with_its_step)
{
    unsigned fail = 1;

    while (try_flush(fail))
        fail += rng_stride();
    ck_assert_uint_gt(fail, STEPS_COUNT);
}

/* A write that the disk forgot is seen before the next step begins, unless one of the
 * same step writes the sector again. */
TEST(a_write_that_the_disk_forgot_ends_with_its_step)
{
    for (unsigned lose = 1;; lose += rng_stride()) {
        struct faults faults;
        faults_init(&faults);
        const struct commit_scene *scene = &faults.play.scene;
        const struct commit *commit = scene->commit;
        bool has_write = lose <= commit_plan(commit)->count;
        faults.faulty.lose_write = lose;
        faults_run(&faults);
        if (has_write && !faults.is_done) {
            const struct commit_step *step = &commit->steps[step_of(commit, lose - 1)];
            ck_assert_uint_eq(faults.faulty.writes, step->first + step->count);
            check_words(&faults, step_of(commit, lose - 1));
            check_way_back(scene);
        } else {
            check_writes(scene, commit_plan(commit)->count);
        }
        faults_finish(&faults);
        if (!has_write)
            break;
    }
}
