/* SPDX-License-Identifier: GPL-3.0-or-later */
/* call.c - loads libparted in the child, and answers its questions */
#include "device/parted/call.h"

#include <dlfcn.h>
#include <limits.h>
#include <locale.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/base/mem.h"

void parted_tell(enum parted_record_kind kind, const void *payload, size_t size)
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

void parted_tell_text(enum parted_record_kind kind, const char *text)
{
    char buf[512];

    copy_text(buf, sizeof(buf), text ? text : "");
    parted_tell(kind, buf, strlen(buf));
}

/* UNHANDLED is not "no": it stands last. */
static PedExceptionOption answer(const PedException *exception, PedExceptionOption first)
{
    parted_tell_text(PARTED_SAID, exception->message);
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

/* A pointer to data becomes one to a function: dlsym(3) does it so.  False, and 0 is
 * stored, where there is no such name. */
static bool find(void *library, const char *name, void *ret_call)
{
    void *address = dlsym(library, name);

    memcpy(ret_call, &address, sizeof(address));
    return address != NULL;
}

static bool find_all(void *library, struct parted *parted)
{
    static const struct {
        const char *name;
        size_t offset;
    } calls[] = {
#define ROW(name) { #name, offsetof(struct parted, name) },
        PARTED_CALLS(ROW)
#undef ROW
    };

    for (size_t i = 0; i < ARRAY_SIZE(calls); i++)
        if (!find(library, calls[i].name, (char *)parted + calls[i].offset))
            return false;
    /* The rest may be there or not: the pointers say it. */
    (void)find(library, "ped_partition_set_type_id", &parted->set_type_id);
    (void)find(library, "ped_partition_set_type_uuid", &parted->set_type_uuid);
    (void)find(library, "ped_partition_get_type_id", &parted->get_type_id);
    (void)find(library, "ped_partition_get_type_uuid", &parted->get_type_uuid);
    return true;
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
    (void)setlocale(LC_CTYPE, "C.UTF-8"); /* for names; else they stay as they were */
}

/* They would look for file systems in the holes of the shadow, at a thousand places. */
static void drop_file_systems(const struct parted *parted)
{
    PedFileSystemType *type;

    while ((type = parted->ped_file_system_type_get_next(NULL)))
        parted->ped_file_system_type_unregister(type);
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

bool parted_load(struct parted *ret, uint64_t logical)
{
    prepare_environment(logical);
    void *library = dlopen("libparted.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library && find_all(library, ret))
        return true; /* stays loaded: the child ends soon */
    parted_tell_text(PARTED_ABSENT, dlerror());
    return false;
}

PedDevice *parted_device(const struct parted *parted, const struct parted_how *how)
{
    static PedExceptionHandler *const handlers[] = {
        [PARTED_CANCEL] = answer_cancel,
        [PARTED_TAKE_DAMAGED] = answer_ok,
        [PARTED_IGNORE] = answer_ignore,
    };

    parted->ped_exception_set_handler(handlers[how->answer]);
    drop_file_systems(parted);
    PedDevice *device = parted->ped_device_get(PARTED_SHADOW_PATH);
    if (device)
        set_geometry(device, how);
    else
        parted_tell_text(PARTED_ABSENT, "no device");
    return device;
}
