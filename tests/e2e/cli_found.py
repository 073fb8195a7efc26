#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_found.py ALIDADE - contents that no entry names: they are told before free space is
# used, and become a table
import os
import shutil
import signal
import subprocess

import cli
import lost_kinds
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


def rows(answer):
    return [(row["start"], row["size"], row["fstype"], row["how"]) for row in answer["found"]]


def listed(claims, room):
    path = cut_chain(room, "listed")
    want = [(LOST, 400000, "ext4", "ebr")]
    for options in ([], ["--all"]):
        answer = claims.json("found", *options, path)
        claims.equal(rows(answer), want, "found %s" % options)
        claims.that(answer["complete"], "the search has ended")
    text = claims.run("found", path).stdout
    claims.that("500252   400000" in text and "EBR at sector 500189" in text, text)
    made = claims.run("found", "--script", path)
    copy = cli.image(room, "copy", 0)
    for tool in ("sfdisk", "alidade"):
        with open(path, "rb") as source, open(copy, "wb") as target:
            target.write(source.read())
        if tool == "sfdisk":
            cli.quiet("sfdisk", "-q", copy, input=made.stdout)
        else:
            said = claims.run("apply", "--yes", copy, text=made.stdout,
                              env={"XDG_STATE_HOME": os.path.join(room, "state")})
            claims.that(said.returncode == 0 and "mkfs" not in said.stdout,
                        "nothing is to be made anew: " + said.stdout + said.stderr)
        parts = claims.json("list", copy)["partitiontable"]["partitions"]
        claims.equal([(part["number"], part["start"], part["size"]) for part in parts],
                     [(1, 63, 100000), (2, 100063, 899937), (5, 100126, 200000),
                      (6, 300189, 200000), (7, LOST, 400000)], tool)


def without_table(claims, room):
    """An msdos disk whose table is lost: EBRs tell what was logical."""
    path = cut_chain(room, "gone")
    tables.put(path, 0, bytes(512))
    ext4(path, 63, 100000, "first")
    answer = claims.json("found", "--all", path)
    claims.equal(rows(answer), [(63, 100000, "ext4", "superblock"), (LOST, 400000, "ext4", "ebr")],
                 "without a table")
    script = claims.run("found", "--all", "--script", path)
    claims.that("label: dos" in script.stdout and "5 : start=" in script.stdout, script.stdout)
    said = claims.run("apply", "--yes", path, text=script.stdout,
                      env={"XDG_STATE_HOME": os.path.join(room, "state")})
    claims.that(said.returncode == 0 and "mkfs" not in said.stdout, said.stdout + said.stderr)
    for start in (63, LOST):
        cli.quiet("e2fsck", "-fn", "%s?offset=%d" % (path, start * 512))


def forged(claims, room):
    """A size beyond the disk, and a disk of 16 TB that is one hole."""
    path = cli.image(room, "forged", 64 * cli.MIB)
    ext4(path, 2048, 20000, "big")
    tables.put(path, 2048 * 512 + 1024 + 4, b"\xff\xff\xff\x7f")
    row, = claims.json("found", "--all", path)["found"]
    claims.equal((row["start"], row["size"]), (2048, 64 * 2048 - 2048), "forged: %s" % row)
    path = cli.image(room, "huge", 16 * 10 ** 12)
    ext4(path, 12345678 * 2048 + 8, 20000, "far")
    answer = claims.json("found", "--all", path)
    claims.equal([row["fslabel"] for row in answer["found"]], ["far"], "16 TB of holes")


def kinds(claims, room):
    """A content of each kind that libblkid knows, where tools begin partitions and in any
    sector."""
    for kind in lost_kinds.NEW:
        if not lost_kinds.can_make(kind):
            print("not made here: " + kind)
            continue
        sectors = lost_kinds.least(kind) * 2048
        for start, options in ((20480, []), (40007, ["--all"])):
            path = cli.image(room, "kind", 700 * cli.MIB)
            need = lost_kinds.put(room, path, kind, start, sectors)
            if kind in lost_kinds.UNSIZED:
                need = 700 * 2048 - start
            if kind in lost_kinds.MIRRORS:  # what ends it is seen before what follows
                lost_kinds.put(room, path, "hfsplus", start + need, 8192)
            answer = claims.json("found", *options, path)["found"]
            got = [(row["start"], row["size"], row["fstype"], row["how"])
                   for row in answer if row["chosen"]][:1]
            want = [(start, need, lost_kinds.name(kind), "superblock")]
            # What is packed needs fewer sectors than its file has.
            if got and kind == "squashfs":
                want[0] = (start, min(max(got[0][1], need - 7), need), *want[0][2:])
            claims.equal(got, want, "%s %s: %s" % (kind, options, answer))
            claims.equal({row["inside"] for row in answer if not row["chosen"]} -
                         {start, start + need}, set(), "copies of %s: %s" % (kind, answer))


def second_header(claims, room):
    """LUKS2 whose first header is destroyed."""
    for size in ("16k", "512k"):
        path = cli.image(room, "luks", 100 * cli.MIB)
        volume = cli.image(room, "volume", 40 * cli.MIB)
        cli.quiet("cryptsetup", "-q", "luksFormat", "--pbkdf", "pbkdf2",
                  "--pbkdf-force-iterations", "1000", "--luks2-metadata-size", size, volume,
                  input="secret")
        with open(volume, "rb") as file:
            tables.put(path, 2048 * 512, bytes(4096) + file.read()[4096:])
        for options in ([], ["--all"]):
            if options or size == "16k":
                got = rows(claims.json("found", *options, path))
                claims.equal(got, [(2048, 99 * 2048, "crypto_LUKS",
                                    "backup-superblock")], "LUKS2 %s %s" % (size, options))


def refuted(claims, room):
    """Bytes of a superblock alone are no content."""
    path = cli.image(room, "refuted", 64 * cli.MIB)
    tables.put(path, 2048 * 512 + 32768, b"JFS1\1\0\0\0" + (2048).to_bytes(8, "little") +
               (4096).to_bytes(4, "little") + b"\7" + bytes(3) + (512).to_bytes(4, "little"))
    tables.put(path, 40007 * 512 + 1024, b"\2\0\0\0\0\0\x34\x34".ljust(32, b"\0") +
               (1 << 20).to_bytes(8, "little"))  # NILFS2 has a checksum
    for options in ([], ["--all"]):
        claims.equal(claims.json("found", *options, path)["found"], [], "refuted %s" % options)


def known(claims, room):
    """What only libblkid knows is not overwritten as unknown data."""
    path = cli.image(room, "known", 64 * cli.MIB)
    cli.quiet("sfdisk", "-q", "--no-tell-kernel", path,
              input="label: dos\nstart=2048,size=16384,type=83\n")
    lost_kinds.put(room, path, "hfsplus", 40960, 16384)
    before, env = sound.digest(path), {"XDG_STATE_HOME": os.path.join(room, "state")}
    script = claims.run("dump", path).stdout + "start=30720,size=90000,type=83\n"
    said = claims.run("apply", "--yes", "--lose=free", path, text=script, env=env)
    claims.equal((said.returncode, sound.digest(path)), (4, before), "refused: " + said.stderr)
    claims.that("hfsplus" in said.stderr and "--lose=@40960 gives" in said.stderr, said.stderr)


def stopped(claims, room):
    """An interrupt ends the search; what was found is listed."""
    path = cli.image(room, "stopped", 160000 * cli.MIB)
    with open(path, "r+b") as file:
        for at in range(0, 160000, 8):  # what is read reaches far behind
            file.seek(at * cli.MIB)
            file.write(b"\x01")
    ext4(path, 2048, 20000, "begin")
    process = subprocess.Popen([claims.program, "found", "--all", "-J", path],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={**os.environ, "LC_ALL": "C.UTF-8"})
    try:
        process.communicate(timeout=0.3)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    out, _ = process.communicate()
    os.unlink(path)
    if process.returncode == 0:
        return  # a fast machine
    claims.that(process.returncode == 5 and '"complete": false' in out and "begin" in out,
                "%d %s" % (process.returncode, out))


def script(claims, room):
    claims.refused("found-nothing", "found", "--script", cli.image(room, "blank", cli.MIB))
    cli.need("mke2fs", "e2fsck", "sfdisk")
    lost(claims, room)
    adopted(claims, room)
    listed(claims, room)
    without_table(claims, room)
    forged(claims, room)
    kinds(claims, room)
    refuted(claims, room)
    known(claims, room)
    if shutil.which("cryptsetup"):
        second_header(claims, room)
    stopped(claims, room)


cli.main(script)
