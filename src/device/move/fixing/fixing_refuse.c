/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_refuse.c - why a fix cannot go on by its log, in a sentence */
#include <errno.h>
#include <string.h>

#include "device/move/fixing/fixing_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/shell.h"
#include "model/base/str.h"

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

/* TEXT has place for the first and the last sector, and the path of the disk. */
static bool redo_fail_at(const struct fixing *fixing, const char *text, struct err *err)
{
    const struct shift_sectors *at = &fixing->redo->redo.at;
    CLEANUP(freep) char *path = shell_path(fixing->path);

    return err_set(err, ERR_REFUSED, text, (ull)at->lba, (ull)(at->lba + at->length - 1),
                   path);
}

#define DIFFERENCES_NAMED 4

static char *name_differences(const struct redo *redo)
{
    CLEANUP(str_finish) struct str list = { 0 };

    for (size_t i = 0; i < redo->difference_count && i < DIFFERENCES_NAMED; i++)
        str_printf(&list, i ? ", %llu" : "%llu",
                   (ull)table_states_lba(redo->states, redo->differences[i].sector));
    if (redo->difference_count > DIFFERENCES_NAMED)
        str_printf(&list, ", ...");
    return xstrdup(str_text(&list));
}

/* What was to be moved next may have been used, and made again, before this run. */
static bool refuse_other_content(const struct fixing *fixing, const struct fix_move *move,
                                 struct err *err)
{
    unsigned number = fixing->redo->log.steps.at[move->guard].number;

    return err_set(
        err, ERR_REFUSED,
        _("Another program has changed the content of partition %1$u since the "
          "fix began: it cannot be moved as planned. 'alidade resume "
          "--rollback' ends the fix before it. %2$s"),
        number, fixing_written_words(fixing));
}

/* What is there is neither written over nor interpreted. */
static bool refuse_foreign(const struct fixing *fixing, struct err *err)
{
    CLEANUP(freep) char *sectors = name_differences(&fixing->redo->redo);
    const struct redo *redo = &fixing->redo->redo;
    const struct fix_move *move = redo_move_at_work(redo);

    if (!redo->difference_count && move && redo->store->head.run.step == move->guard)
        return refuse_other_content(fixing, move, err);
    if (!redo->difference_count)
        return redo_fail_at(fixing,
                            _("Another program has written to sectors %1$llu to %2$llu, "
                              "which are being moved: the move cannot go on."),
                            err);
    return err_set(err, ERR_REFUSED,
                   _("Another program has changed the partition table since the fix "
                     "began. Not as the journal has them: sectors %1$s. Undo that "
                     "change: then 'alidade resume' goes on. %2$s"),
                   sectors, fixing_written_words(fixing));
}

bool fixing_redo_refuse(const struct fixing *fixing, enum redo_state state,
                        struct err *err)
{
    switch (state) {
    case REDO_FOREIGN:
        return refuse_foreign(fixing, err);
    case REDO_MISMATCH:
        return redo_fail_at(
            fixing,
            _("The data in sectors %1$llu to %2$llu is not all the same as before "
              "the move: the partition stays guarded. If the partition was used "
              "since, that is why: alidade resume --no-check %3$s"),
            err);
    case REDO_LOST:
        return redo_fail_at(fixing,
                            _("The journal contradicts itself about sectors %1$llu to "
                              "%2$llu: the move cannot go on."),
                            err);
    case REDO_OTHER:
        return fixing_refuse_time(fixing->redo->redo.is_disk_newer, err);
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
