/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner_sector.h - recognises a single sector that no table leads to */
#ifndef ALIDADE_MODEL_FOUND_OWNER_SECTOR_H
#define ALIDADE_MODEL_FOUND_OWNER_SECTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "model/disk/owner_run.h"

struct owner_mark {
    const char *id;        /* never translated */
    char name[OWNER_NAME]; /* translated */
};

/* True if SECTOR (at least 512 bytes) is part of a table, a chain or a database, or a
 * boot sector. */
bool owner_sector_find(const uint8_t *sector, struct owner_mark *ret);
/* True if a content has its superblock in SECTOR, of LOGICAL bytes, wherever it begins.
 */
bool owner_sector_has_super(const uint8_t *sector, uint64_t logical,
                            struct owner_mark *ret);

#endif
