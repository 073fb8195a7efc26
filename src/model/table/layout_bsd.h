/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_bsd.h - the entries of a BSD label as slices of its partition */
#ifndef ALIDADE_MODEL_TABLE_LAYOUT_BSD_H
#define ALIDADE_MODEL_TABLE_LAYOUT_BSD_H

#include "model/base/reader.h"
#include "model/disk/layout.h"
#include "model/table/bsd.h"

/* Adds what the label in PARENT (an extent that BUILDER has, id set) says; nothing where
 * there is no label.  Entries that cannot be shown are told in notes. */
void layout_add_bsd(struct layout_builder *builder, const struct reader *disk,
                    const struct limits *limits, const struct extent *parent,
                    enum bsd_flavour flavour);

#endif
