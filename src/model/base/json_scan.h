/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_scan.h - walks JSON from a disk without building it: bounded, no memory
 *
 * Accepts some text that is no JSON, but never reads past its end nor loops.  Strings
 * are compared raw: an escaped key is not found, which LUKS2 never writes. */
#ifndef ALIDADE_MODEL_BASE_JSON_SCAN_H
#define ALIDADE_MODEL_BASE_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece of the text, from its first byte; at == end: nothing. */
struct json_piece {
    const char *at;
    const char *end;
};

/* Takes the next member off OBJECT, a value that starts with '{' (or what is left of it
 * by earlier calls).  False at its end or where the text is broken. */
bool json_next(struct json_piece *object, struct json_piece *ret_key,
               struct json_piece *ret_value);

/* The member of OBJECT called KEY. */
bool json_member(struct json_piece object, const char *key, struct json_piece *ret);

/* A decimal number, bare or as a string, as LUKS2 writes 64-bit ones. */
bool json_number(struct json_piece value, uint64_t *ret);

#endif
