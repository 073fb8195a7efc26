/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_refuse.c - why a fix cannot go on by its log, in a sentence */
#include <errno.h>
#include <string.h>

#include "device/move/fixing/fixing_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/report/resume_words.h"

static bool sector_is_read(const struct fixing *fixing, uint64_t lba)
{
    const struct sink *disk = &fixing->disk.blocks;
    CLEANUP(freep) uint8_t *sector = xmalloc((size_t)fixing->limits.logical);

    return !disk->read_back(disk->context, lba * fixing->limits.logical, sector,
                            (size_t)fixing->limits.logical);
}

/* Where it has stopped, as long as the disk is there; false: all can be read. */
static bool find_unreadable(const struct fixing *fixing, uint64_t *ret)
{
    const struct redo *redo = &fixing->redo->redo;
    uint64_t lba = redo->store->stopped_at;
    uint64_t end = num_min(lba + redo->buffer_bytes / fixing->limits.logical + 1,
                           fixing->limits.size);

    if (redo->error != EIO || !sector_is_read(fixing, 0))
        return false;
    while (lba < end && sector_is_read(fixing, lba))
        lba++;
    *ret = lba;
    return lba < end;
}

bool fixing_redo_fail(const struct fixing *fixing, struct err *err)
{
    const struct redo *redo = &fixing->redo->redo;
    uint64_t lba;

    if (redo->store && find_unreadable(fixing, &lba))
        return err_set(err, ERR_IO, _("Sector %1$llu cannot be read: %2$s. %3$s"),
                       (ull)lba, strerror(redo->error), fixing_written_words(fixing));
    return err_set(err, ERR_IO,
                   redo->store && redo->log && redo_move_at_work(redo)
                       ? _("Moving data failed: %s.")
                       : _("The table or its journal cannot be written: %s."),
                   strerror(redo->error));
}

/* Returns "alidade resume" with WORDS and what the person gave; free(). */
static char *resume_command(const struct fixing *fixing, bool is_back, const char *words)
{
    CLEANUP(freep) char *operands = resume_operands(fixing->path, fixing->journal_path);

    return xasprintf("alidade resume %s%s %s", is_back ? "--rollback " : "", words,
                     operands);
}

static unsigned moved_number(const struct redo *redo, const struct fix_move *move)
{
    return redo->log->steps.at[move->guard].number;
}

/* Returns that with the number of the partition that is given up: from its new place it
 * does not go back; free(). */
static char *give_up_command(const struct fixing *fixing, const struct redo *redo,
                             const struct fix_move *move)
{
    struct run_head run = redo->store->head.run;
    bool is_back =
        fixing->is_rollback && (run.direction == RUN_BACK || run.step <= move->carry);
    CLEANUP(freep) char *words = xasprintf("--lose=%u", moved_number(redo, move));

    return resume_command(fixing, is_back, words);
}

/* What was to be moved next may have been used, and made again, before this run. */
static bool refuse_other_content(const struct fixing *fixing, unsigned number,
                                 struct err *err)
{
    CLEANUP(freep) char *operands = resume_operands(fixing->path, fixing->journal_path);

    return err_refuse(
        err, REFUSAL_FIX_PARTITION_CHANGED,
        _("Another program has changed the content of partition %1$u since "
          "the fix began: it cannot be moved as planned. %2$s To end the fix "
          "before it: alidade resume --rollback %3$s"),
        number, fixing_written_words(fixing), operands);
}

/* A guard of a move that is complete, as an image of a partition can have it. */
static bool refuse_left_guard(const struct fixing *fixing, const struct redo *redo,
                              struct err *err)
{
    CLEANUP(freep) char *operands = resume_operands(fixing->path, fixing->journal_path);

    return err_refuse(
        err, REFUSAL_FIX_GUARD_OVERWRITTEN,
        _("Another program has written sector %1$llu back as it was in the "
          "middle of the fix. %2$s Write there what belongs there, or zeros; "
          "then: alidade resume %3$s"),
        (ull)redo->at.lba, fixing_written_words(fixing), operands);
}

/* Data that is not all at its new place can go back as it is. */
static bool loses_nothing_back(const struct fixing *fixing, const struct redo *redo,
                               const struct fix_move *move)
{
    struct run_head run = redo->store->head.run;

    return !fixing->is_rollback && run.direction == RUN_FORWARD &&
           run.step <= move->carry;
}

static bool refuse_moved(const struct fixing *fixing, const struct redo *redo,
                         const struct fix_move *move, struct err *err)
{
    const struct shift_sectors *at = &redo->at;
    unsigned number = moved_number(redo, move);
    CLEANUP(freep) char *operands = resume_operands(fixing->path, fixing->journal_path);
    CLEANUP(freep) char *give_up = give_up_command(fixing, redo, move);

    if (loses_nothing_back(fixing, redo, move))
        return err_refuse(
            err, REFUSAL_FIX_MOVED_OVERWRITTEN,
            _("Another program has written to sectors %1$llu to %2$llu of "
              "partition %3$u, which is being moved. %4$s To take the "
              "move back, with what is there now: alidade resume --rollback "
              "%5$s"),
            (ull)at->lba, (ull)(at->lba + at->length - 1), number,
            fixing_written_words(fixing), operands);
    return err_refuse(
        err, REFUSAL_FIX_MOVED_OVERWRITTEN,
        _("Another program has written to sectors %1$llu to %2$llu, where "
          "partition %3$u is being moved: the move cannot go on. %4$s Undo "
          "that; or give up the content of partition %3$u, so that what was "
          "written there stays, and the rest of the fix is completed: %5$s"),
        (ull)at->lba, (ull)(at->lba + at->length - 1), number,
        fixing_written_words(fixing), give_up);
}

/* What is there is neither written over nor interpreted. */
static bool refuse_foreign(const struct fixing *fixing, const struct redo *redo,
                           struct err *err)
{
    const struct fix_move *move = redo_move_at_work(redo);

    if (redo->difference_count)
        return fixing_refuse_table(fixing, redo, err);
    if (!move)
        return refuse_left_guard(fixing, redo, err);
    return redo->store->head.run.step == move->guard
               ? refuse_other_content(fixing, moved_number(redo, move), err)
               : refuse_moved(fixing, redo, move, err);
}

static bool refuse_changed_data(const struct fixing *fixing, const struct redo *redo,
                                struct err *err)
{
    CLEANUP(freep)
    char *command = resume_command(fixing, fixing->is_rollback, "--no-check");

    return err_refuse(
        err, REFUSAL_FIX_DATA_CHANGED,
        _("The data in sectors %1$llu to %2$llu is not all the same as before "
          "the move: the partition stays guarded. If the partition was used "
          "since, that is why: %3$s"),
        (ull)redo->at.lba, (ull)(redo->at.lba + redo->at.length - 1), command);
}

/* Only of a SHIFT. */
static bool refuse_lost(const struct fixing *fixing, const struct redo *redo,
                        struct err *err)
{
    const struct fix_move *move = redo_move_at_work(redo);
    CLEANUP(freep) char *command = give_up_command(fixing, redo, move);

    return err_refuse(
        err, REFUSAL_JOURNAL_CONTRADICTS,
        _("The journal contradicts itself about sectors %1$llu to %2$llu: the "
          "move cannot go on. %3$s Make an image of the disk first; then, to "
          "give up the content of partition %4$u and complete the rest of the "
          "fix: %5$s"),
        (ull)redo->at.lba, (ull)(redo->at.lba + redo->at.length - 1),
        fixing_written_words(fixing), moved_number(redo, move), command);
}

bool fixing_redo_refuse(const struct fixing *fixing, const struct redo *redo,
                        enum redo_state state, struct err *err)
{
    switch (state) {
    case REDO_FOREIGN:
        return refuse_foreign(fixing, redo, err);
    case REDO_MISMATCH:
        return refuse_changed_data(fixing, redo, err);
    case REDO_LOST:
        return refuse_lost(fixing, redo, err);
    case REDO_OTHER:
        return fixing_refuse_time(fixing, redo->is_disk_newer, err);
    case REDO_COMMITTED:
        return fixing_refuse_rollback(fixing, err);
    case REDO_MORE:
    case REDO_ENDED:
    case REDO_NEXT:
    case REDO_FAILED:
        break;
    }
    return fixing_redo_fail(fixing, err);
}
