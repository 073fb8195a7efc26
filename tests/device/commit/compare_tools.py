#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# compare_tools.py CHANGE_DISK [CASES [4096]] - the same edits on copies of one image, by
# alidade and by sfdisk, sgdisk and parted; then the bytes (GPT) or fields (msdos) are
# compared.  With 4096 GPT alone, on loop devices with such sectors, as root
#
# Left out of the comparison: what is random (parted has no way to say a GUID), checksums
# over it, and CHS, which nobody reads.  ALIDADE_SEED begins another series.
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "e2e"))
import loop  # noqa: E402
from cli import Claims, need, skip  # noqa: E402

LINUX = "0FC63DAF-8483-4772-8E79-3D69D8477DE4"
GPT_TYPES = [LINUX, "0657FD6D-A4AB-43C4-84E5-0933C84B4F4F",
             "C12A7328-F81F-11D2-BA4B-00A0C93EC93B",
             "A19D880F-05FC-4D3B-A006-743F0F84911E"]
MBR_TYPES = ["83", "82", "7", "c", "fd", "8e"]
# A loop device's kernel may have no partitions to read again.
SFDISK = ["sfdisk", "-q", "--no-reread", "--no-tell-kernel"]
NAMES = ["root", "home", "data", "Daten"]
BYTES = 1 << 27  # of an image
SIZE = BYTES // 512
DISK = "the disk"  # in commands: it gets its name when it is there
AT_ONCE = 4  # sgdisk waits for every disk of the machine to be synced


def tool(*words, stdin=""):
    return subprocess.run(words, input=stdin, capture_output=True, text=True,
                          timeout=60, env={**os.environ, "LC_ALL": "C.UTF-8"})


def copy(source, to):
    assert tool("cp", "--sparse=always", source, to).returncode == 0


def le(data, at, count):
    return int.from_bytes(data[at:at + count], "little")


# --- what a table says, without what may differ ---

def at(file, offset, count):
    file.seek(offset)
    return bytearray(file.read(count))


def gpt_plain(path, logical, is_random):
    """Both copies and LBA 0; checksums checked and blanked, GUIDs too if IS_RANDOM."""
    with open(path, "rb") as file:
        first = at(file, 0, 512)
        said = [first[:446], mask_mbr(first)]
        for lba in (1, BYTES // logical - 1):
            said += copy_plain(file, lba, logical, is_random)
    return said


def copy_plain(file, lba, logical, is_random):
    head = at(file, lba * logical, logical)
    count, size = le(head, 80, 4), le(head, 84, 4)
    array = at(file, le(head, 72, 8) * logical, count * size)
    crc = head[:92]
    crc[16:20] = bytes(4)
    assert zlib.crc32(bytes(crc)) == le(head, 16, 4), "header checksum at %d" % lba
    assert zlib.crc32(bytes(array)) == le(head, 88, 4), "array checksum at %d" % lba
    head[16:20] = head[88:92] = bytes(4)
    if is_random:
        head[56:72] = bytes(16)
    for entry in range(0, len(array), size):
        if not is_random or not any(array[entry:entry + 16]):
            continue
        array[entry + 16:entry + 32] = bytes(16)
        # parted leaves the rest of a longer old name behind the new one's end.
        name = array[entry + 56:entry + 128].decode("utf-16le").split("\0")[0]
        array[entry + 56:entry + 128] = name.encode("utf-16le").ljust(72, b"\0")
    return [bytes(head), bytes(array)]


def mask_mbr(sector):
    sector = bytearray(sector)
    for entry in range(446, 510, 16):
        sector[entry + 1:entry + 4] = sector[entry + 5:entry + 8] = bytes(3)
    return bytes(sector[446:512])


def chain(path):
    """Every sector of an msdos table without CHS: [(LBA, boot code, entries)]."""
    said = []
    with open(path, "rb") as file:
        first = file.read(512)
        said.append((0, first[:446], mask_mbr(first)))
        for at in range(446, 510, 16):
            if first[at + 4] not in (0x05, 0x0f, 0x85):
                continue
            base = lba = le(first, at + 8, 4)
            for _ in range(100):
                file.seek(lba * 512)
                ebr = file.read(512)
                said.append((lba, ebr[:446], mask_mbr(ebr)))
                if ebr[446 + 16 + 4] not in (0x05, 0x0f, 0x85):
                    break
                lba = base + le(ebr, 446 + 16 + 8, 4)
    return said


def fields(path):
    """Partitions as parted prints them: number, start, end, flags."""
    out = tool("parted", "-sm", path, "unit", "s", "print").stdout.splitlines()[2:]
    return [tuple(line.rstrip(";").split(":")[i] for i in (0, 1, 2, 6)) for line in out]


# --- disks to begin with ---

def make_gpt(rng, path, logical):
    scale = logical // 512
    first = rng.choice([34, 2048])
    lines = ["label: gpt", "first-lba: %d" % (first if scale == 1 else 256)]
    at = 2048 // scale
    for number in sorted(rng.sample(range(1, 9), rng.randint(0, 5))):
        at += rng.choice([0, 0, 1, 63, 2048 // scale])
        size = rng.choice([2048, 4096, 8191, 20480]) // scale
        lines.append("%sp%d : start=%d, size=%d, type=%s, name=%s" %
                     (path, number, at, size, rng.choice(GPT_TYPES), rng.choice(NAMES)))
        at += size
    made = tool(*SFDISK, path, stdin="\n".join(lines) + "\n")
    assert made.returncode == 0, made.stderr


def make_msdos(rng, path):
    lines = ["label: dos", "label-id: 0x%08x" % rng.randint(1, 0xffffffff)]
    at = 2048
    for number in range(1, rng.randint(1, 4)):
        size = rng.choice([2048, 4097, 8192])
        lines.append("%s%d : start=%d, size=%d, type=%s" %
                     (path, number, at, size, rng.choice(MBR_TYPES)))
        at += size + rng.choice([0, 2048])
    if rng.random() < 0.8:
        lines.append("%s4 : start=%d, size=%d, type=5" % (path, at, SIZE - at))
        for number in range(5, 5 + rng.randint(0, 5)):
            size = rng.choice([4096, 6144, 10240])
            lines.append("%s%d : start=%d, size=%d, type=%s" %
                         (path, number, at + 2048, size, rng.choice(MBR_TYPES)))
            at += 2048 + size + rng.choice([0, 4096])
    made = tool(*SFDISK, path, stdin="\n".join(lines) + "\n")
    assert made.returncode == 0, made.stderr


def parts(path):
    """{number: (start, size, type)} as sfdisk dumps it."""
    found = {}
    for line in tool("sfdisk", "-d", path).stdout.splitlines():
        if not line.startswith(path):
            continue
        node, rest = line[len(path):].lstrip("p").split(":", 1)
        said = dict(word.strip().split("=", 1) for word in rest.split(",") if "=" in word)
        found[int(node)] = (int(said["start"]), int(said["size"]), said["type"].strip())
    return found


def room_behind(have, number, high):
    """Where the free space behind a partition ends."""
    end = have[number][0] + have[number][1]
    return min([start for start, _, _ in have.values() if start >= end] + [high])


# --- edits: (alidade's words, {tool: commands}) ---

def resize(have, number, size):
    """What a partition without a signature loses at its end must be called empty first."""
    start, was = have[number][:2]
    shrinks = ["call-empty %d" % number] if size < was else []
    return shrinks + ["resize %d %d %d" % (number, start, size)]


def guid(rng):
    text = "%032X" % rng.getrandbits(128)
    return "-".join((text[:8], text[8:12], "4" + text[13:16], "A" + text[17:20],
                     text[20:]))


def edit_gpt(rng, path, have, logical):
    scale, total = logical // 512, BYTES // logical
    table = 34 if scale == 1 else 6  # sectors of the MBR and one copy
    kinds = ["create", "new-table"]
    if have:
        kinds += ["delete", "resize", "type", "name", "attributes", "uuid", "disk-id",
                  "sort", "boot"] * 2
    kind = rng.choice(kinds)
    number = rng.choice(sorted(have)) if have else 0
    start, size, type_ = have.get(number, (0, 0, ""))
    unique = guid(rng)
    if kind == "create":
        number = min(set(range(1, 129)) - set(have))
        start = max([2048 // scale] + [s + z for s, z, _ in have.values()])
        start += rng.choice([0, 1, 7])
        size = rng.randint(1, total - table - start)
        type_ = rng.choice(GPT_TYPES)
        end = start + size - 1
        return (["create %d %d %s" % (start, size, type_), "uuid %d %s" % (number, unique),
                 "name %d new" % number], {
            "sfdisk": [([*SFDISK, "-a", path],
                        "start=%d, size=%d, type=%s, uuid=%s, name=new\n" %
                        (start, size, type_, unique))],
            "sgdisk": [(["sgdisk", "-a", "1", "-n", "%d:%d:%d" % (number, start, end),
                         "-t", "%d:%s" % (number, type_), "-u", "%d:%s" % (number, unique),
                         "-c", "%d:new" % number, path], "")],
            **({"parted": [(["parted", "-s", "-a", "none", path, "unit", "s", "mkpart",
                             "new", str(start), str(end)], "")]}
               if type_ == LINUX else {}),
        })
    if kind == "new-table":
        return (["new-table gpt", "disk-id " + unique], {
            "sfdisk": [([*SFDISK, "--wipe", "never", path],
                        "label: gpt\nfirst-lba: %d\nlabel-id: %s\n" % (table, unique))],
            "sgdisk": [(["sgdisk", "-o", "-U", unique, path], "")],
            "parted": [(["parted", "-s", path, "mklabel", "gpt"], "")],
        })
    if kind == "delete":
        return (["delete %d" % number], {
            "sfdisk": [([*SFDISK, "--delete", path, str(number)], "")],
            "sgdisk": [(["sgdisk", "-d", str(number), path], "")],
            "parted": [(["parted", "-s", path, "rm", str(number)], "")],
        })
    if kind == "resize":
        most = room_behind(have, number, total - table + 1) - start
        size = rng.randint(1, most)
        end = start + size - 1
        return (resize(have, number, size), {
            "sfdisk": [([*SFDISK, "-N", str(number), path],
                        "start=%d, size=%d\n" % (start, size))],
            "parted": [(["parted", "-s", path, "unit", "s", "resizepart", str(number),
                         str(end)], "")]
            if size >= have[number][1] else [],
        })
    if kind == "type":
        type_ = rng.choice(GPT_TYPES)
        return (["type %d %s" % (number, type_)], {
            "sfdisk": [([*SFDISK, "--part-type", path, str(number), type_], "")],
            "sgdisk": [(["sgdisk", "-t", "%d:%s" % (number, type_), path], "")],
        })
    if kind == "name":
        name = rng.choice(["x", "grün", "日本", "36" * 18])
        return (["name %d %s" % (number, name)], {
            "sfdisk": [([*SFDISK, "--part-label", path, str(number), name], "")],
            "sgdisk": [(["sgdisk", "-c", "%d:%s" % (number, name), path], "")],
            "parted": [(["parted", "-s", path, "name", str(number), name], "")],
        })
    if kind == "attributes":
        bit = rng.choice([0, 1, 2, 48, 60, 63])
        return (["attributes %d 0x%x" % (number, 1 << bit)], {
            "sfdisk": [([*SFDISK, "--part-attrs", path, str(number),
                         {0: "RequiredPartition", 1: "NoBlockIOProtocol",
                          2: "LegacyBIOSBootable"}.get(bit, "GUID:%d" % bit)], "")],
            "sgdisk": [(["sgdisk", "-A", "%d:=:%x" % (number, 1 << bit), path], "")],
        })
    if kind == "boot":
        return (["boot %d on" % number], {
            "sgdisk": [(["sgdisk", "-A", "%d:set:2" % number, path], "")],
            "parted": [(["parted", "-s", path, "set", str(number), "legacy_boot", "on"],
                        "")],
        })
    if kind == "uuid":
        return (["uuid %d %s" % (number, unique)], {
            "sfdisk": [([*SFDISK, "--part-uuid", path, str(number), unique], "")],
            "sgdisk": [(["sgdisk", "-u", "%d:%s" % (number, unique), path], "")],
        })
    if kind == "disk-id":
        return (["disk-id " + unique], {
            "sfdisk": [([*SFDISK, "--disk-id", path, unique], "")],
            "sgdisk": [(["sgdisk", "-U", unique, path], "")],
        })
    starts = [have[n][0] for n in sorted(have)]
    if sorted(have) == list(range(1, len(have) + 1)) and starts == sorted(starts):
        return edit_gpt(rng, path, have, logical)  # nothing to sort
    return (["sort"], {
        "sfdisk": [([*SFDISK, "-r", path], "")],
        "sgdisk": [(["sgdisk", "-s", path], "")],
    })


def edit_msdos(rng, path, have):
    logicals = [n for n in have if n > 4]
    primaries = [n for n in have if n <= 4]
    container = [n for n in primaries if have[n][2] in ("5", "f", "85")]
    plain = [n for n in have if n not in container]
    kinds = ["new-table", "create", "disk-id"]
    if plain:
        kinds += ["delete", "resize", "type", "boot"] * 2
    if container:
        kinds += ["logical"] * 3
    if len(logicals) > 1:
        kinds += ["delete-logical"] * 2
    kind = rng.choice(kinds)
    number = rng.choice(sorted(plain)) if plain else 0
    if kind == "new-table":
        return (["new-table msdos", "disk-id 0x0badcafe"], {
            "sfdisk": [([*SFDISK, "--wipe", "never", path],
                        "label: dos\nlabel-id: 0x0badcafe\n")]})
    if kind == "disk-id":
        return (["disk-id 0x0badcafe"], {
            "sfdisk": [([*SFDISK, "--disk-id", path, "0x0badcafe"], "")]})
    if kind == "create":
        free = sorted(set(range(1, 5)) - set(primaries))
        outer = [have[n] for n in primaries]
        start = max([2048] + [s + z for s, z, _ in outer]) + rng.choice([0, 1, 2048])
        if not free or start >= SIZE - 10:
            return edit_msdos(rng, path, have)
        size = rng.randint(1, SIZE - start)
        type_ = rng.choice(MBR_TYPES)
        return (["create %d %d %s primary" % (start, size, type_)], {
            "sfdisk": [([*SFDISK, "-a", path],
                        "start=%d, size=%d, type=%s\n" % (start, size, type_))],
            "parted": [(["parted", "-s", "-a", "none", path, "unit", "s", "mkpart",
                         "primary", str(start), str(start + size - 1)], "")]})
    if kind == "logical":
        box = have[container[0]]
        end = max([box[0]] + [have[n][0] + have[n][1] for n in logicals])
        start = end + 2048 + rng.choice([0, 2048])
        if start >= box[0] + box[1] - 10:
            return edit_msdos(rng, path, have)
        size = rng.randint(1, box[0] + box[1] - start)
        type_ = rng.choice(MBR_TYPES)
        return (["create %d %d %s logical" % (start, size, type_)], {
            "sfdisk": [([*SFDISK, "-a", path],
                        "start=%d, size=%d, type=%s\n" % (start, size, type_))],
            "parted": [(["parted", "-s", "-a", "none", path, "unit", "s", "mkpart",
                         "logical", str(start), str(start + size - 1)], "")]})
    if kind == "delete-logical":
        number = rng.choice(logicals)
    start, size, type_ = have[number]
    if kind in ("delete", "delete-logical"):
        return (["delete %d" % number], {
            "sfdisk": [([*SFDISK, "--delete", path, str(number)], "")],
            "parted": [(["parted", "-s", path, "rm", str(number)], "")]})
    if kind == "resize":
        high = SIZE
        for n in container:
            high = have[n][0] + have[n][1] if number > 4 else SIZE
        beside = {n: v for n, v in have.items() if (n > 4) == (number > 4)}
        most = room_behind(beside, number, high) - start
        if number > 4:  # room for the EBR of the next one
            nexts = [v[0] for n, v in beside.items() if v[0] > start]
            most = min([most] + [s - 2048 - start for s in nexts])
        if most < 1:
            return edit_msdos(rng, path, have)
        size = rng.randint(1, most)
        return (resize(have, number, size), {
            "sfdisk": [([*SFDISK, "-N", str(number), path],
                        "start=%d, size=%d\n" % (start, size))],
            "parted": [(["parted", "-s", path, "unit", "s", "resizepart", str(number),
                         str(start + size - 1)], "")] if size >= have[number][1] else []})
    if kind == "type":
        type_ = rng.choice(MBR_TYPES)
        return (["type %d %s" % (number, type_)], {
            "sfdisk": [([*SFDISK, "--part-type", path, str(number), type_], "")]})
    if number > 4:  # no boot loader looks there
        return edit_msdos(rng, path, have)
    return (["boot %d on" % number], {
        "sfdisk": [([*SFDISK, "-A", path, str(number)], "")],
        "parted": [(["parted", "-s", path, "set", str(number), "boot", "on"], "")]})


# --- the comparison ---

class Disk:
    """An image by one name, as a file or behind a loop device of its own: tools print
    the name into what they say."""

    def __init__(self, room, logical):
        self.file = os.path.join(room, "d.img")
        self.logical = logical
        self.path = self.file

    def __enter__(self):
        if self.logical != 512:
            made = loop.attach("-b", str(self.logical), self.file)
            if made.returncode:
                skip("no loop device: " + made.stderr.strip())
            self.path = made.stdout.strip()
        return self

    def __exit__(self, *_):
        if self.logical != 512:
            tool("partx", "-d", self.path)
            tool("losetup", "-d", self.path)


def plan(rng, path, logical):
    """A base table on PATH and what is to be done to it."""
    if logical != 512 or rng.random() < 0.55:
        make_gpt(rng, path, logical)
        return (True, *edit_gpt(rng, DISK, parts(path), logical))
    make_msdos(rng, path)
    return (False, *edit_msdos(rng, DISK, parts(path)))


def judge(claims, what, name, mine, theirs, is_gpt, logical):
    if is_gpt:
        is_random = name == "parted"
        claims.that(gpt_plain(mine, logical, is_random) ==
                    gpt_plain(theirs, logical, is_random),
                    "%s: the bytes are those of %s" % (what, name))
    elif name == "sfdisk":
        claims.equal(chain(mine), chain(theirs), "%s: the chain of sfdisk" % what)
    else:
        # Flags of a logical are libparted's own idea.
        claims.equal([row[:3] for row in fields(mine)],
                     [row[:3] for row in fields(theirs)],
                     "%s: the partitions of parted" % what)


def compare(claims, change, room, seed, logical):
    rng = random.Random(seed)
    room = os.path.join(room, str(seed))
    os.mkdir(room)
    base, mine = os.path.join(room, "base"), os.path.join(room, "mine")
    disk = Disk(room, logical)
    with open(disk.file, "wb") as file:
        file.truncate(BYTES)
    with disk:
        is_gpt, words, others = plan(rng, disk.path, logical)
        copy(disk.file, base)
        ours = tool(change, disk.path, *words, "write")
    what = "seed %d: %s" % (seed, "; ".join(words))
    if ours.returncode or "refused" in ours.stdout:
        claims.that(False, "%s is done: %s" % (what, ours.stdout.strip()))
        return 0
    copy(disk.file, mine)
    counted = 0
    for name, commands in others.items():
        if not commands:
            continue
        copy(base, disk.file)
        with disk:
            done = [tool(*[disk.path if word is DISK else word for word in argv],
                         stdin=stdin) for argv, stdin in commands]
        if any(result.returncode for result in done):
            claims.that(False, "%s by %s works: %s" % (what, name, done[0].stderr.strip()))
            continue
        counted += 1
        judge(claims, what, name, mine, disk.file, is_gpt, logical)
    shutil.rmtree(room)
    return counted


def main():
    need("sfdisk", "sgdisk", "parted")
    change = sys.argv[1]
    cases = int(sys.argv[2]) if len(sys.argv) > 2 else 120
    logical = int(sys.argv[3]) if len(sys.argv) > 3 else 512
    if logical != 512 and os.geteuid() != 0:
        skip("loop devices need root")
    seed = int(os.environ.get("ALIDADE_SEED", "1"))
    claims = Claims(change)
    with tempfile.TemporaryDirectory(prefix="alidade-test-") as room:
        os.environ["XDG_STATE_HOME"] = room
        with ThreadPoolExecutor(AT_ONCE) as pool:
            counted = sum(pool.map(lambda i: compare(claims, change, room, seed + i,
                                                     logical), range(cases)))
    print("%d cases, %d comparisons" % (cases, counted))
    return claims.finish()


if __name__ == "__main__":
    sys.exit(main())
