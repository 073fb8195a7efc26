/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_dedicated.h - layout of a disk dedicated to BSD, whose label covers the MBR
 * too */
#ifndef ALIDADE_MODEL_TABLE_LAYOUT_DEDICATED_H
#define ALIDADE_MODEL_TABLE_LAYOUT_DEDICATED_H

#include "model/base/reader.h"
#include "model/disk/layout.h"
#include "model/table/bsd.h"
#include "model/table/mbr.h"

/* Returns the BSD label of the whole DISK if the only entry of MBR is a BSD slice that
 * begins at sector 0, over the MBR itself; else false.  The length of that entry is
 * meaningless: FreeBSD writes 50000 for any disk. */
bool dedicated_decode(const struct mbr_table *mbr, const struct reader *disk,
                      uint64_t logical, struct bsd_label *ret);

/* Returns the BSD label of a DISK without an MBR entry, of which nothing tells the
 * flavour but OpenBSD's version. */
bool dedicated_decode_bare(const struct reader *disk, uint64_t logical,
                           struct bsd_label *ret);

/* Returns a layout with the entries of LABEL as partitions, and NOTE with WORDS, which
 * makes the disk read-only.  NULL (ERR_UNREADABLE) if an entry is no range of sectors. */
struct layout *layout_of_dedicated(const struct bsd_label *label,
                                   const struct limits *limits, enum note_id note,
                                   const char *words, struct err *err) MUST_USE;

#endif
