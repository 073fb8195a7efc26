#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_sectors_loop.py ALIDADE - disks that change their sectors as in another enclosure:
# what sfdisk and sgdisk write through one loop device is read through another
import cli
import loop

GIB = 1024 * cli.MIB
GPT = "label: gpt\n%d,%d,L\nsize=%d,type=S\n"
DOS = "label: dos\n%d,%d,83\n,,E\n,%d,82\n"


def starts(claims, node):
    """Bytes of each partition but containers, which are looked at by nobody."""
    table = claims.json("list", node)["partitiontable"]
    return {p["number"]: (p["start"] * table["sectorsize"], p["size"] * table["sectorsize"])
            for p in table["partitions"] if p["kind"] != "extended"}


def by_sfdisk(node, script, logical):
    unit = cli.MIB // logical
    cli.quiet("sfdisk", "-q", "--no-reread", "--no-tell-kernel", node,
              input=script % (unit, 100 * unit, 200 * unit))


def by_sgdisk(node, _, logical):
    unit = cli.MIB // logical
    cli.quiet("sgdisk", "-n", "1:%d:%d" % (unit, 101 * unit - 1),
              "-n", "5:%d:+200M" % (200 * unit), node)


def one(claims, room, tool, script, written):
    path = cli.image(room, "disk", GIB)
    where = "%s %d" % (tool.__name__, written)
    with loop.device(path, written) as node:
        tool(node, script, written)
        right = starts(claims, node)
        claims.equal(claims.run("check", node).returncode, 0, where + ": all is well")
    with loop.device(path, 4608 - written) as node:
        claims.equal(starts(claims, node), right, where + ": the same bytes")
        said = claims.run("check", node)
        claims.equal((said.returncode, said.stderr), (3, ""), where + ": check")
        claims.that("written for %d-byte sectors, but the disk is read with %d-byte ones" %
                    (written, 4608 - written) in said.stdout, "%s: %r" % (where, said.stdout))


def script(claims, room):
    for written in (512, 4096):
        for tool, text in ((by_sfdisk, GPT), (by_sfdisk, DOS), (by_sgdisk, None)):
            one(claims, room, tool, text, written)


cli.need("sfdisk", "sgdisk")
loop.need()
cli.main(script)
