/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_sysfs.c - what sysfs reports about a disk under test */
#include "device/measure/drive_sysfs.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "device/system/identity.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

#define PAGE 4096

static bool starts_with(const char *text, const char *prefix)
{
    return !strncmp(text, prefix, strlen(prefix));
}

static bool refuse_partition(const struct sys *sys, const char *name, struct err *err)
{
    char place[SYS_PATH], node[SYS_PATH], disk[SYS_PATH];

    sys_node_of(sys, name, node);
    /* The directory of a partition lies in that of its disk. */
    if (!sys_real_path(sys, place, "class/block/%s/..", name))
        return err_refuse(err, REFUSAL_MEASURE_PARTITION,
                          _("%s is a partition: measure its whole disk."), node);
    sys_node_of(sys, strrchr(place, '/') + 1, disk);
    return err_refuse(err, REFUSAL_MEASURE_PARTITION,
                      _("%1$s is a partition: measure its whole disk, %2$s."), node,
                      disk);
}

/* States in which SCSI and NVMe devices accept requests; other drivers have no state, or
 * other words. */
static bool is_at_work(const struct sys *sys, const char *name, char *ret, size_t size)
{
    static const struct {
        const char *prefix;
        const char *good;
    } states[] = {
        { "sd", "running" },
        { "nvme", "live" },
    };

    if (!sys_text(sys, ret, size, "class/block/%s/device/state", name))
        return true;
    for (size_t i = 0; i < ARRAY_SIZE(states); i++)
        if (starts_with(name, states[i].prefix))
            return !strcmp(ret, states[i].good);
    return true;
}

static bool allows_reads(const struct sys *sys, const char *name, const char *node,
                         enum measure_reason *ret_reason, struct err *err)
{
    uint64_t number;
    char state[64];

    if (sys_number(sys, &number, "class/block/%s/partition", name))
        return refuse_partition(sys, name, err);
    if (sys_number(sys, &number, "class/block/%s/size", name) && !number)
        return err_set(err, ERR_UNREADABLE, _("%s: there is no disk in the drive."),
                       node);
    if (is_at_work(sys, name, state, sizeof(state)))
        return true;
    *ret_reason = REASON_FAILING;
    return err_set(err, ERR_UNREADABLE,
                   _("%1$s takes no requests: the kernel calls it '%2$s'."), node, state);
}

static bool allows_writes(const struct sys *sys, const char *name, const char *node,
                          enum measure_reason *ret_reason, struct err *err)
{
    char zones[32];
    uint64_t number;

    if (sys_number(sys, &number, "class/block/%s/ro", name) && number) {
        *ret_reason = REASON_READ_ONLY_DEVICE;
        return err_refuse(err, REFUSAL_MEASURE_READS_ONLY,
                          _("%s can only be read: --read-only times reads alone."), node);
    }
    if (!identity_zones(sys, name, zones, sizeof(zones)))
        return true;
    *ret_reason = REASON_ZONED;
    if (!strcmp(zones, "host-aware")) {
        /* No failure: reads are harmless. */
        (void)err_refuse(err, REFUSAL_MEASURE_READS_ONLY,
                         _("%s has zones that are best written in order: only reads are "
                           "timed."),
                         node);
        return true;
    }
    return err_refuse(err, REFUSAL_MEASURE_READS_ONLY,
                      _("%s has zones that can only be written in order: nothing can be "
                        "written back in its place. --read-only times reads alone."),
                      node);
}

bool drive_sysfs_allows(const struct sys *sys, const char *name, bool is_read_only,
                        enum measure_reason *ret_reason, struct err *err)
{
    char node[SYS_PATH];

    *ret_reason = REASON_NONE;
    sys_node_of(sys, name, node);
    return allows_reads(sys, name, node, ret_reason, err) &&
           (is_read_only || allows_writes(sys, name, node, ret_reason, err));
}

bool drive_sysfs_is_drive(const struct sys *sys, const char *name)
{
    /* Used where /sys/devices is missing; rbd has its own bus. */
    static const char *const prefixes[] = { "loop", "dm-", "md", "zram",
                                            "ram",  "nbd", "rbd" };
    char path[SYS_PATH];

    for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
        if (starts_with(name, prefixes[i]))
            return false;
    return !sys_real_path(sys, path, "class/block/%s", name) ||
           !strstr(path, "/devices/virtual/block/");
}

/* Parses the number that TEXT begins with. */
static bool leading_number(const char *text, uint64_t *ret)
{
    if (!isdigit((unsigned char)text[0]))
        return false;
    *ret = strtoull(text, NULL, 10);
    return true;
}

bool drive_sysfs_count_reads(const struct sys *sys, const char *name, uint64_t *ret)
{
    char text[256];
    uint64_t counts;

    if (sys_number(sys, &counts, "class/block/%s/queue/iostats", name) && !counts)
        return false;
    /* Documentation/block/stat.rst: the first field counts reads. */
    return sys_text(sys, text, sizeof(text), "class/block/%s/stat", name) &&
           leading_number(text, ret);
}

bool drive_sysfs_count(const struct sys *sys, const char *name, struct drive_counts *ret)
{
    unsigned long long at[14] = { 0 };
    size_t count = 0;
    char text[256];

    if (!sys_text(sys, text, sizeof(text), "class/block/%s/stat", name))
        return false;
    /* Documentation/block/stat.rst.  Units are counted before the program that asked for
     * them goes on, requests only afterwards. */
    for (char *rest = text, *end; count < ARRAY_SIZE(at); count++, rest = end) {
        at[count] = strtoull(rest, &end, 10);
        if (end == rest)
            break;
    }
    *ret = (struct drive_counts){ at[2], at[6] + at[13], at[8] };
    return count >= 11; /* kernels before 4.18 count no discards */
}

bool drive_sysfs_count_pages(const struct sys *sys, uint64_t *ret)
{
    static const char key[] = "\nread_bytes: ";
    CLEANUP(freep) char *text = sys_proc(sys, "self/io");
    const char *found = strstr(text, key);

    if (!found || !leading_number(found + strlen(key), ret))
        return false;
    *ret /= PAGE;
    return true;
}
