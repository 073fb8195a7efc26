/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_zeros.c - passes over what is known to be zeros, such as holes of an image file
 */
#include "device/move/mover_private.h"

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

enum shift_answer mover_look_for_zeros(struct mover *m, const struct shift_step *step)
{
    const struct shift_run *run = &step->run;
    uint64_t piece = step->piece, count = shift_piece_count(m->shift, run);
    uint64_t end = count - piece < ZEROS_MAX ? count : piece + ZEROS_MAX;

    for (; piece < end; piece++) {
        struct shift_piece at = shift_piece_at(m->shift, run, piece);
        if (!is_known_zero(m, shift_source(m->shift, run) + at.first, at.length) ||
            !is_known_zero(m, shift_target(m->shift, run) + at.first, at.length))
            break;
    }
    m->slot_piece = piece - step->piece;
    return m->slot_piece ? SHIFT_YES : SHIFT_NO;
}
