/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_left.c - what a move leaves in free space */
#include "model/move/shift/shift_stage.h"

/* Free space gets its content again, or at least none of it is a guard: a search for the
 * journal could take it for one of a move that has not ended. Nothing is written that is
 * there already, as before the first guard: a block with another sector could become
 * unreadable while a copy of the header is whole. */
void shift_stage_restore(struct shifting *m)
{
    const struct shift *shift = m->shift;
    unsigned number = m->at / 2;

    if (number == shift_free_part_count(shift)) {
        shift_go(m, SHIFTING_ZONES);
        return;
    }
    struct shift_sectors at = shift_free_part_at(shift, number);
    if (m->at % 2 == 0 && shift->keeps_free)
        m->at++;
    else if (m->at % 2 == 0)
        shift_give(m, SHIFT_LOOK_HEAD, at, 0);
    else if (shift->keeps_free || m->answer != SHIFT_NO)
        shift_give_zones(m, SHIFT_WRITE_MAGIC_GUARD, shift->from, at);
    else
        m->at++;
}

/* A partition that is made there later would begin with a guard, as that of a move that
 * has not ended. */
void shift_stage_leave(struct shifting *m)
{
    const struct shift *shift = m->shift;

    if (m->at == shift->zones.count) {
        shift_go(m, SHIFTING_ZONES);
        return;
    }
    struct shift_sectors at = shift_old_guard_at(shift, m->at);
    if (at.length)
        shift_give_zones(m, SHIFT_WRITE_MAGIC_GUARD, shift->to, at);
    else
        m->at++;
}

void shift_guard_left(struct shifting *m, unsigned number)
{
    struct shift_sectors at = shift_old_guard_at(m->shift, number);

    if (at.length)
        shift_give_zones(m, SHIFT_WRITE_GUARDS, m->shift->to, at);
    else
        m->at++;
}
