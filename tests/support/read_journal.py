#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""read_journal.py FILE.. - prints the records of a move's journal, one a line

Written from the description in src/model/move/journal/journal_format.h alone, and shares
nothing with the program.  Looks at each multiple of 512 bytes; a guard, a plan or a whole
journal can be read.  Exit code 1: a record is damaged or of a newer version, or there is
none."""

import sys
import zlib

MAGIC = b'ALIDADE\0'
VERSION = 1
WORDS = (b'This partition is being moved by alidade. Do not format or repair it. '
         b'To complete the move, run: alidade resume')

# Name, offset, bytes, and what it is: n a number, b bytes, t a text.
HEAD = [('transaction', 32, 16, 'b'), ('disk_bytes', 48, 8, 'n'), ('step', 56, 2, 'n')]
AREAS = [(f'{name}_{part}', at + 8 * (part == 'bytes'), 8, 'n')
         for name, at in (('saved1', 296), ('saved2', 312), ('border', 328),
                          ('hashes', 344), ('ring', 360), ('map', 376))
         for part in ('offset', 'bytes')]
RANGE = [('start', 0, 8, 'n'), ('length', 8, 8, 'n')]
HASH = [('hash', 0, 16, 'b')]
STEP = [('action', 0, 1, 'n'), ('object', 1, 1, 'n'), ('number', 2, 2, 'n'),
        ('from', 8, 8, 'n'), ('to', 16, 8, 'n'), ('length', 24, 8, 'n'),
        ('ebr_from', 32, 8, 'n'), ('ebr_to', 40, 8, 'n'), ('type', 48, 16, 'b'),
        ('unique', 64, 16, 'b'), ('swap_uuid', 80, 16, 'b'), ('swap_name', 96, 16, 'b')]
FIELD = [('offset', 0, 8, 'n'), ('before', 8, 8, 'n'), ('after', 16, 8, 'n'),
         ('width', 24, 1, 'n'), ('kind', 25, 1, 'n'), ('repeat', 26, 2, 'n'),
         ('is_left', 28, 1, 'n')]

# Kind: name, bytes (0: those of a sector), fields, and lists: name, offset, bytes of an
# item, at most, the field with their number, fields of an item.
KINDS = {
    1: ('plan', 32768, [
        ('logical', 64, 4, 'n'), ('label', 68, 1, 'n'), ('place', 69, 1, 'n'),
        ('number', 70, 2, 'n'), ('disk_id', 72, 16, 'b'), ('first_usable', 88, 8, 'n'),
        ('end_usable', 96, 8, 'n'), ('grid', 104, 8, 'n'), ('grid_offset', 112, 8, 'n'),
        ('time', 120, 8, 'n'), ('old_type', 128, 16, 'b'), ('serial', 144, 64, 't'),
        ('model', 208, 64, 't'), ('journal_start', 272, 8, 'n'),
        ('journal_bytes', 280, 8, 'n'), ('block', 288, 4, 'n'), ('slots', 292, 4, 'n'),
        *AREAS, ('uuid', 392, 40, 't'), ('path', 432, 216, 't'),
        ('swap_uuid', 648, 16, 'b'), ('swap_name', 664, 16, 'b'), ('steps', 680, 4, 'n'),
    ], [('step', 1024, 128, 128, 'steps', STEP)]),
    2: ('progress', 4096, [
        ('sequence', 64, 8, 'n'), ('phase', 72, 1, 'n'), ('is_back', 73, 1, 'n'),
        ('hashes', 74, 2, 'n'), ('first', 80, 8, 'n'), ('end', 88, 8, 'n'),
        ('piece', 96, 8, 'n'), ('previous', 104, 16, 'b'), ('border', 120, 8, 'n'),
        ('border_length', 128, 8, 'n'), ('border_hash', 136, 16, 'b'),
    ], [('hash', 256, 16, 240, 'hashes', HASH)]),
    3: ('slot', 4096, [
        ('is_back', 64, 1, 'n'), ('coding', 65, 1, 'n'), ('first', 72, 8, 'n'),
        ('end', 80, 8, 'n'), ('piece', 88, 8, 'n'), ('to', 96, 8, 'n'),
        ('sectors', 104, 8, 'n'), ('hash', 112, 16, 'b'),
    ], []),
    4: ('guard', 0, [
        ('words', 64, 128, 't'), ('index', 192, 8, 'n'), ('logical', 200, 4, 'n'),
        ('block', 204, 4, 'n'), ('journal_start', 208, 8, 'n'),
        ('journal_bytes', 216, 8, 'n'), ('place', 224, 1, 'n'), ('uuid', 232, 40, 't'),
        ('path', 272, 216, 't'),
    ], []),
    5: ('hashes', 4096, [
        ('unit', 64, 8, 'n'), ('units', 72, 8, 'n'), ('first', 80, 8, 'n'),
        ('hashes', 88, 4, 'n'),
    ], [('hash', 128, 16, 248, 'hashes', HASH)]),
    6: ('saved', 4096, [
        ('mode', 64, 1, 'n'), ('zones', 65, 1, 'n'), ('tables', 66, 1, 'n'),
        ('ranges', 67, 1, 'n'), ('fields', 68, 1, 'n'),
        ('keeps_free', 69, 1, 'n'), ('piece', 72, 8, 'n'),
        ('pieces', 80, 4, 'n'), ('last', 88, 8, 'n'), ('hash', 96, 16, 'b'),
    ], [('zone', 128, 16, 24, 'zones', RANGE), ('table', 512, 16, 8, 'tables', RANGE),
        ('range', 640, 16, 40, 'ranges', RANGE), ('field', 1280, 32, 32, 'fields', FIELD)]),
}


class Bad(Exception):
    """The record is damaged, or of another version."""


def value_of(data, at, width, form):
    """A number, or bytes as hexadecimal digits; of a text without its NULs."""
    raw = data[at:at + width]
    if form == 'n':
        return int.from_bytes(raw, 'little')
    if form == 't':
        text, nul, rest = raw.partition(b'\0')
        if not nul or any(rest):
            raise Bad('a text is not filled up with NULs')
        if not all(byte >= 32 and byte != 127 for byte in text):
            raise Bad('a text has control characters')
        try:
            text.decode()
        except UnicodeDecodeError as why:
            raise Bad('a text is not UTF-8') from why
        return text.hex()
    return raw.hex()


def read_fields(data, fields, used):
    """The values; what they are in is marked in USED."""
    values = {}
    for name, at, width, form in fields:
        values[name] = value_of(data, at, width, form)
        used[at:at + width] = b'\xff' * width
    return values


def read_list(data, record, listing, used):
    name, at, width, limit, counter, fields = listing
    if record[counter] > limit:
        raise Bad(f'{record[counter]} of {counter}')
    for i in range(record[counter]):
        begin = at + i * width
        part = bytearray(width)
        for key, value in read_fields(data[begin:begin + width], fields, part).items():
            record[f'{name}{i}.{key}'] = value
        used[begin:begin + width] = part


def is_record(data):
    return data[:8] == MAGIC


def read_record(data):
    """The values of the record that DATA begins with, as a dict; raises Bad."""
    size = int.from_bytes(data[12:16], 'little')
    kind = int.from_bytes(data[16:18], 'little')
    version = int.from_bytes(data[18:20], 'little')
    if not is_record(data) or len(data) < 64 or size < 64 or size > len(data):
        raise Bad('truncated')
    crc = int.from_bytes(data[8:12], 'little')
    if zlib.crc32(data[:8] + bytes(4) + data[12:size]) != crc:
        raise Bad('wrong checksum')
    program = bytes.fromhex(value_of(data, 20, 12, 't')).decode()
    if version != VERSION:
        raise Bad(f'of version {version}: alidade {program} can read it')
    if kind not in KINDS:
        raise Bad(f'of kind {kind}')
    name, want, fields, lists = KINDS[kind]
    data = data[:size]
    used = bytearray(size)
    used[:32] = b'\xff' * 32
    record = {'kind': name, **read_fields(data, HEAD + fields, used)}
    if size != (want or record['logical']) or program != '0.1.0':
        raise Bad(f'of {size} bytes')
    for listing in lists:
        read_list(data, record, listing, used)
    if int.from_bytes(data, 'big') & ~int.from_bytes(used, 'big'):
        raise Bad('not zeros where they should be')
    if kind == 4 and bytes.fromhex(record['words']) != WORDS:
        raise Bad('other words')
    return record


def line_of(record):
    return ' '.join(f'{key}={value}' for key, value in record.items())


def main():
    count = bad = 0
    for path in sys.argv[1:]:
        with open(path, 'rb') as file:
            data = file.read()
        for at in range(0, len(data), 512):
            if not is_record(data[at:at + 8]):
                continue
            count += 1
            try:
                print(f'{path}: {at}: {line_of(read_record(data[at:at + 32768]))}')
            except Bad as why:
                bad += 1
                print(f'{path}: {at}: {why}')
    return 1 if bad or not count else 0


if __name__ == '__main__':
    sys.exit(main())
