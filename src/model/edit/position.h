/* SPDX-License-Identifier: GPL-3.0-or-later */
/* position.h - parses and describes typed starts, ends and sizes */
#ifndef ALIDADE_MODEL_EDIT_POSITION_H
#define ALIDADE_MODEL_EDIT_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "model/disk/layout.h"
#include "model/disk/limits.h"

/* The values to which a typed text can be relative. */
struct position_context {
    const struct limits *limits;
    uint64_t low;  /* first LBA of the free space, or of the partition's range */
    uint64_t high; /* its end, exclusive */
    uint64_t from; /* "+20G" is relative to it: the start for an end, the old value for a
                    * start; for a size it is the start */
    uint64_t length; /* sectors that the partition has now, to which "+20G" and "-20G" as
                      * a size are relative; 0: nothing is there yet */
    enum label_kind label; /* msdos keeps the gap in front for a boot loader */
};

/* The texts are sums, see sum_parse(); a leading + or - is relative to what is there, and
 * - is refused if nothing is; "end" is 100%.  ERR_USAGE names the invalid word. */

/* Parses a start: the LBA that contains the byte, or for a percentage the nearest grain,
 * which for 0% is the first good start; RET_EXACT is false if what was typed does not
 * start there.  ERR_USAGE if it is outside [low, high). */
bool position_parse_start(const char *text, const struct position_context *context,
                          uint64_t *ret_lba, bool *ret_exact, struct err *err) MUST_USE;
/* Parses a size of 1 sector up to HIGH - FROM: "20GiB", "100%" of that range, "end-1GiB"
 * (the range except 1 GiB), "+20G" or "-50%" (of the present size); or an end: "..2047s"
 * and "..2047" include that sector, "..20GiB" ends before that byte, "..end-1GiB" is
 * relative to the end of the disk.
 * Unless the unit is sectors, the end is rounded to the nearest grain up to HIGH, or to
 * the physical grid if the size would be 0; less than a grain too much is accepted, such
 * as "8GB" on a slightly smaller disk. */
bool position_parse_size(const char *text, const struct position_context *context,
                         uint64_t *ret_sectors, struct err *err) MUST_USE;

/* Returns the grain nearest to BYTES, as LBA; the lower one of two. */
uint64_t position_round(const struct limits *limits, uint64_t bytes);

/* The nearest starts below and above an LBA on the physical grid and the grain, within
 * [low, high); the LBA itself if it is on the grid; UINT64_MAX: none. */
struct position_near {
    uint64_t physical_below, physical_above;
    uint64_t grain_below, grain_above;
};
struct position_near position_near(const struct position_context *context, uint64_t lba);

/* Returns the nearest starts of position_near() as "56 or 64 (4K), 2048 (1M)"; NULL if
 * there is none; free(). */
char *position_near_words(const struct position_context *context, uint64_t lba);

/* Returns a translated line for display under an input field, at most 76 columns in
 * English: "2048 s = 1048576 B = 1 MiB   ok 1M", or
 * "63 s = 32256 B = 31.5 KiB   ! +7 s   56 or 64 (4K), 2048 (1M)"; free(). */
char *position_start_words(const struct position_context *context, uint64_t lba);
/* Does the same for a size or end, with the last sector as it can be typed and the
 * distance of the end from the physical grid: "41943040 s = 21474836480 B = 20 GiB ≈ 21.5
 * GB
 * ..41945087s"; free(). */
char *position_size_words(const struct position_context *context, uint64_t sectors);

/* Returns the maximum end (exclusive) of a partition in FREE: the sector before a logical
 * stays free, even if its EBR is elsewhere. */
uint64_t position_room_end(const struct layout *layout, const struct extent *free);

/* Returns the default start and end (exclusive) of a new partition in FREE: on the grain,
 * from 1 MiB on if possible, with a sector for the EBR if IS_LOGICAL.  The end is that of
 * FREE if it is the end of the usable range on msdos.  If FREE has no grain, uses the
 * physical grid, or else its whole range.  Returns false if no sector is left. */
bool position_default(const struct layout *layout, const struct extent *free,
                      bool is_logical, uint64_t *ret_start, uint64_t *ret_end) MUST_USE;

#endif
