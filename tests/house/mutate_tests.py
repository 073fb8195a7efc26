# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests in the copy of the tree that mutate.py changes: which there are, how they end,
and which sources each can get to."""
import hashlib
import json
import os
import re
import resource
import signal
import subprocess
import tempfile
from pathlib import Path

SUITES = ('model', 'device', 'fuzz', 'ui', 'e2e')
PASSES, FAILS, TIME_LIMIT = 'passes', 'fails', 'time limit'
# What a test says of what a limit of ours, or its own, has ended.
ENDED = re.compile(r'Received signal 24|Test timeout expired|TimeoutExpired')
# Scripts that run the whole program take some seconds at most, without root: not in a loop.
SCRIPT = re.compile(r'cli_(?!.*_loop$)')
SCRIPT_SECONDS = 20


class Test:
    def __init__(self, info, build, folders):
        self.name = info['name']
        self.command, self.build = info['cmd'], build
        self.is_whole = info['suite'][0].endswith('e2e')
        self.program = build / 'ui/alidade' if self.is_whole else Path(self.command[0])
        # Fewer rounds show what each step does.
        self.env = {'ALIDADE_ROUNDS_DIVISOR': '4', **os.environ, **info['env'],
                    'TMPDIR': str(build.parent / 'tmp')}
        self.seconds = 0.0  # of the processor: a busy machine does not count
        self.words = set(re.split(r'[_ ]', self.name)) | folders.get(self.command[0], set())

    def run(self, seconds, times=0):
        """Within SECONDS of the processor, and TIMES as many as it takes otherwise."""
        return self.end_of(int(seconds + times * self.seconds) + 1, self.env)

    def run_apart(self):
        """Each claim in a process of its own, for what does not end in one of them."""
        return self.end_of(5, {**self.env, 'CK_FORK': 'yes', 'CK_DEFAULT_TIMEOUT': '10'}, 120)

    def end_of(self, limit, env, most=0):
        with tempfile.TemporaryFile('w+', errors='replace') as output:
            code = self.wait(limit, env, most or 10 * limit, output)
            if not code:
                return PASSES
            output.seek(0)
            text = output.read()
        failed = [line for line in text.splitlines()
                  if line.startswith(('not ok', 'not true')) and not ENDED.search(line)]
        is_ended = code == -signal.SIGXCPU or ENDED.search(text)
        return TIME_LIMIT if is_ended and not failed else FAILS

    def wait(self, limit, env, most, output):
        child = subprocess.Popen(self.command, env=env, cwd=self.build,
                                 stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                 start_new_session=True, preexec_fn=limit_processor(limit))
        try:
            # What sleeps for ever uses no processor.
            return child.wait(most)
        except subprocess.TimeoutExpired:
            return -signal.SIGXCPU
        finally:
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()


def limit_processor(seconds):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    return limit


def passes(test, seconds):
    """Passes without any change in SECONDS of processor time, which are measured."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    is_good = test.run(seconds) == PASSES
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    test.seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return is_good


def digest(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def libraries_of(build):
    return sorted(path for top in ('src', 'ui') for path in build.glob(f'{top}/**/lib*.so'))


def introspect(build, what):
    return json.loads(subprocess.run(['meson', 'introspect', what, build], check=True,
                                     capture_output=True, text=True).stdout)


def sources_of_programs(build, *tops):
    """{program: its sources in TOPS}, of those that are not in a library."""
    found = {}
    for target in introspect(build, '--targets'):
        names = {os.path.relpath(name, build.parent) for group in target['target_sources']
                 for name in group.get('sources', ())}
        names = {name for name in names if name.startswith(tops)}
        if target['type'] == 'executable' and names:
            found[target['filename'][0]] = names
    return found


def is_wanted(info, suites):
    """Needs neither root nor other tests."""
    words = {suite.split(':')[-1] for suite in info['suite']}
    if not words & set(suites) or 'script' in words:
        return False
    if 'e2e' in words:
        return info['protocol'] == 'exitcode' and SCRIPT.match(info['name'])
    return info['protocol'] != 'exitcode' or 'fuzz' in words


def find(build, suites, longest):
    """The tests of SUITES that pass unchanged.  One that fails would notice everything, so
    what was measured before counts only for the same program and the same libraries."""
    times = build / 'mutate-known.json'
    known = json.loads(times.read_text()) if times.exists() else {}
    libraries = [digest(path) for path in libraries_of(build)]
    folders = {program: {word for name in names for word in name.split('/')[1:-1]}
               for program, names in sources_of_programs(build, 'tests/').items()}
    (build.parent / 'tmp').mkdir(exist_ok=True)
    tests = []
    for info in introspect(build, '--tests'):
        if not is_wanted(info, suites):
            continue
        test = Test(info, build, folders)
        # One process for all the tests of a program: forks are slow under the sanitizer.
        # A fuzz replay may have the name of a test of the model.
        key = f'{info["suite"][0]} {test.name}'
        state = [digest(test.program)] + libraries
        fork, test.seconds, measured = known.get(key, (None, 0, None))
        fork = fork if measured == state else None
        test.env['CK_FORK'] = fork or 'no'
        limit = min(longest, SCRIPT_SECONDS) if test.is_whole else longest
        if not fork and not passes(test, limit):
            test.env['CK_FORK'] = 'yes'
            if test.seconds > limit or test.is_whole or not passes(test, limit):
                print(f'# {test.name} fails without any change, or is too long, and is left '
                      'out', flush=True)
                test.seconds = longest + 1
        known[key] = test.env['CK_FORK'], test.seconds, state
        times.write_text(json.dumps(known))
        if test.seconds <= limit:
            tests.append(test)
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
        self.inside = {Path(program): names for program, names in
                       sources_of_programs(build, 'src/', 'ui/').items()}
        for library in libraries_of(build):
            for path in Path(f'{library}.p').glob('*.o'):
                source = str(library.parent.relative_to(build) / path.stem)
                self.uses[source], defined = symbols(path)
                self.owner.update(dict.fromkeys(defined, source))

    def objects(self, program):
        if program not in self.known:
            # Data of a library that a program names is copied into it: defined there.
            found = set(self.inside.get(program, ()))
            names = [name for names in symbols(program, '-D') for name in names]
            while names:
                owner = self.owner.get(names.pop())
                if owner and owner not in found:
                    found.add(owner)
                    names += self.uses[owner]
            self.known[program] = found
        return self.known[program]

    def reaches(self, test, source):
        return source in self.objects(test.program)
