/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sees.h - tables that libparted cannot hold, and entries of msdos ones that it does not
 * see */
#ifndef ALIDADE_DEVICE_PARTED_SEES_H
#define ALIDADE_DEVICE_PARTED_SEES_H

#include <stdbool.h>

#include "model/disk/layout.h"

/* Entries of a GPT that libparted reads within its time: it compares each with each, and
 * aborts above 8192. */
#define PARTED_ENTRIES_MAX 1024

/* True if libparted can be asked about the table. */
bool parted_can_hold(const struct layout *layout);
/* True if libparted lists EXTENT: an entry of the table, except one of type 0, which it
 * takes for free space. */
bool parted_sees(const struct extent *extent);
/* Returns the first entry of LAYOUT that libparted does not see; NULL: none. */
const struct extent *parted_find_unseen(const struct layout *layout);
/* Returns the number in LAYOUT of what libparted calls partition NUMBER: it counts
 * logical partitions without those that it does not see. */
unsigned parted_own_number(const struct layout *layout, unsigned number);

#endif
