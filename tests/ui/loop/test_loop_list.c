/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_loop_list.c - the disks of the picker, and one that was changed meanwhile */
#include "ui/loop/list.h"

#include <poll.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "model/disk/disk_info.h"
#include "support/image.h"
#include "support/table_image.h"
#include "support/test.h"
#include "support/tree.h"

#define SIZE    UINT64_C(131072)
#define WAIT_MS 60000

static struct tree tree;
static struct image images[2];
static struct loop_list list;

static void put_chain(const struct image *image, unsigned logicals)
{
    CLEANUP(sparse_finish) struct sparse table = image_new(SIZE, 512);

    image_put_chain(&table, logicals);
    for (size_t i = 0; i < table.count; i++)
        image_put(image, table.pieces[i].offset, table.pieces[i].bytes,
                  table.pieces[i].count);
}

/* The nodes sda and sdb lead to files. */
static void setup(void)
{
    static const char *const names[2] = { "sda", "sdb" };
    static const char *const numbers[2] = { "8:0\n", "8:16\n" };

    tree_init(&tree);
    tree_write(&tree, "", "dev/.none");
    for (size_t i = 0; i < 2; i++) {
        CLEANUP(freep) char *node = xasprintf("%s/%s", tree.dev_path, names[i]);
        tree_disk(&tree, names[i], i ? "second" : "first", numbers[i], SIZE);
        image_make(&images[i], SIZE * 512);
        put_chain(&images[i], 2);
        ck_assert(!symlink(images[i].path, node));
    }
    list = (struct loop_list){ 0 };
}

static void teardown(void)
{
    loop_list_finish(&list);
    for (size_t i = 0; i < 2; i++)
        image_remove(&images[i]);
    tree_finish(&tree);
}

TEST_FIXTURE(setup, teardown);

static void wait_for_table(void)
{
    struct pollfd end = { .fd = loop_list_fd(&list), .events = POLLIN };

    ck_assert_int_ge(end.fd, 0);
    do {
        ck_assert_int_gt(poll(&end, 1, WAIT_MS), 0);
    } while (!loop_list_take(&list, 0));
}

static unsigned partitions(size_t index)
{
    ck_assert_ptr_nonnull(list.disks[index].layout);
    return layout_data_count(list.disks[index].layout);
}

TEST(a_disk_that_was_changed_is_read_again)
{
    loop_list_start(&list, &tree.sys);
    ck_assert_uint_eq(list.count, 2);
    loop_list_reread(&list, list.disks[0].path, 0); /* it is still to be read */
    ck_assert_int_eq(loop_list_fd(&list), -1);
    for (size_t i = 0; i < 2; i++) {
        loop_list_read_next(&list, 0);
        wait_for_table();
    }
    unsigned before = partitions(0);

    for (size_t i = 0; i < 2; i++)
        put_chain(&images[i], 5);
    loop_list_reread(&list, "/no/such/image", 0);
    ck_assert_int_eq(loop_list_fd(&list), -1);
    loop_list_reread(&list, list.disks[0].path, 0);
    ck_assert_uint_eq(partitions(0), before); /* it is shown meanwhile */
    wait_for_table();
    ck_assert_uint_eq(partitions(0), before + 3);
    ck_assert_uint_eq(partitions(1), before);
    ck_assert_int_eq(loop_list_fd(&list), -1);
}
