/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shadow.h - the label's sectors in a sparse memory file of the disk's size */
#ifndef ALIDADE_DEVICE_IO_SHADOW_H
#define ALIDADE_DEVICE_IO_SHADOW_H

#include "model/base/reader.h"
#include "model/disk/layout.h"

/* Copies what a label may own: 2 MiB at each end (more where a mac map or an Amiga disk
 * block says so), the entry arrays of both GPT headers wherever they are, and the EBR
 * chain, bounded.  Where LAYOUT (may be NULL) knows a partition, nothing of its inside is
 * copied.  What cannot be read stays a hole.  Returns a descriptor that the caller
 * closes, or -1 with errno. */
int shadow_take(const struct reader *disk, const struct limits *limits,
                const struct layout *layout);

#endif
