/* SPDX-License-Identifier: GPL-3.0-or-later */
/* piece.c - one piece: where it is, where it goes, and how it is written there */
#include "device/move/store/kinds.h"
#include "model/base/num.h"

static struct shift_sectors piece_at(const struct redo *redo, uint64_t piece,
                                     uint64_t start)
{
    struct shift_piece found =
        shift_piece_at(&redo->task->move->shift, &redo->task->run, piece);

    return (struct shift_sectors){ start + found.first, found.length };
}

struct shift_sectors piece_source(const struct redo *redo, uint64_t piece)
{
    return piece_at(redo, piece,
                    shift_source(&redo->task->move->shift, &redo->task->run));
}

struct shift_sectors piece_target(const struct redo *redo, uint64_t piece)
{
    return piece_at(redo, piece,
                    shift_target(&redo->task->move->shift, &redo->task->run));
}

const uint8_t *piece_bytes(const struct redo *redo, uint64_t piece)
{
    return source_at(
        redo, shift_piece_at(&redo->task->move->shift, &redo->task->run, piece).first);
}

/* Only its first and its last block can have sectors of others: the page protects them.
 */
int piece_write(struct redo *redo, uint64_t piece, const uint8_t *bytes)
{
    const struct sink *disk = redo->store->disk;
    struct alignment grid = redo->store->grid;
    struct shift_sectors at = piece_target(redo, piece);
    uint64_t logical = redo->log->logical, end = at.lba + at.length;
    uint64_t first = num_min(align_next(grid, at.lba), end);
    uint64_t last = num_max(end - num_min(align_past(grid, end), end), first);
    struct fix_store_run parts[2];
    size_t count = 0;
    int error = 0;

    if (end == redo->log->disk_bytes / logical)
        last = end;
    if (first > at.lba)
        parts[count++] = (struct fix_store_run){ at.lba, first - at.lba, bytes };
    if (end > last)
        parts[count++] =
            (struct fix_store_run){ last, end - last, bytes + (last - at.lba) * logical };
    if (count)
        error = fix_store_put(redo->store, parts, count);
    if (error || first == last)
        return error;
    redo->store->stopped_at = first;
    return disk->write(disk->context, first * logical, bytes + (first - at.lba) * logical,
                       (size_t)((last - first) * logical));
}
