/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine.c - what a rescue system lacks, and how it is cured */
#include "device/system/machine.h"

#include <unistd.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

static bool has_proc(const struct sys *sys)
{
    CLEANUP(freep) char *mounts = xasprintf("%s/self/mountinfo", sys->proc);

    return !access(mounts, R_OK);
}

void machine_lacks(const struct sys *sys, struct lines *ret)
{
    char path[SYS_PATH];

    if (!has_proc(sys))
        lines_add(
            ret, "%s",
            _("/proc is not mounted: it is not known what is in use ('mount -t proc "
              "proc /proc')."));
    if (!sys_real_path(sys, path, "block"))
        lines_add(ret, "%s",
                  _("/sys is not mounted: the disks and their users are not known "
                    "('mount -t sysfs sysfs /sys')."));
}
