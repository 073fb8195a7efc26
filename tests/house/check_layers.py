#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_layers.py [--print] TOP - which folder may include what, read from the builds

Each folder's meson.build says what the folder is linked with (..._uses): its files may
include the headers of those folders and of what these use, and no others.  A file is in
a circle where it includes, by way of others, what includes it; a .c file and its header
count as one.  The tree in src/README.md has to say the same.
"""
import re
import sys
from pathlib import Path

from circles import circles

# The most files that may form a circle.
CIRCLE_MAX = 5

# System headers, the folders that may include them, and why no other.
SYSTEM = [
    (r'(n?curses|ncursesw/|term\.h|panel)', ['ui/term'], 'only the terminal uses curses'),
    (r'parted/', ['src/device/parted'], 'libparted is the second opinion'),
    (r'blkid/', ['src/device/parted', 'src/device/system', 'ui/cli'],
     'libblkid is used by the system folder'),
    (r'json', ['src/model/report', 'ui/cli'], 'JSON has one writer'),
    (r'pthread\.h', ['src/device'], 'threads belong to the workers'),
    (r'(sys/ioctl|sys/mman|sys/stat|linux/|fcntl|unistd|poll\.h|termios)',
     ['src/device', 'ui/term', 'ui/loop', 'ui/cli'], 'the model and screens do no I/O'),
]
# A disk is opened for writing in one file; the others make new files, or a log.
WRITERS = ['src/device/io/sink_disk.c', 'src/device/io/text_file.c',
           'src/device/commit/backup.c', 'src/device/demo/demo.c',
           'src/device/parted/child.c', 'src/device/measure/workload_files.c',
           'src/device/measure/workload_folder.c', 'src/device/move/fixing/journal_file.c']
OPENS = re.compile(r'O_RDWR|O_WRONLY|\b(fopen|creat|freopen)\(')
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+([<"])([^">]+)[">]', re.M)


def read_folders(top):
    """{folder: (what it is linked with, directly)}, from the meson.build files."""
    names, uses = {}, {}
    for build in (sorted(top.glob('src/*/*/**/meson.build')) +
                  sorted(top.glob('ui/*/**/meson.build'))):
        folder = str(build.parent.relative_to(top))
        name = folder.removeprefix('src/').replace('/', '_')
        names[name] = folder
        uses[folder] = re.search(r'^%s_uses = \[(.*?)\]' % name, build.read_text(),
                                 re.M | re.S)[1]
    whole = {'model': 'src/model/', 'device': 'src/device/'}
    found = {}
    for folder, text in uses.items():
        deps = re.findall(r'(\w+)_dep\b', text)
        found[folder] = {names[dep] for dep in deps if dep in names}
        for dep in deps:
            if dep in whole:
                found[folder] |= {f for f in uses if f.startswith(whole[dep])}
    return found


def read_map(text):
    """{folder: what it uses, as words}, from the tree that src/README.md draws."""
    found, top = {}, ''
    for line in text.split('```text\n')[1].split('```')[0].splitlines():
        name = re.match(r' *(\S+)', line)[1]
        if not line.startswith(' '):
            top = name
        else:
            found[f'{top}/{name}'] = line.partition('|')[2].split()
    return found


def split_floor(folder):
    """('src/model', 'move/log'), ('ui', 'draw')"""
    parts = folder.split('/')
    floor = 1 if parts[0] == 'ui' else 2
    return '/'.join(parts[:floor]), '/'.join(parts[floor:])


def closure(uses, folder):
    seen, left = set(), [folder]
    while left:
        new = left.pop()
        if new not in seen:
            seen.add(new)
            left += uses[new]
    return seen


class Tree:
    def __init__(self, top):
        self.failed = 0
        self.uses = read_folders(top)
        self.allowed = {folder: closure(self.uses, folder) for folder in self.uses}
        self.arrows = {}   # (folder, folder): how many includes
        self.files = {}    # module (path without suffix): modules that it includes
        for path in sorted(top.glob('src/**/*.[ch]')) + sorted(top.glob('ui/**/*.[ch]')):
            self.read(str(path.relative_to(top)), path.read_text())

    def say(self, text):
        print(text)
        self.failed = 1

    def read(self, name, text):
        folder = name.rpartition('/')[0]
        module = name.rpartition('.')[0]
        others = self.files.setdefault(module, set())
        if folder not in self.uses:
            self.say(f'{name}: lies in no folder with a library of its own')
            return
        if OPENS.search(text) and name not in WRITERS:
            self.say(f'{name}: only the sink writes to disks')
        for kind, header in INCLUDE.findall(text):
            if kind == '<':
                self.check_system(name, folder, header)
                continue
            target = header if header.startswith('ui/') else 'src/' + header
            to = target.rpartition('/')[0]
            if to not in self.allowed[folder]:
                self.say(f'{name}: includes {header}, which {folder} may not use')
            elif to != folder:
                self.arrows[folder, to] = self.arrows.get((folder, to), 0) + 1
            if target.rpartition('.')[0] != module:
                others.add(target.rpartition('.')[0])

    def check_system(self, name, folder, header):
        for pattern, folders, why in SYSTEM:
            if re.match(pattern, header) and not any(
                    folder == f or folder.startswith(f + '/') for f in folders):
                self.say(f'{name}: includes <{header}>, but {why}')

    def graph(self):
        return {f: sorted(o for o in others if o in self.files)
                for f, others in self.files.items()}

    def check_circles(self):
        graph = {folder: set() for folder in self.uses}
        for a, b in self.arrows:
            graph[a].add(b)
        for circle in circles(graph):
            self.say('circle of folders: ' + ' '.join(circle))
        for circle in circles(self.graph()):
            if len(circle) > CIRCLE_MAX:
                self.say(f'circle of {len(circle)} files: ' + ' '.join(circle))

    def check_map(self, text):
        drawn = read_map(text)
        for folder in sorted(set(drawn) ^ set(self.uses)):
            self.say(f'src/README.md: {folder} is not both in its tree and a folder')
        for folder in sorted(set(drawn) & set(self.uses)):
            floor = split_floor(folder)[0]
            words = {split_floor(u)[1] if split_floor(u)[0] == floor else u.split('/')[1]
                     for u in self.uses[folder]}
            if set(drawn[folder]) != words:
                self.say(f'src/README.md: {folder} uses {" ".join(sorted(words)) or "-"}')

    def print(self):
        for folder in self.uses:
            used = [f'{b} {n}' for (a, b), n in sorted(self.arrows.items()) if a == folder]
            print(f'{folder}: {", ".join(used) or "-"}')
        found = circles(self.graph())
        print(f'{len(self.files)} files, {len(self.uses)} folders, {len(self.arrows)} '
              f'arrows, {len(found)} circles of files')
        for circle in found:
            print(f'    {len(circle)}: ' + ' '.join(circle))


def main():
    top = Path(sys.argv[-1])
    tree = Tree(top)
    if '--print' in sys.argv:
        tree.print()
    tree.check_circles()
    tree.check_map((top / 'src/README.md').read_text())
    return tree.failed


sys.exit(main())
