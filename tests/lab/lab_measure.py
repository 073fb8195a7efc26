#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# lab_measure.py ALIDADE LIBRARY [EMULATOR] - bench and probe on emulated drives, in the
# drives' own time: no answer depends on how busy the machine is
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import cli  # noqa: E402
import lab  # noqa: E402
import measured  # noqa: E402

SIZE = 8 << 20
MAX_BYTES = 16 << 20
BLOCK = 4096
# 4 % are beyond these bytes: the question may stay open.
FAINT = "flash64k"
# Larger ratios are worth a change.
WORTH = 1.5


def truth(kind):
    """What 4 KiB at random places from sector 63 on take over those from 64 on."""
    physics = kind.physics
    if kind.is_disk:
        turn = 60e6 / physics["rpm"]
        usual = turn + turn * BLOCK / lab.TRACK
    else:
        usual = physics["write-us"] + lab.HOST_US
    # Only some writes cross a larger block.
    crossing, inside = 1 + BLOCK / physics["physical"], physics["physical"] > BLOCK
    ratio = (usual + physics["rmw-us"] * crossing) / (usual + physics["rmw-us"] * inside)
    return 1 / ratio if kind.offset % BLOCK else ratio


def is_told(claims, label, run):
    claims.equal(run.changed, 0, label + ": no byte has changed")
    claims.that(run.answer.get("unchanged") is True, label + ": and it says so")
    claims.that(run.writes > 0, label + ": it did write")


def ratio_is_true(claims, label, kind, bench):
    ratio, (low, high) = truth(kind), bench.answer.get("interval") or (0, 0)
    # Three decimals are printed.
    claims.that(low - 0.001 < ratio < high + 0.001,
                "%s: the ratio is %.3f: %r" % (label, ratio, bench.answer))
    off = abs(bench.number("ratio") / ratio - 1)
    claims.that(off < (0.001 if kind.is_disk else 0.06),
                "%s: the ratio is %.3f, off by %.3f" % (label, ratio, off))
    if ratio > WORTH:
        claims.equal(bench.answer.get("worth"), "yes", label + ": worth")


def judge(claims, what, name, run):
    label, kind = "%s on %s" % (what, name), lab.KINDS[name]
    is_open = (what, name, run.judged) == ("bench", FAINT, measured.INCONCLUSIVE)
    claims.that(run.judged == measured.RIGHT or is_open,
                "%s: %s: %s" % (label, run.judged, run.answer or run.complaint))
    is_told(claims, label, run)
    if what == "bench":
        claims.that(0 < run.number("bytes-written") <= MAX_BYTES,
                    label + ": at most 16 MiB are written")
        if not kind.is_lying:
            ratio_is_true(claims, label, kind, run)


def main(alidade, library, emulator=""):
    claims = cli.Claims(alidade)
    try:
        for name in lab.KINDS:
            for what in ("bench", "probe"):
                with lab.drive(emulator, name, SIZE, is_virtual=True) as drive:
                    judge(claims, what, name,
                          measured.run(alidade, what, drive, lab.KINDS[name], "--seed=1",
                                       env=drive.environment(library)))
    except lab.NoDrive as reason:
        cli.skip(str(reason))
    return claims.finish()


sys.exit(main(*sys.argv[1:4]))
