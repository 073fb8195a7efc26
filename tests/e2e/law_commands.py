# SPDX-License-Identifier: GPL-3.0-or-later
# law_commands.py - random commands for law_owner.py that write to a random disk
import struct
import zlib

import law_disks
import law_editor
import law_table

REPAIRED = ("dos", "chain", "gpt", "moved", "hybrid")


class Command:
    """WORDS before the device; GIVEN: numbers of partitions that lose their content if
    that is agreed to; EMPTY: those declared empty; MOVES: partitions may go elsewhere."""

    def __init__(self, disk, *words, text="", given=(), empty=(), moves=False):
        self.disk, self.words, self.text = disk, list(words), text
        self.given, self.empty, self.moves = list(given), list(empty), moves
        self.image, self.table = disk.image, disk.table
        self.logical = disk.logical  # as the program reads it
        self.journal, self.keys = None, []


def sector_size(disk):
    """Of a disk, or of what a command reads it with."""
    return ["--sector-size=4096"] if disk.logical == 4096 else []


# --- apply ---

def gap_of(rng, table):
    """A free range, mostly one in which a partition can be; None without one."""
    head = table.label == "gpt" and rng.random() < 0.9 and table.gpt["primary"]
    first, end = (head["first"], head["last"] + 1) if head else (0, table.sectors)
    free = [(max(low, first), min(high, end)) for low, high in table.free()]
    free = [range_ for range_ in free if range_[1] - range_[0] > 1]
    return rng.choice(free) if free else None


def line_of(rng, disk, part, label):
    table = disk.table
    start, length = part.start, part.length
    what = rng.random()
    if what < 0.15:
        length = max(1, length - rng.randrange(1 + length // 2))
    elif what < 0.45:
        after = [low for low in [other.start for other in table.parts] + [table.sectors]
                 if low >= part.end]
        length = max(1, length + rng.randrange(1 + min(after) - part.end))
    is_same = label in (None, table.label)
    number = "%d: " % part.number if part.number and is_same and rng.random() < 0.7 else ""
    kind = ", type=%x" % part.kind if label == "dos" and table.label == "dos" and \
        (part.kind or rng.random() < 0.3) else ""
    return "%sstart=%d, size=%d%s" % (number, start, length, kind)


def new_line(rng, disk):
    gap = gap_of(rng, disk.table)
    if not gap or rng.random() < 0.15:
        return rng.choice((",", "size=%d" % rng.randrange(1, 200), ", 20%"))
    start = rng.choice((gap[0], gap[0] + 1, rng.randrange(*gap)))
    length = gap[1] - start
    length = rng.choice((length, 1 + rng.randrange(length)))
    return "start=%d, size=%d" % (start, max(1, length))


def extended_line(rng, disk):
    extended = disk.table.extended
    length = extended.length
    if rng.random() < 0.3:
        length = max(1, min(disk.sectors - extended.start, length + rng.randrange(-50, 400)))
    return "%d: start=%d, size=%d, type=%x" % (extended.number, extended.start, length,
                                               extended.kind)


def head_lines(rng, disk, label):
    lines = ["label: " + label] if label else []
    if label == "dos" and rng.random() < 0.3:
        lines.append("label-id: 0x%08x" % rng.getrandbits(32))
    if label == "gpt":
        count = disk.table.gpt["primary"]["count"] if disk.table.label == "gpt" else 128
        chosen = rng.choice((None, count, count, count, 4, 128, rng.randrange(1, 129)))
        if chosen:
            lines.append("table-length: %d" % chosen)
        if rng.random() < 0.4:
            old = disk.table.gpt["primary"]["first"] if disk.table.label == "gpt" else 34
            lines.append("first-lba: %d" % rng.choice((old, old, rng.randrange(2, 100))))
    return lines


def apply(rng, disk, _):
    table = disk.table
    label = table.label if rng.random() < 0.75 else rng.choice(("dos", "gpt"))
    if label == "bsd":
        label = rng.choice(("dos", "gpt"))
    lines, dropped = head_lines(rng, disk, label), []
    is_same = label in (None, table.label)
    keeps_extended = is_same and table.extended and rng.random() < 0.85
    if keeps_extended:
        lines.append(extended_line(rng, disk))
    keeps = rng.choice((0, 0.5, 0.8, 1))
    for part in table.parts:
        is_logical = table.label == "dos" and part.number and part.number > 4
        if rng.random() < keeps and (keeps_extended or not is_logical or not is_same):
            lines.append(line_of(rng, disk, part, label))
        elif part.number:
            dropped.append(part.number)
    for _ in range(rng.choice((0, 1, 1, 2))):
        lines.append(new_line(rng, disk))
    return Command(disk, "apply", text="\n".join(lines) + "\n", given=dropped)


def layout(rng, disk, _):
    items = ["%d%s %s" % (rng.randrange(1, 400), rng.choice(("s", "KiB")), name)
             for name in rng.sample(("data", "swap", "linux", "/home"), rng.randrange(1, 4))]
    if rng.random() < 0.5:
        items.append("rest /")
    given = [part.number for part in disk.table.parts if part.number]
    return Command(disk, "apply", "--layout=" + ", ".join(items), given=given)


# --- repair ---

def flip(image, at):
    image[at] ^= 0x41


def without(ranges, at):
    """RANGES without the byte AT."""
    return [part for first, end in ranges for part in
            ([(first, at), (at + 1, end)] if first <= at < end else [(first, end)])]


def put_mark(rng, image, slots, size):
    """Bytes of somebody in an entry that is all zeros, if there is one."""
    slots = [at for at in slots if not any(image[at:at + size])]
    if not slots:
        return []
    at = rng.choice(slots)
    first = at + rng.randrange(size - 2)
    end = rng.randrange(first + 2, at + size + 1)
    image[first:end] = bytes(rng.randrange(1, 256) for _ in range(first, end))
    return [(first, end)]


def damage_gpt(rng, disk, image):
    """Several damages of one copy, or of the MBR.  Returns ranges of bytes that became
    somebody else's."""
    foreign = []
    side = rng.choice(("primary", "backup"))
    head = disk.table.gpt[side]
    at, array = head["lba"] * disk.logical, head["array"] * disk.logical
    end = array + head["count"] * head["entry"]
    what = rng.choice(("number", "header", "entry", "array", "loader", "mark", "mbr", "grown"))
    if what == "number":
        flip(image, at + rng.choice((16, 24, 32, 40, 48, 72, 80, 84, 88)))
    elif what == "header":
        image[at:at + 92] = rng.choice((bytes(92), rng.randbytes(92)))
    elif what == "entry":
        # One wrong byte is damage of the table: the whole copy tells what was there.
        wrong = rng.randrange(array, end)
        flip(image, wrong)
        disk.table.kept = without(disk.table.kept, wrong)
    elif what == "array":
        # Where nothing is left, nothing can be lost.
        image[array:end] = bytes(end - array)
        disk.table.kept = [kept for kept in disk.table.kept if not array <= kept[0] < end]
    elif what == "loader":
        first = rng.randrange(array, end)
        first -= first % disk.logical
        last = min(first + disk.logical * rng.randrange(1, 9), len(image))
        last = min(last, -(-end // disk.logical) * disk.logical)
        image[first:last] = rng.randbytes(last - first)
        foreign.append((first, last))
    elif what == "mark":
        foreign += put_mark(rng, image, range(array, end, head["entry"]), head["entry"])
    elif what == "mbr":
        image[446:512] = bytes(66)
    else:
        more = rng.randrange(1, 300) * disk.logical
        image += bytes(more)
        if rng.random() < disk.is_dense:
            size = rng.randrange(1, min(more, 40 * disk.logical))
            first = rng.choice((len(image) - size, len(image) - more))
            image[first:first + size] = rng.randbytes(size)
    return foreign


def damage_msdos(rng, disk, image):
    """An entry that reaches too far or overlaps, or a chain that does not end."""
    table = disk.table
    ebrs = table.ebrs
    lba = rng.choice([0] + ebrs)
    if lba and rng.random() < 0.5:
        what = lba * disk.logical + rng.choice((510, 511, 446 + 16 + 8, 446 + 16 + 4))
        flip(image, what)
        return
    used = [i for i in range(4 if not lba else 1)
            if any(image[lba * disk.logical + 446 + 16 * i:][:16])]
    if not used:
        return
    at = lba * disk.logical + 446 + 16 * rng.choice(used)
    length, = struct.unpack_from("<I", image, at + 12)
    struct.pack_into("<I", image, at + 12, rng.choice(
        (length + disk.sectors, length + rng.randrange(1, 200), length * 2)))


def repair(rng, disk, _):
    if disk.kind not in REPAIRED:
        disk = law_disks.Disk(rng, REPAIRED)
    image, words, foreign = bytearray(disk.image), [], []
    is_other = disk.logical == 4096 and disk.table.label == "gpt" and rng.random() < 0.3
    if is_other:
        pass  # it is whole, and read in sectors of the other size
    elif disk.table.label == "gpt":
        foreign = damage_gpt(rng, disk, image)
        if rng.random() < 0.3:
            words.append("--copy=" + rng.choice(("primary", "backup")))
    else:
        damage_msdos(rng, disk, image)
        numbers = [part.number for part in disk.table.parts]
        numbers += [disk.table.extended.number] if disk.table.extended else []
        words.append("--cure=" + rng.choice(("drop:%d", "cut:%d")) % rng.choice(numbers)
                     if numbers and rng.random() < 0.7 else "--cure=end-chain")
    given = [part.number for part in disk.table.parts if part.number]
    command = Command(disk, "repair", *words, given=given if "--cure" in "".join(words) else ())
    command.image = bytes(image)
    if len(image) != len(disk.image):
        command.table = law_table.Table(command.image, disk.logical)
    command.table.kept += foreign
    command.logical = 512 if is_other else disk.logical
    return command


# --- restore, fix ---

def restore(rng, disk, world):
    """A backup of another disk of this size, or of what this one was."""
    file = world.file("saved")
    other = law_disks.Disk(rng, ("bsd",) if disk.kind == "bsd" else
                           [kind for kind in law_disks.KINDS
                            if disk.logical == 512 or kind not in ("bsd", "slice")], disk)
    world.write(other.image)
    if world.run("backup", *sector_size(disk), world.path, file).returncode:
        return None
    given = [part.number for part in disk.table.parts if part.number]
    return Command(disk, "restore", file, given=given)


def fix_words(rng, disk):
    # A sector of 4096 bytes begins where one of the drive does.
    words = ["--physical-sector=%d" % (4096 if disk.logical == 512 else 8192)] \
        if disk.logical == 512 or rng.random() < 0.5 else []
    movable = [part for part in disk.table.parts if part.number]
    if rng.random() < 0.4:
        words.append("--to=" + rng.choice(("nudge", "mib")))
    elif movable and (disk.logical == 4096 or rng.random() < 0.4):
        for part in rng.sample(movable, min(len(movable), rng.choice((1, 1, 2)))):
            to = max(1, part.start + rng.choice((-1, 1, 8, -8, rng.randrange(-90, 90))))
            words.append("--start=%d=%d" % (part.number, to))
    return words


def fix(rng, disk, world):
    if disk.kind == "bsd" or rng.random() < 0.3:
        disk = law_disks.Disk(rng, ("dos", "chain", "gpt"))
    words, empty = ["fix"] + fix_words(rng, disk), []
    numbers = [part.number for part in disk.table.parts if part.number]
    if numbers and rng.random() < 0.15:
        empty.append(rng.choice(numbers))
        words.append("--empty=%d" % empty[0])
    command = Command(disk, *words, empty=empty, moves=True)
    if rng.random() < 0.25 and world.has_disk:
        command.journal = world.disk_file("journal")
        command.words.append("--journal=" + command.journal)
    return command


def dense_disk(rng, *kinds):
    """A disk on which much is owned, so that much is asked."""
    return max((law_disks.Disk(rng, kinds) for _ in range(3)), key=lambda disk: disk.is_dense)


def wizard(rng):
    command = Command(dense_disk(rng, "dos", "chain", "gpt"), moves=True)
    command.words = sector_size(command) + ["--physical-sector=%d" % (8 * command.logical)]
    return command


def converted(rng):
    command = Command(dense_disk(rng, "dos", "chain"))
    command.words, command.keys = sector_size(command), [law_editor.random_keys(rng, "C")]
    return command


def editor(rng, disk, world):
    kind = rng.random()
    if kind < 0.5:
        return wizard(rng) if kind < 0.3 else converted(rng)
    command = repair(rng, disk, world) if rng.random() < 0.15 else Command(disk)
    command.words = sector_size(command)
    edit = "V" if command.image != command.disk.image else rng.choice("nnddrrmaCCNs")
    command.keys = [law_editor.random_keys(rng, edit)]
    for _ in range(rng.choice((0, 0, 1, 2))):
        command.keys.append(law_editor.random_keys(rng, rng.choice("nnndrm")))
    return command


# Those that use most of the time are rarer.
ROWS = (("apply", apply, 45), ("layout", layout, 7), ("repair", repair, 17),
        ("restore", restore, 10), ("fix", fix, 12), ("kill", fix, 4), ("editor", editor, 5))
