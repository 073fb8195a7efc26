/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign.h - other labels than msdos and GPT, a file system, nothing */
#ifndef ALIDADE_DEVICE_PARTED_FOREIGN_H
#define ALIDADE_DEVICE_PARTED_FOREIGN_H

#include "device/io/store.h"
#include "model/disk/layout.h"

/* What libparted reads from the shadow, else what libblkid lists, else what lives on the
 * disk as a whole, else LABEL_NONE.  NULL (ERR_UNREADABLE) where a table was recognised
 * and nobody can read it. */
struct layout *foreign_read(struct store *store, const struct limits *limits,
                            struct err *err) MUST_USE;

#endif
