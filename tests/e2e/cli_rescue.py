#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_rescue.py ALIDADE - a rescue system lacks things: what is read and written without
# /proc, /dev, /sys and a shell, each hidden in a mount namespace of its own
import ctypes
import os
import re
import subprocess

import cli

# What parted wants to be told between "mkpart" and the start.
PARTS = {"msdos": ["primary"], "gpt": ["one"], "bsd": [], "mac": ["one"], "amiga": ["one"],
         "atari": ["primary"], "pc98": ["one"], "sun": [], "dvh": ["primary"]}
NO_FOLDERS = "for i in /proc /dev /sys; do mount -t tmpfs none $i || exit; done"
NO_SHELL = NO_FOLDERS + "; mount --bind /etc/hostname /bin/sh || exit"
CHECKED = "libparted comes to the same table."
NOT_CHECKED = "Not cross-checked by libparted: libparted.so.2 cannot be loaded."
CURES = ("mount -t proc proc /proc", "mount -t sysfs sysfs /sys")
SCRIPTS = {"msdos": "label: dos\nstart=2048,size=20480,type=83\n",
           "gpt": "label: gpt\nstart=2048,size=20480\n"}


def no_libparted():
    """The command that lays a text over the library; None where there is no library."""
    try:
        ctypes.CDLL("libparted.so.2")
    except OSError:
        return None
    with open("/proc/self/maps", encoding="utf-8") as maps:
        path = re.search(r"/\S*libparted\.so\S*", maps.read()).group(0)
    return "mount --bind /etc/hostname %s || exit" % path


def images(room):
    """A table of each kind that is read, with a partition where parted makes one."""
    for label, words in PARTS.items():
        path = cli.image(room, label, 64 * cli.MIB)
        cli.quiet("parted", "-s", path, "mklabel", label)
        cli.quiet("parted", "-s", "-a", "none", path, "mkpart", *words, "8192s", "60031s")
        yield path
    path = cli.image(room, "loop", 64 * cli.MIB)
    cli.quiet("parted", "-s", path, "mklabel", "loop")
    yield path
    # No tool here makes one: IBM's mark in EBCDIC is all that is known of it.
    path = cli.image(room, "aix", 64 * cli.MIB)
    with open(path, "r+b") as file:
        file.write(bytes.fromhex("c9c2d4c1"))
    yield path


def run_without(claims, hide, *words, text=""):
    """The program, after the commands HIDE in a namespace of its own."""
    env = dict(os.environ, LC_ALL="C.UTF-8")
    return subprocess.run(["unshare", "-m", "sh", "-c", hide + '; exec "$@"', "sh",
                           claims.program, *words],
                          input=text, capture_output=True, text=True, env=env, timeout=120)


def read_all(claims, room):
    for path in images(room):
        name = os.path.basename(path)
        whole = claims.run("list", "-J", path)
        if name in PARTS:
            claims.that('"start": 8192' in whole.stdout, name + " has a partition")
        for hide in (NO_FOLDERS, NO_SHELL):
            bare = run_without(claims, hide, "list", "-J", path)
            claims.equal((bare.returncode, bare.stdout), (whole.returncode, whole.stdout),
                         name + " is read the same after: " + hide)


def write_all(claims, room):
    """Own readers and writers suffice: every other check is made, and the plan says so."""
    for label, text in SCRIPTS.items():
        path = cli.image(room, label + "-new", 64 * cli.MIB)
        state = os.path.join(room, "old")
        said = run_without(claims, no_libparted() + ";" + NO_FOLDERS, "apply", "--yes",
                           "--backup=" + state + label, path, text=text)
        claims.equal(said.returncode, 0, label + " is written: " + said.stderr)
        claims.that(NOT_CHECKED in said.stdout, label + ": it is said: " + said.stdout)
        claims.that(CHECKED not in said.stdout, label + ": and nothing else is")
        claims.that("cured:" not in said.stdout, label + ": which no table cures")
        for cure in CURES:
            claims.equal(cli.flat(said.stdout).count(cure), 1, label + ": the plan names " + cure)
        claims.that("read back and is right" in said.stdout, label + " is read back")
        claims.that(os.path.exists(state + label), label + " has a backup")
        claims.equal(claims.run("check", path).returncode, 0, label + " is good")
        # With the library the next change is checked against what was written.
        whole = claims.run("apply", "-n", path, text=claims.run("dump", path).stdout + ",\n")
        claims.that(CHECKED in whole.stdout, label + ": libparted agrees: " + whole.stderr)


def tell_once(claims, room):
    """What the machine lacks is not said again for each disk."""
    paths = [os.path.join(room, label + "-new") for label in SCRIPTS]
    for command in ("list", "check"):
        said = run_without(claims, no_libparted() + ";" + NO_FOLDERS, command, *paths)
        claims.equal(said.stdout.count("libparted2"), 1, command + " names it once")
        claims.equal([said.stderr.count(cure) for cure in CURES], [1, 0],
                     command + " names one cure once: images need no /sys")
        said = claims.run(command, *paths)
        claims.that("libparted" not in said.stdout and not said.stderr,
                    command + " says nothing where all is there")
    said = run_without(claims, NO_FOLDERS, "list")
    claims.equal([said.stderr.count(cure) for cure in CURES], [1, 1],
                 "the list of disks names both cures once")


def script(claims, room):
    if os.geteuid() or run_without(claims, NO_SHELL, "--version").returncode:
        cli.skip("no folder can be hidden in a mount namespace here")
    read_all(claims, room)
    if no_libparted():
        write_all(claims, room)
        tell_once(claims, room)


cli.need("parted", "unshare", "mount")
cli.main(script)
