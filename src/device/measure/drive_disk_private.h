/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_disk_private.h - a disk under test, for the files of drive_disk */
#ifndef ALIDADE_DEVICE_MEASURE_DRIVE_DISK_PRIVATE_H
#define ALIDADE_DEVICE_MEASURE_DRIVE_DISK_PRIVATE_H

#include <stdatomic.h>
#include <time.h>

#include "device/io/sink_disk.h"
#include "device/io/store.h"
#include "device/measure/drive_disk.h"
#include "device/system/watch.h"

/* Alignment that every device and file system accepts for O_DIRECT; page size of the
 * cache. */
#define DRIVE_PAGE 4096

/* The file that holds an image or a loop device. */
struct drive_file {
    int fd;         /* -1: none, or not reachable */
    char *path;     /* owned; has to lead to the file until the end */
    uint64_t start; /* byte of the file where the disk begins */
    bool is_local;  /* only programs of this machine write, and set the time at once */
    bool is_leased; /* an image that no other program can open */
    bool is_in_memory;
    struct timespec time; /* of our last change */
};

/* A partition of the kernel, in bytes of the disk. */
struct drive_part {
    char name[SYS_NAME];
    uint64_t start, end;
    uint64_t written; /* units of 512 bytes through its node, when opened */
};

struct drive_disk {
    struct drive drive;
    struct sink_disk *claim;   /* NULL: only read */
    struct store *store;       /* NULL: written as well */
    int fd;                    /* the claim's or the store's */
    bool has_direct;           /* O_DIRECT of FD is on */
    bool lacks_dsync;          /* the kernel has no RWF_DSYNC */
    uint64_t left_out_ns;      /* pauses, for the drive's clock */
    _Atomic uint64_t since_ns; /* start of the current request; 0: none */
    struct sys sys;            /* texts are owned */
    char name[SYS_NAME];       /* the kernel's; empty for a file */

    char *path;                    /* owned; for the watch */
    struct layout *layout;         /* a reference */
    bool is_counted;               /* the kernel counts what is written to the disk */
    uint64_t written;              /* as it counts: at first, and by this program since */
    bool is_crossed;               /* requests of others were under way after a write */
    uint64_t last_start, last_end; /* bytes of this program's last write */
    struct drive_part *parts;      /* owned */
    size_t part_count;
    uint32_t block; /* bytes that the page cache writes at once */
    struct watch watch;
    struct drive_file file;
    uint8_t *again;     /* owned, page-aligned: for what is read again before each write;
                         * NULL: nothing is */
    uint64_t own_reads; /* of these, as the device counts them */
    uint64_t area_max;  /* bytes of a test area that memory allows */
};

/* The functions of DISK's drive; its properties are filled in when it is opened. */
struct drive drive_disk_requests(struct drive_disk *disk);

/* Takes a lease on an image file, which no other program can open until it is
 * released; false: another program has it open. Without a lease true too if none is
 * possible, or this program has the file open elsewhere. */
bool drive_file_lease(struct drive_disk *disk) MUST_USE;
/* Takes it again after a pause, if there was one; drive_file_is_touched() tells if that
 * was not possible. */
void drive_file_resume(struct drive_disk *disk);
void drive_file_begin(struct drive_disk *disk);
void drive_file_end(struct drive_disk *disk);
/* After each write of this program. */
void drive_file_stamp(struct drive_disk *disk);
/* True if another program wrote to the file, truncated, replaced or removed it, as far as
 * visible. */
bool drive_file_is_touched(const struct drive_disk *disk);

/* PAGE is a buffer for the read of a sector, at least DRIVE_PAGE bytes. */
void drive_counts_begin(struct drive_disk *disk, void *page);
/* True if the kernel has counted more than this program's writes to the disk and its
 * partitions. *RET_IS_BUSY: requests are under way now. */
bool drive_counts_others(const struct drive_disk *disk, bool *ret_is_busy);
/* Then: true if some of it may lie where this program wrote last. */
bool drive_counts_may_overlap(const struct drive_disk *disk);

/* From here on no other user is expected. */
void drive_watch_begin(struct drive_disk *disk);
void drive_watch_end(struct drive_disk *disk);
/* For drive.watch; CONTEXT is the disk. */
int drive_watch(void *context, uint64_t offset, const void *bytes, size_t count);
int drive_settle(void *context);

#endif
