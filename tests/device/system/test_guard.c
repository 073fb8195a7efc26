/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_guard.c - who uses each extent, on machines made of files */
#include "device/system/guard.h"

#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"
#include "support/tree.h"

static struct tree tree;
static struct layout *layout;
static struct layout *marked;
static char disk_path[SYS_PATH];

static void add(struct layout_builder *builder, enum extent_kind kind, unsigned number,
                uint32_t parent, uint64_t start, uint64_t length)
{
    struct extent extent = { .id = number,
                             .parent = parent,
                             .kind = kind,
                             .number = number,
                             .start = start,
                             .length = length };

    ck_assert_uint_eq(layout_builder_add(builder, &extent), number);
}

/* Partitions 1 and 2, and 3, a container of 5; LOGICAL bytes in a sector. */
static struct layout *make_layout(uint64_t logical)
{
    struct limits_reported said = { .size_bytes = 100000 * logical, .logical = logical };
    struct limits_given given = { 0 };
    struct limits limits;
    struct label label = { .kind = LABEL_MSDOS };
    struct err err = { 0 };

    ck_assert(limits_settle(&said, &given, &limits, &err));
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(&limits, &label);
    add(builder, EXTENT_PARTITION, 1, 0, 63, 10000);
    add(builder, EXTENT_PARTITION, 2, 0, 20480, 10240);
    add(builder, EXTENT_EXTENDED, 3, 0, 40960, 20480);
    add(builder, EXTENT_LOGICAL, 5, 3, 43008, 2048);
    struct layout *made = layout_builder_finish(builder, &err);
    ck_assert_msg(made != NULL, "%s", err.text);
    return made;
}

static void setup(void)
{
    tree_init(&tree);
    layout = make_layout(512);
    marked = NULL;
    tree_disk(&tree, "sda", "virtual", "8:0", 100000);
    tree_partition(&tree, "sda", "sda1", "8:1", 63, 10000);
    tree_partition(&tree, "sda", "sda2", "8:2", 20480, 10240);
    tree_partition(&tree, "sda", "sda3", "8:3", 40960, 2);
    tree_partition(&tree, "sda", "sda5", "8:5", 43008, 2048);
    sys_node_of(&tree.sys, "sda", disk_path);
}

static void teardown(void)
{
    layout_unref(layout);
    layout_unref(marked);
    tree_finish(&tree);
}

static void mark(const char *path)
{
    layout_unref(marked);
    marked = guard_mark(&tree.sys, path, layout);
}

static void check_use(unsigned number, enum use_kind kind, const char *where)
{
    const struct extent *extent = layout_find_number(marked, number);

    ck_assert_int_eq(extent->use.kind, kind);
    ck_assert_str_eq(extent->use.where, where);
}

static void swap_on(const char *path, const char *type)
{
    CLEANUP(freep)
    char *text = xasprintf("Filename Type Size Used Priority\n"
                           "%s\t%s\t1024\t0\t-2\n",
                           path, type);

    tree_write(&tree, text, "proc/swaps");
}

static void loop_over(const char *name, const char *backing, const char *offset)
{
    tree_disk(&tree, name, "virtual", "7:0", 100000);
    tree_say(&tree, name, "loop/backing_file", backing);
    tree_say(&tree, name, "loop/offset", offset);
    tree_say(&tree, name, "loop/sizelimit", "0\n");
}

TEST_FIXTURE(setup, teardown);

TEST(nobody_uses_an_idle_disk)
{
    mark(disk_path);
    for (size_t i = 0; i < layout_count(marked); i++)
        ck_assert_int_eq(layout_at(marked, i)->use.kind, USE_NONE);
    ck_assert(layout_equal(marked, layout));
}

TEST(a_mounted_partition_is_used_and_its_neighbours_are_not)
{
    tree_mount(&tree, "8:2", "/home/my\\040files", "/dev/sda2");
    mark(disk_path);
    check_use(1, USE_NONE, "");
    check_use(2, USE_MOUNT, "/home/my files");
    check_use(3, USE_NONE, "");
}

TEST(a_mounted_logical_keeps_its_container_busy)
{
    tree_mount(&tree, "8:5", "/data", "/dev/sda5");
    mark(disk_path);
    check_use(5, USE_MOUNT, "/data");
    check_use(3, USE_MOUNT, "/data");
    check_use(2, USE_NONE, "");
}

TEST(a_mount_without_a_number_of_the_disk_is_found_by_its_source)
{
    CLEANUP(freep) char *source = xasprintf("%s/sda1", tree.dev_path);

    tree_mount(&tree, "0:45", "/snapshots", source);
    tree_mount(&tree, "0:45", "/", source);
    tree_mount(&tree, "0:46", "/proc", "proc");
    mark(disk_path);
    check_use(1, USE_MOUNT, "/");
    check_use(2, USE_NONE, "");
}

TEST(a_mount_of_the_whole_disk_uses_all_of_it)
{
    tree_mount(&tree, "8:0", "/mnt", "/dev/sda");
    mark(disk_path);
    check_use(1, USE_MOUNT, "/mnt");
    check_use(5, USE_MOUNT, "/mnt");
}

TEST(swap_partitions_and_swap_files_are_used)
{
    CLEANUP(freep) char *node = xasprintf("%s/sda2", tree.dev_path);

    swap_on(node, "partition");
    mark(disk_path);
    check_use(2, USE_SWAP, "");
    check_use(1, USE_NONE, "");

    tree_mount(&tree, "8:1", "/", "/dev/sda1");
    tree_mount(&tree, "8:5", "/var", "/dev/sda5");
    swap_on("/variable/swap\\040file", "file");
    mark(disk_path);
    check_use(1, USE_SWAP_FILE, "/");
    check_use(5, USE_MOUNT, "/var");
    swap_on("/var/swap", "file");
    mark(disk_path);
    check_use(1, USE_MOUNT, "/");
    check_use(5, USE_SWAP_FILE, "/var");
}

TEST(holders_are_named_as_people_know_them)
{
    tree_disk(&tree, "dm-3", "virtual", "253:3", 2048);
    tree_say(&tree, "dm-3", "dm/name", "vg-root\n");
    tree_say(&tree, "sda1", "holders/dm-3/dev", "253:3\n");
    tree_say(&tree, "sda2", "holders/md0/dev", "9:0\n");
    tree_say(&tree, "sda2", "holders/bcache0/dev", "252:0\n");
    mark(disk_path);
    check_use(1, USE_HOLDER, "vg-root");
    check_use(2, USE_HOLDER, "bcache0 md0");
    check_use(5, USE_NONE, "");
}

TEST(a_partition_is_no_disk_to_write_a_table_on)
{
    CLEANUP(freep) char *node = xasprintf("%s/sda2", tree.dev_path);
    CLEANUP(freep) char *disk = xasprintf("Name %s/sda instead.", tree.dev_path);
    const struct note *note;

    mark(disk_path);
    ck_assert_ptr_null(layout_note_find(marked, NOTE_DISK_IS_PARTITION));
    mark(node);
    note = layout_note_find(marked, NOTE_DISK_IS_PARTITION);
    ck_assert_ptr_nonnull(note);
    ck_assert_int_eq(note_level(note->id), NOTE_READ_ONLY);
    ck_assert_ptr_nonnull(strstr(note->text, "is partition "));
    ck_assert_ptr_nonnull(strstr(note->text, disk));
}

TEST(a_loop_device_over_a_partition_is_found)
{
    CLEANUP(freep) char *node = xasprintf("%s/sda2", tree.dev_path);

    loop_over("loop4", node, "0\n");
    mark(disk_path);
    check_use(2, USE_LOOP, "loop4");
    check_use(1, USE_NONE, "");
}

TEST(a_loop_device_over_a_part_of_the_disk_uses_that_part)
{
    /* 20480 sectors into the disk. */
    loop_over("loop4", disk_path, "10485760\n");
    tree_say(&tree, "loop4", "loop/sizelimit", "5242880\n");
    mark(disk_path);
    check_use(1, USE_NONE, "");
    check_use(2, USE_LOOP, "loop4");
    check_use(5, USE_NONE, "");
    tree_say(&tree, "loop4", "loop/sizelimit", "0\n");
    mark(disk_path);
    check_use(5, USE_LOOP, "loop4");
}

TEST(an_image_file_is_used_through_its_loop_device)
{
    CLEANUP(freep) char *image = xasprintf("%s/disk.img", tree.root);
    CLEANUP(freep) char *same = xasprintf("%s/proc/../disk.img", tree.root);

    tree_write(&tree, "x", "disk.img");
    mark(image);
    check_use(1, USE_NONE, "");
    loop_over("loop0", image, "0\n");
    tree_partition(&tree, "loop0", "loop0p1", "259:1", 63, 10000);
    tree_mount(&tree, "259:1", "/mnt/old", "/dev/loop0p1");
    mark(same);
    check_use(1, USE_MOUNT, "/mnt/old");
    check_use(2, USE_LOOP, "loop0");
    tree_write(&tree, "x", "other.img");
    CLEANUP(freep) char *other = xasprintf("%s/other.img", tree.root);
    mark(other);
    check_use(1, USE_NONE, "");
}

TEST(sysfs_counts_in_512_bytes_on_4096_byte_sectors)
{
    layout_unref(layout);
    layout = make_layout(4096);
    tree_partition(&tree, "sda", "sda9", "8:9", 20480 * 8, 10240 * 8);
    tree_mount(&tree, "8:9", "/data", "/dev/sda9");
    mark(disk_path);
    check_use(2, USE_MOUNT, "/data");
    check_use(1, USE_NONE, "");
}

TEST(a_mount_that_the_table_no_longer_knows_counts_where_it_lies)
{
    tree_partition(&tree, "sda", "sda7", "8:7", 9000, 12000);
    tree_mount(&tree, "8:7", "/ghost", "/dev/sda7");
    tree_mount(&tree, "8:1", "/boot", "/dev/sda1");
    mark(disk_path);
    check_use(1, USE_MOUNT, "/boot");
    check_use(2, USE_MOUNT, "/ghost");
    check_use(5, USE_NONE, "");
}

TEST(a_physical_volume_without_holder_is_idle_lvm)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    struct err err = { 0 };

    for (unsigned id = 1; id <= 2; id++) {
        struct extent *extent = layout_builder_find(builder, id);
        extent->content.state = CONTENT_FOUND;
        copy_text(extent->content.type, sizeof(extent->content.type), "LVM2_member");
    }
    layout_unref(layout);
    layout = layout_builder_finish(builder, &err);
    tree_say(&tree, "sda2", "holders/dm-0/dev", "253:0\n");
    mark(disk_path);
    check_use(1, USE_LVM_IDLE, "");
    check_use(2, USE_HOLDER, "dm-0");
}

TEST(marking_again_forgets_what_is_over)
{
    tree_mount(&tree, "8:1", "/boot", "/dev/sda1");
    mark(disk_path);
    check_use(1, USE_MOUNT, "/boot");
    layout_unref(layout);
    layout = layout_ref(marked);
    tree_write(&tree, "", "proc/self/mountinfo");
    mark(disk_path);
    check_use(1, USE_NONE, "");
}

static const char *const broken[] = {
    "",        "27",     " - ",      "27 1 8:1 / /x",        "27 1 8:1 / /x rw -",
    "- - - -", "\n\n\n", "\\777 \\", "27 1 8:1 / /x rw - t", "27 1  - a b",
};

TEST_EACH(a_mount_table_that_makes_no_sense_uses_nothing, broken)
{
    tree_write(&tree, broken[_i], "proc/self/mountinfo");
    tree_write(&tree, broken[_i], "proc/swaps");
    mark(disk_path);
    check_use(1, USE_NONE, "");
}
