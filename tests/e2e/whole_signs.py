# SPDX-License-Identifier: GPL-3.0-or-later
# whole_signs.py - the signature of each kind that a whole disk can have, as libblkid
# looks for it (util-linux, libblkid/src/superblocks)
import struct
import zlib

SECTOR = 512


def words(data, kind):
    size = struct.calcsize(kind)
    return sum(struct.unpack("<%d%s" % (len(data) // size, kind), data))


def isw(size):
    return [(size - 2 * SECTOR, b"Intel Raid ISM Cfg Sig. 1.3.00\0\0" + b"\x11" * 480)]


def ddf(size):
    """The header is not beside its anchor in the last sector."""
    at = size // SECTOR - 7000
    header = bytearray(b"\xff" * SECTOR)
    header[0:8] = b"\xde\x11\xde\x11\xff\xff\xff\xff"
    header[8:40] = b"Linux-MD" + b"\x12\x34\x56\x78" * 4 + b"01.02.00"
    struct.pack_into(">QQ", header, 96, at, 0)
    struct.pack_into(">I", header, 4, zlib.crc32(header))
    return [(at * SECTOR, bytes(header)), (size - SECTOR, bytes(header))]


def nvidia(size):
    block = bytearray(b"NVIDIA  " + struct.pack("<IIH", 30, 0, 100).ljust(112, b"\0"))
    struct.pack_into("<I", block, 12, -words(block, "I") & 0xffffffff)
    return [(size - 2 * SECTOR, bytes(block))]


def promise(size):
    return [(size - 63 * SECTOR, b"Promise Technology, Inc.")]


def silicon(size):
    block = bytearray(SECTOR)
    struct.pack_into("<I", block, 0x60, 0x2f000000)
    struct.pack_into("<H", block, 0x13e, -words(block[:0x13e], "H") & 0xffff)
    return [(size - SECTOR, bytes(block))]


def jmicron(size):
    block = bytearray(b"JM\1\0".ljust(128, b"\0"))
    block[0x30] = 1
    struct.pack_into("<H", block, 4, (1 - words(block, "H")) & 0xffff)
    return [(size - SECTOR, bytes(block))]


def lsi(size):
    return [(size - SECTOR, b"$XIDE$")]


def via(size):
    block = bytearray(b"\x55\xaa\1".ljust(51, b"\7"))
    block[50] = sum(block[:50]) & 0xff
    return [(size - SECTOR, bytes(block))]


def adaptec(size):
    block = bytearray(SECTOR)
    struct.pack_into(">I", block, 0, 0x37fc4d1e)
    block[256:260] = b"DPTM"
    return [(size - SECTOR, bytes(block))]


def highpoint45(size):
    return [(size - 11 * SECTOR, struct.pack("<I", 0x5a7816f3))]


def highpoint37(_):
    return [(9 * SECTOR + 32, b"\xf0\x16\x78\x5a")]


def md0(size, order="<"):
    """Version 0.90 on a device of SIZE bytes."""
    at = size // 65536 * 65536 - 65536
    return [(at, struct.pack(order + "16I", 0xa92b4efc, 0, 90, 3, 0, 0x11, 0, 1, at // 1024,
                             2, 2, 0, 0, 0x22, 0x33, 0x44))]


def md0_big(size):
    return md0(size, ">")


def md1(at, size):
    block = bytearray(256)
    struct.pack_into("<II", block, 0, 0xa92b4efc, 1)
    block[16:32] = b"\x77" * 16
    struct.pack_into("<QQQ", block, 128, 0, at // SECTOR, at // SECTOR)
    if at < 8192:
        struct.pack_into("<QQ", block, 128, 2048, size // SECTOR - 2048)
    total = words(block, "I")
    struct.pack_into("<I", block, 216, ((total & 0xffffffff) + (total >> 32)) & 0xffffffff)
    return [(at, bytes(block))]


def md1_0(size):
    return md1(size // 4096 * 4096 - 8192, size)


def md1_1(size):
    return md1(0, size)


def md1_2(size):
    return md1(4096, size)


def lvm(_):
    label = bytearray(b"LABELONE".ljust(SECTOR, b"\0"))
    struct.pack_into("<QII8s", label, 8, 1, 0, 32, b"LVM2 001")
    label[32:64] = b"abcdefghijklmnopqrstuvwxyzABCDEF"
    crc = 0xf597a6cf
    for byte in label[20:]:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xedb88320 if crc & 1 else 0)
    struct.pack_into("<I", label, 16, crc)
    return [(SECTOR, bytes(label))]


def luks(_):
    header = b"LUKS\xba\xbe\0\1aes".ljust(40, b"\0") + b"xts-plain64".ljust(32, b"\0")
    return [(0, header + b"sha256".ljust(32, b"\0") + struct.pack(">II", 4096, 64))]


def zfs_number(name, value):
    name = name.ljust((len(name) + 3) // 4 * 4, b"\0"), len(name)
    size = 12 + len(name[0]) + 16
    return struct.pack(">III", size, size, name[1]) + name[0] + struct.pack(">IIQ", 8, 1, value)


def zfs_label(at, *more):
    """The list of values, by which libblkid finds it from 2.41 on, and root blocks."""
    values = b"\1\1\0\0" + struct.pack(">II", 0, 1) + b"".join(
        zfs_number(name, value) for name, value in (
            (b"version", 5000), (b"txg", 4), (b"state", 0), (b"pool_guid", 77), (b"guid", 78),
            *more))
    return [(at + 16 * 1024, values + b"\0" * 8)] + [
        (at + 128 * 1024 + number * 1024,
         struct.pack("<5Q", 0x00bab10c, 5000, number + 4, 0x1234, 0)) for number in range(128)]


def zfs(_):
    return zfs_label(0)


def zfs_end(size):
    """What is left where the beginning was overwritten."""
    end = size // 262144 * 262144
    return zfs_label(end - 524288) + zfs_label(end - 262144)


def bcache(_):
    block = bytearray(2304)
    struct.pack_into("<QQ", block, 8, 8, 1)
    block[24:40] = bytes.fromhex("c68573f64e1a45ca8265f57f48ba6d81")
    block[40:56] = b"\x55" * 16
    struct.pack_into("<Q", block, 192, 16)
    crc = (1 << 64) - 1
    for byte in block[8:208]:
        crc ^= byte << 56
        for _ in range(8):
            crc = (crc << 1 ^ (0x42f0e1eba9ea3693 if crc >> 63 else 0)) & (1 << 64) - 1
    struct.pack_into("<Q", block, 0, crc ^ (1 << 64) - 1)
    return [(4096, bytes(block))]


def swap(_):
    return [(1024, struct.pack("<III", 1, 50000, 0) + b"\x66" * 16), (4086, b"SWAPSPACE2")]


def ext2(size):
    block = bytearray(1024)
    struct.pack_into("<II", block, 0, 64, size // 1024)
    struct.pack_into("<IIIIIII", block, 12, size // 2048, 50, 1, 0, 0, 8192, 8192)
    struct.pack_into("<I", block, 40, 64)
    struct.pack_into("<HH", block, 56, 0xef53, 1)
    return [(1024, bytes(block))]


# Each with the words for it.
SIGNS = [
    (isw, "a RAID (isw)"), (ddf, "a RAID (ddf)"), (nvidia, "a RAID (nvidia)"),
    (promise, "a RAID (promise)"), (silicon, "a RAID (silicon)"), (jmicron, "a RAID (jmicron)"),
    (lsi, "a RAID (lsi)"), (via, "a RAID (via)"), (adaptec, "a RAID (adaptec)"),
    (highpoint45, "a RAID (highpoint)"), (highpoint37, "a RAID (highpoint)"),
    (md0, "a RAID (md 0.90)"), (md0_big, "a RAID (md 0.90)"), (md1_0, "a RAID (md 1.0)"),
    (md1_1, "a RAID (md 1.1)"), (md1_2, "a RAID (md 1.2)"), (lvm, "a physical volume of LVM"),
    (luks, "encrypted (LUKS)"), (zfs, "holds ZFS"), (zfs_end, "holds ZFS"),
    (bcache, "holds bcache"), (swap, "holds swap"), (ext2, "holds ext2"),
]
