#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_overwritten.py ALIDADE AT_WRITES - the first sectors of a disk are lost in the middle of
# a fix: resume writes an LBA 0 without a signature again and goes on, a block that a power
# cut has left unreadable too; a bad sector ends it, and it goes on when that can be read
import os
import struct

import cli
import tables
from recorded import GUARD, SECTOR, Fix, read, record_kind

STEP = 9 * cli.FEWER


def zeros(fix):
    """Of an msdos table the first sector is all: nothing is asked."""
    for time in range(fix.heads[0], fix.heads[-1], STEP):
        for words in [], ["--rollback"]:
            fix.put(time)
            tables.put(fix.disk, 0, bytes(SECTOR))
            where = "%s, zeros at write %d %s: " % (fix.name, time, words)
            told = fix.run("check" if words else "list", fix.disk)
            fix.claims.that("alidade resume" in cli.flat(told.stdout + told.stderr), where + told.stdout)
            said = fix.resume(*words)
            if said.returncode == 4 and words:
                fix.claims.that("'alidade resume'" in said.stderr, where + said.stderr)
                said = fix.resume()
            fix.claims.equal((said.returncode, said.stderr), (0, ""), where + said.stderr)
            fix.claims.that(fix.is_right(), where + "each byte")


def untold(fix):
    """Nothing is moved yet, and no file in the state folder leads to the journal."""
    for time in fix.heads[0], fix.heads[0] + 1, fix.heads[1]:
        fix.put(time)
        for command in "list", "check":
            told = fix.claims.run(command, fix.disk, env={"XDG_STATE_HOME": fix.state + "-other"})
            fix.claims.that("alidade resume" in cli.flat(told.stdout + told.stderr),
                            "%s, %s at write %d: %s" % (fix.name, command, time, told.stdout))


def boot_code(fix):
    """What other programs have in the first sector stays."""
    for time in range(fix.heads[0], fix.heads[-1], 2 * STEP):
        fix.put(time)
        tables.put(fix.disk, 0, b"boot code")
        said = fix.resume()
        where = "boot code at write %d: " % time
        fix.claims.equal((said.returncode, said.stderr), (0, ""), where)
        with open(fix.disk, "rb") as disk:
            fix.claims.that(disk.read(9) == b"boot code" and fix.is_right(), where)


def torn(fix):
    """The power fails in a write that a page protects, and takes its block with it."""
    bad, mended = fix.disk + ".bad", 0
    for time, (which, offset, data) in enumerate(fix.writes):
        if time not in fix.times or which or record_kind(data) not in (0, GUARD) or \
                len(data) >= 4096 or offset >= 3103 * SECTOR + 3000 * SECTOR:
            continue
        for words in [], ["--rollback"]:
            fix.put(time)
            block = offset // 4096 * 4096
            tables.put(fix.disk, block, b"torn" * 1024)
            with open(bad, "wb") as file:
                file.write(struct.pack("=QQ", block, 4096))
            said = fix.resume(*words, **fix.at_writes(fix.disk, bad=bad, hurry="1"))
            where = "%s, torn at write %d, sector %d %s: " % (
                fix.name, time, block // SECTOR, words)
            if said.returncode == 4 and words:
                said = fix.resume(**fix.at_writes(fix.disk, bad=bad, hurry="1"))
            fix.claims.equal((said.returncode, said.stderr), (0, ""), where + said.stderr)
            fix.claims.that(fix.is_right(), where + "each byte")
            mended += not os.path.exists(bad)
    fix.claims.that(mended, fix.name + ": a block was written again")


def bad_sector(fix):
    """In what is still to be moved: it ends with an error, and then goes on."""
    fix.put(fix.heads[1])
    bad = fix.disk + ".bad"
    with open(bad, "wb") as file:
        file.write(struct.pack("=QQ", 100 * 4096, 4096))
    said = fix.resume(**fix.at_writes(fix.disk, bad=bad, hurry="1"))
    fix.claims.equal(said.returncode, 6, "a bad sector: " + said.stderr)
    fix.claims.that("alidade resume" in said.stderr, said.stderr)
    os.unlink(bad)
    said = fix.resume()
    fix.claims.that(said.returncode == 0 and fix.is_right(), "it can be read again: " + said.stderr)


def announced(fix):
    """What cannot be taken back is refused before it is announced."""
    codes = {}
    for time in [head - 1 for head in fix.heads[1:]]:
        before = fix.put(time)
        said = fix.resume("--rollback")
        after = read(fix.disk)
        codes[said.returncode] = codes.get(said.returncode, 0) + 1
        if said.returncode != 4:
            continue
        where = "--rollback at write %d: %s" % (time, said.stderr)
        fix.claims.that("taken back" not in said.stdout and "'alidade resume'" in said.stderr,
                        where + said.stdout)
        fix.claims.that(after == before, where)
        if codes[4] == 1:
            fix.claims.refused("rollback-is-new-fix", "resume", "--yes", "--rollback", fix.disk,
                               env={"XDG_STATE_HOME": fix.state})
    fix.claims.that(codes.get(0) and codes.get(4), "--rollback: %r" % codes)


def complete(fix):
    """The exit code tells whether anything was written."""
    before = fix.put(fix.times[-2])
    said = fix.resume("--rollback")
    fix.claims.equal(said.returncode, 4, "taken back where it is complete: " + said.stderr)
    with open(fix.disk, "rb") as disk:
        fix.claims.that(disk.read() == before, "nothing was written")
    said = fix.resume()
    fix.claims.that(said.returncode == 0 and fix.is_right(), "complete: " + said.stderr)


def script(claims, room):
    cli.need("sfdisk", "mke2fs", "mkswap")
    fix = Fix(claims, room, "dos")
    zeros(fix)
    for name in "gpt", "chain":
        untold(Fix(claims, room, name))
    untold(fix)
    boot_code(fix)
    bad_sector(fix)
    complete(fix)
    announced(fix)
    for name in "dos", "chain", "gpt":
        torn(Fix(claims, room, name) if name != "dos" else fix)


cli.main(script)
