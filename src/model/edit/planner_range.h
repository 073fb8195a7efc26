/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planner_range.h - the sectors that a new table leaves for partitions */
#ifndef ALIDADE_MODEL_EDIT_PLANNER_RANGE_H
#define ALIDADE_MODEL_EDIT_PLANNER_RANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/must_use.h"
#include "model/disk/label.h"
#include "model/disk/limits.h"

struct planner_range {
    uint64_t low;         /* first usable LBA */
    uint64_t high;        /* exclusive */
    uint64_t first_grain; /* first start on the grain, from 1 MiB on if possible */
    uint64_t last_grain;  /* last end on the grain, exclusive */
    uint64_t step;        /* sectors of a grain */
};

/* Returns false if a table of LABEL or a whole grain does not fit. */
bool planner_range(const struct limits *limits, enum label_kind label,
                   struct planner_range *ret) MUST_USE;

#endif
