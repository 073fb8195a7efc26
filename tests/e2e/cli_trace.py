#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_trace.py ALIDADE - reading opens nothing for writing, and changes nothing: a trace
# that follows the child in which libparted runs
import hashlib
import os
import re
import subprocess

import cli

# What may be open for writing: nothing of a disk's.  libparted looks for the partitions
# of its shadow behind the name that the shadow has; there is nothing of that name.
HARMLESS = re.compile(
    r"^(/dev/null$|/dev/tty$|/memfd:alidade-|pipe:|/dev/pts/|/proc/self/fd/3p[0-9]+$)")
WRITING_IOCTL = re.compile(
    r"BLK(PG|RRPART|DISCARD|SECDISCARD|ZEROOUT|ROSET|FLSBUF|RASET|BSZSET)\b")


def digest(path):
    """Of what is there, holes left out: some images have terabytes of them."""
    whole = hashlib.sha256()
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        offset = 0
        while offset < size:
            try:
                start = os.lseek(file.fileno(), offset, os.SEEK_DATA)
            except OSError:
                break
            offset = os.lseek(file.fileno(), start, os.SEEK_HOLE)
            file.seek(start)
            whole.update(b"%d-%d" % (start, offset))
            whole.update(file.read(offset - start))
    return whole.hexdigest(), os.stat(path).st_mtime_ns


def images(room):
    """A table of each kind that a tool here can make, and broken ones."""
    for label in ("msdos", "gpt", "bsd", "sun", "mac", "amiga", "dvh", "pc98", "loop"):
        path = cli.image(room, label, 64 * cli.MIB)
        cli.quiet("parted", "-s", path, "mklabel", label)
        yield path
    path = cli.image(room, "nothing", 64 * cli.MIB)
    yield path
    path = cli.image(room, "gpt-half", 64 * cli.MIB)
    cli.quiet("parted", "-s", path, "mklabel", "gpt", "mkpart", "one", "34s", "9999s")
    with open(path, "r+b") as file:
        file.seek(512)
        file.write(bytes(512))
    yield path


def opened_for_writing(line):
    """The path, or None.  strace -y says behind the descriptor what it really is."""
    found = re.search(r'open(?:at2?)?\((?:[^"]*)"([^"]*)".*O_(?:WRONLY|RDWR|CREAT|TRUNC)',
                      line)
    if not found:
        return None
    real = re.search(r"\) += +\d+<([^>]*)>", line)
    path = real.group(1) if real else found.group(1)
    return None if HARMLESS.match(path) else path


def changes(line):
    """True for an ioctl that changes something, but the shadow."""
    return WRITING_IOCTL.search(line) and "</memfd:alidade-" not in line


def trace(claims, log, path, command):
    result = subprocess.run(
        ["strace", "-f", "-y", "-o", log, "-e", "trace=open,openat,openat2,creat,ioctl",
         claims.program, command, path],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    if not os.path.exists(log) or not os.path.getsize(log):
        cli.skip("no program can be traced here: " + result.stderr.strip())
    with open(log, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    os.unlink(log)
    name = command + " " + os.path.basename(path)
    claims.that(any(path in line for line in lines), name + ": the trace sees the image")
    claims.equal([line for line in lines if opened_for_writing(line)][:3], [],
                 name + " opens nothing for writing")
    claims.equal([line for line in lines if changes(line)][:3], [],
                 name + " asks the kernel for no change")
    return len({line.split()[0] for line in lines})


def script(claims, room):
    children = 0
    for path in images(room):
        before = digest(path)
        for command in ("list", "check", "explain"):
            children = max(children,
                           trace(claims, os.path.join(room, "log"), path, command))
        claims.equal(digest(path), before, path + " is as it was")
    claims.that(children > 1, "the trace follows the child that asks libparted")
    # The eye that sees nothing must be known to see something.
    claims.that(opened_for_writing('1 openat(AT_FDCWD, "/dev/sda", O_RDWR) = 3</dev/sda>'),
                "an open for writing is seen")
    claims.that(changes("1 ioctl(3</dev/sda>, BLKRRPART) = 0"), "and a change")


cli.need("strace", "parted")
cli.main(script)
