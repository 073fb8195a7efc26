/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_need.h - the memory that libparted would need for a GPT */
#ifndef ALIDADE_DEVICE_PARTED_GPT_NEED_H
#define ALIDADE_DEVICE_PARTED_GPT_NEED_H

#include <stdbool.h>

#include "device/parted/read.h"

/* True if the shadow has a GPT with an entry array of more than PARTED_ARRAY_MAX bytes.
 * libparted calculates its size in 32 bits, allocates what is left of it, and then reads
 * other memory in place of entries.  Runs in the child. */
bool gpt_need_exceeds(const struct parted_how *how);

#endif
