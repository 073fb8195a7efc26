#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_examples.py ALIDADE UI - each command under EXAMPLES in the man page does what it says,
# typed at a terminal; the help of the commands has the same ones
import os
import pty
import select
import shutil
import signal
import sys
import time

import cli

MIB = cli.MIB
SIZE = 600 * MIB
GPT = "label: gpt\n, 100MiB, L\n, 100MiB, L\n"
OLD = "label: dos\nstart=63,size=32768\n"
HELPED = ("editor list check explain plan fix resume dump apply backup restore history found "
          "repair bench probe demo help").split()


def examples(ui):
    """The lines of commands."""
    with open(os.path.join(ui, "man", "alidade.8"), encoding="utf-8") as file:
        page = file.read().split("\n.Sh EXAMPLES\n")[1].split("\n.Sh ")[0]
    return [line.removeprefix(".Dl $ ").replace("\\-", "-").replace("\\e", "\\")
            for line in page.split("\n") if line.startswith(".Dl ")]


class Place:
    """A folder with the disks that the examples name; /dev/sda is a file in it."""

    def __init__(self, claims, room):
        self.claims, self.room = claims, os.path.join(room, "place")
        self.env = {"HOME": room, "XDG_STATE_HOME": os.path.join(room, "state"),
                    "XDG_RUNTIME_DIR": room, "TMPDIR": room, "LC_ALL": "C.UTF-8",
                    "TERM": "xterm", "PATH": room + ":" + os.environ["PATH"]}
        os.mkdir(self.room)
        os.symlink(claims.program, os.path.join(room, "alidade"))
        self.content = os.path.join(room, "ext2")
        with open(self.content, "wb") as file:
            file.truncate(16 * MIB)
        cli.quiet("mke2fs", "-q", "-t", "ext2", self.content)

    def path(self, name):
        return os.path.join(self.room, name)

    def make(self, name, script):
        """A disk whose first partition has a file system, if it begins at 63."""
        path = self.path(name)
        if os.path.exists(path):
            os.unlink(path)
        cli.image(self.room, name, SIZE)
        result = self.claims.run("apply", "--yes", path, text=script, env=self.env)
        self.claims.equal(result.returncode, 0, name + ": " + result.stderr)
        if script == OLD:
            with open(path, "r+b") as disk, open(self.content, "rb") as content:
                disk.seek(63 * 512)
                disk.write(content.read())

    def prepare(self, command):
        """What the examples of COMMAND find."""
        self.make("disk.img", GPT)
        self.make("copy.img", GPT)
        # history is of a disk that has been fixed.
        if command != "history":
            self.make("sda.img", GPT if command in ("restore", "repair") else OLD)
        with open(self.path("sda.img"), "r+b") as disk:
            if command == "repair":
                disk.seek(512)
                disk.write(bytes(512))
            if command == "found":
                disk.write(bytes(512))
        if command == "resume":
            made = self.claims.run("demo", "--no-open", "interrupted", env=self.env).stdout.strip()
            os.replace(made, self.path("sda.img"))

    def at_terminal(self, line):
        """The exit code, and what was shown; a person answers yes, and leaves the editor."""
        process, terminal = pty.fork()
        if not process:
            os.chdir(self.room)
            os.execve("/bin/sh", ["sh", "-c", line], self.env)
        shown, answered, is_left, until = b"", 0, False, time.monotonic() + 150
        while time.monotonic() < until:
            if not select.select([terminal], [], [], 0.3)[0]:
                # It waits for what is typed.
                if shown.count(b"go back: ") > answered:
                    answered += 1
                    time.sleep(0.3)
                    os.write(terminal, b"yes\n")
                elif b"\x1b[?1049h" in shown:
                    os.write(terminal, b"Q")
                    is_left = True
                continue
            try:
                more = os.read(terminal, 65536)
            except OSError:
                break
            if not more:
                break
            shown += more
        else:
            os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        os.close(terminal)
        return os.waitstatus_to_exitcode(status), shown.decode("utf-8", "replace"), is_left


def command_of(line):
    """None: it is not of alidade."""
    words = line.split()
    if "alidade" not in words:
        return None
    after = (words + [""])[words.index("alidade") + 1]
    return after if after.isalpha() else "editor"


def check_outcome(place, line):
    """What the words above a line promise, where it is not only shown."""
    claims, image = place.claims, place.path("sda.img")

    def starts(name):
        table = claims.json("list", place.path(name), env=place.env)["partitiontable"]
        return [part["start"] for part in table["partitions"]]
    if line == "alidade fix /dev/sda":
        claims.equal(starts("sda.img"), [2048], line)
    elif line == "alidade resume /dev/sda":
        claims.equal(claims.run("check", image, env=place.env).returncode, 0, line)
    elif line == "alidade resume --rollback /dev/sda":
        claims.equal(claims.run("check", image, env=place.env).returncode, 1, line)
    elif "disk.img <table" in line:
        claims.equal(starts("disk.img"), [63], line)
    elif line == "alidade restore sda.alidade /dev/sda":
        claims.equal(starts("sda.img"), [63], line)
    elif line == "alidade repair /dev/sda":
        claims.that("nothing to repair" in claims.run("repair", image, env=place.env).stdout, line)
    elif line.startswith("alidade found --script"):
        with open(place.path("found.sfdisk"), encoding="utf-8") as file:
            claims.that("start=          63" in file.read(), line)


def script(claims, room):
    ui = os.path.abspath(sys.argv[2])
    cli.need("mke2fs")
    if not cli.has_terminals():
        cli.skip("no terminal can be made here")
    lines = examples(ui)
    helped = "".join(claims.run("help", command).stdout for command in HELPED)
    shown = [line for line in lines if "    %s\n" % line in helped]
    claims.equal(shown, lines[:len(shown)], "help has the first examples of the page")
    claims.that(2 * len(HELPED) < len(shown) < len(lines), "the page has more")
    place, last = Place(claims, room), None
    for line in lines:
        command = command_of(line)
        if command != last or "--rollback" in line:
            place.prepare(command)
            last = command
        if "| jq" in line and not shutil.which("jq"):
            continue
        code, shown, is_left = place.at_terminal(line.replace("/dev/sda", "./sda.img"))
        # This disk is misaligned.
        wants = 1 if line == "alidade check /dev/sda" else 0
        claims.equal(code, wants, "%s: %s" % (line, shown[-600:]))
        claims.equal(is_left, command == "editor" or line == "alidade demo",
                     "%s: the editor" % line)
        check_outcome(place, line)


cli.main(script)
