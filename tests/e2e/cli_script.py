#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_script.py ALIDADE - sfdisk's language, spoken both ways with the real sfdisk
import os
import random
import subprocess

import cli
import generated
import tables

GIB = 1024 * cli.MIB
ROUNDS = int(os.environ.get("ALIDADE_ROUNDS", "40"))
UTF8 = {**os.environ, "LC_ALL": "C.UTF-8"}


def sfdisk(path, text):
    return subprocess.run(["sfdisk", "-q", "--no-tell-kernel", path], input=text,
                          capture_output=True, text=True)


def dump(path):
    return subprocess.run(["sfdisk", "--dump", path], capture_output=True, text=True)


def images(claims, room):
    """What sfdisk itself makes of every script.  It does not take all of them, and of some
    it makes a table whose EBR lies inside a partition."""
    taken = 0
    for name, size, text in generated.scripts(ROUNDS):
        path = cli.image(room, name, size)
        said = sfdisk(path, text)
        if said.returncode or (name.startswith("dos") and not tables.is_chain_clean(path)):
            continue
        taken += 1
        yield name, path
    claims.that(taken > ROUNDS / 2, "sfdisk takes most scripts: %d of %d" % (taken, ROUNDS))


def odd_images(room):
    """What other tools leave behind."""
    path = cli.image(room, "odd-order", 64 * cli.MIB)
    tables.put(path, 0, tables.mbr((0x83, 90000, 5), (0, 0, 0), (0xff, 63, 1, 0x80),
                                   (7, 64, 1, 0)))
    yield path
    path = cli.image(room, "odd-empty", 64 * cli.MIB)
    tables.put(path, 0, tables.mbr())
    yield path
    path = cli.image(room, "odd-gpt", 64 * cli.MIB)
    tables.gpt(path, [(34, 34), (131038, 131038), (35, 40)])
    yield path
    path = cli.image(room, "odd-astral", 64 * cli.MIB)
    cli.quiet("sgdisk", "-a1", "-n1:34:99", "-c1:🦀 ä中", "-A1:set:47", path, env=UTF8)
    yield path
    path = cli.image(room, "odd-small", 3 * cli.MIB)
    cli.quiet("sgdisk", "-a1", "-n1:40:99", path)
    yield path


def is_same_dump(claims, name, path):
    theirs, ours = dump(path), claims.run("dump", path)
    claims.equal((ours.stdout, ours.returncode), (theirs.stdout, theirs.returncode),
                 name + ": dump is sfdisk's")


def without_device(text):
    """The nodes are named after the file."""
    return "\n".join(line.split(" : ", 1)[1] if " : " in line else line
                     for line in text.splitlines() if not line.startswith("device:"))


def fields(path):
    """The table as bytes, but what a script does not say: geometry, boot code, and where
    the EBRs lie."""
    with open(path, "rb") as file:
        size = os.path.getsize(path)
        front = bytearray(file.read(2048 * 512))
        file.seek(max(0, size - 100 * 512))
        back = file.read()
    if front[450] == 0xee:
        return bytes(front[440:446] + front[450:451] + front[454:]), back
    front = front[440:512]
    for entry in range(4):
        at = 6 + 16 * entry
        front[at + 1:at + 4] = front[at + 5:at + 8] = b"\0\0\0"
    return bytes(front), [found[1:] for found in tables.chain(path)]


def stays(claims, name, path, env):
    """A disk's own dump changes no byte of it."""
    before = os.stat(path).st_mtime_ns
    said = claims.run("apply", "--yes", path, env=env, text=dump(path).stdout)
    claims.equal((said.returncode, said.stderr), (0, ""), name + ": takes its own dump")
    claims.that("There is nothing to write" in said.stdout,
                "%s: its own dump changes nothing: %s" % (name, said.stdout))
    claims.equal(os.stat(path).st_mtime_ns, before, name + ": its own dump writes nothing")


def goes_round(claims, room, name, path, env):
    """The script of one makes the same table with the other, from nothing."""
    theirs = dump(path).stdout
    copy = cli.image(room, "copy", os.path.getsize(path))
    said = sfdisk(copy, claims.run("dump", path).stdout)
    claims.equal(said.returncode, 0, name + ": sfdisk takes what alidade dumps")
    claims.equal(without_device(dump(copy).stdout), without_device(theirs),
                 name + ": sfdisk makes the same of it")
    os.unlink(copy)
    copy = cli.image(room, "copy", os.path.getsize(path))
    said = claims.run("apply", "--yes", copy, env=env, text=theirs)
    claims.equal((said.returncode, said.stderr), (0, ""), name + ": alidade takes sfdisk's")
    claims.equal(without_device(dump(copy).stdout), without_device(theirs),
                 name + ": alidade makes the same of it")
    claims.equal(fields(copy), fields(path), name + ": to the byte")
    os.unlink(copy)


def places(path):
    """Number, start, size and type of each partition."""
    return [tuple(field.split("=")[-1].strip() for field in line.split(",")[:3])
            for line in dump(path).stdout.splitlines() if " : " in line]


def understands(claims, room, env):
    """What both take means the same to both.  alidade takes less: sfdisk moves a start
    that is taken, and cuts a size that is not there."""
    same = 0
    for i in range(ROUNDS):
        rng = random.Random(generated.SEED + i)
        text = generated.by_hand(rng, rng.choice(("dos", "gpt")))
        theirs, ours = cli.image(room, "theirs", GIB), cli.image(room, "ours", GIB)
        said = sfdisk(theirs, text)
        got = claims.run("apply", "--yes", ours, env=env, text=text)
        if got.returncode:
            claims.that(got.stderr.startswith("alidade: line "), "%r: %s" % (text, got.stderr))
        else:
            same += 1
            claims.equal((0, places(ours)), (said.returncode, places(theirs)), repr(text))
        os.unlink(theirs)
        os.unlink(ours)
    claims.that(same > ROUNDS / 3, "both take many: %d" % same)


def script(claims, room):
    env = {"XDG_STATE_HOME": os.path.join(room, "state")}
    for name, path in images(claims, room):
        is_same_dump(claims, name, path)
        stays(claims, name, path, env)
        goes_round(claims, room, name, path, env)
        os.unlink(path)
    for path in odd_images(room):
        is_same_dump(claims, os.path.basename(path), path)
        stays(claims, os.path.basename(path), path, env)
    understands(claims, room, env)
    none = cli.image(room, "none", cli.MIB)
    claims.equal(claims.run("dump", none).returncode, 4, "a disk without a table")
    claims.equal(claims.run("dump", none + "x").returncode, 3, "a disk that is not there")


cli.need("sfdisk", "sgdisk")
cli.main(script)
