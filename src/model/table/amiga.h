/* SPDX-License-Identifier: GPL-3.0-or-later */
/* amiga.h - reads the rigid disk block (RDB) of Amiga disks */
#ifndef ALIDADE_MODEL_TABLE_AMIGA_H
#define ALIDADE_MODEL_TABLE_AMIGA_H

#include "model/base/reader.h"
#include "model/disk/layout.h"

/* Returns the layout of DISK, with WORDS as the note that makes it read-only.  NULL if
 * there is no RDB with a valid list of partitions, or sectors do not have 512 bytes. */
struct layout *layout_of_amiga(const struct reader *disk, const struct limits *limits,
                               const char *words);

#endif
