#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# demo_sfdisk.sh MAKE_DEMO - sfdisk reads the demo tables with the same starts and sizes
set -u
make_demo=$1
PATH=$PATH:/usr/sbin:/sbin
command -v sfdisk >/dev/null || { echo "skipped: there is no sfdisk"; exit 77; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failed=0

for kind in legacy touching gpt34 aligned openbsd 4kn raid jumper; do
    "$make_demo" "$kind" "$work/image" >"$work/said" || { echo "$kind: not made"; exit 1; }
    sector=$(head -n 1 "$work/said")
    tail -n +2 "$work/said" >"$work/want"
    if [ "$sector" -eq 512 ]; then
        sfdisk -J "$work/image" >"$work/json" 2>"$work/errors"
    elif sfdisk --help | grep -q -e --sector-size; then
        sfdisk --sector-size "$sector" -J "$work/image" >"$work/json" 2>"$work/errors"
    else
        # Older ones take every file for 512-byte sectors.
        echo "$kind: left out, this sfdisk cannot be told the sector size"
        rm -f "$work/image"
        continue
    fi
    tr -d ' \n' <"$work/json" | grep -o '"start":[0-9]*,"size":[0-9]*' |
        sed 's/"start":\([0-9]*\),"size":/\1 /' >"$work/got"
    if [ -s "$work/errors" ] || ! diff "$work/want" "$work/got"; then
        echo "$kind: sfdisk reads it in another way:"
        cat "$work/errors"
        failed=1
    fi
    rm -f "$work/image"
done
exit $failed
