# SPDX-License-Identifier: GPL-3.0-or-later
# reads.py - counts the reads of an image in what strace wrote
import re
import subprocess

import images

READS = 'read,pread64,readv,preadv,preadv2'
START = re.compile(r'^\d+ +(\w+)\((\d+)<([^>]*)>, (.*)$')
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')


def why_not():
    """None where strace may trace, else one sentence."""
    strace = images.tool('strace')
    if not strace:
        return 'strace is missing: reads are not counted.'
    done = subprocess.run([strace, '-o', '/dev/null', '/bin/true'], capture_output=True)
    if done.returncode:
        return 'strace may not trace here: reads are not counted.'
    return None


def command(log, program):
    """PROGRAM under strace: all threads and children, the file behind each descriptor."""
    return [images.tool('strace'), '-f', '-y', '-s', '16384', '-o', log,
            '-e', f'trace={READS},write,writev'] + program


def count(log, image, marker):
    """How often IMAGE was read before MARKER stood on the terminal, and in all."""
    before, reads, screen = None, 0, ''
    with open(log, errors='replace') as file:
        for line in file:
            match = START.match(line)
            if not match:
                continue
            call, _, path, rest = match.groups()
            if call.startswith('write'):
                if path.startswith('/dev/pts/'):
                    screen += ''.join(TEXT.findall(rest))
                    if before is None and marker in screen:
                        before = reads
            elif path == image:
                reads += 1
    return before, reads
