#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# session_loop.py CHANGE_DISK - thirty random edits, undos, redos and writes on a loop
# device; then sfdisk, sgdisk and parted are content, and no byte outside the table has
# changed
import hashlib
import itertools
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "e2e"))
import loop as loop_device  # noqa: E402
import real_disk  # noqa: E402
from cli import Claims, need, skip  # noqa: E402
from fat_files import read_at  # noqa: E402

SIZE = 1 << 18  # sectors of 512 bytes
STEPS = 30
TYPES = {"gpt": ["0FC63DAF-8483-4772-8E79-3D69D8477DE4",
                 "0657FD6D-A4AB-43C4-84E5-0933C84B4F4F"],
         "msdos": ["83", "82", "7"]}


def run(*words, stdin=""):
    return subprocess.run(words, input=stdin, capture_output=True, text=True,
                          timeout=120, env={**os.environ, "LC_ALL": "C.UTF-8"})


def fill(rng, path):
    """Every sector says which it is: what moves or is written over shows."""
    with open(path, "wb") as file:
        for mib in range(SIZE // 2048):
            file.write(b"".join(b"%015d\n" % (mib * 2048 + i) * 32 for i in range(2048)))
    script = {"gpt": "label: gpt\n2048,20480\n,40960\n,8192\n",
              "msdos": "label: dos\nstart=2048, size=20480\nsize=20480, type=7\n"
                       "type=5\nsize=10240\nsize=20480\n"}[rng.label]
    made = run("sfdisk", "-q", "--wipe", "never", path, stdin=script)
    assert made.returncode == 0, made.stderr


def edits(rng):
    """Blind ones: what is not possible is refused, and that is part of the session."""
    number = rng.choice([1, 2, 3, 4, 5, 6])
    start, size = rng.randint(1, SIZE // 2048) * 2048, rng.choice([2048, 4096, 10000])
    unique = "%08X-0000-4000-A000-%012X" % (rng.getrandbits(32), rng.getrandbits(48))
    kinds = ["create %d %d %s primary" % (start, size, rng.choice(TYPES[rng.label]))] * 3
    kinds += ["delete %d" % number, "type %d %s" % (number, rng.choice(TYPES[rng.label])),
              "boot %d on" % number, "sort", "undo", "undo", "redo", "write"]
    if rng.label == "gpt":
        kinds += ["name %d n%d" % (number, rng.randint(0, 99)), "uuid %d %s" % (number, unique),
                  "disk-id " + unique, "attributes %d 0x1" % number]
    else:
        kinds += ["create %d %d 83 logical" % (start, size),
                  "disk-id 0x%08x" % rng.randint(1, 0xffffffff)]
    return rng.choice(kinds)


def outside(path, owned):
    """A hash of all sectors but those that tables own."""
    said = hashlib.sha256()
    with open(path, "rb") as file:
        for last, lba in itertools.pairwise([-1, *sorted(owned), SIZE]):
            file.seek(512 * (last + 1))
            said.update(file.read(512 * (lba - last - 1)))
    return said.hexdigest()


def table_sectors(before, after):
    """What a table may lie in: both ends, and every sector that ends like an EBR now and
    did not hold its own number's text any more."""
    owned = set(range(0, 34)) | set(range(SIZE - 33, SIZE))
    for first, end in real_disk.differing(before, after):
        owned |= {at // 512 for at in range(first, end, 512)
                  if b"\x55\xaa" in (read_at(path, at + 510, 2) for path in (before, after))}
    return owned


def check_tools(claims, loop, label):
    verified = run("sfdisk", "--verify", loop)
    claims.that(verified.returncode == 0 and "overlap" not in verified.stdout,
                "sfdisk --verify %s is content: %s%s" %
                (label, verified.stdout, verified.stderr))
    printed = run("parted", "-s", loop, "print")
    claims.that(printed.returncode == 0 and "Error" not in printed.stderr,
                "parted print %s is content: %s" % (label, printed.stderr))
    if label == "gpt":
        checked = run("sgdisk", "-v", loop)
        claims.that(checked.returncode == 0 and "No problems found" in checked.stdout,
                    "sgdisk -v is content: %s" % checked.stdout)


def kernel_sees(loop):
    """{(start, size)} of what the kernel has as partitions of the device."""
    name, seen = os.path.basename(loop), set()
    for entry in os.listdir("/sys/block/%s" % name):
        if entry.startswith(name + "p"):
            said = [int(open("/sys/block/%s/%s/%s" % (name, entry, what)).read())
                    for what in ("start", "size")]
            seen.add(tuple(said))
    return seen


def table_says(loop):
    seen = set()
    for line in run("sfdisk", "-d", loop).stdout.splitlines():
        if not line.startswith(loop):
            continue
        said = dict(word.strip().split("=", 1) for word in line.split(":", 1)[1].split(",")
                    if "=" in word)
        is_box = said["type"].strip() in ("5", "f", "85")
        # Of a container the kernel shows two sectors.
        seen.add((int(said["start"]), 2 if is_box else int(said["size"])))
    return seen


def session(claims, change, room, label, seed):
    rng = random.Random(seed)
    rng.label = label
    image, before = os.path.join(room, "disk.img"), os.path.join(room, "before.img")
    fill(rng, image)
    subprocess.run(["cp", image, before], check=True)
    made = loop_device.attach(image)
    if made.returncode:
        skip("no loop device: " + made.stderr.strip())
    loop = made.stdout.strip()
    try:
        run("partx", "-a", loop)
        words = [edits(rng) for _ in range(STEPS)] + ["write"]
        done = run(change, loop, *words)
        refused = done.stdout.count("refused:")
        claims.that(done.returncode == 0, "session %s %d ends well: %s%s\n%s" %
                    (label, seed, done.stdout, done.stderr, "\n".join(words)))
        claims.that(STEPS - refused >= 10, "at least ten of the edits are possible")
        check_tools(claims, loop, label)
        claims.equal(kernel_sees(loop), table_says(loop), "the kernel sees the table")
        print("%s %d: %d of %d steps were possible" % (label, seed, STEPS - refused, STEPS))
    finally:
        run("partx", "-d", loop)
        run("losetup", "-d", loop)
    owned = table_sectors(before, image)
    claims.that(len(owned) < 200, "few sectors are the table's: %d" % len(owned))
    claims.equal(outside(image, owned), outside(before, owned),
                 "%s %d: no byte outside the table has changed" % (label, seed))


def main():
    need("sfdisk", "sgdisk", "parted", "flock", "losetup", "partx")
    if os.geteuid() != 0:
        skip("loop devices need root")
    claims = Claims(sys.argv[1])
    seed = int(os.environ.get("ALIDADE_SEED", "1"))
    with tempfile.TemporaryDirectory(prefix="alidade-test-") as room:
        os.environ["XDG_STATE_HOME"] = room
        for label in ("gpt", "msdos"):
            for i in range(3):
                session(claims, sys.argv[1], room, label, seed + i)
    return claims.finish()


if __name__ == "__main__":
    sys.exit(main())
