/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advice_private.h - what the advice rooms share */
#ifndef ALIDADE_MODEL_ALIGN_ADVICE_PRIVATE_H
#define ALIDADE_MODEL_ALIGN_ADVICE_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/align/advice.h"

/* One partition to advise on.  NODE is quoted already, or a shell word of its own. */
struct advice_target {
    const struct limits *limits;
    const struct extent *extent;
    uint64_t bytes; /* its length when the command runs */
    const char *node;
    struct lines *lines;
};

/* "  command": FORMAT without the indent. */
void advice_command(struct lines *lines, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void advice_shrink(const struct advice_target *target);
void advice_grow(const struct advice_target *target);
/* The same for what is in use.  False where the commands for what is not in use are to
 * follow. */
bool advice_grow_online(const struct advice_target *target);
/* OLD names what shows through at the start; NULL: nothing. */
void advice_make(const struct advice_target *target, enum label_kind label,
                 const char *old);
/* mkfs lines for a plain file system of BYTES on NODE. */
void advice_mkfs(const struct limits *limits, uint64_t bytes, const char *node,
                 struct lines *lines);

#endif
