/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_file.h - saves and loads small text files, such as scripts */
#ifndef ALIDADE_DEVICE_IO_TEXT_FILE_H
#define ALIDADE_DEVICE_IO_TEXT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "model/base/err.h"

/* Writes COUNT BYTES at the position of FD, syncs and closes it.  Returns 0 or the first
 * errno. */
int text_file_write(int fd, const void *bytes, size_t count) MUST_USE;
/* Creates a file with COUNT BYTES and syncs it.  Returns 0 or an errno; then the file is
 * incomplete if *RET_IS_MADE, and else not there, or an older one. */
int text_file_create(const char *path, mode_t mode, const void *bytes, size_t count,
                     bool *ret_is_made) MUST_USE;
/* Writes a new file and syncs it; an existing file is not overwritten.  An incomplete
 * file is removed.  Errors are ERR_REFUSED or ERR_IO and name the path. */
bool text_file_save(const char *path, const char *text, struct err *err) MUST_USE;
/* Does the same with COUNT raw bytes of a disk; the file is readable only by its owner
 * (mode 0600). */
bool text_file_save_bytes(const char *path, const void *bytes, size_t count,
                          struct err *err) MUST_USE;

/* Does the same but replaces an existing file atomically: other readers see the old or
 * the new text, also after a power failure. */
bool text_file_replace(const char *path, const char *text, struct err *err) MUST_USE;

/* Loads a regular file of at most MAX bytes; the caller frees *RET, which has a NUL more.
 * Errors are ERR_UNREADABLE and name the path; REFUSAL is the sentence for a larger file,
 * or one of another kind, with %s for the path. */
bool text_file_load_bytes(const char *path, size_t max, const char *refusal, char **ret,
                          size_t *ret_count, struct err *err) MUST_USE;
/* Loads a regular file of at most 1 MiB without NUL bytes, likewise. */
bool text_file_load(const char *path, char **ret, struct err *err) MUST_USE;

#endif
