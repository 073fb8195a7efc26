#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# trace_writing.py - the real program saves first, flushes in order, and touches nothing else
"""trace_writing.py PROGRAM

Runs PROGRAM apply under strace on image files and, for root, on loop devices, and reads
from the trace that nothing was written to the disk before the backup file and its folder
were synced, that the disk was locked and opened once for writing, that each write was
flushed and none came after the last flush, that a GPT's backup was on the disk before its
primary, and that a dry run or a refusal opens no disk for writing.  Exit code 77: nothing
to trace with here."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "e2e"))
import loop  # noqa: E402

SIZE = 64 << 20
SKIP = 77
CALLS = ("openat,openat2,creat,write,writev,pwrite64,pwritev,pwritev2,fsync,fdatasync,sync,"
         "syncfs,flock,ioctl,unlink,unlinkat,rename,renameat,renameat2,ftruncate,truncate,"
         "fallocate,copy_file_range,sendfile,mmap")
LINE = re.compile(r"^\d+\s+(\w+)\((.*)\)\s+= (-?\d+|0x[0-9a-f]+)")
FIRST = re.compile(r"^\d+<([^>]*)>")
NAME = re.compile(r'"((?:[^"\\]|\\.)*)"')
WRITERS = {"write", "writev", "pwrite64", "pwritev", "pwritev2", "ftruncate", "fallocate",
           "copy_file_range", "sendfile"}
TELLING = re.compile(r"BLKPG|BLKGETSIZE64|BLKROGET|BLKSSZGET|BLKGETDISKSEQ")

faults = []
claims = 0


def claim(is_right, words, detail=""):
    global claims
    claims += 1
    if not is_right:
        faults.append(f"{words} {detail}")
        print(f"WRONG {words} {detail}")


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


class Step:
    """One system call: its name, the file it is about, all of its arguments."""

    def __init__(self, call, arguments, result):
        self.call = call
        self.text = f"{call}({arguments}) = {result}"
        descriptor, name = FIRST.search(arguments), NAME.search(arguments)
        opens = call in ("openat", "openat2", "creat")
        self.path = name.group(1) if opens and name else \
            descriptor.group(1) if descriptor else ""
        self.writes = call in WRITERS
        self.opens_to_write = opens and re.search(r"O_RDWR|O_WRONLY|O_CREAT|O_TRUNC",
                                                  arguments) is not None
        self.offset = int(arguments.rsplit(",", 1)[1]) if call == "pwrite64" else None


class Run:
    def __init__(self, folder, program, arguments, disk, script, extra=None):
        trace = os.path.join(folder, "trace")
        self.disk = disk
        self.state = tempfile.mkdtemp(dir=folder)
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": self.state,
                       **(extra or {})}
        done = subprocess.run(["strace", "-f", "--seccomp-bpf", "-y", "-qq", "-o", trace, "-e",
                               "trace=" + CALLS, program] + arguments,
                              input=script.encode(), capture_output=True, env=environment)
        self.code = done.returncode
        self.said = (done.stdout + done.stderr).decode(errors="replace")
        with open(trace, errors="replace") as lines:
            found = [LINE.search(line) for line in lines]
        self.steps = [Step(*match.groups()) for match in found if match]

    def where(self, wanted):
        return [i for i, step in enumerate(self.steps) if wanted(step)]

    def disk_steps(self, call=None):
        return self.where(lambda s: s.path == self.disk and
                          (s.writes if call is None else s.call == call))


def check_backup(run, what, first):
    """What must be on its own disk before the first byte changes on this one."""
    made = run.where(lambda s: s.opens_to_write and s.path.endswith(".alidade"))
    claim(len(made) == 1, what, "one backup file is made")
    if not made:
        return
    path = run.steps[made[0]].path
    claim("O_EXCL" in run.steps[made[0]].text, what, "the backup replaces no file")
    written = run.where(lambda s: s.writes and s.path == path)
    synced = run.where(lambda s: s.call in ("fsync", "fdatasync") and s.path == path)
    named = run.where(lambda s: s.call == "fsync" and s.path == os.path.dirname(path))
    claim(written and synced and max(written) < min(synced) < first, what,
          "the backup is synced before the disk is written to")
    claim(any(max(written) < i < first for i in named), what,
          "the backup's folder is synced before the disk is written to")


def check_order(run, what):
    opened = run.where(lambda s: s.opens_to_write and s.path == run.disk)
    writes, flushes = run.disk_steps(), run.disk_steps("fdatasync")
    locks = run.disk_steps("flock")
    claim(run.code == 0, what, f"exit code {run.code}: {run.said}")
    claim(len(opened) == 1, what, "the disk is opened once for writing")
    claim(writes and flushes, what, "the disk is written to and flushed")
    if not writes or not flushes:
        return
    claim(locks and locks[0] < writes[0] and "LOCK_EX" in run.steps[locks[0]].text, what,
          "the disk is locked before it is written to")
    claim(max(writes) < max(flushes), what, "nothing is written after the last flush")
    claim(all(run.steps[i].call == "pwrite64" for i in writes), what,
          "only whole places are written")
    check_backup(run, what, writes[0])


def check_gpt(run, what, logical):
    """The other copy first, and it is on the disk before this one begins."""
    writes, flushes = run.disk_steps("pwrite64"), run.disk_steps("fdatasync")
    backup = [i for i in writes if run.steps[i].offset > SIZE // 2]
    primary = [i for i in writes
               if logical <= run.steps[i].offset < 34 * 4096]
    claim(backup and primary, what, "both copies are written")
    if backup and primary:
        claim(any(max(backup) < i < min(primary) for i in flushes), what,
              "the backup GPT is flushed before the primary begins")


def check_device(run, what):
    opened = run.where(lambda s: s.opens_to_write and s.path == run.disk)
    told = run.where(lambda s: s.call == "ioctl" and "BLKPG" in s.text)
    claim("O_EXCL" in run.steps[opened[0]].text, what, "the disk is opened exclusively")
    claim(told and min(told) > max(run.disk_steps("fdatasync")), what,
          "the kernel is told when all is on the disk")
    after = [run.steps[i].text for i in run.where(
        lambda s: s.call == "ioctl" and s.path == run.disk)][-1:]
    others = [s.text for s in run.steps[opened[0]:]
              if s.call == "ioctl" and s.path == run.disk and not TELLING.search(s.text)]
    claim(not others, what, f"nothing else is asked of the device: {others} {after}")


def check_no_writing(run, what, code):
    claim(run.code == code, what, f"exit code {run.code}: {run.said}")
    opened = run.where(lambda s: s.opens_to_write and
                       (s.path == run.disk or s.path.startswith(run.state)))
    claim(not opened and not run.disk_steps(), what, "opens nothing for writing")
    claim(not os.listdir(run.state), what, "leaves no file behind")


GPT = "label: gpt\nstart=2MiB, size=4MiB\nstart=20MiB, size=4MiB, name=second\n"
MORE = GPT + "start=30MiB, size=4MiB, type=S\n"
MSDOS = "label: dos\nstart=2MiB, size=4MiB, type=7\nstart=20MiB, size=20MiB, type=5\n" \
        "start=21MiB, size=4MiB\nstart=30MiB, size=4MiB\n"


def play(folder, program, disk, what, is_device):
    apply = ["apply", "--yes", disk]
    for script, words in ((GPT, "a new gpt"), (MORE, "a gpt that gets more")):
        run = Run(folder, program, apply, disk, script)
        check_order(run, f"{what}, {words}:")
        if run.disk_steps():
            check_gpt(run, f"{what}, {words}:", 512)
            if is_device:
                check_device(run, f"{what}, {words}:")
    run = Run(folder, program, ["apply", "-n", disk], disk, GPT)
    check_no_writing(run, f"{what}, a dry run:", 0)
    run = Run(folder, program, ["apply", "--yes", "--backup=/no/such/folder/x", disk],
              disk, GPT)
    check_no_writing(run, f"{what}, no place for the backup:", 4)
    run = Run(folder, program, apply, disk, MSDOS)
    check_order(run, f"{what}, msdos with logicals over it:")


SIGNALS = ("HUP", "INT", "QUIT", "TERM")


def expect_signals():
    """As from a shell: nohup and background jobs ignore some of them."""
    for name in SIGNALS:
        signal.signal(getattr(signal, "SIG" + name), signal.SIG_DFL)


def play_signals(folder, program):
    """A signal at each write to the disk waits until the table is whole, and then ends the
    program as it always would."""
    for name in SIGNALS:
        disk = blank(folder, "signal.img")
        environment = {**os.environ, "XDG_STATE_HOME": tempfile.mkdtemp(dir=folder)}
        done = subprocess.run(["strace", "-qq", "-o", os.path.join(folder, "trace"),
                               "-P", disk, "-e", f"inject=pwrite64:signal=SIG{name}",
                               program, "apply", "--yes", disk],
                              input=MORE.encode(), capture_output=True, env=environment,
                              cwd=folder, preexec_fn=expect_signals)
        claim(b"of it was read back" in done.stdout, f"SIG{name} at each write:",
              f"the write comes to its end: {done.stdout} {done.stderr}")
        claim(done.returncode == -getattr(signal, "SIG" + name), f"SIG{name}:",
              f"the program ends by it afterwards: {done.returncode}")
        seen = subprocess.run(["sfdisk", "-l", "-q", disk], capture_output=True)
        claim(seen.stdout.count(b"signal.img") == 3 and not seen.stderr, f"SIG{name}:",
              f"the new table is whole: {seen.stdout} {seen.stderr}")


def blank(folder, name):
    path = os.path.join(folder, name)
    with open(path, "wb") as image:
        image.truncate(SIZE)
    return path


def play_loop(folder, program):
    """On a loop device of our own; None where there is none to be had."""
    image = blank(folder, "loop.img")
    run = loop.attach("-P", image)
    if run.returncode:
        return
    device = run.stdout.strip()
    try:
        play(folder, program, device, "loop device", True)
    finally:
        # Without its partitions it goes as it came.
        subprocess.run(["partx", "-d", device], capture_output=True, check=False)
        subprocess.run(["losetup", "-d", device], check=True)


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        can_trace(folder)
        play(folder, program, blank(folder, "disk.img"), "image", False)
        if shutil.which("sfdisk"):
            play_signals(folder, program)
        if os.geteuid() == 0 and shutil.which("losetup"):
            play_loop(folder, program)
    print(f"{claims} claims, {len(faults)} not true")
    sys.exit(1 if faults else 0)


main()
