/* SPDX-License-Identifier: GPL-3.0-or-later */
/* move_params.h - what the steps of a move have in the log of its fix: the parameters of
 * LOG_GUARD, LOG_SHIFT and LOG_UNGUARD, which are the same for the three
 *
 * Numbers are unsigned and little-endian; bytes without a meaning are zeros.
 *
 *     0    1  1: pieces into the space behind the last one, 2: batches, by the ring
 *     1    1  number of zones, 1 to 24
 *     2    1  number of fields, at most 32
 *     3    1  slots of the ring, 2 to 8; without it 0
 *     4    4  pieces that are read at once, 1 to 240; by the ring 0
 *     8    8  sectors of a piece
 *    16    8  index of the sector that is guarded first and restored last
 *    32  ...  zones, ascending, 16 bytes each: first index 8, length 8
 *    then     fields with the start of the partition, 32 bytes each: byte of the
 *             partition 8, old value 8, new value 8, bytes of the number 1, kind 1, how
 *             often it is there, one after the other 2, 1 if it is left as it is 1 */
#ifndef ALIDADE_MODEL_MOVE_DATA_MOVE_PARAMS_H
#define ALIDADE_MODEL_MOVE_DATA_MOVE_PARAMS_H

#include "model/move/plan/fields.h"
#include "model/move/shift/shift.h"

enum { MOVE_PARAMS_MAX = 32 + 16 * ZONES_MAX + 32 * FIELDS_MAX };

/* Returns the number of bytes that were written to RET. */
size_t move_params_encode(const struct shift *shift, const struct fields *fields,
                          uint8_t ret[MOVE_PARAMS_MAX]);

/* Reads COUNT BYTES.  Disk, grid, old and new place are those of SHIFT, which is set but
 * for them.  False, with SHIFT and FIELDS as they were, unless encoding gives the same
 * bytes, SHIFT is valid and FIELDS are in its zones, whose sectors have LOGICAL bytes. */
bool move_params_decode(const uint8_t *bytes, size_t count, uint64_t logical,
                        struct shift *shift, struct fields *fields) MUST_USE;

#endif
