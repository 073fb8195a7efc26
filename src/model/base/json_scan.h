/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_scan.h - reads JSON from a disk without allocating memory
 *
 * Accepts some invalid JSON, but never reads beyond its end or loops forever.  Compares
 * strings without unescaping: LUKS2 never escapes keys. */
#ifndef ALIDADE_MODEL_BASE_JSON_SCAN_H
#define ALIDADE_MODEL_BASE_JSON_SCAN_H

#include <stdbool.h>
#include <stdint.h>

/* A part of the text; at == end: nothing. */
struct json_piece {
    const char *at;
    const char *end;
};

/* Removes the next member from OBJECT, a value that starts with '{' (or the rest of it
 * after earlier calls).  Returns false at its end or if the text is invalid. */
bool json_next(struct json_piece *object, struct json_piece *ret_key,
               struct json_piece *ret_value);

/* Returns the member of OBJECT with this KEY; false: none. */
bool json_member(struct json_piece object, const char *key, struct json_piece *ret);

/* Parses a decimal number, also in quotes, as LUKS2 writes 64-bit numbers. */
bool json_number(struct json_piece value, uint64_t *ret);

#endif
