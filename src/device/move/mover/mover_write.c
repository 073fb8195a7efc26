/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_write.c - what a move saves, and what it writes to the disk */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "device/move/mover/mover_private.h"
#include "model/base/intl.h"

/* --- what is saved --- */

/* Returns the saved sector from LBA; NULL: it was not saved. */
static uint8_t *saved_sector(struct mover *m, uint64_t lba)
{
    struct shift_sectors runs[SHIFT_SAVED_MAX];
    size_t count = shift_saved(m->shift, runs);
    uint64_t before = 0;

    for (size_t i = 0; i < count; i++) {
        if (lba >= runs[i].lba && lba - runs[i].lba < runs[i].length)
            return m->saved + (before + (lba - runs[i].lba)) * m->logical;
        before += runs[i].length;
    }
    return NULL;
}

static void fill_saved_record(const struct mover *m, const struct shift_sectors *runs,
                              size_t count, struct journal_saved *ret)
{
    const struct shift *shift = m->shift;

    *ret = (struct journal_saved){ .head = m->request.journal->plan->head,
                                   .mode = shift->mode,
                                   .piece = shift->piece,
                                   .zones = shift->zones,
                                   .fields = *m->request.fields,
                                   .table_count = shift->table_count,
                                   .saved_count = count,
                                   .keeps_free = shift->keeps_free };
    ret->head.step = m->request.step;
    ret->pieces = shift->mode == MOVE_HOLE ? shift->hashes : 0;
    for (size_t i = 0; i < shift->table_count; i++)
        ret->tables[i] =
            (struct journal_range){ shift->tables[i].lba, shift->tables[i].length };
    for (size_t i = 0; i < count; i++)
        ret->saved[i] = (struct journal_range){ runs[i].lba, runs[i].length };
}

/* After an error all of it is saved again, before anything was written there: it can
 * only differ if a write went to a wrong place. */
static bool is_saved_as_before(struct mover *m)
{
    struct hash hash =
        hash_of(m->saved, (size_t)m->request.journal->plan->saved[0].bytes);
    bool is_same = !m->has_saved_hash || hash_equal(&hash, &m->saved_hash);

    m->has_saved_hash = true;
    m->saved_hash = hash;
    return is_same || err_set(&m->err, ERR_REFUSED, "%s",
                              _("The start of the partition is not what it was a moment "
                                "ago, although nothing was written there: the drive or "
                                "another program changed it. It is not moved."));
}

static uint64_t sectors_of_runs(const struct shift_sectors *runs, size_t count)
{
    uint64_t all = 0;

    for (size_t i = 0; i < count; i++)
        all += runs[i].length;
    return all;
}

int mover_save(struct mover *m)
{
    struct shift_sectors runs[SHIFT_SAVED_MAX];
    size_t count = shift_saved(m->shift, runs);
    uint8_t *to = m->saved;
    struct journal_saved record;

    if (sectors_of_runs(runs, count) * m->logical >
        m->request.journal->plan->saved[0].bytes)
        return ENOSPC;

    for (size_t i = 0; i < count; i++) {
        int error = mover_read(m, runs[i].lba, runs[i].length, to);
        if (error)
            return error;
        to += runs[i].length * m->logical;
    }
    if (!is_saved_as_before(m))
        return ECANCELED;
    fill_saved_record(m, runs, count, &record);
    int error = journal_write_saved(m->request.journal, &record, m->saved);
    m->has_saved = !error;
    return error;
}

static int saved_is_lost(struct mover *m)
{
    (void)err_set(&m->err, ERR_UNREADABLE, "%s",
                  _("What was saved before the move cannot be read from the journal any "
                    "more; it is in the backup file too."));
    return ECANCELED;
}

static bool is_as_saved(const struct mover *m, const struct journal_saved *record)
{
    struct shift_sectors runs[SHIFT_SAVED_MAX];
    size_t count = shift_saved(m->shift, runs);

    for (size_t i = 0; i < count && i < record->saved_count; i++)
        if (record->saved[i].start != runs[i].lba ||
            record->saved[i].length != runs[i].length)
            return false;
    return record->saved_count == count;
}

static int load_saved(struct mover *m)
{
    struct journal_saved record;

    if (m->has_saved)
        return 0;
    if (journal_read_saved(m->request.journal, m->request.step, &record, m->saved) !=
            RECORD_VALID ||
        !is_as_saved(m, &record))
        return saved_is_lost(m);
    m->has_saved = true;
    return 0;
}

int mover_save_border(struct mover *m, struct shift_sectors at)
{
    struct journal_progress *record = &m->record;
    size_t count = (size_t)(at.length * m->logical);

    record->border = (struct journal_range){ at.length ? at.lba : 0, at.length };
    record->border_hash = (struct hash){ { 0 } };
    if (!at.length)
        return 0;
    int error = mover_read(m, at.lba, at.length, m->border);
    if (error)
        return error;
    record->border_hash = hash_of(m->border, count);
    m->has_border = true;
    return journal_write_border(m->request.journal, m->border, count);
}

int mover_load_border(struct mover *m)
{
    const struct journal_progress *record = &m->record;

    if (m->has_border)
        return 0;
    if (journal_read_border(m->request.journal, &record->border_hash, m->border,
                            (size_t)(record->border.length * m->logical)) != RECORD_VALID)
        return saved_is_lost(m);
    m->has_border = true;
    return 0;
}

/* --- what is written --- */

void mover_put_guard(const struct mover *m, uint64_t index, uint8_t *ret)
{
    struct journal_guard guard =
        journal_guard_of(m->request.journal->plan, m->request.step, index);

    journal_guard_encode(&guard, ret);
}

static void put_guard(const struct mover *m, const struct shift_step *step, uint64_t lba,
                      uint8_t *ret)
{
    const struct shift *shift = m->shift;
    uint64_t low = shift->from < shift->to ? shift->from : shift->to;
    bool is_in_place = step->write != SHIFT_WRITE_PIECE && lba >= step->place &&
                       lba - step->place < shift->length;

    mover_put_guard(m, lba - (is_in_place ? step->place : low), ret);
}

static int put_saved(struct mover *m, const struct shift_step *step,
                     struct shift_content content, uint8_t *ret)
{
    int error = load_saved(m);

    if (error)
        return error;
    const uint8_t *saved = saved_sector(m, content.sector);
    assert(saved);
    memcpy(ret, saved, m->logical);
    if (content.from != SHIFT_FROM_PATCHED || step->place != m->shift->to)
        return 0;
    uint64_t index = content.sector - m->shift->from;
    if (fields_apply(m->request.fields, index * m->logical, ret, (size_t)m->logical))
        return 0;
    (void)err_set(&m->err, ERR_REFUSED, "%s",
                  _("A field with the start of the partition is not as it was before the "
                    "move: the partition stays guarded."));
    return ECANCELED;
}

static int put_content(struct mover *m, const struct shift_step *step, uint64_t lba,
                       uint8_t *ret)
{
    struct shift_content content = shift_content(m->shift, step, lba);
    int error;

    switch (content.from) {
    case SHIFT_FROM_ZERO:
        memset(ret, 0, m->logical);
        return 0;
    case SHIFT_FROM_GUARD:
        put_guard(m, step, lba, ret);
        return 0;
    case SHIFT_FROM_BUFFER:
        memcpy(ret, m->buffers[step->buffer] + content.sector * m->logical, m->logical);
        return 0;
    case SHIFT_FROM_BORDER:
        error = mover_load_border(m);
        if (!error)
            memcpy(ret,
                   m->border + (content.sector - m->record.border.start) * m->logical,
                   m->logical);
        return error;
    case SHIFT_FROM_SAVED:
    case SHIFT_FROM_PATCHED:
        return put_saved(m, step, content, ret);
    }
    return EINVAL;
}

/* Returns whether the sectors are just those of a buffer. */
static bool is_whole_piece(const struct mover *m, const struct shift_step *step)
{
    if (step->write != SHIFT_WRITE_PIECE)
        return false;
    struct shift_piece piece = shift_piece_at(m->shift, &step->run, step->piece);
    return step->at.lba == shift_target(m->shift, &step->run) + piece.first &&
           step->at.length == piece.length;
}

struct shift_sectors mover_part(const struct mover *m, struct shift_sectors at)
{
    if (at.length > m->scratch_sectors) {
        uint64_t end = at.lba + m->scratch_sectors;
        at.length = end - align_past(m->shift->grid, end) - at.lba;
    }
    return at;
}

static bool is_written(struct mover *m, struct shift_sectors at)
{
    return !mover_read(m, at.lba, at.length, m->found) &&
           !memcmp(m->scratch, m->found, (size_t)(at.length * m->logical));
}

/* Reads zones and edges back: nothing compares them with hashes later. What is there
 * already is not written again: that could not be verified, and a cut could make it
 * unreadable where tools repair a header. */
static int write_and_verify(struct mover *m, const struct shift_step *step,
                            struct shift_sectors at)
{
    const struct sink *disk = m->request.disk;

    for (uint64_t i = 0; i < at.length; i++) {
        int error = put_content(m, step, at.lba + i, m->scratch + i * m->logical);
        if (error)
            return error;
    }
    if (is_written(m, at))
        return 0;
    int error = disk->write(disk->context, at.lba * m->logical, m->scratch,
                            (size_t)(at.length * m->logical));
    if (error)
        return error;
    return is_written(m, at) ? 0 : EIO;
}

static int write_in_parts(struct mover *m, const struct shift_step *step)
{
    struct shift_sectors left = step->at;
    int error = 0;

    while (left.length && !error) {
        struct shift_sectors part = mover_part(m, left);
        error = write_and_verify(m, step, part);
        left.lba += part.length;
        left.length -= part.length;
    }
    return error;
}

int mover_write(struct mover *m, const struct shift_step *step)
{
    const struct sink *disk = m->request.disk;

    if (!is_whole_piece(m, step))
        return write_in_parts(m, step);
    return disk->write(disk->context, step->at.lba * m->logical, m->buffers[step->buffer],
                       (size_t)(step->at.length * m->logical));
}
