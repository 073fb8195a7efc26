/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lost.h - contents in free space that no entry names, as libblkid reports them */
#ifndef ALIDADE_DEVICE_SYSTEM_LOST_H
#define ALIDADE_DEVICE_SYSTEM_LOST_H

#include "device/io/store.h"
#include "model/found/sweep.h"

/* Adds to RET the contents in free space of LAYOUT that a partition of one of the COUNT
 * layouts AFTERS, which follow it, would lie over, or begin with, and that RET does not
 * have yet.  Each place is looked at once. */
void lost_read_under(struct store *store, const struct layout *layout,
                     const struct layout *const *afters, size_t count,
                     struct found_places *ret);
/* Returns a layout of the same disk with nothing but these contents, which were probed;
 * the caller owns it.  Removes from PLACES, and adds none of, those that libblkid does
 * not confirm and that nothing else makes sure. */
struct layout *lost_layout(struct store *store, const struct layout *layout,
                           struct found_places *places);

#endif
