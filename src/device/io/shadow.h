/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shadow.h - copies the sectors of a partition table to a sparse memory file */
#ifndef ALIDADE_DEVICE_IO_SHADOW_H
#define ALIDADE_DEVICE_IO_SHADOW_H

#include "model/base/reader.h"
#include "model/disk/layout.h"

/* Returns an empty memory file, which the caller closes; -1 with errno set. */
int shadow_new(void);
/* Copies all sectors that a partition table may use to FD, in place of what is there, and
 * gives it the disk's size:
 * 2 MiB at each end (more if a Mac map or an Amiga disk block is larger), the entry
 * arrays of both GPT headers wherever they are, and the EBR chain; all are bounded.  The
 * inside of partitions of LAYOUT (may be NULL) is not copied.  Sectors that cannot be
 * read stay holes.  Returns false with errno set if there is no memory. */
bool shadow_fill(int fd, const struct reader *disk, const struct limits *limits,
                 const struct layout *layout) MUST_USE;
/* Does both.  Returns a descriptor that the caller closes, or -1 with errno set. */
int shadow_take(const struct reader *disk, const struct limits *limits,
                const struct layout *layout);

#endif
