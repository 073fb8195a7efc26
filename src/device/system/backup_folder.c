/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backup_folder.c - chooses the folder of backups, and tells on which disk it is */
#include "device/system/backup_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "device/io/file.h"
#include "device/system/busy.h"
#include "model/base/intl.h"
#include "model/base/mem.h"

enum {
    NAME_MAX_BYTES = 64,
    DEPTH_MAX = 8, /* a file system on a volume on an array of partitions, and so on */
};

static bool can_be_made(const char *folder)
{
    CLEANUP(freep) char *place = file_nearest_existing(folder);
    struct stat status;

    return !stat(place, &status) && S_ISDIR(status.st_mode) &&
           !access(place, W_OK | X_OK);
}

/* Returns candidate INDEX, or NULL if the environment does not define it; the caller
 * frees it. */
static char *folder_candidate(unsigned index)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

    /* Relative paths must be ignored (XDG Base Directory Specification). */
    if (index == 0)
        return state && state[0] == '/' ? xasprintf("%s/alidade", state) : NULL;
    if (index == 1)
        return home && home[0] == '/' ? xasprintf("%s/.local/state/alidade", home) : NULL;
    return xstrdup("/run/alidade");
}

bool backup_folder_find(char **ret, struct err *err)
{
    for (unsigned index = 0; index < 3; index++) {
        CLEANUP(freep) char *folder = folder_candidate(index);
        if (!folder || !can_be_made(folder))
            continue;
        *ret = TAKE(folder);
        return true;
    }
    return err_set(err, ERR_REFUSED,
                   _("There is no folder for the backup that can be written to: name a "
                     "file with --backup=FILE."));
}

/* Creates one folder and syncs its parent, so that files saved in it survive a power
 * failure. */
static bool make_durable_folder(const char *folder)
{
    if (mkdir(folder, 0700))
        return errno == EEXIST;
    int error = file_sync_folder(folder);
    if (error)
        errno = error;
    return !error;
}

/* Creates FOLDER and all its parents. */
static bool make_folders(char *folder)
{
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool is_there = make_durable_folder(folder);
        *slash = '/';
        if (!is_there)
            return false;
    }
    return make_durable_folder(folder);
}

bool backup_folder(char **ret, struct err *err)
{
    CLEANUP(freep) char *folder = NULL;

    if (!backup_folder_find(&folder, err))
        return false;
    if (!make_folders(folder))
        return err_set(err, ERR_REFUSED,
                       _("The folder %1$s for the backup cannot be made: %2$s."), folder,
                       strerror(errno));
    *ret = TAKE(folder);
    return true;
}

void backup_time(char *ret, size_t size)
{
    time_t now = time(NULL);
    struct tm parts = { 0 };

    /* The epoch is used if the year does not fit in a struct tm. */
    (void)gmtime_r(&now, &parts);
    if (!strftime(ret, size, "%Y-%m-%dT%H:%M:%SZ", &parts))
        ret[0] = '\0';
}

char *backup_name(const char *folder, const char *disk_path)
{
    const char *slash = strrchr(disk_path, '/');
    char name[NAME_MAX_BYTES], when[32] = "";
    time_t now = time(NULL);
    struct tm parts = { 0 };
    char *path;

    copy_text(name, sizeof(name), slash ? slash + 1 : disk_path);
    for (char *c = name; *c; c++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-",
                    *c))
            *c = '_';
    (void)localtime_r(&now, &parts); /* the epoch on failure */
    (void)strftime(when, sizeof(when), "%Y%m%d-%H%M%S", &parts); /* cannot be truncated */
    path = xasprintf("%s/%s-%s.alidade", folder, name, when);
    for (unsigned i = 2; !access(path, F_OK); i++) {
        free(path);
        path = xasprintf("%s/%s-%s-%u.alidade", folder, name, when, i);
    }
    return path;
}

/* Finds the kernel's name of the block device with the file system that contains
 * PLACE. */
static bool device_below(const struct sys *sys, const char *place, char ret[SYS_NAME])
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
static bool is_built_on(const struct sys *sys, const char *name, const char *disk,
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
        (sys_name_of(sys, backing, below) || device_below(sys, backing, below)))
        is_on = is_built_on(sys, below, disk, depth + 1);
    struct sys_names slaves = sys_names(sys, "class/block/%s/slaves", name);
    for (size_t i = 0; i < slaves.count && !is_on; i++)
        is_on = is_built_on(sys, slaves.names[i], disk, depth + 1);
    sys_names_finish(&slaves);
    return is_on;
}

bool backup_lies_on(const struct sys *sys, const char *path, const char *name)
{
    CLEANUP(freep) char *place = file_nearest_existing(path);
    char below[SYS_NAME];

    return device_below(sys, place, below) && is_built_on(sys, below, name, 0);
}
