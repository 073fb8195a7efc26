/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advice_private.h - what the files of advice share */
#ifndef ALIDADE_MODEL_ALIGN_ADVICE_PRIVATE_H
#define ALIDADE_MODEL_ALIGN_ADVICE_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/align/advice.h"

/* One partition to advise on.  NODE is a shell word, quoted if necessary. */
struct advice_target {
    const struct limits *limits;
    const struct extent *extent;
    uint64_t bytes; /* its length when the shell command runs */
    const char *node;
    struct lines *lines;
};

/* Shell commands that need no more than the node, the size and the number. */
struct advice_recipe {
    const char *heading;     /* N_(): %u is the partition; NULL: none */
    const char *commands[3]; /* %1$s: node, %2$llu: size in UNIT, %3$u: partition */
    uint64_t unit;           /* bytes; 0: 1 */
    const char *closing;     /* N_(), or NULL */
};

/* Adds "  command"; FORMAT is without the indent. */
void advice_command(struct lines *lines, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void advice_add_recipe(const struct advice_target *target,
                       const struct advice_recipe *recipe);

void advice_shrink(const struct advice_target *target);
void advice_grow(const struct advice_target *target);
/* For a new partition, by its type: mkfs without discard and, on a RAID, with its stride;
 * mkswap; pvcreate ...  wipefs comes first if there is OLD, the type of a content at the
 * start that tools would recognise; it may be NULL. */
void advice_make(const struct advice_target *target, enum label_kind label,
                 const char *old);
/* Advises on a known content in use; returns false if the shell commands for a content
 * that is not in use have to follow. */
bool advice_grow_online(const struct advice_target *target);
/* Adds mkfs commands for a file system of BYTES on NODE. */
void advice_mkfs(const struct limits *limits, uint64_t bytes, const char *node,
                 struct lines *lines);

#endif
