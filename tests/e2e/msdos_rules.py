# SPDX-License-Identifier: GPL-3.0-or-later
# msdos_rules.py - which partitions Linux makes of an MBR and its EBRs, as its
# block/partitions/msdos.c and core.c say: no type, start or order is refused
import struct

EXTENDED = (0x05, 0x0f, 0x85)
EBRS_WITHOUT_DATA = 100


def entries_of(file, lba):
    file.seek(lba * 512)
    sector = file.read(512)
    if sector[510:] != b"\x55\xaa":
        return None
    return [(sector[at + 4], *struct.unpack("<II", sector[at + 8:at + 16]))
            for at in range(446, 510, 16)]


def logicals(file, first, first_size, size, parts):
    this, this_size, number, empty = first, first_size, 5, 0
    while empty < EBRS_WITHOUT_DATA and this < size:
        empty += 1
        found = entries_of(file, this)
        if not found:
            return
        for i, (kind, offset, count) in enumerate(found):
            start = this + offset
            if not count or kind in EXTENDED:
                continue
            if i >= 2 and (offset + count > this_size or start < first or
                           start + count > first + first_size):
                continue
            parts[number] = (start, count)
            number, empty = number + 1, 0
        links = [one for one in found if one[2] and one[0] in EXTENDED]
        if not links:
            return
        this, this_size = first + links[0][1], links[0][2]


def linux(path, size):
    """{number: (start, size)}, cut at the end of the disk; of a container its start alone
    counts."""
    parts = {}
    with open(path, "rb") as file:
        for number, (kind, start, count) in enumerate(entries_of(file, 0), 1):
            if count:
                parts[number] = (start, count)
            if count and kind in EXTENDED:
                logicals(file, start, count, size, parts)
    return {number: (start, min(count, size - start))
            for number, (start, count) in parts.items() if start < size}
