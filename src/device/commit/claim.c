/* SPDX-License-Identifier: GPL-3.0-or-later */
/* claim.c - opens the disk and its changing partitions exclusively */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/commit/stages.h"
#include "device/system/busy.h"
#include "device/system/kernel.h"
#include "device/system/opener.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

/* Opens a block device exclusively; returns -1 with errno, EBUSY if it is in use. */
static int open_exclusive(const struct sys *sys, const char *name)
{
    char node[SYS_PATH];

    sys_node_of(sys, name, node);
    /* Closing a device that was open for writing would trigger udev. */
    return open(node, O_RDONLY | O_EXCL | O_NONBLOCK | O_CLOEXEC);
}

static bool can_open_exclusive(const struct sys *sys, const char *name)
{
    int fd = open_exclusive(sys, name);

    if (fd >= 0)
        (void)close(fd); /* nothing was written */
    return fd >= 0;
}

/* An exclusive open of a partition prevents that of the whole disk, and vice versa.  So
 * single partitions are in use if one of them can be opened exclusively or has a known
 * user. */
static bool is_used_in_parts(const struct commit *commit)
{
    struct sys_names names = { 0 };
    struct busy busy;
    struct use use;
    char disk[SYS_NAME];
    bool is_in_parts = false;

    if (sys_name_of(&commit->sys, commit->path, disk))
        names = busy_partitions(&commit->sys, disk);
    busy_init(&busy, &commit->sys);
    for (size_t i = 0; i < names.count && !is_in_parts; i++)
        is_in_parts = can_open_exclusive(&commit->sys, names.names[i]) ||
                      busy_find(&busy, names.names[i], &use);
    busy_finish(&busy);
    sys_names_finish(&names);
    return is_in_parts;
}

static bool refuse_part(const struct commit *commit, unsigned number, int error,
                        struct err *err)
{
    if (error == EBUSY)
        return commit_refuse_in_use(commit, number, err);
    return err_refuse(err, REFUSAL_PARTITION_NOT_OPENED,
                      _("Partition %1$u cannot be opened: %2$s."), number,
                      strerror(error));
}

static bool is_claimed(const struct claim *claim, unsigned number)
{
    for (size_t i = 0; i < claim->part_count; i++)
        if (claim->numbers[i] == number)
            return true;
    return false;
}

static void add_part(struct claim *claim, unsigned number, int fd)
{
    size_t count = ++claim->part_count;

    claim->parts = xrealloc(claim->parts, count, sizeof(*claim->parts));
    claim->numbers = xrealloc(claim->numbers, count, sizeof(*claim->numbers));
    claim->parts[count - 1] = fd;
    claim->numbers[count - 1] = number;
}

static bool claim_part(const struct commit *commit, unsigned number, struct claim *claim,
                       struct err *err)
{
    char name[SYS_NAME];
    int fd;

    if (is_claimed(claim, number))
        return true;
    if (!busy_partition(&commit->sys, commit->path, number, name))
        return true;
    fd = open_exclusive(&commit->sys, name);
    if (fd < 0)
        return refuse_part(commit, number, errno, err);
    add_part(claim, number, fd);
    return true;
}

/* A growing partition may stay in use. */
static bool is_grown_in_use(const struct commit *commit, const struct kernel_step *step)
{
    if (step->act != KERNEL_RESIZE)
        return false;
    for (size_t i = 0; i < commit->grown_count; i++)
        if (commit->grown[i] == step->number)
            return true;
    return false;
}

/* Claims what changes for the kernel between BEFORE and AFTER. */
static bool claim_changed(const struct commit *commit, const struct layout *before,
                          const struct layout *after, struct claim *claim,
                          struct err *err)
{
    CLEANUP(freep) struct kernel_step *steps = NULL;
    size_t count = kernel_steps(&commit->sys, commit->path, before, after, &steps);

    for (size_t i = 0; i < count; i++)
        if (steps[i].act != KERNEL_ADD && !is_grown_in_use(commit, &steps[i]) &&
            !claim_part(commit, steps[i].number, claim, err))
            return false;
    return true;
}

bool claim_parts(const struct commit *commit, size_t index, struct claim *claim,
                 struct err *err)
{
    const struct layout *before = commit_before(commit, index);

    for (size_t i = index; i < commit->step_count && claim->is_shared; i++)
        if (!claim_changed(commit, before, commit->steps[i].after, claim, err))
            return false;
    return true;
}

static bool refuse_whole(const struct commit *commit, struct err *err)
{
    char disk[SYS_NAME], who[256] = "";

    if (sys_name_of(&commit->sys, commit->path, disk))
        opener_names(&commit->sys, disk, who, sizeof(who));
    return err_refuse(err, REFUSAL_DISK_CLAIMED,
                      who[0] ? _("%1$s is claimed as a whole; these have it open: %2$s. "
                                 "Nothing was written. Close them first.")
                             : _("%1$s is claimed as a whole by another program. Nothing "
                                 "was written. Close that first."),
                      commit->path, who);
}

static bool claim_open(const struct commit *commit, struct claim *claim, struct err *err)
{
    struct err first = { 0 };
    bool is_busy;

    claim->disk = sink_disk_open(commit->path, false, &is_busy, &first);
    if (!claim->disk && !is_busy)
        return err_pass(err, &first, "%s", first.text);
    if (!claim->disk && !is_used_in_parts(commit))
        return refuse_whole(commit, err);
    if (!claim->disk) {
        claim->is_shared = true;
        claim->disk = sink_disk_open(commit->path, true, &is_busy, err);
        if (!claim->disk || !claim_parts(commit, 0, claim, err))
            return false;
    }
    return true;
}

bool claim_is_possible(const struct commit *commit, int fd,
                       const struct sink_lock_watch *lock, struct err *err)
{
    char disk[SYS_NAME];
    bool is_claimed = commit->mark.is_block &&
                      sys_name_of(&commit->sys, commit->path, disk) &&
                      !can_open_exclusive(&commit->sys, disk) && errno == EBUSY;

    if (is_claimed && !is_used_in_parts(commit))
        return refuse_whole(commit, err);
    return sink_disk_can_lock(commit->path, fd, lock, err);
}

bool claim_begin(const struct commit *commit, struct claim *ret, struct err *err)
{
    *ret = (struct claim){ 0 };
    if (claim_open(commit, ret, err))
        return true;
    claim_finish(ret);
    return false;
}

bool claim_take(const struct commit *commit, struct claim *ret, struct err *err)
{
    if (!claim_begin(commit, ret, err))
        return false;
    if (sink_disk_lock(ret->disk, err))
        return true;
    claim_finish(ret);
    return false;
}

void claim_release_parts(struct claim *claim)
{
    for (size_t i = 0; i < claim->part_count; i++)
        (void)close(claim->parts[i]); /* never written to */
    free(claim->parts);
    free(claim->numbers);
    claim->parts = NULL;
    claim->numbers = NULL;
    claim->part_count = 0;
}

void claim_finish(struct claim *claim)
{
    claim_release_parts(claim);
    sink_disk_close(claim->disk);
    claim->disk = NULL;
}
