#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# with_proc.sh COMMAND... - runs COMMAND with a /proc, which a bare chroot lacks: tools and
# tests learn of mounts and of open files through it
set -u
if [ -e /proc/self ]; then
    exec "$@"
fi
if [ "$(id -u)" -ne 0 ] || ! mount -t proc proc /proc; then
    echo "There is no /proc here and it cannot be mounted: tests that need it will fail."
    exec "$@"
fi
echo "There was no /proc here: it is mounted until the tests have run."
trap 'umount /proc' EXIT
trap 'exit 1' HUP INT TERM
"$@"
