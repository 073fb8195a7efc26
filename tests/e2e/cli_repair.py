#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_repair.py ALIDADE - a damaged GPT is repaired so that sgdisk and sfdisk accept it
import json
import os
import random
import struct
import subprocess
import zlib

import cli
import fat_files

LINUX = bytes.fromhex("af3dc60f838472478e793d69d8477de4")
SECTORS = 20000


class Gpt:
    """A table with gaps between its headers and its arrays, as bytes."""

    def __init__(self, rng, logical):
        self.logical, self.count = logical, rng.choice([4, 8, 56, 128, 130])
        self.id = rng.randbytes(16)
        array = -(-self.count * 128 // logical)
        self.places = {"primary": [1, 2 + rng.choice([0, 0, 5, 30])],
                       "backup": [SECTORS - 1,
                                  SECTORS - 1 - array - rng.choice([0, 0, 5, 30])]}
        self.usable = self.places["primary"][1] + array, self.places["backup"][1] - 1
        self.entries = bytearray(128 * self.count)
        at = self.usable[0]
        for slot in rng.sample(range(self.count), 3):
            start, length = at + rng.randrange(500), 1 + rng.randrange(4000)
            at = start + length
            name = ("part %d" % slot).encode("utf-16-le").ljust(72, b"\0")
            self.entries[128 * slot:128 * slot + 128] = (
                LINUX + rng.randbytes(16) + struct.pack("<QQQ", start, at - 1, 0) + name)

    def header(self, side):
        other = self.places["backup" if side == "primary" else "primary"][0]
        lba, array = self.places[side]
        head = struct.pack("<8sIIIIQQQQ16sQIII", b"EFI PART", 0x10000, 92, 0, 0, lba,
                           other, *self.usable, self.id, array, self.count, 128,
                           zlib.crc32(self.entries))
        return head[:16] + struct.pack("<I", zlib.crc32(head)) + head[20:]

    def write(self, path, sides=("primary", "backup")):
        with open(path, "r+b") as file:
            file.truncate(SECTORS * self.logical)
            file.seek(446)
            file.write(struct.pack("<B3sB3sII48xH", 0, b"\0\2\0", 0xEE, b"\xff\xff\xff", 1,
                                   SECTORS - 1, 0xAA55))
            for side in sides:
                for lba, data in zip(self.places[side], [self.header(side), self.entries]):
                    file.seek(lba * self.logical)
                    file.write(data)

    def found(self, path):
        """What both copies on the disk say; None for one that is not valid."""
        return {side: self.found_copy(path, lba) for side, lba in
                (("primary", 1), ("backup", SECTORS - 1))}

    def found_copy(self, path, lba):
        head = bytearray(fat_files.read_at(path, lba * self.logical, 92))
        crc, = struct.unpack_from("<I", head, 16)
        head[16:20] = bytes(4)
        my, other, first, last, disk, array, count, size, sum_ = struct.unpack_from(
            "<QQQQ16sQIII", head, 24)
        entries = fat_files.read_at(path, array * self.logical, count * size)
        if zlib.crc32(head) != crc or my != lba or zlib.crc32(entries) != sum_ \
                or other != SECTORS - lba:
            return None
        return disk, first, last, count, entries

    def said(self):
        return self.id, *self.usable, self.count, bytes(self.entries)


def flip(path, at):
    with open(path, "r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ 0x41]))


DAMAGES = {
    "mbr": lambda gpt, path, rng: cli.quiet("dd", "if=/dev/zero", "of=" + path, "bs=512",
                                            "count=1", "conv=notrunc", "status=none"),
    "mbr size": lambda gpt, path, rng: flip(path, 459),
    "primary header": lambda gpt, path, rng: flip(path, gpt.logical + 20 + rng.randrange(72)),
    "primary array": lambda gpt, path, rng: flip(
        path, gpt.places["primary"][1] * gpt.logical + rng.randrange(len(gpt.entries))),
    "backup header": lambda gpt, path, rng: flip(
        path, gpt.places["backup"][0] * gpt.logical + rng.randrange(92)),
    "backup array": lambda gpt, path, rng: flip(
        path, gpt.places["backup"][1] * gpt.logical + rng.randrange(len(gpt.entries))),
}


def accepted(claims, path, logical, what):
    """sgdisk and sfdisk read files in sectors of 512 bytes only; fdisk in any."""
    if logical == 512:
        done = subprocess.run(["sgdisk", "-v", path], capture_output=True, text=True)
        claims.that("No problems found" in done.stdout, "%s: sgdisk -v: %s" %
                    (what, done.stdout))
        done = subprocess.run(["sfdisk", "-V", path], capture_output=True, text=True)
        claims.that("No errors detected" in done.stdout, "%s: sfdisk -V: %s%s" %
                    (what, done.stdout, done.stderr))
        table = json.loads(cli.quiet("sfdisk", "-J", path))["partitiontable"]
        claims.equal(len(table["partitions"]), 3, what + ": partitions of sfdisk")
    else:
        done = subprocess.run(["fdisk", "-b", str(logical), "-l", path],
                              capture_output=True, text=True)
        claims.that("gpt" in done.stdout and "corrupt" not in done.stdout + done.stderr,
                    "%s: fdisk: %s%s" % (what, done.stdout, done.stderr))


def repair(claims, gpt, path, want, what, *options):
    done = claims.run("repair", "--yes", "--sector-size=%d" % gpt.logical,
                      "--backup=" + path + ".saved", *options, path)
    claims.equal(done.returncode, 0, what + ": exit code: " + done.stderr)
    claims.that("nothing to repair" not in done.stdout, what + ": something was repaired")
    claims.equal(gpt.found(path), {"primary": want, "backup": want}, what)
    accepted(claims, path, gpt.logical, what)


def cut(claims, room):
    """An image that ends behind its last partition has no room for the backup."""
    path = cli.image(room, "cut", 64 * cli.MIB)
    claims.run("apply", "--yes", "--backup=%s.saved" % path, path,
               text="label: gpt\nstart=2048,size=40960\n")
    os.truncate(path, (2048 + 40960) * 512)
    said = claims.run("repair", path)
    claims.that(said.stderr.endswith("truncate -s +1M %s\n" % path) and
                said.returncode == 4, "cut: " + said.stderr)
    claims.refused("gpt-copy-no-space", "repair", path)
    os.truncate(path, (2048 + 40960) * 512 + cli.MIB)
    claims.equal(claims.run("repair", "--yes", "--backup=%s.old" % path, path).returncode, 0,
                 "cut: repaired")
    claims.equal(claims.run("check", path).returncode, 0, "cut: nothing is left")


def script(claims, room):
    cut(claims, room)
    for seed in range(28):
        rng = random.Random(seed)
        gpt = Gpt(rng, (512, 512, 512, 4096)[seed % 4])
        path = cli.image(room, "gpt-%d" % seed, SECTORS * gpt.logical)
        gpt.write(path)
        parts = rng.sample(sorted(DAMAGES), rng.choice([1, 2]))
        if len({part.split()[0] for part in parts} & {"primary", "backup"}) == 2:
            parts.pop()
        for part in parts:
            DAMAGES[part](gpt, path, rng)
        repair(claims, gpt, path, gpt.said(), "seed %d, %s" % (seed, " and ".join(parts)))
    for seed in range(8):
        rng = random.Random(seed)
        gpt = Gpt(rng, (512, 4096)[seed % 2])
        for copy in ("primary", "backup"):
            path = cli.image(room, "two-%d-%s" % (seed, copy), SECTORS * gpt.logical)
            gpt.write(path)
            before, was = gpt.said(), bytes(gpt.entries)
            gpt.entries[gpt.entries.find(LINUX) + 56] ^= 3
            gpt.write(path, ["backup"])
            want = gpt.said() if copy == "backup" else before
            gpt.entries[:] = was
            repair(claims, gpt, path, want, "seed %d, copies differ, %s" % (seed, copy),
                   "--copy=" + copy)


cli.need("sgdisk", "sfdisk", "fdisk")
cli.main(script)
