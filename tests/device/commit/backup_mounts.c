/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backup_mounts.c - whether a backup lasts, on mounted file systems: in memory, and in
 * overlays over memory and over a disk; needs a mount name space, else it skips with 77
 */
#include <errno.h>
#include <linux/magic.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "device/commit/backup.h"
#include "model/base/mem.h"

/* Where an overlay writes to.  Each is a folder of ROOT with "upper dir" and "work". */
static const struct {
    const char *folder;
    bool is_tmpfs;
    bool is_hidden; /* unmounted after the overlay is there, which keeps it */
    enum backup_lifetime want;
} rows[] = {
    { "memory", true, false, BACKUP_IN_MEMORY },
    { "hidden", true, true, BACKUP_IN_OVERLAY },
    { "disk", false, false, BACKUP_LASTS },
};

static int skip(const char *why)
{
    printf("skipped: %s\n", why);
    return 77;
}

static bool make_folder(const char *parent, const char *name)
{
    CLEANUP(freep) char *path = xasprintf("%s/%s", parent, name);

    return !mkdir(path, 0700);
}

/* The overlay at ROOT/over that writes to FOLDER. */
static bool mount_overlay(const char *root, const char *folder, bool is_tmpfs)
{
    CLEANUP(freep) char *over = xasprintf("%s/over", root);
    CLEANUP(freep)
    char *options = xasprintf("lowerdir=%1$s/lower,upperdir=%2$s/upper dir,workdir=%2$s/"
                              "work",
                              root, folder);

    return (!is_tmpfs || !mount("alidade-test", folder, "tmpfs", 0, "size=1m")) &&
           make_folder(folder, "upper dir") && make_folder(folder, "work") &&
           !mount("alidade-test", over, "overlay", 0, options);
}

static bool expect(const char *path, enum backup_lifetime want)
{
    struct sys sys = sys_of_machine();
    enum backup_lifetime lifetime = backup_lifetime(&sys, path);

    printf("%s %s: %d\n", lifetime == want ? "ok    " : "WRONG ", path, (int)lifetime);
    return lifetime == want;
}

static bool try_row(const char *root, size_t index)
{
    CLEANUP(freep) char *folder = xasprintf("%s/%s", root, rows[index].folder);
    CLEANUP(freep) char *over = xasprintf("%s/over", root);
    CLEANUP(freep) char *file = xasprintf("%s/not/there.alidade", over);
    CLEANUP(freep) char *straight = xasprintf("%s/a.alidade", folder);
    bool is_right = true;

    if (!make_folder(root, rows[index].folder) ||
        !mount_overlay(root, folder, rows[index].is_tmpfs)) {
        bool is_unknown = errno == ENODEV; /* this kernel has no overlays */
        perror(over);
        return is_unknown;
    }
    if (rows[index].is_hidden)
        (void)umount2(folder, MNT_DETACH); /* the claim below sees whether it worked */
    else
        is_right = expect(straight, rows[index].want);
    is_right = expect(file, rows[index].want) && is_right;
    (void)umount2(over, MNT_DETACH);   /* the name space ends with us anyway */
    (void)umount2(folder, MNT_DETACH); /* as above; the disk's is not mounted on */
    return is_right;
}

static bool is_on_disk(const char *root)
{
    struct statfs status;

    return !statfs(root, &status) && status.f_type != TMPFS_MAGIC &&
           status.f_type != RAMFS_MAGIC && status.f_type != OVERLAYFS_SUPER_MAGIC;
}

static int play(const char *root)
{
    bool is_right = make_folder(root, "over") && make_folder(root, "lower");

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        is_right = try_row(root, i) && is_right;
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(void)
{
    char root[] = "/var/tmp/alidade-mounts-XXXXXX";

    if (geteuid() != 0)
        return skip("needs root to mount");
    if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
        return skip("no mount name space of its own is allowed here");
    if (!mkdtemp(root)) {
        perror(root);
        return EXIT_FAILURE;
    }
    CLEANUP(freep) char *clear = xasprintf("rm -r -- %s", root);
    int code = is_on_disk(root) ? play(root) : skip("/var/tmp is not on a disk");
    return system(clear) ? EXIT_FAILURE : code;
}
