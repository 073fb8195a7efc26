/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advice.h - the commands that belong to an edit, composed and shown, never run */
#ifndef ALIDADE_MODEL_ALIGN_ADVICE_H
#define ALIDADE_MODEL_ALIGN_ADVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/lines.h"
#include "model/disk/layout.h"

/* How small the content lets its partition become, by what its superblock says. */
struct advice_min {
    bool is_known;   /* false: nothing says how much is used */
    bool can_shrink; /* false: XFS, exFAT ...: not at all */
    uint64_t bytes;  /* at least this many must stay; 0 where nothing has to */
};
struct advice_min advice_min(const struct layout *layout, const struct extent *extent);

/* A length that cures an end past a boundary, as an EDIT_RESIZE of the same start. */
struct advice_end_fix {
    uint64_t length; /* sectors */
    bool is_trim;    /* what lies behind is of no use to the content; false: it grows into
                      * the free space behind */
};
/* None where the end is on its boundary: that of LUKS sectors for LUKS, of physical
 * sectors for all others.  Returns how many, trimming first. */
size_t advice_end_fixes(const struct layout *layout, const struct extent *extent,
                        struct advice_end_fix ret[2]);

/* NODE is the partition's node ("/dev/sda1").  Each adds lines: a translated sentence, or
 * a command indented by two spaces, quoted for a shell.  Shrinking comes before the
 * write, growing after. */
void advice_before_shrink(const struct layout *layout, const struct extent *extent,
                          uint64_t new_sectors, const char *node, struct lines *ret);
void advice_after_grow(const struct layout *layout, const struct extent *extent,
                       uint64_t new_sectors, const char *node, struct lines *ret);
/* For a new partition, by its type: mkfs with the stride of the topology (none on a
 * single disk), mkswap, pvcreate; without discard; and wipefs first where EXTENT shows
 * old content. */
void advice_after_create(const struct layout *layout, const struct extent *extent,
                         const char *node, struct lines *ret);
/* For a file system straight on the disk at PATH, without a table. */
void advice_no_table(const struct limits *limits, const char *path, struct lines *ret);
/* All of it for a whole change, in the order to be done: what must be run BEFORE the
 * write, and what can be run AFTER it; partitions that get another node or PARTUUID are
 * named, since fstab may know the old one.  PATH is the disk's; for an image file the
 * commands attach it to a loop device first. */
void advice_for(const struct layout *before, const struct layout *after, const char *path,
                struct lines *ret_before, struct lines *ret_after);

#endif
