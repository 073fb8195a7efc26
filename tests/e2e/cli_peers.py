#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""cli_peers.py ALIDADE - what README.md says that cfdisk, sfdisk and parted do

The rows of its first table, on one old disk; the sources of the rest are named there."""
import os
import re
import subprocess

import cli
import law_editor
import sound

WORDS = re.compile("[Aa]lign|boundar|misalign")


def parted(*words):
    return subprocess.run(["parted", "-s", *words], capture_output=True, text=True,
                          check=False, env={**os.environ, "LC_ALL": "C.UTF-8"}, timeout=60)

def old_disk(claims, room):
    made = claims.run("demo", "touching", "--keep", "--no-open", env={
        "TMPDIR": room, "XDG_RUNTIME_DIR": room})
    return made.stdout.strip()

def shows(claims, words, pattern, path):
    """The first screen of an editor that is left at once."""
    editor = law_editor.Editor([*words, path], dict(os.environ, LC_ALL="C.UTF-8"))
    claims.that(editor.until(pattern), "%s opens: %s" % (words[0], editor.screen.text()))
    editor.settle()
    text = editor.screen.text()
    editor.type("Q")
    editor.end()
    return text

def marks(claims, path):
    claims.that("5 of 5 misaligned" in shows(claims, [claims.program], law_editor.LIST, path),
                "alidade marks them")
    text = shows(claims, ["/usr/sbin/cfdisk"], re.compile("Quit"), path)
    claims.that("63" in text and not WORDS.search(text), "cfdisk does not: " + text)
    said = parted(path, "align-check", "optimal", "1")
    claims.equal(said.returncode, 1, "parted does, one at a time")
    claims.that(not WORDS.search(parted(path, "unit", "s", "print").stdout),
                "parted's list does not")

def suggests(claims, path):
    claims.that("Suggested start: 56" in claims.run("check", path).stdout, "alidade does")
    said = parted(path, "align-check", "optimal", "1")
    claims.that("56" not in said.stdout + said.stderr, "parted names no better start")

def moves(claims, path):
    before = sound.content(path)
    said = parted(path, "move", "1", "56s")
    claims.that("Usage:" in said.stdout and "move" not in said.stdout,
                "parted knows no such command: " + said.stdout)
    claims.that(sound.content(path) == before, "parted moves nothing")
    said = subprocess.run(["sfdisk", "--help"], capture_output=True, text=True, check=True)
    claims.that("--move-data" in said.stdout and "resume" not in said.stdout,
                "sfdisk moves, and does not resume")
    claims.equal(claims.run_giving_up("fix", "--yes", path).returncode, 0, "alidade does")

def undoes(claims, path):
    before = sound.content(path)
    claims.equal(parted(path, "rm", "6").returncode, 0, "parted deletes a partition")
    claims.that(sound.content(path) != before, "parted has written it at once")

def script(claims, room):
    for row in (marks, suggests, moves, undoes):
        path = old_disk(claims, room)
        row(claims, path)
        os.unlink(path)

cli.need("parted", "sfdisk", "/usr/sbin/cfdisk")
cli.main(script)
