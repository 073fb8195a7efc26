#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# reads.py - counts the reads of an image in what strace wrote
"""reads.py ALIDADE [OLDER-ALIDADE]

Prints how often each image is read before the first frame, and by `list` in all; beside
it those of an older program.  Ends with 1 where there are more than 8 more."""
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True    # nothing is left behind in the source tree
import images
import terminal

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


def of_frame(log, program, image):
    editor = terminal.Terminal(command(log, [program, image]))
    editor.read_frame(b'Quit')
    editor.end()
    return count(log, image, 'Quit')[0]


def of_list(log, program, image):
    subprocess.run(command(log, [program, 'list', image]), check=True,
                   stdout=subprocess.DEVNULL)
    return count(log, image, 'Quit')[1]


def main(programs):
    more_than_allowed = 0
    with tempfile.TemporaryDirectory() as directory:
        for name, make, title, _ in images.IMAGES:
            image, log = os.path.join(directory, name), os.path.join(directory, 'log')
            make(image)
            for what, reads_of in (('first frame', of_frame), ('list', of_list)):
                found = [reads_of(log, program, image) for program in programs]
                is_more = found[0] is None or found[0] > (found[-1] or 0) + images.MORE_READS
                more_than_allowed += is_more
                print(f'{title}, {what}: {" against ".join(map(str, found))} reads'
                      f'{": too many" if is_more else ""}')
            os.unlink(image)
    return 1 if more_than_allowed else 0


if __name__ == '__main__':
    sys.exit(why_not() or main([os.path.abspath(program) for program in sys.argv[1:]]))
