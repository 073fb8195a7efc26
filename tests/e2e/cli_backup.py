#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_backup.py ALIDADE - what backup and restore say of a table, and what libparted says
import struct

import cli

TABLE = "label: dos\nstart=2048,size=4096,type=83\nstart=8192,size=4096,type=82\n"
START_OF_2 = 446 + 16 + 8
READS = "libparted reads the same table in it."
UNREAD = "Not cross-checked by libparted: it does not read a table that stays damaged."


def disk(room, name):
    path = cli.image(room, name, 64 * cli.MIB)
    cli.quiet("sfdisk", "-q", path, input=TABLE)
    return path


def read(path):
    with open(path, "rb") as file:
        return file.read()


def as_json(claims, room):
    """What was saved, and where; a dry run writes no file."""
    path, file = disk(room, "json.img"), room + "/json.backup"
    for words, is_written in ((["-n"], False), ([], True)):
        said = claims.json("backup", *words, "--json", path, file)["backup"]
        claims.equal((said["device"], said["file"], said["written"]),
                     (path, file, is_written), "%s: %s" % (words, said))
        claims.equal((said["runs"][0]["lba"], said["runs"][-1]["count"] > 0), (0, True),
                     "%s: the sectors: %s" % (words, said["runs"]))
    said = claims.run("backup", "-n", path, room + "/none.backup")
    claims.equal(said.returncode, 0, "a dry run: " + said.stderr)
    claims.that("Nothing was written." in said.stdout, said.stdout)
    claims.equal(claims.run("restore", "-n", room + "/none.backup", path).returncode, 3,
                 "it wrote no file")


def cross_checked(claims, room):
    """libparted is said to agree only where it has read the table."""
    for name, overlaps, said_of_it in (("good", False, READS), ("overlap", True, UNREAD)):
        path, file = disk(room, name + ".img"), room + "/%s.backup" % name
        if overlaps:
            with open(path, "r+b") as table:
                table.seek(START_OF_2)
                table.write(struct.pack("<I", 4096))
        saved = read(path)
        claims.equal(claims.run("backup", path, file).returncode, 0, name + ": backup")
        cli.quiet("sfdisk", "-q", "--delete", path, "2")
        said = claims.run("restore", "-n", file, path)
        claims.equal(said.returncode, 0, name + ": " + said.stderr)
        whole = cli.flat(said.stdout + said.stderr)
        for line in (READS, UNREAD):
            claims.equal(line in whole, line == said_of_it, "%s: %s: %s" % (name, line, whole))
        said = claims.run("restore", "--yes", file, path, env={"XDG_STATE_HOME": room})
        claims.equal(said.returncode, 0, name + ": " + said.stderr)
        claims.that(read(path) == saved, name + ": every byte is back")


def script(claims, room):
    as_json(claims, room)
    cross_checked(claims, room)


cli.need("sfdisk")
cli.main(script)
