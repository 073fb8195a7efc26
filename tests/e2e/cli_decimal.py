#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_decimal.py ALIDADE - sizes for people have the decimal sign of the locale; what a
# program reads has a point, and what is typed may have either
import json
import os
import subprocess

import cli

SCRIPT = "label: gpt\nstart=2048, size=3072, type=L, name=one\n"


def locale_of(room):
    """A locale with a decimal comma, made of the sources that are installed."""
    made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8",
                           os.path.join(room, "de_DE.UTF-8")], capture_output=True, check=False)
    if made.returncode:
        cli.skip("localedef has no sources of de_DE here")
    return {"LOCPATH": room, "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "C"}


def script(claims, room):
    cli.need("localedef", "sfdisk")
    comma = locale_of(room)
    path = cli.image(room, "decimal", 8192 * cli.MIB)
    cli.quiet("sfdisk", "-q", "--no-tell-kernel", path, input=SCRIPT)

    claims.that(" 1.5 MiB " in claims.run("list", path).stdout, "a point in C")
    claims.that(" 1,5 MiB " in claims.run("list", path, env=comma).stdout, "a comma in German")
    for words in (["list"], ["explain"], ["plan"], ["check"]):
        said = claims.run(*words, "--json", path, env=comma).stdout
        claims.that(isinstance(json.loads(said), dict), "%s --json is JSON" % words)
        claims.equal(said, claims.run(*words, "--json", path).stdout,
                     "%s --json knows no locale" % words)
    claims.equal(claims.run("dump", path, env=comma).stdout, claims.run("dump", path).stdout,
                 "a script knows no locale")
    for env in (comma, None):
        for size in ("1.5GiB", "1,5GiB", "1,5 GiB"):
            said = claims.run("apply", "-n", "--layout=%s data, 1MiB /" % size, path, env=env).stdout
            claims.that("new, sectors 2048 to 3147775" in said, "%s is typed: %s" % (size, said))


cli.main(script)
