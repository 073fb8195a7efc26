/* SPDX-License-Identifier: GPL-3.0-or-later */
/* demo.h - images of disks to try the program on, made on the spot */
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
    DEMO_COUNT,
};

/* An image and what has to be said with it, since a file cannot. */
struct demo {
    char *path; /* owned */
    struct limits_given given;
    const char *options; /* the same as command-line options; "": none; static */
};

/* The word of the command line; and the kind of a word, false for any other. */
const char *demo_name(enum demo_kind kind);
bool demo_find(const char *word, enum demo_kind *ret);
/* One translated line on what is to be seen there. */
const char *demo_about(enum demo_kind kind);

/* Makes a sparse image with mode 0600 at PATH, which must not exist; NULL: a new file in
 * $XDG_RUNTIME_DIR, $TMPDIR or /tmp, the first that can hold it.  The same bytes on each
 * run.  The caller owns *ret: demo_finish, and demo_remove before it where the image
 * shall go.  Fails (ERR_REFUSED, ERR_IO) and leaves no file behind. */
bool demo_make(enum demo_kind kind, const char *path, struct demo *ret,
               struct err *err) MUST_USE;

/* Removes the image; false (ERR_IO) where that fails. */
bool demo_remove(const struct demo *demo, struct err *err) MUST_USE;
/* Frees; the image stays. */
void demo_finish(struct demo *demo);

#endif
