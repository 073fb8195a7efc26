/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished.c - the fixes that have not ended, on one disk or on all, in words */
#include "device/move/unfinished/unfinished.h"

#include <sys/stat.h>

#include "device/move/store/redo_log_read.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/shell.h"
#include "model/base/utf8.h"
#include "model/move/plan/envelope.h"

/* --- finding --- */

/* False for a device, and for a sector of the disk. */
static bool is_too_short(const char *journal)
{
    struct stat status;

    return !stat(journal, &status) && S_ISREG(status.st_mode) &&
           status.st_size < RECORD_BYTES;
}

static bool refuse_short(const char *journal, const char *path, struct err *err)
{
    CLEANUP(freep) char *shown = utf8_clean(journal);
    CLEANUP(freep) char *disk = path ? shell_path(path) : xstrdup("");

    return err_refuse(
        err, REFUSAL_JOURNAL_EMPTY,
        _("%1$s is empty or was cut short: there is no journal in it. Nothing "
          "was written. Name a complete copy of the journal: alidade resume "
          "--journal=FILE %2$s"),
        shown, disk);
}

bool unfinished_search(const struct sys *sys, const char *path, const char *journal,
                       uint64_t logical, const struct finder_watch *watch,
                       struct fix_found_list *ret, struct err *err)
{
    if (journal && is_too_short(journal))
        return refuse_short(journal, path, err);
    return finder_search(sys, path, journal, logical, watch, ret, err);
}

bool unfinished_log(const struct fix_place_found *found, struct redo_log *ret,
                    struct err *err)
{
    const char *path = found->journal[0] ? found->journal : found->disk;
    CLEANUP(store_closep) struct store *store = store_open(path, err);

    if (!store)
        return false;
    struct reader journal = store_reader(store);
    struct err why = { 0 };
    if (redo_log_read(&journal, found->offset, &found->head, ret, &why))
        return true;
    if (!found->journal[0])
        return fix_found_refuse_lost(found, why.text, err);
    CLEANUP(freep) char *disk = shell_path(found->disk);
    return err_pass(
        err, &why,
        _("%1$s Nothing was written. Make an image of the disk before anything "
          "else. If there is another copy of the journal: alidade resume "
          "--journal=FILE %2$s"),
        why.text, disk);
}

/* --- telling --- */

/* Returns what to do about FOUND; free(). */
static char *unfinished_words(const struct fix_place_found *found)
{
    CLEANUP(freep) char *path = shell_path(found->disk);
    struct err err = { 0 };

    if (!fix_found_can_go_on(found, &err) ||
        (fix_found_lost(found) &&
         !fix_found_refuse_lost(
             found, _("Both copies of the log in the journal are damaged."), &err)))
        return xstrdup(err.text);
    if (found->has_moved)
        return xasprintf(_("A partition of this disk is being moved, and nothing else "
                           "can be changed meanwhile. If the move was interrupted, run: "
                           "alidade resume %s (with --rollback it is taken back)"),
                         path);
    return xasprintf(_("Partitions of this disk are being moved, and not all moves are "
                       "done. If that was interrupted, run: alidade resume %s (with "
                       "--rollback the rest is dropped)"),
                     path);
}

bool unfinished_refuse(const struct fix_place_found *found, struct err *err)
{
    CLEANUP(freep) char *words = unfinished_words(found);

    return err_refuse_as(err, note_id_text(NOTE_MOVE_IN_PROGRESS), "%s", words);
}

bool unfinished_is_none(struct store *store, const struct layout *layout, struct err *err)
{
    CLEANUP(freep) struct fix_place_found *found = xcalloc(1, sizeof(*found));
    struct sys sys = sys_of_machine();

    return !fix_on_layout(&sys, store, layout, false, found) ||
           unfinished_refuse(found, err);
}

bool unfinished_has_marks(const struct layout *layout)
{
    LAYOUT_EACH (extent, layout)
        if (extent->content.is_guarded ||
            envelope_has_type(layout_label(layout)->kind, extent))
            return true;
    return false;
}

struct layout *unfinished_note(struct store *store, struct layout *layout,
                               bool is_thorough)
{
    struct err err = { 0 };

    if (layout_note_find(layout, NOTE_MOVE_IN_PROGRESS) ||
        (!is_thorough && !unfinished_has_marks(layout) &&
         !fix_is_hinted(store_path(store), layout) && !fix_is_in_free(store, layout)) ||
        unfinished_is_none(store, layout, &err))
        return layout;
    CLEANUP(layout_unrefp) struct layout *before = layout;
    return layout_with_note(before, NOTE_MOVE_IN_PROGRESS, "%s", err.text);
}
