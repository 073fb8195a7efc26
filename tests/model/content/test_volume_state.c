/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_volume_state.c - the marks of file systems, in bytes made by hand */
#include "model/content/volume_state.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/ntfs_volume.h"
#include "support/reader_bytes.h"
#include "support/test.h"

enum {
    SIZE = 512 * 1024,
    XFS_LOG = 64 * 1024,
    XFS_BLOCKS = 64, /* of 512 bytes */
    XFS_HEAD = XFS_LOG + 5 * 512,
};

static uint8_t bytes[SIZE];

static enum volume_state state_in(size_t count, const struct inside *inside)
{
    struct reader_bytes memory = { bytes, count };
    struct reader part = reader_of_bytes(&memory);

    return volume_state_read(&part, inside);
}

/* WIDTH bytes of VALUE at OFFSET. */
struct patch {
    size_t offset;
    unsigned width;
    uint64_t value;
};

static void patch_put(const struct patch *patch, bool is_big_endian)
{
    for (unsigned i = 0; i < patch->width; i++) {
        unsigned shift = 8 * (is_big_endian ? patch->width - 1 - i : i);
        bytes[patch->offset + i] = (uint8_t)(patch->value >> shift);
    }
}

/* --- superblocks --- */

static void make_zeros(void)
{
    memset(bytes, 0, sizeof(bytes));
}

static void make_ext_clean(void)
{
    make_zeros();
    put_le16(bytes, 1024 + 0x3A, 1);
}

static void make_fat(bool is_fat32)
{
    size_t mark = is_fat32 ? 0x41 : 0x25;

    make_zeros();
    put_le16(bytes, 14, 4);
    bytes[16] = 2;
    put_le16(bytes, 22, is_fat32 ? 0 : 16);
    put_le32(bytes, 36, is_fat32 ? 16 : 0);
    bytes[mark + 1] = 0x29;
    memset(bytes + 4 * 512, 0xff, 8);
    memset(bytes + 20 * 512, 0xff, 8);
}

static void make_fat16(void)
{
    make_fat(false);
}

static void make_fat32(void)
{
    make_fat(true);
}

#define EXT                                                                              \
    {                                                                                    \
        .kind = INSIDE_EXT, .unit = 4096                                                 \
    }
#define EXFAT                                                                            \
    {                                                                                    \
        .kind = INSIDE_EXFAT, .unit = 4096                                               \
    }
#define BTRFS                                                                            \
    {                                                                                    \
        .kind = INSIDE_BTRFS, .unit = 4096                                               \
    }
#define FAT12                                                                            \
    {                                                                                    \
        .kind = INSIDE_FAT, .unit = 512, .sector = 512, .claimed = 4084 * 512            \
    }
#define FAT16                                                                            \
    {                                                                                    \
        .kind = INSIDE_FAT, .unit = 512, .sector = 512, .claimed = 4085 * 512            \
    }
#define FAT32                                                                            \
    {                                                                                    \
        .kind = INSIDE_FAT, .unit = 512, .sector = 512, .claimed = 70000 * 512           \
    }

static const struct {
    const char *name;
    void (*make)(void);
    struct inside inside;
    struct patch patches[2];
    enum volume_state want;
} rows[] = {
    { "ext", make_ext_clean, EXT, { { 0 } }, VOLUME_CLEAN },
    { "ext mounted", make_zeros, EXT, { { 0 } }, VOLUME_DIRTY },
    { "ext journal", make_ext_clean, EXT, { { 1024 + 0x60, 4, 0x246 } }, VOLUME_DIRTY },
    { "ext errors", make_ext_clean, EXT, { { 1024 + 0x3A, 2, 3 } }, VOLUME_ERRORS },
    { "ext orphans", make_ext_clean, EXT, { { 1024 + 0x3A, 2, 5 } }, VOLUME_CLEAN },
    { "exfat", make_zeros, EXFAT, { { 106, 2, 9 } }, VOLUME_CLEAN },
    { "exfat mounted", make_zeros, EXFAT, { { 106, 2, 3 } }, VOLUME_DIRTY },
    { "exfat errors", make_zeros, EXFAT, { { 106, 2, 6 } }, VOLUME_ERRORS },
    { "btrfs", make_zeros, BTRFS, { { 65536 + 56, 8, 1 } }, VOLUME_CLEAN },
    { "btrfs log", make_zeros, BTRFS, { { 65536 + 96, 8, 1 << 24 } }, VOLUME_DIRTY },
    { "btrfs errors", make_zeros, BTRFS, { { 65536 + 56, 8, 5 } }, VOLUME_ERRORS },
    { "fat12", make_fat16, FAT12, { { 2050, 2, 0 } }, VOLUME_CLEAN },
    { "fat12 by Linux", make_fat16, FAT12, { { 0x25, 1, 1 } }, VOLUME_DIRTY },
    { "fat16", make_fat16, FAT16, { { 2050, 2, 0xc000 } }, VOLUME_CLEAN },
    { "fat16 by Linux", make_fat16, FAT16, { { 0x25, 1, 1 } }, VOLUME_DIRTY },
    { "fat16 surface", make_fat16, FAT16, { { 0x25, 1, 2 } }, VOLUME_ERRORS },
    { "fat16 by code", make_fat16, FAT16, { { 0x25, 2, 1 } }, VOLUME_CLEAN },
    { "fat16 by Windows", make_fat16, FAT16, { { 2050, 2, 0x7fff } }, VOLUME_DIRTY },
    { "fat16 errors", make_fat16, FAT16, { { 2050, 2, 0xbfff } }, VOLUME_ERRORS },
    { "fat32", make_fat32, FAT32, { { 2052, 4, 0x0c000000 } }, VOLUME_CLEAN },
    { "fat32 by Linux", make_fat32, FAT32, { { 0x41, 1, 1 } }, VOLUME_DIRTY },
    { "fat32 by Windows", make_fat32, FAT32, { { 2052, 4, 0xf7ffffff } }, VOLUME_DIRTY },
    { "fat32 errors",
      make_fat32,
      FAT32,
      { { 2052, 4, 0xfbffffff }, { 0x41, 1, 1 } },
      VOLUME_ERRORS },
    { "fat32, other FAT",
      make_fat32,
      FAT32,
      { { 40, 2, 0x81 }, { 20 * 512 + 4, 4, 0x07ffffff } },
      VOLUME_DIRTY },
    { "no such mark",
      make_zeros,
      { .kind = INSIDE_SWAP, .unit = 4096 },
      { { 0 } },
      VOLUME_UNKNOWN },
    { "not decoded", make_ext_clean, { .kind = INSIDE_EXT }, { { 0 } }, VOLUME_UNKNOWN },
};

TEST_EACH(a_mark_in_a_superblock_is_read, rows)
{
    rows[_i].make();
    for (size_t i = 0; i < ARRAY_SIZE(rows[_i].patches); i++)
        patch_put(&rows[_i].patches[i], false);
    ck_assert_msg(state_in(SIZE, &rows[_i].inside) == rows[_i].want, "%s", rows[_i].name);
}

TEST(what_cannot_be_read_is_unknown)
{
    make_fat16();
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        ck_assert_int_eq(state_in(500, &rows[i].inside), VOLUME_UNKNOWN);
    ck_assert_int_eq(state_in(2048, &(struct inside)FAT16), VOLUME_UNKNOWN);
    /* One of two marks is enough. */
    bytes[0x25] = 1;
    ck_assert_int_eq(state_in(2048, &(struct inside)FAT16), VOLUME_DIRTY);
}

/* --- NTFS --- */

static void make_ntfs(unsigned flags)
{
    static const struct ntfs_file none = { .name = NULL };

    make_zeros();
    ntfs_volume_make(&none, bytes);
    ntfs_volume_mark(flags, bytes);
}

static enum volume_state ntfs_state(size_t count)
{
    return state_in(count, &(struct inside){ .kind = INSIDE_NTFS, .unit = 512 });
}

TEST(an_ntfs_is_dirty_by_its_flag)
{
    make_ntfs(0);
    ck_assert_int_eq(ntfs_state(SIZE), VOLUME_CLEAN);
    make_ntfs(0x8080);
    ck_assert_int_eq(ntfs_state(SIZE), VOLUME_CLEAN);
    make_ntfs(1);
    ck_assert_int_eq(ntfs_state(SIZE), VOLUME_DIRTY);
    for (size_t count = 0; count < NTFS_VOLUME_RECORD + 1024; count += 128)
        ck_assert_int_eq(ntfs_state(count), VOLUME_UNKNOWN);
    bytes[NTFS_VOLUME_RECORD + 510] ^= 2; /* half a record */
    ck_assert_int_eq(ntfs_state(SIZE), VOLUME_UNKNOWN);
}

static const struct {
    struct {
        uint64_t lsn; /* 0: no such page */
        unsigned clients, flags;
    } pages[2];
    enum volume_state want;
} logs[] = {
    { { { 0 }, { 0 } }, VOLUME_CLEAN },
    { { { 5, 0, 0 }, { 0 } }, VOLUME_DIRTY },
    { { { 5, 0, 2 }, { 0 } }, VOLUME_CLEAN },
    { { { 5, 0xffff, 0 }, { 0 } }, VOLUME_CLEAN },
    { { { 5, 0, 0 }, { 6, 0, 2 } }, VOLUME_CLEAN },
    { { { 6, 0, 2 }, { 5, 0, 0 } }, VOLUME_CLEAN },
    { { { 5, 0, 2 }, { 6, 0, 0 } }, VOLUME_DIRTY },
    { { { 0 }, { 6, 0, 0 } }, VOLUME_DIRTY },
};

TEST_EACH(an_ntfs_is_dirty_while_its_log_is_open, logs)
{
    make_ntfs(0);
    for (unsigned i = 0; i < 2; i++)
        if (logs[_i].pages[i].lsn)
            ntfs_volume_restart(i, logs[_i].pages[i].lsn, logs[_i].pages[i].clients,
                                logs[_i].pages[i].flags, bytes);
    ck_assert_int_eq(ntfs_state(SIZE), logs[_i].want);
}

/* --- XFS --- */

/* The log has ended cycle CYCLE - 1 and reached block HEAD of the next one, where the
 * record of an unmount ends, which has two header blocks. */
static void make_xfs(unsigned cycle, unsigned head)
{
    uint8_t *log = bytes + XFS_LOG;

    make_zeros();
    put_be64(bytes, 48, 16); /* start, and blocks of 4 KiB */
    put_be32(bytes, 84, 100);
    put_be32(bytes, 96, XFS_BLOCKS / 8);
    put_be16(bytes, 100, 5);
    bytes[124] = 7;
    for (unsigned i = 0; i < XFS_BLOCKS; i++)
        put_be32(log, (size_t)i * 512, i < head ? cycle : cycle - 1);
    unsigned first = (head + XFS_BLOCKS - 4) % XFS_BLOCKS; /* of its 2 + 2 blocks */
    uint8_t *record = log + (size_t)first * 512;
    uint8_t *operation = log + (size_t)((first + 2) % XFS_BLOCKS) * 512;
    put_be32(record, 4, be32_at(record, 0));
    put_be32(record, 0, 0xFEEDBABE);
    put_be32(record, 12, 1024);
    put_be32(record, 40, 1);
    put_be32(record, 320, 65536);
    operation[9] = 0x20;
}

static enum volume_state xfs_state(size_t count)
{
    return state_in(count,
                    &(struct inside){ .kind = INSIDE_XFS, .unit = 4096, .block = 4096 });
}

TEST_TIMES(an_xfs_is_clean_where_its_log_ends_with_an_unmount, XFS_BLOCKS)
{
    make_xfs(3, (unsigned)_i);
    ck_assert_int_eq(xfs_state(SIZE), VOLUME_CLEAN);
    /* 1: the rest of the log was never written to */
    make_xfs(1, (unsigned)(_i < 4 ? 4 : _i));
    ck_assert_int_eq(xfs_state(SIZE), VOLUME_CLEAN);
}

static const struct {
    const char *name;
    struct patch patch;
    enum volume_state want;
} ends[] = {
    { "two operations", { XFS_HEAD + 40, 4, 2 }, VOLUME_DIRTY },
    { "another operation", { XFS_HEAD + 1024 + 9, 1, 1 }, VOLUME_DIRTY },
    { "one more block", { XFS_HEAD + 12, 4, 1536 }, VOLUME_DIRTY },
    { "no record", { XFS_HEAD, 4, 3 }, VOLUME_UNKNOWN },
    { "no log", { 48, 8, 0 }, VOLUME_UNKNOWN },
    { "a log behind the end", { 48, 8, 1 << 20 }, VOLUME_UNKNOWN },
    { "a log of nothing", { 96, 4, 0 }, VOLUME_UNKNOWN },
    { "a log that is too long", { 96, 4, 0xffffffff }, VOLUME_UNKNOWN },
    { "needs repair", { 216, 4, 16 }, VOLUME_ERRORS },
};

TEST_EACH(an_xfs_is_dirty_where_its_log_ends_with_something_else, ends)
{
    make_xfs(3, 9);
    patch_put(&ends[_i].patch, true);
    ck_assert_msg(xfs_state(SIZE) == ends[_i].want, "%s", ends[_i].name);
}

TEST(a_log_that_was_never_written_to_is_clean)
{
    make_xfs(3, 9);
    memset(bytes + XFS_LOG, 0, (size_t)XFS_BLOCKS * 512);
    ck_assert_int_eq(xfs_state(SIZE), VOLUME_CLEAN);
    ck_assert_int_eq(xfs_state(XFS_LOG), VOLUME_UNKNOWN);
}

/* --- words --- */

TEST(each_state_but_clean_has_its_words)
{
    CLEANUP(freep)
    char *dirty = volume_state_words(VOLUME_DIRTY, INSIDE_NTFS, 1, "ntfs");
    CLEANUP(freep)
    char *errors = volume_state_words(VOLUME_ERRORS, INSIDE_EXT, 2, "ext4");
    CLEANUP(freep)
    char *unknown = volume_state_words(VOLUME_UNKNOWN, INSIDE_XFS, 3, "xfs");

    ck_assert_str_eq(dirty,
                     "Partition 1 (ntfs) is marked dirty: it was not unmounted cleanly. "
                     "It is moved as it is. Run chkdsk /f in Windows, before or after "
                     "the move.");
    ck_assert_str_eq(errors, "Partition 2 (ext4) is marked as having errors. It is moved "
                             "as it is. Run e2fsck -f, before or after the move.");
    ck_assert_str_eq(unknown, "Whether partition 3 (xfs) was unmounted cleanly cannot be "
                              "told. It is moved as it is.");
    ck_assert_ptr_null(volume_state_words(VOLUME_CLEAN, INSIDE_EXT, 1, "ext4"));
    ck_assert_str_eq(volume_state_id(VOLUME_ERRORS), "errors");
}
