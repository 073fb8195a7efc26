#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""journal_tools.py SHOW_JOURNAL - 10,000 random records of the program, and a reader of
its own: both read the same values, and each changed byte is noticed."""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'support'))
import read_journal  # noqa: E402

ROUNDS = 1667
KINDS = 6
SPACE = 32768


def compare(data, lines):
    """The kinds that were read, with how many of each."""
    counts = {}
    for i, line in enumerate(lines):
        try:
            record = read_journal.read_record(data[i * SPACE:(i + 1) * SPACE])
        except read_journal.Bad as why:
            sys.exit(f'record {i} is {why}: {line[:200]}')
        mine = read_journal.line_of(record)
        if mine != line:
            sys.exit(f'record {i} differs:\n{mine}\n{line}')
        counts[record['kind']] = counts.get(record['kind'], 0) + 1
    return counts


def check_changed(data, count):
    """A changed byte of each record makes it bad."""
    dice = random.Random(1)
    for i in range(count):
        record = bytearray(data[i * SPACE:(i + 1) * SPACE])
        size = int.from_bytes(record[12:16], 'little')
        record[dice.randrange(8, size)] ^= 1 << dice.randrange(8)
        try:
            read_journal.read_record(bytes(record))
        except read_journal.Bad:
            continue
        sys.exit(f'record {i} is read although it was changed')


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'records')
        done = subprocess.run([sys.argv[1], path, str(ROUNDS)], check=True,
                              capture_output=True, text=True)
        with open(path, 'rb') as file:
            data = file.read()
    lines = done.stdout.splitlines()
    if len(lines) != ROUNDS * KINDS or len(data) != len(lines) * SPACE:
        sys.exit(f'{len(lines)} records')
    counts = compare(data, lines)
    if len(counts) != KINDS:
        sys.exit(f'only {counts}')
    check_changed(data, len(lines))
    print(f'{len(lines)} records read alike: {counts}')


main()
