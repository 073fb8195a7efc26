/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.h - a disk or image as a layout: all that the first frame needs */
#ifndef ALIDADE_DEVICE_SYSTEM_DISK_H
#define ALIDADE_DEVICE_SYSTEM_DISK_H

#include "device/io/store.h"
#include "model/disk/layout.h"

/* msdos and GPT by our own decoders: at most 8 reads of a GPT disk, one for each EBR and
 * 8 more of an msdos one; ask opinion_start() about them afterwards.  Every other label
 * through libparted on a shadow, or as libblkid lists it.  Contents are not looked at.
 * NULL with one sentence that names the store: ERR_UNREADABLE for a table that is broken
 * or cannot be read, ERR_USAGE for what was GIVEN and cannot be. */
struct layout *disk_read(struct store *store, const struct limits_given *given,
                         struct err *err) MUST_USE;

/* The same for those who put another table there: a table that is broken (its sectors can
 * be read, but not understood) is a disk without one, all free, and the note
 * "table-broken" says why.  NULL only where nothing can be read. */
struct layout *disk_read_over(struct store *store, const struct limits_given *given,
                              struct err *err) MUST_USE;
/* LAYOUT came from that: nobody knows what lies on the disk, and who uses it. */
bool disk_is_broken(const struct layout *layout);

/* Reads STORE again as it was given when BEFORE was read: false (ERR_REFUSED) with a
 * sentence where another table lies there by now, (ERR_UNREADABLE) where none can be
 * read. */
bool disk_is_same(struct store *store, const struct layout *before,
                  struct err *err) MUST_USE;

#endif
