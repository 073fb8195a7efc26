# SPDX-License-Identifier: GPL-3.0-or-later
# law_editor.py - random keys for law_owner.py: the editor in a pseudo terminal, and what it
# shows there
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

ROWS, COLS = 60, 130
QUIET = 0.02    # s without a byte: it waits for the next key, mostly
LIMIT = 10.0    # s for a screen to come
CANCEL, CLEAR = "\x07", "\x15"
SEQUENCE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|\x1b[()][A-Z0-9]|\x1b([78=>MDE])|"
                      r"([\x00-\x1f\x7f])|([^\x00-\x1f\x7f]+)")
LIST = re.compile("Help|elp")
QUESTION = re.compile(r"Type yes to (write|move)")
ANSWERED = re.compile(r"go back: ?yes")
END = re.compile(r"The table on the disk is the new one|is complete|Nothing (has been|was) "
                 r"written[.]|was not written|could not|cannot be (?!used)|refused|"
                 r"not changed|Written|Not written|not complete|Not moved")
UNKNOWN = re.compile(r"unknown data in free space from sector (\d+)")
REFUSED = re.compile(r"o gives it up")
GIVE_UP = re.compile(r"Sectors? (\d+) (?:to (\d+) hold|holds) [^:]*: give (?:them|it) up \(y/N\)")
MOVED = re.compile(r"How it has ended|not complete|Nothing (has been|was) moved|[Rr]efused")
ASKED = re.compile("%s|%s" % (REFUSED.pattern, QUESTION.pattern))
STEP = "step %d of 3"
GIVE_UP_MAX = 6


class Screen:
    """The few sequences that a vt100 knows and curses writes."""

    def __init__(self):
        self.rows = [[" "] * COLS for _ in range(ROWS)]
        self.y = self.x = 0
        self.saved = (0, 0)
        self.region, self.is_graphic = (0, ROWS - 1), False

    def clear(self, first, last):
        for at in range(first[0] * COLS + first[1], last[0] * COLS + last[1] + 1):
            self.rows[at // COLS][at % COLS] = " "

    def put(self, text):
        for char in text:
            if self.x >= COLS:
                self.x = 0
                self.line_feed()
            self.rows[self.y][self.x] = " " if self.is_graphic else char
            self.x += 1

    def line_feed(self):
        if self.y == self.region[1]:
            del self.rows[self.region[0]]
            self.rows.insert(self.region[1], [" "] * COLS)
        else:
            self.y = min(self.y + 1, ROWS - 1)

    def reverse_line_feed(self):
        if self.y == self.region[0]:
            del self.rows[self.region[1]]
            self.rows.insert(self.region[0], [" "] * COLS)
        else:
            self.y = max(self.y - 1, 0)

    def control(self, char):
        if char == "\n":
            self.line_feed()
        elif char == "\r":
            self.x = 0
        elif char == "\b":
            self.x = max(self.x - 1, 0)
        elif char in "\x0e\x0f":
            self.is_graphic = char == "\x0e"
        elif char == "\t":
            self.x = min((self.x // 8 + 1) * 8, COLS - 1)

    def sequence(self, words, letter):
        given = [int(word) for word in words.split(";") if word.isdigit()]
        count = given[0] if given else 1
        if letter == "H":
            self.y, self.x = (value - 1 for value in (given + [1, 1])[:2])
        elif letter in "ABCD":
            down, right = {"A": (-1, 0), "B": (1, 0), "C": (0, 1), "D": (0, -1)}[letter]
            self.y = min(max(self.y + down * count, 0), ROWS - 1)
            self.x = min(max(self.x + right * count, 0), COLS - 1)
        elif letter == "J" and not given:
            self.clear((self.y, self.x), (ROWS - 1, COLS - 1))
        elif letter == "J":
            self.clear((0, 0), (ROWS - 1, COLS - 1))
        elif letter == "K":
            self.clear((self.y, 0) if given == [1] else (self.y, self.x),
                       (self.y, self.x) if given == [1] else (self.y, COLS - 1))
        elif letter == "r":
            self.region = tuple(value - 1 for value in (given or [1, ROWS]))
            self.y = self.x = 0

    def feed(self, text):
        for match in SEQUENCE.finditer(text):
            words, letter, short, control, plain = match.groups()
            if plain:
                self.put(plain)
            elif letter:
                self.sequence(words, letter)
            elif control:
                self.control(control)
            elif short == "7":
                self.saved = self.y, self.x
            elif short == "8":
                self.y, self.x = self.saved
            elif short == "M":
                self.reverse_line_feed()

    def text(self):
        """Sentences are wrapped, and have a frame."""
        return " ".join("\n".join(map("".join, self.rows)).split())


class Editor:
    def __init__(self, words, env):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLS, 0, 0))
            # Keys can open a field for a file: it is made beside the disk.
            os.chdir(os.path.dirname(words[-1]))
            os.execve(words[0], words, {**env, "TERM": "vt100"})
        self.screen, self.is_open, self.typed = Screen(), True, ""

    def read(self, seconds):
        if not self.is_open or not select.select([self.fd], [], [], max(seconds, 0))[0]:
            return False
        try:
            data = os.read(self.fd, 1 << 16)
        except OSError:  # it has ended
            data = b""
        self.is_open = bool(data)
        self.screen.feed(data.decode(errors="replace"))
        return self.is_open

    def settle(self):
        end = time.monotonic() + LIMIT
        while time.monotonic() < end and self.read(QUIET):
            pass

    def until(self, pattern, seconds=LIMIT):
        end = time.monotonic() + seconds
        while True:
            found = pattern.search(self.screen.text())
            if found or not self.read(end - time.monotonic()):
                return found

    def type(self, keys):
        self.typed += keys
        if self.is_open:
            os.write(self.fd, keys.encode())
            self.settle()

    def give_up(self, rng):
        """Presses o while something is refused, and answers at random; what was agreed to,
        as (first, end, kind)."""
        given = []
        while len(given) < GIVE_UP_MAX and REFUSED.search(self.screen.text()):
            self.type("o")
            asked = self.until(GIVE_UP)
            if not asked or rng.random() < 0.2:
                self.type(rng.choice(("\r", "n\r", CANCEL, "yes\r")))
                break
            first, last = int(asked[1]), int(asked[2] or asked[1])
            given.append((first, last + 1, "known"))
            self.type("y\r")
            self.until(re.compile("Nothing has been written yet|" + STEP % 2))
            self.settle()
        return given

    def walk(self, rng, owned):
        """To the last step of the wizard, and what is given up on the way; False if there
        is nothing to be moved."""
        self.type("F")
        for step in (1, 2):
            if not self.until(re.compile(STEP % step), 3):
                return False
            self.settle()
            if step == 2 and rng.random() < 0.5:
                self.type("\t")
            if step == 2 and rng.random() < 0.8:
                owned += self.give_up(rng)
            self.type("\r")
        if self.until(re.compile("|".join((STEP % 3, ASKED.pattern))), 1) and \
                re.search(STEP % 3, self.screen.text()):
            self.until(re.compile("time of the whole plan|nowhere on this disk"), 3)
            self.settle()
            self.type("\r")
        return bool(self.until(ASKED, 3))

    def answer(self, is_move):
        """Keys that come before the question listens are ignored."""
        for _ in range(100):
            os.write(self.fd, (CLEAR + "yes").encode())
            if self.until(ANSWERED, 0.1):
                break
        self.typed += "yes\n"
        os.write(self.fd, b"\r")
        return self.until(MOVED if is_move else END)

    def end(self):
        """Leaves without another write."""
        for keys in (CANCEL, "qQ", "qQ", "qQ"):
            self.type(keys)
        until = time.monotonic() + LIMIT
        while self.is_open and time.monotonic() < until:
            self.read(until - time.monotonic())
        if self.is_open:
            os.kill(self.pid, signal.SIGKILL)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def size_keys(rng):
    return CLEAR + "%d%s" % (rng.randrange(1, 300), rng.choice(("s", "s", "KiB")))


EDITS = {
    "n": lambda rng: "n" + (size_keys(rng) if rng.random() < 0.6 else "") + "\r",
    "d": lambda rng: "d",
    "r": lambda rng: "r" + rng.choice((size_keys(rng), CLEAR + "+%ds" % rng.randrange(60),
                                       CLEAR + "-%ds" % rng.randrange(60))) + "\r",
    "m": lambda rng: "m" + CLEAR + rng.choice((
        "%d" % rng.randrange(1, 2000), "+%ds" % rng.randrange(1, 20),
        "-%ds" % rng.randrange(1, 20))) + "\r",
    "a": lambda rng: "a",
    "C": lambda rng: "C",
    "N": lambda rng: "N" + "j" * rng.randrange(7) + "\r",
    "s": lambda rng: "s",
    "V": lambda rng: "V" + "j" * rng.randrange(3) + "\r",
}


def random_keys(rng, edit):
    """Selects a row, and makes one edit of it."""
    return "k" * rng.randrange(3) + "j" * rng.randrange(6) + EDITS[edit](rng) + CANCEL
