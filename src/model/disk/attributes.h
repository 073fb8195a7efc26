/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attributes.h - the attribute bits of a GPT partition as text, as sfdisk writes them */
#ifndef ALIDADE_MODEL_DISK_ATTRIBUTES_H
#define ALIDADE_MODEL_DISK_ATTRIBUTES_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/err.h"

/* Bits 3 to 47: reserved, and without a word in the text. */
#define ATTRIBUTES_RESERVED UINT64_C(0x0000fffffffffff8)

/* Room for all of them. */
#define ATTRIBUTES_TEXT 128

/* "RequiredPartition LegacyBIOSBootable GUID:60,63": bits 0, 1, 2 by name and 48 to 63 by
 * number; the others have no word and are left out.  Empty where none is left.  Returns
 * BUF. */
const char *attributes_format(uint64_t bits, char buf[ATTRIBUTES_TEXT]);
/* The reverse: names and numbers ("60", "GUID:60"), with blanks or commas between.
 * ERR_USAGE with one sentence that names what is none. */
bool attributes_parse(const char *text, uint64_t *ret, struct err *err) MUST_USE;

#endif
