/* SPDX-License-Identifier: GPL-3.0-or-later */
/* magic.c - the table of magics, and what superblocks tell about place and size
 *
 * Linux: include/uapi/linux/raid/md_p.h, magic.h, fs/jfs/jfs_superblock.h,
 * fs/reiserfs/reiserfs.h, include/linux/f2fs_fs.h, include/uapi/linux/nilfs2_ondisk.h,
 * fs/ufs/ufs_fs.h, fs/squashfs/squashfs_fs.h, fs/erofs/erofs_fs.h, fs/ocfs2/ocfs2_fs.h,
 * include/uapi/linux/gfs2_ondisk.h.  "LUKS2 On-Disk Format Specification" 1.1, 2.1.
 * Apple: TN1150 (HFS Plus), "Inside Macintosh: Files" (HFS), "Apple File System
 * Reference". ECMA-119, 8.4 (ISO 9660) and ECMA-167, 2/9 (UDF). OpenZFS:
 * include/sys/vdev_impl.h; nvlists as XDR. vmfs-tools: libvmfs/vmfs_volume.h. libbde:
 * "BitLocker Drive Encryption (BDE) format". */
#include "model/found/magic.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"

enum { SUPER_BYTES = 4096, STRONG_COUNT = 4 };

#define LE(byte, bytes)                                                                  \
    {                                                                                    \
        .form = FORM_LE, .at = (byte), .width = (bytes)                                  \
    }
#define BE(byte, bytes)                                                                  \
    {                                                                                    \
        .form = FORM_BE, .at = (byte), .width = (bytes)                                  \
    }
#define POWER(byte, bytes)                                                               \
    {                                                                                    \
        .form = FORM_POWER, .at = (byte), .width = (bytes)                               \
    } /* of 2 */
#define FIXED(value)                                                                     \
    {                                                                                    \
        .form = FORM_FIXED, .at = (value)                                                \
    }
/* The 64-bit value of a name of 5 to 8 bytes, behind its length, in an nvlist. */
#define XDR(text)                                                                        \
    {                                                                                    \
        .form = FORM_BE, .at = 17, .width = 8, .name = (text)                            \
    }

#define TERM(number)                                                                     \
    {                                                                                    \
        .count = number                                                                  \
    }
#define TIMES(number, per)                                                               \
    {                                                                                    \
        .count = number, .unit = per                                                     \
    }

#define KIB(count) (1024U * (count))
#define ROW(name, from, offset, magic_bytes, ...)                                        \
    {                                                                                    \
        .type = (name), .super = (from), .at = (offset), .bytes = (magic_bytes),         \
        .count = sizeof(magic_bytes) - 1, __VA_ARGS__                                    \
    }

#define MD           "\xfc\x4e\x2b\xa9\1\0\0\0"
#define MD_OLD       "\xfc\x4e\x2b\xa9\0\0\0\0\x5a\0\0\0"
#define MD_OLD_BE    "\xa9\x2b\x4e\xfc\0\0\0\0\0\0\0\x5a"
#define LUKS_COPY    "SKUL\xba\xbe\0\2"
#define BITLOCKER_ID "\x3b\xd6\x67\x49\x29\x2e\xd8\x4a\x83\x99\xf6\xa3\x39\xe3\xd0\1"
#define BCACHE_ID    "\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81"
#define NVLIST       "\1\1\0\0\0\0\0\0\0\0\0\1????????????version"
#define UFS2         "\x19\1\x54\x19"
#define UFS2_BE      "\x19\x54\1\x19"

/* The superblock of md 1.0 lies behind the data, at least 8 KiB before the end; 0.90
 * tells the size that all members have at least. */
static const struct magic magics[] = {
    /* clang-format off */
    ROW("linux_raid_member", 0, 0, MD, .back = TIMES(LE(144, 8), FIXED(512)),
        .size = { TIMES(LE(144, 8), FIXED(512)), TERM(FIXED(KIB(8))) },
        .is_around = true),
    ROW("linux_raid_member", KIB(4), 0, MD, .back = TIMES(LE(144, 8), FIXED(512)),
        .size = { TIMES(LE(144, 8), FIXED(512)), TERM(FIXED(KIB(8))) },
        .is_around = true),
    ROW("linux_raid_member", 0, 0, MD_OLD, .back = TIMES(LE(32, 4), FIXED(1024)),
        .size = { TIMES(LE(32, 4), FIXED(1024)), TERM(FIXED(KIB(64))) },
        .is_around = true, .is_rough = true),
    ROW("linux_raid_member", 0, 0, MD_OLD_BE, .back = TIMES(BE(32, 4), FIXED(1024)),
        .size = { TIMES(BE(32, 4), FIXED(1024)), TERM(FIXED(KIB(64))) },
        .is_around = true, .is_rough = true),
    ROW("crypto_LUKS", 0, 0, "LUKS\xba\xbe"),
    ROW("crypto_LUKS", 0, 0, LUKS_COPY, .back = TERM(BE(256, 8)), .copies = COPIES_ONLY),
    ROW("crypto_LUKS", KIB(16), 0, LUKS_COPY, .back = TERM(BE(256, 8)),
        .copies = COPIES_ONLY),
    ROW("crypto_LUKS", KIB(32), 0, LUKS_COPY, .back = TERM(BE(256, 8)),
        .copies = COPIES_ONLY),
    ROW("crypto_LUKS", KIB(64), 0, LUKS_COPY, .back = TERM(BE(256, 8)),
        .copies = COPIES_ONLY),
    ROW("LVM2_member", 512, 0, "LABELONE", .back = TIMES(LE(8, 8), FIXED(512))),
    ROW("BitLocker", 0, 3, "-FVE-FS-"),
    ROW("BitLocker", 0, 424, BITLOCKER_ID),
    ROW("bcache", KIB(4), 24, BCACHE_ID),
    ROW("zfs_member", KIB(16), 0, NVLIST,
        .size = { TERM(XDR("\5asize")), TERM(FIXED(KIB(4608))) }, .copy = 262144),
    ROW("VMFS_volume_member", 0, 0, "\x0d\xd0\1\xc0?\0\0\0",
        .back = TERM(FIXED(KIB(1024)))),
    ROW("ext4", KIB(1), 56, "\x53\xef"),
    ROW("xfs", 0, 0, "XFSB"),
    ROW("ntfs", 0, 3, "NTFS    "),
    ROW("exfat", 0, 3, "EXFAT   "),
    ROW("swap", 0, 4086, "SWAPSPACE2"),
    ROW("btrfs", KIB(64), 64, "_BHRfS_M", .back = TERM(LE(48, 8)),
        .size = { TERM(LE(209, 8)) }, .copies = COPIES_ELSEWHERE),
    ROW("ReFS", 0, 0, "\0\0\0ReFS\0\0\0\0", .size = { TIMES(LE(24, 8), LE(32, 4)) }),
    ROW("apfs", 0, 32, "NXSB", .size = { TIMES(LE(40, 8), LE(36, 4)) }),
    ROW("hfsplus", KIB(1), 0, "H+\0\4", .size = { TIMES(BE(44, 4), BE(40, 4)) },
        .copy = -1024),
    ROW("hfsplus", KIB(1), 0, "HX\0\5", .size = { TIMES(BE(44, 4), BE(40, 4)) },
        .copy = -1024),
    ROW("hfs", KIB(1), 0, "BD????????????\0\3",
        .size = { TIMES(BE(18, 2), BE(20, 4)), TIMES(BE(28, 2), FIXED(512)),
                  TERM(FIXED(KIB(1))) },
        .copy = -1024),
    ROW("jfs", KIB(32), 0, "JFS1?\0\0\0",
        .size = { TIMES(LE(8, 8), LE(24, 4)), TIMES(LE(72, 3), LE(16, 4)),
                  TIMES(LE(80, 3), LE(16, 4)) },
        .copy = 28672),
    ROW("reiserfs", KIB(64), 52, "ReIsErFs", .size = { TIMES(LE(0, 4), LE(44, 2)) }),
    ROW("reiserfs", KIB(64), 52, "ReIsEr?Fs", .size = { TIMES(LE(0, 4), LE(44, 2)) }),
    ROW("reiser4", KIB(64), 0, "ReIsEr4\0"),
    ROW("f2fs", KIB(1), 0, "\x10\x20\xf5\xf2\1\0",
        .size = { TIMES(LE(36, 8), POWER(16, 4)) }, .copy = 4096),
    ROW("nilfs2", KIB(1), 0, "\2\0\0\0\0\0\x34\x34", .size = { TERM(LE(32, 8)) },
        .copy = -4096),
    ROW("ocfs2", KIB(2), 0, "OCFSV2", .back = TIMES(LE(80, 8), POWER(248, 4)),
        .size = { TIMES(LE(20, 4), POWER(252, 4)) }),
    ROW("ocfs2", KIB(8), 0, "OCFSV2", .back = TIMES(LE(80, 8), POWER(248, 4)),
        .size = { TIMES(LE(20, 4), POWER(252, 4)) }),
    ROW("gfs2", KIB(64), 0, "\1\x16\x19\x70\0\0\0\1"),
    ROW("ufs", KIB(8), 1372, "\x54\x19\1\0", .size = { TIMES(LE(36, 4), LE(52, 4)) }),
    ROW("ufs", KIB(8), 1372, "\0\1\x19\x54", .size = { TIMES(BE(36, 4), BE(52, 4)) }),
    ROW("ufs", KIB(8), 1372, UFS2, .back = TERM(LE(1000, 8)),
        .size = { TIMES(LE(1080, 8), LE(52, 4)) }),
    ROW("ufs", KIB(64), 1372, UFS2, .back = TERM(LE(1000, 8)),
        .size = { TIMES(LE(1080, 8), LE(52, 4)) }),
    ROW("ufs", KIB(8), 1372, UFS2_BE, .back = TERM(BE(1000, 8)),
        .size = { TIMES(BE(1080, 8), BE(52, 4)) }),
    ROW("ufs", KIB(64), 1372, UFS2_BE, .back = TERM(BE(1000, 8)),
        .size = { TIMES(BE(1080, 8), BE(52, 4)) }),
    ROW("squashfs", 0, 0, "hsqs", .size = { TERM(LE(40, 8)) }),
    ROW("erofs", KIB(1), 0, "\xe2\xe1\xf5\xe0",
        .size = { TIMES(LE(36, 4), POWER(12, 1)) }),
    ROW("cramfs", 0, 16, "Compressed ROMFS", .size = { TERM(LE(4, 4)) }),
    ROW("romfs", 0, 0, "-rom1fs-", .size = { TERM(BE(8, 4)) }),
    ROW("iso9660", KIB(32), 0, "\1CD001\1", .size = { TIMES(LE(80, 4), LE(128, 2)) }),
    ROW("udf", KIB(32), 0, "\0BEA01\1"),
    ROW("vfat", 0, 54, "FAT"),
    ROW("vfat", 0, 82, "FAT32"),
    /* clang-format on */
};

const struct magic *magic_at(size_t index)
{
    return index < ARRAY_SIZE(magics) ? &magics[index] : NULL;
}

bool magic_is_strong(const struct magic *magic)
{
    return magic->count >= STRONG_COUNT;
}

bool magic_matches(const struct magic *magic, const uint8_t *bytes)
{
    for (size_t i = 0; i < magic->count; i++)
        if ((uint8_t)magic->bytes[i] != bytes[i] && magic->bytes[i] != '?')
            return false;
    return true;
}

const struct magic *magic_in_sector(const uint8_t sector[MAGIC_SECTOR])
{
    for (size_t i = 0; i < ARRAY_SIZE(magics); i++) {
        const uint8_t *bytes = sector + (magics[i].super + magics[i].at) % MAGIC_SECTOR;
        /* The first byte, which is never "?", decides in nearly all sectors. */
        if (*bytes == (uint8_t)*magics[i].bytes && magic_matches(&magics[i], bytes))
            return &magics[i];
    }
    return NULL;
}

/* --- what a superblock tells --- */

/* Numbers that the bytes read do not contain, and powers beyond 64 bits, are 0. */
static uint64_t number_read(const struct magic_number *number, const uint8_t *super,
                            size_t count)
{
    size_t width = number->width, at = number->at;
    uint64_t value = 0;

    if (number->form == FORM_FIXED)
        return number->at;
    if (number->name) {
        const uint8_t *name = memmem(super, count, number->name, strlen(number->name));
        at += name ? (size_t)(name - super) : count;
    }
    if (at > count || width > count - at)
        return 0;
    for (size_t i = 0; i < width; i++)
        value = value << 8 | super[at + (number->form == FORM_BE ? i : width - 1 - i)];
    if (number->form == FORM_POWER)
        return value < 64 ? UINT64_C(1) << value : 0;
    return value;
}

/* Returns false on overflow. */
static bool term_bytes(const struct magic_term *term, const uint8_t *super, size_t count,
                       uint64_t *ret)
{
    uint64_t unit = term->unit.form ? number_read(&term->unit, super, count) : 1;

    return num_mul(number_read(&term->count, super, count), unit, ret);
}

static uint64_t volume_read(const struct magic *magic, const uint8_t *super, size_t count)
{
    uint64_t volume = 0, bytes;

    for (size_t i = 0; i < ARRAY_SIZE(magic->size) && magic->size[i].count.form; i++)
        if (!term_bytes(&magic->size[i], super, count, &bytes) || (!i && !bytes) ||
            !num_add(volume, bytes, &volume))
            return 0;
    return volume;
}

/* Returns how many bytes were read; 0: it cannot be read. */
static size_t super_read(const struct reader *disk, uint64_t super, uint8_t *ret)
{
    uint64_t count = super < disk->size ? num_min(disk->size - super, SUPER_BYTES) : 0;

    return reader_read(disk, super, ret, (size_t)count) ? (size_t)count : 0;
}

/* Returns where the first superblock is if the one at byte SUPER, which tells VOLUME, is
 * a copy of it; else SUPER. */
static uint64_t first_super(const struct magic *magic, const struct reader *disk,
                            uint64_t super, uint64_t volume)
{
    uint8_t bytes[SUPER_BYTES];
    uint64_t before = magic->copy < 0 ? (uint64_t)-magic->copy + magic->super : 0;

    if (!magic->copy || volume < before)
        return super;
    uint64_t back = magic->copy < 0 ? volume - before : (uint64_t)magic->copy;
    size_t count = back <= super ? super_read(disk, super - back, bytes) : 0;
    bool is_first = count >= magic->at + magic->count &&
                    magic_matches(magic, bytes + magic->at) &&
                    volume_read(magic, bytes, count) == volume;
    return is_first ? super - back : super;
}

bool magic_read(const struct magic *magic, const struct reader *disk, uint64_t offset,
                struct magic_super *ret)
{
    uint8_t bytes[SUPER_BYTES];
    uint64_t super = offset + magic->super, back = magic->super;
    size_t count = super_read(disk, super, bytes);

    if (!count ||
        (magic->back.count.form && !term_bytes(&magic->back, bytes, count, &back)))
        return false;
    ret->volume = volume_read(magic, bytes, count);
    super = first_super(magic, disk, super, ret->volume);
    ret->is_copy = magic->copies == COPIES_ONLY ||
                   (magic->copies == COPIES_ELSEWHERE && back != magic->super);
    if (back > super)
        return false;
    ret->start = super - back;
    return true;
}
