/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lost.h - contents in free space, which no entry of the table names */
#ifndef ALIDADE_MODEL_FOUND_LOST_H
#define ALIDADE_MODEL_FOUND_LOST_H

#include "model/found/found.h"

/* Finds the contents that begin in the free run of LAYOUT from START on, in the order of
 * the disk; free() *RET.  Returns their number, at most FOUND_MAX.  Looks at the places
 * where tools let partitions begin, where an EBR says, and at copies of superblocks: at
 * most LOST_PLACES_MAX places, and 7 behind each content.  Sectors that cannot be read
 * have none. */
size_t lost_find(const struct reader *disk, const struct layout *layout, uint64_t start,
                 uint64_t length, struct found_content **ret);
/* True if the sector LBA, which is free and contains SECTOR, has the signature of a
 * content that begins in this free run, and a decoder recognizes that: it becomes *RET.
 */
bool lost_find_around(const struct reader *disk, const struct layout *layout,
                      uint64_t lba, const uint8_t *sector, struct found_content *ret);
/* True if a content begins at START, which becomes *RET. */
bool lost_find_at(const struct reader *disk, const struct layout *layout, uint64_t start,
                  struct found_content *ret);

#endif
