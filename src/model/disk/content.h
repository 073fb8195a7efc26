/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content.h - what lives in an extent, and where its first data lies */
#ifndef ALIDADE_MODEL_DISK_CONTENT_H
#define ALIDADE_MODEL_DISK_CONTENT_H

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
                            * lies behind is none of its; 0 unknown, or more than the
                            * extent has */
    uint64_t claimed;      /* the same as the superblock says it, also where that is more
                            * than the extent has; 0 unknown */
    uint64_t proof_offset; /* where the magic was found */
    char proof[32];        /* the magic as hex in disk order: "53ef"; empty: none */
    bool is_remakeable; /* swap: its header can be written anew, elsewhere or for another
                         * size: version 1, little endian, no bad pages */
    uint64_t sector;    /* of the disk it was made for; ext: the largest that its
                         * blocks allow; 0: any, or not known */
};

enum content_state {
    CONTENT_UNKNOWN, /* not looked at yet */
    CONTENT_NONE,    /* looked at: no signature; zeros says what else is known */
    CONTENT_FOUND,
    CONTENT_AMBIVALENT, /* several signatures that do not belong together: type and other
                         */
    CONTENT_UNREADABLE, /* an I/O error while looking */
};

/* What is known about the bytes of an extent without a signature. */
enum content_zeros {
    ZEROS_NOT_READ, /* not known */
    ZEROS_SAMPLED, /* every sample was zeros: it looks empty, which is for display only */
    ZEROS_NONE,    /* a byte that is not zero was read: data of unknown kind */
    ZEROS_ALL,     /* all of it was read, and all of it is zeros */
    ZEROS_CALLED,  /* the person called it empty */
    ZEROS_NEW,     /* the partition is not in the disk's table yet: it has no content */
    ZEROS_COUNT,
};

struct content {
    enum content_state state;
    enum content_zeros zeros;
    char type[32];   /* libblkid's TYPE: "ext4", "ntfs", "swap" ...; empty: none */
    char other[32];  /* ambivalent: the TYPE of another signature; else empty */
    char usage[16];  /* libblkid's USAGE: "filesystem", "raid", "crypto", "other" */
    char label[128]; /* volume label, UTF-8, no control characters */
    char uuid[64];
    struct inside inside;
};

/* True where nothing is lost when the extent starts elsewhere or another partition takes
 * its place: swap whose header can be made anew, or no signature and all of it read as
 * zeros, called empty by the person, or new. */
bool content_is_empty(const struct content *content);
/* Everything else is data, also what was not read and what only looks empty. */
bool content_is_data(const struct content *content);

/* True where the signatures were read and do not contradict each other: a recognised
 * content, or none. */
bool content_is_read(const struct content *content);

/* Longest name with its final 0: two types, "+" and "?". */
#define CONTENT_NAME 72

/* How lists and sentences name the content: the TYPE ("ext4"), both TYPEs of an
 * ambivalent one ("ext4+vfat?"), "data?" for data of unknown kind, "empty?" for what only
 * looks empty, "empty" for what is empty without a signature, "" where nothing is known.
 * Translated. Returns RET. */
const char *content_name(const struct content *content, char ret[CONTENT_NAME]);

/* "found", "data", "called-empty" ...: stable, for JSON; NULL if it was not read, or if
 * no signature was found and the rest was not read. */
const char *content_id(const struct content *content);

/* "ext", "luks" ...: stable, for JSON; NULL for INSIDE_NONE. */
const char *inside_id(enum inside_kind kind);

#endif
