# SPDX-License-Identifier: GPL-3.0-or-later
# move_screen.py - the same move in the editor and by the command, in turns
import json
import os
import statistics
import subprocess
import sys
import threading
import time

import terminal
from move_disks import MIB, Disk, file_system, fill

DEMANDED = 0.02
OPTIONS = ("--physical-sector=4096",)
ROOM = 68 * MIB    # behind the partition, for the journal
SILENCE = 3.0      # s: a screen that moves data is drawn each 0.5 s
PAUSE = 6.0        # s: as long as the wizard takes; the kernel writes older pages meanwhile
REDRAW, CLEAR, ENTER = b"\x0c", b"\x15", b"\r"
TRIES = 60


def program_env(room):
    return dict(os.environ, LC_ALL="C.UTF-8", XDG_STATE_HOME=room)


def by_command(program, room, node):
    """Seconds from the first line to the last, those of CPU, and the most memory in KiB."""
    time.sleep(PAUSE)
    process = subprocess.Popen([program, "fix", "--yes", "--json", *OPTIONS, node], text=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               env=program_env(room))
    began, last, peak, cpu = None, {}, 0, []
    for text in process.stdout:
        last = json.loads(text)
        peak = max(peak, terminal.peak_kib(process.pid))
        cpu.append(terminal.cpu_of(process.pid) or cpu[-1])
        began = began or time.monotonic()
    seconds = time.monotonic() - began
    if process.wait() or last.get("state") != "complete":
        sys.exit("fix: %s" % last)
    return seconds, cpu[-1] - cpu[0], peak


class Editor(terminal.Terminal):
    def shows(self, words):
        """True if a screen that is drawn completely has WORDS: else only changes are sent."""
        before = len(self.output)
        os.write(self.fd, REDRAW)
        self.read_until_pause(0.3, 2)
        return words in self.output[before:]

    def go(self, key, words):
        """Types KEY, and waits for a screen with WORDS."""
        os.write(self.fd, key)
        for _ in range(TRIES):
            self.read_until_pause(0.4, 2)
            if self.shows(words):
                return
        sys.exit("the editor does not show %r" % words)

    def wait_for_end(self):
        """The moment of the last byte before the screen stays as it is, and the CPU then."""
        last, cpu = time.monotonic(), 0
        while self.is_open and self.read(SILENCE):
            last, cpu = time.monotonic(), terminal.cpu_of(self.pid)
        return last, cpu


def in_editor(program, room, node):
    """Seconds from the Enter behind yes to the report, those of CPU, and the most memory
    in KiB."""
    os.environ["XDG_STATE_HOME"] = room
    editor = Editor([program, *OPTIONS, node])
    editor.go(b"", b"elp")
    editor.go(b"F", b"step 1 of 3")
    editor.go(ENTER, b"step 2 of 3")
    editor.go(ENTER, b"ok ")
    editor.go(ENTER, b"Type yes")
    os.write(editor.fd, CLEAR + b"yes")
    editor.read_until_pause(0.5, 2)
    began, cpu = time.monotonic(), terminal.cpu_of(editor.pid)
    os.write(editor.fd, ENTER)
    last, cpu_last = editor.wait_for_end()
    peak = terminal.peak_kib(editor.pid)
    if not editor.shows(b"is complete"):
        sys.exit("the editor does not tell that the move is complete")
    editor.end(b"qq")
    return last - began, cpu_last - cpu, peak


class Writes:
    """What happens between the first write to an image and the last: its time of change
    tells both, in both programs alike."""

    def __init__(self, path):
        self.path, self.first, self.has_ended = path, None, threading.Event()
        self.thread = threading.Thread(target=self.watch, args=(self.changed(),))
        self.thread.start()

    def changed(self):
        return os.stat(self.path).st_mtime_ns

    def watch(self, before):
        while not self.first and not self.has_ended.wait(0.005):
            now = self.changed()
            self.first = now if now != before else None

    def seconds(self):
        self.has_ended.set()
        self.thread.join()
        return (self.changed() - self.first) / 1e9


def screen_part(options, room, say_demand):
    image = os.path.join(room, "image")
    length = options.size * MIB
    head, ways = file_system(room, length), {"command": by_command, "editor": in_editor}
    seconds, writes, cpus, peaks = ({name: [] for name in ways} for _ in range(4))
    fill(image, length + ROOM + 24 * MIB)
    disk = Disk(image, length, 63, ROOM, False)
    for number in range(options.rounds):
        # Neither is always the first.
        for name in list(ways)[::1 if number % 2 else -1]:
            disk.reset(head)
            moving = Writes(image)
            took, cpu, peak = ways[name](options.program, room, image)
            writes[name].append(moving.seconds())
            seconds[name].append(took)
            cpus[name].append(cpu)
            peaks[name].append(peak)
    os.unlink(image)
    print("\neditor beside command, image file, %d MiB, %d rounds" % (options.size, options.rounds))
    for name in ways:
        print("  %-8s %s s from the first write to the last; from yes to the report %.2f s, "
              "%.3f s of CPU, at most %d KiB" %
              (name, ", ".join("%.2f" % each for each in writes[name]),
               *map(statistics.median, (seconds[name], cpus[name])), max(peaks[name])))
    for words, choose in (("shortest", min), ("medians", statistics.median)):
        ratio = choose(writes["editor"]) / choose(writes["command"])
        say_demand("%s: the editor takes %.3f times as long, at most %.2f" %
                   (words, ratio, 1 + DEMANDED), ratio <= 1 + DEMANDED)
    # Other programs slow both down, but take none of their CPU.
    ratio = statistics.median(cpus["editor"]) / statistics.median(cpus["command"])
    print("  medians of CPU: %.3f times as much" % ratio)
