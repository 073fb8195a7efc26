/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stack_md.c - the way through an array of md, from sysfs (Linux: admin-guide/md.rst) */
#include <inttypes.h>
#include <string.h>

#include "device/system/stack_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"

/* Adds up where its members begin in a linear array. */
struct array {
    const char *name;
    uint64_t place;  /* byte 0 of the device at the top */
    uint64_t before; /* bytes of the members before */
    bool is_linear;
};

static bool follow_member(struct walk *walk, struct array *array, unsigned index)
{
    char path[SYS_PATH];
    uint64_t offset, kib;

    /* A missing member is no part of the array. */
    if (!sys_real_path(walk->sys, path, "class/block/%s/md/rd%u/block", array->name,
                       index))
        return !array->is_linear;
    if (!sys_number(walk->sys, &offset, "class/block/%s/md/rd%u/offset", array->name,
                    index) ||
        !sys_number(walk->sys, &kib, "class/block/%s/md/rd%u/size", array->name, index))
        return false;
    walk_follow(walk, strrchr(path, '/') + 1,
                array->place - array->before + offset * 512);
    if (array->is_linear)
        array->before += kib * 1024;
    return true;
}

static void follow_members(struct walk *walk, struct array *array)
{
    uint64_t count = 0;

    (void)sys_number(walk->sys, &count, "class/block/%s/md/raid_disks", array->name);
    for (unsigned i = 0; i < count && !walk->why; i++)
        if (!follow_member(walk, array, i))
            walk_fail(walk, xasprintf(_("sysfs does not say where the members of %s "
                                        "begin"),
                                      array->name));
    if (!walk->why && !walk->has_arrived)
        walk_fail(walk, xasprintf(_("%s has no members"), array->name));
}

/* False if its data does not lie on its members in one piece or in chunks. */
static bool reads_chunks(struct walk *walk, const char *name, const char *level)
{
    static const char *const striped[] = { "raid0", "raid4", "raid5", "raid6", "raid10" };
    uint64_t chunk = 0;

    for (size_t i = 0; i < ARRAY_SIZE(striped); i++)
        if (!strcmp(level, striped[i])) {
            if (!sys_number(walk->sys, &chunk, "class/block/%s/md/chunk_size", name) ||
                !chunk)
                return false;
            walk_step(walk, chunk);
            return true;
        }
    return !strcmp(level, "raid1") || !strcmp(level, "linear");
}

bool walk_follow_md(struct walk *walk, const char *name, uint64_t place)
{
    struct array array = { .name = name, .place = place };
    char level[16];

    if (!sys_text(walk->sys, level, sizeof(level), "class/block/%s/md/level", name))
        return false;
    walk_note(walk, name);
    array.is_linear = !strcmp(level, "linear");
    if (reads_chunks(walk, name, level))
        follow_members(walk, &array);
    else
        walk_fail(walk, xasprintf(_("%1$s is an array of level %2$s"), name, level));
    return true;
}
