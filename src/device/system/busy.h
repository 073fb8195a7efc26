/* SPDX-License-Identifier: GPL-3.0-or-later */
/* busy.h - who uses a block device, as the kernel tells it */
#ifndef ALIDADE_DEVICE_SYSTEM_BUSY_H
#define ALIDADE_DEVICE_SYSTEM_BUSY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/io/sys.h"
#include "model/disk/layout.h"

/* Room for a device number as text. */
#define BUSY_NUMBER 24

struct busy_mount {
    char device[BUSY_NUMBER]; /* "8:1"; "0:45" where source counts, as on btrfs */
    char *where;
    char *source;
    char *upper; /* of an overlay: the folder that it writes to, NULL: not known */
};

struct busy_swap {
    char *path;
    bool is_file;
};

struct busy_loop {
    char name[SYS_NAME];
    char *backing;       /* path of the file or device below it */
    uint64_t offset;     /* bytes into it */
    uint64_t size_limit; /* bytes; 0: to its end */
};

/* Mounts, swaps and loop devices at one moment. */
struct busy {
    struct sys sys;
    struct busy_mount *mounts;
    size_t mount_count;
    struct busy_swap *swaps;
    size_t swap_count;
    struct busy_loop *loops;
    size_t loop_count;
};

/* Reads what is there; SYS's strings must outlive it. */
void busy_init(struct busy *busy, const struct sys *sys);
void busy_finish(struct busy *busy);

/* Device number of NAME as mountinfo writes it; empty where sysfs does not say. */
void busy_number(const struct sys *sys, const char *name, char ret[BUSY_NUMBER]);
/* NUMBER is NAME's. */
bool busy_mount_is_of(const struct busy *busy, const struct busy_mount *mount,
                      const char *name, const char *number);
/* The mount that holds the file or folder at PATH (absolute, resolved): the longest mount
 * point that leads to it, the newest of equals; NULL where there is none. */
const struct busy_mount *busy_mount_of(const struct busy *busy, const char *path);
/* The path of the file below a loop device; false for an empty one. */
bool busy_backing_file(const struct sys *sys, const char *name, char ret[SYS_PATH]);

/* The use of the block device NAME by itself, its partitions not counted.  What says most
 * first: swap or a swap file on it, a mount, a holder.  False when nobody uses it. */
bool busy_find(const struct busy *busy, const char *name, struct use *ret);

/* True when LOOP lies over PATH: the same file, or the same block device. */
bool busy_loop_is_over(const struct busy *busy, const struct busy_loop *loop,
                       const char *path);

/* Kernel names of the partitions of a disk, in order. */
struct sys_names busy_partitions(const struct sys *sys, const char *name);

/* The kernel's name of partition NUMBER of the disk at PATH; false where it knows none.
 */
bool busy_partition(const struct sys *sys, const char *path, unsigned number,
                    char ret[SYS_NAME]);

/* Name for people of a holder: the device mapper's own, else the kernel's. */
void busy_holder_name(const struct sys *sys, const char *name, char *ret, size_t size);

/* All who use the disk or image file at PATH, its partitions and what is built on them:
 * mount points, "swap" and the names of holders that nobody mounted, sorted and joined by
 * spaces; ".." at the end where they do not fit.  Empty: nobody.  *ret_is_system: a mount
 * point that the running system cannot do without is among them. */
void busy_describe(const struct busy *busy, const char *path, char *ret, size_t size,
                   bool *ret_is_system);

#endif
