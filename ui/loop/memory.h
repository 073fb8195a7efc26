/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.h - what this session knows of the disks that were measured */
#ifndef ALIDADE_UI_LOOP_MEMORY_H
#define ALIDADE_UI_LOOP_MEMORY_H

#include <stddef.h>

#include "device/io/sys.h"
#include "model/disk/limits.h"
#include "model/measure/saved_result.h"

struct loop_memory_disk;

/* Zero-initialised: nothing is known. */
struct loop_memory {
    struct loop_memory_disk *disks;
    size_t count;
    size_t current; /* index of the open disk's */
};

/* The disk at PATH is the open one: what is known of it is found, in this session or in
 * the state folder.  A drive that came in another one's place is another drive. */
void loop_memory_open(struct loop_memory *memory, const struct sys *sys,
                      const char *path);
/* All that is known of the open disk; NULL where that is nothing. */
const struct saved_result *loop_memory_known(const struct loop_memory *memory);
/* What was measured of it, over what was known. */
void loop_memory_add(struct loop_memory *memory, const struct saved_result *later);

/* The person wants MEASURED to count for the open disk. */
void loop_memory_use(struct loop_memory *memory, const struct limits_measured *measured);
/* GIVEN for the disk at PATH, with what was so used of it. */
struct limits_given loop_memory_given(const struct loop_memory *memory, const char *path,
                                      const struct limits_given *given);

void loop_memory_finish(struct loop_memory *memory);

#endif
