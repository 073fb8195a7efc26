/* SPDX-License-Identifier: GPL-3.0-or-later */
/* demo.h - creates demo images: disk images for trying the program */
#ifndef ALIDADE_DEVICE_DEMO_DEMO_H
#define ALIDADE_DEVICE_DEMO_DEMO_H

#include <stdbool.h>

#include "model/base/err.h"
#include "model/disk/limits.h"

enum demo_kind {
    DEMO_LEGACY,
    DEMO_TOUCHING,
    DEMO_GPT34,
    DEMO_ALIGNED,
    DEMO_OPENBSD,
    DEMO_4KN,
    DEMO_RAID,
    DEMO_JUMPER,
    DEMO_INTERRUPTED,
    DEMO_COUNT,
};

/* A demo image, and the properties of its disk that a file cannot carry. */
struct demo {
    char *path; /* owned */
    struct limits_given given;
    const char *options; /* equivalent command-line options; "": none; static */
};

/* Return the name of a kind on the command line, and the kind with a name (false:
 * none). */
const char *demo_name(enum demo_kind kind);
bool demo_find(const char *word, enum demo_kind *ret);
/* Returns a translated line that describes the disk. */
const char *demo_about(enum demo_kind kind);

/* Creates a sparse image with mode 0600 at PATH, which must not exist; if PATH is NULL, a
 * new file in the first of $XDG_RUNTIME_DIR, $TMPDIR and /tmp where that succeeds.  The
 * contents are the same on each run.  The caller owns *ret and must demo_finish() it,
 * after demo_remove() if the image is no longer needed.  On failure (ERR_REFUSED, ERR_IO)
 * no file is left. */
bool demo_make(enum demo_kind kind, const char *path, struct demo *ret,
               struct err *err) MUST_USE;

/* Removes the image; returns false (ERR_IO) on failure. */
bool demo_remove(const struct demo *demo, struct err *err) MUST_USE;
/* Frees the memory; the image stays. */
void demo_finish(struct demo *demo);

#endif
