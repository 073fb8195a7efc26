/* SPDX-License-Identifier: GPL-3.0-or-later */
/* area_file.h - saves the original bytes of a test area that changed meanwhile */
#ifndef ALIDADE_DEVICE_MEASURE_AREA_FILE_H
#define ALIDADE_DEVICE_MEASURE_AREA_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"

/* Saves COUNT bytes, read from byte START of the disk at DISK_PATH, to a new file in the
 * folder of backups; free() *RET, its path. ERR_REFUSED or ERR_IO. */
bool area_file_save(const char *disk_path, uint64_t start, const void *bytes,
                    size_t count, char **ret, struct err *err) MUST_USE;

/* The same, and returns a sentence: where they are, or why they could not be saved.
 * free() it, and *RET, which is untouched on failure. */
char *area_file_report(const char *disk_path, uint64_t start, const void *bytes,
                       size_t count, char **ret);

#endif
