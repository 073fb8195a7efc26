/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_disk_private.h - a disk that is measured, for the rooms of drive_disk alone */
#ifndef ALIDADE_DEVICE_MEASURE_DRIVE_DISK_PRIVATE_H
#define ALIDADE_DEVICE_MEASURE_DRIVE_DISK_PRIVATE_H

#include <stdatomic.h>
#include <time.h>

#include "device/io/sink_disk.h"
#include "device/io/store.h"
#include "device/measure/drive_disk.h"

/* What any device and file system takes for O_DIRECT, and the page cache counts in. */
#define DRIVE_PAGE 4096

/* Room for the names of those who use a disk. */
#define DRIVE_USERS 128

/* What an image or a loop device lies in. */
struct drive_file {
    int fd;         /* -1: none that can be reached */
    uint64_t start; /* byte of it where the disk begins */
    bool keeps_time;
    struct timespec time; /* of its last change, by us */
};

struct drive_disk {
    struct drive drive;
    struct sink_disk *claim;   /* NULL: only read */
    struct store *store;       /* NULL: written as well */
    int direct;                /* past the page cache; -1: there is no such way */
    int cached;                /* the claim's or the store's */
    bool lacks_dsync;          /* the kernel flushes with no single write */
    uint64_t left_out_ns;      /* by the drive's clock: pauses */
    _Atomic uint64_t since_ns; /* the request under way; 0: none */
    struct sys sys;            /* texts are owned */
    char name[SYS_NAME];       /* the kernel's; empty for a file */

    char *path;                  /* owned; what the watch asks about */
    struct layout *layout;       /* a reference */
    struct sys_names partitions; /* the kernel's, at the opening */
    uint64_t partition_writes;   /* that they had been given then */
    char users[DRIVE_USERS];     /* of parts of it, then */
    uint64_t watched_ns;         /* when users were looked up last */
    struct drive_file file;
};

/* The requests of DISK's drive; what else it says is found out at its opening. */
struct drive drive_disk_requests(struct drive_disk *disk);

/* True where somebody uses the disk who need not have claimed it; who has shows when this
 * program wants to.  NAME is the kernel's, empty for a file.  In any case *RET says who
 * uses it or a part of it. */
bool drive_users_find(const struct drive_request *request, const char *name, char *ret,
                      size_t size);

void drive_file_begin(struct drive_disk *disk);
void drive_file_end(struct drive_disk *disk);
/* After each write of ours. */
void drive_file_stamp(struct drive_disk *disk);
/* True where somebody else has written to it since, or has cut it, as far as that can be
 * seen. */
bool drive_file_is_touched(const struct drive_disk *disk);

/* From here on nobody else is expected. */
void drive_watch_begin(struct drive_disk *disk);
/* For drive.watch; CONTEXT is the disk. */
int drive_watch(void *context);

#endif
