/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel_parts.c - lists the partitions of a disk in the kernel or in a table */
#include <string.h>

#include "device/system/busy.h"
#include "device/system/kernel_private.h"
#include "model/base/mem.h"
#include "model/base/num.h"

void kernel_parts_add(struct kernel_parts *parts, struct kernel_part part)
{
    parts->list = xrealloc(parts->list, parts->count + 1, sizeof(*parts->list));
    parts->list[parts->count++] = part;
}

const struct kernel_part *kernel_parts_find(const struct kernel_parts *parts,
                                            unsigned number)
{
    for (size_t i = 0; i < parts->count; i++)
        if (parts->list[i].number == number)
            return &parts->list[i];
    return NULL;
}

bool kernel_part_is_same(const struct kernel_part *a, const struct kernel_part *b)
{
    if (!a || !b)
        return a == b;
    return a->start == b->start && a->length == b->length;
}

struct kernel_part kernel_part_of(const struct extent *extent, uint64_t logical)
{
    struct kernel_part part = { extent->number, extent->start * logical,
                                extent->length * logical };
    uint64_t head = logical > 1024 ? logical : 1024;

    /* The kernel's partition of a container includes only its boot sectors. */
    if (extent->kind == EXTENT_EXTENDED && part.length > head)
        part.length = head;
    return part;
}

bool kernel_part_is_seen(const struct layout *layout, const struct extent *extent)
{
    return extent_is_partition(extent) && extent->kind != EXTENT_SLICE &&
           extent->number && layout_label(layout)->kind != LABEL_LOOP;
}

struct kernel_parts kernel_parts_of_layout(const struct layout *layout)
{
    uint64_t logical = layout_limits(layout)->logical;
    struct kernel_parts parts = { 0 };

    LAYOUT_EACH (extent, layout)
        if (kernel_part_is_seen(layout, extent))
            kernel_parts_add(&parts, kernel_part_of(extent, logical));
    return parts;
}

/* /sys uses units of 512 bytes whatever the sector size. */
struct kernel_parts kernel_parts_of_disk(const struct sys *sys, const char *name)
{
    struct sys_names names = busy_partitions(sys, name);
    struct kernel_parts parts = { 0 };

    for (size_t i = 0; i < names.count; i++) {
        const char *part = names.names[i];
        uint64_t number, start, length;
        if (sys_number(sys, &number, "class/block/%s/partition", part) &&
            sys_number(sys, &start, "class/block/%s/start", part) &&
            sys_number(sys, &length, "class/block/%s/size", part) &&
            number <= INT32_MAX && num_mul(start, 512, &start) &&
            num_mul(length, 512, &length))
            kernel_parts_add(&parts,
                             (struct kernel_part){ (unsigned)number, start, length });
    }
    sys_names_finish(&names);
    return parts;
}

bool kernel_is_mapped(const struct sys *sys, const char *path)
{
    char name[SYS_NAME];

    return sys_name_of(sys, path, name) && !strncmp(name, "dm-", 3);
}
