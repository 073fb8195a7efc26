/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loss.h - data that a change makes inaccessible */
#ifndef ALIDADE_MODEL_DISK_LOSS_H
#define ALIDADE_MODEL_DISK_LOSS_H

#include <stdbool.h>
#include <stddef.h>

#include "model/base/lines.h"
#include "model/disk/layout.h"

enum loss_why {
    LOSS_GONE,    /* no partition starts there any more */
    LOSS_SHIFTED, /* the partition, or that with its number, starts elsewhere */
    LOSS_COVERED, /* another partition overlaps it */
    LOSS_CUT,     /* the partition that starts there ends within the content */
    LOSS_WHOLE,   /* file system on the whole disk: a table replaces it */
};

struct loss {
    const struct extent *held;    /* of the old layout, borrowed */
    const struct extent *instead; /* of the new one; LOSS_GONE, LOSS_WHOLE: NULL */
    enum loss_why why;
};

/* Lists the data in partitions of BEFORE for which AFTER has no partition with the same
 * start and enough sectors, or whose own partition begins elsewhere, in the order of the
 * disk; free() *RET.  Returns their number.  Includes shrunk partitions only if IS_FINAL
 * (a restore): else their content can be shrunk before the write. */
size_t loss_find(const struct layout *before, const struct layout *after, bool is_final,
                 struct loss **ret);
/* True if EXTENT, a partition of AFTER, overlaps lost data; content that was not read
 * does not count. */
bool loss_is_under(const struct layout *before, const struct layout *after,
                   const struct extent *extent);

/* Returns a translated sentence: what is lost and why; free(). */
char *loss_words(const struct layout *before, const struct loss *loss);
/* Adds the sentences of all losses to RET. */
void loss_lines(const struct layout *before, const struct layout *after, bool is_final,
                struct lines *ret);

/* True if the partition stays and begins elsewhere: its data would have to be moved. */
bool loss_is_of_move(const struct loss *loss);

/* The losses that the user accepts.  Zero-initialised: none. */
struct loss_accepted {
    bool is_all;             /* all but moves: they are shown before the confirmation */
    const unsigned *numbers; /* of the old table, borrowed; 0: the whole disk */
    size_t count;
    bool is_free; /* data of unknown kind that no table names; is_all includes it */
    bool is_disk; /* a disk that is a member of a RAID, or has content as a whole */
    const uint64_t
        *starts; /* first sectors of owned ranges that no table names; borrowed */
    size_t start_count;
    bool keeps_found;    /* IS_ALL does not include contents that no entry names */
    bool can_call_empty; /* data of unknown kind can also be accepted with --empty= */
    bool are_moves;      /* what begins elsewhere is none: its data is moved with it */
};
/* True if the user named the range, or content, that begins at START. */
bool loss_accepts_start(const struct loss_accepted *accepted, uint64_t start);
bool loss_accepted_has(const struct loss_accepted *accepted, const struct loss *loss);
/* True for a content that no entry names: its first sector names it. */
bool loss_is_of_found(const struct loss *loss);
/* Returns the number by which the user accepts LOSS: 0 for LOSS_WHOLE. */
unsigned loss_number(const struct loss *loss);

#endif
