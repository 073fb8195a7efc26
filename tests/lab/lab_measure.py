#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# lab_measure.py ALIDADE [EMULATOR] - bench and probe on emulated drives, in real time
#
# A loaded machine may keep a question open; it may not turn an answer around, or change
# a byte.
import os
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import cli  # noqa: E402
import lab  # noqa: E402
import measured  # noqa: E402

# Those that take longest begin first.
KINDS = ("hdd512e-jumper", "hdd512n", "hdd512e", "ssd512", "ssd4k", "lying-flush")
# They answer now and pay later.
HIDING = ("ssd4k-carry", "ssd4k-buffer", "ssd4k-cache")
MOST_BYTES = 16 << 20


def said_what(claims, name, what, run):
    label = "%s on %s" % (what, name)
    claims.that(run.judged in (measured.RIGHT, measured.INCONCLUSIVE),
                "%s: %s: %s" % (label, run.judged, run.answer or run.complaint))
    claims.equal(run.changed, 0, label + ": no byte has changed")
    claims.that(run.answer.get("unchanged") is True, label + ": and it says so")
    claims.that(run.writes > 0, label + ": it did write")
    print("%-24s %-12s ratio %-6s in %s s" %
          (label, run.judged, run.answer.get("ratio"), run.answer.get("seconds")))


def measure(emulator, alidade, name):
    kind = lab.KINDS[name]
    with lab.drive(emulator, name) as drive:
        return [measured.run(alidade, what, drive, kind)
                for what in (("bench",) if name in HIDING else ("bench", "probe"))]


def drives(emulator, alidade):
    # A drive mostly waits: each processor can serve two.
    with ThreadPoolExecutor(2 * os.cpu_count()) as pool:
        names = KINDS + HIDING
        return dict(zip(names, pool.map(lambda name: measure(emulator, alidade, name), names)))


def all_is_told(claims, runs):
    for name in KINDS:
        bench, probe = runs[name]
        said_what(claims, name, "bench", bench)
        claims.that(bench.number("bytes-written") <= MOST_BYTES,
                    "bench on %s: at most 16 MiB are written" % name)
        said_what(claims, name, "probe", probe)


def a_lying_flush_gives_no_verdict(claims, runs):
    for what, run in zip(("bench", "probe"), runs["lying-flush"]):
        claims.equal((run.answer.get("verdict"), run.answer.get("reason")),
                     ("inconclusive", "flush-lies"), what + " sees that it lies")


def nothing_hidden_is_denied(claims, runs):
    for name in HIDING:
        bench, = runs[name]
        said_what(claims, name, "bench", bench)
        claims.that(bench.answer.get("worth") != "no", name + " is not called not worth it")


def main(alidade, emulator=""):
    claims = cli.Claims(alidade)
    try:
        runs = drives(emulator, alidade)
    except lab.NoDrive as reason:
        cli.skip(str(reason))
    all_is_told(claims, runs)
    nothing_hidden_is_denied(claims, runs)
    a_lying_flush_gives_no_verdict(claims, runs)
    return claims.finish()


sys.exit(main(*sys.argv[1:3]))
