/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner_sector.h - recognises a single sector that no table leads to */
#ifndef ALIDADE_MODEL_FOUND_OWNER_SECTOR_H
#define ALIDADE_MODEL_FOUND_OWNER_SECTOR_H

#include <stdbool.h>
#include <stdint.h>

struct owner_mark {
    const char *id;   /* never translated */
    const char *name; /* translated */
};

/* True if SECTOR (at least 512 bytes) is part of something known. */
bool owner_sector_find(const uint8_t *sector, struct owner_mark *ret);

#endif
