/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify.h - what is known about a partition table, as sentences */
#ifndef ALIDADE_MODEL_ALIGN_VERIFY_H
#define ALIDADE_MODEL_ALIGN_VERIFY_H

#include "model/base/lines.h"
#include "model/disk/layout.h"

/* Returns how many judged partitions have a content that was not read: their verdicts are
 * based on the starts only. */
unsigned verify_unread(const struct layout *layout);

/* Returns which partitions are misaligned, or that all are aligned, or why none is
 * judged, and how many contents were not read; translated; free(). */
char *verify_alignment(const struct layout *layout);

/* Adds damage, then findings, then contents that do not fit the disk's sectors or were
 * not read. */
void verify_findings(const struct layout *layout, struct lines *ret);

/* Adds, the most severe first: damage, findings, or that there are none, and the
 * alignment of the partitions; which tool makes such tables; the disk's limits; all other
 * notes. */
void verify_list(const struct layout *layout, struct lines *ret);

#endif
