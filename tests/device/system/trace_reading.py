#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# trace_reading.py - no reader opens a disk for writing or changes a byte of it
"""trace_reading.py PROGRAM [ARGUMENT...]

Runs PROGRAM ARGUMENT... IMAGE under strace -f for image files with every kind of label
that sfdisk and parted make, and, for root, for loop devices over them.  Fails for an open
with write access of anything but the terminal, memory files and /dev/null, for an ioctl
or a call that changes a disk, and for a changed hash.  Exit code 77: nothing to trace
with here."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "e2e"))
import loop  # noqa: E402
import sound  # noqa: E402

SIZE = 64 << 20
SKIP = 77

# What a reader may ask of a device.  The BLK...GET family, geometry, the terminal.
READING_IOCTLS = re.compile(
    r"BLKGETSIZE|BLKGETSIZE64|BLKSSZGET|BLKPBSZGET|BLKIOMIN|BLKIOOPT|BLKALIGNOFF|BLKROGET|"
    r"BLKDISCARDZEROES|BLKROTATIONAL|BLKGETZONESZ|BLKGETNRZONES|BLKGETDISKSEQ|HDIO_GETGEO|"
    r"CDROM_GET_CAPABILITY|CDROM_DRIVE_STATUS|CDROM_LAST_WRITTEN|CDROMREADTOCENTRY|"
    r"FDGETFDCSTAT|LOOP_GET_STATUS|LOOP_GET_STATUS64|FIONREAD|"
    r"TCGETS|TIOCGWINSZ|TIOCGPGRP")
MAY_BE_WRITTEN = re.compile(r"^(/dev/null|/dev/tty|/dev/pts/\d+)$")
OPEN = re.compile(r"^\d+\s+(?:openat|open|openat2|creat)\((.*)$")
NAME = re.compile(r'"((?:[^"\\]|\\.)*)"')
WRITERS = re.compile(r"\b(pwrite64|pwritev2?|ftruncate|fallocate|copy_file_range|"
                     r"write|writev|sendfile|fsync|fdatasync)\((\d+)<([^>]*)>")


def skip(reason):
    print(reason)
    sys.exit(SKIP)


def can_trace(folder):
    """strace may be missing, or forbidden in a container."""
    if not shutil.which("strace"):
        skip("strace is not installed")
    probe = subprocess.run(["strace", "-f", "-o", os.path.join(folder, "probe"), "true"],
                           capture_output=True)
    if probe.returncode:
        skip("strace cannot trace here: " + probe.stderr.decode(errors="replace").strip())


SCRIPTS = {
    "msdos": "label: dos\nstart=63, size=20000, type=7\nstart=22048, size=20000\n"
             "start=50000, size=70000, type=5\nstart=52000, size=10000\n"
             "start=64000, size=10000\n",
    "gpt": "label: gpt\nstart=2048, size=20000\nstart=34000, size=20000\n",
    "sun": "label: sun\n",
    "sgi": "label: sgi\n",
}
PARTED = ["bsd", "mac", "amiga", "atari", "pc98", "loop"]


def blank(folder, name):
    path = os.path.join(folder, name + ".img")
    with open(path, "wb") as image:
        image.truncate(SIZE)
    return path


def make_images(folder):
    images = [blank(folder, "blank")]
    if shutil.which("sfdisk"):
        for name, script in SCRIPTS.items():
            path = blank(folder, name)
            subprocess.run(["sfdisk", "-q", path], input=script.encode(), check=True,
                           stderr=subprocess.DEVNULL)
            images.append(path)
    if shutil.which("parted"):
        for name in PARTED:
            path = blank(folder, name)
            subprocess.run(["parted", "-s", path, "mklabel", name], check=True)
            images.append(path)
    if len(images) == 1:
        skip("neither sfdisk nor parted is installed")
    return images


def faults_of(line, disk):
    """What one line of the trace does that no reader may do."""
    opened = OPEN.search(line)
    if opened and re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|\bcreat\(", line):
        name = NAME.search(opened.group(1))
        # A name that is not there is wrong too: it was tried.
        if not name or not MAY_BE_WRITTEN.match(name.group(1)):
            return "opens for writing"
    asked = re.search(r"^\d+\s+ioctl\(\d+<([^>]*)>", line)
    if asked and not asked.group(1).startswith("/memfd:") and \
            not READING_IOCTLS.search(line):
        return "unknown ioctl"
    written = WRITERS.search(line)
    if written and disk in written.group(3):
        return "writes"
    if re.search(r"\b(mount|umount2|unlink|rename|truncate)\(", line) and disk in line:
        return "changes the name"
    return None


def check(command, disk, image, folder):
    """True when reading DISK (IMAGE itself or a device over it) leaves no trace."""
    trace = os.path.join(folder, "trace")
    before = sound.content(image)
    run = subprocess.run(["strace", "-f", "--seccomp-bpf", "-y", "-qq", "-s", "256", "-o", trace, "-e",
                          "trace=%file,%desc"] + command + [disk], capture_output=True,
                         env={**os.environ, "LC_ALL": "C.UTF-8"})
    with open(trace, errors="replace") as lines:
        faults = [(fault, line.strip()) for line in lines
                  for fault in [faults_of(line, disk)] if fault]
    for fault, line in faults[:3]:
        print(f"{disk}: {fault}: {line}")
    if sound.content(image) != before:
        print(f"{disk}: its bytes have changed")
        return False
    # Exit code 1 is what check says of a disk that is off, 3 of one it cannot read.
    if run.returncode not in (0, 1, 3):
        print(f"{disk}: exit code {run.returncode}: {run.stderr.decode(errors='replace')}")
        return False
    return not faults


def attach(image):
    """A loop device of our own over IMAGE, or None where there is none to be had."""
    run = loop.attach(image)
    return run.stdout.strip() if run.returncode == 0 else None


def check_loop(command, image, folder):
    device = attach(image)
    if not device:
        return None
    try:
        return check(command, device, image, folder)
    finally:
        subprocess.run(["losetup", "-d", device], check=True)


def main():
    command = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        can_trace(folder)
        results = []
        for image in make_images(folder):
            results.append(check(command, image, image, folder))
            looped = check_loop(command, image, folder) if os.geteuid() == 0 else None
            if looped is not None:
                results.append(looped)
        print(f"{len(results)} disks read, {results.count(False)} with faults")
        sys.exit(0 if all(results) else 1)


main()
