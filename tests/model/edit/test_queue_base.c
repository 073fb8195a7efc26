/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_queue_base.c - pending edits are dropped if the table on the disk changes */
#include <string.h>

#include "model/base/mem.h"
#include "model/edit/queue.h"
#include "support/edits.h"
#include "support/test.h"

/* One changed property of the table. */
static void set_id(struct label *label, struct extent *extent)
{
    (void)extent; /* only the label */
    label->id[0] = label->id[0] == '1' ? '2' : '1';
}

static void set_entries(struct label *label, struct extent *extent)
{
    (void)extent;
    label->entries++;
}

static void set_first(struct label *label, struct extent *extent)
{
    (void)extent;
    label->first_usable++;
}

static void set_last(struct label *label, struct extent *extent)
{
    (void)extent;
    label->last_usable--;
}

static void set_written_for(struct label *label, struct extent *extent)
{
    (void)extent;
    label->written_for = 4096;
}

static void set_start(struct label *label, struct extent *extent)
{
    (void)label; /* only the extent */
    extent->start++;
    extent->length--;
}

static void set_length(struct label *label, struct extent *extent)
{
    (void)label;
    extent->length--;
}

static void set_number(struct label *label, struct extent *extent)
{
    (void)label;
    extent->number = 100;
}

static void set_type(struct label *label, struct extent *extent)
{
    (void)label;
    strcpy(extent->type, "21686148-6449-6E6F-744E-656564454649");
}

static void set_name(struct label *label, struct extent *extent)
{
    (void)label;
    strcpy(extent->name, "another");
}

static void set_uuid(struct label *label, struct extent *extent)
{
    (void)label;
    strcpy(extent->uuid, "21686148-6449-6E6F-744E-656564454649");
}

static void set_attributes(struct label *label, struct extent *extent)
{
    (void)label;
    extent->attributes ^= 1;
}

static void set_bootable(struct label *label, struct extent *extent)
{
    (void)label;
    extent->is_bootable = !extent->is_bootable;
}

static void set_nothing(struct label *label, struct extent *extent)
{
    (void)label;
    (void)extent;
}

static void (*const changes[])(struct label *label, struct extent *extent) = {
    set_nothing,     set_id,    set_entries,    set_first,    set_last,
    set_written_for, set_start, set_length,     set_number,   set_type,
    set_name,        set_uuid,  set_attributes, set_bootable,
};

TEST_EACH(each_word_of_a_table_counts, changes)
{
    CLEANUP(layout_unrefp) struct layout *base = edits_gpt();
    struct guid_source seed = { { 1, 2, 3, 4 } };
    CLEANUP(queue_freep) struct queue *queue = queue_new(base, seed);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(base);
    struct edit edit = edits_on(base, (struct edit){ .kind = EDIT_DELETE }, 1);
    struct err err = { 0 };

    ck_assert(queue_push(queue, &edit, &err));
    changes[_i](layout_builder_label(builder),
                layout_builder_find(builder, layout_find_number(base, 5)->id));
    CLEANUP(layout_unrefp) struct layout *now = layout_builder_refinish(builder);
    bool is_kept = queue_rebase(queue, now, &err);
    ck_assert_int_eq(is_kept, changes[_i] == set_nothing);
    ck_assert_uint_eq(queue_count(queue), is_kept ? 1 : 0);
}

static const struct {
    uint64_t size, logical;
    bool is_kept;
} disks[] = {
    { 100000, 512, true },
    { 100001, 512, false },
    { 100000, 1024, false },
};

TEST_EACH(the_size_of_the_disk_counts, disks)
{
    CLEANUP(layout_unrefp) struct layout *base = edits_blank(100000, 512);
    CLEANUP(layout_unrefp)
    struct layout *now = edits_blank(disks[_i].size, disks[_i].logical);
    struct guid_source seed = { { 1, 2, 3, 4 } };
    CLEANUP(queue_freep) struct queue *queue = queue_new(base, seed);
    struct edit edit = { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT };
    struct err err = { 0 };

    ck_assert(queue_push(queue, &edit, &err));
    ck_assert_int_eq(queue_rebase(queue, now, &err), disks[_i].is_kept);
    ck_assert_uint_eq(queue_count(queue), disks[_i].is_kept ? 1 : 0);
}
