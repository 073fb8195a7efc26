/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_dedicated.h - a disk given to BSD as a whole, MBR and all, as a layout */
#ifndef ALIDADE_MODEL_TABLE_LAYOUT_DEDICATED_H
#define ALIDADE_MODEL_TABLE_LAYOUT_DEDICATED_H

#include "model/base/reader.h"
#include "model/disk/layout.h"
#include "model/table/bsd.h"
#include "model/table/mbr.h"

/* True where the only entry of MBR is a BSD slice that begins at sector 0, over the MBR
 * itself, and the BSD label of the whole DISK is there: then RET.  The length of such an
 * entry says nothing; FreeBSD writes 50000 whatever the disk's size. */
bool dedicated_decode(const struct mbr_table *mbr, const struct reader *disk,
                      uint64_t logical, struct bsd_label *ret);

/* The entries of LABEL as partitions, with a note that makes the disk read-only.  NULL
 * (ERR_UNREADABLE) where they overlap or end past the disk. */
struct layout *layout_of_dedicated(const struct bsd_label *label,
                                   const struct limits *limits, struct err *err) MUST_USE;

#endif
