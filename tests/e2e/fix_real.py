#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# fix_real.py ALIDADE AT_WRITES - fix and resume on disks with real file systems, encrypted volumes
# and members of LVM and RAID: all are aligned, each file is as it was, and their own
# checkers find no errors; also after kills, and taken back
#
# ALIDADE_FIX_SCALE=N: partitions N times as large; ALIDADE_FIX_CUTS=N: kills of each disk;
# ALIDADE_SEED=N: repeats their moments, as far as a clock can.
import os
import random
import time

import cli
import real_contents
import real_disk

SCALE = int(os.environ.get("ALIDADE_FIX_SCALE", "1"))
CUTS = int(os.environ.get("ALIDADE_FIX_CUTS", "2"))
SEED = int(os.environ.get("ALIDADE_SEED", "0")) or random.randrange(1, 1 << 32)
TRIES = 8  # of a fix that ends before it is killed


def at(cylinder, sectors=0):
    """Cylinders of 255 tracks of 63 sectors: the remainder by 8 is the same at each scale."""
    return (cylinder // 8 * SCALE * 8 + cylinder % 8) * 255 * 63 + sectors


def parts(*rows):
    """Of (number, kind, start, end)."""
    return [(number, kind, start, end - start) for number, kind, start, end in rows]


# The first two are disks of the year 2010, smaller: starts on tracks, off by 7, 4 and 4
# sectors; and partitions that touch, off by 7, 2, 2, 2 and 3, up to the last sector.
DISKS = {
    "legacy": ("dos", at(256), parts(
        (1, "ntfs", 63, at(64, 60)), (2, "ext4", at(64, 60), at(192, 45)),
        (3, "extended", at(192, 45), at(254, 45)), (5, "swap", at(192, 108), at(254, 45)))),
    "touching": ("dos", at(162), parts(
        (1, "fat32", 63, at(42)), (2, "swap", at(42), at(58)), (3, "lvm", at(58), at(98, -63)),
        (4, "extended", at(98, -63), at(162)), (5, "ext4", at(98), at(130, -63)),
        (6, "ext2", at(130, 1), at(162)))),
    "modern": ("gpt", at(176), parts(
        (1, "exfat", 34, at(16)), (2, "xfs", at(17), at(73)), (3, "btrfs", at(73), at(97)),
        (4, "luks1", at(97), at(113)), (5, "luks2", at(113), at(129)),
        (6, "md-1.2", at(129), at(145)), (7, "luks2-large", at(145), at(161)))),
}


def fixed(disk, runs, aim):
    """The seconds that it took, and its writes to the image."""
    where = "%s --to=%s" % (disk.name, aim)
    path, log = disk.again("fixed"), os.path.join(disk.room, "log")
    before = time.monotonic()
    runs.whole("fix", "--to=" + aim, "--yes", real_disk.LOSE, path, env=runs.at_writes(path, log=log))
    seconds, writes = time.monotonic() - before, os.path.getsize(log)
    os.unlink(log)
    disk.is_fixed(path, where)
    check = disk.claims.run("check", "--need=" + ("grain" if aim == "mib" else "physical"), path)
    disk.claims.equal(check.returncode, 0, where + ": " + check.stdout)
    os.unlink(path)
    return seconds, writes


def cut(runs, seconds, chance, *words):
    """Starts the program and kills it after up to so many SECONDS of writing; False if it
    had ended before."""
    process = runs.start(*words, "--yes", "--json")
    for line in process.stdout:
        if '"step"' in line or '"move"' in line:
            break
    time.sleep(chance.uniform(0, seconds))
    return runs.kill(process)


def killed(disk, runs, seconds, chance):
    """The moves, with CUTS kills that each left something to resume."""
    path, done = disk.again("killed"), 0
    for _ in range(TRIES * CUTS):
        if done == CUTS:
            break
        words = ("resume", path) if runs.status(path) else ("fix", "--to=nudge", real_disk.LOSE, path)
        if cut(runs, seconds / CUTS, chance, *words) and runs.status(path):
            done += 1
        elif not runs.status(path) and disk.claims.run("check", path).returncode == 0:
            path, done = disk.again("killed"), 0
    disk.claims.equal(done, CUTS, disk.name + ": kills")
    runs.whole("resume", "--yes", path)
    disk.is_fixed(path, "%s, killed %d times" % (disk.name, done))
    os.unlink(path)


def progress(disk, runs, path, writes):
    """Of a fix killed at its Nth write to the image: the place among the steps, and the
    status, None where nothing is begun or all is done."""
    runs.start("fix", "--to=nudge", "--yes", real_disk.LOSE, path,
               env=runs.at_writes(path, kill=str(writes))).communicate()
    status = runs.status(path)
    if status:
        return status["step"] - 1 + status["bytes-done"] / status["bytes"], status
    return (0 if disk.starts(path) == disk.starts(disk.path) else 1000), None


def in_the_middle(disk, runs, count):
    """A copy with 20 to 60 percent of the first move's data moved, and its status, where a
    whole fix takes COUNT writes."""
    low, high, step = 0, count, None
    while high - low > 1:
        path, writes = disk.again("back"), (low + high) // 2
        place, status = progress(disk, runs, path, writes)
        if status:
            step = next(i for i, one in enumerate(status["steps"]) if one["action"] == "move")
            if step + 0.2 <= place <= step + 0.6:
                return path, status
        if place < (step or 0) + 0.4:
            low = writes
        else:
            high = writes
    return path, None


def used_free(status):
    """The free space that the move at work had used: first byte and end."""
    step = status["steps"][status["step"] - 1]
    behind = step["sectors"] if step["to"] > step["from"] else 0
    return sorted((step["from"] + behind, step["to"] + behind))


def is_expected(status, first, end):
    """Of a run of bytes that a rollback has left changed: in the journal's place, or in free
    space that the move had used."""
    place = status["journal"]
    low, high = used_free(status)
    ranges = ((place["start"], place["start"] + place["bytes"] // real_disk.SECTOR), (low, high))
    return any(low * real_disk.SECTOR <= first and end <= high * real_disk.SECTOR
               for low, high in ranges)


def taken_back(disk, runs, writes):
    path, status = in_the_middle(disk, runs, writes)
    disk.claims.that(status, disk.name + ": a first move that has come to its middle")
    if not status:
        return
    share = status["bytes-done"] / status["bytes"]
    said = runs.whole("resume", "--rollback", "--yes", path)
    disk.claims.that("Free space that the move had used can differ" in cli.flat(said.stdout),
                     disk.name + ", taken back: " + said.stdout)
    changed = [run for run in real_disk.differing(disk.path, path)
               if not is_expected(status, *run)]
    disk.claims.equal(changed, [], "%s, taken back at %.0f %%: each byte outside of journal and free space" %
                      (disk.name, 100 * share))
    disk.is_sound(path, disk.name + ", taken back")
    print("%s: taken back at %.0f %%" % (disk.name, 100 * share))
    os.unlink(path)


def script(claims, room):
    chance = random.Random(SEED)
    print("seed %d" % SEED)
    runs = real_disk.Runs(claims, room)
    for name, shape in DISKS.items():
        disk = real_disk.Disk(claims, room, name, *shape)
        disk.is_sound(disk.path, name + ", as made")
        seconds, writes = fixed(disk, runs, "nudge")
        print("%s: %.1f s, %d writes" % (name, seconds, writes))
        if name != "touching":  # it is full
            fixed(disk, runs, "mib")
        killed(disk, runs, seconds, chance)
        taken_back(disk, runs, writes)
        os.unlink(disk.path)


cli.need("sfdisk", "blkid", *real_contents.tools_of(
    {part[1] for shape in DISKS.values() for part in shape[2]} & set(real_contents.KINDS)))
cli.main(script)
