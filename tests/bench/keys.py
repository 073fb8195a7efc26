#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# keys.py ALIDADE - how many keys five tasks take, beside cfdisk
"""Types the keys of each task into cfdisk and alidade, which run on copies of one image,
and compares the tables that both have written: start, size, type and boot flag of each
partition.  Prints the keys and their number; the exit code is 1 if two tables differ.

Both begin at their first screen, write the table and quit.  What stands ready in a field
is taken where it is right; cfdisk's has to be deleted before another size is typed."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True    # nothing is left behind in the source tree
import terminal

SIZE = 100 << 20
PAUSE = 0.15      # s without a byte: the next key is typed
CONSENT = 0.60    # s before an answer: keys that were typed early do not count
NAMED = {'Enter': b'\r', 'Tab': b'\t', 'Down': b'\x1bOB', 'Up': b'\x1bOA', 'PgUp': b'\x1b[5~',
         'Bksp': b'\x7f', 'F10': b'\x1b[21~'}

GPT = 'label: gpt\nsize=10MiB, type=U\nsize=20MiB, type=L\nsize=30MiB, type=L\n'
MSDOS = 'label: dos\nsize=10MiB, type=7\nsize=20MiB, type=83\n'

CFDISK_WRITES = 'W yes Enter q'
ALIDADE_WRITES = 'W yes Enter F10'

# Name, table to begin with, keys of cfdisk and of alidade before they write.
TASKS = [
    ('new gpt, three partitions', None,
     'Enter n Bksp Bksp Bksp 10M Enter t PgUp Enter'
     ' Down n Bksp Bksp Bksp 20M Enter t Up Enter Down n Bksp Bksp Bksp 60M Enter',
     'N Enter n 10M Tab uefi Enter n 20M Tab swap Enter n 60M Enter'),
    ('delete the second', GPT, 'Down d', 'j d'),
    ('make the third larger', GPT, 'Down Down r Bksp Bksp Bksp 40M Enter', 'j j r 40M Enter'),
    ('swap as type of the second', GPT, 'Down t Up Enter', 'j t j Enter'),
    ('boot flag of the second', MSDOS, 'Down b', 'j b'),
]


def single(keys):
    """The keys one by one: names, and the characters of all other words."""
    return [key for word in keys.split() for key in ([word] if word in NAMED else word)]


def type_keys(command, keys):
    """Runs COMMAND until KEYS are typed."""
    program = terminal.Terminal(command)
    program.read_until_pause(0.5)
    for at, key in enumerate(keys):
        if keys[at - 1] == 'W':
            program.read_until_pause(CONSENT, CONSENT)
        program.press(NAMED.get(key, key.encode()), PAUSE)
    program.end(key=None)


def table_of(path):
    """What sfdisk reads: [(start, size, type, boot flag)]."""
    text = subprocess.run(['sfdisk', '-d', path], capture_output=True, text=True,
                          check=False).stdout
    rows = re.findall(r'start= *(\d+), size= *(\d+), type=([^,\n]+)(.*)', text)
    return [(start, size, kind, 'bootable' in rest) for start, size, kind, rest in rows]


def prepare(room, script):
    path = os.path.join(room, 'image')
    with open(path, 'wb') as file:
        file.truncate(SIZE)
    if script:
        subprocess.run(['sfdisk', '-q', path], input=script, text=True, check=True)
    return path


def run(room, image, name, command, keys):
    path = os.path.join(room, name)
    shutil.copyfile(image, path)
    type_keys([*command, path], keys)
    return table_of(path)


def main():
    cfdisk = shutil.which('cfdisk', path=os.environ['PATH'] + ':/usr/sbin:/sbin')
    if len(sys.argv) != 2 or not cfdisk:
        sys.exit(__doc__ if cfdisk else 'There is no cfdisk here.')
    is_same = True
    with tempfile.TemporaryDirectory() as room:
        os.environ['XDG_STATE_HOME'] = os.path.join(room, 'state')
        for name, script, theirs, ours in TASKS:
            image = prepare(room, script)
            keys = [single(f'{theirs} {CFDISK_WRITES}'), single(f'{ours} {ALIDADE_WRITES}')]
            tables = [run(room, image, 'cfdisk.img', [cfdisk], keys[0]),
                      run(room, image, 'alidade.img', [os.path.abspath(sys.argv[1])], keys[1])]
            is_done = tables[0] == tables[1] and tables[0] != table_of(image)
            is_same = is_same and is_done
            print(f'{name}: cfdisk {len(keys[0])}, alidade {len(keys[1])}'
                  + ('' if is_done else f'  DIFFERENT: {tables}'))
            print(f'  cfdisk   {theirs} {CFDISK_WRITES}\n  alidade  {ours} {ALIDADE_WRITES}')
    sys.exit(not is_same)


if __name__ == '__main__':
    main()
