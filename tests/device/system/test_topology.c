/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_topology.c - what an image file and what is given become as limits */
#include "device/system/topology.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/image.h"
#include "support/test.h"
#include "support/tree.h"

static bool read_image(uint64_t bytes, const struct limits_given *given,
                       struct limits *ret, struct err *err)
{
    CLEANUP(store_closep) struct store *store = NULL;
    struct image image;
    bool is_read;

    image_make(&image, bytes);
    store = store_open(image.path, err);
    is_read = store && topology_read(store, given, ret, err);
    image_remove(&image);
    return is_read;
}

/* All that is known of an image: its size. */
static const struct {
    uint64_t bytes;
    struct limits_given given;
    uint64_t size, logical, physical;
    enum limit_source logical_source, physical_source;
} rows[] = {
    /* clang-format off */
    { 1 << 20, { 0 }, 2048, 512, 4096, SOURCE_DEFAULT, SOURCE_ASSUMED },
    { 1 << 20, { .logical = 4096 }, 256, 4096, 4096, SOURCE_GIVEN, SOURCE_DEFAULT },
    { 1 << 20, { .physical = 512 }, 2048, 512, 512, SOURCE_DEFAULT, SOURCE_GIVEN },
    /* What lies behind the last whole sector is left out. */
    { 1000, { 0 }, 1, 512, 4096, SOURCE_DEFAULT, SOURCE_ASSUMED },
    { 512 * 9, { .logical = 4096 }, 1, 4096, 4096, SOURCE_GIVEN, SOURCE_DEFAULT },
    /* 16 TiB: only the size is on the disk. */
    { UINT64_C(1) << 43, { 0 }, UINT64_C(1) << 34, 512, 4096, SOURCE_DEFAULT,
      SOURCE_ASSUMED },
    /* clang-format on */
};

TEST_EACH(an_image_has_the_limits_that_are_given_or_assumed, rows)
{
    struct limits limits;
    struct err err = { 0 };

    ck_assert_msg(read_image(rows[_i].bytes, &rows[_i].given, &limits, &err), "%s",
                  err.text);
    ck_assert_uint_eq(limits.size, rows[_i].size);
    ck_assert_uint_eq(limits.logical, rows[_i].logical);
    ck_assert_uint_eq(limits.physical, rows[_i].physical);
    ck_assert_int_eq(limits.logical_source, rows[_i].logical_source);
    ck_assert_int_eq(limits.physical_source, rows[_i].physical_source);
    ck_assert_uint_eq(limits.alignment_offset, 0);
}

TEST(a_file_of_less_than_a_sector_is_refused)
{
    struct limits_given given = { 0 };
    struct limits limits;
    struct err err = { 0 };

    ck_assert(!read_image(511, &given, &limits, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
    ck_assert_msg(strstr(err.text, "511 B") && strstr(err.text, "512"), "%s", err.text);
}

TEST(the_given_sector_decides_whether_the_size_fits)
{
    struct limits_given given = { .logical = 4096 };
    struct limits limits;
    struct err err = { 0 };

    ck_assert(!read_image(512 * 7, &given, &limits, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
    ck_assert_msg(strstr(err.text, "4096"), "%s", err.text);
}

TEST(a_sector_that_cannot_be_is_wrong_usage)
{
    struct limits_given given = { .logical = 1000 };
    struct limits limits;
    struct err err = { 0 };

    ck_assert(!read_image(1 << 20, &given, &limits, &err));
    ck_assert_int_eq(err.code, ERR_USAGE);
}

/* An SD card that says two sizes, an eMMC that says one, and a disk that says neither. */
static const struct {
    const char *preferred, *erase;
    uint64_t unit;
} cards[] = {
    { "4194304\n", "512\n", 4 << 20 },
    { NULL, "524288\n", 512 << 10 },
    { NULL, NULL, 0 },
};

TEST_EACH(a_card_reports_its_erase_unit, cards)
{
    struct limits_reported disk = { 0 }, partition = { 0 };
    struct tree tree;

    tree_init(&tree);
    tree_disk(&tree, "mmcblk0", "platform/mmc0/mmc0:0001", "179:0", 1 << 20);
    tree_partition(&tree, "mmcblk0", "mmcblk0p1", "179:1", 8192, 1 << 16);
    if (cards[_i].preferred)
        tree_say(&tree, "mmcblk0", "device/preferred_erase_size", cards[_i].preferred);
    if (cards[_i].erase)
        tree_say(&tree, "mmcblk0", "device/erase_size", cards[_i].erase);
    topology_ask_sysfs(&tree.sys, 179, 0, &disk);
    topology_ask_sysfs(&tree.sys, 179, 1, &partition);
    ck_assert_uint_eq(disk.erase_unit, cards[_i].unit);
    ck_assert_uint_eq(partition.erase_unit, cards[_i].unit);
    tree_finish(&tree);
}

/* What the kernel reports, with the device number: namespace, its partition, a disk. */
static const struct {
    unsigned high, low;
    uint64_t physical, minimum_io;
    bool is_named;
} minimums[] = {
    { 259, 0, 512, 4096, true },   { 259, 1, 512, 4096, true },
    { 259, 0, 4096, 16384, true }, { 259, 0, 4096, 4096, false },
    { 259, 0, 512, 0, false },     { 8, 0, 512, 65536, false },
};

TEST_EACH(the_minimum_io_of_nvme_is_its_write_granularity, minimums)
{
    struct limits limits = { .physical_reported = minimums[_i].physical,
                             .minimum_io = minimums[_i].minimum_io };
    struct tree tree;

    tree_init(&tree);
    tree_disk(&tree, "nvme0n1", "pci/nvme/nvme0", "259:0", 1 << 20);
    tree_say(&tree, "nvme0n1", "nsid", "1\n");
    tree_partition(&tree, "nvme0n1", "nvme0n1p1", "259:1", 2048, 1 << 16);
    tree_disk(&tree, "sda", "pci/ata1", "8:0", 1 << 20);
    topology_name_nvme(&tree.sys, minimums[_i].high, minimums[_i].low, &limits);
    ck_assert_uint_eq(limits.notes, minimums[_i].is_named ? LIMIT_NVME_MINIMUM : 0);
    tree_finish(&tree);
}
