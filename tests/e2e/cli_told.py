#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_told.py ALIDADE AT_WRITES - what fix and resume tell of losses, of their end and of
# journals that are damaged is so; the log has the beginning and the end of each
import os
import shutil
import signal
import struct

import cli
import real_disk

SECTOR = 512


def put(path, *contents):
    with open(path, "r+b") as file:
        for start, data in contents:
            file.seek(start * SECTOR)
            file.write(data)


def disk(room, name, rows, *contents):
    """An msdos table of ROWS (start, length, type); CONTENTS are (start, bytes)."""
    path = cli.image(room, name, 8 * cli.MIB)
    cli.quiet("sfdisk", "-q", "--force", path, input="label: dos\n" + "".join(
        "start=%d,size=%d,type=%s\n" % row for row in rows))
    put(path, *contents)
    return path


def ext2(room, sectors):
    path = cli.image(room, "ext2", sectors * SECTOR)
    cli.quiet("mke2fs", "-q", "-t", "ext2", path)
    with open(path, "rb") as file:
        return file.read()


def physical_volume():
    """The label of one, in its second sector, without a volume group."""
    body = bytearray(SECTOR)
    body[0:8], body[24:32] = b"LABELONE", b"LVM2 001"
    struct.pack_into("<QLL", body, 8, 1, 0, 32)
    body[32:64] = b"0123456789abcdefghijklmnopqrstuv"
    struct.pack_into("<QQQQQ", body, 64, 4000 * SECTOR, 1 << 20, 0, 0, 0)
    crc = 0xf597a6b5
    for byte in body[20:]:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xedb88320 if crc & 1 else 0)
    struct.pack_into("<L", body, 16, crc)
    return bytes(SECTOR) + bytes(body)


def volume(world):
    """It is found at its new start, by its UUID."""
    path = disk(world.room, "volume", [(63, 4000, "8e")], (63, physical_volume()))
    words = "its volume group loses it"
    moved = world.whole("fix", "-n", path).stdout
    world.claims.that("LVM2_member" in moved, "it is known: " + moved)
    world.claims.that(words not in cli.flat(moved), "it moves whole: " + moved)


def moved_away(world):
    """The EBR of 6 goes where the end of 5 was, which has been moved by then."""
    rows = [(2052, 2004, "5"), (4056, 2000, "83"), (2055, 1001, "83"), (3057, 999, "83")]
    path = disk(world.room, "chain", rows, (4056, ext2(world.room, 1992)),
                (2055, ext2(world.room, 992)), (3057, ext2(world.room, 992)))
    shown = cli.flat(world.whole("fix", "-n", path).stdout)
    world.claims.that("EBR: sector 3055" in shown, "it is written there: " + shown)
    world.claims.that("lost but for the backup" not in shown, "nothing is lost: " + shown)


def script(claims, room):
    cli.need("sfdisk", "mke2fs")
    world = real_disk.Runs(claims, room)
    for function in (volume, moved_away):
        function(world)


if __name__ == "__main__":
    cli.main(script)
