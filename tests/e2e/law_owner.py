#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# law_owner.py - what no table names stays as it is, whatever command writes to the disk
"""law_owner.py ALIDADE AT_WRITES [--cases=N] [--seed=N] [--fails-within=N] [--jobs=N]

Random disks, with bytes outside of partitions that nobody is known to own, and random
commands with random consents.  Afterwards each byte that differs is a field of the old
table, or content that was given up by its number, or in a sector that was zero, or was
named as owned before the yes and agreed to.  --seed repeats one case.  --fails-within
expects the contrary: a program that does not know that law is noticed so soon."""
import argparse
import collections
import json
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

import law_commands
import law_editor
import law_table

CASES = int(os.environ.get("ALIDADE_LAW_CASES", 2000))
MEMORY = "/dev/shm"
BLANK = bytes(4096)
KILLS_MAX = 3


class World:
    """One worker's folder: an image, the program's state, a place on a disk."""

    def __init__(self, program, at_writes):
        self.program, self.at_writes = os.path.abspath(program), os.path.abspath(at_writes)
        self.room = tempfile.mkdtemp(prefix="alidade-law-",
                                     dir=MEMORY if os.access(MEMORY, os.W_OK) else None)
        # A journal in a file must outlive a power cut: it is refused in memory.
        self.disk_room = tempfile.mkdtemp(prefix="alidade-law-")
        kind = subprocess.run(["stat", "-f", "-c", "%T", self.disk_room], check=False,
                              capture_output=True, text=True).stdout.strip()
        self.has_disk = kind in ("ext2/ext3", "xfs", "btrfs")
        self.path = self.file("disk")
        self.env = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm",
                    "XDG_STATE_HOME": self.file("state")}
        for name in ("NO_COLOR", "ALIDADE_ASCII", "MALLOC_PERTURB_"):
            self.env.pop(name, None)

    def file(self, name):
        return os.path.join(self.room, name)

    def disk_file(self, name):
        return os.path.join(self.disk_room, name)

    def empty(self):
        for folder in (self.room, self.disk_room):
            shutil.rmtree(folder, ignore_errors=True)
            os.mkdir(folder)

    def end(self):
        shutil.rmtree(self.room, ignore_errors=True)
        shutil.rmtree(self.disk_room, ignore_errors=True)

    def write(self, image):
        with open(self.path, "wb") as file:
            file.truncate(len(image))
            for at in range(0, len(image), len(BLANK)):
                chunk = image[at:at + len(BLANK)]
                if chunk != BLANK:
                    file.seek(at)
                    file.write(chunk)

    def read(self):
        with open(self.path, "rb") as file:
            return file.read()

    def run(self, *words, text="", kill=None):
        env = self.env
        if kill:
            options = env.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
            env = {**env, "LD_PRELOAD": self.at_writes, "WRITES_TO": self.path,
                   "WRITES_KILL": str(kill), "ASAN_OPTIONS": options}
        return subprocess.run([self.program, *words], input=text, text=True, env=env,
                              capture_output=True, timeout=120, check=False)


def owned_of(output):
    """The ranges that the program's JSON names as owned: (first, end, kind)."""
    found = []

    def walk(value):
        if isinstance(value, dict):
            for row in value.get("owned") or ():
                found.append((row["start"], row["start"] + row["size"], row["kind"]))
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    try:
        walk(json.loads(output))
    except ValueError:
        for line in output.splitlines():
            if line.startswith("{"):
                walk(json.loads(line))
    return sorted(set(found))


class Consent:
    """What --lose gives up: numbers, ranges by their start, all that is unknown."""

    def __init__(self, numbers=(), starts=(), is_free=False, is_all=False):
        self.numbers, self.starts = list(numbers), list(starts)
        self.is_free, self.is_all = is_free, is_all

    def words(self):
        items = ["all"] * self.is_all + ["free"] * self.is_free + \
            ["%d" % number for number in self.numbers] + \
            ["@%d" % start for start in self.starts]
        return ["--lose=" + ",".join(items)] if items else []

    def covers(self, owned, first_start):
        """The ranges of OWNED that it gives up, as (first, end)."""
        for first, end, kind in owned:
            is_free = kind == "unknown" and (first_start is None or first >= first_start)
            if first in self.starts or ((self.is_free or self.is_all) and is_free):
                yield first, end


class Law:
    """Which bytes may differ after COMMAND."""

    def __init__(self, command, consent, owned):
        table, logical = command.table, command.disk.logical
        self.image, self.logical = command.image, logical
        self.fields, self.kept = list(table.fields), table.kept
        given = set(consent.numbers) | set(command.empty)
        ranges = [(part.start, part.end) for part in table.parts if part.number and (
            consent.is_all or command.moves or part.number in given)]
        ranges += consent.covers(owned, table.first_start())
        self.given = [(first * logical, end * logical) for first, end in ranges]

    def judged(self, after):
        """AFTER with its old bytes where they may differ, apart from sectors of zeros."""
        left = bytearray(after)
        fields = list(self.fields)
        if law_table.Table(after, self.logical).label == "dos":
            fields.append((440, 444))  # its id
        for first, end in fields:
            left[first:end] = self.image[first:end]
        for first, end in self.kept:
            left[first:end] = after[first:end]
        for first, end in self.given:
            left[first:end] = self.image[first:end]
        return bytes(left)

    def broken(self, after):
        """The ranges of bytes that must not differ and do; a sector of zeros is free."""
        if len(after) != len(self.image):
            return [(len(self.image), len(after))]
        left, found, step, zeros = self.judged(after), [], self.logical, bytes(self.logical)
        for at in range(0, len(left), step):
            old, new = self.image[at:at + step], left[at:at + step]
            if old == new or old == zeros:
                continue
            for i in (i for i in range(step) if old[i] != new[i]):
                if found and found[-1][1] > at + i - 16:
                    found[-1][1] = at + i + 1
                else:
                    found.append([at + i, at + i + 1])
        return found


def place(command, first, end):
    """Where a range of bytes lies, for people."""
    table, logical = command.table, command.disk.logical
    lba = first // logical
    names = [repr(part) for part in table.parts if part.start <= lba < part.end]
    names += ["the table"] * (lba in table.table)
    return "sector %d, byte %d to sector %d, byte %d (%s)" % (
        lba, first % logical, (end - 1) // logical, (end - 1) % logical,
        ", ".join(names) or "nobody's; the first partition begins at %s" %
        table.first_start())


def changed_parts(old, new):
    """The bytes of partitions of OLD that do not belong to the same one in NEW: what the
    consent says of them is agreed to with its yes."""
    starts = {part.start: part for part in new.parts}
    for part in old.parts:
        same = starts.get(part.start)
        if not same:
            yield part.start * old.logical, part.end * old.logical
        elif same.end < part.end:
            yield same.end * old.logical, part.end * old.logical


class Trial:
    """One case; FAULTS are sentences, RUNS a count of the commands by how they ended."""

    def __init__(self, world, seed):
        self.world, self.rng, self.seed = world, random.Random(seed), seed
        self.faults, self.runs, self.said = [], collections.Counter(), []
        world.empty()
        names, makers, weights = zip(*law_commands.ROWS)
        row = self.rng.choices(range(len(names)), weights)[0]
        self.name = names[row]
        disk = law_commands.law_disks.Disk(self.rng)
        self.command = makers[row](self.rng, disk, world)

    def run(self, *words, text="", kill=None):
        done = self.world.run(*words, text=text, kill=kill)
        self.said.append("%s  # exit code %s: %s" % (
            " ".join(words), done.returncode, " ".join(done.stderr.split())[:300]))
        if done.returncode < 0 and not kill:
            self.faults.append("it was ended by signal %d" % -done.returncode)
        return done

    def words(self, consent, *more):
        command = self.command
        return [command.words[0], *more, *consent.words(), *law_commands.sector_size(
            command.disk), *command.words[1:], self.world.path]

    def check(self, done, consent, owned, before=None):
        """Compares the disk with what it was, and with BEFORE if nothing may differ."""
        after = self.world.read()
        code = done.returncode
        self.runs["%s: %s" % (self.name, code)] += 1
        if code in (2, 4):
            if after != (before or self.command.image):
                self.faults.append("refused, but the disk is not what it was")
            return after
        for first, end in Law(self.command, consent, owned).broken(after)[:5]:
            self.faults.append(place(self.command, first, end))
        return after

    def check_moved(self, after):
        """Each partition has its data, wherever it is now."""
        command, logical = self.command, self.command.disk.logical
        table = law_table.Table(after, logical)
        now = {part.number: part for part in table.parts if part.number}
        for part in command.table.parts:
            if not part.number or part.number in command.empty or \
                    part.kind in law_table.BSD_TYPES:
                continue
            to = now.get(part.number)
            old = command.image[part.start * logical:part.end * logical]
            if not old.strip(b"\0"):
                continue  # it is empty: nothing moves along
            if not to:
                self.faults.append("partition %d is gone" % part.number)
            elif after[to.start * logical:][:len(old)] != old:
                self.faults.append("partition %d has other data: %r" % (part.number, to))

    def consents(self, owned):
        """What may be agreed to: known and unknown ranges, and numbers."""
        rng, command = self.rng, self.command
        consent = Consent(command.given)
        kind = rng.random()
        if kind < 0.3:
            consent.is_free = True
        elif kind < 0.5 and not command.moves:
            consent.is_all, consent.numbers = True, []
        if kind >= 0.5 or rng.random() < 0.3:
            starts = [first for first, *_ in owned]
            consent.starts = starts if rng.random() < 0.7 else \
                [start for start in starts if rng.random() < 0.5]
        return consent

    def play(self):
        command, world = self.command, self.world
        if not command:
            return
        world.write(command.image)
        if self.name in ("kill", "editor"):
            return self.play_killed() if self.name == "kill" else self.play_editor()
        consent = Consent(command.given if self.rng.random() < 0.8 else ())
        done = self.run(*self.words(consent, "--yes", "-J"), text=command.text)
        after = self.check(done, consent, [])
        if command.moves and done.returncode == 0:
            self.check_moved(after)
        if done.returncode != 4 or self.faults:
            return
        shown = self.run(*self.words(consent, "-n", "-J"), text=command.text)
        owned = owned_of(shown.stdout)
        if not owned:
            return
        consent = self.consents(owned)
        done = self.run(*self.words(consent, "--yes", "-J"), text=command.text)
        after = self.check(done, consent, owned)
        if command.moves and done.returncode == 0:
            self.check_moved(after)

    def play_killed(self):
        """It is killed at a write, and what goes on or back is killed too."""
        rng, command, consent = self.rng, self.command, Consent()
        rest = ["--yes", "-J", *law_commands.sector_size(command.disk)]
        rest += ["--journal=" + command.journal] if command.journal else []
        words, before = self.words(consent, "--yes", "-J"), command.image
        for i in range(KILLS_MAX + 2):
            kill = rng.choice((1, rng.randrange(1, 12), rng.randrange(1, 90)))
            done = self.run(*words, kill=kill if i < KILLS_MAX else None)
            before = self.check(done, consent, [], before)
            back = ["--rollback"] if rng.random() < 0.4 and i < KILLS_MAX else []
            if self.faults or done.returncode in (0, 2) or (not i and done.returncode > 0):
                break
            words = ["resume", *back, *rest, self.world.path]
        # A journal in a file goes with the last move.
        is_over = not done.returncode or not i or "no such file" in done.stderr
        if not is_over and not self.faults and before != command.image:
            self.faults.append("what was begun is not completed")
        if not self.faults and not done.returncode:
            self.check_moved(before)

    def play_editor(self):
        """Keys, W, and yes; what the consent shows is agreed to."""
        command, world = self.command, self.world
        editor = law_editor.Editor([world.program, *command.words, world.path], world.env)
        editor.until(law_editor.LIST)
        editor.settle()
        for keys in command.keys:
            editor.type(keys)
        editor.type("W")
        asked, owned, end = editor.until(law_editor.QUESTION, 0.5), [], None
        if asked:
            unknown = law_editor.UNKNOWN.search(editor.screen.text())
            if unknown:
                owned = [(int(unknown[1]), command.table.sectors, "unknown")]
            shown = editor.screen.text()
            end = editor.answer()
        code = editor.end()
        self.runs["editor: %s" % (end[0] if end else "not asked")] += 1
        self.said.append("keys %r  # exit code %d" % (editor.typed, code))
        law = Law(command, Consent(is_free=True), owned)
        after = world.read()
        law.given += changed_parts(command.table, law_table.Table(after, law.logical))
        if not asked and after != command.image:
            self.faults.append("not asked, but the disk is not what it was")
        for first, last in law.broken(after)[:5]:
            self.faults.append(place(command, first, last))
        if self.faults and asked:
            self.said.append("shown: " + shown)

    def report(self):
        lines = ["seed %d: %s on a disk of kind %s, %d sectors of %d bytes" % (
            self.seed, self.name, self.command.disk.kind, self.command.disk.sectors,
            self.command.disk.logical)]
        lines += ["  " + line for line in self.said]
        if self.command.text:
            lines += ["  <<", *("    " + line for line in self.command.text.splitlines())]
        return "\n".join(lines + ["  not kept: " + fault for fault in self.faults])


WORLD = None


def begin(program, at_writes):
    global WORLD
    WORLD = World(program, at_writes)
    multiprocessing.util.Finalize(WORLD, WORLD.end, exitpriority=10)


def play(seed):
    trial = Trial(WORLD, seed)
    trial.play()
    return seed, trial.report() if trial.faults else None, trial.runs


def parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("alidade")
    parser.add_argument("at_writes")
    parser.add_argument("--cases", type=int, default=CASES)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--from", type=int, default=1, dest="first")
    parser.add_argument("--fails-within", type=int)
    parser.add_argument("--faults", type=int, default=5, help="ends after so many")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def main():
    given, began = parse(), time.monotonic()
    if given.seed is not None:
        begin(given.alidade, given.at_writes)
        _, report, runs = play(given.seed)
        print(report or "kept: %s" % dict(runs))
        return 1 if report else 0
    count = given.fails_within or given.cases
    seeds = range(given.first, given.first + count)
    faults, runs, done = [], collections.Counter(), 0
    with multiprocessing.Pool(given.jobs, begin, (given.alidade, given.at_writes)) as pool:
        for _, report, counted in pool.imap(play, seeds, 4):
            runs.update(counted)
            done += 1
            if report:
                faults.append(report)
                print(report, flush=True)
                if given.fails_within or len(faults) >= given.faults:
                    break
        pool.terminate()
    print("%d cases, %d commands in %.1f s, %d not kept; %s" % (
        done, sum(runs.values()), time.monotonic() - began, len(faults),
        ", ".join("%s %d times" % row for row in sorted(runs.items()))))
    return int(bool(faults) != bool(given.fails_within))


sys.exit(main())
