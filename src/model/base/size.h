/* SPDX-License-Identifier: GPL-3.0-or-later */
/* size.h - sizes and LBAs as people write and read them */
#ifndef ALIDADE_MODEL_BASE_SIZE_H
#define ALIDADE_MODEL_BASE_SIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/err.h"

/* Room for any text made here. */
#define SIZE_TEXT 32

/* Bytes from "4096", "4K", "4KiB" (powers of two) or "4kB", "1MB" (powers of ten), in any
 * mix of capitals; a fraction such as "1.5GiB" is allowed where it gives whole bytes.
 * Fails with ERR_USAGE and a sentence for anything else and on overflow. */
bool size_parse_bytes(const char *text, uint64_t *ret, struct err *err) MUST_USE;

/* An LBA on a disk of SIZE sectors of LOGICAL bytes: "2048s", "2048" (sectors), "1MiB",
 * "8GB", "50%", "-1GiB" (from the end), "63*512" and whatever else sum_parse reads.
 * Rounds down to a whole sector.  ERR_USAGE for what cannot be read or lies outside the
 * disk. */
bool size_parse_lba(const char *text, uint64_t size, uint64_t logical, uint64_t *ret,
                    struct err *err) MUST_USE;

enum size_unit {
    SIZE_IEC,     /* "97.7 GiB" */
    SIZE_SI,      /* "104.9 GB" */
    SIZE_PERCENT, /* "10.5 %" of WHOLE */
    SIZE_UNIT_COUNT,
};

/* One decimal, rounded to nearest; whole bytes and exact multiples without one below
 * 10 units ("4096 B", "1 MiB").  WHOLE is used for percent only. */
const char *size_format(uint64_t bytes, enum size_unit unit, uint64_t whole,
                        char buf[SIZE_TEXT]);
/* True where size_format says all of it: not for "97.7 GiB" of 104855837184 bytes. */
bool size_is_exact(uint64_t bytes, enum size_unit unit);
/* Without a decimal where whole units say it all: "64 KiB", "192 KiB", "608 GiB"; else as
 * size_format does. */
const char *size_format_exact(uint64_t bytes, char buf[SIZE_TEXT]);
/* As short as it gets, one letter: "97.7G", "2.5M", "512". */
const char *size_format_short(uint64_t bytes, char buf[SIZE_TEXT]);
/* The exact power-of-two word of a grid: "4K", "1M", "192K", "512". */
const char *size_format_grid(uint64_t bytes, char buf[SIZE_TEXT]);

#endif
