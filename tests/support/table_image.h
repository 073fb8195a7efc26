/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_image.h - tables put onto a disk in memory, and read from it */
#ifndef ALIDADE_TESTS_TABLE_IMAGE_H
#define ALIDADE_TESTS_TABLE_IMAGE_H

#include "model/table/bsd.h"
#include "model/table/gpt.h"
#include "model/table/mbr.h"
#include "model/table/tables.h"
#include "support/sparse.h"

struct sparse image_new(uint64_t size, uint64_t logical); /* sectors of bytes */

void image_put_mbr(struct sparse *disk, const struct mbr_table *table, uint64_t logical);
/* Partition 1, and LOGICALS (at most 120) logicals of 100 sectors in partition 2, each
 * 1024 sectors behind the one before; 512-byte sectors. */
void image_put_chain(struct sparse *disk, unsigned logicals);
/* Two EBRs, each of which leads to the other, in the extended partition at START. */
void image_put_loop(struct sparse *disk, uint64_t start);
void image_put_gpt(struct sparse *disk, const struct gpt_table *table);
/* LABEL at byte 512 of the slice that starts at LBA. */
void image_put_bsd(struct sparse *disk, const struct bsd_label *label, uint64_t lba,
                   uint64_t logical);
/* 0x55aa at the end of the first 512 bytes of LBA, and nothing else. */
void image_put_magic(struct sparse *disk, uint64_t lba, uint64_t logical);
void image_put_zeros(struct sparse *disk, uint64_t lba, uint64_t count, uint64_t logical);

/* tables_read with plain limits; a NULL with no error: neither table is there. */
struct layout *image_read(struct sparse *disk, uint64_t logical, struct err *err);

/* A GPT with COUNT entries, the first ones used: entry I is 100 sectors at 2048 * (I +
 * 1), named "part". */
struct gpt_table image_gpt(uint64_t size, uint64_t logical, uint32_t count,
                           unsigned used);

#endif
