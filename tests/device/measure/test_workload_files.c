/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_workload_files.c - workloads in files, which are removed afterwards */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/measure/workload_folder.h"
#include "device/measure/workloads.h"
#include "model/base/mem.h"
#include "support/refused.h"
#include "support/test.h"

static char *folder;
static volatile sig_atomic_t is_stopped;

static void setup(void)
{
    const char *in = getenv("TMPDIR");

    folder = xasprintf("%s/alidade-files-XXXXXX", in ? in : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    is_stopped = 0;
}

static void teardown(void)
{
    /* Fails if anything was left. */
    ck_assert_int_eq(rmdir(folder), 0);
    free(folder);
}

TEST_FIXTURE(setup, teardown);

TEST(both_are_measured_and_nothing_is_left)
{
    struct err err = { 0 };
    struct workload_result durable, small;

    ck_assert(workload_files(folder, 1, &is_stopped, &durable, &small, &err));
    ck_assert_int_eq(durable.kind, WORKLOAD_FILE_DURABLE);
    ck_assert_int_eq(small.kind, WORKLOAD_SMALL_FILES);
    ck_assert_uint_gt(durable.requests, 0);
    ck_assert_uint_eq(durable.bytes, durable.requests * 4096);
    ck_assert_uint_le(durable.bytes, WORKLOAD_DEFAULT_BYTES);
    ck_assert_double_eq_tol(durable.bytes_per_second,
                            (double)durable.bytes / durable.seconds, 1);
    ck_assert_uint_gt(small.requests, 0);
    ck_assert_uint_ge(small.bytes, small.requests * 1024);
    ck_assert_uint_le(small.bytes, small.requests * 8192);
    for (size_t i = 1; i < WORKLOAD_PERCENTILES; i++)
        ck_assert(durable.percentile_us[i] >= durable.percentile_us[i - 1]);
}

TEST(stopped_before_it_begins_it_measures_nothing)
{
    struct err err = { 0 };
    struct workload_result durable, small;

    is_stopped = 1;
    ck_assert(workload_files(folder, 1, &is_stopped, &durable, &small, &err));
    ck_assert_uint_eq(durable.requests, 0);
    ck_assert_uint_eq(small.requests, 0);
}

/* Our files are new, and unreadable for others. */
static bool has_private_file(const char *path)
{
    struct stat status;
    DIR *dir = opendir(path);
    bool has_file = false;

    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (entry->d_name[0] == '.')
            continue;
        if (fstatat(dirfd(dir), entry->d_name, &status, AT_SYMLINK_NOFOLLOW))
            continue; /* removed again */
        has_file = S_ISREG(status.st_mode) && (status.st_mode & 0777) == 0600;
    }
    if (dir)
        (void)closedir(dir); /* was only read */
    return has_file;
}

/* Waits for a file in the folder that the workloads create, and stops them there. */
static void *stop_at_file(void *context)
{
    bool *ret_seen = context;

    while (!*ret_seen && !is_stopped) {
        DIR *dir = opendir(folder);
        for (struct dirent *entry; dir && (entry = readdir(dir));) {
            CLEANUP(freep) char *path = xasprintf("%s/%s", folder, entry->d_name);
            if (entry->d_name[0] != '.' && has_private_file(path))
                *ret_seen = true;
        }
        if (dir)
            (void)closedir(dir); /* was only read */
        (void)sched_yield();     /* never fails */
    }
    is_stopped = 1;
    return NULL;
}

TEST(stopped_at_work_nothing_is_left_either)
{
    struct err err = { 0 };
    struct workload_result durable, small;
    bool has_seen = false;
    pthread_t thread;

    ck_assert_int_eq(pthread_create(&thread, NULL, stop_at_file, &has_seen), 0);
    ck_assert(workload_files(folder, 1, &is_stopped, &durable, &small, &err));
    is_stopped = 1;
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    ck_assert(has_seen);
}

static bool is_there(const char *path)
{
    struct stat status;

    return !lstat(path, &status);
}

/* As after SIGKILL: the process is gone, its folder is not. */
static char *leave_folder(void)
{
    struct workload_folder left;
    struct err err = { 0 };

    ck_assert_msg(workload_folder_make(folder, &left, &err), "%s", err.text);
    CLEANUP(freep) char *file = xasprintf("%s/%s", left.path, WORKLOAD_LONG_NAME);
    ck_assert_int_ge(symlink("/etc/passwd", file), 0);
    ck_assert_int_eq(close(left.mark), 0);
    ck_assert_int_eq(close(left.fd), 0);
    return left.path;
}

TEST(what_a_killed_run_left_is_swept_away_and_said)
{
    CLEANUP(freep) char *left = leave_folder();
    struct lines lines = { 0 };

    workload_folder_sweep(folder, &lines);
    ck_assert(!is_there(left));
    ck_assert_uint_eq(lines.count, 1);
    ck_assert_ptr_nonnull(strstr(lines.at[0], left));
    lines_finish(&lines);
}

TEST(what_is_at_work_or_not_ours_stays)
{
    CLEANUP(freep) char *other = xasprintf("%s/alidade-abcdef", folder);
    CLEANUP(freep) char *long_name = xasprintf("%s/alidade-abcdefg", folder);
    struct workload_folder work;
    struct lines lines = { 0 };
    struct err err = { 0 };

    ck_assert_int_eq(mkdir(other, 0700), 0);
    ck_assert_int_eq(mkdir(long_name, 0700), 0);
    ck_assert_msg(workload_folder_make(folder, &work, &err), "%s", err.text);
    workload_folder_sweep(folder, &lines);
    workload_folder_sweep("/nowhere", &lines);
    ck_assert_uint_eq(lines.count, 0);
    ck_assert(is_there(work.path) && is_there(other) && is_there(long_name));
    ck_assert(workload_folder_remove(&work, &err));
    ck_assert_int_eq(rmdir(other), 0);
    ck_assert_int_eq(rmdir(long_name), 0);
}

TEST(without_a_folder_to_measure_in_nothing_is_made)
{
    struct workload_folder none;
    struct err err = { 0 };

    ck_assert(!workload_folder_make("/nowhere", &none, &err));
    ck_assert_refused(&err, REFUSAL_MEASURE_NO_FILES);
    ck_assert_ptr_nonnull(strstr(err.text, "/nowhere"));
}

/* Another program keeps a file in it. */
TEST(what_cannot_be_swept_away_is_named)
{
    CLEANUP(freep) char *left = leave_folder();
    CLEANUP(freep) char *file = xasprintf("%s/letter", left);
    struct lines lines = { 0 };

    ck_assert_int_eq(mkdir(file, 0700), 0);
    workload_folder_sweep(folder, &lines);
    ck_assert(is_there(file));
    ck_assert_uint_eq(lines.count, 1);
    ck_assert_ptr_nonnull(strstr(lines.at[0], left));
    lines_finish(&lines);
    ck_assert_int_eq(rmdir(file), 0);
    ck_assert_int_eq(rmdir(left), 0);
}

TEST(a_folder_that_is_not_there_is_said)
{
    struct err err = { 0 };
    struct workload_result durable = { .requests = 7 }, small = { .requests = 8 };
    CLEANUP(freep) char *path = xasprintf("%s/nowhere", folder);

    ck_assert(!workload_files(path, 1, &is_stopped, &durable, &small, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_ptr_nonnull(strstr(err.text, path));
    ck_assert_uint_eq(durable.requests, 7);
    ck_assert_uint_eq(small.requests, 8);
}

TEST(a_folder_that_takes_nothing_is_said)
{
    struct err err = { 0 };
    struct workload_result durable, small;

    /* Even root cannot create folders there. */
    ck_assert(!workload_files("/proc/self", 1, &is_stopped, &durable, &small, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_ptr_nonnull(strstr(err.text, "/proc/self"));
}
