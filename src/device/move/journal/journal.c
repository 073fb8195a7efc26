/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal.c - reads and writes the journal of moves, on a disk or in a file */
#include "device/move/journal/journal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "device/move/journal/journal_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"

#define ALIGNED 4096

/* What cannot be read counts as never written: an error that passes must not make a
 * record or a batch that is durable look like that. */
enum { READS_MAX = 3 };

static size_t largest(size_t a, size_t b)
{
    return a > b ? a : b;
}

void journal_begin(struct journal *ret, const struct sink *sink, uint64_t offset,
                   const struct journal_plan *plan)
{
    size_t areas = largest((size_t)plan->saved[0].bytes, (size_t)plan->border.bytes);

    *ret = (struct journal){ .sink = sink, .offset = offset, .plan = plan };
    ret->bytes = largest((size_t)journal_plan_at(plan->spot.block, 1), areas);
    ret->buffer = xaligned(ALIGNED, ret->bytes);
    ret->found = xaligned(ALIGNED, ret->bytes);
}

void journal_end(struct journal *journal)
{
    free(journal->buffer);
    free(journal->found);
    *journal = (struct journal){ 0 };
}

/* --- blocks --- */

static size_t journal_whole_blocks(const struct journal *journal, size_t count)
{
    return (size_t)num_round_up(count, journal->plan->spot.block);
}

int journal_read_at(struct journal *journal, uint64_t at, uint8_t *bytes, size_t count)
{
    const struct sink *sink = journal->sink;
    int error = 0;

    for (unsigned i = 0; i < READS_MAX; i++) {
        error = sink->read_back(sink->context, journal->offset + at, bytes,
                                (size_t)num_round_up(count, journal->plan->logical));
        if (!error)
            break;
    }
    return error;
}

static int journal_flush(struct journal *journal)
{
    return journal->sink->flush(journal->sink->context);
}

int journal_write_blocks(struct journal *journal, uint64_t at, uint8_t *bytes,
                         size_t count)
{
    const struct sink *sink = journal->sink;
    size_t whole = journal_whole_blocks(journal, count);

    memset(bytes + count, 0, whole - count);
    return sink->write(sink->context, journal->offset + at, bytes, whole);
}

/* Compares the buffer with what is at AT. */
static int journal_verify(struct journal *journal, uint64_t at, size_t count)
{
    int error = journal_read_at(journal, at, journal->found,
                                journal_whole_blocks(journal, count));

    if (error)
        return error;
    return memcmp(journal->buffer, journal->found, journal_whole_blocks(journal, count))
               ? EIO
               : 0;
}

/* Either copy of a plan or of saved sectors suffices: with a flush between them, a cut
 * damages one at most, and a read cannot come from the drive's cache. Each flush alone is
 * covered by the next one, as nothing depends on these copies before it. */
int journal_write_durably(struct journal *journal, uint64_t at, size_t count)
{
    int error = journal_write_blocks(journal, at, journal->buffer, count);

    if (!error)
        error = journal_flush(journal);
    return error ? error : journal_verify(journal, at, count);
}

int journal_write_record(struct journal *journal, uint64_t at)
{
    return journal_write_blocks(journal, at, journal->buffer, JOURNAL_BYTES);
}

bool journal_read_record(struct journal *journal, uint64_t at)
{
    return !journal_read_at(journal, at, journal->buffer, JOURNAL_BYTES);
}

/* --- the plan --- */

int journal_clear_progress(struct journal *journal)
{
    int error = 0;

    memset(journal->buffer, 0, JOURNAL_BYTES);
    for (unsigned slot = 0; slot < 2 && !error; slot++)
        error = journal_write_record(
            journal, journal_progress_at(journal->plan->spot.block, slot));
    return error ? error : journal_flush(journal);
}

int journal_write_plan(struct journal *journal)
{
    int error = journal_clear_progress(journal);

    journal_plan_encode(journal->plan, journal->buffer);
    for (unsigned copy = 0; copy < 2 && !error; copy++)
        error = journal_write_durably(journal,
                                      journal_plan_at(journal->plan->spot.block, copy),
                                      JOURNAL_PLAN_BYTES);
    journal->sequence = 0;
    return error;
}

int journal_clear_plan(struct journal *journal)
{
    int error = 0;

    memset(journal->buffer, 0, JOURNAL_PLAN_BYTES);
    /* Nothing leads to the second copy by itself. */
    for (unsigned copy = 2; copy > 0 && !error; copy--)
        error = journal_write_blocks(journal,
                                     journal_plan_at(journal->plan->spot.block, copy - 1),
                                     journal->buffer, JOURNAL_PLAN_BYTES);
    return error ? error : journal_flush(journal);
}

/* True if nothing was written there: it stays a hole of an image. */
static bool is_clear(struct journal *journal, uint64_t at, size_t count)
{
    return !journal_read_at(journal, at, journal->found, count) &&
           mem_is_zero(journal->found, count);
}

int journal_clear_areas(struct journal *journal, size_t count, uint64_t *offset)
{
    const struct journal_spot *spot = &journal->plan->spot;
    uint64_t at = *offset ? *offset : journal_areas_at(spot->block);
    uint64_t end = spot->bytes - at > count ? at + count : spot->bytes;
    int error = 0;

    memset(journal->buffer, 0, journal->bytes);
    for (size_t each; at < end && !error; at += each) {
        each = end - at < journal->bytes ? (size_t)(end - at) : journal->bytes;
        if (!is_clear(journal, at, each))
            error = journal_write_blocks(journal, at, journal->buffer, each);
    }
    *offset = end;
    return error || end < spot->bytes ? error : journal_flush(journal);
}

/* --- progress --- */

static uint64_t progress_at(const struct journal *journal, uint64_t sequence)
{
    return journal_progress_at(journal->plan->spot.block, (unsigned)(sequence % 2));
}

int journal_write_progress(struct journal *journal, struct journal_progress *progress)
{
    progress->sequence = journal->sequence + 1;
    progress->previous = journal->newest;
    if (!journal->sequence)
        progress->previous = (struct hash){ { 0 } };
    journal_progress_encode(progress, journal->buffer);
    struct hash hash = hash_of(journal->buffer, JOURNAL_BYTES);
    int error = journal_write_record(journal, progress_at(journal, progress->sequence));
    if (error)
        return error;
    journal->sequence = progress->sequence;
    journal->newest = hash;
    return 0;
}

struct found_progress {
    enum journal_state state;
    struct journal_progress record;
    struct hash hash;
};

static void look_at_progress(struct journal *journal, unsigned slot,
                             struct found_progress *ret)
{
    struct err err = { 0 };

    ret->state = RECORD_DAMAGED;
    if (!journal_read_record(journal,
                             journal_progress_at(journal->plan->spot.block, slot)))
        return;
    ret->state = journal_progress_decode(journal->buffer, JOURNAL_BYTES, journal->plan,
                                         &ret->record, &err);
    ret->hash = hash_of(journal->buffer, JOURNAL_BYTES);
    if (ret->state == RECORD_VALID && ret->record.sequence % 2 != slot)
        ret->state = RECORD_DAMAGED;
}

static bool follows(const struct found_progress *newer,
                    const struct found_progress *older)
{
    return newer->record.sequence == older->record.sequence + 1 &&
           hash_equal(&newer->record.previous, &older->hash);
}

/* True if FOUND is the newest record beside one that is not valid: a power cut can have
 * damaged that when it was written, but only number 1 has none before it. */
static bool stands_alone(const struct found_progress *found,
                         const struct found_progress *other)
{
    return found->state == RECORD_VALID &&
           (other->state == RECORD_DAMAGED ||
            (other->state == RECORD_NONE && found->record.sequence == 1));
}

/* Returns the newest of FOUND; NULL if there is none, or if they contradict each other.
 */
static const struct found_progress *newest_of(const struct found_progress found[2])
{
    if (stands_alone(&found[0], &found[1]))
        return &found[0];
    if (stands_alone(&found[1], &found[0]))
        return &found[1];
    if (found[0].state != RECORD_VALID || found[1].state != RECORD_VALID)
        return NULL;
    if (follows(&found[0], &found[1]))
        return &found[0];
    return follows(&found[1], &found[0]) ? &found[1] : NULL;
}

int journal_settle_progress(struct journal *journal, struct journal_progress *newest)
{
    int error = journal->is_torn ? journal_write_progress(journal, newest) : 0;

    journal->is_torn = journal->is_torn && error;
    return error;
}

enum journal_state journal_read_progress(struct journal *journal,
                                         struct journal_progress *ret, struct err *err)
{
    CLEANUP(freep) struct found_progress *found = xcalloc(2, sizeof(*found));

    for (unsigned slot = 0; slot < 2; slot++)
        look_at_progress(journal, slot, &found[slot]);
    const struct found_progress *newest = newest_of(found);
    if (newest) {
        *ret = newest->record;
        journal->sequence = newest->record.sequence;
        journal->newest = newest->hash;
        const struct found_progress *other = &found[newest == &found[0]];
        journal->is_torn = other->state == RECORD_DAMAGED;
        return RECORD_VALID;
    }
    journal->sequence = 0;
    /* The first record, number 1, goes to slot 1. */
    if (found[0].state == RECORD_NONE && found[1].state != RECORD_VALID)
        return RECORD_NONE;
    (void)err_set(err, ERR_UNREADABLE, "%s",
                  _("The journal does not tell how far the move has come: both of its "
                    "records are damaged, or they contradict each other."));
    return RECORD_DAMAGED;
}
