# SPDX-License-Identifier: GPL-3.0-or-later
# tracing.py - what the program opens for writing and asks the kernel to change, by strace
import hashlib
import os
import re
import subprocess

import cli

# What may be open for writing: nothing of a disk's.
HARMLESS = re.compile(r"^(/dev/null$|/dev/tty$|/memfd:alidade-|pipe:|/dev/pts/)")
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


def whole_calls(lines):
    """The calls as if each had ended before another began: what -f shows of a call that
    another process interrupts is two lines."""
    begun, calls = {}, []
    for line in lines:
        pid = line.split()[0]
        resumed = re.match(r"\d+ +<\.\.\. \w+ resumed>(.*)", line)
        if line.endswith("<unfinished ...>"):
            begun[pid] = line[:-len("<unfinished ...>")]
        else:
            calls.append(begun.pop(pid, "") + resumed.group(1) if resumed else line)
    return calls + list(begun.values())


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


def trace(claims, log, path, words, text=""):
    """Runs the program with WORDS; TEXT is its standard input.  Returns how many
    processes there were."""
    result = subprocess.run(
        ["strace", "-f", "--seccomp-bpf", "-y", "-o", log, "-e", "trace=open,openat,openat2,creat,ioctl",
         claims.program, *words],
        input=text, capture_output=True, text=True, timeout=120)
    if not os.path.exists(log) or not os.path.getsize(log):
        cli.skip("no program can be traced here: " + result.stderr.strip())
    with open(log, encoding="utf-8", errors="replace") as file:
        lines = whole_calls(file.read().splitlines())
    os.unlink(log)
    name = words[0] + " " + os.path.basename(path)
    claims.that(any(path in line for line in lines), name + ": the trace sees the image")
    claims.equal([line for line in lines if opened_for_writing(line)][:3], [],
                 name + " opens nothing for writing")
    claims.equal([line for line in lines if changes(line)][:3], [],
                 name + " asks the kernel for no change")
    return len({line.split()[0] for line in lines})
