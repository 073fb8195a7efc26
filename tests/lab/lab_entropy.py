#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# lab_entropy.py ALIDADE - a machine that has just booted and has no entropy yet: libparted
# still reads a GPT with many partitions before its time limit
import guest
from guest import cli

PARTITIONS = 32


def script(claims, room):
    cli.need("sfdisk")
    disk = cli.image(room, "disk", 64 * cli.MIB)
    cli.quiet("sfdisk", "-q", disk, input="label: gpt\n" + "size=2048\n" * PARTITIONS)
    with guest.Guest(room, claims.program, disk, has_entropy=False) as machine:
        if machine.run("dmesg | grep 'crng init done'")[0] == 0:
            cli.skip("this QEMU or kernel gives a guest entropy as it boots")
        # A JSON report would make the kernel gather some, by json-c's own seed.
        code, said = machine.run("alidade check /dev/vda")
        claims.equal(code, 0, "nothing is wrong with the disk: " + said)
        claims.that("0 of %d partitions" % PARTITIONS in said, "all are read: " + said)
        claims.that("libparted" not in said, "libparted has read it too: " + said)


if __name__ == "__main__":
    cli.main(script)
