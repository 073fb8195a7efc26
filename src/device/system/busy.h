/* SPDX-License-Identifier: GPL-3.0-or-later */
/* busy.h - finds who uses a block device, according to the kernel */
#ifndef ALIDADE_DEVICE_SYSTEM_BUSY_H
#define ALIDADE_DEVICE_SYSTEM_BUSY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/io/sys.h"
#include "model/disk/layout.h"

/* Size of a buffer for a device number as text. */
#define BUSY_NUMBER 24

struct busy_mount {
    /* "8:1"; "0:45" if source identifies the device, as on btrfs */
    char device[BUSY_NUMBER];
    char *where;
    char *source;
    char *upper; /* of an overlay: the folder that stores changes; NULL: unknown */
};

struct busy_swap {
    char *path;
    bool is_file;
};

struct busy_loop {
    char name[SYS_NAME];
    char *backing;       /* path of the backing file or device */
    uint64_t offset;     /* offset in the backing file, in bytes */
    uint64_t size_limit; /* bytes; 0: up to the end of the backing file */
};

/* A snapshot of mounts, swap areas and loop devices. */
struct busy {
    struct sys sys;
    struct busy_mount *mounts;
    size_t mount_count;
    struct busy_swap *swaps;
    size_t swap_count;
    struct busy_loop *loops;
    size_t loop_count;
};

/* Reads the current state; SYS's strings must outlive BUSY. */
void busy_init(struct busy *busy, const struct sys *sys);
void busy_finish(struct busy *busy);

/* Returns the device number of NAME in the format of mountinfo; empty if sysfs does not
 * have it. */
void busy_number(const struct sys *sys, const char *name, char ret[BUSY_NUMBER]);
/* True if MOUNT is of the device NAME, whose number is NUMBER. */
bool busy_mount_is_of(const struct busy *busy, const struct busy_mount *mount,
                      const char *name, const char *number);
/* Returns the mount that contains the file or folder at PATH (absolute and resolved): the
 * longest matching mount point, the most recent of equals; NULL if there is none. */
const struct busy_mount *busy_mount_of(const struct busy *busy, const char *path);
/* Returns the path of the backing file of a loop device; false if it has none. */
bool busy_backing_file(const struct sys *sys, const char *name, char ret[SYS_PATH]);

/* Finds the use of the block device NAME itself, without its partitions.  Swap or a swap
 * file has priority over a mount, a mount over a holder.  Returns false if the device is
 * not in use. */
bool busy_find(const struct busy *busy, const char *name, struct use *ret);

/* True if LOOP's backing file is PATH: the same file or block device. */
bool busy_loop_is_over(const struct busy *busy, const struct busy_loop *loop,
                       const char *path);

/* Returns the kernel's names of the partitions of a disk, in order. */
struct sys_names busy_partitions(const struct sys *sys, const char *name);

/* Returns the kernel's name of partition NUMBER of the disk at PATH; false if there is
 * none. */
bool busy_partition(const struct sys *sys, const char *path, unsigned number,
                    char ret[SYS_NAME]);

/* Returns the displayed name of a holder: that of the device mapper, or else the
 * kernel's. */
void busy_holder_name(const struct sys *sys, const char *name, char *ret, size_t size);

/* Lists all users of the disk or image file at PATH, of its partitions and of devices
 * built on them: mount points, "swap" and names of unmounted holders, sorted and
 * separated by spaces; ".." at the end if it is truncated; empty if there are none.
 * *ret_is_system is true if a mount point essential to the running system is among
 * them. */
void busy_describe(const struct busy *busy, const char *path, char *ret, size_t size,
                   bool *ret_is_system);

#endif
