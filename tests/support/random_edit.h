/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random_edit.h - disks in any state and any wishes, for property tests of edits */
#ifndef ALIDADE_TESTS_RANDOM_EDIT_H
#define ALIDADE_TESTS_RANDOM_EDIT_H

#include "model/edit/edit.h"
#include "support/random_disk.h"

struct guid_source random_seed(struct rng *rng);
/* A random_disk() some of whose partitions are in use, were never looked at, or cannot be
 * read; some GPTs are damaged, grown or shrunk. */
struct layout *random_busy_disk(struct rng *rng);
/* Any wish for LAYOUT; about one in four can be.  An EDIT_CREATE has no id yet. */
struct edit random_edit(struct rng *rng, const struct layout *layout);
/* The first metadata of this role; NULL where there is none. */
const struct extent *random_find_role(const struct layout *layout, enum extent_role role);

#endif
