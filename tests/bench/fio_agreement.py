#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# fio_agreement.py - durable writes by our engine beside fio's, on the same drives
"""fio_agreement.py EMULATOR ALIDADE [--rounds=5]

The same workload on the same drive, taking turns round by round: durable 4 KiB writes,
past the page cache, one after the other or at random places, from two starts.  fio makes
them in two ways: `fdatasync` flushes after each write (fdatasync=1), `dsync` asks for
each to be durable (sync=dsync), as our engine does where it can.  Prints the writes a
second of each, medians, and ours over fio's.  Nothing is asserted.

Drives: emulated ones, and for root a loop device over a file.  fio writes its own
patterns; ours puts back what lies there, and the drives are ours to lose.
"""
import argparse
import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True    # nothing is left behind in the source tree
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lab"))
import lab

SKIP = 77
OPEN = 5    # alidade's exit code where there is no verdict
MIB = 1 << 20
STARTS = (63, 64)
# Where fio writes: as far into the disk as a window would lie.
REGION = 16 * MIB
REGION_BYTES = 8 * MIB
# Ours, and how fio is told the same.
WORKLOADS = (("durable-4k-sequential", "write"), ("durable-4k-random", "randwrite"))
WAYS = (("fdatasync", "--fdatasync=1"), ("dsync", "--sync=dsync"))
SECONDS = 1.0
DRIVES = ("ssd4k", "ssd512", "hdd512e", "hdd512n")


def ours(alidade, path, room):
    """Writes a second by workload and start."""
    found = {}
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": room}
    done = subprocess.run(
        [alidade, "bench", "--json", "--as-drive", "--workload=all", "--base=%d" % STARTS[0],
         "--against=%d" % STARTS[1], path],
        env=environment, capture_output=True, text=True, timeout=300)
    # Which start is better may stay open: the rates are there all the same.
    if done.returncode not in (0, OPEN):
        raise RuntimeError(done.stderr.strip() or done.stdout[:300])
    for row in json.loads(done.stdout)["bench"]["workloads"]:
        if row["workload"] in dict(WORKLOADS):
            found[row["workload"], row["start"]] = row["per-second"]
    return found


def fio(path, start, rw, way):
    done = subprocess.run(
        ["fio", "--name=x", "--filename=" + path, "--ioengine=psync", "--bs=4k",
         "--direct=1", way, "--rw=" + rw, "--offset=%d" % (REGION + start * lab.SECTOR),
         "--size=%d" % REGION_BYTES, "--time_based", "--runtime=%g" % SECONDS,
         "--output-format=json"], capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout[done.stdout.index("{"):])["jobs"][0]["write"]["iops"]


def compare(name, path, alidade, rounds, room):
    rates = {}
    for turn in range(rounds):
        jobs = [lambda: [((*key, "ours"), rate)
                         for key, rate in ours(alidade, path, room).items()]]
        for workload, rw in WORKLOADS:
            for start in STARTS:
                for way, option in WAYS:
                    jobs.append(lambda w=workload, r=rw, s=start, y=way, o=option:
                                [((w, s, y), fio(path, s, r, o))])
        for job in jobs[turn % len(jobs):] + jobs[:turn % len(jobs)]:
            for key, rate in job():
                rates.setdefault(key, []).append(rate)
    for workload, _ in WORKLOADS:
        for start in STARTS:
            middle = {way: statistics.median(rates[workload, start, way])
                      for way in ("ours", "fdatasync", "dsync")
                      if (workload, start, way) in rates}
            own = middle.get("ours", 0)
            print("%-10s %-22s %5d %9.1f %9.1f %9.1f %10.2f %6.2f" %
                  (name, workload, start, own, middle["fdatasync"], middle["dsync"],
                   own / middle["fdatasync"], own / middle["dsync"]), flush=True)


@contextlib.contextmanager
def loop_device():
    """Over memory where there is such a place: the machine's own disk is no ruler."""
    shared = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="alidade-lab-", dir=shared) as room:
        path = os.path.join(room, "image")
        with open(path, "wb") as file:
            file.write(lab.content(lab.SIZE, 1))
        node = subprocess.run(["losetup", "-f", "--show", path], check=True,
                              capture_output=True, text=True).stdout.strip()
        try:
            yield node
        finally:
            # A partition that was found on it would keep it.
            subprocess.run(["partx", "-d", node], check=False, capture_output=True)
            subprocess.run(["losetup", "-d", node], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("emulator")
    parser.add_argument("alidade")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--drives", default=",".join(DRIVES))
    given = parser.parse_args()
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    if not shutil.which("fio"):
        print("skipped: there is no fio here")
        return SKIP
    print("%-10s %-22s %5s %9s %9s %9s %10s %6s" %
          ("drive", "workload", "start", "ours /s", "fdatasync", "dsync", "/fdatasync",
           "/dsync"))
    with tempfile.TemporaryDirectory(prefix="alidade-lab-") as room:
        try:
            for name in given.drives.split(","):
                with lab.drive(given.emulator, name) as drive:
                    compare(name, drive.path, given.alidade, given.rounds, room)
        except lab.NoDrive as reason:
            print("emulated drives skipped: %s" % reason)
        try:
            with loop_device() as node:
                compare("loop", node, given.alidade, given.rounds, room)
        except (OSError, subprocess.CalledProcessError) as reason:
            print("loop device skipped: %s" % reason)
    return 0


if __name__ == "__main__":
    sys.exit(main())
