/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_layout_dedicated.c - disks that BSD has whole, with an MBR for form's sake */
#include "model/table/layout_dedicated.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/table_image.h"
#include "support/test.h"

#define SIZE 8388608

/* The entry in FreeBSD's own boot sector: active, from sector 0 on, 50000 sectors. */
static const struct mbr_entry whole = { 0x80, 0xa5, 0, 50000 };

static struct bsd_label freebsd(void)
{
    return (struct bsd_label){
        .flavour = BSD_FREEBSD,
        .sector_bytes = 512,
        .size = SIZE,
        .count = 8,
        .entries = { { 16, 2097152, 7 },
                     { 2097168, 1048576, 1 },
                     { 0, SIZE, 0 },
                     { 100, 100, 0 }, /* there, but unused: no partition */
                     { 3145744, SIZE - 3145744, 200 } },
    };
}

static struct sparse disk_with(const struct mbr_entry *entry,
                               const struct bsd_label *label)
{
    struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->primary[3] = *entry;
    image_put_mbr(&disk, table, 512);
    if (label)
        image_put_bsd(&disk, label, 0, 512);
    return disk;
}

TEST(a_dedicated_disk_shows_its_bsd_partitions)
{
    struct bsd_label label = freebsd();
    CLEANUP(sparse_finish) struct sparse disk = disk_with(&whole, &label);
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *layout = image_read(&disk, 512, &err);

    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_BSD);
    ck_assert_int_eq(layout_read_only(layout)->id, NOTE_BSD_DEDICATED);
    ck_assert_int_eq(layout_at(layout, 0)->role, ROLE_TABLE);
    ck_assert_uint_eq(layout_at(layout, 0)->length, 2);
    ck_assert_uint_eq(layout_find_number(layout, 1)->start, 16);
    ck_assert_int_eq(layout_find_number(layout, 1)->letter, 'a');
    ck_assert_str_eq(layout_find_number(layout, 1)->type, "4.2BSD");
    ck_assert_str_eq(layout_find_number(layout, 2)->type, "swap");
    ck_assert_ptr_null(layout_find_number(layout, 3));
    ck_assert_ptr_null(layout_find_number(layout, 4));
    ck_assert_str_eq(layout_find_number(layout, 5)->type, "200");
}

/* Its file system leaves space for boot code and label. */
TEST(a_partition_from_sector_0_on_holds_the_table)
{
    struct bsd_label label = freebsd();
    struct err err = { 0 };

    label.entries[0] = (struct bsd_entry){ 0, 2097168, 7 };
    CLEANUP(sparse_finish) struct sparse disk = disk_with(&whole, &label);
    CLEANUP(layout_unrefp) struct layout *layout = image_read(&disk, 512, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_uint_eq(layout_at(layout, 0)->number, 1);
    ck_assert_uint_eq(layout_at(layout, 0)->start, 0);
}

/* Of the entry that ends past the disk, or of the later one of two that overlap. */
static const struct {
    struct bsd_entry entry;
    char letter;
} broken[] = { { { 16, SIZE, 7 }, 'a' }, { { 2097168, 100, 7 }, 'b' } };

TEST_EACH(an_impossible_entry_is_shown_as_damaged, broken)
{
    struct bsd_label label = freebsd();
    struct err err = { 0 };

    label.entries[0] = broken[_i].entry;
    CLEANUP(sparse_finish) struct sparse disk = disk_with(&whole, &label);
    CLEANUP(layout_unrefp) struct layout *layout = image_read(&disk, 512, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_uint_eq(layout_damaged_count(layout), 1);
    LAYOUT_EACH (extent, layout)
        if (extent_is_damaged(extent))
            ck_assert_int_eq(extent->letter, broken[_i].letter);
}

TEST(sectors_that_the_disk_does_not_have_whole_are_refused)
{
    struct bsd_label label = freebsd();
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE / 8, 4096);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct err err = { 0 };

    label.entries[0].start = 17;
    table->primary[3] = whole;
    image_put_mbr(&disk, table, 4096);
    image_put_bsd(&disk, &label, 0, 4096);
    ck_assert_ptr_null(image_read(&disk, 4096, &err));
    ck_assert_msg(strstr(err.text, "entry a of the BSD label") != NULL, "%s", err.text);
}

static const struct mbr_entry ordinary[] = {
    { 0x80, 0xa5, 63, 50000 }, /* a slice of its own */
    { 0x80, 0x83, 0, 50000 },  /* not for BSD */
};

TEST_EACH(what_is_not_dedicated_is_no_bsd_disk, ordinary)
{
    struct bsd_label label = freebsd();
    CLEANUP(sparse_finish) struct sparse disk = disk_with(&ordinary[_i], &label);
    struct reader reader = sparse_reader(&disk);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct err err = { 0 };

    ck_assert(mbr_decode(&reader, 512, table, &err));
    ck_assert(!dedicated_decode(table, &reader, 512, &label));
    /* Nor where another entry stands beside it, or the label is missing. */
    table->primary[3] = whole;
    ck_assert(dedicated_decode(table, &reader, 512, &label));
    table->primary[0] = (struct mbr_entry){ 0, 0x83, 60000, 1000 };
    ck_assert(!dedicated_decode(table, &reader, 512, &label));
    table->primary[0].type = 0;
    image_put_zeros(&disk, 1, 1, 512);
    ck_assert(!dedicated_decode(table, &reader, 512, &label));
}

TEST_TIMES(a_bare_label_has_the_flavour_of_its_version, 2)
{
    struct bsd_label label = freebsd(), read;

    label.flavour = _i ? BSD_OPENBSD : BSD_FREEBSD;
    CLEANUP(sparse_finish) struct sparse disk = disk_with(&whole, &label);
    struct reader reader = sparse_reader(&disk);
    ck_assert(dedicated_decode_bare(&reader, 512, &read));
    ck_assert_int_eq(read.flavour, label.flavour);
}

/* Bytes after the last entry of the label may be obsolete. */
TEST(entries_behind_the_count_are_no_partitions)
{
    const struct limits limits = { .size = SIZE, .logical = 512, .physical = 512 };
    struct bsd_label label = freebsd();
    struct err err = { 0 };

    label.count = 4;
    CLEANUP(layout_unrefp)
    struct layout *layout =
        layout_of_dedicated(&label, &limits, NOTE_BSD_DEDICATED, "", &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_ptr_nonnull(layout_find_number(layout, 2));
    ck_assert_ptr_null(layout_find_number(layout, 5));
}
