#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_sectors.py ALIDADE - tables that other people's tools wrote for 512 or 4096-byte
# sectors, on a disk that has the other ones: both readings lie at the same bytes
import cli
import sound

GIB = 1024 * cli.MIB
ENV_4K = {"PARTED_SECTOR_SIZE": "4096", "PATH": "/usr/sbin:/sbin:/usr/bin:/bin"}


def by_sfdisk(room, name, script):
    path = cli.image(room, name, GIB)
    cli.quiet("sfdisk", "-q", path, input=script)
    return path


def by_parted(room, name, *words):
    path = cli.image(room, name, GIB)
    cli.quiet("parted", "-s", path, *words, env=ENV_4K)
    return path


def partitions(whole):
    """Number and bytes of each, whatever the sectors."""
    table = whole["partitiontable"]
    return {p["number"]: (p["start"] * table["sectorsize"], p["size"] * table["sectorsize"],
                          p["type"], p["fstype"]) for p in table["partitions"]}


def both_readings(claims, room, path, written, read):
    right = sound.image(claims, room, path, "--sector-size=%d" % written)
    other = sound.image(claims, room, path, "--sector-size=%d" % read)
    if isinstance(other, str):
        claims.that(False, "%s is shown: %s" % (path, other))
        return
    ours, theirs = partitions(other), partitions(right)
    containers = [p["number"] for p in right["partitiontable"]["partitions"]
                  if p["kind"] == "extended"]
    for number in containers:
        start, size = ours.pop(number)[:2]
        within, long = theirs.pop(number)[:2]
        claims.that(start <= within and within + long <= start + size and
                    within - start < 4096, "%s: container %d" % (path, number))
    claims.equal(ours, theirs, path + ": the same bytes")
    note = [n for n in other["notes"] if n["id"] == "table-other-sector-size"]
    claims.that(len(note) == 1 and note[0]["level"] == "read-only" and
                "written for %d-byte sectors" % written in note[0]["text"] and
                "%d-byte ones" % read in note[0]["text"], "%s: %r" % (path, note))


def script(claims, room):
    cli.need("sfdisk", "parted", "mkfs.ext4")
    path = by_sfdisk(room, "gpt-512", "label: gpt\n2048,204800,L\nsize=409600,type=S\n,\n")
    cli.quiet("mkfs.ext4", "-q", "-F", "-E", "offset=%d" % cli.MIB, path, "100000k")
    both_readings(claims, room, path, 512, 4096)
    path = by_sfdisk(room, "dos-512", "label: dos\n2048,204800,83,*\n,,E\n"
                     ",204800,82\n,40960,8e\n,20480,83\n")
    both_readings(claims, room, path, 512, 4096)
    path = by_parted(room, "gpt-4096", "mklabel", "gpt", "mkpart", "a", "256s", "20001s",
                     "mkpart", "b", "20002s", "60001s")
    both_readings(claims, room, path, 4096, 512)
    path = by_parted(room, "dos-4096", "mklabel", "msdos",
                     "mkpart", "primary", "256s", "20000s",
                     "mkpart", "extended", "30000s", "200000s",
                     "mkpart", "logical", "30256s", "60000s",
                     "mkpart", "logical", "60256s", "90000s")
    both_readings(claims, room, path, 4096, 512)
    path = by_sfdisk(room, "between", "label: gpt\n2048,204801,L\n2052096,4096,L\n")
    said = sound.image(claims, room, path, "--sector-size=4096")
    claims.that("partition 1 does not start and end" in said, "named: %r" % said)


    contents_that_do_not_fit(claims, room)


def contents_that_do_not_fit(claims, room):
    """A table for other sectors does not make its file systems fit them."""
    path = by_sfdisk(room, "contents", "label: gpt\n2048,204800,L\n206848,204800,L\n")
    for start, block in ((2048, 1024), (206848, 4096)):
        cli.quiet("mkfs.ext4", "-q", "-F", "-b", str(block), "-E",
                  "offset=%d" % (start * 512), path, "%d" % (102400 * 1024 // block))
    words = ("Partition 1 holds ext4", "at most 1024 bytes", "cannot be mounted",
             "4096-byte sectors", "Copy the data off")
    env = {"XDG_STATE_HOME": room + "/state"}
    said = claims.run("check", path).stdout
    claims.that("cannot be mounted" not in said, "it fits as it is: " + said)
    shown = claims.run("repair", "--dry-run", "--sector-size=4096", path, env=env).stdout
    done = claims.run("repair", "--yes", "--sector-size=4096", path, env=env)
    claims.equal(done.returncode, 0, "repair: " + done.stderr)
    after = claims.run("check", "--sector-size=4096", path).stdout
    for name, text in (("before", shown), ("written", done.stdout), ("check", after)):
        text = cli.flat(text)
        for word in words:
            claims.that(word in text, "%s says '%s': %s" % (name, word, text))
        claims.that("Partition 2 holds ext4" not in text, name + ": blocks of 4096 fit")


cli.main(script)
