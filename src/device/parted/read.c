/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read.c - reads the shadow with libparted, in the child process */
#include "device/parted/read.h"

#include <stdio.h>
#include <string.h>

#include "device/parted/call.h"
#include "device/parted/gpt_need.h"
#include "device/parted/shadow_device.h"
#include "device/parted/table.h"
#include "model/base/guid.h"
#include "model/base/mem.h"

static bool get_flag(const struct parted *parted, const PedPartition *part,
                     PedPartitionFlag flag)
{
    return parted->ped_partition_is_flag_available(part, flag) &&
           parted->ped_partition_get_flag(part, flag);
}

/* On GPT libparted's "boot" flag marks an EFI system partition; the flag for legacy BIOS
 * boot is the counterpart of the msdos boot flag. */
static bool is_bootable(const struct parted *parted, const PedPartition *part)
{
    bool is_gpt = !strcmp(part->disk->type->name, "gpt");

    return get_flag(parted, part,
                    is_gpt ? PED_PARTITION_LEGACY_BOOT : PED_PARTITION_BOOT);
}

static void find_type(const struct parted *parted, const PedPartition *part,
                      char ret[GUID_TEXT])
{
    const char *label = part->disk->type->name;
    struct guid guid;

    if (!strcmp(label, "msdos") && parted->get_type_id)
        snprintf(ret, GUID_TEXT, "%x", parted->get_type_id(part));
    if (strcmp(label, "gpt") != 0 || !parted->get_type_uuid)
        return;
    CLEANUP(freep) uint8_t *uuid = parted->get_type_uuid(part);
    if (!uuid)
        return;
    guid = guid_of_text_order(uuid);
    (void)guid_format(&guid, ret);
}

static void set_details(const struct parted *parted, const PedPartition *part,
                        struct parted_part *part_record)
{
    const PedDiskType *type = part->disk->type;
    bool has_names =
        parted->ped_disk_type_check_feature(type, PED_DISK_TYPE_PARTITION_NAME);

    part_record->kind = part->type & PED_PARTITION_EXTENDED  ? PARTED_PART_EXTENDED
                        : part->type & PED_PARTITION_LOGICAL ? PARTED_PART_LOGICAL
                                                             : PARTED_PART_NORMAL;
    part_record->number = part->num > 0 ? (uint32_t)part->num : 0;
    part_record->is_bootable = is_bootable(parted, part);
    find_type(parted, part, part_record->type);
    if (has_names && !(part->type & PED_PARTITION_EXTENDED)) {
        const char *name = parted->ped_partition_get_name(part);
        copy_text(part_record->name, sizeof(part_record->name), name ? name : "");
    }
}

struct part_record {
    struct parted_record record;
    struct parted_part part;
};

/* Returns false for free space. */
static bool make_record(const struct parted *parted, const PedPartition *part,
                        struct part_record *ret)
{
    if (part->type & PED_PARTITION_FREESPACE || part->geom.length <= 0)
        return false;
    memset(ret, 0, sizeof(*ret)); /* padding is sent through the pipe too */
    ret->record = (struct parted_record){ PARTED_PART, sizeof(ret->part) };
    ret->part.start = (uint64_t)part->geom.start;
    ret->part.length = (uint64_t)part->geom.length;
    if (part->type & PED_PARTITION_METADATA)
        ret->part.kind = PARTED_PART_METADATA;
    else
        set_details(parted, part, &ret->part);
    return true;
}

/* Many at once: the parent wakes up for each write. */
static void send_parts(const struct parted *parted, const PedDisk *disk)
{
    struct part_record records[64];
    PedPartition *part = NULL;
    size_t count = 0;

    while ((part = parted->ped_disk_next_partition(disk, part))) {
        count += make_record(parted, part, &records[count]);
        if (count < ARRAY_SIZE(records))
            continue;
        parted_write(records, sizeof(records));
        count = 0;
    }
    parted_write(records, count * sizeof(records[0]));
}

static void read_shadow_table(const struct parted *parted, const struct parted_how *how)
{
    PedDevice *device = parted_device(parted, how);
    PedDisk *disk = parted_table_open(parted, device, NULL);

    if (disk && parted_table_release(parted, disk)) {
        parted_send(PARTED_OPENED, "", 0);
        send_parts(parted, disk);
    }
    parted_table_close(parted, disk);
    shadow_device_free(device);
}

void parted_read(const struct parted_how *how)
{
    struct parted parted;

    if (how->has_hole)
        parted_send(PARTED_HOLE, &how->hole, sizeof(how->hole));
    if (!parted_load(&parted))
        return;
    if (gpt_need_exceeds(how))
        parted_send_objection(OBJECTION_MEMORY);
    else
        read_shadow_table(&parted, how);
}

void parted_send_version(void)
{
    struct parted parted;

    if (parted_load(&parted))
        parted_send_text(PARTED_VERSION, parted.ped_get_version());
}
