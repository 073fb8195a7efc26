#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# kill_move.py - whenever fix and resume are killed, each byte is where it belongs
"""kill_move.py ALIDADE [KILLS]

Kills `alidade fix` at random moments, KILLS times (20) in all: on image files, and for
root on loop devices with sectors of 512 and 4096 bytes, with the journal in free space, in
a swap area, in a file and on another device.  What is half moved cannot be mounted.  Then
`alidade resume`, which is killed now and then too, completes the move or takes it back,
and the bytes of all partitions, those between them, the table and the kernel's partitions
are right.  ALIDADE_SEED shows the moments of a run again.  Exit code 77: cannot run
here."""

import contextlib
import os
import random
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "e2e"))
import cli  # noqa: E402
import loop  # noqa: E402
import moving  # noqa: E402

SMALL = 704  # sectors for the journal: so few that the move takes long
# name, on a loop device, bytes of a sector, sectors behind the partitions, of swap
FILES = (("file", False, 512, SMALL, 0), ("file-swap", False, 512, 128, 2048),
         ("file-elsewhere", False, 512, SMALL, 0))
LOOPS = (("loop", True, 512, SMALL, 0), ("loop-4096", True, 4096, 256, 0),
         ("loop-swap", True, 512, 128, 2048), ("loop-device", True, 512, SMALL, 0))


class Tally:
    def __init__(self):
        self.kills = self.resumes = self.back = 0
        self.before = self.half = self.between = self.after = self.named = 0


def start(claims, room, *words):
    return subprocess.Popen([claims.program, *words, "--yes", "--json"], text=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE,
                            env=dict(os.environ, LC_ALL="C.UTF-8", XDG_STATE_HOME=room))


def kill(process, moment):
    """True where it was still there."""
    time.sleep(moment)
    process.kill()
    process.communicate()
    return process.returncode < 0


class Variant:
    def __init__(self, claims, room, row, file_system):
        self.claims, self.room, self.file_system = claims, room, file_system
        self.name, self.is_loop, self.sector, self.rest, self.swap = row
        self.length = 0.0  # seconds that a fix takes by itself

    @contextlib.contextmanager
    def disk(self):
        with contextlib.ExitStack() as stack:
            made = stack.enter_context(moving.disk(self.room, self.file_system, self.is_loop,
                                                   self.sector, self.rest, self.swap))
            words = ["--physical-sector=4096", made.node]
            if self.sector == 4096:
                words += ["--start=%d=%d" % (number, part[0] + 1)
                          for number, part in enumerate(made.parts[:2], 1)]
            journal = os.path.join(self.room, "journal")
            if self.name == "file-elsewhere":
                words.append("--journal=" + journal)
            if self.name == "loop-device":
                cli.image(self.room, "journal", 1 << 20)
                words.append("--journal=" + stack.enter_context(loop.device(journal)))
            yield made, words
        if os.path.exists(journal):
            os.unlink(journal)

    def run(self, *words):
        return self.claims.run(*words, "--yes", env={"XDG_STATE_HOME": self.room})

    def complete(self, disk, words, where):
        said = self.run(*words)
        self.claims.equal((said.returncode, said.stderr), (0, ""),
                          "%s: %s: %s" % (where, words[0], said.stdout[-400:]))
        moving.check_end(self.claims, disk, {1, 2}, where)

    def again(self, disk, words, where):
        """A file that was made for the journal is not empty any more."""
        words = [word for word in words if not word.startswith("--journal")]
        self.complete(disk, ["fix", *words], where)

    def by_itself(self):
        with self.disk() as (disk, words):
            began = time.monotonic()
            process = start(self.claims, self.room, "fix", *words)
            said = process.communicate()[1]
            self.length = time.monotonic() - began
            self.claims.equal(process.returncode, 0, "%s by itself: %s" % (self.name, said))
            moving.check_end(self.claims, disk, {1, 2}, self.name + " by itself")

    def moved(self, disk):
        table = disk.table(self.claims)
        return {number for number, (lba, _) in enumerate(disk.parts, 1)
                if table.get(number, (0, 0))[0] == lba + 1}

    def roll_back(self, disk, where, *words):
        said = self.run("resume", "--rollback", *words, disk.node)
        if said.returncode == 4 and re.search(moving.COMPLETE, said.stderr):
            return False
        self.claims.equal((said.returncode, said.stderr), (0, ""),
                          "%s: rollback: %s" % (where, said.stdout[-400:]))
        moving.check_end(self.claims, disk, self.moved(disk), where + ", taken back")
        self.claims.equal(moving.begun(self.claims, disk), None, where + ": nothing is left")
        return True

    def end_half(self, disk, words, where, tally):
        while moving.begun(self.claims, disk) and random.random() < 0.4:
            process = start(self.claims, self.room, "resume", disk.node)
            tally.resumes += kill(process, random.uniform(0, self.length))
        named = [word for word in words if word.startswith("--journal")]
        if not moving.begun(self.claims, disk):
            where += ", resumed and killed"
            if named and moving.begun(self.claims, disk, *named):
                return self.end_named(disk, named, where, tally)
            # The resume was killed only after its last write.
            return self.again(disk, words, where)
        moving.check_half(self.claims, disk, where)
        if random.random() < 0.4 and self.roll_back(disk, where):
            tally.back += 1
            return None
        return self.complete(disk, ["resume", disk.node], where)

    def end_named(self, disk, named, where, tally):
        """Nothing on the disk leads to the journal, before a move or behind it."""
        tally.named += 1
        moving.check_end(self.claims, disk, self.moved(disk), where, True)
        if random.random() < 0.4 and self.roll_back(disk, where, *named):
            tally.back += 1
        else:
            self.complete(disk, ["resume", *named, disk.node], where)
        if self.name == "loop-device":
            with open(os.path.join(self.room, "journal"), "rb") as file:
                self.claims.that(not any(file.read()), where + ": the device is blank")

    def kill_one(self, tally):
        moment = random.uniform(0, self.length)
        with self.disk() as (disk, words):
            where = "%s, killed after %.1f ms" % (self.name, moment * 1000)
            if not kill(start(self.claims, self.room, "fix", *words), moment):
                return moving.check_end(self.claims, disk, {1, 2}, where + ", too late")
            tally.kills += 1
            if moving.begun(self.claims, disk):
                tally.half += 1
                moving.check_half(self.claims, disk, where)
                return self.end_half(disk, words, where, tally)
            moved = self.moved(disk)
            named = [word for word in words if word.startswith("--journal")]
            if named and moving.begun(self.claims, disk, *named):
                return self.end_named(disk, named, where, tally)
            tally.before += not moved
            tally.after += moved == {1, 2}
            tally.between += moved not in (set(), {1, 2})
            moving.check_end(self.claims, disk, moved, where, True)
            if moved != {1, 2}:
                self.again(disk, words, where + ", begun again")
        return None


def rows_here(room):
    rows = list(FILES)
    said = subprocess.run(["stat", "-f", "-c", "%T", room], capture_output=True, text=True)
    if said.stdout.strip() not in ("ext2/ext3", "xfs", "btrfs"):
        print("not tried on %s: a journal in a file" % said.stdout.strip())
        rows.pop()
    if os.geteuid() or not os.path.exists("/dev/loop-control"):
        print("not tried: loop devices, which need root")
        return rows
    return rows + list(LOOPS)


def play(claims, room, kills):
    file_system = moving.file_system(room)
    variants = [Variant(claims, room, row, file_system) for row in rows_here(room)]
    for variant in variants:
        variant.by_itself()
    tally, i = Tally(), 0
    while tally.kills < kills and not claims.failed:
        # Those that end by themselves before it do not count.
        variants[i % len(variants)].kill_one(tally)
        i += 1
    print("%d killed: %d before anything was begun, %d in the middle, %d with nothing but the "
          "journal elsewhere, %d between two moves, %d at the end; %d more while resumed, %d "
          "taken back" % (tally.kills, tally.before, tally.half, tally.named, tally.between,
                          tally.after, tally.resumes, tally.back))
    claims.that(tally.half > 0, "some are killed in the middle")


def main():
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    # The ordinary suite makes the same ones in each run.
    seed = int(os.environ.get("ALIDADE_SEED",
                              time.time_ns() % (1 << 32) if kills > 20 else 20100111))
    random.seed(seed)
    print("ALIDADE_SEED=%d" % seed)
    claims = cli.Claims(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="alidade-test-") as room:
        play(claims, room, kills)
    sys.exit(claims.finish())


cli.need("sfdisk", "mke2fs", "debugfs", "mkswap", "blkid")
if not os.geteuid() and os.path.exists("/dev/loop-control"):
    loop.need()
main()
