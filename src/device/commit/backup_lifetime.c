/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backup_lifetime.c - tells whether a backup survives a restart */
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "device/commit/backup.h"
#include "device/io/file.h"
#include "device/system/busy.h"
#include "model/base/intl.h"
#include "model/base/mem.h"

static bool is_overlay(const char *place)
{
    struct statfs status;

    return !statfs(place, &status) &&
           (unsigned long)status.f_type == OVERLAYFS_SUPER_MAGIC;
}

/* An overlay stores its changes in its upper folder.  On a live system or in a container
 * that folder is usually not visible, because it was mounted before the root. */
static enum backup_lifetime lifetime_in_overlay(const struct sys *sys, const char *real)
{
    enum backup_lifetime lifetime = BACKUP_IN_OVERLAY;
    const struct busy_mount *mount;
    struct busy busy;

    busy_init(&busy, sys);
    mount = busy_mount_of(&busy, real);
    if (mount && mount->upper && file_is_in_memory(mount->upper))
        lifetime = BACKUP_IN_MEMORY;
    else if (mount && mount->upper && !access(mount->upper, F_OK))
        lifetime = BACKUP_LASTS;
    busy_finish(&busy);
    return lifetime;
}

/* systemd-tmpfiles (with Debian's rules) and older init scripts empty /tmp at boot. */
static bool is_below_tmp(const char *real)
{
    return !strcmp(real, "/tmp") || !strncmp(real, "/tmp/", 5);
}

enum backup_lifetime backup_lifetime(const struct sys *sys, const char *path)
{
    CLEANUP(freep) char *place = file_nearest_existing(path);
    enum backup_lifetime lifetime = BACKUP_LASTS;
    char real[SYS_PATH];

    if (file_is_in_memory(place))
        return BACKUP_IN_MEMORY;
    if (!realpath(place, real))
        return BACKUP_LASTS;
    if (is_overlay(real))
        lifetime = lifetime_in_overlay(sys, real);
    return lifetime == BACKUP_LASTS && is_below_tmp(real) ? BACKUP_IN_TMP : lifetime;
}

const char *backup_lifetime_words(const struct sys *sys, const char *path)
{
    static const char *const words[] = {
        [BACKUP_LASTS] = NULL,
        [BACKUP_IN_TMP] =
            N_("The table's backup may be gone after a restart, because many "
               "systems empty /tmp then. Copy it to another place."),
        [BACKUP_IN_OVERLAY] =
            N_("The table's backup may be gone after a restart, because its "
               "folder lies in an overlay that is perhaps stored in "
               "memory. Copy it to another place."),
        [BACKUP_IN_MEMORY] =
            N_("The table's backup will be gone after a restart, because its "
               "folder lies in memory. Copy it to another place."),
    };
    const char *text = words[backup_lifetime(sys, path)];

    return text ? _(text) : NULL;
}
