#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# lab_fix.py ALIDADE LIBRARY [EMULATOR] - fix on a drive that says "stored" before it is:
# one sentence and no change, unless the user takes the risk
import contextlib
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import cli  # noqa: E402
import lab  # noqa: E402
import loop  # noqa: E402

START, LENGTH = 63, 8192
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


class Disk:
    """A loop device over a drive: only devices are looked at."""

    def __init__(self, claims, room, drive, node):
        self.claims, self.room, self.drive, self.node = claims, room, drive, node

    def run(self, *words):
        return self.claims.run(*words, "--physical-sector=4096", self.node,
                               env={"XDG_STATE_HOME": self.room,
                                    **self.drive.environment(sys.argv[2])})


@contextlib.contextmanager
def disk(claims, room, kind="lying-flush"):
    emulator = sys.argv[3] if len(sys.argv) > 3 else ""
    with lab.drive(emulator, kind, is_virtual=True) as drive:
        fill(room, drive)
        with loop.device(drive.path) as node:
            yield Disk(claims, room, drive, node)


def files(room):
    return sorted(os.path.join(at, name) for at, _, names in os.walk(room) for name in names)


# The drive is full of old bytes, which may be overwritten.
FIX = ["fix", "--yes", "--to=nudge", "--lose=free"]


def refuse(claims, room, words):
    """After the consent, for the look writes; nothing else is written."""
    where = " ".join(word.split("=")[0] for word in words)
    with disk(claims, room) as lying:
        before, kept = lying.drive.bytes(), files(room)
        said = lying.run(*words)
        claims.equal(said.returncode, 4, where + ": " + said.stderr)
        claims.that(lying.drive.bytes() == before, where + ": no byte has changed")
        claims.equal(files(room), kept, where + ": no journal, no backup")
    return said


def refused(claims, room):
    for words in (FIX, [*FIX, "--journal=" + room + "/journal"]):
        said = refuse(claims, room, words)
        if "in memory" in said.stderr or "overlay" in said.stderr:
            print("not tried: " + said.stderr.strip())
            continue
        claims.equal(said.stderr.count("\n"), 1, "one sentence: " + said.stderr)
        claims.that(LIE in said.stderr and "--flush-lies" in said.stderr, said.stderr)
    said = refuse(claims, room, [*FIX, "--json"])
    end = json.loads(said.stdout.splitlines()[-1])
    claims.equal((end["event"], end["state"], end["exit"], end["written"]),
                 ("end", "refused", 4, False), "JSON: " + said.stdout)
    claims.that(LIE in (end["error"] or ""), "JSON: " + said.stdout)


def shown(claims, lying):
    """What only shows does not look, for that writes; it says that it will."""
    writes = lying.drive.requests()["writes"]
    said = lying.run("fix", "--dry-run")
    claims.equal(said.returncode, 0, "dry run: " + said.stderr)
    claims.that("written back as they were read" in cli.flat(said.stdout), said.stdout)
    claims.equal(lying.drive.requests()["writes"], writes, "a dry run writes nothing")
    said = lying.run("fix", "--dry-run", "--flush-lies")
    claims.that("written back as they were read" not in cli.flat(said.stdout), said.stdout)


def is_moved(claims, moved, words):
    said = moved.run(*words)
    claims.equal(said.returncode, 0, "%s: %s" % (words, said.stderr))
    listed = subprocess.run(["sfdisk", "--json", moved.node], capture_output=True,
                            text=True, check=True).stdout
    parts = json.loads(listed)["partitiontable"]["partitions"]
    claims.equal([part["start"] for part in parts], [64], "it is moved")


def script(claims, room):
    try:
        refused(claims, room)
        with disk(claims, room) as lying:
            shown(claims, lying)
            is_moved(claims, lying, [*FIX, "--flush-lies"])
        with disk(claims, room, "hdd512e") as honest:
            is_moved(claims, honest, FIX)
    except lab.NoDrive as why:
        cli.skip(str(why))


cli.need("mke2fs", "sfdisk")
loop.need()
cli.main(script)
