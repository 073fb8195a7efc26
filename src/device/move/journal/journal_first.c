/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_first.c - a first sector that another program has overwritten during a fix */
#include "device/move/journal/journal_first.h"

#include <string.h>

#include "device/system/topology.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/journal/journal_apply.h"
#include "model/move/journal/moving_entry.h"
#include "model/table/mbr.h"
#include "model/table/mbr_layout.h"
#include "model/table/tables.h"
#include "model/write/plan.h"

bool journal_first_is_lost(struct store *disk, const struct journal_plan *plan)
{
    CLEANUP(freep) struct mbr_table *mbr = xmalloc(sizeof(*mbr));
    struct reader reader = store_reader(disk);

    if (!mbr_decode(&reader, plan->logical, mbr, ERR_IGNORED))
        return false;
    bool is_of_plan =
        plan->label == LABEL_MSDOS && mbr->signature == le32_at(plan->disk_id.bytes, 0);
    return mbr->kind == MBR_ABSENT ||
           (mbr->kind == MBR_TABLE && !mbr_has_entries(mbr) && !is_of_plan);
}

/* The GPT itself tells how it is announced: the rest of SECTOR stays. */
static void add_protective(const struct journal_plan *plan, uint8_t *sector,
                           struct mended *mended)
{
    memset(sector + MBR_AT_ENTRIES, 0, (size_t)MBR_SLOTS * MBR_ENTRY_BYTES);
    mbr_put_protective(sector + MBR_AT_ENTRIES, plan->head.disk_bytes / plan->logical);
    put_le16(sector, MBR_AT_MAGIC, MBR_MAGIC);
    mended_add(mended, 0, 1, sector);
}

/* Reads in SECTOR the first one of the table of DISK in which step DONE is at its new
 * place. */
static bool read_done(const struct reader *disk, const struct limits *limits,
                      const struct journal_plan *plan, uint16_t done, uint8_t *sector)
{
    struct layout *read = NULL;
    struct write_plan writes = { 0 };
    struct write_plan_view view;

    if (!tables_read(disk, limits, &read, ERR_IGNORED) || !read)
        return false;
    CLEANUP(layout_unrefp) struct layout *now = read;
    /* Then what was its old place can be that of an EBR by now. */
    bool is_done = journal_step_state(now, plan, done) == JOURNAL_STEP_DONE;
    CLEANUP(layout_unrefp)
    struct layout *after =
        is_done ? layout_ref(now)
                : moving_entry_set(now, plan, done, SHIFT_LABEL_NEW, ERR_IGNORED);
    if (!after || !write_plan_make(disk, now, after, &writes, ERR_IGNORED))
        return false;
    struct reader planned = write_plan_reader(&view, disk, &writes, writes.count);
    bool is_read = reader_read(&planned, 0, sector, (size_t)plan->logical);
    write_plan_finish(&writes);
    return is_read;
}

/* Returns false if the sector in MENDED cannot be that of the table. */
static bool complete_first(struct store *disk, const struct journal_plan *plan,
                           uint16_t done, struct mended *mended)
{
    struct limits_given given = { .logical = plan->logical };
    CLEANUP(freep) uint8_t *sector = xmalloc((size_t)plan->logical);
    struct reader reader = store_reader(disk);
    struct mended_disk view;
    struct limits limits;

    if (plan->label == LABEL_GPT || done == JOURNAL_NO_STEP)
        return true;
    struct reader with = mended_reader(&view, mended, &reader);
    if (!topology_read(disk, &given, &limits, ERR_IGNORED) ||
        !read_done(&with, &limits, plan, done, sector))
        return false;
    mended_set(mended, 0, sector);
    return true;
}

void journal_first_lose(struct store *disk, const struct journal_plan *plan,
                        uint16_t done, struct mended *mended)
{
    CLEANUP(freep) uint8_t *sector = xmalloc((size_t)plan->logical);
    struct reader reader = store_reader(disk);

    if (!reader_read(&reader, 0, sector, (size_t)plan->logical))
        return;
    mended_lose(mended, sector);
    if (!mended_at(mended, 0) && plan->label == LABEL_GPT)
        add_protective(plan, sector, mended);
    if (!mended_at(mended, 0) || !complete_first(disk, plan, done, mended))
        mended_lose(mended, NULL);
}
