/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found_read.h - lists the contents on a disk that no entry of its table names */
#ifndef ALIDADE_DEVICE_SYSTEM_FOUND_READ_H
#define ALIDADE_DEVICE_SYSTEM_FOUND_READ_H

#include "device/io/store.h"
#include "model/found/list.h"

struct found_read;

/* Prepares to search the disk of STORE, which has LAYOUT; both must outlive it. Holes of
 * a file are skipped by FOUND_ALL. */
struct found_read *found_read_new(struct store *store, const struct layout *layout,
                                  enum found_depth depth);
void found_read_free(struct found_read *read);
/* Searches a place or a block; false if no part is left. */
bool found_read_step(struct found_read *read);
double found_read_share(const struct found_read *read); /* 0..1 of the work */
/* Lists in RET what was found so far, with the contents according to libblkid;
 * found_list_finish(). */
void found_read_list(struct found_read *read, struct found_list *ret);

#endif
