#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_trust.py ALIDADE - cases in which the program once took data for nothing or a damaged
# table for an empty or an aligned one, each as a stranger would come across it
import os

import cli
import sound

LEGACY_ONE = "label: dos\nstart=63,size=2097152,type=83\n"


def demo(claims, room, kind):
    made = claims.run("demo", kind, "--no-open", env={"TMPDIR": room,
                                                      "XDG_RUNTIME_DIR": room})
    return made.stdout.rstrip("\n")


def data_without_a_signature(claims, room):
    """VeraCrypt, plain dm-crypt and raw databases look like this."""
    path = cli.image(room, "random", 64 * cli.MIB)
    cli.quiet("sfdisk", "-q", path, input="label: dos\nstart=63, size=60000, type=83\n")
    with open(path, "r+b") as file:
        file.seek(63 * 512)
        file.write(os.urandom(60000 * 512))
    explained = claims.run("explain", path, "1").stdout
    claims.that("no data to move" not in explained and "29.3 MiB move" in explained,
                "explain prices what it cannot name: " + explained)
    one = claims.json("list", path)["partitiontable"]["partitions"][0]
    claims.that(one["suggest"] and
                all(s["data-bytes"] == 60000 * 512 for s in one["suggest"]),
                "all of it counts as data: %r" % one["suggest"])
    claims.that(one["content"] != "none", "not looked at is not empty: %r" % one)


def start_without_its_data(claims, room):
    """The article's own table: the file system begins where no partition begins then."""
    path = cli.image(room, "moved", 1100 * cli.MIB)
    cli.quiet("sfdisk", "-q", path, input=LEGACY_ONE)
    cli.quiet("mkfs.ext4", "-q", "-F", "-L", "data", "-E", "offset=%d" % (63 * 512), path,
              "1048576k")
    before = sound.content(path)
    script = LEGACY_ONE.replace("start=63", "start=64")
    env = {"XDG_STATE_HOME": os.path.join(room, "state")}
    refused = claims.run("apply", "--yes", path, text=script, env=env)
    claims.equal((refused.returncode, sound.content(path)), (4, before), "apply is refused")
    for part in ("ext4 'data'", "1 GiB", "has to be moved", "--lose=1"):
        claims.that(part in refused.stderr, "%r in %s" % (part, refused.stderr))
    given = claims.run("apply", "--yes", "--lose=1", path, text=script, env=env)
    claims.equal(given.returncode, 0, "what was given up is lost: " + given.stderr)


def two_signatures(claims, room):
    """A clean ext4 with an old FAT boot sector left in its sector 0."""
    path = cli.image(room, "both", 64 * cli.MIB)
    fat = cli.image(room, "fat", 63 * cli.MIB)
    cli.quiet("sfdisk", "-q", path, input="label: dos\nstart=2048,type=83\n")
    cli.quiet("mkfs.vfat", "-F", "32", "-s", "1", fat)
    cli.quiet("mkfs.ext4", "-q", "-F", "-E", "offset=%d" % cli.MIB, path, "60000k")
    with open(fat, "rb") as file:
        boot = file.read(512)
    with open(path, "r+b") as file:
        file.seek(cli.MIB)
        file.write(boot)
    listed, checked = claims.run("list", path), claims.run("check", path)
    claims.that("ext4+vfat?" in listed.stdout, "both names: " + listed.stdout)
    claims.equal(checked.returncode, 0, "no verdict from one of them: " + checked.stdout)
    claims.that("two signatures" in checked.stdout, "check says so: " + checked.stdout)
    one = claims.json("list", path)["partitiontable"]["partitions"][0]
    claims.equal((one["verdict"], one["suggest"]), ("grain", []), "the start is judged")


def one_entry_past_the_disk(claims, room):
    path = demo(claims, room, "touching")
    os.truncate(path, 3 << 30)
    listed = claims.run("list", path)
    claims.equal(listed.returncode, 3, "list of a table with damaged entries")
    for part in ("boot", "SHARE", "home", "! past disk"):
        claims.that(part in listed.stdout, "%r in %s" % (part, listed.stdout))
    seen = cli.quiet("sfdisk", "--dump", path)
    whole = claims.json("list", path)
    theirs = [line.split()[0] for line in seen.splitlines() if " : start=" in line]
    ours = whole["partitiontable"]["partitions"]
    claims.that(len(ours) >= len(theirs) == 6, "never fewer than sfdisk: %r" % ours)
    checked = claims.run("check", path)
    claims.equal(checked.returncode, 3, "check of it")
    claims.that("partition 4" in checked.stdout.splitlines()[0], "names the entry first")
    claims.equal(claims.run("dump", path).returncode, 3, "dump of it")


def wrong_sector_size(claims, room):
    path = demo(claims, room, "4kn")
    for words in (("list",), ("check",), ("check", "-v"), ("explain",)):
        said = claims.run(*words, path).stdout
        claims.that("4096-byte sectors" in said or "sectors of another size" in said,
                    "%r says so: %s" % (words, said))
        claims.that("aligned" not in said and "nothing to do" not in said,
                    "%r calls nothing aligned: %s" % (words, said))
    claims.equal(claims.run("check", path).returncode, 3, "check without --sector-size")
    dumped = claims.run("dump", path)
    claims.that(dumped.returncode == 3 and "4096-byte sectors" in dumped.stderr,
                "dump says that it counts otherwise: %r" % dumped.stderr)
    claims.equal(claims.run("check", "--sector-size=4096", path).returncode, 0,
                 "check with it")


def script(claims, room):
    cli.need("sfdisk", "mkfs.ext4", "mkfs.vfat")
    data_without_a_signature(claims, room)
    start_without_its_data(claims, room)
    two_signatures(claims, room)
    one_entry_past_the_disk(claims, room)
    wrong_sector_size(claims, room)


cli.main(script)
