#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_change_loop.py ALIDADE - the commands on a real block device: nothing is written
# under a mounted file system, and afterwards the kernel knows the new table
import glob
import hashlib
import os

import cli
import loop
import tables

DOS = "label: dos\n2048,20480,83\n,40960,S\n,,E\n,10240\n,,\n"
GPT = "label: gpt\n2048,20480\n,10M,U\n,\n"


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def kernel_sees(node):
    name = os.path.basename(node)
    return sorted(int(open(part + "/partition", encoding="ascii").read())
                  for part in glob.glob("/sys/block/%s/%sp*" % (name, name)))


def only_whole_disks(claims, room, env):
    """A partition's own node is no disk, whatever lies in it."""
    path = cli.image(room, "parent", 64 * cli.MIB)
    saved = os.path.join(room, "inner")
    with loop.device(path) as node:
        said = claims.run("apply", "--yes", node, env=env, text="label: dos\n,40M\n")
        claims.equal(said.returncode, 0, "a disk with one partition: " + said.stderr)
        tables.put(node + "p1", 0, tables.mbr((0x83, 63, 100)))
        claims.equal(claims.run("backup", node + "p1", saved).returncode, 0, "is read")
        before = digest(node)
        for words, text in ((["apply"], GPT), (["apply", "--dry-run"], GPT),
                            (["restore", saved], ""), (["repair"], "")):
            said = claims.run(*words, "--yes", node + "p1", env=env, text=text)
            name = " ".join(words) + " on a partition: " + said.stderr
            claims.equal((said.returncode, said.stdout), (4, ""), name)
            claims.that("is partition 1 of %s:" % node in said.stderr and
                        said.stderr.count("\n") == 1, name)
        claims.equal(digest(node), before, "nothing was written")


def script(claims, room):
    env = {"XDG_STATE_HOME": os.path.join(room, "state")}
    path = cli.image(room, "disk", 64 * cli.MIB)
    saved = os.path.join(room, "saved")
    only_whole_disks(claims, room, env)
    with loop.device(path) as node:
        said = claims.run("apply", "--yes", node, env=env, text=DOS)
        claims.equal((said.returncode, said.stderr), (0, ""), "apply on a loop device")
        claims.equal(kernel_sees(node), [1, 2, 3, 5, 6], "the kernel sees the partitions")
        claims.that("The kernel sees:" in said.stdout, "and it is said")
        claims.equal(claims.run("backup", node, saved).returncode, 0, "backup of a device")
        cli.quiet("mkfs.ext4", "-q", node + "p1")
        with loop.mounted(node + "p1", os.path.join(room, "mounted"), "-o", "ro") as folder:
            before = digest(node)
            rows = ((["apply", "--yes", node], GPT, "apply"),
                    (["apply", "--yes", "--json", node], GPT, "apply --json"),
                    (["apply", "--dry-run", node], GPT, "even a dry run"))
            for words, text, name in rows:
                said = claims.run(*words, env=env, text=text)
                claims.equal(said.returncode, 4, name + " under a mount: " + said.stderr)
                claims.that(folder in said.stderr, name + " names it: " + said.stderr)
            chain = tables.chain(node)
            tables.put(node, chain[0][0] * 512 + 462, tables.mbr((5, 0, 100))[446:462])
            broken = digest(node)
            claims.that(broken != before, "the chain is broken")
            for words, text in ((["apply", "--yes", node], GPT),
                                (["restore", "--yes", saved, node], "")):
                said = claims.run(*words, env=env, text=text)
                claims.equal(said.returncode, 4, words[0] + " over it: " + said.stderr)
            claims.equal(digest(node), broken, "nothing was written")
        said = claims.run("restore", "--yes", saved, node, env=env)
        claims.equal((said.returncode, digest(node) != broken), (0, True),
                     "not mounted it is restored: " + said.stderr)
        said = claims.run("apply", "--yes", node, env=env, text=GPT)
        claims.equal((said.returncode, kernel_sees(node)), (0, [1, 2, 3]),
                     "the kernel forgets the old partitions: " + said.stderr + said.stdout)
        cli.quiet("sgdisk", "--verify", node)


cli.need("mkfs.ext4", "mount", "umount", "sgdisk")
loop.need()
cli.main(script)
