/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h - what the files of this folder share */
#ifndef ALIDADE_DEVICE_MOVE_STORE_PRIVATE_H
#define ALIDADE_DEVICE_MOVE_STORE_PRIVATE_H

#include "device/move/store/store.h"

/* Reads COUNT bytes at OFFSET of SINK, several times if that fails. */
int fix_store_read(const struct sink *sink, uint64_t offset, uint8_t *bytes,
                   size_t count);
/* Flushes journal and disk. */
int fix_store_flush(struct fix_store *store);
/* Writes COUNT of store->bytes to AT of the journal, filled up with zeros to whole
 * blocks; the second one also flushes, and compares. */
int fix_store_write(struct fix_store *store, uint64_t at, size_t count);
int fix_store_write_durably(struct fix_store *store, uint64_t at, size_t count);

#endif
