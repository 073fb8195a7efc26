/* SPDX-License-Identifier: GPL-3.0-or-later */
/* extent.h - a range of sectors with one purpose: partition, table, free space ... */
#ifndef ALIDADE_MODEL_DISK_EXTENT_H
#define ALIDADE_MODEL_DISK_EXTENT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/disk/content.h"

enum extent_kind {
    EXTENT_FREE,
    EXTENT_METADATA, /* sectors the label itself owns; role says which */
    EXTENT_PARTITION,
    EXTENT_EXTENDED, /* container on msdos */
    EXTENT_LOGICAL,
    EXTENT_SLICE,   /* entry of a BSD label inside a partition: overlays its parent */
    EXTENT_DAMAGED, /* entry that cannot be what it says, see entry_fault: overlays */
    EXTENT_KIND_COUNT,
};

enum extent_role {
    ROLE_NONE,
    ROLE_MBR,           /* metadata: master boot record, protective or not */
    ROLE_GPT_PRIMARY,   /* metadata: header and entry array at the front */
    ROLE_GPT_BACKUP,    /* metadata: entry array and header at the end */
    ROLE_EBR,           /* metadata: one link of the logical chain */
    ROLE_TABLE,         /* metadata of any other label */
    ROLE_MBR_GAP,       /* free: between the MBR and the first partition */
    ROLE_UNADDRESSABLE, /* free: past what msdos can address */
    ROLE_CLAIMED, /* free as far as the valid entries say, but a damaged one names it */
    ROLE_RAW,     /* slice: stands for the whole slice or disk; not judged */
    ROLE_UNUSED,  /* slice: entry of type "unused"; not judged */
    ROLE_COUNT,
};

/* Why an entry of the table is damaged. */
enum entry_fault {
    FAULT_NONE,
    FAULT_OUTSIDE_DISK,      /* starts or ends past the disk */
    FAULT_OUTSIDE_CONTAINER, /* logical: starts before or ends past its container */
    FAULT_NO_CONTAINER,      /* logical: its container is damaged itself */
    FAULT_OVERLAP,           /* with partition overlapped; 0: with the table itself */
    FAULT_BACKWARDS,         /* ends before it starts */
    FAULT_NO_GPT,            /* protective, but no copy of a GPT can be used */
    FAULT_NO_ENTRY,          /* a content that no table names */
    FAULT_CHAIN_LOOP,        /* link to an EBR that was there already; no partition */
    FAULT_CHAIN_OUTSIDE,     /* link out of the container */
    FAULT_CHAIN_SIGNATURE,   /* link to a sector without the signature of an EBR */
    FAULT_CHAIN_READ,        /* link to a sector that cannot be read */
    FAULT_CHAIN_LENGTH,      /* link behind more EBRs than are followed */
    FAULT_COUNT,
};

enum use_kind {
    USE_NONE,
    USE_MOUNT,     /* where: mount point */
    USE_SWAP,      /* swap area */
    USE_SWAP_FILE, /* where: mount point whose file is swapped on */
    USE_HOLDER,    /* where: dm-0, md0, bcache0 ... */
    USE_LOOP,      /* where: loop device that lies over it */
    USE_LVM_IDLE,  /* a physical volume without an active logical volume */
    USE_EXCLUSIVE, /* opened exclusively by someone */
    USE_COUNT,
};

struct use {
    enum use_kind kind;
    char where[128];
};

/* [start, start + length) in LBA.  Ids are > 0, unique, and stay with an extent through
 * edits; numbers do not.
 *
 * EXTENT_DAMAGED has the range that its entry says, which can lie anywhere (start +
 * length never overflows; the length of a broken link is 0).  A container that ends too
 * far has the sectors that are really its own, and in claimed what its entry says. */
struct extent {
    uint32_t id;
    uint32_t parent; /* id of the container or slice it lies in; 0 = the disk */
    uint32_t ebr;    /* logical: id of the EBR that names it; else 0 */
    enum extent_kind kind;
    enum extent_role role;
    uint64_t start;
    uint64_t length;
    unsigned number;     /* partition number; 0 = none */
    char letter;         /* BSD entry 'a'..'p'; 0 = none */
    char type[40];       /* msdos: hex without 0x, GPT: GUID in capitals, else a word */
    char name[128];      /* GPT or mac partition name; empty = none.  Exact, with control
                          * characters and lone surrogates: show utf8_shown() of it */
    char uuid[40];       /* GPT unique GUID, or msdos "5a3c9d21-01"; empty = none */
    uint64_t attributes; /* GPT attribute bits */
    bool is_bootable;    /* msdos active flag, GPT legacy-boot bit */
    enum entry_fault fault;        /* of EXTENT_DAMAGED and of a container cut short */
    enum extent_kind claimed_kind; /* EXTENT_DAMAGED: what the entry would be */
    unsigned overlapped; /* FAULT_OVERLAP: number of the partition; 0 = the table */
    uint64_t claimed;    /* with a fault: the length that the entry says */
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
/* True for what can hold data of its own in the disk's table: a partition or a logical,
 * no container and no slice. */
bool extent_holds_data(const struct extent *extent);
/* True for an entry with a fault; EBRs that only a damaged entry needs do not count. */
bool extent_is_damaged(const struct extent *extent);
static inline uint64_t extent_end(const struct extent *extent)
{
    return extent->start + extent->length; /* exclusive; checked by the builder */
}

/* "ntfs", "LUKS", "data?", "free", "gap", "MBR"; translated where it is no name.  RET is
 * for words that have to be put together. */
const char *extent_word(const struct extent *extent, char ret[CONTENT_NAME]);

#endif
