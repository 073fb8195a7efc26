# SPDX-License-Identifier: GPL-3.0-or-later
# elsewhere.py - a disk whose partitions are moved, with the journal on another one
import contextlib
import os
import random
import signal
import subprocess

import cli
import loop
import moving
import real_disk

UUID = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"  # of the file system with the journal


class Scene:
    def __init__(self, claims, room):
        self.claims, self.room = claims, room
        self.file_system = moving.file_system(room)
        self.folder = os.path.join(room, "usb")
        self.state = os.path.join(room, "state")

    @contextlib.contextmanager
    def disk(self, name="disk"):
        """With an id of its own: a journal alone fits to all disks that have the same."""
        with moving.disk(self.room, self.file_system, True, name=name) as disk:
            cli.quiet("sfdisk", "-q", "--no-tell-kernel", "--disk-id", disk.node,
                      "0x%08x" % random.getrandbits(32))
            disk.before = disk.read()
            yield disk

    def words(self, disk, *more):
        return ["fix", "--physical-sector=4096", "--yes", *more, disk.node]

    def run(self, *words):
        return self.claims.run(*words, env={"XDG_STATE_HOME": self.state})

    def done(self, said, where):
        self.claims.equal((said.returncode, said.stderr), (0, ""),
                          where + ": " + said.stdout[-300:])

    def refused(self, disk, words, where, *parts, code=4):
        before = disk.read()
        said = self.run(*words)
        self.claims.equal(said.returncode, code, where + ": " + said.stderr)
        for part in parts:
            self.claims.that(part in said.stderr, "%s: %s: %r" % (where, part, said.stderr))
        self.claims.equal(said.stderr.count("\n"), 1, where + ": one sentence: " + said.stderr)
        self.claims.that(disk.read() == before, where + ": nothing was written")
        return said

    @contextlib.contextmanager
    def usb(self, size=16 * cli.MIB):
        """Another disk with a file system, mounted; its node."""
        image = cli.image(self.room, "usb-disk", size)
        cli.quiet("mkfs.ext2", "-q", "-F", "-U", UUID, image)
        with loop.device(image) as node, loop.mounted(node, self.folder):
            yield node

    def forget(self):
        """As on a rescue disk, which does not know what this one has done."""
        subprocess.run(["rm", "-rf", self.state], check=True)

    def between(self, disk, journal, number=1):
        """Another program reads partition NUMBER, which so cannot be hidden: the moves
        before it, that of 2 before that of 1, are complete, and the fix ends with an
        error.  What it said."""
        held = os.open("%sp%d" % (disk.node, number), os.O_RDONLY)
        said = self.claims.run(*self.words(disk, "--journal=" + journal), env={
            "XDG_STATE_HOME": self.state, **real_disk.Runs.at_writes(disk.node, hurry="1")})
        os.close(held)
        self.claims.equal(said.returncode, 6, "between two moves: " + said.stderr)
        self.claims.equal(moving.begun(self.claims, disk), None, "nothing leads to the journal")
        return said

    def notes(self, disk):
        notes = self.claims.json("list", disk.node).get("notes", [])
        return " ".join(note["text"] for note in notes)

    def in_the_middle(self, disk, journal):
        """Killed while the first partition is moved."""
        said = self.claims.run(*self.words(disk, "--journal=" + journal), env={
            "XDG_STATE_HOME": self.state, **real_disk.Runs.at_writes(disk.node, kill="15")})
        self.claims.equal(said.returncode, -signal.SIGKILL, "killed: " + said.stderr)
        self.claims.that("alidade resume" in self.notes(disk), "it is in the middle")
