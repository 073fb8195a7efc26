/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whole.h - signatures that say that the whole disk belongs to something, beside a table
 *
 * The member of a RAID has its metadata at the end of the disk, and the table that is
 * seen on it is that of the assembled device. What begins at sector 0 (LVM, LUKS, a file
 * system) can be there beside a table, too, in use or left over. */
#ifndef ALIDADE_MODEL_FOUND_WHOLE_H
#define ALIDADE_MODEL_FOUND_WHOLE_H

#include <stddef.h>

#include "model/base/lines.h"
#include "model/base/reader.h"
#include "model/disk/layout.h"
#include "model/found/known.h"

/* As libblkid tells it, with the whole disk as its device. */
struct whole_sign {
    char type[32];    /* TYPE: "isw_raid_member", "LVM2_member", "ext4" ... */
    char usage[16];   /* USAGE: "raid", "crypto", "filesystem", "other" */
    char version[16]; /* VERSION: "1.0"; may be empty */
    uint64_t magic;   /* SBMAGIC_OFFSET: byte of the disk */
    uint64_t first;   /* byte where its metadata begins; 0: in the usual place */
    uint64_t data;    /* byte where its data begins; 0: unknown */
};

#define WHOLE_MAX        16
#define WHOLE_RANGES_MAX 4

struct whole {
    struct whole_sign at[WHOLE_MAX];
    size_t count;
};

/* True if SIGN is of the disk, and not of a partition of LAYOUT that holds the same
 * sectors: a signature with an absolute place is always of the disk, other ones if they
 * lie outside the partitions. Of md 0.90, in the last 128 KiB of a partition as of the
 * disk, its size decides. DISK reads the superblock. */
bool whole_is_of_disk(const struct whole_sign *sign, const struct layout *layout,
                      const struct reader *disk);

/* Returns the sectors of its metadata, ascending. Those in the table or in a partition
 * are not left out. */
size_t whole_ranges(const struct whole_sign *sign, const struct limits *limits,
                    struct known_range ret[WHOLE_RANGES_MAX]);

/* Returns the note about it; its text is whole_describe(), translated; free(). */
enum note_id whole_note_id(const struct whole_sign *sign);
char *whole_describe(const struct whole_sign *sign, const char *path);

/* Returns the first of these notes; NULL: none. */
const struct note *whole_note_find(const struct layout *layout);
/* Returns LAYOUT with NOTE_DISK_AGREED for those of them whose text is in TEXTS (NULL:
 * all): the user agreed to change the disk all the same. */
struct layout *whole_note_agree(const struct layout *layout, const struct lines *texts);

#endif
