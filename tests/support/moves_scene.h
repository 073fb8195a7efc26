/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_scene.h - tiny disks with any partitions that a plan could move */
#ifndef ALIDADE_TESTS_MOVES_SCENE_H
#define ALIDADE_TESTS_MOVES_SCENE_H

#include "model/move/plan/moves.h"
#include "support/disks.h"
#include "support/rng.h"

enum {
    MOVES_SCENE_PARTS = 16, /* entries of the spec, at most */
    MOVES_SCENE_ITEMS = 6,  /* partitions and logicals, at most */
    MOVES_SCENE_LOW = 33,   /* where the gap of a boot loader ends on msdos */
};

struct moves_scene {
    struct rng rng;
    struct disks_part parts[MOVES_SCENE_PARTS];
    struct disks_spec spec;
    uint64_t high; /* end of the usable range */
    struct layout *layout;
    struct moves_want want;
    struct moves_start chosen; /* for WANT, if a start is chosen */
};

/* layout_unref() its layout. */
struct moves_scene moves_scene_make(unsigned round);

#endif
