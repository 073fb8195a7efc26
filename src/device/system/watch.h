/* SPDX-License-Identifier: GPL-3.0-or-later */
/* watch.h - notices when another program begins to use a disk that is written to
 *
 * A claim prevents mounts and swap, but not a program that opens the disk without one,
 * nor a partition that the kernel adds. */
#ifndef ALIDADE_DEVICE_SYSTEM_WATCH_H
#define ALIDADE_DEVICE_SYSTEM_WATCH_H

#include "device/system/disk_users.h"

struct watch {
    const struct sys *sys; /* borrowed, as all below */
    const char *path;      /* of the disk or image file */
    const char *name;      /* the kernel's; empty for a file */
    const struct layout *layout;

    /* At the beginning. */
    bool was_used;
    char users[DISK_USERS];
    uint64_t asked_ns; /* time of the last look-up */
    uint64_t took_ns;  /* its duration */
};

/* Begins to watch, with the users of this moment as known ones. */
struct watch watch_begin(const struct sys *sys, const char *path, const char *name,
                         const struct layout *layout);

/* Looking for users takes milliseconds, and more where there are many programs: these do
 * it at most every 200 ms and for a twentieth of the time, and return false in between.
 */

/* True if the users of the disk or a part of it are not those of the beginning. */
bool watch_has_other_users(struct watch *watch);
/* For a disk of which other partitions may be in use, while only the sectors
 * [START, END) are written. True if a program that need not have claimed the disk has
 * begun to use it, or the kernel has a partition in these sectors. RET then has its name
 * or those of the users. */
bool watch_is_taken(struct watch *watch, uint64_t start, uint64_t end,
                    char ret[DISK_USERS]);

/* Finds a partition of the kernel that overlaps the sectors [START, END) of WATCH's disk,
 * at once. RET is the kernel's name of it. One whose place is unknown counts too. */
bool watch_find_partition(const struct watch *watch, uint64_t start, uint64_t end,
                          char ret[SYS_NAME]);

#endif
