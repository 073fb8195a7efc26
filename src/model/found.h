/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found.h - where contents begin on a disk whose table cannot be read */
#ifndef ALIDADE_MODEL_FOUND_H
#define ALIDADE_MODEL_FOUND_H

#include "model/layout.h"
#include "model/window.h"

/* LAYOUT, which has no partition, with a damaged entry (FAULT_NO_ENTRY) for each place
 * that a table that is gone may have named and where a file system, LUKS, LVM or swap
 * begins, and the note "contents-found".  Looks at the places where first partitions
 * usually begin and at those that the entries of a damaged GPT name.  LAYOUT itself, with
 * a reference, where nothing is found (layout_unref). */
struct layout *found_add(const struct window *disk, struct layout *layout);

#endif
