/* SPDX-License-Identifier: GPL-3.0-or-later */
/* devices.c - lists the disks of the machine */
#include "device/system/devices.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "device/system/busy.h"
#include "device/system/identity.h"
#include "device/system/opener.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"

/* Device families by prefix of the kernel's name: their order in the list, and the
 * transport if the name determines it. */
static const struct family {
    const char *prefix;
    int rank; /* -1: not listed */
    const char *transport;
} families[] = {
    { "ram", -1, NULL },    { "zram", -1, NULL }, { "sr", -1, NULL },
    { "fd", -1, NULL },     { "sd", 0, NULL },    { "hd", 0, "ata" },
    { "vd", 1, "virtio" },  { "xvd", 2, "xen" },  { "nvme", 3, "nvme" },
    { "mmcblk", 4, "mmc" }, { "md", 6, "md" },    { "dm-", 7, "dm" },
    { "loop", 8, "loop" },  { "nbd", 5, "nbd" },  { "bcache", 5, "bcache" },
    { "pmem", 5, "pmem" },
};
static const struct family other_family = { "", 5, "" };

/* Transports by a part of the device's path below /sys/devices, the outermost bus first:
 * a SATA disk behind a USB bridge has both. */
static const struct {
    const char *part;
    const char *transport;
} buses[] = {
    { "/usb", "usb" },         { "/fw", "ieee1394" },   { "/ata", "ata" },
    { "/end_device-", "sas" }, { "/session", "iscsi" }, { "/rport-", "fc" },
    { "/virtio", "virtio" },
};

static const struct family *family_of(const char *name)
{
    for (size_t i = 0; i < ARRAY_SIZE(families); i++)
        if (!strncmp(name, families[i].prefix, strlen(families[i].prefix)))
            return &families[i];
    return &other_family;
}

const char *devices_transport(const struct sys *sys, const char *name)
{
    const struct family *family = family_of(name);
    char path[SYS_PATH], speed[32];

    if (family->transport)
        return family->transport;
    if (!sys_real_path(sys, path, "class/block/%s/device", name))
        return "";
    for (size_t i = 0; i < ARRAY_SIZE(buses); i++) {
        if (!strstr(path, buses[i].part))
            continue;
        /* Only a serial link has a speed. */
        bool is_sata = !strcmp(buses[i].transport, "ata") &&
                       identity_ata_speed(sys, name, speed, sizeof(speed));
        return is_sata ? "sata" : buses[i].transport;
    }
    return "scsi";
}

/* Partition mappings (kpartx) and hidden paths of a multipath disk are excluded. */
static bool is_disk(const struct sys *sys, const char *name)
{
    char uuid[16];
    uint64_t size = 0, hidden = 0, type = 0;

    if (family_of(name)->rank < 0 || !sys_number(sys, &size, "block/%s/size", name) ||
        !size)
        return false;
    /* eMMC has hardware partitions that are no disks: boot areas, replay-protected
     * memory. */
    if (!strncmp(name, "mmcblk", 6) && strspn(name + 6, "0123456789") != strlen(name + 6))
        return false;
    (void)sys_number(sys, &hidden, "block/%s/hidden", name);
    /* SCSI type 0 is a disk, 7 optical memory, 14 a simplified disk; other devices have
     * no type. */
    (void)sys_number(sys, &type, "block/%s/device/type", name);
    return !hidden && (type == 0 || type == 7 || type == 14) &&
           !(sys_text(sys, uuid, sizeof(uuid), "block/%s/dm/uuid", name) &&
             !strncmp(uuid, "part", 4));
}

static void describe_device(const struct sys *sys, const char *name,
                            struct disk_info *ret)
{
    uint64_t sectors = 0, logical = 0, physical = 0, read_only = 0, rotational = 0;

    /* Values missing in sysfs stay 0 or empty. */
    (void)identity_model(sys, name, ret->model, sizeof(ret->model));
    (void)identity_serial(sys, name, ret->serial, sizeof(ret->serial));
    copy_text(ret->transport, sizeof(ret->transport), devices_transport(sys, name));
    (void)sys_number(sys, &sectors, "class/block/%s/size", name);
    (void)sys_number(sys, &logical, "class/block/%s/queue/logical_block_size", name);
    (void)sys_number(sys, &physical, "class/block/%s/queue/physical_block_size", name);
    (void)sys_number(sys, &rotational, "class/block/%s/queue/rotational", name);
    (void)sys_number(sys, &read_only, "class/block/%s/ro", name);
    /* sysfs uses units of 512 bytes whatever the sector size; impossible values are
     * ignored. */
    if (!num_mul(sectors, 512, &ret->size_bytes))
        ret->size_bytes = 0;
    ret->logical = logical <= UINT32_MAX ? (uint32_t)logical : 0;
    ret->physical = physical <= UINT32_MAX ? (uint32_t)physical : 0;
    ret->is_rotational = rotational != 0;
    ret->is_read_only = read_only != 0;
}

/* A virtual machine uses an image without a device of this machine, but locks the file.
 * /proc is searched for its name only if there is a lock. */
static void describe_locks(const struct sys *sys, const char *path, struct disk_info *ret)
{
    char who[sizeof(ret->in_use)];

    if (opener_has_lock_at(sys, path, who, sizeof(who)))
        copy_text(ret->in_use, sizeof(ret->in_use), who[0] ? who : _("locked"));
}

static void devices_describe_one(const struct busy *busy, const char *path,
                                 struct disk_info *ret)
{
    char name[SYS_NAME];
    struct stat status;
    bool is_file = false;

    *ret = (struct disk_info){ 0 };
    copy_text(ret->path, sizeof(ret->path), path);
    if (sys_name_of(&busy->sys, path, name)) {
        describe_device(&busy->sys, name, ret);
    } else if (!stat(path, &status) && S_ISREG(status.st_mode)) {
        is_file = true;
        copy_text(ret->transport, sizeof(ret->transport), "file");
        ret->size_bytes = (uint64_t)status.st_size;
    }
    busy_describe(busy, path, ret->in_use, sizeof(ret->in_use), &ret->is_system);
    if (is_file && !ret->in_use[0])
        describe_locks(&busy->sys, path, ret);
}

void devices_describe(const struct sys *sys, const char *path, struct disk_info *ret)
{
    struct busy busy;

    busy_init(&busy, sys);
    devices_describe_one(&busy, path, ret);
    busy_finish(&busy);
}

static int compare_disks(const void *a, const void *b)
{
    const char *left = strrchr(((const struct disk_info *)a)->path, '/') + 1;
    const char *right = strrchr(((const struct disk_info *)b)->path, '/') + 1;
    int ranks = family_of(left)->rank - family_of(right)->rank;

    if (ranks)
        return ranks;
    /* sdz comes before sdaa, nvme2n1 before nvme10n1. */
    bool has_digits = strpbrk(left, "0123456789") && strpbrk(right, "0123456789");
    size_t left_length = strlen(left), right_length = strlen(right);
    if (!has_digits && left_length != right_length)
        return left_length < right_length ? -1 : 1;
    return strverscmp(left, right);
}

size_t devices_list(const struct sys *sys, struct disk_info **ret)
{
    struct sys_names names = sys_names(sys, "block");
    struct disk_info *disks = xcalloc(names.count, sizeof(*disks));
    struct busy busy;
    size_t count = 0;

    busy_init(&busy, sys);
    for (size_t i = 0; i < names.count; i++) {
        char node[SYS_PATH];
        if (!is_disk(sys, names.names[i]))
            continue;
        sys_node_of(sys, names.names[i], node);
        devices_describe_one(&busy, node, &disks[count++]);
    }
    busy_finish(&busy);
    sys_names_finish(&names);
    if (count)
        qsort(disks, count, sizeof(*disks), compare_disks);
    *ret = disks;
    return count;
}
