/* SPDX-License-Identifier: GPL-3.0-or-later */
/* boot_notes.h - what moving data means for the boot loaders of a disk */
#ifndef ALIDADE_MODEL_REPORT_BOOT_NOTES_H
#define ALIDADE_MODEL_REPORT_BOOT_NOTES_H

#include "model/base/lines.h"
#include "model/base/reader.h"
#include "model/move/moves.h"

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
/* Adds the sentences to RET; at the end of the moves, with IS_DONE, only those after
 * which there may be something left to do. */
void boot_notes_lines(const struct boot_notes *notes, bool is_done, struct lines *ret);
void boot_notes_finish(struct boot_notes *notes);

#endif
