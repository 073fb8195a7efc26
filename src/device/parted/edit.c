/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit.c - makes a change in the shadow with libparted, in the child process */
#include "device/parted/edit.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/io/file.h"
#include "device/parted/call.h"
#include "device/parted/shadow_device.h"
#include "device/parted/table.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/utf8.h"
#include "model/table/mbr.h"
#include "model/table/mbr_layout.h"

struct work {
    struct parted parted;
    const struct parted_goal *goal;
    PedDisk *disk;
    PedPartition **parts; /* partition of each target; NULL: not created yet */
};

static bool is_real(const PedPartition *part)
{
    return !(part->type & (PED_PARTITION_METADATA | PED_PARTITION_FREESPACE));
}

static bool is_at(const PedPartition *part, const struct parted_target *target)
{
    return part->geom.start == (PedSector)target->start &&
           part->geom.length == (PedSector)target->length;
}

/* Where there is no boot code libparted writes its own with a random signature, and a
 * signature also where there is none.  Early after boot libuuid sleeps for each: they are
 * written in advance, with another signature that is not random, so that what libparted
 * would have changed differs all the same. */
static bool sign_shadow(void)
{
    static const uint8_t code = 0xfa; /* "cli", as libparted's own begins */
    uint8_t sector[MBR_BYTES];

    if (file_read_at(PARTED_SHADOW_FD, 0, sector, sizeof(sector)))
        return false;
    uint32_t signature = le32_at(sector, MBR_AT_SIGNATURE);
    if (sector[0] && signature)
        return true;
    if (!sector[0])
        sector[0] = code;
    signature ^= 1;
    put_le32(sector, MBR_AT_SIGNATURE, signature ? signature : 2);
    return pwrite(PARTED_SHADOW_FD, sector, sizeof(sector), 0) == sizeof(sector);
}

/* Switches cylinder alignment off, so that partitions start where they should, at 63 as
 * well as at 2048. */
static bool edit_open_disk(struct work *work, PedDevice *device)
{
    const struct parted *parted = &work->parted;

    const char *label = work->goal->is_gpt ? "gpt" : "msdos";

    if (!work->goal->is_gpt && !work->goal->is_fresh && !sign_shadow())
        return false;
    work->disk = parted_table_open(parted, device, work->goal->is_fresh ? label : NULL);
    if (!work->disk || strcmp(work->disk->type->name, label) != 0)
        return false;
    if (parted->ped_disk_is_flag_available(work->disk, PED_DISK_CYLINDER_ALIGNMENT) &&
        !parted->ped_disk_set_flag(work->disk, PED_DISK_CYLINDER_ALIGNMENT, 0))
        return false;
    parted_send(PARTED_OPENED, "", 0);
    return true;
}

/* Removing a partition renumbers others, so all are looked up first. */
static bool find_kept_parts(struct work *work)
{
    for (size_t i = 0; i < work->goal->count; i++) {
        const struct parted_target *target = &work->goal->targets[i];
        if (!target->kept)
            continue;
        work->parts[i] =
            work->parted.ped_disk_get_partition(work->disk, (int)target->kept);
        if (!work->parts[i])
            return false;
    }
    return true;
}

static bool is_kept_part(const struct work *work, const PedPartition *part)
{
    for (size_t i = 0; i < work->goal->count; i++)
        if (work->parts[i] == part)
            return true;
    return false;
}

/* Returns the next partition to remove; logical partitions come before their
 * container. */
static PedPartition *find_next_removed(const struct work *work)
{
    PedPartition *part = NULL, *gone = NULL;

    while ((part = work->parted.ped_disk_next_partition(work->disk, part))) {
        if (!is_real(part) || is_kept_part(work, part))
            continue;
        gone = part;
        if (part->type & PED_PARTITION_LOGICAL)
            return part;
    }
    return gone;
}

static bool remove_parts(const struct work *work)
{
    PedPartition *gone;

    while ((gone = find_next_removed(work)))
        if (!work->parted.ped_disk_delete_partition(work->disk, gone))
            return false;
    return true;
}

/* Removes all partitions that move before any is added, so that one may take the place of
 * another.  They keep their type, name and GUID. */
static bool detach_moved_parts(const struct work *work)
{
    for (size_t i = work->goal->count; i-- > 0;) {
        const struct parted_target *target = &work->goal->targets[i];
        PedPartition *part = work->parts[i];
        if (!part || is_at(part, target) || target->kind == PARTED_PART_EXTENDED)
            continue;
        if (!work->parted.ped_disk_remove_partition(work->disk, part))
            return false;
    }
    return true;
}

/* A container that is not empty cannot be removed, but it can grow and shrink around the
 * partitions in it. */
static bool edit_resize_container(const struct work *work, PedPartition *part,
                                  const struct parted_target *target)
{
    const struct parted *parted = &work->parted;
    PedGeometry wanted;
    PedConstraint *exact;

    if (!parted->ped_geometry_init(&wanted, part->geom.dev, (PedSector)target->start,
                                   (PedSector)target->length))
        return false;
    exact = parted->ped_constraint_exact(&wanted);
    if (!exact)
        return false;
    bool is_done = parted->ped_disk_set_partition_geom(work->disk, part, exact,
                                                       wanted.start, wanted.end);
    parted->ped_constraint_destroy(exact);
    return is_done && is_at(part, target);
}

static PedPartition *make_part(const struct work *work,
                               const struct parted_target *target)
{
    static const PedPartitionType types[] = {
        [PARTED_PART_NORMAL] = PED_PARTITION_NORMAL,
        [PARTED_PART_EXTENDED] = PED_PARTITION_EXTENDED,
        [PARTED_PART_LOGICAL] = PED_PARTITION_LOGICAL,
    };

    return work->parted.ped_partition_new(
        work->disk, types[target->kind], NULL, (PedSector)target->start,
        (PedSector)(target->start + target->length - 1));
}

/* Adds PART, which belongs to no disk, to the disk.  If its number is still in use, the
 * final number is set at the end. */
static bool edit_add_part(const struct work *work, PedPartition *part,
                          const struct parted_target *target)
{
    const struct parted *parted = &work->parted;
    bool is_taken =
        parted->ped_disk_get_partition(work->disk, (int)target->number) != NULL;

    part->num =
        is_taken || target->kind == PARTED_PART_LOGICAL ? -1 : (int)target->number;
    if (!parted->ped_geometry_set(&part->geom, (PedSector)target->start,
                                  (PedSector)target->length))
        return false;
    PedConstraint *exact = parted->ped_constraint_exact(&part->geom);
    bool is_added = exact && parted->ped_disk_add_partition(work->disk, part, exact);
    if (exact)
        parted->ped_constraint_destroy(exact);
    return is_added && is_at(part, target);
}

static bool place_target(struct work *work, size_t index)
{
    const struct parted_target *target = &work->goal->targets[index];
    PedPartition *part = work->parts[index];

    if (part && is_at(part, target))
        return true;
    if (part && target->kind == PARTED_PART_EXTENDED)
        return edit_resize_container(work, part, target);
    if (!part)
        part = make_part(work, target);
    work->parts[index] = part;
    return part && edit_add_part(work, part, target);
}

/* Containers come first: a kept container must free the sectors of other partitions, and
 * logical partitions need their container. */
static bool place_targets(struct work *work, uint32_t *ret_stuck)
{
    static const enum parted_part_kind order[] = { PARTED_PART_EXTENDED,
                                                   PARTED_PART_NORMAL,
                                                   PARTED_PART_LOGICAL };

    for (size_t i = 0; i < ARRAY_SIZE(order); i++)
        for (size_t j = 0; j < work->goal->count; j++) {
            *ret_stuck = work->goal->targets[j].number;
            if (work->goal->targets[j].kind == order[i] && !place_target(work, j))
                return false;
        }
    return true;
}

static unsigned find_skills(const struct work *work)
{
    bool has_types = work->goal->is_gpt ? work->parted.set_type_uuid != NULL
                                        : work->parted.set_type_id != NULL;
    bool has_names = !strcmp(nl_langinfo(CODESET), "UTF-8");

    return (has_types ? PARTED_SETS_TYPES : 0u) | (has_names ? PARTED_SETS_NAMES : 0u);
}

/* ped_partition_set_system() is not used, because it sets types of its own choice. */
static bool edit_set_type(const struct work *work, PedPartition *part,
                          const struct parted_target *target)
{
    uint8_t uuid[GUID_BYTES];

    if (!work->goal->is_gpt)
        return work->parted.set_type_id(part, target->type_id);
    guid_to_text_order(&target->guid, uuid);
    return work->parted.set_type_uuid(part, uuid);
}

static bool set_name_and_type(const struct work *work, PedPartition *part,
                              const struct parted_target *target, unsigned skills)
{
    bool can_name =
        target->has_name && (skills & PARTED_SETS_NAMES || utf8_is_ascii(target->name));

    if (can_name && !work->parted.ped_partition_set_name(part, target->name))
        return false;
    return !target->has_type || !(skills & PARTED_SETS_TYPES) ||
           edit_set_type(work, part, target);
}

/* On msdos setting the boot flag clears it on other partitions; therefore flags are
 * cleared first. */
static bool set_flags(const struct work *work, bool is_wanted)
{
    PedPartitionFlag flag =
        work->goal->is_gpt ? PED_PARTITION_LEGACY_BOOT : PED_PARTITION_BOOT;

    for (size_t i = 0; i < work->goal->count; i++) {
        const struct parted_target *target = &work->goal->targets[i];
        PedPartition *part = work->parts[i];
        if (target->is_bootable == is_wanted &&
            !!work->parted.ped_partition_get_flag(part, flag) != is_wanted &&
            !work->parted.ped_partition_set_flag(part, flag, is_wanted))
            return false;
    }
    return true;
}

static bool edit_make_all(struct work *work, unsigned skills, uint32_t *ret_stuck)
{
    const struct parted_goal *goal = work->goal;

    if (!find_kept_parts(work) || !remove_parts(work) || !detach_moved_parts(work) ||
        !place_targets(work, ret_stuck))
        return false;
    for (size_t i = 0; i < goal->count; i++) {
        *ret_stuck = goal->targets[i].number;
        if (!set_name_and_type(work, work->parts[i], &goal->targets[i], skills))
            return false;
    }
    *ret_stuck = 0;
    if (!set_flags(work, false) || !set_flags(work, true) ||
        !parted_table_release(&work->parted, work->disk))
        return false;
    /* The numbers are written as set here; no later call renumbers the partitions. */
    for (size_t i = 0; i < goal->count; i++)
        work->parts[i]->num = (int)goal->targets[i].number;
    return work->parted.ped_disk_commit_to_dev(work->disk);
}

static void edit_disk(struct work *work, PedDevice *device)
{
    uint32_t skills = find_skills(work), stuck = 0;

    if (!edit_open_disk(work, device))
        return;
    if (edit_make_all(work, skills, &stuck))
        parted_send(PARTED_MADE, &skills, sizeof(skills));
    else
        parted_send(PARTED_STUCK, &stuck, sizeof(stuck));
}

void parted_edit(const struct parted_how *how, const struct parted_goal *goal)
{
    struct work work = { .goal = goal };

    if (!parted_load(&work.parted))
        return;
    PedDevice *device = parted_device(&work.parted, how);
    work.parts = xcalloc(goal->count + 1, sizeof(*work.parts));
    edit_disk(&work, device);
    parted_table_close(&work.parted, work.disk);
    shadow_device_free(device);
    free(work.parts);
}
