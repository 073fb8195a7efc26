#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# inside_tools.sh CASE SHOW_INSIDE MAKE_DEMO - our decoders and each format's own tools
# read the same numbers
set -u
name=$1
show_inside=$2
make_demo=$3
PATH=$PATH:/usr/sbin:/sbin
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
image=$work/image
dump=$work/dump

need() { # tools without which this case cannot be
    for tool; do
        command -v "$tool" >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
    done
}
fresh() { rm -f "$image"; truncate -s "$1" "$image"; } # size
quietly() { # what makes the image; its words only where it fails
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; echo "failed: $*"; exit 1; }
}
number() { # the number behind the pattern in the dump
    sed -n "/$1/{s/$1/@/;s/.*@[^0-9]*//;s/[^0-9].*//;p;q}" "$dump"
}
compare() { # type, then the seven numbers as the tool's dump has them
    type=$1
    shift
    [ $# -eq 7 ] || { echo "$type: its tool's dump was not understood:"; cat "$dump"; exit 1; }
    got=$("$show_inside" "$image" "$type") || exit 1
    [ "$got" = "$*" ] || { echo "$type: we read $got, its tool $*"; cat "$dump"; exit 1; }
}

case_ext() {
    need mkfs.ext4 dumpe2fs
    for block in 1024 4096; do
        fresh 64M
        quietly mkfs.ext4 -q -F -b "$block" -E stride=16,stripe-width=48 "$image"
        dumpe2fs -h "$image" >"$dump" 2>/dev/null
        size=$(number '^Block size:')
        compare ext4 0 "$size" "$size" $(($(number 'RAID stride:') * size)) \
            $(($(number 'RAID stripe width:') * size)) \
            $((($(number '^Block count:') - $(number '^Free blocks:')) * size)) \
            $(($(number '^Block count:') * size))
    done
}

# Its tool counts clusters only: what lies in front of them is used, too.
case_fat() {
    need mkfs.fat fsck.fat
    for bits in 12 16 32; do
        fresh 64M
        [ "$bits" -eq 12 ] && fresh 4M
        quietly mkfs.fat -F "$bits" "$image"
        fsck.fat -n -v "$image" >"$dump"
        cluster=$(sed -n 's/ *\([0-9]*\) bytes per cluster/\1/p' "$dump")
        # As one that mounts it leaves it: the count is not known.
        [ "$bits" -eq 32 ] && printf '\377\377\377\377' |
            dd of="$image" bs=1 seek=1000 conv=notrunc status=none
        data=$(number 'Data area starts at byte')
        used=$((data + $(sed -n 's/.* files, \([0-9]*\)\/.*/\1/p' "$dump") * cluster))
        total=$(sed -n 's/ *\([0-9]*\) sectors total/\1/p' "$dump")
        compare vfat "$data" "$cluster" "$cluster" 0 0 "$used" \
            $((total * 512))
    done
}

case_exfat() {
    need mkfs.exfat dump.exfat
    fresh 256M
    quietly mkfs.exfat "$image"
    dump.exfat "$image" >"$dump"
    cluster=$(number 'Cluster size:')
    sector=$((1 << $(number 'Sector Size Bits:')))
    compare exfat $(($(number 'Cluster Heap Offset (sector offset):') * sector)) \
        "$cluster" "$cluster" 0 0 0 $(($(number 'Volume Length(sectors):') * sector))
}

case_ntfs() {
    need mkfs.ntfs ntfscp ntfsinfo
    for size in 4096 8192; do
        fresh 64M
        quietly mkfs.ntfs -F -Q -c "$size" "$image"
        ntfsinfo -m "$image" >"$dump" 2>&1
        cluster=$(number 'Cluster Size:')
        dd if=/dev/urandom of="$work/file" bs=1M count=5 status=none
        quietly ntfscp -f "$image" "$work/file" file
        ntfsinfo -m "$image" >"$dump" 2>&1
        clusters=$(number 'Volume Size in Clusters:')
        # The last sector, a copy of the first, is part of the file that it fills.
        compare ntfs 0 "$cluster" "$cluster" 0 0 \
            $(((clusters - $(number 'Free Clusters:')) * cluster)) $((64 * 1024 * 1024))
    done
}

case_xfs() {
    need mkfs.xfs xfs_db
    fresh 1G
    quietly mkfs.xfs -q -f -d su=64k,sw=4 "$image"
    xfs_db -r -c 'sb 0' -c 'p blocksize unit width dblocks fdblocks' "$image" >"$dump"
    block=$(number '^blocksize =')
    compare xfs 0 "$block" "$block" $(($(number '^unit =') * block)) \
        $(($(number '^width =') * block)) \
        $((($(number '^dblocks =') - $(number '^fdblocks =')) * block)) \
        $(($(number '^dblocks =') * block))
}

case_btrfs() {
    need mkfs.btrfs btrfs
    fresh 256M
    quietly mkfs.btrfs -q "$image"
    btrfs inspect-internal dump-super "$image" >"$dump"
    sector=$(number '^sectorsize')
    compare btrfs 0 "$sector" "$sector" 0 0 "$(number '^bytes_used')" \
        "$(number '^dev_item.total_bytes')"
}

case_swap() {
    need mkswap
    for page in 4096 8192 65536; do
        fresh 4M
        quietly mkswap -p "$page" "$image"
        : >"$dump" # it has no dump: what it was told is the answer
        compare swap 0 "$page" "$page" 0 0 0 0
    done
}

case_luks() {
    need cryptsetup
    printf 'not a secret' >"$work/key"
    for sector in 512 4096; do
        fresh 64M
        quietly cryptsetup luksFormat -q --type luks2 --sector-size "$sector" \
            --pbkdf pbkdf2 --pbkdf-force-iterations 1000 "$image" "$work/key"
        cryptsetup luksDump "$image" | sed -n '/^Data segments/,/^Keyslots/p' >"$dump"
        unit=$(number 'sector:')
        compare crypto_LUKS "$(number 'offset:')" "$unit" "$unit" 0 0 0 0
    done
    fresh 64M
    quietly cryptsetup luksFormat -q --type luks1 --pbkdf-force-iterations 1000 \
        "$image" "$work/key"
    cryptsetup luksDump "$image" >"$dump"
    compare crypto_LUKS $(($(number '^Payload offset:') * 512)) 512 512 0 0 0 0
}

# These two are made on block devices only: their tools read what the demo disks hold.
demo_part() { # demo, start, length
    quietly "$make_demo" "$1" "$work/disk"
    dd if="$work/disk" of="$image" bs=512 skip="$2" count=4096 status=none
    truncate -s $(($3 * 512)) "$image"
}

case_lvm() {
    need pvck
    demo_part touching 6201091 2187517
    if ! pvck --dump headers "$image" >"$dump" 2>"$work/log"; then
        echo "skipped: this pvck cannot dump a file"
        exit 77
    fi
    extent=$(pvck --dump metadata "$image" 2>/dev/null | sed -n 's/extent_size = //p')
    compare LVM2_member "$(number 'pv_header.disk_locn\[0\].offset')" $((extent * 512)) 0 0 0 0 \
        "$(number 'pv_header.device_size')"
}

case_md() {
    need mdadm
    demo_part raid 503906304 2343749632
    mdadm -E "$image" >"$dump"
    grep -q 'Checksum : .* correct' "$dump" || { echo "the checksum is wrong"; exit 1; }
    offset=$(number 'Data Offset :')
    compare linux_raid_member $((offset * 512)) 0 0 0 0 0 \
        $(((offset + $(number 'Avail Dev Size :')) * 512))
}

"case_$name"
