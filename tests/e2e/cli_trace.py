#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_trace.py ALIDADE - reading opens nothing for writing, and changes nothing: a trace
# that follows the child in which libparted runs
import os

import cli
from tracing import changes, digest, opened_for_writing, trace

SCRIPT = "label: gpt\n,10M,U\n,\n"


def images(room):
    """A table of each kind that a tool here can make, and broken ones."""
    for label in ("msdos", "gpt", "bsd", "sun", "mac", "amiga", "dvh", "pc98", "loop"):
        path = cli.image(room, label, 64 * cli.MIB)
        cli.quiet("parted", "-s", path, "mklabel", label)
        yield path
    path = cli.image(room, "nothing", 64 * cli.MIB)
    yield path
    path = cli.image(room, "gpt-half", 64 * cli.MIB)
    cli.quiet("parted", "-s", path, "mklabel", "gpt", "mkpart", "one", "34s", "9999s")
    with open(path, "r+b") as file:
        file.seek(512)
        file.write(bytes(512))
    yield path


def script(claims, room):
    children = 0
    for path in images(room):
        before = digest(path)
        log = os.path.join(room, "log")
        for words in (["list"], ["check"], ["explain"], ["dump"], ["repair", "--dry-run"]):
            children = max(children, trace(claims, log, path, [*words, path]))
        # Without --yes and without a terminal too: all but the write is done.
        for words in (["apply", "-n"], ["apply"]):
            trace(claims, log, path, [*words, path], SCRIPT)
        trace(claims, log, path, ["backup", "-n", path, os.path.join(room, "none")])
        claims.equal(digest(path), before, path + " is as it was")
    claims.that(children > 1, "the trace follows the child that asks libparted")
    # The eye that sees nothing must be known to see something.
    claims.that(opened_for_writing('1 openat(AT_FDCWD, "/dev/sda", O_RDWR) = 3</dev/sda>'),
                "an open for writing is seen")
    claims.that(changes("1 ioctl(3</dev/sda>, BLKRRPART) = 0"), "and a change")


cli.need("strace", "parted")
cli.main(script)
