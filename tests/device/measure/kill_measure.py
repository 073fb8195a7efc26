#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# kill_measure.py - whatever ends a measurement, and when, the disk has the bytes it had
"""kill_measure.py MEASURE_DISK [KILLS]

Fills an image file with random bytes, starts benches and probes of it and ends them with
SIGKILL at random moments, KILLS times (50) in all, and some more with SIGINT, SIGTERM and
SIGHUP; for root half of them on a loop device over the file.  After each one the file has
the hash that it had.  A signal that can be caught ends in a comparison of the window that
says so too.  ALIDADE_SEED shows the moments of a run again.  Exit code 77: cannot run
here."""

import hashlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "e2e"))
import loop  # noqa: E402

SIZE = 20 << 20
SKIP = 77
STOPPED = 5
# As long as one may take, and the last moment at which it is ended.
SECONDS = 2
LAST = 0.8
CAUGHT = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Disk:
    """A file of random bytes, or a loop device over it."""

    def __init__(self, folder, is_loop):
        self.image = os.path.join(folder, "loop.img" if is_loop else "disk.img")
        with open(self.image, "wb") as image:
            image.write(random.randbytes(SIZE))
            os.fsync(image.fileno())
        self.path = self.image
        self.is_loop = False
        if is_loop:
            run = loop.attach(self.image)
            if run.returncode:
                raise OSError(run.stderr.strip())
            self.path = run.stdout.strip()
            # What was said of a device stays with it from one file to the next.
            subprocess.run(["blockdev", "--setrw", self.path], check=False)
            self.is_loop = True
        self.before = self.hash()

    def hash(self):
        """Of the file, once what the device has in its cache is in it."""
        if self.is_loop:
            subprocess.run(["blockdev", "--flushbufs", self.path], check=True)
        with open(self.image, "rb") as image:
            return hashlib.sha256(image.read()).hexdigest()

    def close(self):
        if self.is_loop:
            subprocess.run(["losetup", "-d", self.path], check=True)
            self.is_loop = False


def has_written(pid):
    """Whether a process that is still there has made storage write anything; the kernel
    counts no writes to files in memory."""
    try:
        with open(f"/proc/{pid}/io", encoding="ascii") as counts:
            return any(line.startswith("write_bytes:") and line.split()[1] != "0"
                       for line in counts)
    except OSError:
        return False


class Tally:
    def __init__(self):
        self.kills = self.ended = self.changed = self.wrong = self.writing = 0

    def claim(self, is_right, words):
        if not is_right:
            self.wrong += 1
            print("WRONG", words)


def start(program, kind, disk, seed):
    run = subprocess.Popen([program, kind, disk.path, "as-drive", f"seed={seed}",
                            f"seconds={SECONDS}"],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    line = run.stdout.readline()
    if not line.startswith("begun: 0"):
        rest = run.stdout.read()
        run.wait()
        raise AssertionError(f"{kind} of {disk.path}: {line}{rest}")
    return run


def length_of(program, kind, disk, tally):
    """How long one takes that nobody ends: so far apart the moments lie."""
    run = start(program, kind, disk, 1)
    began = time.monotonic()
    said = run.stdout.read()
    run.wait()
    tally.claim(run.returncode == 0 and "unchanged=1" in said,
                f"{kind} of {disk.path} by itself: {said}")
    tally.claim(" written=0 " not in said, f"{kind} of {disk.path} writes: {said}")
    tally.claim(disk.hash() == disk.before, f"{kind} of {disk.path}: bytes by itself")
    return min(LAST, 0.8 * (time.monotonic() - began))


def end_one(program, kind, disk, number, moment, tally):
    what = f"{kind} of {disk.path}, signal {int(number)} after {moment * 1000:.1f} ms"
    run = start(program, kind, disk, random.randrange(1 << 32))
    time.sleep(moment)
    is_writing = has_written(run.pid)
    run.send_signal(number)
    said = run.stdout.read()
    run.wait()
    if run.returncode == -signal.SIGKILL:
        tally.kills += 1
        tally.writing += is_writing
    else:
        tally.ended += 1
        tally.claim(run.returncode in (0, STOPPED), f"{what}: ended with {run.returncode}")
        tally.claim("unchanged=1" in said, f"{what}: {said}")
    if disk.hash() != disk.before:
        tally.changed += 1
        tally.claim(False, f"{what}: the bytes have changed")
        disk.before = disk.hash()


def play(program, disk, kills, tally):
    lengths = {kind: length_of(program, kind, disk, tally) for kind in ("bench", "probe")}
    while tally.kills < kills:
        kind = random.choice(("bench", "probe"))
        # Those that end by themselves before it do not count.
        end_one(program, kind, disk, signal.SIGKILL, random.uniform(0, lengths[kind]), tally)
    for number in CAUGHT:
        for kind in ("bench", "probe"):
            end_one(program, kind, disk, number, random.uniform(0, lengths[kind]), tally)


def main():
    program = os.path.abspath(sys.argv[1])
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    seed = int(os.environ.get("ALIDADE_SEED", time.time_ns() % (1 << 32)))
    random.seed(seed)
    print(f"ALIDADE_SEED={seed}")
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        disks = [Disk(folder, False)]
        try:
            if os.geteuid() == 0:
                try:
                    disks.append(Disk(folder, True))
                except OSError as reason:
                    print("without a loop device:", reason)
            for index, disk in enumerate(disks):
                play(program, disk, kills * (index + 1) // len(disks), tally)
        finally:
            for disk in disks:
                disk.close()
    print(f"{tally.kills} killed, {tally.writing} of them after their first write, "
          f"{tally.ended} ended otherwise, on {len(disks)} disks: {tally.changed} changed")
    sys.exit(1 if tally.wrong else 0)


main()
