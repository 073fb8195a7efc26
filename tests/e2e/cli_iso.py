#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_iso.py ALIDADE - a live-ISO stick is one image, as long as its volume descriptor says:
# not free space, nothing in it is misaligned or moved, and the rest of the stick can be
# used, without a change of any other byte
import os
import re
import shutil
import struct
import subprocess

import cli

SECTORS = 20480
STICK = 81920
MAP_512, MAP_2048 = 512, 2048


def entry(flag, kind, start, length):
    return struct.pack("<B3sB3sII", flag, b"\0\2\0", kind, b"\xfe\xff\xff", start, length)


EFI = entry(0, 0xef, 4476, 5000)
# What isohybrid, grub-mkrescue and xorriso write, as far as it differs for readers.
HYBRIDS = {
    "syslinux": ([entry(0x80, 0x17, 0, SECTORS)], None),
    "fedora": ([entry(0x80, 0, 0, SECTORS), EFI], None),
    "debian": ([entry(0x80, 0, 0, SECTORS), EFI], MAP_2048),
    "mint": ([entry(0x80, 0x17, 0, SECTORS), EFI], MAP_512),
    "rescue": ([entry(0x80, 0xcd, 1, SECTORS - 1)], None),
    "offset": ([entry(0x80, 0x83, 64, SECTORS - 64), EFI], None),
    "later": ([b"\0" * 16, entry(0x80, 0x17, 512, SECTORS - 512), EFI], MAP_2048),
}


def descriptors(blocks):
    volume = bytearray(2048)
    volume[0:7] = b"\1CD001\1"
    volume[8:40] = b" " * 32
    volume[40:72] = b"LIVE".ljust(32)
    volume[80:88] = struct.pack("<I", blocks) + struct.pack(">I", blocks)
    volume[120:124] = volume[124:128] = struct.pack("<H", 1) + struct.pack(">H", 1)
    volume[128:132] = struct.pack("<H", 2048) + struct.pack(">H", 2048)
    volume[881] = 1
    return bytes(volume) + b"\xffCD001\1".ljust(2048, b"\0")


def put(path, at, data):
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(data)


def apple_map(path, block):
    """The driver descriptor, and two entries."""
    put(path, 0, b"ER" + struct.pack(">HI", block, SECTORS * 512 // block))
    for i, (start, count, kind) in enumerate(((1, 4, b"Apple_partition_map"),
                                              (98, 1168, b"Apple_HFS"))):
        one = bytearray(512)
        one[0:2] = b"PM"
        struct.pack_into(">III", one, 4, 2, start, count)
        one[48:48 + len(kind)] = kind
        struct.pack_into(">IIi", one, 80, 0, count, 3)
        put(path, block * (1 + i), bytes(one))


def stick(room, name, entries, block=None, sectors=STICK, has_iso=True):
    """An MBR over the system area of an ISO 9660 image, as isohybrid and xorriso do it."""
    path = cli.image(room, name, sectors * 512)
    if block:
        apple_map(path, block)
    put(path, 440, b"\1\2\3\4\0\0")
    put(path, 446, b"".join(entries).ljust(64, b"\0") + b"\x55\xaa")
    if has_iso:
        put(path, 32768, descriptors(SECTORS // 4))
        data = b"".join(b"ISO-DATA %07d" % i for i in range(32 * (SECTORS - 80)))
        put(path, 80 * 512, data)
    return path


def kept(claims, path):
    return claims.json("list", path)["partitiontable"]["kept"]


def is_shown(claims, path, count, free):
    said = claims.run("list", path)
    claims.equal(said.returncode, 0, "list: " + said.stderr)
    claims.that("iso9660" in said.stdout and "LIVE" in said.stdout,
                "the file system is shown: " + said.stdout)
    claims.equal(" free" in said.stdout, free, "and what is free: " + said.stdout)
    checked = claims.run("check", path)
    claims.equal(checked.returncode, 0, "check: " + checked.stdout + checked.stderr)
    claims.that("no partition to judge" in checked.stdout, "nothing: " + checked.stdout)
    runs = kept(claims, path)
    document = claims.json("list", path)
    ends = [run["start"] + run["size"] for run in runs + document["partitiontable"]["metadata"]]
    claims.that(runs[0]["start"] <= 64 and SECTORS in ends, "JSON has it, as long as it says")
    claims.equal({run["role"] for run in runs}, {"iso"}, "and its role")
    parts = document["partitiontable"]["partitions"]
    claims.equal(len(parts), count, "what the table names is listed: " + said.stdout)
    claims.that("iso-hybrid" in [note["id"] for note in document["notes"]], "and a note")
    claims.that("parted-" not in str(document["notes"]), "libparted is no judge of it")
    if shutil.which("sfdisk"):
        listed = subprocess.run(["sfdisk", "-d", path], capture_output=True, text=True)
        claims.that(listed.stdout.count("start=") <= len(parts), "no fewer than sfdisk")


def rest_is_used(claims, path, name, count):
    """A partition behind the image changes its own entry alone."""
    before = open(path, "rb").read()
    script = claims.run("dump", path).stdout + "size=20480, type=83\n"
    result = claims.run("apply", "--yes", path, text=script)
    claims.equal(result.returncode, 0, name + ": " + result.stdout + result.stderr)
    after = open(path, "rb").read()
    slot = 446 + 16 * count
    claims.equal(after[:slot] + after[slot + 16:], before[:slot] + before[slot + 16:],
                 name + ": no other byte differs")
    start, size = struct.unpack("<II", after[slot + 8:slot + 16])
    claims.that(start >= SECTORS and size == 20480, name + ": it lies behind the image")
    claims.that("comes to the same table" not in result.stdout and
                "lies in partition" not in result.stdout, name + ": " + result.stdout)
    planned = claims.run("plan", "--to=mib", path)
    for sector in re.findall(r"at sector (\d+)", planned.stdout):
        claims.that(int(sector) >= SECTORS, name + ": no journal in it: " + planned.stdout)


def is_not_lost(claims, path, name):
    """Another table over it needs consent, and a place in it is none."""
    before = open(path, "rb").read()
    for label in "label: gpt\n", "label: dos\nstart=2048, size=2048\n":
        result = claims.run("apply", "--yes", path, text=label)
        claims.equal(result.returncode, 4, name + ": refused: " + result.stdout)
        claims.that("iso9660" in result.stderr and "--lose=0" in result.stderr,
                    name + ": it is told what is lost: " + result.stderr)
        shown = claims.run("apply", "-n", path, text=label)
        claims.that(cli.flat(result.stderr).replace("alidade: ", "") in
                    cli.flat(shown.stdout + shown.stderr),
                    name + ": a dry run gives the same reason: " + shown.stderr)
    claims.equal(open(path, "rb").read(), before, name + ": nothing is written")
    result = claims.run("apply", "--yes", "--lose=0", path, text="label: gpt\n")
    claims.equal(result.returncode, 0, name + ": with consent: " + result.stderr)


def hybrid_with_gpt(claims, room):
    """grub-mkrescue and newer images: a GPT inside the image, which ends where that does."""
    path = cli.image(room, "gpt", SECTORS * 512)
    cli.quiet("sfdisk", "-q", path, input="label: gpt\nfirst-lba: 64\n"
              "1:start=64,size=4412\n2:start=4476,size=5000,type=U\n3:start=9476,size=10000\n")
    put(path, 32768, descriptors(SECTORS // 4))
    os.truncate(path, STICK * 512)
    is_shown(claims, path, 3, True)
    result = claims.run("repair", "--yes", path)
    claims.equal(result.returncode, 0, "its backup goes to the end: " + result.stderr)
    entries = open(path, "rb").read()[1024:1024 + 3 * 128]
    result = claims.run("apply", "--yes", path,
                        text=claims.run("dump", path).stdout + "size=20480\n")
    claims.equal(result.returncode, 0, "gpt: " + result.stdout + result.stderr)
    parts = claims.json("list", path)["partitiontable"]["partitions"]
    claims.equal([part["number"] for part in parts], [1, 2, 3, 4], "a fourth one")
    claims.that(parts[3]["start"] >= SECTORS, "behind the image: %r" % parts[3])
    claims.equal(open(path, "rb").read()[1024:1024 + 3 * 128], entries, "the others stay")


def script(claims, room):
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    os.environ["XDG_STATE_HOME"] = room
    for name, (entries, block) in HYBRIDS.items():
        count = sum(one[12:] != b"\0\0\0\0" for one in entries)
        is_shown(claims, stick(room, name, entries, block, SECTORS), count, False)
        path = stick(room, name, entries, block)
        is_shown(claims, path, count, True)
        blank = next(i for i, one in enumerate(entries + [b"\0" * 16]) if not any(one))
        rest_is_used(claims, path, name, blank)
        is_not_lost(claims, stick(room, name, entries, block), name)
    # Its padding is a part of it, and its partition can end past a disk that was cut.
    padded = stick(room, "padded", [entry(0x80, 0x17, 0, SECTORS + 2000)])
    claims.equal(sum(run["size"] for run in kept(claims, padded)), SECTORS + 1999, "padded")
    cut = stick(room, "cut", [entry(0x80, 0x17, 0, 2 * STICK)])
    claims.equal(sum(run["size"] for run in kept(claims, cut)), STICK - 1, "cut")
    if shutil.which("sfdisk"):
        hybrid_with_gpt(claims, room)
    # What was left of an image behind a table of partitions is nothing of the kind.
    for name, start, size in ("over", 2048, 4096), ("over-all", 2048, SECTORS - 2048):
        over = stick(room, name, [entry(0, 0x83, start, size)])
        table = claims.json("list", over)["partitiontable"]
        claims.equal([(part["start"], part["size"]) for part in table["partitions"]],
                     [(start, size)], "a table over what was an image counts")
        claims.equal(table["kept"], [], "and nothing is kept")
    wiped = stick(room, "wiped", [entry(0x80, 0, 0, SECTORS), EFI], has_iso=False)
    parts = claims.json("list", wiped)["partitiontable"]["partitions"]
    claims.equal([part["start"] for part in parts if part["number"] == 2], [4476],
                 "without a file system the MBR counts")


cli.main(script)
