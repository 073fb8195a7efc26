/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_golden.h - one record of each kind, as bytes written by hand */
#ifndef ALIDADE_TESTS_JOURNAL_GOLDEN_H
#define ALIDADE_TESTS_JOURNAL_GOLDEN_H

#include "model/move/journal/journal_record.h"

extern const struct journal_disk journal_golden_disk;

/* Puts the record of KIND to RET; returns its size. */
size_t journal_golden(enum journal_record kind, uint8_t ret[JOURNAL_PLAN_BYTES]);
/* Puts hexadecimal digits to BYTES, from byte AT. */
void journal_golden_put(uint8_t *bytes, size_t at, const char *hex);

/* The same as values. */
struct journal_head journal_golden_head(void);
struct journal_spot journal_golden_spot(void);
void journal_golden_plan(struct journal_plan *plan);

/* Decodes a record of KIND, with the plan of these. */
enum journal_state journal_golden_decode(enum journal_record kind, const uint8_t *bytes,
                                         size_t count, struct err *err);

#endif
