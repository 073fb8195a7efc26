/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_foreign.c - a table that another program has changed in the middle of a fix
 *
 * What differs from the journal is shown, and never interpreted.  The person can undo it,
 * or have the table of the step at work written again: what is there is saved first, and
 * the fix goes on.  That is not offered where the journal is not of the time of the disk:
 * the table would lead to where the data is not. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "device/commit/backup.h"
#include "device/commit/history_read.h"
#include "device/commit/stages.h"
#include "device/move/fixing/fixing_look.h"
#include "device/move/store/foreign.h"
#include "device/system/disk.h"
#include "device/system/topology.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/move/log/foreign_words.h"
#include "model/report/resume_words.h"
#include "model/table/tables.h"

/* --- what is shown --- */

static bool is_saved_before(const struct fixing *fixing, const char *path)
{
    const struct table_image *before = &fixing->redo->log.before;
    struct backup_file backup;
    bool is_same = true;

    if (!before->count || !backup_load(path, &backup, ERR_IGNORED))
        return false;
    for (size_t i = 0; i < backup.count && is_same && backup.logical == before->logical;
         i++)
        for (uint64_t k = 0; k < backup.runs[i].count && is_same; k++) {
            const uint8_t *ours = table_image_find(before, backup.runs[i].lba + k);
            is_same = !ours || !memcmp(ours, backup.runs[i].bytes + k * before->logical,
                                       before->logical);
        }
    is_same &= backup.logical == before->logical && backup.count;
    backup_file_finish(&backup);
    return is_same;
}

/* Returns the path of the backup that the fix has made when it began; NULL: it is not
 * found; free(). */
static char *backup_of_fix(const struct fixing *fixing)
{
    CLEANUP(history_finish) struct history history = { 0 };
    size_t i;

    history_read(fixing->sys, fixing->path, &history);
    for (i = history.count; i > 0; i--)
        if (!history.at[i - 1].problem && is_saved_before(fixing, history.at[i - 1].file))
            break;
    return i ? xstrdup(history.at[i - 1].file) : NULL;
}

static void add_differences(const struct fixing *fixing, const struct fixing_look *look,
                            struct lines *ret)
{
    CLEANUP(freep) char *backup = backup_of_fix(fixing);
    CLEANUP(lines_finish) struct lines words = { 0 };

    foreign_words(look->redo.log, look->redo.states, look->redo.differences,
                  look->redo.difference_count, &look->disk_reader, &words);
    for (size_t i = 0; i < words.count; i++)
        lines_add(ret, _("Changed by another program: %s"), words.at[i]);
    if (backup)
        lines_add(ret, _("The table before the fix is in the backup %s"), backup);
}

/* True if only the partition that the journal is in was written to: it is no table. */
static bool are_at_journal(const struct fixing *fixing, const struct redo *redo)
{
    const struct extent *place = layout_find_number(fixing->base, fixing->plan.number);
    size_t count = 0;

    for (size_t i = 0; place && i < redo->difference_count; i++) {
        size_t sector = redo->differences[i].sector;
        uint64_t lba = table_states_lba(redo->states, sector);
        count += table_states_part(redo->states, sector) == TABLE_NONE &&
                 lba >= place->start && lba - place->start < place->length;
    }
    return count == redo->difference_count;
}

bool fixing_refuse_table(const struct fixing *fixing, const struct redo *redo,
                         struct err *err)
{
    CLEANUP(lines_finish) struct lines words = { 0 };
    CLEANUP(freep) char *path = resume_operands(fixing->path, fixing->journal_path);
    struct reader disk = redo_reader(redo);

    foreign_words(redo->log, redo->states, redo->differences, redo->difference_count,
                  &disk, &words);
    if (fixing->redo->was_complete)
        return err_refuse(
            err, REFUSAL_FIX_TABLE_CHANGED,
            _("The fix is complete, and another program has changed the partition table "
              "since (%1$s). Nothing was written. To keep that table and remove the "
              "journal: alidade resume --no-check %2$s. Or have the table of the journal "
              "written again: alidade resume --write-table %2$s"),
            words.count ? words.at[0] : "?", path);
    if (are_at_journal(fixing, redo))
        return err_refuse(
            err, REFUSAL_FIX_TABLE_CHANGED,
            _("Another program has written to the start of partition %1$u, as mkswap "
              "does "
              "(%2$s): the journal of the fix is in it, and still whole. %3$s To go on, "
              "with that start as it was before the fix at the end: alidade resume "
              "--write-table %4$s"),
            fixing->plan.number, words.count ? words.at[0] : "?",
            fixing_written_words(fixing), path);
    return err_refuse(
        err, REFUSAL_FIX_TABLE_CHANGED,
        _("Another program has changed the partition table since the fix "
          "began (%1$s). %2$s Undo that change: then 'alidade resume %3$s' "
          "goes on. Or have the table of the journal written again: alidade "
          "resume --write-table %3$s"),
        words.count ? words.at[0] : "?", fixing_written_words(fixing), path);
}

/* --- before the consent --- */

static void keep_found(struct fixing *fixing, const struct fixing_look *look)
{
    struct backup_file *found = &fixing->redo->found;
    const struct redo *redo = &look->redo;
    uint64_t logical = redo->log->logical;
    CLEANUP(freep) uint8_t *sector = xmalloc(logical);

    *found = (struct backup_file){ .size = fixing->limits.size, .logical = logical };
    for (size_t i = 0; i < redo->difference_count; i++) {
        uint64_t lba = table_states_lba(redo->states, redo->differences[i].sector);
        if (reader_read(&look->disk_reader, lba * logical, sector, logical))
            backup_file_add(found, lba, 1, sector);
    }
}

static bool offer(struct fixing *fixing, struct fixing_look *look,
                  const struct resume_request *request, struct rehearsal_report *ret,
                  struct err *err)
{
    if (!fixing_look_allows(fixing, look, request, err))
        return false;
    keep_found(fixing, look);
    fixing->redo->writes_table = true;
    lines_add(&ret->warnings, "%s",
              _("The table is written again as the journal has it, over what another "
                "program has written; what is there now is saved first."));
    return true;
}

/* True if the table is foreign, and would be so with LBA 0 and with what is in a page. */
static bool is_foreign_for_all(const struct table_states *states,
                               const struct reader *disk, bool is_back,
                               const struct table_difference *list, size_t count)
{
    uint8_t first[512];
    bool is_lost = reader_read(disk, 0, first, sizeof(first)) &&
                   (first[510] != 0x55 || first[511] != 0xaa);
    size_t i = 0;

    while (i < count && list[i].is_unreadable)
        i++;
    return i < count && !(is_lost && table_position_without_first(
                                         states, disk, is_back) != TABLE_FOREIGN);
}

struct layout *fixing_foreign_table(const struct resume_request *request,
                                    const struct redo_log *log, struct store *store)
{
    struct reader disk = store_reader(store);
    struct run_head run = request->move->head.run;
    CLEANUP(table_states_freep)
    struct table_states *states = run.direction == RUN_EXIT
                                      ? table_states_of_exits(log, run.step)
                                      : table_states_of_step(log, run.step);
    CLEANUP(freep) struct table_difference *list = NULL;
    CLEANUP(table_image_finish) struct table_image image = { 0 };
    bool is_back = run.direction == RUN_BACK;
    size_t count = table_position(states, &disk, is_back) == TABLE_FOREIGN
                       ? table_differences(states, &disk, is_back, &list)
                       : 0;
    struct reader table =
        table_states_reader(states, count ? list[0].state : 0, &disk, &image);
    const struct limits_given given = { .logical =
                                            store_is_block(store) ? 0 : log->logical };
    struct layout *layout = NULL;
    struct limits limits;

    return is_foreign_for_all(states, &disk, is_back, list, count) &&
                   topology_read(store, &given, &limits, ERR_IGNORED) &&
                   tables_read(&table, &limits, &layout, ERR_IGNORED)
               ? layout
               : NULL;
}

bool fixing_foreign_look(struct fixing *fixing, const struct resume_request *request,
                         struct rehearsal_report *ret, struct err *err)
{
    CLEANUP(fixing_look_end) struct fixing_look look = { 0 };

    if (!fixing_look_begin(&look, fixing, err))
        return false;
    enum redo_state state = redo_look(&look.redo);
    if (state == REDO_MORE && fixing->is_rollback)
        state = redo_look_back(&look.redo);
    if (state == REDO_MORE)
        return true;
    if (state != REDO_FOREIGN || !look.redo.difference_count)
        return fixing_redo_refuse(fixing, &look.redo, state, err);
    if (redo_lacks_first(&look.redo))
        return true; /* it is written again when the fix goes on */
    add_differences(fixing, &look, &ret->differences);
    return request->writes_table ? offer(fixing, &look, request, ret, err)
                                 : fixing_refuse_table(fixing, &look.redo, err);
}

/* --- after it --- */

static bool is_same_as_shown(const struct fixing *fixing, const struct redo *redo)
{
    const struct backup_file *found = &fixing->redo->found;
    const struct sink *disk = redo->store->disk;
    uint64_t logical = redo->log->logical;
    size_t count = 0;

    for (size_t i = 0; i < found->count; i++)
        count += found->runs[i].count;
    for (size_t i = 0; i < redo->difference_count; i++)
        count -= !redo->differences[i].is_unreadable;
    for (size_t i = 0; i < found->count && !count; i++) {
        uint64_t lba;
        int error;
        if (!sink_compare(disk, found->runs[i].lba, found->runs[i].count, logical,
                          found->runs[i].bytes, &lba, &error))
            return false;
    }
    return !count;
}

void fixing_foreign_save(const struct fixing *fixing)
{
    const struct backup_file *found = &fixing->redo->found;

    for (size_t i = 0; i < found->count; i++) {
        size_t bytes = (size_t)(found->runs[i].count * found->logical);
        uint8_t *copy = xmalloc(bytes);
        memcpy(copy, found->runs[i].bytes, bytes);
        commit_add_saved(fixing->commit, found->runs[i].lba, found->runs[i].count, copy);
    }
}

bool fixing_foreign_write(struct fixing *fixing, struct err *err)
{
    struct redo *redo = &fixing->redo->redo;

    if (!is_same_as_shown(fixing, redo))
        return err_refuse(
            err, REFUSAL_TABLE_CHANGED_SINCE_SHOWN, "%s",
            _("The table has changed since it was shown. Nothing was written: "
              "look at it again."));
    fixing->has_begun = true;
    redo->error = redo_write_table(redo);
    return !redo->error ||
           err_set(err, ERR_IO, _("Sector %1$llu cannot be written: %2$s."),
                   (ull)redo->store->stopped_at, strerror(redo->error));
}
