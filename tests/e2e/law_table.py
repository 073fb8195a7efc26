# SPDX-License-Identifier: GPL-3.0-or-later
# law_table.py - a decoder of partition tables for law_owner.py, independent of the program:
# which bytes are fields of a table, and which sectors belong to partitions
import struct
import zlib

EXTENDED = (0x05, 0x0f, 0x85)
BSD_TYPES = (0xa5, 0xa6, 0xa9)
BSD_MAGIC = 0x82564557
GPT_FIELDS = 92
CHAIN_MAX = 200


class Part:
    def __init__(self, number, start, length, kind):
        self.number, self.start, self.length, self.kind = number, start, length, kind

    @property
    def end(self):
        return self.start + self.length

    def __repr__(self):
        return "%s: %d+%d" % (self.number, self.start, self.length)


class Table:
    """What IMAGE holds.  PARTS lack the extended partition: its free sectors are nobody's.
    FIELDS and KEPT are ranges of bytes; what is in KEPT is no field, though it is inside
    of one: entries that are unused but not zero.  TABLE are the sectors of the table."""

    def __init__(self, image, logical):
        self.image, self.logical = image, logical
        self.sectors = len(image) // logical
        self.label, self.parts, self.extended = None, [], None
        self.fields, self.kept, self.ebrs, self.arrays = [], [], [], []
        self.gpt = {}
        copies = {side: self.header(lba) for side, lba in
                  (("primary", 1), ("backup", self.sectors - 1))}
        other = copies["primary"] and copies["primary"]["other"]
        if other and other != self.sectors - 1:
            copies["backup"] = self.header(other)  # the disk has grown
        if any(copies.values()):
            self.read_gpt(copies)
        elif self.is_bsd(1):
            self.label = "bsd"
            self.read_bsd(1)
        elif image[510:512] == b"\x55\xaa":
            self.label = "dos"
            self.read_mbr()
        self.parts.sort(key=lambda part: part.start)
        self.table = sorted({at // logical for at, _ in self.fields} | {
            lba for first, end in self.arrays for lba in range(first, end)})

    def at(self, lba):
        return self.image[lba * self.logical:(lba + 1) * self.logical]

    def add_fields(self, lba, first, end):
        self.fields.append((lba * self.logical + first, lba * self.logical + end))

    def is_bsd(self, lba):
        sector = self.at(lba)
        return len(sector) >= 512 and struct.unpack_from("<I", sector)[0] == BSD_MAGIC and \
            struct.unpack_from("<I", sector, 132)[0] == BSD_MAGIC

    def read_bsd(self, lba):
        sector = self.at(lba)
        count, = struct.unpack_from("<H", sector, 138)
        self.add_fields(lba, 0, 148 + 16 * count)
        for i in range(count):
            size, start, kind = struct.unpack_from("<II4xB", sector, 148 + 16 * i)
            if size and kind and i != 2:  # c is the whole disk
                self.parts.append(Part(i + 1, start, size, kind))

    @staticmethod
    def entries(sector):
        for i in range(4):
            kind, start, length = struct.unpack_from("<4xB3xII", sector, 446 + 16 * i)
            if length:
                yield i, kind, start, length

    def read_mbr(self):
        self.add_fields(0, 446, 512)
        for i, kind, start, length in self.entries(self.at(0)):
            if kind in EXTENDED:
                self.extended = Part(i + 1, start, length, kind)
            else:
                self.parts.append(Part(i + 1, start, length, kind))
        if self.extended:
            self.read_chain()

    def read_chain(self):
        """As the kernel reads it: types 00 count, entries 3 and 4 do not."""
        base, at, number, seen = self.extended.start, self.extended.start, 5, set()
        while at not in seen and at < self.sectors and len(seen) < CHAIN_MAX:
            seen.add(at)
            sector = self.at(at)
            if sector[510:512] != b"\x55\xaa":
                return
            self.ebrs.append(at)
            self.add_fields(at, 446, 478)
            self.add_fields(at, 510, 512)
            link = None
            for i, kind, start, length in self.entries(sector):
                if kind in EXTENDED and link is None:
                    link = base + start
                elif i < 2 and kind not in EXTENDED:
                    self.parts.append(Part(number, at + start, length, kind))
                    number += 1
            if link is None:
                return
            at = link

    def header(self, lba):
        """None where there is no valid one."""
        head = bytearray(self.at(lba)[:512])
        if head[:8] != b"EFI PART":
            return None
        size, crc = struct.unpack_from("<II", head, 12)
        if not GPT_FIELDS <= size <= 512:
            return None
        head[16:20] = bytes(4)
        mine, other, first, last = struct.unpack_from("<QQQQ", head, 24)
        array, count, entry, sum_ = struct.unpack_from("<QIII", head, 72)
        end = array * self.logical + count * entry
        if zlib.crc32(head[:size]) != crc or mine != lba or end > len(self.image) or \
                zlib.crc32(self.image[array * self.logical:end]) != sum_:
            return None
        return {"lba": lba, "other": other, "first": first, "last": last, "array": array,
                "count": count, "entry": entry, "id": bytes(head[56:72])}

    def read_gpt(self, copies):
        self.label, self.gpt = "gpt", copies
        self.add_fields(0, 446, 512)
        for copy in filter(None, copies.values()):
            self.read_array(copy)
        head = copies["primary"] or copies["backup"]
        named = set()
        for slot in range(head["count"]):
            entry = self.slot(head, slot)
            if any(entry[:16]):
                start, last = struct.unpack_from("<QQ", entry, 32)
                self.parts.append(Part(slot + 1, start, last - start + 1, "gpt"))
                named.add(start)
        for _, kind, start, length in self.entries(self.at(0)):
            if kind != 0xee and start > 1 and start not in named:
                self.parts.append(Part(None, start, length, kind))  # only the MBR has it

    def slot(self, head, number):
        at = head["array"] * self.logical + number * head["entry"]
        return self.image[at:at + head["entry"]]

    def read_array(self, head):
        self.add_fields(head["lba"], 0, GPT_FIELDS)
        first = head["array"] * self.logical
        end = first + head["count"] * head["entry"]
        self.fields.append((first, end))
        self.arrays.append((head["array"], -(-end // self.logical)))
        for number in range(head["count"]):
            entry = self.slot(head, number)
            if any(entry) and not any(entry[:16]):
                at = first + number * head["entry"]
                self.kept.append((at, at + head["entry"]))

    def free(self):
        """The ranges of sectors that are neither a partition's nor the table's."""
        taken = sorted([(part.start, part.end) for part in self.parts] +
                       [(lba, lba + 1) for lba in self.table])
        at = 0
        for start, end in taken + [(self.sectors, self.sectors)]:
            if start > at:
                yield at, start
            at = max(at, end)

    def first_start(self):
        starts = [part.start for part in self.parts]
        if self.extended:
            starts.append(self.extended.start)
        return min(starts, default=None)
