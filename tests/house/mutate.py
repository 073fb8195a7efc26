#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Changes one operator at a time and reports the changes that no test notices.

Works on a copy of the tree with one build under the address sanitizer.  The
libraries of src are shared ones in that copy: after a change only one object is compiled
and one library linked, and the tests need no new link.

Survivors that change nothing visible stand in mutate_equivalent.txt with the reason.
"""
import argparse
import fcntl
import fnmatch
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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
]
SUITES = ('model', 'device', 'fuzz')
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


def sources_of(root):
    """{group: [file]}, each file in the first group that matches."""
    names = sorted(str(p.relative_to(root)) for p in root.glob('src/**/*.c'))
    found = {group: [] for group, _, _ in GROUPS}
    for name in names:
        for group, patterns, _ in GROUPS:
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
    for old in to.rglob('*'):
        name = str(old.relative_to(to))
        if old.is_file() and not name.startswith(('build', '.lock')) and name not in names:
            old.unlink()
    for name in names:
        new = to / name
        data = (root / name).read_bytes()
        if name.startswith('src/') and name.endswith('/meson.build'):
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


class Test:
    def __init__(self, info):
        self.name = info['name']
        self.command = info['cmd']
        self.env = dict(os.environ, **info['env'])
        self.seconds = 0.0  # of the processor: a busy machine does not count
        self.words = set(re.split(r'[_ ]', self.name))

    def run(self, limit):
        """True when it passes."""
        child = subprocess.Popen(self.command, env=self.env, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 start_new_session=True, preexec_fn=limit_processor(limit))
        try:
            # What sleeps for ever uses no processor.
            return child.wait(10 * limit) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()


def limit_processor(seconds):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
    return limit


def passes(test):
    """Passes without any change; measures the processor time of that."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    is_good = test.run(120)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    test.seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return is_good


def digest(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def libraries_of(build):
    return sorted(build.glob('src/**/lib*.so'))


def find_tests(build, suites, longest):
    """The tests of SUITES that pass unchanged and need neither root nor other tools.  One
    that fails would notice everything, so what was measured before counts only for the
    same program and the same libraries."""
    times = build / 'mutate-known.json'
    known = json.loads(times.read_text()) if times.exists() else {}
    libraries = [digest(path) for path in libraries_of(build)]
    listed = json.loads(subprocess.run(
        ['meson', 'introspect', '--tests', build], check=True, capture_output=True,
        text=True).stdout)
    tests = []
    for info in listed:
        words = {suite.split(':')[-1] for suite in info['suite']}
        if not words & set(suites) or 'script' in words or info['protocol'] == 'exitcode' \
                and 'fuzz' not in words:
            continue
        test = Test(info)
        # One process for all the tests of a program: forks are slow under the sanitizer.
        # A fuzz replay may have the name of a test of the model.
        key = f'{info["suite"][0]} {test.name}'
        state = [digest(test.command[0])] + libraries
        fork, test.seconds, measured = known.get(key, (None, 0, None))
        fork = fork if measured == state else None
        test.env['CK_FORK'] = fork or 'no'
        if not fork and not passes(test):
            test.env['CK_FORK'] = 'yes'
            if not passes(test):
                print(f'# {test.name} fails without any change and is left out')
                continue
        known[key] = test.env['CK_FORK'], test.seconds, state
        if test.seconds <= longest:
            tests.append(test)
    times.write_text(json.dumps(known))
    return tests


def symbols(path, *options):
    """The names that PATH uses and defines."""
    used, defined = set(), set()
    listed = subprocess.run(['nm', *options, path], check=True, capture_output=True,
                            text=True).stdout
    for line in listed.splitlines():
        kind, name = line.split()[-2:]
        (used if kind == 'U' else defined).add(name.split('@')[0])
    return used, defined


class Reach:
    """Which sources a test can get to, by the names that it and they refer to."""

    def __init__(self, build):
        self.uses, self.owner, self.known = {}, {}, {}
        for path in build.glob('src/**/lib*.so.p/*.o'):
            source = str(path.parents[1].relative_to(build) / path.stem)
            self.uses[source], defined = symbols(path)
            self.owner.update(dict.fromkeys(defined, source))

    def objects(self, program):
        if program not in self.known:
            found, names = set(), list(symbols(program, '-D')[0])
            while names:
                owner = self.owner.get(names.pop())
                if owner and owner not in found:
                    found.add(owner)
                    names += self.uses[owner]
            self.known[program] = found
        return self.known[program]

    def reaches(self, test, source):
        return source in self.objects(test.command[0])


class Mutator:
    def __init__(self, lock, tree, build, tests):
        self.lock, self.tree, self.build, self.tests = lock, tree, build, tests
        self.kills = {}
        self.reach = Reach(build)

    def order(self, path):
        """Tests that noticed changes of this file, then those named like it, then the
        others, quick ones first."""
        words = set(re.split(r'[_/.]', path)) - {'src', 'model', 'c'}

        def rank(test):
            kin = len(words & test.words)
            return (-self.kills.get((path, test.name), 0), test.seconds > 3,
                    round(test.seconds, 1) - kin, test.name)
        return sorted((t for t in self.tests if self.reach.reaches(t, path)), key=rank)

    def compile(self):
        # The compiler has the lock too: the next run waits for one that was left behind,
        # whose object would be newer than the source that the run puts back.
        return not subprocess.run(['ninja', '-C', self.build] + self.targets(),
                                  stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL,
                                  pass_fds=[self.lock.fileno()]).returncode

    def targets(self):
        return [str(path.relative_to(self.build)) for path in libraries_of(self.build)]

    def noticed_by(self, path):
        for test in self.order(path):
            if not test.run(10 + 10 * test.seconds):
                self.kills[path, test.name] = self.kills.get((path, test.name), 0) + 1
                return test.name
        return None

    def attempt(self, change):
        """'no build', the name of the test that notices, or None for a survivor."""
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
    return set(re.findall(r'survives: (.*?):\d+\n +- (.*)\n +\+ (.*)', log.read_text()))


def run_group(mutator, group, files, listed, options, deadline):
    drawn = [c for name in files for c in changes_of(name, (mutator.tree / name).read_text())]
    random.Random(f'{options.seed}:{group}').shuffle(drawn)
    if options.again:
        survivors = read_survivors(options.again)
        drawn = [change for change in drawn if change.key() in survivors]
    tried = noticed = skipped = 0
    survivors = []
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
        noticed += who is not None
        if who is None:
            survivors.append(change)
            print(f'survives: {change}', flush=True)
        elif options.verbose:
            print(f'{time.monotonic() - start:5.1f} s {who:20} {change.path}:{change.line} '
                  f'{change.old} -> {change.new}', flush=True)
    return tried, noticed, skipped, len(drawn), survivors


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('root', nargs='?', type=Path, default=ROOT)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=150, help='changes per group')
    parser.add_argument('--groups', default='', help='names, with commas; default: all')
    parser.add_argument('--files', default='', help='patterns of base names, with commas')
    parser.add_argument('--minutes', type=float, default=240, help='time for all of it')
    parser.add_argument('--tree', type=Path, help='folder of the copy, kept for next time')
    parser.add_argument('--again', type=Path, metavar='LOG',
                        help='only what survived in a run that printed LOG')
    parser.add_argument('--suites', default=','.join(SUITES))
    parser.add_argument('--longest', type=float, default=60,
                        help='leave out tests of more seconds of processor time')
    parser.add_argument('--goal', action='store_true', help='exit 1 below the goals')
    parser.add_argument('--check-list', action='store_true',
                        help=f'only see that each entry of {LISTED.name} is still there')
    parser.add_argument('-v', '--verbose', action='store_true')
    return parser.parse_args()


def run(options, tree):
    deadline = time.monotonic() + 60 * options.minutes
    lock = open(tree / '.lock', 'w')
    fcntl.flock(lock, fcntl.LOCK_EX)
    copy_tree(options.root.resolve(), tree)
    build = build_copy(tree)
    tests = find_tests(build, options.suites.split(','), options.longest)
    print(f'# {len(tests)} tests, {sum(t.seconds for t in tests):.0f} s, '
          f'seed {options.seed}', flush=True)
    mutator = Mutator(lock, tree, build, tests)
    wanted = [name for name in options.groups.split(',') if name] or \
        [group for group, _, _ in GROUPS]
    patterns = [name for name in options.files.split(',') if name]
    files, listed, is_short, lines = sources_of(tree), read_listed(), False, []
    for group, goal in sorted(((group, goal) for group, _, goal in GROUPS if group in wanted),
                              key=lambda row: wanted.index(row[0])):
        chosen = [name for name in files[group] if not patterns or
                  any(fnmatch.fnmatchcase(Path(name).name, p) for p in patterns)]
        if not chosen:
            continue
        tried, noticed, skipped, total, _ = run_group(mutator, group, chosen, listed,
                                                      options, deadline)
        percent = 100 * noticed / tried if tried else 0
        is_short |= tried > 0 and percent < goal
        lines.append(f'{group:10} {noticed:4} of {tried:4} noticed: {percent:5.1f} % '
                     f'(goal {goal} %), {skipped} listed as equivalent, {total} possible')
        print(f'# {lines[-1]}', flush=True)
    print('\n'.join(lines))
    return 1 if options.goal and is_short else 0


def check_list(root):
    possible = {change.key() for path in root.glob('src/**/*.c')
                for change in changes_of(str(path.relative_to(root)), path.read_text())}
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
