/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_journal.c - the backup of a fix before it begins, and its journal at the end */
#include <string.h>

#include "device/move/fixing/fixing_private.h"
#include "device/move/fixing/journal_file.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

static bool save_run(struct fixing *fixing, const struct shift_sectors *run,
                     struct err *err)
{
    const struct sink *disk = &fixing->disk.blocks;
    size_t count = (size_t)(run->length * fixing->limits.logical);
    uint8_t *bytes = xmalloc(count);
    int error =
        disk->read_back(disk->context, run->lba * fixing->limits.logical, bytes, count);

    /* COMMIT owns them in any case. */
    commit_add_saved(fixing->commit, run->lba, run->length, bytes);
    return !error ||
           err_refuse(err, REFUSAL_JOURNAL_AREA_UNREADABLE,
                      _("Sector %1$llu cannot be read: %2$s. %3$s"), (ull)run->lba,
                      strerror(error), fixing_written_words(fixing));
}

/* Free space is not in it: to write it back would overwrite what has moved there. */
bool fixing_save_backup(struct fixing *fixing, struct err *err)
{
    struct shift_sectors runs[SHIFT_SAVED_MAX];

    /* The journal of one that is resumed has them. */
    for (size_t i = 0; i < fixing->plan.step_count && !fixing->is_resumed; i++) {
        if (!fixing_moves_data(fixing, i))
            continue;
        for (size_t run = shift_saved(&fixing->moves[i].shift, runs); run > 0; run--)
            if (!save_run(fixing, &runs[run - 1], err))
                return false;
    }
    struct err why = { 0 };
    if (fixing->redo)
        fixing_foreign_save(fixing);
    return !fixing->commit->backup_path ||
           commit_save_backup(fixing->commit, &fixing->report, &why) ||
           err_pass(err, &why, "%s %s", fixing_written_words(fixing), why.text);
}

void fixing_remove_journal(struct fixing *fixing)
{
    struct commit_report *report = &fixing->report;

    if (fixing->plan.spot.kind != JOURNAL_FILE)
        lines_add(&report->done, "%s", _("The journal is removed."));
    else if (journal_file_remove(fixing->journal_path))
        lines_add(&report->done, _("The file of the journal is removed: %s"),
                  fixing->journal_path);
    else
        lines_add(&report->warnings,
                  _("The file of the journal could not be removed, and can be deleted "
                    "now: %s"),
                  fixing->journal_path);
}
