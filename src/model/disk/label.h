/* SPDX-License-Identifier: GPL-3.0-or-later */
/* label.h - what each kind of disk label is called and allows */
#ifndef ALIDADE_MODEL_DISK_LABEL_H
#define ALIDADE_MODEL_DISK_LABEL_H

#include <stdbool.h>
#include <stdint.h>

enum label_kind {
    LABEL_NONE, /* no table and no file system found */
    LABEL_LOOP, /* a file system straight on the disk */
    LABEL_MSDOS,
    LABEL_GPT,
    LABEL_BSD,
    LABEL_SUN,
    LABEL_MAC,
    LABEL_AMIGA,
    LABEL_ATARI,
    LABEL_DVH,
    LABEL_PC98,
    LABEL_OTHER, /* named by libblkid, read by nobody here: label.name says which */
    LABEL_COUNT,
};

/* The label of one disk. */
struct label {
    enum label_kind kind;
    char name[32];         /* for LABEL_OTHER libblkid's word; else empty */
    char id[40];           /* disk id: "0x5a3c9d21", a GUID in capitals, or empty */
    uint64_t first_usable; /* LBA */
    uint64_t last_usable;  /* LBA, inclusive */
    uint32_t entries;      /* slots: 4 on msdos, GPT's own count, 0 not known */
    /* Bytes: the sector size that the table was written for where that is not the disk's
     * own; else 0.  Extents then say where its partitions lie in the disk's sectors. */
    uint32_t written_for;
    /* Only in a preview: both copies of the GPT are valid but differ, and the backup is
     * the one that is kept. */
    bool is_from_backup;
};

/* The field's word, as shown: "msdos", "gpt", ...; for LABEL_OTHER label->name. */
const char *label_name(const struct label *label);
/* sfdisk's word for JSON: "dos", "gpt", "sgi" (dvh) ...; for LABEL_OTHER label->name;
 * NULL for none and loop. */
const char *label_json_name(const struct label *label);
/* Kind by libparted's name ("msdos", "dvh" ...); LABEL_OTHER if unknown. */
enum label_kind label_kind_of_parted(const char *name);
/* How many LBAs a kind can address (2^32 on msdos), 0: no limit that matters. */
uint64_t label_addressable(enum label_kind kind);
bool label_is_editable(enum label_kind kind); /* gpt and msdos */

#endif
