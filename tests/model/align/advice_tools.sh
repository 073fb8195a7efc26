#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# advice_tools.sh SHOW_ADVICE KIND - the tools themselves take the commands as composed
set -u
show_advice=$1
kind=$2
PATH=$PATH:/usr/sbin:/sbin
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
# A name that needs its quotes.
node="$work/a file's name"

need() {
    for tool; do
        command -v "$tool" >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
    done
}
fail() { echo "$kind: $1"; cat "$work/said"; exit 1; }
# Runs the commands of the advice from the one that begins with $1 to the next sentence.
run() {
    begin=$1
    shift
    "$show_advice" "$@" | sed -n "/^  $begin/,/^[^ ]/p" | grep '^  ' |
        # Without a terminal e2fsck asks nobody; -p answers what is safe.
        sed 's/e2fsck -f/e2fsck -fp/; s/ntfsresize --size/ntfsresize -f -P --size/;
             s/ntfsresize \x27/ntfsresize -f -P \x27/' >"$work/commands"
    [ -s "$work/commands" ] || { : >"$work/said"; fail "no command $begin"; }
    yes 2>/dev/null | sh -eux "$work/commands" >"$work/said" 2>&1 ||
        fail "the commands fail"
}
# 64 MiB, or more, of zeros.
fresh() { rm -f "$node"; truncate -s "${1:-64M}" "$node"; }

case $kind in
ext)
    need mkfs.ext4 e2fsck resize2fs dumpe2fs
    fresh
    run mkfs.ext4 make linux "$node" 131072
    run e2fsck shrink ext "$node" 65539
    truncate -s $((65539 * 512)) "$node"
    e2fsck -fn "$node" >"$work/said" 2>&1 || fail "what was shrunk does not fit"
    truncate -s 128M "$node"
    run e2fsck grow ext "$node" 262144
    dumpe2fs -h "$node" 2>/dev/null | grep -q 'Block count: *131072$' ||
        fail "it has not grown to 128 MiB"
    fresh
    run mkfs.ext4 make raid "$node" 131072
    dumpe2fs -h "$node" >"$work/said" 2>/dev/null
    grep -q 'stride: *16$' "$work/said" && grep -q 'width: *64$' "$work/said" ||
        fail "it has no stride of 16 and width of 64"
    ;;
xfs)
    need mkfs.xfs
    fresh 4G
    run mkfs.xfs make linux "$node" 8388608
    fresh 4G
    run mkfs.xfs make raid "$node" 8388608
    grep -q 'sunit=16 *swidth=64 blks' "$work/said" || fail "it has no stripes of 4 x 64K"
    ;;
ntfs)
    need mkfs.ntfs ntfsresize
    fresh
    mkfs.ntfs -F --quick "$node" >"$work/said" 2>&1 || fail "it cannot be made"
    run 'ntfsresize --no-action' shrink ntfs "$node" 65536
    truncate -s 32M "$node"
    ntfsresize --info -f "$node" >"$work/said" 2>&1 || fail "what was shrunk does not fit"
    truncate -s 128M "$node"
    run ntfsresize grow ntfs "$node" 262144
    ;;
swap)
    need mkswap
    fresh
    run mkswap make swap "$node" 131072
    run mkswap grow anew "$node" 131072
    grep -q "LABEL=a 'name', UUID=0b6f4d18-92ea-4c57-a3d5-6e7180c4b9f2" "$work/said" ||
        fail "it has not kept its label and UUID"
    ;;
fat)
    need mkfs.fat
    fresh
    run mkfs.fat make fat "$node" 131072
    fresh 8M
    run mkfs.fat make fat "$node" 16384
    ;;
wipefs)
    need mkfs.ext4 wipefs
    fresh
    run mkfs.ext4 make linux "$node" 131072
    run wipefs make ext "$node" 131072
    [ -z "$(wipefs "$node")" ] || fail "a signature is left"
    ;;
esac
exit 0
