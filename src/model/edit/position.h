/* SPDX-License-Identifier: GPL-3.0-or-later */
/* position.h - starts, ends and sizes as people type them, and what they became */
#ifndef ALIDADE_MODEL_EDIT_POSITION_H
#define ALIDADE_MODEL_EDIT_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "model/disk/layout.h"
#include "model/disk/limits.h"

/* What a typed text is counted against. */
struct position_context {
    const struct limits *limits;
    uint64_t low;  /* LBA where the free space (or the partition's own room) begins */
    uint64_t high; /* LBA, exclusive: where it ends */
    uint64_t from; /* what "+20G" is added to: for a size and an end the start; for a
                    * start the old value */
};

/* What people type is a sum: numbers with units ("2048s", "1MiB", "8GB", "50%"), with
 * + - * / and parentheses, usual precedence; a number without a unit counts sectors in
 * sums and is a plain factor beside * and /, and "63*512" alone is bytes when no unit and
 * one factor is 512 or the sector size.  A leading + counts from FROM, a leading - from
 * the end of the disk.  MB is 10^6, MiB is 2^20; a lone letter (K M G T P) is the power
 * of two, as sfdisk reads it.  ERR_USAGE with one sentence that names the word that
 * cannot be read; nothing overflows silently. */

/* A start: the LBA of the byte that the sum gives (bytes that are no whole sector:
 * the sector they lie in, and RET_EXACT false).  ERR_USAGE for "" and for what lies
 * outside low..high. */
bool position_parse_start(const char *text, const struct position_context *context,
                          uint64_t *ret_lba, bool *ret_exact, struct err *err) MUST_USE;
/* A size in sectors, at least 1, at most what there is from FROM to HIGH: "20GiB",
 * "100%" (of that room), "+20G", "-1GiB" (all of it but 1 GiB); or an end that the text
 * marks as one: "..2047s" and "..2047" end at (and with) that sector, "..20GiB" right
 * before that byte, "..-1GiB" so far before the end of the disk.
 * A size or end that is typed in anything but sectors is rounded so that the end falls
 * onto the grain, to the nearest, at most HIGH; onto the physical grid where that would
 * leave nothing; one in sectors is kept as it is.  What is less than a grain too much is
 * cut so, too: "8GB" on a stick that has a little less. */
bool position_parse_size(const char *text, const struct position_context *context,
                         uint64_t *ret_sectors, struct err *err) MUST_USE;

/* The LBA on the grain that is nearest to BYTES; of two equally near ones the lower. */
uint64_t position_round(const struct limits *limits, uint64_t bytes);

/* The nearest values of a start on the physical grid and on the grain, each below and
 * above within [low, high), LBA itself where it is on the grid; UINT64_MAX where there is
 * none. */
struct position_near {
    uint64_t physical_below, physical_above;
    uint64_t grain_below, grain_above;
};
struct position_near position_near(const struct position_context *context, uint64_t lba);

/* What is shown under a field while typing, at most 76 columns in English:
 * "2048 s = 1048576 B = 1 MiB   ok 1M", or
 * "63 s = 32256 B = 31.5 KiB   ! +7 s   56 or 64 (4K), 2048 (1M)"; an inexact size has
 * "≈" in front; translated; free(). */
char *position_start_words(const struct position_context *context, uint64_t lba);
/* The same for a size or an end: its last sector as it can be typed, and by how much the
 * end is past the physical grid: "41943040 s = 21474836480 B = 20 GiB ≈ 21.5 GB
 * ..41945087s"; free(). */
char *position_size_words(const struct position_context *context, uint64_t sectors);

/* Where a partition in FREE can end (exclusive): a logical one that begins right behind,
 * with its EBR elsewhere, keeps the sector in front of it free. */
uint64_t position_room_end(const struct layout *layout, const struct extent *free);

/* The start and the end (exclusive) that a new partition in FREE has unless the person
 * says otherwise: the first sector on the grain (and not below 1 MiB where there is room
 * above), the last end on it (the end of FREE where that leaves nothing, or where only
 * less than a grain would be left to the end of the usable range on msdos); with room for
 * an EBR where IS_LOGICAL.  Where FREE holds no grain: the physical grid, else its own
 * range.  False where no sector is left. */
bool position_default(const struct layout *layout, const struct extent *free,
                      bool is_logical, uint64_t *ret_start, uint64_t *ret_end) MUST_USE;

#endif
