#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_sfdisk.py ALIDADE - the JSON agrees with sfdisk -J, and with whoever made the table
import json
import re
import subprocess

import cli

GIB = 1024 * cli.MIB
# libparted reads the sector size of a file from here.
ENV_4K = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "PARTED_SECTOR_SIZE": "4096"}


def by_sfdisk(path, text):
    cli.quiet("sfdisk", "-q", "--no-tell-kernel", path, input=text)


def made_by_sfdisk(room):
    """Scripts with starts in odd places, as old systems left them."""
    rows = {
        "dos": (1 * GIB, "label: dos\n63,100001,7,*\n,200000,83\n,,f\n"
                         ",100000,82\n,30001,83\n,,8e\n"),
        "dos4": (64 * cli.MIB, "label: dos\nunit: sectors\nstart=1,size=33,type=83\n"
                               "start=34,size=62,type=c\nstart=100,size=4000,type=a6\n"
                               "start=5000,size=5001,type=ef\n"),
        "gpt": (1 * GIB, "label: gpt\nfirst-lba: 34\nstart=34,size=2014,"
                         "type=21686148-6449-6E6F-744E-656564454649\n"
                         "start=2048,size=100001,name=\"one\","
                         "attrs=\"RequiredPartition LegacyBIOSBootable GUID:63\"\n"
                         "size=200000,type=S\nsize=100000,type=U\n"),
        "gpt-large": (4096 * GIB, "label: gpt\nsize=3T\nsize=100G\n"),
        "sun": (1 * GIB, "label: sun\n,100M\n,200M\n"),
        "sgi": (1 * GIB, "label: sgi\nstart=4096,size=100000\n"
                         "start=104096,size=200000\n"),
    }
    for name, (size, text) in rows.items():
        path = cli.image(room, "sfdisk-" + name, size)
        by_sfdisk(path, text)
        yield path, []


def made_by_sgdisk(room):
    path = cli.image(room, "sgdisk", 2 * GIB)
    cli.quiet("sgdisk", "-a1", "-n1:34:+64M", "-n2:0:+65537s", "-n5:0:0", "-c2:two",
              "-t2:8200", path)
    yield path, []
    path = cli.image(room, "sgdisk-128", 2 * GIB)
    cli.quiet("sgdisk", "-a1", *["-n%d:0:+%ds" % (i, 100 + i) for i in range(1, 129)], path)
    yield path, []


def made_by_parted(room):
    for label in ("msdos", "gpt"):
        path = cli.image(room, "parted-" + label, 1 * GIB)
        cli.quiet("parted", "-s", path, "mklabel", label,
                  "mkpart", "primary", "ext2", "63s", "200000s",
                  "mkpart", "primary", "ext2", "200001s", "50%")
        yield path, []
    path = cli.image(room, "parted-logical", 1 * GIB)
    cli.quiet("parted", "-s", path, "mklabel", "msdos",
              "mkpart", "extended", "4MiB", "100%",
              "mkpart", "logical", "5MiB", "100MiB", "mkpart", "logical", "101MiB", "200MiB")
    yield path, []
    for label in ("msdos", "gpt"):
        path = cli.image(room, "parted-4k-" + label, 1 * GIB)
        cli.quiet("parted", "-s", path, "mklabel", label,
                  "mkpart", "primary", "ext2", "257s", "20000s",
                  "mkpart", "primary", "ext2", "25601s", "60001s", env=ENV_4K)
        yield path, ["--sector-size=4096"]


def made_by_mkfs(room):
    """A file system in a partition that is off, and one without any table."""
    path = cli.image(room, "mkfs-in", 256 * cli.MIB)
    by_sfdisk(path, "label: dos\n63,200000,83\n")
    cli.quiet("mkfs.ext4", "-q", "-F", "-L", "inside", "-E", "offset=%d" % (63 * 512),
              path, "100000k")
    yield path, []


def compare(claims, path, options):
    """Every key that sfdisk writes is ours too, with the same value."""
    said = subprocess.run(["sfdisk", "-J", path], capture_output=True, text=True)
    if said.returncode:
        claims.that(False, "sfdisk -J %s: %s" % (path, said.stderr))
        return
    theirs = json.loads(said.stdout)["partitiontable"]
    ours = claims.json("list", *options, path)["partitiontable"]
    partitions = theirs.pop("partitions")
    for key, value in theirs.items():
        if key == "table-length" or (key == "id" and theirs["label"] not in ("dos", "gpt")):
            continue
        claims.equal(ours.get(key), value, "%s: %s" % (path, key))
    known = {p["node"]: p for p in ours["partitions"]}
    # Types and flags of other labels are numbers to sfdisk, words to libparted; and what
    # stands for the whole disk is a partition to sfdisk alone.
    has_words = theirs["label"] in ("dos", "gpt")
    if has_words:
        claims.equal(set(known), {p["node"] for p in partitions}, path + ": partitions")
    else:
        partitions = [p for p in partitions if p["start"]]
        claims.that(partitions, path + " has partitions")
    for theirs_one in partitions:
        our_one = known.get(theirs_one["node"], {})
        for key, value in theirs_one.items():
            if has_words or key in ("node", "start", "size"):
                claims.equal(our_one.get(key), value, "%s: %s" % (theirs_one["node"], key))
        for key in ("name", "uuid", "attrs"):
            if has_words and key not in theirs_one:
                claims.equal(our_one.get(key), None, "%s: %s" % (theirs_one["node"], key))


def compare_with_parted(claims, path, env=None, options=()):
    """Start and size of each partition, as parted -m says them."""
    text = cli.quiet("parted", "-sm", path, "unit", "s", "print", env=env)
    want = {int(n): (int(start), int(size)) for n, start, size in
            re.findall(r"^(\d+):(\d+)s:\d+s:(\d+)s:", text, re.M)}
    table = claims.json("list", *options, path)["partitiontable"]
    got = {p["number"]: (p["start"], p["size"]) for p in table["partitions"]}
    claims.that(want, "parted lists partitions of " + path)
    claims.equal(got, want, path + ": as parted reads it")


def compare_with_sgdisk(claims, path):
    text = cli.quiet("sgdisk", "-p", path)
    want = {int(n): (int(start), int(end) - int(start) + 1) for n, start, end in
            re.findall(r"^ +(\d+) +(\d+) +(\d+) ", text, re.M)}
    table = claims.json("list", path)["partitiontable"]
    got = {p["number"]: (p["start"], p["size"]) for p in table["partitions"]}
    claims.that(want, "sgdisk lists partitions of " + path)
    claims.equal(got, want, path + ": as sgdisk reads it")


def script(claims, room):
    for path, options in made_by_sfdisk(room):
        compare(claims, path, options)
    for path, options in made_by_sgdisk(room):
        compare(claims, path, options)
        compare_with_sgdisk(claims, path)
    for path, options in made_by_parted(room):
        if options:
            compare_with_parted(claims, path, ENV_4K, options)
        else:
            compare(claims, path, options)
            compare_with_parted(claims, path)
    for path, options in made_by_mkfs(room):
        compare(claims, path, options)
        one = claims.json("list", path)["partitiontable"]["partitions"][0]
        claims.equal((one["fstype"], one["fslabel"], one["verdict"], one["start"]),
                     ("ext4", "inside", "off", 63), "mkfs.ext4 in a partition at 63")
    bare = cli.image(room, "bare", 64 * cli.MIB)
    cli.quiet("mkfs.ext4", "-q", "-F", "-L", "bare", bare)
    whole = claims.json("list", bare)
    claims.equal(whole["partitiontable"], None, "no table")
    claims.equal((whole["filesystem"]["start"], whole["filesystem"]["fstype"]),
                 (0, "ext4"), "a file system straight on the disk")
    claims.equal(whole["filesystem"]["verdict"], "grain", "it starts at 0: aligned")
    claims.equal(claims.run("check", bare).returncode, 0, "nothing is off")


cli.need("sfdisk", "sgdisk", "parted", "mkfs.ext4")
cli.main(script)
