/* SPDX-License-Identifier: GPL-3.0-or-later */
/* extent.h - a range of sectors with one purpose: partition, table, free space ... */
#ifndef ALIDADE_MODEL_DISK_EXTENT_H
#define ALIDADE_MODEL_DISK_EXTENT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/disk/content.h"

enum extent_kind {
    EXTENT_FREE,
    EXTENT_METADATA, /* sectors of the partition table itself, see role */
    EXTENT_PARTITION,
    EXTENT_EXTENDED, /* msdos: the container of the logical partitions */
    EXTENT_LOGICAL,
    EXTENT_SLICE,   /* BSD partition inside a partition; overlays its parent */
    EXTENT_DAMAGED, /* invalid table entry, see fault; overlays */
    EXTENT_KEPT,    /* not in the table, but not free either, see role */
    EXTENT_KIND_COUNT,
};

enum extent_role {
    ROLE_NONE,
    ROLE_MBR,           /* metadata: master boot record, protective or not */
    ROLE_GPT_PRIMARY,   /* metadata: header and entry array at the start of the disk */
    ROLE_GPT_BACKUP,    /* metadata: entry array and header at the end of the disk */
    ROLE_EBR,           /* metadata: one link of the chain of logical partitions */
    ROLE_TABLE,         /* metadata of any other label */
    ROLE_MBR_GAP,       /* free: between the MBR and the first partition, and small */
    ROLE_MBR_FRONT,     /* free: the same, but a new partition would begin there */
    ROLE_UNADDRESSABLE, /* free: outside the usable range, see label_usable() */
    ROLE_CLAIMED,       /* free according to the valid entries; a damaged one covers it */
    ROLE_RAW,           /* slice that covers its whole parent or the disk; not judged */
    ROLE_UNUSED,        /* slice of type "unused"; not judged */
    ROLE_HYBRID,        /* kept: a partition that only the MBR beside a GPT names */
    ROLE_ISO,           /* kept: an ISO 9660 image; what tables name in it are slices */
    ROLE_COUNT,
};

/* Why a table entry is invalid. */
enum entry_fault {
    FAULT_NONE,
    FAULT_OUTSIDE_DISK,      /* starts or ends beyond the disk */
    FAULT_OUTSIDE_CONTAINER, /* logical: starts before or ends beyond its container */
    FAULT_NO_CONTAINER,      /* logical: its container is damaged */
    FAULT_OVERLAP,           /* overlaps a partition or the table, see overlapped */
    FAULT_BACKWARDS,         /* ends before it starts */
    FAULT_NO_GPT,            /* protective entry, but neither copy of the GPT is valid */
    FAULT_NO_ENTRY,          /* content that no table entry describes */
    FAULT_CHAIN_LOOP,        /* link to an EBR that comes earlier in the chain */
    FAULT_CHAIN_OUTSIDE,     /* link to a sector outside the container */
    FAULT_CHAIN_SIGNATURE,   /* link to a sector without the signature of an EBR */
    FAULT_CHAIN_READ,        /* link to a sector that cannot be read */
    FAULT_CHAIN_LENGTH,      /* link after the maximum number of EBRs */
    FAULT_COUNT,
};

enum use_kind {
    USE_NONE,
    USE_MOUNT,     /* where: mount point */
    USE_SWAP,      /* active swap area */
    USE_SWAP_FILE, /* where: mount point of the file system with an active swap file */
    USE_HOLDER,    /* where: dm-0, md0, bcache0 ... */
    USE_LOOP,      /* where: loop device on top of it */
    USE_LVM_IDLE,  /* physical volume without an active logical volume */
    USE_EXCLUSIVE, /* opened with O_EXCL by another program */
    USE_COUNT,
};

struct use {
    enum use_kind kind;
    char where[128];
};

/* The sectors [start, start + length).  Ids are > 0, unique, and stay the same through
 * edits; numbers may change.
 *
 * EXTENT_DAMAGED has the range of its entry, which may lie anywhere (start + length never
 * overflows; a broken link has length 0).  A container that is too long has length cut to
 * its valid sectors, and in claimed the length in its entry. */
struct extent {
    uint32_t id;
    uint32_t parent; /* id of the container or slice around it; 0: the disk */
    uint32_t ebr;    /* logical: id of the EBR that describes it; else 0 */
    enum extent_kind kind;
    enum extent_role role;
    uint64_t start;
    uint64_t length;
    unsigned number;     /* partition number; 0: none */
    char letter;         /* BSD entry 'a'..'p'; 0: none */
    char type[40];       /* msdos: hex without 0x, GPT: GUID in capitals, else a word */
    char name[128];      /* GPT or mac partition name; empty: none.  May have
                          * control characters and lone surrogates: see utf8_shown() */
    char uuid[40];       /* GPT unique GUID, or msdos "5a3c9d21-01"; empty: none */
    uint64_t attributes; /* GPT attribute bits */
    bool is_bootable;    /* msdos active flag, GPT legacy-boot bit */
    enum entry_fault fault;        /* of EXTENT_DAMAGED, or of a shortened container */
    enum extent_kind claimed_kind; /* EXTENT_DAMAGED: kind of the entry */
    unsigned overlapped; /* FAULT_OVERLAP: number of the partition; 0: the table */
    uint64_t claimed;    /* with a fault: the length in the entry */
    struct content content;
    struct use use;
};

/* The fields of an extent that describe its entry in the table. */
enum extent_diff_field {
    DIFF_START = 1 << 0,
    DIFF_LENGTH = 1 << 1,
    DIFF_NUMBER = 1 << 2,
    DIFF_TYPE = 1 << 3,
    DIFF_NAME = 1 << 4,
    DIFF_UUID = 1 << 5,
    DIFF_ATTRIBUTES = 1 << 6,
    DIFF_BOOT = 1 << 7,
    DIFF_KIND = 1 << 8,
    DIFF_ROLE = 1 << 9,
    DIFF_LETTER = 1 << 10,
    DIFF_FAULT = 1 << 11, /* fault, and the length that it claims */
    DIFF_ID = 1 << 12,    /* id and parent: only within edits of one layout */
};

/* Returns which fields of A and B differ, as a set of DIFF_ bits; 0: none.  The caller
 * masks the fields that it does not compare. */
unsigned extent_diff(const struct extent *a, const struct extent *b);

/* True for partitions, containers, logicals and slices; not for damaged entries. */
bool extent_is_partition(const struct extent *extent);
/* True for the valid entries of the disk's table: partitions, containers, logicals. */
bool extent_is_entry(const struct extent *extent);
/* True for partitions and logicals: not for containers and slices. */
bool extent_holds_data(const struct extent *extent);
/* True if it is mounted or held by another program; not for an idle volume of LVM. */
bool extent_is_in_use(const struct extent *extent);
/* Returns the length that the table gives, even if it is impossible. */
uint64_t extent_entry_length(const struct extent *extent);
/* Returns the kind of the table entry: that of a damaged one is what it claims to be. */
enum extent_kind extent_entry_kind(const struct extent *extent);
/* True for entries with a fault; not for EBRs that only a damaged entry needs. */
bool extent_is_damaged(const struct extent *extent);
/* True for the sectors of a copy of a GPT. */
static inline bool extent_is_gpt(const struct extent *extent)
{
    return extent->role == ROLE_GPT_PRIMARY || extent->role == ROLE_GPT_BACKUP;
}

/* Returns the end, exclusive; the builder checked that it does not overflow. */
static inline uint64_t extent_end(const struct extent *extent)
{
    return extent->start + extent->length;
}

/* True if EXTENT contains a sector of [START, END). */
static inline bool extent_overlaps(const struct extent *extent, uint64_t start,
                                   uint64_t end)
{
    return extent->start < end && start < extent_end(extent);
}

/* Returns a short word for the content: "ntfs", "LUKS", "data?", "free", "gap", "MBR";
 * translated unless it is a name.  RET is the buffer for compound words. */
const char *extent_word(const struct extent *extent, char ret[CONTENT_NAME]);

struct layout;
/* Returns kind, name, size of the extent and bytes in use, as far as known, translated:
 * `ext4 "data", 814.3 GiB, 512 GiB used`.  The name is the volume's, else the
 * partition's.  free(). */
char *extent_content_words(const struct layout *layout, const struct extent *extent);

#endif
