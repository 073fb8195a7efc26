# SPDX-License-Identifier: GPL-3.0-or-later
# loop.py - image files as disks, for the scripts that need a real block device
import contextlib
import os
import subprocess
import sys
import time

import cli


OWN_MOUNTS = "ALIDADE_OWN_MOUNTS"


def hide_mounts():
    """Begins the script again with mounts of its own.  A mount that all can see is copied
    by every program that makes mounts of its own meanwhile, and holds its device until
    that program has ended."""
    if OWN_MOUNTS in os.environ or subprocess.call(["unshare", "-m", "true"]):
        return
    os.environ[OWN_MOUNTS] = "1"
    os.execvp("unshare", ["unshare", "-m", "--propagation", "private",
                          sys.executable, *sys.argv])


def need():
    if os.geteuid():
        cli.skip("loop devices need root")
    hide_mounts()
    cli.need("flock", "losetup", "partx")
    if subprocess.run(["losetup", "-f"], capture_output=True).returncode:
        cli.skip("there is no free loop device here")


def attach(*arguments):
    """What losetup said: the path of a loop device of our own, or its complaint.  Without
    the lock two that look at once find the same device, and the second holds the first's
    open for a moment."""
    return subprocess.run(["flock", "/dev/loop-control", "losetup", "-f", "--show",
                           *arguments], capture_output=True, text=True)


def nodes_of(path):
    said = subprocess.run(["losetup", "-n", "-O", "NAME", "-j", path], capture_output=True,
                          text=True)
    return said.stdout.split()


def wait_for_others(path, node=None):
    """Until PATH is the file of NODE alone.  A device that a program of another test looks
    at, as all do that are looked for on all disks, is given back only when it has looked:
    so is one that losetup had made first, and gave up for another."""
    for _ in range(600):
        others = [other for other in nodes_of(path) if other != node]
        if not others:
            return
        time.sleep(0.1)
    sys.exit("%s is still the file of %s" % (path, ", ".join(others)))


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
        wait_for_others(path, node)
        yield node
    finally:
        cli.quiet("blockdev", "--setrw", node)
        subprocess.run(["partx", "-d", node], capture_output=True)
        cli.quiet("losetup", "-d", node)
        wait_for_others(path)


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
