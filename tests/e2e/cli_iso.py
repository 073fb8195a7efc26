#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_iso.py ALIDADE - a live-ISO stick is a file system over the whole disk: not free
# space, and nothing on it is misaligned
import os
import re
import shutil
import struct
import subprocess

import cli

SECTORS = 20480


def entry(flag, kind, start, length):
    return struct.pack("<B3sB3sII", flag, b"\0\2\0", kind, b"\xfe\xff\xff", start, length)


def stick(room, name, entries, has_iso=True):
    """An MBR over the system area of an ISO 9660 image, as isohybrid and xorriso do it."""
    path = cli.image(room, name, SECTORS * 512)
    blocks = SECTORS // 4
    volume = bytearray(2048)
    volume[0:7] = b"\1CD001\1"
    volume[8:40] = b" " * 32
    volume[40:72] = b"LIVE".ljust(32)
    volume[80:88] = struct.pack("<I", blocks) + struct.pack(">I", blocks)
    volume[120:124] = volume[124:128] = struct.pack("<H", 1) + struct.pack(">H", 1)
    volume[128:132] = struct.pack("<H", 2048) + struct.pack(">H", 2048)
    volume[881] = 1
    with open(path, "r+b") as file:
        file.seek(446)
        file.write(b"".join(entries).ljust(64, b"\0") + b"\x55\xaa")
        if has_iso:
            file.seek(32768)
            file.write(volume)
            file.write(b"\xffCD001\1".ljust(2048, b"\0"))
    return path


def is_shown(claims, path, count):
    said = claims.run("list", path)
    claims.equal(said.returncode, 0, "list: " + said.stderr)
    claims.that("iso9660" in said.stdout and " free" not in said.stdout,
                "the file system is shown, and no free space: " + said.stdout)
    checked = claims.run("check", path)
    claims.equal(checked.returncode, 0, "check: " + checked.stdout + checked.stderr)
    claims.that("0 of 1 " in checked.stdout, "the image alone is judged: " + checked.stdout)
    document = claims.json("list", path)
    whole = document["filesystem"]
    claims.equal((whole["start"], whole["size"], whole["fstype"]), (0, SECTORS, "iso9660"),
                 "JSON has it from sector 0 on")
    rows = [line.split()[1] for line in said.stdout.splitlines()
            if re.match(r"  +\d+ +\d+ +\d+ ", line)]
    claims.equal(len(rows), count, "what the MBR names is listed: " + said.stdout)
    claims.that("iso-hybrid" in [note["id"] for note in document["notes"]], "and a note")
    if shutil.which("sfdisk"):
        listed = subprocess.run(["sfdisk", "-d", path], capture_output=True, text=True)
        claims.that(listed.stdout.count("start=") <= len(rows), "no fewer than sfdisk lists")


def script(claims, room):
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    efi = entry(0, 0xef, 4476, 5000)
    is_shown(claims, stick(room, "syslinux", [entry(0x80, 0x17, 0, SECTORS)]), 1)
    is_shown(claims, stick(room, "fedora", [entry(0x80, 0, 0, SECTORS), efi]), 2)
    is_shown(claims, stick(room, "debian", [entry(0x80, 0x17, 0, SECTORS), efi]), 2)
    # What was left of an image behind a table of partitions is nothing of the kind.
    over = stick(room, "over", [entry(0, 0x83, 2048, 4096)])
    parts = claims.json("list", over)["partitiontable"]["partitions"]
    claims.equal([(part["start"], part["size"]) for part in parts], [(2048, 4096)],
                 "a table over what was an image counts")
    wiped = stick(room, "wiped", [entry(0x80, 0, 0, SECTORS), efi], has_iso=False)
    parts = claims.json("list", wiped)["partitiontable"]["partitions"]
    claims.equal([part["start"] for part in parts if part["number"] == 2], [4476],
                 "without a file system the MBR counts")


cli.main(script)
