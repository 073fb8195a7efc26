/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_place_uuid.c - file systems and devices are known by a UUID, not by their path */
#include "device/system/place_uuid.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/image.h"
#include "support/superblocks.h"
#include "support/table_image.h"
#include "support/test.h"
#include "support/tree.h"

#define PLACE "pci0000:00/0000:00:1f.2/ata3/host2/target2:0:0/2:0:0:0"

enum { SECTORS = 32768 };

static struct tree tree;
static struct image image;
static char found[40];

static void setup(void)
{
    tree_init(&tree);
    image_make(&image, SECTORS * 512);
    memset(found, 'x', sizeof(found));
}

static void teardown(void)
{
    image_remove(&image);
    tree_finish(&tree);
}

/* A disk whose node leads to the image. */
static void plug_uuid_disk(const char *number)
{
    char node[SYS_PATH];

    tree_disk(&tree, "sdb", PLACE, number, SECTORS);
    sys_node_of(&tree.sys, "sdb", node);
    tree_write(&tree, "", "dev/sdb"); /* also makes the folder */
    unlink(node);
    ck_assert_int_eq(symlink(image.path, node), 0);
}

static void put_table(void)
{
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct sparse disk = image_new(SECTORS, 512);

    table->signature = 0x5a3c9d21;
    table->primary[0] = (struct mbr_entry){ .type = 0x83, .start = 63, .length = 1000 };
    image_put_mbr(&disk, table, 512);
    for (size_t i = 0; i < disk.count; i++)
        image_put(&image, disk.pieces[i].offset, disk.pieces[i].bytes,
                  disk.pieces[i].count);
    sparse_finish(&disk);
}

/* Returns the kernel's name of a device; free(). */
static char *node_of(const char *name)
{
    char node[SYS_PATH];

    sys_node_of(&tree.sys, name, node);
    return xstrdup(node);
}

TEST_FIXTURE(setup, teardown);

TEST(a_file_is_known_by_its_file_system)
{
    struct stat status;

    image_put_ext2(&image, 0, "usb");
    ck_assert_int_eq(stat(image.folder, &status), 0);
    CLEANUP(freep)
    char *number = xasprintf("%u:%u", major(status.st_dev), minor(status.st_dev));
    plug_uuid_disk(number);
    place_uuid_of_file(&tree.sys, image.folder, found, sizeof(found));
    ck_assert_uint_eq(strlen(found), 36);
    ck_assert_int_eq(found[8], '-');
}

TEST(a_partition_is_known_by_its_table)
{
    put_table();
    plug_uuid_disk("8:16");
    tree_partition(&tree, "sdb", "sdb1", "8:17", 63, 1000);
    CLEANUP(freep) char *node = node_of("sdb1");
    place_uuid_of_device(&tree.sys, node, found, sizeof(found));
    ck_assert_str_eq(found, "5a3c9d21-01");
}

TEST(a_disk_is_known_by_its_serial_number)
{
    tree_disk(&tree, "sdb", PLACE, "8:16", SECTORS);
    tree_say(&tree, "sdb", "device/serial", "WD-WCAV5/7");
    CLEANUP(freep) char *node = node_of("sdb");
    place_uuid_of_device(&tree.sys, node, found, sizeof(found));
    ck_assert_str_eq(found, "WD-WCAV5/7");
}

/* A part of it would be another one. */
TEST(what_is_too_long_is_left_out)
{
    tree_disk(&tree, "sdb", PLACE, "8:16", SECTORS);
    tree_say(&tree, "sdb", "device/serial", "0123456789012345678901234567890123456789");
    CLEANUP(freep) char *node = node_of("sdb");
    place_uuid_of_device(&tree.sys, node, found, sizeof(found));
    ck_assert_str_eq(found, "");
}

TEST(what_is_no_device_has_none)
{
    place_uuid_of_file(&tree.sys, image.folder, found, sizeof(found));
    ck_assert_str_eq(found, "");
    place_uuid_of_device(&tree.sys, image.path, found, sizeof(found));
    ck_assert_str_eq(found, "");
}
