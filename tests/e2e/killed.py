# SPDX-License-Identifier: GPL-3.0-or-later
# killed.py - small disks whose fix was killed instead of a write, and how resume completes it
import os

import cli
import moving
import real_disk
import tables

SECTOR = 512
PARTS = ((63, 4000), (4103, 4000))  # each is moved by one sector, the second one first
FREE = 4096
LABELS = {"dos": "label: dos\n", "gpt": "label: gpt\nfirst-lba: 34\n"}
BOOT = b"boot code"
SWAP = (8103, 3000)  # moved before both, with the journal
# Logicals without a free sector between them, EBR first: each is moved to the right, the
# first one to the left; those whose first EBR is where data is moved to; those with EBRs in gaps;
# those of which only the last one moves.
CHAIN = ((60, 74, 4000), (4089, 4090, 4000), (8105, 8106, 4000))
WAY = ((62, 63, 4000), (4063, 4071, 4000), (8071, 8079, 4000))
STRAY = ((62, 63, 4000), (4075, 4076, 4000), (8078, 8079, 4000))
STAYS = ((62, 72, 4000), (4075, 4080, 4000), (8085, 8095, 4000))


class World:
    def __init__(self, claims, room):
        self.claims, self.room = claims, room
        data = bytearray(moving.file_system(room)[:4000 * SECTOR])
        # Without zeros: how many writes there are depends on no file system's holes.
        for at in range(0, len(data), 4096):
            if not any(data[at:at + 4096]):
                data[at:at + 4096] = b"data" * 1024
        self.data = bytes(data)
        self.disks = 0
        swap = cli.image(room, "swap", SWAP[1] * SECTOR)
        cli.quiet("mkswap", "-q", swap)
        self.swap = self.read(swap)

    def cut(self, label, write, state=("moving", 1), is_elsewhere=False,
            has_swap=False):
        """A disk whose fix was killed instead of a WRITE; with its bytes of before."""
        size = SWAP[0] + SWAP[1] + 34 if has_swap else PARTS[-1][0] + PARTS[-1][1] + FREE
        path = self.new("disk", size)
        cli.quiet("sfdisk", "-q", path, input=LABELS[label] + "".join(
            "start=%d,size=%d\n" % part for part in PARTS) +
            ("start=%d,size=%d,type=swap\n" % SWAP if has_swap else ""))
        with open(path, "r+b") as disk:
            disk.write(BOOT)
            for start, _ in PARTS:
                disk.seek(start * SECTOR)
                disk.write(self.data)
            if has_swap:
                disk.seek(SWAP[0] * SECTOR)
                disk.write(self.swap)
        before = self.read(path)
        words = ["--journal=" + os.path.join(self.state, "journal")] if is_elsewhere else []
        self.kill(path, write, state, *words)
        return path, before

    def new(self, name, sectors):
        self.disks += 1
        self.state = os.path.join(self.room, "state%d" % self.disks)
        os.mkdir(self.state)
        return cli.image(self.room, "%s%d" % (name, self.disks), sectors * SECTOR)

    def kill(self, path, write, state, *words):
        self.run("fix", "--yes", "--to=nudge", *words, path,
                 **real_disk.Runs.at_writes(path, kill=str(write)))
        said = self.claims.json("resume", "--status", path, env={"XDG_STATE_HOME": self.state})
        self.claims.equal((said.get("phase"), said.get("step")), state,
                          os.path.basename(path) + ": the state")

    def run(self, *words, text="", **env):
        return self.claims.run(*words, env={"XDG_STATE_HOME": self.state, **env}, text=text)

    @staticmethod
    def read(path):
        with open(path, "rb") as disk:
            return disk.read()

    @staticmethod
    def write(path, at, bytes_):
        with open(path, "r+b") as disk:
            disk.seek(at, os.SEEK_SET if at >= 0 else os.SEEK_END)
            disk.write(bytes_)

    def completes(self, path, where, *part):
        said = self.run("resume", "--yes", path)
        self.claims.equal((said.returncode, said.stderr), (0, ""), where + ": " + said.stderr)
        for words in part:
            self.claims.that(words in cli.flat(said.stdout), where + ": " + said.stdout)
        table = self.claims.json("list", path).get("partitiontable") or {}
        starts = [entry["start"] for entry in table.get("partitions", [])]
        self.claims.equal(starts[:2], [start + 1 for start, _ in PARTS], where + ": the starts")
        image = self.read(path)
        for start, _ in PARTS:
            at = (start + 1) * SECTOR
            self.claims.that(image[at:at + len(self.data)] == self.data,
                             "%s: each byte at %d" % (where, start + 1))
        self.claims.that(image.startswith(BOOT), where + ": the boot code")


class Chain:
    """A disk of logicals whose fix was killed instead of a WRITE."""

    def __init__(self, world, parts, write, state, is_elsewhere=False, space=0, words=()):
        self.world, self.parts = world, parts
        base, end = parts[0][0], parts[-1][1] + parts[-1][2] + space
        self.path = world.new("chain", end + FREE)
        tables.put(self.path, 0, tables.mbr((5, base, end - base)))
        for i, (ebr, start, length) in enumerate(parts):
            entries = [(0x83, start - ebr, length)]
            if i + 1 < len(parts):
                after = parts[i + 1]
                entries.append((5, after[0] - base, after[1] + after[2] - after[0]))
            tables.put(self.path, ebr * SECTOR, tables.ebr(*entries))
            tables.put(self.path, start * SECTOR, world.data)
        self.before = world.read(self.path)
        world.kill(self.path, write, state, *words,
                   *["--journal=" + os.path.join(world.state, "journal")] * is_elsewhere)

    def put_old(self):
        """Each sector of the table is as it was."""
        for lba in (0, *(ebr for ebr, *_ in self.parts)):
            tables.put(self.path, lba * SECTOR, self.before[lba * SECTOR:(lba + 1) * SECTOR])

    def completes(self, where, **env):
        claims = self.world.claims
        said = self.world.run("resume", "--yes", self.path, **env)
        claims.equal((said.returncode, said.stderr), (0, ""), where + ": " + said.stderr)
        found = tables.chain(self.path)
        claims.equal(len(found), len(self.parts), where + ": " + repr(found))
        image = self.world.read(self.path)
        data = self.world.data
        for _, start, *_ in found:
            claims.that(not start % 8 and image[start * SECTOR:][:len(data)] == data,
                        "%s: each byte at %d" % (where, start))
        claims.equal(self.world.run("check", self.path).returncode, 0, where + ": check")
        return said.stdout

    def refuses(self, where, *words):
        before = self.world.read(self.path)
        said = self.world.run(*words, self.path)
        self.world.claims.equal(said.returncode, 4, where + ": " + said.stderr)
        self.world.claims.that("Nothing was written" in said.stderr, where + said.stderr)
        self.world.claims.that(self.world.read(self.path) == before, where + ": a write")
        return said.stderr
