#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_foreign.py ALIDADE AT_WRITES - parted and sfdisk write the table of a disk in the middle
# of a fix, EBRs at other places among it: what resume advises lets it complete the fix
import glob
import os
import re
import subprocess

import cli
import real_disk
import tables
from killed import PARTS, SECTOR, STAYS, STRAY, WAY, Chain, World

ID = "0x12345678"


def parted(disk):
    """It gives a disk without boot code another id, and puts EBRs elsewhere."""
    cli.quiet("parted", "-s", disk.path, "set", "5", "boot", "on")


def sfdisk(disk):
    dump = cli.quiet("sfdisk", "-d", disk.path)
    cli.quiet("sfdisk", "-q", "--no-reread", "--no-tell-kernel", "-f", disk.path, input=dump)


def old_first(disk):
    tables.put(disk.path, 0, disk.before[:SECTOR])


def no_first(disk):
    tables.put(disk.path, 0, bytes(SECTOR))


ID_IS_OTHER, FIRST_IS_OTHER = "sfdisk --disk-id .*", "dd if=.*"
# What is advised, and done, before resume goes on.
CASES = (
    ("disk", STRAY, 22, ("moving", 2), (sfdisk,), None),
    ("disk", STRAY, 22, ("moving", 2), (parted,), ID_IS_OTHER),
    ("disk", STAYS, 22, ("moving", 2), (parted,), ID_IS_OTHER),
    ("disk", STRAY, 23, ("moving", 2), (old_first, parted), ID_IS_OTHER),
    ("disk", WAY, 78, ("complete", 3), (parted, no_first), None),
    ("file", WAY, 17, ("final", 2), (old_first,), FIRST_IS_OTHER),
    ("file", STRAY, 29, ("saved", 5), (parted, old_first), FIRST_IS_OTHER),
)


def advised(world, disk, where, pattern):
    before = world.read(disk.path)
    said = world.run("resume", "--yes", disk.path)
    world.claims.equal(said.returncode, 4, where + ": " + said.stderr)
    world.claims.that(world.read(disk.path) == before, where + ": nothing is written")
    command = re.search(pattern, said.stderr)
    world.claims.that(command, where + ": what to do: " + said.stderr)
    subprocess.run(command[0] if command else "false", shell=True, capture_output=True)


def case(world, place, parts, write, state, changes, pattern):
    disk = Chain(world, parts, write, state, place == "file")
    for change in changes:
        change(disk)
    where = "%s %d, %s" % (place, write, " ".join(change.__name__ for change in changes))
    if pattern:
        advised(world, disk, where, pattern)
    disk.completes(where)


def killed_again(world):
    """While the EBRs are put where the move needs them."""
    for write in range(1, 9):
        disk = Chain(world, STRAY, 22, ("moving", 2))
        sfdisk(disk)
        world.run("resume", "--yes", disk.path,
                  **real_disk.Runs.at_writes(disk.path, kill=str(write)))
        disk.completes("EBRs elsewhere, killed again instead of write %d" % write)


def taken_back(world):
    disk = Chain(world, STRAY, 22, ("moving", 2))
    sfdisk(disk)
    said = world.run("resume", "--yes", "--rollback", disk.path)
    world.claims.equal((said.returncode, said.stderr), (0, ""), "taken back")
    starts = [start for _, start, *_ in tables.chain(disk.path)]
    world.claims.equal(starts, [start for _, start, _ in STRAY], "taken back")
    image = world.read(disk.path)
    for start in starts:
        world.claims.that(image[start * SECTOR:].startswith(world.data), "taken back")


def other_id(world):
    """Between moves, with the journal elsewhere, only the id tells which disk it is of."""
    disk = Chain(world, WAY, 33, ("complete", 3), True)
    parted(disk)
    journal = "--journal=" + os.path.join(world.state, "journal")
    said = world.run("resume", "--yes", disk.path)
    world.claims.that("alidade resume " + journal in cli.flat(said.stdout), said.stdout)
    said = world.run("resume", "--yes", journal, disk.path)
    world.claims.that(ID in said.stderr and "sfdisk --disk-id" in said.stderr, said.stderr)
    cli.quiet("sfdisk", "-q", "--disk-id", disk.path, ID)
    disk.completes("another id between moves")


def refused(world):
    """With an old first sector nothing in the table leads to the fix: no command goes on."""
    for parts, write, state in (STRAY, 69, ("complete", 4)), (WAY, 78, ("complete", 3)):
        disk = Chain(world, parts, write, state)
        old_first(disk)
        before = world.read(disk.path)
        for words in (["repair", "--lose=all", "--cure=drop:7"], ["fix"],
                      ["apply", "--lose=all"]):
            said = world.run(words[0], "--yes", *words[1:], disk.path,
                             text="start=2048,size=2048\n")
            where = "%s at %d: " % (words[0], write)
            world.claims.equal(said.returncode, 4, where + said.stderr)
            world.claims.that("alidade resume " + disk.path in said.stderr, where + said.stderr)
            world.claims.that(world.read(disk.path) == before, where + "nothing is written")
        for words in ["bench", "--base=64"], ["probe"]:
            said = world.run(*words, disk.path).stderr
            world.claims.that("alidade resume " + disk.path in said, words[0] + ": " + said)
        given_up(world, disk)


def guids(path):
    cli.quiet("sfdisk", "-q", "--disk-id", path, "6ba7b810-9dad-11d1-80b4-00c04fd430c8")


def no_entry(path, number="2"):
    cli.quiet("sfdisk", "-q", "--no-reread", "--no-tell-kernel", "--delete", path, number)


def no_next_entry(path):
    no_entry(path, "1")


def restored(world):
    """Where resume cannot go on with the table, that of the move can be restored."""
    for change in guids, no_entry, no_next_entry:
        path, _ = world.cut("gpt", 26)
        backup = glob.glob(world.state + "/alidade/*.alidade")[0]
        other = cli.image(world.room, "other", os.path.getsize(path))
        cli.quiet("sfdisk", "-q", other, input="label: gpt\nsize=1MiB\n")
        world.run("backup", other, other + ".alidade")
        not_restored(world, path, backup, "run: alidade resume " + path)
        change(path)
        said = world.run("resume", "--yes", path)
        world.claims.that(said.returncode == 4 and "from the backup" in said.stderr, said.stderr)
        not_restored(world, path, other + ".alidade", "is not of the table that the move on")
        said = world.run("restore", "--yes", "--lose=all", backup, path)
        world.claims.equal((said.returncode, said.stderr), (0, ""), change.__name__)
        world.completes(path, change.__name__)


def not_restored(world, path, backup, part):
    before = world.read(path)
    said = world.run("restore", "--yes", "--lose=all", backup, path)
    world.claims.equal(said.returncode, 4, "restore: " + said.stderr)
    world.claims.that(part in said.stderr, "restore: " + said.stderr)
    world.claims.that(world.read(path) == before, "restore: nothing is written")


def used(world):
    """After what it needs was saved, and before a partition was guarded: data of it, such as
    that of an encrypted volume, has changed, and its start has not."""
    for words in [], ["--rollback"]:
        path, _ = world.cut("dos", 1, ("saved", 1), True)
        place = PARTS[1][0] * SECTOR + len(world.data) // 2
        tables.put(path, place, b"used" * 128)
        said = world.run("resume", "--yes", path)
        if words:
            said = world.run("resume", "--yes", *words, path)
        advice = re.search("alidade resume (.*--no-check)", said.stderr)
        world.claims.that(advice, "used: " + said.stderr)
        said = world.run("resume", "--yes", *advice[1].split() if advice else (), path)
        world.claims.equal((said.returncode, said.stderr), (0, ""), "used")
        world.claims.that(world.read(path)[place:].startswith(b"used" * 128), "used: each byte")
        said = world.run("fix", "--yes", path)
        world.claims.equal((said.returncode, said.stderr), (0, ""), "used, and moved")


def given_up(world, disk):
    """Where there is no table any more, who gives all up can make a new one."""
    no_first(disk)
    text = "label: dos\nstart=2048,size=2048\n"
    env = {"XDG_STATE_HOME": world.state}
    for words, code, run in ((["--lose=5"], 4, world.claims.run),
                             (["--lose=all"], 0, world.claims.run_giving_up)):
        said = run("apply", "--yes", *words, disk.path, text=text, env=env)
        world.claims.equal(said.returncode, code, "a new table: " + said.stderr)
        world.claims.that(not code or "alidade resume " + disk.path in said.stderr, said.stderr)


def empty(world):
    """A new table, which is empty: a guard tells that the journal in a file is of this disk."""
    for change in (lambda disk: cli.quiet("parted", "-s", disk.path, "mklabel", "gpt"), no_first):
        disk = Chain(world, STRAY, 22, ("moving", 4), True)
        change(disk)
        before = world.read(disk.path)
        said = world.run("apply", "--yes", disk.path, text="label: dos\nstart=2048,size=2048\n")
        world.claims.equal(said.returncode, 4, "an empty table: " + said.stderr)
        world.claims.that("alidade resume " + disk.path in said.stderr, said.stderr)
        world.claims.that(world.read(disk.path) == before, "an empty table: nothing is written")


def made_over(world):
    """mkfs over the entry in progress, before the table has the new place."""
    path, _ = world.cut("dos", 8, ("final", 1), True)
    tables.put(path, PARTS[1][0] * SECTOR, bytes(8192))
    before = world.read(path)
    said = world.run("resume", "--yes", path)
    world.claims.equal(said.returncode, 3, "made over: " + said.stderr)
    world.claims.that("has written over the first sectors" in said.stderr, said.stderr)
    world.claims.that(world.read(path) == before, "made over: nothing is written")


def script(claims, room):
    world = World(claims, room)
    for each in CASES:
        case(world, *each)
    killed_again(world)
    taken_back(world)
    other_id(world)
    refused(world)
    restored(world)
    used(world)
    empty(world)
    made_over(world)


cli.need("sfdisk", "parted", "mke2fs", "mkswap", "debugfs", "dd")
cli.main(script)
