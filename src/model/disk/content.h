/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content.h - what an extent contains: file system, LUKS, LVM, swap ... */
#ifndef ALIDADE_MODEL_DISK_CONTENT_H
#define ALIDADE_MODEL_DISK_CONTENT_H

#include <stdbool.h>
#include <stdint.h>

enum inside_kind {
    INSIDE_NONE, /* no decoder for it */
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

/* The structure that our own decoders read.  All values are bytes, offsets count from the
 * extent's first byte; 0 means unknown or absent unless noted otherwise. */
struct inside {
    enum inside_kind kind;
    uint64_t data_offset;  /* FAT cluster 2, LUKS payload, LVM pe_start, md data */
    uint64_t unit;         /* allocation unit: cluster, extent, LUKS sector, block */
    uint64_t block;        /* file-system block; LUKS: encryption sector */
    uint64_t stripe_unit;  /* ext stride, XFS sunit */
    uint64_t stripe_width; /* ext stripe-width, XFS swidth */
    uint64_t used;         /* bytes in use according to the superblock */
    uint64_t volume;       /* size of the file system or volume; 0: unknown, or larger
                            * than the extent */
    uint64_t claimed;      /* the same, even if it is larger than the extent */
    uint64_t proof_offset; /* offset of the magic */
    char proof[32];        /* the magic as hex in disk order: "53ef"; empty: none */
    bool is_remakeable; /* swap whose header can be written again elsewhere or for another
                         * size: version 1, little endian, no bad pages */
    uint64_t sector;    /* logical sector size of the disk that it was made for; ext: the
                         * maximum for its blocks; 0: any, or unknown */
};

enum content_state {
    CONTENT_UNKNOWN, /* not read yet */
    CONTENT_NONE,    /* no signature; zeros tells what the bytes are */
    CONTENT_FOUND,
    CONTENT_AMBIVALENT, /* several contradicting signatures: type and other */
    CONTENT_UNREADABLE, /* an I/O error while reading */
};

/* What is known about the bytes of an extent without a signature. */
enum content_zeros {
    ZEROS_NOT_READ, /* not known */
    ZEROS_SAMPLED,  /* all samples are zeros; counts as data, only displayed as empty */
    ZEROS_NONE,     /* some byte is not zero: data of unknown kind */
    ZEROS_ALL,      /* all bytes were read and are zeros */
    ZEROS_CALLED,   /* the user declared it empty */
    ZEROS_NEW,      /* the partition is not written to the table yet */
    ZEROS_COUNT,
};

struct content {
    enum content_state state;
    enum content_zeros zeros;
    bool is_guarded; /* no signature, but a guard in its place: a move has not ended */
    bool is_journal; /* no signature, but the journal of a move that has not ended */
    char type[32];   /* libblkid's TYPE: "ext4", "ntfs", "swap" ...; empty: none */
    char other[32];  /* CONTENT_AMBIVALENT: TYPE of another signature; else empty */
    char usage[16];  /* libblkid's USAGE: "filesystem", "raid", "crypto", "other" */
    char label[128]; /* volume label, UTF-8, no control characters */
    char uuid[64];
    struct inside inside;
};

/* True if nothing is lost when the extent is moved or overwritten: swap whose header can
 * be written again, or no signature and ZEROS_ALL, ZEROS_CALLED or ZEROS_NEW. */
bool content_is_empty(const struct content *content);
/* True for everything else, also if it was not read or only looks empty. */
bool content_is_data(const struct content *content);
/* True if libblkid finds a swap area and nothing else, of whatever kind. */
bool content_is_swap(const struct content *content);
bool content_is_bitlocker(const struct content *content);

/* True if the signatures were read and do not contradict each other. */
bool content_is_read(const struct content *content);

/* The maximum length of a name with its NUL: two types, "+" and "?". */
#define CONTENT_NAME 72

/* Returns the translated name for lists and sentences, in RET: the TYPE ("ext4"), both
 * TYPEs if ambivalent ("ext4+vfat?"), "guard" with is_guarded, "journal" with is_journal,
 * "data?" for data of unknown kind, "empty?" if it only looks empty, "empty" without a
 * signature, "" if unknown. */
const char *content_name(const struct content *content, char ret[CONTENT_NAME]);

/* Returns the stable id for JSON, such as "found", "data", "called-empty"; NULL if it was
 * not read, or has no signature and the rest was not read. */
const char *content_id(const struct content *content);

/* Returns the stable id for JSON, such as "ext", "luks"; NULL for INSIDE_NONE. */
const char *inside_id(enum inside_kind kind);

#endif
