/* SPDX-License-Identifier: GPL-3.0-or-later */
/* find_choice.c - which of the fixes that were found is the one to go on with */
#include "model/move/log/find_choice.h"

#include <libintl.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/shell.h"
#include "model/base/utf8.h"

void fix_found_list_finish(struct fix_found_list *list)
{
    free(list->at);
    lines_finish(&list->unread);
    *list = (struct fix_found_list){ 0 };
}

/* --- the list --- */

const struct guid *fix_found_transaction(const struct fix_place_found *found)
{
    return found->has_head    ? &found->head.owner.transaction
           : found->has_guard ? &found->guard.owner.transaction
                              : NULL;
}

static bool is_same_fix(const struct fix_place_found *a, const struct fix_place_found *b)
{
    const struct guid *one = fix_found_transaction(a), *two = fix_found_transaction(b);

    return one && two ? guid_equal(one, two) : !one && !two;
}

static bool has_better_head(const struct fix_place_found *found,
                            const struct fix_place_found *than)
{
    if (!found->has_head || !than->has_head)
        return found->has_head;
    if ((found->source == FIX_NAMED) != (than->source == FIX_NAMED))
        return found->source == FIX_NAMED;
    return found->head.sequence > than->head.sequence;
}

static void merge(struct fix_place_found *into, const struct fix_place_found *found)
{
    if (found->has_guard && !into->has_guard) {
        into->has_guard = true;
        into->guard = found->guard;
        into->guard_lba = found->guard_lba;
        into->guard_count = found->guard_count;
    }
    if (!has_better_head(found, into))
        return;
    into->has_head = true;
    into->head = found->head;
    into->state = found->state;
    into->source = found->source;
    into->offset = found->offset;
    memcpy(into->journal, found->journal, sizeof(into->journal));
}

struct fix_place_found *fix_found_list_add(struct fix_found_list *list, size_t first,
                                           const struct fix_place_found *found)
{
    for (size_t i = first; i < list->count; i++)
        if (is_same_fix(&list->at[i], found)) {
            merge(&list->at[i], found);
            return &list->at[i];
        }
    list->at = xrealloc(list->at, list->count + 1, sizeof(*list->at));
    list->at[list->count] = *found;
    return &list->at[list->count++];
}

const char *fix_found_place(const struct fix_place_found *found, char ret[FIX_PLACE_TEXT])
{
    if (found->journal[0])
        return found->journal;
    CLEANUP(freep)
    char *text = xasprintf("@%llu", (ull)(found->offset / found->logical));
    copy_text(ret, FIX_PLACE_TEXT, text);
    return ret;
}

/* --- whether it can go on --- */

bool fix_found_is_done(const struct fix_place_found *found)
{
    return found->has_head && found->head.run.direction == RUN_DONE;
}

uint64_t fix_found_lost(const struct fix_place_found *found)
{
    if (found->state == FIX_JOURNAL_MISSING)
        return found->guard.place.start;
    bool is_lost = found->state == FIX_JOURNAL_FOUND && !found->has_log &&
                   !fix_found_is_done(found) &&
                   found->disk_bytes == found->head.owner.disk_bytes;
    return is_lost ? found->head.place.start : 0;
}

bool fix_found_refuse_lost(const struct fix_place_found *found, const char *why,
                           struct err *err)
{
    CLEANUP(freep) char *disk = shell_path(found->disk);

    return err_set(
        err, ERR_UNREADABLE,
        _("%1$s Nothing was written. Make an image of the disk before anything "
          "else. If no image from before has the journal, --lose=@%2$llu of "
          "'alidade restore', 'alidade apply' or 'alidade repair' gives the "
          "fix up, with the data that is half moved; else put that part of "
          "the image back, and then: alidade resume %3$s"),
        why, (ull)fix_found_lost(found), disk);
}

bool fix_found_is_certain(const struct fix_place_found *found)
{
    return found->state == FIX_JOURNAL_SECTORS || found->state == FIX_JOURNAL_NEWER ||
           (found->has_head &&
            (found->source == FIX_NAMED || found->has_guard || found->is_at_position));
}

static bool refuse_no_journal(const struct fix_place_found *found, struct err *err)
{
    const struct record_place *place = &found->guard.place;

    if (place->start) {
        CLEANUP(freep)
        char *why = xasprintf(_("A partition of %1$s is in the middle of a move, and the "
                                "journal of the fix at sector %2$llu is missing: another "
                                "program has written over it, or it cannot be read."),
                              found->disk, (ull)place->start);
        return fix_found_refuse_lost(found, why, err);
    }
    CLEANUP(freep) char *path = utf8_clean(place->path);
    CLEANUP(freep) char *uuid = utf8_clean(place->uuid);
    if (*uuid)
        return err_refuse(
            err, REFUSAL_FIX_JOURNAL_MISSING,
            _("A partition of %1$s is in the middle of a move, and the "
              "journal of the fix is missing: it was %2$s, on a disk with the "
              "UUID %3$s. Connect that, or name the journal with --journal."),
            found->disk, path, uuid);
    return err_refuse(
        err, REFUSAL_FIX_JOURNAL_MISSING,
        _("A partition of %1$s is in the middle of a move, and the journal of "
          "the fix is missing: it was %2$s. Connect what holds it, or name "
          "the journal with --journal."),
        found->disk, path);
}

static bool refuse_sectors(const struct fix_place_found *found, struct err *err)
{
    uint32_t written =
        found->has_head ? found->head.place.logical : found->guard.place.logical;

    return err_refuse(err, REFUSAL_FIX_OTHER_SECTORS,
                      _("A partition of this disk was being moved while its sectors had "
                        "%1$llu bytes; now they have %2$llu. Connect it as it was then, "
                        "for example in the same enclosure. Of an image file, name them: "
                        "--sector-size=%1$llu"),
                      (ull)written, (ull)found->logical);
}

static bool refuse_newer_fix(const struct fix_place_found *found, struct err *err)
{
    CLEANUP(freep) char *shown = utf8_shown(found->program);

    return err_refuse(err, REFUSAL_FIX_NEWER_VERSION,
                      _("A newer version of alidade has begun to move a partition. "
                        "Complete it with alidade %s or newer."),
                      shown);
}

static bool refuse_version_1(const char *path, struct err *err)
{
    return err_refuse(err, REFUSAL_FIX_OLDER_VERSION,
                      _("%s: this fix was begun by an earlier alidade. Complete it with "
                        "alidade 0.1.0 first."),
                      path);
}

static bool refuse_smaller(const struct fix_place_found *found, struct err *err)
{
    CLEANUP(freep) char *path = shell_path(found->disk);

    return err_refuse(
        err, REFUSAL_FIX_DISK_SMALLER,
        _("The disk on which a partition was being moved had %1$llu bytes; "
          "this one has %2$llu. Nothing was written. Connect that disk, or "
          "copy all of it to one that is as large; then: alidade resume %3$s"),
        (ull)found->head.owner.disk_bytes, (ull)found->disk_bytes, path);
}

/* Only the table tells that it is a copy of the disk. */
static bool refuse_larger(const struct fix_place_found *found, struct err *err)
{
    CLEANUP(freep) char *path = shell_path(found->disk);

    return err_refuse(err, REFUSAL_FIX_DISK_LARGER,
                      _("%1$s is larger than the disk that the fix was begun on, and its "
                        "table is not one of that fix. Go on with as much of it as there "
                        "was then: losetup --find --show --sizelimit %2$llu %1$s"),
                      path, (ull)found->head.owner.disk_bytes);
}

static bool refuse_misfit(const struct fix_place_found *found, struct err *err)
{
    char text[FIX_PLACE_TEXT];

    return err_refuse(err, REFUSAL_FIX_JOURNAL_MISFIT,
                      _("%1$s and the journal of its fix (%2$s) are of different times: "
                        "one of them is an older copy. Nothing was written. Connect the "
                        "disk and the journal that belong together."),
                      found->disk, fix_found_place(found, text));
}

bool fix_refuse_cut(const char *journal, uint64_t bytes, const char *disk,
                    struct err *err)
{
    CLEANUP(freep) char *shown = utf8_clean(journal);
    CLEANUP(freep) char *path = shell_path(disk);

    if (!bytes)
        return err_refuse(err, REFUSAL_JOURNAL_CUT_SHORT,
                          _("The journal %1$s is empty or was cut short. Nothing was "
                            "written. Name a complete copy of it: alidade resume "
                            "--journal=FILE %2$s"),
                          shown, path);
    return err_refuse(
        err, REFUSAL_JOURNAL_CUT_SHORT,
        _("The journal %1$s was cut short: it had %2$llu bytes. Nothing was "
          "written. Name a complete copy of it: alidade resume "
          "--journal=FILE %3$s"),
        shown, (ull)bytes, path);
}

bool fix_found_can_go_on(const struct fix_place_found *found, struct err *err)
{
    if (found->state == FIX_JOURNAL_VERSION_1)
        return refuse_version_1(found->disk, err);
    if (found->state == FIX_JOURNAL_NEWER)
        return refuse_newer_fix(found, err);
    if (found->state == FIX_JOURNAL_SECTORS)
        return refuse_sectors(found, err);
    if (found->state == FIX_JOURNAL_MISSING && found->is_cut)
        return fix_refuse_cut(found->guard.place.path, 0, found->disk, err);
    if (found->state == FIX_JOURNAL_MISSING)
        return refuse_no_journal(found, err);
    if (found->is_misfit)
        return refuse_misfit(found, err);
    if (fix_found_is_done(found))
        return true;
    if (found->is_cut)
        return fix_refuse_cut(found->journal, found->head.place.bytes, found->disk, err);
    if (found->disk_bytes < found->head.owner.disk_bytes)
        return refuse_smaller(found, err);
    if (found->disk_bytes > found->head.owner.disk_bytes && !found->is_at_position)
        return refuse_larger(found, err);
    return true;
}

/* --- the choice --- */

enum fix_class { CLASS_NAMED, CLASS_GUARD, CLASS_POSITION, CLASS_REST, CLASS_DONE };

static enum fix_class class_of(const struct fix_place_found *found)
{
    if (found->source == FIX_NAMED)
        return CLASS_NAMED;
    if (found->has_guard || found->state == FIX_JOURNAL_NEWER)
        return CLASS_GUARD;
    if (fix_found_is_done(found))
        return CLASS_DONE;
    return found->is_at_position ? CLASS_POSITION : CLASS_REST;
}

static bool refuse_several(const struct fix_place_found *a,
                           const struct fix_place_found *b, struct err *err)
{
    char one[FIX_PLACE_TEXT], two[FIX_PLACE_TEXT];

    return err_refuse(err, REFUSAL_FIX_SEVERAL_JOURNALS,
                      _("%1$s has journals of several fixes (%2$s, %3$s), and it is not "
                        "certain which of them has to be completed. Nothing was written. "
                        "Name one of them with --journal."),
                      a->disk, fix_found_place(a, one), fix_found_place(b, two));
}

static bool refuse_other_guard(const struct fix_place_found *named,
                               const struct fix_place_found *guarded, struct err *err)
{
    char text[FIX_PLACE_TEXT];
    CLEANUP(freep) char *path = shell_path(guarded->disk);

    return err_refuse(
        err, REFUSAL_FIX_OTHER_JOURNAL,
        _("%1$s is the journal of another fix than the one that %2$s is in "
          "the middle of. Nothing was written. Name the journal of that fix, "
          "or none: alidade resume %3$s"),
        fix_found_place(named, text), guarded->disk, path);
}

static bool refuse_two_disks(const struct fix_place_found *a,
                             const struct fix_place_found *b, struct err *err)
{
    if (is_same_fix(a, b))
        return err_refuse(
            err, REFUSAL_FIX_TWO_DISKS,
            _("The same fix has begun on %1$s and on %2$s: one of them is a "
              "copy of the other. Name the one that is to be completed."),
            a->disk, b->disk);
    return err_refuse(err, REFUSAL_FIX_TWO_DISKS,
                      _("Fixes on %1$s and on %2$s have not ended: name one of them."),
                      a->disk, b->disk);
}

/* Returns the one of the disk whose candidates are [FIRST, END); NULL: see ERR. */
static const struct fix_place_found *choose_on_disk(const struct fix_found_list *list,
                                                    size_t first, size_t end,
                                                    struct err *err)
{
    const struct fix_place_found *best = &list->at[first], *rival = NULL;

    for (size_t i = first + 1; i < end; i++) {
        const struct fix_place_found *found = &list->at[i];
        enum fix_class class = class_of(found), lowest = class_of(best);
        if (class < lowest)
            rival = NULL;
        if (class == lowest)
            rival = found;
        if (class < lowest)
            best = found;
    }
    if (rival && !refuse_several(best, rival, err))
        return NULL;
    for (size_t i = first; i < end; i++)
        if (&list->at[i] != best && list->at[i].has_guard &&
            !refuse_other_guard(best, &list->at[i], err))
            return NULL;
    return best;
}

static size_t end_of_disk(const struct fix_found_list *list, size_t first)
{
    size_t end = first + 1;

    while (end < list->count && !strcmp(list->at[end].disk, list->at[first].disk))
        end++;
    return end;
}

static bool refuse_unread(const struct fix_found_list *list, struct err *err)
{
    size_t count = list->unread.count;
    CLEANUP(freep) char *names = lines_join(&list->unread, ", ");
    CLEANUP(freep) char *shown = utf8_clean(names);

    if (list->is_denied)
        return err_set(err, ERR_UNREADABLE,
                       ngettext("No fix was found, but %1$u disk cannot be read: "
                                "%2$s. Run this as root.",
                                "No fix was found, but %1$u disks cannot be read: "
                                "%2$s. Run this as root.",
                                count),
                       (unsigned)count, shown);
    return err_set(err, ERR_UNREADABLE,
                   ngettext("No fix was found, but %1$u disk cannot be read: %2$s.",
                            "No fix was found, but %1$u disks cannot be read: %2$s.",
                            count),
                   (unsigned)count, shown);
}

static bool is_any_named(const struct fix_found_list *list, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (list->at[i].source == FIX_NAMED)
            return true;
    return false;
}

const struct fix_place_found *fix_found_choose(const struct fix_found_list *list,
                                               struct err *err)
{
    const struct fix_place_found *chosen = NULL;
    bool is_named = is_any_named(list, 0, list->count);

    for (size_t first = 0, end; first < list->count; first = end) {
        end = end_of_disk(list, first);
        if (is_named && !is_any_named(list, first, end))
            continue; /* the journal tells which disk */
        const struct fix_place_found *one = choose_on_disk(list, first, end, err);
        if (!one)
            return NULL;
        if (chosen && class_of(one) == CLASS_DONE)
            continue;
        if (chosen && class_of(chosen) != CLASS_DONE &&
            !refuse_two_disks(chosen, one, err))
            return NULL;
        chosen = one;
    }
    if (!chosen && list->version_1[0] && !refuse_version_1(list->version_1, err))
        return NULL;
    if (!chosen && list->unread.count && !refuse_unread(list, err))
        return NULL;
    return chosen && fix_found_can_go_on(chosen, err) ? chosen : NULL;
}
