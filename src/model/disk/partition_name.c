/* SPDX-License-Identifier: GPL-3.0-or-later */
/* partition_name.c - device nodes and names of partitions */
#include "model/disk/partition_name.h"

#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"

char *partition_node(const char *path, unsigned number)
{
    size_t length = strlen(path);
    bool has_digit = length && path[length - 1] >= '0' && path[length - 1] <= '9';
    /* libfdisk names the partitions of udev's links the same way. */
    bool is_link = strstr(path, "/dev/disk/by-id/") || strstr(path, "/dev/disk/by-path/");

    return xasprintf("%s%s%u", path, is_link ? "-part" : has_digit ? "p" : "", number);
}

const char *partition_name(const struct extent *extent, char buf[16])
{
    if (extent->kind == EXTENT_KEPT)
        (void)snprintf(buf, 16, "=");
    else if (!extent_is_partition(extent) &&
             !(extent_is_damaged(extent) && extent->number))
        (void)snprintf(buf, 16, "-");
    else if (extent->letter)
        (void)snprintf(buf, 16, "%c", extent->letter);
    else
        (void)snprintf(buf, 16, "%u", extent->number);
    return buf;
}

void partition_full_name(const struct layout *layout, const struct extent *extent,
                         struct str *out)
{
    const struct extent *parent = layout_find(layout, extent->parent);

    if (extent->kind == EXTENT_SLICE && parent)
        str_printf(out, "%u", parent->number);
    if (extent->letter)
        str_printf(out, "%c", extent->letter);
    else if (extent_is_partition(extent))
        str_printf(out, "%u", extent->number);
}
