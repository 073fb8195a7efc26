# SPDX-License-Identifier: GPL-3.0-or-later
# law_world.py - the folder of one worker of law_owner.py, and the program run in it
import contextlib
import os
import shutil
import subprocess
import tempfile

MEMORY = "/dev/shm"
BLANK = bytes(4096)


@contextlib.contextmanager
def rooms():
    """A folder in memory, and one on a disk: a journal in a file must outlive a power cut,
    and is refused in memory."""
    place = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="alidade-law-", dir=place) as fast, \
            tempfile.TemporaryDirectory(prefix="alidade-law-") as durable:
        yield fast, durable


class World:
    """One worker's folder: an image, the program's state, a place on a disk."""

    def __init__(self, program, at_writes, rooms):
        self.program, self.at_writes = os.path.abspath(program), os.path.abspath(at_writes)
        self.room, self.disk_room = (os.path.join(room, str(os.getpid())) for room in rooms)
        self.empty()
        kind = subprocess.run(["stat", "-f", "-c", "%T", self.disk_room], check=False,
                              capture_output=True, text=True).stdout.strip()
        self.has_disk = kind in ("ext2/ext3", "xfs", "btrfs")
        self.path = self.file("disk")
        self.env = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm",
                    "XDG_STATE_HOME": self.file("state")}
        for name in ("NO_COLOR", "ALIDADE_ASCII", "MALLOC_PERTURB_"):
            self.env.pop(name, None)

    def file(self, name):
        return os.path.join(self.room, name)

    def disk_file(self, name):
        return os.path.join(self.disk_room, name)

    def empty(self):
        for folder in (self.room, self.disk_room):
            shutil.rmtree(folder, ignore_errors=True)
            os.mkdir(folder)

    def write(self, image):
        with open(self.path, "wb") as file:
            file.truncate(len(image))
            for at in range(0, len(image), len(BLANK)):
                chunk = image[at:at + len(BLANK)]
                if chunk != BLANK:
                    file.seek(at)
                    file.write(chunk)

    def read(self):
        with open(self.path, "rb") as file:
            return file.read()

    def run(self, *words, text="", kill=None):
        env = self.env
        if kill:
            options = env.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
            env = {**env, "LD_PRELOAD": self.at_writes, "WRITES_TO": self.path,
                   "WRITES_KILL": str(kill), "ASAN_OPTIONS": options}
        return subprocess.run([self.program, *words], input=text, text=True, env=env,
                              capture_output=True, timeout=120, check=False)
