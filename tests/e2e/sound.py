# SPDX-License-Identifier: GPL-3.0-or-later
# sound.py - what holds for every image, whatever is on it
import hashlib
import json
import os

TEXT, COUNT, FLAG = (str,), (int,), (bool,)
NONE = (type(None),)
DEVICE = {"path": TEXT, "model": TEXT + NONE, "serial": TEXT + NONE, "size": COUNT,
          "bytes": COUNT}
TOPOLOGY = {"log-sec": COUNT, "phy-sec": COUNT, "phy-sec-used": COUNT,
            "phy-sec-source": TEXT, "min-io": COUNT, "opt-io": COUNT, "alignment": COUNT,
            "alignment-source": TEXT, "grain": COUNT, "base": COUNT + NONE, "notes": (list,)}
TABLE = {"label": TEXT + NONE, "id": TEXT + NONE, "device": TEXT, "unit": TEXT,
         "firstlba": COUNT, "lastlba": COUNT, "sectorsize": COUNT, "partitions": (list,),
         "free": (list,)}
PARTITION = {"node": TEXT + NONE, "number": COUNT + NONE, "kind": TEXT, "start": COUNT,
             "size": COUNT, "type": TEXT + NONE, "type-name": TEXT + NONE,
             "bootable": FLAG, "name": TEXT + NONE, "uuid": TEXT + NONE,
             "fstype": TEXT + NONE, "fslabel": TEXT + NONE, "fsuuid": TEXT + NONE, "busy": FLAG, "verdict": TEXT + NONE, "past-bytes": COUNT,
             "end-past-bytes": COUNT, "reason": TEXT, "suggest": (list,)}
SUGGEST = {"start": COUNT, "grade": TEXT, "shift": COUNT, "room": TEXT, "shrink": COUNT,
           "data-bytes": COUNT}
# What they tell of is a row of the list.
ENTRY_NOTES = {"table-entry-damaged", "msdos-chain-broken", "msdos-ebr-signature",
               "gpt-both-damaged", "contents-found"}
SUMMARY = {"judged": COUNT, "off": COUNT}


CHUNK = 64 * 1024
ZEROS = bytes(CHUNK)


def data_chunks(file, size):
    """Places where there may be something: some images have terabytes of holes."""
    offset = 0
    while offset < size:
        try:
            start = os.lseek(file.fileno(), offset, os.SEEK_DATA)
        except OSError:
            return
        offset = os.lseek(file.fileno(), start, os.SEEK_HOLE)
        yield from range(start // CHUNK * CHUNK, offset, CHUNK)


def content(path):
    """The digest of what is not zero: a hole may become zeros when the system likes it so."""
    whole = hashlib.sha256()
    with open(path, "rb") as file:
        for at in sorted(set(data_chunks(file, os.path.getsize(path)))):
            file.seek(at)
            chunk = file.read(CHUNK)
            if chunk != ZEROS[:len(chunk)]:
                whole.update(b"%d:" % at + chunk)
    return whole.hexdigest()


def digest(path):
    return content(path), os.stat(path).st_mtime_ns


def has_fields(claims, where, value, fields):
    for key, kinds in fields.items():
        claims.that(key in value and type(value[key]) in kinds,
                    "%s: %s is %r" % (where, key, value.get(key, "not there")))


def has_partition(claims, where, one):
    has_fields(claims, where, one, PARTITION)
    verdicts = (None,) if one["damaged"] else ("grain", "physical", "off", "harmless")
    claims.that(one["verdict"] in verdicts, "%s: a verdict: %r" % (where, one["verdict"]))
    claims.that(one["reason"], where + ": a reason")
    for better in one["suggest"]:
        has_fields(claims, where, better, SUGGEST)
        claims.that(better["grade"] in ("grain", "physical") and
                    better["room"] in ("free", "shrink", "moves"),
                    "%s: a suggestion that helps: %r" % (where, better))
        claims.equal(one["start"] + better["shift"], better["start"], where + ": shift")
    for child in one.get("children", []):
        has_partition(claims, where, child)


def covers(claims, where, table, size):
    """Each sector once: nothing is hidden, however small."""
    parts = [p for p in table["partitions"]
             if p["kind"] != "slice" and not p["damaged"]]
    ranges = [(p["start"], p["size"]) for p in parts if p["kind"] != "extended"]
    ranges += [(f["start"], f["size"]) for f in table["free"] + table["metadata"] + table["kept"]]
    at = 0
    for start, length in sorted(ranges):
        if start != at:
            break
        at += length
    claims.equal(at, size, where + ": covered without a hole and an overlap up to")


def document(claims, where, whole):
    has_fields(claims, where, whole["device"], DEVICE)
    has_fields(claims, where, whole["topology"], TOPOLOGY)
    has_fields(claims, where, whole["summary"], SUMMARY)
    if whole["partitiontable"]:
        has_fields(claims, where, whole["partitiontable"], TABLE)
        covers(claims, where, whole["partitiontable"], whole["device"]["size"])
        for one in whole["partitiontable"]["partitions"]:
            has_partition(claims, where, one)


# What a busy machine may add: libparted had too little time in one of the runs.
UNFINISHED = "libparted did not finish reading it"


def refusal(claims, where, path, results):
    """One sentence that names the disk, the same from each command."""
    for result in results:
        claims.equal(result.returncode, 3, where + ": exit code")
        claims.equal(result.stdout, "", where + ": nothing on stdout")
        claims.that(result.stderr.startswith("alidade: " + path) and
                    result.stderr.count("\n") == 1 and
                    len(result.stderr) > len(path) + 20,
                    where + ": one sentence: " + repr(result.stderr))
    said = sorted({result.stderr for result in results if UNFINISHED not in result.stderr})
    claims.that(len(said) <= 1, where + ": said alike: " + repr(said))
    return results[0].stderr


def image(claims, room, path, *options):
    """Runs every reading command on PATH.  The document, or the sentence if refused."""
    where = " ".join([os.path.basename(path), *options])
    before = digest(path)
    spare = os.path.join(room, "spare")
    os.makedirs(spare, exist_ok=True)
    results = [claims.run(*words, *options, path, env={"TMPDIR": spare})
               for words in (("list",), ("check",), ("explain",), ("list", "--json"))]
    claims.equal(digest(path), before, where + ": as it was")
    claims.equal(os.listdir(spare), [], where + ": no file is left behind")
    if results[0].returncode and not results[0].stdout:
        return refusal(claims, where, path, results)
    listed, checked, explained, written = results
    claims.equal([r.stderr for r in (listed, explained, written)], [""] * 3,
                 where + ": nothing else is said")
    whole = json.loads(written.stdout)
    code = 3 if ENTRY_NOTES & {note["id"] for note in whole["notes"]} else 0
    claims.equal((listed.returncode, explained.returncode, written.returncode),
                 (code, 0, code), where + ": exit codes")
    document(claims, where, whole)
    summary = whole["summary"]
    claims.equal((checked.returncode, checked.stderr),
                 (3 if summary["damaged"] else 1 if summary["off"] else 0, ""),
                 where + ": check")
    claims.equal(summary["damaged"], any(n["damage"] for n in whole["notes"]),
                 where + ": damage is a note's")
    for note in whole["notes"]:
        claims.that(not note["damage"] or note["text"] in checked.stdout,
                    where + ": check says " + note["text"])
    several = json.loads(claims.run("list", "--json", *options, path, path).stdout)
    # A busy machine may give libparted too little time in one of the runs.
    if any(n["id"] == "parted-timeout" for d in [whole, *several["disks"]] for n in d["notes"]):
        return whole
    claims.equal(several["disks"], [{k: v for k, v in whole.items() if k != "alidade"}] * 2,
                 where + ": twice is an array")
    return whole
