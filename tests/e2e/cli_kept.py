#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_kept.py ALIDADE - what was measured of a drive counts when it comes back: a loop
# device with a model and a serial number, which a folder over /sys/class/block gives it
import json
import os
import subprocess

import cli
import loop

SIZE = 64 * cli.MIB
PROBE = {"verdict": "found", "drive": "yes", "reads": "no", "physical": 4096, "offset": 3584}


def keep(state, **changes):
    """The file of the drive, as the program itself keeps it."""
    drives = os.path.join(state, "alidade", "drives")
    os.makedirs(drives, exist_ok=True)
    kept = {"alidade-measurement": 2, "model": "Liar 1", "serial": "S/1",
            "size-bytes": SIZE, "time": "2026-11-20T16:30:00Z"}
    probe = dict(PROBE, **changes.pop("probe", {}))
    kept.update(changes)
    with open(os.path.join(drives, "Liar_1_S_1_%d.result" % SIZE), "w") as file:
        file.writelines("%s = %s\n" % line for line in kept.items())
        file.write("\n[probe]\n")
        file.writelines("%s = %s\n" % line for line in probe.items())


BENCH = {"verdict": "different", "worth": "no", "drive": "yes", "reads": "no", "ratio": 0.33,
         "ratio-low": 0.32, "ratio-high": 0.34, "confidence": 0.99, "pairs": 16}


def keep_bench(state, **changes):
    """The same file with a bench of sector 63 against 64, and no probe."""
    keep(state, probe={"verdict": "none"})
    drives = os.path.join(state, "alidade", "drives")
    with open(os.path.join(drives, "Liar_1_S_1_%d.result" % SIZE), "a") as file:
        file.write("\n[bench]\n")
        file.writelines("%s = %s\n" % line for line in dict(BENCH, **changes).items())
        for start in (63, 64, 0):
            file.write("\n[arm]\nstart = %d\n" % start)


def costs(claims, folder, state, node):
    """The bench reaches list, check, explain and JSON."""
    keep_bench(state)
    for command in ("list", "check", "explain"):
        said = " ".join(run(claims, folder, state, command, node).stdout.split())
        claims.that("times as long as at the suggested one (99 % sure: 0.32 to 0.34): it is "
                    "better left as it is." in said, "%s: %r" % (command, said))
    said = run(claims, folder, state, "check", node)
    claims.equal(said.returncode, 1, "off is still off")
    claims.that("Suggested start" not in said.stdout, "check suggests: %r" % said.stdout)
    keep_bench(state, drive="no", worth="yes")
    for command in ("list", "check", "explain"):
        said = " ".join(run(claims, folder, state, command, node).stdout.split())
        claims.that("but not on the drive" in said and "orth fixing" not in said and
                    "better left" not in said, "%s of an image: %r" % (command, said))
    said = run(claims, folder, state, "list", "--json", node)
    one = json.loads(said.stdout)["partitiontable"]["partitions"][0]["measured"]
    claims.equal([one["is-drive"], one["better-left"]], [False, False], "JSON of an image")


def known_lie(claims, folder, state, node):
    """What bench has found is refused before the question, and a dry run says it."""
    for kept, options, code in ((dict(verdict="inconclusive", reason="flush-lies"), [], 4),
                                (dict(verdict="inconclusive", reason="flush-lies"),
                                 ["--flush-lies"], 0), ({}, [], 0)):
        keep_bench(state, **kept)
        said = run(claims, folder, state, "fix", "--dry-run", "--physical-sector=4096",
                   *options, node)
        claims.equal(said.returncode, code, "%r %r: %s" % (kept, options, said.stderr))
        claims.equal("take the risk with --flush-lies" in said.stderr, code == 4, said.stderr)
        claims.equal("What is written" in said.stdout, code == 0, "it is shown: " + said.stdout)


def give_name(room, node, model="Liar 1", serial="S/1"):
    """A folder to lie over /sys/class/block."""
    folder = os.path.join(room, "class", os.path.basename(node))
    os.makedirs(os.path.join(folder, "device"), exist_ok=True)
    for name, text in (("size", SIZE // 512), ("device/model", model),
                       ("device/serial", serial)):
        with open(os.path.join(folder, name), "w") as file:
            file.write("%s\n" % text)
    return os.path.join(room, "class")


def run(claims, folder, state, *words):
    """The program in a mount namespace of its own."""
    env = dict(os.environ, XDG_STATE_HOME=state, LC_ALL="C.UTF-8")
    return subprocess.run(
        ["unshare", "-m", "sh", "-c", "mount --bind \"$0\" /sys/class/block && exec \"$@\"",
         folder, claims.program, *words], capture_output=True, text=True, env=env, timeout=60)


def topology(claims, folder, state, node, *options):
    said = run(claims, folder, state, "list", "--json", *options, node)
    try:
        return json.loads(said.stdout)["topology"]
    except ValueError:
        claims.that(False, "list --json is JSON: %r %r" % (said.stdout[:200], said.stderr[:200]))
        return {}


def sources(of):
    return [of.get(key) for key in ("phy-sec-used", "phy-sec-source", "alignment",
                                    "alignment-source", "kind")]


def script(claims, room):
    state = os.path.join(room, "state")
    path = cli.image(room, "disk", SIZE)
    cli.quiet("sfdisk", "-q", path, input="label: dos\nstart=63,size=20160,type=83\n")
    cli.quiet("mke2fs", "-q", "-t", "ext2", "-E", "offset=%d" % (63 * 512), path, "10080k")
    with loop.device(path) as node:
        folder = give_name(room, node)
        if run(claims, folder, state, "--version").returncode:
            cli.skip("no folder can be laid over /sys/class/block here")

        assumed = [4096, "assumed", 0, "reported", "512?"]
        measured = [4096, "measured", 3584, "measured", "512e"]
        claims.equal(sources(topology(claims, folder, state, node)), assumed, "nothing kept")
        claims.equal(run(claims, folder, state, "check", node).returncode, 1, "63 is off")
        costs(claims, folder, state, node)
        known_lie(claims, folder, state, node)
        keep(state)
        claims.equal(sources(topology(claims, folder, state, node)), measured, "kept")
        said = run(claims, folder, state, "check", node)
        claims.equal(said.returncode, 0, "63 is right: %r" % said.stdout)
        said = run(claims, folder, state, "explain", node, "1")
        claims.that("Measured by the clock" in said.stdout, "explain: %r" % said.stdout)
        said = run(claims, folder, state, "list", node)
        claims.that("physical sector 4096 B (measured)" in said.stdout, "list: %r" % said.stdout)

        claims.equal(sources(topology(claims, folder, state, node, "--physical-sector=512"))[:4],
                     [512, "given", 0, "reported"], "what is given counts more")
        claims.equal(sources(topology(claims, folder, state, path)),
                     [4096, "assumed", 0, "default", "512?"], "the image below is no drive")
        keep(state, probe={"offset": 100})
        odd = topology(claims, folder, state, node)
        claims.equal(sources(odd), assumed, "an offset that cannot be")
        claims.equal([note["id"] for note in odd["notes"]], ["measured-refused"], "its note")
        for what, changes in (("another size", {"size-bytes": SIZE + 512}),
                              ("another serial", {"serial": "S 1"}),
                              ("no measurement", {"alidade-measurement": 3}),
                              ("nonsense", {"probe": {"physical": "4 KiB"}})):
            keep(state, **changes)
            claims.equal(sources(topology(claims, folder, state, node)), assumed, what)
        keep(state)
        give_name(room, node, serial="S/2")
        claims.equal(sources(topology(claims, folder, state, node)), assumed, "another drive")


cli.need("mke2fs", "sfdisk", "unshare", "mount")
loop.need()
cli.main(script)
