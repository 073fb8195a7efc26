#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_broken.py ALIDADE - broken and foreign tables made by hand: refused in one sentence
# that is true, or read with the note that is
import os
import struct

import cli
import sound
import tables

SIZE = 64 * cli.MIB
SECTORS = SIZE // 512
PARTS = [(2048, 4095), (4097, 9000)]
NO_GPT = "gpt-both-damaged"


def sets(offset, form, value):
    return lambda header: struct.pack_into(form, header, offset, value)


def zero(offset, length=512):
    return lambda path: tables.put(path, offset, bytes(length))


def cut(size):
    return lambda path: os.truncate(path, size)


# Name, arguments of the table, what is done to it, and the note or the sentence's part.
GPTS = [
    ("whole", {}, [], None),
    ("primary", {}, [zero(512)], "gpt-primary-damaged"),
    ("primary-array", {}, [zero(1024, 20)], "gpt-primary-damaged"),
    ("backup", {}, [zero(SIZE - 512)], "gpt-backup-damaged"),
    ("backup-array", {}, [zero(SIZE - 33 * 512, 20)], "gpt-backup-damaged"),
    ("both", {}, [zero(512), zero(SIZE - 512)], NO_GPT),
    ("grown", {}, [cut(SIZE + 16 * cli.MIB)], "gpt-backup-not-at-end"),
    ("grown-no-backup", {}, [zero(SIZE - 512), cut(SIZE + cli.MIB)],
     "gpt-backup-damaged"),
    ("shrunk", {}, [cut(SIZE - 512)], "gpt-disk-shrunk"),
    ("shrunk-over-partition", {}, [cut(4 * cli.MIB)], "table-entry-damaged"),
    ("no-mbr", {}, [zero(0)], "gpt-pmbr-missing"),
    ("backup-alone", {}, [zero(0, 1024)], "gpt-primary-damaged"),
    ("backup-alone-cut", {}, [zero(0, 1024), zero(SIZE - 33 * 512, 20)], None),
    ("under-msdos", {}, [lambda path: tables.put(path, 0, tables.mbr((0x83, 1, 999)))],
     "msdos-stale-gpt"),
    ("entries-64", {"entry": 256, "change": sets(84, "<I", 64)}, [], NO_GPT),
    ("entries-256", {"entry": 256}, [], "gpt-entry-size"),
    ("entries-4096", {"entry": 4096, "count": 8}, [], "gpt-entry-size"),
    ("entries-none", {"change": sets(80, "<I", 0)}, [], NO_GPT),
    ("entries-huge", {"change": sets(80, "<I", 0xffffffff)}, [], NO_GPT),
    ("outside-usable", {"first": 2060}, [], "gpt-entry-outside"),
    ("hybrid-mismatch", {}, [lambda path: tables.put(path, 0, tables.mbr(
        (0xee, 1, 2047), (0x83, 2048, 2048), (7, 5000, 100)))], "gpt-hybrid-mismatch"),
]
RANGES = [
    ("overlap", [(2048, 4095), (4000, 9000)], "table-entry-damaged"),
    ("end-before-start", [(4095, 2048)], "table-entry-damaged"),
    ("past-the-end", [(2048, SECTORS)], "table-entry-damaged"),
    ("past-2-63", [(2048, 1 << 63)], "table-entry-damaged"),
    ("over-the-header", [(1, 100)], "table-entry-damaged"),
]
# Entries of the MBR, EBRs by sector, and the note or the sentence's part.
CHAIN = [(5, 2048, 100000)]
MSDOS = [
    ("overlap", [(0x83, 63, 1000), (0x83, 1000, 1000)], {}, "table-entry-damaged"),
    ("past-the-end", [(0x83, 63, 1000000)], {}, "table-entry-damaged"),
    ("wraps", [(0x83, 0xffffffff, 0xffffffff)], {}, "table-entry-damaged"),
    ("over-the-mbr", [(0x83, 0, 1000)], {}, "table-entry-damaged"),
    ("no-type", [(0, 63, 1000)], {}, "msdos-entry-untyped"),
    ("no-length", [(0x83, 63, 0)], {}, "msdos-entry-empty"),
    ("bites-its-head", CHAIN, {2048: [(0x83, 63, 100), (5, 0, 100)]}, "msdos-chain-broken"),
    ("bites-its-tail", CHAIN, {2048: [(0, 0, 0), (5, 2000, 100)],
                               4048: [(0, 0, 0), (5, 2000, 100)]}, "msdos-chain-broken"),
    ("leads-out", CHAIN, {2048: [(0x83, 63, 9), (5, 200000, 9)]}, "msdos-chain-broken"),
    ("logical-out", CHAIN, {2048: [(0x83, 63, 200000)]}, "table-entry-damaged"),
    ("over-an-ebr", CHAIN, {2048: [(0x83, 63, 5000), (5, 2000, 6000)],
                            4048: [(0x83, 63, 100)]}, "table-entry-damaged"),
    ("no-signature", CHAIN, {}, "msdos-ebr-signature"),
    ("two-extended", [(5, 2048, 9000), (15, 20000, 9000)],
     {2048: [(0x83, 63, 9)], 20000: [(0x83, 63, 9)]}, "msdos-two-extended"),
    ("gpt-announced", [(0xee, 1, SECTORS - 1)], {}, NO_GPT),
]


def judge(claims, room, path, want, *options):
    """WANT is a note's id, or words of the sentence that refuses, or None."""
    answer = sound.image(claims, room, path, *options)
    name = os.path.basename(path)
    if isinstance(answer, str):
        claims.that(want and want in answer, "%s: %r is in %s" % (name, want, answer))
        return None
    ids = [note["id"] for note in answer["notes"]]
    claims.that(want in ids if want else not ids, "%s: %r is in %r" % (name, want, ids))
    return answer


def gpts(claims, room):
    for name, words, changes, want in GPTS:
        path = cli.image(room, "gpt-" + name, SIZE)
        tables.gpt(path, PARTS, **words)
        for change in changes:
            change(path)
        answer = judge(claims, room, path, want)
        if name == "shrunk" and answer:
            claims.that("gpt-backup-damaged" not in [n["id"] for n in answer["notes"]],
                        "what lies past the end is not damaged")
    for name, parts, want in RANGES:
        path = cli.image(room, "gpt-" + name, SIZE)
        tables.gpt(path, parts)
        judge(claims, room, path, want)
    for written, read, want in ((4096, 512, "table-other-sector-size"),
                                (512, 4096, "partition 1 does not start and end")):
        path = cli.image(room, "gpt-for-%d" % written, SIZE)
        tables.gpt(path, [(256, 1000)], logical=written)
        judge(claims, room, path, want, "--sector-size=%d" % read)
        judge(claims, room, path, None, "--sector-size=%d" % written)


def msdos(claims, room):
    for name, entries, ebrs, want in MSDOS:
        path = cli.image(room, "msdos-" + name, SIZE)
        tables.put(path, 0, tables.mbr(*entries))
        for sector, links in ebrs.items():
            tables.put(path, sector * 512, tables.mbr(*links))
        judge(claims, room, path, want)
    # A word of the sentence as the file's name: it is named all the same.
    path = cli.image(room, "table", SIZE)
    tables.gpt(path, [(2049, 4000)])
    os.chdir(room)
    claims.that(claims.run("check", "--sector-size=4096", "table").stderr
                .startswith("alidade: table: This "),
                "a file called table is named")


def cures(claims, room):
    """A disk that was cut off: one entry after the other is cured, and only as asked."""
    path = cli.image(room, "cut-off", SIZE)
    tables.put(path, 0, tables.mbr((0x83, 63, 4000), (5, SECTORS - 9000, 20000)))
    tables.put(path, (SECTORS - 9000) * 512, tables.mbr((0x83, 63, 1000), (5, 2000, 18000)))
    tables.put(path, (SECTORS - 7000) * 512, tables.mbr((0x83, 63, 17937)))
    env = {"XDG_STATE_HOME": os.path.join(room, "state")}
    before = sound.digest(path)
    said = claims.run("repair", "--yes", path, env=env)
    claims.equal((said.returncode, sound.digest(path)), (3, before), "none unasked")
    for option in ("cut:2", "drop:2", "cut:6", "drop:6"):
        claims.that("--cure=" + option in said.stdout, option + " is possible")
    claims.equal(claims.run("repair", "--yes", "--cure=drop:1", path, env=env).returncode, 4,
                 "what is whole is not dropped")
    claims.equal(claims.run("repair", "--cure=drop", path).returncode, 2, "which one")
    for option, code in (("cut:2", 3), ("cut:6", 0)):
        said = claims.run("repair", "--yes", "--cure=" + option, path, env=env)
        claims.equal((said.returncode, said.stderr), (0, ""), option)
        claims.equal(claims.run("list", path).returncode, code, option + ": what is left")
    parts = claims.json("list", path)["partitiontable"]["partitions"]
    claims.equal([(p["number"], p["start"] + p["size"]) for p in parts],
                 [(1, 4063), (2, SECTORS), (5, SECTORS - 7937), (6, SECTORS)], "cured")


def larger(claims, room):
    """A file system that reaches past the disk: its partition can be cut, but not without
    a word that the file system does not fit in it."""
    path = cli.image(room, "larger", 64 * cli.MIB)
    tables.put(path, 0, tables.mbr((0x83, 2048, 129024)))
    cli.quiet("mke2fs", "-q", "-F", "-t", "ext4", "-E", "offset=%d" % cli.MIB, path, "63M")
    env = {"XDG_STATE_HOME": os.path.join(room, "state")}
    os.truncate(path, 40 * cli.MIB)
    words = ("The ext4 in partition 1 is larger (63 MiB) than the partition will be "
             "(39 MiB)")
    listed = claims.run("repair", "--yes", path, env=env)
    claims.that(words in " ".join(listed.stdout.split()), "cures: " + listed.stdout)
    said = claims.run("repair", "--yes", "--cure=cut:1", path, env=env)
    claims.equal(said.returncode, 0, said.stderr)
    claims.that(words in " ".join(said.stdout.split()), "before the write: " + said.stdout)


def found(claims, room):
    """No table at all, but a file system where one began: it is told, and not given up."""
    path = cli.image(room, "table-gone", SIZE)
    cli.quiet("mke2fs", "-q", "-F", "-L", "left", "-E", "offset=%d" % (2048 * 512), path,
              "20000k")
    listed = claims.run("list", path)
    claims.equal(listed.returncode, 3, "a lost table is damage")
    claims.that("contents begin here (sectors 2048)" in listed.stdout and
                "left" in listed.stdout, "what lies there: " + listed.stdout)
    before = sound.digest(path)
    said = claims.run("apply", "--yes", path, text="label: gpt\n",
                      env={"XDG_STATE_HOME": os.path.join(room, "state")})
    claims.equal((said.returncode, sound.digest(path)), (4, before), "it is not given up")
    claims.that("'left'" in said.stderr and "--lose=@2048" in said.stderr, said.stderr)


def searched(claims, room):
    """No table, mostly empty file systems at places where no first partition begins, one
    without its first superblock: a new table names each of them before it is written."""
    path = cli.image(room, "table-lost", 1000 * cli.MIB)
    for start, megabytes in ((500, 300), (900, 40), (941, 10)):
        cli.quiet("mke2fs", "-q", "-F", "-t", "ext4", "-b", "4096", "-L", "at%d" % start, "-E",
                  "offset=%d" % (start * cli.MIB), path, "%dM" % megabytes)
    with open(path, "r+b") as file:
        file.seek(500 * cli.MIB)
        file.write(bytes(65536))
    env = {"XDG_STATE_HOME": os.path.join(room, "state")}
    before = sound.digest(path)
    for text in ("label: gpt\n", "label: dos\nstart=2048,size=1000000,type=83\n"):
        said = claims.run("apply", "--yes", path, text=text, env=env)
        claims.equal((said.returncode, sound.digest(path)), (4, before), text + said.stderr)
        claims.that("--lose=@1024000,@1843200,@1927168 gives" in said.stderr, text + said.stderr)
        for start, name in ((500, ""), (900, " 'at900'"), (941, " 'at941'")):
            words = "At sector %d lies ext4%s, " % (start * 2048, name)
            claims.that(words in said.stdout + said.stderr, words + said.stdout)
    said = claims.run("apply", "--yes", "--lose=@1024000,@1843200,@1927168", path,
                      text="label: gpt\n", env=env)
    claims.equal(said.returncode, 0, "given up: " + said.stderr)


def outer(claims, path, script):
    """What becomes of the disk's own table where one lies inside a partition."""
    with open(path, "rb") as file:
        before = file.read()
    head = [line for line in claims.run("dump", path).stdout.splitlines()
            if line.startswith("label")]
    said = claims.run("apply", "--yes", "--lose=all", path, text="\n".join(head) + "\n\n" + script,
                      env={"XDG_STATE_HOME": path + ".state"})
    name = os.path.basename(path) + ": " + script
    claims.equal((said.returncode, said.stderr), (0, ""), name)
    with open(path, "rb") as file:
        after = file.read()
    claims.that(after != before, name + "is written")
    claims.equal(after[512:], before[512:], name + "the inner table")


def nested(claims, room):
    """Tables inside partitions: slices in absolute sectors, and what is wrong with them."""
    path = cli.image(room, "bsd-overlap", SIZE)
    tables.put(path, 0, tables.mbr((0xa6, 63, 100000)))
    tables.put(path, 64 * 512, tables.bsd((63, 20000, 7), (10063, 20000, 1), (0, SECTORS, 0)))
    answer = judge(claims, room, path, "bsd-entries-overlap")
    claims.that(all(n["level"] != "read-only" for n in answer["notes"]), "inner overlaps")
    path = cli.image(room, "solaris", SIZE)
    tables.put(path, 0, tables.mbr((0x82, 63, 40000)))
    tables.put(path, 64 * 512, tables.solaris((2, 1000, 2000), (5, 0, 40000), (3, 3001, 99)))
    answer = judge(claims, room, path, "nested-read-only")
    claims.equal([(c["start"], c["size"]) for c in
                  answer["partitiontable"]["partitions"][0]["children"]],
                 [(1063, 2000), (3064, 99)], "slices of Solaris")
    claims.that(all(n["level"] != "read-only" for n in answer["notes"]), "only it is")
    rows = claims.run("list", path).stdout.splitlines()
    claims.that(any(row.startswith("    5 ") for row in rows), "they stand under it")
    outer(claims, path, "63,40000,82\n50000,4000,83\n")
    outer(claims, path, "50000,4000,83\n")
    path = cli.image(room, "minix", SIZE)
    tables.put(path, 0, tables.mbr((0x81, 63, 20000)))
    tables.put(path, 63 * 512, tables.mbr((0x81, 64, 5000), (0x81, 5064, 5000)))
    judge(claims, room, path, "nested-read-only")
    path = cli.image(room, "aix", SIZE)
    tables.put(path, 0, bytes.fromhex("c9c2d4c1"))
    answer = judge(claims, room, path, "label-read-only")
    claims.equal(answer["partitiontable"]["metadata"][0]["start"], 0, "AIX owns sector 0")


def small(claims, room):
    """Blank and tiny files: no table, and nobody says that there was one."""
    for size in (512, 1024, 1536, 4096, 65536):
        path = cli.image(room, "blank-%d" % size, size)
        answer = judge(claims, room, path, None)
        claims.equal(answer and answer["partitiontable"] and
                     answer["partitiontable"]["label"], None, path + " has no table")
    for size in (0, 1, 511):
        path = cli.image(room, "odd-%d" % size, size)
        judge(claims, room, path, "less than one sector" if size else "empty")
    for size in (513, SIZE + 1):
        path = cli.image(room, "odd-%d" % size, size)
        answer = judge(claims, room, path, None)
        claims.equal(answer and answer["device"]["size"], size // 512,
                     path + " has its whole sectors")
    claims.that("size of 1 B" in claims.run("list", os.path.join(room, "odd-1")).stderr,
                "one byte is no plural")


def options(claims, room):
    """What cannot be given is wrong usage, and the sentence gives the true range."""
    path = cli.image(room, "given", SIZE)
    tables.gpt(path, PARTS)
    for option, want in (
            ("--physical-sector=256", "from the logical sector of 512 to"),
            ("--physical-sector=1GiB", "to 16777216"), ("--physical-sector=3000", "power"),
            ("--alignment-offset=4096", "below 4096"), ("--alignment-offset=100", "512"),
            ("--sector-size=513", "power of two"), ("--sector-size=128KiB", "65536"),
            ("--grain=1000000", "multiple of 512"), ("--grain=1GiB", "than the disk"),
            ("--grain=0", "more than 0"), ("--sector-size=-1", "no size")):
        for command in ("list", "check", "explain"):
            result = claims.run(command, option, path)
            claims.equal((result.returncode, result.stdout), (2, ""), option)
            claims.that(want in result.stderr, "%s: %s" % (option, result.stderr))
    for offset in range(0, 4096, 512):
        whole = sound.image(claims, room, path, "--alignment-offset=%d" % offset,
                            "--physical-sector=4096")
        first, second = whole["partitiontable"]["partitions"]
        claims.equal((first["past-bytes"], second["past-bytes"]),
                     ((-offset) % 4096, (512 - offset) % 4096), "offset %d" % offset)


def script(claims, room):
    gpts(claims, room)
    msdos(claims, room)
    cures(claims, room)
    larger(claims, room)
    found(claims, room)
    searched(claims, room)
    nested(claims, room)
    small(claims, room)
    options(claims, room)


cli.main(script)
