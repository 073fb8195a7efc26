/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file.h - reads files at an offset, finds folders and syncs them */
#ifndef ALIDADE_DEVICE_IO_FILE_H
#define ALIDADE_DEVICE_IO_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/must_use.h"
#include "model/base/reader.h"

/* Reads exactly COUNT bytes from byte OFFSET without seeking, and repeats interrupted
 * reads.  Returns 0 or an errno; EIO if the file ends earlier. */
int file_read_at(int fd, uint64_t offset, void *buf, size_t count) MUST_USE;
/* The same for a file that can be sparse: what has no storage is not read, but filled
 * with the zeros that it stands for. The position of FD changes. */
int file_read_sparse(int fd, uint64_t offset, void *buf, size_t count) MUST_USE;
/* Returns a reader of the first SIZE bytes of the file open at *FD, which it borrows. */
struct reader file_reader(const int *fd, uint64_t size);

/* Return the first byte of [AT, END) of the file open at FD that has storage, or has
 * none; END if there is none of these. Where the file system cannot tell, all has
 * storage. The position of FD changes: nothing else, such as libblkid, may read from
 * there meanwhile. */
uint64_t file_next_data(int fd, uint64_t at, uint64_t end);
uint64_t file_next_hole(int fd, uint64_t at, uint64_t end);

/* Switches O_DIRECT of FD on or off; false if the file does not support it. */
bool file_set_direct(int fd, bool is_direct);
/* Tells the kernel that reads of FD lie far apart: at each place it would read as much
 * ahead as the drive is set to, which can be 8 MiB.  It is only a hint; errors are
 * ignored. */
void file_forbid_read_ahead(int fd);
/* Opens the file of FD again for reading, with its own file position and without
 * read-ahead; if that fails, FD is duplicated, which shares its position.  Returns -1 and
 * sets errno on failure. */
int file_reopen(int fd) MUST_USE;
/* True if the file or folder PATH lies on tmpfs or ramfs: writing to it takes memory. */
bool file_is_in_memory(const char *path);
/* The same for an open file. */
bool file_fd_is_in_memory(int fd);
/* Returns PATH if it exists, else its nearest ancestor that does; the caller frees it. */
char *file_nearest_existing(const char *path);
/* Returns the folder that contains PATH; the caller frees it. */
char *file_folder(const char *path);
/* Syncs the folder that contains PATH, which makes a new name durable.  Returns 0 or an
 * errno. */
int file_sync_folder(const char *path) MUST_USE;

#endif
