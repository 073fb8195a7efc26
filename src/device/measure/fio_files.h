/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fio_files.h - fio's job files, written to a folder on request */
#ifndef ALIDADE_DEVICE_MEASURE_FIO_FILES_H
#define ALIDADE_DEVICE_MEASURE_FIO_FILES_H

#include "model/base/err.h"
#include "model/base/lines.h"
#include "model/base/must_use.h"

/* The jobs for PARTITION, and those for FILE where there is one (NULL: none), each to a
 * new file in FOLDER; their paths are added to RET.  A file that is there is not written
 * over: ERR_REFUSED; ERR_USAGE, ERR_IO.  Those that were written before stay. */
bool fio_files_save(const char *folder, const char *partition, const char *file,
                    struct lines *ret, struct err *err) MUST_USE;

#endif
