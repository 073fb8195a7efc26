/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recent.h - the types and paths that were used last, in this session and before */
#ifndef ALIDADE_UI_APP_RECENT_H
#define ALIDADE_UI_APP_RECENT_H

#include <stdbool.h>

#include "model/base/lines.h"

enum recent_kind {
    RECENT_GPT_TYPE, /* ids, as extent.type */
    RECENT_MSDOS_TYPE,
    RECENT_IMAGE, /* paths */
    RECENT_SCRIPT,
    RECENT_BACKUP,
    RECENT_JOURNAL,
    RECENT_KINDS,
};

/* Zero-initialised: nothing was used. */
struct recent {
    struct lines used[RECENT_KINDS]; /* the most recent first */
    bool is_changed;                 /* it is to be saved */
};

void recent_finish(struct recent *recent);
/* Puts TEXT first.  Does nothing if TEXT is empty, too long for a field, or has control
 * characters. */
void recent_add(struct recent *recent, enum recent_kind kind, const char *text);
/* Takes TEXT out; it turned out to be no good. */
void recent_drop(struct recent *recent, enum recent_kind kind, const char *text);
/* Returns the text to save, with paths that begin in FOLDER if they are relative;
 * free(). */
char *recent_text(const struct recent *recent, const char *folder);
/* Adds what recent_text() made; lines that it did not make are left out.  Paths in FOLDER
 * become relative again: so they are those of a list of its files. */
void recent_parse(struct recent *recent, const char *text, const char *folder);

#endif
