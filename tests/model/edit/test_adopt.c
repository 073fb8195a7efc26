/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_adopt.c - entries for contents that no entry names */
#include "model/edit/adopt.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/disk/types.h"
#include "model/edit/queue.h"
#include "support/disks.h"
#include "support/refused.h"
#include "support/test.h"

#define SECTORS UINT64_C(4000000)
#define MAX     8

static struct layout *disk_of(enum label_kind label, const struct disks_part *parts,
                              size_t count)
{
    const struct disks_spec spec = {
        .size = SECTORS, .label = label, .parts = parts, .count = count
    };

    return disks_build(&spec);
}

static struct adopt_content at(uint64_t start, uint64_t length, uint64_t ebr)
{
    return (struct adopt_content){ start, length, ebr, "", "ext4" };
}

/* The table after all edits; NULL with the reason. */
static struct layout *adopt(struct layout *layout, enum label_kind label,
                            const struct adopt_content *contents, size_t count,
                            struct err *err)
{
    CLEANUP(queue_freep)
    struct queue *queue = queue_new(layout, (struct guid_source){ { 1, 2, 3, 4 } });
    CLEANUP(freep) struct edit *edits = NULL;
    size_t edit_count;

    if (!adopt_edits(layout, label, contents, count, &edits, &edit_count, err))
        return NULL;
    for (size_t i = 0; i < edit_count; i++)
        if (!queue_push(queue, &edits[i], err))
            return NULL;
    return layout_ref(queue_preview(queue));
}

static const struct {
    const char *entry, *content, *msdos, *gpt;
} types[] = {
    { "", "ext4", "83", TYPE_GPT_LINUX },
    { "", "swap", "82", TYPE_GPT_LINUX_SWAP },
    { "", "ntfs", "7", TYPE_GPT_WINDOWS },
    { "", "vfat", "c", TYPE_GPT_WINDOWS },
    { "", "LVM2_member", "8e", TYPE_GPT_LINUX_LVM },
    { "", "hfsplus", "af", "48465300-0000-11AA-AA11-00306543ECAC" },
    { "", "zfs_member", "bf", "6A898CC3-1DD2-11B2-99A6-080020736631" },
    { "", "jfs", "83", TYPE_GPT_LINUX },
    { "", "", "83", TYPE_GPT_LINUX },
    { "6", "vfat", "6", TYPE_GPT_WINDOWS },
    { TYPE_GPT_EFI_SYSTEM, "vfat", "ef", TYPE_GPT_EFI_SYSTEM },
};

TEST_EACH(the_type_is_that_of_the_old_entry_or_the_content, types)
{
    struct adopt_content content = { 2048, 4096, 0, types[_i].entry, types[_i].content };

    for (int i = 0; i < 2; i++) {
        enum label_kind label = i ? LABEL_GPT : LABEL_MSDOS;
        CLEANUP(layout_unrefp) struct layout *blank = disk_of(LABEL_NONE, NULL, 0);
        struct err err = { 0 };
        CLEANUP(layout_unrefp)
        struct layout *after = adopt(blank, label, &content, 1, &err);
        ck_assert_msg(after, "%s", err.text);
        const struct extent *extent = layout_find_number(after, 1);
        ck_assert_uint_eq(extent->start, 2048);
        ck_assert_uint_eq(extent->length, 4096);
        ck_assert_str_eq(extent->type, i ? types[_i].gpt : types[_i].msdos);
    }
}

/* Which numbers contents get in a new msdos table; 0: none. */
static const struct {
    struct adopt_content at[MAX];
    size_t count;
    unsigned numbers[MAX];
} tables[] = {
    { { { 2048, 1000, 0, "", "" }, { 4096, 1000, 0, "", "" } }, 2, { 1, 2 } },
    { { { 63, 1000, 0, "", "" }, { 5000, 1000, 4937, "", "" } }, 2, { 1, 5 } },
    { { { 63, 1000, 0, "", "" },
        { 5000, 1000, 4937, "", "" },
        { 8192, 1000, 0, "", "" } },
      3,
      { 1, 5, 2 } },
    { { { 2048, 1000, 0, "", "" },
        { 4096, 1000, 0, "", "" },
        { 6144, 1000, 0, "", "" },
        { 8192, 1000, 0, "", "" },
        { 10240, 1000, 0, "", "" } },
      5,
      { 1, 2, 3, 5, 6 } },
    /* No free sector for an EBR before the last two. */
    { { { 2048, 1000, 0, "", "" },
        { 4096, 1000, 0, "", "" },
        { 6144, 2048, 0, "", "" },
        { 8192, 2048, 0, "", "" },
        { 10240, 2048, 0, "", "" } },
      5,
      { 1, 5, 6, 3, 4 } },
};

TEST_EACH(what_the_mbr_has_no_entry_for_becomes_logical, tables)
{
    CLEANUP(layout_unrefp) struct layout *blank = disk_of(LABEL_NONE, NULL, 0);
    struct err err = { 0 };
    CLEANUP(layout_unrefp)
    struct layout *after =
        adopt(blank, LABEL_MSDOS, tables[_i].at, tables[_i].count, &err);

    ck_assert_msg(after, "%s", err.text);
    ck_assert_uint_eq(layout_data_count(after), tables[_i].count);
    for (size_t i = 0; i < tables[_i].count; i++) {
        const struct extent *extent = layout_find_lba(after, tables[_i].at[i].start);
        ck_assert_uint_eq(extent->start, tables[_i].at[i].start);
        ck_assert_uint_eq(extent->length, tables[_i].at[i].length);
        ck_assert_int_eq(extent->kind == EXTENT_LOGICAL, tables[_i].numbers[i] > 4);
    }
}

TEST(without_room_for_ebrs_it_is_said)
{
    CLEANUP(layout_unrefp) struct layout *blank = disk_of(LABEL_NONE, NULL, 0);
    struct adopt_content contents[6];
    struct err err = { 0 };

    for (size_t i = 0; i < ARRAY_SIZE(contents); i++)
        contents[i] = at(2048 * (i + 1), 2048, 0);
    ck_assert_ptr_null(adopt(blank, LABEL_MSDOS, contents, ARRAY_SIZE(contents), &err));
    ck_assert_refused(&err, REFUSAL_ADOPT_MBR_FULL);
    ck_assert_ptr_nonnull(strstr(err.text, "EBR"));
}

TEST(entries_are_added_to_a_table_that_is_there)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 63, .length = 100000 },
        { .kind = EXTENT_EXTENDED, .number = 2, .start = 100063, .length = 2000000 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 100063, .length = 1 },
        { .kind = EXTENT_LOGICAL, .number = 5, .start = 100126, .length = 400063 },
    };
    CLEANUP(layout_unrefp)
    struct layout *layout = disk_of(LABEL_MSDOS, parts, ARRAY_SIZE(parts));
    const struct adopt_content contents[] = { at(500252, 400000, 500189),
                                              at(3000000, 5000, 0) };
    struct err err = { 0 };
    CLEANUP(layout_unrefp)
    struct layout *after =
        adopt(layout, adopt_label(layout, contents, 2), contents, 2, &err);

    ck_assert_msg(after, "%s", err.text);
    ck_assert_uint_eq(layout_find_number(after, 6)->start, 500252);
    ck_assert_uint_eq(layout_find_number(after, 3)->start, 3000000);
    ck_assert_uint_eq(layout_data_count(after), 4);
    /* The EBR that was lost keeps its bytes. */
    ck_assert_int_eq(layout_find_lba(after, 500189)->kind, EXTENT_FREE);
}

static const struct {
    uint64_t start, ebr;
    enum label_kind want;
} labels[] = {
    { 63, 0, LABEL_MSDOS },
    { 5000, 4937, LABEL_MSDOS },
    { 2048, 0, LABEL_GPT },
};

TEST_EACH(the_label_of_a_new_table_is_what_its_contents_tell, labels)
{
    CLEANUP(layout_unrefp) struct layout *blank = disk_of(LABEL_NONE, NULL, 0);
    const struct adopt_content content = at(labels[_i].start, 1000, labels[_i].ebr);

    ck_assert_int_eq(adopt_label(blank, &content, 1), labels[_i].want);
}
