#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_options.py ALIDADE UI - each option and command of --help is in the man page and in
# the completions, and they know no others
import os
import re
import shutil
import subprocess
import sys

import cli


def bash_offers(ui, *words):
    """What bash completes the last of WORDS to."""
    lines = ("compopt() { :; }; source %s/completions/alidade.bash; "
             'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _alidade; echo "${COMPREPLY[@]}"' % ui)
    return subprocess.run(["bash", "-c", lines, "bash", *words], check=True,
                          capture_output=True, text=True).stdout.split()


def bash_runs(claims, ui, commands):
    offered = set(bash_offers(ui, "alidade", ""))
    claims.equal(commands - offered, set(), "commands that bash does not offer")
    claims.equal(set(bash_offers(ui, "alidade", "plan", "--to", "=", "")), {"nudge", "mib"}, "--to")
    offered = bash_offers(ui, "alidade", "plan", "--")
    claims.that({"--to=", "--start=", "--empty=", "--journal="} <= set(offered), offered)


def script(claims, room):
    ui = sys.argv[2]
    text = claims.run("--help").stdout
    longs = set(re.findall(r"--([a-z][a-z-]+)", text))
    letters = set(re.findall(r"^ +-([A-Za-z]), ", text, re.M))
    commands = set(re.findall(r"^ +alidade ([a-z]+) ", text, re.M))
    claims.that(len(longs) > 12 and len(letters) > 4 and len(commands) > 3,
                "--help has options and commands")

    def read(*path):
        with open(os.path.join(ui, *path), encoding="utf-8") as file:
            return "".join(line for line in file if not line.startswith("#"))

    man = read("man", "alidade.8").replace("\\-", "-")
    bash = read("completions", "alidade.bash")
    zsh = read("completions", "_alidade")
    fish = read("completions", "alidade.fish")
    claims.equal(set(re.findall(r"Fl -([a-z][a-z-]+)", man)), longs, "the man page")
    claims.equal(set(re.findall(r"Fl ([A-Za-z])\b", man)), letters, "its letters")
    claims.equal(set(re.findall(r"--([a-z][a-z-]+)", bash)), longs, "bash")
    claims.equal(set(re.findall(r"--([a-z][a-z-]+)", zsh)), longs, "zsh")
    claims.equal(set(re.findall(r"^complete .* -l ([a-z-]+)", fish, re.M)), longs, "fish")
    claims.equal(set(re.findall(r"^complete .* -s ([A-Za-z]) ", fish, re.M)), letters, "letters of fish")
    for letter in letters:
        claims.that(re.search(r"(^| |')-%s\b" % letter, bash), "bash knows -" + letter)
        claims.that("{-%s,--" % letter in zsh, "zsh knows -" + letter)
    for command in commands:
        claims.that("Cm " + command in man, "the man page has " + command)
        for name, shell in (("bash", bash), ("zsh", zsh), ("fish", fish)):
            claims.that(re.search(r"\b%s\b" % command, shell), name + " has " + command)
    if shutil.which("bash"):
        bash_runs(claims, ui, commands)
    # What the demo of the program knows, the shells know.
    kinds = claims.run("demo", "nonsense").stderr.split("There are ")[1].split(".")[0]
    for kind in kinds.split(", "):
        for name, shell in (("man", man), ("bash", bash), ("zsh", zsh), ("fish", fish)):
            claims.that(re.search(r"\b%s\b" % kind, shell), name + " knows " + kind)
    # What can be timed too.
    for option in ("preset", "workload"):
        known = claims.run("bench", "--%s=nonsense" % option, "x").stderr
        for name in known.split("none of ")[1].split(".")[0].split(", "):
            for where, text in (("man", man), ("bash", bash), ("zsh", zsh), ("fish", fish)):
                claims.that(re.search(r"\b%s\b" % name, text), where + " knows " + name)


cli.main(script)
