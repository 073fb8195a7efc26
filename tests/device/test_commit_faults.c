/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_commit_faults.c - a disk that fails while it is written to leaves a way back, and
 * a sentence that says what lies on it */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/backup.h"
#include "device/commit_private.h"
#include "model/mem.h"
#include "support/commit_scene.h"
#include "support/faulty_sink.h"
#include "support/tap.h"

struct play {
    struct commit_scene scene;
    struct commit *commit;
    struct sink_disk *disk;
    struct faulty_sink faulty;
    struct commit_report report;
    struct err err;
    bool is_done;
};

static void set_play(struct play *play, enum scene_table table)
{
    struct rehearsal_report report;
    bool is_busy;

    *play = (struct play){ 0 };
    commit_scene_init(&play->scene, table);
    commit_scene_delete(&play->scene);
    play->commit = commit_rehearse(&play->scene.request, &report, &play->err);
    ck_assert_msg(play->commit != NULL, "%s", play->err.text);
    rehearsal_report_finish(&report);
    play->disk = sink_disk_open(play->scene.image.path, false, &is_busy, &play->err);
    ck_assert_msg(play->disk != NULL, "%s", play->err.text);
    play->faulty.below = sink_disk_sink(play->disk);
}

static void run_play(struct play *play)
{
    struct sink sink = faulty_sink(&play->faulty);

    play->is_done = carry_out(play->commit, &sink, &play->report, &play->err);
}

/* What the backup holds, put back by hand, is the old image. */
static void check_way_back(struct play *play)
{
    struct backup_file backup;
    struct err err = { 0 };

    ck_assert_ptr_nonnull(play->report.backup_path);
    ck_assert_msg(backup_load(play->report.backup_path, &backup, &err), "%s", err.text);
    for (size_t i = 0; i < backup.count; i++)
        image_put(&play->scene.image, backup.runs[i].lba * backup.logical,
                  backup.runs[i].bytes, (size_t)(backup.runs[i].count * backup.logical));
    ck_assert(commit_scene_is_untouched(&play->scene));
    backup_file_finish(&backup);
}

static void check_log(struct play *play, const char *words)
{
    CLEANUP(freep) char *log = commit_scene_log(&play->scene);

    ck_assert_msg(strstr(log, words) != NULL, "%s", log);
}

static void end_play(struct play *play)
{
    sink_disk_close(play->disk);
    commit_report_finish(&play->report);
    commit_free(play->commit);
    commit_scene_finish(&play->scene);
}

START_TEST(a_write_that_fails_is_told_with_the_way_back)
{
    for (unsigned fail = 1;; fail++) {
        struct play play;
        set_play(&play, (enum scene_table)_i);
        size_t writes = commit_plan(play.commit)->count;
        play.faulty.fail_write = fail;
        run_play(&play);
        if (fail <= writes) {
            ck_assert(!play.is_done);
            ck_assert_int_eq(play.err.code, ERR_IO);
            ck_assert(!play.report.is_written);
            /* After the first nothing has changed: nothing is to be put back. */
            bool has_way = strstr(play.err.text, "alidade restore ") != NULL;
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
END_TEST

START_TEST(a_flush_that_fails_is_told)
{
    struct play play;

    set_play(&play, (enum scene_table)_i);
    play.faulty.fail_flush = 1;
    run_play(&play);
    ck_assert(!play.is_done);
    ck_assert_int_eq(play.err.code, ERR_IO);
    ck_assert_ptr_nonnull(strstr(play.err.text, "did not reach the disk"));
    check_way_back(&play);
    end_play(&play);
}
END_TEST

START_TEST(a_torn_write_is_told_as_unknown)
{
    struct play play;

    set_play(&play, (enum scene_table)_i);
    play.faulty.fail_write = 1;
    play.faulty.fails_half_way = true;
    run_play(&play);
    ck_assert(!play.is_done);
    ck_assert_int_eq(play.err.code, ERR_IO);
    if (!commit_scene_is_untouched(&play.scene))
        ck_assert_ptr_nonnull(strstr(play.err.text, "alidade restore "));
    check_way_back(&play);
    end_play(&play);
}
END_TEST

START_TEST(a_write_that_the_disk_forgot_is_seen)
{
    struct play play;

    set_play(&play, (enum scene_table)_i);
    play.faulty.lose_write = 1;
    run_play(&play);
    ck_assert(!play.is_done);
    ck_assert_int_eq(play.err.code, ERR_IO);
    ck_assert_ptr_nonnull(strstr(play.err.text, "gives back something else"));
    ck_assert(!play.report.is_written);
    check_way_back(&play);
    end_play(&play);
}
END_TEST

/* The comparison before the write reads through the same place. */
START_TEST(what_cannot_be_compared_is_not_written_to)
{
    struct play play;

    set_play(&play, (enum scene_table)_i);
    play.faulty.fail_read = 1;
    run_play(&play);
    ck_assert(!play.is_done);
    ck_assert_int_eq(play.err.code, ERR_REFUSED);
    ck_assert_str_eq(play.faulty.order, "");
    ck_assert_ptr_null(play.report.backup_path);
    ck_assert(commit_scene_is_untouched(&play.scene));
    end_play(&play);
}
END_TEST

START_TEST(a_backup_that_fails_stops_all)
{
    struct play play;

    set_play(&play, (enum scene_table)_i);
    free(play.commit->backup_path);
    play.commit->backup_path = xasprintf("%s/no/folder/x", play.scene.tree.root);
    run_play(&play);
    ck_assert(!play.is_done);
    ck_assert_int_eq(play.err.code, ERR_REFUSED);
    ck_assert_str_eq(play.faulty.order, "");
    ck_assert(commit_scene_is_untouched(&play.scene));
    end_play(&play);
}
END_TEST

START_TEST(a_log_that_cannot_be_written_is_a_warning)
{
    struct play play;

    set_play(&play, (enum scene_table)_i);
    free(play.commit->backup_path);
    play.commit->backup_path = xasprintf("%s/mine", play.scene.tree.root);
    play.commit->has_own_folder = false;
    tree_write(&play.scene.tree, "", "state/alidade/alidade.log/file");
    run_play(&play);
    ck_assert_msg(play.is_done, "%s", play.err.text);
    bool is_told = false;
    for (size_t i = 0; i < play.report.warnings.count; i++)
        is_told |= strstr(play.report.warnings.at[i], "alidade.log") != NULL;
    ck_assert(is_told);
    end_play(&play);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("commit_faults");
    TCase *tc = tcase_create("commit_faults");

    tcase_add_loop_test(tc, a_write_that_fails_is_told_with_the_way_back, 0,
                        SCENE_TABLE_COUNT);
    tcase_add_loop_test(tc, a_flush_that_fails_is_told, 0, SCENE_TABLE_COUNT);
    tcase_add_loop_test(tc, a_torn_write_is_told_as_unknown, 0, SCENE_TABLE_COUNT);
    tcase_add_loop_test(tc, a_write_that_the_disk_forgot_is_seen, 0, SCENE_TABLE_COUNT);
    tcase_add_loop_test(tc, what_cannot_be_compared_is_not_written_to, 0,
                        SCENE_TABLE_COUNT);
    tcase_add_loop_test(tc, a_backup_that_fails_stops_all, 0, SCENE_TABLE_COUNT);
    tcase_add_loop_test(tc, a_log_that_cannot_be_written_is_a_warning, 0,
                        SCENE_TABLE_COUNT);
    suite_add_tcase(suite, tc);
    return run_tap(suite);
}
