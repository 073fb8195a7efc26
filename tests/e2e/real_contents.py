# SPDX-License-Identifier: GPL-3.0-or-later
# real_contents.py - file systems, encrypted volumes and members of RAID and LVM in files,
# made by their own tools with known files in them, and checked by their own tools
import os
import random
import struct
import subprocess
import tempfile
import zlib

import cli
import fat_files

SECTOR = 512
PASS = b"x"
LUKS = ["cryptsetup", "-q", "--pbkdf", "pbkdf2", "--pbkdf-force-iterations", "1000", "luksFormat"]
SMALL = ["--luks2-metadata-size", "16k", "--luks2-keyslots-size", "256k"]
LARGE = ["--luks2-metadata-size", "4m", "--luks2-keyslots-size", "4m"]


def some_files(seed, large=1500000):
    """Names that each file system here takes, and bytes."""
    chance = random.Random(seed)
    return {name: chance.randbytes(size) for name, size in
            (("LARGE.BIN", large), ("SMALL.TXT", 700), ("EVEN.BIN", 65536))}


def run(*words, **more):
    """Exit code, and all that it said."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          **more)
    return done.returncode, done.stdout.decode("utf-8", "replace")


class Content:
    """Makes a file of BYTES that will start at START of a disk, and tells what is wrong
    with it later: nothing, or what its checker said."""
    tools = ()
    is_in_motion_silent = True

    def make(self, path, start, files, room):
        raise NotImplementedError

    def checks(self, path, start):
        """Of (name, exit code, text)."""
        return []

    def files(self, path, room):
        """As they are now, or None where the content has none."""
        return None


def put_folder(room, files):
    folder = tempfile.mkdtemp(dir=room)
    for name, data in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
    return folder


def get_folder(folder):
    found = {}
    for name in os.listdir(folder):
        if os.path.isfile(os.path.join(folder, name)):
            with open(os.path.join(folder, name), "rb") as file:
                found[name] = file.read()
    return found


class Ext(Content):
    tools = ("mke2fs", "e2fsck", "debugfs")

    def __init__(self, kind):
        self.kind = kind

    def make(self, path, start, files, room):
        cli.quiet("mke2fs", "-q", "-t", self.kind, "-d", put_folder(room, files), path)

    def checks(self, path, start):
        return [("e2fsck -fn", *run("e2fsck", "-fn", path))]

    def files(self, path, room):
        folder = tempfile.mkdtemp(dir=room)
        run("debugfs", "-R", "rdump / " + folder, path)
        return get_folder(folder)


class Ntfs(Content):
    tools = ("mkntfs", "ntfscp", "ntfsls", "ntfscat", "ntfsfix")

    def make(self, path, start, files, room):
        cli.quiet("mkntfs", "-F", "-q", "-Q", "-c", "4096", "-p", str(start), "-H", "255", "-S",
                  "63", path)
        folder = put_folder(room, files)
        for name in files:
            cli.quiet("ntfscp", "-f", path, os.path.join(folder, name), name)

    def checks(self, path, start):
        hidden = {struct.unpack("<I", fat_files.read_at(path, at + 28, 4))[0]
                  for at in (0, self.volume(path))}
        return [("ntfsfix -n", *run("ntfsfix", "-n", path)),
                ("hidden sectors", hidden != {start}, "%r, not %d" % (hidden, start))]

    @staticmethod
    def volume(path):
        """The place of the backup: behind the sectors of the volume."""
        boot = fat_files.read_at(path, 0, 512)
        return struct.unpack_from("<Q", boot, 40)[0] * struct.unpack_from("<H", boot, 11)[0]

    def files(self, path, room):
        names = subprocess.run(["ntfsls", "-f", path], capture_output=True, text=True,
                               check=False).stdout.split()  # it warns of a dirty volume
        return {name: subprocess.run(["ntfscat", "-f", path, name], capture_output=True,
                                     check=False).stdout for name in names}


class Fat(Content):
    tools = ("mkfs.fat", "fsck.fat")

    def make(self, path, start, files, room):
        cli.quiet("mkfs.fat", "-F", "32", "-h", str(start), path)
        fat_files.put_fat(path, files)

    def checks(self, path, start):
        boot = fat_files.read_at(path, 0, 512)
        backup = struct.unpack_from("<H", boot, 50)[0] * SECTOR
        hidden = {struct.unpack("<I", fat_files.read_at(path, at + 28, 4))[0]
                  for at in (0, backup)}
        return [("fsck.fat -n", *run("fsck.fat", "-n", path)),
                ("hidden sectors", hidden != {start}, "%r, not %d" % (hidden, start))]

    def files(self, path, room):
        return fat_files.get_fat(path)


class Exfat(Content):
    tools = ("mkfs.exfat", "fsck.exfat")

    def make(self, path, start, files, room):
        cli.quiet("mkfs.exfat", path)
        fat_files.put_exfat(path, files)
        fat_files.exfat_start(path, start)

    def checks(self, path, start):
        found = fat_files.exfat_start(path)
        return [("fsck.exfat -n", *run("fsck.exfat", "-n", path)),
                ("PartitionOffset", found != [start, start], "%r, not %d" % (found, start))]

    def files(self, path, room):
        return fat_files.get_exfat(path)


class Xfs(Content):
    tools = ("mkfs.xfs", "xfs_repair", "xfs_db")

    def make(self, path, start, files, room):
        folder = put_folder(room, files)
        proto = os.path.join(folder, "proto")
        with open(proto, "w", encoding="ascii") as file:
            file.write("/dummy\n1 1\nd--755 0 0\n")
            for name in files:
                file.write("%s ---644 0 0 %s/%s\n" % (name, folder, name))
            file.write("$\n")
        cli.quiet("mkfs.xfs", "-q", "-f", "-l", "size=64m", "-p", proto, path)
        self.names = list(files)

    def checks(self, path, start):
        return [("xfs_repair -n", *run("xfs_repair", "-n", "-f", path))]

    def files(self, path, room):
        """Each is in one piece: it was the first to be written."""
        found = {}
        for name in self.names:
            words = ["-c", "path /" + name, "-c", "print core.size u3.bmx[0].startblock"]
            said = run("xfs_db", "-r", "-f", *words, path)[1].split()
            values = [int(word) for word in said if word.isdigit()]
            if len(values) == 2:
                place = run("xfs_db", "-r", "-f", "-c", "convert fsblock %d byte" % values[1],
                            path)[1]
                at = int(place.partition("(")[2].partition(")")[0])
                found[name] = fat_files.read_at(path, at, values[0])
        return found


class Btrfs(Content):
    tools = ("mkfs.btrfs", "btrfs")

    def make(self, path, start, files, room):
        cli.quiet("mkfs.btrfs", "-q", "-r", put_folder(room, files), path)

    def checks(self, path, start):
        return [("btrfs check", *run("btrfs", "check", "--readonly", path))]

    def files(self, path, room):
        folder = tempfile.mkdtemp(dir=room)
        run("btrfs", "restore", path, folder)
        return get_folder(folder)


class Luks(Content):
    tools = ("cryptsetup",)

    def __init__(self, *options):
        self.options = options

    def make(self, path, start, files, room):
        code, said = run(*LUKS, *self.options, path, "-", input=PASS)
        if code:
            cli.skip("cryptsetup cannot make a volume here: " + said)
        fat_files.write_at(path, 12 << 20, files["LARGE.BIN"])

    def checks(self, path, start):
        return [("luksDump", *run("cryptsetup", "luksDump", path)),
                ("open", *run("cryptsetup", "open", "--test-passphrase", "--key-file", "-", path,
                              input=PASS))]


def put_crc(data, at, first, end):
    """LVM's checksum: the usual one, begun with another number and not inverted."""
    total = zlib.crc32(bytes(data[first:end]), 0xf597a6cf ^ 0xffffffff) ^ 0xffffffff
    struct.pack_into("<I", data, at, total)


class Lvm(Content):
    tools = ("pvck",)

    def make(self, path, start, files, room):
        area, text = 1 << 20, (
            'vg {\nid = "aaaaaa-aaaa-aaaa-aaaa-aaaa-aaaa-aaaaaa"\nseqno = 1\nformat = "lvm2"\n'
            'status = ["RESIZEABLE", "READ", "WRITE"]\nextent_size = 8192\nmax_lv = 0\n'
            'max_pv = 0\n\nphysical_volumes {\n\npv0 {\n'
            'id = "AAAAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAAAB"\nstatus = ["ALLOCATABLE"]\n'
            'pe_start = 2048\npe_count = 8\n}\n}\n}\n').encode() + b"\0"
        head = bytearray(area)
        struct.pack_into("<8sQII8s32sQQQQQQQQQ", head, 512, b"LABELONE", 1, 0, 32, b"LVM2 001",
                         b"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB", os.path.getsize(path), area, 0, 0,
                         0, 4096, area - 4096, 0, 0)
        put_crc(head, 512 + 16, 512 + 20, 1024)
        struct.pack_into("<16sIQQ", head, 4100, b" LVM2 x[5A%r0N*>", 1, 4096, area - 4096)
        total = zlib.crc32(text, 0xf597a6cf ^ 0xffffffff) ^ 0xffffffff
        struct.pack_into("<QQII", head, 4096 + 40, 512, len(text), total, 0)
        head[4608:4608 + len(text)] = text
        put_crc(head, 4096, 4100, 4608)
        fat_files.write_at(path, 0, bytes(head))
        fat_files.write_at(path, area, files["LARGE.BIN"])

    def checks(self, path, start):
        code, said = run("pvck", "--dump", "headers", path)
        return [("pvck", code or "bad" in said or "LABELONE" not in said, said)]


class Md(Content):
    tools = ("mdadm",)

    def __init__(self, version):
        self.version = version

    def make(self, path, start, files, room):
        size = os.path.getsize(path)
        fat_files.write_at(path, 1 << 20, files["LARGE.BIN"])
        if self.version == "0.90":
            fat_files.write_at(path, (size & ~65535) - 65536, self.old())
            return
        at = {"1.0": (size // SECTOR - 16) // 8 * 8 * SECTOR, "1.2": 4096}[self.version]
        fat_files.write_at(path, at, self.new(size, at))

    @staticmethod
    def old():
        block = bytearray(4096)
        struct.pack_into("<11I", block, 0, 0xa92b4efc, 0, 90, 0, 0, 1, 0, 1, 16384, 2, 2)
        struct.pack_into("<I", block, 132, 1)  # clean
        words = sum(struct.unpack("<1024I", block))
        struct.pack_into("<I", block, 152, (words & 0xffffffff) + (words >> 32) & 0xffffffff)
        return bytes(block)

    @staticmethod
    def new(size, at):
        block, data = bytearray(260), 2048 if at == 4096 else 0
        struct.pack_into("<III", block, 0, 0xa92b4efc, 1, 0)
        block[16:32] = bytes(range(1, 17))
        struct.pack_into("<IIQII", block, 72, 1, 0, 32768, 0, 2)
        struct.pack_into("<QQQ", block, 128, data, (size // SECTOR) - 4096, at // SECTOR)
        struct.pack_into("<I", block, 220, 2)
        struct.pack_into("<HH", block, 256, 0, 1)
        words = sum(struct.unpack("<65I", block))
        struct.pack_into("<I", block, 216, (words & 0xffffffff) + (words >> 32) & 0xffffffff)
        return bytes(block).ljust(4096, b"\0")

    def checks(self, path, start):
        code, said = run("mdadm", "--examine", path)
        return [("mdadm", code or "expected" in said or "correct" not in said, said)]


class Swap(Content):
    """Swap, which is created again with its UUID and label."""
    tools = ("mkswap",)
    uuid = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"

    def make(self, path, start, files, room):
        cli.quiet("mkswap", "-q", "-L", "idle", "-U", self.uuid, path)

    def checks(self, path, start):
        said = run("blkid", "-p", "-o", "export", path)[1].split()
        return [("swap", not {"TYPE=swap", "LABEL=idle", "UUID=" + self.uuid} <= set(said),
                 repr(said))]


KINDS = {
    "ext2": Ext("ext2"), "ext4": Ext("ext4"), "ntfs": Ntfs(), "fat32": Fat(), "exfat": Exfat(),
    "xfs": Xfs(), "btrfs": Btrfs(), "luks1": Luks("--type", "luks1"),
    "luks2": Luks("--type", "luks2", *SMALL), "luks2-large": Luks("--type", "luks2", *LARGE),
    "lvm": Lvm(), "md-0.90": Md("0.90"), "md-1.0": Md("1.0"), "md-1.2": Md("1.2"),
    "swap": Swap(),
}
TYPES = {"ntfs": "7", "exfat": "7", "fat32": "c", "swap": "82", "lvm": "8e"}


def tools_of(kinds):
    return sorted({tool for kind in kinds for tool in KINDS[kind].tools})
