# SPDX-License-Identifier: GPL-3.0-or-later
# lab.py - emulated drives for the scripts beside it: what kinds there are, start and stop
import contextlib
import os
import random
import subprocess
import sys
import tempfile

SKIP = 77
SECTOR = 512
SIZE = 32 << 20
# One turn at 7200 and 5400 a minute.
TURN = 8333
SLOW_TURN = 11111
# As in medium.c and emulated_drive.c.
TRACK = 1 << 20
HOST_US = 20


class NoDrive(Exception):
    """Nothing can be emulated here; says why."""


class Kind:
    """PHYSICS as the emulator takes it, and the truth about it: the physical sector (512:
    none to be found), its offset, and what 4 KiB at sector 63 take over what they take
    at 64 (None: depends on the place)."""

    def __init__(self, physics, physical, offset, ratio, is_disk):
        self.physics = dict(physics)
        self.physical, self.offset, self.ratio = physical, offset, ratio
        self.is_disk = is_disk
        # Says "written" before it is: that is all that can be said of it.
        self.is_lying = "lying" in self.physics


def disk(physical, rmw, shift=0, rpm=7200, **more):
    turn = 60e6 / rpm
    # Two blocks in part at the one start, none at the other.
    ratio = 1 + 2 * rmw / turn
    truth = 512 if physical == 512 else physical
    return Kind({"rpm": rpm, "physical": physical, "shift": shift, "rmw-us": rmw, **more},
                truth, shift, 1 / ratio if shift else ratio, True)


def flash(physical, write, rmw, ratio, shift=0, spike=0, **more):
    return Kind({"physical": physical, "shift": shift, "write-us": write, "rmw-us": rmw,
                 "jitter": 20, "spike": spike, **more}, physical, shift, ratio, False)


KINDS = {
    "hdd512n": disk(512, 0),
    "hdd512e": disk(4096, TURN),
    "hdd512e-jumper": disk(4096, SLOW_TURN, shift=3584, rpm=5400),
    "hdd-half-turn": disk(4096, TURN / 2),
    "ssd512": flash(512, 100, 0, 1),
    "ssd4k": flash(4096, 100, 100, 3),
    # The block is paid for by the next write; a buffer answers; a cache has to be full.
    "ssd4k-carry": flash(4096, 400, 200, 2, carry=1),
    "ssd4k-buffer": flash(4096, 400, 200, 2, buffer=16, **{"read-us": 100}),
    "ssd4k-cache": flash(4096, 400, 200, 2, fill=4 << 20),
    "ssd4k-jumper": flash(4096, 100, 100, 1 / 3, shift=3584),
    "ssd8k": flash(8192, 100, 100, None),
    "flash16k": flash(16384, 300, 300, None, shift=8192, spike=5),
    "flash64k": flash(65536, 500, 800, None),
    "weak4k": flash(4096, 400, 60, 1.3, spike=10),
    "lying-flush": Kind({"rpm": 7200, "physical": 4096, "rmw-us": TURN, "lying": 1},
                        4096, 0, None, True),
}


class Drive:
    """PATH is what a program is given; CLOCK: the file with its virtual time, or None."""

    def __init__(self, folder, log, clock):
        self.path = os.path.join(folder, "disk")
        self.folder, self.log, self.clock = folder, log, clock

    def now_ns(self):
        with open(self.clock, "rb") as file:
            return int.from_bytes(file.read(), sys.byteorder)

    def environment(self, library):
        """In it a program has the drive's time: by LIBRARY, which is virtual_clock.c."""
        options = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        return {"LD_PRELOAD": os.path.abspath(library), "VIRTUAL_CLOCK": self.clock,
                "ASAN_OPTIONS": options}

    def bytes(self):
        """All of them, and no time passes on the drive."""
        with open(os.path.join(self.folder, "bytes"), "rb", buffering=0) as file:
            return b"".join(iter(lambda: file.read(1 << 20), b""))

    def put(self, content, offset=0):
        with open(os.path.join(self.folder, "bytes"), "r+b", buffering=0) as file:
            file.seek(offset)
            for at in range(0, len(content), 1 << 20):
                file.write(content[at:at + (1 << 20)])

    def requests(self):
        """Counts by name: reads, writes, flushes, read-bytes, written-bytes."""
        with open(os.path.join(self.folder, "requests"), encoding="ascii") as file:
            return {name: int(count) for name, count in map(str.split, file)}

    def lines(self):
        """Each request so far: (kind, offset, count)."""
        self.requests()    # brings the log up to date
        with open(self.log, encoding="ascii") as file:
            rows = [line.split() for line in file]
        return [(row[0], int(row[1]), int(row[2])) for row in rows]


def content(size, seed):
    """Random bytes with an msdos table: partition 1 starts at 63 and takes the first
    quarter, the rest is free."""
    disk_bytes = bytearray(random.Random(seed).randbytes(size))
    disk_bytes[:SECTOR] = bytes(SECTOR)
    length = size // SECTOR // 4 - 63
    entry = (b"\0\0\0\0\x83\0\0\0" + (63).to_bytes(4, "little") +
             length.to_bytes(4, "little"))
    disk_bytes[446:462] = entry
    disk_bytes[510:512] = b"\x55\xaa"
    return bytes(disk_bytes)


def start(program, folder, words):
    child = subprocess.Popen([program, folder, *words], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    if child.stdout.readline() == "ready\n":
        return child
    said = child.communicate()[1].strip()
    if child.returncode == SKIP:
        raise NoDrive("no file system in user space can be mounted here: " + said)
    raise RuntimeError("%s: exit code %d: %s" % (program, child.returncode, said))


def stop(child, folder):
    child.terminate()
    try:
        said = child.communicate(timeout=20)[1].strip()
    except subprocess.TimeoutExpired:
        # Only what was started here; the mount goes with it.
        child.kill()
        said = "did not end" + child.communicate()[1]
        subprocess.run(["fusermount3", "-u", "-z", folder], check=False)
    if child.returncode:
        raise RuntimeError("the emulated drive ended with %d: %s" % (child.returncode, said))


@contextlib.contextmanager
def emulated(program, physics, size=SIZE, seed=1, is_virtual=False):
    """A drive with PHYSICS and random bytes, until the block ends; NoDrive where there
    can be none.  IS_VIRTUAL: it has a clock of its own."""
    if not program or not os.path.exists(program):
        raise NoDrive("the emulator was not built: there was no libfuse3")
    with tempfile.TemporaryDirectory(prefix="alidade-lab-") as room:
        folder, log = os.path.join(room, "drive"), os.path.join(room, "log")
        os.mkdir(folder)
        clock = os.path.join(room, "clock") if is_virtual else None
        words = ["size=%d" % size, "log=" + log]
        if clock:
            with open(clock, "wb") as file:
                file.write(bytes(8))
            words.append("clock=" + clock)
        words += ["%s=%s" % pair for pair in physics.items()]
        child = start(program, folder, words)
        try:
            made = Drive(folder, log, clock)
            made.put(content(size, seed))
            yield made
        finally:
            stop(child, folder)


def drive(program, kind, size=SIZE, seed=1, is_virtual=False):
    """The same by the name of its kind."""
    return emulated(program, KINDS[kind].physics, size, seed, is_virtual)
