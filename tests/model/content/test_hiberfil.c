/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hiberfil.c - a suspended Windows is found by its file, and only by that */
#include "model/content/ntfs_hiberfil.h"

#include "support/ntfs_volume.h"
#include "support/reader_bytes.h"
#include "support/test.h"

static enum ntfs_hiberfil find(const uint8_t *volume, size_t count)
{
    struct reader_bytes memory = { volume, count };
    struct reader part = reader_of_bytes(&memory);

    return ntfs_hiberfil_find(&part, 512);
}

static const struct {
    struct ntfs_file file;
    enum ntfs_hiberfil want;
} rows[] = {
    { { .name = NULL }, HIBERFIL_NONE },
    { { .name = "hiberfil.sys", .head = "hibr" }, HIBERFIL_SUSPENDED },
    { { .name = "hiberfil.sys", .head = "HIBR" }, HIBERFIL_SUSPENDED },
    { { .name = "HIBERFIL.SYS", .head = "hibr" }, HIBERFIL_SUSPENDED },
    { { .name = "hiberfil.sys", .head = "hibr", .is_in_root = true },
      HIBERFIL_SUSPENDED },
    { { .name = "hiberfil.sys", .head = "wake" }, HIBERFIL_NONE },
    { { .name = "hiberfil.sys", .head = "\0\0\0" }, HIBERFIL_NONE },
    { { .name = "hiberfil.sy", .head = "hibr" }, HIBERFIL_NONE },
    { { .name = "hiberfil.sys.", .head = "hibr" }, HIBERFIL_NONE },
    { { .name = "hiberfil.sys", .head = "hibr", .is_deleted = true }, HIBERFIL_NONE },
    { { .name = "hiberfil.sys", .head = "hibr", .is_not_initialized = true },
      HIBERFIL_NONE },
    { { .name = "hiberfil.sys", .head = "hibr", .is_resident = true }, HIBERFIL_NONE },
    { { .name = "hiberfil.sys", .head = "hibr", .has_list = true }, HIBERFIL_UNKNOWN },
    { { .name = "hiberfil.sys", .head = "hibr", .has_folder_list = true },
      HIBERFIL_UNKNOWN },
};

TEST_EACH(the_file_is_found_and_its_head_read, rows)
{
    static uint8_t volume[NTFS_VOLUME_BYTES];

    ntfs_volume_make(&rows[_i].file, volume);
    ck_assert_int_eq(find(volume, sizeof(volume)), rows[_i].want);
}

/* Wherever it ends, what is missing is not taken for an image. */
TEST(a_volume_that_ends_early_is_never_suspended)
{
    static const struct ntfs_file file = { .name = "hiberfil.sys", .head = "hibr" };
    static uint8_t volume[NTFS_VOLUME_BYTES];

    ntfs_volume_make(&file, volume);
    for (size_t count = 0; count < 90 * 512 + 4; count += 4)
        ck_assert_int_ne(find(volume, count), HIBERFIL_SUSPENDED);
    ck_assert_int_eq(find(volume, 90 * 512 + 4), HIBERFIL_SUSPENDED);
}
