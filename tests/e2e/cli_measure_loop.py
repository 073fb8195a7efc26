#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_measure_loop.py ALIDADE - bench and probe on loop devices: a disk that is not one, a
# disk in use, one that can only be read
import hashlib
import os
import signal
import subprocess
import time

import cli
import loop


def hash_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def disk(room, name):
    path = os.path.join(room, name)
    with open(path, "wb") as file:
        file.write(bytes(cli.MIB))
        file.write(os.urandom(31 * cli.MIB))
    cli.quiet("sfdisk", "-q", path, input="label: dos\n63, 16000, 83\n")
    return path


def plain(claims, room):
    path = disk(room, "plain")
    before = hash_of(path)
    with loop.device(path) as node:
        result = claims.json("bench", "--seconds=4", node)["bench"]
        claims.equal((result["base"], result["is-drive"], result["worth"]),
                     (63, False, "unsaid"), "a loop device is no drive")
        claims.that(result["culprit"] != "drive", "the drive is not blamed: %r" % result)
        claims.equal(result["unchanged"], True, "unchanged")
        said = claims.run("probe", "--seconds=4", node)
        claims.equal(said.returncode, 0, "probe: " + said.stderr)
        claims.that("Not the drive itself" in said.stdout, said.stdout)
    claims.equal(hash_of(path), before, "the image of the loop device")


def in_use(claims, room):
    """Mounted: it reads, says who, and writes nothing."""
    path = disk(room, "used")
    with loop.device(path) as node:
        cli.quiet("partx", "-a", node)
        part = node + "p1"
        cli.quiet("mkfs.ext4", "-q", part)
        folder = os.path.join(room, "mounted")
        os.mkdir(folder)
        if subprocess.run(["mount", "-o", "ro", part, folder],
                          capture_output=True).returncode:
            print("not tried: a mounted partition")
            return
        try:
            before = hash_of(path)
            result = claims.run("bench", "--seconds=1", node)
            claims.equal(result.returncode, 0, "in use: " + result.stderr)
            claims.that("in use" in result.stdout and "Nothing was written." in
                        result.stdout, "reads only: " + result.stdout)
            document = claims.json("bench", "--seconds=1", node)["bench"]
            claims.equal((document["reads-only"], document["bytes-written"]), (True, 0),
                         "reads only")
            claims.that("in use" in (document["sentence"] or ""), "and who uses it")
            claims.equal(hash_of(path), before, "the image in use")
        finally:
            cli.quiet("umount", folder)


def taken(claims, room):
    """Somebody writes to a partition's node meanwhile: what he wrote stays."""
    path = disk(room, "taken")
    new = b"new" * 4096
    with loop.device(path) as node:
        cli.quiet("partx", "-a", node)
        child = subprocess.Popen([claims.program, "bench", "-S", "-s", "1GiB", "-d", node],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 env={**os.environ, "LC_ALL": "C.UTF-8"})
        time.sleep(1)
        with open(node + "p1", "r+b", buffering=0) as part:
            part.write(new)
            os.fsync(part.fileno())
        said = child.communicate(timeout=120)
        claims.equal(child.returncode, 5, "stopped: " + said[1])
        claims.that("Another program began to use the disk" in said[1], "why: " + said[1])
        with open(node + "p1", "rb") as part:
            claims.equal(part.read(len(new)), new, "what he wrote is there")


def taken_below(claims, room):
    """Somebody opens the file below the loop device, and writes to it."""
    path = disk(room, "below")
    with loop.device(path) as node:
        begun, end = os.stat(path).st_mtime_ns, time.monotonic() + 60
        child = subprocess.Popen([claims.program, "bench", "-S", "-s", "1GiB", "-d", node],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 env={**os.environ, "LC_ALL": "C.UTF-8"})
        while os.stat(path).st_mtime_ns == begun and child.poll() is None:
            time.sleep(0.001)
        with open(path, "r+b", buffering=0) as file:
            file.seek(24 * cli.MIB + 5)
            file.write(b"new")
            while child.poll() is None and time.monotonic() < end:
                time.sleep(0.01)
        said = child.communicate(timeout=120)
        claims.equal(child.returncode, 5, "stopped: " + said[1])
        claims.that("Another program began to use the disk" in said[1], "why: " + said[1])


def cut(claims, room):
    """The file is cut where the window lies: no write makes it grow again."""
    path = disk(room, "cut")
    with loop.device(path) as node:
        begun = os.stat(path).st_mtime_ns
        child = subprocess.Popen([claims.program, "bench", "-S", "-s", "1GiB", "-d", node],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 env={"XDG_STATE_HOME": room, "LC_ALL": "C.UTF-8"})
        while os.stat(path).st_mtime_ns == begun and child.poll() is None:
            time.sleep(0.001)
        child.send_signal(signal.SIGSTOP)
        time.sleep(0.1)
        os.truncate(path, 9 * cli.MIB)
        child.send_signal(signal.SIGCONT)
        said = child.communicate(timeout=120)
        claims.equal((child.returncode, os.stat(path).st_size), (6, 9 * cli.MIB),
                     "it stays cut: " + said[1])
        claims.that("can no longer be read" in said[1], "why: " + said[1])


def read_only(claims, room):
    path = disk(room, "readonly")
    with loop.device(path) as node:
        cli.quiet("blockdev", "--setro", node)
        result = claims.run("bench", node)
        claims.equal((result.returncode, result.stderr.count("\n")), (4, 1),
                     "read-only: " + result.stderr)
        document = claims.json("probe", node)["probe"]
        claims.equal((document["verdict"], document["reason"]),
                     ("refused", "read-only-device"), "refused in JSON")


def script(claims, room):
    plain(claims, room)
    in_use(claims, room)
    taken(claims, room)
    taken_below(claims, room)
    cut(claims, room)
    read_only(claims, room)


loop.need()
cli.need("sfdisk", "mkfs.ext4", "blockdev", "mount")
cli.main(script)
