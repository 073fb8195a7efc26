# SPDX-License-Identifier: GPL-3.0-or-later
# move_screen.py - the same move in the editor and by the command, at the same time
"""Both move at once, each on an image of its own: what else the machine does slows both
down alike, and what one of them writes less in that time, it is slower by. One after the
other, the disk and the memory of a machine differ more from one second to the next than
by what is looked for: several moves of the command itself are 20 % apart."""
import bisect
import contextlib
import os
import select
import statistics
import sys
import time

import terminal
from move_disks import MIB, Disk, file_system, fill

DEMANDED = 0.02
OPTIONS = ("--physical-sector=4096",)
ROOM = 68 * MIB    # behind the partition, for the journal
EDGE = 16 * MIB    # written before the window and after it: more than all but the data
POLL = 0.002       # s between two looks at what was written
SILENCE = 1.5      # s: a screen that moves data is drawn each 0.5 s
MOST = 3           # times as many rounds, while it is not clear
REDRAW, CLEAR, ENTER = b"\x0c", b"\x15", b"\r"
TRIES = 60


class Runner(terminal.Terminal):
    """A program on a terminal, and how much it has written at which times."""

    def __init__(self, *command):
        super().__init__(list(command))
        self.times, self.bytes, self.peak, self.last = [], [], 0, 0

    def begin(self):
        self.times, self.bytes = [], []
        self.cpu_began = self.cpu = terminal.cpu_of(self.pid)

    def look(self):
        """False once it is gone, or an editor shows the same for some time."""
        with contextlib.suppress(OSError, StopIteration), \
                open("/proc/%d/io" % self.pid) as file:
            line = next(line for line in file if line.startswith("wchar"))
            self.times.append(time.monotonic())
            self.bytes.append(int(line.split()[1]))
            self.cpu = terminal.cpu_of(self.pid) or self.cpu
        return self.is_open and time.monotonic() < self.last + SILENCE

    def take(self):
        self.read(0)
        self.last = time.monotonic()
        self.peak = max(self.peak, terminal.peak_kib(self.pid))

    def moment(self, count):
        return self.times[bisect.bisect(self.bytes, count)]

    def window(self):
        return self.moment(self.bytes[0] + EDGE), self.moment(self.bytes[-1] - EDGE)

    def written(self, moment):
        at = bisect.bisect(self.times, moment)
        before, after = self.times[at - 1], self.times[at]
        return self.bytes[at - 1] + (self.bytes[at] - self.bytes[at - 1]) * \
            (moment - before) / (after - before)


class Editor(Runner):
    def shows(self, words):
        """True if a screen that is drawn completely has WORDS: else only changes are sent."""
        before = len(self.output)
        os.write(self.fd, REDRAW)
        self.read_until_pause(0.15, 2)
        return words in self.output[before:]

    def go(self, key, words):
        """Types KEY, and waits for a screen with WORDS."""
        os.write(self.fd, key)
        for _ in range(TRIES):
            self.read_until_pause(0.2, 2)
            if self.shows(words):
                return
        sys.exit("the editor does not show %r" % words)

    def prepare(self):
        """Up to the Enter behind yes."""
        self.go(b"", b"elp")
        self.go(b"F", b"step 1 of 3")
        self.go(ENTER, b"step 2 of 3")
        self.go(ENTER, b"ok ")
        self.go(ENTER, b"Type yes")
        os.write(self.fd, CLEAR + b"yes")
        self.read_until_pause(0.5, 2)


def run_both(editor, command):
    running = [editor, command]
    for each in running:
        each.begin()
        each.last = time.monotonic()
    os.write(editor.fd, ENTER)
    while running:
        ready = select.select([each.fd for each in running], [], [], POLL)[0]
        for each in running:
            if each.fd in ready:
                each.take()
        running = [each for each in running if each.look() or each is command and each.is_open]
    editor.go(b"", b"is complete")
    if b'"state":"complete"' not in command.output:
        sys.exit("fix: %s" % command.output)
    editor.end(b"qQ")
    command.end(None)


def one_pair(program, images):
    """Returns both after their moves."""
    editor = Editor(program, *OPTIONS, images[0])
    editor.prepare()
    command = Runner(program, "fix", "--yes", "--json", *OPTIONS, images[1])
    run_both(editor, command)
    return editor, command


def both_move(pair):
    """From when both move data until one is at the end: seconds, and bytes of each."""
    windows = [each.window() for each in pair]
    began, end = max(each[0] for each in windows), min(each[1] for each in windows)
    if began >= end:
        sys.exit("the two moves were not at the same time")
    return end - began, *(each.written(end) - each.written(began) for each in pair)


def one_round(program, images, head, length):
    """Returns two pairs: each image belongs to each program once, as one may be faster."""
    pairs = []
    for order in (images, images[::-1]):
        for image in images:
            Disk(image, length, 63, ROOM, False).reset(head)
        pairs.append(one_pair(program, order))
    return pairs


def doubt(ratios):
    """The standard error of their mean."""
    return statistics.stdev(ratios) / len(ratios) ** 0.5


def is_unclear(ratios):
    return abs(statistics.mean(ratios) - 1 - DEMANDED) < doubt(ratios)


def screen_part(options, room, say_demand):
    os.environ["XDG_STATE_HOME"] = room
    images = [os.path.join(room, name) for name in ("image", "other")]
    length, rounds = options.size * MIB, max(options.rounds, 2)
    head, pairs, windows, ratios = file_system(room, length), [], [], []
    for image in images:
        fill(image, length + ROOM + 24 * MIB)
    while len(ratios) < rounds or (is_unclear(ratios) and len(ratios) < MOST * rounds):
        pairs += one_round(options.program, images, head, length)
        windows += [both_move(pair) for pair in pairs[-2:]]
        ratios.append(statistics.geometric_mean(by_command / by_editor
                                                for _, by_editor, by_command in windows[-2:]))
    for image in images:
        os.unlink(image)
    print("\neditor beside command, at the same time, two image files, %d MiB, %d rounds" %
          (options.size, len(ratios)))
    print("  while both moved data, for %.1f s in all, without start and end; each round: %s" %
          (sum(seconds for seconds, _, _ in windows),
           ", ".join("%.2f" % each for each in ratios)))
    peaks = []
    for name, all_of in zip(("editor", "command"), zip(*pairs)):
        peaks.append(max(each.peak for each in all_of))
        print("  %-8s %.3f s of CPU, at most %d KiB" %
              (name, statistics.median(each.cpu - each.cpu_began for each in all_of), peaks[-1]))
    say_demand("the editor takes %.3f times as long (+- %.3f), at most %.2f" %
               (statistics.mean(ratios), doubt(ratios), 1 + DEMANDED),
               statistics.mean(ratios) <= 1 + DEMANDED)
    say_demand("the editor takes %.3f times as much memory, at most %.2f" %
               (peaks[0] / peaks[1], 1 + DEMANDED), peaks[0] <= peaks[1] * (1 + DEMANDED))
