#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# check_headers.sh TOP COMPILER FLAGS... - each header stands alone, bears to be included
# twice, and all of them together
set -u
cd "$1" || exit 2
shift
made=$(mktemp -d) || exit 2
trap 'rm -rf "$made"' EXIT

# A unit for each: in a common one the first headers would bring what the next ones lack.
units=0
find src ui -name '*.h' | sort | while read -r header; do
    name=${header#src/}
    units=$((units + 1))
    printf '#include "%s"\n#include "%s"\n' "$name" "$name" >"$made/$units.c"
    printf '#include "%s"\n' "$name" >>"$made/all.c"
done
# shellcheck disable=SC2046 # several words
find "$made" -name '*.c' -print0 | xargs -0 -P "$(nproc)" -n 30 "$@" $(pkg-config --cflags json-c) \
    -std=gnu17 -fsyntax-only -Werror -Isrc -I.
