/* SPDX-License-Identifier: GPL-3.0-or-later */
/* former.h - the partitions of a table that edits replace, and which of them stay */
#ifndef ALIDADE_MODEL_DISK_FORMER_H
#define ALIDADE_MODEL_DISK_FORMER_H

#include "model/disk/layout.h"

/* The layout before EDIT_NEW_TABLE or the first EDIT_DELETE; NULL: there was none. */
const struct layout *layout_former(const struct layout *layout);
/* Sets layout_former(); takes a reference. */
void layout_builder_set_former(struct layout_builder *builder,
                               const struct layout *former);

/* True for partitions and logicals, for damaged entries of such, and for content that no
 * entry describes. */
bool former_is_data(const struct extent *extent);
/* True if both are such, or containers, and begin in the same sector: they are the same
 * one, whatever else differs. */
bool former_is_same(const struct extent *before, const struct extent *after);

#endif
