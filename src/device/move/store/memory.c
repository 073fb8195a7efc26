/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.c - the memory for what is moved, and what of the partition is in it */
#include <string.h>

#include "device/move/store/kinds.h"
#include "model/base/num.h"

void ahead_forget(struct redo *redo)
{
    if (redo->is_reading)
        background_wait(redo->background);
    redo->is_reading = false;
}

void source_forget(struct redo *redo)
{
    ahead_forget(redo);
    redo->source =
        (struct redo_source){ .bytes = redo->buffer, .room = redo->buffer_bytes };
    redo->next = (struct redo_source){ .bytes = NULL };
}

uint8_t *source_byte(const struct redo *redo, const struct redo_source *source,
                     uint64_t index)
{
    return source->bytes + (index - source->base) * redo->log->logical;
}

const uint8_t *source_at(const struct redo *redo, uint64_t index)
{
    return source_byte(redo, &redo->source, index);
}

bool source_has(const struct redo_source *source, struct shift_piece pieces)
{
    return pieces.first >= source->first && pieces.first + pieces.length <= source->end;
}

bool run_goes_from_end(const struct redo *redo)
{
    const struct shift *shift = &redo->task->move->shift;

    return shift_target(shift, &redo->task->run) > shift_source(shift, &redo->task->run);
}

struct shift_piece source_units(const struct redo *redo, struct shift_piece pieces)
{
    uint64_t each = redo->units.bytes / redo->log->logical;
    uint64_t fit = redo->source.room / redo->units.bytes;
    uint64_t first = pieces.first / each;
    uint64_t end = (pieces.first + pieces.length - 1) / each + 1;

    if (run_goes_from_end(redo))
        first = num_min(first, end > fit ? end - fit : 0);
    else
        end = num_min(num_max(end, first + fit), redo->units.count);
    end = num_min(end * each, redo->task->move->shift.length);
    return (struct shift_piece){ first * each, end - first * each };
}

void source_keep(const struct redo *redo, const struct redo_source *from,
                 struct shift_piece indexes, struct redo_source *to)
{
    uint64_t first = num_max(from->first, indexes.first);
    uint64_t end = num_min(from->end, indexes.first + indexes.length);
    const uint8_t *bytes = source_byte(redo, from, first);

    to->base = indexes.first;
    if (first < end)
        memmove(source_byte(redo, to, first), bytes,
                (size_t)((end - first) * redo->log->logical));
    else
        first = end = indexes.first;
    to->first = first;
    to->end = end;
}
