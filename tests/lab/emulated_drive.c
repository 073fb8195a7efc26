/* SPDX-License-Identifier: GPL-3.0-or-later */
/* emulated_drive.c - a drive made of memory and a clock, mounted as a file
 *
 * emulated_drive FOLDER [size=BYTES] [log=FILE] [clock=FILE] [NAME=NUMBER...], the names
 * below.
 *
 * FOLDER/disk      the drive: each request reaches it with its exact range and takes its
 *                  time; says 512/512, as every file does
 * FOLDER/bytes     the same bytes without any time, to fill and to compare it
 * FOLDER/requests  how many there have been; reading it brings the log up to date
 *
 * With a clock, FILE is a count of nanoseconds (8 bytes), the drive's time: a request
 * moves it on instead of waiting.
 *
 * Says "ready" once it is mounted, serves until SIGTERM, SIGINT, SIGHUP or the end of who
 * started it, and unmounts.  Exit code 77 where nothing can be mounted.
 *
 * The kernel tells a durable write (O_DSYNC, RWF_DSYNC) by a flag of the write itself, on
 * files that are opened past the page cache; fsync and fdatasync come as flushes of their
 * own.  Without `cache` every write pays the medium at once, and a flush nothing. */
#define FUSE_USE_VERSION 31
#include "lab/medium.h"

#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <inttypes.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define SKIP 77
/* Who sleeps wakes up late; who spins does not, but takes a processor. */
#define SPIN_US 60.0
/* What a request costs the host in virtual time. */
#define HOST_NS UINT64_C(20000)

enum place { PLACE_DISK, PLACE_BYTES, PLACE_REQUESTS, PLACE_COUNT };
static const char *const names[PLACE_COUNT] = { "/disk", "/bytes", "/requests" };

struct emulated {
    struct medium medium;
    uint64_t size;
    char *bytes;
    FILE *log;
    uint64_t *clock_ns; /* NULL: the real clock counts */
    uint64_t reads, writes, flushes, read_bytes, written_bytes;
};

static const struct {
    const char *name;
    size_t field;
} numbers[] = {
    { "physical", offsetof(struct medium_physics, physical) },
    { "shift", offsetof(struct medium_physics, shift) },
    { "write-us", offsetof(struct medium_physics, write_us) },
    { "rmw-us", offsetof(struct medium_physics, rmw_us) },
    { "read-us", offsetof(struct medium_physics, read_us) },
    { "split-us", offsetof(struct medium_physics, split_us) },
    { "rpm", offsetof(struct medium_physics, rpm) },
    { "seek-us", offsetof(struct medium_physics, seek_us) },
    { "cache-us", offsetof(struct medium_physics, cache_us) },
    { "jitter", offsetof(struct medium_physics, jitter) },
    { "spike", offsetof(struct medium_physics, spike) },
    { "cache", offsetof(struct medium_physics, cache) },
    { "carry", offsetof(struct medium_physics, carry) },
    { "buffer", offsetof(struct medium_physics, buffer) },
    { "fill", offsetof(struct medium_physics, fill) },
    { "lying", offsetof(struct medium_physics, lying) },
};

static double now_us(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* there is one on every Linux */
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static void wait_until(double end_us)
{
    double sleep_us = end_us - now_us() - SPIN_US;

    if (sleep_us > 0) {
        struct timespec rest = { .tv_sec = (time_t)(sleep_us / 1e6),
                                 .tv_nsec = (long)(fmod(sleep_us, 1e6) * 1e3) };
        (void)nanosleep(&rest, NULL); /* a signal only makes the spinning longer */
    }
    while (now_us() < end_us)
        ;
}

/* Returns the moment at which a request reaches the drive. */
static double begin_us(const struct emulated *drive)
{
    if (!drive->clock_ns)
        return now_us();
    return (double)__atomic_add_fetch(drive->clock_ns, HOST_NS, __ATOMIC_SEQ_CST) * 1e-3;
}

static void let_pass(const struct emulated *drive, double begun_us, double us)
{
    if (drive->clock_ns)
        __atomic_add_fetch(drive->clock_ns, (uint64_t)llround(us * 1e3),
                           __ATOMIC_SEQ_CST);
    else
        wait_until(begun_us + us);
}

static struct emulated *emulated(void)
{
    return fuse_get_context()->private_data;
}

static void note(struct emulated *drive, const char *kind, off_t offset, size_t count)
{
    if (drive->log)
        (void)fprintf(drive->log, "%s %jd %zu\n", kind, (intmax_t)offset, count);
}

/* As much of [offset, offset + count) as lies on the drive. */
static size_t inside(const struct emulated *drive, off_t offset, size_t count)
{
    uint64_t start = (uint64_t)offset;

    if (offset < 0 || start >= drive->size)
        return 0;
    return count < drive->size - start ? count : (size_t)(drive->size - start);
}

static int find_file(const char *path)
{
    for (int i = 0; i < PLACE_COUNT; i++)
        if (!strcmp(path, names[i]))
            return i;
    return -ENOENT;
}

static void *drive_init(struct fuse_conn_info *connection, struct fuse_config *config)
{
    (void)connection; /* as the library set it */
    config->kernel_cache = 0;
    config->auto_cache = 0;
    (void)puts("ready"); /* who waits for it sees the end of the pipe otherwise */
    (void)fflush(stdout);
    return emulated();
}

static int drive_getattr(const char *path, struct stat *ret, struct fuse_file_info *info)
{
    int place = find_file(path);

    (void)info; /* the path is enough */
    *ret = (struct stat){ .st_uid = getuid(), .st_gid = getgid(), .st_nlink = 1 };
    if (!strcmp(path, "/")) {
        ret->st_mode = S_IFDIR | 0700;
        return 0;
    }
    if (place < 0)
        return place;
    ret->st_mode = place == PLACE_REQUESTS ? S_IFREG | 0400 : S_IFREG | 0600;
    ret->st_size = place == PLACE_REQUESTS ? 0 : (off_t)emulated()->size;
    ret->st_blocks = ret->st_size / 512;
    ret->st_blksize = 4096;
    return 0;
}

static int drive_readdir(const char *path, void *list, fuse_fill_dir_t fill, off_t offset,
                         struct fuse_file_info *info, enum fuse_readdir_flags flags)
{
    (void)path, (void)offset, (void)info, (void)flags; /* one folder, all at once */
    for (int i = 0; i < PLACE_COUNT; i++)
        if (fill(list, names[i] + 1, NULL, 0, 0))
            return -ENOMEM;
    return 0;
}

static int drive_open(const char *path, struct fuse_file_info *info)
{
    int place = find_file(path);

    if (place < 0)
        return place;
    info->direct_io = 1; /* past the page cache, in ranges of any bytes */
    info->fh = (uint64_t)place;
    return 0;
}

static int read_requests(const struct emulated *drive, char *ret, size_t count,
                         off_t offset)
{
    char text[256];
    int length = snprintf(text, sizeof(text),
                          "reads %" PRIu64 "\nwrites %" PRIu64 "\nflushes %" PRIu64
                          "\nread-bytes %" PRIu64 "\nwritten-bytes %" PRIu64 "\n",
                          drive->reads, drive->writes, drive->flushes, drive->read_bytes,
                          drive->written_bytes);

    if (drive->log)
        (void)fflush(drive->log); /* a full disk: the test misses lines and says so */
    if (offset >= length)
        return 0;
    size_t rest = (size_t)(length - offset);
    memcpy(ret, text + offset, rest < count ? rest : count);
    return (int)(rest < count ? rest : count);
}

static int drive_read(const char *path, char *ret, size_t count, off_t offset,
                      struct fuse_file_info *info)
{
    struct emulated *drive = emulated();

    (void)path;
    if (info->fh == PLACE_REQUESTS)
        return read_requests(drive, ret, count, offset);
    count = inside(drive, offset, count);
    memcpy(ret, drive->bytes + offset, count);
    if (info->fh == PLACE_DISK && count) {
        double start_us = begin_us(drive);
        double us = medium_read(&drive->medium, start_us, (uint64_t)offset, count);
        drive->reads++;
        drive->read_bytes += count;
        note(drive, "read", offset, count);
        let_pass(drive, start_us, us);
    }
    return (int)count;
}

static int drive_write(const char *path, const char *bytes, size_t count, off_t offset,
                       struct fuse_file_info *info)
{
    struct emulated *drive = emulated();
    /* O_SYNC contains it. */
    bool is_durable = info->flags & O_DSYNC;

    (void)path;
    if (info->fh == PLACE_REQUESTS)
        return -EBADF;
    count = inside(drive, offset, count);
    if (!count)
        return -ENOSPC;
    memcpy(drive->bytes + offset, bytes, count);
    if (info->fh == PLACE_DISK) {
        double start_us = begin_us(drive);
        double us =
            medium_write(&drive->medium, start_us, (uint64_t)offset, count, is_durable);
        drive->writes++;
        drive->written_bytes += count;
        note(drive, is_durable ? "durable" : "write", offset, count);
        let_pass(drive, start_us, us);
    }
    return (int)count;
}

static int drive_fsync(const char *path, int is_data_only, struct fuse_file_info *info)
{
    struct emulated *drive = emulated();

    (void)path, (void)is_data_only;
    if (info->fh == PLACE_DISK) {
        double start_us = begin_us(drive);
        double us = medium_flush(&drive->medium, start_us);
        drive->flushes++;
        note(drive, "flush", 0, 0);
        let_pass(drive, start_us, us);
    }
    return 0;
}

/* A drive neither grows nor shrinks, but who opens with O_TRUNC is let in. */
static int drive_truncate(const char *path, off_t size, struct fuse_file_info *info)
{
    (void)path, (void)size, (void)info;
    return 0;
}

static const struct fuse_operations operations = {
    .init = drive_init,
    .getattr = drive_getattr,
    .readdir = drive_readdir,
    .open = drive_open,
    .read = drive_read,
    .write = drive_write,
    .fsync = drive_fsync,
    .truncate = drive_truncate,
};

static bool take_number(struct medium_physics *ret, const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
        if (!strncmp(word, numbers[i].name, length) && !numbers[i].name[length]) {
            char *end;
            double number = strtod(word + length + 1, &end);
            *(double *)(void *)((char *)ret + numbers[i].field) = number;
            return !*end && number >= 0;
        }
    return false;
}

static bool map_clock(struct emulated *drive, const char *path)
{
    int fd = open(path, O_RDWR | O_CLOEXEC);
    void *clock =
        mmap(NULL, sizeof(*drive->clock_ns), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

    if (fd >= 0)
        (void)close(fd); /* the map stays */
    drive->clock_ns = clock == MAP_FAILED ? NULL : clock;
    return drive->clock_ns;
}

static bool take_word(struct emulated *drive, struct medium_physics *physics,
                      const char *word)
{
    size_t length = strcspn(word, "=");

    if (!word[length])
        return false;
    if (!strncmp(word, "size=", length + 1)) {
        drive->size = strtoull(word + length + 1, NULL, 10);
        return drive->size >= 4096 && drive->size <= UINT64_C(1) << 30;
    }
    if (!strncmp(word, "log=", length + 1)) {
        drive->log = fopen(word + length + 1, "we");
        return drive->log;
    }
    if (!strncmp(word, "clock=", length + 1))
        return map_clock(drive, word + length + 1);
    return take_number(physics, word, length);
}

/* The drive is punctual however busy the machine is, as far as that is allowed. */
static void be_punctual(void)
{
    struct sched_param param = { .sched_priority = 1 };

    (void)prctl(PR_SET_TIMERSLACK, 1UL); /* on failure delays are only less exact */
    (void)sched_setscheduler(0, SCHED_FIFO, &param); /* for root alone */
}

static int serve(struct emulated *drive, char *folder)
{
    char name[] = "emulated_drive", option[] = "-ofsname=emulated-drive";
    char *words[] = { name, option };
    struct fuse_args args = FUSE_ARGS_INIT(2, words);
    struct fuse *fuse = fuse_new(&args, &operations, sizeof(operations), drive);
    int status = SKIP;

    fuse_opt_free_args(&args);
    /* The library has said why. */
    if (!fuse)
        return SKIP;
    if (!fuse_mount(fuse, folder)) {
        struct fuse_session *session = fuse_get_session(fuse);
        be_punctual();
        status = fuse_set_signal_handlers(session) ? 1 : 0;
        /* A signal ends it as it should be ended: no failure. */
        if (!status)
            (void)fuse_loop(fuse);
        fuse_remove_signal_handlers(session);
        fuse_unmount(fuse);
    }
    fuse_destroy(fuse);
    return status;
}

int main(int argc, char **argv)
{
    struct emulated *drive = calloc(1, sizeof(*drive));
    struct medium_physics physics = { .cache_us = 20 };

    if (!drive || argc < 2)
        return 2;
    drive->size = 64U << 20;
    for (int i = 2; i < argc; i++)
        if (!take_word(drive, &physics, argv[i])) {
            (void)fprintf(stderr, "emulated_drive: what is %s?\n", argv[i]);
            return 2;
        }
    if (access("/dev/fuse", R_OK | W_OK)) {
        (void)fprintf(stderr, "/dev/fuse: %s\n", strerror(errno));
        return SKIP;
    }
    /* Ends with the process that started it. */
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    medium_init(&drive->medium, &physics);
    drive->bytes = mmap(NULL, drive->size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (drive->bytes == MAP_FAILED) {
        perror("emulated_drive");
        return 1;
    }
    int status = serve(drive, argv[1]);
    if (drive->log && fclose(drive->log))
        status = 1;
    (void)munmap(drive->bytes, drive->size);
    free(drive);
    return status;
}
