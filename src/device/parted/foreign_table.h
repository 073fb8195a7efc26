/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign_table.h - a table as libparted or libblkid reads it, as a layout */
#ifndef ALIDADE_DEVICE_PARTED_FOREIGN_TABLE_H
#define ALIDADE_DEVICE_PARTED_FOREIGN_TABLE_H

#include "device/parted/blkid_table.h"
#include "device/parted/child.h"
#include "model/disk/layout.h"

/* What is known of a disk before it is a layout. */
struct foreign {
    const struct limits *limits;
    struct parted_reply reply;
    struct blkid_table table;
    struct content content;
};

/* For a label of KIND; WORD is the name of one that we have no kind for. */
struct layout_builder *foreign_builder_new(const struct foreign *foreign,
                                           enum label_kind kind, const char *word);
void foreign_note_hole(struct layout_builder *builder, const struct parted_reply *reply);

/* What libparted says, with types and entries for the whole disk as libblkid has them;
 * else what libblkid says alone.  NULL as layout_builder_finish(). */
struct layout *foreign_of_parted(const struct foreign *foreign, enum label_kind kind,
                                 struct err *err) MUST_USE;
struct layout *foreign_of_blkid(const struct foreign *foreign, enum label_kind kind,
                                struct err *err) MUST_USE;

#endif
