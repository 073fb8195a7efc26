/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_stack.c - ways from a device down to its disk, as sysfs and tables tell them */
#include "device/system/stack.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"
#include "support/tree.h"

static struct tree tree;
/* Of dm-0; NULL: not readable. */
static const char *table;

static bool fake_table(const struct sys *sys, const char *name, struct lines *ret)
{
    (void)sys;
    if (!table || strcmp(name, "dm-0") != 0)
        return false;
    for (const char *at = table; *at;) {
        size_t length = strcspn(at, "\n");
        lines_add(ret, "%.*s", (int)length, at);
        at += length + (at[length] == '\n');
    }
    return true;
}

static void setup(void)
{
    tree_init(&tree);
    tree_disk(&tree, "sda", "pci/a", "8:0", 1 << 24);
    tree_partition(&tree, "sda", "sda1", "8:1", 63, 1 << 20);
    tree_partition(&tree, "sda", "sda2", "8:2", 2097152, 1 << 20);
    tree_disk(&tree, "sdb", "pci/b", "8:16", 1 << 24);
    tree_partition(&tree, "sdb", "sdb1", "8:17", 2048, 1 << 20);
    tree_disk(&tree, "sdc", "pci/c", "8:32", 1 << 24);
    tree_say(&tree, "sdc", "queue/physical_block_size", "4096\n");
    tree_disk(&tree, "loop0", "virtual", "7:0", 1 << 20);
    tree_disk(&tree, "dm-0", "virtual", "253:0", 1 << 20);
    tree_say(&tree, "dm-0", "dm/name", "vg-data\n");
    tree_disk(&tree, "md0", "virtual", "9:0", 1 << 20);
    table = NULL;
}

static void teardown(void)
{
    tree_finish(&tree);
}

TEST_FIXTURE(setup, teardown);

static void assert_base(const char *name, const char *disk, uint64_t bytes, uint64_t step)
{
    CLEANUP(stack_finish) struct stack stack = stack_read(&tree.sys, name, fake_table);

    ck_assert_msg(!stack.base.is_unknown, "%s", stack.words);
    ck_assert_str_eq(stack.disk, disk);
    ck_assert_uint_eq(stack.base.bytes, bytes);
    ck_assert_uint_eq(stack.base.step, step);
}

static void assert_unknown(const char *name, const char *reason)
{
    CLEANUP(stack_finish) struct stack stack = stack_read(&tree.sys, name, fake_table);

    ck_assert(stack.base.is_unknown);
    ck_assert_str_eq(stack.disk, "");
    ck_assert_msg(stack.words && strstr(stack.words, reason), "%s", stack.words);
}

TEST(a_disk_is_its_own)
{
    CLEANUP(stack_finish) struct stack stack = stack_read(&tree.sys, "sda", fake_table);

    ck_assert_str_eq(stack.disk, "sda");
    ck_assert(!stack.is_partition && !stack.base.bytes && !stack.words);
}

TEST(a_partition_begins_at_its_start)
{
    CLEANUP(stack_finish) struct stack stack = stack_read(&tree.sys, "sda1", fake_table);

    assert_base("sda1", "sda", 63 * 512, 0);
    ck_assert(stack.is_partition);
    ck_assert_msg(strstr(stack.words, "sda1 begins at byte 32256 of sda:"), "%s",
                  stack.words);
}

TEST(a_loop_device_begins_at_its_offset)
{
    tree_say(&tree, "loop0", "loop/backing_file", "/srv/disk.img\n");
    tree_say(&tree, "loop0", "loop/offset", "32256\n");
    assert_base("loop0", "", 32256, 0);
    CLEANUP(stack_finish) struct stack stack = stack_read(&tree.sys, "loop0", fake_table);
    ck_assert_msg(strstr(stack.words, "of disk.img"), "%s", stack.words);
}

TEST(a_loop_device_of_a_whole_file_needs_no_words)
{
    tree_say(&tree, "loop0", "loop/backing_file", "/srv/disk.img\n");
    tree_say(&tree, "loop0", "loop/offset", "0\n");
    assert_base("loop0", "", 0, 0);
    CLEANUP(stack_finish) struct stack stack = stack_read(&tree.sys, "loop0", fake_table);
    ck_assert_ptr_null(stack.words);
}

TEST(a_loop_device_on_a_partition_adds_both)
{
    CLEANUP(freep) char *path = xasprintf("%s/sda1", tree.dev_path);

    tree_say(&tree, "loop0", "loop/backing_file", path);
    tree_say(&tree, "loop0", "loop/offset", "4096\n");
    assert_base("loop0", "sda", 63 * 512 + 4096, 0);
}

/* Rows of tables of dm-0. */
static const struct {
    const char *table;
    const char *disk; /* NULL: not known */
    uint64_t bytes, step;
    const char *reason;
} mapped[] = {
    { "0 1000 linear 8:1 2048", "sda", (63 + 2048) * 512, 0, NULL },
    { "0 1000 crypt aes-xts-plain64 00ff 0 8:1 4096 1 allow_discards", "sda",
      (63 + 4096) * 512, 0, NULL },
    /* Two extents of 4 MiB of one disk, swapped. */
    { "0 8192 linear 8:2 8192\n8192 8192 linear 8:2 0", "sda",
      (UINT64_C(2097152) + 8192) * 512, 16384 * 512, NULL },
    { "0 1000 linear 8:2 0\n1000 1000 linear 8:17 952", "sda", UINT64_C(2097152) * 512,
      512 * (UINT64_C(2097152) - 2000), NULL },
    { "0 1000 striped 2 128 8:2 0 8:17 0", "sda", UINT64_C(2097152) * 512, 65536, NULL },
    { "0 1000 linear 8:1 0\n1000 1000 linear 8:32 0", NULL, 0, 0,
      "disks with different sectors" },
    { "0 1000 thin 253:3 7", NULL, 0, 0, "dm-0 is of kind thin" },
    { "0 1000 linear 8:99 0", NULL, 0, 0, "dm-0 is of kind linear" },
    { "0 1000", NULL, 0, 0, "the table of dm-0 cannot be read" },
    { "", NULL, 0, 0, "the table of dm-0 cannot be read" },
    { NULL, NULL, 0, 0, "the table of dm-0 cannot be read" },
    { "0 1000 linear 253:0 0", NULL, 0, 0, "leads back to itself" },
};

TEST_EACH(a_mapped_device_lies_where_its_table_says, mapped)
{
    table = mapped[_i].table;
    if (mapped[_i].disk)
        assert_base("dm-0", mapped[_i].disk, mapped[_i].bytes, mapped[_i].step);
    else
        assert_unknown("dm-0", mapped[_i].reason);
}

TEST(names_of_mapped_devices_are_shown)
{
    table = "0 1000 linear 8:1 0";
    CLEANUP(stack_finish) struct stack stack = stack_read(&tree.sys, "dm-0", fake_table);

    ck_assert_msg(strstr(stack.words, "vg-data begins at byte 32256 of sda, by way of "
                                      "sda1:"),
                  "%s", stack.words);
}

static void add_member(unsigned index, const char *name, const char *offset)
{
    CLEANUP(freep) char *place = xasprintf("sys/class/block/md0/md/rd%u", index);
    CLEANUP(freep) char *block = xasprintf("%s/block", place);
    CLEANUP(freep) char *home = xasprintf("sys/class/block/%s", name);

    tree_write(&tree, offset, "%s/offset", place);
    tree_write(&tree, "1048576\n", "%s/size", place);
    tree_link(&tree, block, home);
}

static void make_array(const char *level, const char *chunk)
{
    tree_say(&tree, "md0", "md/level", level);
    tree_say(&tree, "md0", "md/chunk_size", chunk);
    tree_say(&tree, "md0", "md/raid_disks", "2\n");
}

TEST(a_mirror_lies_on_each_of_its_members)
{
    make_array("raid1\n", "0\n");
    add_member(0, "sda1", "2048\n");
    add_member(1, "sdb1", "2048\n");
    assert_base("md0", "sda", (63 + 2048) * 512, (2048 - 63) * 512);
}

TEST(a_mirror_may_lack_a_member)
{
    make_array("raid1\n", "0\n");
    add_member(1, "sdb1", "2048\n");
    assert_base("md0", "sdb", 4096 * 512, 0);
}

TEST(a_striped_array_is_known_modulo_its_chunks)
{
    make_array("raid5\n", "524288\n");
    add_member(0, "sda2", "2048\n");
    add_member(1, "sdb1", "2048\n");
    assert_base("md0", "sda", (UINT64_C(2097152) + 2048) * 512, 524288);
}

TEST(a_linear_array_puts_its_members_in_a_row)
{
    make_array("linear\n", "0\n");
    add_member(0, "sda2", "0\n");
    add_member(1, "sdb1", "0\n");
    assert_base("md0", "sda", UINT64_C(1) << 30,
                (UINT64_C(1) << 30) - ((UINT64_C(1) << 20) - (UINT64_C(1) << 30)));
}

TEST(an_array_of_another_level_is_not_known)
{
    make_array("container\n", "0\n");
    assert_unknown("md0", "md0 is an array of level container");
}

TEST(a_device_on_others_of_unknown_kind_is_not_known)
{
    tree_disk(&tree, "bcache0", "virtual", "251:0", 1 << 20);
    tree_say(&tree, "bcache0", "slaves/sda1/dev", "8:1\n");
    assert_unknown("bcache0", "bcache0 is of a kind that cannot be followed");
}
