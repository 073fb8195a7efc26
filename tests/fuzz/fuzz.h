/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz.h - what a fuzz entry gives: one function to try, and seeds to start from */
#ifndef ALIDADE_TESTS_FUZZ_H
#define ALIDADE_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

enum { FUZZ_SEED_ROOM = 64 * 1024 };

/* libFuzzer's own signature: must survive any bytes; abort() where a promise is broken.
 * Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

/* Writes seed INDEX (0, 1 ...) to BUF, which is zeroed and has FUZZ_SEED_ROOM bytes, and
 * returns its length; 0: there is no such seed.  The first must exist. */
size_t fuzz_seed(unsigned index, uint8_t *buf);

#endif
