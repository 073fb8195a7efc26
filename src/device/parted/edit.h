/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit.h - the child's side: libparted changes the table in the shadow */
#ifndef ALIDADE_DEVICE_PARTED_EDIT_H
#define ALIDADE_DEVICE_PARTED_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/parted/read.h"
#include "model/base/guid.h"

/* What this libparted could do beside the places. */
enum parted_skill {
    PARTED_SETS_TYPES = 1 << 0,
    PARTED_SETS_NAMES = 1 << 1, /* that are not ASCII alone */
};

/* One partition as it shall be. */
struct parted_target {
    uint32_t kept; /* its number in the table as it is; 0: it is new */
    uint32_t kind; /* enum parted_part_kind */
    uint32_t number;
    uint64_t start;
    uint64_t length;
    bool is_bootable;
    bool is_renamed; /* its name is not the one that it has; gpt */
    bool has_name;   /* and libparted can set it */
    bool has_type;   /* its type is another one */
    char name[128];
    uint8_t type_id;  /* msdos */
    struct guid guid; /* gpt */
};

/* The whole table as it shall be; all others go. */
struct parted_goal {
    const char *label;             /* libparted's name: "msdos" or "gpt" */
    bool is_fresh;                 /* made anew; no target is kept then */
    struct parted_target *targets; /* in order of their numbers */
    size_t count;
};

/* Runs in the child as parted_read() does, and commits to the shadow.  Tells
 * PARTED_OPENED when the table is open, PARTED_MADE when all is done, or PARTED_STUCK. */
void parted_edit(const struct parted_how *how, const struct parted_goal *goal);

#endif
