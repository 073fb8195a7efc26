#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# check_layers.sh TOP - who may include what: one table, one direction
set -u
cd "$1" || exit 2
failed=0

# Says which files include a header matching PATTERN and are not among those that may.
only() { # pattern, why, files that may (a grep -E pattern)
    bad=$(grep -rlE "^[[:space:]]*#[[:space:]]*include[[:space:]]+[<\"]$1" src ui --include='*.[ch]' |
        grep -vE "^($3)\$")
    [ -z "$bad" ] && return
    echo "$2:"
    echo "$bad" | sed 's/^/    /'
    failed=1
}

shell='ui/(term|loop|cli)/[a-z_]*\.[ch]'

only '(n?curses|ncursesw/|term\.h>|panel)' 'curses is included in one place' \
    'ui/term/private\.h'
only 'ui/term/private' 'only the terminal knows curses' 'ui/term/[a-z_]*\.c'
only 'parted/' 'libparted stays in the room of the second opinion' \
    'src/device/parted/[a-z_]*\.[ch]|ui/cli/version\.c'
only 'blkid/' 'libblkid stays in the device floor' 'src/device/(parted|system)/[a-z_]*\.[ch]|ui/cli/version\.c'
only 'json' 'JSON has one writer' 'src/model/report/json[a-z_]*\.[ch]|ui/cli/version\.c'
only 'pthread\.h' 'threads belong to the workers of the device floor' \
    'src/device/[a-z_/]*\.[ch]'
only '(sys/ioctl|sys/mman|sys/stat|linux/|fcntl|unistd)' \
    'the model and the screens touch no file' "src/device/[a-z_/]*\.[ch]|$shell"
only 'device/' 'screens and the model know no device' "src/device/[a-z_/]*\.[ch]|$shell"
only 'ui/' 'src never includes ui' 'ui/[a-z_/]*\.[ch]'
only '(\.\./|src/|tests/|support/)' 'includes name the floor' 'none'

# A disk is opened for writing in one room; the others make new files (workload_*:
# those that it measures a file system with), and the log.
writers='src/device/(io/(sink_disk|text_file)|commit/backup|demo/demo|parted/child|measure/workload_(files|folder))\.c'
bad=$(grep -rlE 'O_RDWR|O_WRONLY|\<(fopen|creat|freopen)\(' src ui --include='*.[ch]' |
    grep -vE "^$writers\$")
if [ -n "$bad" ]; then
    echo "only the sink writes to disks:"
    echo "$bad" | sed 's/^/    /'
    failed=1
fi
exit $failed
