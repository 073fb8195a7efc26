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
#include "device/move/fixing/fixing_private.h"
#include "device/move/store/foreign.h"
#include "device/system/backup_folder.h"
#include "device/system/disk.h"
#include "device/system/signature.h"
#include "device/system/topology.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/shell.h"
#include "model/move/log/foreign_words.h"
#include "model/table/tables.h"

/* --- a look without a write --- */

struct look {
    struct store *disk, *journal; /* JOURNAL can be DISK */
    struct reader disk_reader, journal_reader;
    struct sink disk_sink, journal_sink;
    struct fix_store store;
    struct redo redo;
};

static int look_read(void *context, uint64_t offset, void *bytes, size_t count)
{
    return reader_read(context, offset, bytes, count) ? 0 : EIO;
}

static int look_write(void *context, uint64_t offset, const void *bytes, size_t count)
{
    (void)context;
    (void)offset;
    (void)bytes;
    (void)count;
    return EROFS;
}

static int look_flush(void *context)
{
    (void)context;
    return 0;
}

static void look_end(struct look *look)
{
    redo_end(&look->redo);
    fix_store_end(&look->store);
    if (look->journal != look->disk)
        store_close(look->journal);
    store_close(look->disk);
}

static bool look_begin(struct look *ret, const struct fixing *fixing, struct err *err)
{
    const struct fixing_redo *redo = fixing->redo;
    const struct record_place *place = &redo->head.place;

    *ret = (struct look){ .disk = store_open(fixing->path, err) };
    if (ret->disk)
        ret->journal =
            fixing->journal_path ? store_open(fixing->journal_path, err) : ret->disk;
    if (!ret->journal)
        return false;
    ret->disk_reader = store_reader(ret->disk);
    ret->journal_reader = store_reader(ret->journal);
    ret->disk_sink =
        (struct sink){ look_write, look_flush, look_read, &ret->disk_reader };
    ret->journal_sink =
        (struct sink){ look_write, look_flush, look_read, &ret->journal_reader };
    fix_store_begin(&ret->store, &ret->disk_sink, &ret->journal_sink,
                    place->start * place->logical, fixing->plan.grid, &redo->head);
    redo_init(&ret->redo, &ret->store, &redo->log, 0);
    return true;
}

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

static void add_differences(const struct fixing *fixing, const struct look *look,
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

/* Names the first difference; the lines of the report have all. */
static bool refuse_changed(const struct fixing *fixing, const struct look *look,
                           struct err *err)
{
    CLEANUP(lines_finish) struct lines words = { 0 };
    CLEANUP(freep) char *path = shell_path(fixing->path);

    foreign_words(look->redo.log, look->redo.states, look->redo.differences,
                  look->redo.difference_count, &look->disk_reader, &words);
    return err_set(err, ERR_REFUSED,
                   _("Another program has changed the partition table since the fix "
                     "began (%1$s). Nothing was written. Undo that change: then 'alidade "
                     "resume %2$s' goes on. Or have the table of the journal written "
                     "again: alidade resume --write-table %2$s"),
                   words.count ? words.at[0] : "?", path);
}

/* --- what speaks against it --- */

static bool is_in(const struct shift_sectors *list, size_t count, uint64_t start,
                  uint64_t end)
{
    for (size_t i = 0; i < count; i++)
        if (start < list[i].lba + list[i].length && list[i].lba < end)
            return true;
    return false;
}

/* What is written from here on: by the steps, by the journal, and for the table. */
static struct shift_sectors *written_find(const struct fixing *fixing, struct look *look,
                                          size_t *ret_count)
{
    const struct redo *redo = &look->redo;
    const struct record_place *place = &fixing->redo->head.place;
    uint64_t logical = redo->log->logical;
    CLEANUP(freep) struct fence_run *runs = NULL;
    size_t count = redo_extents(redo, &runs), n = 0;
    struct shift_sectors *list =
        xcalloc(count + redo->difference_count + 1, sizeof(*list));

    for (size_t i = 0; i < count; i++)
        list[n++] = (struct shift_sectors){ runs[i].start / logical,
                                            (runs[i].end - runs[i].start) / logical };
    for (size_t i = 0; i < redo->difference_count; i++)
        list[n++] = (struct shift_sectors){
            table_states_lba(redo->states, redo->differences[i].sector), 1
        };
    if (!fixing->journal_path)
        list[n++] = (struct shift_sectors){ place->start, place->bytes / logical };
    *ret_count = n;
    return list;
}

static bool is_data(const struct extent *extent)
{
    return extent->kind == EXTENT_PARTITION || extent->kind == EXTENT_LOGICAL;
}

static bool has_extent(const struct layout *layout, const struct extent *wanted)
{
    if (!layout)
        return false;
    LAYOUT_EACH (extent, layout)
        if (is_data(extent) && extent->start == wanted->start &&
            extent->length == wanted->length)
            return true;
    return false;
}

/* True if a table of the fix has it, at its beginning or after any step. */
static bool is_of_fix(const struct fixing *fixing, const struct extent *extent)
{
    const struct redo_log *log = &fixing->redo->log;
    bool is_own = has_extent(fixing->target, extent);

    for (size_t i = 0; i <= log->steps.count && !is_own; i++) {
        CLEANUP(table_image_finish) struct table_image image = { 0 };
        CLEANUP(layout_unrefp) struct layout *layout = NULL;
        if (!log_replay(log, i, &image))
            return false;
        struct reader table = table_image_reader(&image);
        is_own = tables_read(&table, &fixing->limits, &layout, ERR_IGNORED) &&
                 has_extent(layout, extent);
    }
    return is_own;
}

static bool is_accepted(const struct loss_accepted *accepted, unsigned number)
{
    bool is_named = accepted->is_all;

    for (size_t i = 0; i < accepted->count; i++)
        is_named |= accepted->numbers[i] == number;
    return is_named;
}

/* What another program has made, where the fix will write. */
static bool check_lost(const struct fixing *fixing, struct look *look,
                       const struct resume_request *request, struct err *err)
{
    const struct limits_given given = { .logical = store_is_block(look->disk)
                                                       ? 0
                                                       : look->redo.log->logical };
    CLEANUP(layout_unrefp)
    struct layout *found = disk_read(look->disk, &given, ERR_IGNORED);
    size_t count;
    CLEANUP(freep) struct shift_sectors *written = written_find(fixing, look, &count);

    if (!found)
        return true;
    LAYOUT_EACH (extent, found)
        if (is_data(extent) && !is_of_fix(fixing, extent) &&
            is_in(written, count, extent->start, extent->start + extent->length) &&
            !is_accepted(&request->accepted, extent->number))
            return err_set(
                err, ERR_REFUSED,
                _("The table on the disk has partition %1$u, sectors %2$llu to "
                  "%3$llu, where the fix writes, and the journal has it not: "
                  "it would be lost. Nothing was written; --lose=%1$u gives "
                  "it up."),
                extent->number, (ull)extent->start,
                (ull)(extent->start + extent->length - 1));
    return true;
}

static bool has_content_at(const struct fixing *fixing, const struct look *look,
                           const struct fix_move *move, uint64_t start)
{
    uint64_t logical = fixing->limits.logical, length = move->shift.length;
    const struct extent part = { .kind = EXTENT_PARTITION,
                                 .start = start,
                                 .length = length };
    struct content content = signature_probe(store_fd(look->disk), logical, &part);
    struct zones zones;
    struct reader_part place;
    struct reader reader =
        reader_of_part(&place, &look->disk_reader, start * logical, length * logical);

    return zones_find(&content, &reader, logical, &zones) &&
           fixing_are_same_zones(&zones, &move->shift.zones);
}

bool fixing_refuse_time(bool is_disk_newer, struct err *err)
{
    return err_set(
        err, ERR_REFUSED, "%s",
        is_disk_newer
            ? _("The disk is newer than the journal: the fix has gone on since this "
                "journal was copied. Nothing was written, and both are kept: name the "
                "journal that belongs to this disk with --journal.")
            : _("The journal is newer than the disk: the fix has gone on since this disk "
                "was copied. Nothing was written, and both are kept: complete the fix on "
                "the disk that the journal belongs to."));
}

/* Data is where the table of the journal says: its content is known by its signatures. */
static bool check_content(const struct fixing *fixing, const struct look *look,
                          const struct fix_move *move, bool is_done, struct err *err)
{
    uint64_t here = is_done ? move->shift.to : move->shift.from;
    uint64_t there = is_done ? move->shift.from : move->shift.to;

    if (has_content_at(fixing, look, move, here))
        return true;
    if (has_content_at(fixing, look, move, there))
        return fixing_refuse_time(!is_done, err);
    return err_set(err, ERR_REFUSED,
                   _("The table of the journal would lead to sector %llu, where the data "
                     "of a partition that the fix moves is not. Nothing was written. If "
                     "what is there is right: --no-check"),
                   (ull)here);
}

/* The way from state to state of swap areas: what is done is there, what is not is not.
 */
static bool check_bytes(const struct fixing *fixing, const struct look *look,
                        struct err *err)
{
    const struct redo_log *log = &fixing->redo->log;
    const struct record_head *head = &fixing->redo->head;
    CLEANUP(freep) uint8_t *now = xmalloc(log->logical);

    for (size_t i = 0; i < log->steps.count; i++) {
        const struct log_step *step = &log->steps.at[i];
        bool is_done = i < head->run.step;
        if (step->kind != LOG_BYTES ||
            (head->run.direction < RUN_EXIT &&
             step->group == log->steps.at[head->run.step].group))
            continue;
        for (uint32_t k = 0; k < step->patch_count; k++) {
            const struct log_patch *patch = &log->patches[step->first_patch + k];
            const uint8_t *want = patch->bytes + (is_done ? patch->length : 0);
            bool is_header = !memcmp(want + log->logical - 10, "SWAPSPACE2", 10);
            if (is_header &&
                reader_read(&look->disk_reader, patch->lba * log->logical, now,
                            log->logical) &&
                memcmp(now, want, log->logical) != 0)
                return fixing_refuse_time(!is_done, err);
        }
    }
    return true;
}

static bool refuse_data(struct err *err)
{
    return err_set(err, ERR_REFUSED, "%s",
                   _("The data that is being moved is not as the journal says: disk and "
                     "journal are of different times. Nothing was written, and both are "
                     "kept."));
}

/* Under a guard the data is where the step at work needs it.  Without one the move has
 * not begun, or is complete. */
static bool check_at_work(const struct fixing *fixing, struct look *look,
                          const struct fix_move *move, struct err *err)
{
    uint64_t places[] = { move->shift.from, move->shift.to };
    uint16_t step = fixing->redo->head.run.step;
    bool is_guard = false;

    for (size_t i = 0; i < 2 && !is_guard; i++)
        if (redo_has_guard(&look->redo, places[i] + move->shift.zones.magic, &is_guard))
            is_guard = true; /* it cannot be read: of a piece that was cut */
    if (is_guard)
        return redo_compare(&look->redo) == REDO_MORE || refuse_data(err);
    if (step == move->guard || step == move->unguard)
        return check_content(fixing, look, move, step == move->unguard, err);
    return fixing_refuse_time(!has_content_at(fixing, look, move, move->shift.from), err);
}

static bool check_data(const struct fixing *fixing, struct look *look, struct err *err)
{
    const struct redo *redo = &look->redo;
    struct run_head run = fixing->redo->head.run;

    for (size_t i = 0; i < redo->move_count; i++) {
        const struct fix_move *move = &redo->moves[i];
        bool is_at_work = run.direction < RUN_EXIT && run.step >= move->guard &&
                          run.step <= move->unguard;
        if (!(is_at_work
                  ? check_at_work(fixing, look, move, err)
                  : check_content(fixing, look, move, move->unguard < run.step, err)))
            return false;
    }
    return check_bytes(fixing, look, err);
}

/* --- before the consent --- */

static void keep_found(struct fixing *fixing, const struct look *look)
{
    struct backup_file *found = &fixing->redo->found;
    const struct redo *redo = &look->redo;
    uint64_t logical = redo->log->logical;
    CLEANUP(freep) uint8_t *sector = xmalloc(logical);

    *found = (struct backup_file){ .size = fixing->limits.size, .logical = logical };
    copy_text(found->path, sizeof(found->path), fixing->path);
    copy_text(found->model, sizeof(found->model), redo->log->model);
    copy_text(found->serial, sizeof(found->serial), redo->log->serial);
    backup_time(found->time, sizeof(found->time));
    for (size_t i = 0; i < redo->difference_count; i++) {
        uint64_t lba = table_states_lba(redo->states, redo->differences[i].sector);
        if (reader_read(&look->disk_reader, lba * logical, sector, logical))
            backup_file_add(found, lba, 1, sector);
    }
}

static bool name_found(struct fixing *fixing, const char *wanted, struct err *err)
{
    CLEANUP(freep) char *folder = NULL;

    if (wanted)
        fixing->redo->found_path = xstrdup(wanted);
    else if (backup_folder_find(&folder, err))
        fixing->redo->found_path = backup_name(folder, fixing->path);
    return fixing->redo->found_path && (!wanted || backup_is_possible(wanted, err));
}

static bool offer(struct fixing *fixing, struct look *look,
                  const struct resume_request *request, struct rehearsal_report *ret,
                  struct err *err)
{
    if (!check_lost(fixing, look, request, err) ||
        (!request->skips_check && !check_data(fixing, look, err)) ||
        !name_found(fixing, request->backup_path, err))
        return false;
    keep_found(fixing, look);
    fixing->redo->writes_table = true;
    ret->backup_path = xstrdup(fixing->redo->found_path);
    lines_add(&ret->warnings, "%s",
              _("The table is written again as the journal has it, over what another "
                "program has written; what is there now is saved first."));
    return true;
}

/* True if the table is foreign, and would be so with LBA 0 and with what is in a page. */
static bool is_foreign(const struct table_states *states, const struct reader *disk,
                       bool is_back, const struct table_difference *list, size_t count)
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
    struct run_head run = request->move->redo->head.run;
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

    return is_foreign(states, &disk, is_back, list, count) &&
                   topology_read(store, &given, &limits, ERR_IGNORED) &&
                   tables_read(&table, &limits, &layout, ERR_IGNORED)
               ? layout
               : NULL;
}

bool fixing_foreign_look(struct fixing *fixing, const struct resume_request *request,
                         struct rehearsal_report *ret, struct err *err)
{
    CLEANUP(look_end) struct look look = { 0 };

    if (!look_begin(&look, fixing, err))
        return false;
    enum redo_state state = redo_look(&look.redo);
    if (state == REDO_MORE)
        return true;
    if (state == REDO_OTHER)
        return fixing_refuse_time(look.redo.is_disk_newer, err);
    if (state != REDO_FOREIGN || !look.redo.difference_count ||
        redo_lacks_first(&look.redo))
        return true; /* that is told when the fix goes on */
    add_differences(fixing, &look, &ret->differences);
    return request->writes_table ? offer(fixing, &look, request, ret, err)
                                 : refuse_changed(fixing, &look, err);
}

/* --- after it --- */

static bool is_as_shown(const struct fixing *fixing, const struct redo *redo)
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

static bool save_found(struct fixing *fixing, struct err *err)
{
    struct fixing_redo *redo = fixing->redo;
    CLEANUP(freep) char *folder = NULL;

    if (!backup_folder(&folder, err) || !backup_save(redo->found_path, &redo->found, err))
        return false;
    fixing->report.backup_path = xstrdup(redo->found_path);
    lines_add(&fixing->report.done, _("What another program had written was saved: %s"),
              redo->found_path);
    return true;
}

bool fixing_foreign_write(struct fixing *fixing, struct err *err)
{
    struct redo *redo = &fixing->redo->redo;

    if (!is_as_shown(fixing, redo))
        return err_set(err, ERR_REFUSED, "%s",
                       _("The table has changed since it was shown. Nothing was written: "
                         "look at it again."));
    if (!save_found(fixing, err))
        return false;
    fixing->has_begun = true;
    redo->error = redo_write_table(redo);
    return !redo->error ||
           err_set(err, ERR_IO, _("Sector %1$llu cannot be written: %2$s."),
                   (ull)redo->store->stopped_at, strerror(redo->error));
}
