/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_edit_grow.c - partitions in use: which uses allow growth */
#include "model/base/mem.h"
#include "model/edit/edit.h"
#include "support/edits.h"
#include "support/test.h"

#define TO(from, sectors)                                                                \
    {                                                                                    \
        .kind = EDIT_RESIZE, .start = from, .length = sectors                            \
    }
#define LATER   TO(2048, 150000)
#define EARLIER TO(2048, 90000)
#define MOVED   TO(4096, 100000)

enum { MIB = 1 << 20 };

/* The use of the first partition, its content, and the offset of its magic. */
struct user {
    enum use_kind use;
    const char *where;
    enum inside_kind inside;
    uint64_t proof_offset, data_offset;
};

static const struct user growing[] = {
    { USE_MOUNT, "/mnt", INSIDE_EXT, 1024, 0 },
    { USE_MOUNT, "/mnt", INSIDE_NTFS, 0, 0 },
    { USE_SWAP_FILE, "/", INSIDE_EXT, 1024, 0 },
    { USE_HOLDER, "luks-home", INSIDE_LUKS, 0, 16 * MIB },
    { USE_HOLDER, "vg-root", INSIDE_LVM, 512, MIB },
    { USE_HOLDER, "md0", INSIDE_MD, 4096, MIB },
    { USE_HOLDER, "md0", INSIDE_MD, 0, MIB },
    { USE_LVM_IDLE, "", INSIDE_LVM, 512, MIB },
};

static const struct {
    struct user user;
    struct edit edit;
    enum refusal refusal;
    const char *sentence;
} refused[] = {
    { { USE_SWAP, "", INSIDE_SWAP, 0, 0 }, LATER, REFUSAL_EDIT_IN_USE, "in use as swap" },
    { { USE_LOOP, "loop7", INSIDE_EXT, 0, 0 },
      LATER,
      REFUSAL_EDIT_IN_USE,
      "lies the loop device loop7" },
    { { USE_EXCLUSIVE, "", INSIDE_EXT, 0, 0 },
      LATER,
      REFUSAL_EDIT_IN_USE,
      "open for itself" },
    { { USE_HOLDER, "bcache0", INSIDE_NONE, 0, 0 },
      LATER,
      REFUSAL_GROW_HOLDER,
      "held by bcache0, which may not work with a later end" },
    { { USE_HOLDER, "dm-3", INSIDE_EXT, 1024, 0 },
      LATER,
      REFUSAL_GROW_HOLDER,
      "which may not work with a later end" },
    { { USE_HOLDER, "md0", INSIDE_MD, 40 * MIB, 0 },
      LATER,
      REFUSAL_GROW_HOLDER,
      "superblock of that array lies at the end" },
    { { USE_HOLDER, "md0", INSIDE_MD, MIB, MIB },
      LATER,
      REFUSAL_GROW_HOLDER,
      "superblock of that array lies at the end" },
    { { USE_MOUNT, "/mnt", INSIDE_EXT, 0, 0 },
      EARLIER,
      REFUSAL_RESIZE_IN_USE,
      "mounted on /mnt: while it is in use it can grow into the free space behind it, "
      "and neither shrink nor move" },
    { { USE_MOUNT, "/mnt", INSIDE_EXT, 0, 0 },
      MOVED,
      REFUSAL_RESIZE_IN_USE,
      "neither shrink nor move" },
    { { USE_MOUNT, "/mnt", INSIDE_EXT, 0, 0 },
      TO(2048, 100000),
      REFUSAL_RESIZE_IN_USE,
      "neither shrink" },
    { { USE_MOUNT, "/mnt", INSIDE_EXT, 0, 0 },
      TO(2048, 250000),
      REFUSAL_SECTORS_TAKEN,
      "are not free" },
    { { USE_HOLDER, "vg-root", INSIDE_LVM, 512, MIB },
      EARLIER,
      REFUSAL_RESIZE_IN_USE,
      "held by vg-root: while it is in use it can grow" },
    { { USE_SWAP_FILE, "/", INSIDE_EXT, 0, 0 },
      EARLIER,
      REFUSAL_RESIZE_IN_USE,
      "A swap file lies in" },
    { { USE_SWAP, "", INSIDE_SWAP, 0, 0 },
      EARLIER,
      REFUSAL_EDIT_IN_USE,
      "in use as swap" },
};

/* The first partition: sectors 2048 to 102047, free space up to 204799. */
static struct layout *disk_of(struct user user)
{
    struct layout *plain = edits_used(edits_gpt(), 1, user.use, user.where);
    CLEANUP(layout_unrefp)
    struct layout *layout = edits_filled(
        plain, 1, user.inside ? CONTENT_FOUND : CONTENT_NONE, user.inside, 0);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    uint32_t id = layout_find_number(layout, 1)->id;
    struct inside *inside = &layout_builder_find(builder, id)->content.inside;

    inside->proof_offset = user.proof_offset;
    inside->data_offset = user.data_offset;
    return layout_builder_refinish(builder);
}

TEST_EACH(some_uses_allow_a_later_end, growing)
{
    struct layout *layout = disk_of(growing[_i]);
    struct layout *after = edits_do(layout, (struct edit)LATER, 1);
    const struct extent *was = layout_find_number(layout, 1);
    const struct extent *is = layout_find_number(after, 1);

    ck_assert_uint_eq(is->length, 150000);
    ck_assert(edit_is_growth(was, is));
    ck_assert(!edit_is_growth(is, was));
    ck_assert(!edit_is_growth(was, was));
    ck_assert_int_eq(is->use.kind, growing[_i].use);
    layout_unref(after);
    layout_unref(layout);
}

TEST_EACH(what_a_user_does_not_bear_is_refused_with_the_reason, refused)
{
    struct layout *layout = disk_of(refused[_i].user);

    edits_refuse(layout, refused[_i].edit, 1, refused[_i].refusal, refused[_i].sentence);
    layout_unref(layout);
}

/* The container itself is not in use: it can grow for a mounted logical. */
TEST(a_container_and_its_last_logical_grow_while_that_is_in_use)
{
    struct layout *layout = edits_used(edits_msdos(), 7, USE_MOUNT, "/home");
    struct layout *wider = edits_do(layout, (struct edit)TO(300000, 600000), 3);
    struct layout *after = edits_do(wider, (struct edit)TO(500000, 400000), 7);

    ck_assert_uint_eq(layout_find_number(after, 7)->length, 400000);
    edits_refuse(layout, (struct edit)TO(500000, 400000), 7, REFUSAL_LOGICAL_OUTSIDE,
                 "inside the extended one");
    layout_unref(after);
    layout_unref(wider);
    layout_unref(layout);
}
