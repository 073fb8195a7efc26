#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_whole.py ALIDADE AT-WRITES - a disk that belongs to something as a whole, beside its table: it
# is told, and changed by nobody who has not said --lose=@disk
import os

import cli
import killed
import sound
import whole_signs

# ZFS needs 64 MiB.
SIZE = 65 * cli.MIB + 8 * 512
END = SIZE // 512
TABLE = "label: dos\nlabel-id: 0x1234abcd\nstart=2063,size=16384,type=83\n"
SCRIPT = "label: dos\nlabel-id: 0x1234abcd\nstart=2063,size=8192,type=83\n"


class Disk:
    def __init__(self, claims, room):
        self.claims, self.room = claims, room
        self.env = {"XDG_STATE_HOME": os.path.join(room, "state")}

    def run(self, *words, text=""):
        return self.claims.run(*words, env=self.env, text=text)

    def image(self, name, signs, script=TABLE, size=SIZE):
        """The signature of sector 0 is older than the table."""
        path = cli.image(self.room, name, size)
        with open(path, "r+b") as file:
            for at, data in signs:
                file.seek(at)
                file.write(data)
        cli.quiet("sfdisk", "-q", "--no-tell-kernel", "--wipe=never", path, input=script)
        return path

    def told(self, path):
        notes = self.claims.json("list", path)["notes"]
        return [note["text"] for note in notes if note["id"].startswith("disk-")]


def refuses(disk, path, words, name):
    claims, before = disk.claims, sound.content(path)
    backup = os.path.join(disk.room, "backup")
    commands = [(["fix", "--yes", path], ""), (["plan", path], ""),
                (["apply", "--yes", "--lose=all", path], SCRIPT),
                (["apply", "--yes", "--dry-run", path], SCRIPT),
                (["repair", "--yes", "--cure=drop:1", path], ""),
                (["restore", "--yes", backup, path], "")]
    claims.equal(disk.run("backup", path, backup).returncode, 0, name + " can be backed up")
    for command, text in commands:
        said = disk.run(*command, text=text)
        claims.equal(said.returncode, 4, "%s: %s: %s" % (name, command[0], said.stderr))
        claims.that(words in cli.flat(said.stderr), "%s says %s: %s" % (name, words, said.stderr))
        claims.that("--lose=@disk" in said.stderr, "%s names the way: %s" % (name, said.stderr))
    claims.equal(sound.content(path), before, name + " is left alone")
    os.unlink(backup)
    said = disk.run("repair", "--yes", path)
    claims.equal((said.returncode, said.stdout), (0, "There is nothing to repair.\n"),
                 "%s: repair without damage: %s" % (name, said.stderr))


def kinds(disk):
    for make, words in whole_signs.SIGNS:
        name = make.__name__
        path = disk.image(name, make(SIZE))
        told = disk.told(path)
        disk.claims.equal(len(told), 1, "%s is told once: %s" % (name, told))
        disk.claims.that(told and words in told[0], "%s is told: %s" % (name, told))
        check = disk.run("check", path)
        disk.claims.that(words in cli.flat(check.stdout), "%s: check: %s" % (name, check.stdout))
        if make in (whole_signs.isw, whole_signs.lvm, whole_signs.luks, whole_signs.ext2):
            refuses(disk, path, words, name)
        else:
            said = disk.run("fix", "--yes", path)
            disk.claims.equal(said.returncode, 4, "%s: fix: %s" % (name, said.stderr))
        os.unlink(path)


def accepted(disk):
    """With consent the table changes, and the signature stays."""
    signs = whole_signs.isw(SIZE)
    path = disk.image("accepted", signs)
    said = disk.run("apply", "--yes", "--lose=@disk,all", path, text=SCRIPT)
    disk.claims.equal(said.returncode, 0, "accepted: " + said.stderr)
    disk.claims.that("is a member of a RAID (isw)" in cli.flat(said.stdout),
                     "the consent names it: " + said.stdout)
    shown = disk.run("fix", "--dry-run", "--lose=@disk", path)
    disk.claims.that("is a member of a RAID (isw)" in cli.flat(shown.stdout),
                     "so does that of fix: " + shown.stdout)
    disk.claims.that(disk.told(path), "it stays a member")
    # Its own sectors are named one by one: the backup of a GPT would be written over them.
    start = END - 18
    gpt = "label: gpt\nstart=2063,size=8192\n"
    for lose in ("all,@disk", "all,@disk,@%d" % start):
        said = disk.run("apply", "--yes", "--dry-run", "--lose=" + lose, path, text=gpt)
        words = "Sectors %d to %d hold metadata of a RAID (isw)" % (start, END - 1)
        disk.claims.that(words in cli.flat(said.stdout + said.stderr), said.stdout + said.stderr)
    said = disk.run("apply", "--yes", "--lose=all,@disk", path, text=gpt)
    disk.claims.equal(said.returncode, 4, "metadata is owned: " + said.stderr)
    disk.claims.that("--lose=@%d" % start in said.stderr, said.stderr)
    # The partition is empty, so the table alone is changed.
    said = disk.run("plan", "--lose=@disk", path)
    disk.claims.equal(said.returncode, 0, "a plan of it: " + said.stderr)


def other_tables(disk):
    gpt = "label: gpt\nfirst-lba: 40\nstart=2063,size=16384\n"
    for make, words in whole_signs.SIGNS[:3] + [(whole_signs.md1_0, "a RAID (md 1.0)")]:
        # The table is that of the assembled device, which is shorter.
        path = disk.image("gpt", [], gpt, SIZE - (1 << 20))
        with open(path, "r+b") as file:
            file.truncate(SIZE)
            for at, data in make(SIZE):
                file.seek(at)
                file.write(data)
        told = disk.told(path)
        disk.claims.that(told and words in told[0], "beside a GPT: %s" % told)
    path = disk.image("empty", whole_signs.md1_0(SIZE), "label: dos\n")
    disk.claims.that(disk.told(path), "beside a table without partitions")
    path = disk.image("over", whole_signs.ext2(SIZE), "label: dos\n")
    for lose in ([], ["--lose=all"], ["--lose=0"]):
        said = disk.run("apply", "--yes", *lose, path, text=SCRIPT)
        disk.claims.equal(said.returncode, 4, "over a file system: " + said.stderr)
        disk.claims.that("--lose=@disk" in said.stderr, said.stderr)
    said = disk.run("apply", "--yes", "--lose=@disk", path, text=SCRIPT)
    disk.claims.equal(said.returncode, 0, "over a file system, accepted: " + said.stderr)


def damaged(disk):
    """What is to be repaired is refused, and repaired with consent."""
    gpt = "label: gpt\nfirst-lba: 40\nstart=2063,size=16384\n"
    path = disk.image("damaged", [], gpt, SIZE - (1 << 20))
    with open(path, "r+b") as file:
        file.truncate(SIZE)
        for at, data in whole_signs.isw(SIZE) + [(SIZE - (1 << 20) - 512, bytes(512))]:
            file.seek(at)
            file.write(data)
    said = disk.run("repair", "--yes", path)
    disk.claims.equal(said.returncode, 4, "damaged: " + said.stderr)
    disk.claims.that("--lose=@disk" in said.stderr, "damaged: " + said.stderr)
    said = disk.run("repair", "--yes", "--dry-run", "--lose=@disk", path)
    disk.claims.equal(said.returncode, 0, "damaged, accepted: " + said.stderr)


def others(disk):
    """What is in a partition that reaches to the end of the disk is no signature of the
    disk."""
    start = 2048
    script = "label: dos\nstart=%d,size=%d,type=fd\n" % (start, END - start)
    logical = "label: dos\nstart=%d,size=%d,type=5\nstart=%d,size=%d,type=fd\n" % (
        1024, END - 1024, start, END - start)
    for make in (whole_signs.md0, whole_signs.md0_big, whole_signs.md1_0, whole_signs.md1_2,
                 whole_signs.lvm, whole_signs.luks, whole_signs.zfs, whole_signs.zfs_end,
                 whole_signs.bcache, whole_signs.swap, whole_signs.ext2):
        signs = [(start * 512 + at, data) for at, data in make(SIZE - start * 512)]
        for table in (script, logical):
            path = disk.image("inside", signs, table)
            disk.claims.equal(disk.told(path), [], make.__name__ + " in a partition")
    path = disk.image("none", [], script)
    disk.claims.equal(disk.told(path), [], "nothing")


def resumed(claims, room):
    """What was begun with consent is completed without asking for it again."""
    world = killed.World(claims, room)
    path, _ = world.cut("dos", 26)
    for at, data in whole_signs.highpoint37(0):
        world.write(path, at, data)
    world.completes(path, "resumed")


def script(claims, room):
    disk = Disk(claims, room)
    kinds(disk)
    accepted(disk)
    other_tables(disk)
    damaged(disk)
    others(disk)
    resumed(claims, room)


cli.need("sfdisk", "mke2fs", "mkswap", "debugfs")
cli.main(script)
