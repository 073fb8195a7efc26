#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_stack.py ALIDADE - a partition's own node, loop devices with an offset and mapped
# devices are judged where their data lies on the disk
import os
import subprocess

import cli
import loop

OFF = "label: dos\nstart=63,size=40960\nstart=43008,size=40960\n"


def judged(claims, path, code, off, base):
    said = claims.run("check", path)
    claims.equal(said.returncode, code, path + ": " + said.stdout + said.stderr)
    document = claims.json("list", path)
    claims.equal(document["summary"]["off"], off, path + ": off")
    claims.equal(document["topology"]["base"], base, path + ": base")
    return document


def note_of(document, name):
    return [note["text"] for note in document["notes"] if note["id"] == name]


def partitions(claims, node):
    subprocess.run(["partx", "-u", node], capture_output=True)
    names = os.path.basename(node)
    document = judged(claims, node + "p1", 1, 1, 63 * 512)
    claims.that(any("by way of " + names in text for text in note_of(document, "lies-on")),
                "the way is named: %r" % note_of(document, "lies-on"))
    claims.equal([part["verdict"] for part in [document["filesystem"]]], ["off"],
                 "a partition without a known content is judged")
    judged(claims, node + "p2", 0, 0, 43008 * 512)
    judged(claims, node, 1, 1, 0)


def offset(claims, path):
    """A table in a device that begins at sector 63: its sector 2048 is off, 2049 is not."""
    said = loop.attach("-o", str(63 * 512), path)
    if said.returncode:
        print("no loop device with an offset: " + said.stderr.strip())
        return
    node = said.stdout.strip()
    try:
        for start, code in ((2048, 1), (2049, 0)):
            made = subprocess.run(["sfdisk", "-q", "--no-reread", "--no-tell-kernel", node],
                                  input="label: dos\nstart=%d\n" % start, text=True,
                                  capture_output=True)
            claims.equal(made.returncode, 0, "a table: " + made.stderr)
            judged(claims, node, code, code, 63 * 512)
        nested(claims, node)
    finally:
        cli.quiet("losetup", "-d", node)


def nested(claims, node):
    said = loop.attach("-o", "4096", node)
    claims.equal(said.returncode, 0, "a loop device on a loop device: " + said.stderr)
    inner = said.stdout.strip()
    try:
        claims.equal(claims.json("list", inner)["topology"]["base"], 63 * 512 + 4096,
                     "both offsets count")
    finally:
        cli.quiet("losetup", "-d", inner)


def mapped(claims, node):
    """Where the kernel has the device mapper."""
    name = "alidade-test-%d" % os.getpid()
    made = subprocess.run(["dmsetup", "create", name],
                          input="0 40960 linear %s 71\n" % node, text=True,
                          capture_output=True)
    if made.returncode:
        print("not tried on a mapped device: " + (made.stderr.strip() or "no dmsetup"))
        return
    try:
        path = "/dev/mapper/" + name
        claims.equal(claims.json("list", path)["topology"]["base"], 71 * 512, "mapped")
        cli.quiet("dmsetup", "suspend", name)
        cli.quiet("dmsetup", "load", name, input="0 40960 zero\n")
        cli.quiet("dmsetup", "resume", name)
        said = claims.run("check", path)
        claims.equal(said.returncode, 3, "what cannot be followed: " + said.stdout)
        claims.that("of kind zero" in said.stdout, "the reason: " + said.stdout)
    finally:
        cli.quiet("dmsetup", "remove", name)


def script(claims, room):
    path = cli.image(room, "disk", 64 * cli.MIB)
    cli.quiet("sfdisk", "-q", path, input=OFF)
    with loop.device(path) as node:
        partitions(claims, node)
        mapped(claims, node)
    offset(claims, cli.image(room, "whole", 64 * cli.MIB))


cli.need("sfdisk", "partx")
loop.need()
cli.main(script)
