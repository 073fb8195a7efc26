#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_empty.py ALIDADE - a partition without a known content is data until it was read as
# zeros or called empty, and one with two contents is judged by neither
import os
import random

import cli

START, SECTORS = 63, 60000
SCRIPT = "label: dos\nstart=63, size=60000, type=83\n"
MOVED = "label: dos\nstart=2048, size=60000, type=83\n"


def image(room, name):
    path = cli.image(room, name, 64 * cli.MIB)
    cli.quiet("sfdisk", "-q", "--no-tell-kernel", path, input=SCRIPT)
    return path


def put(path, offset, data):
    with open(path, "r+b") as file:
        file.seek(offset)
        file.write(data)


def first(document):
    return document["partitiontable"]["partitions"][0]


def data_of_unknown_kind(claims, room):
    path = image(room, "r.img")
    put(path, START * 512, random.Random(1).randbytes(SECTORS * 512))
    shown = first(claims.json("list", path))
    claims.equal(shown["content"], None, "list does not say that nothing is there")
    claims.that(shown["suggest"], "there are better starts")
    for suggestion in shown["suggest"]:
        claims.equal(suggestion["data-bytes"], SECTORS * 512, "each costs all of it")
    said = claims.run("explain", path, "1").stdout
    claims.that("no data to move" not in said, "explain: " + said)
    claims.that("treated as data" in " ".join(said.split()), "explain says so: " + said)


def called_empty(claims, room):
    path = image(room, "called.img")
    put(path, START * 512, random.Random(2).randbytes(SECTORS * 512))
    env = {"XDG_STATE_HOME": os.path.join(room, "state")}
    for words, code, sentence in ((["--empty=7"], 2, "There is no partition 7"),
                                  (["--empty=all"], 2, "no list of partition numbers"),
                                  (["--empty=x"], 2, "'x'")):
        result = claims.run("apply", "--yes", *words, path, text=MOVED, env=env)
        claims.equal(result.returncode, code, "apply %s: %s" % (words, result.stderr))
        claims.that(sentence in result.stderr, "and why: " + result.stderr)
    result = claims.run("apply", "--yes", path, text=MOVED, env=env)
    claims.equal(result.returncode, 4, "it was not called empty: " + result.stderr)
    claims.that("--lose=1 gives up" in result.stderr and "--empty=1 says" in result.stderr,
                "both ways are named: " + result.stderr)
    shown = claims.json("apply", "--dry-run", "--empty=1", path, text=MOVED, env=env)
    claims.equal([edit["edit"] for edit in shown["plan"]["edits"]][:1], ["call-empty"],
                 "the list of changes has it")
    result = claims.run("apply", "--empty=1", "--yes", path, text=MOVED, env=env)
    claims.equal(result.returncode, 0, "apply --empty=1: " + result.stderr)
    claims.that("You call partition 1 (29.3 MiB) empty" in result.stdout,
                "the warning has it: " + result.stdout)
    claims.equal(first(claims.json("list", path))["start"], 2048, "it starts there now")


def called_empty_but_known(claims, room):
    path = image(room, "known.img")
    cli.quiet("mkfs.ext4", "-q", "-F", "-E", "offset=%d" % (START * 512), path, "30000k")
    result = claims.run("apply", "--empty=1", "--yes", path, text=MOVED)
    claims.equal(result.returncode, 4, "ext4 is not called empty: " + result.stderr)
    claims.that("holds ext4, which is data" in result.stderr, "and why: " + result.stderr)


def zeros(claims, room):
    path = image(room, "zeros.img")
    env = {"XDG_STATE_HOME": os.path.join(room, "state")}
    shown = first(claims.json("list", path))
    claims.equal(shown["content"], None, "zeros are not read by list")
    claims.equal(shown["suggest"][0]["data-bytes"], SECTORS * 512, "nor counted as empty")
    result = claims.run("apply", "--yes", path, text=MOVED, env=env)
    claims.equal(result.returncode, 0, "zeros give way: " + result.stderr)
    claims.that("reading it" in result.stderr, "all of it was read: " + result.stderr)


def ambivalent(claims, room):
    path = cli.image(room, "two.img", 64 * cli.MIB)
    cli.quiet("sfdisk", "-q", "--no-tell-kernel", path,
              input="label: dos\nstart=2048, size=100000, type=83\n")
    fat = cli.image(room, "fat.img", 16 * cli.MIB)
    cli.quiet("mkfs.vfat", fat)
    cli.quiet("mkfs.ext4", "-q", "-F", "-E", "offset=%d" % (2048 * 512), path, "50000k")
    with open(fat, "rb") as file:
        put(path, 2048 * 512, file.read(512))
    document = claims.json("list", path)
    shown = first(document)
    claims.equal(shown["content"], "ambivalent", "both count")
    claims.equal(shown["signatures"], ["ext4", "vfat"], "both are named")
    claims.equal(shown["fstype"], None, "and neither is the one")
    claims.equal(shown["inside"], None, "nothing inside is judged")
    claims.equal(shown["suggest"], [], "nothing is suggested")
    claims.equal(shown["verdict"], "grain", "the start is what it is")
    claims.that("ext4+vfat?" in claims.run("list", path).stdout, "list has both names")
    checked = claims.run("check", path)
    claims.equal(checked.returncode, 0, "check: " + checked.stdout)
    claims.that("ext4+vfat?" in checked.stdout, "check has both names: " + checked.stdout)
    claims.that("ext4 and vfat" in claims.run("explain", path, "1").stdout, "explain too")
    result = claims.run("apply", "--dry-run", path, text="label: dos\n")
    claims.that("ext4+vfat?" in result.stdout, "the plan has both names: " + result.stdout)


def script(claims, room):
    data_of_unknown_kind(claims, room)
    called_empty(claims, room)
    called_empty_but_known(claims, room)
    zeros(claims, room)
    ambivalent(claims, room)


cli.need("sfdisk", "mkfs.ext4", "mkfs.vfat")
cli.main(script)
