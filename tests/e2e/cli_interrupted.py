#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_interrupted.py ALIDADE MAKE_INTERRUPTED - a disk on which the move of a partition has
# not ended: each command that writes refuses with one sentence that names the next one,
# those that read say it, and no byte changes
import os
import subprocess
import sys

import cli
import sound

NOTE = "move-in-progress"
SCRIPT = "label: gpt\nsize=10MiB\n"
RESUME = "alidade resume"
# In the last one the power failed before the table had the entry in progress.
DISKS = ("msdos", "left", "gpt", "not-labelled")
# Both read images alike: their table begins at the same byte for any sector size.
TORN = "gpt"


def refused(claims, where, result, part, code=4):
    claims.equal(result.returncode, code, where + ": " + result.stderr)
    claims.that(part in result.stderr and result.stderr.count("\n") == 1,
                "%s: one sentence: %r" % (where, result.stderr))


def writing(room, path):
    """All commands that change a disk, as a person without caution gives them."""
    backup = os.path.join(room, "backup")
    return [
        (["repair", "--yes", path], ""),
        (["apply", "--yes", "--lose=all", path], SCRIPT),
        (["apply", "--yes", "--lose=all", "--layout=8MiB", path], ""),
        (["restore", "--yes", "--lose=all", backup, path], ""),
        (["bench", path], ""),
        (["bench", "--base=2048", "--against=2049", path], ""),
        (["probe", path], ""),
        (["plan", path], ""),
    ]


def save_another(claims, room, size):
    whole = cli.image(room, "whole", size)
    cli.quiet("sfdisk", "-q", whole, input="label: gpt\nsize=4MiB\n")
    claims.equal(claims.run("backup", whole, os.path.join(room, "backup")).returncode, 0,
                 "a backup of another disk of this size")


def writers_refuse(claims, room, path):
    before = sound.digest(path)
    for words, text in writing(room, path):
        where = " ".join(words[:2])
        refused(claims, where, claims.run(*words, text=text), RESUME)
        claims.equal(sound.digest(path), before, where + " wrote nothing")


def repair_offers_nothing(claims, room, path):
    """The power failed between the two copies of the GPT."""
    with open(path, "r+b") as file:
        file.seek(-512, os.SEEK_END)
        file.write(bytes(512))
    before = sound.digest(path)
    for words in (["repair", "--yes"], ["repair", "--yes", "--copy=primary"]):
        refused(claims, " ".join(words), claims.run(*words, path), RESUME)
    claims.equal(sound.digest(path), before, "repair wrote nothing")


def readers_tell(claims, path, name):
    before = sound.digest(path)
    document = claims.json("list", path)
    notes = [note["id"] for note in document["notes"]]
    claims.that(NOTE in notes, "%s: %r" % (name, notes))
    checked = claims.run("check", path)
    claims.equal(checked.returncode, 3, name + ": check")
    claims.that(RESUME in checked.stdout, name + ": " + checked.stdout)
    claims.that(RESUME in claims.run("list", path).stdout, name + ": list")
    for word, code in (("dump", 3), ("explain", 0)):
        said = claims.run(word, path)
        claims.equal(said.returncode, code, name + ": " + word)
        claims.that(RESUME in said.stderr and said.stdout,
                    "%s: %s: %r" % (name, word, said))
    claims.equal(sound.digest(path), before, name + ": as it was")


def other_sectors(claims, path, name):
    """Behind another bridge; 63 is no multiple of 8."""
    before = sound.digest(path)
    for words in (["list"], ["apply", "--yes", "--lose=all"], ["repair", "--yes"]):
        result = claims.run(*words, "--sector-size=4096", path, text=SCRIPT)
        claims.that("in the same enclosure" in result.stderr + result.stdout,
                    "%s %s: %r" % (name, words[0], result.stderr))
        claims.that(words[0] == "list" or result.returncode == 4,
                    "%s %s: %d" % (name, words[0], result.returncode))
    claims.equal(sound.digest(path), before, name + ": as it was")


def script(claims, room):
    folder = os.path.join(room, "disks")
    os.mkdir(folder)
    names = subprocess.run([sys.argv[2], folder], check=True, capture_output=True,
                           text=True).stdout.split()
    paths = {name: os.path.join(folder, name + ".img") for name in names}
    save_another(claims, room, os.path.getsize(paths[TORN]))
    for name in DISKS:
        readers_tell(claims, paths[name], name)
        writers_refuse(claims, room, paths[name])
    for name in ("msdos", "left"):
        other_sectors(claims, paths[name], name)
    repair_offers_nothing(claims, room, paths[TORN])


cli.need("sfdisk")
cli.main(script)
