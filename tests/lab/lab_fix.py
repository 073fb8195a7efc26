#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# lab_fix.py ALIDADE [EMULATOR] - fix on a drive that says "stored" before it is: one
# sentence and no change, unless the user takes the risk
import contextlib
import json
import mmap
import os
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import cli  # noqa: E402
import lab  # noqa: E402
import loop  # noqa: E402

START, LENGTH = 63, 8192
TRIES = 8
LIE = "reports data as stored before it is"


def fill(room, drive):
    """Partition 1 is a file system that begins at 63; free space follows."""
    part = cli.image(room, "part", LENGTH * lab.SECTOR)
    cli.quiet("mke2fs", "-q", "-t", "ext2", part)
    table = cli.image(room, "table", lab.SIZE)
    cli.quiet("sfdisk", "-q", table, input="label: dos\nstart=%d,size=%d\n" % (START, LENGTH))
    with open(table, "rb") as file:
        drive.put(bytes(lab.SECTOR))
        drive.put(file.read(lab.SECTOR))
    with open(part, "rb") as file:
        drive.put(file.read(), START * lab.SECTOR)


@contextlib.contextmanager
def lying(room, emulator):
    """The drive, and a loop device over it: only devices are looked at."""
    with lab.drive(emulator, "lying-flush") as drive:
        fill(room, drive)
        with loop.device(drive.path) as node:
            yield drive, node


def run(claims, room, node, *words):
    return claims.run(*words, "--physical-sector=4096", node, env={"XDG_STATE_HOME": room})


def files(room):
    return sorted(os.path.join(at, name) for at, _, names in os.walk(room) for name in names)


def is_slow(node):
    """True if durable writes take so long here that no look can tell a lie from a drive:
    half of them more than 400 us."""
    memory, times = mmap.mmap(-1, 4096), []
    fd = os.open(node, os.O_RDWR | os.O_DIRECT)
    with memoryview(memory) as page:
        for _ in range(32):
            os.preadv(fd, [page], 16 << 20)
            began = time.monotonic()
            os.pwritev(fd, [page], 16 << 20, os.RWF_DSYNC)
            times.append(time.monotonic() - began)
    os.close(fd)
    return statistics.median(times) > 400e-6


# The drive is full of old bytes, which may be overwritten.
FIX = ["fix", "--yes", "--lose=free"]


def refuse(claims, room, emulator, words):
    """After the consent, for the look writes; nothing else is written.  A busy machine can
    hide a lie: the next drive is tried, and the result of the last one counts."""
    where = " ".join(word.split("=")[0] for word in words)
    for tried in range(1, TRIES + 1):
        with lying(room, emulator) as (drive, node):
            before, kept = drive.bytes(), files(room)
            said = run(claims, room, node, *words)
            if said.returncode == 0 and tried < TRIES:
                continue
            if said.returncode == 0 and is_slow(node):
                cli.skip("the machine is too busy to look at a drive")
            claims.equal(said.returncode, 4, where + ": " + said.stderr)
            claims.that(drive.bytes() == before, where + ": no byte has changed")
            claims.equal(files(room), kept, where + ": no journal, no backup")
            break
    return said


def refused(claims, room, emulator):
    for words in (FIX, [*FIX, "--journal=" + room + "/journal"]):
        said = refuse(claims, room, emulator, words)
        if "in memory" in said.stderr or "overlay" in said.stderr:
            print("not tried: " + said.stderr.strip())
            continue
        claims.equal(said.stderr.count("\n"), 1, "one sentence: " + said.stderr)
        claims.that(LIE in said.stderr and "--flush-lies" in said.stderr, said.stderr)
    said = refuse(claims, room, emulator, [*FIX, "--json"])
    end = json.loads(said.stdout.splitlines()[-1])
    claims.equal((end["event"], end["state"], end["exit"], end["written"]),
                 ("end", "refused", 4, False), "JSON: " + said.stdout)
    claims.that(LIE in (end["error"] or ""), "JSON: " + said.stdout)


def shown(claims, room, drive, node):
    """What only shows does not look, for that writes; it says that it will."""
    writes = drive.requests()["writes"]
    said = run(claims, room, node, "fix", "--dry-run")
    claims.equal(said.returncode, 0, "dry run: " + said.stderr)
    claims.that("written back as they were read" in cli.flat(said.stdout), said.stdout)
    claims.equal(drive.requests()["writes"], writes, "a dry run writes nothing")
    said = run(claims, room, node, "fix", "--dry-run", "--flush-lies")
    claims.that("written back as they were read" not in cli.flat(said.stdout), said.stdout)


def risked(claims, room, node):
    said = run(claims, room, node, *FIX, "--flush-lies")
    claims.equal(said.returncode, 0, "--flush-lies: " + said.stderr)
    listed = subprocess.run(["sfdisk", "--json", node], capture_output=True, text=True,
                            check=True).stdout
    parts = json.loads(listed)["partitiontable"]["partitions"]
    claims.equal([part["start"] for part in parts], [64], "it is moved")


def taken(claims, room, emulator):
    with lying(room, emulator) as (drive, node):
        shown(claims, room, drive, node)
        risked(claims, room, node)


def script(claims, room):
    emulator = sys.argv[2] if len(sys.argv) > 2 else ""
    rooms = [os.path.join(room, name) for name in ("taken", "refused")]
    for name in rooms:
        os.mkdir(name)
    # They mostly wait for their drives.
    with ThreadPoolExecutor() as pool:
        done = [pool.submit(case, claims, name, emulator)
                for case, name in zip((taken, refused), rooms)]
    try:
        for case in done:
            case.result()
    except lab.NoDrive as why:
        cli.skip(str(why))


cli.need("mke2fs", "sfdisk")
loop.need()
cli.main(script)
