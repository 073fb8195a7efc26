/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_plan.h - plans for whole disks, and what they say, for tests */
#ifndef ALIDADE_TESTS_MOVES_PLAN_H
#define ALIDADE_TESTS_MOVES_PLAN_H

#include "model/move/plan/moves.h"
#include "support/disks.h"

/* Rows of struct disks_part. */
#define PART(what, n, from, sectors, ...)                                                \
    {                                                                                    \
        .kind = EXTENT_##what, .number = n, .start = from, .length = sectors,            \
        __VA_ARGS__                                                                      \
    }
#define EBR(lba)                                                                         \
    {                                                                                    \
        .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = lba, .length = 1             \
    }

/* Fails the test if WANT is refused; moves_finish(). */
struct moves moves_plan_make(const struct layout *layout, struct moves_want want);

/* Returns "1:56 2:204796616 5:1912586504", with "4:5172867-8388607" for a container;
 * free(). */
char *moves_plan_starts(const struct layout *layout);

#endif
