/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random_table.h - small disks with the bytes of any legal table, and random edits */
#ifndef ALIDADE_TESTS_RANDOM_TABLE_H
#define ALIDADE_TESTS_RANDOM_TABLE_H

#include "model/disk/layout.h"
#include "model/table/gpt.h"
#include "support/rng.h"
#include "support/sectors.h"

/* A disk with a GPT or an msdos table, boot code, unused entries, EBRs with
 * bytes of their own; sometimes damaged, grown, with arrays elsewhere, or made for the
 * other sector size. */
struct sectors random_table(struct rng *rng);
/* A disk with a valid GPT for its own sector size: any entry count, gaps before the
 * primary's array and behind the backup's, sometimes a disk that has grown.  RET is what
 * was encoded; gpt_finish() it. */
struct sectors random_gpt(struct rng *rng, struct gpt_table *ret);
/* A disk with an msdos table, nearly always with logicals, for the other sector size. */
struct sectors random_chain(struct rng *rng);
/* Puts the header of a swap area on DISK at EXTENT: one page, as mkswap writes it. */
void random_put_swap(struct sectors *disk, const struct extent *extent);
/* What DISK decodes to; some of its partitions are swap areas, with their headers put on
 * DISK.  NULL: no table. */
struct layout *random_base(struct rng *rng, struct sectors *disk);
/* BASE after some random edits that were possible, at least one where that can be;
 * layout_unref(). */
struct layout *random_preview(struct rng *rng, struct layout *base, unsigned edits);

#endif
