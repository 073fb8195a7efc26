/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_commit_faults.c - a disk that fails while it is written to leaves a way back, and
 * a sentence that says what lies on it */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/commit/backup.h"
#include "device/commit/carry_steps.h"
#include "model/base/mem.h"
#include "support/commit_scene.h"
#include "support/faulty_sink.h"
#include "support/lazy.h"
#include "support/rng.h"
#include "support/test.h"

struct play {
    struct commit_scene scene;
    struct sink_disk *disk;
    struct faulty_sink faulty;
    bool is_done;
};

/* 6 gets behind 7 in the chain: no single sector leads from one to the other. */
static void swap_logicals(struct commit_scene *scene)
{
    const struct extent *moved = layout_find_number(scene->preview, 6);
    struct edit again = { .kind = EDIT_CREATE,
                          .id = EDIT_ID_FIRST,
                          .extent = EXTENT_LOGICAL,
                          .start = moved->start,
                          .length = moved->length };

    commit_scene_remove(scene, moved->id);
    commit_scene_edit(scene, &again);
}

static void set_play_of(struct play *play, enum scene_table table,
                        void (*change)(struct commit_scene *scene))
{
    bool is_busy;

    *play = (struct play){ 0 };
    commit_scene_init(&play->scene, table);
    change(&play->scene);
    commit_scene_rehearse(&play->scene);
    play->disk =
        sink_disk_open(play->scene.image.path, false, &is_busy, &play->scene.err);
    ck_assert_msg(play->disk != NULL, "%s", play->scene.err.text);
    play->faulty.below = sink_disk_sink(play->disk);
}

static void set_play(struct play *play, enum scene_table table)
{
    set_play_of(play, table, commit_scene_delete);
}

static void run_play(struct play *play)
{
    struct sink sink = faulty_sink(&play->faulty);

    play->is_done = carry_steps(play->scene.commit, &sink, NULL, &play->scene.report,
                                &play->scene.err);
}

/* What the backup holds, put back by hand, is the old image. */
static void check_way_back(struct play *play)
{
    CLEANUP(backup_file_finish) struct backup_file backup;
    struct err err = { 0 };

    ck_assert_ptr_nonnull(play->scene.report.backup_path);
    ck_assert_msg(backup_load(play->scene.report.backup_path, &backup, &err), "%s",
                  err.text);
    for (size_t i = 0; i < backup.count; i++)
        image_put(&play->scene.image, backup.runs[i].lba * backup.logical,
                  backup.runs[i].bytes, (size_t)(backup.runs[i].count * backup.logical));
    ck_assert(commit_scene_is_untouched(&play->scene));
}

static void check_log(struct play *play, const char *words)
{
    CLEANUP(freep) char *log = commit_scene_log(&play->scene);

    ck_assert_msg(strstr(log, words) != NULL, "%s", log);
}

static void end_play(struct play *play)
{
    sink_disk_close(play->disk);
    commit_scene_finish(&play->scene);
}

TEST_TIMES(a_write_that_fails_is_told_with_the_way_back, SCENE_TABLE_COUNT)
{
    for (unsigned fail = 1;; fail += rng_stride()) {
        struct play play;
        set_play(&play, (enum scene_table)_i);
        size_t writes = commit_plan(play.scene.commit)->count;
        play.faulty.fail_write = fail;
        run_play(&play);
        if (fail <= writes) {
            ck_assert(!play.is_done);
            ck_assert_int_eq(play.scene.err.code, ERR_IO);
            ck_assert(!play.scene.report.is_written);
            /* After the first nothing has changed: nothing is to be put back. */
            bool has_way = strstr(play.scene.err.text, "alidade restore ") != NULL;
            ck_assert_int_eq(has_way, fail > 1);
            ck_assert_int_eq(commit_scene_is_untouched(&play.scene), fail == 1);
            check_log(&play, ": failed\n");
            check_way_back(&play);
        }
        end_play(&play);
        if (fail > writes) {
            ck_assert(play.is_done);
            break;
        }
    }
}

TEST_TIMES(a_flush_that_fails_is_told, SCENE_TABLE_COUNT)
{
    struct play play;

    set_play(&play, (enum scene_table)_i);
    play.faulty.fail_flush = 1;
    run_play(&play);
    ck_assert(!play.is_done);
    ck_assert_int_eq(play.scene.err.code, ERR_IO);
    ck_assert_ptr_nonnull(strstr(play.scene.err.text, "did not reach the disk"));
    check_way_back(&play);
    end_play(&play);
}

TEST_TIMES(a_torn_write_is_told_as_unknown, SCENE_TABLE_COUNT)
{
    struct play play;

    set_play(&play, (enum scene_table)_i);
    play.faulty.fail_write = 1;
    play.faulty.fails_half_way = true;
    run_play(&play);
    ck_assert(!play.is_done);
    ck_assert_int_eq(play.scene.err.code, ERR_IO);
    if (!commit_scene_is_untouched(&play.scene))
        ck_assert_ptr_nonnull(strstr(play.scene.err.text, "alidade restore "));
    check_way_back(&play);
    end_play(&play);
}

TEST_TIMES(a_write_that_the_disk_forgot_is_seen, SCENE_TABLE_COUNT)
{
    struct play play;

    set_play(&play, (enum scene_table)_i);
    play.faulty.lose_write = 1;
    run_play(&play);
    ck_assert(!play.is_done);
    ck_assert_int_eq(play.scene.err.code, ERR_IO);
    ck_assert_ptr_nonnull(strstr(play.scene.err.text, "gives back something else"));
    ck_assert(!play.scene.report.is_written);
    check_way_back(&play);
    end_play(&play);
}

static const struct {
    enum scene_table table;
    void (*change)(struct commit_scene *scene);
} changes[] = {
    { SCENE_GPT_512, commit_scene_delete },
    { SCENE_GPT_4096, commit_scene_delete },
    { SCENE_MSDOS, commit_scene_delete },
    { SCENE_MSDOS, swap_logicals },
};

static const struct {
    int error;
    bool is_short;
    bool is_lost;
} faults[] = {
    { .error = EIO },
    { .error = ENOSPC },
    { .error = ENOSPC, .is_short = true },
    { .is_lost = true },
};

/* The whole image after a write that went well; free(). */
static uint8_t *image_after(size_t change, size_t *ret_writes)
{
    struct play play;

    set_play_of(&play, changes[change].table, changes[change].change);
    *ret_writes = commit_plan(play.scene.commit)->count;
    run_play(&play);
    ck_assert_msg(play.is_done, "%s", play.scene.err.text);
    uint8_t *after = commit_scene_bytes(&play.scene);
    end_play(&play);
    return after;
}

static const struct extent *find_start(const struct layout *layout, uint64_t start,
                                       uint64_t length)
{
    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        if (extent_holds_data(extent) && extent->start == start &&
            (!length || extent->length == length))
            return extent;
    }
    return NULL;
}

/* A table is there, with every partition that both have. */
static void check_readable(const struct play *play)
{
    const struct layout *base = play->scene.base, *preview = play->scene.preview;
    CLEANUP(layout_unrefp) struct layout *now = commit_scene_read(&play->scene);

    for (size_t i = 0; i < layout_count(base); i++) {
        const struct extent *was = layout_at(base, i);
        const struct extent *is =
            extent_holds_data(was) ? find_start(preview, was->start, 0) : NULL;
        if (is && !find_start(now, was->start, was->length))
            ck_assert_ptr_nonnull(find_start(now, is->start, is->length));
    }
}

/* The disk holds what the message describes. */
static void check_sentence(const struct play *play, const uint8_t *after)
{
    CLEANUP(lazy_freep) uint8_t *now = commit_scene_bytes(&play->scene);
    bool is_old = commit_scene_is_untouched(&play->scene);
    bool is_new = !memcmp(now, after, play->scene.size);
    const char *text = play->scene.err.text;

    ck_assert_msg(is_old == !!strstr(text, "the old table, whole"), "%s", text);
    ck_assert_msg(is_new == !!strstr(text, "the new table, whole"), "%s", text);
    if (strstr(text, "the table stays readable"))
        check_readable(play);
}

/* Write AT of the change goes wrong. */
static void try_fault(size_t change, size_t fault, unsigned at, const uint8_t *after)
{
    struct play play;

    set_play_of(&play, changes[change].table, changes[change].change);
    play.faulty.fail_write = faults[fault].is_lost ? 0 : at;
    play.faulty.lose_write = faults[fault].is_lost ? at : 0;
    play.faulty.error = faults[fault].error;
    play.faulty.fails_half_way = faults[fault].is_short;
    run_play(&play);
    CLEANUP(lazy_freep) uint8_t *now = commit_scene_bytes(&play.scene);
    /* A sector that is written once more later hides that a write was lost. */
    if (play.is_done)
        ck_assert(faults[fault].is_lost && !memcmp(now, after, play.scene.size));
    else
        check_sentence(&play, after);
    end_play(&play);
}

TEST_TIMES(what_the_sentence_says_lies_there_lies_there,
           ARRAY_SIZE(changes) * ARRAY_SIZE(faults))
{
    size_t change = (size_t)_i / ARRAY_SIZE(faults);
    size_t fault = (size_t)_i % ARRAY_SIZE(faults);
    size_t writes;
    CLEANUP(lazy_freep) uint8_t *after = image_after(change, &writes);

    for (unsigned at = 1; at <= writes; at += rng_stride())
        try_fault(change, fault, at, after);
    printf("# change %zu, fault %zu: at each of %zu writes\n", change, fault,
           writes / rng_stride());
}

/* The comparison before the write reads through the same place. */
TEST_TIMES(what_cannot_be_compared_is_not_written_to, SCENE_TABLE_COUNT)
{
    struct play play;

    set_play(&play, (enum scene_table)_i);
    play.faulty.fail_read = 1;
    run_play(&play);
    ck_assert(!play.is_done);
    ck_assert_int_eq(play.scene.err.code, ERR_REFUSED);
    ck_assert_str_eq(play.faulty.order, "");
    ck_assert_ptr_null(play.scene.report.backup_path);
    ck_assert(commit_scene_is_untouched(&play.scene));
    end_play(&play);
}

TEST_TIMES(a_backup_that_fails_stops_all, SCENE_TABLE_COUNT)
{
    struct play play;

    set_play(&play, (enum scene_table)_i);
    free(play.scene.commit->backup_path);
    play.scene.commit->backup_path = xasprintf("%s/no/folder/x", play.scene.tree.root);
    run_play(&play);
    ck_assert(!play.is_done);
    ck_assert_int_eq(play.scene.err.code, ERR_REFUSED);
    ck_assert_str_eq(play.faulty.order, "");
    ck_assert(commit_scene_is_untouched(&play.scene));
    end_play(&play);
}

TEST_TIMES(a_log_that_cannot_be_written_is_a_warning, SCENE_TABLE_COUNT)
{
    struct play play;

    set_play(&play, (enum scene_table)_i);
    free(play.scene.commit->backup_path);
    play.scene.commit->backup_path = xasprintf("%s/mine", play.scene.tree.root);
    play.scene.commit->has_own_folder = false;
    tree_write(&play.scene.tree, "", "state/alidade/alidade.log/file");
    run_play(&play);
    ck_assert_msg(play.is_done, "%s", play.scene.err.text);
    ck_assert(lines_have(&play.scene.report.warnings, "alidade.log"));
    end_play(&play);
}
