/* SPDX-License-Identifier: GPL-3.0-or-later */
/* move.h - moves the start of a container that has logicals */
#ifndef ALIDADE_MODEL_EDIT_MOVE_H
#define ALIDADE_MODEL_EDIT_MOVE_H

#include "model/disk/layout.h"

/* Moves the start of CONTAINER to START with its first EBR, in BUILDER, which has the
 * extents of LAYOUT.  Its end and all others in it stay; an empty container keeps its
 * length.  Checks nothing. */
void move_container_start(struct layout_builder *builder, const struct layout *layout,
                          uint32_t container, uint64_t start);

#endif
