/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.c - the results of measurements in this session, by disk */
#include "ui/loop/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "device/system/measured.h"
#include "model/base/mem.h"

struct loop_memory_disk {
    char *path;
    struct saved_result kept; /* the drive's identity, and its results */
    bool has_kept;
    struct limits_measured used; /* zero: not used */
};

static struct loop_memory_disk *memory_current(const struct loop_memory *memory)
{
    return memory->count ? &memory->disks[memory->current] : NULL;
}

static struct loop_memory_disk *memory_find(const struct loop_memory *memory,
                                            const char *path)
{
    for (size_t i = 0; i < memory->count; i++)
        if (!strcmp(memory->disks[i].path, path))
            return &memory->disks[i];
    return NULL;
}

static struct loop_memory_disk *memory_add_disk(struct loop_memory *memory,
                                                const char *path)
{
    memory->disks = xrealloc(memory->disks, memory->count + 1, sizeof(*memory->disks));
    struct loop_memory_disk *disk = &memory->disks[memory->count++];
    *disk = (struct loop_memory_disk){ .path = xstrdup(path) };
    return disk;
}

/* The same node may have become another drive. */
static bool is_same_drive(const struct saved_result *a, const struct saved_result *b)
{
    return !strcmp(a->model, b->model) && !strcmp(a->serial, b->serial) &&
           !strcmp(a->unit, b->unit) && a->size_bytes == b->size_bytes;
}

static void look_up(struct loop_memory_disk *disk, const struct sys *sys,
                    const struct saved_result *now)
{
    disk->kept = *now;
    disk->used = (struct limits_measured){ 0 };
    disk->has_kept = measured_load(sys, disk->path, &disk->kept);
    /* The saved result may lack these. */
    disk->kept.size_bytes = now->size_bytes;
    copy_text(disk->kept.unit, sizeof(disk->kept.unit), now->unit);
}

void loop_memory_open(struct loop_memory *memory, const struct sys *sys, const char *path)
{
    CLEANUP(freep) struct saved_result *now = xcalloc(1, sizeof(*now));
    struct loop_memory_disk *disk = memory_find(memory, path);

    measured_begin(sys, path, now);
    if (!disk || !is_same_drive(&disk->kept, now)) {
        disk = disk ? disk : memory_add_disk(memory, path);
        look_up(disk, sys, now);
    }
    memory->current = (size_t)(disk - memory->disks);
}

const struct saved_result *loop_memory_known(const struct loop_memory *memory)
{
    const struct loop_memory_disk *disk = memory_current(memory);

    return disk && disk->has_kept ? &disk->kept : NULL;
}

void loop_memory_add(struct loop_memory *memory, const struct saved_result *later)
{
    struct loop_memory_disk *disk = memory_current(memory);

    if (!disk || !(later->has_bench || later->has_probe))
        return;
    saved_result_merge(&disk->kept, later);
    disk->has_kept = true;
}

void loop_memory_use(struct loop_memory *memory, const struct limits_measured *measured)
{
    struct loop_memory_disk *disk = memory_current(memory);

    if (disk)
        disk->used = *measured;
}

struct limits_given loop_memory_given(const struct loop_memory *memory, const char *path,
                                      const struct limits_given *given)
{
    const struct loop_memory_disk *disk = memory_find(memory, path);
    struct limits_given known = *given;

    if (disk && !known.measured.physical && !known.measured.step)
        known.measured = disk->used;
    return known;
}

void loop_memory_finish(struct loop_memory *memory)
{
    for (size_t i = 0; i < memory->count; i++)
        free(memory->disks[i].path);
    free(memory->disks);
    *memory = (struct loop_memory){ 0 };
}
