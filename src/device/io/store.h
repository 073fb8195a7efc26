/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store.h - the read seam: a disk or image opened for reading only */
#ifndef ALIDADE_DEVICE_IO_STORE_H
#define ALIDADE_DEVICE_IO_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/base/mem.h"
#include "model/base/reader.h"

struct store;
struct mended;

/* Opens a block device or a regular file for reading.  Returns NULL (ERR_UNREADABLE) for
 * anything else and on errors. */
struct store *store_open(const char *path, struct err *err) MUST_USE;
/* Does the same for what FD has open, without opening it again; FD stays the caller's. */
struct store *store_of_fd(const char *path, int fd, struct err *err) MUST_USE;
/* Returns a store over READER (memory, a simulated faulty disk), which must outlive it.
 * PATH is only a name.  The store has no descriptor and is treated as an image file. */
struct store *store_of_reader(const char *path, const struct reader *reader);
/* Closes the file of a store until store_resume(), since a lease needs that nothing else
 * has it open: all reads fail. Does nothing to a block device; accepts NULL. */
void store_pause(struct store *store);
/* Opens it again. If that fails, or another file has the name now, reads go on failing.
 */
void store_resume(struct store *store);
void store_close(struct store *store); /* accepts NULL */
CLEANUP_WITH(store_close, store)

/* From now on reads return the sectors of MENDED where the disk cannot be read; MENDED
 * outlives STORE. */
void store_mend(struct store *store, const struct mended *mended);

const char *store_path(const struct store *store);
/* Returns the O_RDONLY descriptor, for ioctl() and libblkid; -1 for a store over a
 * reader. */
int store_fd(const struct store *store);
uint64_t store_size_bytes(const struct store *store);
bool store_is_block(const struct store *store);

/* Returns a reader for the decoders, valid while the store is open.  A read returns
 * exactly the requested bytes or fails. */
struct reader store_reader(struct store *store);

/* Returns the number of reads so far. */
unsigned store_reads(const struct store *store);
/* True if a read inside the store failed; *ret_offset is then the byte offset of the
 * first one. */
bool store_failed(const struct store *store, uint64_t *ret_offset);

#endif
