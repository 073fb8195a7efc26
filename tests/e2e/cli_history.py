#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_history.py ALIDADE - saved tables are listed with what changed after each, compared,
# and restored by the command that the list names
import os
import shlex

import cli
from change_world import World, content

SCRIPTS = ["label: gpt\n2048,20480,U\n", "label: gpt\n2048,20480,U\n22528,8192,swap\n",
           "label: gpt\n2048,20480,U\n22528,4096,swap\nstart=32768,size=8192,type=L,name=home\n"]


def make(world, name):
    """An image with the table of each script in turn; its bytes before each."""
    path, states = world.image(name), []
    for text in SCRIPTS:
        states.append(content(path))
        done = world.run("apply", "--yes", path, text=text)
        world.claims.equal(done.returncode, 0, "apply: " + done.stderr)
    return path, states


def saved(world):
    folder = os.path.join(world.state, "alidade")
    return sorted(name for name in os.listdir(folder) if name.endswith(".alidade"))


def lists(world, path):
    claims = world.claims
    rows = world.plan("history", path)["history"]
    claims.equal([row["number"] for row in rows], [1, 2, 3], "numbers")
    claims.equal([row["label"] for row in rows], ["gpt", "gpt", None], "newest first")
    claims.equal([row["partitions"] for row in rows], [2, 1, 0], "partitions")
    claims.equal([row["disk"]["path"] for row in rows], [path] * 3, "the disk of each")
    claims.that(all(os.path.isfile(row["file"]) for row in rows), "each names its file")
    claims.that(rows[0]["changes"][0].startswith("partition 2: size 4 MiB -> 2 MiB"),
                "the newest is compared with the disk: %s" % rows[0]["changes"])
    claims.equal(rows[0]["changes"][1:],
                 ["partition 3: new, sectors 32768 to 40959, 4 MiB, Linux file system, 'home'"],
                 "in all that changed")
    claims.equal(rows[1]["changes"],
                 ["partition 2: new, sectors 22528 to 30719, 4 MiB, Linux swap"],
                 "an older one with the next")
    claims.that(rows[2]["changes"][0].startswith("table: none -> gpt"), rows[2]["changes"])
    said = world.run("history", path)
    claims.equal((said.returncode, said.stderr), (0, ""), "history")
    for row in rows:
        for part in (row["file"], *row["changes"]):
            claims.that(part in said.stdout, "the list has %s: %s" % (part, said.stdout))
    return rows


def compares(world, path):
    claims = world.claims
    for words, changes in ((("2", "1"), ["partition 2: new, sectors 22528 to 30719, 4 MiB, Linux swap"]),
                           (("1", "2"), None), (("1", "1"), []), (("0", "0"), [])):
        found = world.plan("history", path, *words)["difference"]
        claims.equal([found["from"], found["to"]], [int(w) for w in words], "numbers")
        if changes is not None:
            claims.equal(found["changes"], changes, " ".join(words))
    claims.that("partition 2: deleted" in world.run("history", path, "1", "2").stdout, "backwards")
    found = world.plan("history", path, "2")["difference"]
    claims.equal([len(found[side]["partitiontable"]["partitions"]) for side in ("before", "after")],
                 [1, 3], "one number is compared with the disk now")
    text = world.run("history", path, "1", "0").stdout
    for part in ("Number 1, ", "Now: gpt", "Before and after:", "size 4 MiB -> 2 MiB"):
        claims.that(part in text, "the difference says '%s': %s" % (part, text))
    for word in ("4", "99999999999999999999", "x", "", "1 2"):
        said = world.run("history", path, word)
        claims.equal((said.returncode, said.stdout), (2, ""), "number '%s'" % word)
        claims.that("0 (the disk now) to 3" in said.stderr, said.stderr)


def restores(world, path, states, rows):
    """The command of the list, and that of an older row."""
    claims = world.claims
    command = world.run("history", path).stdout.splitlines()[-1].strip()
    claims.equal(command, "alidade restore %s %s" % (rows[0]["file"], path), "the command")
    done = world.run(*shlex.split(command)[1:], "--yes")
    claims.equal(done.returncode, 0, "restore: " + done.stderr)
    claims.equal(content(path), states[2], "the newest is restored byte by byte")
    done = world.run("restore", rows[1]["file"], path, "--yes")
    claims.equal(done.returncode, 0, "restore: " + done.stderr)
    claims.equal(content(path), states[1], "an older one, too")
    again = world.plan("history", path)["history"]
    claims.equal([row["file"] for row in again[2:]], [row["file"] for row in rows],
                 "a restore saved a table, too")
    claims.equal([row["partitions"] for row in again], [2, 3, 2, 1, 0], "what they hold")


def reads_only(world, path):
    names, before = saved(world), content(path)
    for words in (["history"], ["history", path], ["history", path, "1", "2"]):
        world.claims.equal(world.run(*words).returncode, 0, " ".join(words))
    world.claims.equal(saved(world), names, "nothing is saved")
    world.claims.equal(content(path), before, "nothing is written")


def all_disks(world, path):
    other = make(world, "other.img")[0]
    rows = [row for row in world.plan("history")["history"]
            if row["file"].startswith(world.state)]
    claims = world.claims
    claims.equal({row["disk"]["path"] for row in rows}, {path, other}, "without DEVICE all")
    claims.that(all(row["changes"] is not None for row in rows), "each has what changed")
    os.rename(other, other + ".gone")
    rows = [row for row in world.plan("history")["history"] if row["disk"]["path"] == other]
    claims.equal([row["changes"] is None for row in rows], [True, False, False],
                 "a disk that is not here is not compared")
    text = world.run("history").stdout
    claims.that("cannot be compared now" in text, text)


def damaged(world, path):
    claims, rows = world.claims, world.plan("history", path)["history"]
    with open(rows[1]["file"], "r+b") as file:
        file.truncate(1000)
    again = world.plan("history", path)["history"]
    claims.equal(len(again), len(rows), "a damaged file stays in the list")
    broken = [row for row in again if row["error"]]
    claims.equal([row["file"] for row in broken], [rows[1]["file"]], "with its reason")
    claims.equal((broken[0]["label"], broken[0]["partitions"], broken[0]["disk"]),
                 (None, None, None), "and nothing else")
    said = world.run("history", path)
    claims.equal((said.returncode, said.stderr), (0, ""), "history with a damaged file")
    claims.that(broken[0]["error"] in said.stdout, said.stdout)
    said = world.run("history", path, str(broken[0]["number"]))
    claims.equal((said.returncode, said.stdout), (3, ""), "it cannot be compared")
    claims.that(rows[1]["file"] in said.stderr, said.stderr)


def nothing(world):
    said = world.run("history", "/no/such/disk")
    world.claims.equal((said.returncode, said.stdout), (3, ""), "a disk that is not there")
    path = world.image("fresh.img")
    said = world.run("history", path)
    world.claims.equal((said.returncode, said.stdout), (0, "No table of %s was saved.\n" % path),
                       "nothing was saved")
    world.claims.equal(world.plan("history", path)["history"], [], "as JSON")


def script(claims, room):
    world = World(claims, room)
    world.env["HOME"] = os.path.join(room, "home")
    nothing(world)
    path, states = make(world, "disk.img")
    rows = lists(world, path)
    compares(world, path)
    reads_only(world, path)
    restores(world, path, states, rows)
    all_disks(world, path)
    damaged(world, path)


cli.main(script)
