# SPDX-License-Identifier: GPL-3.0-or-later
# cli.py - runs the real program for the scripts beside it, and counts what failed
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

MIB = 1024 * 1024
# Under a sanitizer, every how many-th round is made.
FEWER = int(os.environ.get("ALIDADE_ROUNDS_DIVISOR", 1))
# Meson's check of memory that is used uninitialized is for alidade: sfdisk takes 4 GiB for
# some tables, and would fill them.
PERTURB = {name: os.environ.pop(name) for name in ["MALLOC_PERTURB_"] if name in os.environ}


class Claims:
    """What a script says of the program; each claim is one line when it fails."""

    def __init__(self, program):
        # Scripts may change their folder; some have no program.
        self.program = program and os.path.abspath(program)
        self.failed = 0
        self.made = 0

    def that(self, is_true, sentence):
        self.made += 1
        if not is_true:
            self.failed += 1
            print("not true: " + sentence)

    def equal(self, got, want, sentence):
        # Whole images are compared too: they are shown only where they differ.
        if got == want:
            self.that(True, sentence)
        else:
            self.that(False, "%s: %.300r, not %.300r" % (sentence, got, want))

    def run(self, *words, env=None, text="", under=()):
        """No terminal anywhere: stdin is TEXT, both outputs are pipes.  UNDER is a command
        that runs the program."""
        whole = {k: v for k, v in os.environ.items()
                 if k not in ("NO_COLOR", "ALIDADE_ASCII")}
        whole.update({"LC_ALL": "C.UTF-8", "TERM": "xterm", **PERTURB})
        whole.update(env or {})
        return subprocess.run([*under, self.program, *words], input=text,
                              capture_output=True, text=True, env=whole, timeout=120)

    def run_giving_up(self, *words, env=None, text=""):
        """Runs it again with what its refusal says it takes, for disks with old bytes."""
        said = self.run(*words, env=env, text=text)
        found = re.search(r"--lose=(\S+) gives up", said.stderr)
        if said.returncode != 4 or not found:
            return said
        return self.run(words[0], "--lose=" + found.group(1), *words[1:], env=env, text=text)

    def json(self, *words, env=None, text=""):
        result = self.run(*words, "--json", env=env, text=text)
        try:
            return json.loads(result.stdout)
        except ValueError:
            self.that(False, "%s --json is JSON: %r %r" %
                      (" ".join(words), result.stdout[:200], result.stderr[:200]))
            return {}

    def refused(self, reason, *words, code=4, **more):
        """Runs WORDS with --json, which has to end with CODE for REASON, the id of a refusal
        or a finding.  Returns what it was."""
        said = self.run(*words, "--json", **more)
        found = re.findall(r'"reason-id": *"([^"]+)"', said.stdout)
        self.equal((said.returncode, found[-1:]), (code, [reason]),
                   "%s: %s" % (" ".join(words), said.stderr or said.stdout))
        return said

    def finish(self):
        print("%d claims, %d not true" % (self.made, self.failed))
        # A script that made no claim has tested nothing.
        return 1 if self.failed or not self.made else 0


def skip(reason):
    print("skipped: " + reason)
    sys.exit(77)


def has_terminals():
    """False where no pseudo-terminal can be made: in a chroot without devpts."""
    try:
        for end in os.openpty():
            os.close(end)
    except OSError:
        return False
    return True


def need(*tools):
    """Finds tools that live in sbin too; without one of them the script is skipped."""
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    missing = [tool for tool in tools if not shutil.which(tool)]
    if missing:
        skip("there is no " + ", ".join(missing) + " here")


def main(script):
    claims = Claims(sys.argv[1])
    # Sparse files of some terabytes need a file system that allows them; /tmp does.
    with tempfile.TemporaryDirectory(prefix="alidade-test-") as room:
        script(claims, room)
    sys.exit(claims.finish())


def flat(text):
    """TEXT without its line ends: sentences are wrapped."""
    return " ".join(text.split())


def image(room, name, size):
    path = os.path.join(room, name)
    with open(path, "wb") as file:
        file.truncate(size)
    return path


def quiet(*words, **more):
    """A tool that makes an image: its failure ends the script, with what it said.  parted
    3.5 crashes now and then on 4096-byte sectors: it begins anew then."""
    for _ in range(20):
        result = subprocess.run(words, capture_output=True, text=True, **more)
        if result.returncode >= 0 and "found a bug in GNU Parted" not in result.stderr:
            break
    if result.returncode:
        print("cannot make an image: %s: %s" % (" ".join(words), result.stderr))
        sys.exit(1)
    return result.stdout
