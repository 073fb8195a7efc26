#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# foreign_writers.py - what another program writes during a measurement is not lost
"""foreign_writers.py MEASURE_DISK [RUNS]

A second process writes a counter to random sectors of the test area while a bench or a
probe runs: with O_DIRECT or through the page cache, once or every 30 ms, to an image file
and, for root, to the whole-disk node and to a partition's node of a loop device, RUNS (36)
times in all.  Each write that was acknowledged is on the disk afterwards.  On a block
device one request of a measurement cannot be kept from overlapping another program's: what
is lost then lies where the run says so.  ALIDADE_SEED shows the moments of a run again.
Exit code 77: cannot run here."""

import collections
import mmap
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "e2e"))
import loop  # noqa: E402

SIZE = 24 << 20
SECTOR = 512
MARK = b"another program's counter"
SECONDS = 1
EVERY = 0.03
# As long as a writer goes on after the first write: longer than any run.
LIMIT = 20


class Disk:
    """A file of random bytes with one partition over all of it; written to at NODE, which
    begins at byte BASE of the file."""

    def __init__(self, folder, kind):
        self.kind = kind
        self.device = None
        self.base = 0
        self.image = os.path.join(folder, kind + ".img")
        with open(self.image, "wb") as image:
            image.write(random.randbytes(SIZE))
        subprocess.run(["sfdisk", "-q", "--wipe", "never", self.image], check=True,
                       input=f"label: gpt\nstart=2048, size={SIZE // SECTOR - 2048 - 33}\n",
                       text=True)
        self.path = self.node = self.image
        if kind != "image":
            self.attach()

    def attach(self):
        run = loop.attach("-P", self.image)
        if run.returncode:
            raise OSError(run.stderr.strip())
        self.device = self.path = self.node = run.stdout.strip()
        subprocess.run(["blockdev", "--setrw", self.path], check=False)
        if self.kind == "partition":
            self.node = self.path + "p1"
            self.base = 2048 * SECTOR
            if not os.path.exists(self.node):
                subprocess.run(["partx", "-a", self.path], check=True)

    def sector(self, offset):
        with open(self.image, "rb") as image:
            image.seek(offset)
            return image.read(SECTOR)

    def settle(self):
        """Everything that is in a cache of the device gets into the file."""
        if self.device:
            for node in {self.node, self.path}:
                subprocess.run(["blockdev", "--flushbufs", node], check=True)

    def close(self):
        if self.device:
            subprocess.run(["partx", "-d", self.device], capture_output=True, check=False)
            subprocess.run(["losetup", "-d", self.device], check=True)
            self.device = None


def put(node, offset, sector, is_direct):
    fd = os.open(node, os.O_RDWR | (os.O_DIRECT if is_direct else 0))
    try:
        return os.pwrite(fd, sector, offset) == SECTOR
    finally:
        os.close(fd)


class Writer:
    """A process that writes once, or until it is told to end."""

    def __init__(self, disk, area, is_direct, is_steady, delay, seed):
        self.output, output = os.pipe()
        control, self.control = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            os.close(self.control)
            try:
                self.write(disk, area, is_direct, is_steady, delay, seed, control, output)
            finally:
                os._exit(0)
        os.close(control)
        os.close(output)

    @staticmethod
    def write(disk, area, is_direct, is_steady, delay, seed, control, output):
        dice = random.Random(seed)
        sector = mmap.mmap(-1, SECTOR)
        os.set_blocking(control, False)
        time.sleep(delay)
        end = time.monotonic() + LIMIT
        counter = 0
        while time.monotonic() < end:
            counter += 1
            offset = area[0] + dice.randrange(area[1] // SECTOR) * SECTOR
            sector[:] = (MARK + struct.pack("<Q", counter)).ljust(SECTOR, b"\xa5")
            if put(disk.node, offset - disk.base, sector, is_direct):
                os.write(output, struct.pack("<QQ", offset, counter))
            if not is_steady:
                return
            try:
                if not os.read(control, 1):
                    return
            except BlockingIOError:
                time.sleep(EVERY)

    def end(self):
        """What it wrote last, by offset."""
        os.close(self.control)
        with os.fdopen(self.output, "rb") as output:
            said = output.read()
        os.waitpid(self.pid, 0)
        return dict(struct.iter_unpack("<QQ", said))


class Run:
    """What a measurement said at its end."""

    def __init__(self, program, kind, disk, seed, is_drive):
        # What counts as a drive is not read again before each write.
        options = ["as-drive"] if is_drive else []
        self.child = subprocess.Popen(
            [program, kind, disk.path, f"seed={seed}", f"seconds={SECONDS}", "partition=1",
             *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.said = self.child.stdout.readline()

    def end(self):
        self.said += self.child.stdout.read()
        self.child.wait()
        return self.said

    def value(self, name):
        found = re.search(rf"\b{name}=([0-9]+)", self.said)
        return int(found[1]) if found else None

    def area(self):
        return self.value("window"), self.value("bytes")

    def told(self, offset):
        """Whether it says that what was written at OFFSET may be lost."""
        start, count = self.value("overlap"), self.value("overlapped")
        return bool(count) and start - SECTOR < offset < start + count


class Tally:
    def __init__(self):
        self.counts = collections.Counter()
        self.wrong = 0

    def add(self, key, value):
        self.counts[key] += value

    def claim(self, is_right, words):
        if not is_right:
            self.wrong += 1
            print("WRONG", words)


def learn(program, disk, tally):
    """The test area, and the times of runs by themselves."""
    area, lengths = None, {}
    for kind in ("bench", "probe"):
        began = time.monotonic()
        run = Run(program, kind, disk, 1, True)
        said = run.end()
        lengths[kind] = time.monotonic() - began
        area = run.area()
        tally.claim(run.value("unchanged") == 1 and run.value("written") and
                    run.value("overlapped") == 0, f"{kind} of {disk.kind} by itself: {said}")
    return area, lengths


def play(program, disk, kind, ways, area, length, tally):
    is_direct, is_steady, is_drive = ways
    words = "%s of %s, %s, %s" % (kind, disk.kind, "direct" if is_direct else "buffered",
                                  "every 30 ms" if is_steady else "once")
    run = Run(program, kind, disk, random.randrange(1 << 32), is_drive)
    writer = Writer(disk, area, is_direct, is_steady, random.uniform(0, 0.8 * length),
                    random.randrange(1 << 32))
    said = run.end()
    written = writer.end()
    disk.settle()
    lost = {offset: counter for offset, counter in written.items()
            if MARK + struct.pack("<Q", counter) not in disk.sector(offset)}
    untold = [offset for offset in lost if not run.told(offset)]
    key = (disk.kind, words.split(", ", 1)[1])
    tally.add(key + ("runs",), 1)
    tally.add(key + ("writes",), len(written))
    tally.add(key + ("lost",), len(lost))
    tally.add(key + ("untold",), len(untold))
    tally.add(key + ("said",), bool(run.value("overlapped")))
    tally.add(key + ("stopped",), "reason=0" not in said)
    tally.claim(not untold, f"{words}: lost at {untold}: {said}")


def report(tally):
    names = ("runs", "writes", "lost", "untold", "said", "stopped")
    for key in sorted({key[:2] for key in tally.counts}):
        print("%-10s %-22s" % key,
              ", ".join(f"{tally.counts[key + (name,)]} {name}" for name in names))


def main():
    program = os.path.abspath(sys.argv[1])
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 36
    seed = int(os.environ.get("ALIDADE_SEED", time.time_ns() % (1 << 32)))
    random.seed(seed)
    print(f"ALIDADE_SEED={seed}")
    kinds = ("image", "whole", "partition") if os.geteuid() == 0 else ("image",)
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        for name in kinds:
            try:
                disk = Disk(folder, name)
            except OSError as reason:
                print(f"without {name}: {reason}")
                continue
            try:
                area, lengths = learn(program, disk, tally)
                for number in range(runs // len(kinds)):
                    ways = (bool(number & 1), bool(number & 2), bool(number & 4))
                    kind = random.choice(("bench", "probe"))
                    play(program, disk, kind, ways, area, lengths[kind], tally)
            finally:
                disk.close()
    report(tally)
    sys.exit(1 if tally.wrong else 0)


main()
