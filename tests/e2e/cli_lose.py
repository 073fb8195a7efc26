#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_lose.py ALIDADE - data that no partition would begin with any more: refused with
# --yes unless --lose names it, whatever the command
import os

import cli
import sound
import tables

SIZE = 64 * cli.MIB
SHIFTED = "label: dos\nstart=64,size=40960,type=83\nstart=65536,size=20480,type=83\n"
GROWN = "label: dos\n63,40960,83\n65536,30720,83\n"
NO_RUN = ["unshare", "-m", "--propagation", "private", "sh", "-c",
          'mount -t tmpfs -o ro none /run && exec "$@"', "sh"]


class Disk:
    """ext4 at 63, and an empty partition behind it."""

    def __init__(self, claims, room):
        self.claims = claims
        self.room = room
        self.env = {"XDG_STATE_HOME": os.path.join(room, "state")}

    def run(self, *words, text=""):
        return self.claims.run(*words, env=self.env, text=text)

    def image(self, name, script="label: dos\n63,40960,83\n65536,20480,83\n"):
        path = cli.image(self.room, name, SIZE)
        cli.quiet("sfdisk", "-q", "--no-tell-kernel", path, input=script)
        cli.quiet("mkfs.ext4", "-q", "-F", "-L", "data", "-E", "offset=%d" % (63 * 512),
                  path, "20480k")
        return path


def refuses(disk, words, text, path, parts, number=1):
    """Without --lose nothing is written; with it, or with all, it is."""
    claims, before = disk.claims, sound.content(path)
    for lose in ([], ["--lose=2"], ["--lose=7,9"]):
        said = disk.run(*words, "--yes", *lose, text=text)
        name = " ".join([*words, *lose])
        claims.equal(said.returncode, 4, name)
        for part in (*parts, "Nothing was written", "--lose=%d " % number):
            claims.that(part in said.stderr, "%s says '%s': %s" % (name, part, said.stderr))
        claims.equal(sound.content(path), before, name + " leaves the image alone")
    shown = disk.run(*words, "--dry-run", text=text)
    claims.equal(shown.returncode, 0, "a dry run only shows: " + shown.stderr)
    for part in ("What is lost:", "--yes would be refused:", "--lose=%d " % number, *parts):
        claims.that(part in cli.flat(shown.stdout), "a dry run says '%s': %s" % (part, shown.stdout))
    done = disk.run(*words, "--yes", "--lose=%d" % number, text=text)
    claims.equal(done.returncode, 0, "what is given up may go: " + done.stderr)
    claims.that(sound.content(path) != before, "and is written")
    return done


def scripts(disk):
    """The table of article 003: the person wants the data moved."""
    path = disk.image("shifted")
    done = refuses(disk, ["apply", path], SHIFTED, path,
                   ["Partition 1 holds ext4 'data', 20 MiB", "from sector 63 on",
                    "partition 1 would begin at sector 64",
                    "the data of 1 has to be moved for that first (alidade fix --start=1="])
    disk.claims.that("alidade restore" in done.stdout, "the way back: " + done.stdout)
    disk.claims.that("mkfs" not in done.stdout, "no mkfs over lost data: " + done.stdout)
    path = disk.image("deleted")
    refuses(disk, ["apply", path], "label: dos\n65536,20480,83\n", path,
            ["no partition begins at its sector 63 any more"])
    path = disk.image("cut")
    refuses(disk, ["apply", path], "label: gpt\nfirst-lba: 34\n63,40000,L\n", path,
            ["partition 1 would end at sector 40062, inside that content"])
    path = disk.image("covered")
    refuses(disk, ["apply", path], "label: gpt\nfirst-lba: 34\n/dev/x2 : start=40, size=60000, type=L\n", path,
            ["partition 2 would lie over it: it would be lost"])


def dry_runs(disk):
    """Nothing is written, so that no backup is needed; what --yes refuses is said."""
    claims, path = disk.claims, disk.image("dry")
    taken = os.path.join(disk.room, "taken")
    with open(taken, "wb"):
        pass
    for reason, env, words in ((taken, disk.env, ["--backup=" + taken]),
                               ("There is no folder for the backup",
                                {"XDG_STATE_HOME": taken, "HOME": taken}, [])):
        under = [] if words or os.geteuid() else NO_RUN
        said = claims.run("fix", "-n", *words, path, env=env, under=under)
        claims.equal(said.returncode, 0, "fix: " + reason + ": " + said.stderr)
        claims.that(reason in cli.flat(said.stdout), "fix says: " + said.stdout)
        said = claims.run("fix", "--yes", *words, path, env=env, under=under)
        claims.equal(said.returncode, 4, "fix: " + reason + " refuses --yes")
        for json in ([], ["--json"]):
            said = claims.run("apply", "-n", "--lose=all", *json, *words, path, env=env,
                              text=GROWN, under=under)
            claims.equal(said.returncode, 0, reason + ": " + said.stderr)
            claims.equal(cli.flat(said.stdout).count(reason), 1,
                         reason + " is said once: " + said.stdout)
        said = claims.run("apply", "--yes", "--lose=all", *words, path, env=env, text=GROWN,
                          under=under)
        claims.equal(said.returncode, 4, reason + " refuses --yes")
        claims.that(reason in said.stderr, "it says why: " + said.stderr)
    said = disk.run("apply", "-n", "--lose=all", path, text=GROWN)
    claims.that("would be refused" not in said.stdout, "where nothing is refused: " + said.stdout)


def shrinks(disk):
    """What --lose does not give up: the partition would end inside its file system."""
    claims, path = disk.claims, disk.image("shrunk")
    shrunk = "label: dos\n63,20480,83\n65536,20480,83\n"
    claims.refused("shrink-not-done", "apply", "--yes", "--lose=all", path, env=disk.env,
                   text=shrunk)
    shown = claims.json("apply", "-n", "--lose=all", path, env=disk.env, text=shrunk)
    claims.equal((shown["plan"]["reason-id"], shown["reason-id"]), ("shrink-not-done", None),
                 "a dry run has the id of why --yes would be refused")
    shown = claims.json("apply", "-n", path, env=disk.env, text=SHIFTED)
    claims.equal(shown["plan"]["reason-id"], "loss-not-accepted", "of a loss, too")
    shown = claims.json("apply", "-n", path, env=disk.env, text=GROWN)
    claims.equal(shown["plan"]["reason-id"], None, "and none where nothing is refused")


def keeps(disk):
    """What stays where it begins needs no word, also under another table."""
    for name, script in (("gpt", "label: gpt\nfirst-lba: 34\n63,40960,L\n"),
                         ("longer", "label: dos\n63,50000,83\n"),
                         ("renumbered", "label: dos\n65536,20480,83\n63,40960,83\n")):
        path = disk.image(name)
        said = disk.run("apply", "--yes", path, text=script)
        disk.claims.equal(said.returncode, 0, name + ": " + said.stderr)
        disk.claims.that("What is lost" not in said.stdout, name + ": nothing is lost")


def whole_disks(disk):
    path = cli.image(disk.room, "whole", SIZE)
    cli.quiet("mkfs.ext4", "-q", "-F", "-L", "straight", path)
    refuses(disk, ["apply", path], "label: gpt\n,\n", path,
            ["The disk as a whole holds ext4 'straight', 64 MiB"], 0)


def restores(disk):
    path, saved = disk.image("restored"), os.path.join(disk.room, "saved")
    other = cli.image(disk.room, "other", SIZE)
    cli.quiet("sfdisk", "-q", other, input=SHIFTED)
    disk.claims.equal(disk.run("backup", other, saved).returncode, 0, "backup")
    refuses(disk, ["restore", saved, path], "", path,
            ["partition 1 would begin at sector 64"])


def repairs(disk):
    """The copy that counts has partition 1 a sector later."""
    gpt = "label: gpt\nfirst-lba: 34\n63,40960,L\n65536,20480,L\n"
    path = disk.image("copies", gpt)
    other = cli.image(disk.room, "copy", SIZE)
    cli.quiet("sfdisk", "-q", other, input=gpt.replace("63,40960", "64,40959"))
    with open(other, "rb") as file:
        file.seek(SIZE - 33 * 512)
        tables.put(path, SIZE - 33 * 512, file.read())
    refuses(disk, ["repair", "--copy=backup", path], "", path,
            ["partition 1 would begin at sector 64"])


def moves(disk):
    """The journal would lie in what may be of a volume that no entry names."""
    path = disk.image("moved", "label: dos\n63,40960,83\n")
    tables.put(path, 41023 * 512, b"LUKS\xba\xbe\0\1")
    before = sound.content(path)
    said = disk.run("fix", "--yes", path)
    disk.claims.equal(said.returncode, 4, "fix over a lost volume: " + said.stdout)
    disk.claims.that("--lose=@41023" in said.stderr, "it names the option: " + said.stderr)
    disk.claims.equal(sound.content(path), before, "and leaves the image alone")
    said = disk.run("fix", "--yes", "--lose=@41023", path)
    disk.claims.equal(said.returncode, 0, "what is given up may go: " + said.stderr)


def usage(disk):
    path = disk.image("usage")
    for word in ("", "x", "1,", ",1", "1,,2", "-1", "1 2", "all,", "@", "@x"):
        said = disk.run("apply", "--yes", "--lose=" + word, path, text=SHIFTED)
        disk.claims.equal(said.returncode, 2, "--lose='%s': %s" % (word, said.stderr))
    said = disk.run("list", "--lose=1", path)
    disk.claims.equal(said.returncode, 2, "list knows no --lose")


def script(claims, room):
    cli.need("sfdisk", "mkfs.ext4")
    disk = Disk(claims, room)
    for part in (scripts, dry_runs, shrinks, keeps, whole_disks, restores, repairs, moves, usage):
        part(disk)


cli.main(script)
