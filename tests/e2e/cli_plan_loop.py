#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_plan_loop.py ALIDADE - which devices, and files on which disks, plan takes for the
# journal of a real block device
import os

import cli
import loop

TABLE = "label: dos\nstart=63,size=200000\nstart=204863,size=200000\n"


def refused(claims, node, journal, words):
    said = claims.run("plan", "--journal=" + journal, node)
    claims.equal((said.returncode, said.stdout), (4, ""), journal + " is refused")
    claims.that(words in said.stderr, "%s: %r" % (words, said.stderr))


def others(claims, room, node):
    with loop.device(cli.image(room, "blank", 64 * cli.MIB)) as blank:
        plan = claims.json("plan", "--journal=" + blank, node)["plan"]
        claims.that((blank, "device", 64 * cli.MIB) in
                    [(it["path"], it["kind"], it["bytes"]) for it in plan["journals"]],
                    "a blank device: %r" % plan["journals"])
        cli.quiet("mkswap", blank)
        refused(claims, node, blank, "it holds data")
        cli.quiet("mkfs.ext4", "-q", "-F", blank)
        refused(claims, node, blank, "it holds data")
        with loop.mounted(blank, os.path.join(room, "other")) as folder:
            refused(claims, node, blank, "it is in use")
            claims.refused("journal-offer-in-use", "plan", "--journal=" + blank, node)
            path = os.path.join(folder, "journal")
            plan = claims.json("plan", "--journal=" + path, node)["plan"]
            claims.that((path, "file") in [(it["path"], it["kind"])
                                           for it in plan["journals"]],
                        "a file on another disk: %r" % plan["journals"])
            claims.that(not os.path.exists(path), "is not created")
    with loop.device(cli.image(room, "small", 256 * 1024)) as small:
        refused(claims, node, small, "at least 312 KiB are needed")


def in_use(claims, node, folder):
    """The second partition stays; the first one is planned."""
    document = claims.json("plan", node)
    claims.equal([(it["partition"], it["reason"]) for it in document["left"]],
                 [(2, "in-use")], "is left")
    claims.equal([step["partition"] for step in document["plan"]["steps"]], [1], "the rest")
    said = claims.run("plan", "--start=2=204864", node)
    claims.equal((said.returncode, said.stdout), (4, ""), "its start cannot be chosen")
    claims.that(folder in said.stderr, "names what is to be unmounted: %r" % said.stderr)


def script(claims, room):
    with loop.device(cli.image(room, "disk", 256 * cli.MIB)) as node:
        cli.quiet("sfdisk", "-q", node, input=TABLE)
        cli.quiet("partx", "-u", node)
        cli.quiet("mkfs.ext4", "-q", node + "p1")
        cli.quiet("mkfs.ext4", "-q", node + "p2")
        said = claims.run("plan", node).stdout.replace("\n", " ")
        claims.that("This measures it: alidade probe " + node in said, said)
        refused(claims, node, node, "it is the disk that is planned")
        refused(claims, node, node + "p2", "it lies on the disk that is planned")
        others(claims, room, node)
        with loop.mounted(node + "p2", os.path.join(room, "same")) as folder:
            in_use(claims, node, folder)
            refused(claims, node, os.path.join(folder, "journal"),
                    "it lies on the disk that is planned")


cli.need("sfdisk", "partx", "mkfs.ext4", "mkswap")
loop.need()
cli.main(script)
