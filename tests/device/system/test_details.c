/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_details.c - all that is known of one disk */
#include "device/system/details.h"

#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "support/tree.h"

#define SATA "pci0000:00/0000:00:1f.2/ata3/host2/target2:0:0/2:0:0:0"
#define USB  "pci0000:00/0000:00:14.0/usb2/2-3/2-3:1.0/host6/target6:0:0/6:0:0:0"

static struct tree tree;
static struct details details;
static char path[SYS_PATH];

static void setup(void)
{
    tree_init(&tree);
    details = (struct details){ 0 };
}

static void teardown(void)
{
    details_finish(&details);
    tree_finish(&tree);
}

static void read_details(const char *name, const struct layout *layout)
{
    sys_node_of(&tree.sys, name, path);
    details_finish(&details);
    details_read(&tree.sys, path, layout, &details);
}

static const struct detail *find(const char *id)
{
    for (size_t i = 0; i < details.count; i++)
        if (!strcmp(details.rows[i].id, id))
            return &details.rows[i];
    return NULL;
}

static void check(const char *id, const char *want)
{
    const struct detail *row = find(id);

    ck_assert_msg(row != NULL, "no row %s", id);
    ck_assert_str_eq(row->value, want);
}

static void check_source(const char *id, const char *value, const char *source)
{
    check(id, value);
    ck_assert_str_eq(find(id)->source, source);
}

/* A row without a value, and two rows with one id, could not be selected. */
static void check_rows(void)
{
    for (size_t i = 0; i < details.count; i++) {
        ck_assert(details.rows[i].name[0]);
        ck_assert(details.rows[i].value[0]);
        ck_assert(details.rows[i].source[0]);
        for (size_t j = 0; j < i; j++)
            ck_assert_str_ne(details.rows[i].id, details.rows[j].id);
    }
}

static void make_sata(const char *model)
{
    static const uint8_t page[] = "\0\261\0\074\034\040\0\0";

    tree_disk(&tree, "sda", SATA, "8:0", 1953525168);
    tree_say(&tree, "sda", "device/model", model);
    tree_say(&tree, "sda", "device/vendor", "ATA     \n");
    tree_say(&tree, "sda", "device/rev", "80.00A80\n");
    tree_say(&tree, "sda", "device/wwid", "naa.50014ee2b0a1c2d3\n");
    tree_say(&tree, "sda", "queue/rotational", "1\n");
    tree_say(&tree, "sda", "queue/write_cache", "write back\n");
    tree_say(&tree, "sda", "queue/fua", "0\n");
    tree_say(&tree, "sda", "queue/discard_max_bytes", "0\n");
    tree_say(&tree, "sda", "queue/zoned", "none\n");
    tree_say(&tree, "sda", "queue/max_sectors_kb", "1280\n");
    tree_say(&tree, "sda", "queue/max_hw_sectors_kb", "32767\n");
    tree_write(&tree, "3.0 Gbps\n", "sys/class/ata_link/link3/sata_spd");
    tree_bytes(&tree, page, sizeof(page) - 1, "sys/class/block/sda/device/vpd_pgb1");
}

TEST_FIXTURE(setup, teardown);

TEST(a_sata_disk_tells_all_it_can)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();

    make_sata("WDC WD10EARS-00Y5B1\n");
    tree_partition(&tree, "sda", "sda1", "8:1", 63, 2048);
    tree_mount(&tree, "8:1", "/mnt/xp", "/dev/sda1");
    read_details("sda", layout);
    check_rows();
    check("path", path);
    check_source("model", "WDC WD10EARS-00Y5B1", "sysfs");
    check("firmware", "80.00A80");
    check("wwn", "naa.50014ee2b0a1c2d3");
    check("transport", "sata");
    check("link", "SATA 3.0 Gbps");
    check("rotation", "7200 turns per minute");
    check("write-cache", "write back: data wait in the drive until they are flushed");
    check("fua", "no (FUA): each needs a flush");
    check("discard", "no");
    check("zoned", "no");
    check("max-sectors-kb", "1280 KiB; the hardware takes 32767 KiB");
    check("in-use", "/mnt/xp");
    check("read-only", "no");
    check("sector", "1 s = 512 B (logical)");
    check("size", "1953525168 s = 1000204886016 B = 931.5 GiB");
    check_source("physical", "4096 B; it says 512 B", "assumed");
    check("alignment-offset", "0 B");
    check("label", "msdos");
    ck_assert(find("hides-4096"));
    ck_assert(!find("bridge"));
    ck_assert(!find("loses-data"));
}

TEST(a_model_that_loses_data_is_warned_of)
{
    make_sata("SAMSUNG HD204UI\n");
    read_details("sda", NULL);
    check_rows();
    ck_assert(find("loses-data"));
    ck_assert_str_eq(find("loses-data")->name, "Warning");
}

TEST(behind_usb_the_bridge_speaks)
{
    tree_disk(&tree, "sdb", USB, "8:16", 2048);
    tree_say(&tree, "sdb", "device/model", "Generic\n");
    tree_say(&tree, "sdb", "device/../../../../idVendor", "0bda\n");
    tree_say(&tree, "sdb", "device/../../../../idProduct", "9210\n");
    tree_say(&tree, "sdb", "device/../../../../manufacturer", "Realtek\n");
    tree_say(&tree, "sdb", "device/../../../../product", "RTL9210\n");
    tree_say(&tree, "sdb", "device/../../../../speed", "480\n");
    read_details("sdb", NULL);
    check_rows();
    check("bridge", "0bda:9210 Realtek RTL9210");
    check("bridge-topology", "is the bridge's word, not the drive's");
    check("link", "USB 480 Mbit/s");
}

static const struct {
    struct layout *(*make)(void);
    const char *kind;
} kinds[] = {
    { disks_legacy, "512?:" },
    { disks_4kn, "4Kn:" },
};

TEST_EACH(the_kind_is_one_word_and_why, kinds)
{
    CLEANUP(layout_unrefp) struct layout *layout = kinds[_i].make();

    tree_disk(&tree, "sda", "virtual", "8:0", 2048);
    read_details("sda", layout);
    check_rows();
    ck_assert_int_eq(strncmp(find("kind")->value, kinds[_i].kind, strlen(kinds[_i].kind)),
                     0);
}

static struct layout *make_with(struct limits_reported said, struct limits_given given)
{
    return disks_build(&(struct disks_spec){
        .size = 1 << 20, .label = LABEL_GPT, .said = said, .given = given });
}

TEST(values_given_by_hand_say_so)
{
    CLEANUP(layout_unrefp)
    struct layout *layout = make_with(
        (struct limits_reported){ 0 },
        (struct limits_given){
            .physical = 4096, .alignment_offset = 3584, .has_alignment_offset = true });

    tree_disk(&tree, "sda", "virtual", "8:0", 2048);
    read_details("sda", layout);
    ck_assert_str_eq(find("physical")->source, "given");
    check_source("alignment-offset", "3584 B: as with the XP jumper set", "given");
    ck_assert_int_eq(strncmp(find("kind")->value, "512e:", 5), 0);
}

TEST(refused_limits_are_shown_with_the_reason)
{
    CLEANUP(layout_unrefp)
    struct layout *layout =
        make_with((struct limits_reported){ .physical = 512, .optimal_io = 33553920 },
                  (struct limits_given){ 0 });

    tree_disk(&tree, "sda", "virtual", "8:0", 2048);
    read_details("sda", layout);
    check_rows();
    check("optimal-io", "33553920 B; refused");
    ck_assert(find("optimal-io-refused"));
}

TEST(sectors_of_other_sizes_have_no_word_but_numbers)
{
    CLEANUP(layout_unrefp)
    struct layout *layout = make_with((struct limits_reported){ .physical = 16384 },
                                      (struct limits_given){ 0 });

    tree_disk(&tree, "sda", "virtual", "8:0", 2048);
    read_details("sda", layout);
    check_source("kind",
                 "512/16384: 512-byte logical sectors kept in 16384-byte physical ones",
                 "reported");
}

TEST(an_ssd_does_not_turn_and_discards)
{
    tree_disk(&tree, "nvme0n1", "nvme/nvme0", "259:0", 2048);
    tree_say(&tree, "nvme0n1", "queue/rotational", "0\n");
    tree_say(&tree, "nvme0n1", "queue/discard_max_bytes", "2199023255040\n");
    tree_say(&tree, "nvme0n1", "queue/discard_granularity", "4096\n");
    tree_say(&tree, "nvme0n1", "queue/write_cache", "\033[31mstrange\n");
    tree_say(&tree, "nvme0n1", "queue/fua", "1\n");
    tree_say(&tree, "nvme0n1", "queue/max_sectors_kb", "512\n");
    tree_say(&tree, "nvme0n1", "queue/max_hw_sectors_kb", "2147483647\n");
    tree_say(&tree, "nvme0n1", "ro", "1\n");
    read_details("nvme0n1", NULL);
    check_rows();
    check("rotation", "none (solid state)");
    check("discard", "up to 2 TiB at once, in steps of 4 KiB");
    check("write-cache", "?[31mstrange");
    check("fua", "yes (FUA)");
    check("max-sectors-kb", "512 KiB");
    check("read-only", "yes");
}

TEST(built_disks_name_what_they_are_made_of)
{
    tree_disk(&tree, "md0", "virtual", "9:0", 2048);
    tree_say(&tree, "md0", "slaves/sda1/dev", "8:1\n");
    tree_say(&tree, "md0", "slaves/sdb1/dev", "8:17\n");
    read_details("md0", NULL);
    check("made-of", "sda1 sdb1");
    tree_disk(&tree, "loop0", "virtual", "7:0", 2048);
    tree_say(&tree, "loop0", "loop/backing_file", "/srv/old disk.img\n");
    read_details("loop0", NULL);
    check_rows();
    check("backing-file", "/srv/old disk.img");
}

TEST(an_image_file_has_its_size_and_what_is_given)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_aligned();

    tree_write(&tree, "x", "disk.img");
    (void)snprintf(path, sizeof(path), "%s/disk.img", tree.root);
    details_read(&tree.sys, path, layout, &details);
    check_rows();
    check("path", path);
    ck_assert_str_eq(find("path")->name, "Image file");
    ck_assert(find("size") && find("grain") && find("usable"));
    ck_assert(!find("model") && !find("transport") && !find("rotation"));
    check("in-use", "no");
}
