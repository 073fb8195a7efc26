/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished_explain.h - what to do about a disk whose first sector cannot be read */
#ifndef ALIDADE_DEVICE_MOVE_UNFINISHED_UNFINISHED_EXPLAIN_H
#define ALIDADE_DEVICE_MOVE_UNFINISHED_UNFINISHED_EXPLAIN_H

#include "device/io/store.h"
#include "device/io/sys.h"
#include "model/disk/limits.h"

/* True if the first sector of the disk at PATH cannot be read. */
bool unfinished_lacks_first(const char *path, const struct limits_given *given);

/* ERR is why the table of STORE could not be read.  If a fix is found that was begun with
 * sectors of another size, makes it ERR_REFUSED with that; if the reason is its first
 * sector, a sentence that names resume. */
void unfinished_explain(const struct sys *sys, struct store *store,
                        const struct limits_given *given, struct err *err);

#endif
