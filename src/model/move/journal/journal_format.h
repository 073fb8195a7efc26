/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_format.h - the format of the records of a move's journal
 *
 * Numbers are unsigned and little-endian; texts are UTF-8 without control characters,
 * filled up with NULs, of which there is at least one; GUIDs are as in a GPT; hashes are
 * XXH3-128 with seed 0, most significant byte first.  LBAs and lengths are in logical
 * sectors of the disk; an index counts them from the first sector of the partition.
 * Offsets in the journal are in bytes.  Bytes without a meaning are zeros.
 *
 * Every record begins with this head.  The first six fields are the same in all versions,
 * the rest is version 1:
 *
 *     0    8  "ALIDADE" and a NUL
 *     8    4  CRC-32 as in a GPT, of the whole record with these 4 bytes as zeros
 *    12    4  size of the record in bytes
 *    16    2  kind: 1 plan, 2 progress, 3 slot, 4 guard, 5 hashes, 6 saved
 *    18    2  version of the format
 *    20   12  text: first version of alidade that reads it, "0.1.0" for version 1
 *    32   16  transaction: a random GUID, the same in all records of a plan
 *    48    8  size of the disk in bytes
 *    56    2  step of the plan that it belongs to, from 0; in the plan 0
 *
 * The journal is divided into blocks, which are at least as large as the largest unit
 * that a power failure can leave unreadable: writing to one harms no other.
 *
 *     first   the plan and its second copy, each in as many blocks as it needs
 *     then    progress, slot 0 and slot 1, each in one block
 *     then    the areas that the plan names, in any order
 *
 * What has happened so far is in the valid progress record with the higher sequence
 * number; without one, nothing has.
 *
 * Plan: 32768 bytes
 *    64    4  bytes of a logical sector: 512, 1024, 2048 or 4096
 *    68    1  partition table: 2 msdos, 3 gpt
 *    69    1  place of the journal: 0 free space, 1 free space behind the last partition,
 *             2 empty partition, 3 swap, 4 another device, 5 file on another disk,
 *             6 free space in the first MiB
 *    70    2  number of the partition that the journal is in; 0: none
 *    72   16  disk id: in gpt its GUID, in msdos its signature in the first 4 bytes
 *    88    8  first LBA that partitions can use
 *    96    8  end of these LBAs, exclusive
 *   104    8  write grid: distance in sectors
 *   112    8  write grid: its first LBA
 *   120    8  seconds since 1970 when the plan was made
 *   128   16  old type of the partition that the journal is in (in msdos its first byte,
 *             and 1 in the second if that is 0); zeros: it was made for the journal, and
 *             will be deleted
 *   144   64  text: serial number of the disk, only displayed
 *   208   64  text: model of the disk, only displayed
 *   272    8  first LBA of the journal; 0 on another disk
 *   280    8  size of the journal in bytes
 *   288    4  bytes of its blocks: a multiple of 4096, at most 1 MiB
 *   292    4  slots of the ring, 2 to 8, of equal size; 0: there is no ring
 *   296   16  first copy of the saved sectors: offset in the journal 8, bytes 8
 *   312   16  second copy of the saved sectors
 *   328   16  the saved border of a move back; 0 bytes: none
 *   344   16  hashes; 0 bytes: none
 *   360   16  ring
 *   376   16  map of used units, for a later version: 0
 *   392   40  text: UUID of the file system or partition of a journal on another disk
 *   432  216  text: path of the file or device of a journal on another disk
 *   648   16  UUID of the swap that the journal is in, to create it again
 *   664   16  its name, filled up with NULs
 *   680    4  number of steps, 1 to 128
 *  1024  ...  the steps, 128 bytes each:
 *       0    1  0: data is moved, 1: swap is created again, 2: only the table changes
 *       1    1  0: a partition, 1: a logical partition, 2: the start of the container,
 *               with its first EBR, 3: the end of the container, 4: another EBR
 *       2    2  number of the partition or container; of an EBR, of its logical one
 *       8    8  LBA of the start before; of an end: its end, exclusive
 *      16    8  the same after the step
 *      24    8  length of a partition or logical partition; else 0
 *      32    8  logical: LBA of its EBR before the first step; else 0
 *      40    8  logical: LBA of its EBR after the last step; else 0
 *      48   16  type of the partition (in msdos its first byte, and 1 in the second if
 *               that is 0), the same after the step
 *      64   16  gpt: its unique GUID
 *      80   16  swap that is created again: its UUID; zeros: not known
 *      96   16  swap: its name, filled up with NULs
 *
 * Progress: 4096 bytes
 *    64    8  sequence number: 1, 2, 3 ...; the record is in slot NUMBER % 2
 *    72    1  0: sectors are saved, 1: pieces are moved, 2: all are moved, 3: complete
 *    73    1  1: the move goes back to the old place
 *    74    2  number of hashes, at most 240
 *    80    8  first index that is moved in this direction
 *    88    8  end of these indexes, exclusive
 *    96    8  number of the next piece; all before it are durable, or zeros in both
 *             places. By the ring, valid slots tell of further ones; those of pieces
 *             before it are obsolete
 *   104   16  hash of the whole record with the number before; zeros in number 1
 *   120    8  first LBA of the sectors in the border area
 *   128    8  their length; 0: there are none
 *   136   16  their hash; without them zeros
 *   256  ...  hashes of the next piece and those after it, 16 bytes each
 *
 * Slot: 4096 bytes at the start of a slot of the ring; its data begins in the next block.
 *    64    1  1: the move goes back to the old place
 *    65    1  coding of the data: 0, as it is
 *    72    8  first index that is moved in this direction
 *    80    8  end of these indexes, exclusive
 *    88    8  number of the piece
 *    96    8  LBA that the data has to be written to
 *   104    8  sectors of data
 *   112   16  hash of the data
 *
 * Guard: one logical sector, in place of a sector of the partition
 *    64  128  text: JOURNAL_GUARD_WORDS
 *   192    8  index of the sector
 *   200    4  bytes of a logical sector
 *   204    4  bytes of the journal's blocks
 *   208    8  first LBA of the journal, as in the plan
 *   216    8  size of the journal in bytes
 *   224    1  place of the journal, as in the plan
 *   232   40  text: UUID, as in the plan
 *   272  216  text: path, as in the plan
 *
 * Hashes: one or more records of 4096 bytes at the start of their area, full but the last
 *    64    8  bytes of a unit: a power of two, at least 1 MiB
 *    72    8  units of the partition, at most 1048576; the last one can be shorter
 *    80    8  unit of the first hash in this record: a multiple of 248
 *    88    4  hashes in this record, 1 to 248
 *   128  ...  hashes of the units before the move, 16 bytes each
 *
 * Saved: 4096 bytes at the start of each copy; the sectors begin in the next block.
 *    64    1  1: pieces into the space behind the last one, 2: batches, by the ring
 *    65    1  number of zones, 1 to 24
 *    66    1  number of table ranges, at most 8
 *    67    1  number of saved ranges, 1 to 40
 *    68    1  number of fields, at most 32
 *    69    1  1: free space that the move changes is among the saved ranges
 *    72    8  sectors of a piece
 *    80    4  pieces that are read at once, 1 to 240; by the ring 0
 *    88    8  index of the sector that is written last
 *    96   16  hash of all saved sectors, in their order
 *   128  ...  zones, ascending: first index 8, length 8
 *   512  ...  ranges that the table is written to: LBA 8, length 8
 *   640  ...  saved ranges, ascending: LBA 8, length 8
 *  1280  ...  fields with the start of the partition, 32 bytes each: byte of the
 *             partition 8, old value 8, new value 8, bytes of the number 1, kind 1
 *             (0 hidden sectors, 1 exFAT offset, 2 exFAT checksum, BSD: 3 start, 4 bound,
 *             5 checksum), how often it is there, one after the other 2, 1 if it is left
 *             as it is 1
 *
 * Before a table is written between two moves, the blocks of that write are saved in the
 * same way: with step 65535, and without all of this but the saved ranges and the hash.
 * While a move has begun, only one copy is used for that; it is like the other one again
 * before the move goes on.
 */
#ifndef ALIDADE_MODEL_MOVE_JOURNAL_JOURNAL_FORMAT_H
#define ALIDADE_MODEL_MOVE_JOURNAL_JOURNAL_FORMAT_H

#include "model/base/align.h"
#include "model/base/guid.h"
#include "model/base/hash.h"
#include "model/disk/label.h"
#include "model/move/plan/fields.h"
#include "model/move/plan/journal_place.h"
#include "model/move/plan/moves.h"
#include "model/move/plan/zones.h"

#define JOURNAL_VERSION    1
#define JOURNAL_PROGRAM    "0.1.0" /* the first with this version of the format */
#define JOURNAL_PLAN_BYTES 32768
#define JOURNAL_BYTES      4096 /* of progress, slot, hashes and saved */
#define JOURNAL_STEPS_MAX  128
#define JOURNAL_SLOTS_MAX  8
#define JOURNAL_PIECES_MAX 240
#define JOURNAL_PAGE_MAX   248
#define JOURNAL_UNIT_MIN   (UINT64_C(1) << 20)
#define JOURNAL_UNITS_MAX  (UINT64_C(1) << 20)
#define JOURNAL_TABLES_MAX 8
#define JOURNAL_SAVED_MAX  40
#define JOURNAL_AS_IS      0
#define JOURNAL_NO_STEP    UINT16_MAX /* of the blocks of a table */
#define JOURNAL_BLOCK_MAX  (UINT32_C(1) << 20)

enum journal_record {
    JOURNAL_NOTHING = 0,
    JOURNAL_PLAN = 1,
    JOURNAL_PROGRESS,
    JOURNAL_SLOT,
    JOURNAL_GUARD,
    JOURNAL_HASHES,
    JOURNAL_SAVED,
};

struct journal_head {
    struct guid transaction;
    uint64_t disk_bytes;
    uint16_t step; /* in the plan: 0 */
};

struct journal_area {
    uint64_t offset, bytes;
};

struct journal_range {
    uint64_t start, length; /* sectors */
};

/* Where the journal is, as it is in the plan and in each guard. */
struct journal_spot {
    enum journal_kind kind;
    uint64_t start; /* LBA; 0: on another disk */
    uint64_t bytes;
    uint32_t block; /* bytes */
    char uuid[40];
    char path[216];
};

enum journal_object {
    JOURNAL_PARTITION,
    JOURNAL_LOGICAL,
    JOURNAL_CONTAINER, /* its start, with the first EBR */
    JOURNAL_CONTAINER_END,
    JOURNAL_EBR,
};

struct journal_step {
    enum moves_action action;
    enum journal_object object;
    uint16_t number;
    uint64_t from, to, length;
    uint64_t ebr_from, ebr_to;
    struct guid type;   /* msdos: in the first byte */
    struct guid unique; /* gpt */
    struct guid swap_uuid;
    uint8_t swap_name[16];
};

/* True if the step is one of a partition: not of a container or an EBR. */
static inline bool journal_step_is_partition(const struct journal_step *step)
{
    return step->object == JOURNAL_PARTITION || step->object == JOURNAL_LOGICAL;
}

struct journal_plan {
    struct journal_head head;
    uint32_t logical;
    enum label_kind label;
    uint16_t number;
    struct guid disk_id;
    uint64_t first_usable, end_usable;
    struct alignment grid; /* LBAs where a write may begin */
    uint64_t time;
    struct guid spot_type;
    char serial[64], model[64];
    struct journal_spot spot;
    uint32_t slots;
    struct journal_area saved[2], border, hashes, ring, map;
    struct guid swap_uuid;
    uint8_t swap_name[16];
    uint32_t step_count;
    struct journal_step steps[JOURNAL_STEPS_MAX];
};

enum journal_phase {
    JOURNAL_PHASE_SAVED,    /* sectors are saved; guards and envelope may be written */
    JOURNAL_PHASE_MOVING,   /* pieces are written */
    JOURNAL_PHASE_FINAL,    /* all pieces are durable; table and zones may be written */
    JOURNAL_PHASE_COMPLETE, /* nothing left to do */
};

/* One direction of a move. */
struct journal_run {
    bool is_back;
    uint64_t first, end; /* indexes */
};

struct journal_progress {
    struct journal_head head;
    uint64_t sequence;
    enum journal_phase phase;
    struct journal_run run;
    uint64_t piece;
    struct hash previous;
    struct journal_range border;
    struct hash border_hash;
    uint16_t hash_count;
    struct hash hashes[JOURNAL_PIECES_MAX];
};

struct journal_slot {
    struct journal_head head;
    struct journal_run run;
    uint8_t coding; /* JOURNAL_AS_IS */
    uint64_t piece;
    struct journal_range to; /* LBAs */
    struct hash hash;
};

struct journal_guard {
    struct journal_head head;
    char words[128]; /* set by journal_guard_encode() */
    uint64_t index;
    uint32_t logical;
    struct journal_spot spot;
};

struct journal_page {
    struct journal_head head;
    uint64_t unit, units;
    uint64_t first;
    uint32_t count;
    struct hash hashes[JOURNAL_PAGE_MAX];
};

struct journal_saved {
    struct journal_head head;
    enum move_mode mode;
    uint64_t piece;  /* sectors */
    uint32_t pieces; /* read at once */
    struct hash hash;
    struct zones zones;
    struct journal_range tables[JOURNAL_TABLES_MAX];
    size_t table_count;
    struct journal_range saved[JOURNAL_SAVED_MAX];
    size_t saved_count;
    bool keeps_free;
    struct fields fields;
};

/* For a person who displays the sector with other tools. */
#define JOURNAL_GUARD_WORDS                                                              \
    "This partition is being moved by alidade. Do not format or repair it. "             \
    "To complete the move, run: alidade resume"

#endif
