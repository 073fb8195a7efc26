/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backup.h - copies of superblocks, which tell where their file system begins */
#ifndef ALIDADE_MODEL_FOUND_BACKUP_H
#define ALIDADE_MODEL_FOUND_BACKUP_H

#include "model/found/peek.h"

struct backup {
    uint64_t back; /* distance in bytes from the place back to the start of the content */
    uint64_t volume; /* size of the content in bytes */
    const char *type;
    bool is_here; /* the sector at the place is the copy: no content begins with it */
};

/* Finds the copy of a superblock or boot sector at the place, or in the sector of LOGICAL
 * bytes before it. */
bool backup_find(const struct peek *peek, size_t logical, struct backup *ret);

#endif
