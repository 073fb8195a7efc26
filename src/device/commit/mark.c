/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mark.c - records the identity of a disk and checks that it is still the same */
#include <errno.h>
#include <linux/fs.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/commit/stages.h"
#include "device/system/devices.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/utf8.h"

static bool refuse_writing(const char *path, int error, struct err *err)
{
    if ((error == EACCES || error == EPERM) && geteuid())
        return sink_disk_refuse_permission(path, err);
    return err_refuse(err, REFUSAL_NOT_WRITABLE, _("%1$s cannot be written to: %2$s."),
                      path, strerror(error));
}

static bool mark_block(const struct sys *sys, const char *path, int fd,
                       struct disk_mark *mark, struct err *err)
{
    struct disk_info info;
    int logical = 0, is_read_only = 0;

    if (ioctl(fd, BLKROGET, &is_read_only) == 0 && is_read_only)
        return err_refuse(err, REFUSAL_WRITE_PROTECTED,
                          _("%1$s is write protected. If that is no switch on the drive: "
                            "blockdev --setrw %1$s"),
                          path);
    if (ioctl(fd, BLKGETSIZE64, &mark->size_bytes))
        return err_refuse(err, REFUSAL_SIZE_UNKNOWN,
                          _("The size of %1$s cannot be determined: %2$s."), path,
                          strerror(errno));
    /* What the kernel does not report is 0 in both marks. */
    if (ioctl(fd, BLKSSZGET, &logical) == 0)
        mark->logical = (uint64_t)logical;
    (void)ioctl(fd, BLKGETDISKSEQ, &mark->sequence); /* stays 0 before Linux 5.15 */
    devices_describe(sys, path, &info);
    copy_text(mark->model, sizeof(mark->model), info.model);
    copy_text(mark->serial, sizeof(mark->serial), info.serial);
    disk_info_finish(&info);
    return true;
}

bool mark_take(const struct sys *sys, const char *path, int fd, struct disk_mark *ret,
               struct err *err)
{
    struct disk_mark mark = { 0 };
    struct stat status;

    if (fstat(fd, &status))
        return err_refuse(err, REFUSAL_STATE_UNKNOWN,
                          _("The state of %1$s cannot be read: %2$s."), path,
                          strerror(errno));
    if (access(path, W_OK))
        return refuse_writing(path, errno, err);
    mark.is_block = S_ISBLK(status.st_mode);
    mark.device = mark.is_block ? status.st_rdev : status.st_dev;
    mark.inode = mark.is_block ? 0 : status.st_ino;
    mark.size_bytes = (uint64_t)status.st_size;
    if (mark.is_block && !mark_block(sys, path, fd, &mark, err))
        return false;
    *ret = mark;
    return true;
}

bool mark_check(const struct commit *commit, const struct disk_mark *now, struct err *err)
{
    const struct disk_mark *then = &commit->mark;

    if (now->is_block != then->is_block || now->device != then->device ||
        now->inode != then->inode || now->sequence != then->sequence ||
        strcmp(now->model, then->model) != 0 || strcmp(now->serial, then->serial) != 0)
        return err_refuse(err, REFUSAL_DISK_REPLACED,
                          _("%s is another disk now than it was before: nothing was "
                            "written."),
                          commit->path);
    if (now->logical != then->logical)
        return err_refuse(
            err, REFUSAL_DISK_REPLACED,
            _("%1$s has sectors of %2$llu bytes now, and had %3$llu before: "
              "nothing was written."),
            commit->path, (ull)now->logical, (ull)then->logical);
    if (now->size_bytes != then->size_bytes)
        return err_refuse(
            err, REFUSAL_DISK_REPLACED,
            _("%1$s has %2$llu bytes now, and had %3$llu before: nothing was "
              "written."),
            commit->path, (ull)now->size_bytes, (ull)then->size_bytes);
    return true;
}

char *mark_elsewhere(const struct commit *commit, int fd)
{
    CLEANUP(freep) char *link = xasprintf("%s/self/fd/%d", commit->sys.proc, fd);
    char target[SYS_PATH] = "";
    struct stat ours, now;

    if (commit->mark.is_block || fstat(fd, &ours) ||
        (!stat(commit->path, &now) && now.st_dev == ours.st_dev &&
         now.st_ino == ours.st_ino))
        return NULL;
    /* proc(5): of a name that is not there any more, even if there are others */
    if (readlink(link, target, sizeof(target) - 1) < 0 || strstr(target, " (deleted)"))
        return xasprintf(_("What was written is not in %s: another file was put there "
                           "meanwhile, or it was removed. The file that was written to "
                           "is deleted, or has another name."),
                         commit->path);
    CLEANUP(freep) char *clean = utf8_clean(target);
    return xasprintf(_("What was written is not in %1$s: another file was put there "
                       "meanwhile, or it was removed. It is in %2$s."),
                     commit->path, clean);
}
