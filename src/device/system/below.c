/* SPDX-License-Identifier: GPL-3.0-or-later */
/* below.c - finds the disks that a file or a device is built on */
#include "device/system/below.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "device/io/file.h"
#include "device/system/busy.h"
#include "model/base/mem.h"

/* A file system on a volume on an array of partitions, and so on. */
enum { DEPTH_MAX = 8 };

bool below_device(const struct sys *sys, const char *place, char ret[SYS_NAME])
{
    char path[SYS_PATH], real[SYS_PATH];
    const struct busy_mount *mount;
    struct stat status;
    struct busy busy;
    bool is_found;

    if (stat(place, &status))
        return false;
    if (sys_real_path(sys, path, "dev/block/%u:%u", major(status.st_dev),
                      minor(status.st_dev))) {
        copy_text(ret, SYS_NAME, strrchr(path, '/') + 1);
        return true;
    }
    /* btrfs and others report device numbers of their own. */
    if (!realpath(place, real))
        return false;
    busy_init(&busy, sys);
    mount = busy_mount_of(&busy, real);
    is_found = mount && sys_name_of(sys, mount->source, ret);
    busy_finish(&busy);
    return is_found;
}

/* True if NAME is DISK, a partition of it, or built on one. */
static bool below_reaches(const struct sys *sys, const char *name, const char *disk,
                          unsigned depth)
{
    char path[SYS_PATH], backing[SYS_PATH], below[SYS_NAME];
    bool is_on = !strcmp(name, disk);

    if (is_on || depth == DEPTH_MAX)
        return is_on;
    /* The directory of a partition is inside that of its disk. */
    if (sys_real_path(sys, path, "class/block/%s/..", name))
        is_on = !strcmp(strrchr(path, '/') + 1, disk);
    if (!is_on && busy_backing_file(sys, name, backing) &&
        (sys_name_of(sys, backing, below) || below_device(sys, backing, below)))
        is_on = below_reaches(sys, below, disk, depth + 1);
    struct sys_names slaves = sys_names(sys, "class/block/%s/slaves", name);
    for (size_t i = 0; i < slaves.count && !is_on; i++)
        is_on = below_reaches(sys, slaves.names[i], disk, depth + 1);
    sys_names_finish(&slaves);
    return is_on;
}

bool below_file_is_on(const struct sys *sys, const char *path, const char *disk)
{
    CLEANUP(freep) char *place = file_nearest_existing(path);
    char name[SYS_NAME];

    return below_device(sys, place, name) && below_reaches(sys, name, disk, 0);
}

bool below_device_is_on(const struct sys *sys, const char *name, const char *disk)
{
    return below_reaches(sys, name, disk, 0);
}
