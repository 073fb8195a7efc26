/* SPDX-License-Identifier: GPL-3.0-or-later */
/* label.h - kinds of partition tables */
#ifndef ALIDADE_MODEL_DISK_LABEL_H
#define ALIDADE_MODEL_DISK_LABEL_H

#include <stdbool.h>
#include <stdint.h>

enum label_kind {
    LABEL_NONE, /* neither table nor file system found */
    LABEL_LOOP, /* a file system on the whole disk */
    LABEL_MSDOS,
    LABEL_GPT,
    LABEL_BSD,
    LABEL_SUN,
    LABEL_MAC,
    LABEL_AMIGA,
    LABEL_ATARI,
    LABEL_DVH,
    LABEL_PC98,
    LABEL_OTHER, /* only recognized by libblkid, see label.name */
    LABEL_COUNT,
};

/* msdos: the number of entries of the MBR, and of the first logical partition. */
#define LABEL_PRIMARIES     4
#define LABEL_FIRST_LOGICAL 5

/* The label of one disk. */
struct label {
    enum label_kind kind;
    char name[32];         /* LABEL_OTHER: libblkid's name; else empty */
    char id[40];           /* disk id: "0x5a3c9d21", a GUID in capitals, or empty */
    uint64_t first_usable; /* LBA */
    uint64_t last_usable;  /* LBA, inclusive */
    uint32_t entries;      /* number of entries: 4 on msdos; 0: unknown */
    uint64_t entries_lba;  /* GPT: first sector of the primary's entries; 0: unknown */
    uint64_t backup_lba;   /* GPT: the same of the backup's entries */
    /* msdos: a bit for each slot of the MBR that names no sectors but has other bytes,
     * from 1 for the first.  No new partition gets it. */
    unsigned odd_slots;
    /* GPT with a damaged copy: an entry of the valid one has no type, and other bytes.
     * The damaged copy may have them, too. */
    bool has_unused_bytes;
    /* The sector size, in bytes, that the table was written for if it is not that of the
     * disk; else 0.  The extents and the usable range are in sectors of the disk, the
     * places of the entries in those of the table. */
    uint32_t written_for;
    /* In a preview: both copies of the GPT are valid but differ, and the backup replaces
     * the primary. */
    bool is_from_backup;
};

/* Returns the displayed name: "msdos", "gpt" ...; LABEL_OTHER: label->name. */
const char *label_name(const struct label *label);
/* Returns sfdisk's name for JSON: "dos", "gpt", "sgi" (dvh) ...; LABEL_OTHER:
 * label->name; NULL for none and loop. */
const char *label_json_name(const struct label *label);
/* Returns the kind with libparted's name ("msdos", "dvh" ...), else LABEL_OTHER. */
enum label_kind label_kind_of_parted(const char *name);
/* Returns the number of addressable LBAs: 2^32 for msdos; 0: no limit. */
uint64_t label_addressable(enum label_kind kind);
/* Sets [*RET_LOW, *RET_HIGH) to the LBAs that LABEL has for partitions on a disk of SIZE
 * sectors: all if it says nothing about them. */
void label_usable(const struct label *label, uint64_t size, uint64_t *ret_low,
                  uint64_t *ret_high);
/* True if kind, name, disk id and usable range are equal. */
bool label_equal(const struct label *a, const struct label *b);
bool label_is_editable(enum label_kind kind); /* gpt and msdos */

#endif
