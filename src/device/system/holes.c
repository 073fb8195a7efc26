/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holes.c - what a sparse image takes from its file system when it is written to */
#include "device/system/holes.h"

#include <sys/stat.h>
#include <sys/statfs.h>

#include "device/io/file.h"
#include "device/system/busy.h"
#include "model/base/mem.h"

bool holes_file(const struct sys *sys, const char *path, char ret[SYS_PATH],
                uint64_t *ret_start)
{
    char name[SYS_NAME];
    struct stat status;

    *ret_start = 0;
    if (!sys_name_of(sys, path, name))
        copy_text(ret, SYS_PATH, path);
    else if (!busy_backing_file(sys, name, ret))
        return false;
    else
        (void)sys_number(sys, ret_start, "class/block/%s/loop/offset", name);
    return !stat(ret, &status) && S_ISREG(status.st_mode);
}

uint64_t holes_bytes(int fd, uint64_t start, uint64_t end)
{
    uint64_t bytes = 0;

    for (uint64_t at = start; at < end;) {
        uint64_t data = file_next_data(fd, at, end);
        bytes += data - at;
        at = file_next_hole(fd, data, end);
    }
    return bytes;
}

uint64_t holes_free_space(int fd)
{
    struct statfs status;

    if (fstatfs(fd, &status))
        return 0;
    return (uint64_t)status.f_bavail * (uint64_t)status.f_bsize;
}
