/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_holes.c - what a sparse image lacks is counted, and only that */
#include "device/system/holes.h"

#include <string.h>

#include "support/image.h"
#include "support/test.h"
#include "support/tree.h"

enum { SIZE = 8 << 20, STORED = 2 << 20, COUNT = 1 << 20 };

static struct image image;

static void setup(void)
{
    static uint8_t bytes[COUNT];

    memset(bytes, 1, sizeof(bytes));
    image_make(&image, SIZE);
    image_put(&image, STORED, bytes, sizeof(bytes));
}

static void teardown(void)
{
    image_remove(&image);
}

static const struct {
    uint64_t start, end, want;
} rows[] = {
    { 0, SIZE, SIZE - COUNT },
    { 0, STORED, STORED },
    { STORED, STORED + COUNT, 0 },
    { STORED + 4096, STORED + 8192, 0 },
    { STORED + COUNT - 4096, STORED + COUNT + 4096, 4096 },
    { 0, 0, 0 },
    { SIZE - 4096, SIZE + 4096, 8192 }, /* the file would grow */
};

TEST_FIXTURE(setup, teardown);

TEST_EACH(holes_are_counted_within_the_range, rows)
{
    ck_assert_uint_eq(holes_bytes(image.fd, rows[_i].start, rows[_i].end), rows[_i].want);
}

TEST(the_file_of_an_image_is_itself)
{
    struct sys sys = sys_of_machine();
    char path[SYS_PATH];
    uint64_t start = 1;

    ck_assert(holes_file(&sys, image.path, path, &start));
    ck_assert_str_eq(path, image.path);
    ck_assert_uint_eq(start, 0);
    ck_assert_uint_gt(holes_free_space(image.fd), 0);
}

TEST(the_file_below_a_loop_device_begins_at_its_offset)
{
    struct tree tree;
    char node[SYS_PATH], path[SYS_PATH];
    uint64_t start = 0;

    tree_init(&tree);
    tree_disk(&tree, "loop3", "virtual", "7:3", 1000);
    tree_say(&tree, "loop3", "loop/backing_file", image.path);
    tree_say(&tree, "loop3", "loop/offset", "1048576\n");
    sys_node_of(&tree.sys, "loop3", node);
    ck_assert(holes_file(&tree.sys, node, path, &start));
    ck_assert_str_eq(path, image.path);
    ck_assert_uint_eq(start, 1048576);
    tree_finish(&tree);
}

TEST(a_drive_lies_in_no_file)
{
    struct tree tree;
    char node[SYS_PATH], path[SYS_PATH];
    uint64_t start;

    tree_init(&tree);
    tree_disk(&tree, "sda", "pci0000:00/ata1/host0/target0:0:0/0:0:0:0", "8:0", 1000);
    sys_node_of(&tree.sys, "sda", node);
    ck_assert(!holes_file(&tree.sys, node, path, &start));
    tree_finish(&tree);
}
