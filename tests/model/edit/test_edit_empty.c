/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_edit_empty.c - which contents are empty, or can be declared empty */
#include <string.h>

#include "model/align/suggest.h"
#include "model/base/mem.h"
#include "model/edit/edit.h"
#include "model/edit/queue.h"
#include "support/disks.h"
#include "support/edits.h"
#include "support/test.h"

static const struct {
    struct content content;
    bool is_empty;
    const char *name;
    const char *id; /* NULL: null */
} contents[] = {
    { { .state = CONTENT_UNKNOWN }, false, "", NULL },
    { { .state = CONTENT_NONE }, false, "", NULL },
    { { .state = CONTENT_NONE, .zeros = ZEROS_SAMPLED }, false, "empty?", "looks-empty" },
    { { .state = CONTENT_NONE, .zeros = ZEROS_NONE }, false, "data?", "data" },
    { { .state = CONTENT_NONE, .zeros = ZEROS_ALL }, true, "empty", "zeros" },
    { { .state = CONTENT_NONE, .zeros = ZEROS_CALLED }, true, "empty", "called-empty" },
    { { .state = CONTENT_NONE, .zeros = ZEROS_NEW }, true, "", "new" },
    { { .state = CONTENT_NONE, .zeros = ZEROS_CALLED, .is_guarded = true },
      false,
      "guard",
      "guard" },
    { { .state = CONTENT_FOUND, .type = "ext4" }, false, "ext4", "found" },
    { { .state = CONTENT_FOUND, .zeros = ZEROS_ALL, .type = "ext4" },
      false,
      "ext4",
      "found" },
    { { .state = CONTENT_FOUND,
        .type = "swap",
        .inside = { .kind = INSIDE_SWAP, .is_remakeable = true } },
      true,
      "swap",
      "found" },
    { { .state = CONTENT_FOUND, .type = "swap", .inside = { .kind = INSIDE_SWAP } },
      false,
      "swap",
      "found" },
    { { .state = CONTENT_FOUND, .type = "swap" }, false, "swap", "found" },
    { { .state = CONTENT_FOUND,
        .type = "swsuspend",
        .inside = { .kind = INSIDE_SWAP, .is_remakeable = true } },
      false,
      "swsuspend",
      "found" },
    { { .state = CONTENT_AMBIVALENT, .type = "ext4", .other = "vfat" },
      false,
      "ext4+vfat?",
      "ambivalent" },
    { { .state = CONTENT_UNREADABLE }, false, "", "unreadable" },
};

TEST_EACH(only_what_is_known_to_be_empty_is_not_data, contents)
{
    const struct content *content = &contents[_i].content;
    char name[CONTENT_NAME];

    ck_assert(content_is_empty(content) == contents[_i].is_empty);
    ck_assert(content_is_data(content) == !contents[_i].is_empty);
    ck_assert_str_eq(content_name(content, name), contents[_i].name);
    ck_assert_pstr_eq(content_id(content), contents[_i].id);
}

TEST(a_name_of_two_long_types_fits)
{
    struct content content = { .state = CONTENT_AMBIVALENT };
    char name[CONTENT_NAME];

    memset(content.type, 'a', sizeof(content.type) - 1);
    memset(content.other, 'b', sizeof(content.other) - 1);
    ck_assert_uint_eq(strlen(content_name(&content, name)), 31 + 1 + 31 + 1);
}

static const struct {
    enum content_zeros zeros;
    const char *start;  /* the sentence on another start; NULL: it is done */
    const char *shrunk; /* the same on a smaller size */
} zeros[] = {
    { ZEROS_NOT_READ, "Partition 1 has no signature, which does not mean",
      "Partition 1 has no signature, which does not mean" },
    { ZEROS_SAMPLED, "Partition 1 looks empty, but only samples of it were read",
      "Partition 1 has no signature, which does not mean" },
    { ZEROS_NONE, "Partition 1 holds data of unknown kind: its start stays",
      "Partition 1 holds data of unknown kind: it cannot be made smaller" },
    { ZEROS_ALL, NULL, NULL },
    { ZEROS_CALLED, NULL, NULL },
    { ZEROS_NEW, NULL, NULL },
};

static void expect(const struct layout *layout, struct edit edit, enum refusal refusal,
                   const char *sentence)
{
    if (sentence)
        edits_refuse(layout, edit, 1, refusal, sentence);
    else
        layout_unref(edits_do(layout, edit, 1));
}

TEST_EACH(without_a_signature_zeros_decide, zeros)
{
    struct edit move = { .kind = EDIT_RESIZE, .start = 4096, .length = 100000 };
    struct edit shrink = { .kind = EDIT_RESIZE, .start = 2048, .length = 50000 };
    struct edit grow = { .kind = EDIT_RESIZE, .start = 2048, .length = 150000 };
    CLEANUP(layout_unrefp)
    struct layout *layout = edits_unsigned(edits_gpt(), 1, zeros[_i].zeros);

    expect(layout, move, REFUSAL_START_HOLDS_CONTENT, zeros[_i].start);
    expect(layout, shrink, REFUSAL_SHRINK_CONTENT_UNKNOWN, zeros[_i].shrunk);
    layout_unref(edits_do(layout, grow, 1));
}

TEST_EACH(a_start_costs_all_data_of_what_may_not_be_empty, zeros)
{
    struct edit move = { .kind = EDIT_RESIZE, .start = 206847, .length = 10000 };
    CLEANUP(layout_unrefp) struct layout *plain = edits_gpt();
    CLEANUP(layout_unrefp) struct layout *off = edits_do(plain, move, 2);
    CLEANUP(layout_unrefp)
    struct layout *layout = edits_unsigned(TAKE(off), 2, zeros[_i].zeros);
    struct suggestion list[SUGGEST_MAX];

    ck_assert_uint_gt(
        suggest_starts(layout, layout_find_number(layout, 2), GRUB_OF(0), list), 0);
    ck_assert_uint_eq(list[0].data_bytes, zeros[_i].start ? UINT64_C(10000) * 512 : 0);
}

TEST(called_empty_it_may_start_elsewhere)
{
    struct edit call = { .kind = EDIT_CALL_EMPTY };
    CLEANUP(layout_unrefp)
    struct layout *layout = edits_unsigned(edits_gpt(), 1, ZEROS_NONE);
    CLEANUP(layout_unrefp) struct layout *called = edits_do(layout, call, 1);
    const struct content *content = &layout_find_number(called, 1)->content;

    ck_assert_int_eq(content->zeros, ZEROS_CALLED);
    ck_assert_int_eq(layout_find_number(layout, 1)->content.zeros, ZEROS_NONE);
    layout_unref(edits_do(
        called, (struct edit){ .kind = EDIT_RESIZE, .start = 4096, .length = 50000 }, 1));
    edits_refuse(called, call, 1, REFUSAL_EMPTY_NOT_POSSIBLE,
                 "Partition 1 counts as empty already.");
}

TEST(two_signatures_are_forgotten_when_it_is_called_empty)
{
    struct edit call = { .kind = EDIT_CALL_EMPTY };
    CLEANUP(layout_unrefp)
    struct layout *layout =
        edits_filled(edits_gpt(), 1, CONTENT_AMBIVALENT, INSIDE_EXT, 512);
    CLEANUP(layout_unrefp) struct layout *called = edits_do(layout, call, 1);
    const struct content *content = &layout_find_number(called, 1)->content;

    ck_assert_int_eq(content->state, CONTENT_NONE);
    ck_assert_str_eq(content->type, "");
    ck_assert_int_eq(content->inside.kind, INSIDE_NONE);
}

TEST(the_base_shows_what_a_pending_edit_calls_empty)
{
    CLEANUP(layout_unrefp)
    struct layout *layout = edits_unsigned(edits_gpt(), 1, ZEROS_NONE);
    CLEANUP(queue_freep)
    struct queue *queue = queue_new(layout, (struct guid_source){ { 1, 2, 3, 4 } });
    uint32_t id = layout_find_number(layout, 1)->id;
    struct edit call = { .kind = EDIT_CALL_EMPTY, .id = id };
    struct edit remove = { .kind = EDIT_DELETE, .id = id };
    struct err err = { 0 };

    ck_assert(queue_push(queue, &call, &err) && queue_push(queue, &remove, &err));
    CLEANUP(layout_unrefp) struct layout *called = queue_base_called_empty(queue);
    ck_assert_int_eq(layout_find(called, id)->content.zeros, ZEROS_CALLED);
    ck_assert(queue_undo(queue) && queue_undo(queue));
    CLEANUP(layout_unrefp) struct layout *plain = queue_base_called_empty(queue);
    ck_assert_int_eq(layout_find(plain, id)->content.zeros, ZEROS_NONE);
}

static const struct {
    unsigned number;
    enum content_state state;
    enum inside_kind kind;
    enum refusal refusal;
    const char *sentence;
} not_callable[] = {
    { 1, CONTENT_FOUND, INSIDE_EXT, REFUSAL_EMPTY_NOT_POSSIBLE,
      "Partition 1 holds ext4, which is data: delete" },
    { 1, CONTENT_FOUND, INSIDE_SWAP, REFUSAL_EMPTY_NOT_POSSIBLE,
      "Partition 1 counts as empty already." },
    { 1, CONTENT_UNKNOWN, INSIDE_NONE, REFUSAL_EMPTY_NOT_POSSIBLE,
      "has not been read yet" },
    { 1, CONTENT_UNREADABLE, INSIDE_NONE, REFUSAL_EMPTY_NOT_POSSIBLE,
      "Partition 1 cannot be read" },
    { 3, CONTENT_NONE, INSIDE_NONE, REFUSAL_EMPTY_NOT_POSSIBLE,
      "Partition 3 is a container" },
};

TEST_EACH(what_is_known_cannot_be_called_empty, not_callable)
{
    CLEANUP(layout_unrefp)
    struct layout *layout =
        edits_filled(edits_msdos(), not_callable[_i].number, not_callable[_i].state,
                     not_callable[_i].kind, 0);

    edits_refuse(layout, (struct edit){ .kind = EDIT_CALL_EMPTY },
                 not_callable[_i].number, not_callable[_i].refusal,
                 not_callable[_i].sentence);
}

TEST(what_is_in_use_cannot_be_called_empty)
{
    CLEANUP(layout_unrefp)
    struct layout *layout =
        edits_used(edits_unsigned(edits_gpt(), 1, ZEROS_NONE), 1, USE_HOLDER, "dm-0");

    edits_refuse(layout, (struct edit){ .kind = EDIT_CALL_EMPTY }, 1, REFUSAL_EDIT_IN_USE,
                 "dm-0");
}

TEST(swap_whose_header_cannot_be_rewritten_keeps_its_start)
{
    struct edit move = { .kind = EDIT_RESIZE, .start = 4096, .length = 100000 };
    CLEANUP(layout_unrefp)
    struct layout *layout = edits_filled(edits_gpt(), 1, CONTENT_FOUND, INSIDE_SWAP, 0);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    layout_builder_find(builder, layout_find_number(layout, 1)->id)
        ->content.inside.is_remakeable = false;
    CLEANUP(layout_unrefp) struct layout *odd = layout_builder_refinish(builder);
    layout_unref(edits_do(layout, move, 1));
    edits_refuse(odd, move, 1, REFUSAL_START_HOLDS_CONTENT,
                 "swap with a header that cannot be made again");
    CLEANUP(layout_unrefp)
    struct layout *called = edits_do(odd, (struct edit){ .kind = EDIT_CALL_EMPTY }, 1);
    layout_unref(edits_do(called, move, 1));
}
