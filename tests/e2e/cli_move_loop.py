#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_move_loop.py ALIDADE AT_WRITES - fix and resume on block devices: who uses the disk, what the
# kernel knows of it, and what other programs do meanwhile
import contextlib
import hashlib
import os
import random
import signal
import subprocess
import threading
import time

import cli
import loop
import moving
import real_disk


MIDDLE = 30  # the number of a write in the middle of a move


class Scene:
    def __init__(self, claims, room, sector):
        self.claims, self.room, self.sector = claims, room, sector
        self.file_system = moving.file_system(room)

    def disk(self, rest=1024, swap=0):
        return moving.disk(self.room, self.file_system, True, self.sector, rest, swap)

    def words(self, disk, numbers=(1, 2), is_given=False):
        """With the new starts, where they are given: what is in use is refused then."""
        words = ["fix", "--physical-sector=4096", "--yes", disk.node]
        if is_given or self.sector == 4096:
            words += ["--start=%d=%d" % (number, disk.parts[number - 1][0] + 1)
                      for number in numbers]
            return words
        return words + ["--to=nudge"]

    def run(self, *words, env=()):
        return self.claims.run(*words, env={"XDG_STATE_HOME": self.room, **dict(env)})

    def start(self, *words, env=()):
        return subprocess.Popen([self.claims.program, *words], stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env=dict(os.environ, LC_ALL="C.UTF-8",
                                         XDG_STATE_HOME=self.room, **dict(env)))

    def hurried(self, disk):
        """It does not wait for the kernel to let go of a partition that is kept open."""
        return real_disk.Runs.at_writes(disk.node, hurry="1")

    def done(self, said, where):
        self.claims.equal((said.returncode, said.stderr), (0, ""),
                          where + ": " + said.stdout[-300:])

    def refused(self, disk, words, where, *parts, except_for=()):
        """EXCEPT_FOR: the sectors that the kernel may write meanwhile."""
        self.refused_half(disk, words, where, *parts, except_for=except_for)
        self.claims.equal(sorted(disk.kernel()), sorted(disk.table(self.claims)),
                          where + ": the kernel has all partitions")

    def refused_half(self, disk, words, where, *parts, except_for=()):
        before = self.compared(disk, except_for)
        said = self.run(*words)
        self.claims.equal(said.returncode, 4, where + ": " + said.stderr)
        for part in parts:
            self.claims.that(part in said.stderr, "%s: %r" % (where, said.stderr))
        self.claims.that(self.compared(disk, except_for) == before,
                         where + ": nothing was written")

    @staticmethod
    def compared(disk, except_for):
        whole = disk.read()
        if not except_for:
            return whole
        return whole[:except_for.start * disk.sector] + whole[except_for.stop * disk.sector:]


def ended(scene):
    """Killed at each of the last writes: the kernel has the table that is there, at once or
    when the move is completed."""
    log = os.path.join(scene.room, "writes")
    with scene.disk() as disk:
        scene.done(scene.run(*scene.words(disk), env=real_disk.Runs.at_writes(disk.node, log=log)),
                   "its writes are counted")
    count = os.path.getsize(log)
    os.unlink(log)
    for last in range(count - 3, count + 1):
        with scene.disk() as disk:
            env = real_disk.Runs.at_writes(disk.node, stop=str(last))
            process = scene.start(*scene.words(disk), env=env)
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            process.kill()
            process.communicate()
            where = "killed at write %d of %d" % (last, count)
            scene.claims.equal(process.returncode, -signal.SIGKILL, where)
            if moving.begun(scene.claims, disk):
                scene.done(scene.run("resume", "--yes", disk.node), where)
            moving.check_end(scene.claims, disk, {1, 2}, where)


# --- who uses the disk ---

def used(scene):
    with scene.disk() as disk:
        words = scene.words(disk)
        for part, name in (("", "the disk"), ("p1", "its partition")):
            held = os.open(disk.node + part, os.O_RDWR)
            scene.refused(disk, words, name + " is open for writing", "python3", str(os.getpid()))
            scene.claims.refused("fix-disk-in-use", *words)
            os.close(held)
        if scene.sector == 512:
            words = scene.words(disk, is_given=True)
        held = os.open(disk.node, os.O_RDONLY | os.O_EXCL)
        scene.refused(disk, words, "the disk is claimed")
        os.close(held)
        with loop.mounted(disk.node + "p1", os.path.join(scene.room, "mnt"),
                          "-o", "ro") as folder:
            scene.refused(disk, words, "it is mounted", folder)
        scene.done(scene.run(*words), "after it is closed")
        moving.check_end(scene.claims, disk, {1, 2}, "after it is closed")


def opened(scene):
    """A partition that another program reads cannot be hidden from it."""
    with scene.disk() as disk:
        held = os.open(disk.node + "p2", os.O_RDONLY)
        said = scene.run(*scene.words(disk), env=scene.hurried(disk))
        scene.claims.equal(said.returncode, 6, "open for reading: " + said.stderr)
        scene.claims.that("Partition 2 is open in python3" in said.stdout, said.stdout[-500:])
        scene.claims.that("alidade resume " + disk.node in said.stderr, said.stderr)
        os.close(held)
        scene.done(scene.run("resume", "--yes", disk.node), "once it is closed")
        moving.check_end(scene.claims, disk, {1, 2}, "once it is closed")


def swap_in_use(scene):
    with scene.disk(128 * 512 // scene.sector, 2048) as disk:
        swap = disk.node + "p4"
        cli.quiet("mkswap", swap)
        cli.quiet("blockdev", "--flushbufs", swap)
        if subprocess.run(["swapon", swap], capture_output=True).returncode:
            return print("not tried: swap cannot be used here")
        scene.refused(disk, scene.words(disk), "the only space is swap in use", "--journal",
                      except_for=range(disk.end, disk.end + disk.swap))
        cli.quiet("swapoff", swap)
        scene.done(scene.run(*scene.words(disk)), "idle swap")
        moving.check_end(scene.claims, disk, {1, 2}, "idle swap")
    return None


def large(scene):
    """Reading it takes longer than the program waits before it looks at who uses it."""
    path = cli.image(scene.room, "large", 1040 * cli.MIB)
    start, length = 63, (1 << 30) // 512
    with loop.device(path) as node:
        cli.quiet("sfdisk", "-q", node, input="label: dos\nstart=%d,size=%d\n" % (start, length))
        cli.quiet("partx", "-u", node)
        cli.quiet("mkfs.ext2", "-q", "-F", "-b", "4096", node + "p1")
        scene.done(scene.run("fix", "--yes", "--physical-sector=4096", node,
                             "--start=1=%d" % (start + 1)), "a large partition")
        check = subprocess.run(["e2fsck", "-fn", node + "p1"], capture_output=True, text=True)
        scene.claims.equal(check.returncode, 0, "a large partition: " + check.stdout)
    os.unlink(path)


def kernel_keeps(scene):
    """The journal has a partition meanwhile, which another program can have open."""
    with scene.disk() as disk:
        process = scene.start(*scene.words(disk), env=scene.hurried(disk))
        held = None
        while held is None and process.poll() is None:
            # It is in /sys a moment before it can be opened.
            with contextlib.suppress(OSError):
                held = os.open(disk.node + "p4", os.O_RDONLY)
        _, said = process.communicate()
        scene.claims.that(held is not None, "the partition of the journal appears")
        if held is not None:
            os.close(held)
        scene.claims.equal(process.returncode, 7, "the kernel keeps a partition: " + said)
        scene.claims.that("partprobe " + disk.node in said, "the way out: " + said)
        cli.quiet("partprobe", disk.node)
        moving.check_end(scene.claims, disk, {1, 2}, "the kernel keeps a partition")


def is_claimed(node):
    try:
        os.close(os.open(node, os.O_RDONLY | os.O_EXCL))
    except OSError:
        return True
    return False


def killed_with_journal(scene, disk, journal):
    """Its name, while the move has begun; the device is gone then."""
    with loop.device(journal) as other:
        scene.claims.that(not is_claimed(other), "the journal's device is free")
        env = real_disk.Runs.at_writes(disk.node, stop=str(MIDDLE))
        process = scene.start(*scene.words(disk), "--journal=" + other, env=env)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        scene.claims.that(is_claimed(other), "the journal's device is claimed")
        process.kill()
        process.communicate()
        status = moving.begun(scene.claims, disk) or {"journal": {}}
        scene.claims.equal((status["journal"].get("kind"), status["journal"].get("path")),
                           ("device", other), "the status names it")
        return other


def journal_elsewhere(scene):
    """On another device, which is gone, then there by another name."""
    journal = cli.image(scene.room, "journal", cli.MIB)
    where = "%d, the journal on another device" % scene.sector
    with scene.disk() as disk:
        other = killed_with_journal(scene, disk, journal)
        scene.refused_half(disk, ["resume", "--yes", disk.node], where + ", gone", other)
        blank = cli.image(scene.room, "blank", cli.MIB)
        with loop.device(blank) as first, loop.device(journal) as now:
            if now != other:  # else the guard leads to it, whatever is named
                scene.refused_half(disk, ["resume", "--yes", "--journal=" + first, disk.node],
                                   where + ", another one")
            if first == other:  # the name in the guard is that of another device now
                scene.refused_half(disk, ["resume", "--yes", disk.node],
                                   where + ", another one by its name")
            scene.done(scene.run("resume", "--yes", "--journal=" + now, disk.node), where)
            scene.claims.equal(moving.content(now), "", where + ": it has no content")
        moving.check_end(scene.claims, disk, {1, 2}, where)
    os.unlink(journal)


# --- a neighbour that is mounted ---

class Writer(threading.Thread):
    """Writes files until it is stopped; sums are those of what was written last."""

    def __init__(self, folder):
        super().__init__()
        self.folder, self.sums, self.is_over, self.rounds = folder, {}, False, 0
        stat = os.statvfs(folder)
        self.bytes = stat.f_bavail * stat.f_frsize // 8

    def run(self):
        while not self.is_over:
            for i in range(7):
                path = os.path.join(self.folder, str(i))
                content = os.urandom(self.bytes)
                with open(path, "wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                self.sums[path] = hashlib.sha256(content).digest()
            self.rounds += 1

    def end(self):
        self.is_over = True
        self.join()

    def are_right(self):
        for path, value in self.sums.items():
            with open(path, "rb") as file:
                if hashlib.sha256(file.read()).digest() != value:
                    return False
        return len(self.sums) == 7


def mounted(scene, number, moved, interrupts):
    """Partition NUMBER is written to while the others are moved, also in its blocks that
    share a physical sector with them."""
    claims, where = scene.claims, "%d with %d mounted" % (scene.sector, number)
    folder = os.path.join(scene.room, "mnt")
    with scene.disk() as disk:
        node = disk.node + "p%d" % number
        cli.quiet("mkfs.ext2", "-q", "-F", "-m", "0",
                  "-b", "1024" if scene.sector == 512 else "4096", node)
        with loop.mounted(node, folder):
            writer = Writer(folder)
            writer.start()
            env = real_disk.Runs.at_writes(disk.node, kill=str(MIDDLE)) if interrupts else {}
            process = scene.start(*scene.words(disk, moved), env=env)
            said = process.communicate()[1]
            code = -signal.SIGKILL if interrupts else 0
            claims.equal((process.returncode, said), (code, ""), where)
            if interrupts:
                claims.that(moving.begun(claims, disk), where + ": it is in the middle")
                scene.done(scene.run("resume", "--yes", disk.node), where + ", resumed")
            writer.end()
            claims.that(writer.rounds > 0, where + ": was written to")
        with loop.mounted(node, folder):
            claims.that(writer.are_right(), where + ": its files are right")
        check = subprocess.run(["e2fsck", "-fn", node], capture_output=True, text=True)
        claims.equal(check.returncode, 0, where + ": " + check.stdout)
        moving.check_end(claims, disk, set(moved), where, own={number})


# --- other programs ---

def actors(disk, folder):
    parts = [disk.node + "p%d" % number for number in (1, 2, 3)]
    for part in parts:
        yield ["blkid", "-p", part]
        yield ["mount", "-o", "ro", part, folder]
        yield ["swapon", part]
        yield ["dd", "if=" + part, "of=/dev/null", "bs=1M", "status=none"]
    yield ["blkid", "-p", disk.node]
    yield ["partx", "-u", disk.node]
    yield ["partx", "-a", disk.node]
    yield ["partprobe", disk.node]
    yield ["blockdev", "--rereadpt", disk.node]
    yield ["dd", "if=" + disk.node, "of=/dev/null", "bs=1M", "status=none"]


def has_all_bytes(disk, number):
    start = disk.kernel()[number][0] * 512 // disk.sector
    return disk.part_of(disk.read(), number, start) == disk.part_of(disk.before, number)


def meanwhile(scene, disk, process, tally):
    """What others do while PROCESS moves the data."""
    claims, folder = scene.claims, os.path.join(scene.room, "mnt")
    os.makedirs(folder, exist_ok=True)
    everything = list(actors(disk, folder)) + [[claims.program, "resume", "--yes", disk.node]]
    while process.poll() is None:
        time.sleep(random.uniform(0, 0.05))
        words = random.choice(everything)
        said = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              env=dict(os.environ, XDG_STATE_HOME=scene.room), timeout=60)
        name = os.path.basename(words[0])
        tally[name] = tally.get(name, 0) + 1
        claims.that(name != "swapon" or said.returncode, "no partition is swap")
        if name == "mount" and not said.returncode:
            is_whole = has_all_bytes(disk, int(words[3][-1]))
            cli.quiet("umount", folder)
            claims.that(is_whole, "mounted while it is in motion: " + words[3])


def update_kernel(disk, table):
    """One of the others can have added the journal's partition from the table before the
    last change, and any program on the machine can have that open for a moment."""
    for _ in range(300):
        said = subprocess.run(["partx", "-u", disk.node], capture_output=True, text=True,
                              check=False)
        left = sorted(set(disk.kernel()) - set(table))
        if not left:
            return
        for number in left:
            subprocess.run(["partx", "-d", "--nr", str(number), disk.node], capture_output=True,
                           check=False)
        time.sleep(0.1)
    print("partitions %r are left: %s" % (left, said.stderr))


def with_others(scene, tally):
    claims = scene.claims
    where = "%d beside other programs" % scene.sector
    with scene.disk() as disk:
        words = scene.words(disk, is_given=True)
        for _ in range(8):
            process = scene.start(*words)
            meanwhile(scene, disk, process, tally)
            said = process.communicate()[1]
            claims.that(process.returncode in (0, 4, 6, 7), where + ": " + said)
            tally[process.returncode] = tally.get(process.returncode, 0) + 1
            if moving.begun(claims, disk):
                moving.check_half(claims, disk, where)
                words = ["resume", "--yes", disk.node]
            elif disk.table(claims)[1][0] != disk.parts[0][0]:
                break
            else:
                words = scene.words(disk, is_given=True)
        if moving.begun(claims, disk):
            scene.done(scene.run("resume", "--yes", disk.node), where + ", then alone")
        update_kernel(disk, disk.table(claims))
        moving.check_end(claims, disk, {1, 2}, where)


def script(claims, room):
    seed, tally = int(os.environ.get("ALIDADE_SEED", "20100111")), {}
    random.seed(seed)
    print("ALIDADE_SEED=%d" % seed)
    for sector in (512, 4096):
        scene = Scene(claims, room, sector)
        ended(scene)
        used(scene)
        opened(scene)
        swap_in_use(scene)
        kernel_keeps(scene)
        journal_elsewhere(scene)
        if sector == 512:
            large(scene)
        mounted(scene, 3, (1, 2), False)
        mounted(scene, 1, (2,), False)
        mounted(scene, 1, (2,), True)
        with_others(scene, tally)
    print("meanwhile: " + ", ".join("%s: %d" % it for it in sorted(tally.items(), key=str)))


cli.need("sfdisk", "mke2fs", "debugfs", "mkfs.ext2", "e2fsck", "mkswap", "swapon", "blkid",
         "partprobe")
loop.need()
cli.main(script)
