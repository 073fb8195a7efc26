#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_redo.py ALIDADE AT_WRITES - a fix that moves no data is killed at its writes:
# resume makes of the disk what it would have become, or with --rollback what it was, also
# without what is remembered of the journal; a sector that another program has changed is
# neither written over nor interpreted
import json
import os
import shutil

import cli
import real_disk
import sound

SECTOR = 512
UUID = "11111111-2222-3333-4444-555555555555"
# The table, where its swap areas begin and how long they are, and the bytes of the disk.
DISKS = {
    "swap": ("label: dos\nlabel-id: 1\nstart=63,size=60000,type=82\n", [(63, 60000)], 40),
    "overlapping": ("label: dos\nlabel-id: 1\nstart=65,size=8000,type=82\n", [(65, 8000)], 24),
    "logical": ("label: dos\nlabel-id: 1\nstart=63,size=40000,type=5\nstart=126,size=16000,type=82\n"
                "start=16200,size=16000,type=82\n", [(126, 16000), (16200, 16000)], 24),
    "gpt": ("label: gpt\nlabel-id: %s\nstart=2049,size=16000,type=S,uuid=%s\n"
            "start=20001,size=16000,type=S,uuid=%s\n" % (UUID, UUID, UUID.replace("1", "6")),
            [(2049, 16000), (20001, 16000)], 32),
}


def make(room, name):
    script, swaps, mib = DISKS[name]
    path = cli.image(room, name, mib * cli.MIB)
    cli.quiet("sfdisk", "-q", path, input=script)
    for number, (start, length) in enumerate(swaps):
        part = cli.image(room, "part", length * SECTOR)
        cli.quiet("mkswap", "-q", "-L", "swap%d" % number, "-U", UUID, part)
        with open(part, "rb") as file, open(path, "r+b") as disk:
            disk.seek(start * SECTOR)
            disk.write(file.read(4096))
    return path


class World(real_disk.Runs):
    def __init__(self, claims, room):
        super().__init__(claims, room)
        self.forgets = os.path.join(room, "forgotten")

    def fresh(self, whole):
        path = whole + ".cut"
        shutil.copyfile(whole, path)
        return path

    def cut(self, whole, write, *words):
        """A copy of WHOLE on which fix was killed at its write WRITE; None: it was not."""
        path = self.fresh(whole)
        env = {"XDG_STATE_HOME": self.forgets if write // 2 % 2 else self.room}
        result = self.claims.run("fix", "--yes", *words, path,
                                 env={**env, **self.at_writes(path, kill=str(write))})
        if result.returncode == 0:
            return None
        self.claims.equal(result.returncode, -9, "killed: " + result.stderr)
        return path

    def resumed(self, path, *words, codes=(0,)):
        result = self.claims.run("resume", "--yes", *words, path,
                                 env={"XDG_STATE_HOME": self.room})
        self.claims.that(result.returncode in codes, "%s: %d, %s%s" % (
            " ".join(words), result.returncode, result.stdout[-200:], result.stderr))
        return result.returncode


def state(path):
    """Each partition with the UUID of the swap area that begins there."""
    table = json.loads(cli.quiet("sfdisk", "--json", path))["partitiontable"]["partitions"]
    with open(path, "rb") as file:
        found = []
        for part in table:
            file.seek(part["start"] * SECTOR)
            page = file.read(4096)
            if part["type"] not in ("5", "f"):
                found.append((part["start"], part["size"], page[1036:1052].hex()
                              if page.endswith(b"SWAPSPACE2") else "none"))
    return found


def is_between(found, before, complete):
    """True if each swap area is at its old place or at its new one."""
    return len(found) == len(before) and all(
        one in (old, new) for one, old, new in zip(found, before, complete))


def ends(world, whole, complete, step):
    """Kills at each STEPth write; returns how many writes there are, about."""
    write, before, after = 1, state(whole), state(complete)
    while path := world.cut(whole, write):
        kept = path + ".kept"
        shutil.copyfile(path, kept)
        where = "%s, write %d: " % (os.path.basename(whole), write)
        world.resumed(path)
        is_begun = sound.content(path) == sound.content(complete)
        world.claims.that(is_begun or state(path) == before, where + "complete, or never begun")
        if is_begun:
            world.claims.equal(world.resumed(path), 0, where + "nothing is left")
        shutil.copyfile(kept, path)
        if world.resumed(path, "--rollback", codes=(0, 4)) == 4:
            shown = world.claims.run("resume", "--status", path, env=world.env).stdout
            world.claims.that("drops them" not in shown, where + "over: " + shown)
            world.resumed(path)
            world.claims.equal(state(path), after, where + "was complete")
        world.claims.that(is_between(state(path), before, after), where + "back")
        write += step
    return write


def torn(world, whole, complete):
    """The power fails while the first sector is written: its block cannot be read."""
    bad, mended = os.path.join(world.room, "bad"), 0
    for write in range(6, 20):
        path = world.cut(whole, write)
        if not path:
            break
        with open(path, "r+b") as file:
            file.write(b"\xdb" * 4096)
        with open(bad, "wb") as file:
            file.write((0).to_bytes(8, "little") + (4096).to_bytes(8, "little"))
        env = {"XDG_STATE_HOME": world.room, **world.at_writes(path, bad=bad, hurry="1")}
        result = world.claims.run("resume", "--yes", path, env=env)
        where = "first sector unreadable after write %d: " % write
        if os.path.exists(bad):  # that write was not of this block: there is no page of it
            world.claims.that(result.returncode in (0, 3, 4, 6), where + result.stderr)
            os.unlink(bad)
        else:
            mended += 1
            world.claims.equal((result.returncode, state(path)), (0, complete), where + "mended")
    world.claims.that(mended, "the block was mended at least once")


def foreign(world, whole):
    """A byte of the table that neither state has: the person decides."""
    path = world.cut(whole, 7)
    shutil.copyfile(path, path + ".kept")
    with open(path, "r+b") as file:
        file.seek(450)
        file.write(b"\x07")
    before = sound.content(path)
    for words in ([], ["--rollback"]):
        result = world.claims.run("resume", "--yes", *words, path,
                                  env={"XDG_STATE_HOME": world.room})
        world.claims.that("sector 0, entry 1" in cli.flat(result.stderr), "named: " + result.stderr)
        world.claims.equal(sound.content(path), before, "nothing was written")


def refused(world, whole):
    """Others see it, and refuse."""
    path = world.cut(whole, 6)
    before = sound.content(path)
    for words in (["fix", "--yes", path], ["repair", "--yes", path],
                  ["apply", "--yes", "--lose=all", "--layout=8MiB", path]):
        result = world.claims.run(*words, env={"XDG_STATE_HOME": world.forgets})
        world.claims.equal((result.returncode, "alidade resume" in result.stderr), (4, True),
                           words[0] + ": " + result.stderr)
        world.claims.equal(sound.content(path), before, words[0] + ": nothing was written")
    world.claims.equal(sound.content(path), before, "nothing was written")
    for words in (["check", path], ["dump", path]):
        result = world.claims.run(*words, env={"XDG_STATE_HOME": world.forgets})
        world.claims.that(result.returncode == 3 and
                          "alidade resume" in cli.flat(result.stdout + result.stderr),
                          "%s: %d %s" % (words[0], result.returncode, result.stderr))
    shown = world.claims.run("resume", "--status", path, env={"XDG_STATE_HOME": world.forgets})
    world.claims.that("Safe to unplug: yes" in shown.stdout, "status: " + shown.stdout)


def script(claims, room):
    cli.need("sfdisk", "mkswap")
    world = World(claims, room)
    for name in DISKS:
        whole = make(room, name)
        complete = whole + ".complete"
        shutil.copyfile(whole, complete)
        world.whole("fix", "--yes", complete)
        step = 1 if name == "swap" else 2
        writes = ends(world, whole, complete, step)
        print("%s: %d writes, killed at one of %d" % (name, writes - 1, step))
        claims.that(writes > 8, name + ": there are writes")
    swap = os.path.join(room, "swap")
    torn(world, swap, state(swap + ".complete"))
    for function in (foreign, refused):
        function(world, os.path.join(room, "swap"))


if __name__ == "__main__":
    cli.main(script)
