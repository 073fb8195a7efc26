/* SPDX-License-Identifier: GPL-3.0-or-later */
/* watch.c - notices when another program begins to use a disk that is written to */
#include "device/system/watch.h"

#include <string.h>

#include "device/io/clock.h"
#include "device/system/busy.h"
#include "model/base/mem.h"

#define INTERVAL_NS UINT64_C(200000000)
#define TIMES       20 /* as long as looking took, it is not done again */

static bool watch_ask(struct watch *watch, char ret[DISK_USERS])
{
    watch->asked_ns = clock_ns();
    bool is_used =
        disk_users_find(watch->sys, watch->path, watch->name, watch->layout, ret);
    watch->took_ns = clock_ns() - watch->asked_ns;
    return is_used;
}

static bool watch_is_due(const struct watch *watch)
{
    uint64_t since_ns = clock_ns() - watch->asked_ns;

    return since_ns >= INTERVAL_NS && since_ns / TIMES >= watch->took_ns;
}

struct watch watch_begin(const struct sys *sys, const char *path, const char *name,
                         const struct layout *layout)
{
    struct watch watch = { .sys = sys, .path = path, .name = name, .layout = layout };

    watch.was_used = watch_ask(&watch, watch.users);
    return watch;
}

bool watch_has_other_users(struct watch *watch)
{
    char now[DISK_USERS];

    return watch_is_due(watch) &&
           (watch_ask(watch, now) || strcmp(now, watch->users) != 0);
}

/* The kernel counts in units of 512 bytes. */
static bool partition_overlaps(const struct watch *watch, const char *name,
                               uint64_t start, uint64_t end)
{
    uint64_t unit = layout_limits(watch->layout)->logical / 512, first, units;

    return !sys_number(watch->sys, &first, "class/block/%s/start", name) ||
           !sys_number(watch->sys, &units, "class/block/%s/size", name) ||
           (first < end * unit && start * unit < first + units);
}

bool watch_find_partition(const struct watch *watch, uint64_t start, uint64_t end,
                          char ret[SYS_NAME])
{
    bool is_found = false;

    if (!watch->name[0])
        return false;
    struct sys_names names = busy_partitions(watch->sys, watch->name);
    for (size_t i = 0; i < names.count && !is_found; i++) {
        is_found = partition_overlaps(watch, names.names[i], start, end);
        if (is_found)
            copy_text(ret, SYS_NAME, names.names[i]);
    }
    sys_names_finish(&names);
    return is_found;
}

bool watch_is_taken(struct watch *watch, uint64_t start, uint64_t end,
                    char ret[DISK_USERS])
{
    char name[SYS_NAME];

    if (!watch_is_due(watch))
        return false;
    if (watch_ask(watch, ret) && !watch->was_used)
        return true;
    if (!watch_find_partition(watch, start, end, name))
        return false;
    copy_text(ret, DISK_USERS, name);
    return true;
}
