#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_place_loop.py ALIDADE - files and block devices that cannot hold the journal of a
# fix: one sentence each, and nothing is written
import contextlib
import os
import subprocess

import cli
import elsewhere
import loop


def blank(scene, stack, name, size):
    """Another device."""
    return stack.enter_context(loop.device(cli.image(scene.room, name, size)))


def too_small(scene):
    """Each sentence has the size that is enough."""
    kib = 1024
    with scene.disk() as disk, contextlib.ExitStack() as stack:
        rows = ((4096, 64 * kib, "at least 312 KiB are needed"),
                (16384, 312 * kib, "the journal of this plan takes more than 336 KiB"),
                (16384, 340 * kib, "the journal of this plan takes 576 KiB"),
                (16384, 572 * kib, "the journal of this plan takes 576 KiB"),
                (16384, 576 * kib, None))
        for grid, size, sentence in rows:
            journal = blank(scene, stack, "small-%d" % size, size)
            words = ["fix", "--physical-sector=%d" % grid, "--start=1=64",
                     "--journal=" + journal, disk.node]
            where = "%d bytes" % size
            if sentence:
                scene.refused(disk, [*words, "--yes"], where, sentence)
            else:
                scene.done(scene.run(*words, "--dry-run"), where)
            if size == 312 * kib:
                scene.claims.refused("journal-offer-too-small", *words, "--yes")
            elif size == 340 * kib:
                scene.claims.refused("journal-too-small-for-move", *words, "--yes")
    with scene.usb(512 * kib), scene.disk() as disk:
        with open(os.path.join(scene.folder, "fill"), "wb") as file:
            file.write(bytes(300 * kib))
        scene.refused(disk, scene.words(disk, "--journal=" + os.path.join(scene.folder, "j")),
                      "a full file system", "are needed")
        scene.claims.that(not os.path.exists(os.path.join(scene.folder, "j")), "no file")


def on_the_disk(scene):
    sentence = "it lies on the disk that is planned"
    with scene.disk() as disk:
        scene.refused(disk, scene.words(disk, "--journal=%sp3" % disk.node), "its partition",
                      sentence)
        cli.quiet("mkfs.ext2", "-q", "-F", disk.node + "p3")
        with loop.mounted(disk.node + "p3", scene.folder):
            journal = os.path.join(scene.folder, "journal")
            said = scene.run(*scene.words(disk, "--journal=" + journal))
            scene.claims.equal(said.returncode, 4, "a file in it: " + said.stderr)
            scene.claims.that(sentence in said.stderr, said.stderr)
            scene.claims.that(not os.path.exists(journal), "no file")


def mounted(kind, folder, *options):
    """False: this kernel has no such file system."""
    os.makedirs(folder, exist_ok=True)
    said = subprocess.run(["mount", "-t", kind, *options, kind, folder], capture_output=True)
    if said.returncode:
        print("not tried: a journal on " + kind)
    return not said.returncode


def file_systems(scene):
    rooms = {name: os.path.join(scene.room, name) for name in ("low", "up", "work")}
    for room in rooms.values():
        os.makedirs(room, exist_ok=True)
    overlay = "lowerdir=%(low)s,upperdir=%(up)s,workdir=%(work)s" % rooms
    for kind, options, sentence in (("tmpfs", [], "in memory"), ("ramfs", [], "in memory"),
                                    ("overlay", ["-o", overlay], "in an overlay")):
        if not mounted(kind, scene.folder, *options):
            continue
        with scene.disk() as disk:
            journal = os.path.join(scene.folder, "journal")
            scene.refused(disk, scene.words(disk, "--journal=" + journal), kind, sentence)
            scene.claims.equal(os.listdir(scene.folder), [], kind + ": no file")
        cli.quiet("umount", scene.folder)


def unusable(scene):
    with scene.usb() as usb, scene.disk() as disk, contextlib.ExitStack() as stack:
        full = blank(scene, stack, "full", cli.MIB)
        with open(full, "r+b") as file:
            file.write(b"\1" * cli.MIB)
        table = blank(scene, stack, "table", 2 * cli.MIB)
        cli.quiet("sfdisk", "-q", table, input="label: gpt\n")
        link = os.path.join(scene.room, "link")
        os.symlink(disk.node, link)
        rows = ((usb, "it is in use"), (full, "it holds data"), (table, "it holds data"),
                (scene.folder, "it is a folder"), (link, "it is the disk that is planned"),
                ("/dev/null", "it is neither a file nor a block device"),
                (os.path.join(scene.room, "none", "file"), "No such file"))
        for path, sentence in rows:
            scene.refused(disk, scene.words(disk, "--journal=" + path), path, sentence)
        os.unlink(link)


def on_a_misaligned_partition(scene):
    """An image file there says both."""
    below = cli.image(scene.room, "below", 16 * cli.MIB)
    cli.quiet("sfdisk", "-q", below, input="label: dos\nstart=63,size=16000\nstart=16384\n")
    with loop.device(below) as node:
        cli.quiet("partx", "-u", node)
        for part, is_off in (("p1", True), ("p2", False)):
            cli.quiet("mkfs.ext2", "-q", "-F", node + part)
            with loop.mounted(node + part, scene.folder):
                image = cli.image(scene.folder, "image", cli.MIB)
                cli.quiet("sfdisk", "-q", image, input="label: dos\nstart=64,size=100\n")
                notes = scene.claims.json("list", image)["notes"]
                found = [note["text"] for note in notes if note["id"] == "file-lies-off"]
                scene.claims.equal(len(found), int(is_off), "notes of a file on " + part)
                words = "lies on %s%s, which begins 3584 bytes past" % (node, part)
                scene.claims.that(not is_off or words in found[0], "%r" % found)


def script(claims, room):
    scene = elsewhere.Scene(claims, room)
    too_small(scene)
    on_the_disk(scene)
    file_systems(scene)
    unusable(scene)
    on_a_misaligned_partition(scene)


cli.need("sfdisk", "mke2fs", "mkfs.ext2", "debugfs")
loop.need()
cli.main(script)
