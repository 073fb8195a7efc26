#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# cli_change.py ALIDADE - what changes a disk from the command line: it writes what it
# showed, asks first, and can be taken back
import json
import os
import re
import struct
import zlib

import cli
import sound
import tables
from change_world import DOS, GPT, SIZE, World, content


def changed_sectors(before, after):
    def differing(step, among):
        return [at for at in among if before[at:at + step] != after[at:at + step]]

    return {at // 512 for block in differing(cli.MIB, range(0, len(before), cli.MIB))
            for at in differing(512, range(block, block + cli.MIB, 512))}


def sectors_of(writes):
    return {lba for write in writes for lba in range(write["lba"], write["lba"] + write["count"])}


def dump(path):
    return cli.quiet("sfdisk", "--dump", path)


def writes_what_it_showed(world):
    claims = world.claims
    for name, old, new in (("new", None, GPT), ("gpt-dos", GPT, DOS), ("dos-gpt", DOS, GPT),
                           ("dos-dos", DOS, DOS.replace("8M", "9M"))):
        path = world.image(name, old)
        before = content(path)
        shown = world.plan("apply", "--dry-run", path, text=new)
        claims.equal(content(path), before, name + ": a dry run writes nothing")
        claims.that(not shown["written"], name + ": and says so")
        # What begins elsewhere is another partition; the table stays.
        edits = ["delete", "delete"] if name == "dos-dos" else ["new-table", "create"]
        claims.equal([edit["edit"] for edit in shown["plan"]["edits"]][:2], edits,
                     name + ": the edits are listed")
        done = world.plan("apply", "--yes", path, text=new)
        claims.that(done["written"], name + ": written")
        written = sectors_of(done["plan"]["writes"])
        changed = changed_sectors(before, content(path))
        claims.that(changed and changed <= written,
                    name + ": only what was shown changes: %r" % sorted(changed - written)[:9])
        claims.that(done["plan"]["writes"][-1]["flush"], name + ": the last write is flushed")
        table = world.plan("list", path)["partitiontable"]
        after = done["plan"]["after"]["partitiontable"]
        keys = ("number", "start", "size", "type", "uuid", "bootable")
        claims.equal([[p[k] for k in keys] for p in table["partitions"]],
                     [[p[k] for k in keys] for p in after["partitions"]],
                     name + ": the table is the one that was shown")
        cli.quiet("sfdisk", "--verify", path)
        claims.that(os.path.exists(done["result"]["backup"]), name + ": the old one is saved")
        again = world.plan("restore", "--yes", done["result"]["backup"], path)
        claims.that(again["written"], name + ": restored")
        claims.equal(content(path), before, name + ": byte for byte as before")


def text_says_it(world):
    claims = world.claims
    path = world.image("text", DOS)
    said = world.run("apply", "-n", path, text=GPT)
    claims.equal((said.returncode, said.stderr), (0, ""), "apply -n")
    for word in (path, "Now: msdos", "Then: gpt", "MBR: sector 0", "partition 1: deleted",
                 "Nothing was written", "libparted"):
        claims.that(word in said.stdout, "apply -n says '%s': %s" % (word, said.stdout))
    claims.that(not os.path.exists(world.state), "a dry run makes no folder")
    said = world.run("apply", "--yes", path, text=GPT)
    for word in ("Now: msdos", "Done:", "read back", world.state):
        claims.that(word in said.stdout, "apply --yes says '%s'" % word)
    same = dump(path)
    said = world.run("apply", "--yes", path, text=same)
    claims.equal((said.returncode, "nothing to write" in said.stdout), (0, True),
                 "the same again writes nothing")


def refuses(world):
    claims = world.claims
    path = world.image("refuse", DOS)
    before = sound.content(path)
    loud = os.path.join(world.room, "there")
    with open(loud, "w", encoding="ascii") as file:
        file.write("something")
    rows = (
        (["apply", path], GPT, 4, "--yes", "no-terminal"),
        (["apply", "--json", path], GPT, 4, "Nothing was written", "no-terminal"),
        (["apply", "--yes", "--strict", path], "label: dos\nstart=63,size=100\n", 4,
         "without --strict", "new-start-misaligned"),
        (["apply", "--yes", path], "label: dos\n63,100\n100,20\n", 2, "line 3: "),
        (["apply", "--yes", path], "", 2, "script is empty"),
        (["apply", "--yes", path], "label: gpt\n\0", 2, "no script"),
        (["apply", "--yes", path + "x"], GPT, 3, path + "x"),
        (["apply", "--yes", "--backup=" + loud, path], GPT, 4, loud, "backup-exists"),
        (["apply", "--yes", "--backup=/nonexistent/x", path], GPT, 4, "/nonexistent",
         "backup-no-folder"),
        (["apply", "--yes", path], "label: gpt\nsector-size: 4096\n", 2, "line 2: "),
        (["repair", path], "", 0, ""),
        (["backup", path, loud], "", 4, loud, "backup-exists"),
        (["restore", loud, path], "", 3, loud),
        (["restore", loud + "x", path], "", 3, loud + "x"),
        (["backup", loud, path], "", 3, "The order is: alidade backup DEVICE FILE"),
        (["restore", path, loud], "", 3, "The order is: alidade restore FILE DEVICE"),
        (["restore", path], "", 2, "it is 'alidade restore FILE DEVICE'"),
    )
    for words, text, code, part, *reason in rows:
        said = world.run(*words, text=text)
        claims.equal(said.returncode, code, "%s: exit code: %s" % (words, said.stderr))
        claims.that(part in said.stderr, "%s says '%s': %s" % (words, part, said.stderr))
        claims.that(len(said.stderr.splitlines()) <= 2, "%s is one sentence" % words)
        claims.equal(sound.content(path), before, "%s leaves the image alone" % words)
        claims.equal(len(reason), code == 4, "%s: a refusal has an id" % words)
        if reason:
            document = json.loads(world.run(words[0], "--json", *words[1:], text=text).stdout)
            claims.equal(document["reason-id"], reason[0], "%s: reason-id" % words)
            claims.that(document["error"] in said.stderr, "%s: the same sentence" % words)
    claims.equal(open(loud, encoding="ascii").read(), "something", "no file is overwritten")


def backs_up(world):
    claims = world.claims
    for name, script in (("backup-gpt", GPT), ("backup-dos", DOS)):
        path, file = world.image(name, script), os.path.join(world.room, name + ".saved")
        before = sound.content(path)
        said = world.run("backup", path, file)
        claims.equal((said.returncode, sound.content(path)), (0, before), name + ": reads only")
        said = world.run("apply", "--yes", "--backup=" + file + ".old", path,
                         text="label: dos\n,1M\n")
        claims.equal(said.returncode, 0, name + ": another table: " + said.stderr)
        claims.that(sound.content(path) != before, name + ": is there")
        for saved in (file, file + ".old"):
            shown = world.run("restore", "--dry-run", saved, path)
            claims.equal(shown.returncode, 0, name + ": restore -n: " + shown.stderr)
            claims.that("partition 1: " in shown.stdout, name + ": shows before and after")
            said = world.run("restore", "--yes", saved, path)
            claims.equal((said.returncode, sound.content(path)), (0, before),
                         name + ": restored byte for byte: " + said.stderr)
            world.run("apply", "--yes", path, text="label: dos\n,1M\n")
        small = cli.image(world.room, "small", SIZE - 512)
        said = world.run("restore", "--yes", file, small)
        claims.equal(said.returncode, 4, name + ": another size is refused")
        claims.that("sectors" in said.stderr, name + ": with the sizes: " + said.stderr)


def damages():
    """What is done to a whole GPT, and what repair calls it."""
    def zero(lba, count):
        return lambda path: tables.put(path, lba * 512 % SIZE, bytes(count * 512))

    def grow(path):
        os.truncate(path, SIZE + 8 * cli.MIB)

    def mislead(path):
        """The primary names a backup that would lie past the end; the true one is good."""
        with open(path, "r+b") as file:
            file.seek(512)
            header = bytearray(file.read(92))
            struct.pack_into("<Q", header, 32, 1 << 40)
            struct.pack_into("<I", header, 16, 0)
            struct.pack_into("<I", header, 16, zlib.crc32(bytes(header)))
            file.seek(512)
            file.write(header)

    return (("primary", zero(1, 1), ["gpt-primary"]),
            ("misled", mislead, ["gpt-move-backup"]),
            ("primary-array", zero(2, 4), ["gpt-primary"]),
            ("backup", zero(-1, 1), ["gpt-backup"]),
            ("backup-array", zero(-33, 4), ["gpt-backup"]),
            ("pmbr", zero(0, 1), ["protective-mbr"]),
            ("pmbr-start", lambda path: tables.put(path, 454, b"\2"), ["protective-mbr"]),
            ("front", zero(0, 34), ["gpt-primary", "protective-mbr"]),
            ("first-mib", zero(0, 2048), ["gpt-primary", "protective-mbr"]),
            ("grown", grow, ["gpt-move-backup", "protective-mbr"]))


def repairs(world):
    claims = world.claims
    for name, damage, cures in damages():
        path = world.image("repair-" + name, GPT)
        whole = dump(path)
        damage(path)
        before = sound.content(path)
        said = world.run("repair", path)
        claims.equal((said.returncode, sound.content(path)), (4, before),
                     name + ": without a yes nothing is written")
        claims.that("1. " in said.stdout and "sector" in said.stdout,
                    name + ": what would be written is listed: " + said.stdout)
        shown = world.plan("repair", "--dry-run", path)
        claims.equal([edit["repair"] for edit in shown["plan"]["edits"]], cures,
                     name + ": the cures")
        done = world.run("repair", "--yes", path)
        claims.equal((done.returncode, done.stderr), (0, ""), name + ": is repaired")
        verified = cli.quiet("sgdisk", "--verify", path)
        claims.that("No problems found" in verified, name + ": sgdisk: " + verified)
        now = [line for line in dump(path).splitlines() if "last-lba" not in line]
        claims.equal(now, [line for line in whole.splitlines() if "last-lba" not in line],
                     name + ": the same partitions")
        again = world.run("repair", "--yes", path)
        claims.equal((again.returncode, again.stdout), (0, "There is nothing to repair.\n"),
                     name + ": once is enough")


def differ(world, name):
    """A disk whose backup GPT is older than its primary: partition 2 had another size.
    Returns it, with what either copy says."""
    path = world.image(name, GPT)
    old = dump(path)
    with open(path, "rb") as file:
        file.seek(SIZE - 33 * 512)
        backup = file.read()
    first = old.index("%s2 : " % path)
    line = old[first:].split("\n")[0]
    world.run("apply", "--yes", path, text=old.replace(line + "\n", ""))
    new = dump(path)
    tables.put(path, SIZE - 33 * 512, backup)
    return path, new, old


def repairs_either_copy(world):
    """Two whole copies that differ: which of them counts is the person's to say."""
    claims = world.claims
    for copy in ("primary", "backup"):
        path, *says = differ(world, "differ-" + copy)
        before = sound.content(path)
        said = world.run("repair", "--yes", path)
        claims.equal((said.returncode, sound.content(path)), (4, before), "it is not guessed")
        claims.that("--copy=primary or --copy=backup" in said.stderr, said.stderr)
        claims.refused("gpt-copy-not-chosen", "repair", "--yes", path)
        claims.that("partition 2: " in said.stdout, "the difference: " + said.stdout)
        done = world.run("repair", "--yes", "--copy", copy, path)
        claims.equal((done.returncode, done.stderr), (0, ""), copy + " counts")
        claims.equal(dump(path), says[copy == "backup"], copy + " is what there is")
        claims.that("mkfs" not in done.stdout, "nothing is to be made again")
        verified = cli.quiet("sgdisk", "--verify", path)
        claims.that("No problems found" in verified, copy + ": sgdisk: " + verified)
        # There is nothing to choose any more.
        claims.refused("gpt-copy-no-choice", "repair", "--copy=backup", path)
        claims.equal(world.run("repair", "--copy=both", path).returncode, 2, "no copy")


def repairs_sector_size(world):
    """A disk that moved between enclosures, and back again."""
    claims = world.claims
    path = cli.image(world.room, "enclosure", SIZE)
    tables.gpt(path, [(2048, 4095), (8192, 16383)])
    said = world.run("repair", "--yes", "--sector-size=4096", path)
    claims.equal(said.returncode, 0, "a table for 512 on 4096: " + said.stderr)
    table = world.plan("list", "--sector-size=4096", path)["partitiontable"]
    claims.equal([(p["start"], p["size"]) for p in table["partitions"]],
                 [(256, 256), (1024, 1024)], "an eighth of the numbers")
    said = world.run("repair", "--yes", path)
    claims.equal(said.returncode, 0, "and back: " + said.stderr)
    table = world.plan("list", path)["partitiontable"]
    claims.equal([(p["start"], p["size"]) for p in table["partitions"]],
                 [(2048, 2048), (8192, 8192)], "the old numbers")


def repairs_chain(world):
    """The same with logical partitions: parted and sfdisk find them where they were."""
    cli.need("sfdisk", "parted")
    claims = world.claims
    path = cli.image(world.room, "chain", SIZE)
    cli.quiet("sfdisk", "-q", path, input="label: dos\n2048,2048,83,*\n,,E\n"
              ",4096,82\n,8192,8e\n,,83\n")
    before = [line for line in dump(path).splitlines() if "type=f" not in line
              and "type=5" not in line and "start=" in line]
    said = world.run("repair", "--yes", "--sector-size=4096", path)
    claims.equal(said.returncode, 0, "a chain for 512 on 4096: " + said.stderr)
    shown = cli.quiet("parted", "-sm", path, "unit", "B", "print",
                      env=dict(os.environ, PARTED_SECTOR_SIZE="4096"))
    claims.equal([line.split(":")[1:3] for line in shown.splitlines()[2:]
                  if line[0] in "1567"],
                 [["%dB" % (start * 512), "%dB" % ((start + size) * 512 - 1)]
                  for start, size in starts(before)], "parted finds them: " + shown)
    said = world.run("repair", "--yes", path)
    claims.equal(said.returncode, 0, "and back: " + said.stderr)
    claims.equal([line for line in dump(path).splitlines() if "type=f" not in line
                  and "type=5" not in line and "start=" in line], before, "as they were")
    verified = cli.quiet("sfdisk", "--verify", path)
    claims.that("No errors" in verified, "sfdisk: " + verified)


def starts(lines):
    """Start and size of each line of a dump."""
    return [tuple(int(re.search(word + r"= *(\d+)", line).group(1))
                  for word in ("start", "size")) for line in lines]


def replaces_what_is_broken(world):
    """A chain of logicals that comes back to its beginning cannot be read, but a new table
    can be put over it, and the old one from a backup."""
    claims = world.claims
    path, saved = world.image("broken", DOS), os.path.join(world.room, "broken.saved")
    whole = content(path)
    world.run("backup", path, saved)
    chain = tables.chain(path)
    tables.put(path, chain[0][0] * 512 + 462, tables.mbr((5, 0, 100))[446:462])
    broken = sound.content(path)
    claims.equal(world.run("list", path).returncode, 3, "it cannot be read")
    claims.equal(world.run("repair", "--yes", path).returncode, 3, "nor repaired")
    for words, text, want in ((["apply", "--yes", path], GPT, None),
                              (["restore", "--yes", saved, path], "", whole)):
        said = world.run(*words, text=text)
        claims.equal(said.returncode, 0, "%s over a broken table: %s" % (words[0], said.stderr))
        claims.that("comes back to" in said.stdout, words[0] + " says what was there")
        old = said.stdout.rsplit("The old table is in ", 1)[1].strip()
        if want:
            claims.that(content(path) == want, words[0] + ": the old bytes")
        again = world.run("restore", "--yes", old, path)
        claims.equal((again.returncode, sound.content(path)), (0, broken),
                     words[0] + " can be taken back: " + again.stderr)


def leaves_nothing_of_a_gpt(world):
    """A GPT that is given up is no unknown data for the next table."""
    claims = world.claims
    path = world.image("given-up", GPT)
    said = world.run("apply", "--yes", path, text="label: dos\n")
    after = content(path)
    claims.equal(said.returncode, 0, "another table: " + said.stderr)
    claims.that(not (after[512:34 * 512] + after[-33 * 512:]).strip(b"\0"),
                "nothing is left of the old one")
    said = claims.run("apply", "--yes", path, env=world.env, text="label: gpt\n")
    claims.equal(said.returncode, 0, "a GPT again: " + said.stderr)


def tells_once_of_a_log(world):
    """Each entry of the log fails for the same reason."""
    claims, path = world.claims, world.image("log", DOS)
    state = os.path.join(world.room, "log-is-a-pipe", "alidade")
    os.makedirs(state, 0o700)
    os.chmod(os.path.dirname(state), 0o700)
    os.mkfifo(os.path.join(state, "alidade.log"))
    said = claims.run("apply", "--yes", "--lose=all", path, text=GPT,
                      env=dict(world.env, XDG_STATE_HOME=os.path.dirname(state)))
    claims.equal((said.returncode, said.stdout.count("alidade.log cannot")), (0, 1),
                 "a log that is a pipe: " + said.stdout + said.stderr)


def tells_misaligned_starts(world):
    """A start that the change makes; one that was there before is no news."""
    claims, old = world.claims, "label: dos\nstart=63,size=2048,type=83\n"
    path = world.image("off", old)
    before = content(path)
    new = old + "start=4099,size=2045,type=83\n"
    words = "Partition 2 would start at sector 4099, 1536 bytes past a 4 KiB boundary: " \
            "misaligned. Good starts: 4096 or 4104 (4K)"
    strict = world.run("apply", "--yes", "--strict", path, text=new)
    claims.equal(strict.returncode, 4, "refused: " + strict.stderr)
    claims.that(words in strict.stderr and content(path) == before, "why: " + strict.stderr)
    said = world.run("apply", "--yes", path, text=new)
    claims.equal(said.returncode, 0, "without --strict: " + said.stderr)
    told = " ".join(said.stdout.split())
    claims.that(words in told, "told before it is written: " + said.stdout)
    claims.that("Partition 1 would start" not in told, "not of what stays")
    good = new.replace("4099,size=2045", "4096,size=2048")
    strict = world.run("apply", "--yes", "--strict", path, text=good)
    claims.equal(strict.returncode, 0, "a good start is written: " + strict.stderr)


def script(claims, room):
    world = World(claims, room)
    text_says_it(world)
    writes_what_it_showed(world)
    refuses(world)
    backs_up(world)
    repairs(world)
    repairs_either_copy(world)
    repairs_sector_size(world)
    repairs_chain(world)
    replaces_what_is_broken(world)
    leaves_nothing_of_a_gpt(world)
    tells_once_of_a_log(world)
    tells_misaligned_starts(world)


cli.need("sfdisk", "sgdisk")
cli.main(script)
