/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_msdos.h - a decoded MBR with its chain as a layout */
#ifndef ALIDADE_MODEL_TABLE_LAYOUT_MSDOS_H
#define ALIDADE_MODEL_TABLE_LAYOUT_MSDOS_H

#include "model/base/reader.h"
#include "model/disk/layout.h"
#include "model/table/mbr.h"

/* TABLE comes from DISK, which is read again for BSD labels only.  HAS_GPT: a whole GPT
 * that no entry announces lies there too.  Entries that overlap or leave the disk, and a
 * broken chain, are damaged entries of the layout.  NULL (ERR_UNREADABLE) should not
 * happen. */
struct layout *layout_of_msdos(const struct mbr_table *table, const struct reader *disk,
                               bool has_gpt, const struct limits *limits,
                               struct err *err) MUST_USE;

#endif
