#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_overlap.py ALIDADE - partitions that a script or a cure keeps are told as kept, also
# where the table was damaged, and entries that overlap are cut behind their content
import os
import re
import struct
import subprocess

import cli
import tables

SECTORS = 131072


class Disk:
    """An image with small ext4 at given sectors."""

    def __init__(self, claims, room, name):
        self.claims = claims
        self.env = {"XDG_STATE_HOME": os.path.join(room, name + "-state")}
        self.path = cli.image(room, name, SECTORS * 512)
        self.systems = []

    def ext4(self, start, sectors):
        cli.quiet("mkfs.ext4", "-q", "-F", "-E", "offset=%d" % (start * 512), self.path,
                  "%dk" % (sectors // 2))
        self.systems.append(start)

    def run(self, *words, text=""):
        return self.claims.run(*words, self.path, env=self.env, text=text)

    def whole(self, what):
        for start in self.systems:
            done = subprocess.run(["e2fsck", "-fn", "%s?offset=%d" % (self.path, start * 512)],
                                  capture_output=True, text=True)
            self.claims.equal(done.returncode, 0, "%s: e2fsck: %s" % (what, done.stdout))

    def applies(self, script, parts, what):
        """Nothing that is kept is told as new, and mkfs is for new ones only."""
        claims = self.claims
        done = self.run("apply", "--yes", text=script)
        text = cli.flat(done.stdout)
        claims.equal(done.returncode, 0, what + ": " + done.stderr)
        claims.that("deleted" not in text, what + ": " + done.stdout)
        claims.equal(re.findall(r'mkfs\S+ [^"]*"\$\{loop\}p(\d+)"', text),
                     re.findall(r"partition (\d+): new", text), what + ": " + done.stdout)
        for part in parts:
            claims.that(part in text, "%s says '%s': %s" % (what, part, done.stdout))
        past = cli.flat(self.run("history").stdout)
        claims.that("deleted" not in past, what + ": history: " + past)
        self.whole(what)


def grown(claims, room):
    disk = Disk(claims, room, "grown")
    with open(disk.path, "r+b") as file:
        file.truncate(SECTORS // 2 * 512)
    tables.gpt(disk.path, [(2048, 22527), (22528, 43007)])
    with open(disk.path, "r+b") as file:
        file.truncate(SECTORS * 512)
    disk.ext4(2048, 20480)
    disk.ext4(22528, 20480)
    lines = disk.run("dump").stdout.splitlines(True)
    script = "".join(line for line in lines if "last-lba" not in line)
    script = script.replace("start=       22528, size=       20480",
                            "start=22528, size=30720")
    disk.applies(script + "start=65536, type=L\n",
                 ["partition 2: size 10 MiB -> 15 MiB", "resize2fs", "partition 3: new"],
                 "a GPT that has grown")


def other_label(claims, room):
    disk = Disk(claims, room, "label")
    tables.put(disk.path, 0, tables.mbr((0x83, 2048, 20480), (0x83, 22528, 20480)))
    disk.ext4(2048, 20480)
    disk.ext4(22528, 20480)
    disk.applies("label: gpt\n2048,20480\n22528,20480\n", ["table: msdos -> gpt"],
                 "another label")
    disk.applies("label: gpt\n5 : start=2048,size=20480\n2 : start=22528,size=20480\n",
                 ["partition 1: number 1 -> 5"], "another number")


# Entries of the MBR, EBRs, file systems (start, sectors), what is cut, where it ends, and
# the sector that changes.
CUTS = [
    ("primaries", [(0x83, 63, 30000), (0x83, 22528, 40960)], {},
     [(63, 20480), (22528, 40960)], 1, 22528, 0),
    ("logicals", [(0, 0, 0), (5, 2048, 120000)],
     {2048: [(0x83, 2, 30000), (5, 1, 60000)], 2049: [(0x83, 20479, 20480)]},
     [(2050, 16384), (22528, 20480)], 5, 22527, 2048),
    ("over-ebr", [(0, 0, 0), (5, 2048, 120000)],
     {2048: [(0x83, 2, 30000), (5, 20480, 60000)], 22528: [(0x83, 2, 20480)]},
     [(2050, 16384), (22530, 20480)], 5, 22528, 2048),
    ("in-extended", [(5, 2048, 120000), (0x83, 40960, 20480)],
     {2048: [(0x83, 2, 20480)]}, [(2050, 16384), (40960, 20480)], 1, 40960, 0),
]


def read(path):
    with open(path, "rb") as file:
        return list(iter(lambda: file.read(512), b""))


def cuts(claims, room):
    for name, entries, ebrs, systems, number, end, lba in CUTS:
        disk = Disk(claims, room, name + ".img")
        tables.put(disk.path, 0, tables.mbr(*entries))
        for at, inner in ebrs.items():
            tables.put(disk.path, at * 512, tables.mbr(*inner))
        for start, sectors in systems:
            disk.ext4(start, sectors)
        cure = "--cure=cut:%d" % number
        shown = disk.run("repair", "--dry-run")
        claims.equal(shown.returncode, 3, name)
        claims.that(cure in shown.stdout, "%s: %s" % (name, shown.stdout))
        before = read(disk.path)
        done = disk.run("repair", cure, "--yes")
        claims.equal(done.returncode, 0, name + ": " + done.stderr)
        for word in ("mkfs", "deleted", ": new"):
            claims.that(word not in done.stdout, "%s: %s" % (name, done.stdout))
        changed = {lba for lba, (x, y) in enumerate(zip(before, read(disk.path))) if x != y}
        claims.equal(changed, {lba}, name + ": only its own entry changes")
        listed = claims.json("list", disk.path)["partitiontable"]
        claims.equal([part["start"] + part["size"] for part in listed["partitions"]
                      if part["node"].endswith("img%d" % number)], [end], name + ": its end")
        cli.quiet("sfdisk", "-l", disk.path)
        disk.whole(name)


def chain(claims, room):
    """A script for a chain whose first logical lies over the next EBR."""
    disk = Disk(claims, room, "chain")
    tables.put(disk.path, 0, tables.mbr((0x83, 63, 1000), (5, 2048, 120000)))
    tables.put(disk.path, 2048 * 512, tables.mbr((0x83, 2, 30000), (5, 20480, 60000)))
    tables.put(disk.path, 22528 * 512, tables.mbr((0x83, 2, 20480)))
    disk.ext4(2050, 16384)
    disk.ext4(22530, 20480)
    disk.applies("label: dos\n1 : start=63,size=1000\n2 : start=2048,size=120000,type=5\n"
                 "5 : start=2050,size=20478\n6 : start=22530,size=20480\n",
                 ["partition 5: size 14.6 MiB -> 10 MiB"], "a chain")


def by_hand(claims, room):
    """The sentence for what no cure ends is a recipe that works."""
    disk = Disk(claims, room, "by-hand")
    tables.put(disk.path, 0, tables.mbr((0x83, 63, 30000), (0x83, 22528, 40960)))
    disk.ext4(22528, 40960)
    shown = disk.run("repair", "--dry-run")
    text = cli.flat(shown.stdout)
    claims.that("cut:1" not in text, shown.stdout)
    claims.that("alidade dump %s > FILE; in FILE, write the right size in the line of partition "
                "1, and remove the #" % disk.path in text, shown.stdout)
    refused = disk.run("repair", "--cure=cut:1", "--yes")
    claims.equal(refused.returncode, 4, refused.stdout)
    script = re.sub(r"(start= *63, size= *)30000", r"\g<1>22465", disk.run("dump").stdout)
    script = re.sub(r"# (.*start= *22528)", r"\1", script)
    done = disk.run("apply", "--yes", "--lose=1", text=script)
    claims.equal(done.returncode, 0, done.stderr)
    text = cli.flat(done.stdout)
    claims.that("partition 2: new" not in text and "mkfs" not in text, done.stdout)
    with open(disk.path, "rb") as file:
        file.seek(446 + 12)
        claims.equal(struct.unpack("<I", file.read(4))[0], 22465, "as it was written")
    disk.whole("by hand")


def script(claims, room):
    cli.need("mkfs.ext4", "e2fsck", "sfdisk")
    grown(claims, room)
    other_label(claims, room)
    cuts(claims, room)
    chain(claims, room)
    by_hand(claims, room)


cli.main(script)
