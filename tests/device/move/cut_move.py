#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cut_move.py - whatever a power cut leaves of what fix has written, resume completes or takes back
"""cut_move.py ALIDADE AT_WRITES [CUTS]

Records the writes and flushes of `alidade fix`, and makes CUTS (12) images that a power
cut could have left: all that was flushed, any sectors of what was not, and in a half of
them one physical sector that cannot be read, foreign sectors in it included.  What is half
moved cannot be mounted.  Then `alidade resume` completes the move, or takes it back, and
each sector is where it belongs.  A quarter of the cuts leave a physical sector with the
table unreadable; after a quarter, the resume is cut too, and resumed.  Blocks with the new header of a swap area that is made again are torn at
each of its writes.  ALIDADE_SEED shows the cuts of a run again.  Exit code 77: cannot run
here."""

import contextlib
import os
import random
import re
import struct
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "e2e"))
import cli  # noqa: E402
import loop  # noqa: E402
import lost_log  # noqa: E402
import moving  # noqa: E402
import real_disk  # noqa: E402

SECTOR = 512
BLOCK = 4096  # the physical sector, where a scene names no other
HEAD = struct.Struct("=3Q")
DISK, ELSEWHERE = 0, 1

# Name: label, partitions by number (start, length; "e": extended), sectors behind them,
# of them a swap area, words of fix.
SCENES = {
    "ring": ("label: dos", {1: (63, 7500), 2: (7567, 7300), 3: (14920, 7200)}, 1024, 0, ()),
    "holes": ("label: dos", {1: (63, 7200), 2: (14343, 7300)}, 1024, 0,
              ("--start=1=2048", "--start=2=12288")),
    "gpt": ("label: gpt\nfirst-lba: 34", {1: (70, 7300), 2: (7373, 7200)}, 1100, 0,
            ("--start=1=71", "--start=2=7376")),
    "logical": ("label: dos", {1: (63, 7200), 2: (7265, 14810, "e"), 5: (7328, 7200),
                               6: (14591, 7400)}, 1024, 0, ()),
    "swap": ("label: dos", {1: (63, 7500), 2: (7567, 7300)}, 128, 2048, ()),
    "elsewhere": ("label: dos", {1: (63, 7500), 2: (7567, 7300)}, 16, 0, ("--journal=",)),
    # An EBR is in the way of each logical.
    "elsewhere-logical": ("label: dos", {1: (63, 7200), 2: (7264, 14810, "e"),
                                         5: (7265, 7200), 6: (14466, 7400)}, 64, 0,
                          ("--start=5=7272", "--start=6=14480", "--journal=")),
    "device": ("label: dos", {1: (63, 7500), 2: (7567, 7300)}, 16, 0, ("--journal=",)),
}
JOURNAL_MAX = 80 * 1024 * 1024
DEVICE = 1 << 20  # bytes of the loop device for its journal

# Name: physical sector, free sectors before the swap area, starts: its new header shares
# blocks with free space; or with the old header, before which it is written.
REMADE = {
    "remade": (BLOCK, 0, ("--start=2=7568", "--start=3=14874")),
    "remade-16k": (16384, 40, ("--start=1=32", "--start=2=7552", "--start=3=14880")),
}
SCENES.update((name, ("label: dos", {1: (63, 7500), 2: (7567, 7300)}, 2100, 1024, words))
              for name, (_, _, words) in REMADE.items())


class Tape:
    """Calls: the file, offset and bytes of a write; None for those of a flush."""

    def __init__(self, path):
        self.calls = []
        with open(path, "rb") as file:
            while head := file.read(HEAD.size):
                which, offset, count = HEAD.unpack(head)
                self.calls.append((which, offset, file.read(count) if count else None))

    def sectors(self):
        """The sectors of the disk that were written."""
        return {lba for which, offset, data in self.calls if data and which == DISK
                for lba in range(offset // SECTOR, (offset + len(data)) // SECTOR)}


class Cutter:
    """The images of cuts in the order of the calls; what is flushed is kept in FILES.  BAD:
    the offset of a block that cannot be read until all of it is written."""

    def __init__(self, tape, files, block, bad=None):
        self.tape, self.files, self.at = tape, [bytearray(file) for file in files], 0
        self.block, self.bad = block, bad
        self.waiting = []  # (file, offset, bytes) of each sector that is not flushed

    def go_to(self, call):
        for which, offset, data in self.tape.calls[self.at:call]:
            if data:
                self.waiting += [(which, offset + i, data[i:i + SECTOR])
                                 for i in range(0, len(data), SECTOR)]
                continue
            if which == DISK and self.is_mended(self.waiting):
                self.bad = None
            for one in self.waiting:
                if one[0] == which:
                    self.files[which][one[1]:one[1] + len(one[2])] = one[2]
            self.waiting = [one for one in self.waiting if one[0] != which]
        self.at = call

    def is_mended(self, writes):
        """True unless there is a block that cannot be read, and a part of it is not in WRITES."""
        written = {offset for which, offset, _ in writes if which == DISK}
        end = self.bad is not None and min(self.bad + self.block, len(self.files[DISK]))
        return self.bad is None or written >= set(range(self.bad, end, SECTOR))

    def kept(self):
        count = len(self.waiting)
        share = random.choice((0, 0.1, 0.5, 0.9, 1))
        if random.random() < 0.3:
            return self.waiting[:random.randint(0, count)]
        return [one for one in self.waiting if random.random() < share]

    def image(self, block=None):
        """Copies of the files, and the offset of a block that cannot be read, or None: that
        of BLOCK, or a random one."""
        files, kept, bad = [bytearray(file) for file in self.files], self.kept(), None
        for which, offset, data in kept:
            files[which][offset:offset + len(data)] = data
        torn = self.torn()
        if not self.is_mended(kept):
            return files, self.bad
        if block is None and torn and random.random() < 0.5:
            block = random.choice(torn)
        if block is not None:
            bad = self.tear(files, block)
        return files, bad

    def torn(self):
        """The blocks of the disk that can be torn."""
        return sorted({offset // self.block for which, offset, _ in self.waiting
                       if which == DISK})

    def tear(self, files, number):
        at = number * self.block
        length = len(files[DISK][at:at + self.block])  # the last block can be shorter
        files[DISK][at:at + length] = os.urandom(length)
        return at


class Scene:
    def __init__(self, claims, room, name, file_system, device=None):
        self.claims, self.room, self.name, self.device = claims, room, name, device
        self.label, self.parts, rest, self.swap, words = SCENES[name]
        self.path, self.journal = os.path.join(room, "disk"), device or os.path.join(room, "journal")
        self.bad = os.path.join(room, "bad")
        self.has_journal = "--journal=" in words
        self.named = ["--journal=" + self.journal] if self.has_journal else []
        self.block, gap, _ = REMADE.get(name, (BLOCK, 0, ()))
        self.words = ["--lose=free,@1", "--physical-sector=%d" % self.block,
                      *(word for word in words if word[-1] != "="),
                      *self.named]
        self.end = max(part[0] + part[1] for part in self.parts.values()) + gap
        self.sectors = self.end + self.swap + rest
        self.make(file_system)

    def data(self):
        return {number: part for number, part in self.parts.items() if len(part) == 2}

    def make(self, file_system):
        cli.image(self.room, "disk", self.sectors * SECTOR)
        with open(self.path, "r+b") as file:
            file.write(os.urandom((self.end + self.swap) * SECTOR))
            file.truncate(self.sectors * SECTOR)
        rows = ["%d: start=%d, size=%d%s" % (number, *part[:2], ", type=5" * (len(part) > 2))
                for number, part in self.parts.items()]
        if self.swap:
            rows.append("start=%d, size=%d, type=82" % (self.end, self.swap))
        cli.quiet("sfdisk", "-q", "--wipe=always", self.path,
                  input="\n".join([self.label, *rows]) + "\n")
        with open(self.path, "r+b") as file:
            for start, _ in self.data().values():
                file.seek(start * SECTOR)
                file.write(file_system)
            if self.swap:
                file.seek(self.end * SECTOR)
                file.write(bytes(self.swap * SECTOR))
        if self.swap:
            cli.quiet("mkswap", "-q", cli.image(self.room, "swap", self.swap * SECTOR))
            with open(os.path.join(self.room, "swap"), "rb") as swap:
                self.write(self.path, self.end * SECTOR, swap.read())
        self.before, self.table_before = self.read(), self.table()

    @staticmethod
    def write(path, offset, data):
        with open(path, "r+b") as file:
            file.seek(offset)
            file.write(data)

    def read(self):
        with open(self.path, "rb") as file:
            return file.read()

    def run(self, *words, tape=None):
        env = real_disk.Runs.at_writes(self.path, also_to=self.journal, bad=self.bad,
                                       **({"tape": tape} if tape else {}))
        return self.claims.run(*words, env={"XDG_STATE_HOME": self.room, **env})

    def table(self):
        """{number: (start, sectors, type)}; none if there is no table"""
        table = self.claims.json("list", self.path)["partitiontable"]
        if not table or not table["partitions"]:
            return {}
        return {part["number"]: (part["start"], part["size"], part["type"])
                for part in table["partitions"]}

    def record(self):
        """Fixes the disk without a cut."""
        tape = os.path.join(self.room, "tape")
        self.mend()
        if self.has_journal and not self.device and os.path.exists(self.journal):
            os.unlink(self.journal)  # of another scene
        said = self.run("fix", "--yes", *self.words, self.path, tape=tape)
        self.claims.equal((said.returncode, said.stderr), (0, ""), self.name + ": fix")
        self.tape = Tape(tape)
        os.unlink(tape)
        self.after, self.table_after = self.read(), self.table()
        self.checked = self.run("check", self.path).returncode
        self.written = self.tape.sectors()
        self.note_envelopes()
        if self.name not in REMADE:
            self.check_swap_writes()
        if self.name == "holes":
            self.check_ring()
        for number in self.data():
            self.claims.that(self.part(self.after, number, self.table_after) ==
                             self.part(self.before, number, self.table_before),
                             "%s: the bytes of partition %d" % (self.name, number))
        size = max((offset + len(data) for which, offset, data in self.tape.calls
                    if data and which == ELSEWHERE), default=0)
        self.files = (self.before, bytes(DEVICE if self.device else -(-size // 65536) * 65536))

    def check_ring(self):
        """Moves through holes do not use the ring of the journal: nothing is written there,
        not even zeros at the end."""
        data, at = next((data, at) for _, _, data in self.tape.calls if data
                        for at in [lost_log.newest_head(data)] if at is not None)
        (first, count), (start,) = (struct.unpack_from("<2Q", data, at + 208),
                                    struct.unpack_from("<Q", data, at + 240))
        ring = range(start + first // SECTOR, start + (first + count) // SECTOR)
        self.claims.that(ring and not self.written.intersection(ring), "the ring is not used")

    def note_envelopes(self):
        """The sectors that a recovery may change: of what is moved, of the table, and free
        ones in which the journal was."""
        own, free = set(), set(range(self.sectors))
        for number, (start, length) in self.data().items():
            new = self.table_after[number][0]
            free -= set(range(start, start + length)) | set(range(new, new + length))
            if new != start:
                own |= set(range(min(start, new), max(start, new) + length))
        self.free = self.of_journal(free - own)
        self.changed = own | self.free | self.written
        table = self.written - own - self.free | {0}
        if "gpt" in self.label:
            table |= set(range(self.sectors - 33, self.sectors))
        self.table_blocks = {lba * SECTOR // self.block for lba in table}

    def check_swap_writes(self):
        """Writes to the swap area are whole blocks: none of them has foreign sectors."""
        number = max(self.table_after)
        first, end = self.table_after[number][0] * SECTOR, (self.end + self.swap) * SECTOR
        wrong = [(offset // SECTOR, len(data) // SECTOR)
                 for which, offset, data in self.tape.calls if data and which == DISK
                 and self.swap and offset < end and offset + len(data) > first
                 and (offset % BLOCK or len(data) % BLOCK)]
        self.claims.equal(wrong, [], "%s: writes beside the swap area" % self.name)

    def of_journal(self, free):
        """Of the runs of FREE sectors, those in which the journal was, from its start on."""
        found, first = set(), 0
        while first < self.sectors:
            end = first
            while end in free:
                end += 1
            used = sorted(self.written & set(range(first, end)))
            if len(used) > 64:
                found |= set(range(used[0], end))
            first = end + 1
        return found

    @staticmethod
    def part(image, number, table):
        start, length = table[number][:2]
        return image[start * SECTOR:(start + length) * SECTOR]

    # --- one cut ---

    def put(self, files, bad):
        self.write(self.path, 0, files[DISK])
        if self.has_journal:
            with open(self.journal, "wb") as file:
                file.write(files[ELSEWHERE])
                if not self.device:  # its space is allocated before it is written
                    file.truncate(max(len(files[ELSEWHERE]), JOURNAL_MAX))
                file.flush()
                os.fsync(file.fileno())
        self.mend()
        if bad is not None:
            with open(self.bad, "wb") as file:
                file.write(struct.pack("=2Q", bad, min(self.block, len(files[DISK]) - bad)))

    def mend(self):
        if os.path.exists(self.bad):
            os.unlink(self.bad)

    def but_bad(self, image, number, table, distance=0):
        """The bytes of a partition, with zeros where it cannot be read if it is moved by
        DISTANCE."""
        part = bytearray(self.part(image, number, table))
        if os.path.exists(self.bad):
            with open(self.bad, "rb") as file:
                first = struct.unpack("=2Q", file.read())[0]
            first -= (table[number][0] + distance) * SECTOR
            for at in range(max(first, 0), min(first + self.block, len(part))):
                part[at] = 0
        return part

    def is_begun(self):
        said = self.run("resume", "--status", "--json", *self.named, self.path)
        return '"event":"status"' in said.stdout.replace(" ", "")

    def check_half(self, where):
        """What can be mounted is complete, but for sectors that cannot be read beside those
        that were written."""
        image, table = self.read(), self.table()
        for number, (old, _) in self.data().items():
            new = self.table_after[number][0]
            whole = {start for start, all_ in ((old, self.table_before), (new, self.table_after))
                     if self.but_bad(image, number, all_) ==
                     self.but_bad(self.before, number, self.table_before, start - old)}
            for start in {old, new} - whole:
                kind = moving.content(self.path, start * SECTOR)
                self.claims.equal(kind, "", "%s: partition %d at %d" % (where, number, start))
            entry = table.get(number)
            self.claims.that(entry is None or entry[0] in (old, new, min(old, new)),
                             "%s: entry %d: %r" % (where, number, entry))

    def check_end(self, where):
        """True if all is as after the fix, False if it is in between or as before."""
        image, table = self.read(), self.table()
        for number, entry in table.items():
            now = next((all_ for all_ in (self.table_before, self.table_after)
                        if all_.get(number) == entry), None)
            self.claims.that(now, "%s: entry %d: %r" % (where, number, entry))
            if now and number in self.data():
                self.claims.that(self.part(image, number, now) ==
                                 self.part(self.before, number, self.table_before),
                                 "%s: the bytes of partition %d" % (where, number))
        self.claims.equal(sorted(table), sorted(self.table_before), where + ": entries")
        self.check_others(image, where)
        if table == self.table_after:
            self.claims.equal(image[:SECTOR], self.after[:SECTOR], where + ": the MBR")
            self.claims.equal(self.run("check", self.path).returncode, self.checked,
                              where + ": check")
        elif table == self.table_before:
            self.claims.equal(image[:SECTOR], self.before[:SECTOR], where + ": the MBR")
        return table == self.table_after

    def check_others(self, image, where):
        wrong = [lba for lba in range(self.sectors) if lba not in self.changed and
                 image[lba * SECTOR:(lba + 1) * SECTOR] !=
                 self.before[lba * SECTOR:(lba + 1) * SECTOR]]
        self.claims.equal(wrong, [], where + ": sectors that nothing was to change")
        if os.path.exists(self.bad):
            with open(self.bad, "rb") as file:
                first = struct.unpack("=2Q", file.read())[0] // SECTOR
            block = set(range(first, first + self.block // SECTOR))
            self.claims.that(block <= self.free, "%s: unreadable: %d" % (where, first))

    def go_on(self, where, tally, is_back, was_back=False):
        words = ["resume", *["--rollback"] * is_back, "--yes", *self.named, self.path]
        said = self.run(*words)
        if is_back and said.returncode == 4 and re.search(moving.COMPLETE, said.stderr):
            is_back, said = False, self.run("resume", "--yes", *self.named, self.path)
        self.claims.equal((said.returncode, said.stderr), (0, ""),
                          "%s: %s" % (where, " ".join(words[:2])))
        is_all_new = self.check_end(where)
        self.claims.that(is_back or was_back or is_all_new, where + ": all is moved")
        self.claims.that(not self.is_begun(), where + ": nothing is left to be resumed")
        self.claims.equal(lost_log.records(self.read(), lost_log.GUARD), [], where + ": guards left")
        tally["completed" if is_all_new else "taken back"] += 1

    def cut_resume(self, tally, files, bad, is_back):
        """Cuts the resume of an image once, and goes on in the same direction or another."""
        tape = os.path.join(self.room, "tape")
        self.put(files, bad)
        if not self.is_begun():
            return
        self.run("resume", *["--rollback"] * is_back, "--yes", *self.named, self.path, tape=tape)
        if not os.path.exists(tape):  # all is moved: nothing is taken back
            return
        cutter = Cutter(Tape(tape), files, self.block, bad)
        os.unlink(tape)
        last = len(cutter.tape.calls)
        cutter.go_to(random.choice((random.randint(1, last), random.randint(1, min(last, 60)))))
        tally["in a resume"] += 1
        self.cut(cutter, tally, *cutter.image(), random.random() < 0.4, is_back)

    def table_cuts(self):
        """(call, block) of each write that can leave a block with the table unreadable."""
        return [(call + 1, block) for call, (which, offset, data) in enumerate(self.tape.calls)
                if data and which == DISK
                for block in range(offset // self.block,
                                   (offset + len(data) - 1) // self.block + 1)
                if block in self.table_blocks]

    def cut_anywhere(self, count, tally):
        cutter, torn = Cutter(self.tape, self.files, self.block), self.table_cuts()
        torn = random.sample(torn, min(len(torn), max(1, count // 4)))
        calls = [(call, None) for call in self.calls_to_cut(count - len(torn))]
        for call, block in sorted(calls + torn, key=lambda one: one[0]):
            cutter.go_to(call)
            is_back = (tally["completed"] + tally["taken back"]) % 3 == 1
            files, bad = cutter.image(block)
            self.cut(cutter, tally, files, bad, is_back)
            if random.random() < 0.33:
                self.cut_resume(tally, files, bad, random.random() < 0.5)

    def cut_block(self, lba, tally):
        """Tears the block with sector LBA at each write to it."""
        for call, block in self.table_cuts():
            if block == lba * SECTOR // self.block:
                cutter = Cutter(self.tape, self.files, self.block)
                cutter.go_to(call)
                self.cut(cutter, tally, *cutter.image(block), False)

    def header(self):
        """The blocks with the new header of the swap area."""
        first = self.table_after[max(self.table_after)][0] * SECTOR
        return range(first // self.block, (first + 4095) // self.block + 1)

    def cut_headers(self, tally):
        """Cuts at each write of that header, and tears each block of it."""
        cutter = Cutter(self.tape, self.files, self.block)
        for call in range(1, len(self.tape.calls) + 1):
            is_write = self.tape.calls[call - 1][2] is not None
            cutter.go_to(call)
            for number in set(cutter.torn()) & set(self.header()) if is_write else ():
                files = [bytearray(file) for file in cutter.files]
                for which, offset, data in cutter.waiting:
                    files[which][offset:offset + len(data)] = data
                bad = cutter.tear(files, number)
                self.cut(cutter, tally, files, bad, False)
                self.cut(cutter, tally, files, bad, True)

    def cut(self, cutter, tally, files, bad, is_back, was_back=None):
        """WAS_BACK: of a resume, whether that took back."""
        where = "%s%s, cut at call %d of %d%s" % (
            self.name, {None: "", False: ", resume", True: ", resume --rollback"}[was_back],
            cutter.at, len(cutter.tape.calls),
            "" if bad is None else ", sector %d torn" % (bad // SECTOR))
        self.put(files, bad)
        tally["torn"] += bad is not None
        if self.is_begun():
            self.check_half(where)
            self.go_on(where, tally, is_back, was_back)
            return
        tally["not begun, between two moves, or complete"] += 1
        self.check_end(where)

    def calls_to_cut(self, count):
        """A half of them where records, table and zones are written: at the ends."""
        last = len(self.tape.calls)
        # Between the two copies of a GPT, at their first change.
        copies = [call + 2 for call, (_, offset, data) in enumerate(self.tape.calls)
                  if data and offset == (self.sectors - 1) * SECTOR][:1]
        near = [call for call in range(1, last + 1) if call < 60 or call > last - 60]
        return sorted(copies + [random.choice(near) if random.random() < 0.5 else
                                random.randint(1, last) for _ in range(count - len(copies))])


def play(claims, room, cuts):
    file_system = moving.file_system(room)
    names = list(SCENES)[:max(1, min(len(SCENES), cuts // 4))]
    tally = {name: 0 for name in ("completed", "taken back",
                                  "not begun, between two moves, or complete", "torn",
                                  "in a resume")}
    if os.geteuid() or not os.path.exists("/dev/loop-control"):
        names = [name for name in names if name != "device"]
    for i, name in enumerate(names):
        with contextlib.ExitStack() as stack:
            device = None
            if name == "device":
                device = stack.enter_context(loop.device(cli.image(room, "journal", DEVICE)))
            scene = Scene(claims, room, name, file_system, device)
            scene.record()
            scene.cut_anywhere(cuts // len(names) + (i < cuts % len(names)), tally)
    scene = Scene(claims, room, "elsewhere-logical", file_system)
    scene.record()
    scene.cut_block(7264, tally)  # an EBR, and the start of what is moved later
    for name in REMADE:
        scene = Scene(claims, room, name, file_system)
        scene.record()
        scene.cut_headers(tally)
    print("%d cuts in %s: %s" % (sum(tally.values()) - tally["torn"] - tally["in a resume"],
                                 ", ".join(sorted({*names, *REMADE})), ", ".join(
        "%d %s" % (count, name) for name, count in tally.items())))
    claims.that(tally["completed"], "some are completed")


def main():
    cuts = int(sys.argv[3]) if len(sys.argv) > 3 else 12
    # The ordinary suite makes the same ones in each run.
    seed = int(os.environ.get("ALIDADE_SEED",
                              time.time_ns() % (1 << 32) if cuts > 12 else 20100111))
    random.seed(seed)
    print("ALIDADE_SEED=%d" % seed)
    claims = cli.Claims(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="alidade-test-") as room:
        play(claims, room, cuts)
    sys.exit(claims.finish())


cli.need("sfdisk", "mke2fs", "debugfs", "mkswap", "blkid")
main()
