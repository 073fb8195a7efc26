/* SPDX-License-Identifier: GPL-3.0-or-later */
/* boot_area.h - recognises the loaders that boards and PCs keep outside partitions */
#ifndef ALIDADE_MODEL_CONTENT_BOOT_AREA_H
#define ALIDADE_MODEL_CONTENT_BOOT_AREA_H

#include <stdbool.h>
#include <stdint.h>

#define BOOT_AREA_SECTOR                                                                 \
    512 /* the unit of all loaders, also on disks with larger sectors */

struct boot_area {
    const char *id;   /* "egon" ...; never translated */
    const char *name; /* N_(): "a boot loader (eGON, for Allwinner)" */
    uint64_t bytes;   /* length according to its header; 0: it has none */
};

/* True if a loader begins with SECTOR, BOOT_AREA_SECTOR bytes from byte OFFSET of a
 * disk. */
bool boot_area_find(const uint8_t *sector, uint64_t offset, struct boot_area *ret);

#endif
