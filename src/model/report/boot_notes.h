/* SPDX-License-Identifier: GPL-3.0-or-later */
/* boot_notes.h - what moving data means for the boot loaders of a disk */
#ifndef ALIDADE_MODEL_REPORT_BOOT_NOTES_H
#define ALIDADE_MODEL_REPORT_BOOT_NOTES_H

#include "model/base/lines.h"
#include "model/base/reader.h"
#include "model/move/plan/moves.h"

struct boot_note {
    const char *id;  /* stable, for JSON: "boot-grub-moves" ... */
    unsigned number; /* of a partition; 0: of the disk */
    char *text;      /* one translated sentence; owned */
};

/* Zero-initialised: none. */
struct boot_notes {
    struct boot_note *at; /* owned */
    size_t count;
};

/* Adds what is found in the boot sectors of DISK, whose table is LAYOUT, about the data
 * that MOVES moves, or has moved; what cannot be read is passed over.
 * boot_notes_finish(). */
void boot_notes_find(const struct layout *layout, const struct moves *moves,
                     const struct reader *disk, struct boot_notes *ret);
/* Adds the sentences to RET. */
void boot_notes_lines(const struct boot_notes *notes, struct lines *ret);
/* The same at the end of the moves: RET_TO_DO gets those after which there may be
 * something left to do, RET_DONE the others. */
void boot_notes_after_lines(const struct boot_notes *notes, struct lines *ret_to_do,
                            struct lines *ret_done);
void boot_notes_finish(struct boot_notes *notes);

#endif
