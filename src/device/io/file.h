/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file.h - whole reads at a place of an open file or device, and names that last */
#ifndef ALIDADE_DEVICE_IO_FILE_H
#define ALIDADE_DEVICE_IO_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "model/base/must_use.h"

/* Exactly COUNT bytes from byte OFFSET, without seeking; interrupted reads are repeated.
 * 0, or an errno: EIO where FD ends before. */
int file_read_at(int fd, uint64_t offset, void *buf, size_t count) MUST_USE;
/* FD opened anew for reading, with a place of its own; without /proc a duplicate.  -1 and
 * errno where neither can be had. */
int file_open_again(int fd) MUST_USE;
/* PATH, or the nearest folder above it that exists; free(). */
char *file_nearest(const char *path);
/* The folder that PATH lies in; free(). */
char *file_folder(const char *path);
/* Syncs that folder: a name is on the disk when its folder is.  0 or an errno. */
int file_sync_folder(const char *path) MUST_USE;

#endif
