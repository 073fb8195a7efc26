# SPDX-License-Identifier: GPL-3.0-or-later
# lost_log.py - heads and guards of a fix on a disk's image, and its log made unreadable
import struct

STEP = 512
HEAD, GUARD = 7, 4


def records(data, kind):
    """The offsets of all records of KIND."""
    return [at for at in range(0, len(data), STEP)
            if data[at:at + 8] == b"ALIDADE\0" and data[at + 16] == kind]


def newest_head(data):
    """The offset of the newest head of a journal on the disk; None: there is none."""
    heads = [at for at in records(data, HEAD) if struct.unpack_from("<Q", data, at + 240)[0]]
    return max(heads, key=lambda at: struct.unpack_from("<Q", data, at + 56), default=None)


def start_of(data):
    """The first sector of that journal, and the bytes of a sector."""
    head = newest_head(data)
    return struct.unpack_from("<Q", data, head + 240)[0], struct.unpack_from("<I", data, head + 88)[0]


def damaged(data):
    """DATA with neither copy of the log."""
    data, head, (start, logical) = bytearray(data), newest_head(data), start_of(data)
    for area in (0, 2):
        at, = struct.unpack_from("<Q", data, head + 96 + 8 * area)
        data[start * logical + at + 100:start * logical + at + 108] = b"\xee" * 8
    return bytes(data)
