/* SPDX-License-Identifier: GPL-3.0-or-later */
/* volume_notes.h - whether the file systems that are moved are marked dirty */
#ifndef ALIDADE_MODEL_REPORT_VOLUME_NOTES_H
#define ALIDADE_MODEL_REPORT_VOLUME_NOTES_H

#include "model/base/lines.h"
#include "model/base/reader.h"
#include "model/content/volume_state.h"
#include "model/move/plan/moves.h"

struct volume_note {
    unsigned number; /* of the partition */
    char type[32];   /* as in struct content */
    enum volume_state state;
    char *text;         /* translated sentences; NULL: it is clean; owned */
    bool leaves_copies; /* see zones_leave_copies() */
};

/* Zero-initialised: none. */
struct volume_notes {
    struct volume_note *at; /* owned */
    size_t count;
};

/* Adds the file systems of DISK, whose table is LAYOUT, that MOVES moves and that can be
 * marked.  volume_notes_finish(). */
void volume_notes_find(const struct layout *layout, const struct moves *moves,
                       const struct reader *disk, struct volume_notes *ret);
/* Adds the sentences on those that are not clean, or should not be repaired meanwhile, to
 * RET. */
void volume_notes_lines(const struct volume_notes *notes, struct lines *ret);
/* Adds a sentence for each that is marked dirty, or as having errors, after its move. */
void volume_notes_after_lines(const struct volume_notes *notes, struct lines *ret);
/* Returns one translated sentence that names the clean ones; NULL: there are none;
 * free(). */
char *volume_notes_clean_words(const struct volume_notes *notes);
void volume_notes_finish(struct volume_notes *notes);

#endif
