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
import multiprocessing
import os
import random
import sys
import time

import law_commands
import law_disks
import law_editor
import law_rules
import law_table
import law_world
import lost_log

CASES = int(os.environ.get("ALIDADE_LAW_CASES", 2000))
KILLS_MAX = 3


def is_moved(old, new):
    """Swap is made again."""
    return law_disks.is_swap(new) if law_disks.is_swap(old) else new == old


class Trial:
    """One case; FAULTS are sentences, RUNS a count of the commands by how they ended."""

    def __init__(self, world, seed):
        self.world, self.rng, self.seed = world, random.Random(seed), seed
        self.faults, self.runs, self.said = [], collections.Counter(), []
        world.empty()
        names, makers, weights = zip(*law_commands.ROWS)
        row = self.rng.choices(range(len(names)), weights)[0]
        self.name = names[row]
        disk = law_disks.Disk(self.rng)
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
        return [command.words[0], *more, *consent.words(),
                *law_commands.sector_size(command), *command.words[1:], self.world.path]

    def check(self, done, consent, owned, before=None):
        """Compares the disk with what it was, and with BEFORE if nothing may differ."""
        after = self.world.read()
        code = done.returncode
        self.runs["%s: %s" % (self.name, code)] += 1
        if code in (2, 4):
            if after != (before or self.command.image):
                self.faults.append("refused, but the disk is not what it was")
            return after
        for first, end in law_rules.Law(self.command, consent, owned).broken(after)[:5]:
            self.faults.append(law_rules.place(self.command, first, end))
        return after

    def check_moved(self, after):
        """Each partition has its data, wherever it is now."""
        command, logical = self.command, self.command.logical
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
            elif not is_moved(old, after[to.start * logical:][:len(old)]):
                self.faults.append("partition %d has other data: %r" % (part.number, to))

    def consents(self, owned):
        """What may be agreed to: known and unknown ranges, and numbers."""
        rng, command = self.rng, self.command
        consent = law_rules.Consent(command.given)
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
        consent = law_rules.Consent(command.given if self.rng.random() < 0.8 else ())
        done = self.run(*self.words(consent, "--yes", "-J"), text=command.text)
        after = self.check(done, consent, [])
        if command.moves and done.returncode == 0:
            self.check_moved(after)
        if done.returncode != 4 or self.faults or "--lose=" not in done.stderr:
            return
        shown = self.run(*self.words(consent, "-n", "-J"), text=command.text)
        owned = law_rules.owned_of(shown.stdout)
        if not owned:
            return
        consent = self.consents(owned)
        done = self.run(*self.words(consent, "--yes", "-J"), text=command.text)
        # With more that may be overwritten, another plan can be the best one.
        after = self.check(done, consent, owned + law_rules.owned_of(done.stdout))
        if command.moves and done.returncode == 0:
            self.check_moved(after)

    def play_lost(self, before):
        """Its log is damaged, and it is given up: only heads and guards become zeros,
        and the table is repaired."""
        logical, image = self.command.logical, lost_log.damaged(before)
        self.world.write(image)
        done = self.run("repair", "--yes", "-J", "--lose=@%d" % lost_log.start_of(image)[0],
                        *law_commands.sector_size(self.command), self.world.path)
        after, zeros = self.world.read(), bytes(logical)
        self.runs["given up: %s" % done.returncode] += 1
        repaired = law_table.Table(after, logical).table
        for at in range(0, len(image), logical):
            old, new = image[at:at + logical], after[at:at + logical]
            if old != new and not (done.returncode == 0 and (at // logical in repaired or (
                    old[:8] == b"ALIDADE\0" and new == zeros))):
                self.faults.append("sector %d is no record of the fix" % (at // logical))

    def play_killed(self):
        """It is killed at a write, and what goes on or back is killed too."""
        rng, command, consent = self.rng, self.command, law_rules.Consent()
        rest = ["--yes", "-J", *law_commands.sector_size(command)]
        rest += ["--journal=" + command.journal] if command.journal else []
        words, before = self.words(consent, "--yes", "-J"), command.image
        for i in range(KILLS_MAX + 2):
            kill = rng.choice((1, rng.randrange(1, 12), rng.randrange(1, 90)))
            done = self.run(*words, kill=kill if i < KILLS_MAX else None)
            before = self.check(done, consent, [], before)
            if done.returncode < 0 and lost_log.newest_head(before) and rng.random() < 0.4:
                return self.play_lost(before)
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

    def open_editor(self):
        command, world = self.command, self.world
        editor = law_editor.Editor([world.program, *command.words, world.path], world.env)
        editor.until(law_editor.LIST)
        editor.settle()
        return editor

    def agree(self, editor, owned):
        """Gives up what is refused, in a part of the cases, and says yes if asked; the end."""
        if editor.until(law_editor.REFUSED, 0.1) and self.rng.random() < 0.7:
            owned += editor.give_up(self.rng)
        if not editor.until(law_editor.QUESTION, 0.1):
            return None
        shown = editor.screen.text()
        unknown = law_editor.UNKNOWN.search(shown)
        if unknown:
            owned.append((int(unknown[1]), self.command.table.sectors, "unknown"))
        self.said.append("shown: " + shown)
        return editor.answer("Type yes to move" in shown)

    def play_editor(self):
        """Keys, W or the wizard, and yes; what the consent shows is agreed to."""
        command, owned, end = self.command, [], None
        editor = self.open_editor()
        for keys in command.keys:
            editor.type(keys)
        if command.moves:
            is_asked = editor.walk(self.rng, owned)
        else:
            editor.type("W")
            is_asked = editor.until(law_editor.ASKED, 0.5)
        if is_asked:
            end = self.agree(editor, owned)
        code, after = editor.end(), self.world.read()
        name = "wizard" if command.moves else "editor"
        self.runs["%s%s: %s" % (name, ", given up" * any(kind == "known" for _, _, kind in owned),
                                end[0] if end else "not asked")] += 1
        self.said.append("keys %r, given up: %s  # exit code %d" % (editor.typed, owned, code))
        starts = [first for first, _, kind in owned if kind == "known"]
        law = law_rules.Law(command, law_rules.Consent(is_free=True, starts=starts), owned)
        law.given += law_rules.changed_parts(command.table, law_table.Table(after, law.logical))
        if not end and after != command.image:
            self.faults.append("not asked, but the disk is not what it was")
        for first, last in law.broken(after)[:5]:
            self.faults.append(law_rules.place(command, first, last))
        if command.moves and end:
            self.check_moved(after)

    def report(self):
        lines = ["seed %d: %s on a disk of kind %s, %d sectors of %d bytes" % (
            self.seed, self.name, self.command.disk.kind, self.command.disk.sectors,
            self.command.logical)]
        lines += ["  " + line for line in self.said]
        if self.command.text:
            lines += ["  <<", *("    " + line for line in self.command.text.splitlines())]
        return "\n".join(lines + ["  not kept: " + fault for fault in self.faults])


WORLD = None


def begin(program, at_writes, rooms):
    global WORLD
    WORLD = law_world.World(program, at_writes, rooms)


def play(seed):
    trial = Trial(WORLD, seed)
    trial.play()
    return seed, trial.report() if trial.faults else None, trial.runs


def parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("alidade")
    parser.add_argument("at_writes")
    divisor = int(os.environ.get("ALIDADE_ROUNDS_DIVISOR", 1))  # for sanitizers
    parser.add_argument("--cases", type=int, default=CASES // divisor)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--from", type=int, default=1, dest="first")
    parser.add_argument("--fails-within", type=int)
    parser.add_argument("--faults", type=int, default=5, help="ends after so many")
    # A case mostly waits: for a child, or for the screen.
    parser.add_argument("--jobs", type=int, default=3 * os.cpu_count())
    return parser.parse_args()


def play_one(given):
    _, report, runs = play(given.seed)
    print(report or "kept: %s" % dict(runs))
    return 1 if report else 0


def play_all(given, rooms):
    began, count = time.monotonic(), given.fails_within or given.cases
    seeds = range(given.first, given.first + count)
    faults, runs, done = 0, collections.Counter(), 0
    with multiprocessing.Pool(given.jobs, begin,
                              (given.alidade, given.at_writes, rooms)) as pool:
        for _, report, counted in pool.imap(play, seeds, 4):
            runs.update(counted)
            done += 1
            if report:
                faults += 1
                print(report, flush=True)
            if faults >= (1 if given.fails_within else given.faults):
                break
        pool.terminate()
        pool.join()
    print("%d cases, %d commands in %.1f s, %d not kept; %s" % (
        done, sum(runs.values()), time.monotonic() - began, faults,
        ", ".join("%s %d times" % row for row in sorted(runs.items()))))
    return int(bool(faults) != bool(given.fails_within))


def main():
    given = parse()
    with law_world.rooms() as rooms:
        if given.seed is None:
            return play_all(given, rooms)
        begin(given.alidade, given.at_writes, rooms)
        return play_one(given)


sys.exit(main())
