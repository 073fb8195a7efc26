# SPDX-License-Identifier: GPL-3.0-or-later
# lost_kinds.py - a content of each kind that libblkid knows: made by its own mkfs, or byte
# by byte where Debian has none
import os
import shutil
import struct

import cli
import whole_signs

SECTOR = 512
MKFS = {  # the least size in MiB, the tool and its options; the file's name comes last
    "ext4": (16, "mke2fs -q -F -t ext4"),
    "ext2": (4, "mke2fs -q -F -t ext2 -b 1024"),
    "vfat": (40, "mkfs.fat -F 32"),
    "fat16": (20, "mkfs.fat -F 16"),
    "ntfs": (20, "mkntfs -q -F -p 0 -H 255 -S 63 -s 512"),
    "exfat": (20, "mkfs.exfat"),
    "xfs": (310, "mkfs.xfs -q"),
    "btrfs": (120, "mkfs.btrfs -q"),
    "swap": (4, "mkswap -q"),
    "luks": (20, "cryptsetup -q luksFormat --pbkdf pbkdf2 --pbkdf-force-iterations=1000"),
    "jfs": (17, "mkfs.jfs -q -L lost"),
    "reiserfs": (40, "mkfs.reiserfs -q -ff -l lost"),
    "reiser4": (10, "mkfs.reiser4 -y -f"),
    "f2fs": (64, "mkfs.f2fs -q -f -l lost"),
    "nilfs2": (130, "mkfs.nilfs2 -q -f -L lost"),
    "udf": (10, "mkudffs --blocksize=512 -l lost"),
    "hfs": (4, "hformat -f -l lost"),
    "ocfs2": (32, "mkfs.ocfs2 -q -F -M local -L lost"),
    "gfs2": (40, "mkfs.gfs2 -q -O -p lock_nolock -j 1"),
    "apfs": (600, "mkapfs -L lost"),
}
ARCHIVES = {  # of a folder
    "ufs1": "makefs -t ffs -o version=1 -s {size} {path} {folder}",
    "ufs2": "makefs -t ffs -o version=2 -s {size} {path} {folder}",
    "squashfs": "mksquashfs {folder} {path} -quiet -no-progress -noappend",
    "erofs": "mkfs.erofs {path} {folder}",
    "cramfs": "mkfs.cramfs {folder} {path}",
    "iso9660": "genisoimage -quiet -V lost -o {path} -R {folder}",
}


def hfsplus(size, block=4096):
    header = bytearray(512)
    struct.pack_into(">2sH", header, 0, b"H+", 4)
    struct.pack_into(">II", header, 40, block, size // block)
    return [(1024, bytes(header)), (size - 1024, bytes(header))]


def refs(size):
    boot = bytearray(512)
    boot[3:11] = b"ReFS\0\0\0\0"
    struct.pack_into("<QI", boot, 24, size // SECTOR, SECTOR)
    struct.pack_into("<Q", boot, 56, 0x123456789abcdef0)
    return [(0, bytes(boot)), (size - SECTOR, bytes(boot))]


def bitlocker(_):
    boot = bytearray(512)
    boot[0:11] = b"\xeb\x58\x90-FVE-FS-"
    boot[160:176] = bytes.fromhex("3bd66749292ed84a8399f6a339e3d001")
    struct.pack_into("<Q", boot, 176, 1 << 20)
    boot[510:512] = b"\x55\xaa"
    return [(0, bytes(boot)), (1 << 20, b"-FVE-FS-" + struct.pack("<HH", 64, 2))]


def vmfs(_):
    volume = bytearray(512)
    struct.pack_into("<II", volume, 0, 0xc001d00d, 5)
    return [(1 << 20, bytes(volume)), (2 << 20, struct.pack("<II", 0x2fabf15e, 14))]


def zfs(size):
    signs = []
    for at in (0, 262144, size // 262144 * 262144 - 524288, size // 262144 * 262144 - 262144):
        signs += whole_signs.zfs_label(at, (b"asize", size // 262144 * 262144 - 4718592))
    return signs


def md_old(size):
    """The size is that of the data, as a mirror has it."""
    at = size // 65536 * 65536 - 65536
    block = bytearray(4096)
    struct.pack_into("<11I", block, 0, 0xa92b4efc, 0, 90, 0, 0, 1, 0, 1, at // 1024, 2, 2)
    struct.pack_into("<I", block, 132, 1)
    total = whole_signs.words(block, "I")
    struct.pack_into("<I", block, 152, ((total & 0xffffffff) + (total >> 32)) & 0xffffffff)
    return [(at, bytes(block))]


BYTES = {"hfsplus": hfsplus, "refs": refs, "bitlocker": bitlocker, "vmfs": vmfs, "zfs": zfs,
         "md-0.90": md_old, "md-1.0": whole_signs.md1_0, "md-1.1": whole_signs.md1_1,
         "md-1.2": whole_signs.md1_2, "bcache": whole_signs.bcache}
# A mirror holds what began there before, and ends with its superblock.
MIRRORS = ("md-0.90", "md-1.0")
NAMES = {"fat16": "vfat", "luks": "crypto_LUKS", "ufs1": "ufs", "ufs2": "ufs", "refs": "ReFS",
         "bitlocker": "BitLocker", "vmfs": "VMFS_volume_member", "zfs": "zfs_member",
         "md-0.90": "linux_raid_member", "md-1.0": "linux_raid_member",
         "md-1.1": "linux_raid_member", "md-1.2": "linux_raid_member"}
UNSIZED = ("swap", "luks", "reiser4", "udf", "gfs2", "bitlocker", "vmfs", "bcache")
NEW = [kind for kind in (*MKFS, *ARCHIVES, *BYTES)
       if kind not in list(MKFS)[:list(MKFS).index("jfs")]]


def can_make(kind):
    words = MKFS[kind][1] if kind in MKFS else ARCHIVES.get(kind)
    return not words or shutil.which(words.split()[0]) is not None


def least(kind):
    """In MiB."""
    return MKFS[kind][0] if kind in MKFS else 66 if kind == "zfs" else 8


def name(kind):
    """libblkid's word."""
    return NAMES.get(kind, kind)


def make(path, kind, start):
    """Makes it in the file PATH, all of which it is to fill; it will begin at START."""
    size = os.path.getsize(path)
    if kind in ARCHIVES:
        folder = path + ".folder"
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "file"), "wb") as file:
            file.write(os.urandom(1 << 20))
        cli.quiet(*ARCHIVES[kind].format(size=size & ~65535, path=path, folder=folder).split())
        shutil.rmtree(folder)
        return
    if kind in MIRRORS:
        cli.quiet("mke2fs", "-q", "-F", "-t", "ext4", path, "%dk" % (size // 1024 - 128))
    if kind in MKFS:
        words = MKFS[kind][1].replace("-p 0", "-p %d" % start).split()
        cli.quiet(*words, path, input="secret" if kind == "luks" else None)
        return
    with open(path, "r+b") as file:
        for at, data in BYTES[kind](size):
            file.seek(at)
            file.write(data)
        file.truncate(size)


def put(room, path, kind, start, sectors):
    """Makes a partition's content on the disk PATH; returns the sectors that it needs."""
    content = cli.image(room, "content", sectors * SECTOR)
    make(content, kind, start)
    size = os.path.getsize(content) // SECTOR
    cli.quiet("dd", "if=" + content, "of=" + path, "bs=64k", "seek=%d" % (start * SECTOR),
              "oflag=seek_bytes", "conv=notrunc,sparse", "status=none")
    os.unlink(content)
    return size
