#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_told.py ALIDADE AT_WRITES - what fix and resume tell of losses, of their end and of
# journals that are damaged is so; the log has the beginning and the end of each
import json
import os
import shutil
import signal
import struct

import cli
import real_disk

SECTOR = 512


def put(path, *contents):
    with open(path, "r+b") as file:
        for start, data in contents:
            file.seek(start * SECTOR)
            file.write(data)


def disk(room, name, rows, *contents):
    """An msdos table of ROWS (start, length, type); CONTENTS are (start, bytes)."""
    path = cli.image(room, name, 8 * cli.MIB)
    cli.quiet("sfdisk", "-q", "--force", path, input="label: dos\n" + "".join(
        "start=%d,size=%d,type=%s\n" % row for row in rows))
    put(path, *contents)
    return path


def ext2(room, sectors):
    path = cli.image(room, "ext2", sectors * SECTOR)
    cli.quiet("mke2fs", "-q", "-t", "ext2", path)
    with open(path, "rb") as file:
        return file.read()


def physical_volume():
    """The label of one, in its second sector, without a volume group."""
    body = bytearray(SECTOR)
    body[0:8], body[24:32] = b"LABELONE", b"LVM2 001"
    struct.pack_into("<QLL", body, 8, 1, 0, 32)
    body[32:64] = b"0123456789abcdefghijklmnopqrstuv"
    struct.pack_into("<QQQQQ", body, 64, 4000 * SECTOR, 1 << 20, 0, 0, 0)
    crc = 0xf597a6b5
    for byte in body[20:]:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xedb88320 if crc & 1 else 0)
    struct.pack_into("<L", body, 16, crc)
    return bytes(SECTOR) + bytes(body)


def volume(world):
    """It is found at its new start, by its UUID."""
    path = disk(world.room, "volume", [(63, 4000, "8e")], (63, physical_volume()))
    words = "its volume group loses it"
    moved = world.whole("fix", "-n", path).stdout
    world.claims.that("LVM2_member" in moved, "it is known: " + moved)
    world.claims.that(words not in cli.flat(moved), "it moves whole: " + moved)


def moved_away(world):
    """The EBR of 6 goes where the end of 5 was, which has been moved by then."""
    rows = [(2052, 2004, "5"), (4056, 2000, "83"), (2055, 1001, "83"), (3057, 999, "83")]
    path = disk(world.room, "chain", rows, (4056, ext2(world.room, 1992)),
                (2055, ext2(world.room, 992)), (3057, ext2(world.room, 992)))
    shown = cli.flat(world.whole("fix", "-n", path).stdout)
    world.claims.that("EBR: sector 3055" in shown, "it is written there: " + shown)
    world.claims.that("lost but for the backup" not in shown, "nothing is lost: " + shown)


def killed(world, path, write, *words):
    process = world.start("fix", "--yes", *words, path, env=world.at_writes(path, kill=str(write)))
    process.communicate()
    world.claims.equal(process.returncode, -signal.SIGKILL, "killed: " + path)


def one_move(world, name):
    return disk(world.room, name, [(63, 4000, "83")], (63, ext2(world.room, 3992)))


def swaps(world, name):
    """Nothing but swap: no data is moved."""
    part = cli.image(world.room, "swap", 2048 * SECTOR)
    cli.quiet("mkswap", "-q", part)
    with open(part, "rb") as file:
        header = file.read(4096)
    return disk(world.room, name, [(63, 2048, "82"), (2111, 2048, "82")], (63, header),
                (2111, header))


def shortened(whole, path, count):
    with open(whole, "rb") as file, open(path, "wb") as part:
        part.write(file.read(count))


def cut_journal(world, path, write, words):
    """Named, or remembered: one sentence with the command to run, and no write."""
    journal, whole = path + ".journal", path + ".whole"
    killed(world, path, write, "--journal=" + journal)
    os.rename(journal, whole)
    with open(path, "rb") as file:
        before = file.read()
    for count in (0, 100, 4096, 20480, 60000, os.path.getsize(whole) - 1):
        for named in (True, False):
            cut = path + ".cut" if named else journal
            shortened(whole, cut, count)
            said = world.claims.run("resume", "--yes", *["--journal=" + cut] * named, path,
                                    env={"XDG_STATE_HOME": world.room})
            where = "%s, %d bytes, named: %s" % (os.path.basename(path), count, named)
            text = cli.flat(said.stdout + said.stderr)
            world.claims.equal(said.returncode, 4 if named else words, where + ": " + text)
            for part in ("cut short", cut, "alidade resume --journal=FILE " + path):
                world.claims.that(part in text, "%s: %r: %s" % (where, part, text))
            with open(path, "rb") as file:
                world.claims.that(file.read() == before, where + ": nothing was written")
    cut = path + ".cut"
    named = ["resume", "--yes", "--journal=" + cut, path]
    shortened(whole, cut, 0)
    world.claims.refused("journal-empty", *named, env={"XDG_STATE_HOME": world.room})
    shortened(whole, cut, 20480)
    world.claims.refused("journal-cut-short", *named, env={"XDG_STATE_HOME": world.room})
    os.unlink(journal)
    world.whole("resume", "--yes", "--journal=" + whole, path)


def cut_journals(world):
    said = cli.quiet("stat", "-f", "-c", "%T", world.room).strip()
    if said not in ("ext2/ext3", "xfs", "btrfs"):
        print("not tried on %s: a journal in a file" % said)
        return
    # Which disk a remembered one was of, only the whole journal tells, or a guard.
    cut_journal(world, swaps(world, "swaps"), 3, 0)
    cut_journal(world, one_move(world, "move"), 8, 4)


def taken_back(world):
    """A way back that is killed at each of its writes is not told to be complete."""
    whole, write = swaps(world, "back"), 1
    while write:
        path = whole + ".cut"
        shutil.copyfile(whole, path)
        killed(world, path, 7)
        env = world.at_writes(path, kill=str(write))
        process = world.start("resume", "--yes", "--rollback", path, env=env)
        process.communicate()
        again = "--rollback" if write % 2 else "--no-check"
        said = world.claims.run("resume", "--yes", "--json", again, path,
                                env={"XDG_STATE_HOME": world.room}).stdout
        end = json.loads(said.splitlines()[-1])
        starts = [part["start"] for part in world.claims.json("list", path)["partitiontable"]["partitions"]]
        where = "killed at write %d of the way back, %s: %r" % (write, starts, end)
        is_back = starts == [63, 2111]
        world.claims.that(end["state"] in (("rolled-back", "nothing") if is_back else ("complete",)), where)
        if end["state"] == "rolled-back":
            world.claims.equal(end["steps-done"] or 0, 0, where)
        write = write + 1 if process.returncode else 0


def logged(world):
    """A fix that was killed has its beginning in the log, and what goes on with it both."""
    path, log = one_move(world, "logged"), os.path.join(world.room, "alidade", "alidade.log")
    if os.path.exists(log):
        os.unlink(log)
    for words in ("fix: begins", "resume: takes back"):
        if words[0] == "f":
            killed(world, path, 8)
        else:
            world.whole("resume", "--yes", "--rollback", path)
        with open(log, encoding="utf-8") as file:
            text = file.read()
        for part in (path + ": " + words, "backup: ", "Journal: sectors", "Step 1 of 1"):
            world.claims.that(part in text, "%s: %s: %s" % (words, part, text))
        world.claims.equal("fix: taken back" in text, words[0] == "r", "the end: " + text)


def script(claims, room):
    cli.need("sfdisk", "mke2fs", "mkswap")
    world = real_disk.Runs(claims, room)
    for function in (volume, moved_away, cut_journals, taken_back, logged):
        function(world)


if __name__ == "__main__":
    cli.main(script)
