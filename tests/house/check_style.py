#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_style.py TOP - what no compiler says: headers, widths, lengths, leftovers"""
import re
import sys
from pathlib import Path

LINES_MAX = 500
COLUMNS_MAX = 90
LICENCE = 'SPDX-License-Identifier: GPL-3.0-or-later'
LEFT = re.compile(r'TODO|FIXME|XXX')
GLOBAL = re.compile(r'static [a-z_ ]+\*?[a-z_]+( = |;|\[)')


def faults_of(name, text):
    lines = text.split('\n')
    if LICENCE not in lines[0]:
        yield f'{name}: line 1 has no licence'
    if len(lines) < 2 or not re.match(r'/\* %s - .' % re.escape(name.rpartition('/')[2]),
                                      lines[1]):
        yield f'{name}: line 2 does not say what the file is for'
    if len(lines) - 1 > LINES_MAX:
        yield f'{name}: {len(lines) - 1} lines; divide it at {LINES_MAX}'
    for number, line in enumerate(lines, 1):
        where = f'{name}:{number}'
        if len(line) > COLUMNS_MAX:
            yield f'{where}: wider than {COLUMNS_MAX} columns'
        if '\t' in line:
            yield f'{where}: a tab'
        if line.endswith(' '):
            yield f'{where}: a blank at the end'
        if LEFT.search(line) and 'XXXXXX' not in line:
            yield f'{where}: {line.strip()}'
        if not name.startswith('tests/') and GLOBAL.match(line) and \
                not re.search('const|sig_atomic_t', line):
            yield f'{where}: state at file level: {line}'
    guard = 'ALIDADE_' + re.sub(r'[/.]', '_', name.removeprefix('src/')).upper()
    if name.endswith('.h') and not name.startswith('tests/') and \
            f'\n#ifndef {guard}\n' not in text:
        yield f'{name}: its guard is not {guard}'


def main():
    top, failed = Path(sys.argv[1]), 0
    for folder in ('src', 'ui', 'tests'):
        for path in sorted((top / folder).rglob('*.[ch]')):
            for fault in faults_of(str(path.relative_to(top)), path.read_text()):
                print(fault)
                failed = 1
    return failed


sys.exit(main())
