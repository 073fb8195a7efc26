# SPDX-License-Identifier: GPL-3.0-or-later
# recorded.py - a fix of a small disk, carried out once with a tape of its writes: the disk and
# its journal as after each of them
import glob
import os
import random
import struct

import cli
import real_disk
import tables

SECTOR = 512
GUARD, HEAD = 4, 7  # kinds of records
LENGTH = 3000  # sectors of each partition
SIZE = 10000
LABELS = {
    "gpt": ("label: gpt\nfirst-lba: 34\n", ((63, "linux"), (3100, "linux"))),
    "dos": ("label: dos\nlabel-id: 0x12345678\n", ((63, "83"), (3100, "83"))),
    "swap": ("label: dos\nlabel-id: 0x12345678\n", ((63, "82"), (3100, "83"))),
}
# EBR and start of each logical; each is moved, and so are EBRs.
CHAIN = ((60, 63), (3078, 3100))
MOVED = {63: 64, 3100: 3104}


def record_kind(bytes_):
    """0: it is no record."""
    is_record = bytes_[:8] == b"ALIDADE\0" and len(bytes_) >= SECTOR
    return struct.unpack_from("<H", bytes_, 16)[0] if is_record else 0


def read(path):
    with open(path, "rb") as file:
        return file.read()


class Fix(real_disk.Runs):
    """JOURNAL: it is in a file of its own, else on the disk."""

    def __init__(self, claims, room, name, has_journal=False):
        super().__init__(claims, room)
        self.name, self.state = name, os.path.join(room, name + "-state")
        self.disk = cli.image(room, name, SIZE * SECTOR)
        self.journal = os.path.join(room, name + ".journal") if has_journal else None
        self.contents = {}
        parts = LABELS[name][1] if name in LABELS else [(start, "83") for _, start in CHAIN]
        self.make_table(name)
        for start, kind in parts:
            self.contents[start] = self.content(start, kind)
            tables.put(self.disk, start * SECTOR, self.contents[start])
        self.before = read(self.disk)
        self.record()

    def make_table(self, name):
        if name in LABELS:
            cli.quiet("sfdisk", "-q", self.disk, input=LABELS[name][0] + "".join(
                "start=%d,size=%d,type=%s\n" % (start, LENGTH, kind)
                for start, kind in LABELS[name][1]))
            return
        base, last = CHAIN[0][0], CHAIN[-1][1] + LENGTH
        tables.put(self.disk, 0, tables.mbr((5, base, last + 100 - base)))
        for (ebr, start), after in zip(CHAIN, (*CHAIN[1:], None)):
            link = [(5, after[0] - base, after[1] + LENGTH - after[0])] if after else []
            tables.put(self.disk, ebr * SECTOR, tables.ebr((0x83, start - ebr, LENGTH), *link))

    def content(self, start, kind):
        path = cli.image(self.room, "content", LENGTH * SECTOR)
        if kind == "82":
            cli.quiet("mkswap", "-q", path)
            return read(path)[:4096]
        cli.quiet("mke2fs", "-q", "-t", "ext2", "-b", "1024", path)
        return read(path)[:-800000] + random.Random(start).randbytes(800000)

    def run(self, *words, **env):
        return self.claims.run(*words, env={"XDG_STATE_HOME": self.state, **env})

    def resume(self, *words, **env):
        named = ["--journal=" + self.journal] if self.journal else []
        return self.run("resume", "--yes", *named, *words, self.disk, **env)

    def refused(self, reason, *words, code=4):
        """The same, which has to be refused for REASON; before a write, if CODE is 4."""
        named, before = ["--journal=" + self.journal] if self.journal else [], read(self.disk)
        said = self.claims.refused(reason, "resume", "--yes", *named, *words, self.disk,
                                   code=code, env={"XDG_STATE_HOME": self.state})
        self.claims.that(code != 4 or read(self.disk) == before, reason + ": nothing was written")
        return said

    def record(self):
        tape, first = self.disk + ".tape", 1 if self.name in LABELS else 5
        said = self.run(
            "fix", "--yes", *(["--journal=" + self.journal] if self.journal else []),
            *["--start=%d=%d" % (number, to) for number, to in enumerate(MOVED.values(), first)],
            self.disk, **self.at_writes(self.disk, tape=tape, also_to=self.journal or "-"))
        self.claims.equal((said.returncode, said.stderr), (0, ""), self.name + ": the fix")
        self.writes, at, bytes_ = [], 0, read(tape)
        while at < len(bytes_):
            which, offset, count = struct.unpack_from("=QQQ", bytes_, at)
            at += 24
            if count:
                self.writes.append((which, offset, bytes_[at:at + count]))
            at += count
        os.unlink(tape)
        self.after = read(self.disk)
        self.backup = glob.glob(self.state + "/alidade/*.alidade")[0]
        # Times at which a fix has begun, and has not ended.
        kinds = [record_kind(data) for *_, data in self.writes]
        heads = [i + 1 for i, kind in enumerate(kinds) if kind == HEAD]
        self.times = range(heads[0], len(self.writes))
        self.heads = heads
        self.zones = sorted({offset // SECTOR + i for (which, offset, data), kind
                             in zip(self.writes, kinds) if kind == GUARD and not which
                             for i in range(len(data) // SECTOR)})

    def image(self, which, time):
        """The disk, 0, or the journal in a file, 1, after so many writes."""
        image = bytearray(self.before if not which else bytes(max(
            offset + len(data) for where, offset, data in self.writes if where)))
        for where, offset, data in self.writes[:time]:
            if where == which:
                image[offset:offset + len(data)] = data
        return bytes(image)

    def put(self, time, journal_time=None):
        """Puts both as of these times to their places; returns the bytes of the disk."""
        images = [(self.disk, self.image(0, time))]
        if self.journal:
            images.append((self.journal, self.image(1, journal_time or time)))
        for path, bytes_ in images:
            with open(path, "wb") as file:
                file.write(bytes_)
        return images[0][1]

    def is_right(self, changed=()):
        """Each partition is whole where the table says, but for bytes of sectors CHANGED."""
        table = self.claims.json("list", self.disk).get("partitiontable") or {}
        parts = [part for entry in table.get("partitions", [])
                 for part in (entry.get("children") or [entry]) if part["kind"] != "extended"]
        image, starts = read(self.disk), [part["start"] for part in parts]
        return len(starts) == len(self.contents) and all(
            start in (old, MOVED[old]) and self.is_content(image, start, old, changed)
            for start, old in zip(starts, self.contents))

    def is_other_right(self, start):
        """The same for the partition that does not begin at START, nor is moved there."""
        image = read(self.disk)
        return all(any(self.is_content(image, at, old, ()) for at in (old, MOVED[old]))
                   for old in self.contents if start not in (old, MOVED[old]))

    def is_content(self, image, start, old, changed):
        data = self.contents[old]
        found = image[start * SECTOR:start * SECTOR + len(data)]
        return found == data or all(
            found[at:at + SECTOR] in (data[at:at + SECTOR], *changed)
            for at in range(0, len(data), SECTOR))
