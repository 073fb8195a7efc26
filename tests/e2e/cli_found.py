#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_found.py ALIDADE - contents that no entry names: in free space they are told before
# it is used
import os

import cli
import sound
import tables

SECTORS = 1000000
LOST = 500252


def ebr(*entries):
    """An EBR has no disk signature."""
    sector = bytearray(tables.mbr(*entries))
    sector[440:444] = bytes(4)
    return bytes(sector)


def ext4(path, start, sectors, label):
    cli.quiet("mke2fs", "-q", "-F", "-t", "ext4", "-L", label, "-E", "offset=%d" % (start * 512),
              path, "%dk" % (sectors // 2))


def cut_chain(room, name):
    """Two logical partitions, and the EBR and content of a third to which nothing leads."""
    path = cli.image(room, name, SECTORS * 512)
    tables.put(path, 0, tables.mbr((7, 63, 100000), (15, 100063, 899937)))
    tables.put(path, 100063 * 512, ebr((0x83, 63, 200000), (5, 200063, 200063)))
    tables.put(path, 300126 * 512, ebr((0x83, 63, 200000)))
    tables.put(path, 500189 * 512, ebr((0x83, 63, 400000)))
    ext4(path, LOST, 400000, "photos")
    return path


def lost(claims, room):
    path = cut_chain(room, "lost")
    env = {"XDG_STATE_HOME": os.path.join(room, "state")}
    before = sound.digest(path)
    said = claims.run("check", "-v", path).stdout
    claims.that(": At sector 500252, in free space, begins ext4 'photos', 195.3 MiB" in said and
                "The EBR at sector 500189 names it" in said, said)
    notes = claims.json("check", "-v", path)["notes"]
    claims.that("contents-lost" in str(notes), str(notes))
    claims.that("photos" not in claims.run("check", path).stdout, "only check -v looks")
    script = claims.run("dump", path).stdout
    for line, is_over in (("start=501760,size=300000,type=83", True),
                          ("start=500190,size=63,type=83", True),
                          ("start=900608,size=90000,type=83", False)):
        text = script + line + "\n"
        shown = claims.run("apply", "-n", path, text=text, env=env)
        claims.equal(shown.returncode, 0, "a dry run shows it: " + shown.stderr)
        claims.equal("ext4 'photos'" in shown.stdout, is_over, shown.stdout)
    for options in ([], ["--lose=all"], ["--lose=free"], ["--lose=@500189"], ["--lose=0"]):
        text = script + "start=501760,size=300000,type=83\n"
        said = claims.run("apply", "--yes", *options, path, text=text, env=env)
        claims.equal((said.returncode, sound.digest(path)), (4, before), str(options))
        claims.that("--lose=@500252 gives" in said.stderr, said.stderr)
    said = claims.run("apply", "--yes", "--lose=@500252", path, env=env,
                      text=script + "start=501760,size=300000,type=83\n")
    claims.equal(said.returncode, 0, said.stderr)


def adopted(claims, room):
    """The partition that begins with the content and holds all of it takes nothing away."""
    path = cut_chain(room, "adopted")
    env = {"XDG_STATE_HOME": os.path.join(room, "state")}
    script = claims.run("dump", path).stdout
    said = claims.run("apply", "--yes", path, env=env,
                      text=script + "start=500252,size=390000,type=83\n")
    claims.that(said.returncode == 4 and "--lose=@500252" in said.stderr, "cut: " + said.stderr)
    said = claims.run("apply", "--yes", path, env=env,
                      text=script + "start=500252,size=400000,type=83\n")
    claims.equal(said.returncode, 0, said.stderr)
    cli.quiet("e2fsck", "-fn", "%s?offset=%d" % (path, LOST * 512))


def script(claims, room):
    cli.need("mke2fs", "e2fsck")
    lost(claims, room)
    adopted(claims, room)


cli.main(script)
