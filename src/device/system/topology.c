/* SPDX-License-Identifier: GPL-3.0-or-later */
/* topology.c - determines limits with ioctl, sysfs and libblkid */
#include "device/system/topology.h"

#include <blkid/blkid.h>
#include <linux/fs.h>
#include <linux/hdreg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "device/system/dm_table.h"
#include "device/system/measured.h"
#include "model/base/intl.h"
#include "model/base/mem.h"

static void ask_kernel(int fd, struct limits_reported *said)
{
    int logical = 0, alignment = 0;
    unsigned physical = 0, minimum = 0, optimal = 0;

    if (ioctl(fd, BLKSSZGET, &logical) == 0 && logical > 0)
        said->logical = (uint64_t)logical;
    if (ioctl(fd, BLKPBSZGET, &physical) == 0)
        said->physical = physical;
    if (ioctl(fd, BLKIOMIN, &minimum) == 0)
        said->minimum_io = minimum;
    if (ioctl(fd, BLKIOOPT, &optimal) == 0)
        said->optimal_io = optimal;
    if (ioctl(fd, BLKALIGNOFF, &alignment) == 0) {
        said->alignment_offset = alignment;
        said->has_alignment_offset = true;
    }
}

/* What belongs to the disk is one level above a partition. */
static bool read_sysfs(const struct sys *sys, unsigned high, unsigned low,
                       const char *name, uint64_t *ret)
{
    return sys_number(sys, ret, "dev/block/%u:%u/%s", high, low, name) ||
           sys_number(sys, ret, "dev/block/%u:%u/../%s", high, low, name);
}

void topology_ask_sysfs(const struct sys *sys, unsigned high, unsigned low,
                        struct limits_reported *said)
{
    const struct {
        const char *name;
        uint64_t *value;
    } wanted[] = {
        { "queue/logical_block_size", &said->logical },
        { "queue/physical_block_size", &said->physical },
        { "queue/minimum_io_size", &said->minimum_io },
        { "queue/optimal_io_size", &said->optimal_io },
        { "device/preferred_erase_size", &said->erase_unit },
        { "device/erase_size", &said->erase_unit },
    };
    uint64_t number;

    for (size_t i = 0; i < ARRAY_SIZE(wanted); i++)
        if (!*wanted[i].value && read_sysfs(sys, high, low, wanted[i].name, &number))
            *wanted[i].value = number;
    if (!said->has_alignment_offset &&
        read_sysfs(sys, high, low, "alignment_offset", &number) && number <= INT64_MAX) {
        said->alignment_offset = (int64_t)number;
        said->has_alignment_offset = true;
    }
}

/* libblkid supports stacks (dm, md, LVM, evms) whose drivers do not inform the kernel. */
static void ask_libblkid(int fd, struct limits_reported *said)
{
    blkid_probe probe = blkid_new_probe();
    blkid_topology topology = NULL;

    if (!probe)
        return;
    if (blkid_probe_set_device(probe, fd, 0, 0) == 0 &&
        blkid_probe_enable_topology(probe, 1) == 0)
        topology = blkid_probe_get_topology(probe);
    if (topology && !said->logical)
        said->logical = blkid_topology_get_logical_sector_size(topology);
    if (topology && !said->physical)
        said->physical = blkid_topology_get_physical_sector_size(topology);
    if (topology && !said->minimum_io)
        said->minimum_io = blkid_topology_get_minimum_io_size(topology);
    if (topology && !said->optimal_io)
        said->optimal_io = blkid_topology_get_optimal_io_size(topology);
    blkid_free_probe(probe);
}

void topology_name_nvme(const struct sys *sys, unsigned high, unsigned low,
                        struct limits *limits)
{
    uint64_t namespace;

    if (limits->minimum_io > limits->physical_reported &&
        read_sysfs(sys, high, low, "nsid", &namespace))
        limits->notes |= LIMIT_NVME_MINIMUM;
}

static void name_minimum(int fd, struct limits *limits)
{
    struct sys sys = sys_of_machine();
    struct stat status;

    if (fstat(fd, &status) == 0)
        topology_name_nvme(&sys, major(status.st_rdev), minor(status.st_rdev), limits);
}

/* Without sysfs a partition still tells where it begins, if its driver does. */
static struct stack stack_without_sysfs(int fd)
{
    struct stack stack = { 0 };
    struct hd_geometry geometry;

    if (!ioctl(fd, HDIO_GETGEO, &geometry) && geometry.start) {
        stack.base.bytes = (uint64_t)geometry.start * 512;
        stack.is_partition = true;
        stack.words =
            xasprintf(_("This partition begins at sector %llu of its disk: what "
                        "counts are the boundaries of the disk."),
                      (ull)geometry.start);
    }
    return stack;
}

struct stack topology_stack(struct store *store)
{
    struct sys sys = sys_of_machine();
    char path[SYS_PATH];
    struct stat status;

    if (!store_is_block(store) || fstat(store_fd(store), &status))
        return (struct stack){ 0 };
    if (!sys_real_path(&sys, path, "dev/block/%u:%u", major(status.st_rdev),
                       minor(status.st_rdev)))
        return stack_without_sysfs(store_fd(store));
    return stack_read(&sys, strrchr(path, '/') + 1, dm_table_read);
}

/* Replaces what SAID has of the device itself by what holds for the disk below.  The
 * kernel counts the offset of a partition from the partition. */
static void topology_ask_stack(const struct sys *sys, const struct stack *stack,
                               struct limits_reported *said)
{
    uint64_t offset, physical;

    said->base = stack->base;
    if (!stack->words || stack->base.is_unknown)
        return;
    if (sys_number(sys, &physical, "class/block/%s/queue/physical_block_size",
                   stack->disk) &&
        physical > said->physical)
        said->physical = physical;
    said->has_alignment_offset =
        sys_number(sys, &offset, "class/block/%s/alignment_offset", stack->disk) &&
        offset <= INT64_MAX;
    said->alignment_offset = said->has_alignment_offset ? (int64_t)offset : 0;
}

static void ask_block_device(int fd, struct limits_reported *said)
{
    struct sys sys = sys_of_machine();
    struct stat status;

    ask_kernel(fd, said);
    if (fstat(fd, &status) == 0)
        topology_ask_sysfs(&sys, major(status.st_rdev), minor(status.st_rdev), said);
    if (!said->logical || !said->physical || !said->minimum_io)
        ask_libblkid(fd, said);
}

/* Uses saved results of the disk below, unless the device was measured in this session.
 */
static void ask_memory(const struct stack *stack, struct limits_measured *measured)
{
    struct sys sys = sys_of_machine();

    if (measured->physical || measured->step || !stack->disk[0])
        return;
    /* on failure it stays 0 */
    (void)measured_limits(&sys, stack->disk, measured);
    if (measured->physical)
        measured->alignment_offset = (measured->alignment_offset + measured->physical -
                                      stack->base.bytes % measured->physical) %
                                     measured->physical;
}

bool topology_read(struct store *store, const struct limits_given *given,
                   struct limits *ret, struct err *err)
{
    struct limits_reported said = { .size_bytes = store_size_bytes(store) };
    struct limits_given known = *given;

    CLEANUP(stack_finish) struct stack stack = topology_stack(store);

    if (store_is_block(store)) {
        struct sys sys = sys_of_machine();
        ask_block_device(store_fd(store), &said);
        topology_ask_stack(&sys, &stack, &said);
        ask_memory(&stack, &known.measured);
    }
    if (!limits_settle(&said, &known, ret, err))
        return false;
    if (store_is_block(store))
        name_minimum(store_fd(store), ret);
    return true;
}
