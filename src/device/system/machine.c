/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine.c - what a rescue system lacks, and how it is cured */
#include "device/system/machine.h"

#include <sys/stat.h>
#include <unistd.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

static bool has_proc(const struct sys *sys)
{
    CLEANUP(freep) char *mounts = xasprintf("%s/self/mountinfo", sys->proc);

    return !access(mounts, R_OK);
}

static bool is_block(const char *path)
{
    struct stat status;

    return !stat(path, &status) && S_ISBLK(status.st_mode);
}

void machine_lacks(const struct sys *sys, const char *path, struct lines *ret)
{
    char real[SYS_PATH];

    if (!has_proc(sys))
        lines_add(
            ret, "%s",
            _("/proc is not mounted: it is not known what is in use ('mount -t proc "
              "proc /proc')."));
    if ((!path || is_block(path)) && !sys_real_path(sys, real, "block"))
        lines_add(ret, "%s",
                  _("/sys is not mounted: the disks and their users are not known "
                    "('mount -t sysfs sysfs /sys')."));
}
