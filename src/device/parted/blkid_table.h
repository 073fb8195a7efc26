/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blkid_table.h - partition table and content of a whole disk according to libblkid */
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
    char nested_in[32]; /* libblkid's name for the kind of that table */
    char type[40];      /* hexadecimal without 0x, or a name */
    char name[128];
};

struct blkid_table {
    char kind[32]; /* libblkid's name: "sgi", "aix" ...; empty: no table */
    char id[40];
    struct blkid_entry *entries; /* owned */
    size_t count;
};

/* Reads the table of STORE.  Returns true if libblkid recognizes one, even without
 * entries; false if it does not, on errors, and if STORE has no descriptor.  The caller
 * must blkid_table_finish() *RET in both cases. */
bool blkid_table_read(struct store *store, const struct limits *limits,
                      struct blkid_table *ret);
void blkid_table_finish(struct blkid_table *table);

/* Returns true if libblkid recognizes a content of the whole disk, from byte 0 on; *RET
 * then has its type and usage. */
bool blkid_content_read(struct store *store, const struct limits *limits,
                        struct content *ret);

#endif
