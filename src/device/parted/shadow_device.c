/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shadow_device.c - lets libparted reach the shadow by its descriptor alone
 *
 * libparted's own access to devices opens a path, tries the names of partitions beside
 * it, and asks the kernel about it. */
#include "device/parted/shadow_device.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "device/io/file.h"
#include "model/base/mem.h"

/* struct _PedArchitecture, which only a private header of libparted declares. */
struct parted_architecture {
    PedDiskArchOps *disk;
    const PedDeviceArchOps *device;
};

static int do_nothing(PedDevice *device)
{
    (void)device;
    return 1;
}

static int device_is_busy(PedDevice *device)
{
    (void)device;
    return 0;
}

/* Reports an error and returns 1 if it is to be ignored. */
static int report_error(const PedDevice *device, const char *format)
{
    const struct parted *parted = device->arch_specific;

    return parted->ped_exception_throw(PED_EXCEPTION_ERROR, PED_EXCEPTION_IGNORE_CANCEL,
                                       format, device->path) == PED_EXCEPTION_IGNORE;
}

static bool shadow_has(const PedDevice *device, PedSector start, PedSector count)
{
    return start >= 0 && count >= 0 && start <= device->length &&
           count <= device->length - start;
}

static int shadow_read(const PedDevice *device, void *buf, PedSector start,
                       PedSector count)
{
    size_t size = (size_t)(count * device->sector_size);

    if (shadow_has(device, start, count) &&
        !file_read_at(PARTED_SHADOW_FD, (uint64_t)(start * device->sector_size), buf,
                      size))
        return 1;
    memset(buf, 0, size); /* read if the error is ignored */
    return report_error(device, "end of file while reading %s");
}

static int shadow_write(PedDevice *device, const void *buf, PedSector start,
                        PedSector count)
{
    size_t size = (size_t)(count * device->sector_size);
    off_t offset = (off_t)(start * device->sector_size);

    /* libparted writes sectors of 4096 bytes from buffers of 512: the system call itself
     * takes what lies behind them, where a sanitizer's pwrite() would end the child.  A
     * memory file takes all bytes at once. */
    if (shadow_has(device, start, count) &&
        lseek(PARTED_SHADOW_FD, offset, SEEK_SET) == offset &&
        syscall(SYS_write, PARTED_SHADOW_FD, buf, size) == (long)size)
        return 1;
    return report_error(device, "error during write on %s");
}

static char *find_part_path(const PedPartition *part)
{
    return xasprintf("%s, partition %d", part->disk->dev->path, part->num);
}

static int part_is_busy(const PedPartition *part)
{
    (void)part;
    return 0;
}

static PedDiskArchOps disk_calls = { .partition_get_path = find_part_path,
                                     .partition_is_busy = part_is_busy };
/* The others are called only for devices that libparted opens by their path. */
static const PedDeviceArchOps device_calls = { .is_busy = device_is_busy,
                                               .open = do_nothing,
                                               .refresh_open = do_nothing,
                                               .close = do_nothing,
                                               .refresh_close = do_nothing,
                                               .read = shadow_read,
                                               .write = shadow_write,
                                               .sync = do_nothing,
                                               .sync_fast = do_nothing };
static const struct parted_architecture architecture = { &disk_calls, &device_calls };

/* Without a geometry in HOW it is the one that libparted assumes for a file. */
static PedCHSGeometry find_geometry(const struct parted_how *how)
{
    bool is_given = how->heads && how->track;
    unsigned heads = is_given ? how->heads : 4;
    unsigned track = is_given ? how->track : 32;
    uint64_t cylinders = how->sectors / ((uint64_t)heads * track);

    return (PedCHSGeometry){ .cylinders = cylinders < INT_MAX ? (int)cylinders : INT_MAX,
                             .heads = (int)heads,
                             .sectors = (int)track };
}

PedDevice *shadow_device_new(const struct parted *parted, const struct parted_how *how)
{
    PedDevice *device = xcalloc(1, sizeof(*device));

    *parted->ped_architecture = &architecture;
    device->model = xstrdup("");
    device->path = xstrdup("shadow");
    device->type = PED_DEVICE_FILE;
    device->sector_size = (long long)how->logical;
    device->phys_sector_size = device->sector_size;
    device->length = (PedSector)how->sectors;
    device->bios_geom = find_geometry(how);
    device->hw_geom = device->bios_geom;
    device->arch_specific = (void *)parted;
    return device;
}

void shadow_device_free(PedDevice *device)
{
    free(device->model);
    free(device->path);
    free(device);
}
