#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_give_up.py ALIDADE AT_WRITES MAKE_INTERRUPTED - a fix that has not ended, and whose
# journal has no log that can be read, is given up with --lose=@ and the first sector of its
# journal, and no other one is.  Killed at any write, the fix is still refused, with the same
# way out, or is given up, and the table is whole
import os
import re
import shutil
import subprocess
import sys

import cli
import lost_log
import real_disk
import sound

SECTOR = 512
START, LENGTH, SIZE = 63, 20000, 24 * cli.MIB
WAY = re.compile(r"--lose=@(\d+) of 'alidade restore'")
# The names of those that have no log that can be read, or no head.
DAMAGED = ("msdos", "left", "gpt", "own-entry", "own-second", "no-head")


class World(real_disk.Runs):
    def __init__(self, claims, room):
        super().__init__(claims, room)
        self.backup = os.path.join(room, "backup")
        self.count = 0

    def begun(self):
        """A disk whose fix was killed while it moved data, and a backup from before."""
        whole = cli.image(self.room, "whole", SIZE)
        cli.quiet("sfdisk", "-q", whole, input="label: dos\nstart=%d,size=%d\n" % (START, LENGTH))
        part = cli.image(self.room, "part", LENGTH * SECTOR)
        cli.quiet("mke2fs", "-q", "-t", "ext2", part)
        with open(os.path.join(self.room, "files"), "wb") as file:
            file.write(os.urandom(8 * cli.MIB))
        cli.quiet("debugfs", "-w", "-R", "write %s/files data" % self.room, part)
        real_disk.copy((part, 0, LENGTH * SECTOR), (whole, START * SECTOR))
        self.claims.equal(self.run("backup", whole, self.backup).returncode, 0, "backup")
        cut, guarded = whole + ".cut", 0
        for write in range(8, 80):
            shutil.copyfile(whole, cut)
            said = self.run("fix", "--yes", cut, kill=write)
            self.claims.equal(said.returncode, -9, "fix was killed: " + said.stderr)
            guarded += " guard " in self.run("list", cut).stdout
            if guarded == 6:
                break
        return cut

    def run(self, *words, kill=None, text=""):
        env = {**self.env, **(self.at_writes(words[-1], kill=str(kill)) if kill else {})}
        return self.claims.run(*words, env=env, text=text)

    def run_giving_up(self, *words):
        return self.claims.run_giving_up(*words, env=self.env)

    def copy(self, path):
        self.count += 1
        to = os.path.join(self.room, "copy%d" % (self.count % 3))
        shutil.copyfile(path, to)
        return to


def read(path):
    with open(path, "rb") as file:
        return file.read()


def leads_of(path):
    """How many sectors have a head, or a guard where resume looks for it."""
    data = read(path)
    guards = [at for at in lost_log.records(data, lost_log.GUARD) if at < cli.MIB]
    return len(guards + lost_log.records(data, lost_log.HEAD))


def is_over(world, path, where):
    """Nothing tells of the fix any more."""
    claims = world.claims
    for words in (["list", path], ["check", path], ["explain", path]):
        said = world.run(*words)
        claims.that("resume" not in said.stdout + said.stderr and said.returncode < 2,
                    "%s: %s: %s%s" % (where, words[0], said.stdout, said.stderr))
    said = world.run("resume", "--yes", path)
    claims.that("no move to be completed" in said.stdout + said.stderr, where + ": " + said.stderr)


def way_of(world, path, where):
    """What the refusals name, in front of the command for a journal that is put back."""
    found = set()
    for words in (["list", path], ["restore", "--yes", "--lose=all", world.backup, path],
                  ["repair", "--yes", path], ["resume", "--yes", path]):
        said = world.run(*words)
        text = cli.flat(said.stdout + said.stderr)
        match = WAY.search(text)
        world.claims.that(match and match.end() < text.find("alidade resume"),
                          "%s: %s: %s" % (where, words[0], text))
        found.add(match.group(1) if match else None)
    world.claims.equal(len(found), 1, "%s: one way: %r" % (where, found))
    return "--lose=@%s" % found.pop()


def table_of(path):
    return [line.split(":")[1] for line in cli.quiet("sfdisk", "-d", path).splitlines()
            if "start=" in line]


def changes(world, lose):
    """Each command that changes a table."""
    return ((["restore", "--yes", lose, world.backup], ""),
            (["repair", "--yes", lose], ""),
            (["apply", "--yes", lose], "label: gpt\nstart=4096,size=8192\n"),
            (["apply", "--yes", lose, "--layout=8MiB"], ""))


def refuses(world, path, lose, sentence):
    """There is one sentence and no more, and nothing is written."""
    before = sound.content(path)
    for words, text in changes(world, lose):
        said = world.run(*words, path, text=text)
        what = "%s %s" % (words[0], lose)
        world.claims.equal(said.returncode, 4, what + ": " + said.stderr)
        world.claims.that(sentence in cli.flat(said.stderr) and said.stderr.count("\n") == 1,
                          what + ": " + said.stderr)
        world.claims.equal(sound.content(path), before, what + " wrote nothing")


def gives_up(world, cut, start):
    """Heads and guards are gone, the command has done its own, and a backup has all."""
    claims = world.claims
    sentence = "The unfinished fix whose journal begins at sector %d is given up" % start
    for words, text in changes(world, "--lose=@%d,all" % start):
        path = world.copy(cut)
        for no in (["--dry-run"], []):
            shown = world.run(words[0], *words[1 if no else 2:], *no, path, text=text)
            claims.equal(shown.returncode, 0 if no else 4, words[0] + ": " + shown.stderr)
            claims.that(sentence in cli.flat(shown.stdout) and "fix, cleared" in shown.stdout,
                        "%s: shown: %s%s" % (words[0], shown.stdout, shown.stderr))
            claims.equal(sound.content(path), sound.content(cut), words[0] + ": shown only")
        old = path + ".old"
        if os.path.exists(old):
            os.unlink(old)
        said = world.run(*words, "--backup=" + old, path, text=text)
        claims.equal(said.returncode, 0, "%s: %s" % (words[0], said.stderr))
        claims.equal(leads_of(path), 0, words[0] + ": all is cleared")
        is_over(world, path, words[0])
        if words[0] == "restore":
            claims.equal(table_of(path), table_of(os.path.join(world.room, "whole")), "the old table")
        back = world.run_giving_up("restore", "--yes", old, path)
        claims.equal((back.returncode, sound.content(path) == sound.content(cut)), (0, True),
                     "%s: the backup has all: %s" % (words[0], back.stderr))


def killed(world, cut, start):
    """At each write: the table is the old one or the new one, and it can be done again."""
    claims, write, seen = world.claims, 1, set()
    words = ["restore", "--yes", "--lose=@%d,all" % start, world.backup]
    tables = [table_of(cut), table_of(os.path.join(world.room, "whole"))]
    while True:
        path = world.copy(cut)
        said = world.run(*words, path, kill=write)
        if said.returncode == 0:
            break
        where = "killed at write %d" % write
        claims.equal(said.returncode, -9, where + ": " + said.stderr)
        is_cleared, table = not leads_of(path), tables.index(table_of(path))
        claims.that(is_cleared or not table, where + ": the table is written last")
        seen.add((is_cleared, table))
        if is_cleared:
            is_over(world, path, where)
        else:
            claims.equal(way_of(world, path, where), "--lose=@%d" % start, where)
        again = world.run(*words, path)
        claims.equal(again.returncode, 0, where + ": again: " + again.stderr)
        is_over(world, path, where)
        claims.equal(table_of(path), tables[1], where)
        write += 1
    claims.that({(False, 0), (True, 0)} <= seen, "killed before it, and between: %r" % seen)


def whole_log(world, cut, start):
    """Resume is the way, and the only one."""
    for lose in ("all", "@%d,all" % start):
        refuses(world, cut, "--lose=" + lose, "run: alidade resume %s (with --rollback" % cut)
    world.claims.that("--lose" not in world.run("list", cut).stdout, "not named")


def others(world):
    """Journals in an entry of their own, and without a head."""
    folder = os.path.join(world.room, "disks")
    os.mkdir(folder)
    subprocess.run([sys.argv[3], folder], check=True, capture_output=True)
    for name in DAMAGED:
        path = os.path.join(folder, name + ".img")
        text = cli.flat(world.run("list", path).stdout)
        match = WAY.search(text)
        world.claims.that(match, name + ": " + text)
        said = world.run("repair", "--yes", "--lose=@%s,all" % (match and match.group(1)), path)
        world.claims.equal(said.returncode, 0, name + ": " + said.stderr)
        is_over(world, path, name)


def script(claims, room):
    cli.need("sfdisk", "mke2fs", "debugfs")
    world = World(claims, room)
    cut = world.begun()
    data = read(cut)
    start, _ = lost_log.start_of(data)
    whole_log(world, cut, start)
    with open(cut, "wb") as file:
        file.write(lost_log.damaged(data))
    claims.equal(way_of(world, cut, "damaged twice"), "--lose=@%d" % start, "the way out")
    refuses(world, cut, "--lose=@%d,all" % (start + 1), "so that is --lose=@%d." % start)
    claims.refused("fix-not-given-up", "repair", "--yes", "--lose=@%d" % (start + 1), cut,
                   env=world.env)
    refuses(world, cut, "--lose=all", "--lose=@%d of 'alidade restore'" % start)
    gives_up(world, cut, start)
    killed(world, cut, start)
    others(world)


cli.main(script)
