#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_grow_loop.py ALIDADE - a mounted partition grows on a real block device: the kernel
# has its new size, resize2fs uses it, and every file is the same as before
import hashlib
import os
import random
import re
import shutil
import subprocess

import cli
import loop

MIB_SECTORS = 2048
# The number of the partition that grows; it begins at 8 MiB.
TABLES = {
    "gpt": (1, "label: gpt\n1:start=16384,size=%d,name=data\n2:start=1810432,size=2048\n"),
    "dos": (6, "label: dos\n1:start=2048,size=2048\n2:start=4096,size=1800000,type=5\n"
               "5:start=6144,size=2048\n6:start=16384,size=%d\n"),
}
# How it is made, its first MiBs and its later ones; XFS wants 300.
FORMATS = {
    "ext4": (["mkfs.ext4", "-q", "-b", "4096"], 10, 30),
    "xfs": (["mkfs.xfs", "-q"], 304, 704),
    "btrfs": (["mkfs.btrfs", "-q"], 128, 400),
}


def fill(folder):
    """Files of odd sizes; the same in every run."""
    rng = random.Random(8)
    for i in range(40):
        with open(os.path.join(folder, "file %d" % i), "wb") as file:
            file.write(rng.randbytes(rng.randint(1, 150000)))
    os.sync()


def hashes(folder):
    found = {}
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            with open(path, "rb") as file:
                found[name] = hashlib.sha256(file.read()).hexdigest()
    return found


def kernel_size(node):
    with open("/sys/class/block/%s/size" % os.path.basename(node),
              encoding="ascii") as file:
        return int(file.read())


def room_of(folder):
    said = os.statvfs(folder)
    return said.f_blocks * said.f_frsize


def resized(script, number, size):
    """SCRIPT, a dump, with another size of one partition."""
    lines = script.splitlines(True)
    for i, line in enumerate(lines):
        if re.match(r"\S+p%d :" % number, line):
            lines[i] = re.sub(r"size=\s*\d+", "size=%12d" % size, line)
    return "".join(lines)


def refuse(claims, env, node, number, folder):
    """What would take from a mounted partition changes nothing."""
    script = claims.run("dump", node).stdout
    before = hashes(folder)
    for text, name in ((resized(script, number, 8192), "a smaller size"),
                       ("label: gpt\nstart=18432,size=20480\n", "another table")):
        said = claims.run("apply", "--yes", node, env=env, text=text)
        claims.equal(said.returncode, 4, name + " is refused: " + said.stderr)
        claims.that(folder in said.stderr, name + " names the mount: " + said.stderr)
    claims.equal(claims.run("dump", node).stdout, script, "the table is as it was")
    claims.equal(hashes(folder), before, "and so are the files")


def follow(claims, said, folder):
    """Runs the commands that the result names; false where this is not permitted here."""
    size = room_of(folder)
    commands = [line.strip() for line in said.splitlines() if line.startswith("  ") and
                ("resize" in line or "xfs_growfs" in line)]
    claims.equal(len(commands), 1, "one command follows: " + said)
    for command in commands:
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
        if "Permission denied" in done.stderr:
            print("skipped: %s: %s" % (command, done.stderr.strip()))
            return
        claims.equal(done.returncode, 0, command + ": " + done.stderr)
    claims.that(room_of(folder) > size * 2, "the mounted file system has grown")


def grow(claims, env, node, number, folder, mibs):
    part = "%sp%d" % (node, number)
    before = hashes(folder)
    script = claims.run("dump", node).stdout
    wanted = resized(script, number, mibs * MIB_SECTORS)
    claims.that(wanted != script, "partition %d is in the dump" % number)

    said = claims.run("apply", "--yes", node, env=env, text=wanted)
    claims.equal((said.returncode, said.stderr), (0, ""), "it grows: " + said.stdout)
    claims.that("Partition %d is in use and only grows" % number in said.stdout,
                "that it is in use is reported: " + said.stdout)
    claims.equal(claims.run("dump", node).stdout, wanted, "the disk has the new table")
    claims.equal(kernel_size(part), mibs * MIB_SECTORS, "the kernel has the new size")
    claims.equal(hashes(folder), before, "the files are the same after the write")
    follow(claims, said.stdout, folder)
    claims.equal(hashes(folder), before, "the files are the same when it has grown")
    return before


def story(claims, room, label, kind):
    number, text = TABLES[label]
    make, mibs, later = FORMATS[kind]
    env = {"XDG_STATE_HOME": os.path.join(room, "state")}
    path = cli.image(room, "disk", 900 * cli.MIB)
    with loop.device(path) as node:
        said = claims.run("apply", "--yes", node, env=env, text=text % (mibs * MIB_SECTORS))
        claims.equal(said.returncode, 0, "a table: " + said.stderr)
        part = "%sp%d" % (node, number)
        cli.quiet(*make, part)
        with loop.mounted(part, os.path.join(room, "mounted here")) as folder:
            fill(folder)
            refuse(claims, env, node, number, folder)
            files = grow(claims, env, node, number, folder, later)
            refuse(claims, env, node, number, folder)
        if kind == "ext4":
            # Also where the kernel does not allow to resize it while it is mounted.
            # resize2fs wants a check that is newer than the last mount.
            cli.quiet("e2fsck", "-f", "-n", part)
            cli.quiet("e2fsck", "-f", "-p", part)
            cli.quiet("resize2fs", part)
        with loop.mounted(part, os.path.join(room, "mounted here")) as folder:
            claims.equal(hashes(folder), files, "mounted again it has the same files")
            claims.that(room_of(folder) > later * cli.MIB * 0.7, "it uses the new space")
    os.remove(path)


def can_make(kind):
    with open("/proc/filesystems", encoding="ascii") as known:
        return shutil.which("mkfs." + kind) and "\t%s\n" % kind in known.read()


def script(claims, room):
    for label, kind in (("gpt", "ext4"), ("dos", "ext4"), ("gpt", "xfs"), ("dos", "btrfs")):
        if can_make(kind):
            story(claims, room, label, kind)
        else:
            print("skipped: %s is not known here" % kind)


cli.need("mkfs.ext4", "resize2fs", "e2fsck", "mount", "umount")
loop.need()
cli.main(script)
