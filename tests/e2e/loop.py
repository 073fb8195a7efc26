# SPDX-License-Identifier: GPL-3.0-or-later
# loop.py - image files as disks, for the scripts that need a real block device
import contextlib
import os
import subprocess
import time

import cli


def need():
    if os.geteuid():
        cli.skip("loop devices need root")
    cli.need("flock", "losetup", "partx")
    if subprocess.run(["losetup", "-f"], capture_output=True).returncode:
        cli.skip("there is no free loop device here")


def attach(*arguments):
    """What losetup said: the path of a loop device of our own, or its complaint.  Without
    the lock two that look at once find the same device, and the second holds the first's
    open for a moment."""
    return subprocess.run(["flock", "/dev/loop-control", "losetup", "-f", "--show",
                           *arguments], capture_output=True, text=True)


@contextlib.contextmanager
def device(path, sector=512):
    """PATH as a disk; its partitions go before it does."""
    said = attach("-b", str(sector), path)
    if said.returncode:
        cli.skip("no loop device with sectors of %d: %s" % (sector, said.stderr.strip()))
    node = said.stdout.strip()
    try:
        # What was said of a device stays with it from one file to the next.
        cli.quiet("blockdev", "--setrw", node)
        yield node
    finally:
        cli.quiet("blockdev", "--setrw", node)
        subprocess.run(["partx", "-d", node], capture_output=True)
        cli.quiet("losetup", "-d", node)


def wait_released(node):
    """Waits, at most 20 s, until no program holds NODE: one that another test has begun
    in a mount namespace of its own keeps a copy of what was mounted then."""
    for _ in range(200):
        try:
            os.close(os.open(node, os.O_RDONLY | os.O_EXCL))
            return
        except OSError:
            time.sleep(0.1)


@contextlib.contextmanager
def mounted(node, folder, *options):
    """FOLDER, with the file system of NODE mounted on it."""
    os.makedirs(folder, exist_ok=True)
    if subprocess.run(["mount", *options, node, folder], capture_output=True).returncode:
        cli.skip("nothing can be mounted here")
    try:
        yield folder
    finally:
        cli.quiet("umount", folder)
        wait_released(node)
