/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished_torn.c - the table of a disk on which a power cut has left it unreadable */
#include "device/move/unfinished/unfinished_torn.h"

#include <string.h>

#include "device/move/journal/journal_hint.h"
#include "device/move/journal/journal_mended.h"
#include "device/move/journal/journal_reading.h"
#include "device/system/devices.h"
#include "device/system/disk.h"
#include "device/system/topology.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/shell.h"
#include "model/move/journal/journal_find.h"
#include "model/table/mbr_layout.h"

struct torn {
    const struct torn_request *request;
    struct reader disk;
    struct journal_disk of;
    struct mended *mended;
    struct err err; /* why the journal that was found does not tell the table */
};

/* Returns the layout that is read with what is mended; NULL: it has no table, or not all
 * of it. */
static struct layout *read_mended(const struct torn *torn)
{
    struct limits_given given = { .logical = torn->request->logical };

    store_mend(torn->request->store, torn->mended);
    CLEANUP(layout_unrefp)
    struct layout *layout = disk_read_over(torn->request->store, &given, ERR_IGNORED);
    if (!layout || layout_label(layout)->kind == LABEL_NONE ||
        layout_damaged_count(layout))
        return NULL;
    return TAKE(layout);
}

/* --- GPT --- */

/* With an MBR that announces it, the backup counts. */
static struct layout *read_backup_gpt(struct torn *torn)
{
    CLEANUP(freep) uint8_t *sector = xcalloc(1, (size_t)torn->of.logical);
    uint8_t *entry = sector + MBR_AT_ENTRIES;

    mbr_put_protective(entry, torn->of.sectors);
    put_le16(sector, MBR_AT_MAGIC, MBR_MAGIC);
    mended_finish(torn->mended);
    torn->mended->logical = torn->of.logical;
    mended_add(torn->mended, 0, 1, sector);
    CLEANUP(layout_unrefp) struct layout *layout = read_mended(torn);
    if (layout && layout_label(layout)->kind == LABEL_GPT)
        return TAKE(layout);
    return NULL;
}

/* --- with a journal --- */

/* Blocks of the table are saved when the first one is written. */
static void explain_plan(struct torn *torn, const struct journal_plan *plan)
{
    const char *disk = store_path(torn->request->store);
    CLEANUP(journal_reading_finish) struct journal_reading reading = { 0 };
    CLEANUP(freep) struct journal_progress *newest = xcalloc(1, sizeof(*newest));

    if (!plan->spot.start || torn->err.code ||
        !journal_reading_begin(&reading, disk, plan, ERR_IGNORED))
        return;
    CLEANUP(freep) char *path = shell_path(disk);
    bool is_begun =
        journal_read_progress(&reading.journal, newest, ERR_IGNORED) != RECORD_NONE;
    (void)err_set(&torn->err, ERR_UNREADABLE,
                  is_begun ? _("%1$s has no table any more, and it cannot be read from "
                               "the journal of the fix at sector %2$llu. Restore it from "
                               "the backup of the fix ('alidade history' names it); then "
                               "run: alidade resume %1$s")
                           : _("%1$s has no table any more. A fix was to begin, with its "
                               "journal at sector %2$llu, but no partition was moved. "
                               "Restore the table from the backup of the fix ('alidade "
                               "history' names it); then run: alidade resume %1$s"),
                  path, (ull)plan->spot.start);
}

static struct layout *read_with_plan(struct torn *torn, const char *journal,
                                     const struct journal_plan *plan)
{
    mended_finish(torn->mended);
    journal_mended(torn->request->store, journal, plan, torn->mended);
    struct layout *layout = read_mended(torn);
    if (!layout)
        explain_plan(torn, plan);
    return layout;
}

/* Without a table, only the serial number shows that PLAN is one for this disk; an image
 * file has none. */
static bool is_plan_of_disk(const struct torn *torn, const struct journal_plan *plan)
{
    const struct torn_request *request = torn->request;
    struct disk_info info;

    if (request->journal || !store_is_block(request->store))
        return true;
    devices_describe(request->sys, store_path(request->store), &info);
    bool is_same = *info.serial && !strcmp(info.serial, plan->serial);
    disk_info_finish(&info);
    return is_same;
}

static struct layout *read_with_journal(struct torn *torn, const char *journal)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    CLEANUP(store_closep) struct store *store = store_open(journal, ERR_IGNORED);

    if (!store)
        return NULL;
    struct reader reader = store_reader(store);
    if (journal_find_plan(&reader, NULL, &torn->of, plan, ERR_IGNORED) != RECORD_VALID ||
        plan->spot.start || !is_plan_of_disk(torn, plan))
        return NULL;
    return read_with_plan(torn, journal, plan);
}

static struct layout *read_with_others(struct torn *torn)
{
    const struct torn_request *request = torn->request;
    struct layout *layout = NULL;

    if (request->journal)
        return read_with_journal(torn, request->journal);
    for (size_t i = 0; i < request->hints->count && !layout; i++)
        layout = read_with_journal(torn, request->hints->at[i]);
    return layout;
}

/* --- with a journal on the disk itself --- */

static struct layout *read_with_remembered(struct torn *torn)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    CLEANUP(lines_finish) struct lines places = journal_hint_places();
    struct layout *layout = NULL;
    size_t next = 0;

    while (!layout && journal_hint_plan(&places, &torn->disk, &torn->of, &next, plan))
        layout = read_with_plan(torn, store_path(torn->request->store), plan);
    return layout;
}

static struct layout *read_with_searched(struct torn *torn)
{
    const struct journal_scan_watch *watch = torn->request->watch;
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));

    if (!journal_scan(&torn->disk, &torn->of, plan) &&
        (!watch || torn->request->journal ||
         !journal_scan_rest(&torn->disk, &torn->of, watch, plan)))
        return NULL;
    return read_with_plan(torn, store_path(torn->request->store), plan);
}

struct layout *unfinished_read_torn(const struct torn_request *request,
                                    struct mended *ret, struct err *err)
{
    struct limits_given given = { .logical = request->logical };
    struct limits limits;

    if (!topology_read(request->store, &given, &limits, ERR_IGNORED))
        return NULL;
    ret->logical = limits.logical;
    struct torn torn = { .request = request,
                         .disk = store_reader(request->store),
                         .of = { limits.size, limits.logical },
                         .mended = ret };
    /* A GPT can be left over from another table. */
    struct layout *layout = read_with_remembered(&torn);
    if (!layout)
        layout = read_with_others(&torn);
    if (!layout)
        layout = read_backup_gpt(&torn);
    if (!layout && request->is_thorough)
        layout = read_with_searched(&torn);
    if (!layout) {
        mended_finish(ret);
        *err = torn.err;
    }
    return layout;
}
