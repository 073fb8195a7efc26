/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stack.c - the way from a partition, loop device, mapped device or array down to the
 * disk that its data lies on */
#include "device/system/stack.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "device/system/stack_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/utf8.h"

/* The longest way that is followed; a longer one is a circle. */
#define DEPTH_MAX 16

static void find_shown_name(const struct walk *walk, const char *name, char ret[SYS_NAME])
{
    if (!sys_text(walk->sys, ret, SYS_NAME, "class/block/%s/dm/name", name))
        copy_text(ret, SYS_NAME, name);
}

void walk_fail(struct walk *walk, char *reason)
{
    if (!walk->why)
        walk->why = utf8_clean(reason);
    free(reason);
}

void walk_step(struct walk *walk, uint64_t bytes)
{
    walk->base.step = num_gcd(walk->base.step, bytes);
}

static uint64_t disk_sectors(const struct walk *walk, const char *disk)
{
    uint64_t physical = 0, offset = 0;

    (void)sys_number(walk->sys, &physical, "class/block/%s/queue/physical_block_size",
                     disk);
    (void)sys_number(walk->sys, &offset, "class/block/%s/alignment_offset", disk);
    return physical << 32 | (offset & UINT32_MAX);
}

/* PLACE may be before 0 for parts other than the first: only differences count. */
static void arrive(struct walk *walk, const char *disk, const char *shown, uint64_t place)
{
    if (!walk->has_arrived) {
        walk->has_arrived = true;
        walk->base.bytes = place;
        copy_text(walk->disk, sizeof(walk->disk), disk);
        walk->shown = utf8_clean(shown);
        return;
    }
    if (strcmp(walk->disk, disk) != 0 &&
        disk_sectors(walk, walk->disk) != disk_sectors(walk, disk))
        walk_fail(walk, xstrdup(_("its parts lie on disks with different sectors")));
    uint64_t distance = place - walk->base.bytes;
    walk_step(walk, (int64_t)distance < 0 ? -distance : distance);
}

/* Adds NAME to the way, if it is not the device at the top; only of the first part. */
void walk_note(struct walk *walk, const char *name)
{
    char shown[SYS_NAME];

    if (walk->has_arrived || walk->depth == 1)
        return;
    find_shown_name(walk, name, shown);
    str_add_item(&walk->way, shown);
}

static bool follow_partition(struct walk *walk, const char *name, uint64_t place)
{
    char disk[SYS_PATH];
    uint64_t number, start;

    if (!sys_number(walk->sys, &number, "class/block/%s/partition", name))
        return false;
    walk_note(walk, name);
    if (sys_number(walk->sys, &start, "class/block/%s/start", name) &&
        sys_real_path(walk->sys, disk, "class/block/%s/..", name))
        walk_follow(walk, strrchr(disk, '/') + 1, place + start * 512);
    else
        walk_fail(walk, xasprintf(_("sysfs does not say where %s begins"), name));
    return true;
}

static bool follow_loop(struct walk *walk, const char *name, uint64_t place)
{
    char path[SYS_PATH], below[SYS_NAME];
    uint64_t offset;

    if (!sys_text(walk->sys, path, sizeof(path), "class/block/%s/loop/backing_file",
                  name))
        return false;
    walk_note(walk, name);
    if (!sys_number(walk->sys, &offset, "class/block/%s/loop/offset", name))
        walk_fail(walk, xasprintf(_("sysfs does not say where %s begins"), name));
    else if (sys_name_of(walk->sys, path, below))
        walk_follow(walk, below, place + offset);
    else
        arrive(walk, "", strrchr(path, '/') ? strrchr(path, '/') + 1 : path,
               place + offset);
    return true;
}

static bool has_slaves(const struct walk *walk, const char *name)
{
    struct sys_names slaves = sys_names(walk->sys, "class/block/%s/slaves", name);
    bool has = slaves.count > 0;

    sys_names_finish(&slaves);
    return has;
}

void walk_follow(struct walk *walk, const char *name, uint64_t place)
{
    if (walk->why)
        return;
    if (++walk->depth > DEPTH_MAX)
        walk_fail(walk, xasprintf(_("%s leads back to itself"), name));
    else if (!follow_partition(walk, name, place) && !follow_loop(walk, name, place) &&
             !walk_follow_dm(walk, name, place) && !walk_follow_md(walk, name, place)) {
        if (has_slaves(walk, name))
            walk_fail(walk,
                      xasprintf(_("%s is of a kind that cannot be followed"), name));
        arrive(walk, name, name, place);
    }
    walk->depth--;
}

/* Returns a sentence on where NAME begins; NULL for a disk of its own. */
static char *words_of(const struct walk *walk, const char *name)
{
    char shown[SYS_NAME];

    find_shown_name(walk, name, shown);
    if (walk->why)
        return xasprintf(
            _("Where %1$s lies on a disk is not known, so nothing is judged: "
              "%2$s."),
            shown, walk->why);
    if (!strcmp(walk->disk, name) || (!walk->disk[0] && !walk->base.bytes))
        return NULL;
    if (walk->way.length)
        return xasprintf(_("%1$s begins at byte %2$llu of %3$s, by way of %4$s: what "
                           "counts are the boundaries of %3$s."),
                         shown, (ull)walk->base.bytes, walk->shown, str_text(&walk->way));
    return xasprintf(
        _("%1$s begins at byte %2$llu of %3$s: what counts are the boundaries "
          "of %3$s."),
        shown, (ull)walk->base.bytes, walk->shown);
}

struct stack stack_read(const struct sys *sys, const char *name, stack_dm_table *dm_table)
{
    struct walk walk = { .sys = sys, .dm_table = dm_table };
    struct stack stack = { 0 };
    uint64_t number;

    walk_follow(&walk, name, 0);
    stack.words = words_of(&walk, name);
    stack.base = walk.base;
    if (walk.why)
        stack.base = (struct limits_base){ .is_unknown = true };
    else
        copy_text(stack.disk, sizeof(stack.disk), walk.disk);
    stack.is_partition = sys_number(sys, &number, "class/block/%s/partition", name);
    free(walk.why);
    free(walk.shown);
    str_finish(&walk.way);
    return stack;
}

void stack_finish(struct stack *stack)
{
    free(stack->words);
    *stack = (struct stack){ 0 };
}
