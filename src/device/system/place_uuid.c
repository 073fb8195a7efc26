/* SPDX-License-Identifier: GPL-3.0-or-later */
/* place_uuid.c - what a file system or device is known by when it has another path */
#include "device/system/place_uuid.h"

#include <string.h>

#include "device/io/store.h"
#include "device/system/below.h"
#include "device/system/disk.h"
#include "device/system/identity.h"
#include "device/system/signature.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"

enum { UNIT = 512 };

/* A part of it would lead to nothing. */
static void put_uuid(const char *uuid, char *ret, size_t size)
{
    copy_text(ret, size, strlen(uuid) < size && utf8_is_harmless(uuid) ? uuid : "");
}

void place_uuid_of_file(const struct sys *sys, const char *place, char *ret, size_t size)
{
    char name[SYS_NAME], node[SYS_PATH];

    ret[0] = '\0';
    if (!below_device(sys, place, name))
        return;
    sys_node_of(sys, name, node);
    CLEANUP(store_closep) struct store *store = store_open(node, ERR_IGNORED);
    if (!store)
        return;
    struct extent whole = { .kind = EXTENT_PARTITION,
                            .length = store_size_bytes(store) / UNIT };
    struct content content = signature_probe(store_fd(store), UNIT, &whole);
    put_uuid(content.uuid, ret, size);
}

/* Reads the table of the disk DISK (the kernel's name). */
static void uuid_of_partition(const struct sys *sys, const char *disk, uint64_t number,
                              char *ret, size_t size)
{
    struct limits_given given = { 0 };
    char node[SYS_PATH];

    sys_node_of(sys, disk, node);
    CLEANUP(store_closep) struct store *store = store_open(node, ERR_IGNORED);
    if (!store)
        return;
    CLEANUP(layout_unrefp) struct layout *layout = disk_read(store, &given, ERR_IGNORED);
    const struct extent *extent =
        layout ? layout_find_number(layout, (unsigned)number) : NULL;
    if (extent)
        put_uuid(extent->uuid, ret, size);
}

void place_uuid_of_device(const struct sys *sys, const char *path, char *ret, size_t size)
{
    char name[SYS_NAME], disk[SYS_PATH], serial[256];
    uint64_t number;

    ret[0] = '\0';
    if (!sys_name_of(sys, path, name))
        return;
    /* The directory of a partition is inside that of its disk. */
    if (sys_number(sys, &number, "class/block/%s/partition", name) &&
        sys_real_path(sys, disk, "class/block/%s/..", name))
        uuid_of_partition(sys, strrchr(disk, '/') + 1, number, ret, size);
    else if (identity_serial(sys, name, serial, sizeof(serial)))
        put_uuid(serial, ret, size);
}
