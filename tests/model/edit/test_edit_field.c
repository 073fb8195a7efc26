/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_edit_field.c - type, name, attributes, boot flag and GUID of one partition */
#include <string.h>

#include "model/base/mem.h"
#include "model/edit/edit.h"
#include "support/disks.h"
#include "support/edits.h"
#include "support/test.h"

#define GUID_A    "9E1A2D38-C612-4316-AA26-8B49521E5A8B"
#define GPT_LINUX "0FC63DAF-8483-4772-8E79-3D69D8477DE4"

static const struct {
    bool is_gpt;
    unsigned number;
    const char *type;
    const char *want;
} types[] = {
    { true, 2, GUID_A, GUID_A },
    { true, 2, "9e1a2d38-c612-4316-aa26-8b49521e5a8b", GUID_A },
    { true, 2, "", GPT_LINUX },
    { false, 2, "82", "82" },
    { false, 2, "0x0C", "c" },
    { false, 2, "", "83" },
    { false, 3, "f", "f" },
    { false, 3, "85", "85" },
    { false, 3, "", "5" },
    { false, 6, "fd", "fd" },
};

TEST_EACH(a_type_is_stored_in_one_form, types)
{
    struct layout *layout = types[_i].is_gpt ? edits_gpt() : edits_msdos();
    struct edit edit = { .kind = EDIT_TYPE };

    strcpy(edit.type, types[_i].type);
    struct layout *after = edits_do(layout, edit, types[_i].number);
    ck_assert_str_eq(layout_find_number(after, types[_i].number)->type, types[_i].want);
    layout_unref(after);
    layout_unref(layout);
}

static const struct {
    bool is_gpt;
    unsigned number;
    struct edit edit;
    enum refusal refusal;
    const char *sentence;
} refused[] = {
    /* clang-format off */
    { true, 2, { .kind = EDIT_TYPE, .type = "83" }, REFUSAL_TYPE_GPT,
      "'83' is no type of a GPT" },
    { true, 2, { .kind = EDIT_TYPE, .type = "00000000-0000-0000-0000-000000000000" },
      REFUSAL_TYPE_GPT, "is an unused entry" },
    { false, 2, { .kind = EDIT_TYPE, .type = GUID_A }, REFUSAL_TYPE_MSDOS,
      "is no type of an msdos" },
    { false, 2, { .kind = EDIT_TYPE, .type = "0x" }, REFUSAL_TYPE_MSDOS,
      "is no type of an msdos" },
    { false, 2, { .kind = EDIT_TYPE, .type = "5" }, REFUSAL_TYPE_MSDOS,
      "for extended partitions alone" },
    { false, 6, { .kind = EDIT_TYPE, .type = "f" }, REFUSAL_TYPE_MSDOS,
      "for extended partitions alone" },
    { false, 3, { .kind = EDIT_TYPE, .type = "83" }, REFUSAL_TYPE_MSDOS,
      "none for an extended partition" },
    { false, 2, { .kind = EDIT_TYPE, .type = "ee" }, REFUSAL_TYPE_MSDOS,
      "Type ee announces a GPT" },
    { false, 2, { .kind = EDIT_NAME, .name = "x" }, REFUSAL_MSDOS_HAS_NO_SUCH_FIELD,
      "have no names: convert" },
    { true, 2, { .kind = EDIT_NAME, .name = "\x1b" }, REFUSAL_NAME_NOT_POSSIBLE,
      "cannot hold control characters" },
    { true, 2, { .kind = EDIT_NAME, .name = "\xe2\x80\xae" }, REFUSAL_NAME_NOT_POSSIBLE,
      "marks of direction" },
    { true, 2, { .kind = EDIT_NAME, .name = "0123456789012345678901234567890123456" },
      REFUSAL_NAME_NOT_POSSIBLE, "This name does not fit" },
    { false, 2, { .kind = EDIT_ATTRIBUTES, .attributes = 1 },
      REFUSAL_MSDOS_HAS_NO_SUCH_FIELD, "have no attributes: convert" },
    { false, 6, { .kind = EDIT_BOOT, .is_bootable = true }, REFUSAL_LOGICAL_NOT_ACTIVE,
      "A logical partition" },
    { false, 2, { .kind = EDIT_UUID }, REFUSAL_MSDOS_HAS_NO_SUCH_FIELD,
      "have no GUID of their own" },
    { true, 2, { .kind = EDIT_UUID, .uuid = "x" }, REFUSAL_GUID_NOT_POSSIBLE,
      "'x' is no GUID" },
    { true, 2, { .kind = EDIT_UUID, .uuid = "00000000-0000-0000-0000-000000000000" },
      REFUSAL_GUID_NOT_POSSIBLE, "not all of them 0." },
    /* clang-format on */
};

TEST_EACH(a_value_that_cannot_be_is_refused_with_the_reason, refused)
{
    struct layout *layout = refused[_i].is_gpt ? edits_gpt() : edits_msdos();

    edits_refuse(layout, refused[_i].edit, refused[_i].number, refused[_i].refusal,
                 refused[_i].sentence);
    layout_unref(layout);
}

/* 36 units: 36 characters, or 18 of two units each. */
static const char *const names[] = {
    "",
    "a name with 36 units is just enough.",
    "\xe4\xb8\xad\xe6\x96\x87",
    "\xf0\x9f\x92\xbe\xf0\x9f\x92\xbe\xf0\x9f\x92\xbe\xf0\x9f\x92\xbe\xf0\x9f\x92\xbe"
    "\xf0\x9f\x92\xbe\xf0\x9f\x92\xbe\xf0\x9f\x92\xbe\xf0\x9f\x92\xbe\xf0\x9f\x92\xbe"
    "\xf0\x9f\x92\xbe\xf0\x9f\x92\xbe\xf0\x9f\x92\xbe\xf0\x9f\x92\xbe\xf0\x9f\x92\xbe"
    "\xf0\x9f\x92\xbe\xf0\x9f\x92\xbe\xf0\x9f\x92\xbe",
};

TEST_EACH(a_name_of_36_units_fits, names)
{
    struct layout *layout = edits_gpt();
    struct edit edit = { .kind = EDIT_NAME };

    strcpy(edit.name, names[_i]);
    struct layout *after = edits_do(layout, edit, 2);
    ck_assert_str_eq(layout_find_number(after, 2)->name, names[_i]);
    layout_unref(after);
    layout_unref(layout);
}

TEST(an_extended_partition_can_be_active)
{
    struct layout *layout = edits_msdos();
    struct layout *after =
        edits_do(layout, (struct edit){ .kind = EDIT_BOOT, .is_bootable = true }, 3);

    ck_assert(layout_find_number(after, 3)->is_bootable);
    ck_assert(!layout_find_number(after, 1)->is_bootable);
    layout_unref(after);
    layout_unref(layout);
}

TEST(the_boot_flag_of_a_gpt_is_an_attribute)
{
    struct layout *layout = edits_gpt();
    struct layout *one =
        edits_do(layout, (struct edit){ .kind = EDIT_ATTRIBUTES, .attributes = 0x11 }, 1);
    struct layout *two =
        edits_do(one, (struct edit){ .kind = EDIT_BOOT, .is_bootable = true }, 1);
    struct layout *three =
        edits_do(two, (struct edit){ .kind = EDIT_BOOT, .is_bootable = true }, 2);
    struct layout *four = edits_do(three, (struct edit){ .kind = EDIT_BOOT }, 1);

    ck_assert(!layout_find_number(one, 1)->is_bootable);
    ck_assert_uint_eq(layout_find_number(two, 1)->attributes, 0x15);
    ck_assert(layout_find_number(three, 1)->is_bootable);
    ck_assert(layout_find_number(three, 2)->is_bootable);
    ck_assert_uint_eq(layout_find_number(four, 1)->attributes, 0x11);
    ck_assert(!layout_find_number(four, 1)->is_bootable);
    layout_unref(one);
    layout_unref(two);
    layout_unref(three);
    layout_unref(four);
    layout_unref(layout);
}

TEST(one_partition_of_msdos_is_active)
{
    struct layout *layout = edits_msdos();
    struct layout *other =
        edits_do(layout, (struct edit){ .kind = EDIT_BOOT, .is_bootable = true }, 2);
    struct layout *none = edits_do(other, (struct edit){ .kind = EDIT_BOOT }, 2);

    ck_assert(layout_find_number(layout, 1)->is_bootable);
    ck_assert(!layout_find_number(other, 1)->is_bootable);
    ck_assert(layout_find_number(other, 2)->is_bootable);
    ck_assert(!layout_find_number(none, 1)->is_bootable);
    ck_assert(!layout_find_number(none, 2)->is_bootable);
    layout_unref(other);
    layout_unref(none);
    layout_unref(layout);
}

TEST(a_guid_is_the_only_one_of_its_disk)
{
    struct layout *layout = edits_gpt();
    struct edit edit = { .kind = EDIT_UUID, .uuid = GUID_A };
    struct layout *after = edits_do(layout, edit, 2);

    ck_assert_str_eq(layout_find_number(after, 2)->uuid, GUID_A);
    edits_refuse(after, edit, 1, REFUSAL_GUID_NOT_POSSIBLE,
                 "Partition 2 has the GUID " GUID_A " already");
    layout_unref(edits_do(after, edit, 2));
    edit.uuid[0] = '\0';
    struct layout *drawn = edits_do(after, edit, 2);
    ck_assert_str_ne(layout_find_number(drawn, 2)->uuid, GUID_A);
    ck_assert_int_eq(layout_find_number(drawn, 2)->uuid[14], '4');
    layout_unref(drawn);
    layout_unref(after);
    layout_unref(layout);
}

/* Forms apply edits without a seed to check them. */
TEST(without_a_seed_a_guid_is_one_all_the_same)
{
    struct layout *layout = edits_gpt(), *after = NULL;
    struct edit edit = { .kind = EDIT_UUID, .id = layout_find_number(layout, 2)->id };
    struct err err = { 0 };

    for (unsigned number = 1; number <= 3; number++) {
        edit.id = layout_find_number(layout, number)->id;
        after = edit_apply(layout, &edit, &err);
        ck_assert_ptr_nonnull(after);
        ck_assert_uint_eq(strlen(layout_find_number(after, number)->uuid), 36);
        layout_unref(layout);
        layout = after;
    }
    layout_unref(layout);
}

TEST(without_its_type_a_slice_shows_no_bsd_partitions)
{
    struct layout *layout = disks_openbsd();
    struct edit edit = { .kind = EDIT_TYPE, .type = "a6" };
    struct layout *same = edits_do(layout, edit, 4);

    ck_assert(layout_equal(layout, same));
    strcpy(edit.type, "83");
    struct layout *other = edits_do(layout, edit, 4);
    edits_expect(other, "m 0+1, p4 63+1953525105");
    layout_unref(other);
    layout_unref(same);
    layout_unref(layout);
}
