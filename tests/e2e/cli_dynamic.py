#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_dynamic.py ALIDADE - the partitions of a Windows dynamic disk stay: its database, which
# is in no partition of an msdos table, has the places of the volumes
import os

import cli
import sound

SIZE = 64 * cli.MIB
END = SIZE // 512
DATA = "5808C8AA-7E8F-42E0-85D2-E1E90434CFB3", "AF9B60A0-1431-4F62-BC68-3311714A69AD"
TABLES = [
    ("dos", "label: dos\nstart=63,size=%d,type=42\n" % (END - 4096), [1]),
    ("logical", "label: dos\nstart=63,size=%d,type=5\nstart=126,size=20480,type=42\n"
     % (END - 4096), [5]),
    ("gpt", "label: gpt\nfirst-lba: 34\nstart=34,size=2015,type=%s\nstart=2049,size=40960,"
     "type=%s\n" % DATA, [1, 2]),
]


def script(claims, room):
    env = {"XDG_STATE_HOME": os.path.join(room, "state")}
    for name, table, numbers in TABLES:
        path = cli.image(room, name, SIZE)
        cli.quiet("sfdisk", "-q", "--no-tell-kernel", path, input=table)
        start = cli.quiet("sfdisk", "-q", "-l", "-o", "Start", path).split()[-1]
        cli.quiet("mkfs.ext4", "-q", "-F", "-E", "offset=%d" % (int(start) * 512), path, "8M")
        before = sound.content(path)
        plan = claims.json("plan", path, env=env)
        claims.equal([(it["partition"], it["reason"]) for it in plan["left"]],
                     [(number, "absolute-place") for number in numbers], name)
        said = claims.run("fix", "--yes", "--physical-sector=4096", path, env=env)
        claims.equal(said.returncode, 4, name + ": fix: " + said.stderr)
        claims.that("Windows dynamic disk" in cli.flat(said.stdout), name + ": " + said.stdout)
        claims.equal(sound.content(path), before, name + " is left alone")
        said = claims.run("fix", "--yes", "--start=%d=4096" % numbers[-1], path, env=env)
        claims.equal(said.returncode, 4, name + ": a chosen start: " + said.stderr)
        claims.equal(sound.content(path), before, name + " is left alone again")


cli.need("sfdisk", "mkfs.ext4")
cli.main(script)
