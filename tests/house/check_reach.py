#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_reach.py [--print] LIBRARY.. - how many files a file of the screens drags along,
and which files need one another in a circle

Reads with nm which object of the libraries defines what and which one needs it, and
follows the needs as the linker does.  The table of actions and the screens are handed
over as data, so neither the help page nor the app reaches a handler by its name.
"""
import re
import subprocess
import sys

from circles import circles

# (object, the objects that count, the most that it may reach): the help page with all it
# needs; the app within ui, for what lies below is the model that it shows.
LIMITS = [('ui/screen/help', '', 15), ('ui/app/app', 'ui/', 40)]

# The most files that may form a circle, and the larger ones that are left: {one of their
# files: their number}.  This list may only shrink.
CIRCLE_MAX = 5
CIRCLES = {}
# A table of decoders, each of which uses what all have in common.
EXEMPT = 'src/model/content/inside'

OBJECT = re.compile(r'((?:src|ui)/[\w/]+)/lib\w+\.a\.p/(\w+)\.c\.o')


def read_objects(libraries):
    """({object: the symbols that it needs}, {symbol: the object that defines it})"""
    needs, defines = {}, {}
    for library in libraries:
        lines = subprocess.run(['nm', '-A', '-P', library], capture_output=True,
                               text=True, check=True).stdout.splitlines()
        for line in lines:
            place, symbol, kind = line.split(': ', 1)[0], *line.split(': ', 1)[1].split()[:2]
            found = OBJECT.search(place)
            name = f'{found[1]}/{found[2]}'
            needs.setdefault(name, set())
            if kind == 'U':
                needs[name].add(symbol)
            elif kind.isupper():
                defines[symbol] = name
    return needs, defines


def reach(start, needs, defines):
    seen, left = set(), [start]
    while left:
        name = left.pop()
        if name not in seen:
            seen.add(name)
            left += [defines[symbol] for symbol in needs[name] if symbol in defines]
    return seen


def check_circles(needs, defines):
    """Returns whether a circle is larger than it may be, or smaller than the list says."""
    graph = {name: sorted({defines[s] for s in needs[name] if s in defines} - {name})
             for name in needs}
    failed, left = False, dict(CIRCLES)
    for circle in circles(graph):
        known = sum(left.pop(name, 0) for name in circle)
        if EXEMPT in circle or len(circle) == known or (
                not known and len(circle) <= CIRCLE_MAX):
            continue
        print(f'circle of {len(circle)} files, known are {known}: ' + ' '.join(circle))
        failed = True
    for name in left:
        print(f'{name}: its circle is gone from the program, and not from the list')
        failed = True
    return failed


def main():
    is_long = '--print' in sys.argv
    needs, defines = read_objects([a for a in sys.argv[1:] if a != '--print'])
    failed = check_circles(needs, defines)
    for start, counted, limit in LIMITS:
        found = reach(start, needs, defines)
        own = sorted(name for name in found if name.startswith(counted))
        print(f'{start}: reaches {len(own)} files{" of " + counted if counted else ""}, '
              f'at most {limit}; {len(found)} of src and ui')
        if is_long:
            print('    ' + ' '.join(own))
        failed |= len(own) > limit
    return failed


sys.exit(main())
