#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_rehearsed.py ALIDADE AT_PARTED - how often libparted is started and what it is asked
# for while a fix of many logical partitions is rehearsed, and what is told meanwhile
import os
import struct
import sys

import cli

SECTOR, GAP, LENGTH = 512, 63, 300


def volume(room):
    path = cli.image(room, "volume", LENGTH * SECTOR)
    cli.quiet("mke2fs", "-q", "-F", "-b", "1024", path)
    with open(path, "rb") as file:
        return file.read()


def chain(room, count, content):
    """COUNT logical partitions, most of which start beside a physical sector."""
    step = GAP + LENGTH
    disk = bytearray((GAP + count * step + 5000) * SECTOR)

    def entry(at, kind, start, length):
        struct.pack_into("<B3sB3sII", disk, at, 0, b"\xfe\xff\xff", kind, b"\xfe\xff\xff",
                         start, length)

    disk[510:512] = b"\x55\xaa"
    entry(446, 5, GAP, count * step)
    for index in range(count):
        ebr = (GAP + index * step) * SECTOR
        disk[ebr + 510:ebr + 512] = b"\x55\xaa"
        entry(ebr + 446, 0x83, GAP, LENGTH)
        if index + 1 < count:
            entry(ebr + 462, 5, (index + 1) * step, step)
        disk[ebr + GAP * SECTOR:ebr + step * SECTOR] = content
    path = os.path.join(room, "%d.img" % count)
    with open(path, "wb") as file:
        file.write(disk)
    return path


def rehearse(claims, room, path, **more):
    """Returns how many children were started, how often libparted looked for a number in
    thousands, and what was told."""
    options = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
    files = {name: os.path.join(room, name) for name in ("FORKS_TO", "CALLS_TO")}
    for name in files.values():
        cli.image(room, os.path.basename(name), 0)
    said = claims.run("fix", "-n", path,
                      env={"XDG_STATE_HOME": room, "ASAN_OPTIONS": options,
                           "LD_PRELOAD": os.path.abspath(sys.argv[2]), **files, **more})
    claims.equal(said.returncode, 0, said.stderr)
    claims.that("libparted comes to the same table" in cli.flat(said.stdout), "it was asked")
    return [os.path.getsize(name) for name in files.values()] + [said.stderr]


def script(claims, room):
    content = volume(room)
    children = set()
    for count in (5, 10, 20):
        path = chain(room, count, content)
        forks, thousands, _ = rehearse(claims, room, path)
        children.add(forks)
        # Each move writes two tables, the journal two more; each is read and made.
        tables = 2 * count + 2
        claims.that(thousands * 1000 <= 2 * tables * count ** 3,
                    "%d logicals: %d thousand calls" % (count, thousands))
    claims.equal(len(children), 1, "one child for all tables: %s" % children)
    told = rehearse(claims, room, chain(room, 3, content), READS_SLOW="30000")[2]
    claims.that("is rehearsed; nothing was written.\n" in told, "it is told: " + told)


cli.need("mke2fs")
cli.main(script)
