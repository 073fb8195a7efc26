/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rehearse.h - changes of tables in memory, rehearsed */
#ifndef ALIDADE_TESTS_REHEARSE_H
#define ALIDADE_TESTS_REHEARSE_H

#include "model/base/err.h"
#include "model/base/refusal.h"
#include "model/base/str.h"
#include "model/table/gpt.h"
#include "model/table/mbr.h"
#include "support/change.h"

#define REHEARSE_SIZE 131072 /* sectors of every disk here */

/* The rehearsal of CHANGE; what is kept goes to RET as one text. */
bool rehearse(struct change *change, struct str *ret_kept, struct err *err);
/* It agrees, and what libparted would have done beside it has PART, or is nothing where
 * that is NULL.  Finishes CHANGE. */
void rehearse_agrees(struct change *change, const char *part);
/* It refuses for REFUSAL, with a sentence that has PART.  Finishes CHANGE. */
void rehearse_refused(struct change *change, enum refusal refusal, const char *part);

/* image_gpt() with three partitions on DISKS[0], and as EDIT makes it on DISKS[1]. */
void rehearse_gpt(struct change *ret, struct sparse disks[2], uint64_t logical,
                  void (*edit)(struct gpt_table *));
void rehearse_set_name(struct gpt_entry *entry, const char *name);
/* One partition more, number 7, with a type and a name of its own. */
void rehearse_create(struct gpt_table *table);

/* The same with two primaries, a container and three logicals in it, and boot code. */
void rehearse_mbr(struct change *ret, struct sparse disks[2],
                  void (*edit)(struct mbr_table *));
void rehearse_start_mbr(struct mbr_table *table);
void rehearse_put_mbr(struct sparse *disk, const struct mbr_table *table, bool has_code);
/* Number 4, and number 8 at the end of the container. */
void rehearse_msdos_create(struct mbr_table *table);
void rehearse_add_logical(struct mbr_table *table);

#endif
