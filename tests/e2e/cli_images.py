#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_images.py ALIDADE - over images from parted, sfdisk, sgdisk and mkfs: the numbers,
# starts and sizes of the tool that made each, and a document that holds together
import json
import os
import re
import shutil
import subprocess

import cli
import real_disk
import sound

GIB = 1024 * cli.MIB

# Words of mkpart before its two sectors, and those; rounded as the label's grid wants.
PARTED = {
    "amiga": (["one"], (2048, 19967), (32768, 89983)),
    "atari": (["primary"], (2048, 20000), (30001, 60000)),
    "bsd": ([], (2048, 20000), (32769, 90000)),
    "dvh": (["primary"], (4096, 20000), (32769, 90000)),
    "gpt": (["one"], (34, 20000), (32769, 90000)),
    "mac": (["one"], (2048, 20000), (32769, 90000)),
    "msdos": (["primary"], (63, 20000), (32769, 90000)),
    "pc98": (["primary"], (2048, 19967), (32768, 89983)),
    "sun": ([], (16128, 32127), (48384, 96767)),
}
SFDISK = {
    "dos": (1 * GIB, "label: dos\n63,100001,7,*\n,200000,83\n,,f\n"
                     ",100000,82\n,30001,83\n,,8e\n"),
    "gpt": (1 * GIB, "label: gpt\nfirst-lba: 34\nstart=34,size=2014,name=\"it's 1\"\n"
                     "start=2048,size=100001,attrs=\"GUID:63\"\n"),
    "sgi": (1 * GIB, "label: sgi\nstart=4096,size=100000\nstart=104096,size=200000\n"),
    "sun": (1 * GIB, "label: sun\n,100M\n,200M\n"),
    "past-2-TiB": (3072 * GIB, "label: dos\n63,4294967000\n"),
}
SGDISK = {
    "hybrid": ["-n1:2048:+64M", "-n2:0:+100M", "-n3:0:+100M", "-h", "1:2"],
    "hybrid-ee": ["-n1:2048:+64M", "-n2:0:+100M", "-n3:0:+100M", "-h", "1:2:EE"],
    "moved-array": ["-j", "2048", "-n1:0:+64M", "-n2:0:+1M"],
    "256-entries": ["-S", "256", "-n1:0:+64M", "-n200:0:+64M"],
    "attributes": ["-a1", "-n1:35:+64M", "-A1:set:2", "-A1:set:63", "-A1:set:60",
                   "-c1:\u00dcn\u00efcode \u4e2d\u6587"],
    "128": ["-a1", *["-n%d:0:+%ds" % (i, 100 + i) for i in range(1, 129)]],
    "5-TiB": ["-n1:0:+3T", "-n2:0:+64M"],
}
MKFS = {
    "ext4": (["mkfs.ext4", "-q", "-F", "-L", "name"], "ext4"),
    "vfat": (["mkfs.vfat", "-n", "NAME"], "vfat"),
    "ntfs": (["mkfs.ntfs", "-q", "-F", "-f", "-L", "name"], "ntfs"),
    "xfs": (["mkfs.xfs", "-q", "-L", "name"], "xfs"),
    "btrfs": (["mkfs.btrfs", "-q", "-L", "name"], "btrfs"),
    "exfat": (["mkfs.exfat", "-L", "name"], "exfat"),
    "swap": (["mkswap", "-q", "-L", "name"], "swap"),
}


def partitions(whole):
    return {p["number"]: (p["start"], p["size"])
            for p in whole["partitiontable"]["partitions"]}


def parted_says(path, logical):
    # parted opens what it prints for writing, and some labels are "mended" so: a copy.
    copy = path + ".copy"
    cli.quiet("cp", "--sparse=always", path, copy)
    text = cli.quiet("parted", "-sm", copy, "unit", "s", "print",
                     env={**os.environ, "PARTED_SECTOR_SIZE": str(logical)})
    os.unlink(copy)
    label = text.splitlines()[1].split(":")[-3]
    return label, {int(n): (int(start), int(size)) for n, start, size in
                   re.findall(r"^(\d+):(\d+)s:\d+s:(\d+)s:", text, re.M)}


def of_parted(claims, room):
    for label, (words, *ranges) in PARTED.items():
        for logical in (512, 4096):
            path = cli.image(room, "parted-%s-%d" % (label, logical), 128 * cli.MIB * logical // 512)
            env = {**os.environ, "PARTED_SECTOR_SIZE": str(logical)}
            made = subprocess.run(["parted", "-s", path, "mklabel", label], env=env,
                                  capture_output=True, text=True)
            for start, end in ranges:
                # Some labels know no such sectors, or round; what parted then says counts.
                subprocess.run(["parted", "-s", path, "mkpart", *words, "%ds" % start,
                                "%ds" % end], env=env, capture_output=True, text=True)
            found, want = parted_says(path, logical) if not made.returncode else ("", {})
            claims.that(want or logical != 512, label + ": parted makes partitions")
            if not want:
                continue
            whole = sound.image(claims, room, path, "--sector-size=%d" % logical)
            name = os.path.basename(path)
            claims.that(isinstance(whole, dict), "%s is read: %s" % (name, whole))
            if not isinstance(whole, dict):
                continue
            claims.equal(partitions(whole), want, name)
            claims.equal(whole["partitiontable"]["label"],
                         {"msdos": "dos", "dvh": "sgi"}.get(found, found), name)
            os.unlink(path)


def mac_map(claims, room):
    """The entry for the table's own sectors is listed but judges nobody."""
    path = cli.image(room, "mac", 64 * cli.MIB)
    cli.quiet("parted", "-s", path, "mklabel", "mac", "mkpart", "one", "2048s", "20479s")
    result = claims.run("check", path)
    claims.equal(result.returncode, 0, "a Mac disk is not off for its map: " + result.stdout)
    one = claims.json("list", path)["partitiontable"]["partitions"][0]
    claims.equal((one["number"], one["start"], one["verdict"], one["harmless"]),
                 (1, 1, "harmless", "metadata"), "the map")


def of_sfdisk(claims, room):
    for name, (size, text) in SFDISK.items():
        path = cli.image(room, "sfdisk-" + name, size)
        cli.quiet("sfdisk", "-q", "--no-tell-kernel", path, input=text)
        whole = sound.image(claims, room, path)
        theirs = json.loads(cli.quiet("sfdisk", "-J", path))["partitiontable"]
        want = {p["node"]: (p["start"], p["size"]) for p in theirs["partitions"]}
        got = {p["node"]: (p["start"], p["size"])
               for p in whole["partitiontable"]["partitions"]}
        claims.equal(got, want, path)
    path = os.path.join(room, "sfdisk-past-2-TiB")
    whole = claims.json("list", path)
    text = claims.run("list", path).stdout
    claims.that("not addressable by msdos: it ends at 512 x 2^32 bytes = 2 TiB" in text,
                "the sum is in the list: " + text)
    claims.equal(whole["partitiontable"]["free"][-1],
                 {"start": 1 << 32, "size": 1 << 31, "role": "unaddressable"}, "its extent")
    claims.that("msdos-not-addressable" in [n["id"] for n in whole["notes"]], "its note")


def of_sgdisk(claims, room):
    for name, words in SGDISK.items():
        path = cli.image(room, "sgdisk-" + name, (5120 if name == "5-TiB" else 2) * GIB)
        cli.quiet("sgdisk", *words, path)
        whole = sound.image(claims, room, path)
        text = cli.quiet("sgdisk", "-p", path)
        want = {int(n): (int(start), int(end) - int(start) + 1) for n, start, end in
                re.findall(r"^ +(\d+) +(\d+) +(\d+) ", text, re.M)}
        claims.that(want, name + ": sgdisk lists partitions")
        claims.equal(partitions(whole), want, "sgdisk-" + name)
        ids = [note["id"] for note in whole["notes"]]
        claims.equal(ids.count("gpt-hybrid-entry"), 2 if "hybrid" in name else 0,
                     name + ": entries of the hybrid MBR")
        claims.that("gpt-hybrid-mismatch" not in ids, name + ": they match")


def of_mkfs(claims, room):
    for name, (words, want) in MKFS.items():
        if not shutil.which(words[0]):
            print("left out: there is no %s here" % words[0])
            continue
        bare = cli.image(room, "mkfs-" + name, 320 * cli.MIB)
        cli.quiet(*words, bare)
        whole = sound.image(claims, room, bare)
        claims.that(isinstance(whole, dict) and whole["partitiontable"] is None and
                    whole["filesystem"]["fstype"] == want, "%s without a table" % name)
        # The same behind a table: as a partition's content.
        path = cli.image(room, "in-" + name, 512 * cli.MIB)
        cli.quiet("sfdisk", "-q", "--no-tell-kernel", path,
                  input="label: gpt\nstart=4096,size=%d\n" % (320 * 2048))
        real_disk.copy((bare, 0, 320 * cli.MIB), (path, 2 * cli.MIB))
        one = sound.image(claims, room, path)["partitiontable"]["partitions"][0]
        claims.equal((one["start"], one["size"], one["fstype"], one["fslabel"].lower(),
                      one["verdict"]), (4096, 320 * 2048, want, "name", "grain"), path)
        os.unlink(bare)
        os.unlink(path)


def script(claims, room):
    of_parted(claims, room)
    mac_map(claims, room)
    of_sfdisk(claims, room)
    of_sgdisk(claims, room)
    of_mkfs(claims, room)


cli.need("sfdisk", "sgdisk", "parted", "mkfs.ext4")
cli.main(script)
