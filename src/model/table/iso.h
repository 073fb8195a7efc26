/* SPDX-License-Identifier: GPL-3.0-or-later */
/* iso.h - bootable images: an ISO 9660 file system from sector 0 on, with tables that
 * name parts of it */
#ifndef ALIDADE_MODEL_TABLE_ISO_H
#define ALIDADE_MODEL_TABLE_ISO_H

#include <stdint.h>

#include "model/base/reader.h"
#include "model/disk/layout.h"
#include "model/table/gpt.h"
#include "model/table/mbr.h"

/* The image on a disk; length 0: none. */
struct iso {
    uint64_t
        length; /* sectors of the disk, from 0 on, with the entries that begin in it */
    char label[33];
};

/* Finds the image to which MBR, and GPT if that is not NULL, belong.  A table that was
 * made over what was an image has none.  Reads only if an entry begins where no other
 * table has one. */
void iso_decode(const struct reader *disk, const struct limits *limits,
                const struct mbr_table *mbr, const struct gpt_table *gpt,
                struct iso *ret);
/* Adds the image and its note, and makes the entries that begin in it slices, as
 * kept_enclose() does. */
uint32_t iso_enclose(struct layout_builder *builder, const struct iso *iso);

#endif
