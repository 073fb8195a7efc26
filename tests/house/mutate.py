#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Changes one operator at a time and reports the changes that no test notices.

Works on a copy of the tree with one build under the address sanitizer.  The
libraries of src and ui are shared ones in that copy: after a change only one object is compiled
and one library linked, and the tests need no new link.

Survivors that change nothing visible stand in mutate_equivalent.txt with the reason.
"""
import argparse
import fcntl
import fnmatch
import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import mutate_tests

# The name of a group, its files, and the percentage of changes that is to be noticed.
# A file belongs to the first group that matches.
GROUPS = [
    ('whitelist', ['src/model/write/whitelist*.c'], 95),
    ('write', ['src/model/write/*.c'], 95),
    ('layout', ['src/model/disk/layout*.c', 'src/model/table/layout*.c'], 95),
    ('table', ['src/model/table/*.c', 'src/model/base/guid*.c'], 95),
    ('edit', ['src/model/edit/*.c', 'src/model/disk/repair.c'], 95),
    ('script', ['src/model/script/*.c'], 95),
    ('commit', ['src/device/commit/*.c', 'src/device/move/*/*.c'], 95),
    ('log', ['src/model/move/log/*.c'], 90),
    ('inside', ['src/model/content/*.c'], 85),
    ('judge', ['src/model/align/*.c', 'src/model/base/align.c'], 85),
    ('rest', ['src/model/*/*.c', 'src/model/*/*/*.c'], 85),
    ('device', ['src/device/*/*.c'], 85),
    ('ui', ['ui/*/*.c', 'ui/*/*/*.c'], 85),
]
# The same of --sample: what writes or decides what is written, and all else.
SAMPLES = [
    ('writes', ['src/model/write/*.c', 'src/model/edit/*.c', 'src/model/table/*_encode.c',
                'src/model/disk/repair.c', 'src/model/move/log/*.c',
                'src/model/move/shift/*.c', 'src/model/move/data/*.c',
                'src/device/commit/*.c', 'src/device/move/*/*.c', 'src/device/io/sink*.c'],
     95),
    ('elsewhere', ['src/*/*/*.c', 'src/*/*/*/*.c', 'ui/*/*.c', 'ui/*/*/*.c'], 90),
]
# After so many tests that a time limit ended no other one is asked.
LATE_MAX = 8
HERE = Path(__file__).resolve()
ROOT = HERE.parents[2]
LISTED = HERE.parent / 'mutate_equivalent.txt'

TOKENS = re.compile(r'<<=?|>>=?|->|\+\+|--|\+=|-=|<=|>=|==|!=|&&|\|\||[-+<>]|'
                    r'\breturn (?:true|false);')
CHANGES = {
    '<': ['<=', '>='], '<=': ['<', '>'], '>': ['>=', '<='], '>=': ['>', '<'],
    '==': ['!='], '!=': ['=='], '&&': ['||'], '||': ['&&'],
    '+': ['-'], '-': ['+'], '+=': ['-='], '-=': ['+='],
    'return true;': ['return false;'], 'return false;': ['return true;'],
}
# What is no code: comments, strings, characters, lines of the preprocessor.
NO_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|'
                     r'^[ \t]*#(?:\\\n|[^\n])*', re.S | re.M)
UNARY_AFTER = re.compile(r'(?:[-+*/%=<>!&|?:,;({\[]|\breturn|\bcase)$')


def blank(match):
    return re.sub(r'[^\n]', ' ', match.group())


class Change:
    def __init__(self, path, text, start, old, new):
        self.path, self.start, self.old, self.new = path, start, old, new
        self.text = text[:start] + new + text[start + len(old):]
        self.line = text.count('\n', 0, start) + 1
        lines = text.split('\n')
        self.before = lines[self.line - 1].strip()
        self.after = self.text.split('\n')[self.line - 1].strip()
        # A line that the file has twice is told apart by the one before it.
        if sum(line.strip() == self.before for line in lines) > 1:
            self.before = f'{lines[self.line - 2].strip()} / {self.before}'.strip()

    def key(self):
        return self.path, self.before, self.after

    def __str__(self):
        return f'{self.path}:{self.line}\n  - {self.before}\n  + {self.after}'


def changes_of(path, text):
    code = NO_CODE.sub(blank, text)
    for match in TOKENS.finditer(code):
        old = match.group()
        before = code[:match.start()].rstrip()
        if old in '+-' and UNARY_AFTER.search(before):
            continue
        for new in CHANGES.get(old, ()):
            yield Change(path, text, match.start(), old, new)


def read_listed():
    """{(file, old line, new line): reason} - see the head of the file."""
    listed, path, old, new, reason = {}, None, None, None, []
    text = LISTED.read_text() if LISTED.exists() else ''
    for line in text.splitlines() + ['']:
        if line.startswith('#'):
            continue
        if line.startswith('- '):
            old = line[2:].strip()
        elif line.startswith('+ '):
            new = line[2:].strip()
        elif line.startswith('  ') and new:
            reason.append(line.strip())
        elif line.strip():
            path = line.strip()
        elif new:
            if not reason:
                sys.exit(f'{LISTED.name}: no reason for {path}: {new}')
            listed[path, old, new] = ' '.join(reason)
            old, new, reason = None, None, []
    return listed


def names_of(root):
    return sorted(str(path.relative_to(root)) for top in ('src', 'ui')
                  for path in root.glob(f'{top}/**/*.c'))


def sources_of(root, groups):
    """{group: [file]}, each file in the first group that matches."""
    found = {group: [] for group, _, _ in groups}
    for name in names_of(root):
        for group, patterns, _ in groups:
            if any(fnmatch.fnmatchcase(name, p) and name.count('/') == p.count('/')
                   for p in patterns):
                found[group].append(name)
                break
    return found


def run_quiet(command, where):
    done = subprocess.run(command, cwd=where, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors='replace')
    if done.returncode:
        sys.exit(f'{" ".join(map(str, command))} failed:\n{done.stdout[-3000:]}')


def copy_tree(root, to):
    """What git knows of the tree, as it is now; files that did not change keep their
    time, so that a second run builds little."""
    listed = subprocess.run(['git', '-C', root, 'ls-files', '-co', '--exclude-standard'],
                            check=True, capture_output=True, text=True).stdout
    names = {name for name in listed.splitlines() if (root / name).is_file()}
    for top in to.iterdir():
        for old in () if top.name in ('build', '.lock', 'tmp') else (top, *top.rglob('*')):
            if old.is_file() and str(old.relative_to(to)) not in names:
                old.unlink()
    for name in names:
        new = to / name
        data = (root / name).read_bytes()
        if name.startswith(('src/', 'ui/')) and name.endswith('/meson.build'):
            data = data.replace(b"static_library('", b"shared_library('")
        if name == 'tests/meson.build':
            data = data.replace(b'link_whole:', b'link_with:')
        if name == 'src/model/disk/layout_builder.c':
            # Without spare extents behind the last one the sanitizer sees it read.
            data = data.replace(b'layout->extents = out.at;',
                                b'layout->extents = xrealloc(out.at, out.count + '
                                b'!out.count, sizeof(*out.at));')
        if new.is_file() and new.read_bytes() == data:
            continue
        new.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(data)
        shutil.copymode(root / name, new)


def build_copy(tree):
    build = tree / 'build'
    if not (build / 'build.ninja').exists():
        compiler = 'ccache gcc' if shutil.which('ccache') else 'gcc'
        run_quiet(['env', f'CC={compiler}', 'meson', 'setup', build,
                   '-Dtests=enabled', '-Dnls=false', '-Db_sanitize=address',
                   '-Db_lundef=false', '-Dbuildtype=debug', '-Doptimization=1'], tree)
    run_quiet(['ninja', '-C', build], tree)
    return build


class Mutator:
    def __init__(self, lock, tree, build, tests, seconds):
        self.lock, self.tree, self.build, self.tests = lock, tree, build, tests
        self.seconds = seconds
        self.kills = {}
        self.reach = mutate_tests.Reach(build)
        self.targets = [str(path.relative_to(build)) for path in
                        mutate_tests.libraries_of(build) + sorted(self.reach.inside)]

    def order(self, path):
        """Tests that noticed changes of this file, then those named like it, then the
        others, quick ones first; the whole program only where it is more than numbers."""
        words = set(re.split(r'[_/.]', path)) - {'src', 'model', 'device', 'ui', 'c'}

        def rank(test):
            kin = len(words & test.words)
            return (-self.kills.get((path, test.name), 0), test.is_whole,
                    round(test.seconds, 1) - 10 * kin, test.name)
        return sorted((t for t in self.tests if self.reach.reaches(t, path) and
                       (path.startswith('ui/') or not t.is_whole)), key=rank)

    def compile(self):
        # The compiler has the lock too: the next run waits for one that was left behind,
        # whose object would be newer than the source that the run puts back.
        return not subprocess.run(['ninja', '-C', self.build] + self.targets,
                                  stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL,
                                  pass_fds=[self.lock.fileno()]).returncode

    def noticed_by(self, path):
        """The name of a test; TIME_LIMIT where some test did not end and none else noticed;
        else None."""
        late, seconds = 0, 0
        for test in self.order(path):
            seconds += test.seconds
            if seconds > self.seconds:
                break
            result = test.run(*((2, 2) if late else (5, 5)))
            if result == mutate_tests.TIME_LIMIT and late < 2:
                result = test.run_apart()
            if result == mutate_tests.FAILS:
                self.kills[path, test.name] = self.kills.get((path, test.name), 0) + 1
                return test.name
            late += result == mutate_tests.TIME_LIMIT
            if late == LATE_MAX:
                break
        return mutate_tests.TIME_LIMIT if late else None

    def attempt(self, change):
        """'no build', or what noticed_by() says."""
        path = self.tree / change.path
        original = path.read_text()
        path.write_text(change.text)
        try:
            if not self.compile():
                return 'no build'
            return self.noticed_by(change.path)
        finally:
            path.write_text(original)


def read_survivors(log):
    """The changes that a run before printed as survivors."""
    return set(re.findall(r'survives(?:, time limit)?: (.*?):\d+\n +- (.*)\n +\+ (.*)',
                          log.read_text()))


def run_group(mutator, group, files, listed, options, deadline):
    drawn = [c for name in files for c in changes_of(name, (mutator.tree / name).read_text())]
    # A change of other lines leaves most of the draw as it was.
    drawn.sort(key=lambda change: hashlib.sha256(
        f'{options.seed}:{group}:{change.key()}'.encode()).digest())
    if options.again:
        survivors = read_survivors(options.again)
        drawn = [change for change in drawn if change.key() in survivors]
    tried = noticed = skipped = 0
    for change in drawn:
        if tried == options.count or time.monotonic() > deadline:
            break
        if change.key() in listed:
            skipped += 1
            continue
        start = time.monotonic()
        who = mutator.attempt(change)
        if who == 'no build':
            continue
        tried += 1
        if who in (None, mutate_tests.TIME_LIMIT):
            print(f'survives{", time limit" if who else ""}: {change}', flush=True)
            continue
        noticed += 1
        if options.verbose:
            print(f'{time.monotonic() - start:5.1f} s {who:20} {change.path}:{change.line} '
                  f'{change.old} -> {change.new}', flush=True)
    return tried, noticed, skipped, len(drawn)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('root', nargs='?', type=Path, default=ROOT)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=150, help='changes per group')
    parser.add_argument('--sample', type=int, metavar='N',
                        help='N changes of what writes, and N of all else')
    parser.add_argument('--groups', default='', help='names, with commas; default: all')
    parser.add_argument('--files', default='', help='patterns of base names, with commas')
    parser.add_argument('--minutes', type=float, default=240, help='time for all of it')
    parser.add_argument('--tree', type=Path, help='folder of the copy, kept for next time')
    parser.add_argument('--again', type=Path, metavar='LOG',
                        help='only what survived in a run that printed LOG')
    parser.add_argument('--suites', default=','.join(mutate_tests.SUITES))
    parser.add_argument('--longest', type=float, default=60,
                        help='leave out tests of more seconds of processor time')
    parser.add_argument('--seconds', type=float, default=60,
                        help='processor time of the tests of one change that survives')
    parser.add_argument('--goal', action='store_true', help='exit 1 below the goals')
    parser.add_argument('--check-list', action='store_true',
                        help=f'only see that each entry of {LISTED.name} is still there')
    parser.add_argument('-v', '--verbose', action='store_true')
    options = parser.parse_args()
    options.all = SAMPLES if options.sample else GROUPS
    options.count = options.sample or options.count
    return options


def run(options, tree):
    deadline = time.monotonic() + 60 * options.minutes
    lock = open(tree / '.lock', 'w')
    fcntl.flock(lock, fcntl.LOCK_EX)
    copy_tree(options.root.resolve(), tree)
    build = build_copy(tree)
    tests = mutate_tests.find(build, options.suites.split(','), options.longest)
    print(f'# {len(tests)} tests, {sum(t.seconds for t in tests):.0f} s, '
          f'seed {options.seed}', flush=True)
    mutator = Mutator(lock, tree, build, tests, options.seconds)
    wanted = [name for name in options.groups.split(',') if name] or \
        [group for group, _, _ in options.all]
    patterns = [name for name in options.files.split(',') if name]
    files, listed, is_short, lines = sources_of(tree, options.all), read_listed(), False, []
    for group, goal in sorted(((group, goal) for group, _, goal in options.all
                               if group in wanted),
                              key=lambda row: wanted.index(row[0])):
        chosen = [name for name in files[group] if not patterns or
                  any(fnmatch.fnmatchcase(Path(name).name, p) for p in patterns)]
        if not chosen:
            continue
        tried, noticed, skipped, total = run_group(mutator, group, chosen, listed, options,
                                                   deadline)
        percent = 100 * noticed / tried if tried else 0
        is_short |= tried > 0 and percent < goal
        lines.append(f'{group:10} {noticed:4} of {tried:4} noticed: {percent:5.1f} % '
                     f'(goal {goal} %), {skipped} listed as equivalent, {total} possible')
        print(f'# {lines[-1]}', flush=True)
    print('\n'.join(lines))
    return 1 if options.goal and is_short else 0


def check_list(root):
    possible = {change.key() for name in names_of(root)
                for change in changes_of(name, (root / name).read_text())}
    obsolete = [key for key in read_listed() if key not in possible]
    for path, old, new in obsolete:
        print(f'{LISTED.name}: obsolete entry of {path}\n  - {old}\n  + {new}')
    return 1 if obsolete else 0


def main():
    options = parse_options()
    if options.check_list:
        return check_list(options.root)
    if options.tree:
        options.tree.mkdir(parents=True, exist_ok=True)
        return run(options, options.tree.resolve())
    with tempfile.TemporaryDirectory(prefix='alidade-mutate-') as name:
        return run(options, Path(name))


if __name__ == '__main__':
    sys.exit(main())
