/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_explain.c - what to do about a table that another program has written
 *
 * What is advised lets resume go on: that is tried with the sector as it would be. */
#include <string.h>

#include "device/move/fixing/fix_memory.h"
#include "device/move/fixing/fixing_private.h"
#include "device/move/journal/journal_mended.h"
#include "device/system/disk.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/shell.h"
#include "model/table/mbr_layout.h"

/* True if it could go on if the first sector were as in MENDED, which it takes. */
static bool could_begin(const struct resume_request *request,
                        const struct journal_plan *plan, const char *journal,
                        struct store *store, struct mended *mended)
{
    const struct limits_given given = { .logical = plan->logical };

    store_mend(store, mended);
    CLEANUP(layout_unrefp) struct layout *now = disk_read(store, &given, ERR_IGNORED);
    if (!now || layout_damaged_count(now))
        return false;
    CLEANUP(fixing_freep)
    struct fixing *fixing =
        fixing_resume_begin(request, plan, journal, now, store, mended, ERR_IGNORED);
    return fixing;
}

static void put_first_sector(struct mended *mended, const uint8_t *first)
{
    if (mended_at(mended, 0))
        mended_set(mended, 0, first);
    else
        mended_add(mended, 0, 1, first);
}

/* parted gives a disk without boot code another id. */
static bool lacks_only_id(const struct resume_request *request,
                          const struct journal_plan *plan, const char *journal)
{
    CLEANUP(mended_finish) struct mended mended = { 0 };
    CLEANUP(freep) uint8_t *first = xmalloc((size_t)plan->logical);
    CLEANUP(store_closep)
    struct store *store = store_open(request->move->path, ERR_IGNORED);

    if (!store || plan->label != LABEL_MSDOS)
        return false;
    struct reader reader = store_reader(store);
    journal_mended(store, journal, plan, &mended);
    if (!reader_read(&reader, 0, first, (size_t)plan->logical))
        return false;
    mended_lose(&mended, first);
    memcpy(first + MBR_AT_SIGNATURE, plan->disk_id.bytes,
           MBR_AT_RESERVED - MBR_AT_SIGNATURE);
    put_first_sector(&mended, first);
    return could_begin(request, plan, journal, store, &mended);
}

/* If the journal knows the table that the move needs, it takes its place where there is
 * none. */
static bool lacks_only_first(const struct resume_request *request,
                             const struct journal_plan *plan, const char *journal)
{
    CLEANUP(mended_finish) struct mended mended = { 0 };
    CLEANUP(store_closep)
    struct store *store = store_open(request->move->path, ERR_IGNORED);

    if (!store)
        return false;
    journal_mended_over(store, journal, plan, &mended);
    return could_begin(request, plan, journal, store, &mended);
}

void fixing_explain_first(const struct resume_request *request,
                          const struct journal_plan *plan, const char *journal,
                          struct err *err)
{
    CLEANUP(freep) char *path = shell_path(request->move->path);
    struct err what = { 0 };

    if (lacks_only_id(request, plan, journal))
        (void)err_set(&what, ERR_REFUSED,
                      _("The disk id is not as the move has left it: another program has "
                        "changed it. To write it again, so that 'alidade resume' can go "
                        "on: sfdisk --disk-id %1$s 0x%2$08x"),
                      path, (unsigned)le32_at(plan->disk_id.bytes, 0));
    else if (lacks_only_first(request, plan, journal))
        (void)err_set(
            &what, ERR_REFUSED,
            _("Sector 0 is not as the move has left it: another program has written "
              "it. If what is there is not needed, write zeros "
              "over it; then 'alidade resume' writes the table again and goes on: "
              "dd if=/dev/zero of=%1$s bs=%2$llu count=1 conv=notrunc,fsync"),
            path, (ull)plan->logical);
    if (what.code)
        *err = what;
}

bool fixing_lacks_table(const struct sys *sys, const char *path, uint64_t logical)
{
    struct err err = { 0 };
    CLEANUP(unfinished_finish) struct unfinished_list list = { 0 };
    CLEANUP(rehearsal_report_finish) struct rehearsal_report report = { 0 };

    if (!unfinished_search(sys, path, NULL, logical, NULL, &list, &err))
        return false;
    const struct resume_request request = {
        .sys = sys,
        .move = unfinished_choose(&list, &err),
        .memory = fix_memory(sys, true, &err),
    };
    if (!request.move)
        return false;
    if (request.move->redo)
        return !request.move->redo->is_at_position;
    CLEANUP(fixing_freep) struct fixing *fixing = fixing_resume(&request, &report, &err);
    return !fixing && err.code == ERR_REFUSED;
}
