#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""next_tools.py SHOW_NEXT - for 10,000 images that cuts of moves leave, the program and a
reader of its own say what has to be done next: the same."""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'support'))
try:
    import next_action  # noqa: E402
except OSError as why:
    print(f'skipped: {why}')
    sys.exit(77)

IMAGES = 10000
TRANSACTION = (b'\0\0\0\1' + bytes(12)).hex()


def read_image(stream, base, words):
    """The disk of an image, from BASE and what differs."""
    data, bad, size = bytearray(base), set(), next_action.SECTOR
    differing = stream.read(int(words[1]) * (9 + size))
    for at in range(0, len(differing), 9 + size):
        sector = int.from_bytes(differing[at:at + 8], 'little')
        if differing[at + 8]:
            bad.add(sector)
        data[sector * size:(sector + 1) * size] = differing[at + 9:at + 9 + size]
    return next_action.Disk(data, bad)


def main():
    counts, base, start, scenes, scene = {}, b'', 0, 0, b''
    env = dict(os.environ, SHOW_NEXT_IMAGES=str(IMAGES), CK_FORK='no')
    with subprocess.Popen([sys.argv[1]], stdout=subprocess.PIPE, env=env) as child:
        stream = child.stdout
        while line := stream.readline():
            words = line.decode().split()
            if words[0] == 'scene':
                base = stream.read(int(words[1]) * next_action.SECTOR)
                start, scene, scenes = int(words[2]), line, scenes + 1
                continue
            if words[0] != 'image':  # the results of the test
                continue
            theirs = [side.strip() for side in ' '.join(words[2:]).split('/')]
            disk = read_image(stream, base, words)
            mine = [next_action.next_action(disk, start, TRANSACTION, is_rollback)
                    for is_rollback in (False, True)]
            if mine != theirs:
                sys.exit(f'image {sum(counts.values()) // 2} of scene {scenes}, '
                         f'{scene.decode().strip()}: the program {theirs}, '
                         f'the reader {mine}')
            for action in mine:
                kind = action.split()[0]
                counts[kind] = counts.get(kind, 0) + 1
    if sum(counts.values()) != 2 * IMAGES or child.returncode:
        sys.exit(f'only {counts}')
    print(f'{IMAGES} images of {scenes} scenes, the same in both directions: {counts}')


main()
