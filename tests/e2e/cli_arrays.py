#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_arrays.py ALIDADE - a GPT whose entries are not where they usually are: number and
# place stay whatever is done, loaders between them too
import os
import random
import struct
import zlib

import cli
import tables

SECTORS = 40960
LINUX = tables.LINUX_DATA
PLACES = [(count, lba, gap) for count in (8, 56, 128, 256) for lba, gap in
          ((2, 0), (40, 0), (2048, 30))]


def entry(start, length, mark):
    return LINUX + bytes([mark] * 16) + struct.pack("<QQQ72x", start, start + length - 1, 0)


class Disk:
    """COUNT entries at sector LBA, those of the backup GAP sectors before its header."""

    def __init__(self, path, count, lba, gap, shift=0):
        self.path, self.count, self.lba = path, count, lba
        self.sectors = -(-count * 128 // 512)
        self.back = SECTORS - 1 - self.sectors - gap
        self.shift = shift
        self.array = (entry(8192, 1000, 1) + entry(16384, 1000, 2)).ljust(count * 128, b"\0")
        with open(path, "wb") as file:
            file.truncate(SECTORS * 512)
        tables.put(path, 0, tables.mbr((0xee, 1, SECTORS - 1)))
        for at, data in self.parts().values():
            tables.put(path, at * 512, data)

    def header(self, my, other, array):
        usable = self.lba + self.sectors, self.back - 1
        numbers = [n + self.shift for n in (my, other, *usable)]
        head = struct.pack("<8sIIIIQQQQ16sQIII", b"EFI PART", 0x10000, 92, 0, 0, *numbers,
                           b"the id of a disk", array + self.shift, self.count, 128,
                           zlib.crc32(self.array))
        return head[:16] + struct.pack("<I", zlib.crc32(head)) + head[20:]

    def parts(self):
        return {"primary header": (1, self.header(1, SECTORS - 1, self.lba)),
                "primary array": (self.lba, self.array),
                "backup array": (self.back, self.array),
                "backup header": (SECTORS - 1, self.header(SECTORS - 1, 1, self.back))}

    def zero(self, part):
        at, data = self.parts()[part]
        tables.put(self.path, at * 512, bytes(len(data)))

    def free_sectors(self):
        """What is in no partition, header or array, with random bytes in some of it."""
        own = {0, 1, SECTORS - 1}
        own |= set(range(self.lba, self.lba + self.sectors))
        own |= set(range(self.back, self.back + self.sectors))
        return [lba for lba in range(1, 8192) if lba not in own]

    def noise(self, rng):
        for lba in rng.sample(self.free_sectors(), 40):
            tables.put(self.path, lba * 512, rng.randbytes(512))


def read(path, lba, count=1):
    with open(path, "rb") as file:
        file.seek(lba * 512)
        return file.read(count * 512)


def place(path):
    """Number and place of the entries by the primary header, if it is valid."""
    head = bytearray(read(path, 1)[:92])
    crc, = struct.unpack_from("<I", head, 16)
    head[16:20] = bytes(4)
    if zlib.crc32(head) != crc:
        return None
    lba, count = struct.unpack_from("<QI", head, 72)
    return count, lba


def unchanged(claims, disk, before, what):
    kept = [lba for lba in disk.free_sectors() if lba < SECTORS]
    now = read(disk.path, 0, SECTORS)
    claims.that(all(now[512 * lba:512 * lba + 512] == before[512 * lba:512 * lba + 512]
                    for lba in kept), what + ": what is in no table stays")


def commands(room, disk, claims):
    """Each one changes the disk and leaves the place of its entries alone."""
    script = os.path.join(room, "script")
    with open(script, "w") as file:
        file.write(claims.run("dump", disk.path).stdout)
    dump = open(script).read()
    one = [line for line in dump.splitlines() if "start=" in line][0]
    yield "apply of its own dump", ("apply", "--yes"), dump
    yield "a new partition", ("apply", "--yes"), dump + "start=24576, size=2048\n"
    yield "one less", ("apply", "--yes", "--lose=1"), dump.replace(one + "\n", "")
    yield "none is kept", ("apply", "--yes", "--lose=all"), "label: gpt\nstart=30000,size=100\n"


def changes(claims, room, rng):
    for count, lba, gap in PLACES:
        disk = Disk(os.path.join(room, "disk"), count, lba, gap)
        for what, words, text in commands(room, disk, claims):
            disk = Disk(disk.path, count, lba, gap)
            disk.noise(rng)
            before = read(disk.path, 0, SECTORS)
            what = "%d entries at %d, %s" % (count, lba, what)
            done = claims.run(*words, disk.path, text=text)
            claims.equal(done.returncode, 0, what + ": " + done.stderr)
            claims.equal(place(disk.path), (count, lba), what)
            unchanged(claims, disk, before, what)


def repairs(claims, room, rng):
    for count, lba, gap in PLACES:
        for part in ("primary header", "primary array", "backup header", "backup array"):
            disk = Disk(os.path.join(room, "disk"), count, lba, gap)
            disk.noise(rng)
            whole = read(disk.path, 0, SECTORS)
            disk.zero(part)
            what = "%d entries at %d, no %s" % (count, lba, part)
            done = claims.run("repair", "--yes", disk.path)
            claims.equal(done.returncode, 0, what + ": " + done.stderr)
            claims.equal(read(disk.path, 0, SECTORS), whole, what + ": as it was")


def numbers(claims, room):
    """Positions as a loader counts them that sees the disk from elsewhere."""
    for count, lba, gap in PLACES:
        disk = Disk(os.path.join(room, "disk"), count, lba, gap, shift=8192)
        what = "%d entries at %d, shifted" % (count, lba)
        listed = claims.run("list", disk.path).stdout
        claims.that("16384" in listed, what + ": its partitions are listed")
        done = claims.run("repair", "--yes", disk.path)
        claims.equal(done.returncode, 0, what + ": " + done.stderr)
        want = Disk(os.path.join(room, "want"), count, lba, gap)
        claims.equal(read(disk.path, 0, SECTORS), read(want.path, 0, SECTORS), what)


def disagreement(claims, room):
    disk = Disk(os.path.join(room, "disk"), 128, 2, 0, shift=8192)
    tables.put(disk.path, 2 * 512 + 56, b"x")
    before = read(disk.path, 0, SECTORS)
    done = claims.run("repair", "--yes", disk.path)
    claims.that(done.returncode == 3 and "not the same ones" in cli.flat(done.stderr),
                "copies that do not agree: %d %s" % (done.returncode, done.stderr))
    claims.equal(read(disk.path, 0, SECTORS), before, "copies that do not agree: unchanged")


LOADER = b"\x16\0\0\xeaeGON.BT0" + random.Random(2).randbytes(32756)
PARTS = "start=8192,size=2048\nstart=16384,size=2048\n"


def loader(claims, room):
    """From msdos, over a board's loader at sector 16."""
    for more, want in (("", None), ("table-length: 56\n", (56, 2)),
                       ("first-lba: 2048\n", (128, 80)), ("table-lba: 100\n", (128, 100)),
                       ("table-length: 57\n", None)):
        path = cli.image(room, "board", SECTORS * 512)
        tables.put(path, 0, tables.mbr((0x83, 8192, 2048), (0x83, 16384, 2048)))
        tables.put(path, 16 * 512, LOADER)
        what = "a loader, " + (more.strip() or "a script that does not avoid it")
        done = claims.run("apply", "--yes", path,
                          text="label: gpt\n" + more + PARTS)
        claims.equal(done.returncode, 0 if want else 4, what + ": " + done.stderr)
        claims.equal(read(path, 16, 64), LOADER, what + ": it stays")
        if want:
            claims.equal(place(path), want, what)
        else:
            claims.that("'table-length: 56'" in cli.flat(done.stderr) and "16" in done.stderr,
                        what + ": the line to add: " + done.stderr)


def script(claims, room):
    rng = random.Random(20)
    os.environ["XDG_STATE_HOME"] = os.path.join(room, "state")
    changes(claims, room, rng)
    repairs(claims, room, rng)
    numbers(claims, room)
    disagreement(claims, room)
    loader(claims, room)


cli.main(script)
