#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# lab_clock.py ALIDADE [EMULATOR] - the scripts that judge by the clock.  They mostly wait
# for their drives, so they run at the same time, and nothing else beside them.
import os
import subprocess
import sys

SCRIPTS = ("lab_drive", "lab_fix", "lab_measure")
FOLDER = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77


def begin(name, arguments):
    return subprocess.Popen([sys.executable, os.path.join(FOLDER, name + ".py"), *arguments],
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def main(*arguments):
    codes = []
    for name, run in [(name, begin(name, arguments)) for name in SCRIPTS]:
        print("%s: %s" % (name, run.communicate()[0].strip()))
        codes.append(run.returncode)
    failed = [code for code in codes if code not in (0, SKIPPED)]
    return failed[0] if failed else min(codes)


sys.exit(main(*sys.argv[1:]))
