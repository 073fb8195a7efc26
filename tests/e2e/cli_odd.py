#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_odd.py ALIDADE - names that would speak to the terminal, outputs that are broken,
# standard streams that are closed
import os
import subprocess

import cli

HOSTILE = b"odd\nline \x1b[31m\xff \xe2\x80\xae.img"


def run(claims, *words, **options):
    """Bytes in, bytes out: what is printed need not be UTF-8 when the test fails."""
    return subprocess.run([claims.program, *words], stdin=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, timeout=120,
                          env=dict(os.environ, LC_ALL="C.UTF-8"), **options)


def is_harmless(text):
    """Only lines of printable text."""
    try:
        return all(line.isprintable() for line in text.decode().split("\n"))
    except UnicodeDecodeError:
        return False


def hostile_names(claims, room, demo):
    path = os.path.join(os.fsencode(room), HOSTILE)
    os.link(demo, path)  # no copy: that would fill the holes
    for words in ((b"list", path), (b"check", path), (b"explain", path),
                  (b"list", path + b"x"), (b"check", path + b"x"), (b"explain", path, b"\x1b"),
                  (path, path), (b"demo", HOSTILE), (b"list", b"--" + HOSTILE),
                  (b"list", b"-\xff"), (b"list", b"--grain=" + HOSTILE),
                  (b"list", b"--size=" + HOSTILE), (b"check", b"--need=" + HOSTILE)):
        result = run(claims, *words, stdout=subprocess.PIPE)
        claims.that(is_harmless(result.stdout + result.stderr),
                    "%r speaks in plain text: %r %r" %
                    (words, result.stdout[-300:], result.stderr))
        claims.that(b"odd\n" not in result.stdout + result.stderr, "in one line")
    claims.json("list", os.fsdecode(path), os.fsdecode(path + b"x"))


def closed_streams(claims, demo):
    """Nothing lands in the wrong file, and the exit code says what was lost."""
    for close, want in (("<&-", 1), ("2>&-", 1), ("<&- 2>&-", 1), (">&-", 6),
                        ("<&- >&- 2>&-", 6)):
        with open(demo, "rb") as file:
            before = file.read(1 << 16)
        code = subprocess.run(["sh", "-c", 'exec "$0" check "$1" %s' % close,
                               claims.program, demo], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, timeout=120,
                              check=False).returncode
        claims.equal(code, want, "check " + close)
        with open(demo, "rb") as file:
            claims.that(file.read(1 << 16) == before, "the image is as before " + close)


def untold_images(claims, room):
    """An image whose path nobody was told would stay for ever."""
    here = os.path.join(room, "here")
    os.mkdir(here)
    env = dict(os.environ, LC_ALL="C.UTF-8", TMPDIR=here, XDG_RUNTIME_DIR=here)
    for words in (("--no-open",), ("--no-open", "--json"), ("--keep",),
                  ("--no-open", "--keep")):
        with open("/dev/full", "wb") as full:
            result = subprocess.run([claims.program, "demo", "gpt34", *words], env=env,
                                    stdin=subprocess.DEVNULL, stdout=full,
                                    stderr=subprocess.PIPE, timeout=120, check=False)
        claims.equal(result.returncode, 6, "demo %r into a full output" % (words,))
        claims.that(b"No space left" in result.stderr, "why: %r" % result.stderr)
        claims.equal(os.listdir(here), [], "demo %r leaves nothing" % (words,))


def script(claims, room):
    demo = claims.run("demo", "gpt34", "--no-open", env={
        "TMPDIR": room, "XDG_RUNTIME_DIR": room}).stdout.rstrip("\n")
    hostile_names(claims, room, demo)
    closed_streams(claims, demo)
    untold_images(claims, room)


cli.main(script)
