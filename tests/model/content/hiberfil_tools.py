#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# hiberfil_tools.py SHOW_HIBERFIL - hiberfil.sys is found in volumes that ntfs-3g's tools
# make, whatever the size of clusters, the case of its name and the files beside it
import os
import shutil
import subprocess
import sys
import tempfile

MIB = 1024 * 1024
failed = 0


def quiet(*words):
    subprocess.run(words, check=True, capture_output=True)


def volume(room, cluster):
    path = os.path.join(room, "volume")
    if os.path.exists(path):
        os.unlink(path)
    with open(path, "wb") as file:
        file.truncate(64 * MIB)
    quiet("mkntfs", "-q", "-Q", "-F", "-c", str(cluster), "-s", "512", "-p", "63", "-H", "255",
          "-S", "63", path)
    return path


def put(room, path, name, head, size=MIB):
    source = os.path.join(room, "source")
    with open(source, "wb") as file:
        file.write(head + bytes(size - len(head)))
    quiet("ntfscp", "-f", path, source, name)


def expect(path, want, what):
    global failed
    said = subprocess.run([sys.argv[1], path], capture_output=True, text=True).stdout.strip()
    if said != want:
        failed += 1
        print("%s: %s, not %s" % (what, said, want))


def heads(room):
    """Whole, resumed, and emptied as Windows leaves it."""
    for head, want in ((b"hibr", "suspended"), (b"HIBR", "suspended"), (b"wake", "none"),
                       (b"\0\0\0\0", "none")):
        path = volume(room, 4096)
        put(room, path, "hiberfil.sys", head)
        expect(path, want, "a file with %r" % head)


def clusters(room):
    for cluster in (512, 4096, 65536):
        path = volume(room, cluster)
        expect(path, "none", "clusters of %d, no file" % cluster)
        put(room, path, "HiberFil.sys", b"hibr")
        expect(path, "suspended", "clusters of %d" % cluster)


def crowd(room):
    """Files before and behind it in the folder, and one in the MFT beyond its first run."""
    path = volume(room, 4096)
    for i in range(120):
        put(room, path, "%s-%03d.hiberfil.sys" % ("az"[i % 2] * 40, i), b"hibr", 512)
    expect(path, "none", "other names")
    put(room, path, "hiberfil.sys", b"hibr")
    expect(path, "suspended", "among other files")


def main():
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    for tool in ("mkntfs", "ntfscp"):
        if not shutil.which(tool):
            print("skipped: there is no " + tool)
            return 77
    with tempfile.TemporaryDirectory() as room:
        heads(room)
        clusters(room)
        crowd(room)
    return 1 if failed else 0


sys.exit(main())
