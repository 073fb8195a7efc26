/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign_table.h - converts tables read by libparted or libblkid to layouts */
#ifndef ALIDADE_DEVICE_PARTED_FOREIGN_TABLE_H
#define ALIDADE_DEVICE_PARTED_FOREIGN_TABLE_H

#include "device/parted/blkid_table.h"
#include "device/parted/child.h"
#include "model/disk/layout.h"

/* What libparted and libblkid report about a disk. */
struct foreign {
    const struct limits *limits;
    struct parted_reply reply;
    struct blkid_table table;
    struct content content;
};

/* Returns a builder for a label of KIND; WORD is the name for LABEL_OTHER. */
struct layout_builder *foreign_builder_new(const struct foreign *foreign,
                                           enum label_kind kind, const char *word);
void foreign_note_hole(struct layout_builder *builder, const struct parted_reply *reply);

/* Return the table that libparted read, with types and whole-disk entries from libblkid,
 * or the table that libblkid read.  NULL as for layout_builder_finish(). */
struct layout *foreign_of_parted(const struct foreign *foreign, enum label_kind kind,
                                 struct err *err) MUST_USE;
struct layout *foreign_of_blkid(const struct foreign *foreign, enum label_kind kind,
                                struct err *err) MUST_USE;

#endif
