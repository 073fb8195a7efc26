/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parted_read.c - libparted, loaded in the child, reads the shadow */
#include "device/parted_read.h"

#include <dlfcn.h>
#include <limits.h>
#include <malloc.h>
#include <parted/parted.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/mem.h"

#define CALLS(call)                                                                      \
    call(ped_get_version) call(ped_exception_set_handler) call(ped_device_get)           \
        call(ped_disk_probe) call(ped_disk_new) call(ped_disk_next_partition)            \
            call(ped_partition_is_flag_available) call(ped_partition_get_flag)           \
                call(ped_partition_get_name) call(ped_disk_type_check_feature)           \
                    call(ped_file_system_type_get_next)                                  \
                        call(ped_file_system_type_unregister)

/* The functions that are used, by their own names. */
struct parted {
#define MEMBER(name) __typeof__(&name) name;
    CALLS(MEMBER)
#undef MEMBER
};

static void tell(enum parted_record_kind kind, const void *payload, size_t size)
{
    struct parted_record record = { kind, (uint32_t)size };
    uint8_t bytes[sizeof(record) + sizeof(struct parted_part) + 512];
    const uint8_t *at = bytes;

    memcpy(bytes, &record, sizeof(record));
    memcpy(bytes + sizeof(record), payload, size);
    for (size_t rest = sizeof(record) + size; rest;) {
        ssize_t put = write(PARTED_PIPE_FD, at, rest);
        if (put < 0)
            _exit(EXIT_FAILURE); /* nobody listens any more */
        at += put;
        rest -= (size_t)put;
    }
}

static void tell_text(enum parted_record_kind kind, const char *text)
{
    char buf[512];

    copy_text(buf, sizeof(buf), text ? text : "");
    tell(kind, buf, strlen(buf));
}

/* UNHANDLED is not "no": it stands last. */
static PedExceptionOption answer(const PedException *exception, PedExceptionOption first)
{
    tell_text(PARTED_SAID, exception->message);
    if (exception->options & first)
        return first;
    if (exception->options & PED_EXCEPTION_CANCEL)
        return PED_EXCEPTION_CANCEL;
    if (exception->options & PED_EXCEPTION_IGNORE)
        return PED_EXCEPTION_IGNORE;
    return PED_EXCEPTION_UNHANDLED;
}

/* The handler gets no context of ours: hence one for each way of answering. */
static PedExceptionOption answer_cancel(PedException *exception)
{
    return answer(exception, PED_EXCEPTION_CANCEL);
}

static PedExceptionOption answer_ok(PedException *exception)
{
    return answer(exception, PED_EXCEPTION_OK);
}

static PedExceptionOption answer_ignore(PedException *exception)
{
    return answer(exception, PED_EXCEPTION_IGNORE);
}

static bool load(struct parted *parted)
{
    static const struct {
        const char *name;
        size_t offset;
    } calls[] = {
#define ROW(name) { #name, offsetof(struct parted, name) },
        CALLS(ROW)
#undef ROW
    };
    void *library = dlopen("libparted.so.2", RTLD_NOW | RTLD_LOCAL);

    for (size_t i = 0; library && i < ARRAY_SIZE(calls); i++) {
        void *address = dlsym(library, calls[i].name);
        if (!address)
            library = NULL; /* stays loaded: the child ends soon */
        /* A pointer to data becomes one to a function: dlsym(3) does it so. */
        memcpy((char *)parted + calls[i].offset, &address, sizeof(address));
    }
    if (!library)
        tell_text(PARTED_ABSENT, dlerror());
    return library != NULL;
}

/* Debian's libparted has a constructor that runs dmidecode, which would read the
 * firmware's memory: without a PATH it is not found.  Then (as for everyone who is not
 * root) the constructor searches a buffer that nobody has filled, past its end if need
 * be: memory that malloc hands out as zeros ends that search at once. */
static void prepare_environment(uint64_t logical)
{
    char text[24];

    (void)mallopt(M_PERTURB, 0xff); /* glibc fills with the complement */
    snprintf(text, sizeof(text), "%llu", (unsigned long long)logical);
    (void)setenv("PARTED_SECTOR_SIZE", text, 1); /* fails for lack of memory alone: the */
    (void)setenv("PATH", "/nonexistent", 1);     /* sizes then differ and are reported */
}

/* They would look for file systems in the holes of the shadow, at a thousand places. */
static void drop_file_systems(const struct parted *parted)
{
    PedFileSystemType *type;

    while ((type = parted->ped_file_system_type_get_next(NULL)))
        parted->ped_file_system_type_unregister(type);
}

static bool is_bootable(const struct parted *parted, const PedPartition *part)
{
    return parted->ped_partition_is_flag_available(part, PED_PARTITION_BOOT) &&
           parted->ped_partition_get_flag(part, PED_PARTITION_BOOT);
}

static void tell_part(const struct parted *parted, const PedDisk *disk,
                      const PedPartition *part)
{
    struct parted_part told;
    bool has_names =
        parted->ped_disk_type_check_feature(disk->type, PED_DISK_TYPE_PARTITION_NAME);

    if (part->type & PED_PARTITION_FREESPACE || part->geom.length <= 0)
        return;
    memset(&told, 0, sizeof(told)); /* the padding crosses the pipe too */
    told.start = (uint64_t)part->geom.start;
    told.length = (uint64_t)part->geom.length;
    if (part->type & PED_PARTITION_METADATA) {
        told.kind = PARTED_PART_METADATA;
    } else {
        told.kind = part->type & PED_PARTITION_EXTENDED  ? PARTED_PART_EXTENDED
                    : part->type & PED_PARTITION_LOGICAL ? PARTED_PART_LOGICAL
                                                         : PARTED_PART_NORMAL;
        told.number = part->num > 0 ? (uint32_t)part->num : 0;
        told.is_bootable = is_bootable(parted, part);
        if (has_names && !(part->type & PED_PARTITION_EXTENDED)) {
            const char *name = parted->ped_partition_get_name(part);
            copy_text(told.name, sizeof(told.name), name ? name : "");
        }
    }
    tell(PARTED_PART, &told, sizeof(told));
}

/* For a file libparted makes up another geometry than for a disk. */
static void set_geometry(PedDevice *device, const struct parted_how *how)
{
    uint64_t cylinders;

    if (!how->heads || !how->track)
        return;
    cylinders = how->sectors / ((uint64_t)how->heads * how->track);
    device->bios_geom.heads = (int)how->heads;
    device->bios_geom.sectors = (int)how->track;
    device->bios_geom.cylinders = cylinders < INT_MAX ? (int)cylinders : INT_MAX;
    device->hw_geom = device->bios_geom;
}

static void read_disk(const struct parted *parted, const struct parted_how *how)
{
    PedDevice *device = parted->ped_device_get(PARTED_SHADOW_PATH);
    PedDiskType *type;
    PedDisk *disk;

    if (!device) {
        tell_text(PARTED_ABSENT, "no device");
        return;
    }
    set_geometry(device, how);
    type = parted->ped_disk_probe(device);
    if (!type)
        return;
    tell_text(PARTED_LABEL, type->name);
    disk = parted->ped_disk_new(device);
    if (!disk)
        return;
    tell(PARTED_OPENED, "", 0);
    for (PedPartition *part = NULL; (part = parted->ped_disk_next_partition(disk, part));)
        tell_part(parted, disk, part);
}

void parted_read(const struct parted_how *how)
{
    static PedExceptionHandler *const handlers[] = {
        [PARTED_CANCEL] = answer_cancel,
        [PARTED_TAKE_DAMAGED] = answer_ok,
        [PARTED_IGNORE] = answer_ignore,
    };
    struct parted parted;

    if (how->has_hole)
        tell(PARTED_HOLE, &how->hole, sizeof(how->hole));
    prepare_environment(how->logical);
    if (access(PARTED_SHADOW_PATH, F_OK) < 0) {
        tell_text(PARTED_ABSENT, "/proc");
        return;
    }
    if (!load(&parted))
        return;
    parted.ped_exception_set_handler(handlers[how->answer]);
    drop_file_systems(&parted);
    read_disk(&parted, how);
    tell(PARTED_DONE, "", 0);
}

void parted_tell_version(void)
{
    struct parted parted;

    prepare_environment(512);
    if (load(&parted))
        tell_text(PARTED_VERSION, parted.ped_get_version());
}
