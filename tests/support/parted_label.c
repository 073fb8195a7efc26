/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parted_label.c - makes labels with libparted, each in a child of its own */
#include "support/parted_label.h"

#include <parted/parted.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static PedExceptionOption answer_cancel(PedException *exception)
{
    fprintf(stderr, "# libparted: %s\n", exception->message);
    return exception->options & PED_EXCEPTION_CANCEL ? PED_EXCEPTION_CANCEL
                                                     : PED_EXCEPTION_UNHANDLED;
}

static bool add(PedDisk *disk, const struct parted_range *range)
{
    PedSector end = (PedSector)(range->start + range->length - 1);
    PedGeometry *place =
        ped_geometry_new(disk->dev, (PedSector)range->start, (PedSector)range->length);
    PedConstraint *exact = place ? ped_constraint_exact(place) : NULL;
    /* Some kinds take an entry without a type for an unused one. */
    PedPartition *part =
        ped_partition_new(disk, PED_PARTITION_NORMAL, ped_file_system_type_get("ext2"),
                          (PedSector)range->start, end);

    bool is_added = exact && part && ped_disk_add_partition(disk, part, exact);
    if (exact)
        ped_constraint_destroy(exact);
    if (place)
        ped_geometry_destroy(place);
    return is_added;
}

static bool make_label(const char *path, const char *kind,
                       const struct parted_range *parts, size_t count)
{
    PedDevice *device = ped_device_get(path);
    PedDisk *disk = device ? ped_disk_new_fresh(device, ped_disk_type_get(kind)) : NULL;
    bool is_made = disk != NULL;

    for (size_t i = 0; is_made && i < count; i++)
        is_made = add(disk, &parts[i]);
    is_made = is_made && ped_disk_commit_to_dev(disk);
    if (disk)
        ped_disk_destroy(disk);
    ped_device_free_all();
    return is_made;
}

bool parted_label_make(const char *path, unsigned logical, const char *kind,
                       const struct parted_range *parts, size_t count)
{
    pid_t child = fork();
    int ended = -1;

    if (child == 0) {
        char text[16];
        snprintf(text, sizeof text, "%u", logical);
        setenv("PARTED_SECTOR_SIZE", text, 1);
        ped_exception_set_handler(answer_cancel);
        _exit(make_label(path, kind, parts, count) ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    waitpid(child, &ended, 0);
    return WIFEXITED(ended) && WEXITSTATUS(ended) == EXIT_SUCCESS;
}
