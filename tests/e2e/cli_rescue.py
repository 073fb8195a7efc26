#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_rescue.py ALIDADE - a rescue system lacks things: what is read and written without
# /proc, /dev, /sys and a shell, each hidden in a mount namespace of its own
import os
import subprocess

import cli

# What parted wants to be told between "mkpart" and the start.
PARTS = {"msdos": ["primary"], "gpt": ["one"], "bsd": [], "mac": ["one"], "amiga": ["one"],
         "atari": ["primary"], "pc98": ["one"], "sun": [], "dvh": ["primary"]}
NO_FOLDERS = "for i in /proc /dev /sys; do mount -t tmpfs none $i || exit; done"
NO_SHELL = NO_FOLDERS + "; mount --bind /etc/hostname /bin/sh || exit"


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


def script(claims, room):
    if os.geteuid() or run_without(claims, NO_SHELL, "--version").returncode:
        cli.skip("only root may hide folders in a mount namespace")
    read_all(claims, room)


cli.need("parted", "unshare", "mount")
cli.main(script)
