#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# check_readme.sh TOP BUILD PROGRAM - the screens in the README are the golden ones of
# 80x24, and its first command runs the program where it is built
set -u
cd "$1" || exit 2
shown=$(mktemp) || exit 2
trap 'rm -f "$shown"' EXIT

# The block of text whose first line begins with TITLE is the scene NAME.
check_screen()
{
    awk -v title="$1" '/^```text$/ { is_first = 1; next } /^```$/ { inside = 0 }
        is_first { inside = index($0, title) == 1; is_first = 0 } inside' \
        README.md >"$shown"
    [ -s "$shown" ] || { echo "README.md has no screen$1"; exit 1; }
    awk '/^== / { inside = $2 == "80x24"; next } inside' "tests/ui/golden/$2.txt" |
        diff -u "$shown" - || exit 1
}

check_screen ' /dev/sda  WDC' table
check_screen ' /dev/sda  Moving' moving
grep -q "&& build/${3#"$2"/} demo\$" README.md ||
    { echo "README.md does not run $3"; exit 1; }
