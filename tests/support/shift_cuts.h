/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_cuts.h - cuts the power of random moves at each call, and what is to hold then */
#ifndef ALIDADE_TESTS_SHIFT_CUTS_H
#define ALIDADE_TESTS_SHIFT_CUTS_H

#include "support/shift_scene.h"

/* Cuts the power at each call of the moves of ROUND, restarts with many mixtures of what
 * may be durable, finishes and rolls back, cuts that too, and adds the counts. */
void shift_try(unsigned round, const struct shift_scene_wish *wish,
               struct shift_totals *totals);
/* Lets each read, write and flush fail once, finishes the moves or rolls them back
 * without a restart, and adds the counts. */
void shift_try_errors(unsigned round, const struct shift_scene_wish *wish,
                      struct shift_totals *totals);
void shift_print(const struct shift_totals *totals);

#endif
