/* SPDX-License-Identifier: GPL-3.0-or-later */
/* boot_gap.h - what is between the MBR and the first partition */
#ifndef ALIDADE_DEVICE_SYSTEM_BOOT_GAP_H
#define ALIDADE_DEVICE_SYSTEM_BOOT_GAP_H

#include "device/io/store.h"
#include "model/align/suggest.h"
#include "model/disk/layout.h"

/* Sectors between the MBR and the first partition. */
struct gap_range {
    uint64_t start, end;
    uint64_t logical; /* bytes of a sector */
};

/* Returns those of LAYOUT; empty: it has none. */
struct gap_range boot_gap_range(const struct layout *layout);
/* Reads what is in the first MiB of GAP. */
struct boot_gap boot_gap_read(struct store *store, struct gap_range gap);

#endif
