/* SPDX-License-Identifier: GPL-3.0-or-later */
/* records.h - the records of a fix's journal, and where they lie in it
 *
 * Numbers are unsigned and little-endian; texts are UTF-8 without control characters,
 * filled up with NULs, of which there is at least one; GUIDs are as in a GPT; hashes are
 * XXH3-128 with seed 0, most significant byte first.  LBAs and lengths are in logical
 * sectors of the disk; an index counts them from the first sector of the partition.
 * Offsets in the journal are in bytes.  Bytes without a meaning are zeros.
 *
 * Each record begins with the 32 bytes of frame.h, version 2, and with
 *
 *    32   16  transaction: a random GUID, the same in all records of a fix
 *    48    8  size of the disk in bytes
 *
 * The journal is divided into blocks, which are at least as large as the largest unit
 * that a power failure can leave unreadable.  Each record begins a block, and each write
 * of the journal is whole blocks: writing one record harms no other.  There is a fix if
 * and only if there is a valid head.
 *
 *     blocks 0 and 1   the head, in turn: in block SEQUENCE % 2; the higher one counts
 *     then             the areas that the head names, in this order: log, page, saved
 *                      sectors, marks, hashes, ring, second copy of the saved sectors,
 *                      second copy of the log
 *
 * Head, kind 7: 512 bytes, so that no power failure leaves a mixture of two
 *    56    8  sequence number: 1, 2, 3 ...
 *    64    1  direction: 1 forward, 2 back, 3 exit, 4 done
 *    65    1  place of the journal: 0 free space, 1 free space behind the last partition,
 *             2 empty partition, 3 swap, 4 another device, 5 file on another disk,
 *             6 free space in the first MiB
 *    66    2  step at work; for an exit the number of steps that stay done
 *    68    4  blocks of the page
 *    72    8  going back: first index that goes back
 *    80    8  their end, exclusive; 0: nothing goes back
 *    88    4  bytes of a logical sector: 512, 1024, 2048 or 4096
 *    92    4  bytes of a block: a multiple of 4096 and of the sector, at most 1 MiB
 *    96  128  areas, offset 8 and bytes 8 each: log A, log B, page, saved A, saved B,
 *             marks, hashes, ring; 0 bytes: none
 *   224   16  hash of the log
 *   240    8  first LBA of the journal; 0 on another disk
 *   248    8  size of the journal in bytes
 *   256   40  text: UUID of the file system or partition of a journal on another disk
 *   296  216  text: path of the file or device of a journal on another disk
 *
 * Page, kind 9: 4096 bytes at the start of its area; the blocks begin in the next block
 *    56    8  sequence number of the head in force: with another one it counts as none
 *    64    1  number of runs, 1 to 16
 *    80   16  hash of the blocks, in their order
 *    96  ...  runs of whole blocks of the disk: LBA 8, sectors 4; a block that an end of
 *             the disk cuts is shorter
 *
 * Saved, kind 6: 4096 bytes at the start of each copy; its sectors are behind that block
 *    56    2  step that guards them
 *    64    1  number of zones, 1 to 24
 *    72    8  index of the sector that is guarded first and restored last
 *    80   16  hash of the sectors, in their order
 *   128  ...  zones, ascending: first index 8, length 8
 *
 * Mark, kind 10: 4096 bytes, in the block of its area that has not the newest one
 *    56    2  step
 *    58    1  1: the data goes back
 *    60    2  number of hashes, at most 240
 *    64    8  number of the next piece; all before it are durable
 *   256  ...  hashes of that piece and those after it, 16 bytes each
 *
 * Slot, kind 3: 4096 bytes at the start of a slot of the ring; its data is behind them
 *    56    2  step
 *    58    1  1: the data goes back
 *    64    8  number of the piece
 *    72    8  LBA that the data has to be written to
 *    80    8  sectors of data
 *    88   16  hash of the data
 *
 * Guard, kind 4: one logical sector, in place of a sector of the partition
 *    56    2  step that wrote it
 *    58    1  1: the data was going back
 *    59    1  1: in free space, where the partition would be at its other place
 *    64  128  text: RECORD_GUARD_WORDS
 *   192    8  index of the sector
 *   200  ...  place of the journal: logical bytes 4, block bytes 4, first LBA 8, bytes 8,
 *             kind 1 and 7 zeros, UUID 40, path 216
 *
 * Hashes, kind 5: one or more records of 4096 bytes, full but the last
 *    56    2  step
 *    64    8  bytes of a unit: a power of two, at least 1 MiB
 *    72    8  units of the partition, at most 1048576; the last one can be shorter
 *    80    8  unit of the first hash in this record: a multiple of 248
 *    88    4  hashes in this record, 1 to 248
 *   128  ...  hashes of the units before the move, 16 bytes each */
#ifndef ALIDADE_MODEL_MOVE_LOG_RECORDS_H
#define ALIDADE_MODEL_MOVE_LOG_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/frame.h"
#include "model/base/guid.h"
#include "model/base/hash.h"
#include "model/base/must_use.h"
#include "model/move/log/run_order.h"
#include "model/move/plan/journal_place.h"
#include "model/move/plan/zones.h"

enum {
    RECORD_HEAD_BYTES = 512,
    RECORD_BYTES = 4096, /* of the others, apart from guards */
    RECORD_BLOCK_MAX = 1 << 20,
    RECORD_RUNS_MAX = 16,
    RECORD_PIECES_MAX = 240,
    RECORD_HASHES_MAX = 248,
    RECORD_UNIT_MIN = 1 << 20,
    RECORD_UNITS_MAX = 1 << 20,
};

enum record_state {
    RECORD_IS_VALID,
    RECORD_IS_NONE,    /* no record, or one of another kind or version: see frame_get() */
    RECORD_IS_DAMAGED, /* truncated, wrong checksum, or numbers that cannot be */
    RECORD_IS_OTHER,   /* undamaged, of another fix or disk */
};

enum record_area {
    AREA_LOG_A,
    AREA_LOG_B,
    AREA_PAGE,
    AREA_SAVED_A,
    AREA_SAVED_B,
    AREA_MARKS,
    AREA_HASHES,
    AREA_RING,
    AREA_COUNT,
};

/* Which fix a record belongs to.  Each struct of a record begins with it. */
struct record_owner {
    struct guid transaction;
    uint64_t disk_bytes;
};

struct record_bytes {
    uint64_t offset, bytes; /* in the journal */
};

/* Where the journal is, as in the head and in each guard. */
struct record_place {
    uint8_t kind;     /* enum journal_kind */
    uint32_t logical; /* bytes of a sector of the disk that is fixed */
    uint32_t block;   /* bytes */
    uint64_t start;   /* LBA; 0: on another disk */
    uint64_t bytes;
    char uuid[40], path[216];
};

struct record_head {
    struct record_owner owner;
    uint64_t sequence;
    struct run_head run; /* what is at work */
    uint32_t page_blocks;
    uint64_t back_first, back_end; /* indexes */
    struct record_bytes areas[AREA_COUNT];
    struct hash log;
    struct record_place place;
};

struct record_run {
    uint64_t start;  /* LBA */
    uint32_t length; /* sectors */
};

struct record_page {
    struct record_owner owner;
    uint64_t sequence;
    uint8_t run_count;
    struct hash hash;
    struct record_run runs[RECORD_RUNS_MAX];
};

struct record_saved {
    struct record_owner owner;
    uint16_t step;
    struct hash hash;
    struct zones zones;
};

struct record_mark {
    struct record_owner owner;
    uint16_t step;
    bool is_back;
    uint64_t piece;
    uint16_t hash_count;
    struct hash hashes[RECORD_PIECES_MAX];
};

struct record_slot {
    struct record_owner owner;
    uint16_t step;
    bool is_back;
    uint64_t piece;
    uint64_t start, length; /* LBAs that the data is for */
    struct hash hash;
};

struct record_guard {
    struct record_owner owner;
    uint16_t step;
    bool is_back, is_in_front;
    char words[128]; /* set by record_guard_encode() */
    uint64_t index;
    struct record_place place;
};

struct record_hashes {
    struct record_owner owner;
    uint16_t step;
    uint64_t unit, units;
    uint64_t first;
    uint32_t count;
    struct hash hashes[RECORD_HASHES_MAX];
};

/* For a person who displays the sector with other tools. */
#define RECORD_GUARD_WORDS                                                               \
    "This partition is being moved by alidade. Do not format or repair it. "             \
    "To complete the move, run: alidade resume"

/* These write a whole record.  RET of a guard has guard->place.logical bytes. */
void record_head_encode(const struct record_head *head, uint8_t ret[RECORD_HEAD_BYTES]);
void record_page_encode(const struct record_page *page, uint8_t ret[RECORD_BYTES]);
void record_saved_encode(const struct record_saved *saved, uint8_t ret[RECORD_BYTES]);
void record_mark_encode(const struct record_mark *mark, uint8_t ret[RECORD_BYTES]);
void record_slot_encode(const struct record_slot *slot, uint8_t ret[RECORD_BYTES]);
void record_guard_encode(const struct record_guard *guard, uint8_t *ret);
void record_hashes_encode(const struct record_hashes *hashes, uint8_t ret[RECORD_BYTES]);

/* Returns the size of the disk that the record which COUNT bytes begin with is for,
 * whatever its kind and version; 0: there are too few bytes. */
uint64_t record_disk_bytes(const uint8_t *bytes, size_t count);
/* These read the record that COUNT bytes begin with.  All numbers of a valid one are
 * possible on a disk of DISK_BYTES; head and guard may be of any fix.  Else *RET is
 * untouched. */
enum record_state record_head_decode(const uint8_t *bytes, size_t count,
                                     uint64_t disk_bytes,
                                     struct record_head *ret) MUST_USE;
enum record_state record_guard_decode(const uint8_t *bytes, size_t count,
                                      uint64_t disk_bytes,
                                      struct record_guard *ret) MUST_USE;
/* HEAD is valid; RECORD_IS_OTHER: of another fix. */
enum record_state record_page_decode(const uint8_t *bytes, size_t count,
                                     const struct record_head *head,
                                     struct record_page *ret) MUST_USE;
enum record_state record_saved_decode(const uint8_t *bytes, size_t count,
                                      const struct record_head *head,
                                      struct record_saved *ret) MUST_USE;
enum record_state record_mark_decode(const uint8_t *bytes, size_t count,
                                     const struct record_head *head,
                                     struct record_mark *ret) MUST_USE;
enum record_state record_slot_decode(const uint8_t *bytes, size_t count,
                                     const struct record_head *head,
                                     struct record_slot *ret) MUST_USE;
enum record_state record_hashes_decode(const uint8_t *bytes, size_t count,
                                       const struct record_head *head,
                                       struct record_hashes *ret) MUST_USE;

#endif
