#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# check_readme.sh TOP BUILD PROGRAM - the screen in the README is the golden one of 80x24,
# and its first command runs the program where it is built
set -u
cd "$1" || exit 2
shown=$(mktemp) || exit 2
trap 'rm -f "$shown"' EXIT

awk '/^```text$/ && !done { inside = 1; next } /^```$/ && inside { done = 1; inside = 0 }
     inside' README.md >"$shown"
[ -s "$shown" ] || { echo "README.md has no screen"; exit 1; }
awk '/^== / { inside = $2 == "80x24"; next } inside' tests/ui/golden/table.txt |
    diff -u "$shown" - || exit 1
grep -q "&& build/${3#"$2"/} demo\$" README.md ||
    { echo "README.md does not run $3"; exit 1; }
