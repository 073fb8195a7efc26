/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_file.h - small texts, such as scripts, to new files and from files */
#ifndef ALIDADE_DEVICE_IO_TEXT_FILE_H
#define ALIDADE_DEVICE_IO_TEXT_FILE_H

#include <stddef.h>

#include "model/base/err.h"

/* Writes a new file; one that is there is refused.  A file that could not be written
 * whole is removed.  ERR_REFUSED or ERR_IO with the path. */
bool text_file_save(const char *path, const char *text, struct err *err) MUST_USE;
/* The same of COUNT bytes of a disk, for nobody else's eyes. */
bool text_file_save_bytes(const char *path, const void *bytes, size_t count,
                          struct err *err) MUST_USE;

/* The same over one that may be there: a reader, and a power cut, see the old text or the
 * new one. */
bool text_file_replace(const char *path, const char *text, struct err *err) MUST_USE;

/* All of a regular file of at most 1 MiB without NUL bytes; free() *RET.  ERR_UNREADABLE
 * with the path. */
bool text_file_load(const char *path, char **ret, struct err *err) MUST_USE;

#endif
