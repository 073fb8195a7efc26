/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random_disk.h - small disks with any legal table, for property tests */
#ifndef ALIDADE_TESTS_RANDOM_DISK_H
#define ALIDADE_TESTS_RANDOM_DISK_H

#include "support/disks.h"
#include "support/rng.h"

/* A new layout: msdos (with logical partitions) or GPT, on a disk of at most 60000
 * sectors with any limits and contents that can be.  Partitions touch often. */
struct layout *random_disk(struct rng *rng);

#endif
