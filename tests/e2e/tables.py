# SPDX-License-Identifier: GPL-3.0-or-later
# tables.py - partition tables made by hand, for what no tool here makes: broken ones,
# and kinds that only libblkid knows
import os
import struct
import zlib

LINUX_DATA = bytes.fromhex("af3dc60f838472478e793d69d8477de4")


def put(path, offset, data):
    with open(path, "r+b") as file:
        file.seek(offset)
        file.write(data)


def mbr(*entries):
    """A sector with entries of (type, start, length) or with a flag as the fourth."""
    sector = bytearray(512)
    struct.pack_into("<I", sector, 440, 0x12345678)
    for i, entry in enumerate(entries):
        kind, start, length, flag = (*entry, 0)[:4]
        struct.pack_into("<B3xB3xII", sector, 446 + 16 * i, flag, kind, start, length)
    sector[510:] = b"\x55\xaa"
    return bytes(sector)


def ebr(*entries):
    """The same without an id, which only the first sector of a disk has."""
    return mbr(*entries)[:440] + bytes(4) + mbr(*entries)[444:]


def chain(path, logical=512):
    """The logical partitions of an msdos table: (EBR, start, length, type) in their order."""
    found, base, at = [], 0, 0
    with open(path, "rb") as file:
        while True:
            file.seek(at * logical)
            sector = file.read(512)
            entries = [struct.unpack_from("<4xB3xII", sector, 446 + 16 * i) for i in range(4)]
            if at:
                kind, start, length = entries[0]
                if length:
                    found.append((at, at + start, length, kind))
            links = [start for kind, start, length in entries
                     if kind in (5, 15, 0x85) and length]
            if not links or len(found) > 200:
                return found
            at = base + links[0]
            base = base or at


def is_chain_clean(path, logical=512):
    """False where an EBR lies in a logical: sfdisk puts one there now and then."""
    found = chain(path, logical)
    return not any(start <= ebr < start + length
                   for ebr, *_ in found for _, start, length, _ in found)


def gpt(path, parts, logical=512, count=128, entry=128, first=None, change=None):
    """PARTS are (first, last).  CHANGE(header) may lie before the checksum is made."""
    size = os.path.getsize(path) // logical
    array = bytearray(count * entry)
    for i, (start, last) in enumerate(parts):
        array[i * entry:i * entry + 32] = LINUX_DATA + bytes([i + 1] * 16)
        struct.pack_into("<QQ", array, i * entry + 32, start, last)
    sectors = -(-len(array) // logical)

    def header(mine, other, array_at):
        made = bytearray(92)
        made[:8] = b"EFI PART"
        struct.pack_into("<II", made, 8, 0x10000, 92)
        struct.pack_into("<QQQQ", made, 24, mine, other,
                         2 + sectors if first is None else first, size - 2 - sectors)
        made[56:72] = b"\x11" * 16
        struct.pack_into("<QIII", made, 72, array_at, count, entry, zlib.crc32(array))
        if change:
            change(made)
        struct.pack_into("<I", made, 16, zlib.crc32(bytes(made)))
        return bytes(made)

    put(path, 0, mbr((0xee, 1, min(size - 1, 0xffffffff))))
    put(path, logical, header(1, size - 1, 2))
    put(path, 2 * logical, bytes(array))
    put(path, (size - 1 - sectors) * logical, bytes(array))
    put(path, (size - 1) * logical, header(size - 1, 1, size - 1 - sectors))


def bsd(*entries):
    """A BSD label's sector with entries of (start, length, type)."""
    label = bytearray(512)
    struct.pack_into("<I", label, 0, 0x82564557)
    struct.pack_into("<I", label, 40, 512)
    struct.pack_into("<I", label, 132, 0x82564557)
    struct.pack_into("<HII", label, 138, 8, 8192, 8192)
    for i, (start, length, kind) in enumerate(entries):
        struct.pack_into("<IIIBBH", label, 148 + 16 * i, length, start, 0, kind, 8, 1)
    total = 0
    for i in range(0, 148 + 16 * 8, 2):
        total ^= struct.unpack_from("<H", label, i)[0]
    struct.pack_into("<H", label, 136, total)
    return bytes(label)


def solaris(*slices):
    """The table in sector 1 of a Solaris partition: (tag, start, length), counted from
    the partition.  libblkid leaves out the last of 16."""
    table = bytearray(512)
    struct.pack_into("<II", table, 12, 0x600DDEEE, 1)
    struct.pack_into("<HH", table, 28, 512, 16)
    for i, (tag, start, length) in enumerate(slices):
        struct.pack_into("<HHII", table, 72 + 12 * i, tag, 0, start, length)
    return bytes(table)
