/* SPDX-License-Identifier: GPL-3.0-or-later */
/* details_layout.h - what the layout says of the whole disk, as rows */
#ifndef ALIDADE_MODEL_REPORT_DETAILS_LAYOUT_H
#define ALIDADE_MODEL_REPORT_DETAILS_LAYOUT_H

#include "model/disk/layout.h"
#include "model/report/details.h"

/* Adds kind, size, the limits with their sources, and the label. */
void details_add_layout(struct details *details, const struct layout *layout);

#endif
