#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_readme.py TOP BUILD PROGRAM - what README.md says is so

It is short, its links and pictures exist, its first command runs the program where it is
built, and each of its recipes runs on images, with `yes` as the answer."""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

LINES_MAX = 150
QUESTION = re.compile(rb"Type yes [^:]*: $")
EDITOR = b"\x1b[?1049h"
WAIT_S = 60
# What the recipes are run on: the first word of a command, and the exit codes it may have.
CODES = {"check": (0, 1), "bench": (0, 4)}


class Recipes:
    """Runs lines of a shell as a person would, in FOLDER, with PROGRAM as `alidade`."""

    def __init__(self, program, folder):
        self.folder, self.faults = folder, []
        os.symlink(program, folder / "alidade")
        self.env = {**os.environ, "PATH": "%s:%s" % (folder, os.environ["PATH"]),
                    "XDG_STATE_HOME": str(folder / "state"), "TERM": "xterm",
                    "LC_ALL": "C.UTF-8", "LINES": "24", "COLUMNS": "80"}

    def alidade(self, *words, text=""):
        subprocess.run(["alidade", *words], check=True, env=self.env, cwd=self.folder,
                       input=text, text=True, stdout=subprocess.DEVNULL)

    def play(self, line):
        """Returns the exit code of LINE and what it wrote."""
        child, screen = pty.fork()
        if not child:
            os.chdir(self.folder)
            os.execve("/bin/bash", ["bash", "-o", "pipefail", "-c", line], self.env)
        said, quiet = b"", 0
        while quiet < WAIT_S:
            if not select.select([screen], [], [], 1)[0]:
                quiet += 1
                self.answer(screen, said)
                continue
            try:
                part = os.read(screen, 65536)
            except OSError:  # the other end is closed
                break
            said, quiet = said + part, 0
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said

    @staticmethod
    def answer(screen, said):
        """Types when nothing new is shown: `Q` in the editor, `yes` to a question."""
        if EDITOR in said:
            os.write(screen, b"Q")
        elif QUESTION.search(said):
            os.write(screen, b"yes\n")

    def run(self, lines):
        for line in lines:
            code, said = self.play(line)
            words = line.split()
            if code not in CODES.get(words[1] if len(words) > 1 else "", (0,)):
                self.faults.append("exit code %d: %s\n%s" % (
                    code, line, said.decode(errors="replace")[-2000:]))

    def check_aligned(self, image):
        code, said = self.play("alidade check " + image)
        if code:
            self.faults.append("%s is misaligned after its recipe: %s" % (image, said))


def new_disk(recipes, lines):
    recipes.run(lines)
    recipes.check_aligned("disk.img")


def old_disk(recipes, lines):
    recipes.alidade("demo", "touching", "--keep", "--no-open")
    made = next(recipes.folder.glob("alidade-touching-*.img"))
    made.rename(recipes.folder / "old.img")
    recipes.run([line.replace("/dev/sdX", "old.img") for line in lines])
    recipes.check_aligned("old.img")


def clone(recipes, lines):
    folder = recipes.folder
    for name, size in (("small.img", 64 << 20), ("big.img", 128 << 20)):
        with open(folder / name, "wb") as file:
            file.truncate(size)
    recipes.alidade("apply", "--yes", "small.img",
                    text="label: gpt\nfirst-lba: 34\nstart=34, size=65536\n")
    subprocess.run([shutil.which("mkfs.ext4") or "mke2fs", "-q", "-E", "offset=17408",
                    folder / "small.img", "32M"], check=True)
    recipes.run([line.replace("of=/dev/sdY", "of=big.img conv=notrunc")
                 .replace("/dev/sdX", "small.img").replace("/dev/sdY", "big.img")
                 for line in lines])
    recipes.check_aligned("big.img")
    _, said = recipes.play("alidade list -J big.img")
    sizes = [int(size) for size in re.findall(rb'"size": ?(\d+)', said)]
    if not any(size > 200000 for size in sizes):
        recipes.faults.append("the clone's partition did not grow: %s" % sizes)


# By the first words of a recipe.
RECIPES = {"truncate": new_disk, "alidade check": old_disk, "dd": clone}


def blocks(text):
    """The commands of each block of shell, without comments."""
    for block in re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S):
        yield [line.split(" #")[0].strip() for line in block.splitlines()]


def check_text(top, text, program):
    count = len(text.splitlines())
    if count > LINES_MAX:
        yield "%d lines, more than %d" % (count, LINES_MAX)
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        if not link.startswith("http") and not (top / link).exists():
            yield "%s is not there" % link
    if "&& %s demo\n" % program not in text:
        yield "no command runs %s" % program


def check_recipes(text, program):
    """Runs each recipe once; yields what went wrong."""
    left = dict(RECIPES)
    for lines in blocks(text):
        first = [start for start in left if lines[0].startswith(start)]
        if not first:
            continue
        with tempfile.TemporaryDirectory(prefix="alidade-readme-") as folder:
            recipes = Recipes(program, Path(folder))
            recipes.env["TMPDIR"] = recipes.env["XDG_RUNTIME_DIR"] = folder
            left.pop(first[0])(recipes, lines)
            yield from recipes.faults
    for start in left:
        yield "no recipe begins with '%s'" % start


def main():
    top, build, program = (Path(word).resolve() for word in sys.argv[1:])
    text = (top / "README.md").read_text()
    shown = Path("build") / program.relative_to(build)
    faults = [*check_text(top, text, shown), *check_recipes(text, program)]
    for fault in faults:
        print("README.md: %s" % fault)
    return 1 if faults else 0


sys.exit(main())
