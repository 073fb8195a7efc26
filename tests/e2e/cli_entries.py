#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_entries.py ALIDADE - an entry of type 00 with sectors is a partition as any other:
# in lists and dumps as in sfdisk, kept by each command, given up by number alone; bytes of
# slots that name no sectors stay, and what only a hybrid MBR names
import os
import random
import re
import struct

import cli
import msdos_rules
import tables

SECTORS = 204800
TYPED = """label: dos
label-id: 0x1a2b3c4d
1 : start=2048, size=20480, type=83, bootable
2 : start=30720, size=20480, type=83
3 : start=61440, size=81920, type=5
5 : start=63488, size=10240, type=83
6 : start=75776, size=10240, type=83
7 : start=88064, size=10240, type=83
"""


def put(path, at, data):
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(data)


def get(path, at, count):
    with open(path, "rb") as file:
        file.seek(at)
        return file.read(count)


def untype(path):
    """Takes the types of partitions 2 and 6 away: entries that fdisk calls 'Empty'."""
    put(path, 446 + 16 + 4, b"\0")
    put(path, tables.chain(path)[1][0] * 512 + 446 + 4, b"\0")


def disk(room, name):
    path = cli.image(room, name, SECTORS * 512)
    cli.quiet("sfdisk", "-q", path, input=TYPED)
    untype(path)
    for lba in (30720, 75776):
        put(path, lba * 512, b"data of somebody" * 1024)
    return path


def sfdisk(path):
    return [line for line in cli.quiet("sfdisk", "-d", path).splitlines() if "start=" in line]


def ranges(claims, path):
    parts = claims.json("list", path)["partitiontable"]["partitions"]
    return sorted((part["number"], part["start"], part["size"], part["type"]) for part in parts)


def is_a_partition(claims, room):
    path = disk(room, "listed")
    claims.that((2, 30720, 20480, "0") in ranges(claims, path), "the primary has a row")
    claims.that((6, 75776, 10240, "0") in ranges(claims, path), "the logical has a row")
    claims.that("parted-" not in str(claims.json("list", path)["notes"]),
                "libparted is not said to differ")
    dump = claims.run("dump", path)
    claims.equal([line for line in dump.stdout.splitlines() if "start=" in line],
                 sfdisk(path), "dump and sfdisk -d agree")
    for program in "sfdisk", "apply":
        other = cli.image(room, program, SECTORS * 512)
        words = ["--yes", other]
        if program == "sfdisk":
            cli.quiet("sfdisk", "-q", other, input=dump.stdout)
        else:
            claims.equal(claims.run("apply", *words, text=dump.stdout).returncode, 0,
                         "apply makes it on another disk")
        claims.equal(sfdisk(other), [line.replace(path, other) for line in sfdisk(path)],
                     program + " makes the same of the dump")


def is_kept(claims, room):
    """Each of these concerns another partition; its bytes stay."""
    changes = {
        "grow 1": ("size=20480, type=83, bootable", "size=22528, type=83, bootable"),
        "add 4": ("3 : ", "4 : start=153600, size=20480, type=83\n3 : "),
        "drop 7": ("7 : start=88064, size=10240, type=83\n", ""),
        "add 8": ("7 : start=88064, size=10240, type=83\n",
                  "7 : start=88064, size=10240, type=83\n"
                  "8 : start=100352, size=10240, type=83\n"),
    }
    own = TYPED.replace("20480, type=83\n3", "20480, type=0\n3").replace(
        "75776, size=10240, type=83", "75776, size=10240, type=0")
    for name, (old, new) in changes.items():
        path = disk(room, name.replace(" ", "-"))
        was = get(path, 446 + 16, 16), tables.chain(path)[1][0]
        entry = get(path, was[1] * 512 + 446, 16)
        result = claims.run("apply", "--yes", path, text=own.replace(old, new))
        claims.equal(result.returncode, 0, name + ": " + result.stdout + result.stderr)
        claims.equal(get(path, 446 + 16, 16), was[0], name + ": the primary's bytes stay")
        claims.equal(get(path, was[1] * 512 + 446, 16), entry,
                     name + ": the logical's bytes stay")
        claims.that("alidade alone makes this change" in cli.flat(result.stdout),
                    name + ": it is told that libparted does not: " + result.stdout)
        for lba in (30720, 75776):
            claims.equal(get(path, lba * 512, 16), b"data of somebody", name + ": its data")


def is_given_up_by_number(claims, room):
    path = disk(room, "lost")
    before = open(path, "rb").read()
    over = TYPED.replace("2 : start=30720, size=20480, type=83",
                         "2 : start=40960, size=20480, type=83").replace(
                             "75776, size=10240, type=83", "75776, size=10240, type=0")
    result = claims.run("apply", "--yes", path, text=over)
    claims.equal(result.returncode, 4, "not without consent: " + result.stderr)
    claims.that("--lose=2" in result.stderr, "the number is named: " + result.stderr)
    claims.equal(open(path, "rb").read(), before, "nothing is written")
    result = claims.run("apply", "--yes", "--lose=2", path, text=over)
    claims.equal(result.returncode, 0, "with it: " + result.stderr)


def is_moved(claims, room):
    """A plan moves it as any other, and puts no journal into it."""
    path = cli.image(room, "moved", SECTORS * 512)
    inside = cli.image(room, "inside", 61440 * 512)
    cli.quiet("mke2fs", "-q", "-t", "ext4", "-F", inside)
    data = open(inside, "rb").read()
    cli.quiet("sfdisk", "-q", path, input="label: dos\n1 : start=63, size=61440, type=83\n"
              "2 : start=61503, size=61440, type=83\n")
    for start in 63, 61503:
        put(path, start * 512, data)
    put(path, 446 + 16 + 4, b"\0")
    planned = claims.run("plan", path)
    for start in re.findall(r"free space at sector (\d+)", planned.stdout):
        claims.that(not 61503 <= int(start) < 122943, "no journal in it: " + planned.stdout)
    result = claims.run("fix", "--yes", path)
    claims.equal(result.returncode, 0, "fix: " + result.stdout + result.stderr)
    parts = ranges(claims, path)
    claims.equal([(part[0], part[2], part[3]) for part in parts],
                 [(1, 61440, "83"), (2, 61440, "0")], "both are there, the type stays 00")
    claims.that(parts[1][1] != 61503, "it was moved")
    for part in parts:
        claims.equal(get(path, part[1] * 512, len(data)), data, "with its data")


def odd_slots_stay(claims, room):
    path = cli.image(room, "odd", SECTORS * 512)
    cli.quiet("sfdisk", "-q", path, input="label: dos\n1 : start=2048, size=20480\n")
    odd = bytes([0, 0, 0, 0, 0x83] + [0] * 11), bytes([0, 1] + [0] * 14)
    for i, slot in enumerate(odd):
        put(path, 446 + 16 * (1 + i), slot)
    more = claims.run("dump", path).stdout + "start=40960, size=2048, type=83\n"
    result = claims.run("apply", "--yes", path, text=more)
    claims.equal(result.returncode, 0, "a new one: " + result.stderr)
    claims.equal([row[:2] for row in ranges(claims, path)], [(1, 2048), (4, 40960)],
                 "it gets the slot that is blank")
    claims.equal(get(path, 446 + 16, 32), b"".join(odd), "the others stay")
    for name, line in (("any number", "start="), ("number 2", "2 : start=")):
        more = claims.run("dump", path).stdout + line + "61440, size=2048, type=83\n"
        before = open(path, "rb").read()
        result = claims.run("apply", "--yes", path, text=more)
        claims.that(result.returncode and "bytes" in result.stderr,
                    name + " is refused: " + result.stderr)
        claims.equal(open(path, "rb").read(), before, name + ": nothing is written")


def any_entry(rng, base):
    return struct.pack("<B3sB3sII", 0, b"\xfe\xff\xff", rng.choice((0, 0, 0x83, 7)),
                       b"\xfe\xff\xff", rng.choice((base, rng.randrange(SECTORS), 0)),
                       rng.choice((1000, rng.randrange(1, 2 * SECTORS))))


def any_table(rng, path):
    """Up to four entries in each of up to four sectors, that need not fit together."""
    ebrs = sorted(rng.sample(range(40000, 60000, 2), rng.randrange(4)))
    sectors = [(0, None)] + [(lba, ebrs[i + 1:i + 2]) for i, lba in enumerate(ebrs)]
    for lba, link in sectors:
        slots = [any_entry(rng, 2000 * (i + 1)) if rng.random() < 0.5 else bytes(16)
                 for i in range(4)]
        if lba == 0 and ebrs:
            slots[3] = struct.pack("<B3xB3xII", 0, 5, ebrs[0], 100000)
        if link:
            slots[1] = struct.pack("<B3xB3xII", 0, 5, link[0] - ebrs[0],
                                   rng.choice((500, 20000)))
        put(path, lba * 512 + 446, b"".join(slots) + b"\x55\xaa")


def is_what_linux_makes(claims, room):
    rng = random.Random(int(os.environ.get("ALIDADE_SEED", "20260101"), 0))
    for i in range(120):
        path = cli.image(room, "any", SECTORS * 512)
        any_table(rng, path)
        want = msdos_rules.linux(path, SECTORS)
        table = claims.json("list", path).get("partitiontable", {})
        got = {part["number"]: (part["start"], min(part["size"], SECTORS - part["start"]))
               for part in table.get("partitions", []) if part["number"]
               and part["start"] < SECTORS and part["damaged"] != "no-entry"}
        if not want:
            continue
        for number in [n for n in want if want[n][1] == 100000 and n == 4]:
            got[number] = want[number]
        claims.equal(got, want, "table %d: as Linux reads it" % i)


def hybrid(room, name):
    """A GPT, and an MBR that names partition 1, and space that the GPT calls free."""
    path = cli.image(room, name, SECTORS * 512)
    cli.quiet("sfdisk", "-q", path, input="label: gpt\n1:start=2048,size=20480\n"
              "2:start=122943,size=61440\n")
    inside = cli.image(room, "inside", 61440 * 512)
    cli.quiet("mke2fs", "-q", "-t", "ext4", "-F", inside)
    put(path, 122943 * 512, open(inside, "rb").read())
    for i, one in enumerate(((0x0c, 2048, 20480), (0x83, 22528, 100415))):
        put(path, 446 + 16 * (1 + i), struct.pack("<B3sB3sII", 0, b"\0\2\0", one[0],
                                                  b"\xfe\xff\xff", *one[1:]))
    return path


def of_a_hybrid_mbr(claims, room):
    path = hybrid(room, "hybrid")
    document = claims.json("list", path)
    claims.equal(document["partitiontable"]["kept"],
                 [{"start": 22528, "size": 100415, "role": "hybrid-mbr"}], "it is listed")
    notes = str(document["notes"])
    claims.that("MBR entry 3" in notes and "22528 + 100415" in notes, "its number too")
    mbr = get(path, 0, 512)
    before = open(path, "rb").read()
    own = claims.run("dump", path).stdout
    result = claims.run("apply", "--yes", path, text=own + "start=40960, size=2048\n")
    claims.equal(result.returncode, 4, "no place for another: " + result.stdout)
    claims.that("22528" in result.stderr, "it is said why: " + result.stderr)
    for label in "dos", "gpt":
        result = claims.run("apply", "--yes", path, text="label: %s\n" % label)
        claims.equal(result.returncode, 4, "nor is it lost for another table")
    claims.equal(open(path, "rb").read(), before, "nothing is written")
    planned = claims.run("plan", path)
    for start in re.findall(r"free space at sector (\d+)", planned.stdout):
        claims.that(not 22528 <= int(start) < 122943, "no journal in it: " + planned.stdout)
    result = claims.run("fix", "--yes", path)
    claims.equal(result.returncode, 0, "fix: " + result.stdout + result.stderr)
    result = claims.run("apply", "--yes", path,
                        text=claims.run("dump", path).stdout + "size=4096\n")
    claims.equal(result.returncode, 0, "where it is free: " + result.stdout + result.stderr)
    rows = ranges(claims, path)
    claims.that(rows[2][1] >= 122943, "behind it: %r" % rows)
    claims.equal(get(path, 0, 512), mbr, "the MBR stays")
    claims.equal(get(path, 22528 * 512, 100415 * 512), bytes(100415 * 512), "its data too")


def many_of_a_gpt(claims, room):
    """More entries than libparted holds: Linux, sfdisk and sgdisk read them."""
    path = cli.image(room, "many", SECTORS * 512)
    script = "label: gpt\ntable-length: 2048\nfirst-lba: 2048\nstart=2048, size=4096\n"
    cli.quiet("sfdisk", "-q", path, input=script)
    claims.equal(claims.run("check", path).returncode, 0, "it is read")
    notes = claims.json("list", path)["notes"]
    claims.equal([note["id"] for note in notes], ["parted-not-asked"], "it says so")
    more = claims.run("dump", path).stdout.replace("table-length: 2048\n", "")
    said = claims.run("apply", "--yes", path, text=more + "start=8192, size=4096\n")
    claims.equal(said.returncode, 0, said.stderr)
    claims.that("Not cross-checked by libparted" in cli.flat(said.stdout), said.stdout)
    claims.equal(len(sfdisk(path)), 2, "sfdisk reads what was written")
    claims.that("table-length: 2048" in cli.quiet("sfdisk", "-d", path), "all entries stay")


def large_of_a_gpt(claims, room):
    """Entries of 256 bytes are read; the refusal to write them says what to do."""
    path = cli.image(room, "large", SECTORS * 512)
    tables.gpt(path, [(2048, 4096)], entry=256)
    table = claims.run("dump", path).stdout
    said = claims.run("apply", "--yes", path, text=table + "start=8192, size=4096\n")
    claims.equal(said.returncode, 4, "it is not written")
    claims.that("alidade dump DISK >TABLE and sfdisk DISK <TABLE" in said.stderr, said.stderr)
    before = ranges(claims, path)
    cli.quiet("sfdisk", "-q", path, input=table)
    claims.equal(ranges(claims, path), before, "the advice keeps each partition")
    claims.that("gpt-entry-size" not in str(claims.json("list", path)["notes"]), "it helps")


def script(claims, room):
    cli.need("sfdisk", "mke2fs")
    os.environ["XDG_STATE_HOME"] = room
    is_a_partition(claims, room)
    is_kept(claims, room)
    is_given_up_by_number(claims, room)
    is_moved(claims, room)
    odd_slots_stay(claims, room)
    is_what_linux_makes(claims, room)
    of_a_hybrid_mbr(claims, room)
    many_of_a_gpt(claims, room)
    large_of_a_gpt(claims, room)


cli.main(script)
