#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_overwritten.py ALIDADE AT_WRITES - another program has overwritten the table of a disk in
# the middle of a fix: resume goes on, or tells how, and no half-moved partition can be mounted
import glob
import os
import re
import struct
import subprocess

import cli
import moving
import real_disk
import tables
from killed import BOOT, CHAIN, FREE, LABELS, PARTS, SECTOR, STRAY, SWAP, WAY, Chain, World

FIRST, SECOND = 26, {"dos": 50, "gpt": 58}  # writes in the middle of each move
BETWEEN = {"dos": 35, "gpt": 45}
SWAPPED = {"dos": 58, "gpt": 76}
ELSEWHERE = {"dos": 13, "gpt": 17}  # the same with the journal in a file
AGAIN = "is done, but the table has its old place: again the entry of partition"
FAR = ((63, 126, 4096), (4222, 4285, 4096))
SMALL = {"moving": 22, "final": 26}  # of STRAY, with the journal in a file
LAST = 15  # all is moved, with the journal in a file, which is still there
CHAINED = {"complete 1": 33, "moving 3": 49, "complete 3": 65, "final 4": 89}
WHOLE = {"dos": 32, "gpt": 42}  # of the first one: its head is there, and no record of that


def zeros(world, label):
    path, _ = world.cut(label, WHOLE[label], ("final", 1))
    world.write(path, 0, bytes(SECTOR))
    world.completes(path, label + ", zeros at the end of a move", "has overwritten the first")
    path, _ = world.cut(label, FIRST)
    world.write(path, 0, bytes(SECTOR))
    told = cli.flat(world.run("list", path).stdout)
    world.claims.that("alidade resume " + path in told, label + ": list: " + told)
    text = cli.flat(world.run("resume", "--status", path).stdout)
    world.claims.that("can be used again when" in text, label + ": status: " + text)
    world.completes(path, label + ", zeros", "has overwritten the first sector",
                    "Sector 0 again, with the table")


def other_table(world, label):
    """It may be wanted: the person says that it is not."""
    path, _ = world.cut(label, FIRST)
    other = cli.image(world.room, "other", os.path.getsize(path))
    cli.quiet("sfdisk", "-q", other, input="label: dos\nstart=2048,size=2048\n")
    world.write(path, 0, world.read(other)[:SECTOR])
    before = world.read(path)
    said = world.run("resume", "--yes", path)
    world.claims.equal(said.returncode, 4, label + ": another table: " + said.stderr)
    world.claims.that(world.read(path) == before, label + ": nothing is written")
    command = re.search("dd if=.*", said.stderr)
    world.claims.that(command, label + ": what to do: " + said.stderr)
    subprocess.run(command[0] if command else "false", shell=True, capture_output=True)
    world.completes(path, label + ", another table")


def lose(world, path, label):
    """All of the table; returns what is in the partitions."""
    world.write(path, 0, bytes((34 if label == "gpt" else 1) * SECTOR))
    if label == "gpt":
        world.write(path, -33 * SECTOR, bytes(33 * SECTOR))
    return contents(world, path)


def contents(world, path):
    low, high = (at * SECTOR for at in (PARTS[0][0], PARTS[1][0] + PARTS[1][1] + 1))
    return world.read(path)[low:high]


def restore(world, path, label):
    backup = glob.glob(world.state + "/alidade/*.alidade")[0]
    said = world.run("restore", "--yes", "--lose=all", backup, path)
    world.claims.equal((said.returncode, said.stderr), (0, ""), label + ": restore")
    world.claims.that("only the table is restored" in cli.flat(said.stdout), said.stdout)


def restored(world, label):
    """What moves has no first sectors before it is whole."""
    path, _ = world.cut(label, FIRST)
    before = lose(world, path, label)
    restore(world, path, label)
    world.claims.that(contents(world, path) == before, label + ": contents")
    world.completes(path, label + ", restored")


def restored_between(world, label):
    """There is no guard: the first sectors of the old place would be within the new one."""
    for write, state in (BETWEEN, ("complete", 1)), (ELSEWHERE, ("saved", 2)):
        path, _ = world.cut(label, write[label], state, write == ELSEWHERE)
        before = lose(world, path, label)
        restore(world, path, label)
        where = "%s, restored between moves, %s" % (label, state[0])
        world.claims.that(contents(world, path) == before, where + ": contents")
        world.completes(path, where, AGAIN)


def old_table(world, label):
    for write, state in (WHOLE[label], ("final", 1)), (SECOND[label], ("moving", 2)):
        path, before = world.cut(label, write, state)
        world.write(path, 0, before[:(34 if label == "gpt" else 1) * SECTOR])
        if label == "gpt":
            world.write(path, -33 * SECTOR, before[-33 * SECTOR:])
        world.completes(path, "%s, an old table, %s %d" % (label, *state), AGAIN)


def with_swap(world, label):
    """A swap area has its old start, too; nothing else on the disk is free."""
    where = label + ", an old table, with swap"
    path, before = world.cut(label, SWAPPED[label], ("moving", 3), has_swap=True)
    world.write(path, 0, before[:(34 if label == "gpt" else 1) * SECTOR])
    if label == "gpt":
        world.write(path, -33 * SECTOR, before[-33 * SECTOR:])
    world.completes(path, where, "Step 1 of 3 is done, but the table has its old place")
    world.claims.equal(moving.content(path, (SWAP[0] + 1) * SECTOR), "swap", where)


def chained(world):
    """Nothing but resume can write these entries: there is no space for another EBR."""
    for state, write in CHAINED.items():
        disk = Chain(world, CHAIN, write, (state.split()[0], int(state[-1])))
        tables.put(disk.path, 0, bytes(SECTOR))
        restore(world, disk.path, state)
        world.claims.that(AGAIN in cli.flat(disk.completes("restored, " + state)), state)


def torn(world):
    """The power fails while an EBR is written, and a move has begun: its block is lost."""
    disk = Chain(world, CHAIN, 73, ("saved", 4))
    tables.put(disk.path, 0, bytes(SECTOR))
    restore(world, disk.path, "torn")
    world.run("resume", "--yes", disk.path, **real_disk.Runs.at_writes(disk.path, kill="6"))
    bad, block = os.path.join(world.room, "torn"), 8104 * SECTOR
    tables.put(disk.path, block, b"torn" * 1024)
    with open(bad, "wb") as file:
        file.write(struct.pack("=QQ", block, 4096))
    disk.completes("torn", **real_disk.Runs.at_writes(disk.path, bad=bad))
    world.claims.that(not os.path.exists(bad), "the block was written again")


def damaged(world):
    """The old entry is wrong, too: nothing is written where it is not certain."""
    for at, words in (72, "no complete content"), (2500, "not the same"):
        disk = Chain(world, CHAIN, CHAINED["complete 1"], ("complete", 1))
        disk.put_old()
        good = world.read(disk.path)[at * SECTOR:(at + 8) * SECTOR]
        tables.put(disk.path, at * SECTOR, bytes(8 * SECTOR))
        said = disk.refuses("damaged at %d" % at, "resume", "--yes")
        world.claims.that(words in said, said)
        tables.put(disk.path, at * SECTOR, good)
        if at == 2500:
            # As if it had been used: the person says that this is right.
            tables.put(disk.path, at * SECTOR, bytes(SECTOR))
            whole = world.data
            there = (at - 72) * SECTOR
            world.run("resume", "--yes", "--no-check", disk.path)
            start = tables.chain(disk.path)[0][1]
            found = world.read(disk.path)[start * SECTOR:][:len(whole)]
            world.claims.that(start == 72 and found == whole[:there] + bytes(SECTOR) +
                              whole[there + SECTOR:], "--no-check completes it")
        else:
            disk.completes("the data is there again")


def in_the_way(world):
    """Data has been moved to where an old EBR is: restore would destroy it."""
    # Another program than restore has written it; there are no checksums any more.
    disk = Chain(world, WAY, 93, ("moving", 5))
    disk.put_old()
    said = disk.refuses("an old EBR in the data", "resume", "--yes")
    world.claims.that("not the same" in said, said)
    for write, state in (53, ("complete", 2)), (113, ("complete", 5)):
        disk = Chain(world, WAY, write, state)
        tables.put(disk.path, 0, bytes(SECTOR))
        backup = glob.glob(world.state + "/alidade/*.alidade")[0]
        said = disk.refuses("restore over data", "restore", "--yes", "--lose=all", backup)
        world.claims.that("alidade resume " + disk.path in said, said)
        disk.completes("restore was refused")


def far_away(world):
    """The same where a search for the journal ends before it: its place is remembered."""
    disk = Chain(world, FAR, 54, ("complete", 3), space=262144,
                 words=("--start=5=4200", "--start=6=131072"))
    tables.put(disk.path, 0, bytes(SECTOR))
    backup = glob.glob(world.state + "/alidade/*.alidade")[0]
    said = disk.refuses("far away", "restore", "--yes", "--lose=all", backup)
    world.claims.that("alidade resume " + disk.path in said, said)
    disk.completes("far away")


def strayed(world):
    """parted has put each EBR at the start of its gap, after the data behind was moved."""
    disk = Chain(world, STRAY, 88, ("moving", 5))
    tables.put(disk.path, 0, bytes(SECTOR))
    tables.put(disk.path, 62 * SECTOR, tables.ebr((0x83, 2, 4000), (5, 4004, 4006)))
    tables.put(disk.path, 4066 * SECTOR, tables.ebr((0x83, 6, 4000), (5, 8011, 4007)))
    tables.put(disk.path, 8073 * SECTOR, tables.ebr((0x83, 7, 4000)))
    disk.completes("EBRs of moved partitions are elsewhere")


def small_container(world):
    """The container of the old first sector ends before the partition that is moved."""
    for phase, write in SMALL.items():
        disk = Chain(world, STRAY, write, (phase, 4), True)
        tables.put(disk.path, 0, disk.before[:SECTOR])
        where = "a small container, " + phase
        said = world.run("repair", "--yes", "--cure=drop:7", disk.path).stderr
        world.claims.that("alidade resume " + disk.path in said, where + ": repair: " + said)
        dd = re.search("dd if=.*", world.run("resume", "--yes", disk.path).stderr)
        world.claims.that(dd, where + ": what to do")
        subprocess.run(dd[0] if dd else "false", shell=True, capture_output=True)
        disk.completes(where)


def lost_at_end(world):
    """All is moved, and only the journal in a file has the table: no backup is of it."""
    for is_lost in False, True:
        ends_with_swap(world, is_lost)


def ends_with_swap(world, is_lost):
    path = world.new("end", 8000)
    cli.quiet("sfdisk", "-q", path, input="73,4000\n4081,3000,82\n")
    tables.put(path, 73 * SECTOR, world.data)
    tables.put(path, 4081 * SECTOR, world.swap)
    world.kill(path, LAST, ("complete", 1), "--journal=" + os.path.join(world.state, "journal"))
    if is_lost:
        tables.put(path, 0, bytes(SECTOR))
    said = world.run("resume", "--yes", path)
    world.claims.equal((said.returncode, said.stderr), (0, ""), "lost at the end")
    found = [entry["start"] for entry in
             (world.claims.json("list", path).get("partitiontable") or {}).get("partitions", [])]
    world.claims.equal(found, [72, 4080], "lost at the end: the starts")
    world.claims.equal(moving.content(path, 4080 * SECTOR), "swap", "lost at the end")
    world.claims.that(world.read(path)[72 * SECTOR:].startswith(world.data), "each byte")


def large_sectors(world):
    """Of an image file only the person knows them."""
    path = world.new("large", 8 * 4650)
    tables.gpt(path, ((7, 506),), logical=4096)
    tables.put(path, 7 * 4096, world.data)
    words, claims = ("--sector-size=4096", path), world.claims
    world.run("fix", "--yes", "--to=mib", *words, **real_disk.Runs.at_writes(path, kill="18"))
    said = world.run("resume", "--yes", path).stderr
    claims.that("--sector-size=4096" in said, "sectors of another size: " + said)
    said = world.run("resume", "--yes", *words)
    claims.equal((said.returncode, said.stderr), (0, ""), "large sectors: " + said.stderr)
    claims.that(world.data in world.read(path)[256 * 4096:], "large sectors: each byte")
    claims.equal(world.run("check", *words).returncode, 0, "large sectors: check")


def comes_first(place):
    os.rename(place, os.path.join(os.path.dirname(place), "0" * 8 + os.path.basename(place)[8:]))


def older_plan(world):
    """Another plan was never carried out: its place is remembered, and comes first."""
    path = world.new("older", 60000)
    cli.quiet("sfdisk", "-q", path, input="63,4000\n4103,4000\n20001,4000\n")
    tables.put(path, 0, BOOT)
    for start in 63, 4103, 20001:
        tables.put(path, start * SECTOR, world.data)
    at_writes = real_disk.Runs.at_writes
    world.run("fix", "--yes", "--to=mib", path, **at_writes(path, kill="4"))
    comes_first(glob.glob(world.state + "/alidade/*.place")[0])
    cli.quiet("sfdisk", "-q", "--append", path, input="24200,35800\n")
    tables.put(path, 24200 * SECTOR, world.data[:20 * 4096])
    world.run("fix", "--yes", path, **at_writes(path, kill="26"))
    world.claims.equal(len(glob.glob(world.state + "/alidade/*.place")), 2, "two plans")
    tables.put(path, 0, bytes(SECTOR))
    world.completes(path, "an older plan")


def none_begun(world):
    """Two plans, and nothing was moved by either."""
    path = world.new("none", 60000)
    cli.quiet("sfdisk", "-q", path, input="63,4000\n4103,4000\n20001,4000\n")
    for start in 63, 4103, 20001:
        tables.put(path, start * SECTOR, world.data)
    killed = real_disk.Runs.at_writes(path, kill="4")
    world.run("fix", "--yes", "--to=mib", path, **killed)
    comes_first(glob.glob(world.state + "/alidade/*.place")[0])
    cli.quiet("sfdisk", "-q", "--append", path, input="24200,35800\n")
    tables.put(path, 24200 * SECTOR, world.data[:20 * 4096])
    world.run("fix", "--yes", path, **killed)
    said = world.run("resume", "--yes", path).stderr
    world.claims.that("alidade fix " + path in said, "none has begun: " + said)
    said = world.run("fix", "--yes", path)
    world.claims.equal((said.returncode, said.stderr), (0, ""), "none has begun")
    world.claims.equal(world.run("check", path).returncode, 0, "none has begun: check")


def elsewhere_for_now(world):
    """Killed while the first EBR moves, with another one at a place for that time only."""
    for write in 14, 15, 17, 20, 21:
        Chain(world, WAY, write, (None, None)).completes("killed instead of write %d" % write)


def planned(world):
    """There is a plan, and nothing was saved of the table before that was lost."""
    path, before = world.cut("dos", 3, (None, None))
    world.write(path, 0, bytes(SECTOR))
    for words in (["--status"], ["--yes"]):
        said = world.run("resume", *words, path)
        world.claims.equal(said.returncode, 3, "no table: " + said.stderr)
        world.claims.that("no partition was moved" in said.stderr and
                          "alidade resume " + path in said.stderr, said.stderr)
    restore(world, path, "dos")
    world.claims.that(contents(world, path) == before[PARTS[0][0] * SECTOR:][
        :len(contents(world, path))], "nothing was moved")
    world.completes(path, "a plan alone")


def given_up(world):
    """The exit code tells whether anything was written."""
    path, _ = world.cut("dos", WHOLE["dos"], ("final", 1))
    before = world.read(path)
    said = world.run("resume", "--yes", "--rollback", path)
    world.claims.equal(said.returncode, 4, "taken back where it is complete: " + said.stderr)
    world.claims.that(world.read(path) == before, "nothing is written")
    path, _ = world.cut("dos", FIRST)
    bad = os.path.join(world.room, "bad")
    with open(bad, "wb") as block:
        block.write(struct.pack("=QQ", 250 * 4096, 4096))
    said = world.run("resume", "--yes", path, **real_disk.Runs.at_writes(path, bad=bad))
    world.claims.equal(said.returncode, 6, "a bad sector in the next one: " + said.stderr)
    os.unlink(bad)
    world.completes(path, "the sector can be read again")
    given_up_later(world, bad)


def given_up_later(world, bad):
    """A sector beside the next partition: the one before it is complete by then."""
    path = world.new("edge", 8111 + FREE)
    cli.quiet("sfdisk", "-q", path, input="start=63,size=4001\nstart=4111,size=4000\n")
    for start in 63, 4111:
        tables.put(path, start * SECTOR, world.data)
    world.kill(path, FIRST, ("moving", 1))
    with open(bad, "wb") as block:
        block.write(struct.pack("=QQ", 4064 * SECTOR, 4096))
    said = world.run("resume", "--yes", path, **real_disk.Runs.at_writes(path, bad=bad))
    world.claims.equal(said.returncode, 6, "a bad sector beside it: " + said.stderr)
    world.claims.that("What was done before stays" in said.stderr and
                      "Nothing was" not in said.stderr, said.stderr)
    os.unlink(bad)


def script(claims, room):
    world = World(claims, room)
    given_up(world)
    chained(world)
    torn(world)
    damaged(world)
    in_the_way(world)
    far_away(world)
    strayed(world)
    small_container(world)
    lost_at_end(world)
    large_sectors(world)
    older_plan(world)
    none_begun(world)
    planned(world)
    elsewhere_for_now(world)
    for label in LABELS:
        zeros(world, label)
        other_table(world, label)
        restored(world, label)
        restored_between(world, label)
        old_table(world, label)
        with_swap(world, label)


cli.need("sfdisk", "mke2fs", "mkswap", "blkid", "debugfs", "dd")
cli.main(script)
