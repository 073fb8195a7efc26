#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_aim.py ALIDADE - list, check, explain, plan and fix name the same starts of a disk: those
# of the plan that takes less time
import json
import os
import re

import cli
import tables

SECTOR = 512
GIB = 2097152  # sectors
# Disks that demo makes, with the options that tell their sector sizes.
DEMOS = {"legacy": [], "touching": [], "gpt34": [], "aligned": [], "raid": [], "openbsd": [],
         "4kn": ["--sector-size=4096"],
         "jumper": ["--physical-sector=4096", "--alignment-offset=3584"]}


def superblock(room):
    """The start of an ext2."""
    path = cli.image(room, "ext2", cli.MIB)
    cli.quiet("mke2fs", "-q", "-t", "ext2", "-U", "11111111-2222-3333-4444-555555555555", path)
    with open(path, "rb") as file:
        return file.read(8192)


def disk(room, name, sectors, script, starts=(), logical=SECTOR):
    """A sparse one, with ext2 at STARTS."""
    path = cli.image(room, name, sectors * logical)
    if isinstance(script, bytes):
        tables.put(path, 0, script)
    else:
        cli.quiet("sfdisk", "-q", "--force", path, input=script)
    data = superblock(room)
    with open(path, "r+b") as file:
        for start in starts:
            file.seek(start * logical)
            file.write(data)
    return path


# The table, where data is, sectors, bytes of one, options, the aim, and starts that are named.
DISKS = {
    # Seed 003: a shift by one sector writes everything twice.
    "usb": ("label: dos\nstart=63,size=390716802\n", [63], 390721968, SECTOR, [], "mib", {1: 2048}),
    "logicals": ("label: dos\nstart=63,size=%d,type=5\nstart=126,size=4000000\n"
                 "start=4000189,size=4000000\n" % (8 * GIB), [126, 4000189], 9 * GIB, SECTOR, [],
                 "mib", {5: 2048, 6: 4003840}),
    "gpt": ("label: gpt\nfirst-lba: 34\nstart=34,size=4000000\nstart=4000035,size=4000000\n",
            [34, 4000035], 4 * GIB, SECTOR, [], "mib", {1: 2048, 2: 4003840}),
    # The second one, which is larger, is on the physical grid.
    "half": ("label: dos\nstart=63,size=2097152\nstart=4194312,size=30000000\n", [63, 4194312],
             17 * GIB, SECTOR, [], "nudge", {1: 64}),
    "4kn": (tables.mbr((0x83, 257, 1000000)), [257], 2 * GIB, 4096,
            ["--sector-size=4096", "--physical-sector=8192"], "mib", {1: 256}),
    # It begins behind the boot loader's space and ends with the disk.
    "full": ("label: dos\nstart=41,size=%d\n" % (GIB - 41), [41], GIB, SECTOR, [], "nudge", {1: 40}),
    # What is not known to be empty stays.
    "unknown": ("label: dos\nstart=63,size=60000\n", [], 81920, SECTOR, [], "nudge", {}),
}


def partitions(document):
    """Also of a plan's result."""
    return {part["number"]: part for part in document["partitiontable"]["partitions"]
            if part["number"] and not part.get("letter")}


def suggested(claims, path, options):
    return {number: part["suggest"][0]["start"]
            for number, part in partitions(claims.json("list", *options, path)).items()
            if part["suggest"]}


def moved(steps):
    return {step["partition"]: step["to"] for step in steps if step["part"] == "partition"}


def says(claims, words, number, start):
    """The text names START for partition NUMBER."""
    text = claims.run(*words).stdout
    if words[0] == "explain":
        found = re.search(r"^ *Start +Aligned.*\n *(\d+) ", text, re.M)
        return found is not None and int(found.group(1)) == start
    if words[0] == "check":
        return re.search(r" %d: .*Suggested start: %d\." % (number, start), text) is not None
    if words[0] == "list":
        return re.search(r"^ *%d[bl]? .* \(?%d\)?( |$)" % (number, start), text, re.M) is not None
    return re.search(r"^ *\d+ +partition %d .* %d +" % (number, start), text, re.M) is not None


def is_same(claims, name, path, options):
    """The starts that each command names, as JSON and as text."""
    plan = claims.json("plan", *options, path)
    wanted = suggested(claims, path, options)
    left = {it["partition"] for it in plan["left"]}
    if plan["plan"] is None:
        claims.that(plan["reason"], name + ": there is no plan")
        return plan
    after = partitions(plan["plan"]["result"])
    for number, start in wanted.items():
        if number not in left:
            claims.equal(after[number]["start"], start, "%s: the plan's start of %d" % (name, number))
    for number, part in partitions(claims.json("list", *options, path)).items():
        if part["verdict"] == "off" and number not in left:
            claims.that(number in wanted, "%s: %d has a suggestion" % (name, number))
    shown = claims.run("fix", "-n", "--json", *options, path)
    if plan["refused"] is None and plan["plan"]["steps"]:
        begin = json.loads(shown.stdout.splitlines()[0])
        claims.equal([(it["partition"], it["from"], it["to"]) for it in begin["steps"]],
                     [(it["partition"], it["from"], it["to"]) for it in plan["plan"]["steps"]],
                     name + ": what fix shows")
        claims.equal(begin["to"], plan["to"], name + ": the aim of fix")
    steps = moved(plan["plan"]["steps"])
    for number, start in wanted.items():
        if number in left:
            continue
        claims.equal(steps[number], start, "%s: the step of %d" % (name, number))
        for words in (["list"], ["check"], ["explain"], ["plan"], ["fix", "-n"]):
            words = words + options + [path] + [str(number)] * (words == ["explain"])
            claims.that(says(claims, words, number, start),
                        "%s: %s names %d for %d" % (name, words[0], start, number))
    return plan


def is_faster(claims, name, path, options, plan):
    """What is given wins; without it the plan is the one of both that takes less time."""
    given = {aim: claims.json("plan", "--to=" + aim, *options, path) for aim in ("nudge", "mib")}
    for aim, one in given.items():
        claims.equal((one["to"], one["is-default"]), (aim, aim == plan["to"]), name + ": given " + aim)
    claims.equal(plan["is-default"], True, name + ": the default")
    claims.equal(given[plan["to"]]["plan"], plan["plan"], name + ": the same plan")
    other = given["mib" if plan["to"] == "nudge" else "nudge"]["plan"]
    if plan["plan"] and other and plan["plan"]["journals"] and other["journals"]:
        claims.that(plan["plan"]["estimated-seconds"] <= other["estimated-seconds"],
                    name + ": in no more time")


def costs(claims, path, options):
    """The table of both plans, as text and in JSON."""
    plan = claims.json("plan", *options, path)
    size = 390716802 * SECTOR
    claims.equal((plan["plan"]["bytes"], plan["plan"]["estimated-written-bytes"]), (size, size), "once")
    claims.equal((plan["other"]["bytes"], plan["other"]["estimated-written-bytes"]), (size, 2 * size),
                 "twice")
    text = claims.run("plan", *options, path).stdout
    for aim, written in (("mib (default)", "186.3 GiB"), ("nudge", "372.6 GiB")):
        claims.that(re.search(r"^--to=%s +186.3 GiB +%s  about \d" % (re.escape(aim), written), text, re.M),
                    "%s: %s" % (aim, text))


def script(claims, room):
    cli.need("sfdisk", "mke2fs")
    for name, (table, starts, sectors, logical, options, aim, named) in DISKS.items():
        path = disk(room, name, sectors, table, starts, logical)
        plan = is_same(claims, name, path, options)
        claims.equal(plan["to"], aim, name + ": the aim")
        for number, start in named.items():
            claims.equal(suggested(claims, path, options).get(number), start, "%s: %d" % (name, number))
        is_faster(claims, name, path, options, plan)
        if name == "usb":
            costs(claims, path, options)
        os.unlink(path)
    env = {"TMPDIR": room, "XDG_RUNTIME_DIR": room}
    for name, options in DEMOS.items():
        path = claims.run("demo", "--keep", "--no-open", name, env=env).stdout.split()[0]
        plan = is_same(claims, "demo " + name, path, options)
        is_faster(claims, "demo " + name, path, options, plan)
        os.unlink(path)


cli.main(script)
