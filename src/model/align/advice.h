/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advice.h - shell commands that belong to an edit; alidade never runs them */
#ifndef ALIDADE_MODEL_ALIGN_ADVICE_H
#define ALIDADE_MODEL_ALIGN_ADVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/lines.h"
#include "model/disk/layout.h"

/* How small the content lets its partition become, according to its superblock. */
struct advice_min {
    bool is_known;   /* false: the used space is unknown */
    bool can_shrink; /* false: no tool shrinks it (XFS, exFAT ...) */
    uint64_t bytes;  /* minimum length; may be 0 */
};
struct advice_min advice_min(const struct layout *layout, const struct extent *extent);

/* A length that fixes an end past a boundary, as an EDIT_RESIZE of the same start. */
struct advice_end_fix {
    uint64_t length; /* sectors */
    bool is_trim;    /* cuts a tail that the content does not use; false: grows into the
                      * free space behind */
};
/* Returns the number of fixes, trimming first; 0 if the end is on its boundary: that of
 * LUKS sectors for LUKS, of physical sectors for all others. */
size_t advice_end_fixes(const struct layout *layout, const struct extent *extent,
                        struct advice_end_fix ret[2]);

/* Each of these adds translated sentences, and shell commands indented by two spaces.
 * PATH is the disk; if it IS_IMAGE, an image file, the commands attach it to a loop
 * device first.  This one is for shrinking the content before the write. */
void advice_before_shrink(const struct layout *layout, const struct extent *extent,
                          uint64_t new_sectors, const char *path, bool is_image,
                          struct lines *ret);
/* For a file system straight on the disk at PATH, without a table. */
void advice_no_table(const struct limits *limits, const char *path, struct lines *ret);
/* For a whole change from BASE to PREVIEW, in order of execution: RET_FIRST before the
 * write, RET_THEN after it.  Names the partitions that get another node or PARTUUID,
 * which fstab may refer to. */
void advice_for(const struct layout *base, const struct layout *preview, const char *path,
                bool is_image, struct lines *ret_first, struct lines *ret_then);

#endif
