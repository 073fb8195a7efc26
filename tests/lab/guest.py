# SPDX-License-Identifier: GPL-3.0-or-later
# guest.py - boots a small machine in QEMU, whose serial line the scripts beside it type on
#
# Needs qemu-system-x86_64, busybox (static), cpio, and the kernel of a distribution with its
# modules.  On Debian:
#
#     apt-get install qemu-system-x86 linux-image-amd64 busybox-static cpio e2fsprogs fdisk
#
# The kernel is the newest /boot/vmlinuz-VERSION, or the one that ALIDADE_GUEST_KERNEL names;
# its modules are in lib/modules/VERSION beside the folder boot.  Neither root nor KVM is
# needed: QEMU translates, and a boot takes some 10 seconds.
import glob
import gzip
import lzma
import os
import platform
import re
import select
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import cli  # noqa: E402

# Seconds until a text has to be there: nothing is wrong with a machine that is busy.
PATIENCE = 240
MODULES = ("virtio_pci", "virtio_blk", "crc32c_generic", "ext4")
TERMINALS = ("linux", "vt100")
SHELL = "Ready for commands."

# One command a line, each followed by its exit code.  No shell that edits lines reads what
# is typed: what waits on the line is for the program that runs.
INIT = """#!/bin/busybox sh
/bin/busybox mkdir -p /bin /dev /proc /sys /tmp /mnt /root /run
/bin/busybox --install -s /bin
export PATH=/programs:/bin HOME=/root TERMINFO=/terminfo LD_LIBRARY_PATH=/libraries
mount -t devtmpfs none /dev
mount -t proc none /proc
mount -t sysfs none /sys
for module in %s; do insmod "/modules/$module"; done
stty -F /dev/ttyS0 rows 24 cols 80
exec setsid cttyhack sh /commands
"""
COMMANDS = """echo "%s"
while read -r line; do
    eval "$line"
    echo "[exit code $?]"
done
"""


def kernel():
    """Its file and the folder of its modules."""
    if platform.machine() != "x86_64":
        cli.skip("the guest is a machine of kind x86_64, this is another one")
    images = glob.glob("/boot/vmlinuz-*")
    image = os.environ.get("ALIDADE_GUEST_KERNEL") or max(images, default="",
                                                          key=os.path.getmtime)
    if not os.access(image, os.R_OK):
        cli.skip("there is no kernel for a guest: ALIDADE_GUEST_KERNEL or /boot/vmlinuz-*")
    folder, name = os.path.split(os.path.abspath(image))
    modules = os.path.join(os.path.dirname(folder), "lib", "modules",
                           name.partition("-")[2])
    if not os.path.exists(os.path.join(modules, "modules.dep")):
        cli.skip("there is no modules.dep in %s" % modules)
    return image, modules


def module_files(modules):
    """The files of MODULES and of what they depend on, in the order of loading; a module
    that has no file is part of the kernel."""
    needs = {}
    with open(os.path.join(modules, "modules.dep"), encoding="ascii") as file:
        for line in file:
            path, _, others = line.partition(":")
            needs[os.path.basename(path).partition(".")[0]] = [path, *others.split()]
    ordered = [path for name in MODULES for path in reversed(needs.get(name, ()))]
    return [os.path.join(modules, path) for path in dict.fromkeys(ordered)]


def module_bytes(path):
    opener = {".gz": gzip.open, ".xz": lzma.open}.get(os.path.splitext(path)[1], open)
    with opener(path, "rb") as file:
        return file.read()


def library(name):
    """The path of a library that is loaded by name only."""
    for line in cli.quiet("ldconfig", "-p").splitlines():
        if line.split()[:1] == [name] and "x86-64" in line:
            return line.split()[-1]
    cli.skip("there is no %s here" % name)
    return None


def libraries_of(path):
    return re.findall(r"/\S+", subprocess.run(["ldd", path], capture_output=True, text=True,
                                              check=False).stdout.replace(path, ""))


class Root:
    """The guest's files, as a folder that becomes its initramfs."""

    def __init__(self, folder):
        self.folder = folder

    def put(self, path, content, mode=0o644):
        whole = os.path.join(self.folder, path.lstrip("/"))
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "wb") as file:
            file.write(content)
        os.chmod(whole, mode)

    def copy(self, source, path):
        with open(source, "rb") as file:
            self.put(path, file.read(), 0o755)

    def add_program(self, source, path):
        self.copy(source, path)
        for needed in libraries_of(source):
            # The loader is looked for where it is, all others by LD_LIBRARY_PATH.
            is_loader = os.path.basename(needed).startswith("ld-")
            self.copy(needed, needed if is_loader else
                      "/libraries/" + os.path.basename(needed))

    def add_terminal(self, name):
        for folder in ("/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"):
            path = os.path.join(folder, name[0], name)
            if os.path.exists(path):
                self.copy(path, "/terminfo/%s/%s" % (name[0], name))
                return
        cli.skip("there is no terminal description of %s here" % name)

    def pack(self, archive):
        names = [os.path.relpath(os.path.join(folder, name), self.folder)
                 for folder, folders, files in os.walk(self.folder)
                 for name in sorted(folders + files)]
        with open(archive, "wb") as out:
            subprocess.run(["cpio", "-o", "-H", "newc", "--quiet"], cwd=self.folder,
                           input="".join(name + "\n" for name in names).encode(),
                           stdout=out, check=True)


def initramfs(room, alidade, modules, tools):
    root = Root(os.path.join(room, "root"))
    files = module_files(modules)
    names = [re.sub(r"\.ko.*", ".ko", os.path.basename(path)) for path in files]
    for name, path in zip(names, files):
        root.put("/modules/" + name, module_bytes(path))
    root.copy(shutil.which("busybox"), "/bin/busybox")
    root.add_program(alidade, "/programs/alidade")
    # alidade looks for it when it runs.
    root.add_program(library("libparted.so.2"), "/libraries/libparted.so.2")
    for tool in tools:
        root.add_program(shutil.which(tool), "/programs/" + tool)
    for terminal in TERMINALS:
        root.add_terminal(terminal)
    root.put("/init", (INIT % " ".join(names)).encode(), 0o755)
    root.put("/commands", (COMMANDS % SHELL).encode())
    archive = os.path.join(room, "initramfs")
    root.pack(archive)
    return archive


def command_line(image, archive, disk, has_entropy, drive, device):
    # The TSC of a guest that is translated is not stable.  With rdrand the kernel has its
    # entropy at once; without it, only a program that waits for entropy makes it gather any.
    return ["qemu-system-x86_64", "-accel", "tcg", "-M", "q35", "-m", "768",
            "-cpu", "qemu64,+rdrand" if has_entropy else "qemu64",
            "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none",
            "-monitor", "none", "-serial", "stdio",
            "-drive", "if=none,id=disk,format=raw,cache=unsafe,file=" + disk + drive,
            "-device", "virtio-blk-pci,drive=disk,serial=guest" + device,
            "-kernel", image, "-initrd", archive,
            "-append", "console=ttyS0 loglevel=1 panic=-1 mitigations=off edd=off "
            "no_timer_check clocksource=acpi_pm random.trust_bootloader=off"]


class Guest:
    """DISK, an image file, is its /dev/vda; DRIVE and DEVICE are more of QEMU's options for
    it, each with its comma.  Skips the script where there can be none."""

    def __init__(self, room, alidade, disk, tools=(), has_entropy=True, drive="", device=""):
        cli.need("qemu-system-x86_64", "busybox", "cpio", "ldd", "ldconfig", *tools)
        image, modules = kernel()
        if libraries_of(shutil.which("busybox")):
            cli.skip("the busybox here is not static")
        if "libasan" in " ".join(libraries_of(alidade)):
            cli.skip("a program with sanitizers would be too slow in a guest")
        archive = initramfs(room, alidade, modules, tools)
        self.said = b""
        words = command_line(image, archive, disk, has_entropy, drive, device)
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, bufsize=0)

    def __enter__(self):
        try:
            self.wait(SHELL + r"\r?\n")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        # What a program flushed is in the image already.
        self.process.kill()
        self.process.communicate()

    def read(self, seconds):
        """Adds to SAID what comes within SECONDS."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            left = max(0, end - time.monotonic())
            if not select.select([self.process.stdout], [], [], left)[0]:
                return
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                raise RuntimeError("the guest ended: %r" % self.said[-2000:])
            self.said += more

    def wait(self, text):
        """Until TEXT, a regular expression, was written; returns what came before it."""
        end = time.monotonic() + PATIENCE
        while True:
            found = re.search(text.encode(), self.said)
            if found:
                before = self.said[:found.start()]
                self.said = self.said[found.end():]
                return before.decode("utf-8", "replace"), found
            if time.monotonic() > end:
                raise RuntimeError("no %r: %r" % (text, self.said[-4000:]))
            self.read(0.1)

    def sees(self, text):
        """As wait, of a program that draws a screen: Ctrl-L makes it draw all of it again,
        or it would write only what has changed."""
        end = time.monotonic() + PATIENCE
        while not re.search(text.encode(), self.said):
            if time.monotonic() > end:
                raise RuntimeError("no %r: %r" % (text, self.said[-4000:]))
            self.said = b""
            self.type("\f")
            self.read_until_quiet()
        return self.wait(text)

    def read_until_quiet(self):
        size = None
        while size != len(self.said):
            size = len(self.said)
            self.read(0.7)

    def type(self, keys):
        self.process.stdin.write(keys.encode())

    def end(self):
        """Until the command ends: its exit code, and what it wrote since the last wait."""
        said, found = self.wait(r"\[exit code (\d+)\]\r?\n")
        return int(found.group(1)), said.replace("\r", "")

    def run(self, command):
        self.type(command + "\n")
        self.wait(r"\n")    # the echo of the command
        return self.end()
