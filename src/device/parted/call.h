/* SPDX-License-Identifier: GPL-3.0-or-later */
/* call.h - libparted's functions in the child process, and records sent to the parent */
#ifndef ALIDADE_DEVICE_PARTED_CALL_H
#define ALIDADE_DEVICE_PARTED_CALL_H

#include <parted/parted.h>
#include <stddef.h>

#include "device/parted/objection.h"
#include "device/parted/read.h"

/* Functions that every supported version of libparted has, under their own names. */
/* clang-format off */
#define PARTED_CALLS(call) \
    call(ped_constraint_destroy) \
    call(ped_constraint_exact) \
    call(ped_device_close) \
    call(ped_device_open) \
    call(ped_disk_add_partition) \
    call(ped_disk_commit_to_dev) \
    call(ped_disk_delete_all) \
    call(ped_disk_delete_partition) \
    call(ped_disk_destroy) \
    call(ped_disk_get_flag) \
    call(ped_disk_get_partition) \
    call(ped_disk_is_flag_available) \
    call(ped_disk_new_fresh) \
    call(ped_disk_next_partition) \
    call(ped_disk_probe) \
    call(ped_disk_remove_partition) \
    call(ped_disk_set_flag) \
    call(ped_disk_set_partition_geom) \
    call(ped_disk_type_check_feature) \
    call(ped_disk_type_get) \
    call(ped_exception_set_handler) \
    call(ped_exception_throw) \
    call(ped_file_system_type_get_next) \
    call(ped_file_system_type_unregister) \
    call(ped_geometry_init) \
    call(ped_geometry_set) \
    call(ped_get_version) \
    call(ped_partition_get_flag) \
    call(ped_partition_get_name) \
    call(ped_partition_is_flag_available) \
    call(ped_partition_new) \
    call(ped_partition_set_flag) \
    call(ped_partition_set_name)
/* clang-format on */

struct parted_architecture;

struct parted {
#define PARTED_MEMBER(name) __typeof__(&name) name;
    PARTED_CALLS(PARTED_MEMBER)
#undef PARTED_MEMBER
    /* libparted's variable: how it reaches devices */
    const struct parted_architecture **ped_architecture;
    /* Since libparted 3.6, NULL in older versions.  A GUID is in text order. */
    int (*set_type_id)(PedPartition *part, uint8_t id);
    int (*set_type_uuid)(PedPartition *part, const uint8_t *uuid);
    uint8_t (*get_type_id)(const PedPartition *part);
    uint8_t *(*get_type_uuid)(const PedPartition *part);
};

/* Sends a record of at most 512 bytes, or bytes that are records, through the pipe.  Ends
 * the child process if the parent closed it. */
void parted_write(const void *bytes, size_t count);
void parted_send(enum parted_record_kind kind, const void *payload, size_t size);
void parted_send_text(enum parted_record_kind kind, const char *text);
void parted_send_objection(enum parted_objection objection);

/* Loads libparted.  If that fails, sends PARTED_ABSENT and returns false. */
bool parted_load(struct parted *ret);
/* Returns the shadow as a device, with HOW's geometry and answers to exceptions. */
PedDevice *parted_device(const struct parted *parted, const struct parted_how *how);

#endif
