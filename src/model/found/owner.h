/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner.h - who owns the sectors of a disk, so that none is taken for nothing
 *
 * A sector outside partitions and table is free only if it was read and is zero.  Known
 * owners have what lies between LBA 0 and the first partition, EBRs and GPT headers
 * that no table leads to, file systems and other contents, journals of moves, and what
 * cannot be read.  All else that is not zero is unknown. */
#ifndef ALIDADE_MODEL_FOUND_OWNER_H
#define ALIDADE_MODEL_FOUND_OWNER_H

#include "model/base/reader.h"
#include "model/disk/layout.h"
#include "model/disk/owner_run.h"
#include "model/found/known.h"

/* What is read once for several ranges. */
struct owner;

/* DISK and LAYOUT, the table on it, are borrowed.  Nothing is read before a range is
 * asked for. */
struct owner *owner_new(const struct reader *disk, const struct layout *layout);
void owner_free(struct owner *owner);   /* accepts NULL */
void owner_freep(struct owner **owner); /* for CLEANUP */

/* Also takes these COUNT ranges, borrowed, for owned where they are in no partition and
 * not zero. */
void owner_set_known(struct owner *owner, const struct known_range *ranges, size_t count);

/* Adds the owners of the sectors [START, START + LENGTH) of the disk to RET, ascending
 * and without holes; a range beyond the end of the disk is cut.  Reads what is in no
 * partition and no table, in pieces of at most 1 MiB, and around what is not zero. */
void owner_find(struct owner *owner, uint64_t start, uint64_t length,
                struct owner_runs *ret);

#endif
