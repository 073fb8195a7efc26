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


def script(claims, room):
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError:
        cli.skip("no pseudo-terminals here: devpts is not mounted")
    here = os.path.join(room, "here")
    os.mkdir(here)
    claims.equal(story(claims, here, ["legacy"], b"q")[1], 0, "q")
    claims.equal(os.listdir(here), [], "q: the image is gone")
    for number in (signal.SIGTERM, signal.SIGHUP):
        claims.equal(story(claims, here, ["gpt34"], number)[1], -number,
                     "it ends by the signal")
        claims.equal(os.listdir(here), [], "signal %d: the image is gone" % number)
    rest, code = story(claims, here, ["--keep", "aligned"], b"q")
    kept = os.listdir(here)
    claims.equal((code, len(kept)), (0, 1), "--keep")
    claims.that(kept[0].encode() in rest, "--keep says the path: %r" % rest[-200:])


cli.main(script)
