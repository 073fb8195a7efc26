#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# lab_testdisk.py ALIDADE - disks whose table is lost, searched by found and by testdisk: at
# least as many of their partitions are found, and without --all no more that never were
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../e2e"))
import cli
import tables

SIZE = 1400 * cli.MIB
SECTORS = SIZE // 512
ROW = re.compile(r"^ +(?:Linux|MS|Mac|EFI|Windows)[A-Za-z .]*? +(\d+) +(\d+) +(\d+)(?: |$)")

MAKERS = {
    "ext4": (16, ["mke2fs", "-q", "-F", "-t", "ext4"]),
    "ext2": (4, ["mke2fs", "-q", "-F", "-t", "ext2", "-b", "1024"]),
    "vfat": (40, ["mkfs.fat", "-F", "32"]),
    "fat16": (20, ["mkfs.fat", "-F", "16"]),
    "ntfs": (20, ["mkntfs", "-q", "-F", "-p", "0", "-H", "255", "-S", "63", "-s", "512"]),
    "exfat": (20, ["mkfs.exfat"]),
    "xfs": (310, ["mkfs.xfs", "-q"]),
    "btrfs": (120, ["mkfs.btrfs", "-q"]),
    "swap": (4, ["mkswap", "-q"]),
    "luks": (20, ["cryptsetup", "-q", "luksFormat", "--pbkdf-force-iterations=4", "--pbkdf",
                  "pbkdf2", "--pbkdf-force-iterations=1000"]),
}


def tools():
    """The kinds that can be made here."""
    import shutil
    return [kind for kind, (_, words) in MAKERS.items() if shutil.which(words[0])]


def make(room, path, kind, start, sectors):
    content = cli.image(room, "content", sectors * 512)
    words = list(MAKERS[kind][1])
    if kind == "ntfs":
        words[4] = str(start)
    cli.quiet(*words, content, input="secret" if kind == "luks" else None)
    cli.quiet("dd", "if=" + content, "of=" + path, "bs=512", "seek=%d" % start,
              "conv=notrunc,sparse", "status=none")


def plan(dice, kinds, is_old):
    """Ranges behind each other, on MiB or on cylinders and tracks."""
    at, parts = 63 if is_old else 2048, []
    while len(parts) < 6:
        kind = dice.choice(kinds)
        least = MAKERS[kind][0]
        sectors = (least + dice.randrange(80)) * 2048
        if is_old:
            sectors = (at + sectors) // 16065 * 16065 + 16065 - at
        if at + sectors > SECTORS - 2048:
            break
        parts.append((kind, at, sectors))
        at += sectors
        if is_old:
            at += dice.choice((0, 63))
        else:
            at += dice.choice((0, 2048, 20480))
    return parts


def found_by_testdisk(room, path):
    log = os.path.join(room, "testdisk.log")
    if os.path.exists(log):
        os.unlink(log)
    subprocess.run(["testdisk", "/log", "/cmd", path, "partition_gpt,analyze,search"], cwd=room,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env={**os.environ, "TERM": "xterm"}, timeout=300)
    with open(log, encoding="latin-1") as file:
        text = file.read()
    # What it offers; before that, what it tried.
    text = text.rsplit("Results", 1)[-1] if "Results" in text else text
    rows = [ROW.match(line) for line in text.splitlines()]
    return {(int(row.group(1)), int(row.group(3))) for row in rows if row}


def compare(claims, room, seed, kinds):
    dice = random.Random(seed)
    is_old = seed % 2 == 1
    path = cli.image(room, "disk-%d" % seed, SIZE)
    parts = plan(dice, kinds, is_old)
    for part in parts:
        make(room, path, *part)
    starts = {start for _, start, _ in parts}
    theirs = found_by_testdisk(room, path)
    for options in ([], ["--all"]):
        answer = claims.json("found", *options, path)
        ours = {row["start"] for row in answer["found"]}
        chosen = {row["start"] for row in answer["found"] if row["chosen"]}
        name = "seed %d %s: %s" % (seed, options, parts)
        missed = sorted({start for start, _ in theirs} & starts - ours)
        claims.that(not missed, "%s: testdisk finds %s, too: %s" % (name, missed, sorted(ours)))
        false = chosen - starts
        claims.that(len(false) <= len({start for start, _ in theirs} - starts),
                    "%s: never were: %s" % (name, sorted(false)))
        claims.that(starts <= ours or not options, "%s: missed %s" % (name, starts - ours))
    os.unlink(path)


def script(claims, room):
    cli.need("testdisk", "mke2fs", "dd")
    kinds = tools()
    for seed in range(int(os.environ.get("ALIDADE_ROUNDS", "4"))):
        compare(claims, room, seed, kinds)


cli.main(script)
