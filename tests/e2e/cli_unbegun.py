#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_unbegun.py ALIDADE AT_WRITES - a fix is killed while its journal is made, in the only
# place there is: the next one begins anew without any option, but not over a log that is
# another's, or of which a byte has changed
import os
import sys

import cli
import moving

REST = 640    # sectors for the journal: no room for another one beside its log
OVER = "hold the journal of a fix that is over"
SECTOR = 512


class Killed:
    """A disk as the Nth write of a fix would have found it."""

    def __init__(self, claims, room, disk):
        self.claims, self.room, self.disk = claims, room, disk
        self.words = ["fix", "--physical-sector=4096", disk.path]

    def env(self, **more):
        options = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        return {"XDG_STATE_HOME": self.room, "LD_PRELOAD": os.path.abspath(sys.argv[2]),
                "ASAN_OPTIONS": options, "WRITES_TO": self.disk.path, **more}

    def put(self, image):
        with open(self.disk.path, "r+b") as file:
            file.write(image)

    def kill_at(self, number):
        """What is on the disk then; None: a fix has begun."""
        self.put(self.disk.before)
        said = self.claims.run(*self.words, "--yes", env=self.env(WRITES_KILL=str(number)))
        assert said.returncode < 0, said
        if moving.begun(self.claims, self.disk):
            return None
        return self.disk.read()

    def run(self, *more):
        return self.claims.run(*self.words, *more, env={"XDG_STATE_HOME": self.room})


def log_in(killed, image):
    """The first sector behind the partitions that is not zero; None: all are."""
    for lba in range(killed.disk.end, len(image) // SECTOR):
        if any(image[lba * SECTOR:(lba + 1) * SECTOR]):
            return lba
    return None


def begins_anew(killed, image, where):
    claims = killed.claims
    claims.equal(image[:killed.disk.end * SECTOR], killed.disk.before[:killed.disk.end * SECTOR],
                 where + ": nothing outside of the journal is written")
    shown = killed.run("--dry-run")
    claims.equal(shown.returncode, 0, where + ": dry run: " + shown.stderr)
    has_log = log_in(killed, image) is not None
    claims.equal(OVER in cli.flat(shown.stdout), has_log, where + ": " + shown.stdout)
    claims.equal(killed.disk.read(), image, where + ": a dry run writes nothing")
    done = killed.run("--yes")
    claims.equal((done.returncode, done.stderr), (0, ""), where + ": " + done.stdout[-400:])
    moving.check_end(claims, killed.disk, {1, 2}, where)
    return has_log


def refused(killed, image, where):
    killed.put(image)
    said = killed.run("--yes")
    killed.claims.equal(said.returncode, 4, where + ": " + said.stderr)
    killed.claims.that("--lose=@" in said.stderr, where + ": " + said.stderr)
    killed.claims.equal(killed.disk.read(), image, where + ": no byte has changed")


def not_ours(killed, image):
    other = bytearray(image)
    for at in (image.find(b"ALIDADE\0"), image.rfind(b"ALIDADE\0")):
        other[at + 300] ^= 1
    refused(killed, bytes(other), "a byte of the log has changed")
    other = bytearray(image)
    other[446 + 2 * 16 + 4] = 0x07
    refused(killed, bytes(other), "the table has changed since")


def script(claims, room):
    with moving.disk(room, moving.file_system(room), False, rest=REST) as disk:
        killed, number, logs, last = Killed(claims, room, disk), 1, 0, None
        while (image := killed.kill_at(number)) is not None:
            logs += begins_anew(killed, image, "killed at write %d" % number)
            last = image
            number += 1
        claims.that(logs > 1, "only %d of %d leave a log" % (logs, number - 1))
        not_ours(killed, last)


cli.need("sfdisk", "mke2fs", "debugfs", "blkid")
cli.main(script)
