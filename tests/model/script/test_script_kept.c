/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_script_kept.c - what a script finds in its place stays */
#include "model/script/script.h"

#include <string.h>

#include "model/align/advice.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/edit/delta.h"
#include "support/disks.h"
#include "support/test.h"

#define UUID        "C5F2E31A-0000-4000-8000-0123456789AB"
#define GIB_SECTORS (1024 * 2048)

/* An empty disk of 512-byte sectors whose grain is 1 MiB. */
static struct layout *empty_disk(uint64_t size, enum label_kind kind)
{
    struct disks_spec spec = { .size = size, .label = kind };

    return disks_build(&spec);
}

/* The disk after TEXT. */
static struct layout *disk_after(const char *text, struct layout *disk)
{
    struct layout *now = layout_ref(disk);
    CLEANUP(freep) struct edit *edits = NULL;
    struct err err = { 0 };
    size_t count;

    ck_assert_msg(script_edits(text, disk, &edits, &count, &err), "%s", err.text);
    for (size_t i = 0; i < count; i++) {
        if (edits[i].kind == EDIT_CREATE)
            edits[i].id = EDIT_ID_FIRST + 100 * (uint32_t)layout_count(now) + (uint32_t)i;
        edits[i].seed.state[0] = i + 1;
        struct layout *next = edit_apply(now, &edits[i], &err);
        ck_assert_msg(next, "%s", err.text);
        layout_unref(now);
        now = next;
    }
    return now;
}

/* What a script makes of a GPT with other entries than usual, of which it keeps no
 * partition. */
static const struct {
    const char *before;
    const char *text;
    unsigned entries;
    uint64_t lba;
} entries[] = {
    { "label: gpt\ntable-length: 56\n,10M\n", "label: gpt\nstart=40M\n", 56, 2 },
    { "label: gpt\ntable-lba: 40\n,10M\n", "label: gpt\nstart=40M\n", 128, 40 },
    { "label: gpt\ntable-length: 56\ntable-lba: 40\n,10M\n", "label: gpt\nstart=40M\n",
      56, 40 },
    { "label: gpt\ntable-length: 56\ntable-lba: 40\n,10M\n",
      "label: gpt\ntable-length: 128\ntable-lba: 2\n,10M\n", 128, 2 },
    { "label: gpt\ntable-lba: 2048\nstart=4M\n", "label: gpt\ntable-lba: 40\nstart=4M\n",
      128, 40 },
    /* They do not fit the script. */
    { "label: gpt\ntable-length: 4\n,10M\n", "label: gpt\n9:start=40M\n", 128, 2 },
    { "label: gpt\ntable-lba: 40\n,10M\n", "label: gpt\nfirst-lba: 34\nstart=40M\n", 128,
      2 },
    { "label: gpt\ntable-length: 256\n,10M\n", "label: gpt\nfirst-lba: 34\nstart=40M\n",
      128, 2 },
    /* A partition is kept, and with it the table. */
    { "label: gpt\ntable-length: 56\ntable-lba: 40\n,10M\n", "label: gpt\n,20M\n", 56,
      40 },
};

TEST_EACH(number_and_place_of_entries_are_kept, entries)
{
    CLEANUP(layout_unrefp) struct layout *empty = empty_disk(GIB_SECTORS, LABEL_NONE);
    CLEANUP(layout_unrefp) struct layout *disk = disk_after(entries[_i].before, empty);
    CLEANUP(layout_unrefp) struct layout *after = disk_after(entries[_i].text, disk);

    ck_assert_uint_eq(layout_label(after)->entries, entries[_i].entries);
    ck_assert_uint_eq(layout_label(after)->entries_lba, entries[_i].lba);
}

TEST(a_dump_says_where_the_entries_are)
{
    CLEANUP(layout_unrefp) struct layout *empty = empty_disk(GIB_SECTORS, LABEL_NONE);
    CLEANUP(layout_unrefp)
    struct layout *disk = disk_after("label: gpt\ntable-lba: 40\n,10M\n", empty);
    CLEANUP(freep) char *text = NULL;
    struct err err = { 0 };

    ck_assert(script_print(disk, "disk", &text, &err));
    ck_assert_ptr_nonnull(strstr(text, "\ntable-lba: 40\n"));
    CLEANUP(layout_unrefp) struct layout *again = disk_after(text, empty);
    ck_assert_uint_eq(layout_label(again)->entries_lba, 40);
    ck_assert_uint_eq(layout_label(again)->first_usable, 72);
}

/* The head of a script with a chain of logicals. */
#define CHAIN "label: dos\n1:size=10M\n2:size=500M,type=5\n5:start=12M,size=10M\n"

/* What TEXT changes on a disk that BEFORE made: "type 2, create 3". */
static const struct {
    const char *before;
    const char *text;
    const char *want;
} kept[] = {
    { "label: gpt\n,10M\n,20M\n,\n", "label: gpt\n,10M\n,20M\n,\n", "" },
    { "label: gpt\n,10M\n,20M\n,\n", ",10M\n,20M,S\n,\n", "type 2" },
    { "label: gpt\n,10M\n,20M\n", "label: gpt\n,10M\nsize=20M,name=x\n", "name 2" },
    { "label: gpt\nsize=10M,name=x,attrs=GUID:63\n", "label: gpt\nsize=10M\n",
      "name 1, attributes 1" },
    { "label: gpt\n,10M\n,20M\n,\n", "label: gpt\n,10M\n,20M\n", "delete 3" },
    { "label: gpt\n,10M\n,20M\n", "label: gpt\n,10M\n,20M\n,\n", "create 0" },
    { "label: gpt\n,10M\n,20M\n", "label: gpt\n,10M\n,30M\n", "resize 2" },
    { "label: gpt\n,10M\n,20M\n", "label: gpt\n,10M\n,15M\n", "resize 2" },
    { "label: gpt\n1:size=10M\n2:size=20M\n",
      "label: gpt\n1:start=1M,size=20M\n2:start=40M,size=20M\n",
      "delete 2, resize 1, create 2" },
    { "label: dos\n1:size=10M\n2:size=50M,type=5\n5:size=10M\n6:size=20M\n",
      "label: dos\n1:size=10M\n2:size=80M,type=5\n5:size=10M\n6:start=23M,size=40M\n",
      "resize 2, resize 6" },
    { "label: gpt\n,10M\n,20M\n", "label: gpt\n1:size=10M\n3:start=11M,size=20M\n",
      "delete 2, create 3" },
    { "label: gpt\n,10M\n", "label: gpt\nsize=10M,uuid=" UUID "\n", "uuid 1" },
    { "label: gpt\n,10M\n", "label: gpt\nlabel-id: " UUID "\n,10M\n", "disk-id" },
    { "label: dos\n,10M\n,20M\n", "label: dos\n,10M,7,*\n,20M\n", "type 1, boot 1" },
    { "label: dos\n,10M,,*\n,20M\n", "label: dos\n,10M\n,20M,,*\n", "boot 1, boot 2" },
    { "label: dos\n,10M\n,20M,,*\n", "label: dos\n,10M,,*\n,20M\n", "boot 1" },
    { "label: dos\n,10M\n,,E\n,10M\n,20M\n", ",10M\n,,E\n,10M\n,20M,S\n", "type 6" },
    { "label: dos\n1:size=10M\n2:size=50M,type=5\n5:size=10M\n",
      "label: dos\n1:size=10M\n2:size=500M,type=5\n5:size=10M\n6:size=60M\n",
      "resize 2, create 6" },
    { "label: dos\n,10M\n,,E\n,10M\n,20M\n,30M\n",
      "label: dos\n1:size=10M\n2:type=5\n5:start=12M,size=10M\n6:start=44M,size=30M\n",
      "delete 6" },
    { "label: dos\n,10M\n,,E\n,10M\n", "label: dos\n,10M\n", "delete 2" },
    { "label: gpt\n,10M\n", "label: gpt\n,11M\n", "resize 1" },
    { "label: dos\n,10M\n,20M\n", "label: dos\n,9M\nstart=10M,size=22M\n",
      "delete 2, resize 1, create 0" },
    /* One logical changes, comes, goes, or changes its place: the others stay. */
    { CHAIN "6:start=44M,size=10M\n7:start=76M,size=10M\n",
      CHAIN "6:start=44M,size=5M\n7:start=76M,size=10M\n", "resize 6" },
    { CHAIN "6:start=44M,size=10M\n7:start=76M,size=10M\n",
      CHAIN "6:start=44M,size=12M\n7:start=76M,size=10M\n", "resize 6" },
    { CHAIN "6:start=44M,size=10M\n7:start=76M,size=10M\n",
      CHAIN "6:start=30M,size=10M\n7:start=44M,size=10M\n8:start=76M,size=10M\n",
      "create 6" },
    { CHAIN "6:start=44M,size=10M\n7:start=76M,size=10M\n",
      CHAIN "6:start=45M,size=10M\n7:start=76M,size=10M\n", "delete 6, create 6" },
    { CHAIN "6:start=44M,size=10M\n7:start=76M,size=10M\n",
      CHAIN "6:start=76M,size=10M,type=7\n", "delete 6, type 7" },
    { CHAIN "6:start=76M,size=10M\n7:start=44M,size=10M\n8:start=99M,size=10M\n",
      CHAIN "6:start=44M,size=10M\n7:start=76M,size=10M\n8:start=99M,size=10M\n",
      "sort" },
    { CHAIN "6:start=76M,size=10M\n7:start=44M,size=10M\n",
      CHAIN "6:start=30M,size=10M\n7:start=44M,size=10M\n8:start=76M,size=10M\n",
      "create 0, sort" },
    { CHAIN "6:start=44M,size=10M\n7:start=76M,size=10M\n8:start=99M,size=10M\n",
      CHAIN "6:start=76M,size=10M\n7:start=44M,size=10M\n8:start=99M,size=10M\n",
      "delete 6, create 7" },
    /* What gets larger waits for what gets smaller, and for the container. */
    { CHAIN "6:start=24M,size=10M\n7:start=36M,size=465M\n",
      "1:size=5M\n2:start=11M,size=600M,type=5\n5:start=12M,size=11M\n"
      "6:start=24M,size=5M\n7:start=36M,size=555M\n",
      "resize 1, resize 6, resize 2, resize 5, resize 7" },
    /* The chain is not in disk order, and there is no grain of free space. */
    { "label: dos\n1:size=10M\n2:size=500M,type=5\n5:start=24576,size=1000\n"
      "6:start=26000,size=1000\n7:start=27001,size=1000\n",
      "label: dos\n1:size=10M\n2:size=500M,type=5\n5:start=24576,size=1000\n"
      "6:start=27001,size=1000\n7:start=26000,size=1000\n",
      "delete 6, create 7" },
    /* An EBR in the way goes with its logical. */
    { CHAIN "6:start=44M,size=10M\n7:start=76M,size=10M\n",
      "label: dos\n1:size=10M\n2:size=500M,type=5\n5:start=24576,size=65000\n"
      "6:start=44M,size=10M\n7:start=76M,size=10M\n",
      "delete 6, resize 5, create 6" },
    /* The EBR of one that stays lies where that of a new one would have to. */
    { "label: dos\n1:size=10M\n2:size=500M,type=5\n5:start=24576,size=1000\n"
      "6:start=30000,size=1000\n",
      "label: dos\n1:size=10M\n2:size=500M,type=5\n5:start=24576,size=1000\n"
      "6:start=27953,size=1000\n7:start=30000,size=1000\n",
      "delete 2, create 2, create 5, create 6, create 7" },
    /* Another table. */
    { "label: gpt\n,10M\n", "label: gpt\n,9M\n", "resize 1" },
    { "label: gpt\n,10M\n", "label: gpt\n,11M\n", "resize 1" },
    { "label: gpt\n,10M\n", "label: gpt\n", "new-table" },
    { "label: gpt\n,10M\n", "label: dos\n,10M\n", "new-table, create 0" },
    { "label: gpt\n,10M\n", "label: gpt\nfirst-lba: 2048\n,10M\n",
      "new-table, create 0" },
    { "label: gpt\n,10M\n", "label: gpt\nfirst-lba: 34\nlast-lba: 2097118\n,10M\n", "" },
    { "label: gpt\n,10M\n", "label: gpt\nfirst-lba: 34\nlast-lba: 2097117\n,10M\n",
      "new-table, create 0" },
};

static char *changes_by(const char *text, const struct layout *layout)
{
    CLEANUP(freep) struct edit *edits = NULL;
    struct err err = { 0 };
    struct str said = { 0 };
    size_t count = 0;

    ck_assert_msg(script_edits(text, layout, &edits, &count, &err), "%s", err.text);
    for (size_t i = 0; i < count; i++) {
        const struct extent *target = layout_find(layout, edits[i].id);
        str_printf(&said, "%s%s", i ? ", " : "", edit_id(edits[i].kind));
        if (target)
            str_printf(&said, " %u", target->number);
        else if (edits[i].kind == EDIT_CREATE)
            str_printf(&said, " %u", edits[i].number);
    }
    return str_take(&said);
}

TEST_EACH(what_a_script_finds_in_its_place_stays, kept)
{
    CLEANUP(layout_unrefp) struct layout *empty = empty_disk(GIB_SECTORS, LABEL_NONE);
    CLEANUP(layout_unrefp) struct layout *before = disk_after(kept[_i].before, empty);
    CLEANUP(layout_unrefp) struct layout *after = disk_after(kept[_i].text, before);
    CLEANUP(freep) char *said = changes_by(kept[_i].text, before);
    CLEANUP(freep) char *again = changes_by(kept[_i].text, after);

    ck_assert_str_eq(said, kept[_i].want);
    /* Repeated headers are accepted once, if the script lists partitions. */
    if (layout_find_number(after, 1))
        ck_assert_str_eq(again, "");
}

TEST_TIMES(a_partition_in_its_place_keeps_its_uuid, 2)
{
    static const char *const texts[] = {
        "label: gpt\nsize=10M,type=swap\n",
        "label: gpt\nfirst-lba: 2048\nsize=10M,type=swap\n",
    };
    CLEANUP(layout_unrefp) struct layout *empty = empty_disk(GIB_SECTORS, LABEL_NONE);
    CLEANUP(layout_unrefp)
    struct layout *before =
        disk_after("label: gpt\nsize=10M,uuid=" UUID "\n,20M\n", empty);
    CLEANUP(layout_unrefp) struct layout *after = disk_after(texts[_i], before);

    ck_assert_str_eq(layout_find_number(after, 1)->uuid, UUID);
    ck_assert_ptr_null(layout_find_number(after, 2));
}

TEST_TIMES(what_is_printed_changes_nothing_on_its_own_disk, 2)
{
    static struct layout *(*const makes[])(void) = { disks_legacy, disks_touching };
    CLEANUP(layout_unrefp) struct layout *disk = makes[_i]();
    CLEANUP(freep) char *text = NULL;
    struct err err = { 0 };

    ck_assert(script_print(disk, "/dev/sda", &text, &err));
    CLEANUP(freep) char *said = changes_by(text, disk);
    ck_assert_str_eq(said, "");
}

/* TEXT with the first FROM in it as TO; free(). */
static char *with(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);

    ck_assert_msg(at != NULL, "no '%s' in %s", from, text);
    return xasprintf("%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

/* What one change in a dump of three partitions does. */
static const struct {
    const char *from, *to;
    const char *want;
} dumped[] = {
    { "sda1 :", "sda1:", "" },
    { "/dev/sda\n", "/dev/sdb\n", "" },
    { "11111111", "22222222", "disk-id" },
    { "type=83", "type=7", "type 1" },
    { "type=7", "type=83", "type 3" },
    { ", bootable", "", "boot 2" },
    { "size=       20480", "size=       10240", "resize 1" },
    { "sda3", "sda4", "delete 3, create 4" },
    { "/dev/sda3", "# /dev/sda3", "delete 3" },
    { "type=7\n", "type=7\n4:size=10M\n", "create 4" },
};

TEST_EACH(one_change_in_a_dump_is_one_change_of_the_disk, dumped)
{
    CLEANUP(layout_unrefp) struct layout *empty = empty_disk(GIB_SECTORS, LABEL_NONE);
    CLEANUP(layout_unrefp)
    struct layout *disk = disk_after("label: dos\nlabel-id: 0x11111111\n"
                                     ",10M,83\n,20M,83,*\n,30M,7\n",
                                     empty);
    CLEANUP(freep) char *text = NULL;
    struct err err = { 0 };

    ck_assert(script_print(disk, "/dev/sda", &text, &err));
    CLEANUP(freep) char *changed = with(text, dumped[_i].from, dumped[_i].to);
    CLEANUP(freep) char *said = changes_by(changed, disk);
    ck_assert_msg(!strcmp(said, dumped[_i].want), "%s does '%s'", changed, said);
}

TEST(beside_a_partition_in_use_others_change)
{
    CLEANUP(layout_unrefp) struct layout *empty = empty_disk(GIB_SECTORS, LABEL_NONE);
    CLEANUP(layout_unrefp)
    struct layout *idle = disk_after("label: gpt\n,10M\n,20M\n", empty);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(idle);
    struct edit *edits;
    struct err err = { 0 };
    size_t count;

    layout_builder_find(builder, layout_find_number(idle, 1)->id)->use.kind = USE_MOUNT;
    CLEANUP(layout_unrefp) struct layout *disk = layout_builder_refinish(builder);
    CLEANUP(freep) char *said = changes_by("label: gpt\n,10M\n,20M,S\n,\n", disk);
    ck_assert_str_eq(said, "type 2, create 0");
    CLEANUP(freep) char *grown = changes_by("label: gpt\n,11M\n,20M\n", disk);
    ck_assert_str_eq(grown, "delete 2, resize 1, create 0");
    ck_assert(!script_edits("label: gpt\n,9M\n,20M\n", disk, &edits, &count, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
}

/* 1 and 3 are mounted; the one that would go or change is named. */
static const struct {
    const char *text;
    const char *named; /* NULL: it is possible */
} users[] = {
    { "label: dos\n,10M\n,20M\n,30M\n", NULL },
    { "label: dos\n,10M\n,20M\n", "Partition 3 is mounted" },
    { "label: dos\n,9M\n,20M\n,30M\n", "Partition 1 is mounted" },
    { "label: dos\n,11M\n,20M\n,30M\n", "Partition 3 is mounted" },
    { "label: dos\n,10M\n,20M\n,20M\n", "Partition 3 is mounted" },
    { "label: dos\n,10M\n,21M\n,30M\n", "Partition 3 is mounted" },
    { "label: gpt\n,10M\n", "Partition 3 is mounted" },
};

TEST_EACH(the_partition_that_would_change_is_named, users)
{
    CLEANUP(layout_unrefp) struct layout *empty = empty_disk(GIB_SECTORS, LABEL_NONE);
    CLEANUP(layout_unrefp)
    struct layout *idle = disk_after("label: dos\n,10M\n,20M\n,30M\n", empty);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(idle);
    CLEANUP(freep) struct edit *edits = NULL;
    struct err err = { 0 };
    size_t count;

    for (unsigned number = 1; number <= 3; number += 2)
        layout_builder_find(builder, layout_find_number(idle, number)->id)->use.kind =
            USE_MOUNT;
    CLEANUP(layout_unrefp) struct layout *disk = layout_builder_refinish(builder);
    bool is_made = script_edits(users[_i].text, disk, &edits, &count, &err);
    ck_assert_msg(is_made == !users[_i].named, "%s", err.text);
    if (users[_i].named)
        ck_assert_msg(strstr(err.text, users[_i].named) == err.text, "%s", err.text);
}

/* XFS cannot shrink: the script is carried out all the same, with a warning before. */
static const struct {
    unsigned number; /* of the partition with XFS */
    const char *text;
    const char *want;
} anew[] = {
    { 5, "label: dos\n1:size=5M\n2:start=11M,size=500M,type=5\n5:start=12M,size=9M\n",
      "resize 1, create 0" },
    { 1, "label: dos\n1:size=5M\n2:start=11M,size=500M,type=5\n5:start=12M,size=10M\n",
      "delete 1, create 1" },
};

TEST_EACH(what_cannot_get_its_size_is_made_anew, anew)
{
    CLEANUP(layout_unrefp) struct layout *empty = empty_disk(GIB_SECTORS, LABEL_NONE);
    CLEANUP(layout_unrefp) struct layout *plain = disk_after(CHAIN, empty);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);
    uint32_t id = layout_find_number(plain, anew[_i].number)->id;
    struct content *content = &layout_builder_find(builder, id)->content;

    content->state = CONTENT_FOUND;
    strcpy(content->type, "xfs");
    content->inside.kind = INSIDE_XFS;
    content->inside.volume = 10 << 20;
    CLEANUP(layout_unrefp) struct layout *disk = layout_builder_refinish(builder);
    CLEANUP(freep) char *said = changes_by(anew[_i].text, disk);
    ck_assert_str_eq(said, anew[_i].want);
}

static uint32_t read_id(uint32_t id)
{
    return id < EDIT_ID_FIRST ? id : id - EDIT_ID_FIRST + 1000;
}

/* DISK as if it was read, with an ext4 of 9 MiB in each partition. */
static struct layout *filled(const struct layout *disk)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder =
        layout_builder_new(layout_limits(disk), layout_label(disk));

    LAYOUT_EACH (each, disk) {
        struct extent extent = *each;
        if (extent.kind == EXTENT_FREE)
            continue;
        extent.id = read_id(extent.id);
        extent.parent = read_id(extent.parent);
        extent.ebr = read_id(extent.ebr);
        if (extent_holds_data(&extent)) {
            extent.content = disks_content(INSIDE_EXT, NULL);
            extent.content.inside.volume = extent.content.inside.claimed = 9 << 20;
            extent.content.inside.used = 8 << 20;
        }
        (void)layout_builder_add(builder, &extent);
    }
    return layout_builder_refinish(builder);
}

/* Scripts after which partitions begin where some began, in another table or under
 * another number. */
static const struct {
    const char *before;
    const char *text;
    const char *line; /* the first of the differences, after that of the label */
    unsigned same;    /* how many partitions are the same ones */
} same[] = {
    { "label: gpt\n,10M\n,20M\n", "label: gpt\nfirst-lba: 2048\n,10M\n,20M\n,\n",
      "partition 3: new, sectors 63488 to 2095103, 992 MiB, Linux file system", 2 },
    { "label: gpt\n,10M\n", "label: gpt\nfirst-lba: 2048\n,30M\n",
      "partition 1: size 10 MiB -> 30 MiB", 1 },
    { "label: gpt\n,10M\n", "label: gpt\ntable-length: 64\n,9M\n",
      "partition 1: size 10 MiB -> 9 MiB", 1 },
    { "label: gpt\n1:size=10M\n", "label: gpt\n3:size=10M\n",
      "partition 1: number 1 -> 3", 1 },
    { "label: gpt\n,10M\n", "label: dos\nlabel-id: 0x12345678\n,10M\n",
      "partition 1: type Linux file system -> Linux, UUID 12345678-01", 1 },
    { "label: dos\n,10M\n,20M,7\n", "label: gpt\n,10M\nsize=20M,name=a\n", NULL, 2 },
    { CHAIN, "label: dos\n1:size=10M\n2:start=12M,size=10M\n", NULL, 2 },
    { CHAIN "6:start=76M,size=10M\n",
      CHAIN "6:start=44M,size=10M\n7:start=76M,size=10M\n", NULL, 3 },
    /* Cut inside its content, it is lost. */
    { "label: gpt\n,10M\n", "label: gpt\nfirst-lba: 2048\n,7M\n",
      "partition 1: deleted, sectors 2048 to 22527, ext4, 10 MiB, 8 MiB used, Linux file "
      "system",
      0 },
    /* Elsewhere. */
    { "label: gpt\n,10M\n", "label: gpt\nfirst-lba: 2048\nstart=4M,size=10M\n", NULL, 0 },
};

static unsigned same_count(const struct layout *before, const struct layout *after)
{
    unsigned count = 0;

    LAYOUT_EACH (extent, after) {
        const struct extent *was = layout_find(before, extent->id);
        if (!extent_holds_data(extent) || !was)
            continue;
        ck_assert_uint_eq(was->start, extent->start);
        ck_assert_int_eq((int)extent->content.state, CONTENT_FOUND);
        count++;
    }
    return count;
}

TEST_EACH(a_partition_that_begins_where_one_began_is_that_one, same)
{
    CLEANUP(layout_unrefp) struct layout *empty = empty_disk(GIB_SECTORS, LABEL_NONE);
    CLEANUP(layout_unrefp) struct layout *plain = disk_after(same[_i].before, empty);
    CLEANUP(layout_unrefp) struct layout *before = filled(plain);
    CLEANUP(layout_unrefp) struct layout *after = disk_after(same[_i].text, before);
    CLEANUP(lines_finish) struct lines lines = { 0 };
    CLEANUP(lines_finish) struct lines first = { 0 };
    CLEANUP(lines_finish) struct lines then = { 0 };
    size_t at = 0;

    ck_assert_uint_eq(same_count(before, after), same[_i].same);
    delta_lines(before, after, &lines);
    while (at < lines.count && strncmp(lines.at[at], "partition", 9) != 0)
        at++;
    if (same[_i].line)
        ck_assert_str_eq(lines.at[at], same[_i].line);
    advice_for(before, after, "/dev/sda", false, &first, &then);
    for (size_t i = 0; i < then.count && same[_i].same == layout_data_count(after); i++)
        ck_assert_msg(!strstr(then.at[i], "mkfs"), "%s", then.at[i]);
}

TEST(a_kept_partition_is_told_as_kept_in_the_list_of_changes)
{
    CLEANUP(layout_unrefp) struct layout *empty = empty_disk(GIB_SECTORS, LABEL_NONE);
    CLEANUP(layout_unrefp) struct layout *plain = disk_after("label: gpt\n,10M\n", empty);
    CLEANUP(layout_unrefp) struct layout *disk = filled(plain);
    CLEANUP(freep) struct edit *edits = NULL;
    struct err err = { 0 };
    size_t count;

    ck_assert(script_edits("label: dos\n,10M\n", disk, &edits, &count, &err));
    ck_assert_uint_eq(count, 2);
    CLEANUP(layout_unrefp) struct layout *next = edit_apply(disk, &edits[0], &err);
    CLEANUP(freep) char *words = edit_words(next, &edits[1]);
    ck_assert_str_eq(words, "keep ext4, 10 MiB, 8 MiB used, at 2048, as partition 1");
}
