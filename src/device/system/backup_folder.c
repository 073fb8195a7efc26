/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backup_folder.c - chooses the folder of backups, and tells on which disk it is */
#include "device/system/backup_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "device/io/file.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

enum { NAME_MAX_BYTES = 64 };

static bool can_be_made(const char *folder)
{
    CLEANUP(freep) char *place = file_nearest_existing(folder);
    struct stat status;

    return !stat(place, &status) && S_ISDIR(status.st_mode) &&
           !access(place, W_OK | X_OK);
}

char *backup_folder_at(unsigned index)
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
    for (unsigned index = 0; index < BACKUP_FOLDERS; index++) {
        CLEANUP(freep) char *folder = backup_folder_at(index);
        if (!folder || !can_be_made(folder))
            continue;
        *ret = TAKE(folder);
        return true;
    }
    return err_refuse(
        err, REFUSAL_BACKUP_NO_DEFAULT_FOLDER,
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
        return err_refuse(err, REFUSAL_BACKUP_FOLDER_NOT_MADE,
                          _("The folder %1$s for the backup cannot be made: %2$s. Name a "
                            "file elsewhere with --backup=FILE."),
                          folder, strerror(errno));
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

/* The name of the disk without characters that would need quotes in a shell. */
static void set_disk_name(char ret[NAME_MAX_BYTES], const char *disk_path)
{
    const char *slash = strrchr(disk_path, '/');

    copy_text(ret, NAME_MAX_BYTES, slash ? slash + 1 : disk_path);
    for (char *c = ret; *c; c++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-",
                    *c))
            *c = '_';
}

bool backup_name_is_of(const char *path, const char *disk_path)
{
    const char *slash = strrchr(path, '/');
    char name[NAME_MAX_BYTES];

    set_disk_name(name, disk_path);
    size_t length = strlen(name), digits; /* more than 8 from the year 10000 on */
    path = slash ? slash + 1 : path;
    return !strncmp(path, name, length) && path[length] == '-' &&
           (digits = strspn(path + length + 1, "0123456789")) >= 8 &&
           path[length + 1 + digits] == '-';
}

char *backup_name(const char *folder, const char *disk_path)
{
    char name[NAME_MAX_BYTES], when[32] = "";
    time_t now = time(NULL);
    struct tm parts = { 0 };
    char *path;

    set_disk_name(name, disk_path);
    (void)localtime_r(&now, &parts); /* the epoch on failure */
    (void)strftime(when, sizeof(when), "%Y%m%d-%H%M%S", &parts); /* cannot be truncated */
    path = xasprintf("%s/%s-%s.alidade", folder, name, when);
    for (unsigned i = 2; !access(path, F_OK); i++) {
        free(path);
        path = xasprintf("%s/%s-%s-%u.alidade", folder, name, when, i);
    }
    return path;
}
