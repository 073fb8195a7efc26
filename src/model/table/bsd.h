/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bsd.h - BSD disklabels: bytes in, entries out, and back */
#ifndef ALIDADE_MODEL_TABLE_BSD_H
#define ALIDADE_MODEL_TABLE_BSD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/reader.h"

#define BSD_LABEL_BYTES 512
#define BSD_ENTRIES_MAX 16
#define BSD_TYPE_UNUSED 0

enum bsd_flavour {
    BSD_FREEBSD, /* msdos type a5 */
    BSD_OPENBSD, /* a6 */
    BSD_NETBSD,  /* a9 */
};

/* Numbers as in the label: in its own sectors, absolute or relative as it has them. */
struct bsd_entry {
    uint64_t start;
    uint64_t length; /* 0: not there */
    uint8_t type;    /* p_fstype; 0: unused */
};

struct bsd_label {
    enum bsd_flavour flavour;
    uint32_t sector_bytes; /* d_secsize */
    uint64_t size;         /* d_secperunit: sectors of the disk */
    uint64_t bound_start;  /* OpenBSD's usable range; 0 elsewhere */
    uint64_t bound_end;
    char pack_name[17];
    struct bsd_entry entries[BSD_ENTRIES_MAX]; /* a, b, c ... */
    unsigned count;
};

/* The flavour that an msdos type byte announces; false for all others. */
bool bsd_flavour_of_type(uint8_t type, enum bsd_flavour *ret);

/* Looks at byte 512 of SLICE (a reader over the partition, or over the whole disk) and,
 * with larger sectors, at the start of its sector 1.  False when there is no label: bad
 * magic, checksum or count. */
bool bsd_decode(const struct reader *slice, uint64_t logical, enum bsd_flavour flavour,
                struct bsd_label *ret);

/* FreeBSD counts from the slice where its `c` starts at 0; all else is absolute.  The
 * absolute LBAs of entry INDEX on a disk of LOGICAL bytes a sector; false for an entry
 * that is not there, ends past 2^64 or is no whole number of sectors. */
bool bsd_entry_range(const struct bsd_label *label, unsigned index, uint64_t slice_start,
                     uint64_t logical, uint64_t *ret_start, uint64_t *ret_length);

/* `c`, and `d` outside OpenBSD, where they stand for the whole slice or disk. */
bool bsd_entry_is_raw(const struct bsd_label *label, unsigned index, uint64_t slice_start,
                      uint64_t slice_length, uint64_t disk_size, uint64_t logical);

/* disklabel(8)'s word for a p_fstype: "4.2BSD", "swap", "unused"; NULL if unknown. */
const char *bsd_type_word(enum bsd_flavour flavour, uint8_t type);

/* The bytes of LABEL's sector, checksum made anew. */
void bsd_encode(const struct bsd_label *label, uint8_t ret[BSD_LABEL_BYTES]);

#endif
