/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_look.c - what speaks against writing the table of a journal again */
#include "device/move/fixing/fixing_look.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "device/commit/commit.h"
#include "device/system/disk.h"
#include "device/system/signature.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/shell.h"
#include "model/table/tables.h"

/* --- a look without a write --- */

static int read_as_it_is(void *context, uint64_t offset, void *bytes, size_t count)
{
    return reader_read(context, offset, bytes, count) ? 0 : EIO;
}

static int write_nothing(void *context, uint64_t offset, const void *bytes, size_t count)
{
    (void)context;
    (void)offset;
    (void)bytes;
    (void)count;
    return EROFS;
}

static int flush_nothing(void *context)
{
    (void)context;
    return 0;
}

void fixing_look_end(struct fixing_look *look)
{
    redo_end(&look->redo);
    fix_store_end(&look->store);
    if (look->journal != look->disk)
        store_close(look->journal);
    store_close(look->disk);
}

bool fixing_look_begin(struct fixing_look *ret, const struct fixing *fixing,
                       struct err *err)
{
    const struct fixing_redo *redo = fixing->redo;
    const struct record_place *place = &redo->head.place;

    *ret = (struct fixing_look){ .disk = store_open(fixing->path, err) };
    if (ret->disk)
        ret->journal =
            fixing->journal_path ? store_open(fixing->journal_path, err) : ret->disk;
    if (!ret->journal)
        return false;
    ret->disk_reader = store_reader(ret->disk);
    ret->journal_reader = store_reader(ret->journal);
    ret->disk_sink =
        (struct sink){ write_nothing, flush_nothing, read_as_it_is, &ret->disk_reader };
    ret->journal_sink = (struct sink){ write_nothing, flush_nothing, read_as_it_is,
                                       &ret->journal_reader };
    fix_store_begin(&ret->store, &ret->disk_sink, &ret->journal_sink,
                    place->start * place->logical, fixing->plan.grid, &redo->head);
    redo_init(&ret->redo, &ret->store, &redo->log, 0);
    ret->redo.given_up = redo->given_up;
    ret->redo.given_up_count = redo->given_up_count;
    return true;
}

/* --- what speaks against it --- */

static bool meets_any(const struct shift_sectors *list, size_t count, uint64_t start,
                      uint64_t end)
{
    for (size_t i = 0; i < count; i++)
        if (start < list[i].lba + list[i].length && list[i].lba < end)
            return true;
    return false;
}

/* What is written from here on: by the steps, by the journal, and for the table. */
static struct shift_sectors *written_find(const struct fixing *fixing,
                                          struct fixing_look *look, size_t *ret_count)
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

static bool has_contents(const struct extent *extent)
{
    return extent->kind == EXTENT_PARTITION || extent->kind == EXTENT_LOGICAL;
}

static bool has_same_extent(const struct layout *layout, const struct extent *wanted)
{
    if (!layout)
        return false;
    LAYOUT_EACH (extent, layout)
        if (has_contents(extent) && extent->start == wanted->start &&
            extent->length == wanted->length)
            return true;
    return false;
}

/* True if a table of the fix has it, at its beginning or after any step. */
static bool is_of_fix(const struct fixing *fixing, const struct extent *extent)
{
    const struct redo_log *log = &fixing->redo->log;
    bool is_own = has_same_extent(fixing->target, extent);

    for (size_t i = 0; i <= log->steps.count && !is_own; i++) {
        CLEANUP(table_image_finish) struct table_image image = { 0 };
        CLEANUP(layout_unrefp) struct layout *layout = NULL;
        if (!log_replay(log, i, &image))
            return false;
        struct reader table = table_image_reader(&image);
        is_own = tables_read(&table, &fixing->limits, &layout, ERR_IGNORED) &&
                 has_same_extent(layout, extent);
    }
    return is_own;
}

static bool is_named_loss(const struct loss_accepted *accepted, unsigned number)
{
    bool is_named = accepted->is_all;

    for (size_t i = 0; i < accepted->count; i++)
        is_named |= accepted->numbers[i] == number;
    return is_named;
}

/* What another program has made, where the fix will write. */
static bool check_found_lost(const struct fixing *fixing, struct fixing_look *look,
                             const struct resume_request *request, struct err *err)
{
    const struct limits_given given = { .logical = store_is_block(look->disk)
                                                       ? 0
                                                       : look->redo.log->logical };
    CLEANUP(layout_unrefp)
    struct layout *found = disk_read(look->disk, &given, ERR_IGNORED);
    size_t count;
    CLEANUP(freep) struct shift_sectors *written = written_find(fixing, look, &count);
    CLEANUP(freep) char *path = shell_path(fixing->path);

    if (!found)
        return true;
    LAYOUT_EACH (extent, found)
        if (has_contents(extent) && !is_of_fix(fixing, extent) &&
            meets_any(written, count, extent->start, extent->start + extent->length) &&
            !is_named_loss(&request->accepted, extent->number))
            return err_refuse(
                err, REFUSAL_FIX_FOUND_LOST,
                _("The table on the disk has partition %1$u, sectors %2$llu to "
                  "%3$llu, where the fix writes, and the journal has it not: "
                  "it would be lost. Nothing was written. To give it up: alidade resume "
                  "--write-table --lose=%1$u %4$s"),
                extent->number, (ull)extent->start,
                (ull)(extent->start + extent->length - 1), path);
    return true;
}

static bool holds_content_at(const struct fixing *fixing, const struct fixing_look *look,
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

bool fixing_refuse_time(const struct fixing *fixing, bool is_disk_newer, struct err *err)
{
    CLEANUP(freep) char *path = shell_path(fixing->path);

    if (is_disk_newer)
        return err_refuse(
            err, REFUSAL_JOURNAL_OF_OTHER_TIME,
            _("The disk is newer than the journal, or another program has "
              "written over a part of the journal. %1$s Both are kept. With "
              "the journal that belongs to this disk: alidade resume "
              "--journal=FILE %2$s"),
            fixing_written_words(fixing), path);
    return err_refuse(
        err, REFUSAL_JOURNAL_OF_OTHER_TIME,
        _("The journal is newer than the disk: the fix has gone on since this "
          "disk was copied. %1$s Both are kept. Complete the fix on the disk "
          "that the journal belongs to: alidade resume --journal=FILE DISK"),
        fixing_written_words(fixing));
}

/* Data is where the table of the journal says: its content is known by its signatures. */
static bool check_move_content(const struct fixing *fixing,
                               const struct fixing_look *look,
                               const struct fix_move *move, bool is_done, struct err *err)
{
    uint64_t here = is_done ? move->shift.to : move->shift.from;
    uint64_t there = is_done ? move->shift.from : move->shift.to;

    if (holds_content_at(fixing, look, move, here))
        return true;
    if (holds_content_at(fixing, look, move, there))
        return fixing_refuse_time(fixing, !is_done, err);
    return err_refuse(
        err, REFUSAL_FIX_CONTENT_NOT_THERE,
        _("The table of the journal would lead to sector %llu, where the data "
          "of a partition that the fix moves is not. Nothing was written. If "
          "what is there is right: --no-check"),
        (ull)here);
}

/* The way from state to state of swap areas: what is done is there, what is not is not.
 */
static bool check_headers(const struct fixing *fixing, const struct fixing_look *look,
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
                return fixing_refuse_time(fixing, !is_done, err);
        }
    }
    return true;
}

static void tell_compared(void *context, uint64_t done, uint64_t all)
{
    const struct commit_watch *watch = context;

    watch->compared(watch->lock.context, done, all);
}

static bool data_is_whole(struct fixing_look *look, const struct commit_watch *watch)
{
    struct commit_watch told = watch ? *watch : (struct commit_watch){ 0 };

    look->redo.given_up_count = 0; /* the same number can be that of a new partition */
    look->redo.told = told.compared ? tell_compared : NULL;
    look->redo.context = &told;
    bool is_whole = redo_compare(&look->redo) == REDO_MORE;
    look->redo.told = NULL;
    return is_whole;
}

static bool refuse_moved_data(struct err *err)
{
    return err_refuse(
        err, REFUSAL_FIX_DATA_DIFFERS, "%s",
        _("The data that is being moved is not as the journal says: disk and "
          "journal are of different times, or the partition was used since. "
          "Nothing was written, and both are kept. If it was used: "
          "--no-check"));
}

/* Under a guard the data is where the step at work needs it.  Without one the move has
 * not begun, or is complete. */
static bool check_at_work(const struct fixing *fixing, struct fixing_look *look,
                          const struct fix_move *move, const struct commit_watch *watch,
                          struct err *err)
{
    uint64_t places[] = { move->shift.from, move->shift.to };
    uint16_t step = fixing->redo->head.run.step;
    bool is_guard = false;

    for (size_t i = 0; i < 2 && !is_guard; i++)
        if (redo_has_guard(&look->redo, places[i] + move->shift.zones.magic, &is_guard))
            is_guard = true; /* it cannot be read: of a piece that was cut */
    if (is_guard)
        return data_is_whole(look, watch) || refuse_moved_data(err);
    if (step == move->guard || step == move->unguard)
        return check_move_content(fixing, look, move, step == move->unguard, err);
    return fixing_refuse_time(
        fixing, !holds_content_at(fixing, look, move, move->shift.from), err);
}

static bool check_moved_data(const struct fixing *fixing, struct fixing_look *look,
                             const struct commit_watch *watch, struct err *err)
{
    const struct redo *redo = &look->redo;
    struct run_head run = fixing->redo->head.run;

    for (size_t i = 0; i < redo->move_count; i++) {
        const struct fix_move *move = &redo->moves[i];
        bool is_at_work = run.direction < RUN_EXIT && run.step >= move->guard &&
                          run.step <= move->unguard;
        if (!(is_at_work ? check_at_work(fixing, look, move, watch, err)
                         : check_move_content(fixing, look, move,
                                              move->unguard < run.step, err)))
            return false;
    }
    return check_headers(fixing, look, err);
}

bool fixing_look_allows(const struct fixing *fixing, struct fixing_look *look,
                        const struct resume_request *request, struct err *err)
{
    return check_found_lost(fixing, look, request, err) &&
           (request->skips_check || check_moved_data(fixing, look, request->watch, err));
}
