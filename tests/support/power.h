/* SPDX-License-Identifier: GPL-3.0-or-later */
/* power.h - the power fails at every write of a plan */
#ifndef ALIDADE_TESTS_POWER_H
#define ALIDADE_TESTS_POWER_H

#include "model/write/plan.h"
#include "support/rng.h"
#include "support/sectors.h"

struct power_totals {
    unsigned plans;
    unsigned cuts;
    unsigned long states; /* tried */
    unsigned long bad;    /* neither the old table nor the new one */
};

/* Cuts the power at each point of PLAN, from BASE to PREVIEW, on a copy of DISK, and adds
 * the counts to TOTALS.  With HAS_FLUSHES bad states are printed; without flushes they
 * are expected.  IS_RESTORE: a partition with another start is another partition. */
void power_cut(struct rng *rng, const struct sectors *disk, const struct layout *base,
               const struct layout *preview, const struct write_plan *plan,
               bool has_flushes, bool is_restore, struct power_totals *totals);

#endif
