/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel.c - what the kernel believes about a disk's partitions, and telling it */
#include "device/kernel.h"

#include <errno.h>
#include <linux/blkpg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

#include "device/busy.h"
#include "device/opener.h"
#include "model/intl.h"
#include "model/mem.h"
#include "model/num.h"

enum {
    /* Somebody who looks at a partition for a moment keeps it from going. */
    BUSY_TRIES = 20,
    BUSY_NAP_MS = 50,
};

/* Bytes; as the kernel has it, or as it should. */
struct part {
    unsigned number;
    uint64_t start;
    uint64_t length;
};

struct parts {
    struct part *list;
    size_t count;
};

static void parts_add(struct parts *parts, struct part part)
{
    parts->list = xrealloc(parts->list, parts->count + 1, sizeof(*parts->list));
    parts->list[parts->count++] = part;
}

static const struct part *parts_find(const struct parts *parts, unsigned number)
{
    for (size_t i = 0; i < parts->count; i++)
        if (parts->list[i].number == number)
            return &parts->list[i];
    return NULL;
}

static bool is_same(const struct part *a, const struct part *b)
{
    if (!a || !b)
        return a == b;
    return a->start == b->start && a->length == b->length;
}

static struct part part_of(const struct extent *extent, uint64_t logical)
{
    struct part part = { extent->number, extent->start * logical,
                         extent->length * logical };
    uint64_t head = logical > 1024 ? logical : 1024;

    /* The kernel keeps of a container what a boot loader may need. */
    if (extent->kind == EXTENT_EXTENDED && part.length > head)
        part.length = head;
    return part;
}

static struct parts parts_of_layout(const struct layout *layout)
{
    uint64_t logical = layout_limits(layout)->logical;
    struct parts parts = { 0 };

    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        if (extent_is_partition(extent) && extent->kind != EXTENT_SLICE && extent->number)
            parts_add(&parts, part_of(extent, logical));
    }
    return parts;
}

/* In /sys all is in 512 bytes whatever the sector size. */
static struct parts parts_of_kernel(const struct sys *sys, const char *name)
{
    struct sys_names names = busy_partitions(sys, name);
    struct parts parts = { 0 };

    for (size_t i = 0; i < names.count; i++) {
        const char *part = names.names[i];
        uint64_t number, start, length;
        if (sys_number(sys, &number, "class/block/%s/partition", part) &&
            sys_number(sys, &start, "class/block/%s/start", part) &&
            sys_number(sys, &length, "class/block/%s/size", part) &&
            number <= INT32_MAX && num_mul(start, 512, &start) &&
            num_mul(length, 512, &length))
            parts_add(&parts, (struct part){ (unsigned)number, start, length });
    }
    sys_names_finish(&names);
    return parts;
}

struct steps {
    struct kernel_step *list;
    size_t count;
};

static void steps_add(struct steps *steps, enum kernel_act act, const struct part *part)
{
    steps->list = xrealloc(steps->list, steps->count + 1, sizeof(*steps->list));
    steps->list[steps->count++] =
        (struct kernel_step){ act, part->number, part->start, part->length };
}

/* What goes makes room, what shrinks too, then what grows and what is new. */
static void find_steps(struct steps *steps, const struct parts *known,
                       const struct parts *before, const struct parts *after)
{
    for (size_t i = known->count; i > 0; i--) {
        const struct part *now = &known->list[i - 1];
        const struct part *old = parts_find(before, now->number);
        const struct part *new = parts_find(after, now->number);
        if (!is_same(old, new) && (!new || new->start != now->start))
            steps_add(steps, KERNEL_DELETE, now);
    }
    for (int grows = 0; grows < 2; grows++)
        for (size_t i = 0; i < after->count; i++) {
            const struct part *new = &after->list[i];
            const struct part *old = parts_find(before, new->number);
            const struct part *now = parts_find(known, new->number);
            if (!is_same(old, new) && now && now->start == new->start &&
                now->length != new->length && (new->length > now->length) == grows)
                steps_add(steps, KERNEL_RESIZE, new);
        }
    for (size_t i = 0; i < after->count; i++) {
        const struct part *new = &after->list[i];
        const struct part *old = parts_find(before, new->number);
        const struct part *now = parts_find(known, new->number);
        if (!now || (!is_same(old, new) && now->start != new->start))
            steps_add(steps, KERNEL_ADD, new);
    }
}

size_t kernel_steps(const struct sys *sys, const char *path, const struct layout *before,
                    const struct layout *after, struct kernel_step **ret)
{
    struct steps steps = { 0 };
    char name[SYS_NAME];

    if (sys_name_of(sys, path, name)) {
        struct parts known = parts_of_kernel(sys, name);
        struct parts old = parts_of_layout(before), new = parts_of_layout(after);
        find_steps(&steps, &known, &old, &new);
        free(known.list);
        free(old.list);
        free(new.list);
    }
    *ret = steps.list;
    return steps.count;
}

/* 0 or an errno. */
static int take_step(int fd, const struct kernel_step *step)
{
    static const int operations[] = {
        [KERNEL_DELETE] = BLKPG_DEL_PARTITION,
        [KERNEL_RESIZE] = BLKPG_RESIZE_PARTITION,
        [KERNEL_ADD] = BLKPG_ADD_PARTITION,
    };
    struct blkpg_partition part = { .start = (long long)step->start,
                                    .length = (long long)step->length,
                                    .pno = (int)step->number };
    struct blkpg_ioctl_arg arg = { .op = operations[step->act],
                                   .datalen = sizeof(part),
                                   .data = &part };

    return ioctl(fd, BLKPG, &arg) ? errno : 0;
}

static int take_step_patiently(int fd, const struct kernel_step *step)
{
    struct timespec nap = { .tv_nsec = BUSY_NAP_MS * 1000000L };
    int error = take_step(fd, step);

    for (unsigned i = 0; i < BUSY_TRIES && (error == EBUSY || error == EINTR); i++) {
        (void)nanosleep(&nap, NULL); /* a shorter nap is a nap */
        error = take_step(fd, step);
    }
    /* What it never knew need not be forgotten. */
    return step->act == KERNEL_DELETE && error == ENXIO ? 0 : error;
}

static void warn_step(const struct sys *sys, const char *path,
                      const struct kernel_step *step, int error, struct lines *warnings)
{
    static const char *const sentences[] = {
        [KERNEL_DELETE] = N_("The kernel cannot let go of the old partition %1$u: %2$s."),
        [KERNEL_RESIZE] = N_("The kernel cannot be told the new size of partition %1$u: "
                             "%2$s."),
        [KERNEL_ADD] = N_("The kernel cannot be told of partition %1$u: %2$s."),
    };

    char name[SYS_NAME], who[256] = "";

    lines_add(warnings, _(sentences[step->act]), step->number, strerror(error));
    if (error == EBUSY && busy_partition(sys, path, step->number, name))
        opener_names(sys, name, who, sizeof(who));
    if (who[0])
        lines_add(warnings, _("Partition %1$u is open in %2$s."), step->number, who);
}

/* Partitions of device mapper's disks are mappings of their own. */
static bool is_mapped(const struct sys *sys, const char *path)
{
    char name[SYS_NAME];

    return sys_name_of(sys, path, name) && !strncmp(name, "dm-", 3);
}

bool kernel_tell(const struct sys *sys, const char *path, int fd,
                 const struct layout *before, const struct layout *after,
                 struct lines *ret_warnings)
{
    static const char *const ways_out[] = {
        [false] = N_("Until the kernel knows the new table, use none of these "
                     "partitions: close what uses them and run \"partx -u %s\", or "
                     "restart the machine."),
        [true] = N_("The device mapper learns of the new table with \"kpartx -u %s\": "
                    "use none of these partitions before that."),
    };
    CLEANUP(freep) struct kernel_step *steps = NULL;
    size_t count = kernel_steps(sys, path, before, after, &steps);
    bool is_told = true;

    for (size_t i = 0; i < count; i++) {
        int error = take_step_patiently(fd, &steps[i]);
        if (!error)
            continue;
        warn_step(sys, path, &steps[i], error, ret_warnings);
        is_told = false;
    }
    if (!is_told)
        lines_add(ret_warnings, _(ways_out[is_mapped(sys, path)]), path);
    return is_told;
}

bool kernel_has(const struct sys *sys, const char *path, const struct layout *layout,
                const struct extent *extent)
{
    char name[SYS_NAME];

    if (!sys_name_of(sys, path, name))
        return false;
    struct parts known = parts_of_kernel(sys, name);
    struct part want = part_of(extent, layout_limits(layout)->logical);
    bool is_there = is_same(&want, parts_find(&known, extent->number));
    free(known.list);
    return is_there;
}

/* One partition of the table against the kernel's; true where they are the same. */
static bool compare_extent(const struct extent *extent, const struct parts *known,
                           uint64_t logical, struct lines *same, struct lines *differ)
{
    struct part want = part_of(extent, logical);
    const struct part *now = parts_find(known, extent->number);
    ull start = extent->start, end = extent_end(extent) - 1;

    if (is_same(&want, now)) {
        lines_add(same, _("%1$u: sectors %2$llu to %3$llu"), extent->number, start, end);
        return true;
    }
    if (!now)
        lines_add(differ, _("%1$u: not known to the kernel (sectors %2$llu to %3$llu)"),
                  extent->number, start, end);
    else
        lines_add(differ,
                  _("%1$u: the kernel has sectors %2$llu to %3$llu, the table %4$llu to "
                    "%5$llu"),
                  extent->number, (ull)(now->start / logical),
                  (ull)((now->start + now->length) / logical) - 1, start, end);
    return false;
}

/* Slices of a BSD label have numbers in the kernel that no table gives them. */
static bool is_slice(const struct layout *layout, const struct part *part)
{
    uint64_t logical = layout_limits(layout)->logical;

    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        if (extent->kind == EXTENT_SLICE && extent->start * logical == part->start)
            return true;
    }
    return false;
}

static bool compare_rest(const struct layout *after, const struct parts *known,
                         struct lines *differ)
{
    uint64_t logical = layout_limits(after)->logical;
    bool is_right = true;

    for (size_t i = 0; i < known->count; i++) {
        const struct part *part = &known->list[i];
        const struct extent *extent = layout_find_number(after, part->number);
        if ((extent && extent->kind != EXTENT_SLICE) || is_slice(after, part))
            continue;
        lines_add(differ,
                  _("%1$u: the kernel still has it (sectors %2$llu to %3$llu), the table "
                    "does not"),
                  part->number, (ull)(part->start / logical),
                  (ull)((part->start + part->length) / logical) - 1);
        is_right = false;
    }
    return is_right;
}

bool kernel_compare(const struct sys *sys, const char *path, const struct layout *after,
                    struct lines *ret)
{
    struct lines same = { 0 };
    char name[SYS_NAME];
    bool is_right = true;

    if (!sys_name_of(sys, path, name))
        return true;
    struct parts known = parts_of_kernel(sys, name);
    for (size_t i = 0; i < layout_count(after); i++) {
        const struct extent *extent = layout_at(after, i);
        if (extent_is_partition(extent) && extent->kind != EXTENT_SLICE && extent->number)
            is_right &=
                compare_extent(extent, &known, layout_limits(after)->logical, &same, ret);
    }
    is_right &= compare_rest(after, &known, ret);
    for (size_t i = 0; i < same.count; i++)
        lines_add(ret, "%s", same.at[i]);
    lines_finish(&same);
    free(known.list);
    return is_right;
}
