#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_script_loop.py ALIDADE - the same on disks with sectors of 4096 bytes, which this
# sfdisk knows of block devices alone
import glob
import os
import random
import re
import subprocess

import cli
import generated
import loop
import tables


def places(text):
    """Number, start, size and type of each partition in a dump."""
    return [(int(number), int(start), int(size), kind) for number, start, size, kind in
            re.findall(r"(\d+) : start= *(\d+), size= *(\d+), type=([^,\n]+)", text)]


def kernel_sees(node):
    """Start and size of each partition, by its number, in sectors of 512 bytes."""
    name = os.path.basename(node)
    seen = {}
    for part in glob.glob("/sys/block/%s/%sp*" % (name, name)):
        values = [int(open(os.path.join(part, field), encoding="ascii").read())
                  for field in ("partition", "start", "size")]
        seen[values[0]] = tuple(values[1:])
    return seen


def makes_it_again(claims, room, name, text, sectors):
    """TEXT on another disk: the same dump, and the kernel was told."""
    path = cli.image(room, "again", sectors * 4096)
    env = {"XDG_STATE_HOME": os.path.join(room, "state")}
    with loop.device(path, 4096) as node:
        said = claims.run("apply", "--yes", node, env=env, text=text)
        claims.equal((said.returncode, said.stderr), (0, ""), name + ": alidade takes it")
        ours = claims.run("dump", node).stdout
        claims.equal(places(ours), places(text), name + ": and makes the same of it")
        seen = kernel_sees(node)
        claims.equal(len(seen), len(places(text)), name + ": the kernel sees as many")
        for number, start, size, kind in places(text):
            # A container is shown with one KiB, as the kernel's own reader does it.
            if kind not in ("5", "f"):
                claims.equal(seen.get(number), (start * 8, size * 8),
                             "%s: the kernel sees %d" % (name, number))


def script(claims, room):
    same = 0
    for i in range(12):
        rng = random.Random(generated.SEED + i)
        sectors = rng.choice((1024, 20000, 1 << 20)) + rng.randrange(64)
        make = rng.choice((generated.dos, generated.gpt))
        path = cli.image(room, "disk", sectors * 4096)
        with loop.device(path, 4096) as node:
            said = subprocess.run(["sfdisk", "-q", "--no-reread", "--no-tell-kernel", node],
                                  input=make(rng, sectors), capture_output=True, text=True)
            if said.returncode:
                continue
            theirs = subprocess.run(["sfdisk", "--dump", node], capture_output=True,
                                    text=True)
            ours = claims.run("dump", node)
            if make is generated.dos and not tables.is_chain_clean(node, 4096):
                continue
            same += 1
            claims.equal((ours.stdout, ours.returncode), (theirs.stdout, 0),
                         "%s %d: dump is sfdisk's" % (make.__name__, i))
        makes_it_again(claims, room, "%s %d" % (make.__name__, i), theirs.stdout, sectors)
    claims.that(same > 4, "sfdisk takes most scripts")


cli.need("sfdisk")
loop.need()
cli.main(script)
