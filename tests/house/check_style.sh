#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# check_style.sh TOP - what no compiler says: headers, widths, lengths, leftovers
set -u
cd "$1" || exit 2
failed=0
say() { echo "$1"; failed=1; }

for file in $(find src ui tests -name '*.[ch]' | sort); do
    name=$(basename "$file")
    head -n 1 "$file" | grep -qF 'SPDX-License-Identifier: GPL-3.0-or-later' ||
        say "$file: line 1 has no licence"
    sed -n 2p "$file" | grep -qE "^/\* $name - .+" ||
        say "$file: line 2 does not say what the room is for"
    lines=$(wc -l <"$file")
    [ "$lines" -le 500 ] || say "$file: $lines lines; split the room at 500"
    # Columns, not bytes: what continues a UTF-8 character is taken out first.
    LC_ALL=C awk -v file="$file" '
        { text = $0; gsub(/[\200-\277]/, "", text)
          if (length(text) > 90) { print file ":" NR ": wider than 90 columns"; bad = 1 }
          if ($0 ~ /\t/) { print file ":" NR ": a tab"; bad = 1 }
          if ($0 ~ / $/) { print file ":" NR ": a blank at the end"; bad = 1 } }
        END { exit bad }' "$file" || failed=1
done
for file in $(find src ui -name '*.h' | sort); do
    guard=ALIDADE_$(echo "${file#src/}" | tr 'a-z/.' 'A-Z__')
    grep -q "^#ifndef $guard\$" "$file" || say "$file: its guard is not $guard"
done
left=$(grep -rnE 'TODO|FIXME|XXX' src ui tests --include='*.[ch]' | grep -v 'XXXXXX')
[ -z "$left" ] || say "$left"
globals=$(grep -rnE '^static [a-z_ ]+\*?[a-z_]+( = |;|\[)' src ui --include='*.c' |
    grep -vE 'const|sig_atomic_t')
[ -z "$globals" ] || say "state at file level:
$globals"
exit $failed
