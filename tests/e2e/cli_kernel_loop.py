#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_kernel_loop.py ALIDADE - a kernel that uses another table than the disk's is
# named, a write that it could not be told of has an exit code of its own, and the
# command that is named helps
import glob
import os
import re
import subprocess

import cli
import loop

THREE = "label: gpt\n1:start=2048,size=20480\n2:start=40960,size=20480\n3:start=81920,size=8192\n"
# The first grows, the second goes, the third moves.
OTHER = "label: gpt\n1:start=2048,size=24576\n3:start=90112,size=8192\n"
FIRST = "label: gpt\n1:start=2048,size=24576\n"
DOS = "label: dos\n1:start=2048,size=20480\n2:start=40960,size=40960,type=5\n5:start=43008,size=2048\n"
# The second is off.
OFF = "label: dos\n1:start=2048,size=2048\n2:start=8191,size=2048\n"
DOS_MORE = OFF + "3:start=20480,size=2048\n"


def kernel_sees(node):
    seen = {}
    for part in glob.glob("/sys/block/%s/%sp*" % ((os.path.basename(node),) * 2)):
        number, start, size = (int(open(part + "/" + name, encoding="ascii").read())
                               for name in ("partition", "start", "size"))
        seen[number] = (start, size)
    return seen


def table_says(claims, node):
    """Of a container the kernel keeps two sectors, and partprobe tells it of one."""
    table = claims.json("list", node).get("partitiontable") or {}
    seen = kernel_sees(node)
    says = {}
    for part in table.get("partitions", []):
        size = part["size"]
        if part["kind"] == "extended":
            size = seen.get(part["number"], (0, size))[1]
        says[part["number"]] = (part["start"], size)
    return says


def put(claims, node, script):
    said = claims.run_giving_up("apply", "--yes", "--lose=all", node, text=script)
    claims.equal(said.returncode, 0, "a table: " + said.stderr)


def behind_the_kernel(node, script):
    cli.quiet("sfdisk", "-q", "--force", "--no-reread", "--no-tell-kernel", node,
              input=script)


def note_of(document):
    for note in document.get("notes", []):
        if note["id"] == "kernel-differs":
            return note["text"]
    return None


def follow(claims, text, node):
    """Runs the command that TEXT names."""
    found = re.search(r"run '(partprobe [^']+)'", text)
    claims.that(found, "a command is named: " + text)
    if found:
        done = subprocess.run(found.group(1).split(), capture_output=True, text=True)
        claims.equal(done.returncode, 0, found.group(1) + ": " + done.stderr)
    claims.equal(kernel_sees(node), table_says(claims, node),
                 "then the kernel goes by the table")


def says_what_differs(claims, node, first, second):
    put(claims, node, first)
    claims.that("kernel" not in claims.run("list", node).stdout, "nothing differs")
    code = claims.run("check", node).returncode
    behind_the_kernel(node, second)
    claims.that(kernel_sees(node) != table_says(claims, node), "now it differs")
    for command in ("list", "check"):
        said = claims.run(command, node)
        claims.that("The kernel uses another table" in said.stdout,
                    command + " says it: " + said.stdout)
        claims.equal(said.returncode, code if command == "check" else 0,
                     command + ": the exit code stays")
    text = note_of(claims.json("list", node))
    claims.that(text, "JSON has a note")
    follow(claims, text or "", node)
    claims.equal(note_of(claims.json("list", node)), None, "then there is no note")


def has_a_code_of_its_own(claims, room, node):
    """Partition 2 is only open: the table can be written, but the kernel keeps it."""
    saved = os.path.join(room, "saved")
    put(claims, node, OTHER)
    claims.equal(claims.run("backup", node, saved).returncode, 0, "its backup")
    for words, text in ((["apply"], OTHER), (["apply", "--json"], OTHER),
                        (["restore", saved], "")):
        name = " ".join(words[:2])
        put(claims, node, THREE)
        keeper = os.open(node + "p2", os.O_RDONLY)
        said = claims.run(*words, "--yes", "--lose=all", node, text=text)
        os.close(keeper)
        claims.equal(said.returncode, 7, name + ": " + said.stderr + said.stdout)
        claims.that("written and checked; the kernel still uses the old table" in said.stderr,
                    name + " says it: " + said.stderr)
        if "--json" in words:
            claims.that('"kernel-differs": true' in said.stdout, name + " has it too")
        claims.equal(sorted(table_says(claims, node)), [1, 3], name + ": it is written")
        follow(claims, said.stderr, node)


def run_without(claims, folders, *words, text="", then="true"):
    """The program, with nothing in these FOLDERS, after the command THEN."""
    hide = "for i in %s; do mount -t tmpfs none $i || exit; done; %s" % (folders, then)
    return subprocess.run(["unshare", "-m", "--propagation", "private", "sh", "-c",
                           hide + '; exec "$@"', "sh", claims.program, *words],
                          input=text, capture_output=True, text=True,
                          env=dict(os.environ, LC_ALL="C.UTF-8"), timeout=300)


def hidden_folders(claims):
    """A sanitizer cannot look for leaks without /proc, and fails."""
    with open(claims.program, "rb") as file:
        if b"__asan" not in file.read():
            return ("/sys", "/sys /proc")
    print("not tried: without /proc")
    return ("/sys",)


def needs_no_sys(claims, node):
    """The kernel is told, and asked what it has."""
    for folders in hidden_folders(claims):
        for first, second in ((THREE, OTHER), (OTHER, DOS), (DOS, THREE)):
            put(claims, node, first)
            said = run_without(claims, folders, "apply", "--yes", "--lose=all",
                               "--lose=@0", node, text=second)
            claims.equal(said.returncode, 0, folders + ": apply: " + said.stderr)
            claims.that("The kernel was told." in said.stdout, folders + ": it says so")
            claims.equal(kernel_sees(node), table_says(claims, node),
                         folders + ": the kernel goes by the table")
        put(claims, node, OFF)
        said = run_without(claims, folders, "fix", "--yes", node)
        claims.equal(said.returncode, 0, folders + ": fix: " + said.stderr)
        claims.equal(kernel_sees(node), table_says(claims, node),
                     folders + ": the kernel goes by the table of fix")
        claims.that(8191 not in (start for start, _ in kernel_sees(node).values()),
                    folders + ": something was moved")


def says_it_without_sys(claims, node):
    """What the kernel keeps, and what cannot be asked: the table is written."""
    for folders in hidden_folders(claims):
        put(claims, node, THREE)
        keeper = os.open(node + "p2", os.O_RDONLY)
        said = run_without(claims, folders, "apply", "--yes", "--lose=all", node, text=OTHER)
        os.close(keeper)
        claims.equal(said.returncode, 7, folders + ": kept: " + said.stderr + said.stdout)
        claims.that("The kernel was told." not in said.stdout, folders + ": it was not")
        follow(claims, said.stderr, node)
        put(claims, node, OFF)
        keeper = os.open(node + "p1", os.O_RDONLY | os.O_EXCL)
        said = run_without(claims, folders, "fix", "--yes", node)
        os.close(keeper)
        claims.equal(said.returncode, 4, folders + ": claimed: " + said.stderr)
        claims.that("Done:" not in said.stdout, folders + ": nothing is done: " + said.stdout)
    # The kernel alone has another partition 1, which the change does not touch.
    for fix, text in ((["apply", "--lose=all"], DOS_MORE), (["fix"], "")):
        put(claims, node, OFF)
        cli.quiet("partx", "-d", "--nr", "1", node)
        cli.quiet("addpart", node, "1", "2048", "1024")
        said = run_without(claims, "/sys", *fix, "--yes", node, text=text)
        claims.equal(said.returncode, 7, fix[0] + ": " + said.stderr + said.stdout)
        claims.equal(kernel_sees(node)[1], (2048, 1024), fix[0] + ": it stays")
        follow(claims, said.stderr, node)


def asks_the_nodes(claims, node):
    """Without /sys and /proc only the nodes of the partitions are left."""
    put(claims, node, THREE)
    said = run_without(claims, "/sys /proc", "apply", "--yes", "--lose=all", node, text=OTHER,
                       then="mount --bind /dev/null %sp1" % node)
    claims.equal(said.returncode, 0, "the node that is made anew is asked: " + said.stderr)
    said = run_without(claims, "/sys /proc", "apply", "--yes", "--lose=all", node, text=FIRST,
                       then="mount --bind /dev/null %sp1" % node)
    claims.equal(said.returncode, 7, "what cannot be asked: " + said.stderr)
    claims.that("1: without /sys it cannot be checked" in said.stdout, "it is named: " +
                said.stdout)
    claims.equal(kernel_sees(node), table_says(claims, node), "it is right all the same")


def script(claims, room):
    os.environ["XDG_STATE_HOME"] = os.path.join(room, "state")
    with loop.device(cli.image(room, "disk", 64 * cli.MIB)) as node:
        says_what_differs(claims, node, THREE, OTHER)
        says_what_differs(claims, node, OTHER, THREE)
        says_what_differs(claims, node, DOS, "label: dos\nstart=4096,size=2048\n")
        says_what_differs(claims, node, "label: dos\nstart=4096,size=2048\n", DOS)
        has_a_code_of_its_own(claims, room, node)
        needs_no_sys(claims, node)
        says_it_without_sys(claims, node)
        if len(hidden_folders(claims)) > 1:
            asks_the_nodes(claims, node)


cli.need("addpart", "sfdisk", "partprobe", "unshare")
loop.need()
cli.main(script)
