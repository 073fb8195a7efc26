/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rehearse.c - changes of tables in memory, rehearsed */
#include "support/rehearse.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "device/commit/rehearsal.h"
#include "model/base/mem.h"
#include "model/base/utf16.h"
#include "model/disk/types.h"
#include "support/refused.h"
#include "support/table_image.h"

#define SIZE REHEARSE_SIZE

bool rehearse(struct change *change, struct str *ret_kept, struct err *err)
{
    struct reader reader = sparse_reader(change->before);
    CLEANUP(store_closep) struct store *store = store_of_reader("memory.img", &reader);
    CLEANUP(rehearsal_finish) struct rehearsal made = { 0 };
    bool agrees =
        rehearsal_agrees(&made, store, change->base, change->preview, &change->plan, err);

    for (size_t i = 0; i < made.kept.count; i++)
        str_printf(ret_kept, "%s\n", made.kept.at[i]);
    return agrees;
}

void rehearse_agrees(struct change *change, const char *part)
{
    CLEANUP(str_finish) struct str kept = { 0 };
    struct err err = { 0 };
    bool agrees = rehearse(change, &kept, &err);

    ck_assert_msg(agrees, "%s", err.text);
    if (part)
        ck_assert_msg(strstr(str_text(&kept), part) != NULL, "%s", str_text(&kept));
    else
        ck_assert_str_eq(str_text(&kept), "");
    change_finish(change);
}

void rehearse_refused(struct change *change, enum refusal refusal, const char *part)
{
    CLEANUP(str_finish) struct str kept = { 0 };
    struct err err = { 0 };

    ck_assert(!rehearse(change, &kept, &err));
    ck_assert_refused(&err, refusal);
    ck_assert_msg(strstr(err.text, part) != NULL, "%s", err.text);
    change_finish(change);
}

void rehearse_set_name(struct gpt_entry *entry, const char *name)
{
    if (!utf16le_of_utf8(name, entry->name, GPT_NAME_UNITS))
        abort();
}

void rehearse_create(struct gpt_table *table)
{
    struct gpt_entry entry = { .slot = 6, .first_lba = 20000, .last_lba = 39999 };

    entry.unique.bytes[0] = 77;
    if (!guid_parse(TYPE_GPT_LINUX_RAID, &entry.type))
        abort();
    rehearse_set_name(&entry, "m\xc3\xa9"
                              "dia");
    gpt_add(table, &entry);
}

void rehearse_gpt(struct change *ret, struct sparse disks[2], uint64_t logical,
                  void (*edit)(struct gpt_table *))
{
    struct gpt_table table = image_gpt(SIZE, logical, 128, 3);

    disks[0] = image_new(SIZE, logical);
    disks[1] = image_new(SIZE, logical);
    image_put_gpt(&disks[0], &table);
    edit(&table);
    image_put_gpt(&disks[1], &table);
    change_make(ret, &disks[0], &disks[1], logical);
    gpt_finish(&table);
}

void rehearse_start_mbr(struct mbr_table *table)
{
    struct mbr_entry logical = { .type = 0x82, .length = 5000 };

    *table = (struct mbr_table){ .kind = MBR_TABLE, .signature = 0xdeadbeef };
    table->primary[0] = (struct mbr_entry){ 0x80, 0x07, 63, 20000 };
    table->primary[1] = (struct mbr_entry){ 0, 0xa9, 30000, 5000 };
    table->primary[2] = (struct mbr_entry){ 0, 0x0f, 40960, 80000 };
    for (unsigned i = 0; i < 3; i++) {
        logical.start = 40960 + 2048 + i * 10240;
        mbr_add_logical(table, 2, logical.start - 2048, &logical);
    }
}

void rehearse_msdos_create(struct mbr_table *table)
{
    table->primary[3] = (struct mbr_entry){ 0, 0xfd, 36000, 100 };
}

void rehearse_add_logical(struct mbr_table *table)
{
    struct mbr_entry logical = { 0, 0x8e, 100000, 4000 };

    mbr_add_logical(table, 2, 99999, &logical);
}

void rehearse_put_mbr(struct sparse *disk, const struct mbr_table *table, bool has_code)
{
    image_put_mbr(disk, table, 512);
    if (has_code)
        sparse_put(disk, 0, "\xfa\x31\xc0", 3);
}

void rehearse_mbr(struct change *ret, struct sparse disks[2],
                  void (*edit)(struct mbr_table *))
{
    CLEANUP(freep) struct mbr_table *table = xmalloc(sizeof *table);

    disks[0] = image_new(SIZE, 512);
    disks[1] = image_new(SIZE, 512);
    rehearse_start_mbr(table);
    rehearse_put_mbr(&disks[0], table, true);
    edit(table);
    rehearse_put_mbr(&disks[1], table, true);
    change_make(ret, &disks[0], &disks[1], 512);
}
