#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# lab_fix_guest.py ALIDADE - a disk of 512-byte sectors on 4096-byte ones is aligned in the
# wizard, over a serial line; the machine is killed three times meanwhile.  After each boot
# no one finds a file system in what is half moved, and the editor offers to go on.
#
# ALIDADE_SEED=N: repeats the moments, as far as a clock can.
import hashlib
import json
import os
import random
import re
import time

import guest
from guest import cli

import real_contents  # noqa: E402
import real_disk  # noqa: E402

SEED = int(os.environ.get("ALIDADE_SEED", "0")) or random.randrange(1, 1 << 32)
KILLS = 3
# Of a drive that is slow enough to be killed at a moment that is looked for.
SLOW = ",throttling.bps-total=%d" % (20 << 20)
DEVICE = ",logical_block_size=512,physical_block_size=4096"
# Seconds of moving before a kill: all of them together move less than there is to move.
MOVING_MAX = 7.0
TRACK, CYLINDER = 63, 255 * 63
PARTS = [(1, "ntfs", TRACK, 8 * CYLINDER - TRACK + 4), (2, "ext4", 8 * CYLINDER + 4, 16 * CYLINDER),
         (3, "extended", 24 * CYLINDER + 4, 6 * CYLINDER),
         (5, "swap", 24 * CYLINDER + 68, 6 * CYLINDER - 64)]
SECTORS = 31 * CYLINDER
# On 1 MiB: nothing moves into the gap, which is not empty, and each one makes room first.
ALIGNED = {1: 2048, 2: 131072, 5: 389120}
TOOLS = ("blkid", "e2fsck")


class World:
    def __init__(self, claims, room, chance):
        self.claims, self.room, self.chance = claims, room, chance
        self.disk = real_disk.Disk(claims, room, "legacy", "dos", SECTORS, PARTS)
        self.part = {part.number: part for part in self.disk.parts}
        self.machine = None
        self.place, self.halves = (1, 0), 0

    def boot(self, drive):
        self.machine = guest.Guest(self.room, self.claims.program, self.disk.path, TOOLS,
                                   drive=drive, device=DEVICE)
        return self.machine

    def run(self, command, want=0):
        """What the command wrote; its exit code is a claim."""
        code, said = self.machine.run(command)
        self.claims.equal(code, want, "%s: %s" % (command, said))
        return said

    def has_files(self, number):
        """Of an ext4 that no one moves at this moment."""
        self.run("mount -t ext4 -o ro,noload /dev/vda%d /mnt" % number)
        found = self.run("cd /mnt; sha256sum *.*; cd /")
        self.run("umount /mnt")
        want = {"%s  %s" % (hashlib.sha256(data).hexdigest(), name)
                for name, data in self.part[number].files.items()}
        self.claims.equal(set(found.splitlines()), want, "the files of %d" % number)


# --- the editor ---

def yes(machine):
    """Counts from 0.3 seconds after the question on."""
    machine.sees("Type yes to move")
    time.sleep(1)
    machine.type("yes\r")


def by_wizard(machine):
    machine.type("TERM=linux alidade /dev/vda\n")
    for key, text in (("", "Quit"), ("F", "step 1 of 3"), ("\r", "step 2 of 3"),
                      ("\r", "step 3 of 3"), ("", "Not marked dirty"), ("\r", "Type yes")):
        machine.type(key)
        machine.sees(text)
    yes(machine)


def by_picker(machine):
    machine.type("TERM=linux alidade\n")
    machine.sees("! moving")
    machine.type("\r")
    machine.sees("A move has not ended")
    machine.type("f")
    yes(machine)


def by_path(machine):
    machine.type("TERM=vt100 alidade /dev/vda\n")
    machine.sees("A move has not ended")
    machine.type("\r")
    yes(machine)


def begin_and_kill(world, start):
    with world.boot(SLOW) as machine:
        if start is not by_wizard:
            is_half_moved(world)
        start(machine)
        machine.sees("moving its data")
        seconds = world.chance.uniform(0, MOVING_MAX)
        time.sleep(seconds)
    print("%s, killed %.1f s after the first look at the move" % (start.__name__, seconds))


# --- in between ---

def moved(world):
    """The number of the partition whose step has not ended, whether its data is half moved,
    and the partition of the journal; further than after the boot before."""
    status = json.loads(world.run("alidade resume --status --json /dev/vda"))
    place = status["step"] or world.place[0], status["bytes-done"] or 0
    world.claims.equal(status["event"], "status", "a move has not ended: %r" % status)
    if status["step"]:    # else it is between two
        world.claims.that(place >= world.place, "%r, before %r" % (place, world.place))
    world.place = place
    print("step %d, %s: %d of %s bytes" % (place[0], status["phase"], place[1],
                                           status["bytes"]))
    return (status["partition"], status["phase"] in ("moving", "final"),
            status["journal"]["partition"])


def is_not_found(world, number):
    node = "/dev/vda%d" % number
    for blkid in "blkid -p " + node, "blkid":
        found = [line for line in world.machine.run(blkid)[1].splitlines()
                 if line.startswith(node + ":") and re.search(r"\b(TYPE|UUID|LABEL)=", line)]
        world.claims.equal(found, [], blkid)
    world.claims.that(world.machine.run("mount -o ro %s /mnt" % node)[0], node + " is mounted")
    world.claims.equal(world.run("grep -c /mnt /proc/mounts", 1), "0\n", "a mount")


def is_half_moved(world):
    """No one mounts what is half moved, or swaps to it or to the journal; what is not moved
    yet is as it was."""
    number, is_half, journal = moved(world)
    world.run("alidade check /dev/vda >/checked", 3)
    if is_half:
        world.halves += 1
        is_not_found(world, number)
    if number != 2:
        world.has_files(2)
    for partition in {number or 5, journal or 5, 5} - {2}:
        world.claims.that(world.machine.run("swapon /dev/vda%d" % partition)[0],
                          "swap in %d" % partition)
    world.claims.equal(world.run("wc -l </proc/swaps"), "1\n", "swap")


# --- the end ---

def finish(world):
    with world.boot("") as machine:
        is_half_moved(world)
        by_path(machine)
        machine.sees("The move is complete")
        machine.type("q")
        machine.sees("Quit")
        machine.type("Q")
        world.claims.equal(machine.end()[0], 0, "the editor ends")
        world.run("alidade check /dev/vda")
        said = world.run("alidade resume --status /dev/vda")
        world.claims.that("no move" in said, said)
        world.has_files(2)
        world.run("e2fsck -fn /dev/vda2")
        world.run("swapon /dev/vda5; swapoff /dev/vda5")
        found = re.findall(r"^/dev/vda(\d):", world.run("blkid"), re.MULTILINE)
        world.claims.equal(sorted(found), ["1", "2", "5"], "blkid finds all")


def script(claims, room):
    cli.need("sfdisk", *real_contents.tools_of({part[1] for part in PARTS} - {"extended"}))
    print("seed %d" % SEED)
    world = World(claims, room, random.Random(SEED))
    for start in (by_wizard, by_picker, by_path)[:KILLS]:
        begin_and_kill(world, start)
    finish(world)
    claims.that(world.halves, "a kill in the middle of a move")
    starts = world.disk.starts(world.disk.path)
    claims.equal({number: starts[number] for number in ALIGNED}, ALIGNED, "the starts")
    world.disk.is_fixed(world.disk.path, "at the end")


if __name__ == "__main__":
    cli.main(script)
