#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_failing.py ALIDADE FAILING - memory runs out, or a file cannot be opened, read,
# written or flushed, at any moment of each command that writes: the table is the old one or
# the new one, whole, or the failure is told; a move can be resumed; one sentence says what
# was written
import collections
import os
import shutil
import sys

import cli

SECTOR, LENGTH = 512, 2000
SCRIPT = "label: dos\nlabel-id: 0x1\nstart=8,size=100\n"
TIMES = 14    # that each kind of request fails in a command, at different moments
KINDS = ("memory", "open", "read", "write", "flush")
WORDS = "There is not enough memory."


class World:
    def __init__(self, claims, room):
        self.claims, self.room = claims, room
        self.path = os.path.join(room, "image")
        self.state = os.path.join(room, "state")
        self.codes = collections.Counter()

    def env(self, **more):
        return {"XDG_STATE_HOME": self.state, "LD_PRELOAD": os.path.abspath(sys.argv[2]), **more}

    def run(self, words, text, **more):
        return self.claims.run(*words, self.path, text=text, env=self.env(**more))

    def read(self):
        with open(self.path, "rb") as file:
            return file.read()

    def put(self, image):
        with open(self.path, "wb") as file:
            file.write(image)
        shutil.rmtree(self.state, ignore_errors=True)

    def count(self, kind, words, text):
        count = os.path.join(self.room, "count")
        said = self.run(words, text, FAILS=kind, FAILS_COUNT=count)
        self.claims.equal((said.returncode, said.stderr), (0, ""), " ".join(words))
        with open(count, encoding="ascii") as file:
            return int(file.read())

    def fail_all(self, words, text, before, is_right):
        """Lets WORDS fail on BEFORE, in each kind of request, once and for good."""
        for kind in KINDS:
            self.put(before)
            count = self.count(kind, words, text)
            after = self.read()
            self.claims.that(after != before and count, words[0] + " writes")
            for number in range(1, count + 1, max(1, count // TIMES)):
                for more in {}, {"FAILS_ON": "1"}:
                    self.put(before)
                    said = self.run(words, text, FAILS=kind, FAILS_AT=str(number), **more)
                    where = "%s, %s %d of %d%s: %d %s" % (
                        words[0], kind, number, count, " and all behind it" * bool(more),
                        said.returncode, said.stderr)
                    self.codes[words[0], kind, said.returncode] += 1
                    self.is_told(said, where)
                    self.claims.that(is_right(self.read(), before, after, said),
                                     where + ": the disk")

    def is_told(self, said, where):
        self.claims.that(said.returncode >= 0, where + ": it does not crash")
        self.claims.that(said.returncode == 0 or said.stderr.startswith("alidade: "),
                         where + ": a sentence")
        if WORDS in said.stderr:
            self.claims.equal(said.stderr.count("\n"), 1, where + ": one sentence")


def is_whole(now, before, after, said):
    """An exit code of 0 promises the new table, and "nothing was written" the old one."""
    if said.returncode == 0:
        return now == after
    if "Nothing was written" in said.stderr:
        return now == before
    return now in (before, after) or (said.returncode == 6 and "To go back" in said.stderr)


def msdos(world):
    cli.image(world.room, "image", 2 << 20)
    cli.quiet("sfdisk", "-q", world.path, input=SCRIPT)
    return world.read()


def gpt(world):
    cli.image(world.room, "image", 2 << 20)
    cli.quiet("sfdisk", "-q", world.path, input="label: gpt\nstart=2048,size=100\n")
    return world.read()


def tables(world):
    before = msdos(world)
    world.fail_all(["apply", "--yes"], SCRIPT + "start=200,size=100,type=83\n", before,
                  is_whole)
    world.put(before)
    # The first flush is that of the backup, if its folder is there.
    os.makedirs(os.path.join(world.state, "alidade"))
    world.claims.refused("backup-not-saved", "apply", "--yes", world.path,
                         text=SCRIPT + "start=200,size=100,type=83\n",
                         env=world.env(FAILS="flush", FAILS_AT="1"))
    world.claims.that(world.read() == before, "without a backup nothing is written")
    backup = os.path.join(world.room, "backup")
    world.put(before)
    world.claims.equal(world.claims.run("backup", world.path, backup).returncode, 0, "backup")
    damaged = before[:446] + bytes(64) + before[510:]
    world.fail_all(["restore", "--yes", "--lose=all", backup], "", damaged, is_whole)
    before = gpt(world)
    world.fail_all(["repair", "--yes"], "", before[:-SECTOR] + bytes(SECTOR), is_whole)


def move(world):
    part = cli.image(world.room, "part", LENGTH * SECTOR)
    cli.quiet("mke2fs", "-q", "-F", "-t", "ext2", part)
    with open(part, "rb") as file:
        content = file.read()
    cli.image(world.room, "image", 4 << 20)
    cli.quiet("sfdisk", "-q", world.path, input="label: dos\nstart=63,size=%d\n" % LENGTH)
    before = world.read()
    before = before[:63 * SECTOR] + content + before[(63 + LENGTH) * SECTOR:]

    words = ["fix", "--yes", "--physical-sector=4096"]

    def is_moved(now, before_, after, said):
        """Resumed, or begun again where there is only the beginning of a journal."""
        if said.returncode == 0 or now == before_:
            return is_whole(now, before_, after, said)
        if "No table and no data was changed" in said.stderr:
            end = (63 + LENGTH) * SECTOR
            world.claims.that(now[:end] == before_[:end], "only free space: " + said.stderr)
        world.codes["resume", world.run(["resume", "--yes"], "").returncode] += 1
        if world.read() != after:
            world.codes["again", world.run(words, "").returncode] += 1
        return world.read() == after

    world.fail_all(words, "", before, is_moved)


def script(claims, room):
    world = World(claims, room)
    tables(world)
    move(world)
    print("exit codes:", dict(world.codes))


cli.need("sfdisk", "mke2fs")
cli.main(script)
