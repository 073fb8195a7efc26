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
import lost_kinds

SIZE = 1400 * cli.MIB
SECTORS = SIZE // 512
ROUNDS = int(os.environ.get("ALIDADE_ROUNDS", "6"))
ROW = re.compile(r"^ +(?:Linux|MS|Mac|EFI|Windows|FreeBSD|Solaris|VMware|Apple)[A-Za-z .]*? +(\d+) +(\d+) +(\d+)(?: |$)")

# Too large for these disks.
KINDS = [kind for kind in (*lost_kinds.MKFS, *lost_kinds.ARCHIVES, *lost_kinds.BYTES)
         if lost_kinds.least(kind) < 500]


def plan(dice, kinds, seed):
    """Ranges behind each other, on MiB or on cylinders and tracks; each kind has its turn."""
    is_old = seed % 2 == 1
    at, parts = 63 if is_old else 2048, []
    while len(parts) < 6:
        kind = kinds[(seed * 6 + len(parts)) % len(kinds)]
        sectors = (lost_kinds.least(kind) + dice.randrange(80)) * 2048
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


def compare(claims, room, seed, kinds, tally):
    path = cli.image(room, "disk-%d" % seed, SIZE)
    parts = plan(random.Random(seed), kinds, seed)
    for kind, start, sectors in parts:
        lost_kinds.put(room, path, kind, start, sectors)
    starts = {start for _, start, _ in parts}
    theirs = {start for start, _ in found_by_testdisk(room, path)}
    found = [theirs]
    for options in ([], ["--all"]):
        answer = claims.json("found", *options, path)
        ours = {row["start"] for row in answer["found"]}
        chosen = {row["start"] for row in answer["found"] if row["chosen"]}
        name = "seed %d %s: %s" % (seed, options, parts)
        missed = sorted(theirs & starts - ours)
        claims.that(not missed, "%s: testdisk finds %s, too: %s" % (name, missed, sorted(ours)))
        false = chosen - starts
        claims.that(len(false) <= len(theirs - starts),
                    "%s: never were: %s" % (name, sorted(false)))
        claims.that(starts <= chosen or not options, "%s: missed %s" % (name, starts - chosen))
        found.append(chosen)
    for kind, start, _ in parts:
        row = tally.setdefault(kind, [0, 0, 0, 0])
        for index, all_of in enumerate([starts] + found):
            row[index] += start in all_of
    os.unlink(path)


def script(claims, room):
    cli.need("testdisk", "mke2fs", "dd")
    kinds = [kind for kind in KINDS if lost_kinds.can_make(kind)]
    random.Random(7).shuffle(kinds)
    tally = {}
    for seed in range(ROUNDS):
        compare(claims, room, seed, kinds, tally)
    print("kind, made, found by testdisk, by found, by found --all")
    for kind in sorted(tally):
        print("%-10s %2d %2d %2d %2d" % (kind, *tally[kind]))


cli.main(script)
