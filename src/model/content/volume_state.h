/* SPDX-License-Identifier: GPL-3.0-or-later */
/* volume_state.h - whether a file system says that it was unmounted, and has no errors */
#ifndef ALIDADE_MODEL_CONTENT_VOLUME_STATE_H
#define ALIDADE_MODEL_CONTENT_VOLUME_STATE_H

#include "model/base/reader.h"
#include "model/disk/content.h"

enum volume_state {
    VOLUME_UNKNOWN, /* no decoder for its mark, or the mark cannot be read */
    VOLUME_CLEAN,   /* nothing is marked */
    VOLUME_DIRTY,   /* not unmounted, or a log that is not replayed yet */
    VOLUME_ERRORS,  /* errors were found while it was in use */
    VOLUME_STATE_COUNT,
};

/* True if there is a decoder for the mark of a content of KIND. */
bool volume_state_is_known(enum inside_kind kind);

/* Reads the mark of the file system in PART, which was decoded as INSIDE.  At most 600
 * reads of 512 bytes (XFS; the others 8 of at most 4 KiB). */
enum volume_state volume_state_read(const struct reader *part,
                                    const struct inside *inside);

/* Returns a stable id for JSON: "clean", "dirty" ... */
const char *volume_state_id(enum volume_state state);

/* Returns what is to be known before partition NUMBER, a file system of TYPE and KIND, is
 * moved: translated sentences; NULL if it is clean; free(). */
char *volume_state_words(enum volume_state state, enum inside_kind kind, unsigned number,
                         const char *type);

#endif
