#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""move_tools.py SHOW_MOVE KIND - zones and fields on file systems made by their own tools

Zones: with guards in them, libblkid finds nothing at the old place, at the new one, and in
the range of both, however far the move has come.  Fields: with the new start in them, the
file system's own checker finds no errors.  Exit code 77: the tool is missing."""

import os
import shutil
import struct
import subprocess
import sys
import tempfile

SHOW = os.path.abspath(sys.argv[1])
MIB = 1 << 20
SECTOR = 512
START = 4 * MIB + 63 * SECTOR
LUKS = ['cryptsetup', 'luksFormat', '-q', '--pbkdf', 'pbkdf2']
LUKS2 = LUKS + ['--type', 'luks2', '--pbkdf-force-iterations', '1000']
LARGE = ['--luks2-metadata-size', '4m', '--luks2-keyslots-size', '16m']

# Kind: MiB, and the commands that make it; each gets the name of the file at its end.
KINDS = {
    'ext2': (20, [['mkfs.ext4', '-q', '-F', '-b', '1024', '-O', '^has_journal']]),
    'ext4': (40, [['mkfs.ext4', '-q', '-F', '-b', '4096']]),
    'xfs': (320, [['mkfs.xfs', '-q', '-f']]),
    'btrfs': (120, [['mkfs.btrfs', '-q']]),
    'fat16': (20, [['mkfs.vfat', '-F', '16', '-h', '63']]),
    'fat32': (40, [['mkfs.vfat', '-F', '32', '-h', '63']]),
    'exfat': (20, [['mkfs.exfat']]),
    'ntfs': (20, [['mkntfs', '-F', '-q', '-f', '-p', '63', '-H', '255', '-S', '63']]),
    'luks1': (20, [LUKS + ['--type', 'luks1', '--pbkdf-force-iterations', '1000']]),
    'luks2': (40, [LUKS2]),
    'luks2-4m': (40, [LUKS2 + LARGE]),
    'md-ext4': (40, [['mkfs.ext4', '-q', '-F']]),
    'md-btrfs': (120, [['mkfs.btrfs', '-q']]),
    'md-luks2': (40, [LUKS2]),
}
CHECKERS = {
    'fat16': ['fsck.vfat', '-n'],
    'fat32': ['fsck.vfat', '-n'],
    'exfat': ['fsck.exfat', '-n'],
    'ntfs': ['ntfsfix', '-n'],
}


def fail(text):
    sys.exit(f'{sys.argv[2]}: {text}')


def run(command, **options):
    return subprocess.run(command, capture_output=True, check=False, **options)


def put_md(path):
    """The superblock of version 0.90 at its place near the end."""
    size = os.path.getsize(path)
    block = bytearray(4096)
    struct.pack_into('<4I', block, 0, 0xa92b4efc, 0, 90, 0)
    with open(path, 'r+b') as file:
        file.seek((size & ~65535) - 65536)
        file.write(block)


def make(kind, path):
    mib, commands = KINDS[kind]
    with open(path, 'wb') as file:
        file.truncate(mib * MIB)
    for command in commands:
        end = ['-'] if 'luksFormat' in command else []
        done = run(command + [path] + end, input=b'x')
        if done.returncode:
            fail(done.stderr.decode())
    if kind.startswith('md-'):
        put_md(path)


def found(path, start, size):
    """The TYPE that libblkid finds there."""
    return run(['blkid', '-p', '-O', str(start), '-S', str(size), '-o', 'value', '-s',
                'TYPE', path]).stdout.decode().strip()


def show(*arguments):
    done = run([SHOW, *arguments])
    if done.returncode:
        fail(f'show_move {arguments} fails')
    return [[int(word) for word in line.split()] for line in done.stdout.splitlines()]


# --- zones ---

def guard_of(seed):
    shown = run([SHOW, 'guard', str(seed)])
    return bytes.fromhex(shown.stdout.decode())


def used_parts(data):
    return [i for i in range(0, len(data), MIB) if any(data[i:i + MIB])]


def write_moving(path, data, used, shift, share, guard):
    """DATA at START of a disk, and SHARE of it at START + SHIFT."""
    size = len(data)
    low, high = (size - share, size) if shift > 0 else (0, share)
    with open(path, 'wb') as file:
        file.truncate(size + 9 * MIB)
        for i in used:
            file.seek(START + i)
            file.write(data[i:i + MIB])
        if shift < 0:
            file.seek(START + shift)
            file.write(guard * 8)
        for i in used:
            begin, end = max(i, low), min(i + MIB, high)
            if shift and begin < end:
                file.seek(START + shift + begin)
                file.write(data[begin:end])


def check_zones(path, disk):
    with open(path, 'rb') as file:
        data = bytearray(file.read())
    if not found(path, 0, len(data)):
        fail('libblkid does not know it')
    zones = show('zones', path)
    guard = guard_of(len(data))
    if len(guard) != SECTOR or b'alidade resume' not in guard:
        fail('no guard')
    for start, length in zones:
        data[start * SECTOR:(start + length) * SECTOR] = guard * length
    used, looks = used_parts(data), 0
    for shift in (0, -7 * SECTOR, 1985 * SECTOR, 3 * MIB):
        for quarter in (1, 2, 4) if shift else (0,):
            write_moving(disk, data, used, shift, len(data) // 4 * quarter,
                         guard)
            for start, size in ((START, len(data)), (START + shift, len(data)),
                                (min(START, START + shift), len(data) + abs(shift))):
                looks += 1
                kind = found(disk, start, size)
                if kind:
                    fail(f'{kind} is found at {start}, shift {shift}, {quarter}/4')
    sectors = sum(length for _, length in zones)
    print(f'{sectors} sectors guarded, {looks} looks, nothing found')


# --- fields ---

def exfat_sum(region):
    total = 0
    for i, byte in enumerate(region):
        if i not in (106, 107, 112):
            total = ((total << 31 | total >> 1) + byte) & 0xffffffff
    return total


def put_exfat_start(path, start):
    """mkfs.exfat leaves 0 in a file."""
    with open(path, 'r+b') as file:
        for base in (0, 12 * SECTOR):
            file.seek(base)
            region = bytearray(file.read(11 * SECTOR))
            struct.pack_into('<Q', region, 64, start)
            file.seek(base)
            file.write(region + struct.pack('<I', exfat_sum(region)) * (SECTOR // 4))


def check_clean(kind, path):
    done = run(CHECKERS[kind] + [path])
    if done.returncode:
        fail(f'{CHECKERS[kind][0]}: {done.stdout.decode()}')


def check_fields(kind, path):
    if kind == 'exfat':
        put_exfat_start(path, 63)
    check_clean(kind, path)
    with open(path, 'rb') as file:
        before = file.read()
    changed = {56: show('fields', path, '63', '56')}
    want = {'fat16': 1, 'fat32': 2, 'ntfs': 2, 'exfat': 4}[kind]
    if len([row for row in changed[56] if row[1] != row[2]]) != want:
        fail(f'not {want} fields: {changed[56]}')
    check_clean(kind, path)
    show('fields', path, '56', '2048')
    check_clean(kind, path)
    show('fields', path, '2048', '63')
    with open(path, 'rb') as file:
        if file.read() != before:
            fail('there and back, it is another')
    print(f'{want} fields changed, no errors')


def main():
    kind = sys.argv[2]
    tools = ['blkid', KINDS[kind][1][0][0]] + CHECKERS.get(kind, [])[:1]
    os.environ['PATH'] += ':/usr/sbin:/sbin'
    for tool in tools:
        if not shutil.which(tool):
            print(f'skipped: there is no {tool}')
            sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        path, disk = os.path.join(folder, 'part'), os.path.join(folder, 'disk')
        make(kind, path)
        if kind in CHECKERS:
            check_fields(kind, path)
        check_zones(path, disk)


main()
