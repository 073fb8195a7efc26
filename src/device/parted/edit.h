/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit.h - changes the table in the shadow with libparted, in the child process */
#ifndef ALIDADE_DEVICE_PARTED_EDIT_H
#define ALIDADE_DEVICE_PARTED_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/parted/read.h"
#include "model/base/guid.h"

/* Optional features of the loaded version of libparted. */
enum parted_skill {
    PARTED_SETS_TYPES = 1 << 0,
    PARTED_SETS_NAMES = 1 << 1, /* names that are not only ASCII */
};

/* A partition in the new table. */
struct parted_target {
    uint32_t kept; /* its number in the current table; 0: new */
    uint32_t kind; /* enum parted_part_kind */
    uint32_t number;
    uint64_t start;
    uint64_t length;
    bool is_bootable;
    bool is_renamed; /* the name differs from the current one; gpt */
    bool has_name;   /* the name is to be set */
    bool has_type;   /* the type differs from the current one */
    char name[128];
    uint8_t type_id;  /* msdos */
    struct guid guid; /* gpt */
};

/* The new table.  Partitions that it does not list are removed. */
struct parted_goal {
    bool is_gpt;                   /* else msdos */
    bool is_fresh;                 /* a new table; no target is kept */
    struct parted_target *targets; /* sorted by number */
    size_t count;
};

/* Runs in the child as parted_read() does, and commits to the shadow.  Sends
 * PARTED_OPENED when the table is open, then PARTED_MADE on success or PARTED_STUCK. */
void parted_edit(const struct parted_how *how, const struct parted_goal *goal);

#endif
