#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# volume_state_tools.py SHOW_VOLUME_STATE - file systems are clean as their own tools make
# them, and dirty once they are marked: by a tool where there is one, else in the bytes
import os
import shutil
import struct
import subprocess
import sys
import tempfile

MIB = 1024 * 1024
failed = 0
shown = 0


def image(room, size, *words):
    """A new file system; None without its tool."""
    if not shutil.which(words[0]):
        return None
    path = os.path.join(room, "volume")
    if os.path.exists(path):
        os.unlink(path)
    with open(path, "wb") as file:
        file.truncate(size)
    subprocess.run(words + (path,), check=True, capture_output=True)
    return path


def expect(path, want, what):
    global failed, shown
    said = subprocess.run([sys.argv[1], path], capture_output=True, text=True).stdout.strip()
    shown += 1
    if said != want:
        failed += 1
        print("%s: %s, not %s" % (what, said, want))


def change(path, offset, form, function):
    with open(path, "r+b") as file:
        file.seek(offset)
        value, = struct.unpack(form, file.read(struct.calcsize(form)))
        file.seek(offset)
        file.write(struct.pack(form, function(value)))


def debugfs(path, *requests):
    for request in requests:
        subprocess.run(["debugfs", "-w", "-R", request, path], check=True, capture_output=True)


def ext(room):
    for kind in ("ext2", "ext4"):
        path = image(room, 8 * MIB, "mke2fs", "-q", "-F", "-t", kind)
        if not path:
            return
        expect(path, "clean", kind)
        debugfs(path, "set_super_value state 0")
        expect(path, "dirty", kind + ", mounted")
        debugfs(path, "set_super_value state 3")
        expect(path, "errors", kind + " with errors")
    debugfs(path, "set_super_value state 1", "feature needs_recovery")
    expect(path, "dirty", "a journal to be replayed")


def fat(room):
    """Windows marks the FAT, Linux the boot sector."""
    for bits, size, mark, entry, clean in ((12, 4 * MIB, 0x25, None, None),
                                           (16, 32 * MIB, 0x25, "<H", 0x8000),
                                           (32, 300 * MIB, 0x41, "<I", 0x08000000)):
        path = image(room, size, "mkfs.fat", "-F", str(bits))
        if not path:
            return
        what = "FAT%d" % bits
        expect(path, "clean", what)
        change(path, mark, "B", lambda it: it | 1)
        expect(path, "dirty", what + " by Linux")
        change(path, mark, "B", lambda it: it & ~1)
        if entry:
            with open(path, "rb") as file:
                sector, reserved = struct.unpack("<H1xH", file.read(16)[11:])
            at = sector * reserved + struct.calcsize(entry)
            change(path, at, entry, lambda it: it & ~clean)
            expect(path, "dirty", what + " by Windows")
            change(path, at, entry, lambda it: (it | clean) & ~(clean >> 1))
            expect(path, "errors", what + " with unreadable sectors")


def exfat(room):
    path = image(room, 8 * MIB, "mkfs.exfat")
    if path:
        expect(path, "clean", "exFAT")
        change(path, 106, "<H", lambda it: it | 2)
        expect(path, "dirty", "exFAT, mounted")


def ntfs(room):
    """ntfsfix schedules a check, and takes that back."""
    for cluster in ("512", "4096", "65536"):
        path = image(room, 16 * MIB, "mkntfs", "-q", "-Q", "-F", "-c", cluster, "-s", "512",
                     "-p", "63", "-H", "255", "-S", "63")
        if not path or not shutil.which("ntfsfix"):
            return
        expect(path, "clean", "NTFS, clusters of " + cluster)
        subprocess.run(["ntfsfix", path], check=True, capture_output=True)
        expect(path, "dirty", "NTFS that is to be checked")
        subprocess.run(["ntfsfix", "-d", path], check=True, capture_output=True)
        expect(path, "clean", "NTFS after that")


def xfs(room):
    path = image(room, 320 * MIB, "mkfs.xfs", "-q", "-f")
    if not path:
        return
    expect(path, "clean", "XFS")
    with open(path, "rb") as file:
        super_block = file.read(512)
        block, = struct.unpack_from(">I", super_block, 4)
        start, = struct.unpack_from(">Q", super_block, 48)
        size, = struct.unpack_from(">I", super_block, 84)
        log = ((start >> super_block[124]) * size + (start & (1 << super_block[124]) - 1)) * block
    # Its first record: two operations in it are no unmount.
    change(path, log + 40, ">I", lambda it: it + 1)
    expect(path, "dirty", "XFS whose log ends with another record")
    change(path, log + 40, ">I", lambda it: it - 1)
    change(path, 216, ">I", lambda it: it | 16)
    expect(path, "errors", "XFS that needs a repair")


def btrfs(room):
    path = image(room, 120 * MIB, "mkfs.btrfs", "-q", "-f")
    if path:
        expect(path, "clean", "btrfs")
        change(path, 65536 + 96, "<Q", lambda it: 30408704)
        expect(path, "dirty", "btrfs with a log")


def main():
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    with tempfile.TemporaryDirectory() as room:
        for kind in (ext, fat, exfat, ntfs, xfs, btrfs):
            kind(room)
    if not shown:
        print("skipped: there is no tool that makes a file system")
        return 77
    return 1 if failed else 0


sys.exit(main())
