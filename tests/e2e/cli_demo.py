#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_demo.py ALIDADE - demo on a terminal: the image goes with the editor, however it ends
import os
import pty
import select
import signal
import time

import cli

PATIENCE_S = 60


def start(claims, here, *words):
    """The program on a terminal of its own; pid and the terminal's other end."""
    pid, terminal = pty.fork()
    if not pid:
        os.environ.update({"TERM": "xterm", "LC_ALL": "C.UTF-8", "TMPDIR": here,
                           "XDG_RUNTIME_DIR": here, "LINES": "24", "COLUMNS": "80"})
        os.execv(claims.program, [claims.program, "--size=80x24", "demo", *words])
    return pid, terminal


def read_until(terminal, word):
    """All that was sent until WORD came, or until the program ended (word None)."""
    seen = b""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end and not (word and word in seen):
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            more = os.read(terminal, 65536)
        except OSError:  # the other end is closed
            break
        if not more:
            break
        seen += more
    return seen


def story(claims, here, words, end):
    """Starts, waits for the screen, ends as END says; what came last, and the status."""
    pid, terminal = start(claims, here, *words)
    first = read_until(terminal, b"Suggest")
    claims.that(b"Suggest" in first, "the screen of demo %r: %r" % (words, first[-300:]))
    claims.equal(len(os.listdir(here)), 1, "its image is there")
    if isinstance(end, bytes):
        os.write(terminal, end)
    else:
        os.kill(pid, end)
    rest = read_until(terminal, None)
    status = os.waitpid(pid, 0)[1]
    os.close(terminal)
    return rest, os.waitstatus_to_exitcode(status)


def colours(claims, here, env, *words):
    """Whether a report on a terminal is coloured."""
    pid, terminal = pty.fork()
    if not pid:
        os.environ.update({"TERM": "xterm", "LC_ALL": "C.UTF-8", **env})
        os.execv(claims.program, [claims.program, "list", *words, here])
    text = read_until(terminal, None)
    os.waitpid(pid, 0)
    os.close(terminal)
    claims.that(b"sectors" in text, "it lists: %r" % text)
    return b"\x1b[" in text


def reports(claims, room):
    image = claims.run("demo", "legacy", "--no-open", env={
        "TMPDIR": room, "XDG_RUNTIME_DIR": room}).stdout.rstrip("\n")
    plain = {"XDG_CONFIG_HOME": room, "NO_COLOR": ""}
    claims.that(colours(claims, image, plain), "a terminal has colours")
    claims.that(not colours(claims, image, {**plain, "NO_COLOR": "1"}), "NO_COLOR")
    os.mkdir(os.path.join(room, "terminal-colors.d"))
    with open(os.path.join(room, "terminal-colors.d", "alidade.disable"), "wb"):
        pass
    claims.that(not colours(claims, image, plain), "terminal-colors.d")
    claims.that(colours(claims, image, plain, "--color=always"), "--color=always")


def larger_than_the_terminal(claims, here):
    """A part of the terminal cannot be larger than it is."""
    pid, terminal = pty.fork()
    if not pid:
        os.environ.update({"TERM": "xterm", "LC_ALL": "C.UTF-8", "TMPDIR": here,
                           "XDG_RUNTIME_DIR": here, "LINES": "24", "COLUMNS": "80"})
        os.execv(claims.program, [claims.program, "--size=9999x9999", "demo"])
    first = read_until(terminal, b"Suggest")
    os.write(terminal, b"Q")
    claims.that(len(first + read_until(terminal, None)) < 20000, "it fits")
    claims.equal(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0, "--size=9999x9999")
    os.close(terminal)


def script(claims, room):
    if not cli.has_terminals():
        cli.skip("no pseudo-terminals here: devpts is not mounted")
    here = os.path.join(room, "here")
    os.mkdir(here)
    claims.equal(story(claims, here, ["legacy"], b"Q")[1], 0, "Q")
    claims.equal(os.listdir(here), [], "Q: the image is gone")
    for number in (signal.SIGTERM, signal.SIGHUP):
        claims.equal(story(claims, here, ["gpt34"], number)[1], -number,
                     "it ends by the signal")
        claims.equal(os.listdir(here), [], "signal %d: the image is gone" % number)
    rest, code = story(claims, here, ["--keep", "aligned"], b"Q")
    kept = os.listdir(here)
    claims.equal((code, len(kept)), (0, 1), "--keep")
    claims.that(kept[0].encode() in rest, "--keep says the path: %r" % rest[-200:])
    os.mkdir(os.path.join(room, "large"))
    larger_than_the_terminal(claims, os.path.join(room, "large"))
    reports(claims, room)


cli.main(script)
