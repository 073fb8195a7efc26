/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_msdos.h - converts a decoded MBR and its EBR chain to a layout */
#ifndef ALIDADE_MODEL_TABLE_LAYOUT_MSDOS_H
#define ALIDADE_MODEL_TABLE_LAYOUT_MSDOS_H

#include "model/base/reader.h"
#include "model/disk/layout.h"
#include "model/table/iso.h"
#include "model/table/mbr.h"

/* Converts TABLE, decoded from DISK, to a layout; DISK is read again only for BSD labels.
 * ISO is the image on it.
 * HAS_GPT: the disk also has a valid GPT that the MBR does not announce.  Entries that
 * overlap or exceed the disk, and a broken chain, become damaged entries.  NULL
 * (ERR_UNREADABLE) should not occur. */
struct layout *layout_of_msdos(const struct mbr_table *table, const struct reader *disk,
                               const struct iso *iso, bool has_gpt,
                               const struct limits *limits, struct err *err) MUST_USE;

#endif
