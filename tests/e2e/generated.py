# SPDX-License-Identifier: GPL-3.0-or-later
# generated.py - tables of every shape, as scripts that sfdisk takes: the same ones in
# every run, unless ALIDADE_SEED says else
import os
import random

import cli

SEED = int(os.environ.get("ALIDADE_SEED", "20100111"), 0)
TYPES_DOS = ("7", "83", "82", "c", "8e", "fd", "a6", "ef", "e", "1", "ff", "0")
TYPES_GPT = ("0FC63DAF-8483-4772-8E79-3D69D8477DE4",
             "0657FD6D-A4AB-43C4-84E5-0933C84B4F4F",
             "C12A7328-F81F-11D2-BA4B-00A0C93EC93B",
             "E6D6D379-F507-44C2-A23C-238F2A3DF928",
             "21686148-6449-6E6F-744E-656564454649",
             "12345678-9ABC-DEF0-1234-56789ABCDEF0")
NAMES = ("", "root", "two words", "a,b;c", "sl\\x5cash \\x22q\\x22", "\\xc3\\xa4\\xe4\\xb8\\xad",
         "$HOME `id`", "start=5", "x" * 36, " blanks ", "#", "a : b", "= , :")
ATTRIBUTES = ("", "RequiredPartition", "LegacyBIOSBootable", "NoBlockIOProtocol",
              "GUID:63", "RequiredPartition LegacyBIOSBootable GUID:48,60,63", "GUID:50,51")


def cuts(rng, low, high, count, gap):
    """COUNT ranges of at least one sector in [low, high), GAP sectors before each."""
    count = min(count, (high - low) // (gap + 2))
    if count < 1:
        return []
    edges = sorted(rng.sample(range(low, high), 2 * count)) if high - low < 1 << 40 else []
    found, at = [], low
    for start, end in zip(edges[::2], edges[1::2]):
        start = max(start, at + gap)
        if rng.random() < 0.3:
            start = at + gap  # they touch
        if rng.random() < 0.4 and -(-start // 2048) * 2048 < end:
            start = -(-start // 2048) * 2048
        if start < end:
            found.append((start, end - start))
            at = end
    return found


def line(number, start, size, more):
    fields = ["start=%d" % start, "size=%d" % size] + [field for field in more if field]
    return "%d : %s\n" % (number, ", ".join(fields))


def dos(rng, sectors):
    text = "label: dos\nlabel-id: 0x%08x\n" % rng.randrange(1 << 32)
    ranges = cuts(rng, rng.choice((1, 63, 2048)), min(sectors, 1 << 32),
                  rng.randrange(0, 5), 0)
    numbers = rng.sample(range(1, 5), len(ranges))
    bootable = rng.choice(numbers + [0]) if numbers else 0
    widest = max(ranges, key=lambda r: r[1]) if ranges else None
    logicals = []
    for number, (start, size) in zip(numbers, ranges):
        kind = rng.choice(TYPES_DOS)
        if (start, size) == widest and size > 8192 and rng.random() < 0.7:
            kind = rng.choice(("5", "f"))
            logicals = cuts(rng, start, start + size, rng.randrange(0, 9), rng.choice((1, 63, 2048)))
        text += line(number, start, size,
                     ["type=" + kind, "bootable" if number == bootable else ""])
    for number, (start, size) in enumerate(logicals, 5):
        text += line(number, start, size, ["type=" + rng.choice(TYPES_DOS)])
    return text


def guid(rng):
    digits = "%032X" % rng.getrandbits(128)
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def gpt(rng, sectors):
    length = rng.choice((128, 128, 128, 56, 200))
    first = 2 + (length * 128 + 511) // 512
    first = rng.choice((first, max(first, 40), 2048 if sectors > 10000 else first))
    last = sectors - 2 - (length * 128 + 511) // 512
    text = "label: gpt\nlabel-id: %s\nfirst-lba: %d\nlast-lba: %d\n" % (guid(rng), first, last)
    if length != 128:
        text += "table-length: %d\n" % length
    ranges = cuts(rng, first, last + 1, rng.randrange(0, 12), 0)
    numbers = sorted(rng.sample(range(1, length + 1), len(ranges)))
    if rng.random() < 0.5:
        rng.shuffle(numbers)
    for number, (start, size) in zip(numbers, ranges):
        name, attributes = rng.choice(NAMES), rng.choice(ATTRIBUTES)
        text += line(number, start, size,
                     ["type=" + rng.choice(TYPES_GPT), "uuid=" + guid(rng),
                      'name="%s"' % name if name else "",
                      'attrs="%s"' % attributes if attributes else ""])
    return text


def by_hand(rng, label):
    """What a person writes: starts left out, sizes with units, either form of a line."""
    text = "label: %s\n" % label
    count = rng.randrange(1, 6 if label == "dos" else 8)
    container = rng.randrange(5) if label == "dos" else -1
    for i in range(count):
        start = rng.choice(("", "", "", "-", str(rng.randrange(2048, 200000)),
                            "%dM" % rng.randrange(1, 900)))
        size = rng.choice((str(rng.randrange(1, 100000)), "%dM" % rng.randrange(1, 100),
                           "%dK" % rng.randrange(1100, 90000), "0.%dG" % rng.randrange(1, 3),
                           "%dMB" % rng.randrange(2, 100), "+%dM" % rng.randrange(1, 50)))
        if i == count - 1 and rng.random() < 0.5:
            size = rng.choice(("", "+", "-"))
        kind = rng.choice(("", "L", "S", "swap", "linux", "raid", "R", "V", "U"))
        if i == container:
            kind, size = rng.choice(("E", "5", "f", "Ex")), rng.choice(("", "300M", "100000"))
        fields = [name + value for name, value in
                  (("start=", start), ("size=", size), ("type=", kind)) if value]
        if rng.random() < 0.5 or not fields:
            text += "%s,%s,%s\n" % (start, size, kind)
        else:
            text += ", ".join(fields) + "\n"
    return text


def scripts(count):
    """COUNT of (name, size in bytes, script)."""
    for i in range(count):
        rng = random.Random(SEED + i)
        sectors = rng.choice((8192, 10007, 100000, 2 * cli.MIB, 1 << 31)) + rng.randrange(64)
        make = rng.choice((dos, gpt))
        yield "%s-%d" % (make.__name__, SEED + i), sectors * 512, make(rng, sectors)
