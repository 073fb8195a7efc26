/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content.h - what lives in an extent, and where its first data lies */
#ifndef ALIDADE_MODEL_CONTENT_H
#define ALIDADE_MODEL_CONTENT_H

#include <stdbool.h>
#include <stdint.h>

enum inside_kind {
    INSIDE_NONE, /* no decoder knows it */
    INSIDE_BTRFS,
    INSIDE_EXFAT,
    INSIDE_EXT,
    INSIDE_FAT,
    INSIDE_LUKS,
    INSIDE_LVM,
    INSIDE_MD,
    INSIDE_NTFS,
    INSIDE_SWAP,
    INSIDE_XFS,
    INSIDE_COUNT,
};

/* The structure inside, read by our own decoders.  All bytes; offsets count from the
 * extent's first byte.  0 = not known or not there, where nothing else is said. */
struct inside {
    enum inside_kind kind;
    uint64_t data_offset;  /* first data: FAT cluster 2, LUKS payload, LVM pe_start, md */
    uint64_t unit;         /* its unit: cluster, extent, LUKS sector, block */
    uint64_t block;        /* file-system block; LUKS: encryption sector */
    uint64_t stripe_unit;  /* ext stride, XFS sunit */
    uint64_t stripe_width; /* ext stripe-width, XFS swidth */
    uint64_t used;         /* bytes in use as the superblock says; 0 unknown */
    uint64_t volume;       /* what it takes in all, from the extent's first byte on: what
                            * lies behind is none of its; 0 unknown */
    uint64_t proof_offset; /* where the magic was found */
    char proof[32];        /* the magic as hex in disk order: "53ef"; empty: none */
};

enum content_state {
    CONTENT_UNKNOWN, /* not looked at yet */
    CONTENT_NONE,    /* looked at: no recognised content */
    CONTENT_FOUND,
    CONTENT_AMBIVALENT, /* more than one signature: type is the first found */
    CONTENT_UNREADABLE, /* an I/O error while looking */
};

struct content {
    enum content_state state;
    char type[32];   /* libblkid's TYPE: "ext4", "ntfs", "swap" ...; empty: none */
    char usage[16];  /* libblkid's USAGE: "filesystem", "raid", "crypto", "other" */
    char label[128]; /* volume label, UTF-8, no control characters */
    char uuid[64];
    struct inside inside;
};

/* True where moving the extent needs no data copied: nothing recognised, or swap. */
bool content_is_remade(const struct content *content);

/* "ext", "luks" ...: stable, for JSON; NULL for INSIDE_NONE. */
const char *inside_id(enum inside_kind kind);

#endif
