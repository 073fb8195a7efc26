#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_hostile.py ALIDADE MAKE_HOSTILE - tables made to break readers: every command comes
# to an end with an answer or one sentence, and leaves the image as it was
import os
import resource
import sys

import cli
import sound

# Seconds of work, however busy the machine is; a hang is no answer.
MOST = 5
# Beside those that sound.image() runs: what each may end with.
COMMANDS = [("dump",), ("check", "--json"), ("explain", "--json")]


def work():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def within(claims, where, run, most):
    before = work()
    answer = run()
    claims.that(work() - before < most, "%s took %.1f s" % (where, work() - before))
    return answer


def one(claims, room, path):
    name = os.path.basename(path)
    before = sound.digest(path)
    # It runs six commands.
    within(claims, name, lambda: sound.image(claims, room, path), 6 * MOST)
    for words in COMMANDS:
        where = "%s %s" % (" ".join(words), name)
        result = within(claims, where, lambda: claims.run(*words, path), MOST)
        claims.that(result.returncode in (0, 1, 3, 4), "%s: exit code %d" %
                    (where, result.returncode))
        # A damaged table has an answer too: what is whole.
        has_answer = words[0] == "check" and result.stdout and not result.stderr
        claims.that(result.returncode < 2 or has_answer or
                    (result.stderr.startswith("alidade: ") and
                     result.stderr.count("\n") == 1), "%s: %r" % (where, result.stderr))
        for text in (result.stdout, result.stderr):
            claims.that(not any(ord(c) < 32 and c != "\n" for c in text),
                        where + ": nothing that a terminal would obey")
    claims.equal(sound.digest(path), before, name + ": as it was")


def script(claims, room):
    made = os.path.join(room, "made")
    os.mkdir(made)
    names = cli.quiet(sys.argv[2], made).split()
    claims.that(len(names) >= 100, "%d hostile tables" % len(names))
    for name in names:
        path = os.path.join(made, name)
        one(claims, room, path)
        os.remove(path)


cli.main(script)
