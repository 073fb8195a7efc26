#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_hostile.py ALIDADE MAKE_HOSTILE - tables made to break readers: every command comes
# to an end with an answer or one sentence, and leaves the image as it was
import json
import os
import re
import resource
import subprocess
import sys

import cli
import sound

# Seconds of work, however busy the machine is; a hang is no answer.
MOST = 5
# What a terminal obeys; not a new line.
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")
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
    document = within(claims, name, lambda: sound.image(claims, room, path), 6 * MOST)
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
            claims.that(not CONTROL.search(text),
                        where + ": nothing that a terminal would obey")
    claims.equal(sound.digest(path), before, name + ": as it was")
    return document


# Where sfdisk lists what is no partition for anyone else: text in the place of the
# entries, flags that Linux takes for a boot sector's, a link named as a partition, GPTs of
# a revision or with entries that the specification does not know.
NO_PARTITIONS = {"msdos-boot-sector-of-ntfs", "msdos-fat-with-text", "msdos-flags-of-ones",
                 "msdos-text", "ebr-with-four-links", "gpt-entries-of-1-byte",
                 "gpt-entries-of-127-bytes", "gpt-revision-0"}


def parts_of(document):
    """Each pair of start and size; entries without sectors or type are notes."""
    table = document.get("partitiontable") or {}
    return table.get("label"), {
        (one["start"], min(one["size"], 1 << 63)) for one in table.get("partitions", [])
        if one["size"] and one["type"] != "0"}


def never_fewer(claims, path, document):
    """What sfdisk lists is in DOCUMENT, be it as damaged.  A protective entry is no
    partition."""
    name = os.path.basename(path)
    done = subprocess.run(["sfdisk", "-J", path], capture_output=True, encoding="latin-1")
    label, theirs = parts_of(json.loads(done.stdout or "{}"))
    # A sentence is what a refused image has instead.
    _, ours = parts_of(document if isinstance(document, dict) else {})
    if name in NO_PARTITIONS or (label == "dos" and all(one == (1, 131071) for one in theirs)):
        return 0
    claims.that(theirs <= ours, "%s: sfdisk lists %r beside %r" %
                (name, sorted(theirs - ours), sorted(ours)))
    return 1


def script(claims, room):
    made = os.path.join(room, "made")
    os.mkdir(made)
    names = cli.quiet(sys.argv[2], made).split()
    claims.that(len(names) >= 100, "%d hostile tables" % len(names))
    # As everywhere: one of several where fewer rounds are wanted.
    step = max(1, int(os.environ.get("ALIDADE_ROUNDS_DIVISOR", 1)) // 4)
    compared = 0
    for name in names[::step]:
        path = os.path.join(made, name)
        compared += never_fewer(claims, path, one(claims, room, path))
        os.remove(path)
    claims.that(compared >= 90 // step, "%d compared with sfdisk" % compared)


cli.main(script)
