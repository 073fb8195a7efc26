/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_script_print.c - tables as sfdisk's text */
#include "model/script/script.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/refused.h"
#include "support/test.h"

static const struct {
    struct layout *(*make)(void);
    const char *path;
    const char *text;
} prints[] = {
    { disks_legacy, "/dev/sda",
      "label: dos\n"
      "label-id: 0x5a3c9d21\n"
      "device: /dev/sda\n"
      "unit: sectors\n"
      "sector-size: 512\n"
      "\n"
      "/dev/sda1 : start=          63, size=   204796557, type=7, bootable\n"
      "/dev/sda2 : start=   204796620, size=  1707789825, type=83\n"
      "/dev/sda3 : start=  1912586445, size=    40933620, type=f\n"
      "/dev/sda5 : start=  1912586508, size=    40933557, type=82\n" },
};

TEST_EACH(a_table_is_printed_as_sfdisk_dumps_it, prints)
{
    CLEANUP(layout_unrefp) struct layout *layout = prints[_i].make();
    CLEANUP(freep) char *text = NULL;
    struct err err = { 0 };

    ck_assert(script_print(layout, prints[_i].path, &text, &err));
    ck_assert_str_eq(text, prints[_i].text);
}

/* One partition on a disk of SIZE sectors. */
static char *print_one(uint64_t size, const struct extent *more, enum label_kind kind)
{
    struct disks_part part = { .kind = EXTENT_PARTITION,
                               .number = 1,
                               .start = 2048,
                               .length = 1024,
                               .type = more->type[0] ? more->type : NULL };
    struct disks_spec spec = { .size = size, .label = kind, .parts = &part, .count = 1 };
    CLEANUP(layout_unrefp) struct layout *plain = disks_build(&spec);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);
    struct err err = { 0 };
    char *text;

    struct extent *extent =
        layout_builder_find(builder, layout_find_number(plain, 1)->id);
    copy_text(extent->name, sizeof(extent->name), more->name);
    extent->attributes = more->attributes;
    extent->is_bootable = more->is_bootable;
    layout_builder_label(builder)->entries = more->number ? more->number : 128;
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_refinish(builder);
    ck_assert(script_print(layout, "disk.img", &text, &err));
    return text;
}

static const struct {
    const char *name;
    const char *want;
} names[] = {
    { "data", "name=\"data\"\n" },
    { "two words, one comma", "name=\"two words, one comma\"\n" },
    { "a\"b\\c`d$e", "name=\"a\\x22b\\x5cc\\x60d\\x24e\"\n" },
    { "\x1f ~\x7f", "name=\"\\x1f ~\\x7f\"\n" },
    { "\xc3\xa4", "name=\"\\xc3\\xa4\"\n" },
};

TEST_EACH(a_name_is_quoted_byte_by_byte, names)
{
    struct extent extent = { .number = 0 };

    copy_text(extent.name, sizeof(extent.name), names[_i].name);
    CLEANUP(freep) char *text = print_one(100000, &extent, LABEL_GPT);
    const char *at = strstr(text, "name=");
    ck_assert_ptr_nonnull(at);
    ck_assert_str_eq(at, names[_i].want);
}

static const struct {
    uint64_t size;
    struct extent more;
    enum label_kind kind;
    const char *want; /* a part of it */
    const char *no;   /* and what is not in it */
} parts[] = {
    { 100000,
      { .attributes = 5 },
      LABEL_GPT,
      ", attrs=\"RequiredPartition LegacyBIOSBootable\"\n",
      ", bootable" },
    /* Bits without a word are still attributes. */
    { 100000, { .attributes = 8 }, LABEL_GPT, ", attrs=\"\"\n", "GUID:" },
    { 100000, { .is_bootable = true }, LABEL_MSDOS, ", bootable\n", "attrs" },
    { 100000, { .number = 56 }, LABEL_GPT, "\ntable-length: 56\nsector-size", "grain" },
    { 8193, { .number = 0 }, LABEL_GPT, "last-lba: ", "grain" },
    /* libfdisk falls back to the physical sector at four grains. */
    { 8192, { .number = 0 }, LABEL_GPT, "\ngrain: 512\nsector-size: 512\n", "length" },
    { 100000, { .number = 0 }, LABEL_GPT, "\ndisk.img1 : start=        2048", "name=" },
};

TEST_EACH(headers_and_fields_are_there_where_sfdisk_has_them, parts)
{
    CLEANUP(freep)
    char *text = print_one(parts[_i].size, &parts[_i].more, parts[_i].kind);

    ck_assert_msg(strstr(text, parts[_i].want), "%s not in %s", parts[_i].want, text);
    ck_assert_msg(!strstr(text, parts[_i].no), "%s in %s", parts[_i].no, text);
}

static const enum label_kind foreign[] = { LABEL_NONE, LABEL_LOOP, LABEL_SUN, LABEL_BSD };

TEST_EACH(what_no_script_can_say_is_refused, foreign)
{
    struct disks_spec spec = { .size = 100000, .label = foreign[_i] };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    char *text = NULL;
    struct err err = { 0 };

    ck_assert(!script_print(layout, "/dev/sdq", &text, &err));
    ck_assert_ptr_null(text);
    ck_assert_refused(&err, REFUSAL_SCRIPT_NOT_POSSIBLE);
    ck_assert_ptr_nonnull(strstr(err.text, "/dev/sdq"));
}
