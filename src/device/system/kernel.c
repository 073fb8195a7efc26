/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel.c - updates the kernel's partitions after a change of the table */
#include "device/system/kernel.h"

#include <errno.h>
#include <linux/blkpg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

#include "device/system/busy.h"
#include "device/system/kernel_private.h"
#include "device/system/opener.h"
#include "model/base/intl.h"
#include "model/base/mem.h"

enum {
    /* A brief open by another program, such as udev, can prevent the removal of a
     * partition.  All steps together wait for 3 seconds at most. */
    BUSY_TRIES = 60,
    BUSY_NAP_MS = 50,
};

struct steps {
    struct kernel_step *list;
    size_t count;
};

static void steps_add(struct steps *steps, enum kernel_act act,
                      const struct kernel_part *part)
{
    steps->list = xrealloc(steps->list, steps->count + 1, sizeof(*steps->list));
    steps->list[steps->count++] =
        (struct kernel_step){ act, part->number, part->start, part->length };
}

/* Order: removals, shrinking, growing, additions, so that space is free when it is
 * needed. */
static void find_steps(struct steps *steps, const struct kernel_parts *known,
                       const struct kernel_parts *before,
                       const struct kernel_parts *after)
{
    for (size_t i = known->count; i > 0; i--) {
        const struct kernel_part *now = &known->list[i - 1];
        const struct kernel_part *old = kernel_parts_find(before, now->number);
        const struct kernel_part *new = kernel_parts_find(after, now->number);
        if (!kernel_part_is_same(old, new) && (!new || new->start != now->start))
            steps_add(steps, KERNEL_DELETE, now);
    }
    for (int grows = 0; grows < 2; grows++)
        for (size_t i = 0; i < after->count; i++) {
            const struct kernel_part *new = &after->list[i];
            const struct kernel_part *old = kernel_parts_find(before, new->number);
            const struct kernel_part *now = kernel_parts_find(known, new->number);
            if (!kernel_part_is_same(old, new) && now && now->start == new->start &&
                now->length != new->length && (new->length > now->length) == grows)
                steps_add(steps, KERNEL_RESIZE, new);
        }
    for (size_t i = 0; i < after->count; i++) {
        const struct kernel_part *new = &after->list[i];
        const struct kernel_part *old = kernel_parts_find(before, new->number);
        const struct kernel_part *now = kernel_parts_find(known, new->number);
        if (!now || (!kernel_part_is_same(old, new) && now->start != new->start))
            steps_add(steps, KERNEL_ADD, new);
    }
}

static void find_steps_of(struct steps *steps, const struct kernel_parts *known,
                          const struct layout *before, const struct layout *after)
{
    struct kernel_parts old = kernel_parts_of_layout(before);
    struct kernel_parts new = kernel_parts_of_layout(after);

    find_steps(steps, known, &old, &new);
    free(old.list);
    free(new.list);
}

size_t kernel_steps(const struct sys *sys, const char *path, const struct layout *before,
                    const struct layout *after, struct kernel_step **ret)
{
    struct steps steps = { 0 };
    char name[SYS_NAME];

    if (sys_name_of(sys, path, name)) {
        struct kernel_parts known = kernel_parts_of_disk(sys, name);
        find_steps_of(&steps, &known, before, after);
        free(known.list);
    }
    *ret = steps.list;
    return steps.count;
}

/* The same without /sys, from what the kernel answers through FD; false: it does not. */
static bool ask_steps(const struct sys *sys, const char *path, int fd,
                      const struct layout *before, const struct layout *after,
                      struct steps *ret, struct lines *warnings)
{
    struct kernel_parts known = { 0 };
    int error = kernel_parts_ask(sys, path, fd,
                                 (const struct layout *[2]){ before, after }, &known);

    if (!error)
        find_steps_of(ret, &known, before, after);
    else if (error != ENOTBLK)
        lines_add(warnings, _("The kernel does not tell which partitions it has: %s."),
                  strerror(error));
    free(known.list);
    return !error || error == ENOTBLK;
}

/* Returns 0 or an errno. */
static int send_blkpg(int fd, int operation, const struct kernel_part *range)
{
    struct blkpg_partition part = { .start = (long long)range->start,
                                    .length = (long long)range->length,
                                    .pno = (int)range->number };
    struct blkpg_ioctl_arg arg = { .op = operation,
                                   .datalen = sizeof(part),
                                   .data = &part };

    return ioctl(fd, BLKPG, &arg) ? errno : 0;
}

int kernel_resize(int fd, const struct kernel_part *part)
{
    return send_blkpg(fd, BLKPG_RESIZE_PARTITION, part);
}

/* Returns 0 or an errno. */
static int take_step(int fd, const struct kernel_step *step)
{
    static const int operations[] = {
        [KERNEL_DELETE] = BLKPG_DEL_PARTITION,
        [KERNEL_RESIZE] = BLKPG_RESIZE_PARTITION,
        [KERNEL_ADD] = BLKPG_ADD_PARTITION,
    };

    return send_blkpg(fd, operations[step->act],
                      &(struct kernel_part){ step->number, step->start, step->length });
}

/* Returns 0 or an errno; each try after the first is taken from TRIES_LEFT. */
static int take_step_patiently(int fd, const struct kernel_step *step,
                               unsigned *tries_left)
{
    struct timespec nap = { .tv_nsec = BUSY_NAP_MS * 1000000L };
    int error = take_step(fd, step);

    for (; *tries_left > 0 && (error == EBUSY || error == EINTR); (*tries_left)--) {
        (void)nanosleep(&nap, NULL); /* waiting for a shorter time is acceptable */
        error = take_step(fd, step);
    }
    /* A partition that the kernel does not have need not be removed. */
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

bool kernel_tell(const struct sys *sys, const char *path, int fd,
                 const struct layout *before, const struct layout *after,
                 struct lines *ret_warnings)
{
    struct steps steps = { 0 };
    unsigned tries_left = BUSY_TRIES;
    char name[SYS_NAME];
    bool is_told = true;

    if (sys_name_of(sys, path, name))
        steps.count = kernel_steps(sys, path, before, after, &steps.list);
    else
        is_told = ask_steps(sys, path, fd, before, after, &steps, ret_warnings);
    for (size_t i = 0; i < steps.count; i++) {
        int error = take_step_patiently(fd, &steps.list[i], &tries_left);
        if (!error)
            continue;
        warn_step(sys, path, &steps.list[i], error, ret_warnings);
        is_told = false;
    }
    free(steps.list);
    return is_told;
}
