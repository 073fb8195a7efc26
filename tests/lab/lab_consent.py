#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# lab_consent.py ALIDADE - a typed yes on a serial line: what was typed before it was asked
# for writes nothing, what is typed after that writes
import hashlib
import time

import guest
from guest import cli

# Each story deletes one.
PARTITIONS = 16
EARLY = "is ignored"
# A yes counts from 0.3 seconds after the question on; people take longer.
PAUSE = 1.5


class World:
    def __init__(self, claims, machine, disk):
        self.claims, self.machine, self.disk = claims, machine, disk

    def digest(self):
        with open(self.disk, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()

    def partitions(self):
        return cli.quiet("sfdisk", "--dump", self.disk).count("start=")

    def is_unchanged(self, before, name):
        self.claims.equal(self.digest(), before, name + ": the disk is unchanged")

    def is_written(self, before, count, name):
        self.claims.that(self.digest() != before, name + ": the disk is written")
        self.claims.equal(self.partitions(), count - 1, name + ": one partition less")

    def late_yes(self):
        time.sleep(PAUSE)
        self.machine.type("yes\r")


def open_editor(world, terminal):
    """With one change that could be written at once."""
    world.machine.type("TERM=%s alidade /dev/vda\n" % terminal)
    world.machine.wait("Quit")
    world.machine.type("d")
    world.machine.wait("1 change")
    # On a busy machine the first W may come before the disk is known.
    question = None
    while question != b"Type yes":
        world.machine.type("W")
        question = world.machine.wait("Type yes|try again in a moment")[1].group()
    world.machine.type("\x1b")
    world.machine.wait("Nothing has been written")


def close_editor(world):
    world.machine.wait("is the new one")
    world.machine.type("q")
    world.machine.wait("0 changes")
    world.machine.type("Q")
    code, _ = world.machine.end()
    world.claims.equal(code, 0, "the editor ends")


def editor(world, terminal):
    """Each row: what is typed, and what follows 50 ms later."""
    machine = world.machine
    for first, then in (("Wyes\r", ""), ("W", "yes\r"), ("W", None)):
        name = "%s, %r, %r" % (terminal, first, then)
        before, count = world.digest(), world.partitions()
        open_editor(world, terminal)
        machine.type(first)
        if then:
            time.sleep(0.05)
            machine.type(then)
        machine.wait("Type yes to write")
        if then is not None:
            machine.wait(EARLY)
            world.is_unchanged(before, name)
        world.late_yes()
        close_editor(world)
        world.is_written(before, count, name)


def apply(world, terminal):
    """Each row: what is typed behind the command, before it runs and 50 ms later."""
    machine = world.machine
    for first, then in (("yes\r", ""), ("", "yes\r"), ("", None)):
        name = "%s, apply, %r, %r" % (terminal, first, then)
        before, count = world.digest(), world.partitions()
        code, said = machine.run("alidade dump /dev/vda | sed '$d' >/wanted")
        world.claims.equal((code, said), (0, ""), name + ": a script for it")
        machine.type("TERM=%s alidade apply /dev/vda </wanted\n%s" % (terminal, first))
        if then:
            time.sleep(0.05)
            machine.type(then)
        machine.wait("Type yes to write")
        if then is not None:
            machine.wait(EARLY)
            machine.wait("Type yes to write")
            world.is_unchanged(before, name)
        world.late_yes()
        code, said = machine.end()
        world.claims.equal(code, 0, name + ": " + said)
        world.claims.that("Type yes" not in said, name + ": it is asked no more: " + said)
        world.is_written(before, count, name)


def script(claims, room):
    cli.need("sfdisk")
    disk = cli.image(room, "disk", 64 * cli.MIB)
    cli.quiet("sfdisk", "-q", disk, input="label: gpt\n" + "size=4096\n" * PARTITIONS)
    with guest.Guest(room, claims.program, disk) as machine:
        world = World(claims, machine, disk)
        for terminal in guest.TERMINALS:
            editor(world, terminal)
            apply(world, terminal)


if __name__ == "__main__":
    cli.main(script)
