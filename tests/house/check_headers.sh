#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# check_headers.sh TOP COMPILER FLAGS... - each header stands alone, and bears to be
# included twice
set -u
cd "$1" || exit 2
shift
made=$(mktemp -d) || exit 2
trap 'rm -rf "$made"' EXIT

# A unit for each: in a common one the first headers would bring what the next ones lack.
find src ui -name '*.h' | while read -r header; do
    unit="$made/$(echo "$header" | tr '/.' '__').c"
    name=${header#src/}
    printf '#include "%s"\n#include "%s"\n' "$name" "$name" >"$unit"
done
# shellcheck disable=SC2046 # several words
"$@" $(pkg-config --cflags json-c) -std=gnu17 -fsyntax-only -Werror -Isrc -I. "$made"/*.c
