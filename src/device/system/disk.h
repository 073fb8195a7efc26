/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.h - reads the layout of a disk or image */
#ifndef ALIDADE_DEVICE_SYSTEM_DISK_H
#define ALIDADE_DEVICE_SYSTEM_DISK_H

#include "device/io/store.h"
#include "model/disk/layout.h"

/* Reads msdos and GPT with our own decoders: at most 10 reads for a GPT disk, one for
 * each EBR and 10 more for an msdos one; opinion_start() verifies these afterwards.  A
 * disk that belongs to something as a whole gets a note, see whole_note().  Other
 * labels are read by libparted on a shadow, or by libblkid.  Contents are not probed.
 * Returns NULL on failure, with a message that names the store: ERR_UNREADABLE if a table
 * is damaged or cannot be read, ERR_USAGE if GIVEN is impossible. */
struct layout *disk_read(struct store *store, const struct limits_given *given,
                         struct err *err) MUST_USE;

/* Does the same for writing another table: if the table is damaged (its sectors can be
 * read but not decoded), returns a layout without a table, all free, with the note
 * NOTE_TABLE_BROKEN.  NULL only if the disk cannot be read. */
struct layout *disk_read_over(struct store *store, const struct limits_given *given,
                              struct err *err) MUST_USE;
/* True if LAYOUT has the note NOTE_TABLE_BROKEN: contents and users of the disk are
 * unknown. */
bool disk_is_broken(const struct layout *layout);

/* Reads STORE again with the parameters of BEFORE and compares.  Returns false with
 * ERR_REFUSED if the table changed, or ERR_UNREADABLE if it cannot be read. */
bool disk_is_same(struct store *store, const struct layout *before,
                  struct err *err) MUST_USE;

#endif
