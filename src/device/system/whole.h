/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whole.h - looks for signatures of the whole disk beside its partition table */
#ifndef ALIDADE_DEVICE_SYSTEM_WHOLE_H
#define ALIDADE_DEVICE_SYSTEM_WHOLE_H

#include "model/base/reader.h"
#include "model/found/ldm.h"
#include "model/found/whole.h"

/* Finds the signatures of DISK with libblkid that are of the disk and not of a partition
 * of LAYOUT, see whole_is_of_disk(). Performs one read at each end of the disk, and at
 * most three more: of a part of an end that cannot be read completely, and of a header
 * that is elsewhere. Finds none if there is no memory file. */
void whole_find(const struct reader *disk, const struct layout *layout,
                struct whole *ret);

#define WHOLE_KNOWN_MAX (WHOLE_MAX * WHOLE_RANGES_MAX + LDM_RANGES_MAX)

/* Returns the sectors of their metadata, and on msdos those of the database of a Windows
 * dynamic disk, in no order; not those of a content below a table without partitions.
 * Those in the table or in a partition are not left out. Performs two reads more. */
size_t whole_known(const struct reader *disk, const struct layout *layout,
                   struct known_range ret[WHOLE_KNOWN_MAX]);

/* Adds a note to LAYOUT, which was read from DISK at PATH, for each of them if it has a
 * table that can be edited. Consumes LAYOUT; never NULL. */
struct layout *whole_note(const struct reader *disk, const char *path,
                          struct layout *layout);

#endif
