/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_move.c - the moves of data in the log of a fix */
#include "model/move/data/fix_move.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/data/move_params.h"

/* Bytes of all zones of a move: each is a few pages. */
#define ZONE_BYTES_MAX (UINT64_C(1) << 20)

struct shift_sectors fix_move_envelope(const struct fix_move *move)
{
    const struct shift *shift = &move->shift;
    uint64_t low = num_min(shift->from, shift->to);
    uint64_t high = num_max(shift->from, shift->to);

    return (struct shift_sectors){ low, high - low + shift->length };
}

/* --- whether it can be --- */

static bool has_few_zones(const struct fix_move *move, uint64_t logical)
{
    uint64_t sectors = 0;

    for (size_t i = 0; i < move->shift.zones.count; i++)
        sectors += move->shift.zones.at[i].length;
    return sectors <= ZONE_BYTES_MAX / logical;
}

static bool same_params(const struct redo_log *log, const struct log_step *a,
                        const struct log_step *b)
{
    return a->group == b->group && a->from == b->from && a->to == b->to &&
           a->length == b->length && a->param_bytes == b->param_bytes &&
           !memcmp(log->params + a->param_at, log->params + b->param_at, a->param_bytes);
}

/* Its tables are outside of what it moves, and it cannot rest there. */
static bool is_table_in(const struct redo_log *log, const struct fix_move *move,
                        const struct log_step *step)
{
    struct shift_sectors all = fix_move_envelope(move);

    for (uint32_t i = 0; i < step->patch_count; i++) {
        uint64_t lba = log->patches[step->first_patch + i].lba;
        if (lba >= all.lba && lba - all.lba < all.length)
            return false;
    }
    return step->kind == LOG_TABLE && !(step->flags & LOG_REST) &&
           step->group == log->steps.at[move->guard].group;
}

static bool decode_move(const struct redo_log *log, size_t index, struct fix_move *ret)
{
    const struct log_step *step = &log->steps.at[index];
    struct fix_move move = { .guard = (uint16_t)index };

    move.shift.disk = log->disk_bytes / log->logical;
    move.shift.grid = log->grid;
    move.shift.from = step->from;
    move.shift.to = step->to;
    move.shift.length = step->length;
    if (!move_params_decode(log->params + step->param_at, step->param_bytes, log->logical,
                            &move.shift, &move.fields) ||
        !has_few_zones(&move, log->logical))
        return false;
    *ret = move;
    return true;
}

/* STEP is the next one of MOVE, whose last one was of kind *LAST. */
static bool takes_step(const struct redo_log *log, struct fix_move *move, size_t index,
                       enum log_kind *last)
{
    const struct log_step *step = &log->steps.at[index];
    bool follows = (step->kind == LOG_SHIFT && *last == LOG_GUARD) ||
                   (step->kind == LOG_UNGUARD && *last == LOG_SHIFT);

    if (!follows)
        return is_table_in(log, move, step);
    *last = step->kind;
    if (step->kind == LOG_SHIFT)
        move->carry = (uint16_t)index;
    else
        move->unguard = (uint16_t)index;
    return !(step->flags & LOG_REST) &&
           same_params(log, &log->steps.at[move->guard], step);
}

bool fix_moves_find(const struct redo_log *log, struct fix_move **ret, size_t *count)
{
    struct fix_move *moves = xcalloc(log->steps.count + 1, sizeof(*moves));
    enum log_kind last = LOG_UNGUARD; /* none is open */
    bool fits = true;
    size_t found = 0;

    for (size_t i = 0; i < log->steps.count && fits; i++) {
        enum log_kind kind = log->steps.at[i].kind;
        if (last != LOG_UNGUARD) {
            fits = takes_step(log, &moves[found - 1], i, &last);
        } else if (kind == LOG_GUARD) {
            last = LOG_GUARD;
            fits = decode_move(log, i, &moves[found++]);
        } else {
            fits = kind != LOG_SHIFT && kind != LOG_UNGUARD;
        }
    }
    fits = fits && last == LOG_UNGUARD;
    if (!fits)
        free(moves);
    *ret = fits ? moves : NULL;
    *count = fits ? found : 0;
    return fits;
}

const struct fix_move *fix_move_of(const struct fix_move *moves, size_t count,
                                   size_t step)
{
    for (size_t i = 0; i < count; i++)
        if (step >= moves[i].guard && step <= moves[i].unguard)
            return &moves[i];
    return NULL;
}

/* --- building one --- */

bool fix_move_add(struct log_build *build, const struct log_step *like,
                  const struct shift *shift, const struct fields *fields,
                  const struct write_plan *envelope, const struct write_plan *after,
                  struct err *err)
{
    uint8_t params[MOVE_PARAMS_MAX];
    size_t count = move_params_encode(shift, fields, params);
    struct log_step step = *like, table = *like;

    step.from = shift->from;
    step.to = shift->to;
    step.length = shift->length;
    step.kind = LOG_GUARD;
    log_build_step(build, &step, params, count);
    step.flags = table.flags = 0;
    if (!log_build_plan(build, &table, envelope, err))
        return false;
    step.kind = LOG_SHIFT;
    log_build_step(build, &step, params, count);
    if (!log_build_plan(build, &table, after, err))
        return false;
    step.kind = LOG_UNGUARD;
    log_build_step(build, &step, params, count);
    return true;
}
