/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mbr.h - the MBR and its chain of EBRs: bytes to entries and faults, and back */
#ifndef ALIDADE_MODEL_TABLE_MBR_H
#define ALIDADE_MODEL_TABLE_MBR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/base/reader.h"

/* The part of a sector that holds a table, at any sector size. */
#define MBR_BYTES           512
#define MBR_CODE_BYTES      440 /* boot code, before the disk's signature */
#define MBR_SLOTS           4
#define MBR_LINKS_MAX       256 /* EBRs that are followed */
#define MBR_LOGICALS_MAX    256
#define MBR_TYPE_PROTECTIVE 0xee

enum mbr_kind {
    MBR_ABSENT,      /* no 55aa at byte 510 */
    MBR_BOOT_SECTOR, /* 55aa, but of a file system, of PC-98, or of nothing known */
    MBR_TABLE,
    MBR_PROTECTIVE, /* 0xee alone: a GPT follows */
    MBR_HYBRID,     /* 0xee and others beside it */
};

/* Why the chain of EBRs could not be followed to its end. */
enum mbr_fault {
    MBR_FAULT_NONE,
    MBR_FAULT_LOOP,      /* a link leads to an EBR that was there already */
    MBR_FAULT_OUTSIDE,   /* a link leads out of its extended partition */
    MBR_FAULT_SIGNATURE, /* no 55aa in an EBR */
    MBR_FAULT_READ,      /* an EBR cannot be read */
    MBR_FAULT_TOO_MANY,  /* more links or logicals than are followed */
};

/* LBAs are the disk's own, also for logicals. */
struct mbr_entry {
    uint8_t flag; /* 0x80: active */
    uint8_t type; /* 0: unused */
    uint64_t start;
    uint64_t length;
};

struct mbr_link {
    uint64_t lba;             /* of the EBR */
    unsigned slot;            /* index of the extended partition it belongs to */
    struct mbr_entry untyped; /* with sectors but without a type; length 0: none */
};

struct mbr_logical {
    struct mbr_entry entry;
    unsigned link; /* index of the EBR that names it */
};

struct mbr_table {
    enum mbr_kind kind;
    uint32_t signature; /* the disk's, at byte 440 */
    struct mbr_entry primary[MBR_SLOTS];
    /* Both in order of the chain; a link may be without a logical. */
    struct mbr_link links[MBR_LINKS_MAX];
    size_t link_count;
    struct mbr_logical logicals[MBR_LOGICALS_MAX];
    size_t logical_count;
    enum mbr_fault fault;
    uint64_t fault_lba;  /* of the EBR that is at fault */
    unsigned fault_slot; /* index of the extended partition whose chain that is */
};

/* 0x05, 0x0f and 0x85. */
bool mbr_type_is_extended(uint8_t type);
/* Has a type and a length. */
bool mbr_entry_is_used(const struct mbr_entry *entry);

/* Reads LBA 0 and, for MBR_TABLE, each EBR once.  False (ERR_UNREADABLE) only where LBA 0
 * itself cannot be read; everything else is told by kind and fault. */
bool mbr_decode(const struct reader *disk, uint64_t logical, struct mbr_table *ret,
                struct err *err) MUST_USE;

/* TABLE was read from DISK as SIZE sectors of LOGICAL bytes.  The sector size that it was
 * written for where that shows: entries end past the disk but would fit with smaller
 * sectors, or the first EBR lies where other ones put it.  0: nothing speaks against
 * LOGICAL. */
uint64_t mbr_other_sector_size(const struct mbr_table *table, const struct reader *disk,
                               uint64_t logical, uint64_t size);

/* The number (1 to 4) of the first entry whose flag alone keeps TABLE from being one: all
 * its entries would lie on the disk of SIZE sectors.  0: there is none. */
unsigned mbr_flag_fault(const struct mbr_table *table, uint64_t size);

/* The first 512 bytes of one sector. */
struct mbr_sector {
    uint64_t lba;
    uint8_t bytes[MBR_BYTES];
};
#define MBR_SECTORS_MAX (1 + MBR_LINKS_MAX)

/* The MBR (RET[0]: its first MBR_CODE_BYTES are 0, the caller's to fill) and each EBR;
 * returns how many.  Entries must be in range of the format: an EBR holds at most 3
 * logicals, starts and lengths fit in 32 bits. */
size_t mbr_encode(const struct mbr_table *table, struct mbr_sector ret[MBR_SECTORS_MAX]);

/* Adds an EBR at EBR_LBA for the extended partition in SLOT, and its logical. */
void mbr_add_logical(struct mbr_table *table, unsigned slot, uint64_t ebr_lba,
                     const struct mbr_entry *logical);

#endif
