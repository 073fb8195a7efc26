/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frame.h - what the records of a journal begin with, in each version of their format
 *
 * Numbers are unsigned and little-endian:
 *
 *     0    8  "ALIDADE" and a NUL
 *     8    4  CRC-32 as in a GPT, of the whole record with these 4 bytes as zeros
 *    12    4  size of the record in bytes
 *    16    2  kind, from 1
 *    18    2  version of the format, from 1
 *    20   12  text: the first version of alidade that reads it; filled up with NULs */
#ifndef ALIDADE_MODEL_BASE_FRAME_H
#define ALIDADE_MODEL_BASE_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FRAME_BYTES = 32, FRAME_PROGRAM_TEXT = 13 };

struct frame {
    uint16_t kind, version;
    char program[FRAME_PROGRAM_TEXT]; /* in UTF-8; from a disk any bytes */
};

/* Writes FRAME, and the checksum of all COUNT BYTES: the rest of the record is there. */
void frame_put(const struct frame *frame, uint8_t *bytes, size_t count);
/* Returns the frame that COUNT BYTES begin with, damaged or not; its kind is 0 if there
 * is none. */
struct frame frame_get(const uint8_t *bytes, size_t count);
/* True if COUNT BYTES are a record of this size with a valid checksum. */
bool frame_is_whole(const uint8_t *bytes, size_t count);
/* True if the record that COUNT BYTES begin with has a valid checksum, or is longer: one
 * of another version may need more bytes than were read. */
bool frame_is_credible(const uint8_t *bytes, size_t count);

#endif
