#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_arrays.py ALIDADE AT_WRITES - a GPT whose entries are not where they usually are:
# number and place stay whatever is done, loaders between them too
import os
import random
import shutil
import struct
import zlib

import cli
import law_disks
import real_disk
import tables

SECTORS = 40960
LINUX = tables.LINUX_DATA
PLACES = [(count, lba, gap) for count in (8, 56, 128, 256) for lba, gap in
          ((2, 0), (40, 0), (2048, 30))][::min(cli.FEWER, 5)]


def entry(start, length, mark):
    return LINUX + bytes([mark] * 16) + struct.pack("<QQQ72x", start, start + length - 1, 0)


class Disk:
    """COUNT entries at sector LBA, those of the backup GAP sectors before its header.
    Those that are not used are UNUSED."""

    def __init__(self, path, count, lba, gap, shift=0, unused=bytes(128), size=SECTORS):
        self.path, self.count, self.lba = path, count, lba
        self.sectors = -(-count * 128 // 512)
        self.size = size
        self.back = size - 1 - self.sectors - gap
        self.shift = shift
        self.array = entry(8192, 1000, 1) + entry(16384, 1000, 2) + unused * (count - 2)
        with open(path, "wb") as file:
            file.truncate(size * 512)
        tables.put(path, 0, tables.mbr((0xee, 1, size - 1)))
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
        return {"primary header": (1, self.header(1, self.size - 1, self.lba)),
                "primary array": (self.lba, self.array),
                "backup array": (self.back, self.array),
                "backup header": (self.size - 1, self.header(self.size - 1, 1, self.back))}

    def zero(self, part):
        at, data = self.parts()[part]
        tables.put(self.path, at * 512, bytes(len(data)))

    def put_behind(self, data):
        """DATA behind the last entry of each copy."""
        for at in self.lba, self.back:
            tables.put(self.path, at * 512 + self.count * 128, data)

    def free_sectors(self):
        """What is in no partition, header or array, with random bytes in some of it."""
        own = {0, 1, self.size - 1}
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


# Entries, what is in those that are not used, and what is behind the last one: with others'
# bytes in all entries, the journal takes one of them.
TORN = ((105, bytes(128), b"somebody" * 8, "free"),
        (8, bytes(40) + b"somebody" * 11, b"", "free,@40,@%d"))


def writes_of(disk, tape):
    """The numbers of the writes that follow one of the table."""
    own = {1, disk.size - 1, *range(disk.lba, disk.lba + disk.sectors),
           *range(disk.back, disk.back + disk.sectors)}
    with open(tape, "rb") as file:
        bytes_ = file.read()
    at, writes = 0, []
    while at < len(bytes_):
        _, offset, count = struct.unpack_from("<QQQ", bytes_, at)
        at += 24 + count
        if count:
            writes.append(offset // 512 in own)
    return [k + 1 for k in range(len(writes)) if any(writes[max(0, k - 3):k])]


class Torn:
    """A disk of the kind ROW, whose fix is killed; what others have is kept."""

    def __init__(self, claims, room, row):
        self.claims, self.room = claims, room
        self.count, self.unused, self.behind, lose = row
        self.path, self.state = os.path.join(room, "torn"), os.path.join(room, "torn-state")
        self.data = bytearray(random.Random(7).randbytes(1000 * 512))
        law_disks.put_ext2(self.data)
        self.make()
        self.fix = ["fix", "--yes", "--physical-sector=4096", "--start=1=8200",
                    "--lose=" + (lose % self.disk.back if "%" in lose else lose)]

    def make(self):
        shutil.rmtree(self.state, ignore_errors=True)
        self.disk = Disk(self.path, self.count, 40, 30, unused=self.unused, size=18432)
        self.disk.put_behind(self.behind)
        tables.put(self.path, 8192 * 512, self.data)

    def run(self, *words, **more):
        more = real_disk.Runs.at_writes(self.path, **more) if more else {}
        return self.claims.run(*words, self.path, env={"XDG_STATE_HOME": self.state, **more})

    def ends(self, what, start, *words):
        said = self.run("resume", "--yes", *words)
        self.claims.equal((said.returncode, said.stderr), (0, ""), what)
        self.claims.equal(read(self.path, start, 1000), bytes(self.data), what + ": the data")
        self.claims.that(self.run("check").returncode != 3, what + ": the table")
        self.claims.equal(place(self.path), (self.count, 40), what + ": the place")
        arrays = [read(self.path, at, self.disk.sectors) for at in (40, self.disk.back)]
        self.claims.equal(*arrays, what + ": both copies")
        self.claims.that(arrays[0][self.count * 128:].startswith(self.behind),
                         what + ": what is behind")


def torn(claims, room):
    """The power fails between entries and header, and again in the resume."""
    for row in TORN:
        disk, tape = Torn(claims, room, row), os.path.join(room, "tape")
        done = disk.run(*disk.fix, tape=tape)
        claims.equal((done.returncode, done.stderr), (0, ""), "fix, %d entries" % row[0])
        for i, k in enumerate(writes_of(disk.disk, tape)[::cli.FEWER]):
            disk.make()
            disk.run(*disk.fix, kill=str(k))
            what = "%d entries, killed at write %d" % (row[0], k)
            if i % 2:
                disk.run("resume", "--yes", kill=str(1 + i % 5))
                what += ", and in resume"
            disk.ends(what, 8200)


def script(claims, room):
    rng = random.Random(20)
    os.environ["XDG_STATE_HOME"] = os.path.join(room, "state")
    changes(claims, room, rng)
    repairs(claims, room, rng)
    numbers(claims, room)
    disagreement(claims, room)
    loader(claims, room)
    torn(claims, room)


cli.main(script)
