/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign.h - reads disks with other labels than msdos and GPT, or without a table */
#ifndef ALIDADE_DEVICE_PARTED_FOREIGN_H
#define ALIDADE_DEVICE_PARTED_FOREIGN_H

#include "device/io/store.h"
#include "model/disk/layout.h"

/* Returns the table that libparted reads from the shadow, else the one that libblkid
 * lists, else the content of the whole disk, else a layout with LABEL_NONE.  Returns NULL
 * (ERR_UNREADABLE) if a table was recognized but cannot be read. */
struct layout *foreign_read(struct store *store, const struct limits *limits,
                            struct err *err) MUST_USE;

#endif
