#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# move_bench.py - what a move that survives a power cut costs, beside a plain copy
"""move_bench.py ALIDADE [EMULATED_DRIVE] [--only PART...] [--rounds N] [--size MIB]

Each part prints its figures, and for each demand whether it is met. Nothing is asserted.

  file   `alidade fix` beside a plain copy in pieces of the same size, and beside `sfdisk
         --move-data` with a flush at the end, all on one image, in turns. "flushed" copies
         wait for a flush after each piece, as a move has to; "plain" ones for one at the
         end. Times of a move are those between its first record and its end, without
         the reading before and after it; comparing each unit with its hash from before
         is in them. Demands are on the ratio of the shortest times; the medians stand
         beside them: on a busy machine only many rounds say much. "bare" are the reads,
         writes and flushes alone that a move takes, one after the other, without hashes:
         its ratio to a copy is what a move that does nothing at the same time can reach.
  loop   the same on a loop device, where nothing goes through the page cache: needs root
  hdd    on the emulated disk, with little and with much space for the journal: what was
         estimated during the run, and how long it took; the ratio to a plain copy there
  stop   from SIGTERM to the end of the program, and resume completes the move
  screen the same move in the editor and by `alidade fix`, both on pseudo terminals and at
         the same time: how much each writes while both move data. How long the wizard
         and the report take is not in it. A round is two pairs, and there are up to
         three times as many while the ratio is as near to the limit as to its own error
  find   `resume` without a device, on 16 disks (loop devices: needs root)
"""
import argparse
import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True    # nothing is left behind in the source tree
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(HERE, "..", "e2e"), os.path.join(HERE, "..", "lab")]
import cli  # noqa: E402
import lab  # noqa: E402
from move_disks import (HDD, MIB, Disk, direct_loop, emulated_hdd, file_system,  # noqa: E402
                        fill)
from move_screen import screen_part  # noqa: E402

# What is written at once in journal mode, of 48 MiB of memory, while the next ones are read.
BATCH = 18 * MIB
ROOM = 68 * MIB    # for a journal with two batches
# Name, start, new start, space for the journal, mode, piece, demands on both ratios.
MOVES = (("hole, 1 MiB", 2048, 4096, 2252800, "hole", MIB, 0.90),
         ("hole, 4 MiB", 2048, 10240, ROOM, "hole", 4 * MIB, 0.90),
         ("journal, 1985", 63, 2048, ROOM, "journal", BATCH, 0.60),
         ("journal, 7", 2041, 2048, ROOM, "journal", BATCH, 0.60),
         ("journal, 1", 2047, 2048, ROOM, "journal", BATCH, 0.60))
SMALL_RATIO = 1.4    # of the time of 1985 sectors
ROOMS = (2.4, 7.8, 68)    # MiB
SHARES = (0.1, 0.25, 0.5)
STOPS, DISKS = 5, 16


def say_demand(words, is_met):
    print("  %-70s %s" % (words, "yes" if is_met else "NO"), flush=True)


class Fix:
    """A running `alidade fix` or `resume`, and its lines with the moments they came at."""

    def __init__(self, program, room, *words):
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [program, *words, "--yes", "--json"], text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=dict(os.environ, LC_ALL="C.UTF-8", XDG_STATE_HOME=room))
        self.lines = []

    def read(self, is_last=lambda line: False):
        for text in self.process.stdout:
            line = json.loads(text)
            self.lines.append((time.monotonic(), line))
            if is_last(line):
                return
        if self.process.wait() not in (0, 5):
            sys.exit("alidade: %s%s" % (self.lines[-1:], self.process.stderr.read()))

    def moment(self, event):
        return next(at for at, line in self.lines if line["event"] == event)

    def mode(self):
        modes = {line.get("mode") for _, line in self.lines if line.get("phase") == "move"}
        return modes - {None, "none"}


def fix_words(disk, to):
    # A disk in memory, or with a host's cache below it, can be faster than a turn.
    return ("fix", "--no-check", "--flush-lies", "--physical-sector=4096",
            "--start=1=%d" % to, disk.node)


def move(program, room, disk, to):
    """Seconds of the move, and its modes as far as they were said."""
    fix = Fix(program, room, *fix_words(disk, to))
    fix.read()
    return fix.moment("end") - fix.moment("step"), fix.mode()


# --- beside a copy ---

def ratios(times, name):
    """Of the shortest, and of the medians."""
    return (min(times[name]) / min(times["move"]),
            statistics.median(times[name]) / statistics.median(times["move"]))


def one_round(program, room, node, is_direct, length, head, all_times):
    for name, start, to, space, mode, piece, _ in MOVES:
        times = all_times.setdefault(name, {})
        disk = Disk(node, length, start, space, is_direct)
        ways = (("move", lambda: move(program, room, disk, to)),
                ("flushed", lambda: disk.copy(to, piece, True)),
                ("plain", lambda: disk.copy(to, piece, False)),
                ("bare", lambda: disk.bare(to, piece, mode)),
                ("sfdisk", lambda: disk.sfdisk(to)))
        for way, run in ways:
            disk.reset(head)
            seconds = run()
            if way == "move":
                seconds, modes = seconds
                if modes - {mode}:
                    print("  %s: this was %s" % (name, ", ".join(modes)))
            if seconds is not None:
                times.setdefault(way, []).append(seconds)


def print_copies(all_times):
    ways = ("move", "bare", "flushed", "plain", "sfdisk")
    print("  %-14s %s  %s" % ("", " ".join("%8s" % way for way in ways),
                              "copy/move: flushed, plain (medians)"))
    for name, times in all_times.items():
        cells = ["%7.2fs" % min(times[way]) if way in times else "      -"
                 for way in ways]
        flushed, plain = ratios(times, "flushed"), ratios(times, "plain")
        print("  %-14s %s  %.2f %.2f (%.2f %.2f)" % (name, " ".join(cells), flushed[0],
                                                    plain[0], flushed[1], plain[1]))
    for name, _, _, _, _, _, demand in MOVES:
        for way in ("flushed", "plain"):
            times = all_times[name]
            value, bare = ratios(times, way)[0], min(times[way]) / min(times["bare"])
            say_demand("%s: %.2f of a %s copy (bare %.2f), demanded %.2f" %
                       (name, value, way, bare, demand), value >= demand)
    long = min(all_times["journal, 1985"]["move"])
    for name in ("journal, 7", "journal, 1"):
        value = min(all_times[name]["move"]) / long
        say_demand("%s: %.2f times as long as 1985 sectors, at most %.1f" %
                   (name, value, SMALL_RATIO), value <= SMALL_RATIO)


def compare(kind, options, room, opened, is_direct):
    length, all_times, flushes = options.size * MIB, {}, []
    head = file_system(room, length)
    image = os.path.join(room, "image")
    fill(image, length + ROOM + 24 * MIB)
    with opened(image) as node:
        for _ in range(options.rounds):
            one_round(options.program, room, node, is_direct, length, head, all_times)
            flushes.append(Disk(node, length, 2048, ROOM, is_direct).flush_seconds())
    print("\n%s, %d MiB, %d rounds: shortest times; a flush of 4 KiB takes %.2f ms" %
          (kind, options.size, options.rounds, 1000 * statistics.median(flushes)))
    print_copies(all_times)
    os.unlink(image)


def file_part(options, room):
    compare("image file", options, room, contextlib.nullcontext, False)


def loop_part(options, room):
    if os.geteuid():
        print("\nloop: loop devices need root")
    else:
        compare("loop device", options, room, direct_loop, True)


# --- the emulated disk ---

def print_estimates(fix):
    """The first estimate after some shares of the run."""
    all_seconds, is_met = fix.moment("end") - fix.began, True
    for share in SHARES:
        for at, line in fix.lines:
            if at - fix.began >= share * all_seconds and line.get("seconds-left"):
                estimate = at - fix.began + line["seconds-left"]
                off = estimate / all_seconds - 1
                print("  after %2d %% (%s): %.0f s, %+.0f %%" %
                      (100 * (at - fix.began) / all_seconds, line["phase"], estimate,
                       100 * off))
                is_met &= abs(off) <= 0.2
                break
    return is_met


def hdd_part(options, room):
    length = min(options.size, 896) * MIB
    for space in ROOMS:
        with emulated_hdd(options.emulator, room, length, space) as disk:
            fix = Fix(options.program, room, "fix", "--physical-sector=4096", "--start=1=64",
                      disk.node)
            fix.read()
            print("\nemulated disk, %d MiB, space of %.1f MiB for the journal: %.1f s" %
                  (length // MIB, space, fix.moment("end") - fix.began))
            say_demand("estimates within 20 %", print_estimates(fix))
            copied = disk.copy(64, BATCH, True)
        with emulated_hdd(options.emulator, room, length, space) as disk:
            moved = move(options.program, room, disk, 64)[0]
        words = "move %.1f s, flushed copy %.1f s: %.2f" % (moved, copied, copied / moved)
        if space == ROOMS[-1]:
            say_demand(words + ", demanded 0.60", copied / moved >= 0.6)
        else:
            print("  " + words)


# --- stop and resume ---

def stop_once(options, room, disk, to, delay):
    """Seconds from SIGTERM to the end of the program; None: it was complete before."""
    fix = Fix(options.program, room, *fix_words(disk, to))
    fix.read(lambda line: line["event"] == "step")
    time.sleep(delay)
    fix.process.send_signal(signal.SIGTERM)
    began = time.monotonic()
    fix.process.communicate()
    seconds = time.monotonic() - began
    if fix.process.returncode == 0:
        return None
    resumed = Fix(options.program, room, "resume", disk.node)
    resumed.read()
    if fix.process.returncode != 5 or resumed.lines[-1][1]["state"] != "complete":
        sys.exit("stopped with %d, then %s" % (fix.process.returncode, resumed.lines[-1]))
    return seconds


def print_stops(kind, times, demand):
    times = [seconds for seconds in times if seconds is not None]
    say_demand("%s: %d stops, %s s, at most %.0f" %
               (kind, len(times), ", ".join("%.2f" % each for each in times), demand),
               bool(times) and max(times) <= demand)


def stop_part(options, room):
    print("\nfrom SIGTERM to the end of the program; resume then completes the move")
    length = min(options.size, 512) * MIB
    head, image = file_system(room, length), os.path.join(room, "image")
    fill(image, length + ROOM + 24 * MIB)
    times = []
    for number in range(STOPS):
        disk = Disk(image, length, 63, ROOM, False)
        disk.reset(head)
        times.append(stop_once(options, room, disk, 2048, 0.1 * number))
    os.unlink(image)
    print_stops("image file", times, 1)
    times = []
    for number in range(STOPS):
        with emulated_hdd(options.emulator, room, 256 * MIB, ROOMS[-1]) as disk:
            times.append(stop_once(options, room, disk, 64, 0.6 * number))
    print_stops("emulated disk", times, 3)


def interrupt(program, room, disk):
    """Kills a fix of DISK while it moves."""
    fix = Fix(program, room, *fix_words(disk, 64))
    fix.read(lambda line: line["event"] == "step")
    fix.process.kill()
    fix.process.communicate()


def find_part(options, room):
    if os.geteuid():
        print("\nfind: 16 disks are loop devices, which need root")
        return
    length = 32 * MIB
    head = file_system(room, length)
    with contextlib.ExitStack() as stack:
        nodes = []
        for number in range(DISKS):
            image = os.path.join(room, "disk-%d" % number)
            fill(image, length + 4 * MIB)
            disk = Disk(image, length, 63, 3 * MIB, False)
            disk.reset(head)
            if number == DISKS // 2:
                interrupt(options.program, room, disk)
            nodes.append(stack.enter_context(direct_loop(image)))
        began = time.monotonic()
        done = subprocess.run([options.program, "resume", "--status"], capture_output=True,
                              text=True, env=dict(os.environ, LC_ALL="C.UTF-8"))
        seconds = time.monotonic() - began
    print("\nresume without a device, beside %d disks: exit code %d, %s" %
          (DISKS, done.returncode, (done.stdout + done.stderr).split("\n")[0]))
    say_demand("%.2f s and found, at most 3" % seconds,
               seconds < 3 and nodes[DISKS // 2] in done.stdout)


PARTS = {"file": file_part, "loop": loop_part, "hdd": hdd_part, "stop": stop_part,
         "screen": lambda options, room: screen_part(options, room, say_demand),
         "find": find_part}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="build/ui/alidade")
    parser.add_argument("emulator", nargs="?", help="build/tests/lab/emulated_drive")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--rounds", type=int, default=7, help="of copies and screen (7)")
    parser.add_argument("--size", type=int, default=1024, help="of the partition, MiB (1024)")
    options = parser.parse_args()
    # What is terminated takes its temporary directory and its devices along.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    cli.need("sfdisk", "mke2fs", "losetup")
    options.program = os.path.abspath(options.program)
    print("Linux %s, %d CPUs, load %s" % (os.uname().release, os.cpu_count(),
                                          " ".join("%.1f" % each for each in os.getloadavg())))
    with tempfile.TemporaryDirectory(prefix="alidade-move-bench-") as room:
        for name in options.only:
            try:
                PARTS[name](options, room)
            except lab.NoDrive as reason:
                print("\n%s: %s" % (name, reason))


if __name__ == "__main__":
    main()
