#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# types_sfdisk.sh LIST_TYPES - every type that sfdisk offers is one of ours
set -u
list_types=$1
PATH=$PATH:/usr/sbin:/sbin
command -v sfdisk >/dev/null || { echo "skipped: there is no sfdisk"; exit 77; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failed=0

for label in gpt msdos; do
    case $label in gpt) theirs=gpt ;; *) theirs=dos ;; esac
    # Type 0 of msdos is an entry that is not in use.
    sfdisk --list-types -X "$theirs" | awk '$1 != "Id" && NF > 1 && $1 != "0" { print $1 }' |
        if [ "$label" = gpt ]; then tr a-f A-F; else cat; fi | sort >"$work/theirs"
    "$list_types" "$label" | sort >"$work/ours"
    [ -s "$work/theirs" ] || { echo "$label: sfdisk lists nothing"; exit 1; }
    comm -23 "$work/theirs" "$work/ours" >"$work/missing"
    if [ -s "$work/missing" ]; then
        echo "$label: only sfdisk knows"
        cat "$work/missing"
        failed=1
    fi
done
exit $failed
