/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random_script.h - chains of logical partitions, and scripts that change some of them */
#ifndef ALIDADE_TESTS_RANDOM_SCRIPT_H
#define ALIDADE_TESTS_RANDOM_SCRIPT_H

#include "model/disk/layout.h"
#include "support/rng.h"
#include "support/sectors.h"

/* A disk of 512-byte sectors with an msdos table, an extended partition and logical ones
 * in it.  EBRs lie right before their logicals, 63 or 2048 sectors before, or anywhere;
 * the chain is sometimes not in the order of the disk, and sometimes without a free
 * sector. */
struct sectors random_logicals(struct rng *rng);
/* The dump of BASE with one to four changes: a partition that is resized, moved, removed,
 * inserted, of another type, or in another place of the chain.  The script need not be
 * possible.  free() */
char *random_script(struct rng *rng, const struct layout *base);

#endif
