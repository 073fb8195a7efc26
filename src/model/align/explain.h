/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain.h - why an extent has its verdict, and what each suggested start costs */
#ifndef ALIDADE_MODEL_ALIGN_EXPLAIN_H
#define ALIDADE_MODEL_ALIGN_EXPLAIN_H

#include <stddef.h>

#include "model/align/suggestion_table.h"
#include "model/disk/layout.h"

/* In the order of the explanation. */
enum explain_part {
    EXPLAIN_PLACE,    /* the start as a calculation */
    EXPLAIN_PICTURE,  /* one row of the drawing: must not be wrapped */
    EXPLAIN_VERDICT,  /* what the start costs, or why it costs nothing */
    EXPLAIN_WORKLOAD, /* which programs are slowed down */
    EXPLAIN_DOUBT,    /* the physical sector size differs from the reported one */
    EXPLAIN_INSIDE,   /* where the first data inside lies */
    EXPLAIN_PROOF,    /* the signature of the content */
    EXPLAIN_END,
    EXPLAIN_PATTERN, /* which tool makes such tables */
    EXPLAIN_JUMPER,  /* a cure that changes no start */
    EXPLAIN_BOOT,
    EXPLAIN_MEASURED, /* published figures, for comparison */
    EXPLAIN_PART_COUNT,
};

/* Where an empty line belongs before a paragraph; a small screen leaves out the greater
 * ones first. */
enum explain_gap {
    EXPLAIN_GAP_NONE,    /* the part continues */
    EXPLAIN_GAP_PICTURE, /* before and after the drawing */
    EXPLAIN_GAP_PART,    /* between other parts */
};

/* One paragraph of any length, translated, UTF-8. */
struct explain_line {
    enum explain_part part;
    enum explain_gap gap;
    char *text;
};

/* Zero-initialised: empty. */
struct explain {
    struct explain_line *lines;
    size_t count;
    struct suggestion_table starts;
};

/* Explains EXTENT, which may be of any kind, and suggests starts for it.  The drawing has
 * WIDTH columns.  MEASURED is one sentence on the cost measured on this drive; if it is
 * NULL, the explanation gives the usual cost. */
struct explain explain_extent(const struct layout *layout, const struct extent *extent,
                              struct suggest_context context, int width,
                              const char *measured);
void explain_finish(struct explain *explain);

/* Returns one sentence on a physical sector size that is assumed, or measured and not
 * what the drive reports; NULL if the reported or given one is used; free(). */
char *explain_doubt(const struct limits *limits);
/* Returns one sentence on what is only assumed of the size of the physical sectors and of
 * where one begins; NULL if both are known; free(). */
char *explain_assumed(const struct limits *limits);
/* Returns "First legal start 34, on 4 KiB 40, on 1 MiB 2048.", for EXTENT if that is free
 * space away from the front, else (also for NULL) for the whole disk; NULL if one of the
 * three does not exist; free(). */
char *explain_first_starts(const struct layout *layout, const struct extent *extent);

#endif
