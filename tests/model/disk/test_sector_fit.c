/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sector_fit.c - whether contents can be used with the sector size of their disk */
#include "model/disk/sector_fit.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"

static const struct {
    enum inside_kind kind;
    uint64_t sector;
    uint64_t unit;
    uint64_t logical;
    enum sector_fit fit;
} rows[] = {
    { INSIDE_FAT, 512, 4096, 512, SECTOR_FITS },
    { INSIDE_FAT, 512, 4096, 4096, SECTOR_REFUSED },
    { INSIDE_FAT, 4096, 4096, 4096, SECTOR_FITS },
    { INSIDE_FAT, 4096, 4096, 512, SECTOR_FOREIGN },
    { INSIDE_EXFAT, 512, 32768, 4096, SECTOR_REFUSED },
    { INSIDE_EXFAT, 4096, 32768, 512, SECTOR_FOREIGN },
    { INSIDE_NTFS, 512, 4096, 4096, SECTOR_FOREIGN },
    { INSIDE_NTFS, 512, 2048, 4096, SECTOR_REFUSED },
    { INSIDE_NTFS, 4096, 4096, 512, SECTOR_FOREIGN },
    { INSIDE_EXT, 1024, 1024, 512, SECTOR_FITS },
    { INSIDE_EXT, 1024, 1024, 4096, SECTOR_REFUSED },
    { INSIDE_EXT, 4096, 4096, 4096, SECTOR_FITS },
    { INSIDE_XFS, 512, 4096, 4096, SECTOR_REFUSED },
    { INSIDE_XFS, 4096, 4096, 512, SECTOR_FITS },
    { INSIDE_LUKS, 512, 512, 4096, SECTOR_UNJUDGED },
    { INSIDE_LUKS, 4096, 4096, 4096, SECTOR_FITS },
    { INSIDE_LUKS, 4096, 4096, 512, SECTOR_FITS },
    { INSIDE_BTRFS, 0, 4096, 4096, SECTOR_FITS },
};

TEST_EACH(a_content_fits_sectors_that_are_not_larger_than_its_own, rows)
{
    struct content content = disks_content(rows[_i].kind, NULL);

    content.inside.sector = rows[_i].sector;
    content.inside.unit = rows[_i].unit;
    ck_assert_int_eq(sector_fit_of(&content, rows[_i].logical), rows[_i].fit);
}

TEST(what_is_not_one_known_content_is_not_judged)
{
    struct content content = disks_content(INSIDE_FAT, NULL);

    content.inside.sector = 512;
    content.state = CONTENT_AMBIVALENT;
    ck_assert_int_eq(sector_fit_of(&content, 4096), SECTOR_FITS);
}

TEST(each_that_does_not_fit_is_named_with_what_to_do)
{
    CLEANUP(layout_unrefp) struct layout *read = disks_4kn();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(read);
    CLEANUP(lines_finish) struct lines lines = { 0 };
    struct extent *first = layout_builder_find(builder, layout_find_number(read, 1)->id);

    first->content = disks_content(INSIDE_FAT, "EFI");
    first->content.inside.sector = 512;
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_refinish(builder);
    sector_fit_lines(layout, &lines);
    ck_assert_uint_eq(lines.count, 1);
    ck_assert_ptr_nonnull(strstr(lines.at[0], "Partition 1 holds vfat 'EFI', "));
    ck_assert_ptr_nonnull(strstr(lines.at[0], "sectors of at most 512 bytes"));
    ck_assert_ptr_nonnull(strstr(lines.at[0], "Copy the data off"));
}
