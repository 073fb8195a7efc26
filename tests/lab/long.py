#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# long.py - bench and probe on every kind of emulated drive, very often; takes an hour
"""Prints what came out beside the goal, row by row, and asserts nothing by the clock:
ends with 1 only where a byte changed or a verdict was wrong.

  bench   63 against 64 on each kind; right, inconclusive and wrong are judged by the
          truth about the kind, seconds are those from the first write to the verdict
  probe   the physical sector and its offset
  kills   SIGKILL at random moments of both; then the bytes are compared
"""
import argparse
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import lab
import measured

KILLED_KINDS = ("ssd4k", "hdd512e", "ssd4k-jumper", "weak4k")
KILL_SIZE = 16 << 20
MIB = 1 << 20
# Kills of runs that take long come within this time.
KILL_SECONDS = 1.5


def spread(values, form):
    """Least, median and most."""
    if not values:
        return "-"
    middle = statistics.median(values)
    return " / ".join(form % value for value in (min(values), middle, max(values)))


def seconds_goal(what, kind):
    if what == "probe":
        return 8.0 if kind.physical == 512 else 3.0 if kind.is_disk else 1.0
    slow = kind.is_disk or kind.ratio is None or 1 / 1.3 < kind.ratio < 1.3
    return 3.0 if slow else 0.3


def ratio_goal(kind):
    if kind.ratio is None:
        return "-"
    if abs(kind.ratio - 1) < measured.NEAR:
        return "1 +- 0.03"
    return "%.2f" % kind.ratio + (" +- 5 %" if kind.is_disk else " less the way there")


def row_of(what, name, runs):
    kind = lab.KINDS[name]
    count = {judged: sum(run.judged == judged for run in runs)
             for judged in (measured.RIGHT, measured.INCONCLUSIVE, measured.WRONG,
                            measured.REFUSED)}
    times = [run.number("seconds") for run in runs]
    ratios = [run.number("ratio") for run in runs if run.number("ratio")]
    middle = statistics.median(times) if times else 0
    return "%-15s %4d %5d %5d %6d %7d   %5.2f %5.2f  %4.1f   %-20s %-19s %5.1f %7d" % (
        name, len(runs), count[measured.RIGHT], count[measured.INCONCLUSIVE],
        count[measured.WRONG], count[measured.REFUSED], middle, max(times, default=0),
        seconds_goal(what, kind), spread(ratios, "%.3f"),
        ratio_goal(kind) if what == "bench" else "-",
        max((run.number("bytes-written") for run in runs), default=0) / MIB,
        sum(run.changed for run in runs))


def head(what):
    print("\n%s\n%-15s %4s %5s %5s %6s %7s   %5s %5s  %4s   %-20s %-19s %5s %7s" % (
        what, "kind", "runs", "right", "open", "wrong", "refused", "s med", "max", "goal",
        "ratio low/med/high", "goal", "MiB", "changed"), flush=True)


def measure(what, names, count, emulator, alidade, is_loud):
    """Whether nothing was wrong and nothing changed."""
    if not count:
        return True
    head(what)
    right = wrong = changed = total = 0
    for name in names:
        runs = []
        with lab.drive(emulator, name) as drive:
            for _ in range(count):
                run = measured.run(alidade, what, drive, lab.KINDS[name])
                runs.append(run)
                if is_loud or run.judged in (measured.WRONG, measured.REFUSED):
                    print("    %s: %s %s" % (run.judged, run.answer, run.complaint),
                          file=sys.stderr, flush=True)
        print(row_of(what, name, runs), flush=True)
        right += sum(run.judged == measured.RIGHT for run in runs)
        wrong += sum(run.judged == measured.WRONG for run in runs)
        changed += sum(run.changed for run in runs)
        total += len(runs)
    print("%d of %d right = %.1f %% (goal 99), %d wrong (goal 0), %d bytes changed (goal 0)"
          % (right, total, 100 * right / max(total, 1), wrong, changed), flush=True)
    return not wrong and not changed


def usual_seconds(alidade, what, drive):
    with tempfile.TemporaryDirectory(prefix="alidade-lab-state-") as room:
        began = time.monotonic()
        subprocess.run(measured.words(alidade, what, drive.path), check=False,
                       env=measured.environment(room), stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=120)
        return time.monotonic() - began


def kill_once(alidade, what, drive, seconds):
    """Whether it was at work when it was killed, and how much it had written."""
    writes = drive.requests()["writes"]
    with tempfile.TemporaryDirectory(prefix="alidade-lab-state-") as room:
        child = subprocess.Popen(measured.words(alidade, what, drive.path),
                                 env=measured.environment(room),
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 stdin=subprocess.DEVNULL)
        time.sleep(seconds)
        child.kill()
        was_alive = child.wait() == -signal.SIGKILL
    return was_alive, drive.requests()["writes"] - writes


def kill(count, emulator, alidade):
    """Whether no byte changed."""
    chance = random.Random(count)
    alive = writing = worst = changed_runs = 0
    jobs = [(name, what) for name in KILLED_KINDS for what in ("bench", "probe")]
    for turn, (name, what) in enumerate(jobs):
        with lab.drive(emulator, name, KILL_SIZE) as drive:
            before = drive.bytes()
            most = min(usual_seconds(alidade, what, drive), KILL_SECONDS)
            for _ in range(count // len(jobs) + (turn < count % len(jobs))):
                was_alive, writes = kill_once(alidade, what, drive,
                                              chance.uniform(0.005, most))
                alive += was_alive
                writing += was_alive and writes > 0
                changed = measured.count_changed(before, drive.bytes())
                if changed:
                    changed_runs += 1
                    worst = max(worst, changed)
                    drive.put(before)
    print("\nkills\n%d runs killed, %d of them at work, %d after their first write: bytes "
          "changed in %d runs, at worst %d (goal 0)" %
          (count, alive, writing, changed_runs, worst), flush=True)
    return not changed_runs


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("emulator")
    parser.add_argument("alidade")
    parser.add_argument("--bench", type=int, default=100, help="runs of each kind")
    parser.add_argument("--probe", type=int, default=30)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--kinds", default=",".join(lab.KINDS))
    parser.add_argument("--loud", action="store_true", help="every answer, on stderr")
    given = parser.parse_args()
    names = given.kinds.split(",")
    try:
        is_well = [
            measure("bench", names, given.bench, given.emulator, given.alidade, given.loud),
            measure("probe", names, given.probe, given.emulator, given.alidade, given.loud),
            kill(given.kills, given.emulator, given.alidade) if given.kills else True,
        ]
    except lab.NoDrive as reason:
        print("skipped: %s" % reason)
        return lab.SKIP
    return 0 if all(is_well) else 1


if __name__ == "__main__":
    sys.exit(main())
