/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ldm.h - the database of a Windows dynamic disk (Logical Disk Manager)
 *
 * On msdos it lies outside the partitions, in the last 1 MiB of the disk; on GPT a
 * partition of its own has it. It names the sectors of the volumes by their numbers on
 * the disk. */
#ifndef ALIDADE_MODEL_FOUND_LDM_H
#define ALIDADE_MODEL_FOUND_LDM_H

#include <stddef.h>

#include "model/base/reader.h"
#include "model/disk/limits.h"
#include "model/found/known.h"

#define LDM_RANGES_MAX 3

/* Returns the header at its place on msdos, the database that it or its copy at the end
 * of the disk names, and that copy; ascending, 0: there is none. Performs two reads. */
size_t ldm_find(const struct reader *disk, const struct limits *limits,
                struct known_range ret[LDM_RANGES_MAX]);

#endif
