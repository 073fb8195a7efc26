/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_files.c - workloads in new files on a mounted file system */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "device/io/clock.h"
#include "device/io/file.h"
#include "device/measure/workload_folder.h"
#include "device/measure/workload_times.h"
#include "device/measure/workloads.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/size.h"

/* Each of the two workloads ends at this limit, or at its half of the time. */
#define MAX_BYTES WORKLOAD_DEFAULT_BYTES

#define PAGE      4096U
#define MAX_SMALL 8192U /* maximum bytes of a small file; the minimum is 1 KiB */

struct files {
    struct workload_folder folder;
    const volatile sig_atomic_t *is_stopped;
    struct dice dice;
    uint8_t bytes[MAX_SMALL]; /* data to write */
    struct workload_times times;
    uint64_t begun_ns, max_ns; /* of one workload */
};

/* Random data: some drives and file systems do not write equal blocks. */
static void files_fill(struct files *files)
{
    for (size_t i = 0; i < sizeof(files->bytes); i++)
        files->bytes[i] = (uint8_t)dice_next(&files->dice);
}

static bool is_over(const struct files *files)
{
    return *files->is_stopped || clock_ns() - files->begun_ns >= files->max_ns;
}

static void files_begin(struct files *files)
{
    files->times = (struct workload_times){ 0 };
    files->begun_ns = clock_ns();
    workload_times_begin(&files->times);
}

static void files_end(struct files *files, enum workload_kind kind,
                      struct workload_result *ret)
{
    workload_times_end(&files->times);
    *ret = (struct workload_result){ .kind = kind, .is_synced = true };
    workload_times_result(&files->times, ret);
}

/* Returns 0 or an errno. */
static int write_synced(int fd, const uint8_t *bytes, size_t count)
{
    while (count) {
        ssize_t written = write(fd, bytes, count);
        if (written < 0 && errno != EINTR)
            return errno;
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
    return fsync(fd) ? errno : 0;
}

/* Returns -1 and errno on failure. */
static int make_file(const struct files *files, const char *name)
{
    return openat(files->folder.fd, name,
                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

/* Allocates the blocks before the first write, as fio does: writing is timed, not
 * allocation. Not every file system supports it. */
static int lay_out(int fd)
{
    if (!fallocate(fd, 0, 0, MAX_BYTES) || errno == EOPNOTSUPP || errno == ENOSYS)
        return 0;
    return errno;
}

static int write_pages(struct files *files, int fd)
{
    int error = lay_out(fd);

    while (!error && !is_over(files) && files->times.bytes < MAX_BYTES) {
        uint64_t start = clock_ns();
        error = write_synced(fd, files->bytes, PAGE);
        if (!error)
            workload_times_add(&files->times, clock_ns() - start, PAGE, &files->dice);
    }
    return error;
}

static int run_durable(struct files *files)
{
    int fd = make_file(files, WORKLOAD_LONG_NAME);

    if (fd < 0)
        return errno;
    int error = write_pages(files, fd);
    if (close(fd) && !error)
        error = errno;
    /* Its blocks are needed for the small files. */
    if (unlinkat(files->folder.fd, WORKLOAD_LONG_NAME, 0) && !error)
        error = errno;
    return error;
}

/* 1 to 8 KiB, like most files of a source tree. */
static int make_small(struct files *files, const char *name, size_t count)
{
    int fd = make_file(files, name);

    if (fd < 0)
        return errno;
    int error = write_synced(fd, files->bytes, count);
    if (close(fd) && !error)
        error = errno;
    return error;
}

static int run_small(struct files *files)
{
    int error = 0;

    for (size_t i = 0; !error && !is_over(files) && files->times.bytes < MAX_BYTES; i++) {
        size_t count = 1024 * (1 + (size_t)dice_below(&files->dice, MAX_SMALL / 1024));
        uint64_t start = clock_ns();
        char name[WORKLOAD_SLOT_NAME];
        workload_slot_name(i, name);
        /* The oldest file is removed when its slot is used again. */
        if (i >= WORKLOAD_SLOTS && unlinkat(files->folder.fd, name, 0))
            return errno;
        error = make_small(files, name, count);
        if (!error)
            workload_times_add(&files->times, clock_ns() - start, count, &files->dice);
    }
    return error;
}

static bool files_report_error(const struct files *files, int error, struct err *err)
{
    return err_set(err, ERR_IO, _("%1$s cannot be written: %2$s."), files->folder.path,
                   strerror(error));
}

static bool run_both(struct files *files, struct workload_result *ret_durable,
                     struct workload_result *ret_small, struct err *err)
{
    struct workload_result durable;

    files_begin(files);
    int error = run_durable(files);
    files_end(files, WORKLOAD_FILE_DURABLE, &durable);
    if (error)
        return files_report_error(files, error, err);
    files_begin(files);
    error = run_small(files);
    if (error)
        return files_report_error(files, error, err);
    files_end(files, WORKLOAD_SMALL_FILES, ret_small);
    *ret_durable = durable;
    return true;
}

bool workload_files_fit(const struct sys *sys, const char *folder, struct err *err)
{
    uint64_t available = sys_available_memory(sys);
    char quarter[SIZE_TEXT], needs[SIZE_TEXT];

    if (!file_is_in_memory(folder) || available / 4 >= MAX_BYTES)
        return true;
    size_format_pair(available / 4, MAX_BYTES, quarter, needs);
    return err_refuse(
        err, REFUSAL_MEASURE_FILES_IN_MEMORY,
        _("%1$s lies in memory: its files may take %2$s, a quarter of what is "
          "available, and need %3$s. Choose a folder on a drive."),
        folder, quarter, needs);
}

bool workload_files(const char *folder, double seconds,
                    const volatile sig_atomic_t *is_stopped,
                    struct workload_result *ret_durable,
                    struct workload_result *ret_small, struct err *err)
{
    CLEANUP(freep) struct files *files = xcalloc(1, sizeof(*files));
    struct workload_result durable, small;

    files->is_stopped = is_stopped;
    files->max_ns = (uint64_t)(seconds / 2 * 1e9);
    files->dice = dice_of(clock_ns());
    files_fill(files);
    bool is_done = workload_folder_make(folder, &files->folder, err);
    if (is_done) {
        is_done = run_both(files, &durable, &small, err);
        is_done = workload_folder_remove(&files->folder, err) && is_done;
    }
    if (!is_done)
        return false;
    *ret_durable = durable;
    *ret_small = small;
    return true;
}
