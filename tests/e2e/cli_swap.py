#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_swap.py ALIDADE AT_WRITES - the journal of a fix is in a swap partition, which moves too
# or stays, or in an empty one: killed at its writes, resume makes of the disk what it would
# have become, or with --rollback what it was.  Until then nothing takes the partition for
# swap; it leads to the journal by itself; and then it is swap again.
import json
import os
import shutil

import cli
import moving
import real_disk

SECTOR = 512
DATA = (63, 9000)  # the partition that moves
# What is behind it: start, length, type.
SPOTS = {
    "swap": (12288, 8192, "82"),
    "moved": (12287, 8192, "82"),
    "empty": (12288, 8192, "83"),
}
# It is killed at every third write of those around the data, and at a few while that is moved.
AROUND, NEXT, NEXT_IN_DATA = 60, 3 * cli.FEWER, 5 * cli.FEWER


class World(real_disk.Runs):
    def __init__(self, claims, room):
        super().__init__(claims, room)
        self.elsewhere = {"XDG_STATE_HOME": os.path.join(room, "forgotten")}

    def make(self, name):
        start, length, kind = SPOTS[name]
        path = cli.image(self.room, name, (start + length + 64) * SECTOR)
        cli.quiet("sfdisk", "-q", path, input="label: dos\nstart=%d,size=%d\nstart=%d,size=%d,"
                  "type=%s\n" % (*DATA, start, length, kind))
        data = cli.image(self.room, "data", DATA[1] * SECTOR)
        cli.quiet("mke2fs", "-q", "-t", "ext2", "-b", "4096", data)
        swap = cli.image(self.room, "made", length * SECTOR)
        cli.quiet("mkswap", "-q", "-L", "kept", swap)
        with open(path, "r+b") as disk, open(data, "rb") as file, open(swap, "rb") as made:
            disk.seek(DATA[0] * SECTOR)
            disk.write(file.read(DATA[1] * SECTOR - 8192) + os.urandom(8192))
            disk.seek(start * SECTOR)
            disk.write(made.read(4096) if kind == "82" else bytes(4096))
        return path

    def resumed(self, path, *words):
        result = self.claims.run("resume", "--yes", *words, path, env=self.elsewhere)
        return result.returncode, result.stderr


def state(path):
    """Each partition: its entry, and what is in it; of that with the journal the header."""
    table = json.loads(cli.quiet("sfdisk", "--json", path))["partitiontable"]["partitions"]
    found = []
    with open(path, "rb") as file:
        for part in table:
            file.seek(part["start"] * SECTOR)
            count = 4096 if found else part["size"] * SECTOR
            found.append((part["start"], part["size"], part["type"], file.read(count)))
    return found


def leads_to_journal(world, path, name, where):
    status = world.status(path)
    if status and status["steps"]:  # at the very end the log is gone
        world.claims.equal((status["journal"]["kind"], status["journal"]["partition"]),
                           ("empty" if name == "empty" else "swap", 2), where + "its place")


def ends(world, name):
    whole, write = world.make(name), 1
    complete = whole + ".complete"
    shutil.copyfile(whole, complete)
    said = world.whole("fix", "--yes", "--physical-sector=4096", complete)
    world.claims.that("read again and is right" in cli.flat(said.stdout), name + said.stdout)
    before, after = state(whole), state(complete)
    with open(complete, "rb") as file:
        file.seek(after[1][0] * SECTOR)
        world.claims.that(name != "empty" or not any(file.read()), name + ": it is empty again")
    world.claims.equal([part[0] % 8 for part in after], [0, 0], name + ": all are aligned")
    while True:
        path, where = whole + ".cut", "%s, write %d: " % (name, write)
        shutil.copyfile(whole, path)
        killed = world.claims.run("fix", "--yes", "--physical-sector=4096", path, env={
            **world.elsewhere, **world.at_writes(path, kill=str(write))})
        if killed.returncode == 0:
            break
        shutil.copyfile(path, path + ".kept")
        leads_to_journal(world, path, name, where)
        world.claims.equal(world.resumed(path), (0, ""), where + "resume")
        is_begun = state(path) == after
        world.claims.that(is_begun or state(path) == before, where + "complete, or never begun")
        if not is_begun:
            write += NEXT if write < AROUND else NEXT_IN_DATA
            continue
        shutil.copyfile(path + ".kept", path)
        part = moving.content(path, state(path)[1][0] * SECTOR)
        world.claims.that(state(path)[1][2] == SPOTS[name][2] or not part,
                          where + "it is no swap: " + part)
        code, said = world.resumed(path, "--rollback")
        world.claims.that(code in (0, 4), where + "rollback: " + said)
        if code == 4:
            world.claims.equal(world.resumed(path), (0, ""), where + "it was complete")
        for found, old, new in zip(state(path), before, after):
            world.claims.that(found in (old, new), where + "each partition is old or new")
        write += NEXT if write < AROUND else NEXT_IN_DATA
    print("%s: about %d writes" % (name, write))
    world.claims.that(write > 40, name + ": there are writes")


def made_again(world, name):
    """mkswap on the partition with the journal: it is told as that, and resume goes on."""
    whole, told = world.make(name), 0
    complete = whole + ".complete"
    shutil.copyfile(whole, complete)
    world.whole("fix", "--yes", "--physical-sector=4096", complete)
    for write in range(9, 90, 8 * min(cli.FEWER, 2)):
        path, where = whole + ".cut", "%s, mkswap at write %d: " % (name, write)
        shutil.copyfile(whole, path)
        killed = world.claims.run("fix", "--yes", "--physical-sector=4096", path, env={
            **world.elsewhere, **world.at_writes(path, kill=str(write))})
        status = world.status(path)
        if killed.returncode == 0 or not status or not status["steps"]:
            continue
        start, length = state(path)[1][:2]
        made = cli.image(world.room, "made", length * SECTOR)
        cli.quiet("mkswap", "-q", made)
        with open(path, "r+b") as disk, open(made, "rb") as file:
            disk.seek(start * SECTOR)
            disk.write(file.read(4096))
        words, ran = [], []
        while len(ran) < 4:
            code, said = world.resumed(path, *words)
            ran.append(code)
            if code == 0:
                break
            told += 1
            world.claims.that("partition 2" in said and "mkswap" in said and
                              "partition table" not in said and "Undo" not in said, where + said)
            words = ["--write-table"]
        world.claims.that(ran[-1] == 0 and len(ran) <= 2, where + "%r" % ran)
        world.claims.equal(state(path), state(complete), where + "complete")
    world.claims.that(told, name + ": it is told")


def script(claims, room):
    cli.need("sfdisk", "mkswap", "mke2fs", "blkid")
    world = World(claims, room)
    for name in SPOTS:
        ends(world, name)
        made_again(world, name)


if __name__ == "__main__":
    cli.main(script)
