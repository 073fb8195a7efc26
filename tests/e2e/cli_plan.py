#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_plan.py ALIDADE - plan prints the steps for the demos, or why there is no plan, as
# text and JSON, and writes nothing
import hashlib
import os
import subprocess

import cli
import tables as made


def digest(path):
    """Of the start and the end of an image that is mostly a hole."""
    with open(path, "rb") as file:
        start = file.read(cli.MIB)
        file.seek(-cli.MIB, os.SEEK_END)
        return hashlib.sha256(start + file.read()).hexdigest()


def demo(claims, room, kind):
    env = {"TMPDIR": room, "XDG_RUNTIME_DIR": room}
    return claims.run("demo", "--keep", "--no-open", kind, env=env).stdout.split()[0]


def steps(claims, *words):
    document = claims.json("plan", *words)
    return [(step["action"], step["partition"], step["part"], step["from"], step["to"])
            for step in document["plan"]["steps"]]


def legacy(claims, path):
    part = "partition"
    claims.equal(steps(claims, "--to=nudge", path), [
        ("move", 1, part, 63, 56), ("move", 2, part, 204796620, 204796616),
        ("remake", 5, part, 1912586508, 1912586504)], "nudge")
    claims.equal(steps(claims, path), steps(claims, "--to=mib", path), "the default")
    claims.equal(steps(claims, "--to=mib", path), [
        ("table", 3, "container-end", 1953520065, 1953523893),
        ("remake", 5, part, 1912586508, 1912590336),
        ("table", 3, "container-start", 1912586445, 1912589825),
        ("move", 2, part, 204796620, 204800000), ("move", 1, part, 63, 2048)], "mib")
    document = claims.json("plan", "--start=1=64", path)
    after = document["plan"]["result"]["partitiontable"]["partitions"]
    claims.equal(after[0]["start"], 64, "the chosen start")
    claims.equal(document["plan"]["bytes"], (204796557 + 1707789825) * 512, "its bytes")
    claims.equal(document["left"], [], "nothing is left")
    text = claims.run("plan", path)
    claims.equal(text.returncode, 0, "there is a plan")
    claims.that("made again" in text.stdout and "912 GiB" in text.stdout, text.stdout)
    claims.that("'alidade fix' with the same options" in text.stdout.replace("\n", " "),
                "how it is carried out: " + text.stdout)


def times(claims, path):
    """Of a drive that was not measured: places for the journal, no times."""
    document = claims.json("plan", path)
    plan, other = document["plan"], document["other"]
    claims.equal((plan["time"], plan["seconds"]), ("unknown", None), "no time")
    claims.equal({step["seconds"] for step in plan["steps"] if step["bytes"]}, {None}, "nor of a step")
    claims.equal([(place["kind"], place["partition"]) for place in plan["journals"]],
                 [("swap", 5), ("tail", None)], "places")
    claims.equal((other["to"], other["bytes"], other["seconds"]),
                 ("nudge", plan["bytes"], None), "the other aim")
    claims.equal((document["to"], document["is-default"]), ("mib", True), "the default")
    given = claims.json("plan", "--to=nudge", path)
    claims.equal((given["to"], given["is-default"], given["other"]["to"]), ("nudge", False, "mib"), "given")
    claims.that(plan["estimated-written-bytes"] < other["estimated-written-bytes"] == 2 * plan["bytes"],
                "it writes less: %r %r" % (plan["estimated-written-bytes"], other))
    claims.that(0 < plan["estimated-seconds"] <= other["estimated-seconds"], "in no more time")
    chosen = claims.json("plan", "--start=1=64", path)
    claims.equal(chosen["other"], None, "has none")
    claims.equal(claims.json("plan", "--start=1=32KiB", path), chosen, "a size is a start, too")
    text = claims.run("plan", path).stdout
    for words in ("swap partition 5", "19.5 GiB", "the time is that of a hard disk with 100 MB/s",
                  "--to=mib (default)  912 GiB  1009.6 GiB  about 13 h",
                  "--to=nudge          912 GiB     1.8 TiB  about 14 h"):
        claims.that(words in text, words)


def off_grid(claims, path):
    result = claims.run("plan", "--start=1=57", path)
    claims.equal(result.returncode, 0, "a start off the grid can be chosen")
    words = "start 57 is not on the physical grid"
    claims.that(words in result.stdout.replace("\n", " "), result.stdout)
    claims.that(words not in claims.run("plan", "--start=1=64", path).stdout, "64 is on it")


def assumed(claims, path):
    """Nothing is measured for an image file: the options tell."""
    words = "It is only assumed that physical sectors have 4 KiB"
    said = claims.run("plan", path).stdout.replace("\n", " ")
    claims.that(words in said and "--physical-sector and --alignment-offset tell it." in said, said)
    said = claims.run("plan", "--physical-sector=4096", "--alignment-offset=0", path).stdout
    claims.that("assumed" not in said, said)


def touching(claims, path):
    result = claims.run("plan", "--to=mib", path)
    claims.equal(result.returncode, 4, "there is none")
    claims.that("8445 sectors are missing" in result.stdout.replace("\n", " "),
                result.stdout)
    claims.that("--to=nudge (default)       3.5 GiB" in result.stdout, "the other aim is possible")
    claims.that("the key r names the commands" in result.stdout, "how to shrink")
    claims.that(all(len(line) <= 80 for line in result.stdout.splitlines()[1:]), "80 columns")
    document = claims.json("plan", "--to=mib", path)
    claims.equal(document["plan"], None, "none in JSON")
    claims.equal(document["missing-sectors"], 8445, "missing")
    claims.equal([(free["partition"], free["how"]) for free in document["would-free"]],
                 [(1, "shrink"), (2, "delete"), (3, "shrink"), (5, "shrink")], "would free")


def others(claims, room):
    for kind, options in (("jumper", ["--alignment-offset=3584"]), ("raid", []),
                          ("4kn", ["--sector-size=4096"]), ("aligned", [])):
        result = claims.run("plan", *options, demo(claims, room, kind))
        claims.equal(result.returncode, 0, kind)
        claims.that("nothing has to be changed" in result.stdout, kind + result.stdout)
        claims.that("alidade fix" not in result.stdout, "nothing to be carried out")
    claims.equal(claims.json("plan", demo(claims, room, "gpt34"))["missing-sectors"], 6, "gpt34")
    left = claims.json("plan", demo(claims, room, "openbsd"))["left"]
    claims.equal([(it["partition"], it["reason"]) for it in left], [(4, "own-table")], "openbsd")


def unknown(claims, room):
    """Data of unknown kind stays, and the option that calls it empty is named."""
    path = os.path.join(room, "unknown.img")
    with open(path, "wb") as image:
        image.truncate(64 * cli.MIB)
        image.seek(63 * 512)
        image.write(b"x" * 4096)
    subprocess.run(["sfdisk", "-q", path], input=b"label: dos\nstart=63,size=40000\n",
                   check=True, env=dict(os.environ, PATH=os.environ["PATH"] + ":/usr/sbin:/sbin"))
    plan, fix = claims.run("plan", path), claims.run("fix", "--dry-run", path)
    said = plan.stdout
    claims.that("The option is --empty=1." in said.replace("\n  ", " "), said)
    claims.equal((plan.returncode, fix.returncode), (4, 4), "all that should be moved stays")
    planned = claims.json("plan", path)
    claims.equal((planned["plan"]["steps"], planned["left"][0]["partition"]), ([], 1), "JSON")
    claims.equal(steps(claims, "--empty=1", path), [("table", 1, "partition", 63, 2048)], "--empty")


def many(claims, room):
    """What stays for one reason is told once in text, and each in JSON; what is small and
    zero is empty, as in the editor."""
    path = cli.image(room, "many", 64 * cli.MIB)
    starts = [41 + 900 * i for i in range(128)]
    cli.quiet("sfdisk", "-q", path, input="label: gpt\nfirst-lba: 34\n" +
              "".join("start=%d,size=800\n" % start for start in starts))
    with open(path, "r+b") as image:
        for start in starts[:100] + starts[101:]:
            image.seek(start * 512)
            image.write(b"x" * 512)
    text = claims.run("plan", path).stdout
    claims.that("Partitions 1-100, 102-128 should be moved" in text, text)
    claims.equal(text.count("unknown kind"), 1, "one sentence")
    document = claims.json("plan", path)
    claims.equal(len(document["left"]), 127, "each in JSON")
    claims.equal({it["reason"] for it in document["left"]}, {"unknown-data"}, "the reason")
    claims.equal([(step["action"], step["partition"]) for step in document["plan"]["steps"]],
                 [("table", 101)], "what is empty needs no data moved")


def refusals(claims, path):
    for words, code, sentence in (
            (["--start=9=64"], 2, "There is no partition 9"),
            (["--start=3=64"], 2, "Partition 3 is the container"),
            (["--empty=3"], 2, "Partition 3 is the container"),
            (["--empty=9"], 2, "There is no partition 9"),
            (["--start=1"], 2, "must be N=LBA"),
            (["--start=1=64", "--to=mib"], 2, "do not go together"),
            (["--to=grain"], 2, "none of nudge, mib"),
            (["--start=1=64", "--start=1=65"], 4, "Two starts are chosen for partition 1"),
            (["--start=1=9999999999"], 4, "cannot begin at sector 9999999999"),
            (["--start=1=0"], 4, "cannot begin at sector 0"),
            (["--start=1=-5"], 2, "'-5' "),
            (["--start=1=x"], 2, "'x' "),
            (["--start=1="], 2, "must be N=LBA"),
            (["--start=1=204796620"], 4, "2 does not fit before the end of the disk"),
            (["--start=2=5000"], 4, "2 is to begin at sector 5000, and what is before it"),
            (["--start=5=2000"], 4, "5 is to begin at sector 2000, and what is before it"),
            (["--start=1=2048", "--start=2=2049"], 4, "2 is to begin at sector 2049"),
            (["--empty=1"], 4, "which is data")):
        result = claims.run("plan", *words, path)
        claims.equal(result.returncode, code, " ".join(words))
        said = (result.stdout + result.stderr).replace("\n", " ")
        claims.that(sentence in said, "%s: %r" % (" ".join(words), said))


def tables(claims, room):
    """Tables that cannot be edited, or not before they are repaired."""
    def refused(path, words):
        result = claims.run("plan", path)
        claims.equal((result.returncode, result.stdout), (4, ""), path + " is refused")
        claims.that(words in result.stderr, "%s: %r" % (words, result.stderr))

    path = cli.image(room, "table", 64 * cli.MIB)
    refused(path, path + " has no partition table: 'alidade found")
    cli.quiet("sfdisk", "-q", path, input="label: sgi\nstart=2048,size=2048,type=83\n")
    refused(path, "can be viewed but not edited")
    path = cli.image(room, "damaged", 64 * cli.MIB)
    cli.quiet("sfdisk", "-q", path, input="label: gpt\nstart=2048,size=2048\n")
    with open(path, "r+b") as file:
        file.seek(512 + 16)
        file.write(b"\xff")
    refused(path, "The table has to be repaired first. The primary GPT")


def system(folder):
    """Of files in FOLDER, as stat names it: "tmpfs"."""
    said = subprocess.run(["stat", "-f", "-c", "%T", folder], capture_output=True, text=True)
    return said.stdout.strip()


def journals(claims, room, path):
    """Files, also such as cannot hold a journal."""
    pipe, folder = os.path.join(room, "pipe"), os.path.join(room, "folder")
    long_one = os.path.join(room, "n" * (216 - len(os.path.realpath(room)) - 1))
    os.mkfifo(pipe)
    os.mkdir(folder)
    for journal, words in ((folder, "it is a folder"), (path, "it is the disk"),
                           (pipe, "neither a file nor a block device"),
                           (__file__, "the file is not empty"),
                           (long_one, "more than 215 bytes"),
                           (os.path.join(room, "a\x1b[2Jb"), "cannot be displayed"),
                           (os.path.join(room, "none", "file"), "No such file"),
                           ("/dev/shm/alidade-journal", "in memory")):
        if words == "in memory" and system("/dev/shm") != "tmpfs":
            continue
        result = claims.run("plan", "--journal=" + journal, path)
        claims.equal((result.returncode, result.stdout), (4, ""), journal + " is refused")
        claims.that(words in result.stderr, "%s: %r" % (words, result.stderr))
    if system(room) not in ("ext2/ext3", "xfs", "btrfs"):
        return
    journal = os.path.join(room, "journal")
    for _ in range(2):
        plan = claims.json("plan", "--journal=" + journal, path)["plan"]
        claims.that((journal, "file") in [(it["path"], it["kind"]) for it in plan["journals"]],
                    "a new or an empty file is taken")
        with open(journal, "ab"):
            pass
    claims.equal(os.path.getsize(journal), 0, "nothing was written to it")


def full(room, name):
    """ext2 from sector 41 to the end: it can go to 40, and no journal has space."""
    path = cli.image(room, name, 32 * cli.MIB)
    sectors = 32 * cli.MIB // 512 - 41
    made.put(path, 0, made.mbr((0x83, 41, sectors), (0x83, 1, 39)))
    made.put(path, 512, b"x" * 39 * 512)
    cli.quiet("mke2fs", "-q", "-F", "-t", "ext2", "-E", "offset=%d" % (41 * 512), path,
              "%dk" % (sectors // 2))
    return path


def hybrid(room, name):
    """A GPT beside an MBR with an entry of its own in what the GPT calls free."""
    path = cli.image(room, name, 64 * cli.MIB)
    made.gpt(path, [(40961, 81920)])
    made.put(path, 0, made.mbr((0xe0, 82944, 40000), (0xee, 1, 131071)))
    cli.quiet("mke2fs", "-q", "-F", "-t", "ext2", "-E", "offset=%d" % (40961 * 512), path,
              "20480k")
    return path


def as_fix(claims, room):
    """What fix would refuse, plan refuses with the same sentence and exit code."""
    paths = [demo(claims, room, kind) for kind in ("legacy", "touching", "jumper", "gpt34",
                                                   "openbsd", "aligned")]
    paths += [full(room, "full"), hybrid(room, "hybrid")]
    refused = 0
    for path in paths:
        before = digest(path)
        plan, fix = claims.run("plan", path), claims.run("fix", "--dry-run", path)
        claims.equal((plan.returncode, plan.stderr), (fix.returncode, fix.stderr), path)
        said = claims.json("plan", path)
        claims.equal(said["refused"] is not None, plan.stderr != "", path + ": JSON")
        claims.that((said["refused"] or "") in cli.flat(plan.stderr), path + ": its sentence")
        claims.equal("alidade fix" in plan.stdout, said["plan"] is not None and
                     plan.returncode == 0 and said["plan"]["steps"] != [], path + ": next")
        claims.equal(digest(path), before, path + ": nothing was written")
        refused += plan.stderr != ""
    claims.that(refused, "one of them is refused by the rehearsal alone")
    claims.refused("journal-no-place", "fix", "--dry-run", os.path.join(room, "full"))


def script(claims, room):
    path = demo(claims, room, "legacy")
    before = digest(path)
    legacy(claims, path)
    times(claims, path)
    off_grid(claims, path)
    assumed(claims, path)
    refusals(claims, path)
    tables(claims, room)
    journals(claims, room, path)
    claims.equal(digest(path), before, "nothing was written")
    touching(claims, demo(claims, room, "touching"))
    unknown(claims, room)
    many(claims, room)
    others(claims, room)
    as_fix(claims, room)


cli.need("mke2fs", "sfdisk")
cli.main(script)
