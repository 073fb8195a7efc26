/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mbr.h - decodes and encodes the MBR and its chain of EBRs */
#ifndef ALIDADE_MODEL_TABLE_MBR_H
#define ALIDADE_MODEL_TABLE_MBR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/base/reader.h"

/* The part of a sector that contains the table, for any sector size. */
#define MBR_BYTES           512
#define MBR_CODE_BYTES      440 /* boot code, before the disk signature */
#define MBR_SLOTS           4
#define MBR_LINKS_MAX       1024 /* maximum number of EBRs */
#define MBR_LOGICALS_MAX    1024 /* Linux makes nodes for the first 251 */
#define MBR_TYPE_PROTECTIVE 0xee

enum mbr_kind {
    MBR_ABSENT, /* no signature 55aa at byte 510 */
    /* has 55aa, but belongs to a file system or PC-98, or has invalid flags */
    MBR_BOOT_SECTOR,
    MBR_TABLE,
    MBR_PROTECTIVE, /* only 0xee entries: a GPT follows */
    MBR_HYBRID,     /* 0xee and other entries */
};

/* The first fault in the chain of EBRs. */
enum mbr_fault {
    MBR_FAULT_NONE,
    MBR_FAULT_LOOP,      /* a link leads to an earlier EBR */
    MBR_FAULT_OUTSIDE,   /* a link leads out of its extended partition */
    MBR_FAULT_SIGNATURE, /* an EBR has no signature 55aa */
    MBR_FAULT_READ,      /* an EBR cannot be read */
    MBR_FAULT_TOO_MANY,  /* more EBRs or logical partitions than supported */
};

/* An entry.  LBAs are absolute, also for logical partitions. */
struct mbr_entry {
    uint8_t flag; /* 0x80: active */
    uint8_t type;
    uint64_t start;
    uint64_t length;
};

struct mbr_link {
    uint64_t lba;   /* LBA of the EBR */
    unsigned slot;  /* slot of its extended partition */
    bool has_stray; /* an entry with sectors, which Linux ignores */
};

struct mbr_logical {
    struct mbr_entry entry;
    unsigned link; /* index of the EBR that contains the entry */
};

struct mbr_table {
    enum mbr_kind kind;
    uint32_t signature; /* disk signature, at byte 440 */
    struct mbr_entry primary[MBR_SLOTS];
    /* A bit for each slot without sectors that has other bytes, from 1 for the first. */
    unsigned odd_slots;
    /* Both arrays are in the order of the chain; a link may have no logical partition. */
    struct mbr_link links[MBR_LINKS_MAX];
    size_t link_count;
    struct mbr_logical logicals[MBR_LOGICALS_MAX];
    size_t logical_count;
    enum mbr_fault fault;
    uint64_t fault_lba;  /* LBA of the faulty EBR */
    unsigned fault_slot; /* slot of the extended partition with that chain */
};

/* True for 0x05, 0x0f and 0x85. */
bool mbr_type_is_extended(uint8_t type);
/* True if the entry has a length: Linux and sfdisk use it whatever its type, even 0. */
bool mbr_entry_is_used(const struct mbr_entry *entry);
/* True if an entry of the MBR has a type or a length. */
bool mbr_has_entries(const struct mbr_table *table);

/* Reads LBA 0 and, for MBR_TABLE, each EBR once.  Returns false (ERR_UNREADABLE) only if
 * LBA 0 cannot be read; kind and fault report everything else. */
bool mbr_decode(const struct reader *disk, uint64_t logical, struct mbr_table *ret,
                struct err *err) MUST_USE;

/* TABLE was read from DISK, which has SIZE sectors of LOGICAL bytes.  Returns the sector
 * size for which it was written if that can be told: entries end past the disk but would
 * fit with smaller sectors, or the first EBR is found with another size.  0: LOGICAL is
 * plausible. */
uint64_t mbr_other_sector_size(const struct mbr_table *table, const struct reader *disk,
                               uint64_t logical, uint64_t size);

/* Returns the number (1 to 4) of the first entry with an invalid flag if that is the
 * only reason not to accept TABLE: all entries would lie on a disk of SIZE sectors.
 * Else 0. */
unsigned mbr_flag_fault(const struct mbr_table *table, uint64_t size);

/* The first 512 bytes of a sector. */
struct mbr_sector {
    uint64_t lba;
    uint8_t bytes[MBR_BYTES];
};
#define MBR_SECTORS_MAX (1 + MBR_LINKS_MAX)

/* Encodes the MBR in RET[0], whose first MBR_CODE_BYTES are 0 for the caller to fill, and
 * each EBR; returns the number of sectors.  An EBR must have at most 3 logical
 * partitions, and starts and lengths must fit in 32 bits. */
size_t mbr_encode(const struct mbr_table *table, struct mbr_sector ret[MBR_SECTORS_MAX]);

/* Adds an EBR at EBR_LBA to the extended partition in SLOT, with its logical
 * partition. */
void mbr_add_logical(struct mbr_table *table, unsigned slot, uint64_t ebr_lba,
                     const struct mbr_entry *logical);

#endif
