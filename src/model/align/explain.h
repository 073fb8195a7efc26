/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain.h - why an extent is judged as it is, and what each suggestion costs */
#ifndef ALIDADE_MODEL_ALIGN_EXPLAIN_H
#define ALIDADE_MODEL_ALIGN_EXPLAIN_H

#include <stddef.h>
#include <stdint.h>

#include "model/align/suggest.h"
#include "model/disk/layout.h"

/* In the order in which they are told. */
enum explain_part {
    EXPLAIN_PLACE,    /* where it starts, as a sum */
    EXPLAIN_PICTURE,  /* one row of the drawing: to be left as it is */
    EXPLAIN_VERDICT,  /* what that costs, or why it costs nothing */
    EXPLAIN_WORKLOAD, /* who is hurt and who is not */
    EXPLAIN_DOUBT,    /* the physical sector is not what the drive says */
    EXPLAIN_INSIDE,   /* where the first data inside lies */
    EXPLAIN_PROOF,    /* what the content was recognised by */
    EXPLAIN_END,
    EXPLAIN_PATTERN, /* which tool made such tables */
    EXPLAIN_BOOT,
    EXPLAIN_MEASURED, /* figures of others, for comparison */
    EXPLAIN_PART_COUNT,
};

/* One paragraph, translated, UTF-8 with safe glyphs; as long as it is. */
struct explain_line {
    enum explain_part part;
    char *text;
};

/* Zero-initialised: empty. */
struct explain {
    struct explain_line *lines;
    size_t count;
};

/* The whole story of EXTENT, which may be any kind.  The picture is drawn into WIDTH
 * columns.  MEASURED: one sentence on what its start costs on this very drive; NULL: what
 * it costs as a rule is said. */
struct explain explain_extent(const struct layout *layout, const struct extent *extent,
                              int width, const char *measured);
void explain_finish(struct explain *explain);

/* "byte 32256 = 7 x 4096 + 3584", counted from the shifted grid where there is one;
 * free(). */
char *explain_sum(const struct limits *limits, uint64_t byte);
/* One sentence on a physical sector that is not what the drive says: it is assumed, or
 * was measured; NULL where the drive or the person is believed; free(). */
char *explain_doubt(const struct limits *limits);
/* "First legal start 34, on 4 KiB 40, on 1 MiB 2048.": in EXTENT where that is free space
 * away from the front, else, and for NULL, on the whole disk; NULL where not all three
 * exist; free(). */
char *explain_first_starts(const struct layout *layout, const struct extent *extent);

enum suggestion_column {
    SUGGESTION_START,
    SUGGESTION_ALIGNED, /* "4 KiB" */
    SUGGESTION_SHIFT,   /* "-7 s" */
    SUGGESTION_FIT,     /* "gap before it 62 -> 55 sectors" */
    SUGGESTION_BOOT,    /* "GRUB fits (50)"; empty where nothing is to be said */
    SUGGESTION_COLUMNS,
};

/* A suggested start as the cells of a table; owned. */
struct suggestion_row {
    struct suggestion suggestion;
    char *cells[SUGGESTION_COLUMNS];
};

struct suggestion_table {
    struct suggestion_row rows[SUGGEST_MAX];
    size_t count;
    char *data; /* "data to move: 97.7 GiB"; NULL without rows */
    char *all;  /* what holds for every row; NULL where nothing does */
};

/* All that suggest_starts() has, in its order; suggestion_table_finish() them.
 * GRUB_SECTORS as there. */
struct suggestion_table suggestion_table_build(const struct layout *layout,
                                               const struct extent *extent,
                                               uint64_t grub_sectors);
void suggestion_table_finish(struct suggestion_table *table);

/* The price of one suggestion in whole sentences: data, room, boot; free(). */
char *explain_price(const struct layout *layout, const struct extent *extent,
                    const struct suggestion *suggestion);

#endif
