/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_script_use.c - scripts on disks that are in use, or that were just edited */
#include <string.h>

#include "model/base/mem.h"
#include "model/edit/edit.h"
#include "model/script/script.h"
#include "support/disks.h"
#include "support/test.h"

/* A GPT on 1 GiB with 10 MiB at 2048 and, if IS_FULL, 20 MiB and 30 MiB behind it. */
static struct layout *make_gpt(bool is_full)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 2048, .length = 20480 },
        { .kind = EXTENT_PARTITION, .number = 2, .start = 22528, .length = 40960 },
        { .kind = EXTENT_PARTITION, .number = 3, .start = 63488, .length = 61440 },
    };
    struct disks_spec spec = { .size = 1024 * 2048,
                               .label = LABEL_GPT,
                               .parts = parts,
                               .count = is_full ? ARRAY_SIZE(parts) : 0 };

    return disks_build(&spec);
}

/* A partition of an earlier edit has the first of the ids that edits assign. */
TEST(a_new_partition_has_an_id_of_its_own)
{
    CLEANUP(layout_unrefp) struct layout *none = make_gpt(false);
    struct edit create = { .kind = EDIT_CREATE,
                           .id = EDIT_ID_FIRST,
                           .number = 2,
                           .extent = EXTENT_PARTITION,
                           .start = 40960,
                           .length = 20480 };
    CLEANUP(freep) struct edit *edits = NULL;
    struct err err = { 0 };
    size_t count;

    CLEANUP(layout_unrefp) struct layout *one = edit_apply(none, &create, &err);
    ck_assert_msg(one != NULL, "%s", err.text);
    ck_assert_msg(script_edits("label: gpt\n1:start=2048,size=10M\n"
                               "2:start=40960,size=10M,type=swap\n",
                               one, &edits, &count, &err),
                  "%s", err.text);
    ck_assert_uint_eq(count, 2);
    ck_assert_int_eq(edits[0].kind, EDIT_CREATE);
    ck_assert_int_eq(edits[1].kind, EDIT_TYPE);
    ck_assert_uint_eq(edits[1].id, EDIT_ID_FIRST);
}

/* Between two logicals is the EBR of the second, a grain before it if there is so much
 * room. */
TEST(a_second_logical_leaves_room_for_its_ebr)
{
    struct disks_spec spec = { .size = 1024 * 2048, .label = LABEL_MSDOS };
    CLEANUP(layout_unrefp) struct layout *disk = disks_build(&spec);
    CLEANUP(freep) struct edit *edits = NULL;
    struct err err = { 0 };
    size_t count;

    ck_assert_msg(script_edits("label: dos\n2:start=2048,size=204800,type=5\n"
                               "5:start=4096,size=2049\n6:size=2048\n",
                               disk, &edits, &count, &err),
                  "%s", err.text);
    ck_assert_uint_eq(edits[count - 1].start, 10240);
    ck_assert(!script_edits("label: dos\n2:start=2048,size=6144,type=5\n"
                            "5:start=4096,size=2048\n6:size=2048\n",
                            disk, &edits, &count, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "no room on the grain for a logical"));
}

/* Also if everything else stays, or all of it in a new table. */
static const char *const refused[] = {
    "label: gpt\n1:size=10M\n3:start=63488,size=30M\n",
    "label: gpt\nfirst-lba: 2048\n1:size=10M\n2:size=20M\n3:size=30M\n",
};

TEST_EACH(a_partition_in_use_does_not_go, refused)
{
    CLEANUP(layout_unrefp) struct layout *idle = make_gpt(true);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(idle);
    CLEANUP(freep) struct edit *edits = NULL;
    struct err err = { 0 };
    size_t count;

    layout_builder_find(builder, layout_find_number(idle, 2)->id)->use.kind = USE_MOUNT;
    CLEANUP(layout_unrefp) struct layout *disk = layout_builder_refinish(builder);
    ck_assert(!script_edits(refused[_i], disk, &edits, &count, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
}
