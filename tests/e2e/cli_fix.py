#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_fix.py ALIDADE MAKE_INTERRUPTED - fix and resume: what they refuse, in one sentence
# and without a write; what they show; their lines of JSON
import contextlib
import json
import os
import signal
import subprocess
import sys
import time

import cli
import sound

SECTOR = 512
VERSION_1 = "Complete it with alidade 0.1.0 first"


def demo(claims, room, kind):
    env = {"TMPDIR": room, "XDG_RUNTIME_DIR": room}
    return claims.run("demo", "--keep", "--no-open", kind, env=env).stdout.split()[0]


def small(room, name, script, *contents):
    """An image of 64 MiB with the table of SCRIPT; CONTENTS are (start, bytes)."""
    path = cli.image(room, name, 64 * cli.MIB)
    cli.quiet("sfdisk", "-q", path, input=script)
    with open(path, "r+b") as image:
        for start, data in contents:
            image.seek(start * SECTOR)
            image.write(data)
    return path


def ext2(room, sectors):
    path = cli.image(room, "ext2", sectors * SECTOR)
    cli.quiet("mke2fs", "-q", "-t", "ext2", path)
    with open(path, "rb") as file:
        return file.read()


def one_move(room, name):
    """Partition 1 is a file system that starts at 63; a gap follows."""
    length = 32768
    return small(room, name, "label: dos\nstart=63,size=%d\n" % length,
                 (63, ext2(room, length)))


def events(claims, result, words):
    """The objects of the lines; the last one is the end, with the exit code."""
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    claims.that(lines and all("event" in line for line in lines), words + ": events")
    claims.equal(lines[-1]["event"], "end", words + ": the last one")
    if "exit" in lines[-1]:
        claims.equal(lines[-1]["exit"], result.returncode, words + ": its exit code")
    return lines


def refused(claims, path, words, code, sentence, reason=None):
    """One sentence, as text and in JSON, and no byte of PATH changes."""
    before = sound.digest(path)
    where = " ".join(os.path.basename(word) for word in words)
    result = claims.run(*words)
    claims.equal(result.returncode, code, where + ": " + result.stderr)
    claims.that(sentence in result.stderr, "%s: %r" % (where, result.stderr))
    claims.equal(result.stderr.count("\n"), 1, where + ": one sentence")
    if code != 2:
        end = events(claims, claims.run("--json", *words), where)[-1]
        claims.equal(end["state"], "refused", where)
        claims.that(sentence in end["error"], "%s: %r" % (where, end))
        claims.equal(end["written"], False, where)
        claims.equal(end["reason-id"] is not None, code == 4, "%s: %r" % (where, end))
        claims.that(reason in (None, end["reason-id"]), "%s: its id: %r" % (where, end))
    claims.equal(sound.digest(path), before, where + " wrote nothing")


def journals(claims, room, path):
    pipe, folder = os.path.join(room, "pipe"), os.path.join(room, "folder")
    os.mkfifo(pipe)
    os.mkdir(folder)
    rows = [(folder, "it is a folder"), (path, "it is the disk"),
            (pipe, "neither a file nor a block device"),
            (__file__, "the file is not empty"),
            (os.path.join(room, "none", "file"), "No such file")]
    said = subprocess.run(["stat", "-f", "-c", "%T", "/dev/shm"], capture_output=True,
                          text=True, check=False).stdout.strip()
    if said == "tmpfs":
        rows.append(("/dev/shm/alidade-journal", "in memory"))
    for journal, sentence in rows:
        refused(claims, path, ["fix", "--yes", "--journal=" + journal, path], 4, sentence)


def journal_is_removed(claims, room, path):
    """A file for the journal is not in the way of the next try."""
    journal = os.path.join(room, "tried")
    said = subprocess.run(["stat", "-f", "-c", "%T", room], capture_output=True, text=True,
                          check=False).stdout.strip()
    if said not in ("ext2/ext3", "xfs", "btrfs"):
        return print("not tried on %s: a journal in a file" % said)
    tried = claims.run("fix", "--yes", "--journal=" + journal, "--backup=/proc/none", path)
    claims.equal(tried.returncode, 4, "no backup: " + tried.stderr)
    claims.that("The backup /proc/none cannot be made" in tried.stderr, tried.stderr)
    claims.that(not os.path.exists(journal), "the file is removed")
    return None


def refusals(claims, room, path):
    for words, code, sentence in (
            (["fix", path], 4, "there is no terminal to ask on"),
            (["fix", "--yes", "--start=9=64", path], 2, "There is no partition 9"),
            (["fix", "--yes", "--empty=1", path], 4, "which is data"),
            (["fix", "--yes", "--start=1=9999999", path], 4, "cannot begin at sector 9999999")):
        refused(claims, path, words, code, sentence)
    journals(claims, room, path)
    journal_is_removed(claims, room, path)
    none = cli.image(room, "no-table", 64 * cli.MIB)
    refused(claims, none, ["fix", "--yes", none], 4, "has no partition table")
    claims.refused("disk-without-table", "fix", "--yes", none)


def suspended(claims, room):
    swap = bytearray(40960)
    swap[4086:4096] = b"S1SUSPEND\0"
    path = small(room, "suspended", "label: dos\nstart=63,size=32768\nstart=40000,size=80,"
                 "type=82\n", (63, ext2(room, 32768)), (40000, bytes(swap)))
    refused(claims, path, ["fix", "--yes", path], 4, "holds a suspended system",
            "suspended")


def no_plan(claims, room):
    path = demo(claims, room, "touching")
    before = sound.digest(path)
    plan = claims.run("plan", "--to=mib", path)
    fix = claims.run("fix", "--yes", "--to=mib", path)
    claims.equal((fix.returncode, fix.stderr), (4, ""), "there is none")
    claims.equal(fix.stdout, plan.stdout, "the words of plan")
    end = events(claims, claims.run("fix", "--json", "--to=mib", path), "no plan")[-1]
    claims.that("8445 sectors are missing" in end["error"], end["error"])
    claims.refused("plan-not-possible", "fix", "--yes", "--to=mib", path)
    claims.equal(sound.digest(path), before, "nothing was written")


def nothing_to_do(claims, room):
    path = demo(claims, room, "aligned")
    before = sound.digest(path)
    for words in (["fix", "--yes"], ["fix"], ["fix", "-n"]):
        result = claims.run(*words, path)
        claims.equal((result.returncode, result.stderr), (0, ""), " ".join(words))
        claims.that("nothing has to be changed" in result.stdout, result.stdout)
    result = claims.run("resume", path)
    claims.equal((result.returncode, result.stderr), (0, ""), "nothing to resume")
    claims.that("no move to be completed" in result.stdout, result.stdout)
    end = events(claims, claims.run("resume", "--json", "--yes", path), "resume")[-1]
    claims.equal(end["state"], "nothing", "nothing to resume")
    for words in (["resume", "--status", path], ["resume", "--rollback", "--yes", path]):
        claims.equal(claims.run(*words).returncode, 0, " ".join(words[:2]))
    claims.equal(sound.digest(path), before, "nothing was written")
    missing = claims.run("resume", os.path.join(room, "no-such-disk"))
    claims.equal((missing.returncode, missing.stderr.count("\n")), (3, 1), missing.stderr)


def legacy(claims, room):
    """A disk of 931 GiB that is nearly all holes is fixed in seconds."""
    path, began = demo(claims, room, "legacy"), time.monotonic()
    done = claims.run("fix", "--to=nudge", "--yes", path, env={"XDG_STATE_HOME": room})
    seconds = time.monotonic() - began
    claims.equal((done.returncode, done.stderr.count("alidade:")), (0, 0), done.stderr)
    print("the demo disk 'legacy': %.1f s, %d KiB are stored" %
          (seconds, os.stat(path).st_blocks // 2))
    claims.equal(claims.run("check", "--need=physical", path).returncode, 0, "all are aligned")
    os.unlink(path)


def all_stays(claims, room):
    """What should be moved and cannot be is no success where nothing else is done."""
    path = small(room, "stays", "label: dos\nstart=63,size=8000\n", (63, os.urandom(8000 * SECTOR)))
    before = sound.digest(path)
    stays = "Partition 1 should be moved, but stays where it is:"
    for words in (["fix", "--yes"], ["fix"], ["fix", "-n"]):
        result = claims.run(*words, path)
        claims.equal((result.returncode, result.stderr), (4, ""), " ".join(words))
        claims.that(stays in result.stdout, result.stdout)
    end = events(claims, claims.run("fix", "--json", "--yes", path), "all stays")[-1]
    claims.equal((end["state"], end["written"]), ("refused", False), "all stays")
    claims.that(stays + " Partition 1 holds data of unknown kind" in end["error"], end["error"])
    claims.refused("plan-all-stay", "fix", "--yes", path)
    claims.equal(claims.run("plan", path).returncode, 4, "plan ends as fix does")
    claims.equal(sound.digest(path), before, "nothing was written")


def some_stays(claims, room):
    """The other steps are done; what stays is named beside the question and at the end."""
    table = "label: dos\nstart=20001,size=8000\nstart=63,size=8000\n"
    stays = "Partition 1 should be moved, but stays where it is:"
    for name, data in (("stays-table", b""), ("stays-data", ext2(room, 8000))):
        path = small(room, name, table, (20001, os.urandom(8000 * SECTOR)), (63, data))
        shown = claims.run("fix", "-n", path)
        part = shown.stdout[shown.stdout.find("What is written"):]
        claims.equal(shown.returncode, 0, name + ": " + shown.stderr)
        claims.that(stays in cli.flat(part), name + " before: " + part)
        done = claims.run("fix", "--yes", path, env={"XDG_STATE_HOME": room})
        claims.equal((done.returncode, done.stderr.count("alidade:")), (0, 0), name + done.stderr)
        claims.that(stays in cli.flat(done.stdout[done.stdout.find("Done:"):]), name + done.stdout)
        claims.equal(claims.run("check", path).returncode, 1, name + ": check says it")


def only_table(claims, room):
    """Without data to be moved."""
    script = "label: dos\nstart=63,size=4000\nstart=5001,size=4000,type=82\n"
    path = small(room, "table", script)
    before = sound.digest(path)
    for words in (["-n"], ["-r", "--yes"]):
        shown = claims.run("fix", *words, path)
        claims.equal((shown.returncode, shown.stderr), (0, ""), "fix " + words[0])
        for part in ("none", "What is written, in this order:", "this was only shown"):
            claims.that(part in shown.stdout, part + ": " + shown.stdout)
        claims.equal(sound.digest(path), before, "nothing was written")
    claims.equal(claims.run("fix", path).returncode, 4, "no terminal")
    claims.equal(sound.digest(path), before, "nothing was written")
    env = {"XDG_STATE_HOME": room}
    end = events(claims, claims.run("fix", "--json", "--yes", path, env=env), "table only")
    claims.equal((end[-1]["event"], end[-1]["state"]), ("end", "complete"), "the end")
    after = claims.json("list", path)["partitiontable"]["partitions"]
    claims.equal([part["start"] for part in after], [2048, 6144], "the starts")
    claims.equal(claims.run("fix", "--yes", path, env=env).returncode, 0, "again: nothing")
    # The suggestions beside its rows are those of the nudge plan.
    path = cli.image(room, "swap-alone", 8085 * SECTOR)
    cli.quiet("sfdisk", "-q", path, input="start=40,size=8005,type=5\nstart=45,type=82\n")
    done = claims.run("fix", "--yes", "--to=nudge", path, env=env)
    claims.that(done.returncode == 4 and "--journal=FILE" in done.stderr,
                "no place for a journal: " + done.stderr)
    journal = "--journal=" + os.path.join(room, "swap-journal")
    done = claims.run("fix", "--yes", "--to=nudge", journal, path, env=env)
    claims.equal(done.returncode, 0, "a swap area and its container: " + done.stderr)


def shows(claims, path):
    before = sound.digest(path)
    for words in (["--dry-run"], ["--read-only", "--yes"]):
        shown = claims.run("fix", *words, path)
        claims.equal((shown.returncode, shown.stderr), (0, ""), "fix " + words[0])
        for part in ("partition 1 ext2", "Data to move: 16 MiB", "Journal: free space at",
                     "What is read in all: 48 MiB; what is written: 32 MiB.",
                     "What is written, in this order:",
                     "The old table is saved first:", "Ctrl-C stops", "alidade resume",
                     "this was only shown"):
            claims.that(part in shown.stdout, part + ": " + shown.stdout)
        claims.that("In the editor" not in shown.stdout, "no word on another way")
    # Both ways are possible there, and the speed is not known.
    shown = claims.run("fix", "-n", "--to=mib", path).stdout
    claims.that("in all: 48 MiB; what is written: 32 MiB." in shown and
                "the time is that of a hard disk" in cli.flat(shown), "without a speed: " + shown)
    lines = events(claims, claims.run("fix", "-n", "--json", path), "dry run")
    claims.equal([line["event"] for line in lines], ["begin", "end"], "dry run")
    begin = lines[0]
    claims.equal([(step["partition"], step["action"], step["from"], step["to"])
                  for step in begin["steps"]], [(1, "move", 63, 2048)], "steps")
    claims.that(begin["journal"]["bytes"] > 0 and begin["bytes-written"] > 0, "bytes")
    claims.equal(lines[1]["state"], "shown", "only shown")
    claims.equal(sound.digest(path), before, "nothing was written")


def boots(claims, room):
    """Boot loaders are named before the question, and at the end, with ids in JSON."""
    record = bytearray(440)
    record[0x180:0x180 + 33] = b"GRUB \0Geom\0Hard Disk\0Read\0 Error"
    record[0x5a:0x64] = b"\0\x80" + (100).to_bytes(8, "little")
    core = bytearray(SECTOR)
    core[0x170:0x177] = b"loading"
    core[0x1f4:0x1fe] = (101).to_bytes(8, "little") + (49).to_bytes(2, "little")
    sentence = "GRUB is loaded from fixed sectors of partition 1"
    path = one_move(room, "boots")
    with open(path, "r+b") as image:
        image.write(record)
        image.seek(100 * SECTOR)
        image.write(core)
    shown = cli.flat(claims.run("fix", "-n", path).stdout)
    claims.that(sentence in shown, "dry run: " + shown)
    lines = events(claims, claims.run("fix", "--yes", "--json", path, env={"XDG_STATE_HOME": room}),
                   "boot loader")
    for line in (lines[0], lines[-1]):
        claims.equal([(it["id"], it["partition"], it["text"].startswith(sentence))
                      for it in line["boot"]], [("boot-grub-moves", 1, True)], line["event"])
    claims.that(any(sentence in it for it in lines[-1]["result"]["warnings"]), "the end: %r" % lines)


def dirty(claims, room):
    """What was not unmounted is named before the question and in the plan; it is moved."""
    sentence = "Partition 1 (ext2) is marked dirty: it was not unmounted cleanly. It is moved as it is."
    path = one_move(room, "dirty")
    with open(path, "r+b") as image:
        image.seek(63 * SECTOR + 1024 + 58)  # s_state
        claims.equal(image.read(2), b"\x01\0", "clean as made")
        clean = claims.run("plan", path).stdout
        claims.equal(claims.json("plan", path)["volumes"],
                     [{"partition": 1, "fstype": "ext2", "state": "clean", "text": None}], "clean")
        image.seek(63 * SECTOR + 1024 + 58)
        image.write(b"\0\0")
    claims.that("dirty" not in clean.replace(path, ""), clean)
    for words in (["plan"], ["fix", "-n"]):
        shown = cli.flat(claims.run(*words, path).stdout)
        claims.that(shown.count(sentence) == 1, words[0] + ": " + shown)
    env = {"XDG_STATE_HOME": room}
    result = claims.run("fix", "--yes", "--json", path, env=env)
    begin = events(claims, result, "dirty")[0]
    claims.equal(result.returncode, 0, "nothing is refused for it")
    claims.equal([(it["partition"], it["fstype"], it["state"], it["text"].startswith(sentence))
                  for it in begin["volumes"]], [(1, "ext2", "dirty", True)], "begin")
    claims.that(any(it.startswith(sentence) for it in begin["warnings"]), begin["warnings"])


def wrapped(claims, room):
    """Sentences keep to the width; a path is one word."""
    path = small(room, "wrapped", "label: dos\nstart=63,size=32768\nstart=40001,size=800\n",
                 (63, ext2(room, 32768)), (40001, b"data" * 128))
    script = "label: dos\nstart=2048,size=32768\n"
    for words, text in ((["fix", "-n"], ""), (["apply", "-n"], script)):
        shown = claims.run("--size=60x24", *words, path, text=text)
        where = words[0] + " in 60 columns"
        claims.equal((shown.returncode, shown.stderr), (0, ""), where)
        begin = shown.stdout.index("What is written, in this order:")
        long = [line for line in shown.stdout[begin:].splitlines()
                if len(line) > 60 and room not in line and ".alidade" not in line]
        claims.equal(long, [], where)


def interrupted(claims, room):
    folder = os.path.join(room, "disks")
    os.mkdir(folder)
    names = subprocess.run([sys.argv[2], folder], check=True, capture_output=True,
                           text=True).stdout.split()
    paths = {name: os.path.join(folder, name + ".img") for name in names}
    for name in ("msdos", "gpt", "left"):
        refused(claims, paths[name], ["fix", "--yes", paths[name]], 4, "alidade resume",
                "move-in-progress")
    for name, code, sentence in (
            ("newer", 4, "2.7.0"), ("elsewhere", 4, "/mnt/usb/alidade.journal"),
            ("elsewhere", 4, "6ba7b810-9dad-11d1-80b4-00c04fd430c8"),
            ("gpt", 4, "Both copies of the log"), ("gpt", 4, "then: alidade resume"),
            ("version-1", 4, VERSION_1), ("version-1-guard", 4, VERSION_1), ("version-1-plan", 4, VERSION_1)):
        for words in (["--yes"], ["--rollback", "--yes"], ["--status"]):
            refused(claims, paths[name], ["resume", *words, paths[name]], code, sentence)
    claims.refused("fix-not-read", "resume", "--yes", paths["gpt"])
    for name in ("version-1", "version-1-guard", "version-1-plan"):
        before = sound.digest(paths[name])
        refused(claims, paths[name], ["fix", "--yes", paths[name]], 4, VERSION_1)
        for words, text in ((["repair", "--yes"], ""), (["bench"], ""), (["plan"], ""),
                            (["apply", "--yes", "--lose=all"], "label: gpt\nsize=10MiB\n")):
            said = claims.run(*words, paths[name], text=text)
            claims.that(said.returncode == 4 and VERSION_1 in said.stderr,
                        "%s: %s: %r" % (name, words[0], said))
        claims.equal(sound.digest(paths[name]), before, name + ": as it was")


def with_checker(room, text):
    """The environment in which e2fsck is this script of the shell."""
    folder = os.path.join(room, "checker")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "e2fsck")
    with open(path, "w", encoding="ascii") as file:
        file.write("#!/bin/sh\n" + text + "\n")
    os.chmod(path, 0o755)
    return {"XDG_STATE_HOME": os.path.join(room, "state"),
            "PATH": folder + ":" + os.environ["PATH"]}


# What the checker does; its verdicts before and after the move from 63 to 64, and parts of
# the sentences then.
CHECKERS = (
    ("echo fine", "clean", "clean", "e2fsck finds no errors.",
     "found no errors before the move, and finds none now"),
    ("echo broken; exit 4", "damaged", "damaged", "e2fsck finds errors",
     "finds errors, as it did before the move"),
    ("case $* in *=32256) exit 0;; esac; echo new; exit 4", "clean", "damaged",
     "e2fsck finds no errors.", "found no errors before the move, and finds errors now"),
    ("echo no superblock; exit 8", "failed", "failed", "e2fsck could not check it",
     "e2fsck could not check it"),
)


def checked(claims, room):
    """What the checkers find before the move forbids nothing, and is told from what they
    find after it; their output is in the log."""
    for text, before, after, told, told_after in CHECKERS:
        path = one_move(room, "checked")
        env = with_checker(room, text)
        words = ("fix", "--yes", "--check-content", path)
        lines = events(claims, claims.run(*words, "--json", env=env), text)
        notes = [(line["check"], line["text"]) for line in lines if "check" in line]
        claims.equal([(note["when"], note["verdict"], note["partition"], note["checker"])
                      for note, _ in notes],
                     [("before", before, 1, "e2fsck"), ("after", after, 1, "e2fsck")], text)
        claims.that(told in notes[0][1] and told_after in notes[1][1], "%s: %r" % (text, notes))
        claims.equal(lines[-1]["state"], "complete", text)
        with open(os.path.join(room, "state/alidade/alidade.log"), encoding="utf-8") as log:
            kept = log.read()
        for word in text.split("echo ")[1:]:
            claims.that("\n    " + word.split(";")[0] + "\n" in kept, text + ": the log: " + kept)


def checked_as_text(claims, room):
    text, _, _, told, told_after = CHECKERS[2]
    path = one_move(room, "checked")
    env = with_checker(room, text)
    done = claims.run("fix", "--yes", "--check-content", path, env=env)
    claims.equal((done.returncode, done.stderr.count("alidade:")), (0, 0), done.stderr)
    shown = cli.flat(done.stdout)
    first, end = shown[:shown.index("Done:")], shown[shown.index("Done:"):]
    claims.that(told in first, "before: " + first[-400:])
    claims.that(told_after in end[end.index("To be known:"):], "after: " + end)


def not_checked(claims, room):
    """Only a file system that has a checker, and a device or an offset for it."""
    env = with_checker(room, "exit 4")
    path = one_move(room, "offered")
    done = cli.flat(claims.run("fix", "--yes", path, env=env).stdout)
    claims.that("e2fsck -f -n '%s?offset=1048576'" % path in done, "the command: " + done)
    claims.that("finds errors" not in done, "it was not run: " + done)
    fat = cli.image(room, "fat", 4096 * SECTOR)
    cli.quiet("mkfs.fat", fat)
    with open(fat, "rb") as file:
        path = small(room, "no-node", "label: dos\nstart=63,size=4096\n", (63, file.read()))
    done = cli.flat(claims.run("fix", "-n", "--check-content", path, env=env).stdout)
    claims.that("needs a device of the partition, and there is none" in done or
                "fsck.fat is not installed" in done, "an image file: " + done)


def resumed(claims, room):
    """What is in the middle of its move is checked at the end; what was moved before, and
    is marked dirty, is told then."""
    env = {"TMPDIR": room, "XDG_RUNTIME_DIR": "", **with_checker(room, "exit 4")}
    path = claims.run("demo", "interrupted", "--no-open", env=env).stdout.strip()
    claims.that(" journal " in claims.run("list", path).stdout, "the journal's entry is named")
    claims.that('"content": "journal"' in claims.run("list", "--json", path).stdout, "in JSON")
    with open(path, "r+b") as image:
        image.seek(56 * SECTOR + 65)  # of a FAT32: bit 0
        image.write(b"\x01")
    shown = cli.flat(claims.run("resume", "--yes", "--check-content", path, env=env).stdout)
    first, end = shown[:shown.index("Done:")], shown[shown.index("Done:"):]
    claims.that("can be checked only after that" in first, first[-300:])
    for part in ("Partition 2 (ext4): e2fsck finds errors",
                 "Partition 1 (vfat) is still marked dirty"):
        claims.that(part in end, "at the end: " + end)
    os.unlink(path)


def hanging(claims, room):
    """A checker that does not end is killed, and nothing is written."""
    path = one_move(room, "hanging")
    before = sound.digest(path)
    env = dict(os.environ, **with_checker(room, "echo begun\nexec sleep 86399.25"))
    with subprocess.Popen([claims.program, "fix", "--yes", "--check-content", path], env=env,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as fix:
        while not (checkers := sleeping(fix.pid)) and fix.poll() is None:
            time.sleep(0.01)
        fix.send_signal(signal.SIGINT)
        shown = fix.communicate(timeout=60)
    claims.equal(fix.returncode, 5, "stopped: %r" % (shown,))
    claims.that("Stopped. Nothing was written." in shown[1], shown[1])
    claims.equal(len(checkers), 1, "the checker ran")
    claims.equal([pid for pid in checkers if of_process(pid, "cmdline") == SLEEP], [],
                 "the checker is killed")
    claims.equal(sound.digest(path), before, "nothing was written")


SLEEP = b"sleep\x0086399.25\0"


def of_process(pid, name):
    with contextlib.suppress(OSError):
        with open("/proc/%s/%s" % (pid, name), "rb") as file:
            return file.read()
    return b""


def sleeping(parent):
    """The checkers of hanging() that PARENT has started: the same can run elsewhere."""
    return [pid for pid in os.listdir("/proc") if pid.isdigit() and
            of_process(pid, "cmdline") == SLEEP and
            int(of_process(pid, "stat").rpartition(b")")[2].split()[1]) == parent]


def really_checked(claims, room):
    """The real e2fsck, without a change of the image; a wrong bitmap is found."""
    env = {"XDG_STATE_HOME": os.path.join(room, "state")}
    for name, verdict in (("whole", "clean"), ("broken", "damaged")):
        path = one_move(room, name)
        if verdict == "damaged":
            cli.quiet("debugfs", "-w", "-R", "freei <11>", "%s?offset=%d" % (path, 63 * SECTOR))
        before = sound.digest(path)
        words = ("fix", "-n", "--check-content", "--json", path)
        lines = events(claims, claims.run(*words, env=env), name)
        claims.equal([line["check"]["verdict"] for line in lines if "check" in line], [verdict], name)
        claims.equal(sound.digest(path), before, name + ": nothing was written")


def script(claims, room):
    path = one_move(room, "one")
    refusals(claims, room, path)
    suspended(claims, room)
    no_plan(claims, room)
    nothing_to_do(claims, room)
    legacy(claims, room)
    all_stays(claims, room)
    some_stays(claims, room)
    only_table(claims, room)
    shows(claims, path)
    wrapped(claims, room)
    boots(claims, room)
    dirty(claims, room)
    checked(claims, room)
    checked_as_text(claims, room)
    not_checked(claims, room)
    resumed(claims, room)
    hanging(claims, room)
    really_checked(claims, room)
    interrupted(claims, room)


cli.need("sfdisk", "mke2fs", "e2fsck", "mkfs.fat")
cli.main(script)
