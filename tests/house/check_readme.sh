#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# check_readme.sh TOP - the screen in the README is the one that the program draws, which
# the golden tests compare with the file that is compared here
set -u
cd "$1" || exit 2
shown=$(mktemp) || exit 2
trap 'rm -f "$shown"' EXIT

awk '/^```text$/ && !done { inside = 1; next } /^```$/ && inside { done = 1; inside = 0 }
     inside' README.md >"$shown"
[ -s "$shown" ] || { echo "README.md has no screen"; exit 1; }
diff -u "$shown" tests/ui/golden/table-80x24.txt
