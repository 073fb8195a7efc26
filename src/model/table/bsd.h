/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bsd.h - decodes and encodes BSD disklabels */
#ifndef ALIDADE_MODEL_TABLE_BSD_H
#define ALIDADE_MODEL_TABLE_BSD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/reader.h"

#define BSD_LABEL_BYTES 512
#define BSD_ENTRIES_MAX 16
#define BSD_TYPE_UNUSED 0

/* Bytes in the label, little endian: the checksum (16 bits), the start of entry INDEX (32
 * bits, 48 if it is wide), and in wide labels OpenBSD's bounds, each in two parts (32 low
 * and 16 high bits). */
#define BSD_CHECKSUM_AT         136
#define BSD_START_AT(index)     (152 + 16 * (index))
#define BSD_BOUND_START_AT      80
#define BSD_BOUND_START_HIGH_AT 76
#define BSD_BOUND_END_AT        84
#define BSD_BOUND_END_HIGH_AT   78

enum bsd_flavour {
    BSD_FREEBSD, /* msdos type a5 */
    BSD_OPENBSD, /* msdos type a6 */
    BSD_NETBSD,  /* msdos type a9 */
};

/* An entry as in the label: in the label's own sectors, and absolute or relative. */
struct bsd_entry {
    uint64_t start;
    uint64_t length; /* 0: no entry */
    uint8_t type;    /* p_fstype; 0: unused */
};

struct bsd_label {
    enum bsd_flavour flavour;
    uint64_t offset;       /* byte of the slice at which it was decoded */
    bool is_wide;          /* sizes and starts have 48 bits: OpenBSD's version 1 */
    uint32_t sector_bytes; /* d_secsize */
    uint64_t size;         /* d_secperunit: sectors of the disk */
    uint64_t bound_start;  /* OpenBSD's usable range; 0 for the others */
    uint64_t bound_end;
    char pack_name[17];
    struct bsd_entry entries[BSD_ENTRIES_MAX]; /* a, b, c ... */
    unsigned count;
};

/* Returns the flavour for an msdos type byte; false if it is not a BSD type. */
bool bsd_flavour_of_type(uint8_t type, enum bsd_flavour *ret);

/* Reads the label at byte 512 of SLICE (a reader of the partition or of the whole disk)
 * and, with larger sectors, at the start of its sector 1.  Returns false if there is no
 * label: the magic, checksum or count is invalid. */
bool bsd_decode(const struct reader *slice, uint64_t logical, enum bsd_flavour flavour,
                struct bsd_label *ret);

/* True if the entries count from the slice: FreeBSD's, if its `c` starts at 0; else from
 * the start of the disk. */
bool bsd_is_relative(const struct bsd_label *label);

/* Returns the absolute LBAs of entry INDEX on a disk with sectors of LOGICAL bytes.
 * Returns false if the entry is empty, ends past 2^64 or is not a whole number
 * of sectors. */
bool bsd_entry_range(const struct bsd_label *label, unsigned index, uint64_t slice_start,
                     uint64_t logical, uint64_t *ret_start, uint64_t *ret_length);

/* True for `c`, and for `d` except on OpenBSD, if the entry represents the whole slice or
 * disk. */
bool bsd_entry_is_raw(const struct bsd_label *label, unsigned index, uint64_t slice_start,
                      uint64_t slice_length, uint64_t disk_size, uint64_t logical);

/* Returns disklabel(8)'s name of a p_fstype: "4.2BSD", "swap", "unused"; NULL if
 * unknown. */
const char *bsd_type_word(enum bsd_flavour flavour, uint8_t type);

/* Encodes the sector of LABEL with a new checksum. */
void bsd_encode(const struct bsd_label *label, uint8_t ret[BSD_LABEL_BYTES]);

/* Returns how many bytes the label in SECTOR (512 bytes) has, to the end of its last
 * entry; 0: there is none. */
size_t bsd_label_bytes(const uint8_t *sector);

#endif
