/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_zeros.c - passes over what is known to be zeros, such as holes of an image file
 */
#include "device/move/mover/mover_private.h"
#include "model/base/num.h"

/* As many as are counted in a moment. */
enum { ZEROS_MAX = 4096 };

static bool is_known_zero(const struct mover *m, uint64_t lba, uint64_t length)
{
    return zeros_at(&m->request.zeros, lba * m->logical, length * m->logical);
}

bool mover_are_zeros(const struct mover *m, uint64_t place, uint64_t first, uint64_t end)
{
    return !zones_overlap(&m->shift->zones, first, end) &&
           is_known_zero(m, place + first, end - first);
}

static bool is_one_hole(const struct mover *m, const struct shift_run *run,
                        uint64_t piece, uint64_t count)
{
    struct shift_piece all = shift_pieces_from(m->shift, run, piece, count);

    return is_known_zero(m, shift_source(m->shift, run) + all.first, all.length) &&
           is_known_zero(m, shift_target(m->shift, run) + all.first, all.length);
}

/* Asks for many pieces at once: in a large hole that is one question. */
enum shift_answer mover_look_for_zeros(struct mover *m, const struct shift_step *step)
{
    const struct shift_run *run = &step->run;
    uint64_t left = shift_piece_count(m->shift, run) - step->piece;
    uint64_t count = num_min(left, ZEROS_MAX);

    while (count && !is_one_hole(m, run, step->piece, count))
        count /= 2;
    m->slot_piece = count;
    return count ? SHIFT_YES : SHIFT_NO;
}
