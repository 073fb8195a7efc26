/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.c - opens and closes a table with libparted, in the child process
 *
 * At each change of its list libparted drops all metadata and free space, and places them
 * again; for each that it drops it numbers all partitions, and for each number it walks
 * through the list.  To read a chain of N logical partitions takes N^5 steps so, 0.2 s
 * for 60 of them.  In libparted's update mode, which its own ped_disk_duplicate() uses in
 * this way, there is no metadata, and it is placed once, at the end: N^3 steps. */
#include "device/parted/table.h"

#include "model/base/mem.h"

/* Setting a flag ends the update mode, whatever the flag: only kinds of tables that have
 * one are held in it.  Others are not numbered again. */
static bool find_flag(const struct parted *parted, const PedDisk *disk, PedDiskFlag *ret)
{
    static const PedDiskFlag flags[] = { PED_DISK_CYLINDER_ALIGNMENT,
                                         PED_DISK_GPT_PMBR_BOOT };

    for (size_t i = 0; i < ARRAY_SIZE(flags); i++)
        if (parted->ped_disk_is_flag_available(disk, flags[i])) {
            *ret = flags[i];
            return true;
        }
    return false;
}

/* Begins the update mode, with an empty list. */
static bool table_hold(const struct parted *parted, PedDisk *disk)
{
    PedDiskFlag flag;

    disk->update_mode = find_flag(parted, disk, &flag);
    return parted->ped_disk_delete_all(disk);
}

/* As ped_disk_new() does, but for the update mode. */
static bool table_read(const struct parted *parted, PedDisk *disk)
{
    disk->needs_clobber = 0;
    if (!parted->ped_device_open(disk->dev))
        return false;
    bool is_read = disk->type->ops->read(disk);
    (void)parted->ped_device_close(disk->dev); /* it does nothing */
    return is_read;
}

PedDisk *parted_table_open(const struct parted *parted, PedDevice *device,
                           const char *label)
{
    const PedDiskType *type =
        label ? parted->ped_disk_type_get(label) : parted->ped_disk_probe(device);

    if (!type)
        return NULL;
    parted_send_text(PARTED_LABEL, type->name);
    PedDisk *disk = parted->ped_disk_new_fresh(device, type);
    if (disk && table_hold(parted, disk) && (label || table_read(parted, disk)))
        return disk;
    parted_table_close(parted, disk);
    return NULL;
}

bool parted_table_release(const struct parted *parted, PedDisk *disk)
{
    PedDiskFlag flag;

    disk->update_mode = 0;
    return !find_flag(parted, disk, &flag) ||
           parted->ped_disk_set_flag(disk, flag, parted->ped_disk_get_flag(disk, flag));
}

/* Partitions of number 0 are not numbered again while they are freed. */
void parted_table_close(const struct parted *parted, PedDisk *disk)
{
    PedPartition *part = NULL;

    if (!disk)
        return;
    while ((part = parted->ped_disk_next_partition(disk, part)))
        part->num = 0;
    disk->update_mode = 0;
    parted->ped_disk_destroy(disk);
}
