# SPDX-License-Identifier: GPL-3.0-or-later
# measured.py - runs bench and probe on an emulated drive, and judges what they say
import json
import os
import subprocess
import tempfile

RIGHT, INCONCLUSIVE, WRONG, REFUSED = "right", "inconclusive", "wrong", "refused"
# Nearer to 1 than this counts as no difference.
NEAR = 0.03


class Said:
    """One run: the answer, how it is judged, and what it did to the drive."""

    def __init__(self, answer, judged, changed, writes, exit_code, complaint):
        self.answer, self.judged, self.changed = answer, judged, changed
        self.writes, self.exit_code, self.complaint = writes, exit_code, complaint

    def number(self, name):
        return float(self.answer.get(name) or 0)


def words(alidade, what, path, *more):
    """A command line that measures PATH as if it were a drive."""
    starts = ["--base=63", "--against=64"] if what == "bench" else []
    return [alidade, what, "--json", "--as-drive", *starts, *more, path]


def environment(room):
    """Nothing is remembered from run to run."""
    return {**os.environ, "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": room}


def judge_lying(answer):
    if answer.get("verdict") == REFUSED:
        return REFUSED
    if answer.get("verdict") == "inconclusive":
        return RIGHT if answer.get("reason") == "flush-lies" else INCONCLUSIVE
    return WRONG


def judge_bench(kind, answer):
    verdict, ratio = answer.get("verdict"), float(answer.get("ratio") or 0)
    if verdict not in ("different", "same"):
        return REFUSED if verdict == REFUSED else INCONCLUSIVE
    if kind.ratio is None:
        # Larger blocks than the writes: the start that is off is never the faster one.
        return WRONG if verdict == "different" and ratio < 1 else RIGHT
    if abs(kind.ratio - 1) < NEAR:
        return RIGHT if verdict == "same" else WRONG
    is_right = verdict == "different" and (ratio > 1) == (kind.ratio > 1)
    return RIGHT if is_right else WRONG


def judge_probe(kind, answer):
    verdict = answer.get("verdict")
    if verdict not in ("found", "none"):
        return REFUSED if verdict == REFUSED else INCONCLUSIVE
    if kind.physical == 512:
        return RIGHT if verdict == "none" else WRONG
    found = (answer.get("physical"), answer.get("offset"))
    is_right = verdict == "found" and found == (kind.physical, kind.offset)
    return RIGHT if is_right else WRONG


def count_changed(before, after):
    if before == after:
        return 0
    return sum(a != b for a, b in zip(before, after)) + abs(len(before) - len(after))


def run(alidade, what, drive, kind, *more, env=()):
    before, writes = drive.bytes(), drive.requests()["writes"]
    with tempfile.TemporaryDirectory(prefix="alidade-lab-state-") as room:
        done = subprocess.run(words(alidade, what, drive.path, *more), text=True,
                              env={**environment(room), **dict(env)}, capture_output=True, timeout=120,
                              stdin=subprocess.DEVNULL)
    try:
        answer = json.loads(done.stdout)[what]
    except (ValueError, KeyError):
        answer = {"verdict": REFUSED}
    judge = {"bench": judge_bench, "probe": judge_probe}[what]
    judged = judge_lying(answer) if kind.is_lying else judge(kind, answer)
    return Said(answer, judged, count_changed(before, drive.bytes()),
                drive.requests()["writes"] - writes, done.returncode, done.stderr.strip())
