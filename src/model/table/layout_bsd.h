/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_bsd.h - adds the entries of a BSD label to a layout, as slices of its
 * partition */
#ifndef ALIDADE_MODEL_TABLE_LAYOUT_BSD_H
#define ALIDADE_MODEL_TABLE_LAYOUT_BSD_H

#include "model/base/reader.h"
#include "model/disk/layout.h"
#include "model/table/bsd.h"

/* Adds the entries of the BSD label in PARENT, an extent of BUILDER with its id set; does
 * nothing if there is no label.  Adds notes about entries that cannot be shown
 * or that overlap. */
void layout_add_bsd(struct layout_builder *builder, const struct reader *disk,
                    const struct limits *limits, const struct extent *parent,
                    enum bsd_flavour flavour);

#endif
