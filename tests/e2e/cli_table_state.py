#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_table_state.py ALIDADE - check and list say what is known about a table, as text and
# as JSON: 3 where it is damaged, and no word of it being aligned where that is not known
import os

import cli
import tables

SIZE = 64 * cli.MIB
PARTS = [(2048, 4095), (4096, 9000)]
OFF = [(2049, 4095), (4096, 9000)]


def zero(offset, length=512):
    return lambda path: tables.put(path, offset, bytes(length))


def hybrid(path):
    tables.put(path, 0, tables.mbr((0xee, 1, 2047), (0x83, 2048, 2048)))


def move_mbr(path):
    tables.put(path, 0, tables.mbr((0xee, 2, 1000)))


def grow(path):
    os.truncate(path, SIZE + cli.MIB)


# What is done to a whole table of partitions, the exit code, the note, its words.
CASES = [
    ("whole", PARTS, [], 0, None, ""),
    ("off", OFF, [], 1, None, ""),
    ("primary", PARTS, [zero(512)], 3, "gpt-primary-damaged", "The primary GPT at"),
    ("primary-array", PARTS, [zero(1024, 20)], 3, "gpt-primary-damaged", "wrong checksum"),
    ("backup", OFF, [zero(SIZE - 512)], 3, "gpt-backup-damaged", "The backup GPT at"),
    ("no-mbr", PARTS, [zero(0)], 3, "gpt-pmbr-missing", "The protective MBR is missing"),
    ("moved-mbr", PARTS, [move_mbr], 3, "gpt-pmbr-start", "does not begin at sector 1"),
    ("grown", PARTS, [grow], 0, "gpt-backup-not-at-end", "the disk has grown"),
    ("grown-off", OFF, [grow], 1, "gpt-backup-not-at-end", "the disk has grown"),
    ("hybrid", PARTS, [hybrid], 0, "gpt-hybrid", "is a hybrid one"),
]


def make(room, name, parts, changes, **words):
    path = cli.image(room, name, SIZE)
    tables.gpt(path, parts, **words)
    for change in changes:
        change(path)
    return path


def check(claims, path, code, note, part, *options):
    where = "check " + os.path.basename(path)
    text = claims.run("check", *options, path)
    claims.equal((text.returncode, text.stderr), (code, ""), where)
    lines = text.stdout.splitlines()
    claims.that(all(line.startswith(path) for line in lines), where + " names the disk")
    claims.equal(part in lines[0] if note else "GPT" in text.stdout, bool(note),
                 "%s: %r comes first in %r" % (where, part, text.stdout))
    claims.that("partition" in lines[-1], where + " still has its sum: " + lines[-1])
    quiet = claims.run("check", "-q", *options, path)
    claims.equal((quiet.returncode, quiet.stdout, quiet.stderr), (code, "", ""),
                 where + " -q")
    whole = claims.json("check", *options, path)
    claims.equal(claims.run("check", "-J", *options, path).returncode, code, where + " -J")
    claims.equal(whole["summary"]["damaged"], code == 3, where + ": damaged")
    ids = [n["id"] for n in whole["notes"]]
    claims.that(note in ids if note else not ids, "%s: %r in %r" % (where, note, ids))
    claims.that(part in claims.run("list", *options, path).stdout, where + ": list too")
    return whole


def together(claims, paths):
    """3 wins over 1 wins over 0, wherever it stands."""
    for names, want in ((("whole", "off"), 1), (("off", "primary", "whole"), 3),
                        (("primary", "off"), 3), (("whole", "grown"), 0),
                        (("grown", "/no/such/disk"), 3)):
        several = [paths.get(name, name) for name in names]
        claims.equal(claims.run("check", *several).returncode, want, "check %r" % (names,))
        whole = claims.json("check", *several)
        claims.equal([d["device"]["path"] for d in whole["disks"]], several,
                     "each of %r has its document" % (names,))


def other_sectors(claims, room):
    """Aligned in bytes, but no system finds a partition at these sectors."""
    path = make(room, "for-4096", [(256, 511), (512, 999)], [], logical=4096)
    whole = check(claims, path, 3, "table-other-sector-size",
                  "written for 4096-byte sectors")
    claims.equal(whole["summary"]["judged"], 0, "nothing is judged")
    for one in whole["partitiontable"]["partitions"]:
        claims.equal((one["verdict"], one["harmless"], one["suggest"]),
                     ("harmless", "other-sector-size", []), "no verdict")
    for words in (("list",), ("check",), ("check", "-v"), ("explain",)):
        said = claims.run(*words, path).stdout
        claims.that("aligned" not in said and "ok 1M" not in said and
                    "0 of 2" not in said, "%r calls nothing aligned: %s" % (words, said))
    check(claims, path, 0, None, "", "--sector-size=4096")


def verbose(claims, room, paths):
    claims.equal(claims.run("check", "-v", paths["whole"]).stdout.splitlines()[0],
                 paths["whole"] + ": No errors found in the partition table. All 2 "
                 "partitions are aligned to 4 KiB (assumed).", "check -v of a whole table")
    damaged = claims.run("check", "-v", paths["primary"])
    claims.equal(damaged.returncode, 3, "check -v of a damaged table")
    claims.that("No errors found" not in damaged.stdout and
                "All 2 partitions are aligned to 4 KiB" in damaged.stdout,
                "what is whole is judged: " + damaged.stdout)
    made = claims.run("demo", "legacy", "--no-open", env={"TMPDIR": room,
                                                          "XDG_RUNTIME_DIR": room})
    legacy = made.stdout.rstrip("\n")
    lines = claims.run("check", "--verbose", legacy).stdout.splitlines()
    claims.that(lines[0].startswith(legacy + ": No errors found in the partition table. 3 "
                                    "of 3 partitions are misaligned to 4 KiB (assumed): 1, "
                                    "2, 5."), "the first line: " + lines[0])
    claims.that("(sectors 63, 204796620, " in lines[1], "the pattern: " + lines[1])


def cureless(claims, room):
    """Damage that no repair is known for is not the same as nothing to repair."""
    path = cli.image(room, "no-ebr", SIZE)
    tables.put(path, 0, tables.mbr((0x83, 2048, 2048), (5, 6144, 100000)))
    check(claims, path, 3, "msdos-ebr-signature", "The EBR at sector 6144")
    slices = cli.image(room, "bsd", SIZE)
    tables.put(slices, 0, tables.mbr((0xa6, 2048, 40000)))
    tables.put(slices, 2049 * 512, tables.bsd((2048, 8000, 7), (4096, 9000, 7)))
    check(claims, slices, 3, "bsd-entries-overlap", "of the BSD label in partition 1")
    for damaged, words in ((path, "The EBR at sector 6144"), (slices, "overlap.")):
        said = claims.run("repair", "--yes", damaged)
        claims.equal((said.returncode, said.stdout), (3, ""), "repair without a cure")
        claims.that(words in said.stderr and "There is no repair for this" in said.stderr,
                    said.stderr)
    whole = make(room, "nothing", PARTS, [])
    said = claims.run("repair", "--yes", whole)
    claims.equal((said.returncode, said.stdout), (0, "There is nothing to repair.\n"),
                 "repair of a whole table")


def script(claims, room):
    paths = {}
    for name, parts, changes, code, note, part in CASES:
        paths[name] = make(room, name, parts, changes)
        check(claims, paths[name], code, note, part)
    together(claims, paths)
    other_sectors(claims, room)
    cureless(claims, room)
    verbose(claims, room, paths)


cli.main(script)
