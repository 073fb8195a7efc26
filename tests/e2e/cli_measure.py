#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_measure.py ALIDADE - bench and probe on image files: what they say, and that not a
# byte changes
import fcntl
import glob
import hashlib
import json
import os
import pty
import re
import signal
import subprocess
import time

import cli

BENCH_FIELDS = ("device", "base", "against", "workload", "verdict", "reason", "ratio",
                "interval", "confidence", "pairs", "seconds", "a", "b", "kernel-reads",
                "bytes-written", "unchanged", "worth", "culprit", "sampling", "seed",
                "drift", "window", "is-drive", "workloads", "published")
ARM_FIELDS = ("start", "median-us", "per-second", "low-us", "high-us", "count")
PROBE_FIELDS = ("device", "verdict", "reason", "physical", "offset", "reported-physical",
                "reported-offset", "ratio", "seconds", "unchanged", "seed", "window",
                "is-drive", "bars")


def hash_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def image(room, name, mib=24):
    """A disk without a table, full of bytes that are not all the same."""
    path = os.path.join(room, name)
    with open(path, "wb") as file:
        # Nothing that could be taken for a table or a file system at the front.
        file.write(bytes(cli.MIB))
        file.write(os.urandom((mib - 1) * cli.MIB))
    return path


def has(claims, document, fields, what):
    for field in fields:
        claims.that(field in document, "%s has %s" % (what, field))


class Run:
    """The program on one image, which must not change whatever it does."""

    def __init__(self, claims, room, path):
        self.claims, self.path = claims, path
        self.env = {"XDG_STATE_HOME": os.path.join(room, "state")}
        self.before = hash_of(path)

    def unchanged(self, what):
        self.claims.equal(hash_of(self.path), self.before, "the image after " + what)

    def both(self, *words):
        result = self.claims.run(*words, env=self.env)
        what = " ".join(words)
        self.claims.equal(result.returncode, 0, what)
        self.unchanged(what)
        return result.stdout, result.stderr

    def text(self, *words):
        said, complained = self.both(*words)
        self.claims.equal(complained, "", " ".join(words))
        return said

    def json(self, *words, key="bench"):
        document = self.claims.json(*words, env=self.env)
        self.unchanged(" ".join(words))
        self.claims.equal(document.get("alidade"), "0.2.0", "the version")
        return document.get(key, {})


def benches(claims, run):
    said = run.text("bench", "--seconds=2", "--seed=1", run.path)
    for part in ("63", "64", "Not the drive itself", "--seed=1 makes the same",
                 "Compared afterwards: nothing on the disk has changed."):
        claims.that(part in said, "bench says %r: %s" % (part, said))
    claims.that("Worth fixing" not in said, "an image is never worth fixing: " + said)
    claims.that(not os.path.exists(run.env["XDG_STATE_HOME"]), "nothing is kept of it")
    bench = run.json("bench", "--seconds=2", "--seed=7", run.path)
    has(claims, bench, BENCH_FIELDS, "bench")
    claims.equal((bench["base"], bench["against"], bench["seed"]), (63, 64, 7), "starts")
    claims.that(bench["verdict"] in ("different", "same", "inconclusive"), "a verdict")
    claims.equal((bench["worth"], bench["is-drive"], bench["unchanged"], bench["kept"]),
                 ("unsaid", False, True, None), "what is no drive")
    claims.that(0 < bench["bytes-written"] <= 16 * cli.MIB, "16 MiB at most")
    claims.that(bench["window"]["start-bytes"] >= cli.MIB, "never the first MiB")
    claims.that(isinstance(bench["lines"], list) and bench["lines"], "it has words")
    if bench["pairs"]:
        has(claims, bench["a"], ARM_FIELDS, "an arm")
        claims.equal((bench["a"]["start"], bench["b"]["start"]), (64, 63), "arms")
    other = run.json("bench", "--base=2048", "--seconds=1", run.path)
    claims.equal((other["base"], other["against"]), (2048, 2049), "an aligned start")
    other = run.json("bench", "--base=end-1s", "--seconds=1", run.path)
    last = os.path.getsize(run.path) // 512 - 1
    claims.equal((other["base"], other["against"]), (last, last - 7), "the last sector")
    other = run.json("bench", "-b", "1MiB", "--against=63", "--seconds=1", run.path)
    claims.equal((other["base"], other["against"]), (2048, 63), "typed starts")


def probes(claims, run):
    said = run.text("probe", "--seconds=3", "--seed=1", run.path)
    claims.that("Not the drive itself" in said, "probe of an image: " + said)
    probe = run.json("probe", "--seconds=3", run.path, key="probe")
    has(claims, probe, PROBE_FIELDS, "probe")
    claims.that(probe["verdict"] in ("found", "none", "inconclusive"), "a verdict")
    claims.equal((probe["is-drive"], probe["unchanged"]), (False, True), "no drive")
    reads = run.json("probe", "-r", "--seconds=3", run.path, key="probe")
    claims.equal((reads["bytes-written"], reads["physical"], reads["reads-only"]),
                 (0, None, True), "reads never name a physical sector")


def reads_only(claims, run):
    said = run.text("bench", "-r", "--seconds=1", run.path)
    claims.that("reads show next to nothing" in said, "of reads: " + said)
    bench = run.json("bench", "--read-only", "--seconds=1", run.path)
    claims.equal((bench["bytes-written"], bench["reads-only"]), (0, True), "reads alone")
    claims.equal(bench["worth"], "unsaid", "reads are no reason to fix anything")


def dry_runs(claims, run):
    before = os.stat(run.path)
    for words in (("bench",), ("probe",), ("bench", "--workload=all"),
                  ("bench", "--preset=apollo")):
        said = run.text(*words, "--dry-run", run.path)
        claims.that("Nothing was written: this was only shown." in said, "dry: " + said)
        claims.that("the block that was read there" in said, "the promise: " + said)
    for words, bounds in ((("bench",), "write at most 16 MiB in at most 11 seconds"),
                          (("bench", "--seconds=0.3"), "16 MiB in at most 1 second,"),
                          (("bench", "--workload=all"),
                           "together write at most 80 MiB in at most 41 seconds."),
                          (("bench", "--workload=all", "--seconds=6", "--dir=/tmp"),
                           "together write at most 112 MiB in at most 6 seconds."),
                          (("bench", "--workload=read-4k", "-r"),
                           "together take at most 41 seconds."),
                          (("bench", "--preset=openbsd", "-s", "4MiB"),
                           "at most 4 MiB in at most 30 seconds"),
                          (("probe",), "at most 32 MiB in at most 8 seconds")):
        said = run.text(*words, "--dry-run", run.path).replace("\n    ", " ")
        claims.that(bounds in said.replace("Writes", "write"), "%s: %s" % (bounds, said))
    said, _ = run.both("bench", "-n", "-d", run.path, "-b", "34")
    claims.that("only shown" in said, "dry: " + said)
    bench = run.json("bench", "-n", run.path)
    claims.equal((bench["dry-run"], bench["verdict"]), (True, None), "a dry document")
    after = os.stat(run.path)
    claims.equal((after.st_mtime_ns, after.st_size), (before.st_mtime_ns, before.st_size),
                 "nothing was written to it")


def align_bench(claims, run):
    said, aside = run.both("bench", "-d", run.path, "-b", "34", "-i", "4096", "-s",
                           "1048576")
    lines = said.splitlines()
    claims.that("the block that was read there" in aside, "the promise: " + aside)
    claims.equal(lines[0], "part-align-bench: %s base sector=34 stride=4096 size=1048576 "
                 "no_sync" % run.path, "the first line")
    for index, word in enumerate(("real", "user", "sys")):
        claims.that(re.fullmatch(r"%s\s+0m[0-9]+\.[0-9]{3}s" % word, lines[index + 1]),
                    "%s as time says it: %s" % (word, said))
    claims.that(re.fullmatch(r"[0-9.]+ MiB/s", lines[4]), "a rate: " + said)
    said, _ = run.both("bench", "-S", "-d", run.path, "-s", "64KiB")
    claims.that(said.splitlines()[0].endswith("base sector=0 stride=4096 size=65536 "
                                              "do_sync"), "with -S: " + said)
    bench = run.json("bench", "-d", run.path, "-s", "64KiB")
    claims.equal([w["workload"] for w in bench["workloads"]], ["part-align-bench"], "one")
    claims.equal(bench["workloads"][0]["bytes"], 65536, "exact bytes")
    claims.equal(bench["verdict"], None, "no starts were compared")
    result = claims.run("bench", "-r", "-d", run.path, env=run.env)
    claims.that(result.returncode == 4 and "without writing" in result.stderr,
                "reads alone are no part-align-bench: " + result.stderr)
    claims.refused("bench-nothing-to-time", "bench", "-r", "-d", run.path, env=run.env)


def presets(claims, run):
    apollo = run.json("bench", "--preset=apollo", "-s", "256KiB", run.path)
    claims.equal([w["start"] for w in apollo["workloads"]], [0, 8, 34, 40, 42], "sectors")
    claims.that({f["drive"] for f in apollo["published"]}, "the article's drives")
    for preset, most in (("openbsd", None), ("fio", "durable-4k-sequential")):
        result = run.json("bench", "--preset=" + preset, run.path)
        kinds = [w["workload"] for w in result["workloads"]]
        claims.that(kinds and (not most or most in kinds), "%s: %r" % (preset, kinds))
        claims.that(result["published"], "%s has figures" % preset)
    said = run.text("bench", "--preset=apollo", "-s", "256KiB", run.path)
    claims.that("MiB/s" in said and "42" in said, "a table: " + said)
    one = run.json("bench", "--workload=read-64k", "--seconds=1", run.path)
    claims.equal({w["workload"] for w in one["workloads"]}, {"read-64k"}, "one workload")
    claims.that(one["verdict"], "beside the comparison")


def files(claims, room):
    folder = os.path.join(room, "files")
    os.mkdir(folder)
    env = {"XDG_STATE_HOME": os.path.join(room, "state")}
    bench = claims.json("bench", "--dir=" + folder, env=env).get("bench", {})
    claims.equal([w["workload"] for w in bench.get("workloads", [])],
                 ["file-durable-4k", "small-files"], "the file form")
    claims.equal(os.listdir(folder), [], "nothing is left behind")
    process = subprocess.Popen([claims.program, "bench", "--dir=" + folder],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env=dict(os.environ, **env))
    while process.poll() is None and not glob.glob(folder + "/*/durable"):
        time.sleep(0.001)
    process.kill()
    process.wait()
    left = os.listdir(folder)
    claims.equal(len(left), 1, "what SIGKILL leaves")
    said = claims.run("bench", "--dir=" + folder, env=env)
    claims.that(folder + "/" + left[0] in said.stdout.replace("\n    ", " ") and
                "was killed" in said.stdout, "the next run names it: " + said.stdout)
    claims.equal(os.listdir(folder), [], "and removes it")
    missing = claims.run("bench", "--dir=" + folder + "/none", env=env)
    claims.that(missing.returncode == 4 and "none" in missing.stderr,
                "a folder that is not there: %d %s" % (missing.returncode, missing.stderr))


def jobs(claims, run, room):
    folder = os.path.join(room, "jobs")
    run.text("bench", "--job-files=" + folder, run.path)
    claims.equal(sorted(os.listdir(folder)),
                 ["job.write.fs.4k", "job.write.fs.4k.direct", "job.write.part.4k",
                  "job.write.part.4k.direct"], "all jobs for fio, in a new folder")
    with open(os.path.join(folder, "job.write.part.4k"), encoding="utf-8") as file:
        claims.that("filename=" + run.path in file.read(), "they name the disk")


def refusals(claims, room):
    secret = image(room, "secret", 4)
    os.chmod(secret, 0o444)
    rows = [("/no/such/disk", 3, "/no/such/disk"), (room, 3, os.path.basename(room)),
            (cli.image(room, "tiny", 64 * 1024), 4, "tiny")]
    if os.geteuid():
        rows.append((secret, 4, "secret"))
    for path, code, part in rows:
        for command in ("bench", "probe"):
            result = claims.run(command, path)
            what = "%s %s" % (command, os.path.basename(path))
            claims.equal(result.returncode, code, what)
            claims.equal(result.stderr.count("\n"), 1, "one sentence: " + result.stderr)
            claims.that(part in result.stderr, "%s: %s" % (what, result.stderr))
    document = claims.json("bench", rows[2][0]).get("bench", {})
    claims.equal((document.get("verdict"), document.get("reason")),
                 ("refused", "no-room"), "refused in JSON")
    for words, part in ((("bench", "-b", "99999999", secret), "'99999999' lies outside"),
                        (("bench", "--partition=3", secret), "no partition 3"),
                        (("bench", "-b", "8", "--against=8", secret), "itself"),
                        (("bench", "-d", secret, "-i", "100"), "100"),
                        (("bench", "-d", secret, "-s", "1025MiB"), "1 GiB at most"),
                        (("bench", "--preset=apollo", "-s", "1TiB", secret), "wears"),
                        (("bench", "--compare=nobody", secret), "nobody")):
        result = claims.run(*words, env={"XDG_STATE_HOME": room})
        claims.that(result.returncode in (2, 3) and part in result.stderr,
                    "%s: %d %s" % (words, result.returncode, result.stderr))


def at_work(run, *words):
    """The program, once it has written something, or has ended."""
    before = os.stat(run.path).st_mtime_ns
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=dict(os.environ, LC_ALL="C.UTF-8", **run.env))
    while os.stat(run.path).st_mtime_ns == before and process.poll() is None:
        time.sleep(0.001)
    return process


def signals(claims, run):
    """Stopped in the middle: what is known, exit code 5 or a verdict, no byte changed."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        process = at_work(run, claims.program, "bench", "-J", "--workload=all", run.path)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        claims.that(process.returncode in (0, 5), "after %s: %d %s" %
                    (number.name, process.returncode, err))
        claims.that(json.loads(out)["bench"], "the document is whole")
        run.unchanged(number.name)
    for command in ("bench", "probe"):
        process = at_work(run, claims.program, command, run.path)
        process.kill()
        process.communicate(timeout=60)
        run.unchanged("SIGKILL")


def progress(claims, run):
    """One line on a terminal, gone afterwards; the report knows nothing of it."""
    master, terminal = pty.openpty()
    process = subprocess.Popen([claims.program, "bench", "--workload=all", run.path],
                               stdout=subprocess.PIPE, stderr=terminal, text=True,
                               env=dict(os.environ, LC_ALL="C.UTF-8", **run.env))
    os.close(terminal)
    began = time.monotonic()
    out = process.communicate(timeout=120)[0]
    seconds = time.monotonic() - began
    said = b""
    try:
        while True:
            said += os.read(master, 65536)
    except OSError:
        os.close(master)    # nobody holds its other end any more
    shown = said.count(b"%")
    claims.equal(process.returncode, 0, "with a terminal")
    claims.that(shown <= 2 * seconds + 2, "twice a second: %d in %g s" % (shown, seconds))
    claims.that(not said or said.endswith(b" \r"), "it is gone: %r" % said[-99:])
    claims.that(b"\n" not in said and b"\x1b" not in said, "one line: %r" % said[:99])
    claims.that("\r" not in out, "the report has none of it")
    run.unchanged("progress")


def meddled(claims, run):
    """Another program opens the image to write into the window: it waits until alidade has
    stopped, which has an exit code of its own, and what it wrote stays."""
    window = run.json("bench", "--seconds=1", run.path)["window"]
    place = window["start-bytes"] + cli.MIB // 2
    process = at_work(run, claims.program, "bench", "-J", "-d", run.path, "-i", "1MiB",
                      "-s", "1GiB", "-S")
    with open(run.path, "r+b") as file:
        file.seek(place)
        file.write(b"somebody else")
    out, err = process.communicate(timeout=60)
    claims.equal((process.returncode, err.count("\n")), (5, 1), "stopped: " + err)
    bench = json.loads(out)["bench"]
    claims.equal((bench["workloads-end"]["reason"], bench["workloads-end"]["unchanged"]),
                 ("taken", True), "it is seen, and nothing was changed before")
    with open(run.path, "rb") as file:
        file.seek(place)
        claims.equal(file.read(13), b"somebody else", "what they wrote stays")


def waits(process, path):
    """True once the program has PATH open for writing, and waits for its lock."""
    folder = "/proc/%d/fd" % process.pid
    for name in os.listdir(folder):
        try:
            with open("/proc/%d/fdinfo/%s" % (process.pid, name), encoding="ascii") as file:
                flags = int(file.read().split("flags:")[1].split()[0], 8)
            if os.readlink(folder + "/" + name) == path and flags & os.O_RDWR:
                return True
        except OSError:
            pass    # closed meanwhile
    return False


def overtaken(claims, room):
    """Who held the lock has put a partition where the free space was."""
    path = os.path.realpath(image(room, "overtaken"))
    for words in (("bench",), ("probe",), ("bench", "--preset=apollo"), ("bench", "-d")):
        with open(path, "rb") as holder:
            fcntl.flock(holder, fcntl.LOCK_EX)
            process = subprocess.Popen(
                [claims.program, *words, path], stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True, env=dict(os.environ, LC_ALL="C.UTF-8"))
            while process.poll() is None and not waits(process, path):
                time.sleep(0.01)
            with open(path, "r+b") as file:
                file.seek(446)
                file.write(bytes((0, 0, 0, 0, 0x83, 0, 0, 0, 0, 8, 0, 0, 0, 64, 0, 0)))
                file.seek(510)
                file.write(b"\x55\xaa")
            before = hash_of(path)
        err = process.communicate(timeout=60)[1]
        claims.equal(process.returncode, 4, "refused: " + err)
        claims.that("Read it again" in err, "%s says why: %s" % (words, err))
        claims.equal(hash_of(path), before, "nothing was written")
        with open(path, "r+b") as file:
            file.write(bytes(512))


def script(claims, room):
    run = Run(claims, room, image(room, "disk.img"))
    benches(claims, run)
    probes(claims, run)
    reads_only(claims, run)
    dry_runs(claims, run)
    align_bench(claims, run)
    presets(claims, run)
    files(claims, room)
    jobs(claims, run, room)
    refusals(claims, room)
    overtaken(claims, room)
    signals(claims, run)
    if cli.has_terminals():
        progress(claims, run)
    else:
        print("without the line of progress: no pseudo-terminals here")
    claims.that(not os.path.exists(run.env["XDG_STATE_HOME"]), "an image is not kept")
    meddled(claims, run)


cli.main(script)
