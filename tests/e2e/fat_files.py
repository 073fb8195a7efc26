# SPDX-License-Identifier: GPL-3.0-or-later
# fat_files.py - puts files into an empty FAT32 or exFAT and reads them again, for there is
# no tool here that does; names are those of FAT, in capitals
import os
import struct


def read_at(path, offset, count):
    with open(path, "rb") as file:
        file.seek(offset)
        return file.read(count)


def write_at(path, offset, data):
    with open(path, "r+b") as file:
        file.seek(offset)
        file.write(data)


def write_new(path, data, size):
    with open(path, "wb") as file:
        file.write(data)
        file.truncate(size)


class Heap:
    """Clusters, from the number 2 on."""

    def __init__(self, path, start, cluster):
        self.path, self.start, self.cluster = path, start, cluster
        self.free = 0

    def at(self, number):
        return self.start + (number - 2) * self.cluster

    def take(self, data):
        """Puts DATA into the next clusters; the first, and how many."""
        first, count = self.free, -(-len(data) // self.cluster)
        write_at(self.path, self.at(first), data)
        self.free += count
        return first, count

    def get(self, first, length):
        return read_at(self.path, self.at(first), length)


# --- FAT32 ---

def fat_heap(path):
    """The heap, and where the tables are and how long one is."""
    boot = read_at(path, 0, 512)
    sector, per_cluster, reserved, tables = struct.unpack_from("<HBHB", boot, 11)
    length = struct.unpack_from("<I", boot, 36)[0] * sector
    start = reserved * sector
    heap = Heap(path, start + tables * length, per_cluster * sector)
    return heap, [start + i * length for i in range(tables)], struct.unpack_from("<H", boot, 48)[0]


def put_fat(path, files):
    heap, tables, info = fat_heap(path)
    heap.free, root, used = 3, b"", 0
    share = (os.path.getsize(path) - heap.start) // heap.cluster // (len(files) + 1)
    for name, data in files.items():
        first, count = heap.take(data)
        heap.free += share - count  # they lie far apart
        used += count
        chain = [*range(first + 1, first + count), 0x0fffffff]
        for table in tables:
            write_at(path, table + 4 * first, struct.pack("<%dI" % count, *chain))
        base, _, end = name.partition(".")
        root += struct.pack("<8s3sB8xH4xHI", base.ljust(8).encode(), end.ljust(3).encode(), 0x20,
                            first >> 16, first & 0xffff, len(data))
    write_at(path, heap.at(2), root)
    free = struct.unpack("<I", read_at(path, info * 512 + 488, 4))[0] - used
    write_at(path, info * 512 + 488, struct.pack("<I", free))


def get_fat(path):
    heap, tables, _ = fat_heap(path)
    found, root = {}, heap.get(2, heap.cluster)
    for i in range(0, len(root), 32):
        base, end, kind, high, low, length = struct.unpack_from("<8s3sB8xH4xHI", root, i)
        if base[0] in (0, 0xe5) or kind != 0x20:
            continue
        number, clusters = high << 16 | low, []
        while number < 0x0ffffff8:
            clusters.append(heap.get(number, heap.cluster))
            number = struct.unpack("<I", read_at(path, tables[0] + 4 * number, 4))[0]
        found[base.decode().strip() + "." + end.decode().strip()] = b"".join(clusters)[:length]
    return found


# --- exFAT ---

def exfat_heap(path):
    boot = read_at(path, 0, 512)
    sector = 1 << boot[108]
    heap = Heap(path, struct.unpack_from("<I", boot, 88)[0] * sector, sector << boot[109])
    return heap, struct.unpack_from("<I", boot, 96)[0]


def rotate(total, byte, bits):
    return ((total << bits - 1 | total >> 1) + byte) & ((1 << bits) - 1)


def entry_set(name, first, length):
    wide, hashed, total = name.encode("utf-16-le"), 0, 0
    for byte in wide:
        hashed = rotate(hashed, byte, 16)
    names = [wide[i:i + 30].ljust(30, b"\0") for i in range(0, len(wide), 30)]
    date = 0x21 << 16  # the first day of 1980
    made = bytearray(struct.pack("<BBHH2xIII12x", 0x85, 1 + len(names), 0, 0x20, date, date, date))
    made += struct.pack("<BBxBHxxQ4xIQ", 0xc0, 3, len(name), hashed, length, first, length)
    for part in names:
        made += b"\xc1\0" + part
    for i, byte in enumerate(made):
        if i not in (2, 3):
            total = rotate(total, byte, 16)
    struct.pack_into("<H", made, 2, total)
    return bytes(made)


def put_exfat(path, files):
    heap, root = exfat_heap(path)
    entries, used = heap.get(root, heap.cluster), 0
    while entries[32 * used]:
        if entries[32 * used] == 0x81:
            bitmap, length = struct.unpack_from("<IQ", entries, 32 * used + 20)
        used += 1
    bits, added = bytearray(heap.get(bitmap, length)), b""
    while bits[heap.free >> 3] >> (heap.free & 7) & 1:
        heap.free += 1
    heap.free += 2
    for name, data in files.items():
        first, count = heap.take(data)
        for i in range(first - 2, first - 2 + count):
            bits[i >> 3] |= 1 << (i & 7)
        added += entry_set(name, first, len(data))
    write_at(path, heap.at(bitmap), bytes(bits))
    write_at(path, heap.at(root) + 32 * used, added)


def get_exfat(path):
    heap, root = exfat_heap(path)
    found, entries = {}, heap.get(root, heap.cluster)
    for i in range(0, len(entries), 32):
        if entries[i] != 0xc0:
            continue
        letters, first, length = struct.unpack_from("<3xB16xIQ", entries, i)
        parts = range(i + 32, i + 32 + 32 * -(-letters // 15), 32)
        wide = b"".join(entries[k + 2:k + 32] for k in parts)
        found[wide.decode("utf-16-le")[:letters]] = heap.get(first, length)
    return found


def exfat_checksum(region):
    total = 0
    for i, byte in enumerate(region):
        if i not in (106, 107, 112):
            total = rotate(total, byte, 32)
    return struct.pack("<I", total)


def exfat_start(path, start=None):
    """PartitionOffset in both boot regions, "damaged" where the checksum is another one.
    mkfs.exfat leaves 0 in a file, and START is put there, with the checksum."""
    size = 1 << read_at(path, 108, 1)[0]
    found = []
    for base in (0, 12 * size):
        region = bytearray(read_at(path, base, 12 * size))
        if start is not None:
            struct.pack_into("<Q", region, 64, start)
            region[11 * size:] = exfat_checksum(region[:11 * size]) * (size // 4)
            write_at(path, base, bytes(region))
        is_whole = region[11 * size:] == exfat_checksum(region[:11 * size]) * (size // 4)
        found.append(struct.unpack_from("<Q", region, 64)[0] if is_whole else "damaged")
    return found
