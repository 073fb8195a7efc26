/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_failing.c - what becomes of a plan where the disk fails */
#include "model/write/plan.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/edit/edit.h"
#include "support/refused.h"
#include "support/table_image.h"
#include "support/test.h"

/* A disk of which one read fails, once: a sector that can be had again at times. */
struct failing {
    struct reader disk;
    unsigned left; /* reads until then */
};

static bool read_failing(void *context, uint64_t offset, void *buf, size_t count)
{
    struct failing *failing = context;

    return failing->left-- && reader_read(&failing->disk, offset, buf, count);
}

static struct sparse gpt_disk(void)
{
    struct sparse disk = image_new(131072, 512);
    struct gpt_table gpt = image_gpt(131072, 512, 128, 3);

    image_put_gpt(&disk, &gpt);
    gpt_finish(&gpt);
    return disk;
}

static struct sparse msdos_disk(void)
{
    struct sparse disk = image_new(131072, 512);

    image_put_chain(&disk, 3);
    return disk;
}

/* An msdos table for sectors of 4096 bytes. */
static struct sparse other_disk(void)
{
    struct sparse disk = image_new(131072, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->primary[0] = (struct mbr_entry){ 0, 0x83, 256, 256 };
    table->primary[1] = (struct mbr_entry){ 0, 0x05, 1024, 1024 };
    mbr_add_logical(table, 1, 1024, &(struct mbr_entry){ 0, 0x83, 1025, 100 });
    mbr_add_logical(table, 1, 1280, &(struct mbr_entry){ 0, 0x83, 1281, 100 });
    image_put_mbr(&disk, table, 4096);
    return disk;
}

/* A chain that leads to the second logical first. The free sectors are not empty: a
 * temporary EBR in them has to be removed again. */
static struct sparse unsorted_disk(void)
{
    static const uint64_t ebrs[] = { 2048, 6144, 4096 };
    struct sparse disk = image_new(131072, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    uint8_t junk[62 * 512];

    table->primary[0] = (struct mbr_entry){ 0, 0x83, 63, 1000 };
    table->primary[1] = (struct mbr_entry){ 0, 0x05, 2048, 128000 };
    memset(junk, 0x77, sizeof(junk));
    sparse_put(&disk, UINT64_C(2049) * 512, junk, sizeof(junk));
    for (size_t i = 0; i < ARRAY_SIZE(ebrs); i++)
        mbr_add_logical(table, 1, ebrs[i],
                        &(struct mbr_entry){ 0, 0x83, ebrs[i] + 63, 100 });
    image_put_mbr(&disk, table, 512);
    return disk;
}

/* A partition that ends past the disk. */
static struct sparse damaged_disk(void)
{
    struct sparse disk = image_new(131072, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->primary[0] = (struct mbr_entry){ 0, 0x83, 2048, 131072 };
    image_put_mbr(&disk, table, 512);
    return disk;
}

static const struct {
    struct sparse (*disk)(void);
    struct edit edit;
} changes[] = {
    { gpt_disk, { .kind = EDIT_DELETE } },
    { gpt_disk, { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT } },
    { gpt_disk, { .kind = EDIT_CONVERT, .label = LABEL_MSDOS } },
    { msdos_disk, { .kind = EDIT_DELETE } },
    { msdos_disk, { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT } },
    { msdos_disk, { .kind = EDIT_CONVERT, .label = LABEL_GPT } },
    { other_disk, { .kind = EDIT_REPAIR, .repair = REPAIR_SECTOR_SIZE } },
    { unsorted_disk, { .kind = EDIT_SORT } },
    { damaged_disk, { .kind = EDIT_REPAIR, .repair = REPAIR_CUT } },
};

/* Each sector that PLAN writes holds the same in the end with PLANNED. */
static void expect_same_end(const struct reader *disk, const struct write_plan *plan,
                            const struct write_plan *planned)
{
    struct write_plan_view view, other_view;
    struct reader end = write_plan_reader(&view, disk, plan, plan->count);
    struct reader other = write_plan_reader(&other_view, disk, planned, planned->count);
    uint8_t bytes[512], other_bytes[512];

    for (size_t i = 0; i < plan->count; i++)
        for (uint64_t k = 0; k < plan->writes[i].count; k++) {
            uint64_t at = (plan->writes[i].lba + k) * plan->logical;
            ck_assert(reader_read(&end, at, bytes, sizeof(bytes)));
            ck_assert(reader_read(&other, at, other_bytes, sizeof(bytes)));
            ck_assert_mem_eq(bytes, other_bytes, sizeof(bytes));
        }
}

TEST_EACH(a_read_that_fails_ends_in_a_sentence_or_a_plan, changes)
{
    CLEANUP(sparse_finish) struct sparse disk = changes[_i].disk();
    struct reader reader = sparse_reader(&disk);
    struct edit edit = changes[_i].edit;
    struct write_plan whole, plan;
    struct err err = { 0 };
    bool is_planned = false;
    unsigned reads;

    CLEANUP(layout_unrefp) struct layout *base = image_read(&disk, 512, &err);
    ck_assert_ptr_nonnull(base);
    edit.id = layout_find_entry(base, 1)->id;
    CLEANUP(layout_unrefp) struct layout *preview = edit_apply(base, &edit, &err);
    ck_assert_msg(preview != NULL, "%s", err.text);
    disk.reads = 0;
    ck_assert_msg(write_plan_make(&reader, base, preview, &whole, &err), "%s", err.text);
    reads = disk.reads;
    ck_assert_uint_gt(reads, 3);
    for (unsigned n = 0; n < reads; n++) {
        struct failing failing = { reader, n };
        struct reader broken = { read_failing, &failing, reader.size };
        err = (struct err){ 0 };
        if (!write_plan_make(&broken, base, preview, &plan, &err)) {
            ck_assert_msg(err.text[0] != '\0', "read %u", n);
            ck_assert_msg(!strstr(err.text, "no order"), "read %u", n);
            /* Only once all is planned: before that the sector is named. */
            bool is_read_back = strstr(err.text, "does not read back") != NULL;
            ck_assert_msg(is_read_back || !is_planned, "read %u: %s", n, err.text);
            if (is_read_back)
                ck_assert_refused(&err, REFUSAL_WRITE_READS_BACK_OTHERWISE);
            is_planned = is_read_back;
            continue;
        }
        ck_assert_msg(!err.code, "read %u: %s", n, err.text);
        ck_assert_uint_gt(plan.count, 0);
        expect_same_end(&reader, &plan, &whole);
        expect_same_end(&reader, &whole, &plan);
        write_plan_finish(&plan);
    }
    write_plan_finish(&whole);
}

/* The disk holds all that is wanted; that it can be read is not taken for granted. */
TEST_TIMES(nothing_to_write_is_found_out_by_reading, 2)
{
    struct sparse (*const disks[])(void) = { gpt_disk, msdos_disk };
    CLEANUP(sparse_finish) struct sparse disk = disks[_i]();
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *base = image_read(&disk, 512, &err);
    struct failing failing = { sparse_reader(&disk), 0 };
    struct reader broken = { read_failing, &failing, failing.disk.size };
    unsigned fails = 0;

    do {
        struct write_plan plan = { 0 };
        err = (struct err){ 0 };
        failing.left = fails;
        bool is_made = write_plan_make(&broken, base, base, &plan, &err);
        ck_assert_msg(is_made == !err.code, "read %u: %s", fails, err.text);
        ck_assert_uint_eq(plan.count, 0);
        /* It wraps with the read that fails. */
    } while (failing.left > fails++);
    ck_assert_uint_gt(fails, 5);
}

/* The EBR of a new logical lies there from an earlier time, with boot code, but nothing
 * links to it: no reader would notice that its write is missing. */
TEST(an_ebr_is_written_where_one_lies_that_reads_as_the_same)
{
    const struct edit create = {
        .kind = EDIT_CREATE, .extent = EXTENT_LOGICAL, .start = 8192, .length = 100
    };
    CLEANUP(sparse_finish) struct sparse disk = msdos_disk();
    struct failing failing = { sparse_reader(&disk), 0 };
    struct reader broken = { read_failing, &failing, failing.disk.size };
    struct write_plan whole, plan;
    struct err err = { 0 };
    unsigned fails = 0, made = 0;

    CLEANUP(layout_unrefp) struct layout *base = image_read(&disk, 512, &err);
    CLEANUP(layout_unrefp) struct layout *preview = edit_apply(base, &create, &err);
    ck_assert_msg(preview != NULL, "%s", err.text);
    ck_assert(write_plan_make(&failing.disk, base, preview, &whole, &err));
    ck_assert_int_eq(whole.writes[0].what, WRITE_EBR);
    sparse_put(&disk, whole.writes[0].lba * 512, whole.writes[0].after, 512);
    sparse_put(&disk, whole.writes[0].lba * 512, "boot", 4);
    do {
        err = (struct err){ 0 };
        failing.left = fails;
        if (!write_plan_make(&broken, base, preview, &plan, &err))
            continue;
        expect_same_end(&failing.disk, &whole, &plan);
        write_plan_finish(&plan);
        made++;
        /* It wraps with the read that fails. */
    } while (failing.left > fails++);
    ck_assert_uint_gt(made, 1);
    write_plan_finish(&whole);
}

/* A disk whose EBR at sector EBR gets another entry after some reads of it. */
struct changing {
    struct reader disk;
    unsigned left;
};

enum { EBR = 4096 };

static bool read_changing(void *context, uint64_t offset, void *buf, size_t count)
{
    struct changing *changing = context;
    const uint64_t at = UINT64_C(512) * EBR;

    if (!reader_read(&changing->disk, offset, buf, count))
        return false;
    if (offset <= at && at - offset < count && !changing->left--) {
        changing->left = 0;
        memset((uint8_t *)buf + (at - offset) + 446, 0, 16);
    }
    return true;
}

/* The logical partition ends past its container. */
static struct sparse damaged_chain(void)
{
    struct sparse disk = image_new(131072, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->primary[0] = (struct mbr_entry){ 0, 0x05, EBR, 8192 };
    mbr_add_logical(table, 0, EBR, &(struct mbr_entry){ 0, 0x83, EBR + 63, 20000 });
    image_put_mbr(&disk, table, 512);
    return disk;
}

TEST(an_entry_that_another_program_takes_meanwhile_is_not_cured)
{
    CLEANUP(sparse_finish) struct sparse disk = damaged_chain();
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_CUT };
    struct write_plan plan = { 0 };
    struct err err = { 0 };
    unsigned moved = 0;

    CLEANUP(layout_unrefp) struct layout *base = image_read(&disk, 512, &err);
    ck_assert_msg(base != NULL, "%s", err.text);
    edit.id = layout_find_entry(base, 5)->id;
    CLEANUP(layout_unrefp) struct layout *preview = edit_apply(base, &edit, &err);
    ck_assert_msg(preview != NULL, "%s", err.text);
    for (unsigned n = 0; n < 8; n++) {
        struct changing changing = { sparse_reader(&disk), n };
        struct reader reader = { read_changing, &changing, changing.disk.size };
        err = (struct err){ 0 };
        if (write_plan_make(&reader, base, preview, &plan, &err)) {
            write_plan_finish(&plan);
        } else if (strstr(err.text, "is not where it was read")) {
            ck_assert_refused(&err, REFUSAL_WRITE_CURE_MOVED);
            moved++;
        }
    }
    ck_assert_uint_eq(moved, 1);
}
