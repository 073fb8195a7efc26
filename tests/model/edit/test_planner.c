/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_planner.c - whole tables from a typed line or a template */
#include "model/edit/planner.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/disk/types.h"
#include "support/disks.h"
#include "support/refused.h"
#include "support/test.h"

#define DISK_3TB UINT64_C(5860533168)
#define DISK_2TB UINT64_C(3907029168)

static struct limits settle(uint64_t size, uint64_t logical, int64_t offset)
{
    struct limits_reported said = { .size_bytes = size * logical,
                                    .logical = logical,
                                    .physical = 4096,
                                    .alignment_offset = offset,
                                    .has_alignment_offset = true };
    struct limits_given given = { 0 };
    struct limits limits;
    struct err err = { 0 };

    ck_assert_msg(limits_settle(&said, &given, &limits, &err), "%s", err.text);
    return limits;
}

struct want {
    uint64_t start, last; /* inclusive, as tools print it */
    const char *type;     /* NULL: root of this architecture */
    const char *name;
};

static const struct {
    const char *text;
    enum label_kind label;
    uint64_t size, logical;
    int64_t offset;
    struct want parts[7];
} plans[] = {
    { "8GB swap, 250GB /, 1200GB raid, rest raid",
      LABEL_GPT,
      DISK_3TB,
      512,
      0,
      { { 2048, 15624191, TYPE_GPT_LINUX_SWAP, "" },
        { 15624192, 503906303, NULL, "" },
        { 503906304, 2847655935, TYPE_GPT_LINUX_RAID, "" },
        { 2847655936, 5860532223, TYPE_GPT_LINUX_RAID, "" } } },
    /* The same boundaries as with parted. */
    { "rest", LABEL_GPT, DISK_2TB, 512, 0, { { 2048, 3907028991, TYPE_GPT_LINUX, "" } } },
    { " 8 GB  swap ;rest  name=my data",
      LABEL_GPT,
      DISK_2TB,
      512,
      0,
      { { 2048, 15624191, TYPE_GPT_LINUX_SWAP, "" },
        { 15624192, 3907028991, TYPE_GPT_LINUX, "my data" } } },
    { "1MiB bios, 512MiB efi, rest /",
      LABEL_GPT,
      DISK_2TB,
      512,
      0,
      { { 2048, 4095, TYPE_GPT_BIOS_BOOT, "" },
        { 4096, 1052671, TYPE_GPT_EFI_SYSTEM, "" },
        { 1052672, 3907028991, NULL, "" } } },
    /* Decimal sizes follow each other from the end of an exact one. */
    { "512MiB efi, 8GB swap, 8GB data, 1.5GiB lvm, rest /",
      LABEL_GPT,
      DISK_2TB,
      512,
      0,
      { { 2048, 1050623, TYPE_GPT_EFI_SYSTEM, "" },
        { 1050624, 16674815, TYPE_GPT_LINUX_SWAP, "" },
        { 16674816, 32301055, TYPE_GPT_LINUX, "" },
        { 32301056, 35446783, TYPE_GPT_LINUX_LVM, "" },
        { 35446784, 3907028991, NULL, "" } } },
    /* The sizes of the whole disk: the table takes its room from the last part. */
    { "512MiB efi,1,5GiB lvm, rest",
      LABEL_GPT,
      DISK_2TB,
      512,
      0,
      { { 2048, 1050623, TYPE_GPT_EFI_SYSTEM, "" },
        { 1050624, 4196351, TYPE_GPT_LINUX_LVM, "" },
        { 4196352, 3907028991, TYPE_GPT_LINUX, "" } } },
    { "1GiB name=a1,2GiB",
      LABEL_GPT,
      8388608,
      512,
      0,
      { { 2048, 2099199, TYPE_GPT_LINUX, "a1" },
        { 2099200, 6293503, TYPE_GPT_LINUX, "" } } },
    { "4GiB", LABEL_GPT, 8388608, 512, 0, { { 2048, 8386559, TYPE_GPT_LINUX, "" } } },
    { "1GiB, 3GiB",
      LABEL_MSDOS,
      8388608,
      512,
      0,
      { { 2048, 2099199, "83", "" }, { 2099200, 8388607, "83", "" } } },
    { "2048s bios, 1GiB",
      LABEL_GPT,
      8388608,
      512,
      0,
      { { 2048, 4095, TYPE_GPT_BIOS_BOOT, "" }, { 4096, 2101247, TYPE_GPT_LINUX, "" } } },
    { "50% home, 50% ef00",
      LABEL_GPT,
      DISK_2TB,
      512,
      0,
      { { 2048, 1953515519, TYPE_GPT_LINUX_HOME, "" },
        { 1953515520, 3907028991, TYPE_GPT_EFI_SYSTEM, "" } } },
    { "2000398934016B windows",
      LABEL_GPT,
      DISK_2TB,
      512,
      0,
      { { 2048, 3907028991, TYPE_GPT_WINDOWS, "" } } },
    { "(1GiB + 1GiB)*2 data, end-1GiB lvm",
      LABEL_GPT,
      DISK_2TB,
      512,
      0,
      { { 2048, 8390655, TYPE_GPT_LINUX, "" },
        { 8390656, 3904931839, TYPE_GPT_LINUX_LVM, "" } } },
    { "1GiB, rest",
      LABEL_GPT,
      DISK_2TB,
      512,
      3584,
      { { 2055, 2099206, TYPE_GPT_LINUX, "" },
        { 2099207, 3907028998, "0FC63DAF-8483-4772-8E79-3D69D8477DE4", "" } } },
    { "1GiB, rest",
      LABEL_GPT,
      DISK_2TB / 8,
      4096,
      0,
      { { 256, 262399, TYPE_GPT_LINUX, "" },
        { 262400, 488378623, TYPE_GPT_LINUX, "" } } },
    { "8GB swap, rest /",
      LABEL_MSDOS,
      DISK_2TB,
      512,
      0,
      { { 2048, 15624191, "82", "" }, { 15624192, 3907028991, "83", "" } } },
    { "1GiB data, 1GiB fd, 1GiB ntfs, rest",
      LABEL_MSDOS,
      16777216,
      512,
      0,
      { { 2048, 2099199, "83", "" },
        { 2099200, 4196351, "fd", "" },
        { 4196352, 6293503, "7", "" },
        { 6293504, 16777215, "83", "" } } },
    { "1GiB, 1GiB /, 1GiB ext4, 1GiB swap, rest fat",
      LABEL_MSDOS,
      16777216,
      512,
      0,
      { { 2048, 2099199, "83", "" },
        { 2099200, 4196351, "83", "" },
        { 4196352, 6293503, "83", "" },
        { 6295552, 8392703, "82", "" },
        { 8394752, 16777215, "c", "" } } },
    { "512MiB efi, 8GiB swap, rest linux name=home",
      LABEL_GPT,
      DISK_2TB,
      512,
      0,
      { { 2048, 1050623, TYPE_GPT_EFI_SYSTEM, "" },
        { 1050624, 17827839, TYPE_GPT_LINUX_SWAP, "" },
        { 17827840, 3907028991, TYPE_GPT_LINUX, "home" } } },
    { "1GiB name=my data, 1GiB ef00 name=\"name=x\", 1GiB linux swap name=y=z, rest swap "
      "name=",
      LABEL_GPT,
      DISK_2TB,
      512,
      0,
      { { 2048, 2099199, TYPE_GPT_LINUX, "my data" },
        { 2099200, 4196351, TYPE_GPT_EFI_SYSTEM, "name=x" },
        { 4196352, 6293503, TYPE_GPT_LINUX_SWAP, "y=z" },
        { 6293504, 3907028991, TYPE_GPT_LINUX_SWAP, "" } } },
    /* Sectors that msdos cannot address are not used. */
    { "rest", LABEL_MSDOS, DISK_3TB, 512, 0, { { 2048, 4294967295, "83", "" } } },
};

/* A file system means the type that is made for it. */
static const struct {
    const char *word;
    const char *gpt, *msdos;
} file_systems[] = {
    { "ext4", TYPE_GPT_LINUX, "83" },      { "xfs", TYPE_GPT_LINUX, "83" },
    { "btrfs", TYPE_GPT_LINUX, "83" },     { "F2FS", TYPE_GPT_LINUX, "83" },
    { "ntfs", TYPE_GPT_WINDOWS, "7" },     { "exfat", TYPE_GPT_WINDOWS, "7" },
    { "vfat", TYPE_GPT_WINDOWS, "c" },     { "fat32", TYPE_GPT_WINDOWS, "c" },
    { "swap", TYPE_GPT_LINUX_SWAP, "82" },
};

TEST_EACH(file_system_gives_the_type, file_systems)
{
    struct limits limits = settle(DISK_2TB, 512, 0);
    struct planner *plan = xcalloc(1, sizeof(*plan));
    struct err err = { 0 };
    CLEANUP(freep) char *named = xasprintf("rest %s name=x", file_systems[_i].word);
    CLEANUP(freep) char *plain = xasprintf("rest %s", file_systems[_i].word);

    ck_assert_msg(planner_parse(named, &limits, LABEL_GPT, plan, &err), "%s", err.text);
    ck_assert_str_eq(plan->parts[0].type, file_systems[_i].gpt);
    ck_assert_msg(planner_parse(plain, &limits, LABEL_MSDOS, plan, &err), "%s", err.text);
    ck_assert_str_eq(plan->parts[0].type, file_systems[_i].msdos);
    free(plan);
}

TEST_EACH(line_gives_the_table_to_the_sector, plans)
{
    struct limits limits = settle(plans[_i].size, plans[_i].logical, plans[_i].offset);
    struct planner *plan = xcalloc(1, sizeof(*plan));
    struct err err = { 0 };

    ck_assert_msg(planner_parse(plans[_i].text, &limits, plans[_i].label, plan, &err),
                  "%s", err.text);
    for (size_t i = 0; i < plan->count; i++) {
        const struct want *want = &plans[_i].parts[i];
        const struct planner_part *part = &plan->parts[i];
        ck_assert_uint_eq(part->start, want->start);
        ck_assert_uint_eq(part->start + part->length - 1, want->last);
        ck_assert_str_eq(part->type, want->type ? want->type : type_linux_root());
        ck_assert_str_eq(part->name, want->name);
    }
    ck_assert_uint_eq(plans[_i].parts[plan->count].last, 0);
    free(plan);
}

static const struct {
    const char *text;
    enum label_kind label;
    const char *want;
} refusals[] = {
    { "", LABEL_GPT,
      "Write a list of sizes and types, such as 8GB swap, 250GB /, rest "
      "raid." },
    { "swap", LABEL_GPT, "'swap' begins with no size: write it as 8GB swap, or rest /." },
    { "8GB swap,, rest", LABEL_GPT, "Part 2 of the list is empty." },
    { "8GB swap,", LABEL_GPT, "Part 2 of the list is empty." },
    { "rest swap, 8GB raid", LABEL_GPT,
      "'rest swap' takes all that is left: it can only be the last." },
    { "0 swap", LABEL_GPT, "'0 swap' has no size at all." },
    { "3TB swap", LABEL_GPT, "'3TB swap' ends 931 GiB behind what the disk has." },
    { "1TB, 1TB home, 1TB swap", LABEL_GPT,
      "'1TB swap' ends 931 GiB behind what the disk has." },
    { "100% /, rest swap", LABEL_GPT, "Nothing is left for 'rest swap'." },
    { "1GB bios", LABEL_MSDOS,
      "'bios' cannot be made in an msdos table, which has no type for it." },
    { "1GB name=this name is longer than thirty-six units", LABEL_GPT,
      "The name 'this name is longer than thirty-six units' does not fit: there is room "
      "for 36 characters." },
    { "1GB linxu name=home", LABEL_GPT,
      "No type is called 'linxu': did you mean 'linux'?" },
    { "8GB swop", LABEL_GPT, "No type is called 'swop': did you mean 'swap'?" },
    { "8GB swop", LABEL_MSDOS, "No type is called 'swop': did you mean 'swap'?" },
    { "8GB my data", LABEL_GPT,
      "No type is called 'my data'; a name is written as name=my data." },
    { "8GB my data", LABEL_MSDOS, "No type is called 'my data'." },
    { "8GB S", LABEL_GPT, "No type is called 'S'; a name is written as name=S." },
    { "8GB a", LABEL_MSDOS, "No type is called 'a'." },
    { "8GB ext4 mkfs=yes", LABEL_GPT,
      "'ext4 mkfs=yes' is unknown: only name= can stand behind a type." },
    { "8GB surname=y name=x", LABEL_GPT,
      "'surname=y' is unknown: only name= can stand behind a type." },
    { "1GB linux name=home", LABEL_MSDOS,
      "'linux name=home' cannot be: partitions of an msdos table have no names." },
    { "99999999999999999999 a", LABEL_GPT,
      "'99999999999999999999' is too large to be counted." },
    { "8 swap, 250 /", LABEL_GPT,
      "'8 swap' has no unit: write it as 8GB swap, or with s for sectors." },
    { "1,5 swap", LABEL_GPT,
      "'1' has no unit: write it as 8GB swap, or with s for sectors." },
    { "1GiB /, -1GiB swap", LABEL_GPT,
      "'-1GiB' means less by so much, but nothing is there yet: write end-1GiB." },
    { "10GB/home", LABEL_GPT, "'home' cannot be read in '10GB/home'." },
    { "1.5s a", LABEL_GPT, "'1.5s' counts a part of a sector." },
    { "101% a", LABEL_GPT, "'101%' is more than 100%." },
    { "1GB a", LABEL_SUN, "There is no room for a table and a partition on this disk." },
};

TEST_EACH(refusal_names_the_part, refusals)
{
    struct limits limits = settle(DISK_2TB, 512, 0);
    struct planner *plan = xcalloc(1, sizeof(*plan));
    struct err err = { 0 };

    plan->count = 42;
    ck_assert(!planner_parse(refusals[_i].text, &limits, refusals[_i].label, plan, &err));
    ck_assert_str_eq(err.text, refusals[_i].want);
    ck_assert_int_eq(err.code, ERR_USAGE);
    ck_assert_uint_eq(plan->count, 42);
    free(plan);
}

TEST(more_parts_than_a_table_has_are_refused)
{
    struct limits limits = settle(DISK_2TB, 512, 0);
    struct planner *plan = xcalloc(1, sizeof(*plan));
    char text[PLANNER_MAX * 5 + 8] = "";
    struct err err = { 0 };

    for (int i = 0; i <= PLANNER_MAX; i++)
        strcat(text, i ? ",1GB" : "1GB");
    ck_assert(!planner_parse(text, &limits, LABEL_GPT, plan, &err));
    ck_assert_str_eq(err.text, "The list has more than 128 parts.");
    free(plan);
}

static const struct {
    enum template which;
    uint64_t size, logical;
    uint64_t start, last;
    const char *words;
} templates[] = {
    { TEMPLATE_GPT_MINIMUM, DISK_2TB, 512, 40, 3907029134,
      "gpt, minimum: one partition 40..3907029134 (1.8 TiB), end +7" },
    { TEMPLATE_GPT_GRAIN, DISK_2TB, 512, 2048, 3907028991,
      "gpt, one partition 2048..3907028991 (1.8 TiB), all on 1M" },
    { TEMPLATE_MSDOS_MINIMUM, DISK_2TB, 512, 8, 3907029167,
      "msdos, minimum: one partition 8..3907029167 (1.8 TiB), all on 4K" },
    { TEMPLATE_MSDOS_GRAIN, DISK_2TB, 512, 2048, 3907028991,
      "msdos, one partition 2048..3907028991 (1.8 TiB), all on 1M" },
    { TEMPLATE_GPT_EMPTY, DISK_2TB, 512, 0, 0,
      "gpt without partitions: sectors 34..3907029134 can be used" },
    { TEMPLATE_MSDOS_EMPTY, DISK_2TB, 512, 0, 0,
      "msdos without partitions: sectors 1..3907029167 can be used" },
    { TEMPLATE_NO_TABLE, DISK_2TB, 512, 0, 0,
      "no table: a file system straight on the disk, from sector 0" },
    { TEMPLATE_GPT_MINIMUM, DISK_2TB / 8, 4096, 6, 488378640,
      "gpt, minimum: one partition 6..488378640 (1.8 TiB), all on 4K" },
    { TEMPLATE_MSDOS_MINIMUM, DISK_3TB, 512, 8, 4294967295,
      "msdos, minimum: one partition 8..4294967295 (2 TiB), all on 4K" },
    { TEMPLATE_GPT_MINIMUM, 64, 512, 0, 0, "gpt: this disk is too small for it" },
};

TEST_EACH(template_has_its_numbers_on_this_disk, templates)
{
    struct limits limits = settle(templates[_i].size, templates[_i].logical, 0);
    struct planner *plan = xcalloc(1, sizeof(*plan));
    CLEANUP(freep) char *words = template_words(&limits, templates[_i].which);
    struct err err = { 0 };

    ck_assert_str_eq(words, templates[_i].words);
    template_plan(&limits, templates[_i].which, plan);
    ck_assert_uint_eq(plan->count, templates[_i].last > 0);
    if (plan->count) {
        ck_assert_uint_eq(plan->parts[0].start, templates[_i].start);
        ck_assert_uint_eq(plan->parts[0].start + plan->parts[0].length - 1,
                          templates[_i].last);
    }
    if (!template_has_table(templates[_i].which, &err))
        ck_assert_refused(&err, REFUSAL_NO_TABLE_NOTHING_TO_CHANGE);
    ck_assert_int_eq(err.code != ERR_NONE, templates[_i].which == TEMPLATE_NO_TABLE);
    free(plan);
}

/* The edits create the planned partitions on an empty disk. */
static void check_edits(const struct planner *plan, enum label_kind label,
                        const struct limits *limits)
{
    struct disks_spec spec = { .size = limits->size,
                               .logical = limits->logical,
                               .label = LABEL_NONE };
    struct layout *layout = disks_build(&spec);
    struct edit *edits;
    size_t count = planner_edits(plan, label, limits, &edits);
    size_t next = 0;

    for (size_t i = 0; i < count; i++) {
        struct err err = { 0 };
        edits[i].id = EDIT_ID_FIRST + (uint32_t)i;
        edits[i].seed = (struct guid_source){ { 1, 2, 3, i } };
        struct layout *after = edit_apply(layout, &edits[i], &err);
        ck_assert_msg(after, "%s", err.text);
        layout_unref(layout);
        layout = after;
    }
    ck_assert_int_eq(layout_label(layout)->kind, label);
    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        if (extent->kind != EXTENT_PARTITION && extent->kind != EXTENT_LOGICAL)
            continue;
        ck_assert_uint_lt(next, plan->count);
        const struct planner_part *part = &plan->parts[next++];
        ck_assert_uint_eq(extent->start, part->start);
        ck_assert_uint_eq(extent->length, part->length);
        ck_assert_str_eq(extent->type, part->type);
        ck_assert_str_eq(extent->name, label == LABEL_GPT ? part->name : "");
    }
    ck_assert_uint_eq(next, plan->count);
    layout_unref(layout);
    free(edits);
}

TEST_EACH(edits_make_what_was_planned, plans)
{
    struct limits limits = settle(plans[_i].size, plans[_i].logical, 0);
    struct planner *plan = xcalloc(1, sizeof(*plan));
    struct err err = { 0 };

    ck_assert_msg(planner_parse(plans[_i].text, &limits, plans[_i].label, plan, &err),
                  "%s", err.text);
    check_edits(plan, plans[_i].label, &limits);
    free(plan);
}

TEST_TIMES(edits_make_each_template, TEMPLATE_COUNT)
{
    enum template which = (enum template)_i;
    struct limits limits = settle(DISK_2TB, 512, 0);
    struct planner *plan = xcalloc(1, sizeof(*plan));
    struct edit *edits;

    template_plan(&limits, which, plan);
    if (template_label(which) == LABEL_NONE) {
        ck_assert_uint_eq(planner_edits(plan, LABEL_NONE, &limits, &edits), 0);
        ck_assert_ptr_null(edits);
    } else {
        check_edits(plan, template_label(which), &limits);
    }
    free(plan);
}
