/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sees.h - entries of msdos tables that libparted does not see */
#ifndef ALIDADE_DEVICE_PARTED_SEES_H
#define ALIDADE_DEVICE_PARTED_SEES_H

#include <stdbool.h>

#include "model/disk/layout.h"

/* True if libparted lists EXTENT: an entry of the table, except one of type 0, which it
 * takes for free space. */
bool parted_sees(const struct extent *extent);
/* Returns the first entry of LAYOUT that libparted does not see; NULL: none. */
const struct extent *parted_find_unseen(const struct layout *layout);
/* Returns the number in LAYOUT of what libparted calls partition NUMBER: it counts
 * logical partitions without those that it does not see. */
unsigned parted_own_number(const struct layout *layout, unsigned number);

#endif
