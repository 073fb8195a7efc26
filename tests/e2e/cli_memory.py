#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_memory.py ALIDADE NO_MEMORY - memory runs out at any moment of each command that
# writes: the table is the old one or the new one, whole, a move can be resumed, and one
# sentence says what was written
import collections
import os
import shutil
import sys

import cli

SECTOR, LENGTH = 512, 2000
SCRIPT = "label: dos\nlabel-id: 0x1\nstart=8,size=100\n"
TIMES = 40    # that memory runs out in a command, at different allocations
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

    def count(self, words, text):
        count = os.path.join(self.room, "count")
        said = self.run(words, text, MEMORY_COUNT=count)
        self.claims.equal((said.returncode, said.stderr), (0, ""), " ".join(words))
        with open(count, encoding="ascii") as file:
            return int(file.read())

    def run_out(self, name, words, text, before, is_right):
        """Tries TIMES moments of WORDS on BEFORE, once and for good."""
        self.put(before)
        count = self.count(words, text)
        after = self.read()
        self.claims.that(after != before, name + " writes")
        for number in range(1, count + 1, max(1, count // TIMES)):
            for gone in {}, {"MEMORY_IS_GONE": "1"}:
                self.put(before)
                said = self.run(words, text, MEMORY_FAILS_AT=str(number), **gone)
                where = "%s, allocation %d of %d%s: %d %s" % (
                    name, number, count, " and all behind it" * bool(gone), said.returncode,
                    said.stderr)
                self.codes[name, said.returncode] += 1
                now = self.read()
                self.claims.that(said.returncode >= 0, where + ": it does not crash")
                self.claims.that(is_right(now, before, after, said), where + ": the disk")
                if WORDS in said.stderr:
                    self.claims.equal(said.stderr.count("\n"), 1, where + ": one sentence")
                if now != before:
                    self.claims.that("alidade" in said.stderr[8:] or said.returncode == 0,
                                     where + ": the next command")


def is_whole(now, before, after, said):
    """An exit code of 0 promises the new table, and "nothing was written" the old one."""
    if said.returncode == 0:
        return now == after
    return now == before if "Nothing was written" in said.stderr else now in (before, after)


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
    world.run_out("apply", ["apply", "--yes"], SCRIPT + "start=200,size=100,type=83\n", before,
                  is_whole)
    backup = os.path.join(world.room, "backup")
    world.put(before)
    world.claims.equal(world.claims.run("backup", world.path, backup).returncode, 0, "backup")
    damaged = before[:446] + bytes(64) + before[510:]
    world.run_out("restore", ["restore", "--yes", "--lose=all", backup], "", damaged, is_whole)
    before = gpt(world)
    world.run_out("repair", ["repair", "--yes"], "", before[:-SECTOR] + bytes(SECTOR), is_whole)


def move(world):
    part = cli.image(world.room, "part", LENGTH * SECTOR)
    cli.quiet("mke2fs", "-q", "-F", "-t", "ext2", part)
    with open(part, "rb") as file:
        content = file.read()
    cli.image(world.room, "image", 4 << 20)
    cli.quiet("sfdisk", "-q", world.path, input="label: dos\nstart=63,size=%d\n" % LENGTH)
    before = world.read()
    before = before[:63 * SECTOR] + content + before[(63 + LENGTH) * SECTOR:]

    def is_moved(now, before_, after, said):
        if said.returncode != 0 and now != before_:
            world.codes["resume", world.run(["resume", "--yes"], "").returncode] += 1
            return world.read() in (before_, after)
        return is_whole(now, before_, after, said)

    world.run_out("fix", ["fix", "--yes", "--physical-sector=4096"], "", before, is_moved)


def script(claims, room):
    world = World(claims, room)
    tables(world)
    move(world)
    print("exit codes:", dict(world.codes))


cli.need("sfdisk", "mke2fs")
cli.main(script)
