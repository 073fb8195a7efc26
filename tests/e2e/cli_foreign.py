#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_foreign.py ALIDADE AT_WRITES - another program changes the table, or a sector that is
# guarded, at any time of a fix: resume writes nothing and shows the difference, and
# --write-table completes it, or takes it back, with each byte in place
import glob
import os
import re
import struct
import subprocess
import sys

import cli
import tables
from recorded import CHAIN, GUARD, LENGTH, MOVED, SECTOR, SIZE, Fix, read, record_kind

IS_LONG = len(sys.argv) > 3
FEWER = cli.FEWER * (1 if IS_LONG else 2)
# Every how many-th write is a cut.
STEP = (int(sys.argv[3]) if IS_LONG else 31) * FEWER
ZONES = 8 if IS_LONG else 48 * min(cli.FEWER, 4)  # every how many-th sector that is guarded is changed
WAYS = ([], ["--rollback"])
SHOWN, AGAIN = "Changed by another program: sector", "alidade resume --write-table"


# --- what other programs do ---

def some(times, step):
    """Every STEP-th, but at least three."""
    return times[::min(step, len(times) // 3)]


def table_sectors(fix):
    if fix.name == "gpt":
        return [0, 1, 2, SIZE - 33, SIZE - 1]
    return [0] + [ebr for ebr, *_ in tables.chain(fix.disk)]


def old_table(fix):
    """As before the fix: a backup was restored."""
    whole = [0, *range(1, 34), *range(SIZE - 33, SIZE)] if fix.name == "gpt" else \
        [0] + [ebr for ebr, _ in CHAIN] * (fix.name == "chain")
    for lba in whole:
        tables.put(fix.disk, lba * SECTOR, fix.before[lba * SECTOR:(lba + 1) * SECTOR])


def zeroed(fix):
    for lba in table_sectors(fix):
        tables.put(fix.disk, lba * SECTOR, bytes(SECTOR))


def last_zeroed(fix):
    tables.put(fix.disk, table_sectors(fix)[-1] * SECTOR, bytes(SECTOR))


def flipped(fix):
    """The length of the first entry."""
    at = 2 * SECTOR + 40 if fix.name == "gpt" else 446 + 12
    with open(fix.disk, "r+b") as disk:
        disk.seek(at)
        byte = disk.read(1)[0]
        disk.seek(at)
        disk.write(bytes([byte ^ 0x40]))


def new_table(fix):
    """A partition where the journal is."""
    tables.put(fix.disk, 446, tables.mbr((0x83, 9800, 100))[446:512])


def rewritten(fix):
    """Where sfdisk refuses the table of the middle, nothing is changed."""
    dump = subprocess.run(["sfdisk", "-d", fix.disk], text=True, capture_output=True).stdout
    subprocess.run(["sfdisk", "-q", "--no-reread", "--no-tell-kernel", "-f", fix.disk],
                   input=dump, text=True, capture_output=True)


def lost_at_the_end(fix):
    """The last sectors of the disk: of a GPT the second copy."""
    tables.put(fix.disk, (SIZE - 33) * SECTOR, bytes(33 * SECTOR))


def other_id(fix):
    """Of the disk."""
    at = SECTOR + 56 if fix.name == "gpt" else 440
    tables.put(fix.disk, at, b"other id")


def smaller(fix):
    """A container, or the first partition, ends before its contents."""
    with open(fix.disk, "r+b") as disk:
        disk.seek(446 + 12)
        length = struct.unpack("<I", disk.read(4))[0]
        disk.seek(446 + 12)
        disk.write(struct.pack("<I", length // 2))


def parted(fix):
    """It puts EBRs elsewhere, and gives a disk without boot code another id."""
    subprocess.run(["parted", "-s", fix.disk, "set", "5" if fix.name == "chain" else "1",
                    "boot", "on"], capture_output=True)


CHANGES = (old_table, zeroed, last_zeroed, flipped, new_table, rewritten, parted, lost_at_the_end,
           other_id, smaller)


# --- the table ---

def resumed(fix, words, where):
    """Completed, or refused with all that a person needs: then --write-table completes it."""
    before = read(fix.disk)
    said = fix.resume(*words)
    if said.returncode == 0:
        fix.claims.that(fix.is_right(), where + "each byte")
        return "completed"
    text = cli.flat(said.stdout)
    fix.claims.equal(said.returncode, 4, where + said.stderr)
    fix.claims.that(read(fix.disk) == before, where + "nothing was written")
    if AGAIN not in said.stderr:
        # What is complete cannot be taken back.
        fix.claims.that(words and "'alidade resume'" in said.stderr, where + said.stderr)
        return resumed(fix, [], where)
    fix.claims.that(SHOWN in text and fix.backup in text, where + "shown: " + text)
    fix.claims.that(said.stderr.count("\n") == 1, where + "one sentence: " + said.stderr)
    saved = set(glob.glob(fix.state + "/alidade/*.alidade"))
    said = written(fix, words)
    fix.claims.equal((said.returncode, said.stderr), (0, ""), where + "--write-table: " + said.stderr)
    fix.claims.that(fix.is_right(), where + "--write-table: each byte")
    new = set(glob.glob(fix.state + "/alidade/*.alidade")) - saved
    fix.claims.that(len(new) == 1 and is_saved(fix, new.pop(), before),
                    where + "what was there is saved")
    fix.claims.equal(fix.resume().returncode, 0, where + "nothing is left")
    return "written again"


def written(fix, words):
    """With all that the person is asked for."""
    said = fix.resume("--write-table", *words)
    lost = re.search(r"--lose=\d+", said.stderr)
    if said.returncode == 4 and lost:
        said = fix.resume("--write-table", lost[0], *words)
    return written(fix, []) if said.returncode == 4 and words else said


def is_saved(fix, backup, disk):
    """One sector of the table at least is there as it was on DISK, and not as before."""
    bytes_ = read(backup)
    sectors = [disk[lba * SECTOR:(lba + 1) * SECTOR] for lba in range(SIZE)]
    return any(sectors[lba] in bytes_ for lba in fix.table)


def foreign(claims, room, name):
    fix, counts = Fix(claims, room, name), {}
    changes = CHANGES[:4] if name == "swap" else CHANGES
    times = range(fix.heads[0], fix.heads[-1])  # what has ended is not compared any more
    for number, time in enumerate(some(times, STEP)):
        for which, change in enumerate(changes):
            fix.put(time)
            fix.table = table_sectors(fix)
            change(fix)
            words = WAYS[(number + which) % 2]
            where = "%s, write %d, %s %s: " % (name, time, change.__name__, words)
            end = resumed(fix, words, where)
            counts[change.__name__, end] = counts.get((change.__name__, end), 0) + 1
    print(name, counts)
    for change in {old_table, flipped, new_table} & {*changes}:
        claims.that(counts.get((change.__name__, "written again")), name + ": " + change.__name__)
    return fix


# --- sectors that are guarded ---

def zone_changes(fix, lba):
    now = read(fix.disk)[lba * SECTOR:(lba + 1) * SECTOR]
    yield "zeroed", bytes(SECTOR)
    yield "restored", fix.before[lba * SECTOR:(lba + 1) * SECTOR]
    yield "flipped", bytes([now[0] ^ 1]) + now[1:]


def guarded(fix):
    """What another program has written there stays, or is refused: nothing else differs."""
    codes = {}
    for number, time in enumerate(some(fix.times, 2 * STEP)):
        for turn, lba in enumerate(fix.zones[number % 4::ZONES]):
            disk = fix.put(time)
            was = disk[lba * SECTOR:(lba + 1) * SECTOR]
            for what, bytes_ in list(zone_changes(fix, lba)):
                fix.put(time)
                tables.put(fix.disk, lba * SECTOR, bytes_)
                words = WAYS[turn % 2]
                said = fix.resume(*words)
                where = "%s, write %d, sector %d %s %s: %d %s" % (
                    fix.name, time, lba, what, words, said.returncode, said.stderr)
                codes[said.returncode] = codes.get(said.returncode, 0) + 1
                if said.returncode == 0:
                    fix.claims.that(fix.is_right((bytes_,)), where + ": each byte")
                    continue
                tables.put(fix.disk, lba * SECTOR, was)
                said = fix.resume()
                fix.claims.that(said.returncode == 0 and fix.is_right(),
                                where + ": undone: " + said.stderr)
    print(fix.name, "exit codes:", codes)


def ended(fix):
    """Between the last head and the end of the journal: the same, as long as its log is there."""
    last, codes = fix.heads[-1], []
    for time in range(last, len(fix.writes), min(FEWER, 3)):
        for words in [], ["--no-check"], ["--write-table", "--lose=all"]:
            for change in zeroed, old_table:
                before = fix.put(time)
                change(fix)
                found = read(fix.disk)
                said = fix.resume(*words)
                where = "%s, complete at write %d, %s %s: %d %s" % (
                    fix.name, time, change.__name__, words, said.returncode, said.stderr)
                codes.append((tuple(words), said.returncode))
                text = cli.flat(said.stdout)
                if "its log is removed" in text + said.stderr:
                    fix.claims.equal(said.returncode, 4 if "--write-table" in words else 0, where)
                    if said.returncode == 4:
                        fix.refused("fix-complete", *words)
                elif said.returncode == 4:
                    fix.claims.that("The fix is complete" in said.stderr and AGAIN in said.stderr and
                                    fix.backup in text and "--no-check" in said.stderr, where + text)
                    fix.claims.that(read(fix.disk) == found, where + "nothing was written")
                elif words == ["--no-check"]:
                    fix.claims.that(found[:446] == read(fix.disk)[:446], where)
                    fix.claims.equal(fix.resume().returncode, 0, where)
                else:
                    fix.claims.that(before and fix.is_right(), where + "each byte")
    print(fix.name, "after the last head:", {one: codes.count(one) for one in codes})
    fix.claims.that(((), 4) in codes and (("--write-table", "--lose=all"), 0) in codes, fix.name)


# --- the content of a partition ---

def made_anew(fix, start):
    """mkfs on LENGTH sectors at START: only what it writes differs."""
    path = os.path.join(fix.room, "made")
    with open(path, "wb") as file:
        file.write(read(fix.disk)[start * SECTOR:(start + LENGTH) * SECTOR])
    cli.quiet("mkfs.vfat", path)
    tables.put(fix.disk, start * SECTOR, read(path))
    return read(path)[:SECTOR]


def one_zeroed(fix, start):
    """The second sector."""
    tables.put(fix.disk, (start + 1) * SECTOR, bytes(SECTOR))


def filled(fix, start):
    tables.put(fix.disk, start * SECTOR, b"filled  " * (LENGTH * SECTOR // 8))


def followed(fix, words, where, kill):
    """Runs the command of each refusal, until none is left; returns all of them.  The one
    that gives up is killed once, and begun again."""
    ran = []
    while True:
        if kill and any("--lose" in word for word in words):
            fix.resume(*words, **fix.at_writes(fix.disk, kill=str(kill)))
            words, kill = [], 0
        said = fix.resume(*words)
        ran.append(words)
        if said.returncode == 0:
            return ran
        named = re.findall(r"alidade resume['\s]((?:--[a-z]+(?:-[a-z]+)*(?:=\d+)? )*)", said.stderr)
        fix.claims.that(named and len(ran) < 8, where + "%r: %s" % (ran, said.stderr))
        if not named or len(ran) >= 8:
            return ran
        words = named[-1].split()


def given_up(fix):
    """What another program has made where a partition is, or goes, is never a dead end."""
    ends = {}
    starts = [number for pair in MOVED.items() for number in pair]
    for number, time in enumerate(some(fix.times, STEP // 8 + 1)):
        for which, start in [*enumerate(starts)][::min(FEWER, 2)]:
            fix.put(time)
            change = (made_anew, one_zeroed, filled)[(number + which) % 3]
            written = change(fix, start)
            named = ["--lose=%d" % (1 + which // 2)]
            words = WAYS[number % 2] + named * (number // 2 % 2)
            where = "%s, write %d, %s at %d %s: " % (fix.name, time, change.__name__, start, words)
            ran = followed(fix, words, where, (number + which) % 12)
            fix.claims.equal(fix.resume().returncode, 0, where + "nothing is left")
            image = read(fix.disk)
            fix.claims.that(not any(record_kind(image[at:at + SECTOR]) == GUARD
                                    for at in range(0, len(image), SECTOR)), where + "a guard is left")
            fix.claims.that(fix.is_other_right(start), where + "the other partition")
            is_told = named[0] not in words and any(named[0] in words for words in ran)
            fix.claims.that(not is_told or not written or written in image, where + "what was made")
            ends[len(ran), is_told] = ends.get((len(ran), is_told), 0) + 1
    print(fix.name, "commands, one gave up:", ends)
    return sum(ends[end] for end in ends if end[1])


def reasons(fix, swap):
    """What was written in the middle of a move, a guard of one that is complete, and what
    is at none of its places."""
    fix.put(fix.heads[2])
    guard = read(fix.disk)[3100 * SECTOR:3101 * SECTOR]
    filled(fix, 3100)
    fix.refused("fix-moved-overwritten")
    fix.put(fix.heads[8])
    tables.put(fix.disk, 3100 * SECTOR, guard)
    fix.refused("fix-guard-overwritten", code=6)
    swap.put(swap.heads[6])
    zeroed(swap)
    for pair in MOVED.items():
        for start in pair:
            tables.put(swap.disk, start * SECTOR, bytes(16 * SECTOR))
    swap.refused("fix-content-not-there", "--write-table")


def said_right(fix):
    """What was made where the fix has moved a partition before is not called right."""
    codes = []
    for time in fix.heads[2:-1:min(FEWER, 3)]:
        fix.put(time)
        table = fix.claims.json("list", fix.disk).get("partitiontable") or {}
        starts = {part["start"] for part in table.get("partitions", [])}
        for moved in starts & {*MOVED.values()}:
            fix.put(time)
            made_anew(fix, moved)
            said = fix.resume()
            codes.append(said.returncode)
            fix.claims.that("what was moved was read again" not in cli.flat(said.stdout),
                            "%s, write %d, made at %d: %s" % (fix.name, time, moved, said.stdout))
    fix.claims.that(0 in codes, "completed with what was made: %r" % codes)


# --- around it ---

def killed_again(fix):
    """While the table is written again: the same question, and the same answer."""
    time = fix.heads[len(fix.heads) // 2]
    for write in range(1, 12, min(FEWER, 4)):
        fix.put(time)
        zeroed(fix)
        new_table(fix)
        fix.resume("--write-table", "--lose=all", **fix.at_writes(fix.disk, kill=str(write)))
        where = "%s, --write-table killed at write %d: " % (fix.name, write)
        said = fix.resume()
        if said.returncode == 4:
            fix.claims.that(AGAIN in said.stderr, where + said.stderr)
            said = written(fix, [])
        fix.claims.that(said.returncode == 0 and fix.is_right(), where + said.stderr)


def lost(fix):
    """A partition that the person has made since, where the fix writes."""
    fix.put(fix.heads[2])
    tables.put(fix.disk, 446, tables.mbr((0x83, 70, 2000))[446:512])
    before = read(fix.disk)
    said = fix.resume("--write-table")
    fix.claims.that(said.returncode == 4 and "--lose=1" in said.stderr, "lost: " + said.stderr)
    fix.claims.that(read(fix.disk) == before, "lost: nothing was written")
    fix.refused("fix-found-lost", "--write-table", "--lose=2")
    said = fix.resume("--write-table", "--lose=1")
    fix.claims.that(said.returncode == 0 and fix.is_right(), "given up: " + said.stderr)


def asked(fix):
    """--yes alone does not write the table; without both there is nobody to ask."""
    fix.put(fix.heads[2])
    flipped(fix)
    before = read(fix.disk)
    for words in (["resume", "--yes"], ["resume", "--write-table"],
                  ["resume", "--write-table", "--lose=1", "--dry-run"]):
        said = fix.run(*words, fix.disk)
        fix.claims.equal(said.returncode, 0 if "--dry-run" in words else 4, " ".join(words))
        fix.claims.that(SHOWN in cli.flat(said.stdout), " ".join(words) + said.stdout)
        fix.claims.that(read(fix.disk) == before, " ".join(words) + ": nothing was written")
    found = re.search(r"sector 0, entry 1: (\d+)\+(\d+) type \S+ in the journal, "
                      r"\1\+(\d+) type", cli.flat(said.stdout))
    entry = struct.unpack_from("<II", before, 446 + 8)
    fix.claims.that(found and (int(found[1]), int(found[3])) == entry, "decoded: " + said.stdout)
    said = fix.run("resume", "--write-table", "--status", fix.disk)
    fix.claims.equal(said.returncode, 2, "--status: " + said.stderr)


def no_command(fix):
    """None but resume goes on, nor measures, until all is done: the journal that is then
    wiped says nothing of a table that another program has put there."""
    for time in some(range(fix.times[0], fix.heads[-1]), 3 * STEP):
        fix.put(time)
        old_table(fix)
        before = read(fix.disk)
        for words in (["fix"], ["apply", "--lose=all"], ["repair", "--lose=all"],
                      ["restore", fix.backup]):
            said = fix.claims.run(words[0], "--yes", *words[1:], fix.disk,
                                  env={"XDG_STATE_HOME": fix.state},
                                  text="label: dos\nstart=2048,size=2048\n")
            where = "%s, write %d, %s: %s" % (fix.name, time, words[0], said.stderr)
            fix.claims.that(said.returncode == 4 and "alidade resume" in said.stderr, where)
            fix.claims.that(read(fix.disk) == before, where + "nothing was written")
        for words in ["bench", "--base=64"], ["probe"]:
            said = fix.run(*words, fix.disk).stderr
            fix.claims.that("alidade resume" in said, words[0] + ": " + said)


def script(claims, room):
    cli.need("sfdisk", "parted", "mke2fs", "mkfs.vfat", "mkswap")
    fixes = {name: foreign(claims, room, name) for name in ("dos", "chain", "gpt", "swap")}
    for name in "dos", "chain":
        guarded(fixes[name])
        killed_again(fixes[name])
    said_right(fixes["dos"])
    for name in "dos", "gpt":
        ended(fixes[name])
    claims.that(given_up(fixes["dos"]) + given_up(fixes["gpt"]) or cli.FEWER > 1,
                "some are told to give up")
    reasons(fixes["dos"], fixes["swap"])
    lost(fixes["dos"])
    asked(fixes["dos"])
    no_command(fixes["dos"])


cli.main(script)
