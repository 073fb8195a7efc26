# SPDX-License-Identifier: GPL-3.0-or-later
# moving.py - small disks whose partitions are moved, and what has to be true of each byte
import contextlib
import glob
import json
import os
import subprocess

import cli
import loop

# The first two are moved by one sector; sectors of the disk: start, length.
DOS = (((63, 12000), (12063, 8000), (20160, 4000)), "label: dos\nlabel-id: 0x1234abcd\n")
GPT = (((70, 1500), (1570, 1000), (2600, 500)), "label: gpt\nfirst-lba: 6\n")
# Why nothing is taken back any more.
COMPLETE = "All steps are complete|is at its new place:"


def file_system(room):
    """An ext2 file system full of random bytes, as small as the smallest partition."""
    path = cli.image(room, "file-system", 7 << 18)
    random = os.path.join(room, "random")
    with open(random, "wb") as file:
        file.write(os.urandom(3 << 19))
    cli.quiet("mke2fs", "-q", "-t", "ext2", "-b", "4096", path)
    cli.quiet("debugfs", "-w", "-R", "write %s random" % random, path)
    with open(path, "rb") as file:
        return file.read()


class Disk:
    """An image file, or a loop device over it.  REST sectors behind the partitions are
    free, where the journal can be.  SWAP of them are a swap area."""

    def __init__(self, path, node, sector, rest, swap=0):
        self.path, self.node, self.sector, self.rest = path, node or path, sector, rest
        self.is_block = bool(node)
        self.parts, self.label = GPT if sector == 4096 else DOS
        self.swap = swap
        self.end = self.parts[-1][0] + self.parts[-1][1]
        self.before = b""

    def fill(self, file_system):
        script = self.label + "".join("start=%d,size=%d\n" % part for part in self.parts)
        if self.swap:
            script += "start=%d,size=%d,type=swap\n" % (self.end, self.swap)
        cli.quiet("sfdisk", "-q", "--no-tell-kernel", self.node, input=script)
        with open(self.node, "r+b") as file:
            for number, (start, length) in enumerate(self.parts, 1):
                file.seek(start * self.sector)
                bytes_ = file_system + os.urandom(length * self.sector - len(file_system))
                file.write(bytes_[:length * self.sector - 1] + bytes([number]))
            if self.swap:
                file.seek(self.end * self.sector)
                file.write(b"\1" * (self.swap * self.sector))
        if self.is_block:
            cli.quiet("blockdev", "--flushbufs", self.node)
            cli.quiet("partx", "-u", self.node)
        if self.swap:
            self.make_swap()
        self.before = self.read()

    def make_swap(self):
        file = self.path + ".swap"
        with open(file, "wb") as made:
            made.truncate(self.swap * self.sector)
        cli.quiet("mkswap", file)
        with open(file, "rb") as made, open(self.node, "r+b") as disk:
            disk.seek(self.end * self.sector)
            disk.write(made.read())
        os.unlink(file)
        if self.is_block:
            cli.quiet("blockdev", "--flushbufs", self.node)

    def size(self):
        return (self.end + self.swap + self.rest) * self.sector

    def read(self):
        """What is on the disk, past every cache but that of the file."""
        if self.is_block:
            subprocess.run(["blockdev", "--flushbufs", self.node], check=True)
        with open(self.path, "rb") as file:
            return file.read()

    def part_of(self, image, number, start=None):
        was, length = self.parts[number - 1]
        start = was if start is None else start
        return image[start * self.sector:(start + length) * self.sector]

    def kernel(self):
        """{number: (start, sectors)}, in sectors of 512 bytes."""
        seen = {}
        for part in glob.glob("/sys/block/%s/%sp*" % ((os.path.basename(self.node),) * 2)):
            # It may go in this moment.
            with contextlib.suppress(OSError):
                number, start, size = (int(open(part + "/" + name, encoding="ascii").read())
                                       for name in ("partition", "start", "size"))
                seen[number] = (start, size)
        return seen

    def table(self, claims):
        """{number: (start, length)}"""
        parts = (claims.json("list", self.node).get("partitiontable") or {}).get("partitions", [])
        return {part["number"]: (part["start"], part["size"]) for part in parts}


@contextlib.contextmanager
def disk(room, file_system, is_loop, sector=512, rest=1024, swap=0, name="disk"):
    path = os.path.join(room, name)
    made = Disk(path, None, sector, rest, swap)
    cli.image(room, name, made.size())
    with contextlib.ExitStack() as stack:
        if is_loop:
            node = stack.enter_context(loop.device(path, sector))
            made = Disk(path, node, sector, rest, swap)
        made.fill(file_system)
        yield made
    os.unlink(path)


def content(path, offset=0):
    """What libblkid finds there; "" where nothing can be mounted."""
    said = subprocess.run(["blkid", "-c", "/dev/null", "-p", "-O", str(offset), "-o", "value",
                           "-s", "TYPE", path], capture_output=True, text=True)
    return said.stdout.strip()


def begun(claims, disk_, *words):
    """The status of the move that has not ended; None: there is none."""
    said = claims.run("resume", "--status", "--json", *words, disk_.node)
    for line in said.stdout.splitlines():
        if json.loads(line).get("event") == "status":
            return json.loads(line)
    return None


def check_half(claims, disk_, where):
    """Nothing of a partition in motion can be mounted, or taken for data."""
    image, table = disk_.read(), disk_.table(claims)
    in_motion = 0
    for number, (start, length) in enumerate(disk_.parts, 1):
        at = {lba for lba in (start, start + 1) if disk_.part_of(image, number, lba) ==
              disk_.part_of(disk_.before, number)}
        named = table.get(number, (0, 0))[0]
        has_own_entry = table.get(number) in ((start, length), (start + 1, length))
        if has_own_entry and named in at:
            continue
        in_motion += 1
        for lba in (start, start + 1):
            claims.equal(content(disk_.path, lba * disk_.sector), "",
                         "%s: partition %d at %d" % (where, number, lba))
    claims.that(in_motion <= 1, "%s: %d partitions in motion" % (where, in_motion))
    if not disk_.is_block:
        return
    subprocess.run(["partx", "-a", disk_.node], capture_output=True)
    for number in set(disk_.kernel()) & set(range(1, len(disk_.parts) + 1)):
        start, length = disk_.parts[number - 1]
        is_whole = table.get(number) in ((start, length), (start + 1, length))
        claims.that(is_whole or content(disk_.node + "p%d" % number) == "",
                    "%s: the kernel's partition %d" % (where, number))


def check_kernel(claims, disk_, table, is_killed, where):
    """A program that was killed may have hidden one partition already."""
    scale = disk_.sector // 512
    want = {number: (start * scale, length * scale)
            for number, (start, length) in table.items()}
    have = disk_.kernel()
    lacking = set(want) - set(have)
    if is_killed and len(lacking) == 1:
        want.pop(lacking.pop())
    claims.equal(have, want, where + ": the kernel's partitions")


def check_end(claims, disk_, moved, where, is_killed=False, own=()):
    """Each byte that is not the journal's or the table's; MOVED: partitions at their new
    start; OWN: those that something else was written to."""
    image, sector = disk_.read(), disk_.sector
    table = disk_.table(claims)
    ranges = []
    for number, (start, length) in enumerate(disk_.parts, 1):
        now = start + (number in moved)
        claims.equal(table.get(number), (now, length), "%s: entry %d" % (where, number))
        claims.that(number in own or
                    disk_.part_of(image, number, now) == disk_.part_of(disk_.before, number),
                    "%s: the bytes of partition %d" % (where, number))
        ranges.append((start, start + length + (number <= 2)))
    first = 1 if sector == 512 else 6
    for low, high in zip([first] + [end for _, end in ranges], [start for start, _ in ranges]):
        low, high = low * sector, high * sector
        claims.that(low >= high or image[low:high] == disk_.before[low:high],
                    "%s: what is between partitions, %d-%d" % (where, low, high))
    claims.equal(len(table), len(disk_.parts) + bool(disk_.swap), where + ": entries")
    if disk_.is_block:
        check_kernel(claims, disk_, table, is_killed, where)
    if disk_.swap:
        claims.equal(content(disk_.path, disk_.end * sector), "swap", where + ": swap")
