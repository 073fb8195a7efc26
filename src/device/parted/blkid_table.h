/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blkid_table.h - what libblkid makes of a whole disk: its table, or its content */
#ifndef ALIDADE_DEVICE_PARTED_BLKID_TABLE_H
#define ALIDADE_DEVICE_PARTED_BLKID_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/io/store.h"
#include "model/disk/content.h"
#include "model/disk/limits.h"

struct blkid_entry {
    uint64_t start; /* LBA */
    uint64_t length;
    unsigned number;
    bool is_extended;
    bool is_nested;     /* belongs to a table inside a partition */
    char nested_in[32]; /* that table's kind, libblkid's word */
    char type[40];      /* hex without 0x, or a word */
    char name[128];
};

struct blkid_table {
    char kind[32]; /* libblkid's word: "sgi", "aix" ...; empty: no table */
    char id[40];
    struct blkid_entry *entries; /* owned */
    size_t count;
};

/* True when libblkid names a table, also one without entries.  False for none, for
 * errors, and for a store without a descriptor. */
bool blkid_table_read(struct store *store, const struct limits *limits,
                      struct blkid_table *ret);
void blkid_table_finish(struct blkid_table *table);

/* True when something lives on the disk from byte 0 on: fills type and usage. */
bool blkid_content_read(struct store *store, const struct limits *limits,
                        struct content *ret);

#endif
