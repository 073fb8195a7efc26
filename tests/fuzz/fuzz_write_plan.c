/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_write_plan.c - any disk that reads as a table, edited: no plan that is not allowed
 */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/disk/repair.h"
#include "model/edit/edit.h"
#include "model/table/gpt.h"
#include "model/table/mbr.h"
#include "model/write/plan.h"
#include "model/write/whitelist.h"
#include "support/fuzz_tables.h"
#include "support/reader_bytes.h"

enum { SECTORS = 64, LOGICAL = 512 };

static const struct edit edits[] = {
    { .kind = EDIT_DELETE },
    { .kind = EDIT_RESIZE, .length = 1 },
    { .kind = EDIT_RESIZE, .length = 9 },
    { .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 50, .length = 3 },
    { .kind = EDIT_CREATE, .extent = EXTENT_LOGICAL, .start = 22, .length = 2 },
    { .kind = EDIT_CREATE, .extent = EXTENT_EXTENDED, .start = 40, .length = 9 },
    { .kind = EDIT_BOOT, .is_bootable = true },
    { .kind = EDIT_SORT },
    { .kind = EDIT_CONVERT, .label = LABEL_GPT },
    { .kind = EDIT_CONVERT, .label = LABEL_MSDOS },
    { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT, .entries = 4 },
    { .kind = EDIT_NEW_TABLE, .label = LABEL_MSDOS },
    { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_PRIMARY },
    { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_BACKUP },
    { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_MOVE_BACKUP },
    { .kind = EDIT_REPAIR, .repair = REPAIR_PROTECTIVE_MBR },
};

/* On the first partition that there is from NUMBER on; NULL: not possible. */
static struct layout *apply(const struct layout *layout, struct edit edit,
                            unsigned number)
{
    const struct extent *extent = NULL;
    struct err err = { 0 };

    while (number < 10 && !extent)
        extent = layout_find_number(layout, number++);
    edit.id = edit.kind == EDIT_CREATE ? EDIT_ID_FIRST + number : extent ? extent->id : 0;
    if (edit.kind == EDIT_RESIZE && extent)
        edit.start = extent->start;
    edit.seed = (struct guid_source){ { 1, 2, 3, number } };
    return edit_apply(layout, &edit, &err);
}

/* What was there, over what the plan left. */
static void try_back(const struct reader *disk, const struct layout *preview,
                     const struct write_plan *plan, const struct sector_run *runs,
                     size_t count)
{
    struct write_plan_view view;
    struct reader after = write_plan_reader(&view, disk, plan, plan->count);
    struct write_plan back;
    struct err err = { 0 };

    if (write_plan_of_runs(&after, preview, runs, count, &back, &err))
        write_plan_finish(&back);
    else if (err.code != ERR_REFUSED || !err.text[0])
        abort();
}

static void try_plan(const struct reader *disk, const struct layout *base,
                     const struct layout *preview)
{
    struct write_plan plan;
    struct sector_run *runs;
    struct err err = { 0 };
    size_t count;

    if (!write_plan_make(disk, base, preview, &plan, &err)) {
        if (err.code != ERR_REFUSED || !err.text[0])
            abort();
        return;
    }
    if (!whitelist_check(disk, base, preview, &plan, &err))
        abort();
    if (table_runs(disk, base, &runs, &count, &err)) {
        try_back(disk, preview, &plan, runs, count);
        runs_free(runs, count);
    }
    write_plan_finish(&plan);
}

static void try_edits(const struct reader *disk, const struct layout *base)
{
    for (size_t i = 0; i < ARRAY_SIZE(edits); i++) {
        CLEANUP(layout_unrefp) struct layout *one = apply(base, edits[i], 1);
        CLEANUP(layout_unrefp) struct layout *two = NULL;
        if (one)
            two = apply(one, edits[(5 * i + 3) % ARRAY_SIZE(edits)], 5);
        if (one)
            try_plan(disk, base, one);
        if (two)
            try_plan(disk, base, two);
    }
}

static void try_disk(const uint8_t *bytes, size_t count)
{
    struct reader_bytes memory = { bytes, count };
    struct reader disk = reader_of_bytes(&memory);
    struct limits_reported said = { .logical = LOGICAL };
    struct limits_given given = { 0 };
    struct layout *layout = NULL;
    struct limits limits;
    struct err err = { 0 };

    said.size_bytes = disk.size - disk.size % LOGICAL;
    if (limits_settle(&said, &given, &limits, &err) &&
        tables_read(&disk, &limits, &layout, &err) && layout)
        try_edits(&disk, layout);
    layout_unref(layout);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    try_disk(bytes, count);
    if (count < 4 * LOGICAL)
        return 0;
    CLEANUP(freep) uint8_t *good = xmalloc(count);
    memcpy(good, bytes, count);
    fuzz_make_good(good, count, LOGICAL, LOGICAL);
    fuzz_make_good(good, count, (count / LOGICAL - 1) * LOGICAL, LOGICAL);
    try_disk(good, count);
    return 0;
}

static void seed_msdos(uint8_t *buf)
{
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    CLEANUP(freep)
    struct mbr_sector *sectors = xcalloc(MBR_SECTORS_MAX, sizeof(*sectors));

    table->signature = 0x12345678;
    table->primary[0] = (struct mbr_entry){ 0x80, 0x83, 1, 2 };
    table->primary[1] = (struct mbr_entry){ 0, 0x0f, 4, 30 };
    for (unsigned i = 0; i < 3; i++)
        mbr_add_logical(table, 1, 4 + 6 * i,
                        &(struct mbr_entry){ 0, 0x83, 6 + 6 * i, 3 });
    size_t used = mbr_encode(table, sectors);
    for (size_t i = 0; i < used; i++)
        memcpy(buf + sectors[i].lba * LOGICAL, sectors[i].bytes, MBR_BYTES);
}

static void seed_gpt(uint8_t *buf, uint64_t size)
{
    struct gpt_table table;
    struct gpt_image image;

    if (!gpt_init(&table, LOGICAL, size, &(struct guid){ { 1 } }, 4))
        abort();
    for (unsigned i = 0; i < 3; i++)
        gpt_add(&table, &(struct gpt_entry){ .slot = i,
                                             .type = { { 2 } },
                                             .unique = { { (uint8_t)(i + 1) } },
                                             .first_lba = 5 + 6 * i,
                                             .last_lba = 8 + 6 * i });
    gpt_encode(&table, &image);
    memcpy(buf, image.front, image.front_bytes);
    memcpy(buf + image.back_offset, image.back, image.back_bytes);
    gpt_image_finish(&image);
    gpt_finish(&table);
}

/* A chain, a GPT, one on a disk that has grown, one beside a hybrid MBR. */
size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    if (index > 3)
        return 0;
    if (!index)
        seed_msdos(buf);
    else
        seed_gpt(buf, index == 2 ? SECTORS - 9 : SECTORS);
    if (index == 3)
        memcpy(buf + 462, "\0\0\0\0\x83\0\0\0\5\0\0\0\4\0\0", 16);
    return SECTORS * LOGICAL;
}
