#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# lab_drive.py ALIDADE EMULATOR - the emulated drive itself: its requests, bytes and times
#
# Times are only ever held against what they cannot be shorter than, or the shortest of
# many against what it cannot be longer than unless all of them were disturbed.
import mmap
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import cli  # noqa: E402
import lab  # noqa: E402

MOMENT = 0.002


class Direct:
    """The drive past the page cache."""

    def __init__(self, drive):
        self.fd = os.open(drive.path, os.O_RDWR | os.O_DIRECT)
        self.memory = mmap.mmap(-1, 1 << 16)    # begins at a page, as O_DIRECT wants it

    def write(self, sector, count, flags=os.RWF_DSYNC, fill=0x5a):
        """Seconds that it took."""
        self.memory[:count] = bytes([fill]) * count
        with memoryview(self.memory) as view, view[:count] as piece:
            began = time.monotonic()
            done = os.pwritev(self.fd, [piece], sector * lab.SECTOR, flags)
        seconds = time.monotonic() - began
        assert done == count, done
        return seconds

    def read(self, sector, count):
        with memoryview(self.memory) as view, view[:count] as piece:
            done = os.preadv(self.fd, [piece], sector * lab.SECTOR)
        return self.memory[:done]

    def flush(self):
        began = time.monotonic()
        os.fdatasync(self.fd)
        return time.monotonic() - began

    def close(self):
        os.close(self.fd)


def requests_arrive_as_they_are(claims, emulator):
    with lab.emulated(emulator, {"physical": 4096}, size=1 << 20) as drive:
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
    with lab.emulated(emulator, {"physical": 4096}, size=1 << 20) as drive:
        with open(drive.path, "r+b", buffering=0) as file:
            file.seek(63 * 512 + 1)
            file.write(b"x" * 10)
            os.fsync(file.fileno())
        claims.equal(drive.lines(), [("write", 63 * 512 + 1, 10), ("flush", 0, 0)],
                     "no page cache lies between")


def times_of(direct, base, count=12):
    """Durable writes one after the other from BASE; the first one's place is chance."""
    return sorted(direct.write(base + 2048 + 8 * i, 4096) for i in range(count))


def disk_takes_turns(claims, emulator):
    rows = (("hdd512n", 0, 0), ("hdd512e", 2, 0), ("hdd512e-jumper", 0, 2),
            ("hdd-half-turn", 1, 0))
    for kind, at_63, at_64 in rows:
        with lab.drive(emulator, kind) as drive:
            turn = 60 / lab.KINDS[kind].physics["rpm"]
            direct = Direct(drive)
            for base, turns in ((63, at_63), (64, at_64)):
                times = times_of(direct, base)
                claims.that(times[0] > turns * turn * 0.999,
                            "%s at %d: a write takes %d turns more: %r" %
                            (kind, base, turns, times))
                claims.that(times[0] < (turns + 1) * turn + MOMENT,
                            "%s at %d: and a turn to come by at most: %r" %
                            (kind, base, times))
            direct.close()


def cache_hides_until_the_flush(claims, emulator):
    physics = {**lab.KINDS["hdd512e"].physics, "cache": 1}
    turn = 60 / physics["rpm"]
    with lab.emulated(emulator, physics) as drive:
        direct = Direct(drive)
        rounds = [(direct.write(2048 + 63, 4096, flags=0), direct.flush())
                  for _ in range(10)]
        claims.that(min(write for write, _ in rounds) < MOMENT,
                    "a write without a flush only reaches the cache: %r" % rounds)
        claims.that(min(flush for _, flush in rounds) > 2 * turn,
                    "its flush pays: %r" % rounds)
        claims.that(min(times_of(direct, 63)) > 2 * turn, "a durable write pays itself")
        direct.close()
    with lab.drive(emulator, "lying-flush") as drive:
        direct = Direct(drive)
        claims.that(times_of(direct, 63)[0] < MOMENT, "a drive that lies pays nothing")
        direct.close()


def main(_alidade, emulator=""):
    claims = cli.Claims(None)
    try:
        requests_arrive_as_they_are(claims, emulator)
    except lab.NoDrive as reason:
        cli.skip(str(reason))
    buffered_requests_arrive_too(claims, emulator)
    disk_takes_turns(claims, emulator)
    cache_hides_until_the_flush(claims, emulator)
    return claims.finish()


sys.exit(main(*sys.argv[1:3]))
