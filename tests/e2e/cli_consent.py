#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_consent.py ALIDADE - a terminal is asked for a typed yes, and anything else is no
import os
import pty

import cli
import tables
from change_world import DOS, GPT, World, digest


def at_terminal(world, words, script, answer):
    """Exit code and what was on the screen; the script comes from a file."""
    file = os.path.join(world.room, "script")
    with open(file, "w", encoding="ascii") as out:
        out.write(script)
    process, terminal = pty.fork()
    if not process:
        os.environ.update(world.env, LC_ALL="C.UTF-8", TERM="xterm")
        os.dup2(os.open(file, os.O_RDONLY), 0)
        os.execv(world.claims.program, [world.claims.program, *words])
    shown = b""
    while True:
        try:
            more = os.read(terminal, 65536)
        except OSError:
            break
        if not more:
            break
        shown += more
        if b"go back: " in shown and answer is not None:
            os.write(terminal, answer)
            answer = None
    _, status = os.waitpid(process, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), shown.decode("utf-8", "replace")


def asks(world):
    claims = world.claims
    for answer, code in ((b"yes\n", 0), (b" YES \n", 0), (b"no\n", 1), (b"y\n", 1),
                         (b"\n", 1), (b"yes please\n", 1), (b"\x04", 1)):
        path = world.image("asks", DOS)
        before = digest(path)
        got, shown = at_terminal(world, ["apply", path], GPT, answer)
        claims.equal(got, code, "%r at the terminal: %s" % (answer, shown[-300:]))
        claims.equal(digest(path) != before, code == 0, "%r: what is on the disk" % answer)
        claims.that("Type yes" in shown and "What is written" in shown,
                    "%r: it is shown first" % answer)
        claims.equal("Nothing was written." in shown, code == 1, "%r: and said" % answer)
    path = world.image("asks", GPT)
    tables.put(path, 512, bytes(512))
    got, shown = at_terminal(world, ["repair", path], "", b"yes\n")
    claims.equal(got, 0, "repair asks too: " + shown[-300:])
    got, shown = at_terminal(world, ["apply", "-n", path], GPT, None)
    claims.equal((got, "Type yes" in shown), (0, False), "a dry run asks nothing")


def script(claims, room):
    if not cli.has_terminals():
        cli.skip("no pseudo-terminals here: devpts is not mounted")
    asks(World(claims, room))


cli.need("sfdisk")
cli.main(script)
