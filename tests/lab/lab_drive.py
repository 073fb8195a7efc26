#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# lab_drive.py ALIDADE LIBRARY [EMULATOR] - the emulated drive itself: its requests, bytes
# and times
import mmap
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import cli  # noqa: E402
import lab  # noqa: E402

HOST_NS = lab.HOST_US * 1000
# A write that only reaches the cache.
CACHED_NS = HOST_NS + 20000


class Direct:
    """The drive past the page cache."""

    def __init__(self, drive):
        self.drive = drive
        self.fd = os.open(drive.path, os.O_RDWR | os.O_DIRECT)
        self.memory = mmap.mmap(-1, 1 << 16)    # begins at a page, as O_DIRECT wants it

    def write(self, sector, count, flags=os.RWF_DSYNC, fill=0x5a):
        """Nanoseconds that it took."""
        self.memory[:count] = bytes([fill]) * count
        with memoryview(self.memory) as view, view[:count] as piece:
            began = self.drive.now_ns()
            done = os.pwritev(self.fd, [piece], sector * lab.SECTOR, flags)
        assert done == count, done
        return self.drive.now_ns() - began

    def read(self, sector, count):
        with memoryview(self.memory) as view, view[:count] as piece:
            done = os.preadv(self.fd, [piece], sector * lab.SECTOR)
        return self.memory[:done]

    def flush(self):
        began = self.drive.now_ns()
        os.fdatasync(self.fd)
        return self.drive.now_ns() - began

    def close(self):
        os.close(self.fd)


def requests_arrive_as_they_are(claims, emulator):
    with lab.emulated(emulator, {"physical": 4096}, 1 << 20, is_virtual=True) as drive:
        before = drive.bytes()
        claims.equal(before, lab.content(1 << 20, 1), "the drive is filled")
        direct = Direct(drive)
        direct.write(63, 4096)
        direct.write(1, 512, flags=0)
        direct.flush()
        claims.equal(direct.read(63, 4096), b"\x5a" * 4096, "what was written is read")
        claims.equal(len(direct.read(2047, 1024)), 512, "the drive ends where it ends")
        try:
            direct.write(2048, 512)
            claims.that(False, "nothing is written past the end")
        except OSError:
            pass
        direct.close()
        claims.equal(drive.lines(), [
            ("durable", 63 * 512, 4096), ("write", 512, 512), ("flush", 0, 0),
            ("read", 63 * 512, 4096), ("read", 2047 * 512, 512),
        ], "each request with its range")
        after = bytearray(before)
        after[512:1024] = b"\x5a" * 512
        after[63 * 512:63 * 512 + 4096] = b"\x5a" * 4096
        claims.equal(drive.bytes(), bytes(after), "and no other byte changed")
        claims.equal(drive.requests(), {"reads": 2, "writes": 2, "flushes": 1,
                                        "read-bytes": 4608, "written-bytes": 4608},
                     "they are counted")


def buffered_requests_arrive_too(claims, emulator):
    with lab.emulated(emulator, {"physical": 4096}, 1 << 20, is_virtual=True) as drive:
        with open(drive.path, "r+b", buffering=0) as file:
            file.seek(63 * 512 + 1)
            file.write(b"x" * 10)
            os.fsync(file.fileno())
        claims.equal(drive.lines(), [("write", 63 * 512 + 1, 10), ("flush", 0, 0)],
                     "no page cache lies between")


def times_of(direct, base, count=12):
    """Durable writes one after the other from BASE; the first one's place is random."""
    return [direct.write(base + 2048 + 8 * i, 4096) for i in range(count)]


def disk_takes_turns(claims, emulator):
    rows = (("hdd512n", 0, 0), ("hdd512e", 2, 0), ("hdd512e-jumper", 0, 2),
            ("hdd-half-turn", 1, 0))
    for kind, at_63, at_64 in rows:
        with lab.drive(emulator, kind, is_virtual=True) as drive:
            turn = 60e9 / lab.KINDS[kind].physics["rpm"]
            passing = turn * 4096 / lab.TRACK
            direct = Direct(drive)
            for base, turns in ((63, at_63), (64, at_64)):
                first, *rest = times_of(direct, base)
                # To the rounding of the clock, and of the time for a block in part.
                claims.that(all(abs(ns - (turns + 1) * turn - passing) <= 2 for ns in rest),
                            "%s at %d: a write comes a moment late, and takes %d turns "
                            "more: %r" % (kind, base, turns, rest))
                first -= HOST_NS + turns * turn + passing
                claims.that(-1000 < first < turn,
                            "%s at %d: the first waits a turn at most: %r" %
                            (kind, base, first))
            direct.close()


def cache_hides_until_the_flush(claims, emulator):
    physics = {**lab.KINDS["hdd512e"].physics, "cache": 1}
    turn = 60e9 / physics["rpm"]
    with lab.emulated(emulator, physics, is_virtual=True) as drive:
        direct = Direct(drive)
        rounds = [(direct.write(2048 + 63, 4096, flags=0), direct.flush())
                  for _ in range(10)]
        claims.equal({write for write, _ in rounds}, {CACHED_NS},
                     "a write without a flush only reaches the cache")
        claims.that(all(2 * turn < flush < 4 * turn for _, flush in rounds),
                    "its flush pays: %r" % rounds)
        claims.equal(direct.flush(), HOST_NS, "and another one nothing")
        claims.that(min(times_of(direct, 63)) > 2 * turn, "a durable write pays itself")
        direct.close()
    with lab.drive(emulator, "lying-flush", is_virtual=True) as drive:
        direct = Direct(drive)
        claims.equal(set(times_of(direct, 63)), {CACHED_NS}, "a drive that lies pays nothing")
        direct.close()


def main(_alidade, _library, emulator=""):
    claims = cli.Claims(None)
    try:
        requests_arrive_as_they_are(claims, emulator)
    except lab.NoDrive as reason:
        cli.skip(str(reason))
    buffered_requests_arrive_too(claims, emulator)
    disk_takes_turns(claims, emulator)
    cache_hides_until_the_flush(claims, emulator)
    return claims.finish()


sys.exit(main(*sys.argv[1:4]))
