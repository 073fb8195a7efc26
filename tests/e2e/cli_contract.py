#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_contract.py ALIDADE - exit codes, messages and JSON of the command line
import os
import re
import signal
import struct
import subprocess

import cli


def demo(claims, room, kind):
    """A demo image; the options that go with it, as the program says them."""
    result = claims.run("demo", kind, "--no-open", env={"TMPDIR": room,
                                                        "XDG_RUNTIME_DIR": room})
    claims.equal(result.returncode, 0, "demo %s --no-open" % kind)
    path = result.stdout.rstrip("\n")
    claims.that(os.path.isfile(path), "demo %s prints a path: %r" % (kind, path))
    return path, result.stderr.split()


def check_codes(claims, demos):
    wants = {"legacy": 1, "touching": 1, "gpt34": 1, "aligned": 0, "openbsd": 1,
             "4kn": 0, "raid": 0, "jumper": 0}
    for kind, (path, options) in demos.items():
        result = claims.run("check", *options, path)
        claims.equal(result.returncode, wants[kind], "check of %s" % kind)
        claims.equal(result.stderr, "", "check of %s says nothing else" % kind)
        quiet = claims.run("check", "-q", *options, path)
        claims.equal((quiet.returncode, quiet.stdout, quiet.stderr),
                     (wants[kind], "", ""), "check -q of %s" % kind)
    legacy, aligned, jumper = (demos[k][0] for k in ("legacy", "aligned", "jumper"))
    lines = claims.run("check", legacy).stdout.splitlines()
    claims.equal(len(lines), 4, "check has a line for each and a sum")
    claims.that(lines[0].endswith("Suggested start: 2048. Partition 2 must make room first."), "the first start: " + lines[0])
    claims.equal(claims.run("check", jumper).returncode, 1, "jumper without its offset")
    claims.equal(claims.run("check", "--need=grain", *demos["jumper"][1],
                            jumper).returncode, 1, "63 of a jumper is not on the grain")
    claims.equal(claims.run("check", "--physical-sector=512", legacy).returncode, 0,
                 "nothing is off on true 512-byte sectors")
    for paths, want in (((aligned, legacy), 1), ((legacy, aligned), 1),
                        ((legacy, "/no/such/disk"), 3), (("/no/such/disk", aligned), 3),
                        ((aligned, aligned), 0)):
        claims.equal(claims.run("check", *paths).returncode, want, "check " +
                     " ".join(map(os.path.basename, paths)))


def unreadable(claims, room):
    short = os.path.join(room, "short")
    with open(short, "wb") as file:
        file.write(bytes(511))
    for path, part in (("/no/such/disk", "/no/such/disk"), (room, room),
                       (cli.image(room, "empty", 0), "empty"), (short, "short"),
                       ("/dev/null", "/dev/null")):
        for command in ("list", "check", "explain"):
            result = claims.run(command, path)
            claims.equal(result.returncode, 3, "%s %s" % (command, path))
            claims.equal(result.stdout, "", "%s %s prints nothing" % (command, path))
            claims.equal(result.stderr.count("\n"), 1, "one sentence: " + result.stderr)
            claims.that(part in result.stderr, "it names %s: %r" % (part, result.stderr))
    whole = claims.json("list", "/no/such/disk", short)
    claims.equal([d["device"]["path"] for d in whole["disks"]], ["/no/such/disk", short],
                 "several devices: what cannot be read is in the list")
    claims.that(all(d["error"] for d in whole["disks"]), "each with its sentence")
    claims.equal([d["reason-id"] for d in whole["disks"]], [None, None], "refused is neither")


def broken_tables(claims, room):
    """An msdos table whose entry ends beyond the disk, and two that overlap."""
    def table(name, *entries):
        path = cli.image(room, name, 4 * cli.MIB)
        sector = bytearray(512)
        for i, (start, length) in enumerate(entries):
            struct.pack_into("<B3xB3xII", sector, 446 + 16 * i, 0, 0x83, start, length)
        sector[510:] = b"\x55\xaa"
        with open(path, "r+b") as file:
            file.write(sector)
        return path
    for path in (table("beyond", (63, 1 << 30)), table("overlap", (63, 99), (100, 99))):
        result = claims.run("check", path)
        claims.equal(result.returncode, 3, "check of " + os.path.basename(path))
        claims.equal(result.stdout.count("The entry of partition"), 1,
                     "one sentence: " + result.stdout)


def wrong_usage(claims):
    for words in (("check",), ("explain",), ("list", "--keep"), ("--nonsense",),
                  ("move", "x"), ("plan",), ("fix",),
                  ("resume", "x", "y"), ("resume", "x", "--status", "--rollback"), ("demo", "nonsense"), ("check", "--need=all", "x"),
                  ("list", "--grain=much", "x")):
        result = claims.run(*words)
        claims.equal(result.returncode, 2, " ".join(words))
        claims.equal(result.stderr.count("\n"), 1, "one sentence: " + result.stderr)
        claims.equal(result.stdout, "", "nothing on standard output")


def no_terminal(claims, demos):
    legacy = demos["legacy"][0]
    listed = claims.run("list", legacy)
    claims.equal(listed.returncode, 0, "list")
    bare = claims.run(legacy)
    claims.equal((bare.returncode, bare.stdout), (0, listed.stdout),
                 "DEVICE without a terminal is a list")
    claims.that("\x1b" not in bare.stdout, "no escape on a pipe")
    claims.that("\x1b[" in claims.run("list", "--color=always", legacy).stdout,
                "--color=always colours a pipe too")
    claims.that("\x1b" not in claims.run("--color=auto", "list", legacy).stdout,
                "--color=auto does not")
    machine = claims.run("list")
    claims.equal(machine.returncode, 0, "list without DEVICE")
    claims.equal("mount -t sysfs sysfs /sys" in machine.stderr, not os.path.exists("/sys/block"),
                 "it names a missing /sys, and nothing else: " + machine.stderr)
    claims.that(machine.stderr.count("\n") == (not os.path.exists("/sys/block")), "once")
    claims.that(machine.stdout, "also where there is no disk it says something")
    claims.that("disks" in claims.json("list"), "list without DEVICE has disks")


def demos_leave(claims, room):
    here = os.path.join(room, "demos")
    os.mkdir(here)
    env = {"TMPDIR": here, "XDG_RUNTIME_DIR": here}
    result = claims.run("demo", "gpt34", env=env)
    claims.equal(result.returncode, 0, "demo without a terminal")
    claims.that("Suggest" in result.stdout, "it lists its image: " + result.stdout)
    claims.equal(os.listdir(here), [], "and removes it")
    result = claims.run("demo", "gpt34", "--keep", env=env)
    path = result.stdout.splitlines()[-1]
    claims.that(os.path.isfile(path), "--keep keeps it and says where: " + path)
    claims.that(os.stat(path).st_blocks * 512 < 16 * cli.MIB, "it is sparse")
    made = claims.run("demo", "4kn", "--no-open", "--json", env=env).stdout
    claims.that('"--sector-size=4096"' in made, "its options are in the JSON: " + made)


def signals_leave_nothing(claims, room):
    """A pipe that nobody reads any more ends the program, but not before it tidied up."""
    here = os.path.join(room, "signals")
    os.mkdir(here)
    env = dict(os.environ, TMPDIR=here, XDG_RUNTIME_DIR=here)
    ends = os.pipe()
    os.close(ends[0])
    process = subprocess.run([claims.program, "demo", "raid"], stdout=ends[1], env=env,
                             stdin=subprocess.DEVNULL, timeout=120,
                             preexec_fn=lambda: signal.signal(signal.SIGPIPE,
                                                              signal.SIG_DFL))
    os.close(ends[1])
    claims.equal(process.returncode, -signal.SIGPIPE, "it ends by the signal")
    claims.equal(os.listdir(here), [], "the image is gone")


def permission(claims, room):
    """A file that may not be read, by somebody who is not root."""
    path = cli.image(room, "secret", cli.MIB)
    os.chmod(path, 0)
    words = []
    if os.access(path, os.R_OK):
        words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        os.chmod(room, 0o711)
        found = subprocess.run([*words, claims.program, "--version"], capture_output=True,
                               check=False)
        if found.returncode:
            print("not tried: nobody but root may run what is in this folder")
            return
    result = subprocess.run([*words, claims.program, "list", path], capture_output=True,
                            text=True, env=dict(os.environ, LC_ALL="C.UTF-8"), check=False)
    claims.equal(result.returncode, 3, "a file without permission")
    claims.that("secret: permission denied" in result.stderr, "why: " + result.stderr)
    claims.that("sudo" not in result.stderr, "an image needs no root: " + result.stderr)


def full_output(claims, demos):
    with open("/dev/full", "w", encoding="ascii") as full:
        process = subprocess.run([claims.program, "list", demos["legacy"][0]],
                                 stdout=full, stderr=subprocess.PIPE, text=True,
                                 timeout=120)
    claims.equal(process.returncode, 6, "an output that is full")
    claims.equal(process.stderr.count("\n"), 1, "one sentence: " + process.stderr)


def full_output_of_a_change(claims, room):
    """What was written to the disk is told where it can be told."""
    path = cli.image(room, "full.img", 8 * cli.MIB)
    env = dict(os.environ, LC_ALL="C.UTF-8", XDG_STATE_HOME=room)

    def write(table, *words):
        with open("/dev/full", "w", encoding="ascii") as full:
            return subprocess.run([claims.program, *words, path], env=env, input=table,
                                  stdout=full, stderr=subprocess.PIPE, text=True,
                                  timeout=120)

    for table, words in (("label: dos\nstart=63,size=8001\n", ("apply", "--yes")),
                         ("label: dos\nstart=63,size=8001,bootable\n",
                          ("apply", "--yes", "--json")), ("", ("fix", "--yes"))):
        told = write(table, *words)
        claims.equal(told.returncode, 6, "%r into an output that is full" % (words,))
        claims.that("written" in told.stderr and room in told.stderr,
                    "%r says what was done, and the backup: %s" % (words, told.stderr))
    told = write("label: gpt\n", "apply", "--dry-run", "--json")
    claims.equal(told.stderr.count("\n"), 1, "nothing was done: " + told.stderr)


def json_documents(claims, demos):
    one = claims.json("list", demos["legacy"][0])
    claims.equal(one["summary"]["off"], 3, "three are off")
    claims.equal([p["start"] for p in one["partitiontable"]["partitions"]],
                 [63, 204796620, 1912586445, 1912586508], "the starts")
    claims.equal([p["fstype"] for p in one["partitiontable"]["partitions"]],
                 ["ntfs", "ext4", None, "swap"], "the contents")
    two = claims.json("check", demos["legacy"][0], demos["aligned"][0])
    claims.equal([d["summary"]["off"] for d in two["disks"]], [3, 0], "two documents")
    told = claims.json("explain", demos["legacy"][0], "1")
    claims.that(any("63" in line for line in told["explain"]), "explain is in the JSON")


def refusals(claims, room, demos):
    """What is refused before there is a document is one, with the id of its reason."""
    blank, legacy = cli.image(room, "blank", 4 * cli.MIB), demos["legacy"][0]
    for words, reason in ((("plan", blank), "disk-without-table"),
                          (("backup", legacy, legacy), "backup-exists")):
        result = claims.run(*words)
        document = claims.json(*words)
        where = " ".join(words) + ": " + str(document)
        claims.equal(result.returncode, 4, where)
        claims.equal(result.stdout, "", where)
        claims.equal(document["exit"], 4, where)
        claims.that(document["error"] in result.stderr, where)
        claims.equal(document["reason-id"], reason, where)
    plan = claims.json("plan", legacy)
    claims.equal((plan["refused"], plan["reason-id"]), (None, None), "not refused")


def explains(claims, demos):
    legacy = demos["legacy"][0]
    result = claims.run("explain", legacy, "1")
    claims.equal(result.returncode, 0, "explain")
    for part in ("3584", "56", "2048"):
        claims.that(part in result.stdout, "explain 1 speaks of %s" % part)
    every = claims.run("explain", legacy).stdout
    claims.that(len(every) > 2 * len(result.stdout), "without N all are explained")
    ascii_text = claims.run("explain", "--ascii", legacy, "1").stdout
    claims.that(ascii_text.isascii(), "--ascii is ASCII")
    claims.that(claims.run("explain", legacy, "1",
                           env={"ALIDADE_ASCII": "1"}).stdout == ascii_text,
                "ALIDADE_ASCII=1 is the same")
    claims.equal(claims.run("explain", legacy, "1", env={"LC_ALL": "C"}).stdout,
                 ascii_text, "so is a locale without UTF-8")
    claims.equal(claims.run("explain", legacy, "4").returncode, 2, "there is no 4")
    claims.equal(claims.run("explain", demos["openbsd"][0], "b").returncode, 0,
                 "a slice has a letter")


def script(claims, room):
    demos = {kind: demo(claims, room, kind) for kind in
             ("legacy", "touching", "gpt34", "aligned", "openbsd", "4kn", "raid",
              "jumper")}
    check_codes(claims, demos)
    unreadable(claims, room)
    broken_tables(claims, room)
    wrong_usage(claims)
    no_terminal(claims, demos)
    demos_leave(claims, room)
    signals_leave_nothing(claims, room)
    permission(claims, room)
    full_output(claims, demos)
    full_output_of_a_change(claims, room)
    json_documents(claims, demos)
    refusals(claims, room, demos)
    explains(claims, demos)
    for option in ("--help", "--version"):
        result = claims.run(option)
        claims.equal((result.returncode, result.stderr), (0, ""), option)
    claims.that(re.match(r"alidade \d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)\n", result.stdout),
                "version and date: " + result.stdout)
    for library in ("libparted ", "libblkid ", "ncurses ", "json-c "):
        claims.that(library in result.stdout, "--version names " + library)


cli.main(script)
