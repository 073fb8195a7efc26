/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_queue.c - pending edits: undo, redo, drop, and another base */
#include "model/edit/queue.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/edits.h"
#include "support/refused.h"
#include "support/test.h"

static const struct guid_source seed = { { 5, 6, 7, 8 } };

static const struct edit create = {
    .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 409600, .length = 2048
};
static const struct edit impossible = {
    .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 0, .length = 1
};

static struct queue *queue_on(struct layout *base)
{
    struct queue *queue = queue_new(base, seed);

    layout_unref(base);
    return queue;
}

static void push(struct queue *queue, struct edit edit, unsigned number)
{
    struct edit whole = edits_on(queue_preview(queue), edit, number);
    struct err err = { 0 };

    ck_assert_msg(queue_push(queue, &whole, &err), "refused: %s", err.text);
}

/* Deletes 2, creates a new 2 elsewhere, and names it. */
static struct queue *three_edits(void)
{
    struct queue *queue = queue_on(edits_gpt());

    push(queue, (struct edit){ .kind = EDIT_DELETE }, 2);
    push(queue, create, 0);
    push(queue, (struct edit){ .kind = EDIT_NAME, .name = "new" }, 2);
    return queue;
}

TEST(an_empty_queue_shows_its_base)
{
    struct queue *queue = queue_on(edits_gpt());

    ck_assert_uint_eq(queue_count(queue), 0);
    ck_assert_uint_eq(queue_undone_count(queue), 0);
    ck_assert_ptr_eq(queue_preview(queue), queue_base(queue));
    ck_assert(!queue_undo(queue));
    ck_assert(!queue_redo(queue));
    queue_free(queue);
    queue_free(NULL);
}

TEST(each_edit_stands_on_those_before_it)
{
    struct queue *queue = three_edits();

    ck_assert_uint_eq(queue_count(queue), 3);
    ck_assert_ptr_eq(queue_layout(queue, 0), queue_base(queue));
    ck_assert_ptr_eq(queue_layout(queue, 3), queue_preview(queue));
    ck_assert_ptr_null(layout_find_number(queue_layout(queue, 1), 2));
    ck_assert_str_eq(layout_find_number(queue_layout(queue, 2), 2)->name, "");
    ck_assert_str_eq(layout_find_number(queue_preview(queue), 2)->name, "new");
    ck_assert_int_eq(queue_at(queue, 0)->kind, EDIT_DELETE);
    ck_assert_uint_eq(queue_at(queue, 1)->id, EDIT_ID_FIRST);
    queue_free(queue);
}

TEST(what_is_created_gets_an_id_and_a_guid_of_its_own)
{
    struct queue *queue = queue_on(edits_gpt());
    struct edit more = create;

    push(queue, create, 0);
    more.start += 4096;
    push(queue, more, 0);
    const struct extent *one = layout_find(queue_preview(queue), EDIT_ID_FIRST);
    const struct extent *two = layout_find(queue_preview(queue), EDIT_ID_FIRST + 1);
    ck_assert_uint_eq(one->start, 409600);
    ck_assert_uint_eq(two->start, 413696);
    ck_assert_str_ne(one->uuid, two->uuid);
    queue_free(queue);
}

TEST(each_edit_has_its_own_random_ids)
{
    struct queue *queue = queue_on(edits_gpt());

    push(queue, (struct edit){ .kind = EDIT_DISK_ID }, 0);
    push(queue, (struct edit){ .kind = EDIT_DISK_ID }, 0);
    ck_assert_str_ne(layout_label(queue_layout(queue, 1))->id,
                     layout_label(queue_layout(queue, 2))->id);
    queue_free(queue);
}

TEST(redo_draws_what_was_drawn_before)
{
    struct queue *queue = queue_on(edits_gpt());
    char uuid[40];

    push(queue, create, 0);
    memcpy(uuid, layout_find(queue_preview(queue), EDIT_ID_FIRST)->uuid, sizeof(uuid));
    ck_assert(queue_undo(queue));
    ck_assert(queue_redo(queue));
    ck_assert_str_eq(layout_find(queue_preview(queue), EDIT_ID_FIRST)->uuid, uuid);
    queue_free(queue);
}

TEST(what_was_undone_waits_for_redo)
{
    struct queue *queue = three_edits();

    ck_assert(queue_undo(queue));
    ck_assert(queue_undo(queue));
    ck_assert_uint_eq(queue_count(queue), 1);
    ck_assert_uint_eq(queue_undone_count(queue), 2);
    ck_assert_int_eq(queue_undone_at(queue, 0)->kind, EDIT_CREATE);
    ck_assert_int_eq(queue_undone_at(queue, 1)->kind, EDIT_NAME);
    ck_assert(queue_redo(queue));
    ck_assert_int_eq(queue_undone_at(queue, 0)->kind, EDIT_NAME);
    queue_free(queue);
}

TEST(a_push_that_fails_keeps_what_was_undone)
{
    struct queue *queue = three_edits();
    struct err err = { 0 };

    ck_assert(queue_undo(queue));
    ck_assert(!queue_push(queue, &impossible, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_uint_eq(queue_undone_count(queue), 1);
    ck_assert(queue_redo(queue));
    ck_assert(queue_undo(queue));
    push(queue, (struct edit){ .kind = EDIT_BOOT, .is_bootable = true }, 2);
    ck_assert_uint_eq(queue_undone_count(queue), 0);
    queue_free(queue);
}

TEST(one_that_others_need_cannot_be_dropped)
{
    struct queue *queue = three_edits();
    struct err err = { 0 };

    ck_assert(!queue_drop(queue, 1, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "is not there"));
    ck_assert_uint_eq(queue_count(queue), 3);
    ck_assert_str_eq(layout_find_number(queue_preview(queue), 2)->name, "new");
    queue_free(queue);
}

TEST(dropping_one_keeps_the_others_and_forgets_the_undone)
{
    struct queue *queue = three_edits();
    struct err err = { 0 };

    push(queue, (struct edit){ .kind = EDIT_DELETE }, 5);
    ck_assert(queue_undo(queue));
    ck_assert(queue_drop(queue, 0, &err));
    ck_assert_uint_eq(queue_count(queue), 2);
    ck_assert_uint_eq(queue_undone_count(queue), 0);
    /* Number 2 would not be free. */
    ck_assert_uint_eq(layout_find(queue_preview(queue), EDIT_ID_FIRST)->number, 4);
    ck_assert_str_eq(layout_find_number(queue_preview(queue), 4)->name, "new");
    ck_assert(queue_drop(queue, 1, &err));
    ck_assert(queue_drop(queue, 0, &err));
    ck_assert_ptr_eq(queue_preview(queue), queue_base(queue));
    queue_free(queue);
}

TEST(clearing_forgets_all)
{
    struct queue *queue = three_edits();

    ck_assert(queue_undo(queue));
    queue_clear(queue);
    ck_assert_uint_eq(queue_count(queue), 0);
    ck_assert_uint_eq(queue_undone_count(queue), 0);
    ck_assert_ptr_eq(queue_preview(queue), queue_base(queue));
    queue_free(queue);
}

TEST(a_base_with_users_and_contents_keeps_the_edits)
{
    struct queue *queue = three_edits();
    struct err err = { 0 };
    struct layout *known = edits_filled(edits_gpt(), 3, CONTENT_UNREADABLE, 0, 0);

    known = edits_used(known, 1, USE_MOUNT, "/");
    known = edits_noted(known, NOTE_GPT_HYBRID);
    ck_assert(queue_undo(queue));
    ck_assert(queue_rebase(queue, known, &err));
    ck_assert_uint_eq(queue_count(queue), 2);
    ck_assert_uint_eq(queue_undone_count(queue), 1);
    ck_assert_ptr_eq(queue_base(queue), known);
    ck_assert_int_eq(layout_find_number(queue_preview(queue), 1)->use.kind, USE_MOUNT);
    ck_assert(queue_redo(queue));
    layout_unref(known);
    queue_free(queue);
}

TEST(an_edit_that_a_user_forbids_is_dropped_with_those_behind_it)
{
    struct queue *queue = queue_on(edits_gpt());
    struct layout *known = edits_used(edits_gpt(), 3, USE_SWAP, "");
    struct err err = { 0 };

    push(queue, create, 0);
    push(queue, (struct edit){ .kind = EDIT_DELETE }, 3);
    push(queue, (struct edit){ .kind = EDIT_DELETE }, 2);
    ck_assert(!queue_rebase(queue, known, &err));
    ck_assert_str_eq(err.text,
                     "Change 2 (delete partition 3, swap, 24.4 MiB) is not "
                     "possible any more and is dropped with those behind it. Partition "
                     "3 is in use as swap: while it is, it cannot be changed.");
    ck_assert_uint_eq(queue_count(queue), 1);
    ck_assert_ptr_eq(queue_base(queue), known);
    layout_unref(known);
    queue_free(queue);
}

TEST(a_table_that_turns_out_read_only_drops_all_edits)
{
    struct queue *queue = three_edits();
    struct layout *known = edits_noted(edits_gpt(), NOTE_PARTED_CRASHED);
    struct err err = { 0 };

    ck_assert(!queue_rebase(queue, known, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "Note parted-crashed."));
    ck_assert_uint_eq(queue_count(queue), 0);
    layout_unref(known);
    queue_free(queue);
}

/* Changes by other programs. */
static const struct edit changes[] = {
    { .kind = EDIT_RESIZE, .start = 204800, .length = 9999 },
    { .kind = EDIT_RESIZE, .start = 204801, .length = 9999 },
    { .kind = EDIT_DELETE },
    { .kind = EDIT_TYPE, .type = "9E1A2D38-C612-4316-AA26-8B49521E5A8B" },
    { .kind = EDIT_NAME, .name = "x" },
    { .kind = EDIT_UUID },
    { .kind = EDIT_ATTRIBUTES, .attributes = 1 },
    { .kind = EDIT_BOOT, .is_bootable = true },
    { .kind = EDIT_DISK_ID },
    { .kind = EDIT_SORT },
    { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT },
    { .kind = EDIT_CREATE,
      .id = EDIT_ID_FIRST,
      .extent = EXTENT_PARTITION,
      .start = 500000,
      .length = 1 },
};

TEST_EACH(another_table_drops_all_edits, changes)
{
    struct queue *queue = three_edits();
    struct layout *base = edits_gpt();
    struct layout *other = edits_do(base, changes[_i], 2);
    struct err err = { 0 };

    ck_assert(queue_undo(queue));
    ck_assert(!queue_rebase(queue, other, &err));
    ck_assert_refused(&err, REFUSAL_EDITED_TABLE_CHANGED);
    ck_assert_ptr_nonnull(strstr(err.text, "is not the one that was edited"));
    ck_assert_uint_eq(queue_count(queue), 0);
    ck_assert_uint_eq(queue_undone_count(queue), 0);
    ck_assert_ptr_eq(queue_base(queue), other);
    layout_unref(other);
    layout_unref(base);
    queue_free(queue);
}

TEST(another_table_is_welcome_where_nothing_is_pending)
{
    struct queue *queue = queue_on(edits_gpt());
    struct layout *other = edits_msdos();
    struct err err = { 0 };

    ck_assert(queue_rebase(queue, other, &err));
    ck_assert_ptr_eq(queue_preview(queue), other);
    layout_unref(other);
    queue_free(queue);
}

TEST(redo_of_what_became_impossible_forgets_it)
{
    struct queue *queue = queue_on(edits_gpt());
    struct layout *known = edits_used(edits_gpt(), 2, USE_SWAP, "");
    struct err err = { 0 };

    push(queue, (struct edit){ .kind = EDIT_DELETE }, 2);
    ck_assert(queue_undo(queue));
    ck_assert(queue_rebase(queue, known, &err));
    ck_assert_uint_eq(queue_undone_count(queue), 1);
    ck_assert(!queue_redo(queue));
    ck_assert_uint_eq(queue_undone_count(queue), 0);
    layout_unref(known);
    queue_free(queue);
}

TEST(each_edit_is_told_on_the_layout_before_it)
{
    static const char *const words[] = {
        "delete partition 2, 4.9 MiB",
        "new partition 2, 1 MiB, Linux file system, at 409600",
        "name of 2: '' -> 'new'",
    };
    struct queue *queue = three_edits();

    for (size_t i = 0; i < 3; i++) {
        CLEANUP(freep) char *line = queue_words(queue, i);
        ck_assert_str_eq(line, words[i]);
    }
    while (queue_undo(queue))
        continue;
    for (size_t i = 0; i < 3; i++) {
        CLEANUP(freep) char *line = queue_undone_words(queue, i);
        ck_assert_str_eq(line, words[i]);
    }
    queue_free(queue);
}
