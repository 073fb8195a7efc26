# SPDX-License-Identifier: GPL-3.0-or-later
# terminal.py - runs a program in a pseudo terminal and watches what it costs
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import threading
import time

ROWS, COLS = 24, 80
FRAME_PAUSE = 0.010    # s without a byte end the first frame, once its marker is there
QUIET = 0.400          # s without a byte: nothing lags behind any more
HELD_KEY = 0.050       # s between the repeats of a key that is held down
LIMIT = 10.0           # s for anything at all to happen
CURSOR_UP, CURSOR_DOWN = b'\x1bOA', b'\x1bOB'    # xterm's, in keypad mode
ENVIRONMENT = {'TERM': 'xterm-256color', 'LC_ALL': 'C.UTF-8'}


def cpu_of(pid):
    """Seconds of CPU of all threads of PID, not of its children; None once it is gone."""
    try:
        return time.clock_gettime((~pid << 3) | 2)    # clock_getcpuclockid(3)
    except OSError:
        return None


def become(command, speed, pipe):
    """In the child: the terminal's size and speed, then the clocks, then the program."""
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', ROWS, COLS, 0, 0))
    if speed:
        attributes = termios.tcgetattr(0)
        attributes[4] = attributes[5] = speed
        termios.tcsetattr(0, termios.TCSANOW, attributes)
    env = {key: value for key, value in os.environ.items()
           if key not in ('LINES', 'COLUMNS', 'LANGUAGE', 'NO_COLOR', 'ALIDADE_ASCII')}
    env.update(ENVIRONMENT)
    os.write(pipe, struct.pack('dd', time.monotonic(), time.process_time()))
    os.execve(command[0], command, env)


class Terminal:
    """A program from its start on, with the bytes it has written."""

    def __init__(self, command, speed=None):
        out, into = os.pipe()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                os.close(out)
                become(command, speed, into)
            finally:
                os._exit(127)
        os.close(into)
        # Both clocks are read right before exec, so Python's own share is not counted.
        self.start, self.cpu_before = struct.unpack('dd', os.read(out, 16))
        os.read(out, 1)    # ends when exec closes the pipe
        os.close(out)
        self.output = b''
        self.is_open = True

    def read(self, wait):
        """What came within WAIT seconds; b'' for nothing, or when the program is gone."""
        ready, _, _ = select.select([self.fd], [], [], max(wait, 0))
        if not ready:
            return b''
        try:
            data = os.read(self.fd, 65536)
        except OSError:    # EIO: nobody has the other end open any more
            data = b''
        self.is_open = bool(data)
        self.output += data
        return data

    def read_until_pause(self, pause, limit=LIMIT):
        """Reads until nothing comes for PAUSE seconds; returns the time of the last byte
        since the start, or None without one."""
        end, last = time.monotonic() + limit, None
        while self.is_open and time.monotonic() < end:
            if not self.read(pause):
                break
            last = time.monotonic() - self.start
        return last

    def read_frame(self, marker):
        """Reads the first frame; a dict of its cost, or None if the marker never came."""
        end, is_complete, frame = time.monotonic() + LIMIT, False, None
        while self.is_open and time.monotonic() < end:
            if not self.read(FRAME_PAUSE if is_complete else end - time.monotonic()):
                break
            cpu, now = cpu_of(self.pid), time.monotonic()
            is_complete = is_complete or marker in self.output
            if is_complete:
                frame = {'wall': now - self.start, 'bytes': len(self.output),
                         'cpu': (cpu or self.cpu_before) - self.cpu_before}
        return frame

    def press(self, key, pause):
        """The bytes that a key brings until nothing comes for PAUSE seconds."""
        before = len(self.output)
        os.write(self.fd, key)
        self.read_until_pause(pause, 2)
        return len(self.output) - before

    def end(self, key=b'Q'):
        """Asks the program to quit; returns user + system seconds of it and of all the
        children it waited for."""
        if key and self.is_open:
            os.write(self.fd, key)
        deadline = time.monotonic() + 3
        while self.is_open and time.monotonic() < deadline:
            self.read(deadline - time.monotonic())
        if self.is_open:
            os.kill(self.pid, signal.SIGTERM)
        os.close(self.fd)
        _, _, usage = os.wait4(self.pid, 0)
        return usage.ru_utime + usage.ru_stime - self.cpu_before


def processes_below(pid):
    """PID and everything it started that still runs."""
    found, at = [pid], 0
    while at < len(found):
        try:
            for thread in os.listdir(f'/proc/{found[at]}/task'):
                with open(f'/proc/{found[at]}/task/{thread}/children') as file:
                    found += [int(word) for word in file.read().split()]
        except OSError:
            pass
        at += 1
    return found


def peak_kib(pid):
    """The most memory PID ever had resident since its exec."""
    try:
        with open(f'/proc/{pid}/status') as file:
            for line in file:
                if line.startswith('VmHWM'):
                    return int(line.split()[1])
    except OSError:
        pass
    return 0


class MemoryWatch(threading.Thread):
    """Polls the peaks of a program and of its children.  wait4's ru_maxrss would start
    at the size of Python, which the program was before its exec."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.own, self.child, self.is_over = pid, 0, 0, False
        self.start()

    def run(self):
        while not self.is_over:
            for pid in processes_below(self.pid):
                peak = peak_kib(pid)
                if pid == self.pid:
                    self.own = max(self.own, peak)
                else:
                    self.child = max(self.child, peak)
            time.sleep(0.0005)

    def stop(self):
        self.is_over = True
        self.join()
        return {'own': self.own, 'child': self.child}
