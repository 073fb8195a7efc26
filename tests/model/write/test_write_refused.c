/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_refused.c - what no table can hold is refused by name
 *
 * No edit makes such previews.  A plan made of one would be refused in any case, since it
 * does not read back as shown; but only a sentence that names the thing helps. */
#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/write/msdos_private.h"
#include "support/refused.h"
#include "support/test.h"
#include "support/write_scene.h"

static struct extent *find_number(const struct write_scene *scene,
                                  struct layout_builder *builder, unsigned number)
{
    const struct extent *extent = layout_find_number(scene->preview, number);

    return layout_builder_find(builder, extent->id);
}

static const struct {
    unsigned number; /* a primary, a logical */
    const char *type;
} types[] = {
    { 1, "" }, { 1, "7x" }, { 1, "zz" },  { 1, "100" },
    { 6, "" }, { 6, "7x" }, { 6, "100" }, { 2, "xf" },
};

TEST_EACH(a_type_that_is_no_byte_is_named, types)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct layout_builder *builder = scene_open(&scene);
    struct extent *extent = find_number(&scene, builder, types[_i].number);
    char sentence[80];

    copy_text(extent->type, sizeof(extent->type), types[_i].type);
    scene_close(&scene, builder);
    (void)snprintf(sentence, sizeof(sentence), "'%s' is no type of an msdos partition.",
                   types[_i].type);
    scene_refuse(&scene, REFUSAL_WRITE_MSDOS_TYPE, sentence);
}

TEST(each_type_that_is_a_byte_is_written)
{
    static const unsigned numbers[] = { 1, 6 };

    for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
        struct write_scene scene = scene_msdos();
        struct layout_builder *builder = scene_open(&scene);
        strcpy(find_number(&scene, builder, numbers[i])->type, i ? "0" : "ff");
        scene_close(&scene, builder);
        scene_plan(&scene);
        scene_finish(&scene);
    }
}

/* Entries count sectors with 32 bits, a primary's start from 0, a logical's from its EBR.
 */
static const struct {
    uint64_t start, length, base;
    bool fits;
} ranges[] = {
    { UINT32_MAX, 1, 0, true },
    { UINT64_C(1) << 32, 1, 0, false },
    { 2048, UINT32_MAX, 0, true },
    { 2048, UINT64_C(1) << 32, 0, false },
    { UINT64_C(5000000001), 1, 5000000000, true },
    { UINT64_C(5000000000) + UINT32_MAX, 1, 5000000000, true },
    { UINT64_C(5000000001) + UINT32_MAX, 1, 5000000000, false },
    { 4999, 1, 5000, false },
};

TEST_EACH(a_range_fits_in_32_bits_or_is_refused, ranges)
{
    struct extent extent = { .number = 7,
                             .start = ranges[_i].start,
                             .length = ranges[_i].length };
    struct err err = { 0 };

    ck_assert_int_eq(msdos_check_range(&extent, ranges[_i].base, &err), ranges[_i].fits);
    ck_assert_int_eq(strstr(err.text, "Partition 7 ") != NULL, !ranges[_i].fits);
    if (!ranges[_i].fits)
        ck_assert_refused(&err, REFUSAL_WRITE_MSDOS_RANGE);
}

static void spoil_type(struct extent *extent)
{
    extent->type[5] = 'x';
}

static void spoil_uuid(struct extent *extent)
{
    extent->uuid[5] = 'x';
}

static void lengthen_name(struct extent *extent)
{
    strcpy(extent->name, "a name of more than 36 UTF-16 units ...");
}

static void take_no_number(struct extent *extent)
{
    extent->number = 0;
}

static void take_number_of_none(struct extent *extent)
{
    extent->number = 129;
}

static void take_number_of_another(struct extent *extent)
{
    extent->number = 1;
}

static const struct {
    void (*spoil)(struct extent *extent);
    enum refusal refusal;
    const char *sentence;
} entries[] = {
    { spoil_type, REFUSAL_WRITE_GUID, "is no GUID" },
    { spoil_uuid, REFUSAL_WRITE_GUID, "is no GUID" },
    { lengthen_name, REFUSAL_WRITE_NAME,
      "'a name of more than 36 UTF-16 units ...' is too long" },
    { take_no_number, REFUSAL_WRITE_NUMBER, "There is no entry number 0" },
    { take_number_of_none, REFUSAL_WRITE_NUMBER, "There is no entry number 129" },
    { take_number_of_another, REFUSAL_WRITE_NUMBER,
      "There is no entry number 1, or it is taken twice" },
};

TEST_EACH(what_no_entry_of_a_gpt_holds_is_named, entries)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    struct layout_builder *builder = scene_open(&scene);

    entries[_i].spoil(find_number(&scene, builder, 2));
    scene_close(&scene, builder);
    scene_refuse(&scene, entries[_i].refusal, entries[_i].sentence);
}

TEST(a_disk_id_that_is_no_guid_is_named)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    struct layout_builder *builder = scene_open(&scene);

    layout_builder_label(builder)->id[5] = 'x';
    scene_close(&scene, builder);
    scene_refuse(&scene, REFUSAL_WRITE_GUID, "is no GUID");
}

/* Such a table is read, and all its bytes but one are there already. */
TEST(a_table_with_two_extended_partitions_is_refused)
{
    const uint8_t entry[] = { 0, 0, 0, 0, 5, 0, 0, 0, 0, 0x90, 0, 0, 0, 8, 0, 0 };
    const uint8_t magic[] = { 0x55, 0xaa };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();

    sectors_put_bytes(&scene.disk, 446 + 48, entry, sizeof(entry));
    sectors_put_bytes(&scene.disk, 36864 * 512 + 510, magic, sizeof(magic));
    scene_read(&scene);
    ck_assert_int_eq(layout_find_number(scene.base, 4)->kind, EXTENT_EXTENDED);
    struct layout_builder *builder = scene_open(&scene);
    strcpy(find_number(&scene, builder, 1)->type, "7");
    scene_close(&scene, builder);
    scene_refuse(&scene, REFUSAL_WRITE_TWO_EXTENDED,
                 "A table with two extended partitions is not written");
}

/* More EBRs than readers follow; no edit makes more than 60 logical partitions. */
TEST(a_chain_that_is_too_long_is_refused)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct layout_builder *builder = scene_open(&scene);

    for (unsigned i = 0; i < MBR_LINKS_MAX - 2; i++) {
        struct extent ebr = { .kind = EXTENT_METADATA,
                              .role = ROLE_EBR,
                              .start = 8193 + i,
                              .length = 1,
                              .parent = layout_find_number(scene.preview, 2)->id };
        (void)layout_builder_add(builder, &ebr);
    }
    scene_close(&scene, builder);
    scene_refuse(&scene, REFUSAL_WRITE_CHAIN_LONG, "too long");
}

TEST(a_table_of_another_kind_is_not_written)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct layout_builder *builder = scene_open(&scene);

    layout_builder_label(builder)->kind = LABEL_BSD;
    scene_close(&scene, builder);
    scene_refuse(&scene, REFUSAL_WRITE_KIND, "Tables of the kind 'bsd' cannot be");
}
