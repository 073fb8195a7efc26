#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What alidade takes a terminal for, and how it leaves one: cli_terminal.py ALIDADE"""
import os
import pty
import re
import select
import subprocess
import sys
import time

import cli

ALIDADE = sys.argv[1]
HIDDEN = "for d in /etc /lib /usr/lib /usr/share; do [ ! -d $d/terminfo ] || " \
         "mount -t tmpfs none $d/terminfo || exit 77; done; exec \"$0\" demo"


def run(term, argv, locale="C.UTF-8"):
    """The bytes shown and the exit code; q is typed whenever the program is silent."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(LC_ALL=locale, LINES="24", COLUMNS="80")
        os.environ.pop("TERM", None)
        if term is not None:
            os.environ["TERM"] = term
        os.execvp(argv[0], argv)
    shown, end = b"", time.monotonic() + 60
    try:
        while time.monotonic() < end:
            if not select.select([terminal], [], [], 0.5)[0]:
                os.write(terminal, b"qQ")
                continue
            data = os.read(terminal, 65536)
            if not data:
                break
            shown += data
    except OSError:
        pass  # the program has ended
    os.close(terminal)
    return shown, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def check(is_right, *what):
    if not is_right:
        sys.exit("wrong: %r" % (what,))


if not cli.has_terminals():
    cli.skip("no pseudo-terminals here: devpts is not mounted")
for name, said in (("no-such", b"no-such is not known here: taken for xterm."),
                   ("", b"TERM is not set: the terminal is taken for xterm."),
                   (None, b"TERM is not set: the terminal is taken for xterm.")):
    got = run(name, [ALIDADE, "demo"])
    check(got[1] == 0 and said in got[0], name, got)
for name in "dumb", "unknown", "network":
    shown, code = run(name, [ALIDADE, "demo"])
    check(code == 4 and shown.count(b"\n") == 1, name, shown, code)
    check(b"(%s) cannot show screens" % name.encode() in shown, name, shown)
# Without a second screen the last row is cleared for the shell's prompt.
for name in "vt100", "linux":
    shown, code = run(name, [ALIDADE, "demo"])
    check(code == 0 and shown.endswith(b"\033[K") and b"taken for" not in shown, name, shown)
# Many that call themselves xterm cannot repeat a character.
for locale in "C", "C.UTF-8":
    shown, code = run("xterm", [ALIDADE, "demo"], locale)
    check(code == 0 and not re.search(rb"\033\[\d+b", shown), locale, shown)
    check((b"\033(0" in shown) == (locale == "C"), locale, "lines of the vt100", shown)
# The mouse is asked for where terminfo knows one, and given back.
for argv, name, has_mouse in (([], "xterm-256color", True), ([], "vt100", False),
                              (["--no-mouse"], "xterm-256color", False)):
    shown, code = run(name, [ALIDADE, "demo"] + argv)
    check(code == 0 and (shown.count(b"\033[?1006;1000h") == 1) == has_mouse, name, shown)
    check((b"\033[?1006;1000l" in shown) == has_mouse, name, shown)
if os.geteuid() != 0 or subprocess.call(["unshare", "-m", "true"]) != 0:
    print("skipped: hiding terminfo needs root")
    sys.exit(77)
shown, code = run("vt100", ["unshare", "-m", "env", "-u", "TERMINFO", "HOME=/nonexistent",
                            "sh", "-c", HIDDEN, ALIDADE])
check(code in (4, 77), shown, code)
check(code == 77 or b"There is no terminfo database here" in shown, shown)
sys.exit(77 if code == 77 else 0)
