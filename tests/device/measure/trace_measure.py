#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# trace_measure.py - every byte a measurement writes is the one that lies there
"""trace_measure.py MEASURE_DISK

Runs benches and probes of image files and, for root, of loop devices under strace, and
reads from the trace that the disk was locked, and a device claimed, before the first
write, that each write lies inside the window that was said and brings the bytes that lay
there, that no more than 16 MiB are written, and that nothing else is asked of the device.
Who asks for reads alone, or measures what is in use, opens nothing for writing; a
partition is refused without a write.  Exit code 77: nothing to trace with here."""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "e2e"))
import loop  # noqa: E402

SIZE = 24 << 20
BYTES_MOST = 16 << 20
WRITES_MOST = 1500
SKIP = 77
REFUSED = 4
CALLS = ("openat,openat2,creat,write,writev,pwrite64,pwritev,pwritev2,fsync,fdatasync,"
         "flock,ioctl,ftruncate,fallocate,mmap,unlink,rename,copy_file_range,sendfile")
LINE = re.compile(r"^\d+\s+(\w+)\((.*)\)\s+= (-?\d+|0x[0-9a-f]+)(?:<([^>]*)>)?")
FIRST = re.compile(r"^\d+<([^>]*)>")
CODES = re.compile(r"(?:\\x[0-9a-f]{2})+")
NAME = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
VECTOR = re.compile(r'iov_base="([\\x0-9a-f]*)"(\.\.\.)?, iov_len=(\d+)')
DATA = re.compile(r'iov_base="[^"]*"')
BEHIND = re.compile(r"\], 1, (\d+)(?:, ([A-Z_|0-9]+))?$")
WRITERS = {"write", "writev", "pwrite64", "pwritev", "pwritev2", "ftruncate", "fallocate",
           "copy_file_range", "sendfile"}
# Questions about sizes and limits; anything else might change something.
TELLING = re.compile(r"BLKGETSIZE64|BLKSSZGET|BLKBSZGET|BLKPBSZGET|BLKIOMIN|BLKIOOPT|BLKALIGNOFF|"
                     r"BLKROGET|BLKGETDISKSEQ|BLKSECTGET|BLKGETZONESZ|CDROM|FDGET|"
                     r"OPAL|BLKGETZONE|HDIO_GETGEO|LOOP_GET_STATUS64")

faults = []
claims = 0


def claim(is_right, words):
    global claims
    claims += 1
    if not is_right:
        faults.append(words)
        print("WRONG", words)


def skip(reason):
    print(reason)
    sys.exit(SKIP)


def can_trace(folder):
    """strace may be missing, or forbidden in a container."""
    if not shutil.which("strace"):
        skip("strace is not installed")
    probe = subprocess.run(["strace", "-f", "-o", os.path.join(folder, "probe"), "true"],
                           capture_output=True, check=False)
    if probe.returncode:
        skip("strace cannot trace here: " + probe.stderr.decode(errors="replace").strip())


def plain(text):
    return CODES.sub(lambda codes: bytes.fromhex(codes.group().replace("\\x", ""))
                     .decode("latin-1"), text)


class Step:
    """One system call: its name, the file it is about, what and where it writes."""

    def __init__(self, call, arguments, result, opened):
        self.call, self.result = call, int(result, 0)
        # Of a file's eight megabytes the first are enough to know it by.
        self.text = f"{call}({plain(DATA.sub('..', arguments)[:800])[:200]}) = {result}"
        opens = call in ("openat", "openat2", "creat")
        descriptor, name = FIRST.search(arguments), NAME.search(arguments) if opens else None
        # The file behind a descriptor, by whatever name that was opened.
        self.name = plain(name.group(1)) if name else ""
        self.path = plain(opened or self.name) if opens else \
            plain(descriptor.group(1)) if descriptor else ""
        self.opens_to_write = opens and self.result >= 0 and re.search(
            r"O_RDWR|O_WRONLY|O_CREAT|O_TRUNC", arguments) is not None
        self.writes = call in WRITERS
        self.bytes = self.offset = None
        if call in ("pwritev", "pwritev2"):
            vector, behind = VECTOR.search(arguments), BEHIND.search(arguments)
            if vector and behind and not vector.group(2):
                self.bytes = bytes.fromhex(vector.group(1).replace("\\x", ""))
                self.offset = int(behind.group(1))


class Run:
    def __init__(self, folder, program, kind, disk, *options):
        trace = os.path.join(folder, "trace")
        self.disk = disk
        done = subprocess.run(["strace", "-f", "--seccomp-bpf", "-y", "-qq", "-xx", "-s", "66000", "-o", trace,
                               "-e", "trace=" + CALLS, program, kind, disk, *options],
                              capture_output=True, check=False,
                              env={**os.environ, "LC_ALL": "C.UTF-8"})
        self.code = done.returncode
        self.said = (done.stdout + done.stderr).decode(errors="replace")
        with open(trace, errors="replace") as lines:
            found = [LINE.search(line) for line in lines]
        self.steps = [Step(*match.groups()) for match in found if match]
        os.unlink(trace)
        self.values = dict(re.findall(r"(\w+)=(\S+)", self.said))

    def is_disk(self, step):
        return step.path == self.disk

    def opened(self):
        return [s for s in self.steps if s.opens_to_write and self.is_disk(s)]

    def writes(self):
        """All that is no word to the person."""
        return [s for s in self.steps if s.writes and self.is_disk(s)]


def check_writes(run, what, before):
    """The file's bytes as they were before the run."""
    start, length = int(run.values["window"]), int(run.values["bytes"])
    writes = run.writes()
    claim(run.code == 0 and run.values.get("unchanged") == "1", f"{what}: {run.said}")
    claim(writes, f"{what}: something is written")
    total = 0
    for step in writes:
        if step.bytes is None:
            claim(False, f"{what}: only whole places are written: {step.text}")
            continue
        end = step.offset + len(step.bytes)
        total += len(step.bytes)
        if not (step.offset >= start and end <= start + length):
            claim(False, f"{what}: outside the window: {step.text}")
        if before[step.offset:end] != step.bytes:
            claim(False, f"{what}: other bytes: {step.text}")
        if step.result != len(step.bytes):
            claim(False, f"{what}: a short write: {step.text}")
    is_probe = "physical" in run.values
    claim(len(writes) <= WRITES_MOST if is_probe else total <= BYTES_MOST,
          f"{what}: {total} bytes in {len(writes)} writes")
    claim(str(total) == run.values["written"], f"{what}: {total} bytes, it says {run.said}")
    print(f"       {what}: {len(writes)} writes, {total} bytes, window {start} + {length}")


def check_claim(run, what, is_device):
    opened = run.opened()
    claim(opened and opened[0].name == run.disk, f"{what}: the disk is opened for writing")
    if not opened:
        return
    if is_device:
        claim("O_EXCL" in opened[0].text, f"{what}: the disk is claimed")
    claim(len(opened) == 1, f"{what}: it is opened once: {[s.text for s in opened]}")
    lock = next((i for i, s in enumerate(run.steps)
                 if s.call == "flock" and run.is_disk(s) and "LOCK_EX" in s.text), None)
    writes = run.writes()
    first = next((i for i, s in enumerate(run.steps) if writes and s is writes[0]), None)
    claim(lock is not None and first is not None and lock < first,
          f"{what}: it is locked before the first write")


def check_questions(run, what):
    asked = [s.text for s in run.steps if s.call == "ioctl" and run.is_disk(s) and
             not TELLING.search(s.text)]
    claim(not asked, f"{what}: nothing else is asked of the device: {asked}")
    mapped = [s.text for s in run.steps if s.call == "mmap" and "MAP_SHARED" in s.text and
              "PROT_WRITE" in s.text and run.disk in s.text]
    claim(not mapped, f"{what}: the disk is not mapped to be written: {mapped}")


def check_reads(run, what):
    claim(run.code == 0 and run.values.get("read") == "1", f"{what}: {run.said}")
    claim(not run.opened() and not run.writes(), f"{what}: 0 writes, opened for none")


def check_file(image, before, what):
    with open(image, "rb") as file:
        claim(file.read() == before, f"{what}: the same bytes afterwards")


def play(folder, program, disk, image, is_device):
    with open(image, "rb") as file:
        before = file.read()
    words = "loop device" if is_device else "image"
    for kind in ("bench", "probe"):
        what = f"{kind} of the {words}"
        run = Run(folder, program, kind, disk, "as-drive", "seconds=0.3")
        check_claim(run, what, is_device)
        if "window" in run.values:
            check_writes(run, what, before)
        else:
            claim(False, f"{what}: {run.said}")
        check_questions(run, what)
        run = Run(folder, program, kind, disk, "read-only", "seconds=0.3")
        check_reads(run, f"{what}, reads asked for:")
        check_questions(run, f"{what}, reads asked for:")
    check_file(image, before, words)


def losetup(*arguments):
    run = loop.attach(*arguments)
    if run.returncode:
        return None
    node = run.stdout.strip()
    # What was said of a device stays with it from one file to the next.
    subprocess.run(["blockdev", "--setrw", node], check=False)
    return node


def play_in_use(folder, program, disk, image):
    """Below a loop device of our own the disk is in use; so is the file."""
    with open(image, "rb") as file:
        before = file.read()
    above = losetup(disk)
    try:
        for path in (disk, image):
            for kind in ("bench", "probe"):
                run = Run(folder, program, kind, path, "seconds=0.3")
                what = f"{kind} of {path}, which is in use:"
                check_reads(run, what)
                claim("in use" in run.said, f"{what} {run.said}")
    finally:
        if above:
            subprocess.run(["losetup", "-d", above], check=True)
    claim(above, "a loop device over it")
    check_file(image, before, "in use")


def play_partition(folder, program, disk):
    """A partition is no disk."""
    name = disk + "p1"
    subprocess.run(["partx", "-a", disk], capture_output=True, check=False)
    if not os.path.exists(name):
        print("without a partition on", disk)
        return
    run = Run(folder, program, "bench", name)
    claim(run.code == REFUSED and disk + "." in run.said, f"{name}: {run.said}")
    claim(not run.opened() and not run.writes(), f"{name}: opened for no writing")


def play_loop(folder, program, image):
    disk = losetup(image)
    if not disk:
        print("without a loop device")
        return
    try:
        play(folder, program, disk, image, True)
        play_in_use(folder, program, disk, image)
        subprocess.run(["sfdisk", "-q", "--no-reread", disk], input=b"label: gpt\nstart=2048\n",
                       capture_output=True, check=False)
        play_partition(folder, program, disk)
    finally:
        subprocess.run(["partx", "-d", disk], capture_output=True, check=False)
        subprocess.run(["losetup", "-d", disk], check=True)


def make_image(folder, name):
    path = os.path.join(folder, name)
    with open(path, "wb") as image:
        image.write(random.randbytes(SIZE))
    return path


def main():
    program = os.path.abspath(sys.argv[1])
    random.seed(20260101)
    with tempfile.TemporaryDirectory() as folder:
        can_trace(folder)
        image = make_image(folder, "disk.img")
        play(folder, program, image, image, False)
        if os.geteuid() == 0 and shutil.which("losetup"):
            play_loop(folder, program, make_image(folder, "loop.img"))
    print(f"{claims} claims, {len(faults)} not true")
    sys.exit(1 if faults else 0)


main()
