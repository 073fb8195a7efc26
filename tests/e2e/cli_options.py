#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_options.py ALIDADE UI - what help prints for each command, that the shells offer the
# same, and one sentence that names the help where a command line is wrong
import os
import re
import shutil
import subprocess
import sys

import cli


def commands_of(claims):
    listed = claims.run("--help").stdout
    claims.that(listed.count("\n") < 24, "help fits a terminal of 24 rows: " + listed)
    claims.equal(claims.run("help").stdout, listed, "help is --help")
    return re.findall(r"^  \[?([a-z]+)\b", listed, re.M)


def options_of(claims, command):
    """(options, --to= where a value follows) of a command's help, and their letters."""
    result = claims.run("help", command)
    claims.equal((result.returncode, result.stderr), (0, ""), "help " + command)
    claims.equal(claims.run(command, "--help").stdout, result.stdout, command + " --help")
    claims.equal(claims.run("-h", command, "x", "y", "z").stdout, result.stdout, "-h " + command)
    claims.that(max(map(len, result.stdout.split("\n"))) <= 80, "80 columns: " + result.stdout)
    rows = re.findall(r"^  (?:-(.), |    )--([a-z-]+=?)", result.stdout, re.M)
    return {"--" + name for _, name in rows} | {"-" + letter for letter, _ in rows if letter}


def bash_offers(ui, *words):
    """What bash completes the last of WORDS to."""
    lines = ("compopt() { :; }; source %s/completions/alidade.bash; "
             'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _alidade; printf "%%s\\n" "${COMPREPLY[@]}"'
             % ui)
    return set(subprocess.run(["bash", "-c", lines, "bash", *words], check=True,
                              capture_output=True, text=True).stdout.split("\n")) - {""}


def bash_completes(claims, ui, room, options):
    os.makedirs(os.path.join(room, "here", "folder"))
    os.chdir(os.path.join(room, "here"))
    cli.image(".", "disk.img", 0)
    files = {"disk.img", "folder"}
    for command, own in options.items():
        words = ["alidade"] + [command] * (command != "editor")
        claims.equal(bash_offers(ui, *words, "-"), own, "bash: options of " + command)
    for words, want in (
            (("",), files | set(options)), (("check", ""), files), (("help", "ex"), {"explain"}),
            (("demo", "le"), {"legacy"}), (("plan", "--to", "=", ""), {"nudge", "mib"}),
            (("--color", "=", "al"), {"always"}), (("fix", "--journal", "=", ""), files),
            (("bench", "--dir", "=", ""), {"folder"}), (("fix", "--empty", "=", ""), set()),
            (("bench", "--preset", "=", "o"), {"openbsd"}), (("bench", "-d", ""), files),
            (("bench", "--workload", "=", "read-6"), {"read-64k"})):
        claims.equal(bash_offers(ui, "alidade", *words), want, "bash: " + " ".join(words))


def fish_completes(claims, ui, options):
    def offers(line):
        script = "source %s/completions/alidade.fish; complete -C '%s'" % (ui, line)
        said = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True)
        claims.equal((said.returncode, said.stderr), (0, ""), "fish reads it")
        return {line.split("\t")[0] for line in said.stdout.split("\n")} - {""}
    for command, own in options.items():
        long = {option.rstrip("=") for option in own if option.startswith("--")}
        words = "alidade " + (command + " ") * (command != "editor")
        claims.equal(offers(words + "--"), long, "fish: options of " + command)
    claims.that(set(options) <= offers("alidade "), "fish: commands")
    claims.equal(offers("alidade help ex"), {"explain"}, "fish: help")
    claims.equal(offers("alidade plan --to="), {"--to=nudge", "--to=mib"}, "fish: --to=")


def zsh_completes(claims, ui, options):
    """With what its own functions are given."""
    script = ("_arguments() { print -l -- $options }; compdef() { :; }; CURRENT=$(( $# )); "
              "words=( \"$@\" ); source %s/completions/_alidade" % ui)
    for command, own in options.items():
        words = ["alidade"] + [command] * (command != "editor") + ["-"]
        said = subprocess.run(["zsh", "-f", "-c", script, "zsh", *words], capture_output=True,
                              text=True)
        claims.equal((said.returncode, said.stderr), (0, ""), "zsh reads it")
        found = re.findall(r"^(?:\([^)]*\)|\*)?(--?[A-Za-z-]+)\+?(=?)\[", said.stdout, re.M)
        claims.equal({name + equals for name, equals in found}, own, "zsh: options of " + command)


def reason(claims):
    """What a reason-id means, of each of the tables that have them."""
    for word, line in (("gpt-backup-damaged", "gpt-backup-damaged: backup GPT damaged.\n"),
                       ("battery", "battery: the battery may not last.\n"),
                       ("disk-without-table",
                        "disk-without-table: the disk has no partition table.\n")):
        said = claims.run("help", word)
        claims.equal((said.returncode, said.stdout, said.stderr), (0, line, ""), "help " + word)


def wrong(claims):
    for words, sentence in (
            (("help", "nosuch"), "'nosuch' is an unknown command: 'alidade help' lists them."),
            (("help", "ceck"), "'ceck' is an unknown command: did you mean 'check'?"),
            (("help", "fix", "x"), "'x' is one word too many: it is 'alidade help [COMMAND]'; see "
                                   "'alidade help help'."),
            (("fix", "--nosuch"), "There is no option '--nosuch': see 'alidade help fix'."),
            (("--nosuch", "fix", "x"), "There is no option '--nosuch': see 'alidade help fix'."),
            (("check", "-z"), "There is no option '-z': see 'alidade help check'."),
            (("fix",), "A word is missing: it is 'alidade fix DEVICE'; see 'alidade help fix'."),
            (("fix", "x", "y"), "'y' is one word too many: it is 'alidade fix DEVICE'; see "
                                "'alidade help fix'."),
            (("list", "--slow"), "--slow belongs to fix: see 'alidade help list'."),
            (("fix", "--journal"), "--journal: it needs a value. See 'alidade help fix'.")):
        result = claims.run(*words)
        claims.equal((result.returncode, result.stdout, result.stderr),
                     (2, "", "alidade: %s\n" % sentence), " ".join(words))


def script(claims, room):
    ui = os.path.abspath(sys.argv[2])
    commands = commands_of(claims)
    claims.that({"editor", "list", "fix", "help"} <= set(commands), "commands: %s" % commands)
    options = {command: options_of(claims, command) for command in commands}
    reason(claims)
    wrong(claims)
    for shell, completes in (("fish", fish_completes), ("zsh", zsh_completes)):
        if shutil.which(shell):
            completes(claims, ui, options)
    if shutil.which("bash"):
        bash_completes(claims, ui, room, options)
    # The page lists the values that are words, which the help has no place for.
    with open(os.path.join(ui, "man", "alidade.8"), encoding="utf-8") as file:
        man = file.read().replace("\\-", "-")
    kinds = claims.run("demo", "nonsense").stderr.split("There are ")[1].split(".")[0]
    known = kinds.split(", ")
    for option in ("preset", "workload"):
        said = claims.run("bench", "--%s=nonsense" % option, "x").stderr
        known += said.split("none of ")[1].split(".")[0].split(", ")
    for word in known:
        claims.that(re.search(r"\b%s\b" % word, man), "the man page has " + word)


cli.main(script)
