/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt.h - decodes both copies of a GPT, and encodes a new GPT */
#ifndef ALIDADE_MODEL_TABLE_GPT_H
#define ALIDADE_MODEL_TABLE_GPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/base/guid.h"
#include "model/base/reader.h"

#define GPT_ENTRIES_USUAL   128
#define GPT_ENTRIES_NEW_MAX 1024 /* of a new table */
#define GPT_ENTRY_BYTES     128  /* minimum; other sizes are multiples of it */
#define GPT_ENTRY_BYTES_MAX 4096
#define GPT_ARRAY_MAX       (4U << 20) /* bytes; Linux reads no more: KMALLOC_MAX_SIZE */
#define GPT_ENTRIES_MAX     (GPT_ARRAY_MAX / GPT_ENTRY_BYTES)
#define GPT_NAME_UNITS      36
#define GPT_NAME_TEXT       128 /* buffer for a name in UTF-8 with its NUL */
#define GPT_LBA_MAX         (UINT64_C(1) << 62)

#define GPT_ATTRIBUTE_LEGACY_BOOT (UINT64_C(1) << 2)

/* State of a copy: the first error, in the order of the checks. */
enum gpt_state {
    GPT_OK,
    GPT_UNREADABLE, /* I/O error, or the LBA is not on the disk */
    GPT_ABSENT,     /* no signature */
    GPT_BAD_HEADER, /* invalid revision or header size */
    GPT_BAD_HEADER_CRC,
    GPT_BAD_PLACE,   /* my_lba is not the LBA of this header */
    GPT_BAD_RANGE,   /* invalid usable range or position of the entry array */
    GPT_BAD_ENTRIES, /* none, size not 128, 256 ... 4096, or above GPT_ARRAY_MAX */
    GPT_BAD_ARRAY_CRC,
    GPT_STATE_COUNT,
};

/* One copy of a GPT.  From GPT_BAD_HEADER on the fields after state are read from the
 * disk, else they are 0; before GPT_BAD_PLACE no checksum protects them. */
struct gpt_copy {
    uint64_t lba; /* LBA from which the header was read */
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
    unsigned slot; /* from 0; the partition's number minus 1 */
    struct guid type;
    struct guid unique;
    uint64_t first_lba;
    uint64_t last_lba; /* inclusive, as on the disk, not checked */
    uint64_t attributes;
    uint8_t name[2 * GPT_NAME_UNITS]; /* UTF-16LE as on the disk */
};

/* What is left of a damaged copy beside a valid one. */
struct gpt_rest {
    bool has_header;      /* its header's sector holds nothing else */
    uint64_t entries_lba; /* where its entry array lies or lay; 0: unknown */
    uint64_t sectors;     /* of the array */
    bool has_bytes;       /* an entry without a type of the valid copy has other bytes */
    bool *is_own; /* for each sector: all its entries are entries or zeros; owned */
};

struct gpt_table {
    uint64_t logical; /* bytes */
    uint64_t size;    /* size of the disk in sectors */
    struct gpt_copy primary;
    struct gpt_copy backup;
    bool is_from_backup;       /* the entries were read from the backup */
    bool do_copies_differ;     /* both copies are valid but differ */
    struct gpt_entry *entries; /* the used entries, sorted by slot; owned */
    size_t count;
    struct gpt_entry *others; /* the entries of the backup if the copies differ; owned */
    size_t other_count;
    struct gpt_rest rest; /* zero-initialised if no copy is damaged, or both are */
};

/* Returns the copy from which the entries were read. */
const struct gpt_copy *gpt_good_copy(const struct gpt_table *table);
/* Returns the sectors of an array of so many entries of 128 bytes. */
uint64_t gpt_entries_sectors(uint64_t entries, uint64_t logical);
/* Returns the size of a whole entry array in sectors. */
uint64_t gpt_array_sectors(const struct gpt_copy *copy, uint64_t logical);
/* Converts the name to UTF-8, safe to print.  Returns BUF. */
const char *gpt_entry_name(const struct gpt_entry *entry, char buf[GPT_NAME_TEXT]);

/* Reads the header at LBA 1, the backup where the primary expects it, and the last LBA.
 * Returns false if no copy is valid: RET then contains the states of both and no entries,
 * and need not be finished. */
bool gpt_decode(const struct reader *disk, uint64_t logical, uint64_t size,
                struct gpt_table *ret);
void gpt_finish(struct gpt_table *table);

/* What the entries of a GPT without a valid copy are worth. */
enum gpt_numbers {
    GPT_NUMBERS_NONE,        /* no copy has plausible entries */
    GPT_NUMBERS_DIFFER,      /* both have, but not the same */
    GPT_NUMBERS_UNCONFIRMED, /* one has, and they do not have its checksum */
    GPT_NUMBERS_CONFIRMED,   /* one has, with its checksum */
    GPT_NUMBERS_AGREE,       /* both have the same */
};

/* Reads a GPT for which gpt_decode() fails, if only numbers in its headers are wrong:
 * checksums, my_lba, alternate_lba, or all positions by the same distance.  Sets *RET,
 * with these numbers corrected, only for GPT_NUMBERS_CONFIRMED and _AGREE; then the
 * caller must gpt_finish() it. */
enum gpt_numbers gpt_decode_numbers(const struct reader *disk, uint64_t logical,
                                    uint64_t size, struct gpt_table *ret);

/* Fills the rest of TABLE, one copy of which is damaged, from DISK; ARRAY is the entry
 * array of the valid copy.  The array's place is that which a valid header names; else
 * the one where the valid copy's entries lie, too; else the usual one. */
void gpt_find_rest(const struct reader *disk, const uint8_t *array,
                   struct gpt_table *table);

/* True if ENTRY, of so many bytes, is an unused entry, or one of a partition on a disk of
 * SIZE sectors. */
bool gpt_is_entry(const uint8_t *entry, size_t bytes, uint64_t size);

/* Returns the sector size (512, 1024, 2048 or 4096) for which a valid primary GPT on this
 * disk was written if it is not LOGICAL; else 0. */
uint64_t gpt_other_sector_size(const struct reader *disk, uint64_t logical);

/* Initializes a new table: both copies have ENTRY_COUNT entries of 128 bytes, the arrays
 * are adjacent to their headers, and the usable range is as large as possible.  Returns
 * false if the disk is too small. */
bool gpt_init(struct gpt_table *ret, uint64_t logical, uint64_t size,
              const struct guid *disk_guid, uint32_t entry_count);
/* Adds a copy of ENTRY, whose slot must be below the entry count. */
void gpt_add(struct gpt_table *table, const struct gpt_entry *entry);

/* The two ranges of bytes to be written. */
struct gpt_image {
    uint8_t *front; /* protective MBR, header and array, from byte 0; owned */
    size_t front_bytes;
    uint8_t *back; /* array and header, up to the end of the backup header; owned */
    size_t back_bytes;
    uint64_t back_offset; /* byte offset on the disk */
};

/* Encodes TABLE with new checksums.  The fields of both copies are written as they are;
 * entries_lba of the primary must be before first_usable, that of the backup before its
 * lba. */
void gpt_encode(const struct gpt_table *table, struct gpt_image *ret);
void gpt_image_finish(struct gpt_image *image);

#endif
