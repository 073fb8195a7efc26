/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify.h - everything that is known about a partition table, as sentences */
#ifndef ALIDADE_MODEL_ALIGN_VERIFY_H
#define ALIDADE_MODEL_ALIGN_VERIFY_H

#include "model/base/lines.h"
#include "model/disk/layout.h"

/* How many judged partitions have a content that was not read or cannot be: their
 * verdicts come from the starts alone. */
unsigned verify_unread(const struct layout *layout);

/* How many partitions are misaligned and which, or that all are aligned, or why nothing
 * is judged; and which contents that leaves out; translated; free(). */
char *verify_alignment(const struct layout *layout);

/* Adds to RET what is wrong with the table: damage, then findings, then contents that
 * do not fit the disk's sectors or were not read. */
void verify_findings(const struct layout *layout, struct lines *ret);

/* Adds to RET, the heaviest first: damage, findings, or that there are none, and how the
 * partitions are aligned; who made such a table; what is known of the disk's limits; all
 * other notes. */
void verify_list(const struct layout *layout, struct lines *ret);

#endif
