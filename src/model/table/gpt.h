/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt.h - both copies of a GPT: bytes in, entries and faults out, and back */
#ifndef ALIDADE_MODEL_TABLE_GPT_H
#define ALIDADE_MODEL_TABLE_GPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/base/guid.h"
#include "model/base/reader.h"

#define GPT_ENTRIES_USUAL   128
#define GPT_ENTRIES_MAX     1024
#define GPT_ENTRY_BYTES     128 /* the least; others are multiples of it */
#define GPT_ENTRY_BYTES_MAX 4096
#define GPT_NAME_UNITS      36
#define GPT_NAME_TEXT       128 /* a name in UTF-8 with its NUL */
#define GPT_LBA_MAX         (UINT64_C(1) << 62)

#define GPT_ATTRIBUTE_LEGACY_BOOT (UINT64_C(1) << 2)

/* What is the matter with one copy; in the order of looking. */
enum gpt_state {
    GPT_OK,
    GPT_UNREADABLE, /* an I/O error, or the place is not on the disk */
    GPT_ABSENT,     /* no signature */
    GPT_BAD_HEADER, /* revision or header size that cannot be */
    GPT_BAD_HEADER_CRC,
    GPT_BAD_PLACE,   /* says that it lies at another LBA */
    GPT_BAD_RANGE,   /* usable range or entry array where they cannot be */
    GPT_BAD_ENTRIES, /* count not 1..1024, or size not 128, 256 ... 4096 */
    GPT_BAD_ARRAY_CRC,
    GPT_STATE_COUNT,
};

/* One copy.  The fields after state are as on the disk from GPT_BAD_HEADER on, else 0;
 * before GPT_BAD_PLACE no checksum covers them. */
struct gpt_copy {
    uint64_t lba; /* where it was looked for */
    enum gpt_state state;
    uint64_t my_lba;
    uint64_t alternate_lba;
    uint64_t first_usable;
    uint64_t last_usable; /* inclusive */
    struct guid disk_guid;
    uint64_t entries_lba;
    uint32_t entry_count;
    uint32_t entry_bytes;
    uint32_t array_crc;
};

struct gpt_entry {
    unsigned slot; /* from 0; the partition's number less 1 */
    struct guid type;
    struct guid unique;
    uint64_t first_lba;
    uint64_t last_lba; /* inclusive, as on the disk; nothing is checked */
    uint64_t attributes;
    uint8_t name[2 * GPT_NAME_UNITS]; /* UTF-16LE as on the disk */
};

struct gpt_table {
    uint64_t logical; /* bytes */
    uint64_t size;    /* of the disk, in sectors */
    struct gpt_copy primary;
    struct gpt_copy backup;
    bool is_from_backup;       /* entries were read from the backup */
    bool do_copies_differ;     /* both are whole and say different things */
    struct gpt_entry *entries; /* the used ones, in order of their slots; owned */
    size_t count;
    struct gpt_entry *others; /* where they differ: those of the backup; owned */
    size_t other_count;
};

/* The copy that the entries come from. */
const struct gpt_copy *gpt_good_copy(const struct gpt_table *table);
/* Sectors of a whole entry array. */
uint64_t gpt_array_sectors(const struct gpt_copy *copy, uint64_t logical);
/* The name in UTF-8 without harmful characters.  Returns BUF. */
const char *gpt_entry_name(const struct gpt_entry *entry, char buf[GPT_NAME_TEXT]);

/* Looks at LBA 1, at the place that the primary names and at the last LBA.  False when no
 * copy is whole: RET then has both states and no entries, and needs no finish. */
bool gpt_decode(const struct reader *disk, uint64_t logical, uint64_t size,
                struct gpt_table *ret);
void gpt_finish(struct gpt_table *table);

/* The sector size that a whole primary copy on this disk was written for when that is not
 * LOGICAL: 512, 1024, 2048 or 4096; else 0. */
uint64_t gpt_other_sector_size(const struct reader *disk, uint64_t logical);

/* A table to be written: both copies with ENTRY_COUNT entries of 128 bytes, arrays right
 * behind and before their headers, usable range as large as that allows.  False when the
 * disk is too small. */
bool gpt_init(struct gpt_table *ret, uint64_t logical, uint64_t size,
              const struct guid *disk_guid, uint32_t entry_count);
/* Copies ENTRY (its slot included, below the entry count). */
void gpt_add(struct gpt_table *table, const struct gpt_entry *entry);

/* Runs of bytes to be written. */
struct gpt_image {
    uint8_t *front; /* protective MBR, header and array from byte 0; owned */
    size_t front_bytes;
    uint8_t *back; /* array and header, up to the end of the backup header; owned */
    size_t back_bytes;
    uint64_t back_offset; /* byte of the disk */
};

/* The bytes of TABLE, checksums made anew.  The copies' fields are written as they are
 * (entries_lba of the primary before first_usable, that of the backup before its lba). */
void gpt_encode(const struct gpt_table *table, struct gpt_image *ret);
void gpt_image_finish(struct gpt_image *image);

#endif
