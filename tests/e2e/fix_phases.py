#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# fix_phases.py ALIDADE AT_WRITES - while the data of a partition is moved, libblkid finds nothing at
# its old start, at its new one and where its entry begins meanwhile, or it finds the
# complete content; cryptsetup finds no volume, and repairs none; and other tools that
# repair find nothing, or leave the complete content
#
# The program is stopped at each of its writes to the image.  ALIDADE_FIX_LOOKS=N: looks of
# each kind.
import os
import signal

import cli
import fat_files
import real_contents
import real_disk

SECTOR = 512
MIB = 1 << 20
LOOKS = int(os.environ.get("ALIDADE_FIX_LOOKS", "12"))
SIZES = {"xfs": 310, "btrfs": 112}  # MiB; else 36
HEADS = {"luks1": 3, "luks2": 1}     # MiB that cryptsetup reads of a volume here; else 12
FIRST = [[0, SECTOR]]               # the run of bytes that a repair writes

# Both directions, by less than a physical sector and by more.
SHIFTS = {
    "ext2": (63, 56), "ext4": (63, 64), "ntfs": (63, 2048), "fat32": (63, 56), "exfat": (2050, 2048),
    "xfs": (63, 64), "btrfs": (4099, 2048), "luks1": (63, 64), "luks2": (4099, 2048),
    "luks2-large": (63, 56), "lvm": (63, 2048), "md-0.90": (63, 64), "md-1.0": (63, 56),
    "md-1.2": (63, 2048), "swap": (63, 64),
}

# They look for copies of the header by themselves, or when they are told to.
REPAIRS = {"ext2": ("e2fsck", "-fy"), "ext4": ("e2fsck", "-fy"), "ntfs": ("ntfsfix",),
           "exfat": ("fsck.exfat", "-y", "-b"), "xfs": ("xfs_repair", "-f")}
SLOW = {"xfs": 6}  # only at each so many writes
GUARD = b"alidade"


class Stopped:
    """A fix that stops after each of some writes to the image."""

    def __init__(self, runs, path, start, looks):
        self.process = runs.start(
            "fix", "--yes", real_disk.LOSE, "--start=1=%d" % start, path,
            env=runs.at_writes(path, stop=" ".join(str(look) for look in looks)))

    def is_at_write(self):
        """Waits; false when it has ended."""
        pid = self.process.pid
        end = os.waitid(os.P_PID, pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        if end.si_code != os.CLD_STOPPED:
            return False
        os.waitid(os.P_PID, pid, os.WSTOPPED)
        return True

    def go_on(self):
        os.kill(self.process.pid, signal.SIGCONT)


def count_writes(disk, runs, new):
    path, log = disk.again("counted"), os.path.join(disk.room, "log")
    runs.whole("fix", "--yes", real_disk.LOSE, "--start=1=%d" % new, path, env=runs.at_writes(path, log=log))
    count = os.path.getsize(log)
    os.unlink(log)
    os.unlink(path)
    return count


def chosen(count):
    """The first and the last writes, and some of those between."""
    ends = set(range(1, 9)) | set(range(count - 9, count + 1))
    rest = max(LOOKS - len(ends), 1)
    ends |= {9 + i * max(count - 18, 1) // rest for i in range(rest)}
    return sorted(write for write in ends if 0 < write <= count)


class Watcher:
    def __init__(self, disk, runs, path, new):
        self.disk, self.runs, self.path = disk, runs, path
        self.part, self.new = disk.parts[0], new
        self.head = HEADS.get(self.part.kind, 12) * MIB
        self.silent = self.found = self.repaired = self.looks = 0

    def kinds(self):
        """What libblkid finds at the old start, at the new one, and in the envelope."""
        part, low = self.part, min(self.part.start, self.new)
        whole = part.length + abs(self.new - part.start)
        for start, length in ((part.start, part.length), (self.new, part.length), (low, whole),
                              (part.start, 0), (self.new, 0)):
            words = ["-O", str(start * SECTOR)] + (["-S", str(length * SECTOR)] if length else [])
            code, said = real_contents.run("blkid", "-p", *words, "-o", "value", "-s", "TYPE",
                                           self.path)
            # What looks like an empty table only, as sectors within FAT and exFAT do, is 0.
            yield start, said.strip() if code in (0, 2) else "two kinds"

    def look(self, where):
        found = {}
        self.looks += 1
        for start, kind in self.kinds():
            if kind:
                found[start] = kind
        for start in (self.part.start, self.new):
            name = "%s at %d" % (where, start)
            if start in found:
                self.found += 1
                self.is_complete(start, "%s: %s" % (name, found[start]))
            else:
                self.silent += 1
                self.has_no_volume(start, name)
                self.is_not_repaired(start, name)

    def is_complete(self, start, name):
        copy = self.disk.cut_out(self.path, self.part, start)
        if self.part.kind.startswith("luks2") and self.lacks_first(copy):
            self.is_repaired(start, copy, name)
            return
        self.disk.has_files(copy, self.part, name)
        for check, code, said in self.part.content.checks(copy, start):
            self.disk.claims.that(not code, "%s: %s: %s" % (name, check, said[-200:]))

    def lacks_first(self, copy):
        """All is there but the first sector."""
        made = self.disk.cut_out(self.disk.path, self.part, self.part.start, "as-made")
        return real_disk.differing(made, copy) == FIRST

    def is_repaired(self, start, copy, name):
        """cryptsetup writes the first sector, with a checksum of another salt, from the
        second header: what it leaves is complete, and the move goes on from there."""
        self.repaired += 1
        path = os.path.join(self.disk.room, "repaired")
        cli.quiet("cp", "--sparse=always", self.path, path)
        code, said = real_contents.run("cryptsetup", "luksDump", copy)
        self.disk.claims.that(not code, name + ": repaired: " + said)
        fat_files.write_at(path, start * SECTOR, fat_files.read_at(copy, 0, self.head))
        if self.runs.status(path):
            self.runs.whole("resume", "--yes", path)
        self.disk.is_sound(path, name + ", repaired and resumed", FIRST)
        os.unlink(path)

    def is_not_repaired(self, start, name):
        """Or is complete then."""
        repair = REPAIRS.get(self.part.kind)
        if not repair or self.looks % SLOW.get(self.part.kind, 1):
            return
        copy = self.disk.cut_out(self.path, self.part, start, "repaired")
        before = self.disk.cut_out(self.path, self.part, start)
        real_contents.run(*repair, copy)
        if real_disk.differing(before, copy):
            self.repaired += 1
            self.disk.has_files(copy, self.part, "%s: %s" % (name, " ".join(repair)))
            self.disk.claims.equal(len(self.guards(before)), 1, name + ": guards")

    def guards(self, copy):
        """The places of sectors that are guards, among those that differ."""
        made = self.disk.cut_out(self.disk.path, self.part, self.part.start, "as-made")
        return [at for first, end in real_disk.differing(made, copy)
                for at in range(first, end, SECTOR)
                if GUARD in fat_files.read_at(copy, at, SECTOR)]

    def has_no_volume(self, start, name):
        """cryptsetup repairs the first header from the second one."""
        if not self.part.kind.startswith("luks"):
            return
        copy = os.path.join(self.disk.room, "volume")
        with open(self.path, "rb") as file:
            file.seek(start * SECTOR)
            head = file.read(self.head)
        fat_files.write_new(copy, head, self.part.length * SECTOR)
        for words in (("isLuks",), ("luksDump",), ("open", "--test-passphrase", "--key-file", "-")):
            code, _ = real_contents.run("cryptsetup", *words, copy, input=real_contents.PASS)
            self.disk.claims.that(code, "%s: cryptsetup %s fails" % (name, words[0]))
        self.disk.claims.that(fat_files.read_at(copy, 0, self.head) == head,
                              name + ": cryptsetup changes nothing")
        os.unlink(copy)


def watched(disk, runs, new):
    count = count_writes(disk, runs, new)
    path, looks, looked = disk.again("moved"), chosen(count), 0
    watcher, stopped = Watcher(disk, runs, path, new), Stopped(runs, path, new, looks)
    for number in looks:
        if not stopped.is_at_write():
            break
        watcher.look("%s, write %d of %d" % (disk.name, number, count))
        looked += 1
        stopped.go_on()
    said = stopped.process.communicate()[1]
    disk.claims.equal(stopped.process.returncode, 0, disk.name + ": " + said)
    disk.is_fixed(path, disk.name)
    disk.claims.that(looked >= min(LOOKS, count) - 4, "%s: looks: %d" % (disk.name, looked))
    disk.claims.that(watcher.silent or disk.parts[0].kind == "swap", disk.name + ": in motion")
    print("%-12s %5d -> %5d: %3d writes, looked at %d; nothing found %d times, complete %d times, "
          "but for one sector %d times" % (disk.name, disk.parts[0].start, new, count, looked,
                                           watcher.silent, watcher.found, watcher.repaired))
    os.unlink(path)


def script(claims, room):
    runs = real_disk.Runs(claims, room)
    for kind, (old, new) in SHIFTS.items():
        length = SIZES.get(kind, 36) * 2048 + 3
        shape = ("dos", length + 4096 + 12 * 2048, [(1, kind, old, length)])
        disk = real_disk.Disk(claims, room, kind, *shape)
        watched(disk, runs, new)
        os.unlink(disk.path)


cli.need("sfdisk", "blkid", *real_contents.tools_of(SHIFTS))
cli.main(script)
