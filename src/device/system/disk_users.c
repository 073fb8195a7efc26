/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk_users.c - finds other users of a disk that need not have claimed it */
#include "device/system/disk_users.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "device/system/busy.h"
#include "device/system/opener.h"
#include "model/base/mem.h"
#include "model/base/num.h"

/* A loop device does not claim what it lies over. */
static bool is_below_loop(const struct busy *busy, const char *path)
{
    for (size_t i = 0; i < busy->loop_count; i++)
        if (busy_loop_is_over(busy, &busy->loops[i], path))
            return true;
    return false;
}

/* Test areas avoid a partition of the kernel only if the table contains it too. */
static bool is_in_table(const struct busy *busy, const struct layout *layout,
                        const char *partition)
{
    uint64_t start, logical = layout_limits(layout)->logical;

    if (!sys_number(&busy->sys, &start, "class/block/%s/start", partition) ||
        !num_mul(start, 512, &start))
        return false;
    LAYOUT_EACH (extent, layout)
        if (extent_is_partition(extent) && extent->start == start / logical)
            return true;
    return false;
}

static bool is_loop_over_stray(const struct busy *busy, const struct layout *layout,
                               const char *name)
{
    struct sys_names names = busy_partitions(&busy->sys, name);
    bool is_over = false;

    for (size_t i = 0; i < names.count && !is_over; i++) {
        char node[SYS_PATH];
        sys_node_of(&busy->sys, names.names[i], node);
        is_over = is_below_loop(busy, node) && !is_in_table(busy, layout, names.names[i]);
    }
    sys_names_finish(&names);
    return is_over;
}

/* Programs, such as a virtual machine, claim nothing either. */
static bool has_writer(const struct sys *sys, const char *path, bool is_disk, char *ret,
                       size_t size)
{
    char real[SYS_PATH], writers[128];

    _Static_assert(SYS_PATH >= PATH_MAX, "realpath needs room");
    if (!realpath(path, real))
        return false;
    opener_writers(sys, real, is_disk, writers, sizeof(writers));
    if (writers[0])
        copy_text(ret, size, writers);
    return writers[0] != '\0';
}

/* --- what a loop device is over --- */

static uint64_t loop_end(const struct busy_loop *loop)
{
    return loop->size_limit ? loop->offset + loop->size_limit : UINT64_MAX;
}

static const struct busy_loop *find_loop(const struct busy *busy, const char *name)
{
    for (size_t i = 0; i < busy->loop_count; i++)
        if (!strcmp(busy->loops[i].name, name))
            return &busy->loops[i];
    return NULL;
}

/* The kernel keeps neither claims nor caches of two loop devices together. */
static bool is_beside_loop(const struct busy *busy, const struct busy_loop *own,
                           char ret[DISK_USERS])
{
    for (size_t i = 0; i < busy->loop_count; i++) {
        const struct busy_loop *other = &busy->loops[i];
        if (strcmp(other->name, own->name) != 0 && other->offset < loop_end(own) &&
            own->offset < loop_end(other) &&
            busy_loop_is_over(busy, other, own->backing)) {
            copy_text(ret, DISK_USERS, other->name);
            return true;
        }
    }
    return false;
}

/* A device below, or a partition of it, is in use by itself. */
static bool is_used_below(const struct busy *busy, const char *name, char ret[DISK_USERS])
{
    struct sys_names names = busy_partitions(&busy->sys, name);
    struct use use;
    bool is_used = busy_find(busy, name, &use);

    if (is_used)
        copy_text(ret, DISK_USERS, name);
    for (size_t i = 0; i < names.count && !is_used; i++) {
        is_used = busy_find(busy, names.names[i], &use);
        if (is_used)
            copy_text(ret, DISK_USERS, names.names[i]);
    }
    sys_names_finish(&names);
    return is_used;
}

static bool is_used_beside(const struct busy *busy, const char *name,
                           char ret[DISK_USERS])
{
    const struct busy_loop *own = find_loop(busy, name);
    char below[SYS_NAME];

    if (!own)
        return false;
    return is_beside_loop(busy, own, ret) ||
           (sys_name_of(&busy->sys, own->backing, below) &&
            is_used_below(busy, below, ret)) ||
           has_writer(&busy->sys, own->backing, false, ret, DISK_USERS);
}

bool disk_users_find(const struct sys *sys, const char *path, const char *name,
                     const struct layout *layout, char ret[DISK_USERS])
{
    bool is_disk = name[0] != '\0', is_system;
    struct busy busy;
    struct use use;

    busy_init(&busy, sys);
    busy_describe(&busy, path, ret, DISK_USERS, &is_system);
    bool is_used = is_below_loop(&busy, path) ||
                   (is_disk && (busy_find(&busy, name, &use) ||
                                is_loop_over_stray(&busy, layout, name) ||
                                is_used_beside(&busy, name, ret)));
    busy_finish(&busy);
    return is_used || has_writer(sys, path, is_disk, ret, DISK_USERS);
}
