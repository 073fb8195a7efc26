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
from recorded import HEAD, Fix, read, record_kind

WAYS = ([], ["--rollback"], ["--write-table"], ["--write-table", "--rollback"])
STEP = int(sys.argv[3]) if len(sys.argv) > 3 else 0  # of all pairs; 0: some
FEWER = cli.FEWER * (1 if STEP else 2)


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
    times, codes = times[::min(FEWER, 2)], {}
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
    for time in fix.times[::9 * FEWER]:
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


def named(fix, what, *words):
    """Refused: the sentence tells what to run next."""
    before = read(fix.disk)
    said = fix.resume(*words)
    where = "%s: %d %s" % (what, said.returncode, said.stderr)
    fix.claims.that(said.returncode in (3, 4) and "Nothing was written" in said.stderr and
                    "alidade resume " in said.stderr, where)
    fix.claims.that(read(fix.disk) == before, where)


def damaged(claims, room):
    """A disk that is too small, a journal or its log that another program has written over."""
    fix = Fix(claims, room, "dos")
    heads = [offset for which, offset, data in fix.writes if record_kind(data) == HEAD and not which]
    fix.put(fix.heads[4])
    with open(fix.disk, "r+b") as file:
        file.truncate(len(fix.before) - 4096)
    named(fix, "a smaller disk")
    for what, at, count in (("no journal", min(heads), 16384), ("no log", min(heads) + 8192, 1 << 20)):
        fix.put(fix.heads[4])
        with open(fix.disk, "r+b") as file:
            file.seek(at)
            file.write(b"over" * ((min(count, len(fix.before) - at)) // 4))
        named(fix, what)
    other = Fix(claims, room, "gpt", True)
    other.put(other.heads[2])
    fix.put(fix.heads[4])
    named(fix, "another journal", "--journal=" + other.journal)
    other.put(other.heads[2], other.heads[4])
    other.refused("fix-data-differs", "--write-table", "--rollback")
    other.put(other.heads[8], other.heads[6])
    other.refused("journal-of-other-time")


def script(claims, room):
    cli.need("sfdisk", "mke2fs", "mkswap")
    for name in ("dos", "gpt", "swap"):
        pairs(claims, room, name)
    copies(claims, room)
    damaged(claims, room)


cli.main(script)
