#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# make_content.py make|check KIND FILE SECTORS START - a file of SECTORS with a content of
# real_contents.py, for a partition that starts at sector START; or what is wrong with it
import os
import sys

import real_contents

KINDS = real_contents.KINDS


def make(kind, path, size, start):
    files = real_contents.some_files(size, 100000)
    with open(path, "wb") as file:
        file.truncate(size * real_contents.SECTOR)
    KINDS[kind].make(path, start, files, os.path.dirname(path))


def check(kind, path, size, start):
    wrong = ["%s: %s" % (name, said) for name, code, said in KINDS[kind].checks(path, start)
             if code]
    if os.path.getsize(path) != size * real_contents.SECTOR:
        wrong.append("it has another size")
    sys.exit("\n".join(wrong) or None)


os.environ["PATH"] += ":/usr/sbin:/sbin"
{"make": make, "check": check}[sys.argv[1]](sys.argv[2], sys.argv[3], int(sys.argv[4]),
                                            int(sys.argv[5]))
