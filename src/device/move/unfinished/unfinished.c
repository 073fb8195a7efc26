/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished.c - the moves that have not ended, on one disk or on all */
#include "device/move/unfinished/unfinished.h"

#include <stdlib.h>
#include <string.h>

#include "device/io/answer.h"
#include "device/move/journal/journal_reading.h"
#include "device/move/store/redo_log_read.h"
#include "device/move/unfinished/unfinished_private.h"
#include "device/move/unfinished/unfinished_torn.h"
#include "device/system/devices.h"
#include "device/system/disk.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/shell.h"
#include "model/base/utf8.h"

void unfinished_finish(struct unfinished_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i].found.plan);
    free(list->at);
    fix_found_list_finish(&list->redo);
    *list = (struct unfinished_list){ 0 };
}

/* --- finding --- */

void unfinished_add(struct unfinished_list *list, const char *path,
                    struct journal_found *found)
{
    struct unfinished *move;

    list->at = xrealloc(list->at, list->count + 1, sizeof(*list->at));
    move = &list->at[list->count++];
    *move = (struct unfinished){ .found = *found };
    found->plan = NULL;
    copy_text(move->path, sizeof(move->path), path);
}

/* A disk with sectors of another size has no table here, but a sentence. */
static void add_unreadable(struct unfinished_list *list, const char *path,
                           const struct err *err)
{
    struct journal_found found = { .finding = FOUND_OTHER, .err = *err };

    unfinished_add(list, path, &found);
}

struct search {
    const struct sys *sys;
    enum journal_reach reach;
    uint64_t logical;                     /* as for unfinished_search() */
    const struct unfinished_watch *watch; /* or NULL */
    struct elsewhere *elsewhere;
};

/* Returns the layout of STORE, which is read with RET where a power failure has left the
 * table unreadable, or another program has overwritten the first sector. */
static struct layout *read_layout(const struct search *search, struct store *store,
                                  struct mended *ret, struct err *err)
{
    const struct torn_request request = { .sys = search->sys,
                                          .store = store,
                                          .journal = search->elsewhere->named,
                                          .hints = &search->elsewhere->hints,
                                          .logical = search->logical,
                                          .is_thorough = search->reach == FIND_EVERYWHERE,
                                          .watch = search->watch ? &search->watch->scan
                                                                 : NULL };
    struct limits_given given = { .logical = search->logical };
    struct err why = { 0 };
    uint64_t where;
    CLEANUP(layout_unrefp) struct layout *layout = disk_read_over(store, &given, &why);

    bool is_torn =
        store_failed(store, &where) && (!layout || layout_damaged_count(layout));
    if (is_torn || (layout && unfinished_names_none(layout))) {
        struct layout *mended = unfinished_read_torn(&request, ret, err);
        if (mended)
            return mended;
        /* A new table, which is empty, is one. */
        if (err->code && layout && layout_label(layout)->kind == LABEL_NONE)
            return NULL;
        *err = (struct err){ 0 };
    }
    if (!layout)
        *err = why;
    return TAKE(layout);
}

static bool find_on_disk(const struct search *search, const char *path,
                         struct unfinished_list *list, struct err *err)
{
    CLEANUP(mended_finish) struct mended mended = { 0 };
    CLEANUP(store_closep) struct store *store = store_open(path, err);
    size_t first = list->count;

    if (!store)
        return false;
    CLEANUP(layout_unrefp)
    struct layout *layout = read_layout(search, store, &mended, err);
    if (!layout)
        return false;
    struct reader reader = store_reader(store);
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = journal_find(&reader, layout, search->reach);
    for (size_t i = 0; i < finds.count; i++)
        if (!unfinished_is_obsolete(path, layout, &finds.at[i]))
            unfinished_add(list, path, &finds.at[i]);
    unfinished_add_remembered(path, &reader, layout, list, first);
    search->elsewhere->is_mended = mended.lost;
    elsewhere_add(search->elsewhere, path, layout, list, first);
    return true;
}

static bool answers(const struct unfinished_watch *watch, const char *path,
                    struct err *err)
{
    return !watch || !path || answer_comes(path, watch->answer_ms) ||
           err_set(err, ERR_UNREADABLE,
                   _("%1$s has not answered for %2$u s. Nothing was written. Check its "
                     "cables and power, then run this again."),
                   path, (unsigned)watch->answer_ms / 1000);
}

/* False if there is none, and a disk has not answered. */
static bool find_on_all(const struct search *search, struct unfinished_list *list,
                        struct err *err)
{
    struct disk_info *disks;
    size_t count = devices_list(search->sys, &disks);

    for (size_t i = 0; i < count; i++) {
        struct err why = { 0 };
        if (answers(search->watch, disks[i].path, err) &&
            !find_on_disk(search, disks[i].path, list, &why) && why.code == ERR_REFUSED)
            add_unreadable(list, disks[i].path, &why);
    }
    disk_info_free(disks, count);
    if (list->count)
        *err = (struct err){ 0 };
    return !err->code;
}

static bool has_guards(const struct unfinished_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].found.has_guard)
            return true;
    return false;
}

/* The file of a journal has at least a record. */
static bool refuse_short(const char *journal, const char *path, struct err *err)
{
    CLEANUP(freep) char *shown = utf8_clean(journal);
    CLEANUP(freep) char *disk = path ? shell_path(path) : xstrdup("");

    return !unfinished_is_shorter(journal, JOURNAL_BYTES) ||
           err_set(err, ERR_REFUSED,
                   _("%1$s is empty or was cut short: there is no journal in it. Nothing "
                     "was written. Name a complete copy of the journal: alidade resume "
                     "--journal=FILE %2$s"),
                   shown, disk);
}

/* With a guard, unfinished_plan() tells why it is not the journal. */
static bool refuse_named(const struct elsewhere *elsewhere, const char *path,
                         struct err *err)
{
    if (path)
        return err_set(err, ERR_REFUSED, _("%1$s is no journal of a move on %2$s. %3$s"),
                       elsewhere->named, path, elsewhere->why.text);
    return err_set(err, ERR_REFUSED,
                   _("%s is the journal of a move on a disk that is not there, or that "
                     "has another table now."),
                   elsewhere->named);
}

/* Appends the fixes with a redo log. */
static void add_redo(struct unfinished_list *list)
{
    for (size_t i = 0; i < list->redo.count; i++) {
        struct journal_found nothing = { 0 };
        unfinished_add(list, list->redo.at[i].disk, &nothing);
        list->at[list->count - 1].redo = &list->redo.at[i];
        list->at[list->count - 1].is_named = list->redo.at[i].source == FIX_NAMED;
    }
}

static bool search_redo(const struct sys *sys, const char *path, const char *journal,
                        uint64_t logical, const struct unfinished_watch *watch,
                        struct unfinished_list *list)
{
    const struct finder_watch answers = { .answer_ms = watch ? watch->answer_ms : 0 };

    /* What the first format has tells the error. */
    if (!finder_search(sys, path, journal, logical, watch ? &answers : NULL, &list->redo,
                       ERR_IGNORED))
        return false;
    add_redo(list);
    return list->count;
}

bool unfinished_search(const struct sys *sys, const char *path, const char *journal,
                       uint64_t logical, const struct unfinished_watch *watch,
                       struct unfinished_list *ret, struct err *err)
{
    CLEANUP(unfinished_finish) struct unfinished_list list = { 0 };
    CLEANUP(elsewhere_close) struct elsewhere elsewhere = { 0 };
    const struct search search = { sys, path ? FIND_EVERYWHERE : FIND_AT_STARTS,
                                   path ? logical : 0, watch, &elsewhere };

    if (search_redo(sys, path, journal, logical, watch, &list)) {
        *ret = list;
        list = (struct unfinished_list){ 0 };
        return true;
    }
    if (journal && !refuse_short(journal, path, err))
        return false;
    if (!answers(watch, journal, err) || !elsewhere_open(&elsewhere, journal, err))
        return false;
    if (path ? !answers(watch, path, err) || !find_on_disk(&search, path, &list, err)
             : !find_on_all(&search, &list, err))
        return false;
    if (elsewhere.is_record && !elsewhere.is_found && !(path && has_guards(&list)))
        return refuse_named(&elsewhere, path, err);
    *ret = list;
    list = (struct unfinished_list){ 0 };
    return true;
}

bool unfinished_is_on(const struct sys *sys, const char *path)
{
    CLEANUP(unfinished_finish) struct unfinished_list list = { 0 };
    CLEANUP(elsewhere_close) struct elsewhere elsewhere = { 0 };
    const struct search search = { sys, FIND_AT_STARTS, 0, NULL, &elsewhere };

    return fix_on_disk(sys, path, 0, NULL) ||
           (elsewhere_open(&elsewhere, NULL, ERR_IGNORED) &&
            find_on_disk(&search, path, &list, ERR_IGNORED) && list.count);
}

/* --- choosing --- */

static bool has_named(const struct unfinished_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].is_named)
            return true;
    return false;
}

/* A guard proves that a move has begun; a plan may be one of a move that has ended. */
static bool is_candidate(const struct unfinished_list *list,
                         const struct unfinished *move)
{
    if (has_named(list))
        return move->is_named;
    return move->found.has_guard || move->found.finding != FOUND_PLAN ||
           !has_guards(list);
}

static bool is_same_move(const struct journal_found *a, const struct journal_found *b)
{
    const struct guid *one = journal_found_transaction(a),
                      *other = journal_found_transaction(b);

    return one && other && guid_equal(one, other);
}

/* Of a plan that was not carried out nothing was moved: that of a move that has begun
 * comes first. */
static bool is_begun(const struct unfinished *move)
{
    CLEANUP(freep) struct journal_progress *newest = xcalloc(1, sizeof(*newest));

    return move->found.finding != FOUND_PLAN || !move->found.plan->spot.start ||
           journal_read_newest(move->path, move->found.plan, newest) != RECORD_NONE;
}

static bool refuse_two(const struct unfinished *a, const struct unfinished *b,
                       struct err *err)
{
    bool is_one_disk = !strcmp(a->path, b->path);

    if (is_one_disk && !is_begun(a) && !is_begun(b))
        return err_set(err, ERR_REFUSED,
                       _("%1$s has journals of several moves, and none of them has "
                         "begun: all partitions are as they were. A new fix replaces "
                         "them: alidade fix %1$s"),
                       a->path);
    if (is_one_disk)
        return err_set(err, ERR_REFUSED,
                       _("%s has journals of several moves, and it is not certain which "
                         "of them has to be completed. Nothing was written."),
                       a->path);
    if (is_same_move(&a->found, &b->found))
        return err_set(err, ERR_REFUSED,
                       _("The same move has begun on %1$s and on %2$s: one of them is a "
                         "copy of the other. Disconnect the one that is not to be "
                         "completed."),
                       a->path, b->path);
    return err_set(err, ERR_REFUSED,
                   _("Moves on %1$s and on %2$s have not ended: name one of them."),
                   a->path, b->path);
}

/* Returns the one of A and B, on one disk, that has begun; NULL: that is not certain. */
static const struct unfinished *begun_one(const struct unfinished *a,
                                          const struct unfinished *b)
{
    if (strcmp(a->path, b->path) || is_begun(a) == is_begun(b))
        return NULL;
    return is_begun(a) ? a : b;
}

static const struct unfinished *choose_redo(const struct unfinished_list *list,
                                            struct err *err)
{
    const struct fix_place_found *found = fix_found_choose(&list->redo, err);

    for (size_t i = 0; found && i < list->count; i++)
        if (list->at[i].redo == found)
            return &list->at[i];
    return NULL;
}

const struct unfinished *unfinished_choose(const struct unfinished_list *list,
                                           struct err *err)
{
    const struct unfinished *chosen = NULL;

    if (list->redo.count || !list->count)
        return choose_redo(list, err);
    for (size_t i = 0; i < list->count; i++) {
        const struct unfinished *move = &list->at[i];
        if (!is_candidate(list, move))
            continue;
        const struct unfinished *one = chosen ? begun_one(chosen, move) : move;
        if (!one) {
            (void)refuse_two(chosen, move, err);
            return NULL;
        }
        chosen = one;
    }
    if (!chosen || chosen->found.finding == FOUND_PLAN ||
        chosen->found.finding == FOUND_ELSEWHERE)
        return chosen;
    (void)err_set(err, chosen->found.err.code, "%s: %s", chosen->path,
                  chosen->found.err.text);
    return NULL;
}

/* --- the plan --- */

static bool refuse_missing(const struct journal_spot *spot, struct err *err)
{
    if (!spot->uuid[0])
        return err_set(err, ERR_UNREADABLE,
                       _("The journal of the move, %s, is not there. Connect its disk, "
                         "or name it with --journal."),
                       spot->path);
    if (spot->kind == JOURNAL_DEVICE)
        return err_set(err, ERR_UNREADABLE,
                       _("The journal of the move, the device %1$s with the UUID or "
                         "serial number %2$s, is not there. Connect it, or name it with "
                         "--journal."),
                       spot->path, spot->uuid);
    return err_set(err, ERR_UNREADABLE,
                   _("The journal of the move, %1$s in the file system with the UUID "
                     "%2$s, is not there. Connect its disk, or name the journal with "
                     "--journal."),
                   spot->path, spot->uuid);
}

/* There is something, but no plan of the move. */
static bool refuse_no_plan(const struct unfinished *move, const char *journal,
                           struct err *err)
{
    CLEANUP(freep) char *shown = utf8_clean(journal);
    CLEANUP(freep) char *disk = shell_path(move->path);

    return err_set(err, ERR_UNREADABLE,
                   _("%1$s is not the journal of the move on %2$s: it is something else, "
                     "is empty, or was cut short. Connect the disk with the journal, or "
                     "name a complete copy of it: alidade resume --journal=FILE %2$s"),
                   shown, disk);
}

/* The plan itself proves that this is the journal, whatever its path. */
static bool plan_from(const struct unfinished *move, const char *path, bool is_named,
                      struct journal_plan *ret, struct err *err)
{
    const struct journal_guard *guard = &move->found.guard;
    const struct journal_disk disk = { guard->head.disk_bytes / guard->logical,
                                       guard->logical };
    struct err why = { 0 };
    CLEANUP(store_closep) struct store *store = store_open(path, &why);

    if (unfinished_is_shorter(path, JOURNAL_PLAN_BYTES))
        return refuse_no_plan(move, path, err);
    if (!store)
        return is_named ? err_set(err, why.code, "%s", why.text)
                        : refuse_missing(&guard->spot, err);
    struct reader reader = store_reader(store);
    enum journal_state state = journal_find_plan(&reader, guard, &disk, ret, &why);
    if (state == RECORD_VALID)
        return true;
    /* Another disk can have the path now. */
    if (state == RECORD_NONE)
        return is_named ? refuse_no_plan(move, path, err)
                        : refuse_missing(&guard->spot, err);
    return err_set(err, why.code, "%s: %s", path, why.text);
}

bool unfinished_log(const struct unfinished *move, struct redo_log *ret, struct err *err)
{
    const struct fix_place_found *found = move->redo;
    const char *path = found->journal[0] ? found->journal : found->disk;
    CLEANUP(store_closep) struct store *store = store_open(path, err);

    if (!store)
        return false;
    struct reader journal = store_reader(store);
    return redo_log_read(&journal, found->offset, &found->head, ret, err);
}

bool unfinished_plan(const struct unfinished *move, const char *journal,
                     struct journal_plan *ret, char ret_path[SYS_PATH], struct err *err)
{
    const struct journal_found *found = &move->found;
    const char *path = journal ? journal : found->guard.spot.path;

    if (found->finding == FOUND_PLAN) {
        bool is_on_disk = found->plan->spot.start;
        if (is_on_disk && journal)
            return err_set(err, ERR_REFUSED,
                           _("%1$s is not the journal of the move: that is on %2$s "
                             "itself."),
                           journal, move->path);
        *ret = *found->plan;
        copy_text(ret_path, SYS_PATH,
                  is_on_disk ? move->path
                  : journal  ? journal
                             : found->plan->spot.path);
        return true;
    }
    if (!plan_from(move, path, journal, ret, err))
        return false;
    copy_text(ret_path, SYS_PATH, path);
    return true;
}
