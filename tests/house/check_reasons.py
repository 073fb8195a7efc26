#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_reasons.py TOP [--list] - each refusal has an id of its own, from one list

The ids of notes, of what fix finds and of refusals are all different, and have a phrase;
each refusal is used by exactly one function; what is refused without an id may only
become less; and a test claims each reason by its name, and has the name of each note and
finding.  --list prints the reasons, each with the tests that claim it.
"""
import re
import sys
from pathlib import Path

# Where the ids are: a file, and what one looks like there.
TABLES = [
    ('src/model/disk/note.c', re.compile(r'^ *(?:\[NOTE_\w+\] =\s*)\{ "([^"]+)", NOTE_', re.M)),
    ('src/device/move/findings/fix_check.c', re.compile(r'\[FIX_\w+\] = \{ "([^"]+)", FIX_')),
    ('src/model/base/refusal_list.h', re.compile(r'^    X\(\w+, "([^"]+)",', re.M)),
]
ID = re.compile(r'[a-z0-9]+(-[a-z0-9]+)*')
LIST_NAME = re.compile(r'^    X\((\w+), "([^"]+)",', re.M)
USE = re.compile(r'\bREFUSAL_(?!COUNT\b)([A-Z0-9_]+)')
FUNCTION = re.compile(r'^(?!static const|enum|struct \w+ \{)[a-z][^;{}#]*?\b\w+\([^;{}]*\)\n\{',
                      re.M)

# A refusal without an id.  A measurement has a reason of its own in JSON.
BARE = re.compile(r'\berr_set\([^;]*?\bERR_REFUSED\b')
BARE_MAX = 1
# What hands another error on with err_set() loses its id: err_pass() keeps it.
LOST = re.compile(r'\berr_set\(\s*[^,;]+,\s*\w+(?:->|\.)code\b')
# What tests claim by its name.  In C it is given to ck_assert_refused() or to what calls
# that, also from the row of a table; in Python to refused(), or compared with a "reason-id".
CLAIM_C = re.compile(r'\bREFUSAL_([A-Z0-9_]+)')
CLAIM_PYTHON = re.compile(r'"([a-z0-9]+(?:-[a-z0-9]+)+)"')
# The names of notes and of what fix finds: a test has each, or its id.
NAMES = [
    ('src/model/disk/note.c', re.compile(r'^ *\[(NOTE_\w+)\] =\s*\{ "([^"]+)", NOTE_', re.M)),
    ('src/device/move/findings/fix_check.c', re.compile(r'\[(FIX_\w+)\] = \{ "([^"]+)", FIX_')),
]
# What makes a refusal claims nothing.
MAKES = re.compile(r'\b(?:err_refuse(?:_for)?|refusal_id|refusal_when)\([^;]*;')
# What is refused there gets the id of its row.
BY_ROW = 'src/device/move/findings/fix_check.c'


def check_tables(top):
    seen = {}
    for name, pattern in TABLES:
        found = pattern.findall((top / name).read_text())
        if len(found) < 10:
            yield f'{name}: only {len(found)} ids'
        for text in found:
            if not ID.fullmatch(text):
                yield f'{name}: {text} is not written as an id'
            if text in seen:
                yield f'{name}: {text} is in {seen[text]} already'
            seen[text] = name


def check_uses(files, names):
    used = {name: set() for name in names}
    for path, text in files:
        starts = [found.start() for found in FUNCTION.finditer(text)]
        for found in USE.finditer(text):
            place = (path, sum(start < found.start() for start in starts))
            if found[1] not in used:
                yield f'{path}: REFUSAL_{found[1]} is not in the list'
            else:
                used[found[1]].add(place)
    for name, places in used.items():
        if len(places) != 1:
            yield (f'REFUSAL_{name} has to be used by one function, not by {len(places)}: '
                   + ' '.join(sorted(path for path, _ in places)))


def claims_of(top):
    """{id: files of the tests that claim it}, also of notes and findings."""
    ids = {name: text for file, pattern in NAMES
           for name, text in pattern.findall((top / file).read_text())}
    claimed = {}
    for path in sorted(top.glob('tests/**/*.c')) + sorted(top.glob('tests/e2e/*.py')):
        text = MAKES.sub('', path.read_text())
        names = [name.lower().replace('_', '-') for name in CLAIM_C.findall(text)]
        names += [ids.get(name) for name in re.findall(r'\b(?:NOTE|FIX)_\w+', text)]
        if path.suffix == '.py':
            names += CLAIM_PYTHON.findall(text)
        for name in set(names) - {None}:
            claimed.setdefault(name, []).append(str(path.relative_to(top)))
    return claimed


def check_claims(top, ids):
    claimed = claims_of(top)
    for name in ids:
        if name not in claimed:
            yield f'no test claims {name} by its name'


def check(top):
    rows = LIST_NAME.findall((top / TABLES[2][0]).read_text())
    for name, text in rows:
        if name != text.upper().replace('-', '_'):
            yield f'{name}: its id is {text}'
    if [text for _, text in rows] != sorted(text for _, text in rows):
        yield f'{TABLES[2][0]}: not in the order of the ids'
    files = [(str(path.relative_to(top)), path.read_text())
             for path in sorted(top.glob('src/**/*.c')) + sorted(top.glob('ui/**/*.c'))
             if path.name != 'refusal.c']
    yield from check_tables(top)
    yield from check_uses(files, [name for name, _ in rows])
    yield from check_claims(top, ids_of(top))
    yield from (f'{path}: err_set() with the code of another error: err_pass()'
                for path, text in files if LOST.search(text))
    bare = [path for path, text in files if path != BY_ROW for _ in BARE.findall(text)]
    if len(bare) != BARE_MAX:
        yield (f'{len(bare)} refusals without an id, and BARE_MAX is {BARE_MAX}: '
               + ' '.join(bare))


def ids_of(top):
    return [text for name, pattern in TABLES
            for text in pattern.findall((top / name).read_text())]


def main():
    if '--list' in sys.argv:
        claimed = claims_of(Path(sys.argv[1]))
        for name in ids_of(Path(sys.argv[1])):
            print(name + ':', ', '.join(claimed[name]))
        return 0
    failed = list(check(Path(sys.argv[1])))
    print('\n'.join(failed) if failed else 'each refusal has its id')
    return 1 if failed else 0


sys.exit(main())
