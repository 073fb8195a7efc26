/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_watch.c - who begins to use a disk while it is written to, and who may */
#include "device/system/watch.h"

#include <string.h>

#include "device/io/clock.h"
#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "support/tree.h"

enum { DISK = 1 << 20 }; /* sectors */

static struct tree tree;
static struct layout *layout;
static struct watch watch;
static char path[SYS_PATH];

static void setup(void)
{
    tree_init(&tree);
    tree_disk(&tree, "sdw", "virtual/pci", "8:0", DISK);
    tree_partition(&tree, "sdw", "sdw3", "8:3", 524288, 4096);
    layout = disks_build(&(struct disks_spec){ .size = DISK, .label = LABEL_GPT });
    sys_node_of(&tree.sys, "sdw", path);
    watch = watch_begin(&tree.sys, path, "sdw", layout);
}

static void teardown(void)
{
    layout_unref(layout);
    tree_finish(&tree);
}

/* As if 200 ms had passed. */
static bool is_taken(char ret[DISK_USERS])
{
    watch.asked_ns = 0;
    return watch_is_taken(&watch, 2048, 100000, ret);
}

static bool has_other_users(void)
{
    watch.asked_ns = 0;
    return watch_has_other_users(&watch);
}

TEST_FIXTURE(setup, teardown);

TEST(nothing_new_is_no_use)
{
    char who[DISK_USERS];

    ck_assert(!is_taken(who));
    ck_assert(!has_other_users());
}

TEST(a_mount_elsewhere_is_no_matter_for_a_range)
{
    char who[DISK_USERS];

    tree_mount(&tree, "8:3", "/mnt/data", "/dev/sdw3");
    ck_assert(!is_taken(who));
    ck_assert(has_other_users());
}

static const struct {
    uint64_t took, since; /* seconds: so many that no busy machine adds them */
    bool is_asked;
} paces[] = {
    { 0, 10000, true },
    { 500, 5000, false },
    { 500, 20000, true },
};

TEST_EACH(looking_takes_a_twentieth_of_the_time_at_most, paces)
{
    tree_mount(&tree, "8:3", "/mnt/data", "/dev/sdw3");
    watch.took_ns = paces[_i].took * UINT64_C(1000000000);
    watch.asked_ns = clock_ns() - paces[_i].since * UINT64_C(1000000000);
    ck_assert_int_eq(watch_has_other_users(&watch), paces[_i].is_asked);
}

static const struct {
    uint64_t start, length; /* of the kernel's partition, in units of 512 bytes */
    bool is_taken;
} parts[] = {
    { 2048, 100, true },   { 0, 2049, true },     { 99999, 50, true },
    { 100000, 50, false }, { 1000, 1048, false }, { 0, DISK, true },
};

TEST_EACH(a_partition_in_the_range_is_named, parts)
{
    char who[DISK_USERS];

    tree_partition(&tree, "sdw", "sdw1", "8:1", parts[_i].start, parts[_i].length);
    ck_assert_int_eq(is_taken(who), parts[_i].is_taken);
    if (parts[_i].is_taken)
        ck_assert_str_eq(who, "sdw1");
}

TEST(sectors_of_4096_bytes_are_eight_units)
{
    CLEANUP(layout_unrefp)
    struct layout *large = disks_build(
        &(struct disks_spec){ .size = DISK / 8, .logical = 4096, .label = LABEL_GPT });
    char name[SYS_NAME];

    watch.layout = large;
    tree_partition(&tree, "sdw", "sdw1", "8:1", 8000, 8);
    ck_assert(watch_find_partition(&watch, 1000, 1001, name));
    ck_assert(!watch_find_partition(&watch, 1001, 2000, name));
}

/* A program that builds on the whole disk. */
TEST(a_holder_of_the_disk_takes_it)
{
    char who[DISK_USERS];

    tree_disk(&tree, "dm-7", "virtual", "253:7", 1000);
    tree_write(&tree, "", "sys/class/block/sdw/holders/dm-7/x");
    ck_assert(is_taken(who));
    ck_assert(who[0]);
}

TEST(a_file_has_no_partitions)
{
    char name[SYS_NAME];

    watch.name = "";
    ck_assert(!watch_find_partition(&watch, 0, DISK, name));
}
