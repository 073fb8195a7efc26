/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shadow.h - copies the sectors of a partition table to a sparse memory file */
#ifndef ALIDADE_DEVICE_IO_SHADOW_H
#define ALIDADE_DEVICE_IO_SHADOW_H

#include "model/base/reader.h"
#include "model/disk/layout.h"

/* Copies all sectors that a partition table may use to a memory file of the disk's size:
 * 2 MiB at each end (more if a Mac map or an Amiga disk block is larger), the entry
 * arrays of both GPT headers wherever they are, and the EBR chain; all are bounded.  The
 * inside of partitions of LAYOUT (may be NULL) is not copied.  Sectors that cannot be
 * read stay holes.  Returns a descriptor that the caller closes, or -1 with errno set. */
int shadow_take(const struct reader *disk, const struct limits *limits,
                const struct layout *layout);

#endif
