# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes changes to a copy of the tree, one at a time, and tells which of them the crash
tests notice.

A change that is not noticed must be explained beside it in the source, by the words in
its last column; the program fails if another one is not noticed, or if there is a flush
without a change.  Who uses it sets CHANGES, FLUSHES and TESTS.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from mutate import ROOT, copy_tree, run_quiet

# Name, file, what is replaced by what, and the words of the reason if nothing notices it.
CHANGES = []
# In each file so many flushes.
FLUSHES = {}
# The order of the tests, the claims that count, and what makes them short.
TESTS = []
# What fails because there are fewer rounds, or none after the first loss.
FEW = ('totals.modes', 'totals.off_grid', 'totals.finished', 'totals.rolled_back')


def check_list(root):
    """What would be left out of a run: sentences."""
    wrong = []
    for file, (words, count) in FLUSHES.items():
        if (root / file).read_text().count(words) != count:
            wrong.append(f'{file}: not {count} times "{words}": list its changes')
    for name, file, edits, why in CHANGES:
        text = (root / file).read_text()
        wrong += [f'{name}: not once in {file}: {old!r}' for old, _ in edits
                  if text.count(old) != 1]
        if why and why not in text:
            wrong.append(f'{name}: {file} does not explain it: {why!r}')
    return wrong


def noticed_by(build, test, claims, given):
    env = dict(os.environ, ALIDADE_STOPS='1', CK_DEFAULT_TIMEOUT='900', LC_ALL='C.UTF-8',
               **given)
    done = subprocess.run([build / test], env=env, capture_output=True, text=True,
                          check=False)
    lines = [line for line in done.stdout.splitlines()
             if line.startswith('not ok') and any(claim in line for claim in claims) and
             not any(words in line for words in FEW)]
    return bool(lines) or '1..' not in done.stdout


def attempt(tree, build, change):
    """The tests that notice CHANGE; "" is none."""
    path, edits = tree / change[1], change[2]
    original = path.read_text()
    text = original
    for old, new in edits:
        text = text.replace(old, new)
    path.write_text(text)
    try:
        run_quiet(['ninja', '-C', build] + [test for test, _, _ in TESTS], tree)
        return ', '.join(Path(test).name for test, claims, given in TESTS
                         if noticed_by(build, test, claims, given))
    finally:
        path.write_text(original)


def run(tree, names):
    copy_tree(ROOT, tree)
    build = tree / 'build'
    if not (build / 'build.ninja').exists():
        run_quiet(['meson', 'setup', build, '-Dtests=enabled', '-Dnls=false',
                   '-Db_lundef=false'], tree)
    run_quiet(['ninja', '-C', build] + [test for test, _, _ in TESTS], tree)
    for test, claims, given in TESTS:
        if noticed_by(build, test, claims, given):
            sys.exit(f'{test} fails without any change')
    tried = survived = bad = 0
    for change in CHANGES:
        if names and not any(name in change[0] for name in names):
            continue
        who = attempt(tree, build, change)
        tried += 1
        survived += not who
        bad += not who and not change[3]
        note = who or ('explained: ' + ' '.join(change[3].split()) if change[3]
                       else 'NOT NOTICED')
        print(f'{change[0]:52} {note}', flush=True)
    print(f'{tried} changes, {tried - survived} noticed, {survived - bad} explained in '
          f'the source, {bad} neither')
    return 1 if bad else 0


def main(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument('names', nargs='*', help='only changes whose names have them')
    parser.add_argument('--tree', type=Path, help='folder of the copy, kept for next time')
    parser.add_argument('--check-list', action='store_true',
                        help='only see that all changes can be made')
    options = parser.parse_args()
    wrong = check_list(ROOT)
    if wrong or options.check_list:
        sys.exit('\n'.join(wrong) or 0)
    if options.tree:
        options.tree.mkdir(parents=True, exist_ok=True)
        sys.exit(run(options.tree.resolve(), options.names))
    with tempfile.TemporaryDirectory(prefix='alidade-mutate-rules-') as name:
        sys.exit(run(Path(name), options.names))
