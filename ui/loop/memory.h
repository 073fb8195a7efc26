/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.h - the results of measurements in this session, by disk */
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

/* Makes the disk at PATH the current one, and looks its results up in this session or in
 * the state folder.  Another drive at the same path has results of its own. */
void loop_memory_open(struct loop_memory *memory, const struct sys *sys,
                      const char *path);
/* Returns the results of the current disk; NULL if there are none. */
const struct saved_result *loop_memory_known(const struct loop_memory *memory);
/* Merges later results of the current disk. */
void loop_memory_add(struct loop_memory *memory, const struct saved_result *later);

/* Uses MEASURED for the current disk from now on. */
void loop_memory_use(struct loop_memory *memory, const struct limits_measured *measured);
/* Returns GIVEN with the measured limits in use for the disk at PATH. */
struct limits_given loop_memory_given(const struct loop_memory *memory, const char *path,
                                      const struct limits_given *given);

void loop_memory_finish(struct loop_memory *memory);

#endif
