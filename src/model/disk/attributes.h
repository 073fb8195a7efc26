/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attributes.h - the attribute bits of a GPT partition as text, as sfdisk writes them */
#ifndef ALIDADE_MODEL_DISK_ATTRIBUTES_H
#define ALIDADE_MODEL_DISK_ATTRIBUTES_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/err.h"

/* Bits 3 to 47 are reserved and have no name. */
#define ATTRIBUTES_RESERVED UINT64_C(0x0000fffffffffff8)

/* The maximum length with its NUL. */
#define ATTRIBUTES_TEXT 128

/* Formats bits 0 to 2 by name and bits 48 to 63 by number, as in "RequiredPartition
 * LegacyBIOSBootable GUID:60,63"; leaves out reserved bits.  Returns BUF. */
const char *attributes_format(uint64_t bits, char buf[ATTRIBUTES_TEXT]);
/* Parses names and numbers ("60", "GUID:60", "0x3c") separated by blanks or commas.  Sets
 * ERR_USAGE if a word is neither. */
bool attributes_parse(const char *text, uint64_t *ret, struct err *err) MUST_USE;

#endif
