#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_typed.py ALIDADE - sizes in lists, scripts and options become what was typed, or one
# sentence says why not
import os
import re
import subprocess

import cli

GIB = 1024 * cli.MIB

# The sectors of each partition on an empty image of 8 GiB.
MADE = (
    ("gpt list", "512MiB efi, 1GiB swap, rest /",
     [(2048, 1050623), (1050624, 3147775), (3147776, 16775167)]),
    ("gpt list", "8GiB /", [(2048, 16775167)]),
    ("gpt list", "50% /, 50% swap", [(2048, 8388607), (8388608, 16775167)]),
    ("gpt list", "1GiB /, end-1GiB swap", [(2048, 2099199), (2099200, 14680063)]),
    ("script", "label: dos\nstart=2048s, size=2048s\n", [(2048, 4095)]),
    ("script", "label: dos\nstart=0%, size=50%\n,100%\n",
     [(2048, 8388607), (8388608, 16777215)]),
    ("script", "label: gpt\nstart=50%, size=end-1GiB\n", [(8388608, 14680063)]),
)

LESS = "means less by so much, but nothing is there yet: write end-1GiB."
REFUSED = (
    ("gpt list", "1GiB /, -1GiB swap", "'-1GiB' " + LESS),
    ("gpt list", "1,5 /", "'1' has no unit: write it as 8GB swap, or with s for sectors."),
    ("gpt list", "101% /", "'101%' is more than 100%."),
    ("gpt list", "512MiB efi, 1GiB swop",
     "No type is called 'swop': did you mean 'swap'?"),
    ("script", "label: gpt\nsize=-1GiB\n", "line 2: '-1GiB' " + LESS),
    ("script", "label: gpt\nsize=1GiB, type=\n", "line 2: 'type' has no value."),
    ("script", "label: gpt\nsize=1GiB, uuid=\n", "line 2: 'uuid' has no value."),
    ("script", "label: gpt\nstart=2048,, size=9\n",
     "line 2: A field is missing before ', size=9'."),
    ("script", "label: gpt\nsize=16GiB\n",
     "line 2: There is no room for 33554432 sectors: the largest free space has 16775135 "
     "from the grain on."),
)


def apply(claims, path, way, text):
    if way == "script":
        return claims.run("apply", "-n", path, text=text)
    return claims.run("apply", "-n", "--layout=" + text, path)


def script(claims, room):
    path = cli.image(room, "typed", 8 * GIB)
    for way, text, want in MADE:
        said = apply(claims, path, way, text).stdout
        got = [(int(first), int(last)) for first, last in
               re.findall(r": new, sectors (\d+) to (\d+),", said)]
        claims.equal(got, want, "%s %r" % (way, text))
    said = apply(claims, path, "gpt list", "1GiB swap name=my swap, rest /").stdout
    heads, first = said.partition("\nThen: ")[2].splitlines()[2:4]
    for head, cell in (("Type", "swap  my swap"), ("Name", "my swap")):
        claims.equal(first[heads.index(head):][:len(cell)], cell, "Then has " + head)
    for way, text, want in REFUSED:
        result = apply(claims, path, way, text)
        claims.equal((result.stderr, result.returncode), ("alidade: %s\n" % want, 2),
                     "%s %r" % (way, text))
    result = claims.run("bench", "--base=-1GiB", path)
    claims.that("'-1GiB' " + LESS in result.stderr and result.returncode, result.stderr)
    for option in ("--grain", "--alignment-offset"):
        result = claims.run("list", option + "=50%", path)
        claims.that(result.stderr.startswith("alidade: %s: '50%%' is no size" % option) and
                    result.returncode == 2, "%s: %s" % (option, result.stderr))
    for words in ([""], ["list", ""], ["check", ""]):
        result = claims.run(*words)
        claims.equal((result.stderr, result.returncode),
                     ("alidade: The name of the disk is empty.\n", 3), repr(words))
    whole = cli.image(room, "whole", 8 * cli.MIB)
    subprocess.run(["mke2fs", "-qF", whole], check=True)
    for command in ("plan", "fix"):
        result = claims.run(command, whole)
        claims.equal((result.stderr, result.returncode),
                     ("alidade: %s has no partitions: its content begins at sector 0.\n"
                      % whole, 4), command)
        claims.refused("disk-without-partitions", command, whole)
    claims.that(os.path.getsize(path) == 8 * GIB, "the image keeps its size")


cli.need("mke2fs")
cli.main(script)
