/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_file.h - the file of a journal on another disk */
#ifndef ALIDADE_DEVICE_MOVE_FIXING_JOURNAL_FILE_H
#define ALIDADE_DEVICE_MOVE_FIXING_JOURNAL_FILE_H

#include <stdint.h>

#include "model/base/err.h"

/* Creates the file at PATH, or takes an empty one, and writes BYTES of zeros to it,
 * durably: no space can be missing later. Else ERR_REFUSED, and a file that was created
 * is removed. */
bool journal_file_create(const char *path, uint64_t bytes, struct err *err) MUST_USE;
/* Removes it after the last move; false if that is not possible. */
bool journal_file_remove(const char *path);

#endif
