/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_devices.c - which disks a machine has, on machines made of files */
#include "device/system/devices.h"

#include <stdio.h>
#include <string.h>

#include "device/system/identity.h"
#include "model/base/mem.h"
#include "support/test.h"
#include "support/tree.h"

#define SATA "pci0000:00/0000:00:1f.2/ata3/host2/target2:0:0/2:0:0:0"
#define PATA "pci0000:00/0000:00:01.1/ata1/host0/target0:0:0/0:0:0:0"
#define USB  "pci0000:00/0000:00:14.0/usb2/2-3/2-3:1.0/host6/target6:0:0/6:0:0:0"

static struct tree tree;
static struct disk_info *disks;
static size_t count;

static void setup(void)
{
    tree_init(&tree);
    disks = NULL;
    count = 0;
}

static void teardown(void)
{
    disk_info_free(disks, count);
    tree_finish(&tree);
}

static void list(void)
{
    count = devices_list(&tree.sys, &disks);
}

static void make_sata(const char *name, const char *number)
{
    tree_disk(&tree, name, SATA, number, 1953525168);
    tree_say(&tree, name, "device/model", "WDC WD10EARS-00Y\n");
    tree_say(&tree, name, "device/vendor", "ATA     \n");
    tree_say(&tree, name, "device/rev", "80.0\n");
    tree_say(&tree, name, "device/type", "0\n");
    tree_write(&tree, "3.0 Gbps\n", "sys/class/ata_link/link3/sata_spd");
}

TEST_FIXTURE(setup, teardown);

TEST(a_sata_disk_says_who_it_is)
{
    static const uint8_t page[] = "\0\200\0\024    WD-WCAV55012345";

    make_sata("sda", "8:0");
    tree_bytes(&tree, page, sizeof(page) - 1, "sys/class/block/sda/device/vpd_pg80");
    tree_say(&tree, "sda", "queue/rotational", "1\n");
    list();
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(disks[0].model, "WDC WD10EARS-00Y");
    ck_assert_str_eq(disks[0].serial, "WD-WCAV55012345");
    ck_assert_str_eq(disks[0].transport, "sata");
    ck_assert_uint_eq(disks[0].size_bytes, UINT64_C(1000204886016));
    ck_assert_uint_eq(disks[0].logical, 512);
    ck_assert_uint_eq(disks[0].physical, 512);
    ck_assert(disks[0].is_rotational);
    ck_assert(!disks[0].is_read_only);
    ck_assert(!disks[0].is_system);
    ck_assert_str_eq(disks[0].in_use, "");

    char node[SYS_PATH];
    sys_node_of(&tree.sys, "sda", node);
    ck_assert_str_eq(disks[0].path, node);
}

TEST(an_ata_name_gives_the_serial_where_no_page_does)
{
    make_sata("sda", "8:0");
    tree_say(&tree, "sda", "device/wwid",
             "t10.ATA     SAMSUNG HD204UI                         S2H7J90B123456     \n");
    list();
    ck_assert_str_eq(disks[0].serial, "S2H7J90B123456");
}

TEST(a_serial_page_that_lies_about_its_length_is_cut)
{
    static const uint8_t page[] = "\0\200\377\377AB\033C";

    make_sata("sda", "8:0");
    tree_bytes(&tree, page, sizeof(page) - 1, "sys/class/block/sda/device/vpd_pg80");
    list();
    ck_assert_str_eq(disks[0].serial, "AB?C");
}

TEST(a_usb_disk_is_known_by_its_bridge)
{
    char bridge[160], link[64];

    tree_disk(&tree, "sdb", USB, "8:16", 3907029168);
    tree_say(&tree, "sdb", "device/model", "Elements 25A2\n");
    tree_say(&tree, "sdb", "device/vendor", "WD      \n");
    tree_say(&tree, "sdb", "device/../../../../idVendor", "1058\n");
    tree_say(&tree, "sdb", "device/../../../../idProduct", "25a2\n");
    tree_say(&tree, "sdb", "device/../../../../serial", "57584\n");
    tree_say(&tree, "sdb", "device/../../../../speed", "5000\n");
    /* The hub above has words of its own that are not the bridge's. */
    tree_say(&tree, "sdb", "device/../../../../../idVendor", "1d6b\n");
    tree_say(&tree, "sdb", "device/../../../../../product", "Hub\n");
    list();
    ck_assert_str_eq(disks[0].transport, "usb");
    ck_assert_str_eq(disks[0].model, "WD Elements 25A2");
    ck_assert_str_eq(disks[0].serial, "57584");
    ck_assert(identity_bridge(&tree.sys, "sdb", bridge, sizeof(bridge)));
    ck_assert_str_eq(bridge, "1058:25a2");
    ck_assert(identity_link(&tree.sys, "sdb", link, sizeof(link)));
    ck_assert_str_eq(link, "USB 5000 Mbit/s");
}

TEST(an_nvme_disk_has_a_pci_link)
{
    static const char controller[] = "pci0000:00/0000:01:00.0/nvme/nvme0";
    char link[64];

    tree_disk(&tree, "nvme0n1", controller, "259:0", 2000409264);
    tree_say(&tree, "nvme0n1", "device/model",
             "Samsung SSD 970 EVO Plus 1TB            \n");
    tree_say(&tree, "nvme0n1", "device/serial", "S4EWNX0N123456      \n");
    tree_say(&tree, "nvme0n1", "device/device/current_link_speed", "8.0 GT/s PCIe\n");
    tree_say(&tree, "nvme0n1", "device/device/current_link_width", "4\n");
    list();
    ck_assert_str_eq(disks[0].transport, "nvme");
    ck_assert_str_eq(disks[0].model, "Samsung SSD 970 EVO Plus 1TB");
    ck_assert_str_eq(disks[0].serial, "S4EWNX0N123456");
    ck_assert(identity_link(&tree.sys, "nvme0n1", link, sizeof(link)));
    ck_assert_str_eq(link, "PCIe 8.0 GT/s PCIe x4");
}

static const struct {
    const char *name, *place, *transport;
} transports[] = {
    { "sda", PATA, "ata" },
    { "sda", "platform/host0/target0:0:0/0:0:0:0", "scsi" },
    { "sda", "pci0/virtio1/host0/target0:0:0/0:0:0:0", "virtio" },
    { "sda", "pci0/host0/port-0:0/end_device-0:0/target0:0:0/0:0:0:0", "sas" },
    { "vda", "pci0/virtio1", "virtio" },
    { "xvda", "vbd-51712", "xen" },
    { "mmcblk0", "platform/mmc0/mmc0:0001", "mmc" },
    { "md0", "virtual", "md" },
    { "dm-0", "virtual", "dm" },
    { "loop0", "virtual", "loop" },
    { "cciss!c0d0", "virtual", "" },
};

TEST_EACH(the_transport_is_told_by_name_or_place, transports)
{
    tree_disk(&tree, transports[_i].name, transports[_i].place, "8:0", 2048);
    list();
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(disks[0].transport, transports[_i].transport);
}

static const char *const no_disks[] = {
    "ram0", "zram0", "sr0", "fd0", "mmcblk0boot0", "mmcblk0boot1", "mmcblk0rpmb",
};

TEST_EACH(what_is_no_disk_is_not_listed, no_disks)
{
    tree_disk(&tree, no_disks[_i], "virtual", "1:0", 2048);
    list();
    ck_assert_uint_eq(count, 0);
}

TEST(empty_hidden_and_mapped_ones_are_not_listed)
{
    tree_disk(&tree, "loop0", "virtual", "7:0", 0);
    tree_disk(&tree, "nvme0c0n1", "nvme", "259:1", 2048);
    tree_say(&tree, "nvme0c0n1", "hidden", "1\n");
    tree_disk(&tree, "dm-1", "virtual", "253:1", 2048);
    tree_say(&tree, "dm-1", "dm/uuid", "part1-mpath-36001405\n");
    tree_disk(&tree, "sdc", PATA, "8:32", 2048);
    tree_say(&tree, "sdc", "device/type", "5\n");
    list();
    ck_assert_uint_eq(count, 0);
}

TEST(built_disks_are_named_by_what_they_are_made_of)
{
    tree_disk(&tree, "md0", "virtual", "9:0", 2048);
    tree_say(&tree, "md0", "md/level", "raid1\n");
    tree_disk(&tree, "dm-0", "virtual", "253:0", 2048);
    tree_say(&tree, "dm-0", "dm/name", "vg-home\n");
    tree_disk(&tree, "loop3", "virtual", "7:3", 2048);
    tree_say(&tree, "loop3", "loop/backing_file", "/home/me/old disk.img\n");
    list();
    ck_assert_uint_eq(count, 3);
    ck_assert_str_eq(disks[0].model, "raid1");
    ck_assert_str_eq(disks[1].model, "vg-home");
    ck_assert_str_eq(disks[2].model, "old disk.img");
}

static void check_order(const char *want)
{
    char got[256] = "";

    list();
    for (size_t i = 0; i < count; i++) {
        strcat(got, i ? " " : "");
        strcat(got, strrchr(disks[i].path, '/') + 1);
    }
    ck_assert_str_eq(got, want);
}

TEST(disks_stand_in_natural_order)
{
    static const char *const names[] = {
        "loop10",  "loop2", "dm-0", "md127", "mmcblk0", "nvme10n1",
        "nvme2n1", "vda",   "sdaa", "sdb",   "sda",     "zd16",
    };

    for (size_t i = 0; i < ARRAY_SIZE(names); i++)
        tree_disk(&tree, names[i], "virtual", "8:0", 2048);
    check_order("sda sdb sdaa vda nvme2n1 nvme10n1 mmcblk0 zd16 md127 dm-0 loop2 loop10");
}

TEST(the_running_system_keeps_its_place)
{
    tree_disk(&tree, "sda", "virtual", "8:0", 1 << 20);
    tree_partition(&tree, "sda", "sda1", "8:1", 2048, 4096);
    tree_mount(&tree, "8:1", "/", "/dev/sda1");
    check_order("sda");
    disk_info_free(disks, count);
    tree_disk(&tree, "sdb", "virtual", "8:16", 1 << 20);
    tree_disk(&tree, "sdc", "virtual", "8:32", 1 << 20);
    check_order("sda sdb sdc");
    ck_assert(disks[0].is_system);
    ck_assert(!disks[1].is_system && !disks[2].is_system);
}

TEST(mounts_are_found_through_all_that_is_built_on_a_disk)
{
    tree_disk(&tree, "sda", "virtual", "8:0", 1 << 20);
    tree_partition(&tree, "sda", "sda1", "8:1", 2048, 4096);
    tree_partition(&tree, "sda", "sda2", "8:2", 8192, 4096);
    tree_partition(&tree, "sda", "sda3", "8:3", 16384, 4096);
    tree_disk(&tree, "md0", "virtual", "9:0", 4096);
    tree_disk(&tree, "dm-0", "virtual", "253:0", 4096);
    tree_say(&tree, "dm-0", "dm/name", "cryptroot\n");
    tree_say(&tree, "sda2", "holders/md0/dev", "9:0\n");
    tree_say(&tree, "md0", "holders/dm-0/dev", "253:0\n");
    tree_mount(&tree, "8:1", "/boot", "/dev/sda1");
    tree_mount(&tree, "8:1", "/srv/same/again", "/dev/sda1");
    tree_mount(&tree, "253:0", "/", "/dev/mapper/cryptroot");

    char swaps[256];
    (void)snprintf(swaps, sizeof(swaps), "Filename Type\n%s/sda3\tpartition\t1\t0\t-2\n",
                   tree.dev_path);
    tree_write(&tree, swaps, "proc/swaps");
    list();
    ck_assert_str_eq(disks[0].in_use, "/ /boot swap");
    ck_assert(disks[0].is_system);
}

TEST(a_holder_that_nobody_uses_is_named_itself)
{
    tree_disk(&tree, "sda", "virtual", "8:0", 1 << 20);
    tree_partition(&tree, "sda", "sda1", "8:1", 2048, 4096);
    tree_disk(&tree, "dm-0", "virtual", "253:0", 4096);
    tree_say(&tree, "dm-0", "dm/name", "vg-root\n");
    tree_say(&tree, "sda1", "holders/dm-0/dev", "253:0\n");
    list();
    ck_assert_str_eq(disks[0].in_use, "vg-root");
    ck_assert_str_eq(disks[1].in_use, "");
    disk_info_free(disks, count);
    /* Told in a circle, it must still end, and still be in use. */
    tree_say(&tree, "dm-0", "holders/dm-0/dev", "253:0\n");
    list();
    ck_assert_str_eq(disks[0].in_use, "vg-root");
}

TEST(many_mount_points_are_cut_with_dots)
{
    tree_disk(&tree, "sda", "virtual", "8:0", 1 << 20);
    for (int i = 10; i < 20; i++) {
        char name[16], number[16], where[64];
        (void)snprintf(name, sizeof(name), "sda%d", i);
        (void)snprintf(number, sizeof(number), "8:%d", i);
        (void)snprintf(where, sizeof(where), "/somewhere/rather/deep/%d", i);
        tree_partition(&tree, "sda", name, number, 2048, 4096);
        tree_mount(&tree, number, where, name);
    }
    list();
    ck_assert_str_eq(disks[0].in_use,
                     "/somewhere/rather/deep/10 /somewhere/rather/deep/11 "
                     "/somewhere/rather/deep/12 /somewhere/rather/deep/13 ..");
}

TEST(an_image_file_is_described_too)
{
    char path[128];
    struct disk_info info;

    tree_write(&tree, "0123456789", "disk.img");
    (void)snprintf(path, sizeof(path), "%s/disk.img", tree.root);
    tree_disk(&tree, "loop0", "virtual", "7:0", 2048);
    devices_describe(&tree.sys, path, &info);
    ck_assert_str_eq(info.path, path);
    ck_assert_str_eq(info.transport, "file");
    ck_assert_uint_eq(info.size_bytes, 10);
    ck_assert_str_eq(info.in_use, "");
    tree_say(&tree, "loop0", "loop/backing_file", path);
    devices_describe(&tree.sys, path, &info);
    ck_assert_str_eq(info.in_use, "loop0");
}

TEST(a_machine_that_says_nothing_has_no_disks)
{
    struct sys nowhere = { "/nonexistent", "/nonexistent", "/nonexistent" };
    struct disk_info info;

    count = devices_list(&nowhere, &disks);
    ck_assert_uint_eq(count, 0);
    devices_describe(&nowhere, "/nonexistent/sda", &info);
    ck_assert_str_eq(info.path, "/nonexistent/sda");
    ck_assert_uint_eq(info.size_bytes, 0);
}
