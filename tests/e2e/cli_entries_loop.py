#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_entries_loop.py ALIDADE - entries without a type are what the kernel has of them:
# nothing differs, and a change of others leaves the kernel's partition alone
import glob
import os
import subprocess

import cli
import loop
import tables

TABLE = """label: dos
label-id: 0x1a2b3c4d
1 : start=2048, size=20480, type=83
2 : start=30720, size=20480, type=83
3 : start=61440, size=81920, type=5
5 : start=63488, size=10240, type=83
6 : start=75776, size=10240, type=83
"""


def kernel(node):
    seen = {}
    for part in glob.glob("/sys/block/%s/%sp*" % ((os.path.basename(node),) * 2)):
        number, start, size = (int(open(part + "/" + name, encoding="ascii").read())
                               for name in ("partition", "start", "size"))
        seen[number] = (start, size)
    return seen


def listed(claims, node):
    document = claims.json("list", node)
    claims.that("kernel-differs" not in str(document["notes"]),
                "the kernel agrees: %r" % document["notes"])
    return {part["number"]: (part["start"], part["size"])
            for part in document["partitiontable"]["partitions"]}


def agrees(claims, node, when):
    """Of a container the kernel has its first sectors alone."""
    has, says = kernel(node), listed(claims, node)
    has.pop(3, None)
    says.pop(3, None)
    claims.equal(has, says, when)


def script(claims, room):
    loop.need()
    cli.need("sfdisk", "mke2fs", "mount")
    os.environ["XDG_STATE_HOME"] = room
    path = cli.image(room, "disk", 204800 * 512)
    cli.quiet("sfdisk", "-q", path, input=TABLE)
    for at in 446 + 16 + 4, tables.chain(path)[0][0] * 512 + 446 + 4:
        with open(path, "r+b") as file:
            file.seek(at)
            file.write(b"\0")
    with loop.device(path) as node:
        # Kernels without this kind of table are told by libblkid.
        if not kernel(node):
            subprocess.run(["partx", "-a", node], capture_output=True)
        agrees(claims, node, "as it was read")
        claims.that({2, 5} <= set(kernel(node)), "the kernel has those without a type")
        cli.quiet("mke2fs", "-q", "-t", "ext4", node + "p2")
        with loop.mounted(node + "p2", os.path.join(room, "mnt")):
            more = claims.run("dump", node).stdout + "4 : start=153600, size=2048, type=83\n"
            result = claims.run("apply", "--yes", node, text=more)
            claims.equal(result.returncode, 0, "beside it: " + result.stdout + result.stderr)
            agrees(claims, node, "after a new one")
            less = "".join(line for line in more.splitlines(True) if "p2 :" not in line)
            result = claims.run("apply", "--yes", "--lose=2", node, text=less)
            claims.equal(result.returncode, 4, "one in use is not removed")
        result = claims.run("apply", "--yes", "--lose=2", node, text=less)
        claims.equal(result.returncode, 0, "given up: " + result.stderr)
        agrees(claims, node, "without it")


cli.main(script)
