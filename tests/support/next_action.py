#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What has to be done next for a move whose power was cut, by its journal and the disk.

Written from the descriptions in src/model/move: journal/journal_format.h, shift/shift.h
and shift/shift_steps.h; shares nothing with the program but the hash function."""

import ctypes
import functools
from collections import namedtuple

import read_journal

SECTOR = 512
Run = namedtuple('Run', 'is_back first end')


class Hash128(ctypes.Structure):
    _fields_ = [('low', ctypes.c_uint64), ('high', ctypes.c_uint64)]


XXHASH = ctypes.CDLL('libxxhash.so.0')
XXHASH.XXH3_128bits.restype = Hash128
XXHASH.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]


def hash_of(data):
    value = XXHASH.XXH3_128bits(data, len(data))
    return f'{value.high:016x}{value.low:016x}'


@functools.lru_cache(maxsize=256)
def read_record(data):
    """Most records are the same in many images.  The dict is not to be changed."""
    return read_journal.read_record(data)


class Disk:
    """BYTES, of which the sectors in BAD cannot be read."""

    def __init__(self, data, bad):
        self.data, self.bad = data, bad

    def read(self, lba, count):
        """None: cannot be read."""
        if any(sector in self.bad for sector in range(lba, lba + count)):
            return None
        return bytes(self.data[lba * SECTOR:(lba + count) * SECTOR])


class Journal:
    """The journal that begins at byte START of the disk."""

    def __init__(self, disk, start, transaction):
        self.disk, self.start, self.transaction = disk, start, transaction
        self.plan = self.find_plan()
        self.block = self.plan['block'] if self.plan else 0

    def bytes_at(self, offset, count):
        return self.disk.read((self.start + offset) // SECTOR, -(-count // SECTOR))

    def record_at(self, offset, kind, size=4096):
        """A valid record of the transaction; 'none', 'other' or 'damaged'."""
        data = self.bytes_at(offset, size)
        if data is None:
            return 'damaged'
        if not read_journal.is_record(data) or \
                read_journal.KINDS.get(int.from_bytes(data[16:18], 'little'),
                                       ('',))[0] != kind:
            return 'none'
        try:
            record = read_record(data)
        except read_journal.Bad:
            return 'damaged'
        return record if record['transaction'] == self.transaction else 'other'

    def find_plan(self):
        """Either copy; the second one is behind the blocks of the first."""
        for offset in [0] + [32768 << i for i in range(6)]:
            found = self.record_at(offset, 'plan', 32768)
            if isinstance(found, dict):
                return found
        return None

    def newest(self):
        """The newest progress, 'none' or 'damaged'."""
        at = 2 * -(-32768 // self.block) * self.block
        found = [self.record_at(at + slot * self.block, 'progress') for slot in (0, 1)]
        found = ['damaged' if isinstance(one, dict) and one['sequence'] % 2 != slot else one
                 for slot, one in enumerate(found)]
        valid = [one for one in found if isinstance(one, dict)]
        if len(valid) == 1:
            other = found[1] if valid[0] is found[0] else found[0]
            alone = other == 'damaged' or (other == 'none' and valid[0]['sequence'] == 1)
            if alone:
                return valid[0]
        if len(valid) == 2:
            older, newer = sorted(valid, key=lambda one: one['sequence'])
            slot = older['sequence'] % 2
            data = self.bytes_at(at + slot * self.block, 4096)
            if newer['sequence'] == older['sequence'] + 1 and \
                    newer['previous'] == hash_of(data):
                return newer
            return 'damaged'
        if found[0] == 'none' and not isinstance(found[1], dict):
            return 'none'
        return 'damaged'

    def saved(self, step):
        for copy in ('saved1', 'saved2'):
            found = self.record_at(self.plan[copy + '_offset'], 'saved')
            if isinstance(found, dict) and found['step'] == step:
                return found
        return None

    def slots(self, step, run):
        """For each slot of the ring: None, 'bad', or its header."""
        size = self.plan['ring_bytes'] // self.plan['slots']
        for number in range(self.plan['slots']):
            at = self.plan['ring_offset'] + size * number
            found = self.record_at(at, 'slot')
            if found in ('none', 'other'):
                yield None
            elif found == 'damaged':
                yield 'bad'
            elif found['step'] != step or \
                    Run(found['is_back'], found['first'], found['end']) != run:
                yield None
            else:
                data = self.bytes_at(at + self.block, found['sectors'] * SECTOR)
                good = data is not None and hash_of(data) == found['hash']
                yield found if good else 'bad'


class Move:
    """One move of the plan, with what was saved of it."""

    def __init__(self, disk, plan, number, saved):
        step = plan[f'step{number}.from'], plan[f'step{number}.to']
        self.disk, self.plan, self.number, self.saved = disk, plan, number, saved
        self.source, self.target = step
        self.length = plan[f'step{number}.length']
        self.grid, self.offset = plan['grid'], plan['grid_offset']
        self.sectors = plan['disk_bytes'] // SECTOR

    def past(self, lba):
        return (lba - self.offset) % self.grid

    def blocks(self, lba, length):
        low = max(lba - self.past(lba), 0)
        end = lba + length
        end += -self.past(end) % self.grid
        return low, min(end, self.sectors) - low

    def is_readable(self, lba, length):
        return self.disk.read(*self.blocks(lba, length)) is not None

    def from_to(self, run):
        return (self.target, self.source) if run.is_back else (self.source, self.target)

    def pieces(self, run):
        """First index and length of each, in their order."""
        source, target = self.from_to(run)
        down = target > source
        size, left = self.saved['piece'], run.end - run.first
        past = self.past(target + (run.end if down else run.first))
        length = size - ((self.grid - past) if down else past) if past else size
        found, done = [], 0
        while done < left:
            length = min(length, left - done)
            found.append((run.end - done - length if down else run.first + done, length))
            done += length
            length = size
        return found

    def is_guard(self, lba):
        """None: it cannot be read."""
        data = self.disk.read(lba, 1)
        if data is None:
            return None
        try:
            record = read_record(data)
        except (read_journal.Bad, IndexError):
            return False
        return record['kind'] == 'guard' and record['step'] == self.number and \
            record['transaction'] == self.plan['transaction']

    def has_hash(self, lba, length, value):
        data = self.disk.read(lba, length)
        return None if data is None else hash_of(data) == value

    # --- what is next ---

    def outermost(self):
        """The blocks at both ends of the move that have sectors of others."""
        low = min(self.source, self.target)
        end = max(self.source, self.target) + self.length
        for lba in (low, end - 1):
            first, length = self.blocks(lba, 1)
            if first < low or first + length > end:
                yield first, length

    def table(self, label):
        ranges = [(self.saved[f'table{i}.start'], self.saved[f'table{i}.length'])
                  for i in range(self.saved['tables'])] + list(self.outermost())
        if not all(self.is_readable(*one) for one in ranges):
            return 'write'
        return 'table ' + label

    def go_on(self, run, piece):
        pieces = self.pieces(run)
        if piece == len(pieces):
            return 'record 2'
        return f'piece {self.from_to(run)[0] + pieces[piece][0]}'

    def turn(self, run, piece, bad_slots):
        if bad_slots:
            return 'clear'
        moved = self.pieces(run)[:piece]
        if not moved:
            return 'record 1'
        first = min(at for at, _ in moved)
        end = max(at + length for at, length in moved)
        low, length = self.blocks(self.source + first, end - first)
        low, high = max(low, self.source), min(low + length, self.source + self.length)
        border = high > self.source + end if not first else low < self.source + first
        return 'border' if border else 'record 1'

    def found_saved(self, is_rollback):
        guarded = self.is_guard(self.source + self.saved['last'])
        if guarded is False:
            return 'record 3' if is_rollback else 'save'
        if not is_rollback:
            return 'write'
        return self.table('old')

    def found_hole(self, record, run, is_turning):
        source, target = self.from_to(run)
        pieces, piece = self.pieces(run), record['piece']
        for i in range(record['hashes']):
            at, length = pieces[piece]
            value = record[f'hash{i}.hash']
            if self.has_hash(target + at, length, value):
                piece += 1
                continue
            there = self.has_hash(source + at, length, value)
            if there is False:
                return 'end foreign'
            if there is None and not is_turning:
                return 'end unread'
            break
        if not is_turning:
            return self.go_on(run, piece)
        if piece < len(pieces) and not self.is_readable(target + pieces[piece][0],
                                                        pieces[piece][1]):
            return f'piece {source + pieces[piece][0]}'
        return self.turn(run, piece, 0)

    def found_ring(self, slots, run, first, is_turning):
        """FIRST: the piece in the record; slots of those before it are obsolete."""
        pieces, (_, target) = self.pieces(run), self.from_to(run)
        good, bad = {}, set()
        for number, slot in enumerate(slots):
            if slot is None:
                continue
            if slot == 'bad' or slot['piece'] >= len(pieces) or \
                    (slot['to'] - target, slot['sectors']) != pieces[slot['piece']]:
                bad.add(number)
            elif slot['piece'] % len(slots) != number:
                return 'end lost'
            elif slot['piece'] >= first:
                good[slot['piece']] = number
        following = max(good) + 1 if good else first
        if bad - {following % len(slots)}:
            return 'end lost'
        if good:
            return f'replay {good[min(good)]}'
        return self.turn(run, first, bad) if is_turning else self.go_on(run, first)

    def found_final(self, run, is_turning):
        guarded = self.is_guard(self.from_to(run)[1] + self.saved['last'])
        if guarded is False:
            return 'record 3'
        if is_turning:
            return 'write'
        return self.table('old' if run.is_back else 'new')


def next_action(disk, start, transaction, is_rollback):
    journal = Journal(disk, start, transaction)
    if not journal.plan:
        return 'end old' if is_rollback else 'begin'
    record = journal.newest()
    if record == 'damaged':
        return 'damaged'
    if record == 'none':
        return 'end old' if is_rollback else 'save'
    run = Run(record['is_back'], record['first'], record['end'])
    if record['phase'] == 3:
        return 'end old' if run.is_back else 'end new'
    move = Move(disk, journal.plan, record['step'], journal.saved(record['step']))
    is_turning = bool(is_rollback and not run.is_back)
    if record['phase'] == 0:
        return move.found_saved(is_rollback)
    if record['phase'] == 2:
        return move.found_final(run, is_turning)
    if move.saved['mode'] == 1:
        return move.found_hole(record, run, is_turning)
    return move.found_ring(list(journal.slots(record['step'], run)), run, record['piece'],
                           is_turning)
