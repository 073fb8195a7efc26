#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""cli_contents.py ALIDADE README - what README.md says that a content is seen and moved

Each row of its table of contents is tried with at least one content of its kinds, in a
partition that starts at sector 63."""
import json
import os
import sys

import cli
import lost_kinds

START = 63
SECTORS_OF_A_MIB = 2048
# The rows, and what is tried for them; what has no name in lost_kinds is made here.
ROWS = {
    "ext2, ext3, ext4, NTFS, FAT": ("ext2", "ext4", "ntfs", "vfat", "fat16"),
    "XFS": ("xfs",), "btrfs": ("btrfs",), "exFAT": ("exfat",), "swap": ("swap",),
    "LUKS, LVM": ("luks",), "md RAID member, not active": ("md-0.90", "md-1.0", "md-1.2"),
    "Windows dynamic disk": ("dynamic",),
    "other file systems, unknown data": ("reiserfs", "jfs", "hfsplus", "refs", "zfs", "noise"),
}
SEEN = {"yes": True, "its type": True}
MOVED = {"yes": "move", "created again": "remake", "no": None}


def table(path):
    """{content: {column: cell}} of the table that has a column `move`."""
    rows, columns = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if cells[0] == "content":
                columns = cells
            elif columns and line.startswith("| "):
                rows[cells[0]] = dict(zip(columns, cells))
            elif columns and not line.startswith("|"):
                break
    return rows


def disk_of(room, kind):
    is_own = kind in ("dynamic", "noise")
    sectors = (8 if is_own else lost_kinds.least(kind)) * SECTORS_OF_A_MIB
    path = cli.image(room, kind, (START + sectors + 8 * SECTORS_OF_A_MIB) * lost_kinds.SECTOR)
    cli.quiet("sfdisk", "-q", path, input="label: dos\nstart=%d,size=%d,type=%s\n" % (
        START, sectors, "42" if kind == "dynamic" else "83"))
    if is_own:
        with open(path, "r+b") as file:
            file.seek(START * lost_kinds.SECTOR)
            file.write(os.urandom(sectors * lost_kinds.SECTOR))
    else:
        lost_kinds.put(room, path, kind, START, sectors)
    return path


def tried(claims, room, kind, row):
    path = disk_of(room, kind)
    listed = json.loads(claims.run("list", "--json", path).stdout)
    part = listed["partitiontable"]["partitions"][0]
    if kind not in ("dynamic", "noise"):
        claims.equal(part["fstype"] is not None, SEEN[row["see"]], kind + ": is seen")
    plan = json.loads(claims.run("plan", "--json", "--physical-sector=4096", path).stdout)
    steps = [step["action"] for step in plan["plan"]["steps"] if step["action"] != "table"]
    wanted = MOVED[row["move"]]
    claims.equal(steps, [wanted] if wanted else [], "%s: is moved: %r" % (kind, plan["left"]))
    os.unlink(path)


def script(claims, room):
    rows = table(sys.argv[2])
    claims.equal(list(rows), list(ROWS), "the rows of the table")
    for name, kinds in ROWS.items():
        here = [kind for kind in kinds
                if kind in ("dynamic", "noise") or lost_kinds.can_make(kind)]
        claims.that(here, name + ": at least one can be made here")
        for kind in here:
            tried(claims, room, kind, rows[name])


cli.main(script)
