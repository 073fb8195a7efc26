#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_move.py ALIDADE AT_WRITES - fix and resume on image files: done, stopped by signals, killed,
# taken back; each byte of the data is where it belongs
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import time

import cli
import real_disk
import sound

# The tests themselves may run under nohup.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

SECTOR = 512
START, LENGTH = 63, 60000  # of the partition
SMALL = 704                # sectors behind it: a small journal, so the move takes long
LARGE = 16 * 10 ** 12      # bytes of a disk
MEMORY = 80                # MiB that a move of it may take
# Runs the rest of the words, and prints the most memory that they have taken.
PEAK = """import resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
sys.exit(code)"""


class World:
    def __init__(self, claims, room):
        self.claims, self.room = claims, room
        self.env = dict(os.environ, LC_ALL="C.UTF-8", TERM="xterm", XDG_STATE_HOME=room,
                        **cli.PERTURB)
        self.data = os.path.join(room, "data")
        with open(self.data, "wb") as file:
            file.truncate(LENGTH * SECTOR)
        cli.quiet("mke2fs", "-q", "-t", "ext2", self.data)
        files = os.path.join(room, "files")
        os.mkdir(files)
        for i in range(12):
            with open(os.path.join(files, str(i)), "wb") as file:
                file.write(os.urandom(1 << 20))
            cli.quiet("debugfs", "-w", "-R", "write %s/%d %d" % (files, i, i), self.data)
        with open(self.data, "rb") as file:
            self.bytes = file.read()

    def disk(self, name, more=0):
        path = cli.image(self.room, name, (START + LENGTH + SMALL + more) * SECTOR)
        cli.quiet("sfdisk", "-q", path, input="label: dos\nstart=%d,size=%d\n" % (START, LENGTH))
        with open(path, "r+b") as file:
            file.seek(START * SECTOR)
            file.write(self.bytes)
        return path

    def start(self, *words, env=None, **more):
        return subprocess.Popen([self.claims.program, *words], env=env or self.env, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, **more)

    def run(self, *words):
        return self.claims.run(*words, env={"XDG_STATE_HOME": self.room})

    def partition(self, path):
        parts = self.claims.json("list", path)["partitiontable"]["partitions"]
        return parts[0]["start"]

    def is_at(self, path, start, where):
        self.claims.equal(self.partition(path), start, where + ": the start")
        with open(path, "rb") as file:
            file.seek(start * SECTOR)
            data = file.read(LENGTH * SECTOR)
        self.claims.that(data == self.bytes, where + ": each byte of the file system")

    def is_in_progress(self, path):
        notes = [note["id"] for note in self.claims.json("list", path)["notes"]]
        return "move-in-progress" in notes

    def is_moving(self, path, where):
        self.claims.that(self.is_in_progress(path), where + ": list tells")
        other = self.run("fix", "--yes", path)
        self.claims.equal(other.returncode, 4, where + ": another fix: " + other.stderr)
        self.claims.that("alidade resume" in other.stderr, where + ": " + other.stderr)


def status(world, path):
    return json.loads(world.run("resume", "--status", "--json", path).stdout)


def interrupted(world, name, *words):
    """A disk on which the move has been killed in the middle, some writes after its guard."""
    for write in range(24, 60, 6):
        path = world.disk(name)
        process = world.start("fix", "--yes", *words, path, env={
            **world.env, **real_disk.Runs.at_writes(path, kill=str(write))})
        process.communicate()
        world.claims.equal(process.returncode, -signal.SIGKILL, name + ": killed")
        if status(world, path).get("phase") == "moving":
            break
    world.claims.equal(status(world, path).get("phase"), "moving", name + ": in the middle")
    return path


def until_moving(process):
    """Reads the lines of JSON until data is moved; they are returned."""
    lines = []
    for line in process.stdout:
        lines.append(json.loads(line))
        if lines[-1]["event"] == "step" or lines[-1].get("phase") == "move":
            break
    return lines


def complete(world):
    path = world.disk("complete")
    result = world.run("fix", "--yes", path)
    world.claims.equal((result.returncode, result.stderr), (0, ""), "fix: " + result.stderr)
    for part in ("Done:", "The old table is in "):
        world.claims.that(part in result.stdout, part + ": " + result.stdout)
    world.is_at(path, 64, "fix")
    again = world.run("fix", "--yes", path)
    world.claims.equal((again.returncode, again.stderr), (0, ""), "nothing is left to do")
    world.claims.equal(world.run("resume", "--yes", path).returncode, 0, "nor to resume")


def large(world):
    """Holes are read and moved as holes, and memory does not grow with the disk."""
    path = os.path.join(world.room, "large")
    with open(path, "w+b") as file:
        try:
            file.truncate(LARGE)
        except OSError as error:
            return print("not tried: a file of 16 TB: %s" % error)
        file.seek(START * SECTOR)
        file.write(world.bytes)
    cli.quiet("sfdisk", "-q", path, input="label: gpt\nfirst-lba: 34\nstart=%d,size=%d\n" %
              (START, (LARGE >> 20 << 11) - 300000))
    before = os.stat(path).st_blocks
    done = subprocess.run([sys.executable, "-c", PEAK, world.claims.program, "fix", "--yes",
                           "--start=1=2048", path], env=world.env, capture_output=True, text=True)
    world.claims.equal(done.returncode, 0, "large: " + done.stderr)
    world.is_at(path, 2048, "large")
    peak, more = int(done.stdout.split()[-1]), (os.stat(path).st_blocks - before) >> 11
    print("16 TB, nearly all holes: %d MiB of memory, %d MiB more are stored" % (peak, more))
    world.claims.that(more < 128, "large: %d MiB are no holes any more" % more)
    with open(world.claims.program, "rb") as file:
        has_own = b"__asan" in file.read()  # a sanitizer takes memory of its own
    world.claims.that(peak <= MEMORY or has_own, "large: %d MiB of memory" % peak)
    os.unlink(path)
    return None


def data_of(path, start):
    """Bytes of the partition at START that are no holes of the image."""
    found, end, stop = 0, start * SECTOR, (start + LENGTH) * SECTOR
    with open(path, "rb") as file:
        while end < stop:
            try:
                data = min(os.lseek(file.fileno(), end, os.SEEK_DATA), stop)
            except OSError:
                break
            end = min(os.lseek(file.fileno(), data, os.SEEK_HOLE), stop)
            found += end - data
    return found


def sparse_disk(world, name, data):
    """A disk with DATA in its partition, and no data where that has none."""
    path = world.disk(name, 65536)
    with open(path, "r+b") as file:
        file.truncate(START * SECTOR)
        file.truncate((START + LENGTH + SMALL + 65536) * SECTOR)
        for at in range(0, len(data), 4096):
            if any(data[at:at + 4096]):
                file.seek(START * SECTOR + at)
                file.write(data[at:at + 4096])
    return path


def bytes_at(path, start):
    with open(path, "rb") as file:
        file.seek(start * SECTOR)
        return file.read(LENGTH * SECTOR)


def holes(world):
    """A hole is moved as a hole over data too, up and down; without a file system that can
    make one, as zeros."""
    content, far = bytearray(world.bytes), 8192
    content[4 << 20:8 << 20] = bytes(4 << 20)
    for name, more in (("sparse", {}), ("solid", {"solid": "1"})):
        path = sparse_disk(world, name, content)
        before = data_of(path, START)
        for to in (far, 64):
            said = world.claims.run_giving_up("fix", "--yes", "--start=1=%d" % to, path, env={
                "XDG_STATE_HOME": world.room, **real_disk.Runs.at_writes(path, **more)})
            where = "%s, to %d" % (name, to)
            world.claims.equal(said.returncode, 0, where + ": " + said.stderr)
            world.claims.that(bytes_at(path, to) == content, where + ": each byte")
            now = data_of(path, to)
            print("%s: %d KiB of data, then %d" % (where, before >> 10, now >> 10))
            world.claims.equal(now > before + (2 << 20), bool(more), where + ": its holes")
        os.unlink(path)
    path = sparse_disk(world, "killed-at-hole", content)
    kill = real_disk.Runs.at_writes(path, kill_at=str(far * SECTOR + (6 << 20)))
    said = world.claims.run("fix", "--yes", "--start=1=%d" % far, path,
                            env={"XDG_STATE_HOME": world.room, **kill})
    world.claims.equal(said.returncode, -signal.SIGKILL, "killed instead of a hole")
    said = world.run("resume", "--yes", path)
    world.claims.equal((said.returncode, said.stderr), (0, ""), "resume: " + said.stderr)
    world.claims.that(bytes_at(path, far) == content, "killed instead of a hole: each byte")


def made_at_old_place(world):
    """A partition that begins where the moved one did is not taken for one in motion."""
    path = world.disk("left")
    world.claims.equal(world.run("fix", "--yes", "--start=1=72", path).returncode, 0, "to 72")
    cli.quiet("sfdisk", "-q", "--wipe=never", path, 
              input="label: dos\nstart=63, size=8, type=da\nstart=72, size=%d\n" % LENGTH)
    found = world.run("resume", "--yes", path)
    world.claims.equal((found.returncode, found.stderr), (0, ""), "nothing is to be resumed")
    notes = [note["id"] for note in world.claims.json("list", path)["notes"]]
    world.claims.that("move-in-progress" not in notes, "nor is one noted: %r" % notes)


def as_json(world):
    path = world.disk("json")
    result = world.run("fix", "--yes", "--json", path)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    kinds = [line["event"] for line in lines]
    world.claims.equal((kinds[0], kinds[-1], kinds.count("step")), ("begin", "end", 1), "events")
    world.claims.equal((lines[-1]["state"], lines[-1]["exit"], lines[-1]["written"]),
                       ("complete", 0, True), "the end")
    for line in lines:
        if line["event"] == "progress" and line["bytes"]:
            world.claims.that(0 <= line["bytes-done"] <= line["bytes"], "progress: %r" % line)
    world.is_at(path, 64, "as JSON")


def stop(world, path, number, delay):
    """Lines and standard error of a fix that gets the signal."""
    process = world.start("fix", "--yes", "--json", path)
    lines = until_moving(process)
    time.sleep(delay)
    process.send_signal(signal.SIGTSTP)
    process.send_signal(number)
    lines += [json.loads(line) for line in process.stdout]
    said = process.stderr.read()
    world.claims.equal(process.wait(timeout=60), 5, "stopped: " + said)
    return lines, said


def stopped(world, number):
    """A disk on which the signal has stopped the move in the middle."""
    claims, name = world.claims, signal.Signals(number).name
    for i in range(30):
        path = world.disk("%s-%d" % (name, i))
        lines, said = stop(world, path, number, 0.01 * i)
        if world.is_in_progress(path):
            break
    claims.that("alidade resume " + path in said, name + ": " + said)
    kept = lines[-1]["result"]["script"] or ""
    claims.that(kept and "is kept in " + kept in said, name + " names the script: " + said)
    claims.equal(kept, lines[-1]["result"]["backup"] + ".sfdisk", name + ": beside the backup")
    with open(kept) as file:
        text = file.read()
    claims.that(text.startswith("# ") and re.search(r"start= *64,", text), name + ": " + text)
    claims.equal((lines[-1]["event"], lines[-1]["state"]), ("end", "stopped"), name)
    notes = [line["text"] for line in lines if line["event"] == "note"]
    claims.that(any("not suspended" in note for note in notes), "%s: %r" % (name, notes))
    claims.that(any("Stopping" in note for note in notes), "%s: %r" % (name, notes))
    world.is_moving(path, name)
    return path


def retried(world):
    """A write that failed is told, while a later one hangs."""
    path, gate = world.disk("retried"), os.path.join(world.room, "gate")
    env = {**world.env, **real_disk.Runs.at_writes(path, fail="100", hang="600", gate=gate)}
    open(gate, "w").close()
    process = world.start("fix", "--yes", "--json", path, env=env)
    retries = []
    for line in map(json.loads, process.stdout):
        if line["event"] == "progress":
            retries.append(line["retries"])
            if (line["retries"] or len(retries) > 20) and os.path.exists(gate):
                os.unlink(gate)
    said = process.stderr.read()
    world.claims.equal((process.wait(timeout=60), retries[-1]), (0, 1), "retried: " + said)
    world.is_at(path, 64, "after a write that failed")


def stuck(world):
    """A drive that does not answer a look is told: Ctrl-C ends it, and so does its answer. It
    can also answer the first reads, and none of those of the rehearsal, from the 40th on."""
    path, gate = interrupted(world, "stuck"), os.path.join(world.room, "stuck-gate")
    before = sound.digest(path)
    env = {**world.env, **real_disk.Runs.at_writes(path, stuck="1", gate=gate)}
    open(gate, "w").close()
    commands = ["resume", "--yes", path], ["backup", path, gate + ".alidade"], ["repair", path]
    for process in [world.start(*words, env=env) for words in commands]:
        told, where = process.stderr.readline(), process.args[1]
        world.claims.equal(told, path + " has not answered for 2 s. Nothing was written; Ctrl-C "
                           "ends this.\n", where + ": told")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        world.claims.equal(process.returncode, -signal.SIGINT, where + ": Ctrl-C ends it")
    world.claims.equal(sound.digest(path), before, "nothing was written")
    env["WRITES_STUCK"] = "40"
    process = world.start("resume", "--yes", "--json", path, env=env)
    told = [json.loads(process.stdout.readline()) for _ in range(2)]
    world.claims.equal([line["event"] for line in told], ["status", "note"], str(told))
    os.unlink(gate)
    said = process.communicate(timeout=60)[1]
    world.claims.equal((process.returncode, said), (0, ""), "it has answered: " + said)
    world.is_at(path, 64, "after a drive that did not answer")


def locked(world):
    """A lock of another program is told before the question; Ctrl-C ends the wait."""
    path = world.disk("locked")
    before = sound.digest(path)
    with open(path, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        process = world.start("fix", "--yes", path)
        told = process.stderr.readline()
        world.claims.that("Another program holds the lock" in told, "told: " + told)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        world.claims.equal(process.returncode, -signal.SIGINT, "Ctrl-C ends the wait")
        process = world.start("fix", "--dry-run", "--json", path)
        told = json.loads(process.stdout.readline())
        world.claims.that("Another program holds the lock" in told.get("text", ""), str(told))
    said = process.communicate(timeout=60)[1]
    world.claims.equal((process.returncode, said), (0, ""), "released: " + said)
    world.claims.equal(sound.digest(path), before, "nothing was written")


def changed_at(world, name, write, index, *words):
    """Exit code and standard error of a fix with WORDS, where another program changes byte
    INDEX of the file system at its old place after a WRITE."""
    path = world.disk(name, 16384)
    env = {**world.env, **real_disk.Runs.at_writes(path, stop=str(write))}
    process = world.start("fix", "--yes", "--json", *words, path, env=env)
    stopped = os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
    world.claims.equal(stopped.si_code, os.CLD_STOPPED, name + ": after a write")
    with open(path, "r+b") as file:
        file.seek(START * SECTOR + index)
        byte = file.read(1)[0]
        file.seek(START * SECTOR + index)
        file.write(bytes([byte ^ 1]))
    process.send_signal(signal.SIGCONT)
    said = process.communicate(timeout=120)[1]
    os.unlink(path)
    return process.returncode, said


def replaced(world):
    """Another file under its name: what was written to the open file is told, and where."""
    for name, write, is_kept in (("early", 5, True), ("late", 60, True), ("gone", 60, False)):
        path, old = world.disk(name, 16384), os.path.join(world.room, name + "-old")
        env = {**world.env, **real_disk.Runs.at_writes(path, stop=str(write))}
        process = world.start("fix", "--yes", "--to=nudge", path, env=env)
        stopped = os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        world.claims.equal(stopped.si_code, os.CLD_STOPPED, name + ": after a write")
        if is_kept:
            os.rename(path, old)
        os.rename(cli.image(world.room, "other", 1 << 20), path)
        process.send_signal(signal.SIGCONT)
        out, said = process.communicate(timeout=120)
        world.claims.equal(process.returncode, 6, name + ": " + said + out)
        for part in ("What was written is not in " + path,
                     old if is_kept else "is deleted, or has another name"):
            world.claims.that(part in said and part in cli.flat(out), name + ": " + said + out)
        with open(path, "rb") as file:
            world.claims.that(file.read() == bytes(1 << 20), name + ": nothing is in the other")
        if name == "late":
            world.is_at(old, 64, name)


def changed(world):
    """Without the check at the end, what is read for the move is compared all the same."""
    early = (5, 9 << 20)  # all was read once, and nothing is moved
    late = (30, LENGTH * SECTOR - (2 << 20))  # that is moved
    for name, (write, index), words, code, part in (
            ("early-unchecked", early, ("--no-check",), 6, "is not all the same as before the move"),
            ("late", late, (), 6, "is not all the same as before the move"),
            ("late-unchecked", late, ("--no-check",), 0, "")):
        found, said = changed_at(world, name, write, index, *words)
        world.claims.equal(found, code, name + ": " + said)
        world.claims.that(part in said, "%s: %r" % (name, said))
        world.claims.that(not code or "alidade resume" in said, "%s: %r" % (name, said))


def signals(world):
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT, signal.SIGHUP):
        path = stopped(world, number)
        status = world.run("resume", "--status", path)
        world.claims.equal(status.returncode, 0, "status: " + status.stderr)
        world.claims.that("partition 1 from sector 63 to 64" in status.stdout.replace("\n", " "),
                          status.stdout)
        result = world.run("resume", "--yes", path)
        world.claims.equal((result.returncode, result.stderr), (0, ""), "resume: " + result.stderr)
        world.is_at(path, 64, "resumed")


def stopped_said(world):
    """After Ctrl-C the first line tells that it has stopped."""
    path = world.disk("said", 16384)
    env = {**world.env, **real_disk.Runs.at_writes(path, stop="5")}
    process = world.start("fix", "--yes", path, env=env)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGCONT)
    said = process.communicate(timeout=120)
    world.claims.equal(process.returncode, 5, "stopped: %r" % (said,))
    end = said[0][said[0].find("\nStopped.\n\n"):]
    world.claims.that("How it has ended" in end and "Stopped, and nothing is lost" in said[1],
                      "stopped: %r" % (said,))
    os.unlink(path)


def nohup(world):
    path = world.disk("nohup")
    process = world.start("fix", "--yes", "--json", path,
                          preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    until_moving(process)
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=120)
    world.claims.equal(process.returncode, 0, "under nohup it goes on")
    world.is_at(path, 64, "nohup")


def at_work(world):
    """A second program leaves the disk to the first one."""
    path = world.disk("at-work")
    process = world.start("fix", "--yes", "--json", path)
    until_moving(process)
    status = {}
    while process.poll() is None and status.get("event") != "status":
        status = json.loads(world.run("resume", "--status", "--json", path).stdout)
    second = world.run("resume", "--yes", path)
    if process.poll() is None:
        world.claims.equal((status.get("at-work"), status.get("safe-to-unplug")), (True, False),
                           "the status says so")
        world.claims.equal(second.returncode, 4, "a second resume: " + second.stderr)
        world.claims.that("Another program completes the move" in second.stderr, second.stderr)
    process.communicate(timeout=120)
    world.claims.equal(process.returncode, 0, "the first one ends as if alone")
    world.is_at(path, 64, "with two programs")


def closed_pipe(world):
    path = world.disk("pipe")
    process = world.start("fix", "--yes", "--json", path)
    until_moving(process)
    process.stdout.close()
    process.send_signal(signal.SIGTSTP)  # is answered at once
    said = process.stderr.read()
    process.wait(timeout=60)
    world.claims.equal(process.returncode, 5, "no reader: " + said)
    world.claims.equal(world.run("resume", "--yes", path).returncode, 0, "resume")
    world.is_at(path, 64, "after the pipe")


def ends_in_the_log(world):
    """Of a resume: what its boot loader needs, too; four bytes make it LILO."""
    path = interrupted(world, "log")
    with open(path, "r+b") as file:
        file.seek(6)
        file.write(b"LILO")
    result = world.run("resume", "--yes", path)
    said = " ".join(result.stdout.split())
    world.claims.that("LILO loads fixed sectors" in said, "the boot loader: " + said)
    named = re.search(r"in the log: (\S+/alidade\.log)", said)
    if not named:
        raise SystemExit("the log is not named: " + said)
    with open(named.group(1)) as file:
        text = file.read()
    world.claims.that(any(path in line and "all steps are done" in line
                          for line in text.splitlines()), "the log: " + text)


def killed(world):
    path = interrupted(world, "killed")
    world.is_moving(path, "killed")
    for i in range(4):
        process = world.start("resume", "--yes", "--json", path)
        until_moving(process)
        time.sleep(0.02 * i)
        process.kill()
        process.communicate()
    result = world.run("resume", "--yes", path)
    world.claims.equal((result.returncode, result.stderr), (0, ""), "resume: " + result.stderr)
    world.is_at(path, 64, "killed")


def rolled_back(world):
    path = interrupted(world, "back")
    shown = world.run("resume", "--rollback", "-n", path)
    world.claims.equal((shown.returncode, shown.stderr), (0, ""), "rollback, dry run")
    result = world.run("resume", "--rollback", "--yes", path)
    world.claims.equal((result.returncode, result.stderr), (0, ""), "rollback: " + result.stderr)
    world.is_at(path, START, "taken back")
    with open(path, "rb") as file:
        file.seek(SECTOR)
        world.claims.equal(file.read((START - 1) * SECTOR), bytes((START - 1) * SECTOR),
                           "what is before it")
    world.claims.equal(world.run("resume", "--yes", path).returncode, 0, "nothing is left")


def on_terminal(world, words, answer):
    """Exit code, and what was on the screen."""
    process, terminal = pty.fork()
    if not process:
        os.environ.update(world.env)
        os.execv(world.claims.program, [world.claims.program, *words])
    shown, is_asked = b"", False
    while True:
        if not select.select([terminal], [], [], 60)[0]:
            break
        try:
            more = os.read(terminal, 65536)
        except OSError:
            break
        if not more:
            break
        shown += more
        if b"go back: " in shown and not is_asked:
            is_asked = True
            time.sleep(0.5)
            os.write(terminal, answer)
    _, status = os.waitpid(process, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), shown.decode("utf-8", "replace")


def asks(world):
    claims = world.claims
    path = world.disk("asks")
    before = sound.digest(path)
    code, shown = on_terminal(world, ["fix", path], b"no\n")
    claims.equal(code, 1, shown[-300:])
    claims.that("Nothing was written." in shown, shown[-300:])
    claims.equal(sound.digest(path), before, "no")
    code, shown = on_terminal(world, ["fix", path], b"yes\n")
    claims.equal(code, 0, shown[-300:])
    claims.that("unplug: " in shown, "a line of progress: " + shown[-600:])
    world.is_at(path, 64, "yes")


def journal_elsewhere(world):
    """In a file on another disk, of which there is none here: the image is not a disk."""
    journal = os.path.join(world.room, "journal")
    said = subprocess.run(["stat", "-f", "-c", "%T", world.room], capture_output=True,
                          text=True, check=True).stdout.strip()
    if said not in ("ext2/ext3", "xfs", "btrfs"):
        print("not tried on %s: a journal in a file" % said)
        return
    moved = journal + ".elsewhere"
    path = interrupted(world, "elsewhere", "--journal=" + journal)
    os.rename(journal, moved)
    lost = world.run("resume", "--yes", path)
    world.claims.equal(lost.returncode, 4, "the journal is not there: " + lost.stderr)
    world.claims.that(journal in lost.stderr, "it is named: " + lost.stderr)
    result = world.run("resume", "--yes", "--journal=" + moved, path)
    world.claims.equal((result.returncode, result.stderr), (0, ""), result.stderr)
    world.is_at(path, 64, "with a journal in a file")


def tells_of_resume(world, path, env, is_begun):
    """What only reads a disk whose first sector is unreadable names resume."""
    for command in ("list", "check", "plan"):
        said = world.claims.run(command, path, env=env)
        where = "%s, first sector unreadable: %s" % (command, said.stderr)
        world.claims.equal(said.returncode, 3, where)
        world.claims.that("alidade resume " + path in said.stderr, where)
        world.claims.equal("has not ended" in said.stderr, is_begun, where)


def unreadable_in_move(world):
    """Where nothing is remembered, a guard leads to the journal: resume searches the disk for
    one, and writes the first block again, and what else is in that block stays."""
    path, bad = world.disk("searched"), os.path.join(world.room, "bad")
    rows = ["start=%d,size=%d" % part for part in (
        (START, LENGTH), (61440, 225280), (524288, 294912))]
    with open(path, "r+b") as disk:
        disk.truncate(400 << 20)
    cli.quiet("sfdisk", "-q", "--wipe=never", path,
              input="\n".join(["label: dos", *rows]) + "\n")
    loader = os.urandom(SECTOR)
    with open(path, "r+b") as disk:
        disk.seek(3 * SECTOR)
        disk.write(loader)
    process = world.start("fix", "--yes", path,
                          env={**world.env, **real_disk.Runs.at_writes(path, kill="24")})
    process.communicate()
    world.claims.equal(process.returncode, -signal.SIGKILL, "searched: killed")
    with open(bad, "wb") as block:
        block.write(struct.pack("=2Q", 0, 4096))
    env = {"XDG_STATE_HOME": world.room, **real_disk.Runs.at_writes(path, bad=bad)}
    other = {**env, "XDG_STATE_HOME": world.room + "/other"}
    tells_of_resume(world, path, env, True)
    tells_of_resume(world, path, other, True)
    said = world.claims.run("resume", "--yes", path, env=other)
    world.claims.equal(said.returncode, 0, "searched: " + said.stderr)
    world.claims.that(not os.path.exists(bad), "the first block was written as a whole")
    world.is_at(path, 64, "searched")
    with open(path, "rb") as disk:
        disk.seek(3 * SECTOR)
        world.claims.equal(disk.read(SECTOR), loader, "searched: what is in the gap")


def unreadable_in_data(world):
    """A sector of what is still to be moved stops a resume, which names it, and goes on once
    it can be read."""
    path, bad = interrupted(world, "unreadable-data"), os.path.join(world.room, "bad")
    with open(bad, "wb") as block:
        block.write(struct.pack("=2Q", 20000 * SECTOR, 4096))
    env = {"XDG_STATE_HOME": world.room,
           **real_disk.Runs.at_writes(path, bad=bad, hurry="1")}
    said = world.claims.run("resume", "--yes", path, env=env)
    world.claims.equal(said.returncode, 6, "unreadable data: " + said.stderr)
    world.claims.that("Sector 20000 cannot be read" in said.stderr, said.stderr)
    world.claims.that("alidade resume " + path in said.stderr, said.stderr)
    os.unlink(bad)
    said = world.run("resume", "--yes", path)
    world.claims.equal((said.returncode, said.stderr), (0, ""), "readable: " + said.stderr)
    world.is_at(path, 64, "after an unreadable sector")


def searched_in_vain(world):
    """A disk without partitions, which takes minutes to search: Ctrl-C ends that.  The file
    system does not tell of its holes."""
    path = cli.image(world.room, "blank", 1 << 40)
    blocks = os.stat(path).st_blocks
    process = world.start("resume", "--yes", path,
                          env={**world.env, **real_disk.Runs.at_writes(path, dense="1")})
    told = process.stderr.readline()
    world.claims.that("No table of " + path in told and "Ctrl-C ends it" in told, told)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    world.claims.equal(process.returncode, -signal.SIGINT, "Ctrl-C ends the search")
    world.claims.equal(os.stat(path).st_blocks, blocks, "nothing is written")
    os.unlink(path)


def journal_in_swap(world):
    """Swap has a guard from the start; what is moved has none before its data is moved, and
    can be used."""
    path, swap = world.disk("swap"), cli.image(world.room, "made", 32 << 20)
    place = START + LENGTH + 1
    cli.quiet("mkswap", "-q", swap)
    with open(path, "r+b") as disk, open(swap, "rb") as made:
        disk.truncate((place + 65536) * SECTOR)
        disk.seek(place * SECTOR)
        disk.write(made.read())
    cli.quiet("sfdisk", "-q", "--wipe=never", path,
              input="label: dos\nstart=%d,size=%d\nstart=%d,size=65536,type=82\n" %
              (START, LENGTH, place))
    for write, is_moved in ((7, False), (40, True)):
        process = world.start("fix", "--yes", path,
                              env={**world.env, **real_disk.Runs.at_writes(path, kill=str(write))})
        process.communicate()
        said, where = status(world, path), "journal in swap, write %d" % write
        world.claims.equal(said["journal"]["kind"], "swap", where)
        world.claims.equal(said["phase"], "moving" if is_moved else None, where)
        text = cli.flat(world.run("resume", "--status", path).stdout)
        world.claims.equal("No partition is in the middle" in text, not is_moved, where + text)
        world.claims.equal(world.run("resume", "--yes", "--rollback", path).returncode, 0, where)


def begun_and_killed(world, name, write="5", words=(), more=0):
    """The journal is complete; the table is written next, or with write 9 the guard."""
    path = world.disk(name, more)
    process = world.start("fix", "--yes", *words, path,
                          env={**world.env, **real_disk.Runs.at_writes(path, kill=write)})
    process.communicate()
    return path


def far_away(world):
    """Where the journal lies is remembered: a search of the free space ends before it."""
    path = begun_and_killed(world, "far", words=("--start=1=131072",), more=180000)
    lost = world.claims.run("resume", "--status", path,
                            env={"XDG_STATE_HOME": os.path.join(world.room, "no-state")})
    world.claims.that("no move to be completed" in lost.stdout, "not found: " + lost.stdout)
    text = cli.flat(world.run("resume", "--status", path).stdout)
    world.claims.that("all partitions are as they were" in text, "found: " + text)
    result = world.run("resume", "--yes", path)
    world.claims.equal((result.returncode, result.stderr), (0, ""), "far: " + result.stderr)
    world.is_at(path, 131072, "far")


def search(world):
    """Where nothing leads to a journal the whole disk is read: that, and how long it takes,
    is told before it takes that long."""
    path = cli.image(world.room, "blank", 600 * cli.MIB)
    env = {**world.env, **real_disk.Runs.at_writes(path), "WRITES_DENSE": "1"}
    told = "all of the disk is searched for it. This takes about "
    said = world.claims.run("resume", "--status", path, env=env)
    world.claims.equal(said.returncode, 0, "searched: " + said.stderr)
    world.claims.that(told in cli.flat(said.stderr), "the search is told: " + said.stderr)
    world.claims.that("no move to be completed" in said.stdout, "none: " + said.stdout)
    said = world.claims.run("resume", "--status", "--json", path, env=env)
    note, end = (json.loads(line) for line in said.stdout.splitlines())
    world.claims.equal((note["event"], end["state"]), ("note", "nothing"), said.stdout)
    world.claims.that(told in note["text"], "a note of the search: %r" % note)
    said = world.claims.run("resume", "--status", path, env=world.env)
    world.claims.equal(said.stderr, "", "what is known to be empty takes no time")


def nothing_moved_yet(world):
    """The plan is forgotten; until then no other one is carried out."""
    for write in ("9", "5"):
        path = begun_and_killed(world, "begun", write)
        text = cli.flat(world.run("resume", "--status", path).stdout)
        for part in ("all partitions are as they were", "alidade resume --rollback " + path):
            world.claims.that(part in text, "nothing was moved: " + text)
        said = world.run("check", path).stdout
        world.claims.that("are being moved" in said or "is being moved" in said, "told: " + said)
    result = world.run("resume", "--yes", "--rollback", path)
    world.claims.equal((result.returncode, result.stderr), (0, ""), "forgotten")
    world.claims.that("steps that were left are dropped" in result.stdout, result.stdout)
    world.is_at(path, START, "forgotten")
    path = begun_and_killed(world, "replaced")
    before = sound.digest(path)
    words = ("fix", "--yes", "--journal=" + os.path.join(world.room, "j"), path)
    result = world.run(*words)
    world.claims.equal((result.returncode, sound.digest(path)), (4, before), "another plan")
    world.claims.that("alidade resume " + path in result.stderr, "another plan: " + result.stderr)
    result = world.run("resume", "--yes", "--rollback", path)
    world.claims.equal((result.returncode, result.stderr), (0, ""), "the first plan")
    result = world.run(*words)
    world.claims.equal((result.returncode, result.stderr), (0, ""), "another plan")
    text = world.run("resume", "--status", path).stdout
    world.claims.that("there is no move to be completed" in text, "it has ended: " + text)
    text = world.run("check", path).stdout
    world.claims.that("being moved" not in text, "the place of the first plan is old: " + text)


def unreadable(world):
    """restore tells how to make the first sector readable, and restores after that."""
    path, file = world.disk("unreadable"), os.path.join(world.room, "unreadable.alidade")
    bad = os.path.join(world.room, "bad")
    with open(path, "rb") as disk:
        before = disk.read()
    world.run("backup", path, file)
    with open(bad, "wb") as block:
        block.write(struct.pack("=2Q", 0, 4096))
    env = {"XDG_STATE_HOME": world.room, **real_disk.Runs.at_writes(path, bad=bad)}
    tells_of_resume(world, path, env, False)
    said = world.claims.run("resume", "--yes", path, env=env)
    world.claims.equal(said.returncode, 3, "nothing to resume: " + said.stderr)
    world.claims.that("alidade resume --journal=FILE " + path in said.stderr, said.stderr)
    said = world.claims.run("restore", "--yes", file, path, env=env)
    world.claims.equal(said.returncode, 3, "unreadable: " + said.stderr)
    told = re.search("dd if=/dev/zero of=(\\S+) bs=4096 count=1 (\\S+)", said.stderr)
    world.claims.that(told and told[1] == path, "what to do: " + said.stderr)
    cli.quiet("dd", "if=/dev/zero", "of=" + path, "bs=4096", "count=1", "conv=notrunc,fsync")
    os.unlink(bad)
    said = world.run("restore", "--yes", file, path)
    world.claims.equal((said.returncode, said.stderr), (0, ""), "restore: " + said.stderr)
    with open(path, "rb") as disk:
        world.claims.that(disk.read() == before, "the disk is as before")


def script(claims, room):
    world = World(claims, room)
    complete(world)
    large(world)
    holes(world)
    made_at_old_place(world)
    as_json(world)
    retried(world)
    stuck(world)
    locked(world)
    replaced(world)
    changed(world)
    signals(world)
    stopped_said(world)
    nohup(world)
    at_work(world)
    closed_pipe(world)
    ends_in_the_log(world)
    killed(world)
    rolled_back(world)
    if cli.has_terminals():
        asks(world)
    journal_elsewhere(world)
    journal_in_swap(world)
    nothing_moved_yet(world)
    far_away(world)
    unreadable(world)
    unreadable_in_move(world)
    search(world)
    unreadable_in_data(world)
    searched_in_vain(world)


cli.need("sfdisk", "mke2fs", "debugfs")
cli.main(script)
