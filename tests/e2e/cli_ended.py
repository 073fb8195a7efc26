#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_ended.py ALIDADE AT_WRITES - a fix is killed when only its journal is still to be
# removed, and its place is used for something else: resume ends the fix, and takes nothing
# of that
import os
import sys

import cli
import moving

SECTOR, REST = 512, 2048


def env(room, disk, **more):
    options = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
    return {"XDG_STATE_HOME": room, "LD_PRELOAD": os.path.abspath(sys.argv[2]),
            "ASAN_OPTIONS": options, "WRITES_TO": disk.path, **more}


def kill_at(claims, room, disk, number):
    """The status then; False where the fix has ended by itself."""
    with open(disk.path, "r+b") as file:
        file.write(disk.before)
    said = claims.run("fix", "--physical-sector=4096", "--yes", disk.path,
                      env=env(room, disk, WRITES_KILL=str(number)))
    return said.returncode < 0 and moving.begun(claims, disk)


def at_the_end(claims, room, disk):
    """Every state in which all steps are done, and the journal is left."""
    number, seen = 1, False
    while (status := kill_at(claims, room, disk, number)) is not False:
        is_over = bool(status) and status["phase"] == "complete"
        if is_over:
            yield "killed at write %d" % number
        number += (1 if seen or is_over else 5) * min(cli.FEWER, 3)
        seen = seen or is_over


def use_the_place(claims, room, disk, start):
    """A partition in what all programs show as free."""
    sectors = disk.end + REST - start
    dump = claims.run("dump", disk.path).stdout
    said = claims.run("apply", "--yes", disk.path, env={"XDG_STATE_HOME": room},
                      text="%sstart=%d,size=%d,type=83\n" % (dump, start, sectors))
    if said.returncode:
        return False
    with open(disk.path, "r+b") as file:
        file.seek(start * SECTOR)
        file.write(os.urandom(sectors * SECTOR))
    return True


def is_kept(claims, room, disk, where):
    before = disk.read()
    for lba in range(disk.end + 64, disk.end + REST - 64, 64):
        if use_the_place(claims, room, disk, lba):
            before = disk.read()
            break
        claims.equal(disk.read(), before, where + ": a refused change writes nothing")
    else:
        return False
    said = claims.run("resume", "-n", disk.path, env={"XDG_STATE_HOME": room})
    claims.that(said.returncode or "Only the journal is removed." in cli.flat(said.stdout),
                where + ": what a power failure means: " + said.stdout)
    said = claims.run("resume", "--yes", disk.path, env={"XDG_STATE_HOME": room})
    now = disk.read()
    if said.returncode == 4:
        claims.that("The fix is complete" in said.stderr, where + ": " + said.stderr)
        claims.that(now == before, where + ": nothing was written")
        return True
    claims.equal((said.returncode, said.stderr), (0, ""), where + ": resume")
    claims.equal(now[lba * SECTOR:] == before[lba * SECTOR:], True,
                 where + ": each byte of the partition at %d" % lba)
    claims.equal(moving.begun(claims, disk), None, where + ": nothing is left")
    return True


def takes_back_the_second(claims, room, disk):
    """The first step stays done, which is told before the yes and at the end."""
    number = 5
    while not (status := kill_at(claims, room, disk, number)) or status["step"] != 2 or \
            status["phase"] != "moving":
        if status is False:
            return claims.that(False, "killed in the second step")
        number += 2 * min(cli.FEWER, 3)
    env_ = {"XDG_STATE_HOME": room}
    said = claims.run("resume", "--rollback", "-n", disk.path, env=env_)
    claims.that("The 1 step that is complete stays done: one that has begun is taken back"
                in cli.flat(said.stdout), "before the yes: " + said.stdout)
    said = claims.run("resume", "--rollback", "--yes", disk.path, env=env_)
    claims.equal(said.returncode, 0, said.stderr)
    claims.that("The 1 step before that stays done." in cli.flat(said.stdout),
                "at the end: " + said.stdout)
    claims.equal([disk.table(claims)[i][0] for i in (1, 2)],
                 [disk.parts[0][0], disk.parts[1][0] + 1], "the one is back, the other is not")
    return None


def script(claims, room):
    used = 0
    with moving.disk(room, moving.file_system(room), False, rest=REST) as disk:
        for where in at_the_end(claims, room, disk):
            used += is_kept(claims, room, disk, where)
        takes_back_the_second(claims, room, disk)
    claims.that(used > 0, "the place was used")
    print("%d times" % used)


cli.need("sfdisk", "mke2fs", "debugfs", "blkid")
cli.main(script)
