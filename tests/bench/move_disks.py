# SPDX-License-Identifier: GPL-3.0-or-later
# move_disks.py - disks with one partition that is moved, for the benchmark beside it
import contextlib
import mmap
import os
import stat
import statistics
import subprocess
import sys
import tempfile
import time

import cli
import lab
import loop

SECTOR, MIB = 512, 1 << 20
FLUSHES = 64
# Writes wait in its cache for a flush; it turns, and rewrites blocks that change in part.
HDD = {"rpm": 7200, "physical": 4096, "rmw-us": lab.TURN, "seek-us": 6000, "cache": 1}


class Disk:
    """One partition of LENGTH bytes at the path NODE, and free space of ROOM behind it."""

    def __init__(self, node, length, start, room, is_direct):
        self.node, self.length, self.is_direct = node, length, is_direct
        self.room, self.start = room, start

    def reset(self, head):
        """The partition is at its start again, between zeros. What is free otherwise has a
        partition."""
        rest = -(-(self.start * SECTOR + self.length + self.room) // MIB) * 2048
        script = "label: dos\nstart=%d, size=%d\n" % (self.start, self.length // SECTOR)
        with open(self.node, "r+b", buffering=0) as file:
            sectors = file.seek(0, 2) // SECTOR
            if sectors > rest + 2048:
                script += "start=%d, size=%d\n" % (rest, sectors - rest)
            end = self.start * SECTOR + self.length
            for at, data in ((0, mbr(script).ljust(self.start * SECTOR, b"\0")),
                             (self.start * SECTOR, head),
                             (end, bytes(rest * SECTOR - end))):
                file.seek(at)
                file.write(data)
            os.fsync(file.fileno())
        if stat.S_ISBLK(os.stat(self.node).st_mode):
            subprocess.run(["partx", "-d", self.node], capture_output=True)
            cli.quiet("partx", "-a", self.node)

    def open_direct(self):
        return os.open(self.node, os.O_RDWR | (os.O_DIRECT if self.is_direct else 0))

    def flush_seconds(self):
        """The median of a write of 4 KiB with a flush, at places in the free space."""
        fd, memory, times = self.open_direct(), mmap.mmap(-1, 4096), []
        first = -(-(self.start * SECTOR + self.length) // MIB) * MIB
        for number in range(FLUSHES):
            began = time.monotonic()
            self.transfer(os.pwritev, fd, memory, 4096, first + number * 65536)
            os.fdatasync(fd)
            times.append(time.monotonic() - began)
        os.close(fd)
        return statistics.median(times)

    def pieces(self, piece):
        """(offset, bytes) of each, from the end."""
        first = self.start * SECTOR
        at = first + self.length
        while at > first:
            count = min(piece, at - first)
            at -= count
            yield at, count

    def transfer(self, call, fd, memory, count, at):
        with memoryview(memory) as view, view[:count] as part:
            if call(fd, [part], at) != count:
                sys.exit("%s: a part of it was not copied" % self.node)

    def copy(self, to, piece, is_flushed):
        """Seconds that a plain copy to sector TO takes, to higher sectors from the end."""
        fd, memory = self.open_direct(), mmap.mmap(-1, piece)
        distance, began = (to - self.start) * SECTOR, time.monotonic()
        for at, count in self.pieces(piece):
            self.transfer(os.preadv, fd, memory, count, at)
            self.transfer(os.pwritev, fd, memory, count, at + distance)
            if is_flushed:
                os.fdatasync(fd)
        os.fdatasync(fd)
        seconds = time.monotonic() - began
        os.close(fd)
        return seconds

    def bare(self, to, piece, mode):
        """Seconds of the reads, writes and flushes alone that a move in MODE takes, one
        after the other: no hash, no comparison, no table."""
        fd, memory = self.open_direct(), mmap.mmap(-1, piece)
        distance, began = (to - self.start) * SECTOR, time.monotonic()
        room = -(-(to * SECTOR + self.length) // MIB) * MIB
        for number, (at, count) in enumerate(self.pieces(piece)):
            self.transfer(os.preadv, fd, memory, count, at)
            if mode == "journal":
                slot = room + number % 2 * (piece + 4096)
                self.transfer(os.pwritev, fd, memory, count, slot + 4096)
                self.transfer(os.pwritev, fd, memory, 4096, slot)
                os.fdatasync(fd)
            self.transfer(os.pwritev, fd, memory, count, at + distance)
            if mode == "hole":
                os.fdatasync(fd)
        os.fdatasync(fd)
        seconds = time.monotonic() - began
        os.close(fd)
        return seconds

    def sfdisk(self, to):
        began = time.monotonic()
        done = subprocess.run(["sfdisk", "-q", "--no-reread", "--force", "--no-tell-kernel",
                               "--move-data=/dev/null", "-N", "1", self.node],
                              input="%d,\n" % to, text=True, capture_output=True)
        with open(self.node, "r+b") as file:
            os.fsync(file.fileno())
        return None if done.returncode else time.monotonic() - began


def mbr(script):
    """The sector that sfdisk makes of SCRIPT."""
    with tempfile.NamedTemporaryFile() as file:
        file.truncate(1 << 40)
        cli.quiet("sfdisk", "-q", file.name, input=script)
        return file.read(SECTOR)


def file_system(room, length):
    """The first 64 KiB of an ext2 file system."""
    path = cli.image(room, "file-system", length)
    cli.quiet("mke2fs", "-q", "-F", "-t", "ext2", "-b", "4096", path)
    with open(path, "rb") as file:
        head = file.read(65536)
    os.unlink(path)
    return head


def fill(path, size):
    """No hole, no zeros."""
    block = os.urandom(4 * MIB)
    with open(path, "wb", buffering=0) as file:
        for at in range(0, size, len(block)):
            file.write((os.urandom(8) + block[8:])[:size - at])
        os.fsync(file.fileno())


@contextlib.contextmanager
def direct_loop(path):
    said = loop.attach("--direct-io=on", path)
    if said.returncode:
        sys.exit("losetup: " + said.stderr)
    node = said.stdout.strip()
    try:
        # Partitions that the kernel was told of stay with the device.
        subprocess.run(["partx", "-d", node], capture_output=True)
        yield node
    finally:
        subprocess.run(["partx", "-d", node], capture_output=True)
        cli.quiet("losetup", "-d", node)


@contextlib.contextmanager
def emulated_hdd(program, room, length, space):
    """A disk of its own whose partition is to be moved from sector 63, with SPACE MiB
    behind it; NoDrive where there can be none."""
    if not program or not os.path.exists(program):
        raise lab.NoDrive("the emulated drive is not there: build it first")
    folder = tempfile.mkdtemp(prefix="drive-", dir=room)
    size = (63 * SECTOR + length + int(space * MIB)) // 4096 * 4096
    words = ["size=%d" % size] + ["%s=%s" % pair for pair in HDD.items()]
    child = lab.start(os.path.abspath(program), folder, words)
    try:
        fill(os.path.join(folder, "bytes"), size)
        # What is written there takes no time.
        made = Disk(os.path.join(folder, "bytes"), length, 63, size, False)
        made.reset(file_system(room, length))
        made.node, made.is_direct = os.path.join(folder, "disk"), True
        yield made
    finally:
        lab.stop(child, folder)
