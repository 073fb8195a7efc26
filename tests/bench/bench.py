#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# bench.py - what the first frame and the keys cost, beside cfdisk and parted
"""Compares alidade with cfdisk and `parted -s IMAGE print` on three images.

The tools take turns within every round, so that the ratios hold on a busy machine; what
is printed are medians.  Nothing is asserted, and a tool that is missing is said.

  frame     from exec to the last byte of the first complete frame: the one in which the
            marker stands (a word of the last lines; for parted the end of its output)
  settled   to the last byte before 0.4 s of quiet: what is found out later is there too
  CPU       user + system; to the frame: of the program's threads; session: start, the
            cursor keys and quit, with all children that were waited for
  memory    peak of the program itself since its exec; its children stand apart
  key       cursor-down: held = one every 50 ms, rest = waited for until all is quiet
  reads     calls that read the image, threads and children included (strace, in a run
            of its own, where time is not taken)
"""
import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import termios

sys.dont_write_bytecode = True    # nothing is left behind in the source tree
import images
import reads
import terminal

# Name, arguments before and after the image, a screen or not, marker of the frame.
OTHERS = [
    ('cfdisk', [], [], True, 'Quit'),
    ('parted', ['-s'], ['print'], False, 'Number'),
]
MARKER = 'Quit'
# Where it has room, cfdisk puts details below its table, after all the rest.
MARKERS = {('cfdisk', 'small'): 'Partition type'}
KEYS = {'small': 3, 'gpt128': 12, 'dos60': 12}
SLOW_ROUNDS = 3    # bytes hardly differ from run to run

# Figure, its unit, factor to the unit, what it is, and the goal: a ratio to cfdisk, or a
# number with its unit.
FIGURES = [
    ('frame-wall', 'ms', 1e3, 'wall to the first frame', 0.9),
    ('frame-cpu', 'ms', 1e3, 'CPU to the first frame', 1.0),
    ('settled-wall', 'ms', 1e3, 'wall until settled', None),
    ('session-cpu', 'ms', 1e3, 'CPU of the session, with children', 3.0),
    ('memory', 'KiB', 1, 'peak memory', 1.25),
    ('memory-child', 'KiB', 1, 'peak memory of its largest child', None),
    ('frame-bytes', 'B', 1, 'bytes of the first frame', 1.25),
    ('settled-bytes', 'B', 1, 'bytes until settled', 1.25),
    ('held-key', 'B', 1, 'bytes of a held cursor key', 0.6),
    ('held-key-worst', 'B', 1, '  the worst of them', None),
    ('rest-key', 'B', 1, 'bytes of a cursor key and rest', 0.6),
    ('rest-key-worst', 'B', 1, '  the worst of them', None),
    ('slow-frame-bytes', 'B', 1, 'at 9600 baud: first frame', 1.25),
    ('slow-held-key', 'B', 1, 'at 9600 baud: held cursor key', '120 B'),
    ('slow-rest-key', 'B', 1, 'at 9600 baud: cursor key and rest', 0.6),
    ('slow-rest-key-worst', 'B', 1, '  the worst of them', None),
]


class Tool:
    def __init__(self, name, program, before, after, has_screen, marker):
        self.name, self.has_screen, self.usual_marker = name, has_screen, marker
        self.program, self.before, self.after = program, before, after

    def command(self, image):
        return [self.program, *self.before, image, *self.after]

    def marker(self, image):
        name = os.path.basename(image).removesuffix('.img')
        return MARKERS.get((self.name, name), self.usual_marker)


def put_keys(figures, prefix, started, count):
    held = [started.press(terminal.CURSOR_DOWN, terminal.HELD_KEY) for _ in range(count)]
    for _ in range(count):    # back again, not counted
        started.press(terminal.CURSOR_UP, terminal.HELD_KEY)
    started.read_until_pause(terminal.QUIET, 2)
    rest = [started.press(terminal.CURSOR_DOWN, terminal.QUIET) for _ in range(3)]
    figures[prefix + 'held-key'] = statistics.median(held)
    figures[prefix + 'held-key-worst'] = max(held)
    figures[prefix + 'rest-key'] = statistics.median(rest)
    figures[prefix + 'rest-key-worst'] = max(rest)


def run_once(tool, image, key_count, speed=None):
    """The figures of one run; empty where the frame never came."""
    prefix = 'slow-' if speed else ''
    started = terminal.Terminal(tool.command(image), speed)
    frame = started.read_frame(tool.marker(image).encode())
    if not frame:
        started.end(key=None)
        return {}
    settled = started.read_until_pause(terminal.QUIET) or frame['wall']
    figures = {prefix + 'frame-' + key: value for key, value in frame.items()}
    figures[prefix + 'settled-wall'] = settled
    figures[prefix + 'settled-bytes'] = len(started.output)
    if tool.has_screen and started.is_open:
        put_keys(figures, prefix, started, key_count)
    figures[prefix + 'session-cpu'] = started.end()
    return figures


def run_for_memory(tool, image):
    started = terminal.Terminal(tool.command(image))
    watch = terminal.MemoryWatch(started.pid)
    started.read_until_pause(terminal.QUIET)
    peaks = watch.stop()
    started.end()
    return {'memory': peaks['own'], 'memory-child': peaks['child']}


def count_reads(tool, image, directory):
    log = os.path.join(directory, 'strace.log')
    started = terminal.Terminal(reads.command(log, tool.command(image)))
    started.read_until_pause(2.0)
    started.end()
    before, total = reads.count(log, image, tool.marker(image))
    os.unlink(log)
    return {'reads-before': before if tool.has_screen else None, 'reads': total}


def measure(tools, image, key_count, rounds):
    """Every tool once in each round, every round starting with another one."""
    runs = {tool.name: [] for tool in tools}
    for turn in range(rounds + 1):
        for tool in tools[turn % len(tools):] + tools[:turn % len(tools)]:
            figures = run_once(tool, image, key_count)
            figures.update(run_for_memory(tool, image))
            if tool.has_screen and turn <= SLOW_ROUNDS:
                figures.update(run_once(tool, image, key_count, termios.B9600))
            if turn:    # the first round fills the caches
                runs[tool.name].append(figures)
    return runs


def median_of(runs, figure):
    values = [run[figure] for run in runs if figure in run]
    return statistics.median(values) if values else None


def say(value, factor, unit):
    if value is None:
        return '-'
    return f'{value * factor:.1f} {unit}' if factor != 1 else f'{value:.0f} {unit}'


def put_row(title, cells, ratio, goal):
    print(f'  {title:36}' + ''.join(f'{cell:>12}' for cell in cells) +
          f'{ratio:>8}  {goal}'.rstrip())


def print_figures(tools, runs):
    for figure, unit, factor, title, goal in FIGURES:
        values = [median_of(runs[tool.name], figure) for tool in tools]
        by_name = dict(zip([tool.name for tool in tools], values))
        ratio, verdict = '', ''
        if by_name.get('cfdisk') and by_name.get('alidade') is not None:
            value = by_name['alidade'] / by_name['cfdisk']
            ratio = f'{value:.2f}'
            if isinstance(goal, str):
                is_met = by_name['alidade'] * factor <= float(goal.split()[0])
            else:
                is_met = goal is not None and value <= goal
            if goal:
                verdict = f'goal {goal}: ' + ('met' if is_met else 'missed')
        put_row(title, [say(value, factor, unit) for value in values], ratio, verdict)


def print_reads(tools, counts, goal):
    for figure, title in (('reads-before', 'reads before the first frame'),
                          ('reads', 'reads until settled')):
        verdict = ''
        if figure == 'reads-before' and counts[tools[0].name][figure] is not None:
            is_met = counts[tools[0].name][figure] <= goal
            verdict = f'goal {goal}: ' + ('met' if is_met else 'missed')
        cells = [say(counts[tool.name][figure], 1, '') for tool in tools]
        put_row(title, cells, '', verdict)


def say_versions(tools):
    for tool in tools:
        done = subprocess.run([tool.program, '--version'], capture_output=True, text=True)
        print((done.stdout.splitlines() or [tool.name])[0])
    load = ' '.join(f'{value:.1f}' for value in os.getloadavg())
    print(f'Linux {os.uname().release}, {os.cpu_count()} CPUs, load {load}')


def find_tools(program):
    tools = [Tool('alidade', os.path.abspath(program), [], [], True, MARKER)]
    for name, *rest in OTHERS:
        path = images.tool(name)
        if path:
            tools.append(Tool(name, path, *rest))
        else:
            print(f'{name} is missing: nothing is compared with it.')
    return tools


def compare(tools, rounds, directory):
    results, no_trace = [], reads.why_not()
    if no_trace:
        print(no_trace)
    for name, make, title, read_goal in images.IMAGES:
        image = os.path.join(directory, name + '.img')
        make(image)
        runs = measure(tools, image, KEYS[name], rounds)
        print(f'\n{title}, {rounds} rounds')
        put_row('', [tool.name for tool in tools], '/cfdisk', '')
        print_figures(tools, runs)
        result = {'image': name, 'title': title, 'runs': runs}
        if not no_trace:
            result['reads'] = {tool.name: count_reads(tool, image, directory)
                               for tool in tools}
            print_reads(tools, result['reads'], read_goal)
        for tool in tools:
            if not any('frame-wall' in run for run in runs[tool.name]):
                print(f'  {tool.name}: "{tool.marker(image)}" never came to the screen.')
        os.unlink(image)
        results.append(result)
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program', help='build/ui/alidade')
    parser.add_argument('--rounds', type=int, default=9,
                        help='per image (default 9; fewer than 7 say little)')
    parser.add_argument('--keep-json', metavar='FILE', help='every single figure')
    options = parser.parse_args()
    # What is terminated takes its temporary directory along.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))

    if not os.access(options.program, os.X_OK):
        sys.exit(f'{options.program} is not there: build it first.')
    if not images.tool('sfdisk'):
        sys.exit('sfdisk is missing: the images cannot be made.')
    tools = find_tools(options.program)
    say_versions(tools)
    with tempfile.TemporaryDirectory(prefix='alidade-bench-') as directory:
        results = compare(tools, options.rounds, directory)
    if options.keep_json:
        with open(options.keep_json, 'w') as file:
            json.dump(results, file, indent=1)


if __name__ == '__main__':
    main()
