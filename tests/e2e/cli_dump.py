#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_dump.py ALIDADE - dump of any table, applied to its own disk, is accepted and changes
# nothing; dump says no raw control or format characters, and names as sfdisk does
import os
import re
import struct

import cli
import tables
from change_world import DOS, GPT, SIZE, World
from sound import digest

NAMES = ["\u202eevil", "zero\u200bwidth", "lone\ud800x", "\udfff", "esc\x1b[31mred", "tab\tx",
         "nl\nx", "c1\x9b31m", "e\u0301", 'q"\\', "\ufeffbom", "nb\u00a0sp", "\U0001f600",
         "\u200f", "\ufffe", "\x7f", "del\u2028ls", "`$x`", "x" * 36, "\U0001f600" * 18,
         "\\x41", " blank "]
NAME_AT, ENTRY = 56, 128


def rename(path, names):
    """NAMES as UTF-16 into the entries of both copies; the sums are made again."""
    parts = [(2048 * (i + 1), 2048 * (i + 1) + 999) for i in range(len(names))]
    tables.gpt(path, parts)
    array = bytearray(open(path, "rb").read()[1024:1024 + 128 * ENTRY])
    for i, name in enumerate(names):
        units = name.encode("utf-16-le", "surrogatepass")
        array[i * ENTRY + NAME_AT:i * ENTRY + NAME_AT + len(units)] = units
    tables.put(path, 1024, bytes(array))
    tables.put(path, SIZE - 33 * 512, bytes(array))
    for at in (512, SIZE - 512):
        header = bytearray(open(path, "rb").read()[at:at + 512])
        struct.pack_into("<I", header, 88, tables.zlib.crc32(bytes(array)))
        struct.pack_into("<I", header, 16, 0)
        struct.pack_into("<I", header, 16, tables.zlib.crc32(bytes(header[:92])))
        tables.put(path, at, bytes(header))


def is_plain(text):
    return not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e"
                         "\u2060-\u206f\ufeff]", text)


def unchanged(world, path, what):
    """The dump; applied it changes nothing."""
    claims = world.claims
    before = digest(path)
    dump = world.run("dump", path)
    claims.equal(dump.returncode, 0, what + ": dump: " + dump.stderr)
    claims.that(is_plain(dump.stdout), what + ": nothing raw in the dump: %r" % dump.stdout)
    result = world.run("apply", "--yes", path, text=dump.stdout)
    claims.equal(result.returncode, 0, what + ": apply: " + result.stderr)
    claims.that("There is nothing to write" in result.stdout, what + ": " + result.stdout)
    claims.equal(world.plan("apply", "--yes", path, text=dump.stdout)["plan"]["writes"], [],
                 what + ": nothing in JSON")
    claims.equal(digest(path), before, what + ": not a byte has changed")
    return dump.stdout


def names(world):
    claims = world.claims
    path = world.image("names")
    rename(path, NAMES)
    dump = unchanged(world, path, "names")
    sfdisk = cli.quiet("sfdisk", "-d", path)
    ours = [line for line in dump.splitlines() if "start=" in line]
    theirs = [line for line in sfdisk.splitlines() if "start=" in line]
    for name, mine, other in zip(NAMES, ours, theirs):
        claims.equal(mine, other, "%r as sfdisk writes it" % name)
    claims.equal(len(ours), len(NAMES), "all of them")
    # On another disk the same bytes.
    other = world.image("names-other")
    result = world.run("apply", "--yes", other, text=dump)
    claims.equal(result.returncode, 0, "onto another disk: " + result.stderr)
    for i, name in enumerate(NAMES):
        claims.equal(entry_name(other, i), entry_name(path, i), "%r on another disk" % name)
    # One partition changes: the names of the others stay.
    changed = dump.replace("size=        1000", "size=         900", 1)
    result = world.run("apply", "--yes", path, text=changed)
    claims.equal(result.returncode, 0, "one gets smaller: " + result.stderr)
    claims.that(is_plain(result.stdout), "nothing raw on the screen: %r" % result.stdout)
    for i, name in enumerate(NAMES):
        claims.equal(entry_name(path, i), entry_name(other, i), "%r stays" % name)
    for words in (["list", path], ["list", "--json", path], ["check", "-v", path],
                  ["explain", path, "5"]):
        shown = claims.run(*words).stdout
        claims.that(is_plain(shown), "%s shows nothing raw" % " ".join(words))


def entry_name(path, i):
    with open(path, "rb") as file:
        file.seek(1024 + i * ENTRY + NAME_AT)
        return file.read(72)


def odd_tables(world):
    """Tables that sfdisk and others can leave, but no script can make."""
    claims = world.claims

    path = world.image("two-active", DOS)
    tables.put(path, 446 + 16, b"\x80")
    unchanged(world, path, "two active partitions")
    path = world.image("active-logical", DOS)
    tables.put(path, tables.chain(path)[0][0] * 512 + 446, b"\x80")
    unchanged(world, path, "an active logical partition")
    path = world.image("no-id", DOS)
    tables.put(path, 440, bytes(4))
    unchanged(world, path, "disk id 0")
    for name, script in (("odd-dos", DOS), ("odd-gpt", GPT)):
        path = world.image(name, script)
        with open(path, "ab") as file:
            file.write(bytes(100))
        unchanged(world, path, name)
        claims.that("no multiple of the sector size" in claims.run("list", path).stdout,
                    name + ": it is reported")
    path = world.image("untyped", DOS)
    tables.put(path, tables.chain(path)[0][0] * 512 + 446 + 4, b"\0")
    unchanged(world, path, "a logical entry of type 0")
    claims.that("5 (sectors" in claims.run("check", "-v", path).stdout and
                "has type 00" in claims.run("check", "-v", path).stdout,
                "it is noted as that of a primary is")
    for label in ("dos", "gpt"):
        unchanged(world, world.image("empty-" + label, "label: %s\n" % label), "empty " + label)


def odd_paths(world):
    for name in ("a=b.img", "x : y.img", "nl\nx.img", "\u202etxt.img", "esc\x1b[2J.img",
                 "start=5.img", "a: b", "7", "img 1"):
        for script in (DOS, GPT):
            unchanged(world, world.image(name, script), repr(name))
    folder = os.path.join(world.room, "k=v")
    os.makedirs(folder)
    unchanged(world, world.image("k=v/disk.img", DOS), "an = in a folder")
    # A relative path that begins as a comment does.
    world.image("#c.img", DOS)
    here = os.getcwd()
    os.chdir(world.room)
    try:
        unchanged(world, "#c.img", "a path that begins with #")
    finally:
        os.chdir(here)


def script(claims, room):
    world = World(claims, room)
    names(world)
    odd_tables(world)
    odd_paths(world)


cli.need("sfdisk")
cli.main(script)
