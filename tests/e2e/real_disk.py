# SPDX-License-Identifier: GPL-3.0-or-later
# real_disk.py - disks with real contents, before and after a fix
import json
import os
import signal
import subprocess
import sys

import cli
import real_contents
import sound

SECTOR = 512
FREE_MAX = 4096  # sectors of each gap
# Free space is full of words, so a fix has to be allowed to write over them.
LOSE = "--lose=free,@1"


class Part:
    def __init__(self, number, kind, start, length):
        self.number, self.kind, self.start, self.length = number, kind, start, length
        self.content = real_contents.KINDS.get(kind)
        large = 24000000 if number == 1 and length > 400000 else 1500000
        self.files = real_contents.some_files("%d %s" % (number, kind), large)


def copy(source, target):
    """A part of a file, (path, first byte, count) each, without its holes."""
    (path, at, count), (to, there) = source, target
    with open(path, "rb") as file, open(to, "r+b" if os.path.exists(to) else "w+b") as other:
        other.truncate(max(there + count, os.fstat(other.fileno()).st_size))
        offset = at
        while offset < at + count:
            try:
                begin = os.lseek(file.fileno(), offset, os.SEEK_DATA)
            except OSError:
                break
            end = min(os.lseek(file.fileno(), begin, os.SEEK_HOLE), at + count)
            while begin < end:
                file.seek(begin)
                data = file.read(min(end - begin, 1 << 20))
                other.seek(there + begin - at)
                other.write(data)
                begin += len(data)
            offset = max(end, offset + 1)


class Disk:
    """An image that is made once; each try gets a copy of it."""

    def __init__(self, claims, room, name, label, sectors, parts):
        self.claims, self.room, self.name = claims, room, name
        self.parts = [Part(*part) for part in parts]
        self.path = cli.image(room, name, sectors * SECTOR)
        rows = ["%d: start=%d, size=%d, type=%s" % (part.number, part.start, part.length,
                                                    self.type_of(part, label))
                for part in self.parts]
        self.fill_free_space()
        head = ["label: " + label] + ["first-lba: 34"] * (label == "gpt")
        cli.quiet("sfdisk", "-q", self.path, input="\n".join(head + rows) + "\n")
        for part in self.parts:
            if part.content:
                self.put(part)

    def fill_free_space(self):
        """Each sector in front of a partition, with words of its own; the table comes later."""
        end = 1
        with open(self.path, "r+b") as file:
            for part in sorted(self.parts, key=lambda part: part.start):
                for lba in range(end, min(part.start, end + FREE_MAX)):
                    file.seek(lba * SECTOR)
                    file.write((b"free space, sector %d\n" % lba).ljust(SECTOR, b"."))
                end = part.start if part.kind == "extended" else part.start + part.length

    @staticmethod
    def type_of(part, label):
        if label == "gpt":
            return "linux"
        return real_contents.TYPES.get(part.kind, "5" if part.kind == "extended" else "83")

    def put(self, part):
        made = cli.image(self.room, "made", part.length * SECTOR)
        part.content.make(made, part.start, part.files, self.room)
        copy((made, 0, part.length * SECTOR), (self.path, part.start * SECTOR))
        os.unlink(made)

    def again(self, name):
        path = os.path.join(self.room, name)
        cli.quiet("cp", "--sparse=always", self.path, path)
        return path

    def starts(self, path):
        table = self.claims.json("list", path)["partitiontable"]
        return {part["number"]: part["start"] for part in table["partitions"]}

    def cut_out(self, path, part, start, name="found"):
        found = os.path.join(self.room, name)
        if os.path.exists(found):
            os.unlink(found)
        copy((path, start * SECTOR, part.length * SECTOR), (found, 0))
        return found

    def is_sound(self, path, where, repaired=()):
        """Each content at the start that the table says, with its files; of a volume that
        its tool has repaired, other bytes in these runs."""
        starts = self.starts(path)
        for part in self.parts:
            if not part.content:
                continue
            name = "%s: %d %s" % (where, part.number, part.kind)
            found = self.cut_out(path, part, starts[part.number])
            self.has_files(found, part, name, repaired)
            for check, code, said in part.content.checks(found, starts[part.number]):
                self.claims.that(not code, "%s: %s: %s" % (name, check, said[-300:]))

    def has_files(self, found, part, name, repaired=()):
        """Or each byte, of what has no files: cryptsetup repairs a half of a volume."""
        files = part.content.files(found, self.room)
        if files is None:
            if part.kind != "swap":
                made = self.cut_out(self.path, part, part.start, "as-made")
                other = [run for run in differing(made, found) if run not in repaired]
                self.claims.equal(other, [], name + ": other bytes")
            return
        self.claims.equal(sorted(files), sorted(part.files), name + ": files")
        for file, data in part.files.items():
            self.claims.that(files.get(file) == data, "%s: each byte of %s" % (name, file))

    def is_fixed(self, path, where):
        check = self.claims.run("check", path)
        self.claims.equal(check.returncode, 0, where + ": check: " + check.stdout)
        status = self.claims.run("resume", "--status", path)
        self.claims.that("no move" in status.stdout + status.stderr,
                         where + ": status: " + status.stdout)
        self.is_sound(path, where)


class Runs:
    """Runs the program so that it can be ended at any moment."""

    def __init__(self, claims, room):
        self.claims = claims
        self.env = dict(os.environ, LC_ALL="C.UTF-8", XDG_STATE_HOME=room, **cli.PERTURB)
        self.room = room

    @staticmethod
    def at_writes(path, **more):
        """The environment in which the library at_writes watches the writes to PATH."""
        options = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        return {"LD_PRELOAD": os.path.abspath(sys.argv[2]), "ASAN_OPTIONS": options,
                "WRITES_TO": path, **{"WRITES_" + name.upper(): value
                                      for name, value in more.items()}}

    def start(self, *words, env=()):
        return subprocess.Popen([self.claims.program, *words], env={**self.env, **dict(env)},
                                text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, start_new_session=True)

    def whole(self, *words, env=()):
        result = self.claims.run(*words, env={"XDG_STATE_HOME": self.room, **dict(env)})
        self.claims.equal((result.returncode, result.stderr), (0, ""), " ".join(words))
        return result

    def status(self, path):
        """The object of a move that has not ended, or None."""
        shown = json.loads(self.claims.run("resume", "--status", "--json", path).stdout)
        return shown if shown["event"] == "status" else None

    @staticmethod
    def kill(process):
        """False if it had ended before."""
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.communicate()
        return process.returncode == -signal.SIGKILL


def differing(first, second):
    """The runs of bytes (first, end) that are not the same, in steps of a sector."""
    found = []
    with open(first, "rb") as a, open(second, "rb") as b:
        size = os.fstat(a.fileno()).st_size
        places = {*sound.data_chunks(a, size), *sound.data_chunks(b, size)}
        for at in sorted(places):
            a.seek(at)
            b.seek(at)
            x, y = a.read(sound.CHUNK), b.read(sound.CHUNK)
            for i in range(0, len(x), SECTOR) if x != y else ():
                if x[i:i + SECTOR] != y[i:i + SECTOR]:
                    if found and found[-1][1] == at + i:
                        found[-1][1] = at + i + SECTOR
                    else:
                        found.append([at + i, at + i + SECTOR])
    return found
