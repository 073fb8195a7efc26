/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_disk.c - disk_read() of an image file or of a disk in memory */
#include "support/read_disk.h"

#include "model/base/mem.h"

struct layout *read_image(const struct image *image, uint64_t logical, struct err *err)
{
    struct limits_given given = { .logical = logical };
    CLEANUP(store_closep) struct store *store = store_open(image->path, err);

    return store ? disk_read(store, &given, err) : NULL;
}

struct layout *read_sparse(struct sparse *disk, uint64_t logical, unsigned *ret_reads,
                           struct err *err)
{
    struct reader reader = sparse_reader(disk);
    CLEANUP(store_closep) struct store *store = store_of_reader("memory.img", &reader);
    struct limits_given given = { .logical = logical };
    struct layout *layout = disk_read(store, &given, err);

    if (ret_reads)
        *ret_reads = store_reads(store);
    return layout;
}
