/* SPDX-License-Identifier: GPL-3.0-or-later */
/* size.h - parses and formats sizes and LBAs */
#ifndef ALIDADE_MODEL_BASE_SIZE_H
#define ALIDADE_MODEL_BASE_SIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/err.h"

/* The maximum length with its NUL. */
#define SIZE_TEXT 32

/* Parses bytes: "4096", "4K", "4KiB" (powers of two), "4kB", "1MB" (powers of ten),
 * ignoring case; fractions such as "1.5GiB" or "1,5GiB" if they are whole bytes.
 * ERR_USAGE for anything else and on overflow. */
bool size_parse_bytes(const char *text, uint64_t *ret, struct err *err) MUST_USE;

/* Parses an LBA on a disk of SIZE sectors of LOGICAL bytes: "2048s", "2048" (sectors),
 * "1MiB", "8GB", "50%", "end-1GiB", "63*512" and all other sums, see
 * sum_parse().  Rounds down to sectors.  ERR_USAGE if it is invalid or outside the disk.
 */
bool size_parse_lba(const char *text, uint64_t size, uint64_t logical, uint64_t *ret,
                    struct err *err) MUST_USE;

enum size_unit {
    SIZE_IEC,     /* "97.7 GiB" */
    SIZE_SI,      /* "104.9 GB" */
    SIZE_PERCENT, /* "10.5 %" of WHOLE */
    SIZE_UNIT_COUNT,
};

/* All sizes that are formatted are for people: they have the decimal sign of the locale,
 * and no program parses them.
 *
 * Formats with one decimal, rounded to nearest, which is left out if it is 0 ("64 GiB").
 * WHOLE is for percent only.  Returns BUF, as do all functions here. */
const char *size_format(uint64_t bytes, enum size_unit unit, uint64_t whole,
                        char buf[SIZE_TEXT]);
/* True if size_format() is exact: not for "97.7 GiB" of 104855837184 bytes. */
bool size_is_exact(uint64_t bytes, enum size_unit unit);
/* Formats as size_format() does in powers of two: "64 KiB", "97.7 GiB". */
const char *size_format_iec(uint64_t bytes, char buf[SIZE_TEXT]);
/* Formats two sizes that are compared in one sentence as size_format_iec() does, with
 * more digits if different ones would read the same: "1.82 TiB" and "1.81 TiB", or all
 * bytes. */
void size_format_pair(uint64_t a, uint64_t b, char buf_a[SIZE_TEXT],
                      char buf_b[SIZE_TEXT]);
/* Formats with one letter: "97.7G", "2.5M", "512". */
const char *size_format_short(uint64_t bytes, char buf[SIZE_TEXT]);
/* Formats the size of a grid exactly: "4K", "1M", "192K", "512". */
const char *size_format_grid(uint64_t bytes, char buf[SIZE_TEXT]);

#endif
