#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_times.py ALIDADE AT_WRITES - the disk of one time of a fix with the journal of another
# one, as after an image of a disk was written back: resume, forward and back, completes
# it right, or refuses, and then the journal of that time still completes it; copies of a
# disk, on a larger one too
import os
import shutil
import sys

import cli
from recorded import Fix, read

WAYS = ([], ["--rollback"], ["--write-table"], ["--write-table", "--rollback"])
STEP = int(sys.argv[3]) if len(sys.argv) > 3 else 0  # of all pairs; 0: some


def is_completed(fix, said):
    if said.returncode == 4 and "--write-table" in said.stderr:
        said = fix.resume("--write-table")
    return said.returncode == 0 and fix.is_right()


def pair(fix, disk, journal, words):
    """Returns the exit code."""
    fix.put(disk, journal)
    said = fix.resume(*words)
    where = "%s: disk of %d, journal of %d, %s: %d %s: " % (
        fix.name, disk, journal, words, said.returncode, said.stderr)
    if said.returncode == 0:
        fix.claims.that(fix.is_right(), where + "each byte")
        return 0
    fix.claims.that(os.path.exists(fix.journal), where + "both are kept")
    kept = read(fix.disk)
    fix.put(disk)
    with open(fix.disk, "wb") as file:
        file.write(kept)
    again = fix.resume()
    fix.claims.that(is_completed(fix, again), where + "its own journal completes it: " + again.stderr)
    return said.returncode


def pairs(claims, room, name):
    """At the heads, or at each STEP-th write."""
    fix = Fix(claims, room, name, True)
    times = fix.times[::STEP] if STEP else [head for i, head in enumerate(fix.heads[:-1]) if i % 2]
    codes = {}
    for i, disk in enumerate(times):
        for j, journal in enumerate(times):
            for words in WAYS if STEP else [WAYS[(i + j) % len(WAYS)]]:
                code = pair(fix, disk, journal, words)
                codes[code] = codes.get(code, 0) + 1
    print("%s: exit codes of all pairs: %r" % (name, codes))
    claims.that(codes.get(0, 0) and codes.get(4, 0), name + ": some are refused, and some not")


def copies(claims, room):
    """Two copies of a disk, of which one is completed and one is taken back; one is larger."""
    fix = Fix(claims, room, "dos")
    for time in fix.times[::9]:
        fix.put(time)
        shutil.copyfile(fix.disk, fix.disk + ".copy")
        with open(fix.disk + ".copy", "ab") as file:
            file.truncate(os.path.getsize(fix.disk) + (time % 2) * cli.MIB)
        where = "a copy at write %d: " % time
        said = fix.resume()
        claims.that(said.returncode == 0 and fix.is_right(), where + said.stderr)
        os.rename(fix.disk, fix.disk + ".first")
        os.rename(fix.disk + ".copy", fix.disk)
        said = fix.resume("--rollback")
        if said.returncode == 4:
            said = fix.resume()
        is_named = "--sizelimit" in said.stderr or "losetup" in said.stderr
        claims.that(is_named if said.returncode else fix.is_right(),
                    where + "%d %s%s" % (said.returncode, said.stdout[-200:], said.stderr))


def script(claims, room):
    cli.need("sfdisk", "mke2fs", "mkswap")
    for name in ("dos", "gpt", "swap"):
        pairs(claims, room, name)
    copies(claims, room)


cli.main(script)
