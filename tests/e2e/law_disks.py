# SPDX-License-Identifier: GPL-3.0-or-later
# law_disks.py - random disks for law_owner.py, with bytes outside of partitions that nobody
# is known to own
import struct
import uuid
import zlib

import law_table
import tables

SWAP, SWAP_AT = b"SWAPSPACE2", 4086
LINUX = uuid.UUID("0FC63DAF-8483-4772-8E79-3D69D8477DE4").bytes_le
KINDS = ("dos", "dos", "chain", "chain", "chain", "gpt", "gpt", "moved", "moved", "hybrid",
         "slice", "bsd")


def put_ext2(data):
    """What makes DATA an ext2 file system for those who look for one."""
    super_ = bytearray(1024)
    blocks = len(data) // 1024
    struct.pack_into("<IIIII", super_, 0, 16, blocks, 0, 0, 1)
    struct.pack_into("<IIIIIII", super_, 20, 1, 0, 0, 8192, 8192, 16, 0)
    struct.pack_into("<HHHHHH", super_, 52, 1, 0xffff, 0xef53, 1, 1, 0)
    super_[104:120] = data[:16]
    data[:2048] = bytes(1024) + super_


SWAP_LENGTH = 1028  # where the number of its last page is


def put_swap(rng, data):
    """The header of a swap area."""
    struct.pack_into("<III16s", data, 1024, 1, len(data) // 4096 - 1, 0, rng.randbytes(16))
    data[:1024], data[1052:4096] = bytes(1024), bytes(3044)
    data[SWAP_AT:4096] = SWAP


def is_swap(data):
    return data[SWAP_AT:4096] == SWAP


def sector_with(*pieces):
    """A sector of 512 bytes with (offset, bytes)."""
    sector = bytearray(512)
    for at, data in pieces:
        sector[at:at + len(data)] = data
    return bytes(sector)


def ext2():
    data = bytearray(b"\1" * 65536)
    put_ext2(data)
    return bytes(data[:4096])


# Contents that have to be recognised wherever they are, and the byte of the disk's sector
# that tells them.
KNOWN = (
    (tables.mbr((0x83, 1, 100))[:440] + bytes(6) + tables.mbr((0x83, 1, 100))[446:], 510),
    (tables.mbr((0x83, 8, 64), (5, 300, 90))[:440] + bytes(6) +
     tables.mbr((0x83, 8, 64), (5, 300, 90))[446:], 510),
    (sector_with((0, b"LABELONE"), (24, b"LVM2 001")), 0),
    (sector_with((0, b"LUKS\xba\xbe\0\1"), (8, b"aes"), (40, b"xts-plain64")), 0),
    (sector_with((0, b"PRIVHEAD\0\0\0\0\0\2\0\x0c")), 0),
    (sector_with((0, b"VMDB\0\0\0\4")), 0),
    (sector_with((0, b"EFI PART\0\0\1\0\x5c\0\0\0")), 0),
    (sector_with((0, struct.pack("<II", 0xa92b4efc, 1))), 0),
    (sector_with((0, b"\xeb\x3c\x90MSDOS5.0\0\2\1\1\0\2\0\2"), (54, b"FAT16   "),
                 (510, b"\x55\xaa")), 0),
    (ext2(), 1080),
)


class Disk:
    """IMAGE is what it holds, TABLE what it says, KIND how it was made.  KNOWN are sectors
    of recognisable contents that no table names."""

    def __init__(self, rng, kinds=KINDS, like=None):
        self.rng, self.kind = rng, rng.choice(kinds)
        self.logical = 4096 if rng.random() < 0.25 and self.kind not in ("bsd", "slice") \
            else 512
        self.sectors = rng.randrange(300, 700) if self.logical == 4096 else \
            rng.randrange(1500, 4500)
        if like:
            self.logical, self.sectors = like.logical, like.sectors
        self.image = bytearray(self.sectors * self.logical)
        self.is_dense, self.known = rng.random(), []
        getattr(self, "make_" + self.kind)()
        self.table = law_table.Table(self.image, self.logical)
        self.put_foreign()
        self.fill_parts()
        self.table = law_table.Table(bytes(self.image), self.logical)

    def put(self, lba, data, offset=0):
        at = lba * self.logical + offset
        self.image[at:at + len(data)] = data

    def ranges(self, first, end, count, gap_max):
        """Up to COUNT ranges in [FIRST, END), each behind a random gap."""
        rng, at = self.rng, first
        longest = max(2, (end - first) // max(count, 1))
        for _ in range(count):
            at += rng.choice((0, 1, 7, rng.randrange(gap_max)))
            length = min(rng.randrange(1, longest), end - at)
            if length < 1:
                return
            yield at, length
            at += length

    def first_start(self):
        return self.rng.choice((1, 2, 17, 63, 63, 64, self.rng.randrange(1, 200)))

    # --- msdos ---

    def put_mbr(self, entries):
        sector = bytearray(tables.mbr(*entries))
        struct.pack_into("<I", sector, 440, self.rng.getrandbits(32))
        self.put(0, sector)

    def make_dos(self):
        count = self.rng.randrange(1, 5)
        ranges = list(self.ranges(self.first_start(), self.sectors, count, 300))
        entries = [(self.some_type(), *range_) for range_ in ranges]
        self.put_mbr(entries)

    def some_type(self):
        return self.rng.choice((0x83, 0x83, 0x83, 0x07, 0x0c, 0x82, 0x8e, 0x00))

    def make_chain(self):
        rng = self.rng
        entries, at = [], self.first_start()
        if rng.random() < 0.6:
            length = rng.randrange(1, self.sectors // 3)
            entries.append((self.some_type(), at, length))
            at += length + rng.choice((0, 1, rng.randrange(200)))
        base = at
        end = min(self.sectors, base + rng.randrange(self.sectors // 3, self.sectors))
        rows = []
        for ebr, length in self.ranges(base, end, rng.randrange(1, 7), 120):
            gap = rng.choice((1, 1, 2, 8, 63, rng.randrange(1, 120)))
            if not rows:
                ebr, length = base, length + ebr - base
            if length > gap:
                rows.append((ebr, gap, length - gap))
        if rows:
            entries.append((rng.choice((5, 5, 0x0f)), base, end - base))
        for i, (ebr, gap, length) in enumerate(rows):
            mine = [(rng.choice((0x83, 0x83, 0x07, 0x82)), gap, length)]
            if i + 1 < len(rows):
                after = rows[i + 1]
                mine.append((5, after[0] - base, after[1] + after[2]))
            self.put(ebr, tables.mbr(*mine)[446:], 446)
        self.put_mbr(entries)

    # --- GPT ---

    def make_gpt(self, is_moved=False):
        rng = self.rng
        count = rng.choice((1, 2, 4, 8, 12, 56, 120, 128, 128, 128, rng.randrange(1, 129)))
        size = 256 if rng.random() < 0.04 and count < 100 else 128
        sectors = -(-count * size // self.logical)
        shift = [rng.choice((0, 1, 5, 30, 62)) if is_moved else 0 for _ in range(2)]
        primary = 2 + shift[0]
        backup = self.sectors - 1 - sectors - shift[1]
        first = primary + sectors + rng.choice((0, 0, 0, 7, 40))
        last = backup - 1 - rng.choice((0, 0, 0, 5))
        start = first + rng.choice((0, 1, 5, rng.randrange(100)))
        ranges = list(self.ranges(start, last + 1, rng.randrange(1, 6), 200))[:count]
        array = bytearray(count * size)
        for slot, (start, length) in zip(rng.sample(range(count), len(ranges)), ranges):
            struct.pack_into("<16s16sQQQ", array, slot * size, LINUX, rng.randbytes(16),
                             start, start + length - 1, 0)
        if rng.random() < self.is_dense * 0.5:
            self.put_in_unused(array, size)
        self.put_gpt((primary, backup), (first, last), array, count, size)
        # The starts that a hybrid MBR may name.
        return ranges

    def put_in_unused(self, array, size):
        """An entry without a type is not empty while it has other bytes."""
        rng = self.rng
        for at in range(0, len(array), size):
            if not any(array[at:at + 16]) and rng.random() < 0.3:
                first = rng.randrange(16, size)
                array[at + first:at + size] = rng.randbytes(size - first)

    def put_gpt(self, places, usable, array, count, size):
        rng, id_ = self.rng, self.rng.randbytes(16)
        for side in range(2):
            mine = (1, self.sectors - 1)[side]
            head = bytearray(struct.pack(
                "<8sIIIIQQQQ16sQIII", b"EFI PART", 0x10000, 92, 0, 0, mine,
                self.sectors - mine, *usable, id_, places[side], count, size,
                zlib.crc32(array)))
            struct.pack_into("<I", head, 16, zlib.crc32(head))
            self.put(mine, head)
            self.put(places[side], array)
        self.put(0, tables.mbr((0xee, 1, self.sectors - 1))[446:], 446)
        if rng.random() < 0.5:
            self.put(0, rng.randbytes(4), 440)

    def make_moved(self):
        self.make_gpt(True)

    def make_hybrid(self):
        rng = self.rng
        ranges = self.make_gpt(rng.random() < 0.3)
        named = rng.sample(ranges, min(len(ranges), rng.randrange(1, 3)))
        end = min((start for start, _ in ranges), default=self.sectors)
        entries = [(0xee, 1, end - 1)] + [(0x83, *range_) for range_ in named]
        self.put(0, tables.mbr(*entries)[446:], 446)

    # --- BSD ---

    def put_bsd(self, lba, first, end):
        ranges = list(self.ranges(first, end, self.rng.randrange(1, 5), 100))
        entries = [(start, length, self.rng.choice((7, 1, 8))) for start, length in ranges]
        entries[2:2] = [(0, 0, 0)] * (3 - len(entries)) if len(entries) < 2 else \
            [(0, end, 0)]
        self.put(lba, tables.bsd(*entries))

    def make_bsd(self):
        self.put_bsd(1, self.rng.choice((16, 63, 100)), self.sectors)

    def make_slice(self):
        self.make_dos()
        found = law_table.Table(self.image, 512)
        part = self.rng.choice(found.parts)
        slot = part.number - 1
        self.image[446 + 16 * slot + 4] = self.rng.choice((0xa5, 0xa6, 0xa9))
        if part.length > 100:
            self.put_bsd(part.start + 1, part.start + 16, part.end)

    # --- what is in it ---

    def fill_parts(self):
        """Data, zeros, or data in a part of it.  A BSD label in a slice stays."""
        rng = self.rng
        unknown = rng.choice((0, 0, 0.3, 1))  # data of unknown kind is never moved
        for part in self.table.parts:
            if part.kind in law_table.BSD_TYPES or rng.random() < 0.3:
                continue
            length = part.length if rng.random() < 0.6 else rng.randrange(part.length) + 1
            data = bytearray(rng.randbytes(length * self.logical))
            if length == part.length and len(data) >= 40960 and rng.random() < 0.2:
                put_swap(rng, data)
            elif rng.random() >= unknown and len(data) >= 4096:
                put_ext2(data)
            self.put(part.start, data)

    def put_foreign(self):
        rng = self.rng
        if self.is_dense < 0.12:
            return  # now and then nobody else has anything
        for first, end in self.table.free():
            # An entry in LBA 0 would make it an msdos table.
            first = max(first, 1) if self.kind == "bsd" else first
            if first < end and rng.random() < self.is_dense:
                self.put_runs(first, end)
        for lba in self.table.table:
            if rng.random() < self.is_dense:
                self.put_beside_fields(lba)

    def put_runs(self, first, end):
        rng = self.rng
        if rng.random() < 0.1:
            return self.put_known(first, end)
        if rng.random() < 0.15:
            runs = [(first, end)]
        else:
            runs = []
            for _ in range(rng.randrange(1, 4)):
                length = rng.randrange(1, 1 + min(end - first, 9))
                at = rng.choice((first, end - length, rng.randrange(first, end - length + 1)))
                runs.append((at, at + length))
        for start, stop in runs:
            for lba in range(start, stop):
                # Often only a few bytes of a sector.
                size = self.logical if rng.random() < 0.6 else rng.randrange(1, 40)
                self.put(lba, rng.randbytes(size), rng.randrange(self.logical - size + 1))

    def put_known(self, first, end):
        data, tells = self.rng.choice(KNOWN)
        if (end - first) * self.logical >= len(data):
            at = self.rng.choice((first, end - -(-len(data) // self.logical)))
            self.put(at, data)
            self.known.append(at + tells // self.logical)

    def put_beside_fields(self, lba):
        """Bytes of a table's sector that are no field of the table."""
        first, end = lba * self.logical, (lba + 1) * self.logical
        old = bytes(self.image[first:end])
        data = self.rng.randbytes(self.logical)
        if lba in self.table.ebrs and self.rng.random() < 0.9:
            # Two more entries, which some systems take for partitions.
            data = data[:478] + bytes(32) + data[510:]
        if self.rng.random() < 0.5:
            keep = self.rng.randrange(self.logical)
            data = data[:keep] + bytes(self.logical - keep)
        self.image[first:end] = data
        for low, high in self.table.fields + ([(440, 444)] if self.kind != "gpt" else []):
            low, high = max(low, first), min(high, end)
            if low < high:
                self.image[low:high] = old[low - first:high - first]
