/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finder.c - finds the fixes that have not ended, on one disk or on all */
#include "device/move/find/finder.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "device/io/answer.h"
#include "device/move/find/private.h"
#include "device/system/devices.h"
#include "device/system/disk.h"
#include "device/system/topology.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/base/shell.h"

enum { FIRST_BYTES = 512 };

/* --- what the person named --- */

struct named {
    const char *text; /* borrowed; NULL: nothing */
    struct store *store;
    uint64_t start; /* of a journal on the disk, '@' */
    bool has_head;
    struct record_head head; /* of a journal elsewhere */
    bool is_used;            /* of a disk that was looked at */
    bool is_version_1;
};

static bool disk_answers(const struct finder_watch *watch, const char *path,
                         struct err *err)
{
    return !watch || answer_comes(path, watch->answer_ms) ||
           err_set(err, ERR_UNREADABLE,
                   _("%1$s has not answered for %2$u s. Nothing was written. Check its "
                     "cables and power, then run this again."),
                   path, (unsigned)watch->answer_ms / 1000);
}

static bool named_read_sector(struct named *named, const char *path, struct err *err)
{
    return (path && num_parse(named->text + 1, UINT64_MAX, &named->start)) ||
           err_refuse(
               err, REFUSAL_JOURNAL_PLACE_TYPED,
               _("%s is no place of a journal: name the disk, and '@' with the first "
                 "sector of the journal."),
               named->text);
}

static bool named_open(struct named *named, const char *path,
                       const struct finder_watch *watch, struct err *err)
{
    struct err why = { 0 };

    if (!named->text)
        return true;
    if (named->text[0] == '@')
        return named_read_sector(named, path, err);
    if (!disk_answers(watch, named->text, err))
        return false;
    named->store = store_open(named->text, &why);
    if (!named->store)
        return err_refuse_for(err, REFUSAL_JOURNAL_NOT_OPENED, &why);
    struct reader journal = store_reader(named->store);
    uint8_t bytes[RECORD_BYTES];
    named->has_head = finder_read_head(&journal, 0, true, NULL, &named->head);
    named->is_version_1 = reader_read(&journal, 0, bytes, sizeof(bytes)) &&
                          finder_is_version_1(bytes, sizeof(bytes));
    return named->has_head || !fix_journal_is_cut(named->text) ||
           fix_refuse_cut(named->text, 0, path ? path : "", err);
}

static void named_close(struct named *named)
{
    store_close(named->store);
}

/* A disk of all is meant only if it is proven. */
static void ask_named(struct finder *finder, struct named *named, bool is_all)
{
    uint64_t offset;

    if (named->start && num_mul(named->start, finder->logical, &offset))
        finder_add_at(finder, FIX_NAMED, offset);
    if (!named->has_head || named->head.owner.disk_bytes > finder->reader.size)
        return;
    struct fix_place_found found =
        finder_candidate(finder, FIX_NAMED, named->text, 0, &named->head);
    if (is_all && !finder_is_of_disk(finder, &found))
        return;
    named->is_used = true;
    finder_add(finder, &found);
}

/* A guard of another fix tells more. */
static bool named_is_used(const struct named *named, const char *path, struct err *err)
{
    if (!named->has_head || named->is_used)
        return true;
    CLEANUP(freep) char *path_named = shell_path(named->text);
    if (path)
        return err_refuse(
            err, REFUSAL_JOURNAL_OF_OTHER_DISK,
            _("%1$s is the journal of a fix on a disk of %2$llu bytes: that is "
              "more than %3$s has. Nothing was written. Name the disk that it belongs "
              "to."),
            named->text, (ull)named->head.owner.disk_bytes, path);
    return err_refuse(
        err, REFUSAL_JOURNAL_OF_OTHER_DISK,
        _("%1$s is the journal of a move on a disk that is not there, or that "
          "has another table now. Connect that disk, and name it: alidade "
          "resume --journal=%2$s DISK"),
        named->text, path_named);
}

/* --- one disk --- */

struct search {
    const struct sys *sys;
    uint64_t logical;                 /* as for finder_search() */
    const struct finder_watch *watch; /* or NULL */
    struct named named;
    struct fix_found_list *list;
    bool is_all;  /* disks: the search has to be short */
    bool is_deep; /* all the same, each place in an entry is looked at */
};

static bool names_none(const struct layout *layout)
{
    LAYOUT_EACH (extent, layout)
        if (extent_is_partition(extent))
            return false;
    return true;
}

static struct finder finder_of(struct store *store, const char *serial,
                               struct fix_found_list *list, const struct layout *layout,
                               uint64_t logical)
{
    return (struct finder){ .store = store,
                            .serial = serial,
                            .reader = store_reader(store),
                            .layout = layout,
                            .logical = (uint32_t)logical,
                            .list = list,
                            .first = list->count };
}

/* Each source is asked only if those before have found nothing that is certain. */
static void ask_all(struct search *search, struct finder *finder)
{
    bool is_thorough = !search->is_all, has_table = finder->layout;
    bool is_empty = !has_table || names_none(finder->layout);
    bool lacks_table = !has_table || layout_label(finder->layout)->kind == LABEL_NONE;
    bool is_whole = search->watch && search->watch->is_whole;

    if (has_table)
        finder_ask_entries(finder, finder->layout, is_thorough || search->is_deep);
    ask_named(finder, &search->named, search->is_all);
    if (!search->named.text && !finder_is_certain(finder))
        finder_ask_hints(finder);
    if (!finder_is_certain(finder))
        finder_ask_free(finder, is_thorough || lacks_table);
    if (is_thorough && (is_empty || is_whole) && !finder_is_certain(finder))
        finder_ask_disk(finder, search->watch);
    if (is_empty && finder->list->count == finder->first)
        finder_ask_other_sectors(finder);
}

static bool first_is_readable(const struct finder *finder)
{
    uint8_t bytes[FIRST_BYTES];

    return reader_read(&finder->reader, 0, bytes, sizeof(bytes));
}

static void note_unread(struct fix_found_list *list, const char *path)
{
    bool is_denied = faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) &&
                     (errno == EACCES || errno == EPERM);

    lines_add(&list->unread, "%s", path);
    list->is_denied = list->is_denied || is_denied;
}

static bool search_disk(struct search *search, const struct disk_info *info,
                        struct err *err)
{
    const char *path = info->path;
    const struct limits_given given = { .logical = search->logical };
    CLEANUP(store_closep)
    struct store *store =
        disk_answers(search->watch, path, err) ? store_open(path, err) : NULL;
    struct limits limits;

    if (!store || !topology_read(store, &given, &limits, err))
        return false;
    CLEANUP(layout_unrefp)
    struct layout *layout = disk_read_over(store, &given, ERR_IGNORED);
    struct finder finder =
        finder_of(store, info->serial, search->list, layout, limits.logical);
    ask_all(search, &finder);
    if (search->list->count == finder.first && !first_is_readable(&finder) &&
        search->is_all)
        note_unread(search->list, path);
    return true;
}

static bool search_path(struct search *search, const char *path, struct err *err)
{
    struct disk_info info;

    devices_describe(search->sys, path, &info);
    bool is_read = search_disk(search, &info, err);
    disk_info_finish(&info);
    return is_read;
}

/* --- all of them --- */

static void search_disks(struct search *search)
{
    struct disk_info *disks;
    size_t count = devices_list(search->sys, &disks);

    for (size_t i = 0; i < count; i++)
        if (!search_disk(search, &disks[i], ERR_IGNORED))
            note_unread(search->list, disks[i].path);
    disk_info_free(disks, count);
}

bool finder_search(const struct sys *sys, const char *path, const char *journal,
                   uint64_t logical, const struct finder_watch *watch,
                   struct fix_found_list *ret, struct err *err)
{
    CLEANUP(fix_found_list_finish) struct fix_found_list list = { 0 };
    struct search search = { .sys = sys,
                             .logical = path ? logical : 0,
                             .watch = watch,
                             .named = { .text = journal },
                             .list = &list,
                             .is_all = !path };

    *ret = list;
    bool is_good = named_open(&search.named, path, watch, err) &&
                   (!path || search_path(&search, path, err));
    if (is_good && !path)
        search_disks(&search);
    if (search.named.is_version_1)
        finder_note_version_1(&list, journal);
    is_good = is_good && named_is_used(&search.named, path, err);
    named_close(&search.named);
    if (!is_good)
        return false;
    *ret = list;
    list = (struct fix_found_list){ 0 };
    return true;
}

/* --- a short answer --- */

static bool choose_any(const struct fix_found_list *list, struct fix_place_found *ret)
{
    const struct fix_place_found *found = fix_found_choose(list, ERR_IGNORED);

    for (size_t i = 0; i < list->count && !found; i++)
        if (!fix_found_is_done(&list->at[i]))
            found = &list->at[i];
    if (found && fix_found_is_done(found))
        found = NULL;
    if (found && ret)
        *ret = *found;
    if (!found && list->version_1[0] && ret) {
        *ret = (struct fix_place_found){ .state = FIX_JOURNAL_VERSION_1 };
        copy_text(ret->disk, sizeof(ret->disk), list->version_1);
    }
    return found || list->version_1[0];
}

bool fix_on_layout(const struct sys *sys, struct store *store,
                   const struct layout *layout, bool is_deep, struct fix_place_found *ret)
{
    CLEANUP(fix_found_list_finish) struct fix_found_list list = { 0 };
    struct search search = {
        .sys = sys, .list = &list, .is_all = true, .is_deep = is_deep
    };
    struct disk_info info;

    devices_describe(sys, store_path(store), &info);
    struct finder finder =
        finder_of(store, info.serial, &list, layout, layout_limits(layout)->logical);
    ask_all(&search, &finder);
    disk_info_finish(&info);
    return choose_any(&list, ret);
}

bool fix_on_disk(const struct sys *sys, const char *path, uint64_t logical,
                 struct fix_place_found *ret)
{
    CLEANUP(fix_found_list_finish) struct fix_found_list list = { 0 };
    struct search search = {
        .sys = sys, .logical = logical, .list = &list, .is_all = true
    };

    return search_path(&search, path, ERR_IGNORED) && choose_any(&list, ret);
}

bool fix_is_hinted(const char *path, const struct layout *layout)
{
    CLEANUP(fix_hints_finish) struct fix_hints hints = fix_hints_load();
    CLEANUP(fix_found_list_finish) struct fix_found_list list = { 0 };
    bool has_hints = hints.place_count || hints.journals.count;
    CLEANUP(store_closep)
    struct store *store = has_hints ? store_open(path, ERR_IGNORED) : NULL;
    struct sys sys = sys_of_machine();
    struct disk_info info;

    if (!store)
        return false;
    devices_describe(&sys, path, &info);
    struct finder finder =
        finder_of(store, info.serial, &list, layout, layout_limits(layout)->logical);
    finder_ask_hints(&finder);
    disk_info_finish(&info);
    return choose_any(&list, NULL);
}

bool fix_is_in_free(struct store *store, const struct layout *layout)
{
    CLEANUP(fix_found_list_finish) struct fix_found_list list = { 0 };
    struct finder finder =
        finder_of(store, "", &list, layout, layout_limits(layout)->logical);

    finder_ask_largest_free(&finder);
    return choose_any(&list, NULL);
}

bool fix_has_moved(const struct sys *sys, const char *path, uint64_t logical)
{
    CLEANUP(freep) struct fix_place_found *found = xcalloc(1, sizeof(*found));

    return fix_on_disk(sys, path, logical, found) && found->has_moved;
}
