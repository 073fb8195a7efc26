/* SPDX-License-Identifier: GPL-3.0-or-later */
/* call.c - loads libparted in the child process and answers its exceptions */
#include "device/parted/call.h"

#include <dlfcn.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/parted/shadow_device.h"
#include "model/base/mem.h"

void parted_write(const void *bytes, size_t count)
{
    const uint8_t *at = bytes;

    while (count) {
        ssize_t put = write(PARTED_PIPE_FD, at, count);
        if (put < 0)
            _exit(EXIT_FAILURE); /* the parent closed the pipe */
        at += put;
        count -= (size_t)put;
    }
}

void parted_send(enum parted_record_kind kind, const void *payload, size_t size)
{
    struct parted_record record = { kind, (uint32_t)size };
    uint8_t bytes[sizeof(record) + 512];

    memcpy(bytes, &record, sizeof(record));
    memcpy(bytes + sizeof(record), payload, size);
    parted_write(bytes, sizeof(record) + size);
}

void parted_send_text(enum parted_record_kind kind, const char *text)
{
    char buf[512];

    copy_text(buf, sizeof(buf), text ? text : "");
    parted_send(kind, buf, strlen(buf));
}

void parted_send_objection(enum parted_objection objection)
{
    uint32_t number = objection;

    parted_send(PARTED_OBJECTS, &number, sizeof(number));
}

/* UNHANDLED is the last choice, because it does not mean "no". */
static PedExceptionOption exception_answer(const PedException *exception,
                                           PedExceptionOption first)
{
    parted_send_objection(parted_objection_find(exception->type, exception->message));
    if (exception->options & first)
        return first;
    if (exception->options & PED_EXCEPTION_CANCEL)
        return PED_EXCEPTION_CANCEL;
    if (exception->options & PED_EXCEPTION_IGNORE)
        return PED_EXCEPTION_IGNORE;
    return PED_EXCEPTION_UNHANDLED;
}

/* Handlers get no context pointer, so there is one for each answer. */
static PedExceptionOption answer_cancel(PedException *exception)
{
    return exception_answer(exception, PED_EXCEPTION_CANCEL);
}

static PedExceptionOption answer_ok(PedException *exception)
{
    return exception_answer(exception, PED_EXCEPTION_OK);
}

static PedExceptionOption answer_ignore(PedException *exception)
{
    return exception_answer(exception, PED_EXCEPTION_IGNORE);
}

/* Stores the address of NAME, converting a data pointer to a function pointer as dlsym(3)
 * describes.  Returns false and stores NULL if there is no such symbol. */
static bool find_symbol(void *library, const char *name, void *ret_call)
{
    void *address = dlsym(library, name);

    memcpy(ret_call, &address, sizeof(address));
    return address != NULL;
}

static bool find_symbols(void *library, struct parted *parted)
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
        if (!find_symbol(library, calls[i].name, (char *)parted + calls[i].offset))
            return false;
    if (!find_symbol(library, "ped_architecture", &parted->ped_architecture))
        return false;
    /* These are optional: their pointers are NULL in older versions. */
    (void)find_symbol(library, "ped_partition_set_type_id", &parted->set_type_id);
    (void)find_symbol(library, "ped_partition_set_type_uuid", &parted->set_type_uuid);
    (void)find_symbol(library, "ped_partition_get_type_id", &parted->get_type_id);
    (void)find_symbol(library, "ped_partition_get_type_uuid", &parted->get_type_uuid);
    return true;
}

/* Debian's libparted has a constructor that asks dmidecode, run by a shell, whether this
 * is a computer of Apple, and that crashes if there is no shell.  The variable answers
 * instead. */
static void prepare_environment(void)
{
    /* setenv() fails only without memory */
    (void)setenv("PARTED_GPT_APPLE", "0", 1);
    /* for names; on failure the locale stays as it was */
    (void)setlocale(LC_CTYPE, "C.UTF-8");
    /* objections are recognized by their untranslated texts; cannot fail */
    (void)setlocale(LC_MESSAGES, "C");
}

/* libparted's file system probes would read the holes of the shadow at about a thousand
 * places. */
static void drop_file_systems(const struct parted *parted)
{
    PedFileSystemType *type;

    while ((type = parted->ped_file_system_type_get_next(NULL)))
        parted->ped_file_system_type_unregister(type);
}

bool parted_load(struct parted *ret)
{
    prepare_environment();
    void *library = dlopen("libparted.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library && find_symbols(library, ret))
        return true; /* never unloaded: the child ends soon */
    parted_send_text(PARTED_ABSENT, dlerror());
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
    return shadow_device_new(parted, how);
}
