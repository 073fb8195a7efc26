#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_journal_loop.py ALIDADE - fix and resume on block devices with the journal elsewhere:
# in a file of another file system, or on another device
import json
import os

import cli
import elsewhere
import loop
import moving


# --- between two moves: nothing on the disk leads to the journal ---

def named(scene):
    claims = scene.claims
    for number, rollback, moved in ((1, [], {1, 2}), (2, [], {1, 2}),
                                    (1, ["--rollback"], {2}), (2, ["--rollback"], set())):
        with scene.usb(), scene.disk() as disk:
            journal = os.path.join(scene.folder, "journal")
            words = ["resume", "--journal=" + journal]
            # The folder is another one after a restart: the whole path is kept.
            said = scene.between(disk, os.path.relpath(journal), number)
            claims.that("'alidade resume --journal=%s %s'" % (journal, disk.node) in
                        said.stderr.replace("\n", " "), "the journal is named: " + said.stderr)
            scene.forget()
            status = scene.run(*words, "--status", disk.node)
            claims.equal((status.returncode, status.stderr), (0, ""), "status")
            claims.that("resume --journal=%s %s" % (journal, disk.node) in
                        " ".join(status.stdout.split()), "by the status: " + status.stdout)
            scene.done(scene.run(*words, *rollback, "--yes", disk.node), "named")
            moving.check_end(claims, disk, moved, "named")
            claims.that(not os.path.exists(journal), "the file is removed")


def without_a_disk(scene):
    with scene.usb(), scene.disk() as disk:
        journal = os.path.join(scene.folder, "journal")
        scene.between(disk, journal)
        scene.forget()
        said = scene.run("resume", "--journal=" + journal, "--yes")
        scene.done(said, "the journal tells which disk")
        moving.check_end(scene.claims, disk, {1, 2}, "the journal tells which disk")


def remembered(scene):
    """The folder of backups knows where the journal is, as long as it is there."""
    claims = scene.claims
    folder = os.path.join(scene.state, "alidade")
    for words in (["resume"], ["resume", "--rollback"]):
        with scene.usb(), scene.disk() as disk:
            journal = os.path.join(scene.folder, "journal")
            scene.between(disk, journal)
            status = scene.run("resume", "--status", "--json", disk.node).stdout
            claims.equal(json.loads(status).get("journal", {}).get("path"), journal, "status")
            for command, code in ("list", 0), ("check", 3):
                said = scene.run(command, disk.node)
                claims.equal(said.returncode, code, command + " tells it")
                claims.that("alidade resume " + disk.node in said.stdout, said.stdout)
            # The table that another program has made has nothing to do with it.
            table = disk.read()[:512]
            cli.quiet("sfdisk", "-q", "--no-reread", "--no-tell-kernel", "-N", "1", disk.node,
                      input="65,1000\n")
            said = scene.run("resume", disk.node)
            claims.equal((said.returncode, said.stderr), (0, ""), "another table")
            with open(disk.node, "r+b") as file:
                file.write(table)
            scene.done(scene.run(*words, "--yes", disk.node), "remembered")
            moving.check_end(claims, disk, {1, 2} if words == ["resume"] else {2},
                             "remembered")
            claims.that(not any(name.endswith(".journal") for name in os.listdir(folder)),
                        "nothing is left: %r" % os.listdir(folder))
            said = scene.run("resume", disk.node)
            claims.that("there is no move" in said.stdout, "nor to resume: " + said.stdout)


def forgotten(scene):
    """Of which disk it is cannot be told without the journal."""
    with scene.disk() as disk:
        journal = os.path.join(scene.folder, "journal")
        with scene.usb():
            scene.between(disk, journal)
        said = scene.run("resume", "--yes", disk.node)
        scene.claims.equal((said.returncode, said.stderr), (0, ""), "it is not there")
        for part in ("there is no move to be completed", journal + ", is not there"):
            scene.claims.that(part in " ".join(said.stdout.split()), part + ": " + said.stdout)
        scene.forget()
        said = scene.run("resume", "--yes", disk.node)
        scene.claims.that(journal not in said.stdout, "nothing is known: " + said.stdout)


def of_another_disk(scene):
    with scene.usb(), scene.disk() as disk, scene.disk("other") as other:
        journal = os.path.join(scene.folder, "journal")
        scene.between(disk, journal)
        for words in (["--yes"], ["--rollback", "--yes"]):
            scene.refused(other, ["resume", "--journal=" + journal, *words, other.node],
                          "of another disk", "has changed the partition table since the fix began (sector 0,")
        scene.refused(disk, ["resume", "--yes", "--journal=/none/journal", disk.node],
                      "a journal that is not there", "/none/journal")
        scene.done(scene.run("resume", "--journal=" + journal, "--yes", disk.node), "its disk")
        moving.check_end(scene.claims, disk, {1, 2}, "its disk")


def changed(scene):
    """Another program has moved the entry of the partition that is next."""
    with scene.usb(), scene.disk() as disk:
        journal = os.path.join(scene.folder, "journal")
        scene.between(disk, journal)
        cli.quiet("sfdisk", "-q", "--no-reread", "--no-tell-kernel", "-N", "1", disk.node,
                  input="65,1000\n")
        scene.refused(disk, ["resume", "--journal=" + journal, "--yes", disk.node],
                      "a table that has changed", "has changed the partition table since the fix began (sector 0,")


def hidden(scene):
    """A fix that is killed before its first guard may have taken the partition from the
    kernel already."""
    claims = scene.claims
    for number in (1, 2):
        with scene.usb(), scene.disk() as disk:
            journal = os.path.join(scene.folder, "journal")
            scene.between(disk, journal, number)
            scene.forget()
            cli.quiet("partx", "-d", "--nr", str(number), disk.node)
            claims.that(number not in disk.kernel(), "the kernel lacks partition %d" % number)
            said = scene.run("resume", "--yes", disk.node)
            claims.equal((said.returncode, said.stderr), (0, ""), "nothing leads to a journal")
            for part in ("there is no move to be completed", "%d: not known" % number,
                         "partprobe " + disk.node):
                claims.that(part in " ".join(said.stdout.split()), part + ": " + said.stdout)
            lines = [json.loads(line) for line in
                     scene.run("resume", "--json", "--yes", disk.node).stdout.splitlines()]
            claims.equal([line["event"] for line in lines], ["note", "end"], "as JSON")
            claims.that("partprobe " + disk.node in lines[0]["text"], repr(lines[0]))
            scene.done(scene.run("resume", "--journal=" + journal, "--rollback", "--yes",
                                 disk.node), "hidden")
            moving.check_end(claims, disk, {2} if number == 1 else set(), "hidden")
            said = scene.run("resume", "--yes", disk.node)
            claims.equal(said.stdout.count("\n"), 1, "the kernel has all: " + said.stdout)


# --- another device ---

def used_again(scene):
    """What was a journal is blank again, whatever way the fix has ended."""
    claims = scene.claims
    image = cli.image(scene.room, "device", cli.MIB)
    with loop.device(image) as journal:
        for way in ("complete", "resume", "--rollback"):
            with scene.disk() as disk:
                words = ["resume", "--journal=" + journal, "--yes", disk.node]
                if way == "complete":
                    scene.done(scene.run(*scene.words(disk, "--journal=" + journal)), way)
                else:
                    scene.between(disk, journal)
                    begun = scene.refused(disk, scene.words(disk, "--journal=" + journal),
                                          "a journal in use", "has not ended")
                    claims.that("alidade resume --journal=" + journal in begun.stderr,
                                "how it ends: " + begun.stderr)
                    scene.done(scene.run(*words[:2], *[way] * (way != "resume"), *words[2:]),
                               way)
                moving.check_end(claims, disk, {2} if way == "--rollback" else {1, 2}, way)
                cli.quiet("blockdev", "--flushbufs", journal)
                with open(image, "rb") as file:
                    claims.that(not any(file.read()), way + ": the device is blank")
                scene.done(scene.run(*words), way + ": nothing is left")


# --- a copy of the disk; a disk with the journal that is not there ---

def cloned(scene):
    """The disk and a copy of it: which one is to be completed?"""
    with scene.usb(), scene.disk() as disk:
        journal = os.path.join(scene.folder, "journal")
        scene.between(disk, journal)
        copy = os.path.join(scene.room, "copy")
        cli.quiet("cp", disk.path, copy)
        with loop.device(copy) as clone:
            scene.refused(disk, ["resume", "--yes", "--journal=" + journal], "two candidates",
                          "one of them is a copy of the other", disk.node, clone)
        os.unlink(copy)


def listed(scene):
    """Without a device all disks are looked at; which one is meant has to be said."""
    with scene.usb(), scene.disk() as disk:
        scene.in_the_middle(disk, os.path.join(scene.folder, "journal"))
        copy = os.path.join(scene.room, "copy")
        cli.quiet("cp", disk.path, copy)
        with loop.device(copy) as other:
            for words in (["--status"], ["--yes"]):
                said = scene.run("resume", *words)
                scene.claims.equal(said.returncode, 4, "two disks: " + said.stderr)
                for node in (disk.node, other):
                    scene.claims.that(node + ": a move has not ended." in said.stdout,
                                      "%s: %s" % (node, said.stdout))
        os.unlink(copy)


def unplugged(scene):
    """The guards name the file system and the path."""
    claims = scene.claims
    with scene.disk() as disk:
        journal = os.path.join(scene.folder, "journal")
        with scene.usb():
            scene.in_the_middle(disk, journal)
        for words in (["--yes"], ["--rollback", "--yes"], ["--status"]):
            scene.refused(disk, ["resume", *words, disk.node], "unplugged", elsewhere.UUID,
                          journal, "is missing")
        said = scene.notes(disk)
        claims.that(elsewhere.UUID in said and journal in said, "list: " + said)


def script(claims, room):
    scene = elsewhere.Scene(claims, room)
    named(scene)
    without_a_disk(scene)
    remembered(scene)
    forgotten(scene)
    of_another_disk(scene)
    changed(scene)
    hidden(scene)
    used_again(scene)
    cloned(scene)
    listed(scene)
    unplugged(scene)


cli.need("sfdisk", "mke2fs", "mkfs.ext2", "debugfs", "blkid")
loop.need()
cli.main(script)
