/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store.h - the read seam: a disk or image that can only be read */
#ifndef ALIDADE_DEVICE_IO_STORE_H
#define ALIDADE_DEVICE_IO_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/base/reader.h"

struct store;

/* Opens a block device or a regular file for reading; nothing else.  NULL with one
 * sentence (ERR_UNREADABLE) for whatever cannot be read. */
struct store *store_open(const char *path, struct err *err) MUST_USE;
/* A store over any reader, which must outlive it (memory, a faulty disk).  PATH is only
 * a name; such a store has no descriptor and counts as an image file. */
struct store *store_of_reader(const char *path, const struct reader *reader);
void store_close(struct store *store);   /* accepts NULL */
void store_closep(struct store **store); /* for CLEANUP */

const char *store_path(const struct store *store);
/* The O_RDONLY descriptor, for ioctl and libblkid; -1 for a store over a reader. */
int store_fd(const struct store *store);
uint64_t store_size_bytes(const struct store *store);
bool store_is_block(const struct store *store);

/* For the decoders: exactly the bytes that are asked for, else false.  Valid as long as
 * the store is open. */
struct reader store_reader(struct store *store);

/* How many reads were made. */
unsigned store_reads(const struct store *store);
/* True when a read failed that lay inside the store: *ret_offset is the first's byte. */
bool store_failed(const struct store *store, uint64_t *ret_offset);

#endif
