# SPDX-License-Identifier: GPL-3.0-or-later
# images.py - the disks that bench.py compares on: sparse files made with sfdisk and mkfs
import os
import shutil
import struct
import subprocess
import tempfile

SECTOR = 512
MIB = 1 << 20
# mkfs lives in sbin, which is not in everyone's PATH.
PATH = os.environ.get('PATH', '') + ':/usr/local/sbin:/usr/sbin:/sbin'

# Start and length in sectors, partition type, name, and what is to be in it.
SMALL = [
    (2048, 16384, 'U', 'esp', ['mkfs.vfat', '-n', 'ESP']),
    (18433, 40960, 'L', 'misaligned', ['mkfs.ext4', '-q', '-F', '-L', 'root']),
    (61440, 16384, 'S', 'swap', ['mkswap', '-L', 'swap']),
    (79872, 40960, 'L', 'data', ['mkfs.ext4', '-q', '-F', '-L', 'data']),
]


def tool(name):
    return shutil.which(name, path=PATH)


def create(path, size):
    with open(path, 'wb') as file:
        file.truncate(size)


def run_sfdisk(path, lines):
    subprocess.run([tool('sfdisk'), '-q', '--no-reread', '--no-tell-kernel', path],
                   input='\n'.join(lines).encode(), check=True)


def copy_into(image, start, content):
    """Puts the file CONTENT at sector START, leaving holes where it has none."""
    with open(content, 'rb') as src, open(image, 'r+b') as dst:
        offset = start * SECTOR
        while block := src.read(MIB):
            if block.strip(b'\0'):
                dst.seek(offset)
                dst.write(block)
            offset += len(block)


def make_small(path):
    """A GPT with 4 partitions and a file system in each."""
    create(path, 64 * MIB)
    run_sfdisk(path, ['label: gpt'] +
               [f'start={start},size={count},type={kind},name={name}'
                for start, count, kind, name, _ in SMALL])
    for start, count, _, name, command in SMALL:
        program = tool(command[0])
        if not program:
            print(f'{command[0]} is missing: partition "{name}" stays empty.')
            continue
        with tempfile.NamedTemporaryFile(dir=os.path.dirname(path)) as content:
            content.truncate(count * SECTOR)
            subprocess.run([program, *command[1:], content.name], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            copy_into(path, start, content.name)


def make_gpt128(path):
    """A GPT with all of its 128 entries used."""
    create(path, 1024 * MIB)
    run_sfdisk(path, ['label: gpt'] +
               [f'start={2048 + i * 8192},size=8192,name=part{i + 1}' for i in range(128)])


def entry(kind, start, count):
    chs = b'\xfe\xff\xff'
    return struct.pack('<B3sB3sII', 0, chs, kind, chs, start, count)


def boot_record(*entries):
    return b'\0' * 446 + b''.join(entries).ljust(64, b'\0') + b'\x55\xaa'


def make_dos60(path):
    """An msdos table with 60 logical partitions; sfdisk stops earlier, so by hand."""
    create(path, 1024 * MIB)
    extended, step, logicals = 2048, 32768, 60
    with open(path, 'r+b') as file:
        count = 1024 * MIB // SECTOR - extended
        file.write(boot_record(entry(0x0f, extended, count)))
        for i in range(logicals):
            entries = [entry(0x83, 2048, step - 2048)]
            if i < logicals - 1:
                entries.append(entry(0x05, (i + 1) * step, step))
            file.seek((extended + i * step) * SECTOR)
            file.write(boot_record(*entries))


# For signatures of the whole disk: what its first and last sectors hold.
MORE_READS = 8
# Name, maker, what it is, and the goal for reads before the first frame: those of the
# table itself, one for each EBR among them, and MORE_READS.
IMAGES = [
    ('small', make_small, 'GPT, 4 partitions with file systems', 3 + MORE_READS),
    ('gpt128', make_gpt128, 'GPT, 128 partitions', 3 + MORE_READS),
    ('dos60', make_dos60, 'msdos, 60 logical partitions', 60 + 3 + MORE_READS),
]
