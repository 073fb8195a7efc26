/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_folder.h - a temporary folder for the files of workloads */
#ifndef ALIDADE_DEVICE_MEASURE_WORKLOAD_FOLDER_H
#define ALIDADE_DEVICE_MEASURE_WORKLOAD_FOLDER_H

#include <stddef.h>

#include "model/base/err.h"
#include "model/base/lines.h"

/* The names of all files that are ever created there. */
#define WORKLOAD_LONG_NAME "durable"
#define WORKLOAD_SLOTS     64U /* small files that exist at the same time */
#define WORKLOAD_SLOT_NAME 16  /* bytes */

struct workload_folder {
    char *path; /* owned */
    int fd;
    int mark; /* locked while this program runs, which other processes check */
};

void workload_slot_name(size_t slot, char ret[WORKLOAD_SLOT_NAME]);
/* Creates a folder in IN. ERR_REFUSED. */
bool workload_folder_make(const char *in, struct workload_folder *ret,
                          struct err *err) MUST_USE;
/* Removes only files with our names; anything else stays and is reported (ERR_IO). */
bool workload_folder_remove(struct workload_folder *folder, struct err *err) MUST_USE;
/* Removes the folders of killed runs in IN in the same way: folders of this user that
 * have our mark without a lock. Adds a sentence for each to RET. */
void workload_folder_sweep(const char *in, struct lines *ret);

#endif
