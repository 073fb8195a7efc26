/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fio_files.h - saves fio's job files to a folder */
#ifndef ALIDADE_DEVICE_MEASURE_FIO_FILES_H
#define ALIDADE_DEVICE_MEASURE_FIO_FILES_H

#include "model/base/err.h"
#include "model/base/lines.h"
#include "model/base/must_use.h"

/* Saves the jobs for PARTITION and those for FILE, each to a new file in FOLDER, which is
 * made where it is missing (its parent is not), and adds their paths to RET. Existing
 * files are not overwritten: ERR_REFUSED; else ERR_USAGE, ERR_IO. Files saved before a
 * failure stay. */
bool fio_files_save(const char *folder, const char *partition, const char *file,
                    struct lines *ret, struct err *err) MUST_USE;

#endif
