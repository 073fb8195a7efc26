#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# lab_grow.py ALIDADE - a mounted ext4 grows on a virtio disk: the kernel has the new size,
# the command that is named enlarges it while it is mounted, every file stays as it was
import re

import guest
from guest import cli

TABLE = "label: gpt\nstart=2048,size=81920,name=data\nstart=720896,size=20480\n"
OLD, NEW, SMALL = 81920, 614400, 40960
FOLDER = "/mnt"
# Odd sizes, from nothing to 140 KB.
FILL = ('i=0; while [ $i -lt 40 ]; do head -c $((i * 3517)) /dev/urandom '
        '>/mnt/file$i || break; i=$((i + 1)); done; sync; [ $i = 40 ]')


class World:
    def __init__(self, claims, machine):
        self.claims, self.machine = claims, machine

    def run(self, command, want=0):
        """What the command wrote; its exit code is a claim."""
        code, said = self.machine.run(command)
        self.claims.equal(code, want, "%s: %s" % (command, said))
        return said

    def hashes(self):
        """Read from the disk, not from memory."""
        self.run("sync; echo 3 >/proc/sys/vm/drop_caches")
        found = self.run("cd /mnt; sha256sum file*; cd /")
        self.claims.equal(found.count("\n"), 40, "all files are there")
        return found

    def kernel_size(self):
        return int(self.run("cat /sys/class/block/vda1/size"))

    def blocks(self):
        """Of the mounted file system."""
        return int(self.run("stat -f -c %b /mnt"))

    def apply(self, size, want):
        """Partition 1 with another size."""
        self.run("alidade dump /dev/vda | sed '/vda1 :/s/size= *[0-9]*/size=%d/' >/wanted" %
                 size)
        return self.run("alidade apply --yes /dev/vda </wanted", want)


def set_up(world):
    world.run("mkfs.ext4 -q -b 4096 /dev/vda1")
    world.run("mount -t ext4 /dev/vda1 /mnt")
    world.run(FILL)
    world.claims.equal(world.kernel_size(), OLD, "its size at first")


def shrink(world):
    before, table = world.hashes(), world.run("alidade dump /dev/vda")
    said = world.apply(SMALL, 4)
    world.claims.that(FOLDER in said, "the refusal names the mount: " + said)
    world.claims.equal(world.run("alidade dump /dev/vda"), table, "the table is the same")
    world.claims.equal(world.kernel_size(), OLD, "the kernel's size is the same")
    world.claims.equal(world.hashes(), before, "the files are the same")


def grow(world):
    claims, before, blocks = world.claims, world.hashes(), world.blocks()
    said = world.apply(NEW, 0)
    claims.equal(world.kernel_size(), NEW, "the kernel has the new size")
    claims.equal(world.blocks(), blocks, "the file system has its own still")
    claims.equal(world.hashes(), before, "the files are the same after the write")

    commands = re.findall(r"^ +(resize2fs .*)$", said, re.MULTILINE)
    claims.equal(commands, ["resize2fs /dev/vda1"], "what comes next is named: " + said)
    world.run(commands[0] if commands else "false")
    claims.that(world.blocks() > blocks * 6, "the mounted file system has grown")
    claims.equal(world.hashes(), before, "the files are the same when it has")

    world.run("umount /mnt")
    world.run("e2fsck -fn /dev/vda1")
    world.run("mount -t ext4 /dev/vda1 /mnt")
    claims.equal(world.hashes(), before, "the files are the same when mounted again")
    world.run("umount /mnt")


def script(claims, room):
    cli.need("sfdisk")
    disk = cli.image(room, "disk", 400 * cli.MIB)
    cli.quiet("sfdisk", "-q", disk, input=TABLE)
    tools = ("mkfs.ext4", "resize2fs", "e2fsck")
    with guest.Guest(room, claims.program, disk, tools) as machine:
        world = World(claims, machine)
        set_up(world)
        shrink(world)
        grow(world)
    after = cli.quiet("sfdisk", "--dump", disk)
    claims.that(re.search(r"disk1 : start= *2048, size= *%d,.* name=\"data\"" % NEW, after),
                "the table has it: " + after)
    claims.that(re.search(r"disk2 : start= *720896, size= *20480,", after),
                "and the other partition as before: " + after)


if __name__ == "__main__":
    cli.main(script)
