#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# frame_reads.py ALIDADE BENCH-DIR - the editor's first frame needs few reads of the disk:
# 3 for a GPT however many partitions it has, one more for each EBR of an msdos table, and
# 8 for what else may own the disk
import os
import sys

import cli

sys.path.insert(0, sys.argv[2])
sys.dont_write_bytecode = True
import images
import reads
import terminal

MARKER = "Quit"    # in the last lines of the main screen


def script(claims, room):
    log = os.path.join(room, "log")
    program = os.path.abspath(claims.program)
    for name, make, title, most in images.IMAGES:
        image = os.path.join(room, name + ".img")
        make(image)
        editor = terminal.Terminal(reads.command(log, [program, image]))
        editor.read_frame(MARKER.encode())
        editor.end()
        before, _ = reads.count(log, image, MARKER)
        claims.that(before is not None, title + ": the main screen comes")
        if before is not None:
            claims.that(0 < before <= most, "%s: %d reads before the first frame, %d at "
                        "most" % (title, before, most))


cli.need("sfdisk", "strace")
if not cli.has_terminals():
    cli.skip("no pseudo-terminals here: devpts is not mounted")
if reads.why_not():
    cli.skip(reads.why_not())
cli.main(script)
