# SPDX-License-Identifier: GPL-3.0-or-later
# law_rules.py - what may differ on a disk after a command, for law_owner.py
import json

import law_disks
import law_table


def owned_of(output):
    """The ranges that the program's JSON names as owned: (first, end, kind)."""
    found = []

    def walk(value):
        if isinstance(value, dict):
            for row in value.get("owned") or ():
                found.append((row["start"], row["start"] + row["size"], row["kind"]))
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    try:
        walk(json.loads(output))
    except ValueError:
        for line in output.splitlines():
            if line.startswith("{"):
                walk(json.loads(line))
    return sorted(set(found))


class Consent:
    """What --lose gives up: numbers, ranges by their start, all that is unknown."""

    def __init__(self, numbers=(), starts=(), is_free=False, is_all=False):
        self.numbers, self.starts = list(numbers), list(starts)
        self.is_free, self.is_all = is_free, is_all

    def words(self):
        items = ["all"] * self.is_all + ["free"] * self.is_free + \
            ["%d" % number for number in self.numbers] + \
            ["@%d" % start for start in self.starts]
        return ["--lose=" + ",".join(items)] if items else []

    def named(self, owned):
        """The ranges of OWNED that are given up one by one, as (first, end)."""
        return [(first, end) for first, end, _ in owned if first in self.starts]

    def covers(self, owned, first_start):
        """All ranges of OWNED that are given up.  What is in front of the first partition
        is known, whatever it is."""
        unknown = [(first, end) for first, end, kind in owned if kind == "unknown" and
                   (first_start is None or first >= first_start)]
        return self.named(owned) + (unknown if self.is_free or self.is_all else [])


class Law:
    """Which bytes may differ after COMMAND."""

    def __init__(self, command, consent, owned):
        table, logical = command.table, command.table.logical
        self.command, self.image, self.logical = command, command.image, command.logical
        # A table for other sectors is read in those of the disk, and ranges are named in them.
        self.unit = unit = getattr(command, "logical", logical)
        self.fields, self.kept = list(table.fields), table.kept
        # A swap area is created again in its new length, which is in its header.
        self.fields += [(part.start * logical + law_disks.SWAP_LENGTH,
                         part.start * logical + law_disks.SWAP_LENGTH + 4)
                        for part in table.parts if law_disks.is_swap(
                            self.image[part.start * logical:part.end * logical])]
        given = set(consent.numbers) | set(command.empty)
        ranges = [(part.start, part.end) for part in table.parts
                  if consent.is_all or (command.moves and part.number) or
                  part.number in given]
        start = table.first_start()
        covered = consent.covers(owned, start and start * logical // unit)
        self.given = [(first * logical, end * logical) for first, end in ranges] + \
            [(first * unit, end * unit) for first, end in covered]
        named = consent.named(owned)
        self.known = [(lba * logical, (lba + 1) * logical) for lba in command.disk.known
                      if not any(first * unit <= lba * logical < end * unit
                                 for first, end in named)]

    def gone_swap(self, new):
        """Swap that is not in use is deleted, or made shorter, once it was named: nothing
        is lost."""
        ends, logical = {part.start: part.end for part in new.parts}, self.logical
        for part in self.command.table.parts:
            place = part.start * logical, part.end * logical
            if law_disks.is_swap(self.image[slice(*place)]):
                yield ends.get(part.start, part.start) * logical, place[1]

    def judged(self, after):
        """AFTER with its old bytes where they may differ, apart from sectors of zeros."""
        left = bytearray(after)
        fields = list(self.fields)
        is_back = "restore" in self.command.words and self.command.table.label == "dos"
        new = law_table.Table(after, self.logical)
        if is_back or new.label == "dos":
            fields.append((440, 444))  # the id of such a table
        fields += self.gone_swap(new)
        for first, end in fields:
            left[first:end] = self.image[first:end]
        for first, end in self.kept:
            left[first:end] = after[first:end]
        for first, end in self.given:
            left[first:end] = self.image[first:end]
        for first, end in self.known:  # all that is unknown does not include it
            left[first:end] = after[first:end]
        return bytes(left)

    def rest(self):
        """The disk without the fields of its table."""
        rest = bytearray(self.image)
        own_id = [(440, 444)] if self.command.table.label == "dos" else []
        for first, end in self.fields + own_id:
            rest[first:end] = bytes(end - first)
        for first, end in self.kept:
            rest[first:end] = self.image[first:end]
        return rest

    def broken(self, after):
        """The ranges of bytes that must not differ and do; a sector of zeros is free, and
        so is one that has nothing but fields of the old table."""
        if len(after) != len(self.image):
            return [(len(self.image), len(after))]
        left, found, step, zeros = self.judged(after), [], self.unit, bytes(self.unit)
        rest = self.rest()
        for at in range(0, len(left), step):
            old, new = self.image[at:at + step], left[at:at + step]
            if old == new or rest[at:at + step] == zeros:
                continue
            for i in (i for i in range(step) if old[i] != new[i]):
                if found and found[-1][1] > at + i - 16:
                    found[-1][1] = at + i + 1
                else:
                    found.append([at + i, at + i + 1])
        return found


def place(command, first, end):
    """Where a range of bytes lies, for people."""
    table, logical = command.table, command.table.logical
    lba = first // logical
    names = [repr(part) for part in table.parts if part.start <= lba < part.end]
    names += ["the table"] * (lba in table.table)
    return "sector %d, byte %d to sector %d, byte %d (%s)" % (
        lba, first % logical, (end - 1) // logical, (end - 1) % logical,
        ", ".join(names) or "nobody's; the first partition begins at %s" %
        table.first_start())


def changed_parts(old, new):
    """The bytes of partitions of OLD that do not belong to the same one in NEW: what the
    consent says of them is agreed to with its yes."""
    starts = {part.start: part for part in new.parts}
    for part in old.parts:
        same = starts.get(part.start)
        if not same:
            yield part.start * old.logical, part.end * old.logical
        elif same.end < part.end:
            yield same.end * old.logical, part.end * old.logical
