/* SPDX-License-Identifier: GPL-3.0-or-later */
/* area_file.c - saves the original bytes of a test area that changed meanwhile */
#include "device/measure/area_file.h"

#include <inttypes.h>
#include <string.h>

#include "device/io/text_file.h"
#include "device/system/backup_folder.h"
#include "model/base/intl.h"
#include "model/base/mem.h"

/* Named like a backup except for the end: "sda-20261120-163000-byte-1048576.bin". */
static char *name_of(const char *folder, const char *disk_path, uint64_t start)
{
    CLEANUP(freep) char *name = backup_name(folder, disk_path);
    char *end = strrchr(name, '.');

    if (end && end > strrchr(name, '/'))
        *end = '\0';
    return xasprintf("%s-byte-%" PRIu64 ".bin", name, start);
}

bool area_file_save(const char *disk_path, uint64_t start, const void *bytes,
                    size_t count, char **ret, struct err *err)
{
    CLEANUP(freep) char *folder = NULL;

    if (!backup_folder(&folder, err))
        return false;
    CLEANUP(freep) char *path = name_of(folder, disk_path, start);
    if (!text_file_save_bytes(path, bytes, count, err))
        return false;
    *ret = TAKE(path);
    return true;
}

char *area_file_report(const char *disk_path, uint64_t start, const void *bytes,
                       size_t count, char **ret)
{
    struct err err = { 0 };

    if (!area_file_save(disk_path, start, bytes, count, ret, &err))
        return xstrdup(err.text);
    return xasprintf(_("%1$llu bytes from byte %2$llu on, as they were read first, are "
                       "in %3$s."),
                     (ull)count, (ull)start, *ret);
}
