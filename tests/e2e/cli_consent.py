#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_consent.py ALIDADE - a terminal is asked for a typed yes, and anything else is no
import fcntl
import os
import pty
import select
import time

import cli
import tables
from change_world import DOS, GPT, World
from sound import digest


def at_terminal(world, words, script, answer, early=b"", too_early=0):
    """Exit code, what was on the screen, and whether all that was meant to come too early
    did; SCRIPT comes from a file, and None is for the terminal itself.  EARLY is typed before the program runs.  ANSWER is
    typed at once after the first TOO_EARLY questions, and half a second after the others."""
    file = os.path.join(world.room, "script")
    with open(file, "w", encoding="ascii") as out:
        out.write(script or "")
    process, terminal = pty.fork()
    if not process:
        os.environ.update(world.env, LC_ALL="C.UTF-8", TERM="xterm")
        if script is not None:
            os.dup2(os.open(file, os.O_RDONLY), 0)
        os.execv(world.claims.program, [world.claims.program, *words])
    shown, asked, is_early = b"", 0, True
    os.write(terminal, early)
    quiet = time.monotonic()  # nothing was there to read: no new question stood then
    while True:
        if not select.select([terminal], [], [], 0.02)[0]:
            quiet = time.monotonic()
            continue
        try:
            more = os.read(terminal, 65536)
        except OSError:
            break
        if not more:
            break
        shown += more
        if answer is None or shown.count(b"go back: ") <= asked:
            continue
        asked += 1
        time.sleep(0 if asked <= too_early else 0.5)
        os.write(terminal, answer)
        if asked <= too_early and time.monotonic() - quiet >= 0.3:
            is_early = False  # this machine was too slow to type
    _, status = os.waitpid(process, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), shown.decode("utf-8", "replace"), is_early


def asks(world):
    claims = world.claims
    for answer, code in ((b"yes\n", 0), (b" YES \n", 0), (b"no\n", 1), (b"y\n", 1),
                         (b"\n", 1), (b"yes please\n", 1), (b"\x04", 1), (b"yes\0x\n", 1),
                         (b"yes\0\n", 1)):
        path = world.image("asks", DOS)
        before = digest(path)
        got, shown, _ = at_terminal(world, ["apply", path], GPT, answer)
        claims.equal(got, code, "%r at the terminal: %s" % (answer, shown[-300:]))
        claims.equal(digest(path) != before, code == 0, "%r: what is on the disk" % answer)
        claims.that("Type yes" in shown and "What is written" in shown and
                    "Partition 1 holds data of unknown kind" in shown,
                    "%r: it is shown first" % answer)
        claims.equal("Nothing was written." in shown, code == 1, "%r: and said" % answer)
    for early in (b"yes\n", b"yes\nyes\nyes\n", b"ye"):
        path = world.image("asks", DOS)
        before = digest(path)
        got, shown, _ = at_terminal(world, ["apply", path], GPT, b"no\n", early)
        claims.equal(got, 1, "%r before the question: %s" % (early, shown[-300:]))
        claims.that("What was typed before this question is ignored." in shown,
                    "%r: it is reported" % early)
        claims.equal(digest(path), before, "%r: nothing is written" % early)
    path = world.image("asks", GPT)
    tables.put(path, 512, bytes(512))
    got, shown, _ = at_terminal(world, ["repair", path], "", b"yes\n")
    claims.equal(got, 0, "repair asks too: " + shown[-300:])
    claims.equal(shown.count("go back: "), 1, "an answer in time is asked for once")
    path = world.image("asks", DOS)
    got, shown, is_early = at_terminal(world, ["apply", path], GPT, b"yes\n", too_early=3)
    claims.equal(got, 0, "the answer in time counts: " + shown[-300:])
    claims.that(not is_early or shown.count("go back: ") == 4,
                "each answer at once is ignored: " + shown[-300:])
    got, shown, _ = at_terminal(world, ["apply", "-n", path], GPT, None)
    claims.equal((got, "Type yes" in shown), (0, False), "a dry run asks nothing")
    got, shown, _ = at_terminal(world, ["apply", "-n", path], None, None,
                                early=GPT.encode() + b"\x04")
    claims.equal((got, "Ctrl-D ends it" in shown), (0, True), "typed: " + shown[-300:])


def checks(world):
    """The answer check runs the checkers, and the question comes again without it."""
    claims = world.claims
    path, part = world.image("checks", "label: dos\nstart=63,size=8192\n"), world.room + "/part"
    with open(part, "wb") as file:
        file.truncate(8192 * 512)
    cli.quiet("mke2fs", "-q", part)
    with open(part, "rb") as file:
        tables.put(path, 63 * 512, file.read())
    before = digest(path)
    got, shown, _ = at_terminal(world, ["fix", path], "", b"check\n")
    claims.equal(got, 1, "check is no yes: " + shown[-300:])
    claims.equal((shown.count("go back: "), shown.count("check to have the file")), (2, 1), shown)
    claims.that("e2fsck finds no errors." in shown, shown[-600:])
    claims.equal(digest(path), before, "nothing is written")


def asks_not(world):
    """There is no question for a write that is known to be refused."""
    claims = world.claims
    path = world.image("locked", DOS)
    with open(path, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        got, shown, _ = at_terminal(world, ["apply", path], GPT, None)
        claims.equal((got, "Type yes" in shown), (4, False), "locked: " + shown[-300:])
        claims.that("holds the lock" in shown, "it is reported: " + shown[-300:])
    with open(path, "r+b") as file:
        fcntl.lockf(file, fcntl.LOCK_EX)
        got, shown, _ = at_terminal(world, ["apply", path], GPT, None)
        claims.equal((got, "Type yes" in shown), (4, False), "locked: " + shown[-300:])
        claims.that("(%d)" % os.getpid() in shown, "who does: " + shown[-300:])


def wait_for(terminal, shown, text):
    """Reads until TEXT came; the screen is only looked through for whole words."""
    while text not in shown:
        shown += os.read(terminal, 65536)
    return shown


def editor(world):
    """Keys that were typed before the consent screen stands write nothing; those after it
    do.  Each row: what is typed, what follows after 50 ms."""
    claims = world.claims
    for first, then in ((b"Wyes\r", b""), (b"W", b"yes\r"), (b"Wyes\ryes\ryes\r", b""),
                        (b"W\x1b[200~yes\r\x1b[201~", b"\r")):
        path = world.image("editor", DOS)
        before = digest(path)
        process, terminal = pty.fork()
        if not process:
            os.environ.update(world.env, LC_ALL="C.UTF-8", TERM="xterm", LINES="24",
                              COLUMNS="80")
            os.execv(claims.program, [claims.program, path])
        wait_for(terminal, b"", b"elp")
        os.write(terminal, b"d")
        wait_for(terminal, b"", b"1 change")
        began = time.monotonic()
        os.write(terminal, first)
        time.sleep(0.05)
        os.write(terminal, then)
        is_early = time.monotonic() - began < 0.3
        shown = wait_for(terminal, b"", b"Type yes to write")
        if is_early:  # else this machine was too slow to type
            shown = wait_for(terminal, shown, b"was shown is ignored")
            claims.equal(digest(path), before, "%r, %r: nothing is written" % (first, then))
            shown, end = b"", b"is the new one"
            while end not in shown:  # a busy machine needs it again
                time.sleep(0.5)
                os.write(terminal, b"yes\r")
                while end not in shown and select.select([terminal], [], [], 2)[0]:
                    shown += os.read(terminal, 65536)
            claims.that(digest(path) != before, "a yes in time writes")
        os.close(terminal)
        os.waitpid(process, 0)


def script(claims, room):
    if not cli.has_terminals():
        cli.skip("no pseudo-terminals here: devpts is not mounted")
    world = World(claims, room)
    asks(world)
    checks(world)
    asks_not(world)
    editor(world)


cli.need("sfdisk", "mke2fs", "e2fsck")
cli.main(script)
