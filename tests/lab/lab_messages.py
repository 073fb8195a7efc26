#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# lab_messages.py ALIDADE - the kernel writes its messages on the line of the editor: after
# them the screen is whole again without a key, and after those that are not shown nothing
# is sent
import guest
from guest import cli

SHOWN, HIDDEN = "a drive has failed", "only for developers"
LATER = 10    # seconds; the editor is on the screen by then
QUIET = 5     # seconds, more than the editor waits


def say(level, text, seconds):
    return "(sleep %d; echo '<%d>%s' >/dev/kmsg) & " % (seconds, level, text)


def script(claims, room):
    cli.need("sfdisk")
    disk = cli.image(room, "disk", 64 * cli.MIB)
    cli.quiet("sfdisk", "-q", disk, input="label: dos\nstart=63,size=20000\n")
    with guest.Guest(room, claims.program, disk) as machine:
        machine.run("echo 7 >/proc/sys/kernel/printk")
        machine.type(say(3, SHOWN, LATER) + say(7, HIDDEN, LATER + 2 * QUIET) +
                     "TERM=vt100 alidade /dev/vda\n")
        machine.sees("Quit")
        machine.read_until_quiet()
        machine.said = b""
        machine.wait(SHOWN)
        before = machine.wait("Quit")[0]
        claims.that("vda" in before and "63" in before, "all of the screen: %r" % before)
        machine.read_until_quiet()
        machine.said = b""
        machine.read(2 * QUIET)
        claims.equal(machine.said, b"", "nothing was sent")
        machine.type("Q")
        claims.equal(machine.end()[0], 0, "the editor ends")
        claims.that(HIDDEN in machine.run("dmesg")[1], "there was such a message")


if __name__ == "__main__":
    cli.main(script)
