/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard.c - finds the user of each extent of a disk */
#include "device/system/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/system/busy.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"

/* Limits nested loop devices: one can be over a partition of another, and so on. */
#define DEPTH_MAX 4

/* The range [start, end) in bytes of the disk. */
struct range {
    uint64_t start;
    uint64_t end;
};

struct claim {
    struct range range;
    struct use use;
};

struct claims {
    const struct busy *busy;
    struct claim *list;
    size_t count;
};

static void claims_add(struct claims *claims, struct range range, const struct use *use)
{
    claims->list = xrealloc(claims->list, claims->count + 1, sizeof(*claims->list));
    claims->list[claims->count++] = (struct claim){ range, *use };
}

/* True if the block device at NODE is opened exclusively, which the kernel itself does
 * for mounts, swap, md and dm.  The test claims the device briefly. */
static bool is_exclusive(const char *node)
{
    struct stat status;

    /* O_EXCL has no effect on files. */
    if (stat(node, &status) || !S_ISBLK(status.st_mode))
        return false;
    int fd = open(node, O_RDONLY | O_EXCL | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0)
        (void)close(fd); /* nothing was written */
    return fd < 0 && errno == EBUSY;
}

/* Adds the use of a device without its partitions; returns true if it is in use. */
static bool claim_device(struct claims *claims, const char *name, struct range range)
{
    struct use use = { 0 };

    if (!busy_find(claims->busy, name, &use))
        return false;
    claims_add(claims, range, &use);
    return true;
}

static bool claim_exclusive(struct claims *claims, const char *name, struct range range)
{
    char node[SYS_PATH];

    sys_node_of(&claims->busy->sys, name, node);
    if (!is_exclusive(node))
        return false;
    claims_add(claims, range, &(struct use){ .kind = USE_EXCLUSIVE });
    return true;
}

/* Returns the range of a partition of the kernel; BASE is the range of its disk.  False
 * if sysfs does not have it. */
static bool partition_range(const struct sys *sys, const char *name, struct range base,
                            struct range *ret)
{
    uint64_t start, size;

    /* Units of 512 bytes, whatever the sector size; numbers that overflow are errors of
     * the kernel. */
    return sys_number(sys, &start, "class/block/%s/start", name) &&
           sys_number(sys, &size, "class/block/%s/size", name) &&
           num_mul(start, 512, &start) && num_mul(size, 512, &size) &&
           num_add(start, base.start, &ret->start) &&
           num_add(ret->start, size, &ret->end);
}

/* Adds the uses of the disk NAME, which is at RANGE, and of its partitions. */
static void guard_claim_disk(struct claims *claims, const char *name, struct range range)
{
    struct sys_names partitions = busy_partitions(&claims->busy->sys, name);
    bool is_used = claim_device(claims, name, range);

    for (size_t i = 0; i < partitions.count; i++) {
        struct range part;
        if (partition_range(&claims->busy->sys, partitions.names[i], range, &part))
            is_used |= claim_device(claims, partitions.names[i], part) ||
                       claim_exclusive(claims, partitions.names[i], part);
    }
    /* A partition in use makes the whole disk look claimed. */
    if (!is_used)
        (void)claim_exclusive(claims, name, range);
    sys_names_finish(&partitions);
}

/* Adds loop devices over PATH (a file, or a device at BASE), and their uses. */
static void claim_loops(struct claims *claims, const char *path, struct range base,
                        unsigned depth)
{
    for (size_t i = 0; i < claims->busy->loop_count && depth < DEPTH_MAX; i++) {
        const struct busy_loop *loop = &claims->busy->loops[i];
        struct range range = base;
        struct use use = { .kind = USE_LOOP };
        char node[SYS_PATH];
        uint64_t end;

        if (!busy_loop_is_over(claims->busy, loop, path) ||
            !num_add(base.start, loop->offset, &range.start) || range.start >= base.end)
            continue;
        if (loop->size_limit && num_add(range.start, loop->size_limit, &end) &&
            end < base.end)
            range.end = end;
        copy_text(use.where, sizeof(use.where), loop->name);
        guard_claim_disk(claims, loop->name, range);
        claims_add(claims, range, &use);
        sys_node_of(&claims->busy->sys, loop->name, node);
        claim_loops(claims, node, range, depth + 1);
    }
}

static void claim_all(struct claims *claims, const char *path, uint64_t size_bytes)
{
    struct range whole = { 0, size_bytes };
    char name[SYS_NAME], node[SYS_PATH];

    if (!sys_name_of(&claims->busy->sys, path, name)) {
        claim_loops(claims, path, whole, 0);
        return;
    }
    guard_claim_disk(claims, name, whole);
    claim_loops(claims, path, whole, 0);

    struct sys_names partitions = busy_partitions(&claims->busy->sys, name);
    for (size_t i = 0; i < partitions.count; i++) {
        struct range part;
        sys_node_of(&claims->busy->sys, partitions.names[i], node);
        if (partition_range(&claims->busy->sys, partitions.names[i], whole, &part))
            claim_loops(claims, node, part, 0);
    }
    sys_names_finish(&partitions);
}

/* Ranks how well a claim describes an extent, the smallest rank being the best: first
 * claims of exactly its range, then by the order of enum use_kind. */
static unsigned claim_rank(const struct claim *claim, struct range range)
{
    bool is_own = claim->range.start == range.start && claim->range.end == range.end;

    return (is_own ? 0 : USE_COUNT) + (unsigned)claim->use.kind;
}

static struct use find_use(const struct claims *claims, const struct extent *extent,
                           uint64_t logical)
{
    struct range range;
    const struct claim *best = NULL;

    /* The start in a damaged entry may exceed 64 bits in bytes. */
    if (!num_mul(extent->start, logical, &range.start))
        return (struct use){ 0 };
    if (!num_mul(extent_end(extent), logical, &range.end))
        range.end = UINT64_MAX;

    for (size_t i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        if (claim->range.start < range.end && range.start < claim->range.end &&
            (!best || claim_rank(claim, range) < claim_rank(best, range)))
            best = claim;
    }
    if (best)
        return best->use;
    if (!strcmp(extent->content.type, "LVM2_member"))
        return (struct use){ .kind = USE_LVM_IDLE };
    return (struct use){ 0 };
}

bool guard_is_whole(const struct sys *sys, const char *path, struct err *err)
{
    char name[SYS_NAME], place[SYS_PATH], disk[SYS_PATH];
    uint64_t number;

    /* The directory of a partition is inside that of its disk. */
    if (!sys_name_of(sys, path, name) ||
        !sys_number(sys, &number, "class/block/%s/partition", name) ||
        !sys_real_path(sys, place, "class/block/%s/..", name))
        return true;
    sys_node_of(sys, strrchr(place, '/') + 1, disk);
    return err_refuse(
        err, REFUSAL_DEVICE_IS_PARTITION,
        _("%1$s is partition %2$llu of %3$s: tables are written on whole disks "
          "alone. Name %3$s instead."),
        path, (ull)number, disk);
}

struct layout *guard_mark(const struct sys *sys, const char *path,
                          const struct layout *layout)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    const struct limits *limits = layout_limits(layout);
    struct busy busy;
    struct claims claims = { .busy = &busy };
    struct err part = { 0 };

    if (!guard_is_whole(sys, path, &part))
        layout_builder_note(builder, NOTE_DISK_IS_PARTITION, "%s", part.text);
    busy_init(&busy, sys);
    claim_all(&claims, path, limits->size * limits->logical);
    LAYOUT_EACH (extent, layout)
        if (extent_is_partition(extent) || extent_is_damaged(extent))
            layout_builder_find(builder, extent->id)->use =
                find_use(&claims, extent, limits->logical);
    free(claims.list);
    busy_finish(&busy);
    return layout_builder_refinish(builder);
}
