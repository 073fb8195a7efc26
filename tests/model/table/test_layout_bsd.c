/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_layout_bsd.c - entries of a BSD label that touch, overlap or end past the disk */
#include <string.h>

#include "model/base/mem.h"
#include "support/table_image.h"
#include "support/test.h"

enum { SIZE = 100000, SLICE = 63 };

static const struct {
    struct bsd_entry a, b;
    enum note_id note; /* NOTE_NONE: none of the two */
} pairs[] = {
    { { 1000, 500, 7 }, { 1500, 500, 7 }, NOTE_NONE },
    { { 1000, 501, 7 }, { 1500, 500, 7 }, NOTE_BSD_ENTRIES_OVERLAP },
    { { 1500, 500, 7 }, { 1000, 500, 7 }, NOTE_NONE },
    { { 1500, 500, 7 }, { 1000, 501, 7 }, NOTE_BSD_ENTRIES_OVERLAP },
    { { 1000, 500, 7 }, { 1100, 10, 7 }, NOTE_BSD_ENTRIES_OVERLAP },
    { { 1000, 500, 7 }, { 1000, 500, 7 }, NOTE_BSD_ENTRIES_OVERLAP },
    { { 1000, 500, 7 }, { 1100, 0, 7 }, NOTE_NONE },
    { { 1000, 500, 7 }, { 99000, 1000, 7 }, NOTE_NONE },
    { { 1000, 500, 7 }, { 99000, 1001, 7 }, NOTE_BSD_ENTRY_BEYOND },
};

TEST_EACH(entries_may_touch_but_not_overlap, pairs)
{
    struct bsd_label label = {
        .flavour = BSD_OPENBSD, .sector_bytes = 512, .size = SIZE, .count = 8
    };
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct err err = { 0 };

    label.entries[0] = pairs[_i].a;
    label.entries[1] = pairs[_i].b;
    table->primary[0] = (struct mbr_entry){ 0x80, 0xa6, SLICE, 99000 };
    image_put_mbr(&disk, table, 512);
    image_put_bsd(&disk, &label, SLICE, 512);
    CLEANUP(layout_unrefp) struct layout *layout = image_read(&disk, 512, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    static const enum note_id ids[] = { NOTE_BSD_ENTRIES_OVERLAP, NOTE_BSD_ENTRY_BEYOND };
    for (size_t i = 0; i < ARRAY_SIZE(ids); i++)
        ck_assert_msg(!layout_note_find(layout, ids[i]) == (ids[i] != pairs[_i].note),
                      "row %d, %s", _i, note_id_text(ids[i]));
}

/* The slice has the sectors 1000 to 2999.  What only touches it is not in it. */
static const struct {
    struct bsd_entry entry;
    bool is_elsewhere;
} places[] = {
    { { 500, 500, 7 }, true },   { { 500, 501, 7 }, false }, { { 1000, 2000, 7 }, false },
    { { 2999, 100, 7 }, false }, { { 3000, 100, 7 }, true },
};

TEST_EACH(entries_outside_the_slice_are_told, places)
{
    struct bsd_label label = {
        .flavour = BSD_OPENBSD, .sector_bytes = 512, .size = SIZE, .count = 8
    };
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct err err = { 0 };

    label.entries[0] = places[_i].entry;
    table->primary[0] = (struct mbr_entry){ 0x80, 0xa6, 1000, 2000 };
    image_put_mbr(&disk, table, 512);
    image_put_bsd(&disk, &label, 1000, 512);
    CLEANUP(layout_unrefp) struct layout *layout = image_read(&disk, 512, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_int_eq(layout_note_find(layout, NOTE_BSD_ENTRY_ELSEWHERE) != NULL,
                     places[_i].is_elsewhere);
}

/* They start at the same sector. */
TEST(entries_stand_in_the_order_of_their_letters)
{
    struct bsd_label label = {
        .flavour = BSD_OPENBSD, .sector_bytes = 512, .size = SIZE, .count = 8
    };
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct err err = { 0 };
    char letters[8] = "";

    for (size_t i = 0; i < 3; i++)
        label.entries[i] = (struct bsd_entry){ 1500, (uint32_t)(100 * (i + 1)), 7 };
    table->primary[0] = (struct mbr_entry){ 0x80, 0xa6, 1000, 2000 };
    image_put_mbr(&disk, table, 512);
    image_put_bsd(&disk, &label, 1000, 512);
    CLEANUP(layout_unrefp) struct layout *layout = image_read(&disk, 512, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    for (size_t i = 0, count = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->kind == EXTENT_SLICE)
            letters[count++] = layout_at(layout, i)->letter;
    ck_assert_str_eq(letters, "abc");
}
