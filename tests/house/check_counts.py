#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_counts.py TOP - sentences say "1 sector", not "1 sectors"

Refuses a count before a plural noun in _() and N_(): such a sentence is ngettext()'s.
TOP --self-test runs the rule on samples instead.
"""
import re
import sys
from pathlib import Path

# Parts of texts whose count is never 1, or that is no count, and why.
NEVER_ONE = {
    'room for %2$u characters': 'the length of a GPT name',
    'room for %u characters': 'the length of a GPT name',
    'at most %d characters': 'the length of a GPT name',
    'more than %u parts': 'the maximum of a list',
    'at most %u partitions': "libparted's maximum",
    'There are %1$u partitions and the MBR has %2$u entries': 'more than an MBR has',
    'All %u entries of the MBR': 'it has four',
    'A GPT of %1$u entries': 'more than the maximum',
    'results of %1$u drives match': 'one drive is not ambiguous',
    'has %u extended partitions': 'one is no error',
    '%u turns per minute': 'the kernel reports 1 for solid state, which is not shown',
    '%d sectors, each a boundary': 'the ruler has a mark at every eighth',
    '%2$llu physical sectors instead': 'a block across a boundary lies in two or more',
    '%4$llu reads + %2$llu writes': 'of two or more physical sectors',
    'from sector %2$llu writes': 'a place',
    '%1$llu sectors = %2$llu B': 'a disk of one sector has a sentence of its own',
    '%1$llu sectors = %2$s': 'the same, narrow',
    '%llu sectors': 'the same, narrowest',
}
# Lengths and distances in bytes are multiples of a sector or of an entry.
NEVER_ONE_NOUNS = {'bytes'}
VERBS = {'is', 'was', 'has', 'does', 'as', 'its', 'lies', 'holds', 'covers', 'gives',
         'starts', 'ends', 'begins', 'stays', 'shows', 'becomes', 'belongs', 'counts',
         'gets', 'needs', 'reaches', 'overlaps', 'takes', 'leaves', 'names', 'uses', 'looks',
         'meets'}
ADJECTIVES = 'logical|extended|physical|usable|free|other|more|whole|small'

CALL = re.compile(r'\bN?_\(\s*((?:"(?:\\.|[^"\\\n])*"\s*)+)\)')
LITERAL = re.compile(r'"((?:\\.|[^"\\\n])*)"')
COUNT = re.compile(r'%%(?:\d+\$)?(?:hh|h|ll|l|z|j)?[ud] (?:(?:%s) )*([a-z]+s)\b'
                   % ADJECTIVES)


def texts_of(code):
    """(line, text) of each _() and N_()."""
    for call in CALL.finditer(code):
        yield code.count('\n', 0, call.start()) + 1, ''.join(LITERAL.findall(call.group(1)))


def excuse_of(text, count):
    """The exception that covers COUNT, a match in TEXT; else None."""
    for part in NEVER_ONE:
        at = text.find(part)
        if 0 <= at <= count.start() and count.end() <= at + len(part):
            # The shortest one has to be all of the text.
            if part != '%llu sectors' or part == text:
                return part
    return None


def faults_of(name, code, used):
    """What is wrong in CODE; adds the exceptions that it needs to USED."""
    for line, text in texts_of(code):
        for count in COUNT.finditer(text):
            if count.group(1) in VERBS | NEVER_ONE_NOUNS:
                continue
            excuse = excuse_of(text, count)
            if excuse:
                used.add(excuse)
            else:
                yield f'{name}:{line}: "{count.group()}" may be 1: use ngettext()'


def self_test():
    """Samples that the rule misses, or that it refuses although they are right."""
    wrong = ['_("%u partitions")', 'N_("%1$llu free sectors are there")',
             '_("It has "\n   "%2$zu "\n  "files")', '_("All %llu sectors")']
    right = ['ngettext("%u partition", "%u partitions", n)', '_("Partition %u lies here")',
             '_("%llu bytes")', '_("sectors %1$llu to %2$llu")', '_("%llu sectors")']
    for code in wrong:
        if not list(faults_of('bad.c', code, set())):
            yield f'{code} is not refused'
    for code in right:
        yield from faults_of(code, code, set())


def main():
    top, used, faults = Path(sys.argv[1]), set(), []
    if '--self-test' in sys.argv:
        faults = list(self_test())
    else:
        for folder in 'src', 'ui':
            for path in sorted((top / folder).rglob('*.[ch]')):
                faults += faults_of(path.relative_to(top), path.read_text('utf-8'), used)
        faults += [f'no text has "{part}" any more' for part in NEVER_ONE
                   if part not in used]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
