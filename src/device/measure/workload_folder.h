/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_folder.h - a folder for files that are measured, and gone afterwards */
#ifndef ALIDADE_DEVICE_MEASURE_WORKLOAD_FOLDER_H
#define ALIDADE_DEVICE_MEASURE_WORKLOAD_FOLDER_H

#include <stddef.h>

#include "model/base/err.h"
#include "model/base/lines.h"

/* The names of all that is ever made there. */
#define WORKLOAD_LONG_NAME "durable"
#define WORKLOAD_SLOTS     64U /* small files that are there at once */
#define WORKLOAD_SLOT_NAME 16  /* bytes */

struct workload_folder {
    char *path; /* all ours */
    int fd;
    int mark; /* locked as long as this program lives: others see that by it */
};

void workload_slot_name(size_t slot, char ret[WORKLOAD_SLOT_NAME]);
/* A new folder in IN.  ERR_REFUSED with a sentence. */
bool workload_folder_make(const char *in, struct workload_folder *ret,
                          struct err *err) MUST_USE;
/* By the names that we give alone: what somebody else put there stays, and is said
 * (ERR_IO). */
bool workload_folder_remove(struct workload_folder *folder, struct err *err) MUST_USE;
/* Removes what runs that were killed have left in IN, in the same way: folders of this
 * user that have our mark, with nobody's lock on it.  Each is a sentence in RET. */
void workload_folder_sweep(const char *in, struct lines *ret);

#endif
