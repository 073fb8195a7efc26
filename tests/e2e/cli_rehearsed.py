#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_rehearsed.py ALIDADE AT_PARTED - how often libparted is started, what it is asked for
# and how much is read while a fix of many partitions is rehearsed, and what is told
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


def gpt(room, count):
    """COUNT empty partitions with free space between them."""
    path = cli.image(room, "gpt%d.img" % count, (count * (GAP + LENGTH) + 5000) * SECTOR)
    cli.quiet("sfdisk", "-q", path, input="label: gpt\nfirst-lba: 34\n" + "".join(
        "start=%d,size=%d\n" % (GAP + index * (GAP + LENGTH), LENGTH)
        for index in range(count)))
    return path


def lost_in_steps(claims, room):
    """What any step would overwrite is looked for: partitions 2, 3 and 1 move."""
    luks = struct.pack(">6sH32s32s32sII", b"LUKS\xba\xbe", 1, b"aes", b"xts-plain64", b"sha256",
                       8, 64) + bytes(56) + b"12345678-1234-1234-1234-123456789abc"
    for at in (GAP + LENGTH, GAP + LENGTH + 2 * (GAP + LENGTH)):
        path = gpt(room, 4)
        with open(path, "r+b") as file:
            file.seek(at * SECTOR)
            file.write(luks)
        said = claims.run("fix", "-n", path)
        claims.equal(said.returncode, 4, "a content at %d" % at)
        claims.that("At sector %d lies crypto_LUKS" % at in said.stderr, said.stderr)


def rehearse(claims, room, path, **more):
    """Returns how many children were started, how often libparted looked for a number in
    thousands, how much was read in hundreds of calls, and what was told."""
    options = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
    files = {name: os.path.join(room, name) for name in ("FORKS_TO", "CALLS_TO", "READS_TO")}
    for name in files.values():
        cli.image(room, os.path.basename(name), 0)
    said = claims.run("fix", "-n", path,
                      env={"XDG_STATE_HOME": room, "ASAN_OPTIONS": options,
                           "LD_PRELOAD": os.path.abspath(sys.argv[2]), **files, **more})
    claims.equal(said.returncode, 0, said.stderr)
    claims.that("libparted comes to the same table" in cli.flat(said.stdout), "it was asked")
    return [os.path.getsize(name) for name in files.values()] + [said.stderr]


def unready(claims, room, content):
    """Early after boot: an msdos table without boot code, or without a signature, would get
    both from libparted, which would sleep for random numbers in each step."""
    calls = set()
    for count in (2, 6):
        path = chain(room, count, content)
        file = cli.image(room, "random", 0)
        rehearse(claims, room, path, RANDOM_TO=file)
        calls.add(os.path.getsize(file))
    claims.that(len(calls) == 1 and max(calls) > 0,
                "asked for random numbers once, not in each step: %s" % calls)


def script(claims, room):
    content = volume(room)
    children = set()
    for count in (5, 10, 20):
        path = chain(room, count, content)
        forks, thousands, _, _ = rehearse(claims, room, path)
        children.add(forks)
        # Each move writes two tables, the journal two more; each is read and made.
        tables = 2 * count + 2
        claims.that(thousands * 1000 <= 2 * tables * count ** 3,
                    "%d logicals: %d thousand calls" % (count, thousands))
    claims.equal(len(children), 1, "one child for all tables: %s" % children)
    few, many = (rehearse(claims, room, gpt(room, count))[2] for count in (32, 96))
    print("reads", few, many)
    claims.that(many <= 4 * few, "the reads of a partition do not grow with their number: "
                "%d hundred for 32, %d for 96" % (few, many))
    lost_in_steps(claims, room)
    unready(claims, room, content)
    told = rehearse(claims, room, chain(room, 3, content), READS_SLOW="30000")[3]
    claims.that("is rehearsed; nothing was written.\n" in told, "it is told: " + told)


cli.need("mke2fs", "sfdisk")
cli.main(script)
